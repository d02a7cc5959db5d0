"""One side's hand in every state that it can be in, against a second opinion and the laws of the score.

Both partners' bids, both partners' tricks and every bag count make 268,800 hands. There is no edge between them that
a sample could miss.
"""

from __future__ import annotations

import pytest

from naive import naive_hand
from scorekeeper import RuleSet, Standing
from scorekeeper.bids import BLIND_NIL, NIL, Bid
from scorekeeper.rules.view import SideHand
from scorekeeper.scoring import _sheet

RULES = RuleSet("pagat-blind-nil")
BIDS: dict[int | str, Bid] = {**{number: Bid(number) for number in range(14)}, "nil": NIL, "blind nil": BLIND_NIL}
SAID = list(BIDS)
TRICKS = [(first, second) for first in range(14) for second in range(14 - first)]
PARTNERS = ("Ann", "Cy")
ABOVE = [Standing(330 + bags, bags) for bags in range(10)]
BELOW = [Standing(bags - 20, bags) for bags in range(10)]
"""Standings as they come about under pagat's rules: the last digit is the bag count, and -13 means seven."""


@pytest.mark.parametrize("first", BIDS)
def test_every_hand(first: int | str) -> None:
    """Each hand scores as the naive scorer says, keeps the laws, and does not ask which partner is which."""
    deal = RULES.deck.deal(4)
    for second in SAID[SAID.index(first) :]:  # the others are these with the partners changed round
        bids = (BIDS[first], BIDS[second])
        for tricks in TRICKS:
            for bags in range(10):
                state = f"bids {first}, {second}; tricks {tricks}; {bags} bags before"
                sheet = _sheet(SideHand(RULES, ABOVE[bags], PARTNERS, bids, tricks, sum(tricks), deal))
                swapped = _sheet(SideHand(RULES, BELOW[bags], PARTNERS, bids[::-1], tricks[::-1], sum(tricks), deal))
                lines = [(line.rule, line.points, line.bags) for line in sheet.lines]
                points, after = naive_hand(bags, (first, second), tricks)

                assert (points, after) == (sheet.points, sheet.after.bags), state
                assert 330 + bags + sum(line[1] for line in lines) == sheet.after.score, state
                assert 0 <= sheet.after.bags <= 9, state
                assert sheet.after.score % 10 == sheet.after.bags, state
                assert swapped.after.score % 10 == swapped.after.bags, state
                assert sorted(lines) == sorted((line.rule, line.points, line.bags) for line in swapped.lines), state
                assert sheet.set == swapped.set, state
                assert sheet.set == any(line.points < 0 for line in sheet.lines if line.group == "contract"), state
