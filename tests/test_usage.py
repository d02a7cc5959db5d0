"""Help and complaints of every command: whole lines, and none of the words of the libraries below."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
import typer

from scorekeeper.cli.app import app

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness import Table

THEIRS = re.compile(
    r"<|x<=|\bint\b|integer|\brange\b|\bargument|[Ii]nvalid|valid |requires|unexpected"
    r"|[Nn]o such (command|option)|value for"
)


def commands(group: Any, *before: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command and group: its words, and what Typer made of it."""
    yield before, group
    for name, command in getattr(group, "commands", {}).items():
        yield from commands(command, *before, name)


COMMANDS = dict(commands(typer.main.get_group(app)))


def complaints(command: Any) -> Iterator[tuple[str, ...]]:
    """Words that this command cannot take, of every kind that there is."""
    yield ("--colorr",)
    yield ("--json=5",)
    yield ("1", *["too-much"] * 9)
    yield ()
    for param in command.params:
        if param.opts[0].startswith("-") and not getattr(param, "is_flag", False):
            yield (param.opts[0],)
            yield (param.opts[0], "x")


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_help_is_whole(words: tuple[str, ...], table: Table) -> None:
    """At 80 columns nothing of a help is cut or too wide, and nothing of it is meant for programmers."""
    done = table.score(*words, "--help", env={"COLUMNS": "80", "TERMINAL_WIDTH": "80"})
    assert (done.err, done.code) == ("", 0)
    assert not [line for line in done.out.split("\n") if line.endswith(("...", "…")) and not line.startswith("Usage: ")]
    assert max(map(len, done.out.split("\n"))) <= 80
    assert not THEIRS.search(done.out.partition("\n")[2])


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_complaints(words: tuple[str, ...], table: Table) -> None:
    """Whatever is typed behind a command, what is wrong is said in our words."""
    for wrong in complaints(COMMANDS[words]):
        if (*words, *wrong) in [("demo",), ("serve",)]:
            continue  # that can be typed
        done = table.score(*words, *wrong)
        assert done.code != 4
        assert not THEIRS.search(done.err.replace("“1 too-much", "")), wrong


SAID = {
    ("show", "--as-of"): "score show: behind --as-of a value is missing. score show --help shows how.\n",
    ("serve", "--port", "abc"): "score serve: --port: “abc” is no whole number. score serve --help shows how.\n",
    ("show", "--json=5"): "score show: --json takes no value. score show --help shows how.\n",
    ("rule",): "score rule: a command is missing. score rule --help shows how.\n",
    ("edit",): "score edit: the hand is missing. score edit --help shows how.\n",
    ("explain", "1", "2", "3"): "score explain: too much was typed: “2 3”. score explain --help shows how.\n",
    ("shw",): "score: there is no command “shw”. Did you mean show? score --help shows how.\n",
}


@pytest.mark.parametrize("words", SAID, ids=" ".join)
def test_said(words: tuple[str, ...], table: Table) -> None:
    """What is wrong with a command line, whole."""
    done = table.score(*words)
    assert (done.out, done.err, done.code) == ("", SAID[words], 2)
