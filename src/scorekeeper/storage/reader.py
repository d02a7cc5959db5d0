"""From the tables of a file to the game: quickly, and only where the shape is right.

This reader knows one answer for a file of a wrong shape: it is wrong. What is wrong with it is for
`scorekeeper.storage.document` to say, whose models cost several times the start of the whole program.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from scorekeeper.bids import parse_bid
from scorekeeper.errors import GameFileError, HandError
from scorekeeper.game import Correction, Game, Hand, RuleChange, RuleChoice, Ruling, Side, partnerships
from scorekeeper.rules.presets import DEFAULT, flattened

if TYPE_CHECKING:
    from collections.abc import Mapping

LARGEST = 1_000_000
"""No figure in a game file is beyond this, above or below zero."""

MOST_HANDS = 20_000


class MalformedError(Exception):
    """The tables do not have the shape of a game."""


def read_game(tables: Mapping[str, Any]) -> Game:
    """The game that the tables hold.

    Raises:
        GameFileError: They do not have the shape of a game. Every fault is named, with its path.
    """
    try:
        return _game(tables)
    except MalformedError:
        from scorekeeper.storage.document import faults

        raise GameFileError(faults(dict(tables))) from None


def _game(tables: Mapping[str, Any]) -> Game:
    take = _Taker(tables)
    _figure(take("format", int))
    players = tuple(_each(take("players", list), str))
    game = Game(
        name=take("name", str, ""),
        players=players,
        sides=_sides(take("sides", dict, None), players),
        rules=_rules(take("rules", dict, None)),
        started=take("started", date, None),
        dealer=take("dealer", str, ""),
        rule_changes=tuple(_rule_change(table) for table in _each(take("rule_changes", list, []), dict)),
        hands=tuple(_hand(table) for table in _each(take("hands", list, []), dict)),
        corrections=tuple(_correction(table) for table in _each(take("corrections", list, []), dict)),
    )
    take.nothing_left()
    if len(game.hands) > MOST_HANDS:
        raise MalformedError
    return game


def _sides(table: dict[str, Any] | None, players: tuple[str, ...]) -> tuple[Side, ...]:
    if table is None:
        return partnerships(players)
    sides = [Side(name, tuple(_each(_is(members, list), str))) for name, members in table.items()]
    seats = {player: seat for seat, player in enumerate(players)}
    # In the order in which they sit, whatever the order in the file; strangers are found later.
    sides = [Side(name, tuple(sorted(members, key=lambda who: seats.get(who, 99)))) for name, members in sides]
    return tuple(sorted(sides, key=lambda side: seats.get(side.players[0], 99) if side.players else 99))


def _rules(table: dict[str, Any] | None) -> RuleChoice:
    chosen = dict(table or {})
    preset = _is(chosen.pop("preset", DEFAULT), str)
    return RuleChoice(preset, dict(flattened(chosen)))


def _hand(table: Mapping[str, Any]) -> Hand:
    take = _Taker(table)
    tricks = take("tricks", dict, None)
    totals = take("totals", dict, None)
    hand = Hand(
        bids={player: _bid(said) for player, said in take("bids", dict).items()},
        tricks=None if tricks is None else _figures(tricks),
        dealer=take("dealer", str, ""),
        totals=None if totals is None else _figures(totals),
        note=take("note", str, ""),
        rulings=tuple(_ruling(ruling) for ruling in _each(take("rulings", list, []), dict)),
        bid_at=take("bid_at", datetime, None),
        void=take("void", str, ""),
    )
    take.nothing_left()
    return hand


def _rule_change(table: Mapping[str, Any]) -> RuleChange:
    take = _Taker(table)
    settings = dict(flattened(take("settings", dict)))
    change = RuleChange(take("at", datetime), _figure(take("from_hand", int)), settings, take("why", str, ""))
    take.nothing_left()
    return change


def _ruling(table: Mapping[str, Any]) -> Ruling:
    take = _Taker(table)
    ruling = Ruling(
        kind=take("kind", str),
        player=take("player", str, ""),
        to=take("to", str, ""),
        side=take("side", str, ""),
        points=_figure(take("points", int, 0)),
        why=take("why", str, ""),
    )
    take.nothing_left()
    return ruling


def _correction(table: Mapping[str, Any]) -> Correction:
    take = _Taker(table)
    was = take("was", dict, None)
    correction = Correction(
        at=take("at", datetime),
        change=take("change", str),
        hand=_figure(take("hand", int)),
        entered=_figure(take("entered", int)),
        of=take("of", str, ""),
        why=take("why", str, ""),
        was=None if was is None else _hand(was),
    )
    take.nothing_left()
    return correction


def _bid(said: Any) -> Any:
    try:
        return parse_bid(said)
    except HandError:
        raise MalformedError from None


def _figures(table: dict[str, Any]) -> dict[str, int]:
    return {name: _figure(_is(value, int)) for name, value in table.items()}


def _figure(value: int) -> int:
    if not -LARGEST <= value <= LARGEST:
        raise MalformedError
    return value


def _is(value: Any, kind: type) -> Any:
    """The value, which must be of just this kind: a truth value is no number, a time is no date."""
    if type(value) is not kind:
        raise MalformedError
    return value


def _each(values: list[Any], kind: type) -> list[Any]:
    return [_is(value, kind) for value in values]


class _Taker:
    """Takes the known keys out of a table, so that the unknown ones are left."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self._left = dict(table)

    def __call__(self, key: str, kind: type, *default: Any) -> Any:
        if key in self._left:
            return _is(self._left.pop(key), kind)
        if not default:
            raise MalformedError
        return default[0]

    def nothing_left(self) -> None:
        if self._left:
            raise MalformedError
