"""Slips of the pencil: what a score comes to if the hand is reckoned with one mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.errors import ScorekeeperError
from scorekeeper.rules import RuleSet
from scorekeeper.scoring import score_game, score_side
from scorekeeper.sheet import Standing
from scorekeeper.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorekeeper.bids import Bid
    from scorekeeper.game import Game
    from scorekeeper.sheet import GameSheet, HandSheet, SideSheet


_NILS = ("nil", "blind nil")


class Facts(NamedTuple):
    """One side's hand, as the table played it.

    Attributes:
        bids: The bids of its players, or one for the side.
        tricks: Their tricks, or the side's pile.
        deal: The tricks in a hand.
        totals: Scores that stand on the sheet elsewhere, with what they are: "the total after hand 3".
        other_bids: What the other side bid, where there is just one and it is known.
        other_nils: The points of that side's nils.
    """

    rules: RuleSet
    before: Standing
    bids: tuple[Bid, ...]
    tricks: tuple[int, ...]
    deal: int
    totals: tuple[tuple[str, int], ...] = ()
    other_bids: tuple[Bid, ...] = ()
    other_nils: tuple[int, ...] = ()

    def sheet(self) -> SideSheet:
        """The hand, rightly scored."""
        return score_side(self.rules, self.before, self.bids, self.tricks, deal=self.deal, any_bags=True)

    def score(self) -> int:
        """The right score after the hand, in points."""
        return self.sheet().after.score


def facts_of(game: Game, sheet: GameSheet, hand: HandSheet, name: str) -> Facts | None:
    """A side's hand of a game; None for a hand that its bids and tricks alone do not score, as after a renege."""
    side = next(side for side in game.sides if side.name == name)
    won, scored = hand.tricks[name], hand.sides[name]
    known = [took for took in won.players if took is not None]
    others = [other for other in game.sides if other.name != name]
    [other] = others if len(others) == 1 else [None]
    facts = Facts(
        RuleSet(*game.rules_at(hand.number)),
        scored.before,
        tuple(hand.hand.bids[player] for player in side.players if player in hand.hand.bids),
        tuple(known) if len(known) == len(won.players) else (won.pile,),
        sum(tricks.pile for tricks in hand.tricks.values()),
        tuple(_totals(sheet, hand, name)),
        tuple(hand.hand.bids[player] for player in other.players if player in hand.hand.bids) if other else (),
        tuple(line.points for line in hand.sides[other.name].lines if line.rule in _NILS) if other else (),
    )
    return facts if facts.bids and facts.score() == scored.after.score else None


def scores_without_rulings(game: Game, number: int, name: str) -> Iterator[int]:
    """A side's score after a hand, had nothing been ruled on that hand, or had one ruling been left out."""
    *before, hand = game.hands[:number]
    for left in ((), *((*hand.rulings[:at], *hand.rulings[at + 1 :]) for at in range(len(hand.rulings)))):
        played = game._replace(hands=(*before, hand._replace(rulings=left)))
        yield score_game(played).standings[name].score


def _totals(sheet: GameSheet, hand: HandSheet, name: str) -> Iterator[tuple[str, int]]:
    """The totals that may have been carried down in place of the side's last one."""
    for earlier in sheet.hands:
        for other, scored in earlier.sides.items():
            if other == name and earlier.number < hand.number - 1:
                yield f"The total after hand {earlier.number}", scored.after.score
            elif other != name and earlier.number == hand.number - 1:
                yield f"The total of {other}", scored.after.score


class Slip(NamedTuple):
    """A mistake, and the score that it leads to.

    Attributes:
        reason: What went wrong, in a sentence.
        score: The score after the hand with that mistake, in points.
        cost: How far-fetched it is: 1 for what happens every evening.
        bags: The side's bags after the hand with that mistake, where it may change them; else None.
    """

    reason: str
    score: int
    cost: float
    bags: int | None = None


