"""The hands, disputes and games that others published, replayed to their figures (tests/cases/*.toml)."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from naive import naive_hand
from scorekeeper import RuleSet, SideSheet, Standing, score_side
from scorekeeper.bids import parse_bid
from scorekeeper.game import Hand, Side
from scorekeeper.rules.view import EndOfHand, SideHand
from scorekeeper.scoring import _sheet, tricks_won
from tables import game

Case = dict[str, Any]
"""One case as its file holds it. The header of each file explains its keys."""

CASES = Path(__file__).parent / "cases"


def read(name: str) -> Case:
    """One of the case files."""
    return tomllib.loads((CASES / f"{name}.toml").read_text(encoding="utf-8"))


HANDS: list[Case] = read("hands")["case"]
DISPUTES: list[Case] = read("disputes")["case"]
READINGS = read("readings")
WORDS: dict[str, Case] = READINGS["words"]


def named(cases: list[Any]) -> list[Any]:
    """Parameters that are shown by the id of their case."""
    return [pytest.param(case, id=case["id"] if isinstance(case, dict) else case.name) for case in cases]


# Hands


@pytest.mark.parametrize("case", named(HANDS))
def test_hand(case: Case) -> None:
    """A published hand comes to its published figures, line by line."""
    rules = RuleSet(case["preset"], case["settings"])
    sheet = score_side(rules, Standing(case["score_before"], case["bags_before"]), case["bids"], case["tricks"])
    after = (
        case["score_before"] + sum(line.points for line in sheet.lines),
        case["bags_before"] + sum(line.bags for line in sheet.lines),
    )
    assert (case["score_after"], case.get("bags_after", after[1])) == after
    assert after == sheet.after


def test_hands_are_listed_once() -> None:
    """Every id names one hand, and no hand has been lost."""
    ids = [case["id"] for case in HANDS]
    assert [name for name, times in Counter(ids).items() if times > 1] == []
    assert len(ids) == 179


@pytest.mark.parametrize("case", named([case for case in HANDS if "pagat" in case["preset"] and not case["settings"]]))
def test_naive_scorer(case: Case) -> None:
    """The naive scorer, too, comes to the published figures: it is fit to be a second opinion."""
    points, bags = naive_hand(case["bags_before"], case["bids"], case["tricks"])
    assert (case["score_after"], case["bags_after"]) == (case["score_before"] + points, bags)


# Disputes


class Answer(NamedTuple):
    """One answer to a dispute: the rules it rests on and its figures, by side."""

    name: str
    case: Case
    rules: str
    figures: Case


UNREPLAYED = {name: why for why, names in READINGS["disputes"].items() for name in names}
UNSETTABLE = {words: why for why, names in READINGS["answers"].items() for words in names}
REPLAYED = [case for case in DISPUTES if case["id"] not in UNREPLAYED]


def answers(case: Case) -> list[Answer]:
    """The answer of a dispute, and the other answers under rules that can be set."""
    told = {**case, **READINGS["facts"].get(case["id"], {})}
    found = [Answer(case["id"], told, case["rules"], case["expected"])]
    for at, other in enumerate(case["expected"].get("alternatives", []), start=1):
        if other["rules"] not in UNSETTABLE:
            supposed = {**told, **READINGS["facts"].get(other["rules"], {})}
            found.append(Answer(f"{case['id']}-{at}", supposed, other["rules"], other))
    return found


ANSWERS = [answer for case in REPLAYED for answer in answers(case)]


def hands_of(facts: Case) -> list[Case]:
    """The bids or the tricks of a dispute, hand by hand."""
    hands: list[Case] = facts.get("hands", [facts])
    return hands


def replayed(case: Case, rules: RuleSet) -> dict[str, list[dict[str, int]]]:
    """The figures of each side after each hand of a dispute."""
    sides = [*dict.fromkeys([*case["score_before"], *hands_of(case["tricks"])[0]])]
    standings = {side: Standing(case["score_before"].get(side, 0), case["bags_before"].get(side, 0)) for side in sides}
    story: dict[str, list[dict[str, int]]] = {side: [] for side in standings}
    tricks = hands_of(case["tricks"])
    bids = hands_of(case["bids"])
    for said, won in zip(bids, tricks, strict=True):
        for side, sheet in scored(rules, standings, said, won, case.get("reneged")).items():
            penalty = -sum(line.points for line in sheet.lines if line.rule == "bag penalty")
            standings[side] = sheet.after
            figures = {"points": sheet.points + penalty, "penalty": penalty}
            story[side].append({**figures, "score": sheet.after.score, "bags": sheet.after.bags})
    return story


def scored(
    rules: RuleSet, standings: dict[str, Standing], bids: Case, tricks: Case, reneged: str | None
) -> dict[str, SideSheet]:
    """Each side's hand. Sides that bid nothing played a hand that bids itself."""
    hands = {}
    for side, won in tricks.items():
        said = [parse_bid("blind nil" if bid == "blind" else bid) for bid in bids.get(side, [])]
        own = won if len(won) == len(said) else [None] * len(said)
        assert said or rules.bidding.unbid(1)
        names = [f"{side}{at}" for at in range(len(said))]
        hands[side] = SideHand(rules, standings[side], names, said, own, sum(won), 13, int(side == reneged))
    if reneged:
        rules.renege.settle(hands[reneged], next(hand for side, hand in hands.items() if side != reneged))
    return {side: _sheet(hand) for side, hand in hands.items()}


