"""A game that is looked at while others change its file."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from hashlib import sha256
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.cli.games import changed_since, path_time
from scorekeeper.errors import ScorekeeperError
from scorekeeper.render.page import announced, game_body, game_page, page_title
from scorekeeper.render.words import problem_line
from scorekeeper.storage import open_game
from scorekeeper.storage.files import read

if TYPE_CHECKING:
    from scorekeeper.storage import OpenGame


class Shown(NamedTuple):
    """What browsers get.

    Attributes:
        mark: Tells this state from every other.
        page: The whole page.
        news: The state alone, as JSON, for a page that is open already.
    """

    mark: str
    page: bytes
    news: bytes


class Watched:
    """A game file, read again whenever its bytes have changed; to be asked from any thread.

    A file that cannot be read, or is no game at the moment, leaves what was shown before, with the reason.
    """

    def __init__(self, path: str, *, follows: bool = False) -> None:
        """The game at this path.

        Args:
            path: The file.
            follows: Whether another game of the folder takes its place once it is changed later, or begins.

        Raises:
            ScorekeeperError: It is no game to begin with.
        """
        self._path = path
        self._follows = follows
        self._changed = 0.0
        self._lock = Lock()
        self._good = open_game(path)
        self._data: bytes | None = self._good.snapshot.data
        self._problem = ""
        self._shown = _shown(self._good, "")

    def now(self) -> Shown:
        """The game as its file is now."""
        with self._lock:
            if self._follows:
                self._follow()
            try:
                self._look()
            except ScorekeeperError as error:
                self._data = None
                self._show(self._told(error))
            return self._shown

    def _follow(self) -> None:
        """Goes over to another game that was changed after this one; not to one that cannot be read yet."""
        with suppress(OSError):  # where this one is gone, it counts as changed when it was last seen
            self._changed = max(self._changed, path_time(self._path))
        with suppress(OSError, ScorekeeperError):
            newer = changed_since(self._changed)
            if newer is not None:
                self._good = open_game(newer)
                self._path, self._data = newer, None

    def _look(self) -> None:
        """Reads the file, and works the game out again if it is another."""
        if read(self._path).data != self._data:
            self._good = open_game(self._path)
            self._data = self._good.snapshot.data
            self._show("", anew=True)

    def _told(self, error: ScorekeeperError) -> str:
        """Why the file cannot be shown. Who reads the page need not learn in which folder it lies."""
        line = problem_line(error.problems[0])
        name = os.path.basename(self._path)  # noqa: PTH119  a word, not a place
        return (
            f"What the file holds now cannot be shown; below is what it held before. {line.replace(self._path, name)}"
        )

    def _show(self, problem: str, *, anew: bool = False) -> None:
        if anew or problem != self._problem:
            self._problem = problem
            self._shown = _shown(self._good, problem)


def _shown(opened: OpenGame, problem: str) -> Shown:
    game, sheet = opened.game, opened.sheet
    news = {
        "title": page_title(game),
        "game": game_body(game, sheet),
        "said": problem or announced(game, sheet),
        "problem": problem,
    }
    mark = sha256(json.dumps(news).encode()).hexdigest()[:24]
    page = game_page(game, sheet, live=True, state=mark, problem=problem)
    return Shown(mark, page.encode(), json.dumps({"state": mark, **news}).encode())
