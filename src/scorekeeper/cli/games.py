"""Which game a command means."""
# os.path is loaded at every start; pathlib is not, and would cost time.
# ruff: noqa: PTH113, PTH116, PTH123, PTH208

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from scorekeeper.cli.screen import tell
from scorekeeper.errors import Problem, ScorekeeperError, UsageError
from scorekeeper.text import listed, safe

if TYPE_CHECKING:
    from collections.abc import Iterator

_NONE = "there is no game in this folder."
_START = "score new Ann Bob Cy Dee starts one; --game names a file elsewhere."
_LOOKS_LIKE_A_GAME = re.compile(rb"^(?:\xef\xbb\xbf)?[ \t]*format\s*=", re.MULTILINE)


def to_read(named: str | None) -> str:
    """The game to look at: the one named, the only one in the folder, or the one changed last, which is said.

    Raises:
        UsageError: There is none.
    """
    named = named or os.environ.get("SCORE_GAME")
    if named:
        return named
    found = _in_folder()
    if not found:
        raise UsageError(Problem("", _NONE, _START))
    if len(found) > 1:
        tell(f"{safe(found[0])}, changed last of {len(found)} games here; --game names another.")
    return found[0]


def to_change(named: str | None) -> str:
    """The game to write to: the one named, the only one in the folder, or the only one that is not over.

    Which game was changed last is no reason to write into it: Friday's hand must not go into Thursday's game.

    Raises:
        UsageError: There is none, or more than one could be meant.
    """
    named = named or os.environ.get("SCORE_GAME")
    if named:
        return named
    found = _in_folder()
    if not found:
        raise UsageError(Problem("", _NONE, _START))
    if len(found) == 1:
        return found[0]
    going = [path for path in found if _goes_on(path)]
    if len(going) == 1:
        tell(f"{safe(going[0])}, the only one of {len(found)} games here that is not over.")
        return going[0]
    names = safe(listed(sorted(going or found)))
    raise UsageError(Problem("", f"more than one game could be meant: {names}.", "Say which with --game FILE."))


def _in_folder() -> list[str]:
    """The game files of the folder, the one changed last first."""
    names = [name for name in os.listdir() if name.endswith(".toml") and not name.startswith(".")]
    dated = sorted(((path_time(name), name) for name in names if _looks_like_a_game(name)), reverse=True)
    return [name for _, name in dated]


def path_time(name: str) -> float:
    """When a file was last changed."""
    return os.stat(name).st_mtime


def _looks_like_a_game(name: str) -> bool:
    try:
        if not os.path.isfile(name):
            return False
        with open(name, "rb") as file:
            head = file.read(4096)
    except OSError:
        return False
    return bool(_LOOKS_LIKE_A_GAME.search(head)) and b"players" in head


def _goes_on(path: str) -> bool:
    from scorekeeper.storage import open_game

    try:
        return not open_game(path).sheet.outcome.over
    except ScorekeeperError:
        return True  # a game that cannot be read may well be the one that is meant


def free_name(day: str) -> str:
    """A file name for a new game that is not taken."""
    return next(name for name in _names(day) if not os.path.lexists(name))


def _names(day: str) -> Iterator[str]:
    yield f"spades-{day}.toml"
    number = 2
    while True:
        yield f"spades-{day}-{number}.toml"
        number += 1
