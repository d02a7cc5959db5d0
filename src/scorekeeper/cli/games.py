"""Which game a command means."""
# os.path is loaded at every start; pathlib is not, and would cost time.
# ruff: noqa: PTH116, PTH118, PTH208

from __future__ import annotations

import os
import re
import stat
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING

from scorekeeper.cli.screen import say
from scorekeeper.errors import Problem, ScorekeeperError, UsageError
from scorekeeper.text import listed, safe

if TYPE_CHECKING:
    from collections.abc import Iterator

_NONE = "there is no game in this folder."
_START = "score new Ann Bob Cy Dee starts one; --game names a file elsewhere."


def to_read(path: str | None) -> str:
    """The game to look at or to correct: the one named, the only one here, or the one changed last, which is said.

    What is corrected is what was entered last, and so the game changed last is meant.

    Raises:
        UsageError: There is none.
    """
    found = _candidates(path)
    if len(found) > 1:
        say(f"{safe(found[0])}, changed last of {len(found)} games here; --game names another.")
    return found[0]


def to_change(path: str | None) -> str:
    """The game to write a hand to: the one named, the only one in the folder, or the only one that is not over.

    It must also be the one changed last: Friday's hand must not go into Thursday's game, even if Friday's is over.

    Raises:
        UsageError: There is none, or more than one could be meant.
    """
    found = _candidates(path)
    if len(found) == 1:
        return found[0]
    going = [game for game in found if _goes_on(game)]
    if going == found[:1]:
        say(f"{safe(going[0])}, the only one of {len(found)} games here that is not over.")
        return going[0]
    names = safe(listed(sorted({*going, found[0]})))
    raise UsageError(Problem("", f"more than one game could be meant: {names}.", "Say which with --game FILE."))


def to_play(path: str | None) -> str | None:
    """The game that an evening goes on with: the one that a hand would be written to; None where none is there yet.

    Where all games in the folder are over it is the one changed last.

    Raises:
        UsageError: More than one could be meant.
    """
    chosen = named(path)
    if chosen:
        return chosen if os.path.lexists(chosen) else None
    found = in_folder()
    if len(found) > 1 and not any(map(_goes_on, found)):
        say(f"{safe(found[0])}, changed last of {len(found)} games here; --game names another.")
        return found[0]
    return to_change(None) if found else None


def _candidates(path: str | None) -> list[str]:
    """The game that was named alone, or else all in the folder, the one changed last first; never none."""
    chosen = named(path)
    found = [chosen] if chosen else in_folder()
    if not found:
        raise UsageError(Problem("", _NONE, _START))
    return found


def named(path: str | None) -> str | None:
    """The game that was named, by the option or by SCORE_GAME; None where none was."""
    return path or os.environ.get("SCORE_GAME") or None


def in_folder() -> list[str]:
    """The game files of the folder, the one changed last first."""
    from scorekeeper.storage.collection import looks_like_a_game

    dated = sorted(((path_time(name), name) for name in _tables() if looks_like_a_game(name)), reverse=True)
    return [name for _, name in dated]


def changed_since(time: float) -> str | None:
    """The game of the folder that was changed last, if that was after a time; None where there is none.

    It is cheap enough to be asked every second. Links are passed over, so that it never leads out of the folder.
    """
    from scorekeeper.storage.collection import looks_like_a_game

    dated = []
    for name in _tables():
        with suppress(OSError):  # it may be gone by now
            status = os.lstat(name)
            if stat.S_ISREG(status.st_mode) and status.st_mtime > time:
                dated.append((status.st_mtime, name))
    return next((name for _, name in sorted(dated, reverse=True) if looks_like_a_game(name)), None)


def _tables() -> list[str]:
    """The TOML files of the folder."""
    return [name for name in os.listdir() if name.endswith(".toml") and not name.startswith(".")]


def path_time(name: str) -> float:
    """When a file was last changed."""
    return os.stat(name).st_mtime


def _goes_on(path: str) -> bool:
    from scorekeeper.storage import open_game

    try:
        return not open_game(path).sheet.outcome.over
    except ScorekeeperError:
        return True  # a game that cannot be read may well be the one that is meant


def next_name(path: str, day: str) -> str:
    """A file name that is not taken for the game after the one in a file: friday-2.toml after friday.toml."""
    folder, name = os.path.split(path)
    stem = name.removesuffix(".toml")
    if re.fullmatch(r"spades-[0-9]{4}-[0-9]{2}-[0-9]{2}(-[0-9]+)?", stem):
        return next(file for each in _names(day) if not os.path.lexists(file := os.path.join(folder, each)))
    stem = re.sub(r"-[0-9]{1,2}$", "", stem) if not re.search(r"-[0-9]{2}-[0-9]{2}$", stem) else stem
    numbered = (os.path.join(folder, f"{stem}-{number}.toml") for number in count(2))
    return next(file for file in numbered if not os.path.lexists(file))


def free_name(day: str) -> str:
    """A file name for a new game that is not taken."""
    return next(name for name in _names(day) if not os.path.lexists(name))


def _names(day: str) -> Iterator[str]:
    yield f"spades-{day}.toml"
    number = 2
    while True:
        yield f"spades-{day}-{number}.toml"
        number += 1
