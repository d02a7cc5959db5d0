"""A second opinion: pagat's values and nothing else, written without a look at the engine.

No settings, no reasons, no lines: a hand is short enough to be scored in one go. Where this and the engine differ,
one of them is wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def naive_hand(bags: int, bids: Sequence[int | str], tricks: Sequence[int]) -> tuple[int, int]:
    """One side's hand: the points it brings, and the bag count after it."""
    points = contract = taken = 0
    if len(bids) != len(tricks):  # a pile, or a bid of the whole side
        bids, tricks = [sum(int(bid) for bid in bids)], [sum(tricks)]
    for bid, took in zip(bids, tricks, strict=True):
        if bid in ("nil", "blind nil", 0):
            worth = 200 if bid == "blind nil" else 100
            points += took - worth if took else worth
            bags += took
        else:
            contract += int(bid)
            taken += took
    if taken >= contract > 0:
        points += 10 * contract + taken - contract
        bags += taken - contract
    else:
        points -= 10 * contract
    while bags >= 10:
        bags -= 10
        points -= 100
    return points, bags
