"""The command `score`: its one way in, its exit codes, and the one place where our errors are caught."""

from scorekeeper.cli.main import main

__all__ = ["main"]
