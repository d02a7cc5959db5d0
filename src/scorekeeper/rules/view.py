"""A hand as the rules see it: bids with their meaning, tricks counted, standings before."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.errors import HandError, Problem
from scorekeeper.sheet import Nil

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scorekeeper.bids import Bid
    from scorekeeper.game import Ruling, Side
    from scorekeeper.rules.ruleset import RuleSet
    from scorekeeper.sheet import HandSheet, Standing


class Objection(NamedTuple):
    """What a rule has against a hand.

    Attributes:
        what: A sentence: what was found, what was expected.
        remedy: What to do next.
        path: Where in the hand, such as ``("bids", "Ann")``.
        by_score: Whether it rests on the score before the hand. Such a bid is refused when it is made; once it
            has been played, a later correction of the score does not undo it, and the objection is a remark.
    """

    what: str
    remedy: str = ""
    path: tuple[str, ...] = ()
    by_score: bool = False


class SideHand:
    """One side's hand.

    Attributes:
        rules: The rules in force.
        before: The side's standing before the hand.
        players: Who plays on the side; names or "player 1".
        bids: Their bids with the meaning that the rules give them, in the same order.
        tricks: What each of them won, or None where only the side's pile is known.
        pile: The tricks that the side won together.
        deal: The tricks in the hand.
        given: Tricks that rulings took from the side; they are taken from those that count towards its contract.
        received: Tricks that rulings gave to it; they count towards its contract only.
        reneges: How often the side was found to have reneged.
        adjustments: What the table agreed to add to its score, or to take off.
        contract: The tricks that the side must win: the sum of its number bids. None where everybody bid nil.
        blind: Whether the contract was bid blind.
        nils: The side's nil bids.
        nil_tricks: The tricks that nil bidders won after all.
        won: The tricks won that count towards the contract, before rulings.

    Raises:
        HandError: A nil bidder's own tricks are not known.
    """

    def __init__(
        self,
        rules: RuleSet,
        before: Standing,
        players: Sequence[str],
        bids: Sequence[Bid],
        tricks: Sequence[int | None],
        pile: int,
        deal: int,
        reneges: int = 0,
    ) -> None:
        self.rules = rules
        self.before = before
        self.players = tuple(players)
        self.bids = tuple(map(rules.bidding.meaning, bids))
        self.tricks = tuple(tricks)
        self.pile = pile
        self.deal = deal
        self.given = 0
        self.received = 0
        self.reneges = reneges
        self.adjustments: tuple[Ruling, ...] = ()
        # Every rule asks for these, so they are worked out once.
        numbers = [bid for bid in self.bids if not bid.nil]
        self.contract = sum(bid.tricks for bid in numbers) if numbers else None
        self.blind = bool(numbers) and all(bid.blind for bid in numbers)
        self.nils = tuple(self._nils()) if len(numbers) < len(self.bids) else ()
        self.nil_tricks = sum(nil.took for nil in self.nils)
        helping = numbers and rules.nil.helps_contract
        self.won = pile if helping else pile - self.nil_tricks

    @property
    def unbid(self) -> bool:
        """Whether the hand was played without bids."""
        return not self.bids

    def _nils(self) -> Iterator[Nil]:
        for player, bid, took in zip(self.players, self.bids, self.tricks, strict=False):
            if not bid.nil:
                continue
            if took is None:
                what = f"{player} bid {bid}: how many of the side's {self.pile} tricks did {player} win?"
                raise HandError(Problem("tricks", what, "Give the nil bidder's own tricks as well.", ("tricks",)))
            yield Nil(player, bid.blind, took)

    @property
    def all_nil(self) -> bool:
        """Whether all partners, two or more, bid nil."""
        return len(self.nils) == len(self.bids) > 1

    @property
    def moon(self) -> bool:
        """Whether the side bid all the tricks."""
        return self.contract == self.deal

    @property
    def counted(self) -> int:
        """The tricks that count towards the contract."""
        return self.won - self.given + self.received

    @property
    def made(self) -> bool:
        """Whether the side made its contract; a side without one has nothing to miss."""
        if self.contract is None:
            return True
        if self.reneges and self.rules.renege.sets:
            return False
        if self.blind and self.rules.blind_bid.exact:
            return self.counted == self.contract
        return self.counted >= self.contract

    @property
    def overtricks(self) -> int:
        """The tricks above a contract that was made."""
        return self.counted - self.contract if self.contract is not None and self.made else 0

    @property
    def said(self) -> str:
        """The contract with its parts: 5, or 7 (3+4)."""
        numbers = [str(bid.tricks) for bid in self.bids if not bid.nil]
        return f"{self.contract} ({'+'.join(numbers)})" if len(numbers) > 1 else str(self.contract)


class TableHand(NamedTuple):
    """A hand of the whole table, while it is being bid or after it has been played.

    Attributes:
        bids: Each player's bid, with the meaning that the rules give it.
        before: Each side's standing before the hand.
        deal: How many tricks there are in the hand.
        spades: How many spades the pack has.
        left_over: How many cards of the pack are not dealt.
    """

    sides: tuple[Side, ...]
    bids: Mapping[str, Bid]
    before: Mapping[str, Standing]
    deal: int
    spades: int
    left_over: int

    def side_of(self, player: str) -> Side:
        """The side of a player."""
        return next(side for side in self.sides if player in side.players)

    def behind(self, side: Side) -> int:
        """By how many points the side trails the best of the others; negative where it leads."""
        others = (standing.score for name, standing in self.before.items() if name != side.name)
        return max(others) - self.before[side.name].score


class EndOfHand(NamedTuple):
    """The game after a complete hand: the standings, and all hands so far."""

    standings: Mapping[str, Standing]
    hands: Sequence[HandSheet]

    def scores(self) -> dict[str, int]:
        """Each side's points."""
        return {name: standing.score for name, standing in self.standings.items()}
