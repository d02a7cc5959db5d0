"""From facts to figures: a side's hand, a whole game, the outcome.

The order of the computation is that of the rules in `RuleSet`: the contract, nils, bags and their penalty; only
then is the target looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.bids import Bid, parse_bid
from scorekeeper.errors import HandError, Problem
from scorekeeper.game import Hand, Side
from scorekeeper.rules import RuleSet
from scorekeeper.rules.view import EndOfHand, SideHand, TableHand
from scorekeeper.sheet import GameSheet, HandSheet, Line, Outcome, SideSheet, SideTricks, Standing
from scorekeeper.text import suggestion

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scorekeeper.game import Game, RuleChoice, Ruling
    from scorekeeper.rules.view import Objection

RENEGE = "renege"
ADJUSTMENT = "adjustment"
PLAYING = Outcome(None, "The game goes on.")


def score_side(
    rules: RuleSet,
    before: Standing,
    bids: Sequence[int | str | Bid],
    tricks: Sequence[int],
    *,
    players: Sequence[str] = (),
    deal: int | None = None,
    any_bags: bool = False,
) -> SideSheet:
    """Scores one side's hand.

    Args:
        rules: The rules in force.
        before: The side's score (points) and bags before the hand.
        bids: The players' bids in order: whole numbers, ``"nil"``, ``"blind nil"``; or one number for the side.
        tricks: The tricks that each of them won, in the same order; or one number for the side's pile, which is
            enough where nobody bid nil.
        players: Their names, for the reasons.
        deal: The tricks in a hand; the number that four players play where it is not given.
        any_bags: Whether the bags before the hand may be more than the rules leave standing, as where the table
            lowered the limit or forgot a penalty. They bring their penalty with this hand.

    Raises:
        HandError: The facts cannot be: too many tricks, a bid above the tricks in a hand, lists that do not match.
    """
    said = [parse_bid(bid) for bid in bids]
    dealt = deal or rules.deck.deal(4)
    problems = [*_side_problems(rules, before, said, tricks, dealt), *_bag_problems(rules, before, any_bags=any_bags)]
    if problems:
        raise HandError(problems)
    names = players or [f"player {at}" for at, _ in enumerate(said, start=1)]
    own: Sequence[int | None] = tricks
    if len(tricks) != len(said):
        own = [0 if not sum(tricks) else None] * len(said)
    return _sheet(SideHand(rules, before, names, said, own, sum(tricks), dealt))


def _side_problems(
    rules: RuleSet, before: Standing, bids: Sequence[Bid], tricks: Sequence[int], deal: int
) -> Iterator[Problem]:
    yield from _forbidden_bids(rules, before, bids, deal)
    for took in tricks:
        if took < 0:
            yield Problem("tricks", f"{took} tricks cannot be won.", "Count the pile again.")
    if sum(tricks) > deal:
        yield Problem("tricks", f"{sum(tricks)} tricks, and a hand has {deal}.", "Count the pile again.")
    if not bids or not tricks or (len(tricks) != len(bids) and 1 not in (len(tricks), len(bids))):
        yield Problem("", f"{len(bids)} bids and {len(tricks)} counts of tricks do not belong together.")


def _bag_problems(rules: RuleSet, before: Standing, *, any_bags: bool) -> Iterator[Problem]:
    most = None if any_bags else rules.bags.most_carried()
    if before.bags < 0 or (most is not None and before.bags > most):
        limit = f"from 0 to {most}: at {rules.bags.limit} the penalty is taken" if most is not None else "0 or more"
        yield Problem("bags", f"{before.bags} bags before a hand cannot be; expected {limit}.")


def _forbidden_bids(rules: RuleSet, before: Standing, bids: Sequence[Bid], deal: int) -> Iterator[Problem]:
    """What the rules have against the bids of one side, as far as that does not rest on what the others have."""
    names = tuple(f"player {at}" for at in range(1, len(bids) + 1)) if len(bids) > 1 else ("the side",)
    side, others = Side("the side", names), Side("the others", ("the others",))
    meant = {name: rules.bidding.meaning(bid) for name, bid in zip(names, bids, strict=False)}
    table = TableHand((side, others), meant, {side.name: before, others.name: before}, deal, rules.deck.spades, 0)
    for rule in rules.with_hook("objections"):
        for objection in rule.objections(table):
            if not objection.by_score:
                yield Problem("bid", objection.what, objection.remedy)


def _sheet(side: SideHand) -> SideSheet:
    lines: list[Line] = []
    bags = 0
    for rule in side.rules.with_hook("lines"):
        for line in rule.lines(side, bags):
            lines.append(line)
            bags += line.bags
    made = side.made
    moon = side.moon and made
    facts = (side.contract, side.counted, side.nils)
    return SideSheet(side.before, tuple(lines), not made, moon, bool(side.reneges), *facts)


def score_game(game: Game) -> GameSheet:
    """Scores a whole game, hand by hand from the first.

    Raises:
        RuleSettingError: The game's rules cannot be.
        HandError: The facts of a hand cannot be. All faults of all hands are named.

    The first end decides the game. Hands after it, as a late correction can leave them, are scored all the same, and
    remarked upon: the table must be able to see them.
    """
    replay = _replayed(game)
    if replay.problems:
        raise HandError(replay.problems)
    remarks = (*replay.remarks, *replay.after_the_end())
    return GameSheet(tuple(replay.hands), replay.standings, replay.outcome, replay.ended_with, remarks)


def _replayed(game: Game) -> _Replay:
    replay = _Replay(game)
    for number, (hand, dealer) in enumerate(zip(game.hands, game.dealers(), strict=False), start=1):
        replay.add(number, hand, dealer)
    return replay


class _Replay:
    """A game as far as it has been scored."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.play_by(game.rules)
        self.standings = {side.name: Standing() for side in game.sides}
        self.hands: list[HandSheet] = []
        self.counting: list[HandSheet] = []  # without void ones
        self.remarks: list[Problem] = []
        self.problems: list[Problem] = []
        self.outcome = PLAYING
        self.ended_with: int | None = None

    def play_by(self, choice: RuleChoice) -> None:
        """Takes up rules."""
        self.rules = RuleSet(*choice)
        self.deal = self.rules.deck.deal(len(self.game.players))

    def branch(self, hand: Hand) -> _Replay:
        """The same game so far, to go on with this hand in a way of its own."""
        other = _Replay(self.game._replace(hands=(*self.game.hands, hand)))
        other.rules, other.deal = self.rules, self.deal
        other.standings, other.outcome = self.standings, self.outcome
        other.hands, other.counting = [*self.hands], [*self.counting]
        other.ended_with = self.ended_with
        return other

    def add(self, number: int, hand: Hand, dealer: str) -> None:
        """Takes in the next hand; its faults are kept, and a hand with faults is not scored."""
        if any(change.from_hand == number for change in self.game.rule_changes):
            self.play_by(self.game.rules_at(number))
        place = (f"hand {number}", ("hands", number - 1))
        if hand.void:
            self._add_void(number, hand, dealer, place)
            return
        unbid = self.rules.bidding.unbid(len(self.counting) + 1)
        faults = [*_bid_problems(self.game, hand, unbid=unbid), *_dealer_problem(self.game, hand)]
        faults += _ruling_problems(self.game, hand, moves=self.rules.renege.moves)
        last = number == len(self.game.hands)
        if not hand.complete and not last:
            what = "the tricks are missing; only the last hand may be in play."
            faults.append(Problem("tricks", what, "Add the line tricks = { … } to this hand."))
        remarks: list[Problem] = []
        if not faults and not unbid:
            for objection in _objections(self.game, self.rules, self.standings, hand.bids):
                (remarks if objection.by_score else faults).append(_as_problem(objection))
        won, trick_faults = tricks_won(self.game, hand, self.deal) if hand.complete else ({}, [])
        faults += [*trick_faults, *_totals_problems(self.game, hand)]
        self.problems += [fault.at(*place) for fault in faults]
        self.remarks += [remark.at(*place) for remark in remarks]
        if hand.complete and not self.problems:
            self._score(number, hand, dealer, won, tuple(remark.at(*place) for remark in remarks))

    def _add_void(self, number: int, hand: Hand, dealer: str, place: tuple[str, tuple[str | int, ...]]) -> None:
        """Takes in a hand that does not count: it changes no score and no bags, and is no hand for limits."""
        faults = [*_unknown_names(hand.bids, self.game.players, "bids"), *_dealer_problem(self.game, hand)]
        self.problems += [fault.at(*place) for fault in [*faults, *_totals_problems(self.game, hand)]]
        if self.problems:
            return
        sheets = {name: SideSheet(before, ()) for name, before in self.standings.items()}
        none = {side.name: SideTricks(0, (None,) * len(side.players)) for side in self.game.sides}
        wrong = {name: total for name, total in (hand.totals or {}).items() if sheets[name].after.score != total}
        self.hands.append(HandSheet(number, hand, dealer, sheets, none, wrong))

    def _score(
        self,
        number: int,
        hand: Hand,
        dealer: str,
        won: Mapping[str, SideTricks],
        remarks: tuple[Problem, ...],
    ) -> None:
        sides = {side.name: self.side_hand(side, hand, won[side.name]) for side in self.game.sides}
        self._settle(hand, sides)
        sheets = {name: _sheet(side) for name, side in sides.items()}
        self.standings = {name: sheet.after for name, sheet in sheets.items()}
        written = hand.totals or {}
        wrong = {name: total for name, total in written.items() if self.standings[name].score != total}
        self.counting.append(HandSheet(number, hand, dealer, sheets, won, wrong, remarks))
        self.hands.append(self.counting[-1])
        if not self.outcome.over:
            self._look_for_the_end()

    def _look_for_the_end(self) -> None:
        self.outcome = _outcome(self.rules, EndOfHand(self.standings, self.counting))
        if self.outcome.over:
            self.ended_with = len(self.hands)

    def after_the_end(self) -> Iterator[Problem]:
        """A remark on the hands that stand after the end of the game."""
        last = len(self.game.hands)
        if self.ended_with is None or self.ended_with == last:
            return
        first = self.ended_with + 1
        hands = f"hand {first} comes" if first == last else f"hands {first} to {last} come"
        what = f"{hands} after the end of the game, which was hand {self.ended_with}: {self.outcome.reason}"
        yield Problem("", what, "What comes after the end does not count.", ("hands", self.ended_with))

    def side_hand(self, side: Side, hand: Hand, won: SideTricks) -> SideHand:
        """One side's part in a hand."""
        bids = [hand.bids[player] for player in side.players] if hand.bids else []
        before = self.standings[side.name]
        reneges = sum(ruling.kind == RENEGE and ruling.player in side.players for ruling in hand.rulings)
        scored = SideHand(self.rules, before, side.players, bids, won.players, won.pile, self.deal, reneges)
        scored.adjustments = tuple(each for each in hand.rulings if each.kind == ADJUSTMENT and each.side == side.name)
        return scored

    def _settle(self, hand: Hand, sides: Mapping[str, SideHand]) -> None:
        """Moves the tricks of reneges between the sides."""
        for ruling in hand.rulings:
            if ruling.kind != RENEGE:
                continue
            offender = self.game.side_of(ruling.player).name
            receiver = ruling.to or next(name for name in sides if name != offender)
            self.rules.renege.settle(sides[offender], sides[receiver])


