"""Two rule sets side by side: what differs, and a smallest hand on which they give different scores."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.bids import BLIND_NIL, NIL, Bid
from scorekeeper.errors import HandError
from scorekeeper.scoring import score_side
from scorekeeper.sheet import SideSheet, Standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.game import Value
    from scorekeeper.rules import RuleSet


class Difference(NamedTuple):
    """A hand that two rule sets score differently: bids and tricks of one side, and its bags before."""

    bids: tuple[Bid, ...]
    tricks: tuple[int, ...]
    bags: int
    first: SideSheet
    second: SideSheet


def differing_settings(first: RuleSet, second: RuleSet) -> dict[str, tuple[Value, Value]]:
    """The settings that differ, by dotted key, with the value of each rule set."""
    values = second.values()
    return {key: (value, values[key]) for key, value in first.values().items() if value != values[key]}


def smallest_difference(first: RuleSet, second: RuleSet) -> Difference | None:
    """A smallest hand of one side that the two score differently; None if there is none.

    Smallest: with the fewest tricks, then the fewest bags carried, then the fewest special bids. Rule sets that
    differ only in what may be bid, in a hand that bids itself, in reneges, or in how a game ends, have none.
    """
    for bids, tricks, bags in _hands(first, second):
        try:
            one = score_side(first, Standing(0, bags), bids, tricks)
            other = score_side(second, Standing(0, bags), bids, tricks)
        except HandError:
            continue
        if (one.points, one.after.bags) != (other.points, other.after.bags):
            return Difference(bids, tricks, bags, one, other)
    return None


def _hands(first: RuleSet, second: RuleSet) -> Iterator[tuple[tuple[Bid, ...], tuple[int, ...], int]]:
    """Hands of a player alone and of two partners, the small ones first."""
    deal = min(first.deck.deal(4), second.deck.deal(4))
    numbers = [Bid(tricks) for tricks in range(1, deal + 1)]
    special = [NIL, *([BLIND_NIL] if first.blind_nil.allowed and second.blind_nil.allowed else [])]
    lowest = max(_beside_a_nil(first), _beside_a_nil(second), 1)
    beside = [*range(lowest, min(lowest + 5, deal + 1)), *(tricks for tricks in (10, 11, deal) if tricks >= lowest + 5)]
    least = max(first.blind_bid.minimum, second.blind_bid.minimum)
    blind = [Bid(tricks, blind=True) for tricks in range(least, deal + 1)] if least else []
    zero = [Bid(0)] if "plain" in (first.bidding.zero, second.bidding.zero) else []
    pairs = [
        *((bid,) for bid in [*numbers, *zero]),
        *((nil, Bid(tricks)) for nil in special for tricks in beside),
        *((bid,) for bid in blind),
        *product(special, special),
        *product(special, blind[:2]),
    ]
    carried = sorted({0, first.bags.limit - 1, second.bags.limit - 1} - {-1})
    for total, bags, bids in product(range(deal + 1), carried, pairs):
        splits = product(range(total + 1), repeat=len(bids) - 1)
        yield from ((bids, (*own, total - sum(own)), bags) for own in splits if sum(own) <= total)


def _beside_a_nil(rules: RuleSet) -> int:
    """The least number that the partner of a nil bidder may bid."""
    return max(rules.bidding.minimum, rules.bidding.team_minimum, rules.nil.partner_minimum)
