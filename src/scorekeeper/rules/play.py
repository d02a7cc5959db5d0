"""Rules of the pack and of the bidding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.bids import NIL, Bid
from scorekeeper.rules.base import Rule, choice, number
from scorekeeper.rules.view import Objection

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.rules.view import TableHand

CARDS = 52


class Deck(Rule, group="deck", title="the pack"):
    """All cards of the pack are dealt as far as they go round, and each card makes a part of one trick.

    Four players with 52 cards play 13 tricks a hand. Nobody can win, or bid, more than that.
    Source: pagat.com, "The Deal".
    """

    tricks: int = number(0, "tricks in a hand; 0 for as many as the pack gives each player", high=26)

    def deal(self, players: int) -> int:
        """How many tricks there are in a hand of so many players."""
        return self.tricks or CARDS // players

    def objections(self, table: TableHand) -> Iterator[Objection]:
        for player, bid in table.bids.items():
            if bid.tricks > table.deal:
                what = f"{player} bid {bid}, and a hand has {table.deal} tricks."
                yield Objection(what, f"A bid is a number from 0 to {table.deal}, nil or blind nil.", ("bids", player))


class Bidding(Rule, group="bidding", title="the bidding"):
    """Each player in turn, from the dealer's left, bids a number of tricks; nobody passes.

    A bid of no tricks is a nil.
    Source: pagat.com, "The Bidding".
    """

    zero: str = choice(
        "nil",
        "what a bare bid of 0 means",
        {
            "nil": "it is a nil",
            "plain": "it is a number: no nil, and every trick is an overtrick",
            "forbidden": "it is no bid",
        },
        source="pagat.com (nil); GGZ cards, Antonelli (plain); Bicycle (forbidden)",
    )

    def meaning(self, bid: Bid) -> Bid:
        """The bid as these rules understand it: where a bare 0 is a nil, the nil."""
        return NIL._replace(blind=bid.blind) if self.zero == "nil" and not bid.nil and not bid.tricks else bid

    def objections(self, table: TableHand) -> Iterator[Objection]:
        if self.zero != "forbidden":
            return
        for player, bid in table.bids.items():
            if not bid.nil and not bid.tricks:
                yield Objection(f"{player} bid 0, and these rules know no bid of 0.", "", ("bids", player))
