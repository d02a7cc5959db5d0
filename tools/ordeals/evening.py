"""A game that is written to while things go wrong: the commands, and what must hold after each of them."""

from __future__ import annotations

import contextlib
import datetime
import io
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from unittest import mock

from scorekeeper.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Iterator

NOW = datetime.datetime.fromisoformat("2026-11-27T20:14:00")
GAME = "g.toml"
NEW = ("new", "Ann", "Bob", "Cy", "Dee", "--sides", "Us,Them", "--target", "100000")
HAND = ("add-hand", "4", "3", "2", "3", "/", "7")
STEPS: tuple[tuple[str, ...], ...] = (
    HAND,
    ("bid", "4", "3", "nil", "4"),
    ("tricks", "5", "3", "0", "5"),
    ("edit", "2", "/", "6", "--why", "counted again"),
    ("undo",),
    ("redo",),
    ("rules", "--change", "nil.made=60"),
    ("rule", "renege", "2", "Bob"),
    ("adjust", "1", "Us=-30", "--why", "agreed by all"),
    ("void", "3"),
)
"""Commands that write, in an order in which each can be done; then the game begins anew."""

ANOTHER = ("rules", "--change", "bags.limit=7")
"""A command that writes to any of these games."""


class Ran(NamedTuple):
    """How a command ended: its exit code and what it told."""

    code: int
    err: str


class Ordeal:
    """A folder with a game, and what has been seen there.

    Attributes:
        folder: The folder, in which the process is.
        old: How often a file was found as it had been before the command, whole.
        new: How often as it should be after it, whole.
        left: How many temporary files were found.
        losses: What should never be, each in a sentence.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.old = self.new = self.left = 0
        self.losses: list[str] = []

    @property
    def path(self) -> Path:
        """The game."""
        return self.folder / GAME

    @property
    def done(self) -> int:
        """How many times something was done to the game."""
        return self.old + self.new

    def data(self) -> bytes | None:
        """What the game's file holds; None where it is not there."""
        return self.path.read_bytes() if self.path.exists() else None

    def begin(self, data: bytes | None) -> None:
        """Puts the file in its place, or takes it away."""
        if data is None:
            self.path.unlink(missing_ok=True)
        else:
            self.path.write_bytes(data)

    def after(self, data: bytes | None, words: tuple[str, ...]) -> bytes:
        """What the file should hold after a command; worked out in another folder."""
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            other = Ordeal(Path(folder))
            other.begin(data)
            ran = run(*words)
            made = other.data()
        if ran.code or made is None or made == data:
            message = f"{' '.join(words)}: {ran.err}"
            raise RuntimeError(message)
        return made

    def temporaries(self) -> list[str]:
        """The temporary files that lie about."""
        return sorted(path.name for path in self.folder.iterdir() if path.name.endswith(".tmp"))

    def judge(self, what: str, words: tuple[str, ...], before: bytes | None, after: bytes) -> None:
        """Looks at the file, and whether the next commands work; counts, and notes what was lost."""
        found = self.data()
        left = self.temporaries()
        self.left += len(left)
        if found == before:
            self.old += 1
        elif found == after:
            self.new += 1
        else:
            self.losses.append(f"{what}: the file is neither old nor new, with {len(found or b'')} bytes")
            self.begin(before)
        if found is not None:
            ran = run("show")
            self._expect(not ran.code, f"{what}: show ends with {ran.code}: {ran.err}")
        again = self.data() == before
        ran = run(*(words if again else ANOTHER))
        self._expect(not ran.code, f"{what}: the next command ends with {ran.code}: {ran.err}")
        self._expect(not again or self.data() == after, f"{what}: the next command did not do what it should")
        self.begin(after)
        self._expect(not self.temporaries(), f"{what}: {self.temporaries()} stayed after the next write")

    def _expect(self, good: object, loss: str) -> None:
        if not good:
            self.losses.append(loss)


@contextlib.contextmanager
def ordeal() -> Iterator[Ordeal]:
    """An empty folder to work in, at a time that stands still."""
    around = {name: text for name, text in os.environ.items() if not name.startswith("SCORE_")}
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.chdir(folder),
        mock.patch.dict(os.environ, around, clear=True),
        mock.patch("scorekeeper.cli.clock.now", return_value=NOW),
    ):
        yield Ordeal(Path(folder))


def run(*words: str) -> Ran:
    """Runs a command on the game in this process."""
    out, err = io.StringIO(), io.StringIO()
    with mock.patch.multiple(sys, stdin=io.StringIO(), stdout=out, stderr=err):
        code = int(main([*words, "--game", GAME]))
    return Ran(code, err.getvalue())


def first_game(hands: int = 2) -> bytes:
    """A new game with some hands."""
    with ordeal() as made:
        for words in (NEW, *[HAND] * hands):
            ran = run(*words)
            if ran.code:
                raise RuntimeError(ran.err)
        return made.path.read_bytes()
