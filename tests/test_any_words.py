"""Whatever words stand behind `score`, it answers or refuses: never a fault of its own, never a traceback.

The commands and their options are those of the Typer app, so that a new one is tried without a word here. Standard
input is empty, no server is started, no name of a machine is looked up, and outside of the test's own folder nothing
can be written or listed.

`python tools/fuzz.py words --runs 2000` tries so many command lines for each command.
"""

from __future__ import annotations

import errno
import os
import shutil
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import typer.main
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness import Table
from scorekeeper.cli import serve
from scorekeeper.cli.app import app

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLES = Path(__file__).parent.parent / "examples"
RUNS = int(os.environ.get("SCORE_FUZZ_RUNS", "0"))
TRIED = settings(
    max_examples=RUNS or 12, derandomize=not RUNS, database=None, deadline=None, suppress_health_check=[*HealthCheck]
)

# What a shell can hand over: any text without NUL; what is not UTF-8 comes as lone surrogates.
TEXT = st.text(st.characters(exclude_characters="\0"), max_size=12) | st.text("0123456789+-=/,.:# nbAU\t\n", max_size=8)
KNOWN = st.sampled_from(
    [
        *("4", "3", "0", "n", "nil", "bn", "b6", "13", "/", "5", "8", "Ann=4", "Us=8", "Us=-30", "Us=+-3", "2+2"),
        *("1", "2", "-1", "99", "9" * 30, "9" * 5000, "Ann", "bob", "Us", "Them", "Ann,Bob,Cy,Dee", "Us,Them", "x,y,z"),
        *("nil.made=50", "bags.limit=0", "deck.pack=four-deuces", "ending.target=x", "bags", "nil", "pagat", "bicycle"),
        *("AS", "5H KH 2S", "D?", "BJ", "S:AKQ", "10h", "\U0001f0a1", "2026-11-27", "2026-11", "2026", "9999-99-99"),
        *("friday.toml", "paper-sheet.csv", "recorded-hand.txt", ".", "..", "/", "", " ", "-", "--", "a/b.toml"),
        *("won", "name", "blind-nil", "127.0.0.1", "::1", "0", "65536", "\ud800", "[b]", "=1+1", "\x1b[31m", "é"),
    ]
)  # fmt: skip
WORD = KNOWN | TEXT


def commands(group: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """All commands with the words that call them; those with commands of their own, too."""
    yield path, group
    for name, command in getattr(group, "commands", {}).items():
        yield from commands(command, (*path, name))


COMMANDS = dict(commands(typer.main.get_command(app)))


@st.composite
def words_for(draw: st.DrawFn, command: Any) -> list[str]:
    """Words and options of a command, some of them right and some not."""
    said: list[str] = []
    for option in command.params:
        if option.param_type_name == "argument":
            most = 9 if option.nargs == -1 else 2
            said += draw(st.lists(WORD, max_size=most))
        elif draw(st.integers(0, 3)) == 0:
            said.append(draw(st.sampled_from(option.opts)))
            said += [] if option.is_flag else [draw(WORD)]
    return draw(st.permutations(said)) if draw(st.integers(0, 4)) == 0 else said


@contextmanager
def walled(folder: Path) -> Iterator[None]:
    """Nothing outside of the folder can be written or listed while this lasts."""
    WALL.append(str(folder.resolve()))
    try:
        yield
    finally:
        WALL.pop()


WALL: list[str] = []
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGING = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod"}


def watch(event: str, facts: tuple[Any, ...]) -> None:
    """Refuses what the wall is for, as a system does on which one may not."""
    if not WALL:
        return
    outside = event in CHANGING | {"os.scandir"} or (
        event == "open" and isinstance(facts[2], int) and facts[2] & WRITING
    )
    if outside and isinstance(facts[0], str | bytes):
        path = os.path.realpath(os.fsdecode(facts[0]))
        if not path.startswith(WALL[-1]) and path != os.devnull:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)


sys.addaudithook(watch)


class NoServer:
    """Stands where the server would: every port is taken."""

    def __init__(self, *_: object) -> None:
        raise OSError(errno.EADDRINUSE, "in use")


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_any_words(path: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Any words and options of a command end with an answer, a verdict, or a refusal in words."""
    monkeypatch.setattr(serve, "PageServer", NoServer)

    @TRIED
    @given(words_for(COMMANDS[path]))
    def tried(words: list[str]) -> None:
        with tempfile.TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
            folder = Path(name)
            for file in ("friday.toml", "paper-sheet.csv", "recorded-hand.txt"):
                shutil.copy(EXAMPLES / file, folder)
            table = Table(folder, patch)
            with walled(folder):
                done = table.score(*path, *words)
            assert done.code in (0, 1, 2, 3), (words, done)
            assert "Traceback" not in done.err, (words, done)
            assert done.code == 0 or done.out or done.err, (words, done)

    tried()
