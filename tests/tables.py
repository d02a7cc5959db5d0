"""Short ways to write down the facts of a game."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from scorekeeper.bids import parse_bid
from scorekeeper.game import Game, Hand, RuleChange, RuleChoice, Ruling, Side, partnerships

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.game import Value

PLAYERS = ("Ann", "Bob", "Cy", "Dee")
US = "Ann & Cy"
THEM = "Bob & Dee"
MIDNIGHT = datetime.datetime.fromisoformat("2026-03-01T00:00")


def hand(
    bids: str,
    tricks: str | Mapping[str, int] = "",
    *,
    players: Sequence[str] = PLAYERS,
    dealer: str = "",
    totals: Mapping[str, int] | None = None,
    reneges: Sequence[str] = (),
) -> Hand:
    """A hand: bids and tricks in seat order, as in ``hand("4 nil 3 bn", "4 0 4 5")``; no tricks while it is played.

    Without bids it is a hand that bids itself. A renege is told by its player, with ``to`` and a side where somebody
    must say who is paid: ``"Ann"``, ``"Ann to Bob"``.
    """
    said = dict(zip(players, map(parse_bid, bids.split()), strict=False))
    if isinstance(tricks, str):
        won = dict(zip(players, map(int, tricks.split()), strict=True)) if tricks else None
    else:
        won = dict(tricks)
    rulings = (renege.partition(" to ") for renege in reneges)
    return Hand(said, won, dealer, totals, rulings=tuple(Ruling("renege", player, to) for player, _, to in rulings))


def game(
    *hands: Hand,
    players: Sequence[str] = PLAYERS,
    sides: Sequence[Side] = (),
    preset: str = "pagat-blind-nil",
    settings: Mapping[str, Value] | None = None,
    dealer: str = "",
    changes: Mapping[int, Mapping[str, Value]] | None = None,
) -> Game:
    """A game of these hands; with four players two partnerships, if no sides are named.

    `changes` holds settings by the number of the hand from which on they are played by.
    """
    rules = RuleChoice(preset, settings or {})
    table = tuple(sides) or partnerships(players)
    changed = tuple(RuleChange(MIDNIGHT, number, chosen) for number, chosen in (changes or {}).items())
    return Game("Friday", tuple(players), table, rules, dealer=dealer, rule_changes=changed, hands=hands)
