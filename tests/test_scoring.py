"""Whole games, hand by hand: figures, refusals, remarks and ends; and what holds of all of them."""

from __future__ import annotations

import datetime
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper import (
    HandError,
    Outcome,
    Problem,
    RuleSet,
    RuleSettingError,
    ScorekeeperError,
    Standing,
    check_claim,
    score_game,
    score_side,
)
from scorekeeper.bids import BLIND_NIL, NIL, Bid
from scorekeeper.game import LONGEST_NAME, Hand, Ruling, Side, name_fault, partnerships, table_problems
from scorekeeper.rules.view import EndOfHand
from scorekeeper.scoring import objections_to
from scorekeeper.sheet import Nil, SideTricks
from tables import PLAYERS, THEM, US, game, hand

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.game import Game, Value

THREE = ("Ann", "Bob", "Cy")
PLAIN = "3 3 4 2"
"""Bids of 7 against 5."""

Scores = list[tuple[int, int]]
Figures = dict[str, Scores]


def figures(played: Game) -> Figures:
    """Each side's score and bags after each hand."""
    hands = score_game(played).hands
    after = {side.name: [at.sides[side.name].after for at in hands] for side in played.sides}
    return {name: [(at.score, at.bags) for at in standings] for name, standings in after.items()}


def refusal(played: Game) -> list[str]:
    """The faults for which a game is refused."""
    with pytest.raises(HandError) as caught:
        score_game(played)
    return str(caught.value).splitlines()


# Tricks

WON: dict[str, tuple[str, str | dict[str, int], Figures]] = {
    "by player": (PLAIN, "3 4 4 2", {US: [(70, 0)], THEM: [(51, 1)]}),
    "by side": (PLAIN, {US: 7, THEM: 6}, {US: [(70, 0)], THEM: [(51, 1)]}),
    "one side left out": (PLAIN, {THEM: 6}, {US: [(70, 0)], THEM: [(51, 1)]}),
    "one side by player, the other left out": (PLAIN, {"Ann": 7, "Cy": 0}, {US: [(70, 0)], THEM: [(51, 1)]}),
    "one player left out": (PLAIN, {"Ann": 1, US: 7, "Bob": 4, THEM: 6}, {US: [(70, 0)], THEM: [(51, 1)]}),
    "all tricks": (PLAIN, {US: 13}, {US: [(76, 6)], THEM: [(-50, 0)]}),
    "nil made by the pile alone": ("n 3 n 2", {US: 0}, {US: [(200, 0)], THEM: [(58, 8)]}),
    "nil with own tricks": ("3 n 4 2", {US: 7, "Bob": 1}, {US: [(70, 0)], THEM: [(-76, 4)]}),
    "nil by the partner's tricks": ("3 n 4 2", {US: 7, "Dee": 6}, {US: [(70, 0)], THEM: [(124, 4)]}),
    "blind nil by the partner's tricks": ("3 bn 4 2", {US: 7, "Dee": 5}, {US: [(70, 0)], THEM: [(-176, 4)]}),
    "zero means nil": ("3 0 4 2", {US: 7, "Bob": 0}, {US: [(70, 0)], THEM: [(124, 4)]}),
}


@pytest.mark.parametrize(("bids", "tricks", "expected"), WON.values(), ids=WON)
def test_tricks(bids: str, tricks: str | dict[str, int], expected: Figures) -> None:
    """Tricks may be written by player or by side, and what follows from the rest may be left out."""
    assert expected == figures(game(hand(bids, tricks)))


AGAIN = "Count the piles again."
ONCE_MORE = "Count the pile again."
OWN = "Give the nil bidder's own tricks as well."