def _outcome(rules: RuleSet, end: EndOfHand) -> Outcome:
    endings = (rule.ending(end) for rule in rules.with_hook("ending"))
    return next((outcome for outcome in endings if outcome), PLAYING)


class NextHand:
    """The next hand of a game, to be tried out: each trial is scored as the hand would be, and the game stays as it is.

    A hand in play is the next one; its bids are not looked at here.

    Attributes:
        number: The hand's number.
        rules: The rules that it is played by.
        deal: How many tricks it has.
        before: Each side's standing before it.
    """

    def __init__(self, game: Game) -> None:
        complete = tuple(hand for hand in game.hands if hand.complete)
        self._played = _replayed(game._replace(hands=complete))
        self.number = len(complete) + 1
        if any(change.from_hand == self.number for change in game.rule_changes):
            self._played.play_by(game.rules_at(self.number))
        self.rules, self.deal = self._played.rules, self._played.deal
        self.before: Mapping[str, Standing] = self._played.standings

    def hand(self, hand: Hand) -> tuple[HandSheet, Outcome]:
        """The whole hand, scored, and how the game stands after it.

        Raises:
            HandError: The facts cannot be.
        """
        trial = self._played.branch(hand)
        trial.add(self.number, hand, hand.dealer)
        if trial.problems:
            raise HandError(trial.problems)
        return trial.hands[-1], trial.outcome

    def side(self, side: Side, bids: Sequence[Bid], tricks: Sequence[int]) -> SideSheet:
        """One side's hand, scored: its players' bids and tricks. Whether the bids may be made is not looked at."""
        hand = Hand(dict(zip(side.players, bids, strict=True)))
        return _sheet(self._played.side_hand(side, hand, SideTricks(sum(tricks), tuple(tricks))))

    def end(self, sheets: Mapping[str, SideSheet]) -> EndOfHand:
        """The game after such a hand of some sides, as rules look at its end; the others stand where they stood."""
        idle = {name: SideSheet(before, ()) for name, before in self.before.items()}
        hand = HandSheet(self.number, Hand({}), "", {**idle, **sheets}, {})
        return EndOfHand(hand.standings, [*self._played.counting, hand])

    def outcome(self, end: EndOfHand) -> Outcome:
        """How the game would stand."""
        return _outcome(self.rules, end)


