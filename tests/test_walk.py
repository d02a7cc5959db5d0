"""Whole sheets: the walk finds the hand and the slip, the house rule, and whether somebody else has won."""

from __future__ import annotations

import random
import sys
import time
from typing import TYPE_CHECKING, NamedTuple

import pytest

from scorekeeper import RuleSet, Standing, score_game, score_side
from scorekeeper.bids import NIL, Bid
from scorekeeper.game import Game, Hand, RuleChoice, Ruling, partnerships
from scorekeeper.referee.walk import Departure, Walk, walk
from tables import PLAYERS, THEM, US, game, hand

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scorekeeper.game import Value
    from scorekeeper.sheet import SideSheet

RULES: tuple[RuleChoice, ...] = (
    RuleChoice("pagat-blind-nil"),
    RuleChoice("pagat"),
    RuleChoice("pagat-blind-nil", {"nil.made": 50, "nil.failed": 50}),
    RuleChoice("msn-zone"),
    RuleChoice("dummies"),
    RuleChoice("trickster"),
)
SIDES = {side.name: side.players for side in partnerships(PLAYERS)}


def random_hand(dice: random.Random) -> Hand:
    """A hand as it goes at a table: about eleven tricks bid, mostly made, sometimes a nil."""
    took = [0, 0, 0, 0]
    for _ in range(13):
        took[dice.randrange(4)] += 1
    bids = {}
    for player, won in zip(PLAYERS, took, strict=True):
        tricks = min(max(1, won + dice.choice((-2, -1, -1, 0, 0, 0, 1))), 6)
        bids[player] = NIL if won <= 1 and dice.random() < 0.4 else Bid(tricks)
    return Hand(bids, dict(zip(PLAYERS, took, strict=True)))


def random_game(dice: random.Random, rules: RuleChoice, hands: int) -> Game:
    """A game without totals."""
    settings = {**rules.settings, "ending.target": 5000}
    table = partnerships(PLAYERS)
    return Game(
        "Random",
        PLAYERS,
        table,
        RuleChoice(rules.preset, settings),
        hands=tuple(random_hand(dice) for _ in range(hands)),
    )


def with_totals(played: Game, totals: Mapping[str, list[int]]) -> Game:
    """The game with totals written for every hand."""
    hands = [
        each._replace(totals={name: column[at] for name, column in totals.items()})
        for at, each in enumerate(played.hands)
    ]
    return played._replace(hands=tuple(hands))


def right_totals(played: Game, by: Mapping[str, Value] | None = None) -> dict[str, list[int]]:
    """The totals by the rules, with some settings otherwise."""
    rules = played.rules._replace(settings={**played.rules.settings, **(by or {})})
    hands = score_game(played._replace(rules=rules)).hands
    return {side.name: [each.sides[side.name].after.score for each in hands] for side in played.sides}


def walked(played: Game) -> Walk:
    """The walk down a game."""
    return walk(played, score_game(played))


# Slips, made by hand: none of this is taken from the referee.


class Wrong(NamedTuple):
    """A standing by a slip, and words of the reason that must be found."""

    score: int
    bags: int
    reason: str


class Occasion(NamedTuple):
    """A side's hand in which a slip may be made."""

    rules: RuleSet
    before: Standing
    bids: list[Bid]
    tricks: list[int]
    sheet: SideSheet
    column: list[int]
    other: int | None

    def points(self, rule: str) -> int:
        """What the lines of a rule come to."""
        return sum(line.points for line in self.sheet.lines if line.rule == rule)


def penalty_forgotten(at: Occasion) -> Wrong | None:
    """No bag penalty, and the bags crossed out as if it had been taken."""
    lost = at.points("bag penalty")
    return Wrong(at.sheet.after.score - lost, at.sheet.after.bags, "bag penalty was forgotten") if lost else None


def penalty_twice(at: Occasion) -> Wrong | None:
    """The penalty taken twice."""
    lost = at.points("bag penalty")
    return Wrong(at.sheet.after.score + lost, at.sheet.after.bags, "bag penalty was taken twice") if lost else None


