"""Nil and blind nil."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.base import Rule, choice, flag, number
from scorekeeper.rules.view import Objection
from scorekeeper.text import counted, listed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scorekeeper.rules.ruleset import RuleSet
    from scorekeeper.rules.view import SideHand, TableHand
    from scorekeeper.sheet import Line
    from scorekeeper.sheet import Nil as NilBid


class BlindNil(Rule, group="blind_nil", title="blind nil"):
    """A player whose side is at least 100 points behind may bid nil before looking at the cards.

    Blind nil is worth twice a nil: 200 points won if the bidder wins no trick, 200 lost otherwise. What counts is
    the score before the hand: 100 behind is enough, 99 is not.
    Source: pagat.com, "Blind Nil".

    Example:
        bid blind-nil 5, took 0 6
        contract +50
        overtricks +1 and 1 bag
        blind nil +200
        bags 0
    """

    allowed: bool = flag("whether blind nil may be bid", default=False, source="pagat.com, as a common addition")
    made: int = number(200, "points won by a blind nil that is made", source="pagat.com (200); Dummies (100)")
    failed: int = number(200, "points lost by a blind nil that fails", source="pagat.com (200); Dummies (100)")
    deficit: int = number(
        100,
        "points that a side must be behind to bid blind nil; 0 for always",
        high=10_000,
        source="pagat.com (100); several apps (200); VIP Spades (always)",
    )

    def open_to(self, behind: int) -> bool:
        """Whether a side that trails by so many points may bid blind nil."""
        return self.allowed and (not self.deficit or behind >= self.deficit)

    def objections(self, table: TableHand) -> Iterator[Objection]:
        for player, bid in table.bids.items():
            if not (bid.nil and bid.blind):
                continue
            path = ("bids", player)
            behind = table.behind(table.side_of(player))
            if not self.allowed:
                yield Objection(
                    f"{player} bid blind nil, and these rules have none.", "Look at the cards, and bid again.", path
                )
            elif not self.open_to(behind):
                where = f"{behind} behind" if behind > 0 else "not behind"
                what = f"{player} bid blind nil, but the side is {where}; it takes {self.deficit}."
                yield Objection(what, "Bid nil, or a number.", path, by_score=True)

    def lines(self, side: SideHand, bags: int) -> Iterator[Line]:
        del bags
        for bid in side.nils:
            if bid.blind:
                points = self.made if bid.made else -self.failed
                yield self.line("blind nil", points, 0, _story(bid))


class DoubleNil(Rule, group="double_nil", title="both partners nil"):
    """All partners of a side may bid nil. Each nil is scored on its own, and the side has no contract.

    Some tables score the two as one: so much if both are made, so much otherwise. That holds where both were bid
    with open eyes; a blind nil among them is always scored on its own.
    Source: pagat.com is silent, and so each nil stands alone; rust-spades, Hoyle and others score a unit.

    Example:
        rule double_nil.scoring=unit, rule double_nil.made=400, bid nil nil, took 0 0
        nil +100
        nil +100
        double nil +200
    """

    scoring: str = choice(
        "each",
        "how a side is scored on which all partners bid nil",
        {
            "each": "each nil on its own",
            "unit": "all nils as one, by the three amounts below",
            "forbidden": "it must not be bid",
        },
        source="OpenSpiel, Chicago IM (each); rust-spades, Deluxe (unit); Britannica's text (forbidden)",
    )
    made: int = number(
        200, "points, as a unit, if all are made", low=-1000, source="rust-spades (200); spades.co (400)"
    )
    one_failed: int = number(0, "points, as a unit, if some fail", low=-1000, source="rust-spades (-200); Hoyle (0)")
    both_failed: int = number(-200, "points, as a unit, if all fail", low=-1000, source="rust-spades (-200); Hoyle (0)")
    tricks: str = choice(
        "bags",
        "what becomes of the tricks of nils that failed, where all partners bid nil",
        {"bags": "as of any nil that failed", "discard": "they count for nothing"},
        source="OpenSpiel (bags); rust-spades (discard)",
    )

    def objections(self, table: TableHand) -> Iterator[Objection]:
        if self.scoring != "forbidden":
            return
        for side in table.sides:
            bids = [table.bids[player] for player in side.players if player in table.bids]
            if len(bids) == len(side.players) > 1 and all(bid.nil for bid in bids):
                yield Objection(f"{listed(side.players)} both bid nil; only one partner may.")

    def lines(self, side: SideHand, bags: int) -> Iterator[Line]:
        del bags
        if self.scoring != "unit" or not side.all_nil or any(bid.blind for bid in side.nils):
            return
        failed = sum(not bid.made for bid in side.nils)
        whole = self.made if not failed else self.both_failed if failed == len(side.nils) else self.one_failed
        nil = side.rules.nil
        singly = sum(nil.made if bid.made else -nil.failed for bid in side.nils)
        fate = "all made" if not failed else f"{failed} of {len(side.nils)} failed"
        yield self.line(
            "double nil", whole - singly, 0, lambda: f"{fate}: {whole:+d} together, in place of {singly:+d} one by one"
        )


class Nil(Rule, group="nil", title="nil"):
    """A player who bids nil undertakes to win no trick at all.

    A nil that is made wins 100 points for the side, one that fails loses 100, whatever becomes of the partner's
    contract. The tricks of a nil that failed do not help the partner to make the contract, and count as bags.
    Source: pagat.com, "Nil".

    Example:
        bid nil 4, took 1 4
        contract +40
        nil -100
        nil tricks +1 and 1 bag
        bags 0
    """

    allowed: bool = flag("whether nil may be bid", default=True)
    made: int = number(
        100,
        "points won by a nil that is made",
        source="pagat.com (100); Dummies, solo apps (50); WorldWinner (75); osgamers.com (60)",
    )
    failed: int = number(
        100, "points lost by a nil that fails", source="pagat.com (100); Dummies, solo apps (50); Winslow (0)"
    )
    failed_tricks: str = choice(
        "bags",
        "what becomes of the tricks of a nil that failed",
        {
            "bags": "they are bags and do not help the partner",
            "bags-unless-set": "they are bags if the partner's contract is made, else nothing",
            "bags-without-points": "they are bags that score no points",
            "help-contract": "they count towards the partner's contract",
            "discard": "they count for nothing",
        },
        source="pagat.com (bags); MSN Zone (bags-without-points); Dummies (help-contract); Chicago IM (discard)",
    )

    partner_minimum: int = number(
        0,
        "the least contract of a side with a nil bidder; 0 for none",
        high=27,
        source="pagat.com, variations (4); The Bear Knows Best (3)",
    )

    @property
    def helps_contract(self) -> bool:
        """Whether the tricks of a failed nil count towards the partner's contract."""
        return self.failed_tricks == "help-contract"

    def objections(self, table: TableHand) -> Iterator[Objection]:
        for player, bid in table.bids.items() if not self.allowed else ():
            if bid.nil and not bid.blind:
                yield Objection(f"{player} bid nil, and these rules have none.", "Bid a number.", ("bids", player))
        for side in table.sides if self.partner_minimum else ():
            bids = [table.bids[player] for player in side.players if player in table.bids]
            numbers = [bid.tricks for bid in bids if not bid.nil]
            if len(bids) == len(side.players) > len(numbers) and numbers and sum(numbers) < self.partner_minimum:
                yield Objection(
                    f"{side.name} bid a nil and {sum(numbers)}; beside a nil it takes {self.partner_minimum}."
                )

    def conflicts(self, rules: RuleSet) -> Iterator[str]:
        if self.partner_minimum and not (self.allowed or rules.blind_nil.allowed):
            yield f"nil.partner_minimum is {self.partner_minimum}, and nil.allowed is false"

    def lines(self, side: SideHand, bags: int) -> Iterator[Line]:
        del bags
        for bid in side.nils:
            if not bid.blind:
                points = self.made if bid.made else -self.failed
                yield self.line("nil", points, 0, _story(bid))
        if side.nil_tricks:
            yield self._tricks(side)

    def _tricks(self, side: SideHand) -> Line:
        took = side.nil_tricks
        use = self.failed_tricks
        if use in ("help-contract", "bags-unless-set") and side.contract is None:
            use = "bags"  # nobody on the side has a contract to help or to miss
        if side.all_nil and side.rules.double_nil.tricks == "discard":
            use = "discard"
        are_bags = use in ("bags", "bags-without-points") or (use == "bags-unless-set" and side.made)
        bags = took if are_bags else 0
        points = 0 if use == "bags-without-points" else bags * side.rules.bags.points
        whose = listed([bid.player for bid in side.nils if not bid.made])
        return self.line("nil tricks", points, bags, lambda: f"{counted(took, 'trick')} of {whose}: {_fate(use, side)}")


def _story(bid: NilBid) -> Callable[[], str]:
    kind = "blind nil" if bid.blind else "nil"
    end = "made" if bid.made else "failed"
    return lambda: f"{bid.player} bid {kind} and took {bid.took}: {end}"


def _fate(use: str, side: SideHand) -> str:
    if use == "bags-unless-set":
        return "bags, as the contract is made" if side.made else "no bags, as the contract is set"
    return {
        "bags": "no help to the partner's contract, but bags" if side.contract is not None else "all of them bags",
        "bags-without-points": "bags without points",
        "help-contract": "counted towards the contract",
        "discard": "they count for nothing",
    }[use]