REFUSED: dict[str, tuple[tuple[Hand, ...], list[str]]] = {
    "twelve by player": (
        (hand(PLAIN, "3 4 4 1"),),
        [f"hand 1, tricks: the tricks come to 12, and a hand has 13: Ann 3, Bob 4, Cy 4, Dee 1. {AGAIN}"],
    ),
    "fourteen by player": (
        (hand(PLAIN, "3 4 4 3"),),
        [f"hand 1, tricks: the tricks come to 14, and a hand has 13: Ann 3, Bob 4, Cy 4, Dee 3. {AGAIN}"],
    ),
    "twelve by side": (
        (hand(PLAIN, {US: 7, THEM: 5}),),
        [f"hand 1, tricks: the tricks come to 12, and a hand has 13: Ann & Cy 7, Bob & Dee 5. {AGAIN}"],
    ),
    "fourteen on one side": (
        (hand(PLAIN, {"Ann": 7, "Cy": 7}),),
        [f"hand 1, tricks: the tricks come to 14, and a hand has 13: Ann 7, Cy 7. {AGAIN}"],
    ),
    "a pile of fourteen": (
        (hand(PLAIN, {US: 14}),),
        [f"hand 1, tricks: Ann & Cy took 14; expected a number from 0 to 13. {ONCE_MORE}"],
    ),
    "fewer than none": (
        (hand(PLAIN, "-1 4 4 6"),),
        [f"hand 1, tricks: Ann took -1; expected a number from 0 to 13. {ONCE_MORE}"],
    ),
    "players above their pile": (
        (hand(PLAIN, {US: 5, "Ann": 6}),),
        [f"hand 1, tricks: the players of Ann & Cy took 6, and their pile has 5. {AGAIN}"],
    ),
    "players below their pile": (
        (hand(PLAIN, {US: 7, "Ann": 3, "Cy": 3}),),
        [f"hand 1, tricks: the players of Ann & Cy took 6, and their pile has 7. {AGAIN}"],
    ),
    "nothing written": (
        (hand(PLAIN, {}),),
        [
            (
                "hand 1, tricks: the tricks of Ann & Cy and Bob & Dee are missing; at most one side's follow from the "
                "others. Give them by player or by side."
            ),
        ],
    ),
    "a pile with nil": (
        (hand("3 n 4 2", {US: 7, THEM: 6}),),
        [f"hand 1, tricks: Bob bid nil: how many of the 6 tricks of Bob & Dee did Bob win? {OWN}"],
    ),
    "a pile with blind nil": (
        (hand("3 4 bn 2", {US: 7}),),
        [f"hand 1, tricks: Cy bid blind nil: how many of the 7 tricks of Ann & Cy did Cy win? {OWN}"],
    ),
    "nobody won these tricks": (
        (hand(PLAIN, {"Anne": 7, THEM: 6}),),
        ["hand 1, tricks: nobody is called “Anne”. Did you mean Ann?"],
    ),
    "nobody near won these tricks": (
        (hand(PLAIN, {"Zorro": 7, THEM: 6}),),
        ["hand 1, tricks: nobody is called “Zorro”. Known are Ann, Bob, Cy, Dee, Ann & Cy, Bob & Dee."],
    ),
    "nobody bid this": (
        (hand("3 3 4 2", {US: 7}, players=("Ann", "Bobb", "Cy", "Dee")),),
        ["hand 1, bids: nobody is called “Bobb”. Did you mean Bob?"],
    ),
    "nobody dealt": (
        (hand(PLAIN, {US: 7}, dealer="Deb"), hand(PLAIN, {US: 7})),
        ["hand 1, dealer: nobody is called “Deb”. Did you mean Dee?"],
    ),
    "nobody has this total": (
        (hand(PLAIN, {US: 7}, totals={"Ann": 70}),),
        ["hand 1, totals: no side is called “Ann”. Known are Ann & Cy, Bob & Dee."],
    ),
    "missing bids": (
        (hand("3 3", "3 3 4 3"),),
        ["hand 1, bids: no bid of Cy, Dee. Every player bids."],
    ),
    "missing tricks": (
        (hand(PLAIN), hand(PLAIN, {US: 7})),
        [
            (
                "hand 1, tricks: the tricks are missing; only the last hand may be in play. "
                "Add the line tricks = { … } to this hand."
            )
        ],
    ),
    "a bid of fourteen": (
        (hand("14 3 4 2", {US: 7}),),
        ["hand 1, bids: Ann bid 14, and a hand has 13 tricks. A bid is a number from 0 to 13, nil or blind nil."],
    ),
    "everything at once": (
        (hand("3 3", "3 3 4 4"), hand("3 3 4 14", {US: 7}, dealer="Zorro", totals={US: 70, "Us": 1}), hand(PLAIN)),
        [
            "hand 1, bids: no bid of Cy, Dee. Every player bids.",
            f"hand 1, tricks: the tricks come to 14, and a hand has 13: Ann 3, Bob 3, Cy 4, Dee 4. {AGAIN}",
            "hand 2, dealer: nobody is called “Zorro”. Known are Ann, Bob, Cy, Dee.",
            "hand 2, totals: no side is called “Us”. Known are Ann & Cy, Bob & Dee.",
        ],
    ),
}


@pytest.mark.parametrize(("hands", "expected"), REFUSED.values(), ids=REFUSED)
def test_refused(hands: tuple[Hand, ...], expected: list[str]) -> None:
    """Facts that cannot be are refused with what was found, what was expected and what to do; all at once."""
    assert expected == refusal(game(*hands))


def test_refused_in_a_hand_in_play() -> None:
    """The bids of a hand in play are looked at before its tricks are there."""
    expected = ["hand 2, bids: Cy bid 15, and a hand has 13 tricks. A bid is a number from 0 to 13, nil or blind nil."]
    assert expected == refusal(game(hand(PLAIN, {US: 7}), hand("3 3 15 2")))


@pytest.mark.parametrize("hands", [hands for hands, _ in REFUSED.values()], ids=REFUSED)
def test_refused_at_a_place_in_the_file(hands: tuple[Hand, ...]) -> None:
    """A fault leads to its place: the hand and the kind of fact; where the fact is missing, the hand."""
    with pytest.raises(HandError) as caught:
        score_game(game(*hands))
    for problem in caught.value.problems:
        number, place = problem.where.removeprefix("hand ").split(", ")
        fact = () if problem.what.startswith("the tricks are missing") else (place,)
        assert ("hands", int(number) - 1, *fact) == problem.path[: 2 + len(fact)]


def test_refused_at_a_name_in_the_file() -> None:
    """A fault of one player or side leads to that name."""
    with pytest.raises(HandError) as caught:
        score_game(game(hand(PLAIN, {US: 7}), hand("3 3 4 14", {"Anne": 7, THEM: 14}, dealer="Deb", totals={"Us": 1})))
    assert [problem.path for problem in caught.value.problems] == [
        ("hands", 1, "dealer"),
        ("hands", 1, "tricks", "Anne"),
        ("hands", 1, "tricks", THEM),
        ("hands", 1, "totals", "Us"),
    ]


BY_RULE: dict[str, tuple[str, dict[str, Value], str]] = {
    "no blind nil": (
        "3 3 bn 2",
        {"blind_nil.allowed": False},
        "Cy bid blind nil, and these rules have none. Look at the cards, and bid again.",
    ),
    "no nil": ("3 n 4 2", {"nil.allowed": False}, "Bob bid nil, and these rules have none. Bid a number."),
    "no nil by zero": ("3 0 4 2", {"nil.allowed": False}, "Bob bid nil, and these rules have none. Bid a number."),
    "no zero": (
        "3 0 4 2",
        {"bidding.zero": "forbidden"},
        "Bob bid 0, and these rules know no bid of 0. Bid a number from 1 on.",
    ),
    "twelve tricks": (
        "3 13 4 2",
        {"deck.tricks": 12},
        "Bob bid 13, and a hand has 12 tricks. A bid is a number from 0 to 12, nil or blind nil.",
    ),
}


@pytest.mark.parametrize(("bids", "changed", "expected"), BY_RULE.values(), ids=BY_RULE)
def test_refused_by_a_rule(bids: str, changed: dict[str, Value], expected: str) -> None:
    """A bid that the rules do not know is refused with the rule."""
    played = game(hand(bids), settings=changed)
    player = expected.partition(" ")[0]
    assert [f"hand 1, bids: {expected}"] == refusal(played)
    with pytest.raises(HandError) as caught:
        score_game(played)
    assert [problem.path for problem in caught.value.problems] == [("hands", 0, "bids", player)]