def set_forgotten(at: Occasion) -> Wrong | None:
    """A set contract of which nothing was taken off."""
    lost = at.points("contract")
    return Wrong(at.sheet.after.score - lost, at.sheet.after.bags, "The set was forgotten") if lost < 0 else None


def set_added(at: Occasion) -> Wrong | None:
    """A set contract added."""
    lost = at.points("contract")
    return Wrong(at.sheet.after.score - 2 * lost, at.sheet.after.bags, "The set was added") if lost < 0 else None


def nil_forgotten(at: Occasion) -> Wrong | None:
    """A nil that nobody wrote down."""
    won = [line.points for line in at.sheet.lines if line.rule == "nil" and line.points]
    return Wrong(at.sheet.after.score - won[0], at.sheet.after.bags, "was forgotten") if won else None


def nil_turned(at: Occasion) -> Wrong | None:
    """A nil with the wrong sign."""
    won = [line.points for line in at.sheet.lines if line.rule == "nil" and line.points]
    return Wrong(at.sheet.after.score - 2 * won[0], at.sheet.after.bags, "was counted as") if won else None


def overtricks_forgotten(at: Occasion) -> Wrong | None:
    """Overtricks that were counted as bags, and not added."""
    won = at.points("overtricks")
    return Wrong(at.sheet.after.score - won, at.sheet.after.bags, "points of the overtricks") if won else None


def bags_not_carried(at: Occasion) -> Wrong | None:
    """The bags of the hand counted from 0."""
    sheet = score_side(at.rules, Standing(at.before.score, 0), at.bids, at.tricks)
    differs = sheet.after.score != at.sheet.after.score
    return Wrong(*sheet.after, "bags carried from earlier hands were forgotten") if differs else None


def one_trick_more(at: Occasion) -> Wrong | None:
    """A trick too many counted for the first player."""
    if sum(at.tricks) == 13:
        return None
    sheet = score_side(at.rules, at.before, at.bids, [at.tricks[0] + 1, at.tricks[1]])
    return Wrong(*sheet.after, "counted instead of")


def old_total(at: Occasion) -> Wrong | None:
    """The total of the hand before the last carried down."""
    if len(at.column) < 2:
        return None
    return Wrong(at.column[-2] + at.sheet.points, at.sheet.after.bags, "was carried down instead")


def other_total(at: Occasion) -> Wrong | None:
    """The other side's total carried down."""
    if at.other is None:
        return None
    return Wrong(at.other + at.sheet.points, at.sheet.after.bags, "was carried down instead")


def digits_exchanged(at: Occasion) -> Wrong | None:
    """The last two digits exchanged."""
    score = at.sheet.after.score
    if abs(score) < 10:
        return None
    digits = str(abs(score))
    swapped = int(digits[:-2] + digits[-1] + digits[-2])
    return Wrong(swapped if score > 0 else -swapped, at.sheet.after.bags, "digits")


def ten_off(at: Occasion) -> Wrong:
    """A ten not carried."""
    return Wrong(at.sheet.after.score - 10, at.sheet.after.bags, "A slip of 10 ")


def hundred_off(at: Occasion) -> Wrong:
    """A hundred too many."""
    return Wrong(at.sheet.after.score + 100, at.sheet.after.bags, "A slip of 100 ")


def not_added(at: Occasion) -> Wrong:
    """The hand left out."""
    return Wrong(at.before.score, at.sheet.after.bags, "The hand was not added")


def taken_off(at: Occasion) -> Wrong:
    """The hand subtracted."""
    return Wrong(at.before.score - at.sheet.points, at.sheet.after.bags, "taken off instead of added")


SLIPS: tuple[Callable[[Occasion], Wrong | None], ...] = (
    penalty_forgotten, penalty_twice, set_forgotten, set_added, nil_forgotten, nil_turned, overtricks_forgotten,
    bags_not_carried, one_trick_more, old_total, other_total, digits_exchanged, ten_off, hundred_off, not_added,
    taken_off,
)  # fmt: skip


class Slipped(NamedTuple):
    """A sheet with a slip carried down."""

    game: Game
    side: str
    hand: int
    reason: str