def rules_now(game: Game) -> RuleSet:
    """The rules of the hand in play, or of the next one."""
    return RuleSet(*game.rules_now)


def deal_now(game: Game) -> int:
    """How many tricks there are in the hand in play, or the next one."""
    return rules_now(game).deck.deal(len(game.players))


def unbid_now(game: Game) -> bool:
    """Whether the next hand is one that bids itself."""
    return game.in_play is None and rules_now(game).bidding.unbid(game.played + 1)


def objections_to(game: Game, bids: Mapping[str, Bid]) -> list[Problem]:
    """What the rules have against bids for the next hand; the bids may be those of the first bidders only."""
    standings = score_game(game).standings
    return [_as_problem(objection) for objection in _objections(game, rules_now(game), standings, bids)]


def _objections(
    game: Game, rules: RuleSet, standings: Mapping[str, Standing], bids: Mapping[str, Bid]
) -> Iterator[Objection]:
    meant = {player: rules.bidding.meaning(bids[player]) for player in game.players if player in bids}
    players = len(game.players)
    deal = rules.deck.deal(players)
    left_over = max(rules.deck.cards(players) - deal * players, 0)
    table = TableHand(game.sides, meant, standings, deal, rules.deck.spades, left_over)
    for rule in rules.with_hook("objections"):
        yield from rule.objections(table)


