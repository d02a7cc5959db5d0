"""The hands, disputes and games that others published, replayed to their figures (tests/cases/*.toml)."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from naive import naive_hand
from scorekeeper import RuleSet, RuleSettingError, Standing, score_side
from scorekeeper.game import Hand, Side
from scorekeeper.rules.view import EndOfHand
from scorekeeper.scoring import tricks_won
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

MISSING: dict[str, list[str]] = {case: row["missing"] for row in READINGS["hands"] for case in row["cases"]}


@pytest.mark.parametrize("case", named([case for case in HANDS if case["id"] not in MISSING]))
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


@pytest.mark.parametrize("case", named([case for case in HANDS if case["id"] in MISSING]))
def test_hand_that_waits(case: Case) -> None:
    """A hand that waits for rules is refused by exactly the keys for which it waits."""
    with pytest.raises(RuleSettingError) as caught:
        RuleSet(case["preset"], case["settings"])
    paths = [problem.path for problem in caught.value.problems]
    refused = [f"preset {case['preset']}" if path == ("preset",) else ".".join(map(str, path)) for path in paths]
    assert MISSING[case["id"]] == sorted(refused)


def test_hands_are_listed_once() -> None:
    """Every id names one hand, and no hand waits twice or waits without being there."""
    ids = [case["id"] for case in HANDS]
    waiting = [case for row in READINGS["hands"] for case in row["cases"]]
    assert [name for name, times in Counter(ids).items() if times > 1] == []
    assert [name for name, times in Counter(waiting).items() if times > 1] == []
    assert set() == set(waiting) - set(ids)


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


def listed(table: str) -> list[str]:
    """Everything that the readings list in one table of the disputes."""
    return [name for names in READINGS["disputes"][table].values() for name in names]


REPLAYED = [case for case in DISPUTES if case["id"] not in (*listed("settings"), *listed("others"))]


def answers(case: Case) -> list[Answer]:
    """The answer of a dispute, and the other answers under rules that can be set."""
    found = [Answer(case["id"], case, case["rules"], case["expected"])]
    for other in case["expected"].get("alternatives", []):
        if other["rules"] not in listed("answers"):
            found.append(Answer(f"{case['id']}-{len(found)}", case, other["rules"], other))
    return found


ANSWERS = [answer for case in REPLAYED for answer in answers(case)]


def hands_of(facts: Case) -> list[Case]:
    """The bids or the tricks of a dispute, hand by hand."""
    hands: list[Case] = facts.get("hands", [facts])
    return hands


def replayed(case: Case, rules: RuleSet) -> dict[str, list[dict[str, int]]]:
    """The figures of each side after each hand of a dispute."""
    standings = {side: Standing(score, case["bags_before"][side]) for side, score in case["score_before"].items()}
    story: dict[str, list[dict[str, int]]] = {side: [] for side in standings}
    for bids, tricks in zip(hands_of(case["bids"]), hands_of(case["tricks"]), strict=True):
        for side, before in standings.items():
            said = ["blind nil" if bid == "blind" else bid for bid in bids[side]]
            sheet = score_side(rules, before, said, tricks[side])
            penalty = -sum(line.points for line in sheet.lines if line.rule == "bag penalty")
            standings[side] = sheet.after
            figures = {"points": sheet.points + penalty, "penalty": penalty}
            story[side].append({**figures, "score": sheet.after.score, "bags": sheet.after.bags})
    return story


@pytest.mark.parametrize("answer", named(ANSWERS))
def test_dispute(answer: Answer) -> None:
    """A dispute comes to the figures that were found right: points, penalty, score and bags of each side."""
    story = replayed(answer.case, RuleSet("pagat-blind-nil", WORDS[answer.rules]))
    if "running" in answer.figures:
        assert answer.figures["running"] == {side: [at["score"] for at in story[side]] for side in story}
        assert answer.figures["bags"] == {side: [at["bags"] for at in story[side]] for side in story}
        return
    expected = {side: answer.figures[side] for side in story if side in answer.figures}
    assert expected
    assert expected == {side: story[side][-1] for side in expected}


OUTCOMES = [answer for answer in ANSWERS if "winner" in answer.figures]


@pytest.mark.parametrize("answer", named(OUTCOMES))
def test_dispute_about_the_winner(answer: Answer) -> None:
    """A disputed game is won by the side that was found to have won it, or goes on."""
    rules = RuleSet("pagat-blind-nil", WORDS[answer.rules])
    last = {side: story[-1] for side, story in replayed(answer.case, rules).items()}
    outcome = rules.ending.ending(EndOfHand({side: Standing(at["score"], at["bags"]) for side, at in last.items()}, []))
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


def test_disputes_are_replayed_or_wait() -> None:
    """Every dispute is replayed or waits for something, none twice, and nothing waits that is not there."""
    ids = [case["id"] for case in DISPUTES]
    waiting = [*listed("settings"), *listed("others")]
    assert [name for name, times in Counter([*ids]).items() if times > 1] == []
    assert sorted(ids) == sorted([*waiting, *(case["id"] for case in REPLAYED)])


def test_only_cards_and_words_wait_for_more_than_settings() -> None:
    """A dispute with bids and figures is replayed or waits for a setting; tricks wait for the play of cards."""
    tricks = {case["id"] for case in DISPUTES if case["kind"] == "trick" or "plays" in case["tricks"]}
    questions = {case["id"] for case in DISPUTES if case["kind"] == "rule-question"}
    without_bids = {case["id"] for case in DISPUTES if not case["bids"]}
    assert tricks == set(READINGS["disputes"]["others"]["the play of cards"])
    assert set() == set(listed("others")) - tricks - questions - without_bids


def test_settings_waited_for_do_not_exist() -> None:
    """Nothing waits for a setting that is there."""
    waited = [*READINGS["disputes"]["settings"], *(key for key in READINGS["disputes"]["answers"] if "." in key)]
    assert [key for key in waited if key in RuleSet.all_settings()] == []


def test_words_for_rules_are_used() -> None:
    """Every reading of words is that of an answer, and every answer that waits is given in a dispute replayed."""
    assert set(WORDS) == {answer.rules for answer in ANSWERS}
    given = {other["rules"] for case in REPLAYED for other in case["expected"].get("alternatives", [])}
    assert set() == set(listed("answers")) - given