def slipped(dice: random.Random, played: Game) -> Slipped | None:
    """The game with one random slip on a random hand, and all totals after it reckoned on from it."""
    rules = RuleSet(*played.rules)
    columns = right_totals(played)
    side, number, slip = dice.choice([*SIDES]), dice.randrange(len(played.hands)), dice.choice(SLIPS)
    other = next(name for name in SIDES if name != side)
    standing, column, reason = Standing(), list[int](), ""
    for at, each in enumerate(played.hands):
        bids = [each.bids[player] for player in SIDES[side]]
        tricks = [(each.tricks or {})[player] for player in SIDES[side]]
        sheet = score_side(rules, standing, bids, tricks)
        before, standing = standing, sheet.after
        if at == number:
            last = columns[other][at - 1] if at else None
            wrong = slip(Occasion(rules, before, bids, tricks, sheet, column, last))
            if wrong is None or wrong.score == sheet.after.score:
                return None
            standing, reason = Standing(wrong.score, wrong.bags), wrong.reason
        column.append(standing.score)
    return Slipped(with_totals(played, {side: column, other: columns[other]}), side, number + 1, reason)


def sheets(count: int, seed: int) -> list[Slipped]:
    """So many sheets with a slip, over all rule sets."""
    dice = random.Random(seed)  # noqa: S311  a game, no secret
    found: list[Slipped] = []
    while len(found) < count:
        rules = RULES[len(found) % len(RULES)]
        sheet = slipped(dice, random_game(dice, rules, dice.randint(4, 10)))
        found += [sheet] if sheet else []
    return found


def test_one_slip_carried_down(capsys: pytest.CaptureFixture[str]) -> None:
    """The walk finds the hand of every slip, and the slip among the first three explanations in 95 of 100.

    In the rest more than three slips give one figure, and nothing on the sheet tells them apart.
    """
    tried = sheets(120, 4)
    hands = slips = ambiguous = alone = 0
    for sheet in tried:
        found = walked(sheet.game).departures
        first = [each for each in found[:1] if (each.side, each.hand) == (sheet.side, sheet.hand)]
        hands += bool(first)
        alone += len(found) == 1
        reasons = [why.reason for each in first for why in each.explanations]
        slips += any(sheet.reason in reason for reason in reasons[:3])
        ambiguous += any(sheet.reason in reason for reason in reasons[3:])
    with capsys.disabled():
        sys.stdout.write(
            f"\n{len(tried)} sheets: hand {hands}, told once {alone}, slip in three {slips}, further down {ambiguous}\n"
        )
    assert hands == len(tried)
    assert slips >= 0.95 * len(tried)
    assert alone >= 0.95 * len(tried)


def test_clean_sheets() -> None:
    """A sheet by the rules has no departure, whatever the rules."""
    dice = random.Random(7)  # noqa: S311
    for rules in RULES * 5:
        played = random_game(dice, rules, 9)
        found = walked(with_totals(played, right_totals(played)))
        assert (found.departures, found.rules, found.changes, found.plays_by) == ((), (), False, None)


HOUSE: dict[str, Mapping[str, Value]] = {
    "penalty takes back the bags": {"bags.forfeit_points": True},
    "no bag penalty": {"bags.limit": 0},
    "bags score nothing": {"bags.points": 0},
    "penalty 50": {"bags.penalty": 50},
    "bags wiped out": {"bags.remainder": "reset"},
    "nil 50": {"nil.made": 50},
    "a failed nil 50": {"nil.failed": 50},
    "a failed nil helps": {"nil.failed_tricks": "help-contract"},
    "a failed nil's tricks are nothing": {"nil.failed_tricks": "discard"},
    "a set costs nothing": {"contract.set_penalty": "none"},
    "a set costs what is short": {"contract.set_penalty": "short"},
}


@pytest.mark.parametrize("name", HOUSE)
def test_one_house_rule(name: str) -> None:
    """A sheet that is right by one other setting is recognised as that."""
    dice = random.Random(11)  # noqa: S311
    for _ in range(3):
        played = random_game(dice, RULES[0], 16)
        columns = right_totals(played, HOUSE[name])
        if columns == right_totals(played):
            continue
        sheet = walked(with_totals(played, columns))
        assert sheet.departures
        assert HOUSE[name] in [dict(rule.settings) for rule in sheet.rules]
        assert sheet.plays_by or len(sheet.departures) == 1


