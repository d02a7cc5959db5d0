"""Why somebody says another figure: house rules and slips, each a recomputation that gives it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper import RuleSet, Standing, check_claim, parse_bid, score_game, score_side
from scorekeeper.bids import NIL, Bid
from scorekeeper.entry import add_hand
from scorekeeper.game import Game, RuleChoice, partnerships
from scorekeeper.referee.claims import check_without_bags, check_without_split, last_digit
from scorekeeper.referee.slips import Facts, slips
from scorekeeper.referee.slips import facts_of as facts_of_hand
from scorekeeper.referee.why import Candidate, candidates, explanations, rule_explanation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.game import Value

HANDS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "cases/hands.toml").read_text("utf-8"))["case"]
USUAL = RuleSet("pagat-blind-nil")
PENALTY = (Standing(337, 7), [5], [8])

RULES: dict[str, tuple[Standing, list[Any], list[int], int, dict[str, Value]]] = {
    "the penalty takes back the ten bags' points": (*PENALTY, 280, {"bags.forfeit_points": True}),
    "bags bring no penalty": (*PENALTY, 390, {"bags.limit": 0}),
    "bags score nothing": (*PENALTY, 287, {"bags.points": 0}),
    "a failed nil helps the partner": (Standing(), ["nil", 4], [1, 3], -60, {"nil.failed_tricks": "help-contract"}),
    "a failed nil's tricks score no points": (
        Standing(), ["nil", 3], [2, 4], -69, {"nil.failed_tricks": "bags-without-points"},
    ),
    "a failed nil's tricks are nothing": (Standing(), ["nil", 1], [3, 2], -89, {"nil.failed_tricks": "discard"}),
    "a set costs nothing": (Standing(), [7], [5], 0, {"contract.set_penalty": "none"}),
    "a set costs what is short": (Standing(), [6], [4], -20, {"contract.set_penalty": "short"}),
    "ten for two hundred": (Standing(), [10], [10], 200, {"ten_bid.applies": "exactly-10"}),
    "a nil is worth fifty": (Standing(), ["nil", 4], [0, 4], 90, {"nil.made": 50}),
    "two nils are one": (
        Standing(), ["nil", "nil"], [2, 0], -198, {"double_nil.scoring": "unit", "double_nil.one_failed": -200},
    ),
    "two rules at once": (
        Standing(), ["nil", 4], [1, 3], -10, {"nil.failed": 50, "nil.failed_tricks": "help-contract"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", RULES)
def test_house_rules(name: str) -> None:
    """The house rule that gives the other figure is among the first three explanations."""
    before, bids, tricks, claim, expected = RULES[name]
    ruling = check_claim(USUAL, before, bids, tricks, claim)
    assert ruling.verdict == "wrong"
    assert expected in [dict(found.settings) for found in ruling.explanations[:3]]


CASES = Path(__file__).parent / "cases"
DISPUTES = tomllib.loads((CASES / "disputes.toml").read_text("utf-8"))["case"]
WORDS: dict[str, dict[str, Value]] = tomllib.loads((CASES / "readings.toml").read_text("utf-8"))["words"]
NOT_BY_SETTINGS = {"SP-116", "SP-123"}
"""Answers that rest on a ruling, or on a rule that no setting expresses."""


def disputed() -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """The other figures that were published for one side's hand."""
    for case in DISPUTES:
        for number, other in enumerate(case["expected"].get("alternatives", [])):
            figures = other.get("A", {})
            if case["id"] in NOT_BY_SETTINGS or not isinstance(case["bids"].get("A"), list):
                continue
            if {"score", "points"} & figures.keys():
                yield f"{case['id']}-{number}", case, other


@pytest.mark.parametrize(
    ("case", "other"), [(case, other) for _, case, other in disputed()], ids=[n for n, *_ in disputed()]
)
def test_published_disputes(case: dict[str, Any], other: dict[str, Any]) -> None:
    """The other figure that was published is explained by the rule that the source names, among the first three."""
    figures = other["A"]
    score = case["score_before"].get("A", 0)
    claim = figures.get("score", score + figures["points"] - figures.get("penalty", 0))
    rules, meant = (RuleSet("pagat-blind-nil", WORDS[words]) for words in (case["rules"], other["rules"]))
    bids = ["blind nil" if bid == "blind" else bid for bid in case["bids"]["A"]]
    ruling = check_claim(rules, Standing(score, case["bags_before"].get("A", 0)), bids, case["tricks"]["A"], claim)
    if ruling.verdict == "right":
        assert figures["bags"] != case["expected"]["A"]["bags"]  # only the bags differ
        return
    differing = {key: value for key, value in meant.values().items() if rules.values()[key] != value}
    told = [each.settings.items() for each in ruling.explanations[:3] if each.settings]
    assert any(settings <= differing.items() for settings in told)


