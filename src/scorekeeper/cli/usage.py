"""Words for what Typer finds wrong with a command line, which it tells in the language of programmers."""

from __future__ import annotations

import re

from scorekeeper.errors import Problem
from scorekeeper.text import suggestion

WORDS = (
    (r"Invalid value for '(.+?)': '(.*)' is not a valid int", r"\1: “\2” is no whole number"),
    (r"Invalid value for '(.+?)': ", r"\1: "),
    (r"Option '(.+?)' requires (?:an argument|\d+ arguments)", r"behind \1 a value is missing"),
    (r"Option '(.+?)' does not take a value", r"\1 takes no value"),
    (r"Missing (?:argument|option) '(.+?)'", r"the \1 is missing"),
    (r"Missing command", r"a command is missing"),
    (r"No such command '(.*?)'", r"there is no command “\1”"),
    (r"No such option: ", r"there is no option "),
    (r"Got unexpected extra argument\(s\) \((.*)\)", r"too much was typed: “\1”"),
    (r"Did you mean '(.+?)'", r"Did you mean \1"),
)
"""What Typer says, and what we say in its place. tests/test_usage.py asks every command for all of them."""


_NOTE = "score edit 3 --note TEXT puts a note on hand 3; note TEXT does, in score play."


def usage_problem(error: Exception, command: str) -> Problem:
    """What is wrong with a command line, in our words.

    Args:
        error: What Typer raised.
        command: The command as far as it was typed, for an error that does not know its own.
    """
    context = getattr(error, "ctx", None)
    where = context.command_path if context else command
    message = str(getattr(error, "format_message", lambda: error)()).strip()
    possible = getattr(error, "possibilities", None)
    if possible:
        typed = getattr(error, "option_name", "")
        message = f"No such option: {typed}. {suggestion(typed, possible)}".strip()
    for theirs, ours in WORDS:
        message = re.sub(theirs, ours, message, count=1, flags=re.DOTALL)
    message = message if message.endswith((".", "?")) else f"{message}."
    remedy = _NOTE if message.startswith("there is no command “note”") else f"{where} --help shows how."
    return Problem(where, message, remedy)
