"""Claims: a figure that somebody at the table says, and the ruling on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.scoring import score_side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.bids import Bid
    from scorekeeper.rules import RuleSet
    from scorekeeper.sheet import SideSheet, Standing

RIGHT = "right"
WRONG = "wrong"


class Ruling(NamedTuple):
    """The answer to a claim.

    Attributes:
        rules: The rules that it rests on.
        sheet: The side's hand with its lines.
        claim: The score claimed after the hand, in points; None where nobody claimed one.
        explanations: What would make a wrong figure come out.
    """

    rules: RuleSet
    sheet: SideSheet
    claim: int | None
    explanations: tuple[str, ...] = ()

    @property
    def verdict(self) -> str | None:
        """``right`` or ``wrong``; None where nothing was claimed."""
        if self.claim is None:
            return None
        return RIGHT if self.claim == self.sheet.after.score else WRONG


def check_claim(
    rules: RuleSet,
    before: Standing,
    bids: Sequence[int | str | Bid],
    tricks: Sequence[int],
    claim: int | None = None,
) -> Ruling:
    """Rules on the score that a side is said to have after a hand.

    Args:
        rules: The rules in force.
        before: The side's score and bags before the hand.
        bids: As for `score_side`.
        tricks: As for `score_side`.
        claim: The score claimed after the hand, in points.

    Raises:
        HandError: The facts cannot be.
    """
    return Ruling(rules, score_side(rules, before, bids, tricks), claim)