def facts_of(case: dict[str, Any]) -> Facts:
    """The hand of a published case."""
    rules = RuleSet(case["preset"], case["settings"])
    before = Standing(case["score_before"], case.get("bags_before", 0))
    return Facts(rules, before, tuple(map(parse_bid, case["bids"])), tuple(case["tricks"]), rules.deck.deal(4))


@pytest.mark.parametrize("case", HANDS, ids=lambda case: str(case["id"]))
def test_right_figures(case: dict[str, Any]) -> None:
    """The published figure of a hand is right, and needs no explanation."""
    facts = facts_of(case)
    ruling = check_claim(facts.rules, facts.before, case["bids"], case["tricks"], case["score_after"])
    assert (ruling.verdict, ruling.explanations) == ("right", ())


def test_slips_of_published_hands() -> None:
    """A figure by a slip is explained by that slip, among the first three where it is not one of many that give it.

    The rest are figures that more than three slips and rules give: those cannot be told apart.
    """
    tried = found = 0
    for facts in map(facts_of, HANDS[::16]):
        for slip in slips(facts):
            if slip.score == facts.score():
                continue
            told = explanations(facts, slip.score)
            tried += 1
            found += slip.reason in [each.reason for each in told[:3]]
            assert slip.reason in [each.reason for each in told] or len(told) == 6
    assert tried > 170
    assert found / tried > 0.95


@pytest.mark.parametrize("case", HANDS[::9], ids=lambda case: str(case["id"]))
def test_explanations_hold(case: dict[str, Any]) -> None:
    """Every explanation is a recomputation: its settings make the claim right, its slip leads to the figure."""
    facts = facts_of(case)
    for claim in range(facts.score() - 120, facts.score() + 121, 10):
        if claim == facts.score():
            continue
        by_slip = {slip.reason for slip in slips(facts) if slip.score == claim}
        for each in explanations(facts, claim):
            if each.kind == "slip":
                assert each.reason in by_slip
                continue
            choice = facts.rules.choice
            rules = RuleSet(choice.preset, {**choice.settings, **each.settings})
            assert score_side(rules, facts.before, facts.bids, facts.tricks).after.score == claim


def test_nothing_plausible() -> None:
    """A figure that nothing gives has no explanation."""
    ruling = check_claim(USUAL, *PENALTY, 380)
    assert (ruling.verdict, ruling.explanations) == ("wrong", ())