def test_refused_rules() -> None:
    """A game under rules that cannot be is refused for its rules."""
    with pytest.raises(RuleSettingError) as caught:
        score_game(game(settings={"nil.made": -1}))
    assert str(caught.value) == "rules: nil.made is -1; expected a whole number from 0 to 1000."


# Scores


class Played(NamedTuple):
    """A game, what it comes to, and whether somebody has won."""

    played: Game
    figures: Figures
    outcome: Outcome


GOES_ON = Outcome(None, "The game goes on.")
TO_309 = [hand("5 1 5 0", {US: 13})] * 3
"""Three hands of ten bid and thirteen taken, against a nil and a set contract of one: 309 with 9 bags to 270."""
TO_499 = [*TO_309, hand("5 2 5 1", {US: 10}), hand("5 2 4 2", {US: 9})]
"""Then ten and nine just made, and three and four just made: 499 with 9 bags to 340."""
TO_642 = [hand("n n 6 6", "0 0 6 7"), hand("n n 6 6", "0 0 7 6")] * 2
"""Two nils made in each hand, and one overtrick for each side in turn."""
CUTTHROAT = [hand("6 5 n", "6 8 3", players=THREE), hand("6 5 4", {"Ann": 6, "Bob": 5}, players=THREE)]

GAMES: dict[str, Played] = {
    "no hand yet": Played(game(), {US: [], THEM: []}, GOES_ON),
    "a hand in play": Played(game(hand(PLAIN, {US: 7}), hand(PLAIN)), {US: [(70, 0)], THEM: [(51, 1)]}, GOES_ON),
    "two bag penalties in one hand": Played(
        game(*TO_309, hand("1 4 1 4", {US: 13})),
        {US: [(103, 3), (206, 6), (309, 9), (140, 0)], THEM: [(90, 0), (180, 0), (270, 0), (190, 0)]},
        GOES_ON,
    ),
    "499 does not win": Played(
        game(*TO_499),
        {
            US: [(103, 3), (206, 6), (309, 9), (409, 9), (499, 9)],
            THEM: [(90, 0), (180, 0), (270, 0), (300, 0), (340, 0)],
        },
        GOES_ON,
    ),
    "the bag penalty comes before the target": Played(
        game(*TO_499, hand("3 5 2 2", {US: 6})),
        {
            US: [(103, 3), (206, 6), (309, 9), (409, 9), (499, 9), (450, 0)],
            THEM: [(90, 0), (180, 0), (270, 0), (300, 0), (340, 0), (410, 0)],
        },
        GOES_ON,
    ),
    "exactly 500 wins": Played(
        game(*[hand("n 6 5 7", "0 4 5 4")] * 3, hand("3 6 2 7", {US: 5})),
        {US: [(150, 0), (300, 0), (450, 0), (500, 0)], THEM: [(-130, 0), (-260, 0), (-390, 0), (-520, 0)]},
        Outcome(US, "Ann & Cy wins with 500 (Bob & Dee -520; the target is 500)."),
    ),
    "the higher of two beyond the target wins": Played(
        game(*[hand("n n 5 6", "0 0 6 7")] * 4),
        {US: [(151, 1), (302, 2), (453, 3), (604, 4)], THEM: [(161, 1), (322, 2), (483, 3), (644, 4)]},
        Outcome(THEM, "Bob & Dee wins with 644, the higher score of the two that reached 500 (Ann & Cy 604)."),
    ),
    "a tie beyond the target plays on": Played(
        game(*TO_642),
        {US: [(160, 0), (321, 1), (481, 1), (642, 2)], THEM: [(161, 1), (321, 1), (482, 2), (642, 2)]},
        Outcome(None, "Ann & Cy and Bob & Dee are both at 642: another hand is played."),
    ),
    "a tie is settled by the next hand": Played(
        game(*TO_642, hand(PLAIN, {US: 7})),
        {
            US: [(160, 0), (321, 1), (481, 1), (642, 2), (712, 2)],
            THEM: [(161, 1), (321, 1), (482, 2), (642, 2), (693, 3)],
        },
        Outcome(US, "Ann & Cy wins with 712, the higher score of the two that reached 500 (Bob & Dee 693)."),
    ),
    "three players, each a side": Played(
        game(*CUTTHROAT, players=THREE, settings={"ending.target": 103}),
        {"Ann": [(60, 0), (120, 0)], "Bob": [(53, 3), (103, 3)], "Cy": [(-97, 3), (-55, 5)]},
        Outcome("Ann", "Ann wins with 120, the higher score of the two that reached 103 (Bob 103 and Cy -55)."),
    ),
}


@pytest.mark.parametrize("case", GAMES.values(), ids=GAMES)
def test_game(case: Played) -> None:
    """A game comes to its scores hand by hand, and to its outcome."""
    sheet = score_game(case.played)
    assert case.figures == figures(case.played)
    assert case.outcome == sheet.outcome
    assert (case.outcome.winner is not None) == sheet.outcome.over
    assert {side: Standing(*(at or [(0, 0)])[-1]) for side, at in case.figures.items()} == sheet.standings


@pytest.mark.parametrize("case", GAMES.values(), ids=GAMES)
def test_replay_of_a_part_is_the_standing_then(case: Played) -> None:
    """The first hands of a game score as they do in the whole game."""
    whole = score_game(case.played)
    for end in range(len(whole.hands) + 1):
        part = score_game(case.played._replace(hands=case.played.hands[:end]))
        assert whole.hands[:end] == part.hands
        if end:
            assert whole.hands[end - 1].standings == part.standings


def test_a_bag_penalty_takes_a_win_away() -> None:
    """495 with 9 bags and 51 more are 446: the penalty is taken before the target is looked at."""
    rules = RuleSet("pagat-blind-nil")
    after = score_side(rules, Standing(495, 9), [5], [6]).after
    assert Standing(446, 0) == after
    assert rules.ending.ending(EndOfHand({US: after, THEM: Standing(480, 0)}, [])) is None


