"""Many game files: which there are, and what is in them.

Folders are searched with those in them, without hidden ones and without links to folders, which could lead round in a
circle. Of the files of a folder those count that look like games; a file that was named counts whatever it looks like.
"""
# os and os.path are loaded at every start; pathlib is not, and would cost time.
# ruff: noqa: PTH112, PTH113, PTH116, PTH118, PTH123

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.errors import GameFileError, Problem, ScorekeeperError
from scorekeeper.stats import record_of
from scorekeeper.storage.store import open_game

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import ProcessPoolExecutor

    from scorekeeper.stats import GameRecord

DEEPEST = 8
"""How many folders may stand in one another below the one that was named."""

MOST_ENTRIES = 100_000
"""No club has so many files; a whole disk has."""

MANY = 160
"""From so many files on, starting other processes costs less than they save."""

_CHUNK = 20
_MOST_PROCESSES = 8
_LOOKS_LIKE_A_GAME = re.compile(rb"^(?:\xef\xbb\xbf)?[ \t]*format\s*=", re.MULTILINE)

_HANDS = re.compile(rb"^[ \t]*\[\[[ \t]*hands[ \t]*\]\]", re.MULTILINE)
_PLAYERS = re.compile(rb"^[ \t]*players[ \t]*=", re.MULTILINE)
_RULES = re.compile(rb"^[ \t]*(?:\[[ \t]*rules[ \t]*\]|\[\[[ \t]*sides[ \t]*\]\]|sides[ \t]*=[ \t]*\{)", re.MULTILINE)


class Found(NamedTuple):
    """The game files below the paths that were named, and what could not be looked at."""

    files: tuple[str, ...]
    problems: tuple[Problem, ...]


class Reading(NamedTuple):
    """What came of reading one file.

    Attributes:
        file: The file.
        mark: What tells its bytes from those of other files.
        record: The game, summed up; None where it cannot be accepted.
        problems: What is wrong with it.
    """

    file: str
    mark: bytes
    record: GameRecord | None
    problems: tuple[Problem, ...] = ()


def looks_like_a_game(path: str) -> bool:
    """Whether a file begins as games do; what is wrong further down is for reading it to say."""
    return _begins_as_a_game(_head(path))


def _head(path: str) -> bytes:
    """The first bytes of a file; none where it cannot be read, or is no file."""
    try:
        if not os.path.isfile(path):
            return b""
        with open(path, "rb") as file:
            return file.read(4096)
    except OSError:
        return b""


def _begins_as_a_game(head: bytes) -> bool:
    return bool(_LOOKS_LIKE_A_GAME.search(head)) and b"players" in head


def _meant_as_a_game(path: str) -> bool:
    """Whether a file is a game, or nearly one: with a typo at its head, or saved in UTF-16.

    Nobody is to miss an evening in the figures without a word. A file of defaults names players, too, but has no hands
    and no table of rules.
    """
    head = _head(path)
    plain = head.replace(b"\0", b"")  # of UTF-16 what UTF-8 would have
    return _begins_as_a_game(head) or bool(_HANDS.search(plain) or (_PLAYERS.search(plain) and _RULES.search(plain)))


def find_games(paths: Sequence[str]) -> Found:
    """The game files that are named, and those in the folders that are named; each file once, however it is reached.

    Raises:
        GameFileError: There are more than `MOST_ENTRIES` files and folders.
    """
    search = _Search()
    for path in paths:
        if os.path.isdir(path):
            search.folder(path)
        elif os.path.lexists(path):
            search.file(path)
        else:
            what = "there is no such file or folder."
            search.problems.append(Problem(path, what, "Name game files, or folders with games."))
    return Found(tuple(search.files), tuple(search.problems))


class _Search:
    """A search as far as it has come."""

    def __init__(self) -> None:
        self.files: list[str] = []
        self.problems: list[Problem] = []
        self.seen: set[object] = set()
        self.entries = 0

    def file(self, path: str) -> None:
        """Takes in a file, unless it was reached by another way already."""
        if self._new(path):
            self.files.append(path)

    def folder(self, path: str, depth: int = 0) -> None:
        """Takes in the games of a folder, then those of the folders in it."""
        if not self._new(path):
            return
        if depth > DEEPEST:
            what = f"it stands {depth} folders deep and was not looked into."
            self.problems.append(Problem(path, what, "Name it by itself."))
            return
        try:
            with os.scandir(path) as entries:
                inside = sorted((entry for entry in entries if entry.name[:1] != "."), key=lambda entry: entry.name)
        except OSError as error:
            what = f"the folder cannot be read: {error.strerror or error}."
            self.problems.append(Problem(path, what, "Name another one."))
            return
        self._count(len(inside), path)
        within = "" if path == os.curdir else path
        folders = [entry.name for entry in inside if entry.is_dir(follow_symlinks=False)]
        for entry in inside:
            name = os.path.join(within, entry.name)
            if entry.name.endswith(".toml") and _meant_as_a_game(name):
                self.file(name)
        for folder in folders:
            self.folder(os.path.join(within, folder), depth + 1)

    def _count(self, entries: int, path: str) -> None:
        self.entries += entries
        if self.entries > MOST_ENTRIES:
            what = f"more than {MOST_ENTRIES:,} files and folders are here; that is no collection of games."
            raise GameFileError(Problem(path, what, "Name a folder with games."))

    def _new(self, path: str) -> bool:
        """Whether the file or folder was not met before, under this name or another."""
        try:
            status = os.stat(path)
        except OSError:
            key: object = path  # a link to nothing, for one; reading it will say what is wrong
        else:
            key = (status.st_dev, status.st_ino) if status.st_ino else os.path.realpath(path)
        new = key not in self.seen
        self.seen.add(key)
        return new


def read_games(files: Sequence[str]) -> Iterator[Reading]:
    """Each of the files, read, checked, scored and summed up, in order; a fault of one does not stop the rest."""
    done = 0
    processes = min(_processors(), _MOST_PROCESSES)
    if len(files) >= MANY and processes > 1:
        for reading in _read_by(processes, files):
            done += 1
            yield reading
    yield from map(_read, files[done:])


def _read(path: str) -> Reading:
    from hashlib import blake2b

    try:
        opened = open_game(path)
        mark = blake2b(opened.snapshot.data, digest_size=16).digest()
        return Reading(path, mark, record_of(path, opened.game, opened.sheet))
    except ScorekeeperError as error:
        return Reading(path, b"", None, error.problems)


def _read_chunk(files: Sequence[str]) -> list[Reading]:
    return [*map(_read, files)]


def _read_by(processes: int, files: Sequence[str]) -> Iterator[Reading]:
    """The files as several processes read them; it ends early where the system does not give them."""
    from concurrent.futures.process import BrokenProcessPool

    chunks = [files[at : at + _CHUNK] for at in range(0, len(files), _CHUNK)]
    try:
        pool = _pool(min(processes, len(chunks)))
    except (ImportError, NotImplementedError, OSError):  # no semaphores here, as on some phones
        return
    try:
        for readings in pool.map(_read_chunk, chunks):
            yield from readings
    except (BrokenProcessPool, OSError):  # too little memory, perhaps: the rest is read by this process
        return
    finally:
        pool.shutdown(cancel_futures=True)


def _pool(processes: int) -> ProcessPoolExecutor:
    """Processes that begin anew rather than as copies of this one: so it is the same on every system."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    return ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=_leave_stopping_to_the_parent)


def _leave_stopping_to_the_parent() -> None:
    """Ctrl-C reaches every process of a terminal; only the first one is to answer it."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _processors() -> int:
    """How many processors this program may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
