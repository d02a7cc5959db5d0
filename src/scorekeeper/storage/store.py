"""Opening a game, and putting a changed one in its place.

What is written is never a new layout of the file: the blocks that differ are spliced into the text that was read,
the result is read again, and only if that gives the game that was meant does it replace the file.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.errors import GameFileError, Problem, ScorekeeperError
from scorekeeper.game import table_problems
from scorekeeper.scoring import score_game
from scorekeeper.storage import files
from scorekeeper.storage.reader import read_game
from scorekeeper.storage.source import read_source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.game import Game
    from scorekeeper.sheet import GameSheet
    from scorekeeper.storage.files import Snapshot
    from scorekeeper.storage.source import Source


class OpenGame(NamedTuple):
    """A game with the file that it came from.

    Attributes:
        snapshot: The file's name and its bytes when it was read.
        source: Its text.
        game: The facts in it.
        sheet: The game, scored.
    """

    snapshot: Snapshot
    source: Source
    game: Game
    sheet: GameSheet

    @property
    def path(self) -> str:
        """The file, as it was named."""
        return self.snapshot.path

    def place(self, path: tuple[str | int, ...]) -> str:
        """The line at which something stands in the file, as people say it; empty if it stands nowhere."""
        return _line_of(self.source.text, path)


def open_game(path: str) -> OpenGame:
    """Reads, checks and scores a game file.

    Raises:
        GameFileError: It cannot be read or is not a game. All other errors below mean the file as well: each
            problem names the file and the line.
        RuleSettingError: Its rules cannot be.
        HandError: The facts of a hand cannot be.
        GameOverError: A hand stands after the end.
    """
    snapshot = files.read(path)
    text = ""
    try:
        source = read_source(snapshot.data)
        text = source.text
        game = _accepted(read_game(source.tables))
        return OpenGame(snapshot, source, game, score_game(game))
    except ScorekeeperError as error:
        raise type(error)(_placed(problem, path, text) for problem in error.problems) from None


def load_game(path: str) -> Game:
    """The game in a file, checked; see `open_game` for what is raised."""
    return open_game(path).game


def _accepted(game: Game) -> Game:
    problems = table_problems(game.players, game.sides)
    if game.dealer and game.dealer not in game.players:
        problems.append(Problem("dealer", f"nobody is called “{game.dealer}”.", "", ("dealer",)))
    if problems:
        raise GameFileError(problems)
    return game


def _placed(problem: Problem, path: str, text: str) -> Problem:
    """The problem with its file and line."""
    line = _line_of(text, ("rules", *problem.path) if problem.where == "rules" else problem.path)
    return problem.at(f"{path}, {line}" if line else path)


def _line_of(text: str, path: tuple[str | int, ...]) -> str:
    if not text or not path:
        return ""
    from scorekeeper.storage.toml_text import TomlText

    place = TomlText(text).place(path)
    return f"line {place[0]}" if place else ""


@contextmanager
def changing(path: str) -> Iterator[OpenGame]:
    """A game that is about to be changed: nobody else can change it until the block ends.

    Raises:
        GameFileError: Another program holds it; and all that `open_game` raises.
    """
    with files.locked(path):
        yield open_game(path)


def save(opened: OpenGame, game: Game) -> OpenGame:
    """Puts a changed game in the place of the one that was opened. To be called within `changing`.

    Raises:
        GameFileError: It cannot be written, the file has changed since it was read, or its form does not let the
            change be made in place. The file is as it was.
    """
    from scorekeeper.storage.splice import spliced

    text = spliced(opened.source.text, opened.game, game)
    data = opened.source.encoded(text)
    source, sheet = _verified(opened, data, game)
    return OpenGame(files.replace(opened.snapshot, data), source, game, sheet)


def _verified(opened: OpenGame, data: bytes, game: Game) -> tuple[Source, GameSheet]:
    """Reads the new bytes as the next command will, and compares."""
    try:
        source = read_source(data)
        same = read_game(source.tables) == game
    except ScorekeeperError:
        same = False
    if not same:
        what = "the change does not fit into the file as it is written; nothing was changed."
        remedy = "Write each hand as a block of its own, [[hands]], below all other tables."
        raise GameFileError(Problem(opened.path, what, remedy))
    return source, score_game(game)


def create(path: str, game: Game) -> OpenGame:
    """Writes a new game file, and opens it.

    Raises:
        GameFileError: Something is there already, or it cannot be written.
    """
    from scorekeeper.storage.blocks import document

    data = document(game).encode()
    source = read_source(data)
    _accepted(read_game(source.tables))
    return OpenGame(files.create(path, data), source, game, score_game(game))
