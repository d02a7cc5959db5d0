"""Opening a game, and putting a changed one in its place.

What is written is never a new layout of the file: the blocks that differ are spliced into the text that was read,
the result is read again, and only if that gives the game that was meant does it replace the file.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.errors import GameFileError, Problem, RuleSettingError, ScorekeeperError
from scorekeeper.game import table_problems
from scorekeeper.rules import RuleSet
from scorekeeper.scoring import score_game
from scorekeeper.storage import files
from scorekeeper.storage.reader import read_game
from scorekeeper.storage.source import read_source
from scorekeeper.text import suggestion

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scorekeeper.game import Game, RuleChoice
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
    try:
        source = read_source(snapshot.data)
        game = _accepted(read_game(source.tables))
        return OpenGame(snapshot, source, game, score_game(game))
    except ScorekeeperError as error:
        raise type(error)(_placed(error.problems, path, snapshot.data)) from None


def load_game(path: str) -> Game:
    """The game in a file, checked; see `open_game` for what is raised."""
    return open_game(path).game


def _accepted(game: Game) -> Game:
    """The game, with a table, rules and corrections that can be. Hands are for the scoring to judge."""
    problems = table_problems(game.players, game.sides)
    if game.dealer and game.dealer not in game.players:
        remedy = suggestion(game.dealer, game.players) or f"Known are {', '.join(game.players)}."
        problems.append(Problem("dealer", f"nobody is called “{game.dealer}”.", remedy, ("dealer",)))
    problems += _rule_problems(game, fitting=not problems)
    if game.corrections and not problems:
        from scorekeeper.storage.corrections import correction_problems

        problems += correction_problems(game)
    if problems:
        raise GameFileError(problems)
    return game


def _rule_problems(game: Game, *, fitting: bool) -> Iterator[Problem]:
    """What is wrong with the rules that the game began by, or else with what was changed of them.

    Args:
        game: The game.
        fitting: Whether the table is known well enough to ask if the rules fit it.
    """
    table = (len(game.players), len(game.sides)) if fitting else None
    first = [*_faults_of(game.rules, table)]
    if first:
        yield from first
        return
    last = 1
    for at, change in enumerate(game.rule_changes):
        place = (f"rule change {at + 1}", ("rule_changes", at))
        if change.from_hand < last:
            what = f"from_hand is {change.from_hand}; expected {last} or more, as changes stand in order."
            yield Problem("", what, "Count the hands again.", ("from_hand",)).at(*place)
        last = max(last, change.from_hand)
        for problem in _faults_of(game.rules_at(change.from_hand), table):
            yield problem._replace(path=("settings", *problem.path)).at(*place)


def _faults_of(choice: RuleChoice, table: tuple[int, int] | None) -> Iterator[Problem]:
    """What is wrong with a choice of rules, and with their fitting a table of players and sides."""
    try:
        rules = RuleSet(*choice)
    except RuleSettingError as error:
        yield from error.problems
        return
    if table:
        yield from rules.misfits(*table)


def _placed(problems: Iterable[Problem], path: str, data: bytes) -> list[Problem]:
    """The problems with their file and line, in the order of the lines."""
    paths = [("rules", *found.path) if found.where == "rules" else found.path for found in problems]
    places = lines_of(data.decode("utf-8-sig", "replace"), paths)
    ordered = sorted(zip(places, problems, strict=True), key=lambda pair: pair[0])
    return [problem.at(f"{path}, line {line}" if line else path) for line, problem in ordered]


def lines_of(text: str, paths: Sequence[tuple[str | int, ...]]) -> list[int]:
    """The lines at which things stand in a file; 0 for what stands nowhere."""
    if not any(paths):
        return [0] * len(paths)
    from scorekeeper.storage.toml_text import TomlText

    parsed = TomlText(text)
    return [(parsed.place(path) or (0, 0))[0] for path in paths]


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

    try:
        text = spliced(opened.source.text, opened.game, game)
    except GameFileError as error:
        raise error.at(opened.path) from None
    data = opened.source.encoded(text)
    source, sheet = _verified(opened, data, game)
    return OpenGame(files.replace(opened.snapshot, data), source, game, sheet)


def _verified(opened: OpenGame, data: bytes, game: Game) -> tuple[Source, GameSheet]:
    """Reads the new bytes as the next command will, and compares."""
    try:
        source = read_source(data)
        same = _accepted(read_game(source.tables)) == game
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
