"""Asking at a prompt: with history and completion on a terminal that can, else line by line."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Protocol

from scorekeeper.cli.screen import ask, tell

Completions = Callable[[str], Sequence[str]]
"""Words that could stand next, given the text before the cursor; its end may be the beginning of one of them."""


class Prompt(Protocol):
    """Asks a question, and gives the line that was typed, without blanks around it."""

    def ask(self, question: str, completions: Completions | None = None) -> str:
        """Asks once.

        Raises:
            EOFError: There is no more input, or whoever types wants to leave.
        """
        ...


def prompt() -> Prompt:
    """The best way to ask here: plain lines in pipes, on dumb terminals, and where ACCESSIBLE asks for them."""
    terminal = sys.stdin.isatty() and sys.stderr.isatty()
    plain = os.environ.get("ACCESSIBLE", "") not in ("", "0") or os.environ.get("TERM", "") in ("dumb", "unknown")
    if not terminal or plain:
        return PlainLines()
    from scorekeeper.cli.toolkit import ToolkitLines

    return ToolkitLines()


class PlainLines:
    """Questions on standard error, answers from standard input. Ctrl-C twice in a row leaves."""

    def ask(self, question: str, completions: Completions | None = None) -> str:
        """Asks once; see `Prompt.ask`."""
        del completions
        stopped = False
        while True:
            try:
                return ask(question)
            except KeyboardInterrupt:
                tell("")
                if stopped:
                    raise EOFError from None
                tell("Ctrl-C once more leaves; what was entered is stored.")
                stopped = True