@pytest.mark.parametrize(
    ("there", "expected"),
    [
        (1, "510 (Bob 499, Cy 498, Dee 497, Eve 496 and Fay 495; the target is 500)."),
        (2, "510, the higher score of the two that reached 500 (Bob 509, Cy 498, Dee 497, Eve 496 and Fay 495)."),
        (3, "510, the highest score of the three that reached 500 (Bob 509, Cy 508, Dee 497, Eve 496 and Fay 495)."),
        (4, "510, the highest score of the four that reached 500 (Bob 509, Cy 508, Dee 507, Eve 496 and Fay 495)."),
        (5, "510, the highest score of the five that reached 500 (Bob 509, Cy 508, Dee 507, Eve 506 and Fay 495)."),
        (6, "510, the highest score of the six that reached 500 (Bob 509, Cy 508, Dee 507, Eve 506 and Fay 505)."),
    ],
)
def test_how_many_reached_the_target(there: int, expected: str) -> None:
    """Of those that reach the target in one hand the highest score wins, and the sentence says how many they were."""
    names = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
    scores = {name: (510 if at < there else 500) - at for at, name in enumerate(names)}
    end = EndOfHand({name: Standing(score) for name, score in scores.items()}, [])
    assert Outcome("Ann", f"Ann wins with {expected}") == RuleSet("pagat").ending.ending(end)


@pytest.mark.parametrize(
    ("bags", "expected"),
    [
        ((4, 2), Outcome(THEM, "Bob & Dee wins with 505 and fewer bags (Ann & Cy 505; the target is 500).")),
        ((3, 3), Outcome(None, "Ann & Cy and Bob & Dee are both at 505: another hand is played.")),
    ],
)
def test_a_tie_by_bags(bags: tuple[int, int], expected: Outcome) -> None:
    """Where fewer bags win a tie, they do; equal bags play on."""
    ours, theirs = bags
    end = EndOfHand({US: Standing(505, ours), THEM: Standing(505, theirs)}, [])
    assert expected == RuleSet("pagat", {"ending.tie": "fewer-bags"}).ending.ending(end)


def test_hands_after_the_end() -> None:
    """Hands after the end are scored and remarked upon, and the first end stands."""
    over = GAMES["exactly 500 wins"].played
    won = "Ann & Cy wins with 500 (Bob & Dee -520; the target is 500). What comes after the end does not count."
    extra = hand(PLAIN, {US: 7})
    for more, said in [
        ((extra,), "hand 5 comes"),
        ((hand(PLAIN),), "hand 5 comes"),
        ((extra, extra, hand(PLAIN)), "hands 5 to 7 come"),
    ]:
        sheet = score_game(over._replace(hands=(*over.hands, *more)))
        assert f"{said} after the end of the game, which was hand 4: {won}" == str(sheet.remarks[0])
        assert sheet.remarks[0].path == ("hands", 4)
        assert (sheet.outcome, sheet.ended_with) == (score_game(over).outcome, 4)
        assert len(sheet.hands) == 4 + sum(hand.complete for hand in more)


# Remarks

BEHIND_99 = hand("3 2 n 1", "6 3 1 3")
"""-66 against 33."""
BLIND = hand("bn 3 4 2", "0 4 4 5")


def test_blind_nil_at_99_behind() -> None:
    """A blind nil that the score did not allow is a remark once it has been played, and is scored."""
    played = game(BEHIND_99, BLIND)
    what = "Ann bid blind nil, but the side is 99 behind; it takes 100."
    expected = (Problem("hand 2, bids", what, "Bid nil, or a number.", ("hands", 1, "bids", "Ann")),)
    sheet = score_game(played)
    assert figures(played) == {US: [(-66, 4), (174, 4)], THEM: [(33, 3), (87, 7)]}
    assert expected == sheet.remarks
    assert [(), expected] == [at.remarks for at in sheet.hands]


def test_blind_nil_at_100_behind() -> None:
    """A side 100 behind may bid blind nil, and nothing is remarked."""
    played = game(BEHIND_99, hand("3 3 3 3", "3 4 3 3"), BLIND)
    assert figures(played) == {US: [(-66, 4), (-6, 4), (234, 4)], THEM: [(33, 3), (94, 4), (148, 8)]}
    assert score_game(played).remarks == ()


def test_blind_nil_of_the_leaders() -> None:
    """A side that leads, or is level, is not behind at all, and that is said of a hand in play as well."""
    said = [score_game(game(*hands)).remarks for hands in ([hand("bn 3 4 2")], [BEHIND_99, hand("3 bn 4 2")])]
    assert [[str(remark) for remark in remarks] for remarks in said] == [
        ["hand 1, bids: Ann bid blind nil, but the side is not behind; it takes 100. Bid nil, or a number."],
        ["hand 2, bids: Bob bid blind nil, but the side is not behind; it takes 100. Bid nil, or a number."],
    ]


def test_objections_to_bids() -> None:
    """Bids are looked at while they are made, those of the first bidders before the others have bid."""
    played = game(BEHIND_99)
    behind = "bids: Ann bid blind nil, but the side is 99 behind; it takes 100. Bid nil, or a number."
    many = "bids: Bob bid 14, and a hand has 13 tricks. A bid is a number from 0 to 13, nil or blind nil."
    said = [[*map(str, objections_to(played, hand(bids).bids))] for bids in ("", "4", "bn", "bn 14", "3 3 4 2")]
    assert said == [[], [], [behind], [many, behind], []]


def test_tricks_of_the_sides() -> None:
    """A sheet keeps what each side won: the pile, and its players' own where that is known."""
    sheet = score_game(game(hand(PLAIN, {US: 7, "Bob": 4})))
    assert sheet.hands[0].tricks == {US: (7, (None, None)), THEM: (6, (4, 2))}


def test_totals() -> None:
    """Written totals that differ from the score are listed with the figure written, and change nothing."""
    hands = [
        hand(PLAIN, {US: 7}, totals={US: 70, THEM: 51}),
        hand(PLAIN, {US: 7}, totals={US: 140, THEM: 112}),
        hand(PLAIN, {US: 7}, totals={US: 200}),
        hand(PLAIN, {US: 7}),
    ]
    sheet = score_game(game(*hands))
    assert [at.mismatches for at in sheet.hands] == [{}, {THEM: 112}, {US: 200}, {}]
    assert {US: Standing(280, 0), THEM: Standing(204, 4)} == sheet.standings


