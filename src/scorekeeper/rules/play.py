"""Rules of the pack and of the bidding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.bids import NIL, Bid
from scorekeeper.rules.base import Rule, choice, number
from scorekeeper.rules.view import Objection
from scorekeeper.text import listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.game import Side
    from scorekeeper.rules.ruleset import RuleSet
    from scorekeeper.rules.view import TableHand

_SPADES = {
    "ace-high": 13,
    "joker-joker-ace": 15,
    "joker-joker-deuce": 15,
    "joker-joker-deuce-deuce": 16,
    "four-deuces": 16,
    "one-joker": 14,
}


class Deck(Rule, group="deck", title="the pack"):
    """All cards of the pack are dealt as far as they go round, and each card makes a part of one trick.

    Four players with 52 cards play 13 tricks a hand. Nobody can win, or bid, more than that. Jokers and promoted
    deuces are spades. With jokers two deuces are left out, so that 52 cards remain; three players keep all 54.
    Source: pagat.com, "The Deal"; the joker packs from Bicycle and Trickster.
    """

    pack: str = choice(
        "ace-high",
        "which cards are in play, and which spades are highest",
        {
            "ace-high": "52 cards, the ace of spades highest; 13 spades",
            "joker-joker-ace": "big joker, little joker, ace of spades; 15 spades",
            "joker-joker-deuce": "big joker, little joker, deuce of spades, ace of spades; 15 spades",
            "joker-joker-deuce-deuce": "big joker, little joker, deuce of diamonds, deuce of spades, ace; 16 spades",
            "four-deuces": "the four deuces above the ace of spades; 16 spades",
            "one-joker": "53 cards, the joker above the ace of spades; 14 spades",
        },
        source="pagat.com (ace-high); Bicycle (joker-joker-ace); Trickster (the joker packs)",
    )
    tricks: int = number(0, "tricks in a hand; 0 for as many as the pack gives each player", high=27)

    def cards(self, players: int) -> int:
        """How many cards are dealt from or left over."""
        if self.pack.startswith("joker"):
            return 54 if players == 3 else 52
        return 53 if self.pack == "one-joker" else 52

    def deal(self, players: int) -> int:
        """How many tricks there are in a hand of so many players."""
        return self.tricks or self.cards(players) // players

    @property
    def spades(self) -> int:
        """How many spades the pack has, jokers and promoted deuces among them."""
        return _SPADES[self.pack]

    def misfits(self, rules: RuleSet, players: int, sides: int) -> Iterator[str]:
        del rules, sides
        most = 2 * self.cards(players) // players
        if self.tricks > most:
            yield f"deck.tricks is {self.tricks}, and even two packs give {players} players {most} cards each"

    def objections(self, table: TableHand) -> Iterator[Objection]:
        for player, bid in table.bids.items():
            if bid.tricks > table.deal:
                what = f"{player} bid {bid}, and a hand has {table.deal} tricks."
                yield Objection(what, f"A bid is a number from 0 to {table.deal}, nil or blind nil.", ("bids", player))


class Bidding(Rule, group="bidding", title="the bidding"):
    """Each player in turn, from the dealer's left, bids a number of tricks; nobody passes.

    A bid of no tricks is a nil. Tables add least and greatest bids, totals that must not come out, or bids that the
    cards dictate. A nil adds nothing to a sum of bids.
    Source: pagat.com, "The Bidding".

    Example:
        rule bidding.first_hand=bids-itself, unbid, took 8
        unbid hand +80
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
    minimum: int = number(0, "the least number that a player may bid; 0 for none", high=27, source="Bicycle (1)")
    team_minimum: int = number(
        0,
        "the least contract of a side; 0 for none. A side where everybody bid nil has no contract",
        high=27,
        source="street and tournament rules (4)",
    )
    team_maximum: int = number(
        0, "the greatest contract of a side; 0 for none", high=99, source="OpenSpiel, GGZ cards (13)"
    )
    table_minimum: int = number(
        0, "the least sum of all bids; 0 for none", high=99, source="Jokers Wild, Alabama homecoming (11)"
    )
    table_forbidden: int = number(
        0, "the sum of all bids that must not come out; 0 for none", high=99, source="pagat.com, variations (13)"
    )
    constraint: str = choice(
        "none",
        "what the cards or the partner's bid dictate",
        {
            "none": "nothing",
            "suicide": "on each side just one player bids nil, the others a number",
            "mirror": "everybody bids the number of spades held, so that the bids add up to the spades of the pack",
            "whiz": "everybody bids the number of spades held, or nil",
        },
        source="MSN Zone, Trickster, Spades Royale",
    )
    first_hand: str = choice(
        "bid",
        "how the first hand is played",
        {
            "bid": "it is bid like any other",
            "bids-itself": "nobody bids: each trick scores the points of a trick, and there are no bags",
        },
        source="pagat.com (bid); street and tournament rules (bids-itself)",
    )

    def meaning(self, bid: Bid) -> Bid:
        """The bid as these rules understand it: where a bare 0 is a nil, the nil."""
        return NIL._replace(blind=bid.blind) if self.zero == "nil" and not bid.nil and not bid.tricks else bid

    def unbid(self, hand: int) -> bool:
        """Whether the hand of this number is played without bids."""
        return hand == 1 and self.first_hand == "bids-itself"

    def objections(self, table: TableHand) -> Iterator[Objection]:
        # Most tables leave most of these settings alone, and then there is nothing to look at.
        if self.minimum or self.zero == "forbidden":
            for player, bid in table.bids.items():
                if not bid.nil:
                    yield from self._number(player, bid)
        if self.team_minimum or self.team_maximum or self.constraint == "suicide":
            for side in table.sides:
                if all(player in table.bids for player in side.players):
                    yield from self._side(table, side)
        summed = self.table_minimum or self.table_forbidden or self.constraint in ("mirror", "whiz")
        if summed and all(player in table.bids for side in table.sides for player in side.players):
            yield from self._table(table)

    def _number(self, player: str, bid: Bid) -> Iterator[Objection]:
        path = ("bids", player)
        if not bid.tricks and self.zero == "forbidden":
            yield Objection(f"{player} bid 0, and these rules know no bid of 0.", "Bid a number from 1 on.", path)
        elif bid.tricks < self.minimum and (bid.tricks or self.zero == "plain"):
            yield Objection(f"{player} bid {bid}; the least bid is {self.minimum}.", "", path)

    def _side(self, table: TableHand, side: Side) -> Iterator[Objection]:
        bids = [table.bids[player] for player in side.players]
        numbers = [bid.tricks for bid in bids if not bid.nil]
        nils = len(bids) - len(numbers)
        if numbers and sum(numbers) < self.team_minimum:
            yield Objection(f"{side.name} bid {sum(numbers)}; the least contract is {self.team_minimum}.")
        if self.team_maximum and sum(numbers) > self.team_maximum:
            yield Objection(f"{side.name} bid {sum(numbers)}; the greatest contract is {self.team_maximum}.")
        if self.constraint == "suicide" and nils != 1:
            said = "nobody" if not nils else listed([player for player in side.players if table.bids[player].nil])
            yield Objection(f"{said} of {side.name} bid nil; in suicide just one player of each side does.")

    def _table(self, table: TableHand) -> Iterator[Objection]:
        total = sum(bid.tricks for bid in table.bids.values())
        if total < self.table_minimum:
            yield Objection(f"the bids come to {total}; they must come to {self.table_minimum} at least.")
        if self.table_forbidden and total == self.table_forbidden:
            yield Objection(f"the bids come to {total}, which they must not.", "The last bidder bids another number.")
        yield from self._spades_held(table, total)

    def _spades_held(self, table: TableHand, total: int) -> Iterator[Objection]:
        """The bids against the spades of the pack, of which the cards that are not dealt may be some."""
        if self.constraint not in ("mirror", "whiz"):
            return
        nil = any(bid.nil for bid in table.bids.values())
        least = 0 if nil and self.constraint == "whiz" else max(table.spades - table.left_over, 0)
        if not least <= total <= table.spades:
            expected = f"{least} to {table.spades}" if least < table.spades else str(table.spades)
            what = f"the bids come to {total}, and in {self.constraint} they come to the spades dealt: {expected}."
            yield Objection(what, "Count the spades again.")

    def conflicts(self, rules: RuleSet) -> Iterator[str]:
        if self.constraint == "suicide" and not _nil(rules):
            yield "bidding.constraint is suicide, which needs a nil, and nil.allowed is false"
        if self.team_maximum and self.team_minimum > self.team_maximum:
            yield f"bidding.team_minimum is {self.team_minimum}, above bidding.team_maximum, {self.team_maximum}"
        if self.team_maximum and self.minimum > self.team_maximum:
            yield f"bidding.minimum is {self.minimum}, above bidding.team_maximum, {self.team_maximum}"
        if self.constraint in ("mirror", "whiz") and self.table_minimum > rules.deck.spades:
            yield (
                f"bidding.table_minimum is {self.table_minimum}, and with bidding.constraint {self.constraint} "
                f"the bids come to {rules.deck.spades} at most"
            )

    def misfits(self, rules: RuleSet, players: int, sides: int) -> Iterator[str]:
        deal = rules.deck.deal(players)
        for name, least in (("minimum", self.minimum), ("team_minimum", self.team_minimum)):
            if least > deal:
                yield f"bidding.{name} is {least}, and a hand of {players} players has {deal} tricks"
        if self.team_maximum and self.table_minimum > sides * self.team_maximum:
            yield (
                f"bidding.table_minimum is {self.table_minimum}, and {sides} sides bid {sides * self.team_maximum} "
                f"at most by bidding.team_maximum, {self.team_maximum}"
            )
        if self.table_minimum > players * deal:
            yield f"bidding.table_minimum is {self.table_minimum}, and {players} players bid {players * deal} at most"
        yield from self._too_many_numbers(rules, players // sides)

    def _too_many_numbers(self, rules: RuleSet, partners: int) -> Iterator[str]:
        """Partners who all must bid a number, and whose least numbers are too many together."""
        if self.team_maximum and partners * self.minimum > self.team_maximum >= self.minimum and not _nil(rules):
            yield (
                f"bidding.minimum is {self.minimum}, which makes {partners * self.minimum} for {partners} partners, "
                f"above bidding.team_maximum, {self.team_maximum}"
            )


def _nil(rules: RuleSet) -> bool:
    """Whether a player may bid nil whatever the score."""
    return rules.nil.allowed or (rules.blind_nil.allowed and not rules.blind_nil.deficit)


class Play(Rule, group="play", title="the play"):
    """Who holds a card of the suit led plays one; the highest spade wins, else the highest card of that suit.

    Spades may be led when they are broken, that is when one has been played, or by a player who holds nothing else.
    These settings make no figure: the referee rules by them on what was played.
    Source: pagat.com, "The Play".
    """

    lead_spades: str = choice(
        "after-broken",
        "when a spade may be led by a player who holds other cards",
        {
            "after-broken": "when a spade has been played in an earlier trick",
            "anytime": "always",
            "after-first-trick": "from the second trick on",
        },
        source="pagat.com (after-broken); cookout and blues rules, Trickster option (anytime); CWC (after-first-trick)",
    )
    first_trick_spades: str = choice(
        "allowed",
        "whether a player who cannot follow may play a spade to the first trick",
        {
            "allowed": "yes",
            "forbidden": "only one who holds nothing but spades",
        },
        source="pagat.com (allowed); looneyville, spadesgame (forbidden)",
    )

    def may_lead_spades(self, *, broken: bool, first: bool) -> bool:
        """Whether a spade may be led by a player who holds other cards."""
        if self.lead_spades == "after-first-trick":
            return not first
        return self.lead_spades == "anytime" or broken

    def may_trump(self, *, first: bool) -> bool:
        """Whether a spade may be played on another suit by a player who cannot follow but holds other cards."""
        return self.first_trick_spades == "allowed" or not first
