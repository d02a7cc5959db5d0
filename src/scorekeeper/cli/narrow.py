"""Only the commands that are named are built whole; the others keep their names and help.

To build one takes Typer about half a millisecond, for it reads and evaluates the signature. All of them together cost
as much as starting Python does, at every command and at every TAB.
"""

from __future__ import annotations

import inspect
from copy import copy
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import typer
    from typer.models import CommandInfo


def narrowed(app: typer.Typer, words: Sequence[str]) -> typer.Typer:
    """The app with stubs for all commands that these words cannot mean, or without them where one stands first.

    A command is run, or its options completed, only where its whole name is among the words; so a stub is never run.
    Root help, completion of command names and did-you-mean need no more of a command than a stub has; and behind the
    name of a command nobody asks for the others.
    """
    narrow = copy(app)
    first = [info for info in app.registered_commands if [_name(info)] == list(words[:1])]
    if first:
        narrow.registered_commands, narrow.registered_groups = first, []
        return narrow
    narrow.registered_commands = [info if _name(info) in words else _stub(info) for info in app.registered_commands]
    return narrow


def _name(info: CommandInfo) -> str:
    return info.name or info.callback.__name__ if info.callback else ""


def _stub(info: CommandInfo) -> CommandInfo:
    stub = copy(info)
    stub.name, stub.help, stub.callback = _name(info), info.help or inspect.getdoc(info.callback), _never
    return stub


def _never() -> None:
    message = "a command that was not named has been run"
    raise AssertionError(message)
