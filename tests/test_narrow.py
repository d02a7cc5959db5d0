"""Only the command that is named is built whole; nobody can tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from harness import Done
from scorekeeper.cli.app import app
from scorekeeper.cli.narrow import narrowed

if TYPE_CHECKING:
    import typer

    from harness import Table

NAMES = [info.name or info.callback.__name__ for info in app.registered_commands if info.callback]


def built(*words: str) -> list[str]:
    """The commands that are built whole for these words."""
    narrow = narrowed(app, words).registered_commands
    return [name for name, info in zip(NAMES, app.registered_commands, strict=True) if info in narrow]


def said(capsys: pytest.CaptureFixture[str], whole: typer.Typer, *words: str) -> str:
    """What an app says to some words."""
    whole(args=[*words], prog_name="score", standalone_mode=False)
    return capsys.readouterr().out


@pytest.mark.parametrize(
    "words", [("--help",), *((name, "--help") for name in NAMES), ("rule", "--help")], ids=" ".join
)
def test_help(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """Help is what it is with every command built."""
    assert said(capsys, narrowed(app, words), *words) == said(capsys, app, *words)


def test_what_is_built() -> None:
    """Every command whose name is among the words, wherever it stands: it may be what an option is given."""
    assert built("--version") == []
    assert built("show", "--json") == ["show"]
    assert built("-g", "show", "add-hand", "4") == ["add-hand", "show"]
    assert built("sho", "Show", "--show") == []


@pytest.mark.parametrize("words", [["-g", "show", "explain"], ["explain", "-g", "show"]], ids=" ".join)
def test_name_as_a_value(words: list[str], table: Table) -> None:
    """A game file that is called like a command is a game file."""
    absent = "show: there is no such file. score new starts a game; --game names another file.\n"
    assert table.score(*words) == Done("", absent, 3)