def _as_problem(objection: Objection) -> Problem:
    return Problem("bids", objection.what, objection.remedy, objection.path)


def _bid_problems(game: Game, hand: Hand, *, unbid: bool) -> Iterator[Problem]:
    if unbid:
        if hand.bids:
            what = "by bidding.first_hand this hand bids itself, and it has bids."
            yield Problem("bids", what, "Enter its tricks only.", ("bids",))
        return
    unknown = [*_unknown_names(hand.bids, game.players, "bids")]
    yield from unknown
    missing = [player for player in game.players if player not in hand.bids]
    if missing and not unknown:
        yield Problem("bids", f"no bid of {', '.join(missing)}.", "Every player bids.", ("bids",))


def _dealer_problem(game: Game, hand: Hand) -> Iterator[Problem]:
    if hand.dealer:
        yield from _unknown_names([hand.dealer], game.players, "dealer")


def _ruling_problems(game: Game, hand: Hand, *, moves: bool) -> Iterator[Problem]:
    for at, ruling in enumerate(hand.rulings):
        if ruling.kind == RENEGE:
            found = _renege_problems(game, ruling, moves=moves)
        elif ruling.kind == ADJUSTMENT:
            found = _adjustment_problems(game, ruling)
        else:
            what = f"there is no ruling called “{ruling.kind}”; expected {RENEGE} or {ADJUSTMENT}."
            found = iter([Problem("", what, "Write one of the two.")])
        yield from (problem.at("rulings", ("rulings", at)) for problem in found)


def _renege_problems(game: Game, ruling: Ruling, *, moves: bool) -> Iterator[Problem]:
    sides = [side.name for side in game.sides]
    others = [side for side in sides if ruling.player not in _players(game, side)]
    if not ruling.player:
        yield Problem("", "nothing says who reneged.", 'Add player = "NAME".')
        return
    for found in _unknown_names([ruling.player], game.players, "player"):
        yield found._replace(path=("player",))
    if moves and len(sides) > 2 and not ruling.to:
        yield Problem("", "nothing says who gets the tricks.", f"Add to = one of {', '.join(others)}.")
    if ruling.to and ruling.to not in others:
        yield Problem("", f"“{ruling.to}” is no other side.", f"Others are {', '.join(others)}.")
    if ruling.side or ruling.points:
        yield Problem("", "a renege has no side and no points of its own.", "Its price is set by the rules.")


def _adjustment_problems(game: Game, ruling: Ruling) -> Iterator[Problem]:
    if not ruling.side:
        yield Problem("", "nothing says whose score is adjusted.", 'Add side = "NAME".')
        return
    for found in _unknown_names([ruling.side], [side.name for side in game.sides], "side"):
        yield found._replace(path=("side",))
    if not ruling.points:
        yield Problem("", "an adjustment of 0 points changes nothing.", "Say points = -30, for example.")
    if ruling.player or ruling.to:
        yield Problem("", "an adjustment has no player; it is the side's.", "Take player and to out.")