def test_two_house_rules() -> None:
    """Two settings that only together explain the sheet."""
    dice = random.Random(5)  # noqa: S311
    both: dict[str, Value] = {"nil.made": 50, "contract.set_penalty": "none"}
    played = random_game(dice, RULES[0], 18)
    sheet = walked(with_totals(played, right_totals(played, both)))
    assert both in [dict(rule.settings) for rule in sheet.rules]


def figures(found: Departure) -> tuple[str, int, int, int, int | None]:
    """A departure without its explanations."""
    return found.side, found.hand, found.written, found.expected, found.back


PLAIN = ("4 3 3 3", "4 3 3 3")


def plain(*totals: dict[str, int], target: int = 500) -> Game:
    """A game in which each hand gives 70 to the one side and 60 to the other."""
    return game(*(hand(*PLAIN, totals=each) for each in totals), settings={"ending.target": target})


class Sheet(NamedTuple):
    """A sheet, and all that the walk finds on it."""

    played: Game
    found: str


def columns(
    us: list[int | None], *, them: list[int] | None = None, bids: str = "4 2 2 2", tricks: str = "5 2 4 2"
) -> Game:
    """A game of the same hand over and over: if no other is given, 63 and three bags for Us, 40 for Them."""
    others = them or [40 * number for number in range(1, len(us) + 1)]
    rows = [{THEM: theirs} | ({} if mine is None else {US: mine}) for mine, theirs in zip(us, others, strict=True)]
    return game(*(hand(bids, tricks, totals=row) for row in rows), settings={"ending.target": 5000})


def told(found: Walk) -> list[str]:
    """What a walk found, in lines; of a house rule only the settings."""
    lines = []
    for each in found.departures:
        back = f", back at {each.back}" if each.back else ""
        lines.append(f"{each.side} {each.hand}: {each.written} for {each.expected}, since {each.since}{back}")
        lines += [f"- {why.reason.partition(' (')[0]}" for why in each.explanations]
    lines += [f"rule {dict(rule.settings)}".replace("'", "") for rule in found.rules]
    if found.rules:
        lines.append(f"shown {found.occasions}" + (", played by" if found.plays_by else ""))
    return lines


def sheet_of(*hands: Hand, changes: Mapping[int, Mapping[str, Value]] | None = None) -> Game:
    """A game of these hands that does not end."""
    return game(*hands, settings={"ending.target": 5000}, changes=changes)


AGAIN = ("4 2 2 2", "5 2 4 2")
NIL_MADE = ("4 2 n 2", "4 3 0 6")

