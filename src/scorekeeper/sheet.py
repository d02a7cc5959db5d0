"""Results: lines with reasons, standings, and how the game stands. A score is the sum of its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scorekeeper.errors import Problem
    from scorekeeper.game import Hand


class Line:
    """One reasoned entry of a score.

    Attributes:
        rule: What the entry is called at the table, such as ``contract`` or ``bag penalty``.
        group: The rule that made it, as the first half of its setting keys: ``contract``, ``bags``.
        points: Points won or lost.
        bags: Bags added to the side's count, or taken off it by a penalty.
        reason: Why, in words. Made only when it is asked for.
    """

    __slots__ = ("_because", "bags", "group", "points", "rule")

    def __init__(self, rule: str, group: str, points: int, bags: int, because: Callable[[], str]) -> None:
        self.rule = rule
        self.group = group
        self.points = points
        self.bags = bags
        self._because = because

    @property
    def reason(self) -> str:
        return self._because()

    def _facts(self) -> tuple[str, str, int, int, str]:
        return self.rule, self.group, self.points, self.bags, self.reason

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Line) and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash((self.rule, self.points, self.bags))

    def __repr__(self) -> str:
        return f"Line({self.rule!r}, {self.points:+d} points, {self.bags:+d} bags, {self.reason!r})"


class Standing(NamedTuple):
    """A side's score in points and its bags, before or after a hand."""

    score: int = 0
    bags: int = 0


class Nil(NamedTuple):
    """A nil that was bid: by whom, blind or not, and the tricks that the bidder won."""

    player: str
    blind: bool
    took: int

    @property
    def made(self) -> bool:
        """Whether the bidder won no trick."""
        return not self.took


class SideSheet(NamedTuple):
    """One side's hand, scored.

    Attributes:
        before: The standing before the hand.
        lines: The entries whose sums are the hand's points and bags.
        set: Whether the side had a contract and did not make it.
        moon: Whether it bid all the tricks and made them.
        reneged: Whether it was found to have reneged.
        contract: The tricks that it had to win; None where nobody bid a number.
        counted: The tricks that counted towards that.
        nils: The nils that were bid.
    """

    before: Standing
    lines: tuple[Line, ...]
    set: bool = False
    moon: bool = False
    reneged: bool = False
    contract: int | None = None
    counted: int = 0
    nils: tuple[Nil, ...] = ()

    @property
    def points(self) -> int:
        """The hand's points: the sum of its lines."""
        return sum(line.points for line in self.lines)

    @property
    def bags(self) -> int:
        """The change of the bag count: the sum of its lines."""
        return sum(line.bags for line in self.lines)

    @property
    def after(self) -> Standing:
        """The standing after the hand."""
        return Standing(self.before.score + self.points, self.before.bags + self.bags)


class Outcome(NamedTuple):
    """How the game stands after its last hand.

    Attributes:
        winner: The side that has won, or None while the game goes on.
        reason: Why, in a sentence.
    """

    winner: str | None
    reason: str

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.winner is not None


class SideTricks(NamedTuple):
    """What a side won in a hand: together, and each player where that is known (None where not)."""

    pile: int
    players: tuple[int | None, ...]


class HandSheet(NamedTuple):
    """One complete hand, scored for every side.

    Attributes:
        number: The hand's number, from 1.
        sides: Each side's sheet, by its name.
        tricks: What each side won, by its name.
        mismatches: For each side whose written total differs, the figure written.
        remarks: What was not in order when the hand was bid, though it can be scored.
    """

    number: int
    hand: Hand
    dealer: str
    sides: Mapping[str, SideSheet]
    tricks: Mapping[str, SideTricks]
    mismatches: Mapping[str, int] = {}
    remarks: tuple[Problem, ...] = ()

    @property
    def standings(self) -> dict[str, Standing]:
        """Each side's standing after the hand."""
        return {name: sheet.after for name, sheet in self.sides.items()}


class GameSheet(NamedTuple):
    """A whole game, scored.

    Attributes:
        hands: Its complete hands in order.
        standings: Where each side stands after the last of them.
        outcome: Who has won, at the first hand that ended the game, or that it goes on.
        ended_with: The number of that hand; None while the game goes on.
        remarks: What was not in order, though it can be scored: a blind nil that was not open, hands after the end.
    """

    hands: tuple[HandSheet, ...]
    standings: Mapping[str, Standing]
    outcome: Outcome
    ended_with: int | None = None
    remarks: tuple[Problem, ...] = ()
