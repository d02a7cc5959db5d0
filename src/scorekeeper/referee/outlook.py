"""What is coming: what the next hand can do to each side, tried out hand by hand.

Nothing here has a formula of its own. Every figure is that of a hand which is scored as it would be if it were
played, so that house rules, penalties and ends of the game come out as they will.
"""

from __future__ import annotations

from itertools import pairwise, product
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.game import Hand
from scorekeeper.referee.chances import ways_to_win
from scorekeeper.referee.trial import BESIDE_NIL, MAY_WIN, PLAIN, WINS, Trial, shared
from scorekeeper.scoring import score_game

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scorekeeper.bids import Bid
    from scorekeeper.game import Game, Side
    from scorekeeper.referee.chances import Way
    from scorekeeper.referee.trial import Kind, Result
    from scorekeeper.rules import RuleSet
    from scorekeeper.sheet import GameSheet, Outcome, Standing


class Bagged(NamedTuple):
    """What bags come to.

    Attributes:
        left: Bags to the next penalty, 0 if every hand now brings one; None where bags bring none.
        next: Points that the next overtrick changes the score by; None where no contract leaves room for one.
        last: Points that the overtrick which brings the penalty changes the score by.
    """

    left: int | None
    next: int | None
    last: int | None


class Blind(NamedTuple):
    """Whether a blind bid is open to a side.

    Attributes:
        open: Whether it may be bid now.
        deficit: How many points behind that takes; 0 for none.
    """

    open: bool
    deficit: int


class SideOutlook(NamedTuple):
    """What is coming for one side.

    Attributes:
        before: Where it stands.
        behind: By how many points it trails the best of the others; negative where it leads.
        sets: How often it has been set, and
        running: how often in a row, up to now.
        bags: What bags come to.
        blind_nil: Whether blind nil is open; None where the rules have none.
        blind_bid: Whether blind numbers are open; None where the rules have none.
        wins: The ways to win with the next hand: plain, with more tricks than bid, beside a nil, beside a blind nil.
        loses: The least contract that loses the game when it is set by one; None where none does.
        nil_loses: The same for a nil that fails by one beside a contract that is made.
        contracts: For each contract that may be bid: made exactly, with one overtrick, and set by one.
    """

    before: Standing
    behind: int
    sets: int
    running: int
    bags: Bagged
    blind_nil: Blind | None
    blind_bid: Blind | None
    wins: tuple[Way, ...] = ()
    loses: Result | None = None
    nil_loses: Result | None = None
    contracts: Mapping[int, tuple[Result | None, Result | None, Result | None]] = {}


class Outlook(NamedTuple):
    """What is coming for the whole table.

    Attributes:
        hand: The number of the hand in play, or of the next one.
        tricks: How many tricks it has.
        outcome: How the game stands before it.
        idle: How the game would stand after the hand if no score changed.
        bid: Whether its bids are known, or it has none.
        beside_nil: Whether the contracts of the table stand beside a nil that is made, since the rules want one.
        rules: The rules of the hand.
        sides: Each side's prospects, by its name; empty where the game is over.
        piles: Where the bids are known: by side, and by the number of tricks that it wins, what that comes to, one
            result for each way in which its nils can go.
    """

    hand: int
    tricks: int
    outcome: Outcome
    idle: Outcome
    bid: bool
    beside_nil: bool
    rules: RuleSet
    sides: Mapping[str, SideOutlook] = {}
    piles: Mapping[str, tuple[tuple[Result, ...], ...]] = {}


def outlook(game: Game, sheet: GameSheet | None = None) -> Outlook:
    """What the next hand, or the one in play, can do.

    Args:
        game: The game.
        sheet: The game, scored, where that has been done.

    Raises:
        HandError: The facts of a hand cannot be.
    """
    sheet = sheet or score_game(game)
    trial = _Prospects(game, sheet)
    idle = trial.next.outcome(trial.next.end({}))
    bid = game.in_play is not None or trial.next.rules.bidding.unbid(game.played + 1)
    kind = PLAIN if any(trial.contracts(side, PLAIN) for side in game.sides) else BESIDE_NIL
    known = Outlook(
        trial.next.number, trial.next.deal, sheet.outcome, idle, bid, kind == BESIDE_NIL and not bid, trial.next.rules
    )
    if sheet.outcome.over:
        return known._replace(hand=len(game.hands), bid=False)
    return known._replace(
        sides={side.name: trial.prospects(side, kind, bid=bid, last=idle.over) for side in game.sides},
        piles=trial.piles(game.in_play or Hand({})) if bid else {},
    )


