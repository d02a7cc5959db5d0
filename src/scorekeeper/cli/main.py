"""The way in: words to a command, errors to sentences and exit codes."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from enum import IntEnum

import typer

from scorekeeper.cli.narrow import narrowed
from scorekeeper.cli.screen import manners, out_json, tell
from scorekeeper.errors import GameFileError, Problem, ScorekeeperError, UsageError

# Typer's own usage errors: the parent of its BadParameter, which has no public name.
_WrongWords: type[Exception] = next(kind for kind in typer.BadParameter.__bases__ if issubclass(kind, Exception))

_SCRIPTS = ("--show-completion", "--install-completion")
_GAMES = (["-g"], ["--game"])


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


def main(argv: list[str] | None = None, *, at_table: bool = False) -> int:
    """Runs one command and gives its exit code. Never raises for anything that a user can type or put in a file.

    `at_table` is for a command that was typed at a prompt of `score play`.
    """
    words = sys.argv[1:] if argv is None else argv
    if os.environ.get("_SCORE_COMPLETE", "").startswith("complete_"):
        from scorekeeper.cli.completion import answer

        return answer(os.environ["_SCORE_COMPLETE"])
    with manners(at_table=at_table):
        return _spoken(words)


def _spoken(words: list[str]) -> int:
    """Runs one command; what goes wrong becomes a sentence and an exit code."""
    try:
        return _run(words)
    except ScorekeeperError as error:
        _report(error.problems, words)
        return Exit.USAGE if isinstance(error, UsageError) else Exit.REFUSED
    except BrokenPipeError:  # whoever reads has seen enough
        _drop_output()
        return Exit.FINE
    except OSError as error:
        _drop_output()
        _report([Problem("", f"the output could not be written: {error.strerror or error}.")], words)
        return Exit.REFUSED
    except Exception as error:
        if os.environ.get("SCORE_DEBUG"):
            raise
        what = f"a fault of the program itself, not yours: {type(error).__name__}: {error}."
        _report([Problem("", what, "SCORE_DEBUG=1 before the command shows where; please report it.")], words)
        return Exit.FAULT


def _run(words: list[str]) -> int:
    try:
        from scorekeeper.cli.app import app

        if any(word in _SCRIPTS for word in words):
            return _completion(words)
        code = narrowed(app, words)(args=words, prog_name="score", standalone_mode=False)
    except _WrongWords as error:
        from scorekeeper.cli.usage import usage_problem

        _report([usage_problem(error, f"score {_command_in(words)}".rstrip())], words)
        return Exit.USAGE
    except typer.Abort:  # what Typer makes of the end of the input
        _report([Problem("", "the input ended before every question was answered; nothing was stored.")], words)
        return Exit.USAGE
    except KeyboardInterrupt:
        code = Exit.STOPPED
    except SystemExit as error:  # the end of a completion; and what Typer makes of a broken pipe: 1, a verdict
        if isinstance(error.__context__, BrokenPipeError):
            raise error.__context__ from None
        code = error.code
    if code == Exit.STOPPED:
        tell("Stopped; nothing was stored.")
    return code if isinstance(code, int) else Exit.FINE


def _completion(words: list[str]) -> int:
    """Shows or installs the script of a shell, which is ours where Typer would write another."""
    from scorekeeper.cli.app import app
    from scorekeeper.cli.completion import use_own_scripts

    use_own_scripts()
    try:
        code = app(args=words, prog_name="score", standalone_mode=False)
    except BrokenPipeError:
        raise
    except OSError as error:
        what = f"the script could not be put into your settings: {error.strerror or error}."
        raise GameFileError(Problem("completion", what, "score --show-completion prints it.")) from None
    # Typer ends with 1, which would be a verdict, where it knows no script for the shell; it has said so.
    return Exit.REFUSED if code == 1 else Exit.FINE


def _report(problems: tuple[Problem, ...] | list[Problem], words: list[str]) -> None:
    """One line for one fault; as JSON too where JSON was asked for."""
    from scorekeeper.render.data import problems_data
    from scorekeeper.render.words import problem_line

    if _in_json(words):
        try:
            out_json({"problems": problems_data(problems)})
        except OSError:
            _drop_output()
    for problem in problems:
        tell(problem_line(problem))


def _in_json(words: list[str]) -> bool:
    """Whether JSON was asked for on standard output; for export, --json names a file."""
    return "--json" in words and _command_in(words) != "export"


def _command_in(words: list[str]) -> str:
    """The command among the words; empty where there is none."""
    commands = (word for at, word in enumerate(words) if word[:1] != "-" and words[at - 1 : at] not in _GAMES)
    return next(commands, "")


def _drop_output() -> None:
    """Sends to nowhere what is left in the buffer, which Python would try to write once more at the end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
