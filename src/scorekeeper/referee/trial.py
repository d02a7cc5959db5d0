"""One more hand of a game, tried out: all that a side can bid, and what comes of it.

Nothing here has a formula of its own. Every figure is that of a hand which is scored as it would be if it were
played, so that house rules, penalties and ends of the game come out as they will.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.bids import BLIND_NIL, NIL, Bid
from scorekeeper.rules.view import TableHand
from scorekeeper.scoring import NextHand

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scorekeeper.game import Game, Side
    from scorekeeper.sheet import SideSheet

WINS = "wins"
MAY_WIN = "may win"


class Kind(NamedTuple):
    """What sort of bid a side makes.

    Attributes:
        nils: How many of its players bid nil with open eyes,
        blind_nils: and how many blind nil; all others bid numbers.
        blind: Whether the numbers are bid blind.
    """

    nils: int = 0
    blind_nils: int = 0
    blind: bool = False

    def numbers(self, side: Side) -> int:
        """How many players of the side bid a number."""
        return len(side.players) - self.nils - self.blind_nils


PLAIN = Kind()
BESIDE_NIL = Kind(nils=1)
BESIDE_BLIND_NIL = Kind(blind_nils=1)
BLIND = Kind(blind=True)


class Result(NamedTuple):
    """What one course of the next hand gives a side.

    Attributes:
        bids: What its players bid, in the order of the side; empty for a hand that bids itself.
        tricks: What it wins, all players together.
        failed: Its nil bidders who win tricks after all.
        sheet: Its hand, scored.
        at_target: Whether it then has the points that win.
        lost: Why it has then lost the game; empty if it has not.
        ends: `WINS` if the side then wins the game, `MAY_WIN` if that rests on the other side's nils; else empty,
            and always so while bids and tricks of the others are not known.
    """

    bids: tuple[Bid, ...]
    tricks: int
    failed: tuple[str, ...]
    sheet: SideSheet
    at_target: bool
    lost: str
    ends: str = ""

    @property
    def contract(self) -> int:
        """The numbers bid, together."""
        return sum(bid.tricks for bid in self.bids)

    @property
    def total(self) -> int:
        """The side's score after the hand."""
        return self.sheet.after.score

    @property
    def penalty(self) -> bool:
        """Whether bags bring a penalty."""
        return any(line.rule == "bag penalty" for line in self.sheet.lines)