def test_a_written_zero_is_a_total() -> None:
    """A total of 0 that was written down is checked like any other."""
    assert score_game(game(hand(PLAIN, {US: 7}, totals={US: 0}))).hands[0].mismatches == {US: 0}


# One side's hand


SIDES: dict[str, tuple[list[int | str | Bid], list[int], list[str]]] = {
    "a bid of fourteen": (
        [14],
        [3],
        ["bid: the side bid 14, and a hand has 13 tricks. A bid is a number from 0 to 13, nil or blind nil."],
    ),
    "fourteen tricks": ([4, 3], [7, 7], [f"tricks: 14 tricks, and a hand has 13. {ONCE_MORE}"]),
    "fewer than none": ([4, 3], [-1, 7], [f"tricks: -1 tricks cannot be won. {ONCE_MORE}"]),
    "two bids, three counts": ([4, 3], [1, 2, 3], ["2 bids and 3 counts of tricks do not belong together."]),
    "nothing": ([], [], ["0 bids and 0 counts of tricks do not belong together."]),
    "a pile with nil": (
        ["nil", 3],
        [4],
        [f"tricks: player 1 bid nil: how many of the side's 4 tricks did player 1 win? {OWN}"],
    ),
    "everything at once": (
        [14, 3],
        [-1, 15, 0],
        [
            "bid: player 1 bid 14, and a hand has 13 tricks. A bid is a number from 0 to 13, nil or blind nil.",
            f"tricks: -1 tricks cannot be won. {ONCE_MORE}",
            f"tricks: 14 tricks, and a hand has 13. {ONCE_MORE}",
            "2 bids and 3 counts of tricks do not belong together.",
        ],
    ),
}


@pytest.mark.parametrize(("bids", "tricks", "expected"), SIDES.values(), ids=SIDES)
def test_side_refused(bids: list[int | str | Bid], tricks: list[int], expected: list[str]) -> None:
    """The facts of one side's hand are refused in the same manner."""
    with pytest.raises(HandError) as caught:
        score_side(RuleSet("pagat-blind-nil"), Standing(), bids, tricks)
    assert expected == str(caught.value).splitlines()


@pytest.mark.parametrize(
    ("changed", "bags", "expected"),
    [
        ({}, 10, "bags: 10 bags before a hand cannot be; expected from 0 to 9: at 10 the penalty is taken."),
        ({}, -1, "bags: -1 bags before a hand cannot be; expected from 0 to 9: at 10 the penalty is taken."),
        (
            {"bags.limit": 5},
            5,
            "bags: 5 bags before a hand cannot be; expected from 0 to 4: at 5 the penalty is taken.",
        ),
        ({"bags.limit": 0}, -1, "bags: -1 bags before a hand cannot be; expected 0 or more."),
        ({"bags.cycles": "one"}, -1, "bags: -1 bags before a hand cannot be; expected 0 or more."),
    ],
)
def test_bags_before_refused(changed: dict[str, Value], bags: int, expected: str) -> None:
    """A bag count that no hand can begin with is refused with the counts that can be."""
    with pytest.raises(HandError) as caught:
        score_side(RuleSet("pagat-blind-nil", changed), Standing(0, bags), [5], [5])
    assert expected == str(caught.value)


def test_bags_before_at_the_edge() -> None:
    """Nine bags may stand before a hand; more where the rules leave them on the count."""
    assert Standing(50, 9) == score_side(RuleSet(), Standing(0, 9), [5], [5]).after
    assert Standing(50, 30) == score_side(RuleSet("pagat", {"bags.limit": 0}), Standing(0, 30), [5], [5]).after


def test_side_with_more_tricks() -> None:
    """Three players play 17 tricks, and a side's hand may say so."""
    assert Standing(140, 0) == score_side(RuleSet(), Standing(), [14], [14], deal=17).after
    with pytest.raises(HandError, match=r"^tricks: 18 tricks, and a hand has 17\. Count the pile again\.$"):
        score_side(RuleSet(), Standing(), [14], [18], deal=17)


@pytest.mark.parametrize(
    ("claim", "verdict"), [(290, "right"), (390, "wrong"), (289, "wrong"), (0, "wrong"), (None, None)]
)
def test_claim(claim: int | None, verdict: str | None) -> None:
    """A claim is right if it is the score, and wrong if it is any other."""
    ruling = check_claim(RuleSet(), Standing(337, 7), [5], [8], claim)
    assert (claim, verdict) == (ruling.claim, ruling.verdict)
    assert Standing(290, 0) == ruling.sheet.after


def test_claim_of_zero() -> None:
    """A score of 0 can be claimed, too."""
    assert check_claim(RuleSet(), Standing(50, 0), [5], [4], 0).verdict == "right"


# The table


def test_dealers() -> None:
    """The deal passes to the left, from the last player if nobody is named, and goes on from who dealt."""
    hands = [hand(PLAIN, {US: 7})] * 4
    asides = [hand(PLAIN, {US: 7}), hand(PLAIN, {US: 7}, dealer="Dee"), hand(PLAIN, {US: 7}), hand(PLAIN)]
    assert [*game(*hands).dealers()] == ["Dee", "Ann", "Bob", "Cy", "Dee"]
    assert [*game(*hands, dealer="Bob").dealers()] == ["Bob", "Cy", "Dee", "Ann", "Bob"]
    assert [*game(*asides, dealer="Bob").dealers()] == ["Bob", "Dee", "Ann", "Bob", "Cy"]
    assert [at.dealer for at in score_game(game(*asides, dealer="Bob")).hands] == ["Bob", "Dee", "Ann"]
    assert [*game(*hands[:2], players=THREE).dealers()] == ["Cy", "Ann", "Bob"]


@pytest.mark.parametrize(
    ("dealer", "expected"),
    [("Ann", "Bob Cy Dee Ann"), ("Bob", "Cy Dee Ann Bob"), ("Cy", "Dee Ann Bob Cy"), ("Dee", "Ann Bob Cy Dee")],
)
def test_bidding_order(dealer: str, expected: str) -> None:
    """The player to the dealer's left bids first, and the dealer last."""
    assert expected.split() == [*game().bidding_order(dealer)]


