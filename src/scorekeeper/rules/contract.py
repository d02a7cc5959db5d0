"""The contract and its overtricks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.base import Rule, choice, number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.rules.view import SideHand
    from scorekeeper.sheet import Line


class Contract(Rule, group="contract", title="the contract"):
    """A side must win at least as many tricks as its players bid together.

    If it does, it scores 10 points for each trick bid, and each trick more is an overtrick, or bag. If it does
    not, it is set, and loses 10 points for each trick bid, however many it is short; the tricks it won count for
    nothing.
    Source: pagat.com, "Scoring".

    Example:
        bid 3 4, took 9
        contract +70
        overtricks +2 and 2 bags
        bags 0
    """

    trick_points: int = number(10, "points for each trick of a contract")
    set_penalty: str = choice(
        "bid",
        "what a side loses that is set",
        {
            "bid": "the points of the whole contract",
            "none": "nothing",
            "short": "the points of each trick that it is short",
        },
        source="pagat.com (bid); Bicycle, Trickster (none); Wikipedia's variants (short)",
    )

    def lines(self, side: SideHand, bags: int) -> Iterator[Line]:
        del bags
        if side.unbid:
            took, each = side.counted, self.trick_points
            yield self.line(
                "unbid hand", each * took, 0, lambda: f"{took} taken in a hand that bids itself, {each} a trick"
            )
        elif not side.made:
            yield self.line("contract", -self.loss(side), 0, lambda: self._set(side))
        elif side.contract is not None:
            yield self.line("contract", self.value(side), 0, lambda: self._made(side))
            if side.overtricks:
                yield self._overtricks(side)

    def value(self, side: SideHand) -> int:
        """The points of the side's contract, were it made by the ordinary rule."""
        return self.trick_points * (side.contract or 0)

    def loss(self, side: SideHand) -> int:
        """The points that the ordinary rule takes for the side's contract, were it set; not below zero."""
        contract = side.contract or 0
        short = max(contract - side.counted, 1)
        return self.trick_points * {"bid": contract, "short": short, "none": 0}[self.set_penalty]

    def _made(self, side: SideHand) -> str:
        if not side.contract:
            return "0 bid: there is no contract to make, and every trick is an overtrick"
        return f"{side.said} bid, {side.counted} taken: made, {self.trick_points} a trick"

    def _overtricks(self, side: SideHand) -> Line:
        over = side.overtricks
        each = side.rules.bags.points
        return self.line("overtricks", each * over, over, lambda: f"{over} above the contract, {_each(each)}")

    def _set(self, side: SideHand) -> str:
        short = (side.contract or 0) - side.counted
        unlucky = "set for the renege" if side.reneges else "not exactly made"
        how = f"set by {short}" if short > 0 else unlucky
        return f"{side.said} bid, {side.counted} taken: {how}, {self._price()}"

    def _price(self) -> str:
        each = self.trick_points
        return {
            "bid": f"{each} a trick bid",
            "short": f"{each} a trick short",
            "none": "which costs nothing",
        }[self.set_penalty]


def _each(points: int) -> str:
    """The price of one bag in words."""
    return {1: "a point each", 0: "worth no points"}.get(points, f"{points} points each")