def _players(game: Game, side: str) -> tuple[str, ...]:
    return next(known.players for known in game.sides if known.name == side)


def _totals_problems(game: Game, hand: Hand) -> Iterator[Problem]:
    if hand.totals:
        yield from _unknown_names(hand.totals, [side.name for side in game.sides], "totals")


def _unknown_names(names: Iterable[str], known: Sequence[str], place: str) -> Iterator[Problem]:
    nobody = "no side" if place == "totals" else "nobody"
    for name in names:
        if name not in known:
            remedy = suggestion(name, [*known]) or f"Known are {', '.join(known)}."
            path = (place,) if place == "dealer" else (place, name)
            yield Problem(place, f"{nobody} is called “{name}”.", remedy, path)


def tricks_won(game: Game, hand: Hand, deal: int) -> tuple[dict[str, SideTricks], list[Problem]]:
    """Each side's tricks, worked out from what was written: piles, players' own, and what follows from the rest.

    The second part holds what is wrong; where it is not empty, the first part is not to be used.
    """
    written = hand.tricks or {}
    names = [*dict.fromkeys([*game.players, *(side.name for side in game.sides)])]
    problems = [*_unknown_names(written, names, "tricks"), *impossible_tricks(written, deal)]
    if problems:
        return {}, problems
    piles = {side.name: _pile(side, written) for side in game.sides}
    unknown = [name for name, pile in piles.items() if pile is None]
    known = sum(pile for pile in piles.values() if pile is not None)
    if len(unknown) > 1:
        what = f"the tricks of {' and '.join(unknown)} are missing; at most one side's follow from the others."
        return {}, [Problem("tricks", what, "Give them by player or by side.", ("tricks",))]
    if known > deal or (not unknown and known != deal):
        return {}, [_wrong_sum(game, written, known, deal)]
    won = {}
    for side in game.sides:
        pile = piles[side.name]
        result = _split(side, written, deal - known if pile is None else pile, hand)
        if isinstance(result, Problem):
            problems.append(result)
        else:
            won[side.name] = result
    return won, problems


def impossible_tricks(written: Mapping[str, int], deal: int) -> Iterator[Problem]:
    """What is wrong with single counts of tricks, where a hand has `deal` of them."""
    for name, took in written.items():
        if not 0 <= took <= deal:
            what = f"{name} took {took}; expected a number from 0 to {deal}."
            yield Problem("tricks", what, "Count the pile again.", ("tricks", name))


def _pile(side: Side, written: Mapping[str, int]) -> int | None:
    if side.name in written:
        return written[side.name]
    own = [written[player] for player in side.players if player in written]
    return sum(own) if len(own) == len(side.players) else None


def _split(side: Side, written: Mapping[str, int], pile: int, hand: Hand) -> SideTricks | Problem:
    """The side's pile among its players: one missing figure follows from the others."""
    own = [written.get(player) for player in side.players]
    if side.players == (side.name,):
        own = [pile]
    known = sum(took for took in own if took is not None)
    missing = own.count(None)
    if known > pile or (not missing and known != pile):
        what = f"the players of {side.name} took {known}, and their pile has {pile}."
        return Problem("tricks", what, "Count the piles again.", ("tricks",))
    if missing == 1 or known == pile:
        own = [pile - known if took is None else took for took in own]
    return SideTricks(pile, tuple(own)) if None not in own else _partly_known(side, own, pile, hand)


def _partly_known(side: Side, own: list[int | None], pile: int, hand: Hand) -> SideTricks | Problem:
    for player, took in zip(side.players, own, strict=True):
        if took is None and hand.bids.get(player, Bid()).nil:
            what = f"{player} bid {hand.bids[player]}: how many of the {pile} tricks of {side.name} did {player} win?"
            return Problem("tricks", what, "Give the nil bidder's own tricks as well.", ("tricks",))
    return SideTricks(pile, tuple(own))


def _wrong_sum(game: Game, written: Mapping[str, int], known: int, deal: int) -> Problem:
    order = [*game.players, *(side.name for side in game.sides if side.name not in game.players)]
    said = ", ".join(f"{name} {written[name]}" for name in order if name in written)
    what = f"the tricks come to {known}, and a hand has {deal}: {said}."
    return Problem("tricks", what, "Count the piles again.", ("tricks",))
