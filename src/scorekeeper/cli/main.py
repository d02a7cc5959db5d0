"""The way in: words to a command, errors to sentences and exit codes."""

from __future__ import annotations

import os
import sys
from enum import IntEnum

import typer

from scorekeeper.cli.screen import out_json, tell
from scorekeeper.errors import Problem, ScorekeeperError, UsageError

# Typer's own usage errors: the parent of its BadParameter, which has no public name.
_WrongWords: type[Exception] = next(kind for kind in typer.BadParameter.__bases__ if issubclass(kind, Exception))
_STOPPED = (typer.Abort, KeyboardInterrupt, EOFError)


class Exit(IntEnum):
    """What the program says when it ends.

    Attributes:
        FINE: All is well.
        WRONG: A claim or a written total does not hold.
        USAGE: The words on the command line are wrong, or too few.
        REFUSED: The facts or the file cannot be accepted.
        FAULT: The program itself is at fault.
        STOPPED: The user stopped it.
    """

    FINE = 0
    WRONG = 1
    USAGE = 2
    REFUSED = 3
    FAULT = 4
    STOPPED = 130


def main(argv: list[str] | None = None) -> int:
    """Runs one command and gives its exit code. Never raises for anything that a user can type or put in a file."""
    words = sys.argv[1:] if argv is None else argv
    try:
        return _run(words)
    except ScorekeeperError as error:
        _report(error.problems, words)
        return Exit.USAGE if isinstance(error, UsageError) else Exit.REFUSED
    except BrokenPipeError:
        # Whoever reads has seen enough. What is left in the buffer must not be written at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.FINE
    except OSError as error:
        _report([Problem("", f"the output could not be written: {error.strerror or error}.")], words)
        return Exit.REFUSED
    except Exception as error:
        if os.environ.get("SCORE_DEBUG"):
            raise
        what = f"a fault of the program itself, not yours: {type(error).__name__}: {error}."
        _report([Problem("", what, "SCORE_DEBUG=1 before the command shows where; please report it.")], words)
        return Exit.FAULT


def _run(words: list[str]) -> int:
    from scorekeeper.cli.app import app

    try:
        code = app(args=words, prog_name="score", standalone_mode=False)
    except _WrongWords as error:
        _report([_usage_problem(error)], words)
        return Exit.USAGE
    except _STOPPED as error:
        if isinstance(error, EOFError) or isinstance(error.__cause__ or error.__context__, EOFError):
            _report([Problem("", "the input ended before every question was answered; nothing was stored.")], words)
            return Exit.USAGE
        tell("Stopped; nothing was stored.")
        return Exit.STOPPED
    return code if isinstance(code, int) else Exit.FINE


def _usage_problem(error: Exception) -> Problem:
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "score"
    message = str(getattr(error, "format_message", lambda: error)()).rstrip()
    message = message if message.endswith((".", "?")) else f"{message}."
    return Problem(command, message[:1].lower() + message[1:], f"{command} --help shows how.")


def _report(problems: tuple[Problem, ...] | list[Problem], words: list[str]) -> None:
    """One line for one fault; as JSON too where JSON was asked for."""
    from scorekeeper.render.data import problems_data
    from scorekeeper.render.words import problem_line

    if "--json" in words:
        out_json({"problems": problems_data(problems)})
    for problem in problems:
        tell(problem_line(problem))


def console() -> None:
    """The console script."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    sys.exit(main())