def test_game_knows_its_state() -> None:
    """A game knows the hand in play, each player's side, and how many entries made it."""
    bid, done = hand(PLAIN), hand(PLAIN, {US: 7})
    twice = done._replace(bid_at=datetime.datetime.fromisoformat("2026-03-01T20:15"))
    assert [at.in_play for at in (game(), game(done), game(bid), game(done, done, bid))] == [None, None, bid, bid]
    assert [game().side_of(player).name for player in PLAYERS] == [US, THEM, US, THEM]
    assert [at.entered for at in (game(), game(bid), game(done, bid), game(twice, done))] == [0, 1, 2, 3]


def test_partnerships() -> None:
    """Four players sit in partnerships, any other number alone."""
    assert (Side(US, ("Ann", "Cy")), Side(THEM, ("Bob", "Dee"))) == partnerships(PLAYERS)
    assert (Side("Ann", ("Ann",)), Side("Bob", ("Bob",)), Side("Cy", ("Cy",))) == partnerships(THREE)


DIFFER = "Names must differ in more than case: add a letter."
SIX = ("A", "B", "C", "D", "E", "F")
ALONE = [Side(name, (name,)) for name in SIX]

TABLES: dict[str, tuple[Sequence[str], Sequence[Side] | None, list[str]]] = {
    "four": (PLAYERS, None, []),
    "three": (THREE, None, []),
    "two": (("Ann", "Bob"), None, []),
    "six alone": (SIX, ALONE, []),
    "three pairs": (SIX, [Side("x", ("A", "D")), Side("y", ("B", "E")), Side("z", ("C", "F"))], []),
    "two threes": (SIX, [Side("x", ("A", "C", "E")), Side("y", ("B", "D", "F"))], []),
    "sides named from the other end": (PLAYERS, [Side(THEM, ("Bob", "Dee")), Side(US, ("Ann", "Cy"))], []),
    "one": (("Ann",), None, ["players: 1 player; Spades is played by 2 to 6."]),
    "seven": ((*SIX, "G"), None, ["players: 7 players; Spades is played by 2 to 6."]),
    "one name twice": (("Ann", "Bob", "Ann", "Dee"), None, [f"players: two players are called “Ann”. {DIFFER}"]),
    "names that differ in case": (
        ("Ann", "Bob", "ANN", "Dee"),
        None,
        [f"players: two players are called “Ann” and “ANN”. {DIFFER}"],
    ),
    "names that differ in Unicode form": (
        ("Zoë", "Bob", "Zoe\u0308", "Dee"),
        None,
        [f"players: two players are called “Zoë” and “Zoe\u0308”. {DIFFER}"],
    ),
    "a player and a side with one name": (
        PLAYERS,
        [Side("ann", ("Ann", "Cy")), Side(THEM, ("Bob", "Dee"))],
        ["sides: “ann” is a player and a side. Give the side a name of its own."],
    ),
    "two sides with one name": (
        PLAYERS,
        [Side("Us", ("Ann", "Cy")), Side("us", ("Bob", "Dee"))],
        ["sides: two sides are called “us”."],
    ),
    "partners side by side": (
        PLAYERS,
        [Side("x", ("Ann", "Bob")), Side("y", ("Cy", "Dee"))],
        [
            (
                "sides: partners sit next to each other, and the sides must sit in turn round the table. "
                "Name the players clockwise, so that partners sit opposite."
            ),
        ],
    ),
    "sides of two sizes": (
        PLAYERS,
        [Side("x", ("Ann", "Cy", "Dee")), Side("Bob", ("Bob",))],
        ["sides: the sides must be two or more, of one size. Put the same number of players on each."],
    ),
    "one side": (
        PLAYERS,
        [Side("x", PLAYERS)],
        ["sides: the sides must be two or more, of one size. Put the same number of players on each."],
    ),
    "a player on no side": (
        PLAYERS,
        [Side("x", ("Ann", "Cy")), Side("y", ("Bob", "Zed"))],
        [
            "sides: “Zed” is on a side but not among the players. Name all players under players.",
            "sides: “Dee” is on no side. Each player is on one.",
        ],
    ),
    "a player on two sides": (
        PLAYERS,
        [Side("x", ("Ann", "Cy")), Side("y", ("Bob", "Dee", "Ann"))],
        ["sides: “Ann” is on more than one side. Each player is on one."],
    ),
    "names that cannot be": (
        ("Ann ", "", "Cy\x1b[2J", "Dee"),
        [Side("x\u202e", ("Ann ", "Cy\x1b[2J")), Side("y", ("", "Dee"))],
        [
            "players: the name “Ann ” begins or ends with a blank. Take the blank out.",
            "players: a name is empty. Every player and every side has a name.",
            "players: the name “Cy\x1b[2J” has the control character U+001B in it. Type the name again.",
            "sides: the name “x\u202e” has the control character U+202E in it. Type the name again.",
        ],
    ),
}


@pytest.mark.parametrize(("players", "sides", "expected"), TABLES.values(), ids=TABLES)
def test_table(players: Sequence[str], sides: Sequence[Side] | None, expected: list[str]) -> None:
    """A table that cannot play is told why; one that can is not."""
    problems = table_problems(players, partnerships(players) if sides is None else sides)
    assert expected == [str(problem) for problem in problems]


def test_table_at_a_place_in_the_file() -> None:
    """A fault of the table leads to its place: the player by number, the side by name."""
    bad, same = Side("x\u202e", ("Ann", "Cy")), Side("bob", ("Ann", "Cy"))
    others = Side("y", ("Bob", "Dee"))
    tables = [
        table_problems(["Ann"], [Side("Ann", ("Ann",))]),
        table_problems(["Ann", "Bob ", "Cy", "Dee"], [bad, others]),
        table_problems(["Ann", "Bob", "ann"], [Side(name, (name,)) for name in ("Ann", "Bob", "ann")]),
        table_problems(PLAYERS, [same, others]),
        table_problems(PLAYERS, [Side("x", ("Ann", "Zed")), others]),
        table_problems(PLAYERS, [Side("x", ("Ann", "Bob")), Side("X", ("Cy", "Dee"))]),
    ]
    assert [[problem.path for problem in problems] for problems in tables] == [
        [("players",)],
        [("players", 1), ("sides", "x\u202e")],
        [("players",)],
        [("sides", "bob")],
        [("sides",), ("sides",)],
        [("sides", "X"), ("sides",)],
    ]


