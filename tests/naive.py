"""A second opinion: pagat's values and little else, written without a look at the engine.

No reasons, no lines: a hand is short enough to be scored in one go. Where this and the engine differ, one of them is
wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def naive_hand(
    bags: int,
    bids: Sequence[int | str],
    tricks: Sequence[int],
    *,
    nil: int = 100,
    limit: int = 10,
    penalty: int = 100,
    moved: int = 0,
) -> tuple[int, int]:
    """One side's hand: the points it brings, and the bag count after it.

    `nil` is what a nil that is made brings, `limit` and `penalty` are those of the bags, and `moved` are tricks that
    reneges brought to the side, or took from it.
    """
    points = contract = taken = 0
    if len(bids) != len(tricks):  # a pile, or a bid of the whole side
        bids, tricks = [sum(int(bid) for bid in bids)], [sum(tricks)]
    for bid, took in zip(bids, tricks, strict=True):
        if bid in ("nil", "blind nil", 0):
            made, failed = (200, 200) if bid == "blind nil" else (nil, 100)
            points += took - failed if took else made
            bags += took
        else:
            contract += int(bid)
            taken += took
    taken += moved
    if taken >= contract > 0:
        points += 10 * contract + taken - contract
        bags += taken - contract
    else:
        points -= 10 * contract
    while bags >= limit:
        bags -= limit
        points -= penalty
    return points, bags