def slips(facts: Facts) -> Iterator[Slip]:
    """Every slip that this hand gives an occasion for."""
    sheet = facts.sheet()
    yield from _bag_slips(facts, sheet)
    yield from _overtrick_slips(facts, sheet)
    yield from _nil_slips(sheet)
    yield from _contract_slips(sheet)
    yield from _miscounted(facts)
    yield from _carried(facts, sheet)
    yield from _written(sheet)


def _bag_slips(facts: Facts, sheet: SideSheet) -> Iterator[Slip]:
    after = sheet.after.score
    penalty = facts.rules.bags.penalty
    taken = -sum(line.points for line in sheet.lines if line.rule == "bag penalty")
    if taken:
        off = -sum(line.bags for line in sheet.lines if line.rule == "bag penalty")
        yield Slip("The bag penalty was forgotten.", after + taken, 0.5, sheet.after.bags + off)
        yield Slip("The bag penalty was taken twice.", after - taken, 1.2)
    if taken > penalty:
        yield Slip("Only one bag penalty was taken, and two are due.", after + taken - penalty, 1)
    if not taken and facts.rules.bags.limit:
        near = facts.rules.bags.limit - sheet.after.bags <= 2
        yield Slip("A bag penalty was taken that is not due yet.", after - penalty, 1.2 if near else 1.7, 0)
    for bags, reason in (
        (0, "The bags carried from earlier hands were forgotten."),
        (facts.before.bags + 1, "The bags before the hand were counted one too many."),
        (facts.before.bags - 1, "The bags before the hand were counted one too few."),
    ):
        changed = _with(facts, before=Standing(facts.before.score, bags))
        if changed is not None and changed.score != after:
            yield Slip(reason, changed.score, 1.3, changed.bags)


def _overtrick_slips(facts: Facts, sheet: SideSheet) -> Iterator[Slip]:
    after = sheet.after.score
    for label, what in (("overtricks", "overtricks"), ("nil tricks", "failed nil's tricks")):
        points = sum(line.points for line in sheet.lines if line.rule == label)
        bags = sum(line.bags for line in sheet.lines if line.rule == label)
        if points:
            yield Slip(f"The points of the {what} were not added.", after - points, 1, sheet.after.bags - bags)
        if bags:
            tens = bags * facts.rules.contract.trick_points
            yield Slip(f"The {what} were counted as full tricks.", after - points + tens, 1.3, sheet.after.bags - bags)


def _nil_slips(sheet: SideSheet) -> Iterator[Slip]:
    after = sheet.after.score
    for line in sheet.lines:
        if line.rule in _NILS and line.points:
            done = "made" if line.points > 0 else "failed"
            yield Slip(
                f"A {line.rule} that {done} was forgotten, or written down for the other side.", after - line.points, 1
            )
            other = "lost" if line.points > 0 else "won"
            yield Slip(f"A {line.rule} that {done} was counted as {other}.", after - 2 * line.points, 1.1)


def _contract_slips(sheet: SideSheet) -> Iterator[Slip]:
    after = sheet.after.score
    points = sum(line.points for line in sheet.lines if line.rule == "contract")
    if not points:
        return
    if points < 0:
        yield Slip("The set was forgotten: nothing was taken off.", after - points, 1)
        yield Slip("The set was added instead of taken off.", after - 2 * points, 1.1)
    else:
        yield Slip("The contract was not added.", after - points, 1.3)
        yield Slip("The contract was taken off, as if it were set.", after - 2 * points, 1.3)