NAMES: dict[str, str] = {
    "Ann": "",
    "Ann & Cy": "",
    "Jean-Pierre O'Neill": "",
    "Zoë": "",
    "李小龍": "",
    "שרה": "",
    "مريم": "",
    "🐻": "",
    "👩\u200d👧": "",
    "x" * LONGEST_NAME: "",
    "x" * 61: f"the name “{'x' * 20}…” has 61 characters; at most 60 can be shown.",
    "": "a name is empty.",
    "  ": "a name is empty.",
    " Ann": "the name “ Ann” begins or ends with a blank.",
    "Ann\n": "the name “Ann\n” begins or ends with a blank.",
    "A\tnn": "the name “A\tnn” has the control character U+0009 in it.",
    "A\x00nn": "the name “A\x00nn” has the control character U+0000 in it.",
    "A\x9bnn": "the name “A\x9bnn” has the control character U+009B in it.",
    "A\u200fnn": "the name “A\u200fnn” has the control character U+200F in it.",
    "A\u2028nn": "the name “A\u2028nn” has the control character U+2028 in it.",
    "A\u200bnn": "the name “A\u200bnn” has the control character U+200B in it.",
    "\u200d\u200c": "a name has nothing in it that can be seen.",
    "A\ud800nn": "the name “A\ud800nn” has the control character U+D800 in it.",
}


@pytest.mark.parametrize(("name", "expected"), NAMES.items(), ids=ascii)
def test_name(name: str, expected: str) -> None:
    """Names of any script are good; what could steer a screen, or be taken for another name, is not."""
    assert expected == (name_fault(name) or ("", ""))[0]


# What holds of all games

BIDS = st.one_of(st.integers(0, 13).map(Bid), st.just(NIL))
ENDLESS: dict[str, Value] = {"ending.target": 100_000}
few = settings(max_examples=60, derandomize=True, deadline=None, database=None)


@st.composite
def played_hands(draw: st.DrawFn, bids: st.SearchStrategy[Bid] = BIDS) -> Hand:
    """A hand of four players, with thirteen tricks among them."""
    cuts = [0, *sorted(draw(st.tuples(*[st.integers(0, 13)] * 3))), 13]
    tricks = [end - start for start, end in pairwise(cuts)]
    said = draw(st.tuples(*[bids] * 4))
    return Hand(dict(zip(PLAYERS, said, strict=True)), dict(zip(PLAYERS, tricks, strict=True)))


HANDS = st.lists(played_hands(), min_size=1, max_size=8)


def renamed(hands: Sequence[Hand], names: Mapping[str, str]) -> list[Hand]:
    """The same hands, played by people of other names."""
    return [
        Hand(
            {names[player]: bid for player, bid in at.bids.items()},
            {names[player]: took for player, took in (at.tricks or {}).items()},
        )
        for at in hands
    ]


@few
@given(st.lists(played_hands(st.one_of(BIDS, st.just(BLIND_NIL))), max_size=8))
def test_lines_sum_to_the_change(hands: list[Hand]) -> None:
    """In points and in bags, the lines of a hand are the change of the standing; each names a rule in force."""
    sheet = score_game(game(*hands, settings=ENDLESS))
    standing = {US: Standing(), THEM: Standing()}
    for at in sheet.hands:
        for name, side in at.sides.items():
            points, bags = standing[name]
            for line in side.lines:
                points, bags = points + line.points, bags + line.bags
                assert line.group in RuleSet.kinds()
                assert line.reason
            assert standing[name] == side.before
            assert (points, bags) == side.after
        standing = at.standings
    assert standing == sheet.standings
    assert [score % 10 for score, _ in standing.values()] == [bags for _, bags in standing.values()]


@few
@given(HANDS)
def test_names_change_no_figure(hands: list[Hand]) -> None:
    """Other people with the same bids and tricks have the same score."""
    names = dict(zip(PLAYERS, ("Zoë", "Yan", "Xi", "Will"), strict=True))
    others = game(*renamed(hands, names), players=[*names.values()], settings=ENDLESS)
    assert [*figures(game(*hands, settings=ENDLESS)).values()] == [*figures(others).values()]


@few
@given(HANDS)
def test_a_turn_of_the_table_swaps_the_sides(hands: list[Hand]) -> None:
    """When everybody moves to the next seat, each side has the score that the other one had."""
    turned = dict(zip(PLAYERS, (*PLAYERS[1:], PLAYERS[0]), strict=True))
    before = figures(game(*hands, settings=ENDLESS))
    after = figures(game(*renamed(hands, turned), settings=ENDLESS))
    assert {US: before[THEM], THEM: before[US]} == after


@few
@given(HANDS, st.data())
def test_sides_do_not_depend_on_each_other(hands: list[Hand], data: st.DataObject) -> None:
    """Whatever the others bid, a side scores the same."""
    other = [at._replace(bids={**at.bids, "Bob": data.draw(BIDS), "Dee": data.draw(BIDS)}) for at in hands]
    assert figures(game(*hands, settings=ENDLESS))[US] == figures(game(*other, settings=ENDLESS))[US]


@few
@given(HANDS, st.integers(1, 200))
def test_no_hand_after_the_end(hands: list[Hand], target: int) -> None:
    """The first hand that ends a game decides it, whatever comes after."""
    short: dict[str, Value] = {"ending.target": target}
    highest = [
        max(at.score for at in hand.standings.values()) for hand in score_game(game(*hands, settings=ENDLESS)).hands
    ]
    for end, best in enumerate(highest, start=1):
        outcome = score_game(game(*hands[:end], settings=short)).outcome
        if best < target:
            assert outcome == GOES_ON
        if outcome.over:
            longer = score_game(game(*hands[:end], hands[0], settings=short))
            assert (longer.outcome, longer.ended_with, len(longer.remarks)) == (outcome, end, 1)
            return


