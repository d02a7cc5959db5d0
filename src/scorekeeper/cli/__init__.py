"""The command `score`: its one way in, its exit codes, and the one place where our errors are caught."""

from scorekeeper.cli.main import console, main

__all__ = ["console", "main"]
