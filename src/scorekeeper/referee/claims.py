"""Claims: a figure that somebody at the table says, and the ruling on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.bids import parse_bid
from scorekeeper.referee.slips import Facts
from scorekeeper.scoring import score_side
from scorekeeper.sheet import SideSheet, Standing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.bids import Bid
    from scorekeeper.referee.why import Explanation
    from scorekeeper.rules import RuleSet

RIGHT = "right"
WRONG = "wrong"
UNDECIDED = "undecided"


class Ruling(NamedTuple):
    """The answer to a claim.

    Attributes:
        rules: The rules that it rests on.
        sheet: The side's hand with its lines; where the bags before it are not known, with none before.
        claim: The score claimed after the hand, in points; None where nobody claimed one.
        explanations: What makes a wrong figure come out, the likeliest first.
        by_bags: Where the bags before the hand are not known and matter: the standing after it, by each count that
            they can have had.
        by_tricks: Where a nil bidder's own tricks are not known and matter: the standing, by each number of them.
    """

    rules: RuleSet
    sheet: SideSheet
    claim: int | None
    explanations: tuple[Explanation, ...] = ()
    by_bags: Mapping[int, Standing] = {}
    by_tricks: Mapping[int, Standing] = {}

    @property
    def verdict(self) -> str | None:
        """``right``, ``wrong``, or ``undecided`` where a missing fact decides; None where nothing was claimed."""
        if self.claim is None:
            return None
        scores = {standing.score for standing in (self.by_bags or self.by_tricks).values()} or {self.sheet.after.score}
        if self.claim not in scores:
            return WRONG
        return RIGHT if len(scores) == 1 else UNDECIDED


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
    sheet = score_side(rules, before, bids, tricks)
    if claim is None or claim == sheet.after.score:
        return Ruling(rules, sheet, claim)
    from scorekeeper.referee.why import explanations

    facts = Facts(rules, before, tuple(map(parse_bid, bids)), tuple(tricks), rules.deck.deal(4))
    return Ruling(rules, sheet, claim, explanations(facts, claim))


def check_without_bags(
    rules: RuleSet,
    score: int,
    bids: Sequence[int | str | Bid],
    tricks: Sequence[int],
    claim: int | None = None,
    *,
    steady: bool = True,
) -> Ruling:
    """Rules on a claim where nobody knows how many bags the side had before the hand.

    Where the rules let the score's last digit show the bags (`last_digit`), they are read from it. Otherwise every
    count is tried, and the claim is undecided if some give it and some do not. A score that did not come about by
    these rules alone, but by adjustments or other rules too, is not `steady`: its digit shows nothing.

    Raises:
        HandError: The facts cannot be.
    """
    read = last_digit(rules, score) if steady else None
    if read is not None:
        return check_claim(rules, Standing(score, read), bids, tricks, claim)
    most = rules.bags.most_carried()
    counts = range((most if most is not None else rules.bags.limit) + 1)
    sheets = {bags: score_side(rules, Standing(score, bags), bids, tricks) for bags in counts}
    if len({sheet.points for sheet in sheets.values()}) == 1:
        return check_claim(rules, Standing(score), bids, tricks, claim)
    return Ruling(rules, sheets[0], claim, by_bags={bags: sheet.after for bags, sheet in sheets.items()})


def check_without_split(
    rules: RuleSet, before: Standing, bids: Sequence[int | str | Bid], pile: int, claim: int | None = None
) -> Ruling:
    """Rules on a claim of two partners, one of whom bid nil, where only their pile is known.

    Every number of tricks that the nil bidder can have won is tried.

    Raises:
        HandError: The facts cannot be.
    """
    first = rules.bidding.meaning(parse_bid(bids[0])).nil
    sheets = {}
    for own in range(pile + 1):
        tricks = (own, pile - own) if first else (pile - own, own)
        sheets[own] = score_side(rules, before, bids, tricks)
    return Ruling(rules, sheets[0], claim, by_tricks={own: sheet.after for own, sheet in sheets.items()})


def last_digit(rules: RuleSet, score: int) -> int | None:
    """The bags that a side with this score has, where the rules make its last digit show them; else None.

    That is so where each bag scores one point and every other amount is a multiple of ten: the score modulo ten,
    which is never negative, is then the count of bags, below zero too (-13 shows 7). It fails where bags are worth
    something else, are lost at a penalty, or are counted without a point.
    """
    bags, nil = rules.bags, rules.nil
    kept = (bags.remainder, bags.cycles, bags.forfeit_points) == ("carry", "all", False)
    if (bags.limit, bags.points) != (10, 1) or not kept or nil.failed_tricks == "bags-without-points":
        return None
    counts = {"bags.points", "renege.tricks", "nil.partner_minimum", "blind_nil.deficit"}
    amounts = (
        value
        for key, value in rules.values().items()
        if key.startswith(("contract.", "bags.", "nil.", "blind_nil.", "double_nil.", "ten_bid.", "moon.", "renege."))
        and key not in counts
    )
    tens = all(value % 10 == 0 for value in amounts if isinstance(value, int) and not isinstance(value, bool))
    return score % 10 if tens else None
