"""Bags and their penalty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.base import Rule, choice, flag, number
from scorekeeper.text import counted, listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.rules.view import SideHand
    from scorekeeper.sheet import Line


class Bags(Rule, group="bags", title="bags"):
    """Each overtrick is a bag: it scores a point, and is counted from hand to hand.

    Whenever a side's count reaches ten, the side loses 100 points, and ten bags are taken off the count; what is
    above ten is carried on. Twenty bags cost another 100, also when one hand brings both.
    Source: pagat.com, "Scoring": 337 with 7 bags, bid 5, 8 tricks give 290.

    Example:
        before 337 with 7 bags, bid 5, took 8
        contract +50
        overtricks +3 and 3 bags
        bag penalty -100 and -10 bags
        after 290 with 0 bags
    """

    points: int = number(
        1,
        "points for each bag when it is taken",
        low=-100,
        source="pagat.com (1); Jokers Wild (0); some apps (-1)",
    )
    limit: int = number(
        10,
        "bags that bring a penalty; 0 where bags bring none",
        high=100,
        source="pagat.com (10); solo apps (5); Winslow (7)",
    )
    penalty: int = number(100, "points that a penalty costs", source="pagat.com (100); solo apps (50)")
    forfeit_points: bool = flag(
        "whether the penalty also takes back the points of its bags",
        default=False,
        source="Card Games for Dummies (110 in all for ten bags)",
    )
    remainder: str = choice(
        "carry",
        "what becomes of the bags above the limit",
        {"carry": "they stay on the count", "reset": "they are wiped out, and the count starts at 0"},
        source="pagat.com (carry); MSN Zone, solo apps (reset)",
    )
    cycles: str = choice(
        "all",
        "how many penalties one hand can bring",
        {
            "all": "one for each time that the limit is reached",
            "one": "one at most; the rest stays on the count",
        },
        source="pagat.com (all); several apps (one)",
    )

    def penalties(self, count: int) -> int:
        """How many penalties a count of bags brings."""
        if not self.limit or count < self.limit:
            return 0
        return count // self.limit if self.cycles == "all" else 1

    def most_carried(self) -> int | None:
        """The greatest count that a hand can begin with; None where there is no such bound."""
        return self.limit - 1 if self.limit and self.cycles == "all" else None

    def lines(self, side: SideHand, bags: int) -> Iterator[Line]:
        count = side.before.bags + bags
        times = self.penalties(count)
        if not self.limit or not (bags or times):
            return
        sum_said = f"{side.before.bags} + {bags} = {counted(count, 'bag')}"
        if not times:
            yield self.line("bags", 0, 0, lambda: f"{sum_said}: no penalty before {self.limit}")
            return
        rest = 0 if self.remainder == "reset" else count - times * self.limit
        yield self.line("bag penalty", -self.penalty * times, rest - count, lambda: self._why(sum_said, times, rest))
        if self.forfeit_points and self.points:
            gone = self.limit * times
            yield self.line(
                "bag points",
                -self.points * gone,
                0,
                lambda: f"the penalty takes back the points of its {gone} bags",
            )

    def _why(self, sum_said: str, times: int, rest: int) -> str:
        reached = listed([ordinal(self.limit * at) for at in range(1, times + 1)])
        verb = "costs" if times == 1 else "cost"
        each = " each" if times > 1 else ""
        left = "the count starts again at 0" if self.remainder == "reset" else f"{rest} left"
        return f"{sum_said}: the {reached} {verb} {self.penalty}{each}, {left}"


def ordinal(at: int) -> str:
    """A place in a row: 1st, 10th, 22nd."""
    ending = "th" if at % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(at % 10, "th")
    return f"{at}{ending}"