@pytest.mark.parametrize("answer", named(ANSWERS))
def test_dispute(answer: Answer) -> None:
    """A dispute comes to the figures that were found right: points, penalty, score and bags of each side."""
    story = replayed(answer.case, RuleSet("pagat-blind-nil", WORDS[answer.rules]))
    if "running" in answer.figures:
        assert answer.figures["running"] == {side: [at["score"] for at in story[side]] for side in story}
        assert answer.figures["bags"] == {side: [at["bags"] for at in story[side]] for side in story}
        return
    expected = {side: answer.figures[side] for side in story if side in answer.figures}
    assert expected or "winner" in answer.figures
    found = {side: {name: story[side][-1][name] for name in figures} for side, figures in expected.items()}
    assert expected == found


OUTCOMES = [answer for answer in ANSWERS if "winner" in answer.figures]


@pytest.mark.parametrize("answer", named(OUTCOMES))
def test_dispute_about_the_winner(answer: Answer) -> None:
    """A disputed game is won by the side that was found to have won it, or goes on."""
    rules = RuleSet("pagat-blind-nil", WORDS[answer.rules])
    last = {side: story[-1] for side, story in replayed(answer.case, rules).items() if story}
    standings = {side: Standing(at["score"], at["bags"]) for side, at in last.items()}
    before = {side: Standing(score) for side, score in answer.case["score_before"].items()}
    outcome = rules.ending.ending(EndOfHand(standings or before, []))
    found = "none" if outcome is None else outcome.winner or "tie"
    assert answer.figures["winner"] == found


@pytest.mark.parametrize("case", named([case for case in REPLAYED if case["expected"].get("valid") is False]))
def test_dispute_about_facts_that_cannot_be(case: Case) -> None:
    """A sheet whose tricks do not come to a hand is refused with the sum."""
    sides = tuple(Side(side, (f"{side}1", f"{side}2")) for side in case["tricks"])
    players = tuple(side.players[seat] for seat in (0, 1) for side in sides)
    piles = {side: sum(tricks) for side, tricks in case["tricks"].items()}
    said = ", ".join(f"{side} {pile}" for side, pile in piles.items())
    expected = [
        f"tricks: the tricks come to {sum(piles.values())}, and a hand has 13: {said}. Count the piles again.",
    ]
    _, problems = tricks_won(game(players=players, sides=sides), Hand({}, piles), 13)
    assert expected == [str(problem) for problem in problems]


def test_disputes_are_replayed_or_listed() -> None:
    """Every dispute is there once, and is replayed or listed with its reason."""
    ids = [case["id"] for case in DISPUTES]
    assert [name for name, times in Counter(ids).items() if times > 1] == []
    assert sorted(ids) == sorted([*UNREPLAYED, *(case["id"] for case in REPLAYED)])


def test_only_cards_and_words_are_not_replayed() -> None:
    """Every dispute with a figure is replayed; tricks wait for the play of cards."""
    tricks = {case["id"] for case in DISPUTES if case["kind"] == "trick" or "plays" in case["tricks"]}
    words = {case["id"] for case in DISPUTES if set(case["expected"]) == {"answer"}}
    assert tricks == set(READINGS["disputes"]["they wait for the play of cards"])
    assert words == set(READINGS["disputes"]["they are answered in words, without a figure"])


def test_words_for_rules_are_used() -> None:
    """Every reading of words is that of an answer, and so is every supposed fact and every answer listed."""
    given = {other["rules"] for case in REPLAYED for other in case["expected"].get("alternatives", [])}
    assert set(WORDS) == {answer.rules for answer in ANSWERS}
    assert set(UNSETTABLE) == given - set(WORDS)
    assert set() == set(READINGS["facts"]) - given - {case["id"] for case in REPLAYED}
