"""Keeps the man page true: man/score.1, made from the commands of the program, their options and examples."""

from __future__ import annotations

import re
import sys
import textwrap
from typing import TYPE_CHECKING, Any

import typer
from reference import ENVIRONMENT, FILES, exits
from transcripts import ROOT, asked_to_write, settled

from scorekeeper import __version__
from scorekeeper.cli.app import app

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PAGE = ROOT / "man" / "score.1"
_SIGNS = {
    "\\": "\\e",
    "-": "\\-",
    "'": "\\(aq",
    "`": "\\(ga",
    "^": "\\(ha",
    "~": "\\(ti",
    "“": "\\(lq",
    "”": "\\(rq",
}
_DESCRIPTION = """
score keeps the score of a game of Spades that is played with real cards, and
settles what the table argues about. One of the players types the bids before
each hand and the tricks after it.

A game is a TOML file in the folder. Without --game or SCORE_GAME, score takes
the game in the folder; of several, the one that was changed last, if it only
looks at it or corrects it.

What is asked for goes to standard output; what was understood and stored, and
what is wrong, to standard error.
"""
_EXAMPLES = (
    ("An evening:", "score new Ann Bob Cy Dee --sides Us,Them\nscore bid 4 3 nil 4\nscore tricks 5 3 0 5\nscore show"),
    ("A mistake, taken back or corrected:", "score undo\nscore edit 2 / 7 6 --why 'counted again'"),
    (
        "A quarrel about 337 points and 7 bags, bid 5, took 8:",
        "score check --score 337 --bags 7 --bid 5 --took 8 --claim 290",
    ),
)


def escaped(text: str) -> str:
    """Text in which roff finds nothing to obey: a line of it is the same line on paper."""
    signs = "".join(_SIGNS.get(sign, sign if sign.isascii() else f"\\[u{ord(sign):04X}]") for sign in text)
    return re.sub(r"^(?=\.)", r"\\&", signs, flags=re.MULTILINE)


def page() -> str:
    """The whole man page."""
    return "\n".join([*_lines()]) + "\n"


def _lines() -> Iterator[str]:
    root = typer.main.get_command(app)
    context = root.make_context("score", [], resilient_parsing=True)
    yield '.\\" Made by tools/manpages.py from the program itself.'
    yield f'.TH SCORE 1 "" "scorekeeper {__version__}" "User Commands"'
    yield from _section("NAME", ["score \\- " + escaped("keep the score of a game of Spades, and settle quarrels")])
    yield from _section("SYNOPSIS", _synopsis("score", root, context))
    yield from _section("DESCRIPTION", _paragraphs(_DESCRIPTION))
    yield from _section("OPTIONS", _options(root, context))
    yield ".SH COMMANDS"
    for name, command, inner in _commands(root, context):
        yield f".SS {escaped(name)}"
        yield from _command(name, command, inner)
    yield from _section("EXIT STATUS", _terms(exits()))
    yield from _section("ENVIRONMENT", _terms(ENVIRONMENT))
    yield from _section("FILES", _terms(FILES))
    yield from _section("EXAMPLES", _examples(_EXAMPLES))
    yield from _section("SEE ALSO", ["The documents that come with the program: README.md and docs/."])


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    yield f".SH {title}"
    yield from lines


def _commands(group: Any, context: Any) -> Iterator[tuple[str, Any, Any]]:
    """Every command in the order of the help, with its full name and its context."""
    for name in group.list_commands(context):
        command = group.commands[name]
        inner = command.make_context(name, [], parent=context, resilient_parsing=True)
        if hasattr(command, "commands"):
            yield from _commands(command, inner)
        else:
            yield inner.command_path, command, inner


def _command(name: str, command: Any, context: Any) -> Iterator[str]:
    yield from _synopsis(name, command, context)
    yield ".PP"
    yield from _paragraphs(command.help or "")
    yield from _options(command, context)
    _, _, examples = (command.epilog or "").partition(": ")
    if examples:
        yield ".PP"
        yield from _examples([("For example:", examples.replace("; ", "\n"))])


def _synopsis(name: str, command: Any, context: Any) -> Iterator[str]:
    pieces = " ".join(command.collect_usage_pieces(context))
    yield f"\\fB{escaped(name)}\\fR {escaped(pieces)}"


def _options(command: Any, context: Any) -> Iterator[str]:
    records = [record for param in command.get_params(context) if (record := param.get_help_record(context))]
    yield from _terms(records)


def _terms(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    for term, about in pairs:
        yield ".TP"
        yield f"\\fB{escaped(term)}\\fR"
        yield from _paragraphs(about)


def _paragraphs(text: str) -> Iterator[str]:
    for number, paragraph in enumerate(re.split(r"\n\s*\n", text.strip())):
        if number:
            yield ".PP"
        yield from map(escaped, textwrap.wrap(paragraph, 76, break_long_words=False, break_on_hyphens=False))


def _examples(examples: Iterable[tuple[str, str]]) -> Iterator[str]:
    for number, (about, lines) in enumerate(examples):
        if number:
            yield ".PP"
        yield escaped(about)
        yield from (".PP", ".RS 4", ".nf", *escaped(lines).split("\n"), ".fi", ".RE")


def main() -> int:
    """Checks or writes the man page."""
    return 0 if settled(PAGE, page(), write=asked_to_write(__doc__)) else 1


if __name__ == "__main__":
    sys.exit(main())