SHEETS: dict[str, Sheet] = {
    "a penalty forgotten, and taken with the next bags": Sheet(
        columns([63, 126, 189, 252, 215, 278]),
        """
            Ann & Cy 4: 252 for 152, since 4
            - The bag penalty was forgotten.
            - A house rule: bags.limit = 0
            - The bags carried from earlier hands were forgotten.
            - A slip of 100 in the addition.
        """,
    ),
    "a penalty forgotten, and a house rule that explains it as well": Sheet(
        columns([63, 126, 189, 252, 315, 378]),
        """
            Ann & Cy 4: 252 for 152, since 4
            - The bag penalty was forgotten.
            - A house rule: bags.limit = 0
            - The bags carried from earlier hands were forgotten.
            - A slip of 100 in the addition.
            rule {bags.limit: 0}
            shown 1
        """,
    ),
    "a penalty forgotten, and ten too many later": Sheet(
        columns([63, 126, 189, 252, 325]),
        """
            Ann & Cy 4: 252 for 152, since 4
            - The bag penalty was forgotten.
            - A house rule: bags.limit = 0
            - The bags carried from earlier hands were forgotten.
            - A slip of 100 in the addition.
            Ann & Cy 5: 325 for 315, since 5
            - A slip of 10 in the addition.
        """,
    ),
    "an old total carried down": Sheet(
        columns([63, 126, 126]),
        """
            Ann & Cy 3: 126 for 189, since 3
            - The total after hand 1, 63, was carried down instead of 126.
            - The hand was not added: this is the score before it.
        """,
    ),
    "the other side's total carried down": Sheet(
        columns([63, 126, 143]),
        """
            Ann & Cy 3: 143 for 189, since 3
            - The total of Bob & Dee, 80, was carried down instead of 126.
        """,
    ),
    "overtricks not added, which may leave the bags out": Sheet(
        columns([63, 126, 186, 249]),
        """
            Ann & Cy 3: 186 for 189, since 3
            - The points of the overtricks were not added.
        """,
    ),
    "overtricks not added, and their bags not either": Sheet(
        columns([63, 126, 186, 249, 212]),
        """
            Ann & Cy 3: 186 for 189, since 3
            - The points of the overtricks were not added.
        """,
    ),
    "bags without points, hand after hand": Sheet(
        columns([60, 120, 180]),
        """
            Ann & Cy 1: 60 for 63, since 1
            - The points of the overtricks were not added.
            - A house rule: bags.points = 0
            Ann & Cy 2: 120 for 123, since 2
            - The points of the overtricks were not added.
            - A house rule: bags.points = 0
            Ann & Cy 3: 180 for 183, since 3
            - The points of the overtricks were not added.
            - A house rule: bags.points = 0
            rule {bags.points: 0}
            shown 3, played by
        """,
    ),
    "bags without points, once": Sheet(
        columns([60]),
        """
            Ann & Cy 1: 60 for 63, since 1
            - The points of the overtricks were not added.
            - A house rule: bags.points = 0
            rule {bags.points: 0}
            shown 1
        """,
    ),
    "a penalty too early, after which the count starts anew": Sheet(
        columns([63, 126, 89, 152, 215]),
        """
            Ann & Cy 3: 89 for 189, since 3
            - A bag penalty was taken that is not due yet.
            - The bags before the hand were counted one too many.
            - A slip of 100 in the addition.
        """,
    ),
    "a slip put right": Sheet(
        columns([63, 136, 189]),
        """
            Ann & Cy 2: 136 for 126, since 2, back at 3
            - A slip of 10 in the addition.
        """,
    ),
    "a slip put right two hands later": Sheet(
        columns([63, 136, 199, 152]),
        """
            Ann & Cy 2: 136 for 126, since 2, back at 4
            - A slip of 10 in the addition.
        """,
    ),
    "one rule that no slip rivals": Sheet(
        columns([90], them=[45], bids="4 2 n 2", tricks="4 3 0 6"),
        """
            Ann & Cy 1: 90 for 140, since 1
            - A house rule: nil.made = 50
            rule {nil.made: 50}
            shown 1, played by
        """,
    ),
    "a rule that shows once, and a slip that rivals it": Sheet(
        columns([0], them=[45], bids="4 2 2 2", tricks="4 3 0 6"),
        """
            Ann & Cy 1: 0 for -60, since 1
            - The set was forgotten: nothing was taken off.
            - The hand was not added: this is the score before it.
            - A house rule: contract.set_penalty = none
            rule {contract.set_penalty: none}
            shown 1
        """,
    ),
    "a rule that another hand contradicts": Sheet(
        columns([63, 123], them=[40, 80]),
        """
            Ann & Cy 2: 123 for 126, since 2
            - The points of the overtricks were not added.
        """,
    ),
    "two rules": Sheet(
        columns([90, 180], them=[45, 90], bids="4 2 n 2", tricks="4 3 0 6"),
        """
            Ann & Cy 1: 90 for 140, since 1
            - A house rule: nil.made = 50
            Ann & Cy 2: 180 for 230, since 2
            - A house rule: nil.made = 50
            Bob & Dee 2: 90 for -10, since 2
            - The bag penalty was forgotten.
            - A nil of the other side was written down for this one.
            - A house rule: bags.limit = 0
            - The bags carried from earlier hands were forgotten.
            - The bags before the hand were counted one too few.
            - A slip of 100 in the addition.
            rule {nil.made: 50, bags.limit: 0}
            shown 1
        """,
    ),
    "figures that nothing explains": Sheet(
        columns([37, 100]),
        """
            Ann & Cy 1: 37 for 63, since 1
        """,
    ),
    "two house rules that explain it alike": Sheet(
        columns([200, 400], them=[21, 42], bids="7 1 3 1", tricks="7 1 3 2"),
        """
            Ann & Cy 1: 200 for 100, since 1
            - A house rule: ten_bid.applies = exactly-10
            - A house rule: ten_bid.applies = 10-or-more
            - A slip of 100 in the addition.
            Ann & Cy 2: 400 for 300, since 2
            - A house rule: ten_bid.applies = exactly-10
            - A house rule: ten_bid.applies = 10-or-more
            - A slip of 100 in the addition.
            rule {ten_bid.applies: exactly-10}
            rule {ten_bid.applies: 10-or-more}
            shown 2, played by
        """,
    ),
    "two rules that show twice each, one of them like a slip": Sheet(
        columns([90, 180], them=[80, 160], bids="4 4 n 4", tricks="4 4 0 5"),
        """
            Ann & Cy 1: 90 for 140, since 1
            - A house rule: nil.made = 50
            Bob & Dee 1: 80 for 81, since 1
            - The points of the overtricks were not added.
            - A house rule: bags.points = 0
            - 8 tricks counted instead of 9.
            Ann & Cy 2: 180 for 230, since 2
            - A house rule: nil.made = 50
            Bob & Dee 2: 160 for 161, since 2
            - The points of the overtricks were not added.
            - A house rule: bags.points = 0
            - 8 tricks counted instead of 9.
            rule {nil.made: 50, bags.points: 0}
            shown 2, played by
        """,
    ),
    "the second slip put right": Sheet(
        columns([73, 136, 209, 162]),
        """
            Ann & Cy 1: 73 for 63, since 1
            - A slip of 10 in the addition.
            Ann & Cy 3: 209 for 199, since 3, back at 4
            - A slip of 10 in the addition.
        """,
    ),
    "a figure that fits neither count of bags, put right": Sheet(
        columns([63, 126, 186, 300, 212]),
        """
            Ann & Cy 3: 186 for 189, since 3
            - The points of the overtricks were not added.
            Ann & Cy 4: 300 for 149, since 4, back at 5
        """,
    ),
    "ten too many by the likelier of two counts of bags": Sheet(
        columns([63, 126, 186, 159]),
        """
            Ann & Cy 3: 186 for 189, since 3
            - The points of the overtricks were not added.
            Ann & Cy 4: 159 for 149, since 4
            - A slip of 10 in the addition.
        """,
    ),
    "a figure that fits neither count of bags, put right after a hand without any": Sheet(
        sheet_of(
            *(hand(*AGAIN, totals={US: total}) for total in (63, 126, 186, 300)),
            hand("4 2 2 2", "4 4 2 3", totals={US: 209}),
        ),
        """
            Ann & Cy 3: 186 for 189, since 3
            - The points of the overtricks were not added.
            Ann & Cy 4: 300 for 149, since 4, back at 5
        """,
    ),
    "a penalty by the rules in a hand with a renege, where the sheet has had one": Sheet(
        sheet_of(
            *(hand(*AGAIN, totals={US: total}) for total in (63, 126, 89)),
            hand(*AGAIN, totals={US: 55}, reneges=["Bob"]),
            hand(*AGAIN, totals={US: 118}),
        ),
        """
            Ann & Cy 3: 89 for 189, since 3
            - A bag penalty was taken that is not due yet.
            - The bags before the hand were counted one too many.
            - A slip of 100 in the addition.
            rule {bags.limit: 7}
            shown 2, played by
        """,
    ),
    "a total left out where there are two counts of bags": Sheet(
        columns([63, 126, 186, None, 999]),
        """
            Ann & Cy 3: 186 for 189, since 3
            - The points of the overtricks were not added.
            Ann & Cy 5: 999 for 212, since 4
        """,
    ),
    "a penalty forgotten, taken with the next bags, and the next one": Sheet(
        columns([63, 126, 189, 252, 215, 278, 241]),
        """
            Ann & Cy 4: 252 for 152, since 4
            - The bag penalty was forgotten.
            - The bags carried from earlier hands were forgotten.
            - A slip of 100 in the addition.
        """,
    ),
    "two penalties forgotten in one hand": Sheet(
        sheet_of(
            hand("1 1 n 1", "10 1 0 2", totals={US: 119}),
            hand("1 4 1 4", "7 0 6 0", totals={US: 150}),
            hand(*AGAIN, totals={US: 13}),
        ),
        """
            Ann & Cy 2: 150 for -50, since 2
            - The bag penalty was forgotten.
            - A house rule: bags.limit = 0
        """,
    ),
    "overtricks not added after a penalty": Sheet(
        columns([63, 126, 189, 149, 212]),
        """
            Ann & Cy 4: 149 for 152, since 4
            - The points of the overtricks were not added.
        """,
    ),
    "the total of two hands before carried down": Sheet(
        columns([63, 126, 189, 89]),
        """
            Ann & Cy 4: 89 for 152, since 4
            - The total after hand 2, 126, was carried down instead of 189.
        """,
    ),
    "one figure that takes two house rules": Sheet(
        columns([90], them=[80], bids="4 4 n 4", tricks="5 4 0 4"),
        """
            Ann & Cy 1: 90 for 141, since 1
        """,
    ),
    "bags that a renege brought": Sheet(
        sheet_of(
            hand(*AGAIN, totals={US: 63, THEM: 40}),
            hand(*AGAIN, totals={US: 129, THEM: 0}, reneges=["Bob"]),
            hand(*AGAIN, totals={US: 92, THEM: 40}),
        ),
        """
        """,
    ),
    "no bags after a renege": Sheet(
        sheet_of(
            hand(*AGAIN, totals={US: 66, THEM: -40}, reneges=["Bob"]),
            hand("1 1 1 1", "1 5 1 6", totals={US: 86, THEM: -11}),
        ),
        """
        """,
    ),
    "a house rule, and a renege that does not hide it": Sheet(
        sheet_of(
            hand(*AGAIN, totals={US: 66, THEM: -40}, reneges=["Bob"]),
            hand(*NIL_MADE, totals={US: 156, THEM: 5}),
            hand("4 4 n 4", "4 4 0 5", totals={US: 246, THEM: 86}),
        ),
        """
            Ann & Cy 2: 156 for 206, since 2
            - A house rule: nil.made = 50
            Ann & Cy 3: 246 for 296, since 3
            - A house rule: nil.made = 50
            rule {nil.made: 50}
            shown 2, played by
        """,
    ),
    "two rules, each in a hand of its own": Sheet(
        sheet_of(
            hand(*NIL_MADE, totals={US: 90, THEM: 45}),
            hand("4 4 2 3", "4 3 0 6", totals={US: 90, THEM: 117}),
        ),
        """
            Ann & Cy 1: 90 for 140, since 1
            - A house rule: nil.made = 50
            Ann & Cy 2: 90 for 30, since 2
            - The set was forgotten: nothing was taken off.
            - The hand was not added: this is the score before it.
            - A house rule: contract.set_penalty = none
            rule {contract.set_penalty: none, nil.made: 50}
            shown 1
        """,
    ),
    "a house rule where the rules changed": Sheet(
        sheet_of(
            hand(*NIL_MADE, totals={US: 140}),
            hand("4 3 n 2", "4 3 0 6", totals={US: 280}),
            changes={1: {"nil.made": 50}, 2: {"nil.made": 100}},
        ),
        """
            Ann & Cy 1: 140 for 90, since 1
            - A house rule: nil.made = 100
            rule {nil.made: 100}
            shown 1, played by
        """,
    ),
}


