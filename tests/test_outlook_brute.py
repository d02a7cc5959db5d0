"""The ways to win of the outlook, by brute force: every bid of both sides, every trick, the whole game replayed.

Few tricks make a hand that can be tried out whole. What the outlook tells must be what then comes of it.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

import pytest

from scorekeeper import score_game
from scorekeeper.bids import BLIND_NIL, NIL, Bid
from scorekeeper.game import Hand, Ruling, Side
from scorekeeper.referee.outlook import outlook
from scorekeeper.scoring import objections_to
from tables import game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.game import Game, Value
    from scorekeeper.referee.trial import Result
    from scorekeeper.sheet import Outcome

SIDES = (Side("Us", ("Ann", "Cy")), Side("Them", ("Bob", "Dee")))
HOUSES: list[dict[str, Value]] = [
    {},
    {"blind_nil.deficit": 20},
    {"bidding.zero": "plain", "bags.points": 5},
    {"double_nil.scoring": "unit", "double_nil.made": 300, "nil.failed_tricks": "help-contract"},
    {"ending.floor": -40, "nil.made": 30, "nil.failed": 30},
    {"blind_bid.minimum": 2, "blind_bid.deficit": 0, "nil.partner_minimum": 2},
    {"bidding.constraint": "suicide", "contract.set_penalty": "none"},
    {"bidding.table_minimum": 3, "nil.made": 40, "double_nil.scoring": "forbidden"},
    {"nil.failed": 0, "contract.set_penalty": "short", "ending.tie": "fewer-bags"},
    {"ending.consecutive_sets": 2, "moon.wins": True, "nil.allowed": False, "blind_nil.allowed": False},
]
"""House rules that bear on who can win with one hand."""


class Course(NamedTuple):
    """What the two partners of a side bid and win."""

    bids: tuple[Bid, ...]
    tricks: tuple[int, ...]


class Tried:
    """The next hand of a game, tried out in every way."""

    def __init__(self, played: Game, deal: int) -> None:
        self.played, self.deal = played, deal
        self.allowed = cache(self._allowed)
        self.courses = cache(lambda side, pile: [*self._courses(side, pile)])

    def _allowed(self, *bids: tuple[str, Bid]) -> bool:
        return not objections_to(self.played, dict(bids))

    def _courses(self, side: Side, pile: int) -> Iterator[Course]:
        """All that a side can bid and win; which of the partners bids which is all one."""
        numbers = range(self.deal + 1)
        bids = [*map(Bid, numbers), *(Bid(number, blind=True) for number in numbers), NIL, BLIND_NIL]
        for pair in combinations_with_replacement(bids, 2):
            if self.allowed(*zip(side.players, pair, strict=True)):
                yield from (Course(pair, (first, pile - first)) for first in range(pile + 1))

    def end(self, side: Side, own: Course, other: Side, theirs: Course) -> Outcome | None:
        """How the game stands after such a hand; None where the rules do not let the sides bid so together."""
        players = (*side.players, *other.players)
        bids = dict(zip(players, (*own.bids, *theirs.bids), strict=True))
        if not self.allowed(*bids.items()):
            return None
        tricks = dict(zip(players, (*own.tricks, *theirs.tricks), strict=True))
        return score_game(self.played._replace(hands=(*self.played.hands, Hand(bids, tricks)))).outcome

    def ends(self, side: Side, own: Course, other: Side) -> Iterator[Outcome]:
        """All that can come of it where one side does just this."""
        for theirs in self.courses(other, self.deal - sum(own.tricks)):
            end = self.end(side, own, other, theirs)
            if end:
                yield end


def course(side: Side, result: Result) -> Course:
    """A result as the facts of a hand."""
    took = {nil.player: nil.took for nil in result.sheet.nils}
    number = next((player for player in side.players if player not in took), "")
    took |= {player: 0 for player in side.players if player not in took}
    if number:
        took[number] = result.tricks - sum(took.values())
    return Course(result.bids, tuple(took[player] for player in side.players))


def position(seed: int, deal: int) -> Game:
    """A game of two sides near the target, near a bag penalty, or far behind."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    target = chance.choice([60, 100, 150])
    house = HOUSES[seed % len(HOUSES)]
    rules = {"deck.tricks": deal, "ending.target": target, "bags.limit": chance.choice([2, 3, 10]), "bags.penalty": 50}
    nil = NIL if house.get("bidding.constraint") else Bid(1)
    first = chance.randint(0, deal)
    rulings = []
    for side in SIDES:
        points = target - chance.choice([5, 15, 25, 40, 70, 100, 130])
        rulings.append(Ruling("adjustment", side=side.name, points=points or 1, why="so far"))
    tricks = {"Ann": first, "Bob": deal - first, "Cy": 0, "Dee": 0}
    bids = {"Ann": Bid(1), "Bob": Bid(1), "Cy": nil, "Dee": nil}
    return game(Hand(bids, tricks, rulings=tuple(rulings)), sides=SIDES, settings={**rules, **house})


def told_truly(played: Game, deal: int, *, every: bool = True) -> int:
    """Holds all that is told of the ways to win against the replays; `every` bid is tried where nothing wins.

    Returns:
        How many sides were looked at.
    """
    if score_game(played).outcome.over:
        return 0
    tried, found = Tried(played, deal), outlook(played)
    if found.idle.over:
        return 0
    for side, other in (SIDES, SIDES[::-1]):
        for way in found.sides[side.name].wins:
            own = course(side, way.result)
            ends = [*tried.ends(side, own, other)]
            won = [end.winner == side.name for end in ends]
            assert any(won), "a way that is told wins when nothing stops it"
            assert all(won) == (not way.rivals), "nobody can stop it if and only if nothing does"
            for stopping in way.rivals.values():
                theirs = course(other, stopping)
                end = tried.end(side, own, other, theirs)
                assert sum(own.tricks) + sum(theirs.tricks) == deal
                assert end, "what is told can be bid"
                assert end.winner != side.name, "what is told stops it"
        if not found.sides[side.name].wins and every:
            ends = [
                end
                for pile in range(deal + 1)
                for own in tried.courses(side, pile)
                for end in tried.ends(side, own, other)
            ]
            assert not [end for end in ends if end.winner == side.name and "has lost" not in end.reason]
    return 2


@pytest.mark.parametrize("house", range(len(HOUSES)))
def test_ways_to_win_by_brute_force(house: int) -> None:
    """Under each house rule, what is told of the ways to win is what comes of all bids and all tricks."""
    assert sum(told_truly(position(house + at * len(HOUSES), 2), 2) for at in range(6))
