"""What can be typed at any prompt of `score play` beside its answer: every command, short forms, claims."""

from __future__ import annotations

import os
import shlex
from contextlib import contextmanager
from typing import TYPE_CHECKING

from scorekeeper.cli.screen import tell
from scorekeeper.errors import Problem, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SHORT = {"u": "undo", "e": "explain", "s": "show", "h": "help", "?": "help", "q": "quit", "exit": "quit"}
OWN = ("help", "quit", "note")
"""Words that only `score play` knows."""
_ELSEWHERE = {
    "new": "score play asks for a new game when this one is over; q leaves it.",
    "play": "This game is being played already; q leaves it.",
    "import": "It makes another game; q leaves this one, then score import makes it.",
}


def commands() -> list[str]:
    """The names of all commands of `score`."""
    from scorekeeper.cli.app import app

    named = [command.name or getattr(command.callback, "__name__", "") for command in app.registered_commands]
    return [*named, *(group.name for group in app.registered_groups if group.name)]


def words_of(line: str) -> list[str]:
    """A command line in words, as a shell would take it apart, without `score` before it; the first whole.

    Raises:
        UsageError: A quotation mark is missing.
    """
    try:
        words = shlex.split(line)
    except ValueError:
        # An apostrophe in a reason that stands in no quotation marks is no fault of quoting.
        words = line.split()
        if '"' in line:
            raise UsageError(Problem("", "a quotation mark is missing.", "Type the line again, with both.")) from None
    words = words[1:] if words[:1] == ["score"] else words
    first = words[0].casefold() if words else "show"
    return [SHORT.get(first, first), *words[1:]]


def is_command(line: str) -> bool:
    """Whether the first word of a line is a command, or a short form of one."""
    first, _, rest = line.strip().partition(" ")
    first = rest.split(" ", 1)[0] if first == "score" and rest else first
    first = first.casefold()
    return first in SHORT or first in OWN or first in commands() or first == "score"


def figures_after(command: str, line: str) -> str:
    """The figures of a bare `bid` or `tricks`, without the word; empty where the line is none, or has options."""
    if not is_command(line):
        return ""
    first, *figures = words_of(line)
    options = any(word.startswith("-") and not word[1:].isdigit() for word in figures)
    return " ".join(figures) if first == command and not options else ""


def quits(line: str) -> bool:
    """Whether a line says no more than that somebody wants to leave."""
    return SHORT.get(line.casefold(), line.casefold()) == "quit"


def nearest(line: str) -> str:
    """A question that names the command that was perhaps meant, or nothing."""
    from difflib import get_close_matches

    first = line.split(maxsplit=1)[0].casefold()
    wrong = first.isalpha() and first not in ("blind", "nil")
    near = get_close_matches(first, [*commands(), *OWN], n=1, cutoff=0.65) if wrong else []
    return f"Did you mean {near[0]}?" if near else ""


def call(words: Sequence[str], path: str) -> None:
    """Runs a command of `score` on the game, and tells what is wrong with it as always."""
    if words[0] in _ELSEWHERE:
        tell(f"  {_ELSEWHERE[words[0]]}")
        return
    from scorekeeper.cli.main import main

    with _meant(path):
        main([*words], at_table=True)


@contextmanager
def _meant(path: str) -> Iterator[None]:
    """While it lasts, a command without --game means this game."""
    before = os.environ.get("SCORE_GAME")
    os.environ["SCORE_GAME"] = path
    try:
        yield
    finally:
        if before is None:
            del os.environ["SCORE_GAME"]
        else:
            os.environ["SCORE_GAME"] = before
