"""The program: `score`, and `python -m scorekeeper`. What a process needs before and after the command."""

from __future__ import annotations

import gc
import os
import sys


def score() -> None:
    """Runs the command on the command line, and ends the process with its exit code."""
    # Starting makes many objects and no garbage: the collector would go through them thirty times for nothing.
    gc.set_threshold(100_000)
    from scorekeeper.cli import main

    _open_streams()
    _leave(main())


def _open_streams() -> None:
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:  # closed by whoever started the program
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115  open to the end
        else:
            stream.reconfigure(errors="backslashreplace" if name == "stderr" else "replace")


def _leave(code: int) -> None:
    """Ends the process at once, where nothing is left to be written.

    Python would take the interpreter apart first, module by module, which costs as much as starting it. Every file has
    been closed by then; the standard streams are what is left.
    """
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        sys.exit(code)
    os._exit(code)


if __name__ == "__main__":
    score()