class _Prospects(Trial):
    """What the next hand can bring, side by side."""

    def __init__(self, game: Game, sheet: GameSheet) -> None:
        super().__init__(game)
        self.sheet = sheet

    # What is coming for a side.

    def prospects(self, side: Side, kind: Kind, *, bid: bool, last: bool) -> SideOutlook:
        """All that is to be said of one side."""
        rules, before = self.next.rules, self.next.before[side.name]
        others = [at.score for name, at in self.next.before.items() if name != side.name]
        behind = max(others) - before.score
        sets = [hand.sides[side.name].set for hand in self.sheet.hands if not hand.hand.void]
        known = SideOutlook(
            before,
            behind,
            sum(sets),
            next((at for at, was_set in enumerate(reversed(sets)) if not was_set), len(sets)),
            self._bags(side),
            Blind(rules.blind_nil.open_to(behind), rules.blind_nil.deficit) if rules.blind_nil.allowed else None,
            Blind(rules.blind_bid.open_to(behind), rules.blind_bid.deficit) if rules.blind_bid.minimum else None,
        )
        if bid:
            return known
        every = self.contracts(side, kind).items()
        contracts = {contract: bids for contract, bids in every if contract <= self.next.deal}
        return known._replace(
            wins=() if last else (*ways_to_win(self, side, kind),),
            loses=self._losing(side, contracts),
            nil_loses=self._failing(side),
            contracts={number: self._courses(side, number, bids) for number, bids in contracts.items()},
        )

    def _courses(
        self, side: Side, contract: int, bids: tuple[Bid, ...]
    ) -> tuple[Result | None, Result | None, Result | None]:
        """A contract made exactly, made with one overtrick, set by one; None for what cannot be."""
        over = self.result(side, bids, contract + 1) if contract < self.next.deal else None
        short = self.result(side, bids, contract - 1) if contract else None
        return self.result(side, bids, contract), over, short

    def _bags(self, side: Side) -> Bagged:
        """The prices of the next overtrick, and of the one that brings the penalty."""
        limit, count = self.next.rules.bags.limit, self.next.before[side.name].bags
        left = max(limit - count, 0) if limit else None
        numbers = (
            pair
            for kind in (PLAIN, BESIDE_NIL)
            for pair in self.contracts(side, kind).items()
            if not all(bid.nil for bid in pair[1])
        )
        contract, bids = next(numbers, (self.next.deal, ()))
        if contract >= self.next.deal:
            return Bagged(left, None, None)
        overtricks = [self.result(side, bids, took) for took in range(contract, self.next.deal + 1)]
        steps = [after.total - before.total for before, after in pairwise(overtricks)]
        penalties = [at for at, result in enumerate(overtricks) if result.penalty]
        last = steps[penalties[0] - 1] if penalties and penalties[0] else None
        return Bagged(left, steps[0], last)

    # How a side can lose.

    def _losing(self, side: Side, contracts: Mapping[int, tuple[Bid, ...]]) -> Result | None:
        """The least contract that loses the game when it is set by one."""
        sets = (self.result(side, bids, contract - 1) for contract, bids in contracts.items() if contract)
        return next((result for result in sets if result.lost), None)

    def _failing(self, side: Side) -> Result | None:
        """A nil that fails by one beside a contract that is made, and loses the game."""
        for contract, bids in self.contracts(side, BESIDE_NIL).items():
            result = self.result(side, bids, contract + 1, side.players[:1])
            if contract < self.next.deal and result.lost:
                return result
        return None

    # What the tricks of a hand in play come to.

    def piles(self, hand: Hand) -> dict[str, tuple[tuple[Result, ...], ...]]:
        """For each side, for each number of tricks, what each fate of its nils comes to."""
        return {
            side.name: tuple(tuple(self._fates(side, hand, took)) for took in range(self.next.deal + 1))
            for side in self.game.sides
        }

    def _fates(self, side: Side, hand: Hand, took: int) -> Iterator[Result]:
        others = [other for other in self.game.sides if other != side]
        bids = tuple(hand.bids[player] for player in side.players) if hand.bids else ()
        for failed in _failures(side, hand, took):
            own = _pile(side, hand, took, failed)
            hands = (hand._replace(tricks=own | theirs, totals=None) for theirs in self._left(others, hand, took))
            tried = [self.next.hand(each) for each in hands]
            winners = {outcome.winner for _, outcome in tried}
            result = self.judged(side, bids, took, failed, tried[0][0].sides[side.name])
            won = len(others) == 1 and side.name in winners
            yield result._replace(ends=(WINS if len(winners) == 1 else MAY_WIN) if won else "")

    def _left(self, others: Sequence[Side], hand: Hand, took: int) -> Iterator[dict[str, int]]:
        """The tricks that are left: of one other side in every way in which its nils can go, of more in any one way."""
        left = self.next.deal - took
        if len(others) == 1:
            yield from (_pile(others[0], hand, left, failed) for failed in _failures(others[0], hand, left))
            return
        taker = next((other for other in others if not _all_nil(other, hand)), others[0])
        tricks = dict[str, int]()
        for other in others:
            pile = left if other == taker else 0
            tricks |= _pile(other, hand, pile, next(_failures(other, hand, pile)))
        yield tricks


def _pile(side: Side, hand: Hand, tricks: int, failed: Sequence[str]) -> dict[str, int]:
    """A pile as it stands in a hand: by player where there are bids, else for the side."""
    if not hand.bids:
        return {side.name: tricks}
    bids = [hand.bids[player] for player in side.players]
    return dict(zip(side.players, shared(side, bids, tricks, failed), strict=True))


def _failures(side: Side, hand: Hand, tricks: int) -> Iterator[tuple[str, ...]]:
    """Who of a side's nil bidders can have failed where it has won so many tricks, fewest first."""
    nils = [player for player in side.players if hand.bids and hand.bids[player].nil]
    fates = [
        tuple(player for player, fails in zip(nils, fate, strict=True) if fails)
        for fate in product((False, True), repeat=len(nils))
    ]
    for failed in sorted(fates, key=len):
        if len(failed) <= tricks and (failed or not tricks or not _all_nil(side, hand)):
            yield failed


def _all_nil(side: Side, hand: Hand) -> bool:
    """Whether everybody on the side bid nil, so that each of its tricks is one of a nil that failed."""
    return bool(hand.bids) and all(hand.bids[player].nil for player in side.players)