ANSWERS: dict[str, tuple[Standing, list[Any], list[int], int, list[str]]] = {
    "a slip, a house rule, and what is less likely": (
        *PENALTY, 390,
        [
            "The bag penalty was forgotten.",
            ("A house rule: bags.limit = 0 (bags that bring a penalty; 0 where bags bring none), "
            "as in Bicycle, Clarksville Juneteenth, Trickster street game to 350."),
            "The bags carried from earlier hands were forgotten.",
            "The bags before the hand were counted one too few.",
            "A slip of 100 in the addition.",
        ],
    ),
    "yes or no": (
        *PENALTY, 280,
        [
            ("A house rule: bags.forfeit_points = true (whether the penalty also takes back the points of its bags), "
            "as in Cards with Cats, Card Games for Dummies, Standaggs scorekeeper."),
            "A slip of 10 in the addition.",
        ],
    ),
    "a rule that some play by in one source": (
        Standing(), [4], [3], -10,
        [
            ("A house rule: contract.set_penalty = short (the points of each trick that it is short), "
            "as in Wikipedia's variants."),
        ],
    ),
    "a rule as a published set has it, without what the hand does not show": (
        Standing(337, 4), [5], [8], 340,
        [
            "The contract was not added.",
            ("House rules together: bags.limit = 5 (bags that bring a penalty; 0 where bags bring none), "
            "as in solo apps; and bags.penalty = 50 (points that a penalty costs), as in solo apps."),
        ],
    ),
    "two settings of one rule": (
        Standing(), ["nil", "nil"], [0, 0], 400,
        [
            ("House rules together: double_nil.scoring = unit (all nils as one, by the three amounts below), "
            "as in rust-spades, Deluxe; "
            "and double_nil.made = 400 (points, as a unit, if all are made), as in spades.co."),
        ],
    ),
    "two rules": (
        Standing(), ["nil", 4], [0, 6], 90,
        [
            ("House rules together: nil.made = 50 (points won by a nil that is made), as in Dummies, solo apps; "
            "and bags.points = 0 (points for each bag when it is taken), as in Jokers Wild."),
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ANSWERS)
def test_answers(name: str) -> None:
    """All that gives a figure, the likeliest first."""
    before, bids, tricks, claim, expected = ANSWERS[name]
    assert [each.reason for each in check_claim(USUAL, before, bids, tricks, claim).explanations] == expected


def test_fewer_answers() -> None:
    """As many answers as are wanted, the likeliest; two house rules together only where they are wanted."""
    facts = Facts(USUAL, PENALTY[0], (Bid(5),), (8,), 13)
    every = explanations(facts, 390)
    assert explanations(facts, 390, most=2) == every[:2]
    many = Facts(USUAL, Standing(109, 9), (NIL, NIL), (6, 6), 13)
    assert [len(explanations(many, -179, pairs=False, most=most)) for most in (99, 5)] == [7, 5]
    assert len(explanations(many, -179)) == 6
    apart = Facts(USUAL, Standing(), (NIL, Bid(4)), (0, 6), 13)
    assert (len(explanations(apart, 90)), explanations(apart, 90, pairs=False)) == (1, ())


def test_rules_that_a_set_has_together() -> None:
    """Two settings of one rule that a published set has are found before any two that nobody is known to have."""
    facts = Facts(USUAL, Standing(9, 9), (Bid(1), Bid(1)), (6, 7), 13)
    assert [dict(each.settings) for each in explanations(facts, -70, pairs=False)] == [
        {"bags.cycles": "one", "bags.forfeit_points": True}
    ]


def test_two_rules_each_show() -> None:
    """Of two rules each must change the hand by itself: what shows only beside another rule is not looked for."""
    helping = RuleSet("pagat", {"nil.failed_tricks": "help-contract"})
    facts = Facts(helping, Standing(), (NIL, Bid(4)), (2, 2), 13)
    both = RuleSet("pagat", {"nil.failed_tricks": "bags", "contract.set_penalty": "none"})
    assert score_side(both, Standing(), ["nil", 4], [2, 2]).after.score == -98
    assert facts.score() == -60
    assert explanations(facts, -98) == ()


def test_rules_that_contradict_the_table() -> None:
    """A setting that cannot be with the others of the table is no answer."""
    table = RuleSet("pagat", {"nil.partner_minimum": 4})
    told = [each.reason for each in check_claim(table, Standing(), [4], [4], 41).explanations]
    assert told == ["5 tricks counted instead of 4."]


def test_who_plays_it_so() -> None:
    """A source that names the value, else up to three published sets that have it."""
    names = ("bicycle", "clarksville", "trickster-street-350", "fit")
    told = {
        Candidate("ending.hand_limit", 3, ()): "(hands after which the best score wins; 0 for none), as in GGZ cards",
        Candidate("ending.hand_limit", 4, ()): "(hands after which the best score wins; 0 for none)",
        Candidate("bags.limit", 0, names): (
            "(bags that bring a penalty; 0 where bags bring none), "
            "as in Bicycle, Clarksville Juneteenth, Trickster street game to 350"
        ),
    }
    for candidate, words in told.items():
        said = f"A house rule: {candidate.key} = {candidate.value} {words}."
        assert rule_explanation(candidate).reason == said


def test_how_likely_a_house_rule_is() -> None:
    """What many play is likelier than what few do; two settings are less likely, those of one rule in use least so."""
    default = Candidate("contract.set_penalty", "bid", ())
    nobody, one, three = (Candidate("nil.made", 60, users) for users in ((), ("fit",), ("fit", "tag", "rta3")))
    failed = Candidate("nil.failed", 60, ())
    costs: dict[float, tuple[Candidate, ...]] = {
        1: (default,),
        2: (nobody,),
        1.5: (one,),
        1.25: (three,),
        2.2: (one, failed),
        2.4: (one, failed, failed),
        11.5: (one, default),
        12: (failed, one),
    }
    for cost, changed in costs.items():
        assert rule_explanation(*changed).cost == pytest.approx(cost)
    found = rule_explanation(three, failed)
    assert (found.kind, found.settings, found.bags) == ("rule", {"nil.made": 60, "nil.failed": 60}, None)
    made = "nil.made = 60 (points won by a nil that is made), as in osgamers.com"
    failing = "nil.failed = 60 (points lost by a nil that fails)"
    assert found.reason == f"House rules together: {made}; and {failing}."


def test_candidates() -> None:
    """Each setting is tried with the values that its sources, its words and the published sets give it."""
    rules = RuleSet("bicycle", {"nil.allowed": True})
    tried: dict[str, list[Value]] = {}
    for candidate in candidates(rules):
        tried.setdefault(candidate.key, []).append(candidate.value)
    assert tried["bags.points"] == [-1, 0]
    assert tried["bags.limit"] == [10, 5, 7]
    assert tried["contract.set_penalty"] == ["bid", "short"]
    assert tried["nil.allowed"] == [False]
    assert tried["blind_bid.exact"] == [True]
    assert tried["renege.penalty"] == ["loses-game", "points", "set", "tricks-lost"]
    assert tried["bidding.table_forbidden"] == [13]
    assert "contract.trick_points" not in tried


def test_tricks_of_the_other_side() -> None:
    """The others' tricks are what is left of the tricks of a hand."""
    told = [each.reason for each in check_claim(USUAL, Standing(), [4], [5], 44).explanations]
    assert "The tricks of the other side were counted." in told


def test_reasons() -> None:
    """The reasons read as people say them, with the rule's key, meaning and source."""
    assert [each.reason for each in check_claim(USUAL, *PENALTY, 390).explanations][:3] == [
        "The bag penalty was forgotten.",
        (
            "A house rule: bags.limit = 0 (bags that bring a penalty; 0 where bags bring none), "
            "as in Bicycle, Clarksville Juneteenth, Trickster street game to 350."
        ),
        "The bags carried from earlier hands were forgotten.",
    ]
    assert check_claim(USUAL, Standing(), ["nil", 4], [1, 3], -60).explanations[0].reason == (
        "A house rule: nil.failed_tricks = help-contract (they count towards the partner's contract), as in Dummies."
    )


TENS: dict[str, Value] = {
    "bags.penalty": 50,
    "nil.made": 50,
    "nil.failed": 60,
    "ten_bid.applies": "exactly-10",
    "bags.limit": 10,
}
UNSOUND: list[dict[str, Value]] = [
    {"bags.points": 0},
    {"bags.limit": 5},
    {"bags.remainder": "reset"},
    {"bags.cycles": "one"},
    {"bags.forfeit_points": True},
    {"bags.penalty": 55},
    {"nil.made": 75},
    {"contract.trick_points": 12},
    {"nil.failed_tricks": "bags-without-points"},
]


@pytest.mark.parametrize("changed", UNSOUND, ids=str)
def test_last_digit_refused(changed: dict[str, Value]) -> None:
    """Where the last digit does not show the bags, it is not read."""
    assert last_digit(RuleSet("pagat-blind-nil", changed), 337) is None


@pytest.mark.parametrize(("score", "bags"), [(0, 0), (9, 9), (10, 0), (19, 9), (337, 7), (-1, 9), (-13, 7), (-20, 0)])
def test_last_digit(score: int, bags: int) -> None:
    """Each bag is a point, so that the last digit counts them, below zero from the other side."""
    counts: dict[str, Value] = {"nil.partner_minimum": 4, "blind_nil.deficit": 75, "renege.tricks": 1}
    assert last_digit(USUAL, score) == bags
    assert last_digit(RuleSet("pagat-blind-nil", counts), score) == bags


BIDS = st.sampled_from(["nil", "blind nil", *range(1, 8)])


@settings(max_examples=150, derandomize=True, deadline=None)
@given(st.lists(st.tuples(BIDS, BIDS, st.integers(0, 6), st.integers(0, 6)), max_size=12))
def test_last_digit_is_the_bags(hands: list[tuple[int | str, int | str, int, int]]) -> None:
    """Where the last digit is read, it is the count of bags after any hands, below zero too."""
    rules = RuleSet("pagat-blind-nil", TENS)
    at = Standing()
    for one, other, took, more in hands:
        at = score_side(rules, at, [one, other], [took, more]).after
        assert last_digit(rules, at.score) == at.bags


def test_bags_that_nobody_kept() -> None:
    """Bags are read from the score where that is sound, tried one by one where not, and left open where they matter."""
    assert check_without_bags(USUAL, 337, [5], [8], 290).verdict == "right"
    assert check_without_bags(USUAL, -13, [4], [7], -70).verdict == "right"
    reset = RuleSet("pagat-blind-nil", {"bags.remainder": "reset"})
    ruling = check_without_bags(reset, 337, [5], [8], 390)
    assert ruling.verdict == "undecided"
    assert [after.score for after in ruling.by_bags.values()] == [390] * 7 + [290] * 3
    assert check_without_bags(reset, 337, [5], [8], 380).verdict == "wrong"
    assert check_without_bags(reset, 337, [5], [8]).verdict is None
    assert check_without_bags(reset, 337, [5], [5], 387).verdict == "right"
    assert ruling.sheet.before == Standing(337)
    level = check_without_bags(reset, 337, [5], [5], 337)
    assert (level.verdict, level.by_bags) == ("wrong", {})
    assert level.explanations[0].reason == "The hand was not added: this is the score before it."
    assert check_without_bags(USUAL, 337, [5], [8], 290, steady=False).verdict == "undecided"
    assert len(check_without_bags(RuleSet("pagat", {"bags.cycles": "one"}), 337, [5], [8]).by_bags) == 11


def test_slips_with_the_other_side() -> None:
    """What belongs to the other side and was written down for this one is told where both sides are known."""
    players = ("Ann", "Bob", "Cy", "Dee")
    bids = {player: parse_bid(bid) for player, bid in zip(players, ("4", "3", "3", "nil"), strict=True)}
    game = Game("", players, partnerships(players), RuleChoice("pagat-blind-nil"))
    game = add_hand(game, bids, {"Ann": 4, "Bob": 5, "Cy": 4, "Dee": 0})
    sheet = score_game(game)
    facts = facts_of_hand(game, sheet, sheet.hands[0], "Ann & Cy")
    assert facts is not None
    assert (facts.score(), facts.other_nils) == (71, (100,))
    told = [each.reason for each in explanations(facts, 171)]
    assert told[0] == "A nil of the other side was written down for this one."
    worthless = game._replace(rules=RuleChoice("pagat-blind-nil", {"nil.made": 0}))
    facts = facts_of_hand(worthless, score_game(worthless), score_game(worthless).hands[0], "Ann & Cy")
    assert facts is not None
    assert facts.other_nils == (0,)
    assert "A nil of the other side was written down for this one." not in [each.reason for each in slips(facts)]
    swapped = Facts(USUAL, Standing(), tuple(map(parse_bid, (4, 3))), (4, 4), 13, (), tuple(map(parse_bid, (2, 2))))
    assert "The bids of the other side were taken." in [each.reason for each in explanations(swapped, 44)][:3]


def test_tricks_that_nobody_kept_apart() -> None:
    """Where only the pile of a side with a nil is known, every split is tried, and the claim stays open."""
    before = Standing(100, 3)
    ruling = check_without_split(USUAL, before, ["nil", 4], 5, 41)
    assert ruling.verdict == "undecided"
    assert [after.score for after in ruling.by_tricks.values()] == [241, 41, -38, -37, -36, -35]
    assert [nil.took for nil in ruling.sheet.nils] == [0]
    assert check_without_split(USUAL, before, [4, "nil"], 5, 41).by_tricks == ruling.by_tricks
    assert check_without_split(USUAL, before, ["nil", 4], 5, 141).verdict == "wrong"
    assert check_without_split(USUAL, before, ["nil", 4], 5).verdict is None
