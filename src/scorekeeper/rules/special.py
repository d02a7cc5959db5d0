"""Special bids: blind numbers, ten for two hundred, the moon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.base import Rule, choice, flag, number
from scorekeeper.rules.view import Objection
from scorekeeper.sheet import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.bids import Bid
    from scorekeeper.rules.ruleset import RuleSet
    from scorekeeper.rules.view import EndOfHand, SideHand, TableHand
    from scorekeeper.sheet import Line

_MOON = 130


class BlindBid(Rule, group="blind_bid", title="blind numbers"):
    """A side that is far behind may bid a number of tricks before looking at the cards, for twice the points.

    The contract is the side's: its partners share the number out as they like, and all of their numbers are then
    blind. It must come to the least blind number.
    Source: Holding the Cards (blind six and seven); Spades for Money; Jokers Wild.

    Example:
        rule blind_bid.minimum=6, bid blind-3 blind-3, took 7
        contract +60
        overtricks +1 and 1 bag
        blind bid +60
        bags 0
    """

    minimum: int = number(0, "the least blind number; 0 where there are none", high=27, source="Jokers Wild (6)")
    multiplier: int = number(2, "times the contract's points, if it is made", low=1, high=10)
    failed_multiplier: int = number(
        2, "times the contract's loss, if it is set", low=1, high=10, source="Jokers Wild (2); Wikipedia's variants (1)"
    )
    exact: bool = flag(
        "whether the side must win just the number that it bid", default=False, source="Holding the Cards (true)"
    )
    deficit: int = number(
        100,
        "points that a side must be behind to bid blind; 0 for always",
        high=10_000,
        source="Jokers Wild (100); Trickster (250)",
    )

    def open_to(self, behind: int) -> bool:
        """Whether a side that trails by so many points may bid blind numbers."""
        return bool(self.minimum) and (not self.deficit or behind >= self.deficit)

    def objections(self, table: TableHand) -> Iterator[Objection]:
        if not any(map(_blind_number, table.bids.values())):
            return
        for side in table.sides:
            numbers = [table.bids[player] for player in side.players if player in table.bids]
            numbers = [bid for bid in numbers if not bid.nil]
            if not any(bid.blind for bid in numbers):
                continue
            path = ("bids", next(player for player in side.players if _blind_number(table.bids.get(player))))
            whole = all(player in table.bids for player in side.players)
            total = sum(bid.tricks for bid in numbers)
            behind = table.behind(side)
            if not self.minimum:
                yield Objection(f"{side.name} bid a blind number, and these rules have none.", "Bid it openly.", path)
            elif whole and not all(bid.blind for bid in numbers):
                yield Objection(f"{side.name} bid one number blind and one not.", "Bid both blind, or neither.", path)
            elif whole and total < self.minimum:
                yield Objection(f"{side.name} bid blind {total}; the least is {self.minimum}.", "", path)
            elif not self.open_to(behind):
                where = f"{behind} behind" if behind > 0 else "not behind"
                what = f"{side.name} bid a blind number, but the side is {where}; it takes {self.deficit}."
                yield Objection(what, "Bid a number, cards in hand.", path, by_score=True)

    def lines(self, side: SideHand, bags: int) -> Iterator[Line]:
        del bags
        if not side.blind:
            return
        contract = side.rules.contract
        times = self.multiplier if side.made else self.failed_multiplier
        plain = contract.value(side) if side.made else -contract.loss(side)
        if times > 1:
            yield self.line("blind bid", plain * (times - 1), 0, lambda: f"bid blind: {times} times the contract")


def _blind_number(bid: Bid | None) -> bool:
    return bid is not None and bid.blind and not bid.nil


class TenBid(Rule, group="ten_bid", title="ten for two hundred"):
    """Many tables pay a contract of ten more than ten tricks are worth: 200 if it is made, 200 lost if not.

    What counts is the side's contract, the sum of its numbers. A contract that was bid blind is paid as a blind
    one, and a bid of all tricks as the moon where that has a price of its own. Overtricks count as ever.
    Source: pagat.com, variations; Spades Night; Alabama homecoming.

    Example:
        rule ten_bid.applies=exactly-10, bid 6 4, took 11
        contract +100
        overtricks +1 and 1 bag
        ten bid +100
        bags 0
    """

    applies: str = choice(
        "off",
        "which contracts are paid so",
        {"off": "none", "exactly-10": "a contract of ten", "10-or-more": "a contract of ten or more"},
    )
    scoring: str = choice(
        "flat",
        "how the amounts are meant",
        {
            "flat": "they stand in place of the contract's points",
            "bonus": "they come on top of the contract's points",
            "per-trick": "they are the points for each trick bid",
        },
        source="pagat.com, variations (flat); Jus144tice (bonus); FIT (per-trick)",
    )
    made: int = number(200, "points if it is made", source="most (200); Cookout (150)")
    failed: int = number(200, "points lost if it is set", source="most (200); Cookout (150); Alabama homecoming (100)")

    def lines(self, side: SideHand, bags: int) -> Iterator[Line]:
        del bags
        bid = side.contract
        if self.applies == "off" or bid is None or side.blind or side.rules.moon.pays(side):
            return
        if bid != 10 if self.applies == "exactly-10" else bid < 10:
            return
        amount = self.made if side.made else -self.failed
        contract = side.rules.contract
        plain = contract.value(side) if side.made else -contract.loss(side)
        if self.scoring == "bonus":
            yield self.line("ten bid", amount, 0, lambda: f"a contract of {bid}: {amount:+d} on top")
            return
        whole = amount * bid if self.scoring == "per-trick" else amount
        yield self.line("ten bid", whole - plain, 0, lambda: f"a contract of {bid}: {whole:+d} in place of {plain:+d}")


class Moon(Rule, group="moon", title="the moon"):
    """A side may bid all the tricks: a moon, slam or Boston. By the ordinary rule that is worth 130 points.

    Tables give it another price, or the game. At 130 these settings change nothing, whatever the pack. All tricks
    won without the bid are overtricks.
    Source: pagat.com, variations; Cookout (200); Stemwater (wins the game).

    Example:
        rule moon.made=500, bid 7 6, took 13
        contract +130
        moon +370
    """

    made: int = number(
        _MOON, "points if it is made; 130 for the contract's own", source="Cookout (200); pagat.com (500)"
    )
    failed: int = number(_MOON, "points lost if it is set; 130 for the contract's own loss", source="Cookout (200)")
    wins: bool = flag("whether a moon that is made wins the game", default=False, source="Stemwater, Jokers Wild")

    def pays(self, side: SideHand) -> bool:
        """Whether this side's contract is paid by these settings."""
        return side.moon and not side.blind and (self.made if side.made else self.failed) != _MOON

    def lines(self, side: SideHand, bags: int) -> Iterator[Line]:
        del bags
        if not self.pays(side):
            return
        contract = side.rules.contract
        whole, plain = (self.made, contract.value(side)) if side.made else (-self.failed, -contract.loss(side))
        yield self.line("moon", whole - plain, 0, lambda: f"all tricks bid: {whole:+d} in place of {plain:+d}")

    def ending(self, end: EndOfHand) -> Outcome | None:
        if not self.wins:
            return None
        for name, sheet in end.hands[-1].sides.items():
            if sheet.moon:
                return Outcome(name, f"{name} wins: it bid all the tricks and won them.")
        return None

    def conflicts(self, rules: RuleSet) -> Iterator[str]:
        most = rules.bidding.team_maximum
        if self.wins and most and most < rules.deck.deal(4):
            yield f"moon.wins is true, and bidding.team_maximum is {most}, so that nobody can bid it"