@pytest.mark.parametrize("case", SHEETS.values(), ids=SHEETS)
def test_sheet(case: Sheet) -> None:
    """All that is found on a sheet: where it leaves the rules, what gives the figures, the rules that it shows."""
    found = walked(case.played)
    assert told(found) == [line.strip() for line in case.found.strip().splitlines()]
    assert found.hands == len(case.played.hands)
    assert found.plays_by in (None, *found.rules[:1])
    assert found.rules or found.occasions == 0


def test_two_slips_are_two() -> None:
    """Each slip is told where it was made, and only there."""
    found = walked(
        plain(
            {US: 70, THEM: 50}, {US: 140, THEM: 110}, {US: 310, THEM: 170}, {US: 380, THEM: 230},
        ),
    )  # fmt: skip
    assert [figures(each) for each in found.departures] == [(THEM, 1, 50, 60, None), (US, 3, 310, 210, None)]
    assert "A slip of 10 in the addition." in [why.reason for why in found.departures[0].explanations]


def test_a_slip_that_was_put_right() -> None:
    """A wrong figure that was not carried down is told with the hand at which the sheet is right again."""
    found = walked(plain({US: 70}, {US: 410}, {US: 210}))
    assert [figures(each) for each in found.departures] == [(US, 2, 410, 140, 3)]


