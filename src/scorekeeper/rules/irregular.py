"""Irregularities that have a price."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from scorekeeper.rules.base import Rule, choice, number
from scorekeeper.sheet import Outcome
from scorekeeper.text import counted, listed, safe

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scorekeeper.rules.view import EndOfHand, SideHand
    from scorekeeper.sheet import Line


class Renege(Rule, group="renege", title="reneges"):
    """A player who could follow suit and did not has reneged. Proved, it costs the side three tricks.

    They go to the other side before the hand is scored, and count there as if won: also as bags. A side gives up
    what it has, never more. Tricks that change hands so count towards contracts only; no nil is made or broken by
    them, and tricks that a nil bidder won stay with the nil.
    Source: the laws of whist for the three tricks; who gets them beside a nil is our decision, as no source says.

    Example:
        renege, bid 5, took 6
        renege 0
        contract -50
    """

    penalty: str = choice(
        "tricks-to-opponents",
        "what a renege costs",
        {
            "tricks-to-opponents": "tricks, which the other side gets",
            "tricks-lost": "tricks, which nobody gets",
            "set": "the contract, which is set whatever was won",
            "points": "points",
            "loses-game": "the game",
        },
        source="street rules (tricks-to-opponents); Alabama homecoming (tricks-lost); Cookout (set); NOLA (loses-game)",
    )
    tricks: int = number(3, "tricks that it costs", high=27)
    points: int = number(30, "points that it costs", source="Cookout (30)")

    @property
    def sets(self) -> bool:
        """Whether a side that reneged is set whatever it won."""
        return self.penalty == "set"

    @property
    def moves(self) -> bool:
        """Whether the tricks go to another side."""
        return self.penalty == "tricks-to-opponents"

    def settle(self, offender: SideHand, receiver: SideHand | None) -> None:
        """Moves the tricks of one renege, before the hand is scored."""
        if self.penalty not in ("tricks-to-opponents", "tricks-lost"):
            return
        given = min(self.tricks, offender.counted)
        offender.given += given
        if receiver is not None and self.moves:
            receiver.received += given

    def lines(self, side: SideHand, bags: int) -> Iterator[Line]:
        del bags
        points = -self.points * side.reneges if self.penalty == "points" else 0
        if side.reneges:
            yield self.line("renege", points, 0, lambda: self._why(side))
        if side.received:
            yield self.line("renege", 0, 0, lambda: f"the others reneged: {counted(side.received, 'trick')} more")

    def _why(self, side: SideHand) -> str:
        times = "a renege" if side.reneges == 1 else f"{side.reneges} reneges"
        return (
            f"{times}: "
            + {
                "tricks-to-opponents": f"{counted(side.given, 'trick')} to the others",
                "tricks-lost": f"{counted(side.given, 'trick')} lost",
                "set": "the contract is set",
                "points": f"{self.points} points each" if side.reneges > 1 else f"{self.points} points",
                "loses-game": "the game is lost",
            }[self.penalty]
        )

    def ending(self, end: EndOfHand) -> Outcome | None:
        if self.penalty != "loses-game":
            return None
        guilty = [name for name, sheet in end.hands[-1].sides.items() if sheet.reneged]
        return _lost_by(guilty, end.scores()) if guilty else None


class Adjustment(Rule, group="adjustment", title="adjustments"):
    """A table may agree to add points to a side's score, or to take some off, and says why.

    That is how a penalty is written down for which there is no rule, or a dispute that could not be proved. The
    points come with the hand, before the target is looked at.
    Source: the laws of bridge for the order: what is proved is corrected, what is not proved stands, and what the
    table agrees on is recorded.
    """

    def lines(self, side: SideHand, bags: int) -> Iterator[Line]:
        del bags
        for ruling in side.adjustments:
            yield self.line("adjustment", ruling.points, 0, partial(safe, ruling.why or "agreed by the table"))


def _lost_by(guilty: list[str], scores: Mapping[str, int]) -> Outcome:
    """The best of those who did not renege; where all did, the best of all; another hand where the best are level."""
    left = {name: score for name, score in scores.items() if name not in guilty} or scores
    best = [name for name, score in left.items() if score == max(left.values())]
    lost = f"{listed(guilty)} reneged, which loses the game"
    if len(best) > 1:
        return Outcome(None, f"{lost}; {listed(best)} are level: another hand is played.")
    [winner] = best
    return Outcome(winner, f"{winner} wins: {lost}.")