def _miscounted(facts: Facts) -> Iterator[Slip]:
    """Tricks or bids written one off, or those of the other side."""
    right = facts.score()
    for at in range(len(facts.tricks)):
        for step in (1, -1):
            tricks = _moved(facts.tricks, at, step)
            changed = _with(facts, tricks=tricks)
            if changed is not None and changed.score != right:
                reason = f"{counted(sum(tricks), 'trick')} counted instead of {sum(facts.tricks)}."
                yield Slip(reason, changed.score, 1.4, changed.bags)
    for at, bid in enumerate(facts.bids):
        for step in (1, -1):
            if bid.nil or bid.tricks + step < 1:
                continue
            bids = (*facts.bids[:at], bid._replace(tricks=bid.tricks + step), *facts.bids[at + 1 :])
            changed = _with(facts, bids=bids)
            if changed is not None and changed.score != right:
                reason = f"A bid of {bid.tricks + step} written instead of {bid.tricks}."
                yield Slip(reason, changed.score, 1.4, changed.bags)
    yield from _of_the_other_side(facts, right)
    changed = _with(facts, tricks=(facts.deal - sum(facts.tricks),))
    if changed is not None and changed.score != right:
        yield Slip("The tricks of the other side were counted.", changed.score, 1.3, changed.bags)
    if len(facts.bids) == len(facts.tricks) == 2:
        for words, swapped in (("tricks", {"tricks": facts.tricks[::-1]}), ("bids", {"bids": facts.bids[::-1]})):
            changed = _with(facts, **swapped)
            if changed is not None and changed.score != right:
                yield Slip(f"The {words} of the two partners were exchanged.", changed.score, 1.3, changed.bags)


def _of_the_other_side(facts: Facts, right: int) -> Iterator[Slip]:
    """What belongs to the other side, written down for this one."""
    changed = _with(facts, bids=facts.other_bids) if facts.other_bids else None
    if changed is not None and changed.score != right:
        yield Slip("The bids of the other side were taken.", changed.score, 1.3, changed.bags)
    for points in facts.other_nils:
        if points:
            yield Slip("A nil of the other side was written down for this one.", right + points, 1.2)


def _moved(numbers: Sequence[int], at: int, step: int) -> tuple[int, ...]:
    return (*numbers[:at], numbers[at] + step, *numbers[at + 1 :])


def _with(
    facts: Facts,
    *,
    before: Standing | None = None,
    bids: tuple[Bid, ...] | None = None,
    tricks: tuple[int, ...] | None = None,
) -> Standing | None:
    """The standing after the hand with some facts otherwise; None where they cannot be."""
    try:
        return score_side(
            facts.rules,
            before or facts.before,
            facts.bids if bids is None else bids,
            facts.tricks if tricks is None else tricks,
            deal=facts.deal,
            any_bags=True,
        ).after
    except ScorekeeperError:
        return None


def _carried(facts: Facts, sheet: SideSheet) -> Iterator[Slip]:
    """Another total of the sheet carried down in place of the last one."""
    for name, total in facts.totals:
        if total != facts.before.score:
            yield Slip(f"{name}, {total}, was carried down instead of {facts.before.score}.", total + sheet.points, 1.2)
    if facts.before.score and sheet.points:
        yield Slip("The hand's points were written down as the total.", sheet.points, 1.5)
    if sheet.points:
        yield Slip("The hand was not added: this is the score before it.", facts.before.score, 1.2)
        yield Slip("The hand was taken off instead of added.", facts.before.score - sheet.points, 1.5)


def _written(sheet: SideSheet) -> Iterator[Slip]:
    """Slips of writing and adding: digits exchanged, ten or a hundred off, a sign, the bags in a minus score."""
    after, bags = sheet.after
    digits = str(after).removeprefix("-")
    sign = str(after).removesuffix(digits)
    for at in range(len(digits) - 1):
        swapped = digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :]
        if swapped != digits:
            yield Slip(f"Two digits of {after} were exchanged.", int(sign + swapped), 1.2)
    for off in (10, 100):
        for step in (off, -off):
            yield Slip(f"A slip of {off} in the addition.", after + step, 1.35)
    if after < 0 and bags:
        reason = f"{counted(bags, 'bag')} written as the last digit of a score below zero: off by twice their number."
        yield Slip(reason, after - 2 * bags, 1)
    if after:
        yield Slip("The sign of the score was lost.", -after, 1.5)