def test_totals_left_out() -> None:
    """Where totals are missing, the slip may lie in any of the hands since the last one."""
    found = walked(plain({US: 70}, {}, {}, {US: 290}))
    assert [(each.hand, each.since, each.expected) for each in found.departures] == [(4, 2, 280)]


def test_a_hand_that_a_ruling_scores() -> None:
    """A hand with a renege has no slips and no house rule to show, and the sheet goes on from it."""
    rows = [{US: 70, THEM: 60}, {US: 0, THEM: 123}, {US: 70, THEM: 173}]
    played = plain(*rows)
    reneged = played.hands[1]._replace(rulings=(Ruling("renege", "Ann"),))
    found = walked(played._replace(hands=(played.hands[0], reneged, played.hands[2])))
    assert [figures(each) for each in found.departures] == [(THEM, 3, 173, 183, None)]
    wrong = reneged._replace(totals={US: 10, THEM: 123})
    found = walked(played._replace(hands=(played.hands[0], wrong)))
    assert [(*figures(each), each.explanations) for each in found.departures] == [(US, 2, 10, 0, None, ())]


def test_settings_that_contradict_each_other_explain_nothing() -> None:
    """A house rule that cannot be with the others of the table is no explanation."""
    played = game(hand(*PLAIN, totals={US: 60, THEM: 60}), settings={"nil.partner_minimum": 4}, preset="pagat")
    found = walked(played)
    assert [figures(each) for each in found.departures] == [(US, 1, 60, 70, None)]
    assert not found.rules


