"""Reads a recorded hand, a plain text that people write after the hand or while they watch it.

# What stands after a # is for people.
players: Ann, Bob, Cy, Dee            clockwise
rules: pagat                          a published rule set; may be left out
rule: play.lead_spades=anytime        a setting that differs; any number of these lines
hand Ann: AS KS 10h 9h S:765          the cards dealt, all of them or those that are known; may be left out
Ann: 5H KH 2S AH                      a trick: its leader, and the cards in order of play
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.errors import GameFileError, Problem, ScorekeeperError
from scorekeeper.game import LONGEST_NAME, RuleChoice, folded
from scorekeeper.referee.cards import UNKNOWN, Pack, card_words, pack_of
from scorekeeper.referee.play import RecordedHand, Trick, contradictions
from scorekeeper.rules import RuleSet
from scorekeeper.rules.presets import DEFAULT
from scorekeeper.storage import files
from scorekeeper.text import fit, suggestion, unsafe_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.game import Value
    from scorekeeper.referee.cards import Card

_MOST_BYTES = 100_000
_MOST_PROBLEMS = 20
_HEAD = ("players", "rules", "rule")


class Recorded(NamedTuple):
    """A recorded hand, and the rules by which it is judged."""

    hand: RecordedHand
    rules: RuleSet


class _Line(NamedTuple):
    number: int
    key: str
    text: str


def load_recorded(path: str, preset: str | None = None, settings: Mapping[str, Value] | None = None) -> Recorded:
    """The hand in a file; a rule set and settings given here stand above those of the file.

    Raises:
        GameFileError: It cannot be read, or what is written cannot be; with all faults, each with its line.
    """
    try:
        data = files.read(path).data
    except GameFileError as error:
        raise GameFileError(problem._replace(remedy="") for problem in error.problems) from None
    try:
        return parse_recorded(data, preset, settings)
    except GameFileError as error:
        problems = [problem.at(path) for problem in error.problems[:_MOST_PROBLEMS]]
        if len(error.problems) > _MOST_PROBLEMS:
            problems.append(Problem(path, f"{len(error.problems) - _MOST_PROBLEMS} more faults."))
        raise GameFileError(problems) from None


def parse_recorded(data: bytes, preset: str | None = None, settings: Mapping[str, Value] | None = None) -> Recorded:
    """The hand in the bytes of a file; as `load_recorded`.

    Raises:
        GameFileError: What is written cannot be.
    """
    return _Reader(_lines(_text(data))).recorded(preset, settings or {})


def _text(data: bytes) -> str:
    if len(data) > _MOST_BYTES:
        raise GameFileError(Problem("", f"it holds {len(data):,} bytes; no recorded hand has that many."))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        what = f"the byte 0x{data[error.start]:02X} is not UTF-8."
        raise GameFileError(Problem(f"line {line}", what, "Save the file as UTF-8 in the editor.")) from None


def _lines(text: str) -> list[_Line]:
    lines = []
    for number, whole in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), start=1):
        key, mark, rest = whole.partition("#")[0].partition(":")
        if key.strip() or mark:
            lines.append(_Line(number, " ".join(key.split()), rest.strip() if mark else ""))
    return lines


class _Reader:
    """One reading of a file, which gathers all that is wrong."""

    def __init__(self, lines: list[_Line]) -> None:
        self.head = [line for line in lines if line.key.casefold() in _HEAD]
        self.body = [line for line in lines if line.key.casefold() not in _HEAD]
        self.problems: list[Problem] = []

    def recorded(self, preset: str | None, settings: Mapping[str, Value]) -> Recorded:
        players = self._players()
        rules = self._rules(preset, settings)
        self._refuse()
        pack = pack_of(rules.deck, len(players))
        hands: dict[str, tuple[Card, ...]] = {}
        tricks: list[Trick] = []
        places: dict[tuple[str | int, ...], int] = {}
        for line in self.body:
            name, dealt = _name(line.key)
            player = next((player for player in players if folded(player) == folded(name)), None)
            cards = self._cards(pack, line, known=dealt)
            if player is None:
                self._note(line.number, *_stranger(line.key, name, players))
            elif not dealt:
                places["tricks", len(tricks)] = line.number
                tricks.append(Trick(player, cards))
            elif player in hands:
                self._note(line.number, f"{player}'s hand stands in line {places['hands', player]} already.")
            else:
                places["hands", player] = line.number
                hands[player] = cards
        self._refuse()
        hand = RecordedHand(players, (*tricks,), hands)
        if not tricks:
            self._note(0, "there is no trick in it.", f"A trick is a line such as {players[0]}: 5H KH 2S AH.")
        found = contradictions(rules, hand)
        self.problems += [p.at(f"line {places[p.path]}")._replace(path=()) if p.path else p for p in found]
        self._refuse()
        return Recorded(hand, rules)

    def _note(self, line: int, what: str, remedy: str = "") -> None:
        self.problems.append(Problem(f"line {line}" if line else "", what, remedy))

    def _refuse(self) -> None:
        if self.problems:
            raise GameFileError(self.problems)

    def _players(self) -> tuple[str, ...]:
        found = [line for line in self.head if line.key.casefold() == "players"]
        if not found:
            self._note(0, "it does not say who played.", "The first line is such as players: Ann, Bob, Cy, Dee.")
            return ()
        for line in found[1:]:
            self._note(line.number, f"the players stand in line {found[0].number} already.")
        number = found[0].number
        names = tuple(" ".join(name.split()) for name in found[0].text.split(","))
        if not 2 <= len(names) <= 6:
            self._note(number, f"{len(names)} players; expected 2 to 6, with commas between them.")
            return ()
        for at, name in enumerate(names):
            if not name or len(name) > LONGEST_NAME or unsafe_in(name) or folded(name) in _HEAD:
                self._note(number, f"“{fit(name, 40)}” cannot be a player's name here.")
            elif folded(name) in map(folded, names[:at]):
                self._note(number, f"there are two players called {name}.")
        return names

    def _rules(self, preset: str | None, settings: Mapping[str, Value]) -> RuleSet:
        name, said, last = preset or DEFAULT, dict[str, "Value"](), 0
        for line in self.head:
            key, mark, value = (part.strip() for part in line.text.partition("="))
            if line.key.casefold() == "rules" and not preset:
                name, last = line.text, line.number
            elif line.key.casefold() == "rule" and not (key and mark and value):
                self._note(line.number, f"“{fit(line.text, 40)}” is no setting.", "Write it as KEY=VALUE.")
            elif line.key.casefold() == "rule":
                said[key], last = _value(value), line.number
        try:
            return RuleSet(*RuleChoice(name, {**said, **settings}))
        except ScorekeeperError as error:
            self.problems += error.at(f"line {last}").problems if last else error.problems
            return RuleSet()

    def _cards(self, pack: Pack, line: _Line, *, known: bool) -> tuple[Card, ...]:
        cards = []
        for word in card_words(line.text):
            try:
                card = pack.read(word)
            except ScorekeeperError as error:
                self.problems += error.at(f"line {line.number}").problems
                continue
            if known and card.rank == UNKNOWN:
                self._note(line.number, f"“{fit(word, 30)}” names no card.", "Leave out what nobody knows of a hand.")
            cards.append(card)
        return (*cards,)


def _name(key: str) -> tuple[str, bool]:
    """The player of a line, and whether it is the hand dealt to that player."""
    first, _, rest = key.partition(" ")
    return (rest, True) if first.casefold() == "hand" and rest else (key, False)


def _stranger(key: str, name: str, players: tuple[str, ...]) -> tuple[str, str]:
    remedy = suggestion(name, players) or "A line is hand NAME: CARDS, or LEADER: CARDS."
    return f"“{fit(key, 40)}” is none of the players.", remedy


def _value(text: str) -> Value:
    if text in ("true", "false"):
        return text == "true"
    number = text.removeprefix("-")
    return int(text) if number.isascii() and number.isdigit() and len(number) <= 9 else text
