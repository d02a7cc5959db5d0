"""Short ways to write down the facts of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.bids import parse_bid
from scorekeeper.game import Game, Hand, RuleChoice, Side, partnerships

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.game import Value

PLAYERS = ("Ann", "Bob", "Cy", "Dee")
US = "Ann & Cy"
THEM = "Bob & Dee"


def hand(
    bids: str,
    tricks: str | Mapping[str, int] = "",
    *,
    players: Sequence[str] = PLAYERS,
    dealer: str = "",
    totals: Mapping[str, int] | None = None,
) -> Hand:
    """A hand: bids and tricks in seat order, as in ``hand("4 nil 3 bn", "4 0 4 5")``; no tricks while it is played."""
    said = dict(zip(players, map(parse_bid, bids.split()), strict=False))
    if isinstance(tricks, str):
        won = dict(zip(players, map(int, tricks.split()), strict=True)) if tricks else None
    else:
        won = dict(tricks)
    return Hand(said, won, dealer, totals)


def game(
    *hands: Hand,
    players: Sequence[str] = PLAYERS,
    sides: Sequence[Side] = (),
    preset: str = "pagat-blind-nil",
    settings: Mapping[str, Value] | None = None,
    dealer: str = "",
) -> Game:
    """A game of these hands; with four players two partnerships, if no sides are named."""
    rules = RuleChoice(preset, settings or {})
    table = tuple(sides) or partnerships(players)
    return Game("Friday", tuple(players), table, rules, dealer=dealer, hands=hands)