def test_the_winner_changes() -> None:
    """A hundred too many makes the wrong side the winner."""
    us = {"target": 200}
    rows = [{US: 70, THEM: 160}, {US: 140, THEM: 220}]
    found = walked(plain(*rows, {US: 210, THEM: 280}, **us))
    assert found.by_rules.outcome.winner == US
    assert (found.as_written.outcome.winner, found.as_written.hand, found.changes) == (THEM, 2, True)
    found = walked(plain({US: 80, THEM: 60}, {US: 150, THEM: 120}, {US: 220, THEM: 180}, **us))
    assert (found.by_rules.outcome.winner, found.changes) == (US, False)
    found = walked(plain({US: 70, THEM: 60}, {US: 40, THEM: 120}, {US: 110, THEM: 180}, **us))
    assert (found.as_written.outcome.winner, found.by_rules.outcome.winner, found.changes) == (None, US, True)
    found = walked(plain({US: 200, THEM: 60}, {US: 270, THEM: 120}, **us))
    assert (found.as_written.hand, found.by_rules.hand) == (1, None)


def test_a_long_sheet(capsys: pytest.CaptureFixture[str]) -> None:
    """Twenty hands are walked in a moment; the issue allows two seconds."""
    dice = random.Random(20)  # noqa: S311
    played = random_game(dice, RULES[0], 20)
    columns = {
        name: [total + 10 * at for at, total in enumerate(right)] for name, right in right_totals(played).items()
    }
    sheet = with_totals(played, columns)
    began = time.perf_counter()
    found = walked(sheet)
    with capsys.disabled():
        sys.stdout.write(f"\n20 hands, {len(found.departures)} departures: {time.perf_counter() - began:.2f} s\n")
    assert len(found.departures) == 38