@few
@given(HANDS)
def test_piles_are_enough_without_nil(hands: list[Hand]) -> None:
    """Where nobody bid nil, a side's pile scores as its players' tricks do, and one side's pile is enough."""
    plain = [
        at._replace(bids={player: bid if bid.tricks else Bid(1) for player, bid in at.bids.items()}) for at in hands
    ]
    piles = [at._replace(tricks={US: (at.tricks or {})["Ann"] + (at.tricks or {})["Cy"]}) for at in plain]
    assert figures(game(*plain, settings=ENDLESS)) == figures(game(*piles, settings=ENDLESS))


# What stands for what was not said


def test_players_without_names() -> None:
    """Players who are not named are counted from 1; a pile of none is none of each."""
    sheet = score_side(RuleSet("pagat"), Standing(), ["nil", "nil"], [0])
    assert [line.reason for line in sheet.lines] == [
        "player 1 bid nil and took 0: made",
        "player 2 bid nil and took 0: made",
    ]
    assert sheet.nils == (Nil("player 1", blind=False, took=0), Nil("player 2", blind=False, took=0))
    with pytest.raises(HandError) as caught:
        score_side(RuleSet("pagat", {"bidding.team_minimum": 4}), Standing(), ["3"], [3])
    assert str(caught.value) == "bid: the side bid 3; the least contract is 4."


def test_changed_rules_hold_from_their_hand_on() -> None:
    """Each change holds from its hand on, and keeps what was changed before."""
    changes: dict[int, dict[str, Value]] = {2: {"contract.trick_points": 20}, 4: {"nil.made": 50}}
    played = game(*[hand("3 3 4 n", "3 6 4 0")] * 5, changes=changes)
    assert figures(played) == {
        US: [(70, 0), (210, 0), (350, 0), (490, 0), (630, 0)],
        THEM: [(133, 3), (296, 6), (459, 9), (472, 2), (585, 5)],
    }
    assert not objections_to(played, {"Ann": Bid(3)})
    once = game(*[hand("3 3 4 n", "3 6 4 0")] * 2, changes={2: {"contract.trick_points": 20}})
    assert figures(once) == {US: [(70, 0), (210, 0)], THEM: [(133, 3), (296, 6)]}


def test_a_void_hand_on_the_sheet() -> None:
    """A void hand stands on the sheet with the scores before it, and no tricks; a total beside it is looked at."""
    void = hand(PLAIN, totals={US: 70, THEM: 61})._replace(void="misdeal")
    sheet = score_game(game(hand(PLAIN, "3 4 4 2"), void, hand(PLAIN, "3 4 4 2"))).hands[1]
    before = {US: Standing(70, 0), THEM: Standing(51, 1)}
    assert sheet.standings == before
    assert sheet.tricks == {US: SideTricks(0, (None, None)), THEM: SideTricks(0, (None, None))}
    assert sheet.mismatches == {THEM: 61}
    faulty = hand(PLAIN, totals={"Bill": 5}, dealer="Zed")._replace(void="misdeal", bids={"Rob": Bid(3)})
    assert refusal(game(faulty)) == [
        "hand 1, bids: nobody is called “Rob”. Did you mean Bob?",
        "hand 1, dealer: nobody is called “Zed”. Known are Ann, Bob, Cy, Dee.",
        "hand 1, totals: no side is called “Bill”. Known are Ann & Cy, Bob & Dee.",
    ]


def test_a_renege_after_an_adjustment() -> None:
    """Rulings of one hand each do their part, whatever their order."""
    rulings = (Ruling("adjustment", side=US, points=5, why="agreed"), Ruling("renege", "Ann"))
    for order in (rulings, rulings[::-1]):
        assert figures(game(hand(PLAIN, "3 4 4 2")._replace(rulings=order))) == {US: [(-65, 0)], THEM: [(54, 4)]}


def test_bids_of_a_hand_that_bids_itself() -> None:
    """A hand that bids itself has no bids."""
    played = game(hand(PLAIN, "3 4 4 2"), settings={"bidding.first_hand": "bids-itself"})
    said = "by bidding.first_hand this hand bids itself, and it has bids. Enter its tricks only."
    assert refusal(played) == [f"hand 1, bids: {said}"]
    with pytest.raises(HandError) as caught:
        score_game(played)
    assert [problem.path for problem in caught.value.problems] == [("hands", 0, "bids")]


def test_more_tricks_than_cards() -> None:
    """Where the tricks of a hand are more than the pack gives, no card is left over."""
    settings: dict[str, Value] = {"deck.tricks": 14, "bidding.constraint": "mirror"}
    assert figures(game(hand("3 3 4 3", "4 3 4 3"), settings=settings)) == {US: [(71, 1)], THEM: [(60, 0)]}


# Results and errors


def test_line() -> None:
    """A line is what it says, and shows it."""
    line, same = (score_side(RuleSet(), Standing(), [5], [6]).lines[1] for _ in range(2))
    other = score_side(RuleSet(), Standing(), [5], [7]).lines[1]
    assert (line, hash(line)) == (same, hash(same))
    assert line != other
    assert line != "overtricks"
    assert repr(line) == "Line('overtricks', +1 points, +1 bags, '1 above the contract, a point each')"


def test_problem() -> None:
    """A problem says where, what and what to do, and can be seen from further out."""
    problem = Problem("bids", "no bid of Bob.", "Every player bids.", ("bids",))
    seen = problem.at("hand 3", ("hands", 2))
    assert str(problem) == "bids: no bid of Bob. Every player bids."
    assert str(Problem("", "no bid.")) == "no bid."
    assert Problem("hand 3, bids", "no bid of Bob.", "Every player bids.", ("hands", 2, "bids")) == seen
    assert str(Problem("", "no bid.").at("hand 3")) == "hand 3: no bid."


def test_error() -> None:
    """An error has one problem or many, and keeps its kind when it is seen from further out."""
    one, two = Problem("", "one."), Problem("bids", "two.")
    assert (one,) == ScorekeeperError(one).problems
    error = HandError([one, two]).at("hand 3", ("hands", 2))
    assert isinstance(error, HandError)
    assert str(error) == "hand 3: one.\nhand 3, bids: two."
    assert [problem.path for problem in error.problems] == [("hands", 2), ("hands", 2)]