class Trial:
    """The next hand, being tried out.

    Attributes:
        game: The game before it.
        next: The hand itself.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.next = NextHand(game)
        self._contracts: dict[tuple[str, Kind], dict[int, tuple[Bid, ...]]] = {}
        self._results: dict[tuple[str, int], list[Result]] = {}

    # What a side can bid.

    def contracts(self, side: Side, kind: Kind) -> dict[int, tuple[Bid, ...]]:
        """All contracts of this kind that a side may bid, each with its bids; 0 alone where nobody bids a number."""
        known = (side.name, kind)
        if known not in self._contracts:
            found = {contract: self._bids(side, contract, kind) for contract in range(self._most(side, kind) + 1)}
            self._contracts[known] = {contract: bids for contract, bids in found.items() if bids is not None}
        return self._contracts[known]

    def _most(self, side: Side, kind: Kind) -> int:
        return self.next.deal * kind.numbers(side)

    def _bids(self, side: Side, contract: int, kind: Kind) -> tuple[Bid, ...] | None:
        """Bids of a side that come to this contract, shared evenly; None where the rules have none such."""
        players = kind.numbers(side)
        shares = [contract // players + (at < contract % players) for at in range(players)]
        meant = [self.next.rules.bidding.meaning(Bid(share, blind=kind.blind)) for share in shares]
        if any(bid.nil for bid in meant):
            return None  # a share of 0 that is a nil: another kind of bid
        bids = (*[NIL] * kind.nils, *[BLIND_NIL] * kind.blind_nils, *meant)
        return bids if self.allowed({side: bids}) else None

    def allowed(self, bids: Mapping[Side, Sequence[Bid]]) -> bool:
        """Whether the rules have nothing against these bids of some sides, or of all."""
        said = {player: bid for side, own in bids.items() for player, bid in zip(side.players, own, strict=True)}
        rules, players = self.next.rules, len(self.game.players)
        left_over = max(rules.deck.cards(players) - self.next.deal * players, 0)
        table = TableHand(self.game.sides, said, self.next.before, self.next.deal, rules.deck.spades, left_over)
        return not any(objection for rule in rules.with_hook("objections") for objection in rule.objections(table))

    # What comes of it.

    def result(
        self, side: Side, bids: tuple[Bid, ...], tricks: int, failed: tuple[str, ...] = (), nil_tricks: int = 0
    ) -> Result:
        """What a side's hand comes to.

        Args:
            side: The side.
            bids: What its players bid.
            tricks: What it wins, all together.
            failed: Its nil bidders who win tricks after all.
            nil_tricks: How many these win together, where it is more than one each.
        """
        won = shared(side, bids, tricks, failed, nil_tricks)
        return self.judged(side, bids, tricks, failed, self.next.side(side, bids, won))

    def judged(
        self, side: Side, bids: tuple[Bid, ...], tricks: int, failed: tuple[str, ...], sheet: SideSheet
    ) -> Result:
        """A scored hand of a side, with what it means for the game."""
        ending = self.next.rules.ending
        lost = ending.lost(side.name, self.next.end({side.name: sheet}))
        return Result(bids, tricks, failed, sheet, sheet.after.score >= ending.target, lost)

    def results(self, side: Side, tricks: int) -> list[Result]:
        """All that so many tricks can come to for a side, whatever it bids; what is made as it was bid comes first."""
        known = (side.name, tricks)
        if known not in self._results:
            found = (
                self.result(side, bids, tricks, failed, nil_tricks)
                for kind in kinds(side)
                for bids in self.contracts(side, kind).values()
                for failed, nil_tricks in _fates(side, bids, tricks)
            )
            self._results[known] = sorted(found, key=lambda result: bool(result.failed or result.sheet.set))
        return self._results[known]

    def wins(self, side: Side, result: Result, others: Mapping[str, SideSheet] | None = None) -> bool:
        """Whether the side then wins, if all but these others stay where they are."""
        sheets = {side.name: result.sheet, **(others or {})}
        return self.next.outcome(self.next.end(sheets)).winner == side.name


def kinds(side: Side) -> Iterator[Kind]:
    """All kinds of bids of a side, those with the fewest nils first."""
    players = len(side.players)
    for nils in range(players + 1):
        for blind_nils in range(nils + 1):
            for blind in (False, True) if nils < players else (False,):
                yield Kind(nils - blind_nils, blind_nils, blind)


def shared(side: Side, bids: Sequence[Bid], tricks: int, failed: Sequence[str], nil_tricks: int = 0) -> list[int]:
    """A pile among the players of a side: a trick for each failed nil, the rest for a player who bid a number.

    Failed nils get more where they win more together, or where nobody bid a number.
    """
    won = [int(player in failed) for player in side.players]
    losers = [at for at, took in enumerate(won) if took]
    if losers:
        won[losers[0]] += max(nil_tricks - len(losers), 0)
    takers = [at for at, bid in enumerate(bids) if not bid.nil] or losers or [0]
    won[takers[0]] += tricks - sum(won)
    return won


def _fates(side: Side, bids: Sequence[Bid], tricks: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Who of the nil bidders can fail, with how many tricks together; of nils alike, the first ones fail."""
    open_nils = [player for player, bid in zip(side.players, bids, strict=True) if bid == NIL]
    blind_nils = [player for player, bid in zip(side.players, bids, strict=True) if bid == BLIND_NIL]
    silent = len(open_nils) + len(blind_nils) == len(bids)
    for fails, blind_fails in product(range(len(open_nils) + 1), range(len(blind_nils) + 1)):
        failed = (*open_nils[:fails], *blind_nils[:blind_fails])
        most = tricks if failed else 0
        for nil_tricks in range(tricks if silent else len(failed), most + 1):
            if len(failed) <= nil_tricks:
                yield failed, nil_tricks
