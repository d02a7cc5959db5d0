"""Rulings: what was ruled about a hand is a fact of it, priced by the rules."""

from __future__ import annotations

import datetime

import pytest

from scorekeeper import HandError, RuleSet, ScorekeeperError, score_game
from scorekeeper.bids import parse_bid
from scorekeeper.entry import (
    Edit,
    add_bids,
    add_hand,
    add_tricks,
    change_rules,
    edit_hand,
    lift_void,
    redo,
    rule_on,
    undo,
    void_hand,
)
from scorekeeper.game import Game, Hand, RuleChange, RuleChoice, Ruling, Side, Value
from scorekeeper.referee.slips import scores_without_rulings
from scorekeeper.storage.blocks import document
from scorekeeper.storage.reader import read_game
from scorekeeper.storage.source import read_source

NOW = datetime.datetime(2026, 11, 27, 20, 14)  # noqa: DTZ001  as in a game file: local, without a zone
SIDES = (Side("Us", ("Ann", "Cy")), Side("Them", ("Bob", "Dee")))
BIDS = dict(zip(("Ann", "Bob", "Cy", "Dee"), map(parse_bid, (4, 3, 2, 4)), strict=True))


def game(*, settings: dict[str, Value] | None = None, hands: int = 1) -> Game:
    """A game with so many hands: Us bid 6 and took 6, Them bid 7 and took 7."""
    now = Game("g", tuple(BIDS), SIDES, RuleChoice("pagat-blind-nil", settings or {}))
    for _ in range(hands):
        now = add_hand(now, BIDS, {"Us": 6, "Them": 7})
    return now


def test_adjustment() -> None:
    """Points that the table agreed on are a line of their hand, before the target is looked at."""
    now = rule_on(game(settings={"ending.target": 60}), 1, Ruling("adjustment", side="Us", points=-30, why="talk"), NOW)
    sheet = score_game(now)
    lines = [(line.rule, line.points, line.reason) for line in sheet.hands[0].sides["Us"].lines]
    assert lines[-1] == ("adjustment", -30, "talk")
    assert (sheet.standings["Us"].score, sheet.outcome.winner) == (30, "Them")
    assert now.hands[0].totals == {"Us": 30, "Them": 70}


def test_a_void_hand_does_not_count() -> None:
    """A void hand changes no score, is no hand for a limit or a set, and the same player deals again."""
    rules: dict[str, Value] = {"ending.hand_limit": 2, "ending.consecutive_sets": 2}
    now = void_hand(game(settings=rules), None, "misdeal", NOW)
    sheet = score_game(now)
    assert (sheet.outcome.over, len(sheet.hands), sheet.standings["Us"].score) == (False, 2, 60)
    assert [*now.dealers()] == ["Dee", "Ann", "Ann"]
    assert score_game(add_hand(now, BIDS, {"Us": 6, "Them": 7})).ended_with == 3


def test_the_first_hand_is_the_first_that_counts() -> None:
    """Where the first hand bids itself, it is the first after a misdeal that does."""
    start = game(settings={"bidding.first_hand": "bids-itself"}, hands=0)
    now = void_hand(start, None, "misdeal", NOW)
    played = now._replace(hands=(*now.hands, Hand({}, {"Us": 8})))
    assert score_game(played).standings["Us"].score == 80


def test_a_played_hand_made_void_and_back() -> None:
    """A hand that is made void later takes its points along, and undo and redo give and take them."""
    now = game(hands=3)
    void = void_hand(now, 2, "51 cards", NOW)
    assert [hand.totals for hand in void.hands] == [{"Us": 60, "Them": 70}, None, {"Us": 120, "Them": 140}]
    back = undo(void, NOW).game
    assert back.hands == now.hands
    assert redo(back, NOW).game.hands == void.hands


@pytest.mark.parametrize("penalty", ["tricks-to-opponents", "tricks-lost", "set", "points", "loses-game"])
def test_round_trip(penalty: str) -> None:
    """Rulings and void hands stay what they are through the file."""
    now = game(settings={"renege.penalty": penalty}, hands=2)
    now = rule_on(now, 1, Ruling("adjustment", side="Them", points=25, why="“agreed”"), NOW)
    now = rule_on(void_hand(now, None, "misdeal", NOW), 2, Ruling("renege", player="Bob"), NOW)
    assert read_game(read_source(document(now).encode()).tables) == now


REFUSED: dict[str, tuple[Ruling, str]] = {
    "an unknown ruling": (
        Ruling("guess"),
        "hand 1, rulings: there is no ruling called “guess”; expected renege or adjustment. Write one of the two.",
    ),
    "a renege of nobody": (
        Ruling("renege", player="Rob"),
        "hand 1, rulings, player: nobody is called “Rob”. Did you mean Bob?",
    ),
    "a renege with points": (
        Ruling("renege", player="Bob", points=5),
        "hand 1, rulings: a renege has no side and no points of its own. Its price is set by the rules.",
    ),
    "tricks to one's own side": (
        Ruling("renege", player="Bob", to="Them"),
        "hand 1, rulings: “Them” is no other side. Others are Us.",
    ),
    "an adjustment of nothing": (
        Ruling("adjustment", side="Us"),
        "hand 1, rulings: an adjustment of 0 points changes nothing. Say points = -30, for example.",
    ),
    "an adjustment of a player": (
        Ruling("adjustment", side="Us", player="Ann", points=5),
        "hand 1, rulings: an adjustment has no player; it is the side's. Take player and to out.",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    """A ruling that cannot be is refused with its reason."""
    ruling, said = REFUSED[name]
    with pytest.raises(ScorekeeperError) as caught:
        rule_on(game(), 1, ruling, NOW)
    assert said == str(caught.value)


def test_nothing_to_rule_on() -> None:
    """A void hand cannot be ruled on, and a hand cannot be made void twice."""
    void = void_hand(game(), 1, "misdeal", NOW)
    with pytest.raises(HandError, match="it is void, so there is nothing to rule on"):
        rule_on(void, 1, Ruling("renege", player="Bob"), NOW)
    with pytest.raises(HandError, match="nothing changes"):
        void_hand(void, 1, "misdeal", NOW)


def test_a_void_hand_that_counts_again() -> None:
    """A void hand counts again when the table says so, and when it is given tricks."""
    now = game(hands=3)
    void = void_hand(now, 2, "51 cards", NOW)
    assert lift_void(void, 2, "they lay under the table", NOW).hands == now.hands
    edited = edit_hand(void, 2, Edit(tricks={"Us": 7, "Them": 6}), "", NOW)
    assert [hand.totals for hand in edited.hands] == [
        {"Us": 60, "Them": 70}, {"Us": 121, "Them": 0}, {"Us": 181, "Them": 70},
    ]  # fmt: skip
    assert not edited.hands[1].void


NOT_LIFTED: dict[str, tuple[Game, int, str]] = {
    "it counts": (game(), 1, "hand 1: it is not void: it counts already."),
    "it was never played": (
        add_hand(void_hand(game(), None, "misdeal", NOW), BIDS, {"Us": 6, "Them": 7}),
        2,
        "hand 2: it was never played, so it cannot count. score edit gives it tricks.",
    ),
    "it is not there": (game(), 2, "hand 2: there is no such hand; the hands are 1 to 1."),
}


@pytest.mark.parametrize("name", NOT_LIFTED)
def test_void_stays(name: str) -> None:
    """A hand that is not void, or has nothing to count, is not made to count."""
    now, number, said = NOT_LIFTED[name]
    with pytest.raises(HandError) as caught:
        lift_void(now, number, "", NOW)
    assert said == str(caught.value)


def test_bids_in_play_that_were_void_are_in_play_again() -> None:
    """The last hand, made void before it was played, waits for its tricks again."""
    now = add_bids(game(), BIDS, NOW)
    assert lift_void(void_hand(now, None, "misdeal", NOW), 2, "", NOW).hands == now.hands


def test_tricks_of_a_hand_that_bids_itself() -> None:
    """The tricks of a hand without bids need no bids before them."""
    now = add_tricks(game(settings={"bidding.first_hand": "bids-itself"}, hands=0), {"Us": 8})
    assert [hand.totals for hand in now.hands] == [{"Us": 80, "Them": 50}]
    with pytest.raises(HandError) as caught:
        add_tricks(now, {"Us": 8})
    remedy = "Enter them first: score bid, or score add-hand for both."
    assert str(caught.value) == f"tricks: hand 2 has no bids yet. {remedy}"


def test_rules_changed() -> None:
    """A change holds from the next hand on; one that changes nothing, or comes before another, is refused."""
    now = change_rules(game(), {"nil.made": 50}, "agreed", NOW)
    assert now.rule_changes == (RuleChange(NOW, 2, {"nil.made": 50}, "agreed"),)
    refused = {
        "rules: nothing changes: the table plays so already.": (now, {"nil.made": 50}),
        "rules: a change made before holds from hand 2 on, and hand 1 is the next. undo takes hands back, not rules: "
        "enter the hands again, or take the change out of the file.": (undo(now, NOW).game, {"nil.made": 60}),
    }
    for said, (then, settings) in refused.items():
        with pytest.raises(HandError) as caught:
            change_rules(then, settings, "", NOW)
        assert said == str(caught.value)
    assert len(change_rules(now, {"nil.made": 60}, "", NOW).rule_changes) == 2


def test_scores_without_rulings() -> None:
    """A figure that leaves all rulings of a hand out, or one of them, is known for that."""
    now = rule_on(game(hands=2), 2, Ruling("adjustment", side="Us", points=-30), NOW)
    now = rule_on(now, 2, Ruling("renege", player="Ann"), NOW)
    assert score_game(now).standings["Us"].score == 60 - 60 - 30
    assert [*scores_without_rulings(now, 2, "Us")] == [120, 0, 90]
    assert [*scores_without_rulings(now, 1, "Us")] == [60]


def test_an_edit_keeps_rulings() -> None:
    """Tricks corrected after a ruling leave the ruling as it is."""
    now = rule_on(game(), 1, Ruling("renege", player="Bob"), NOW)
    edited = edit_hand(now, 1, Edit(tricks={"Us": 7, "Them": 6}), "", NOW)
    assert edited.hands[0].rulings == now.hands[0].rulings
    assert score_game(edited).standings["Us"].score == 64
    assert RuleSet("pagat-blind-nil").renege.tricks == 3


@pytest.mark.parametrize(("us", "winner"), [(6, "Them"), (9, "Us")])
def test_reneges_of_both_sides_that_lose_the_game(us: int, winner: str) -> None:
    """Where both sides reneged and that loses the game, the better score wins."""
    start = Game("g", tuple(BIDS), SIDES, RuleChoice("pagat-blind-nil", {"renege.penalty": "loses-game"}))
    now = add_hand(start, BIDS, {"Us": us, "Them": 13 - us})
    for player in ("Ann", "Bob"):
        now = rule_on(now, 1, Ruling("renege", player=player), NOW)
    outcome = score_game(now).outcome
    assert outcome.winner == winner
    assert outcome.reason == f"{winner} wins: Us and Them reneged, which loses the game."


def test_reneges_of_both_sides_that_are_level() -> None:
    """Where both sides reneged, that loses the game, and they are level, another hand is played."""
    now = game(settings={"renege.penalty": "loses-game"})
    now = rule_on(now, 1, Ruling("adjustment", side="Us", points=10), NOW)
    for player in ("Ann", "Bob"):
        now = rule_on(now, 1, Ruling("renege", player=player), NOW)
    level = "Us and Them reneged, which loses the game; Us and Them are level: another hand is played."
    assert score_game(now).outcome == (None, level)


def test_reneges_of_both_sides_show_what_went_where() -> None:
    """What a side gave and what it got are told apart, not netted."""
    now = rule_on(rule_on(game(), 1, Ruling("renege", player="Ann"), NOW), 1, Ruling("renege", player="Bob"), NOW)
    lines = [line.reason for line in score_game(now).hands[0].sides["Us"].lines if line.rule == "renege"]
    assert lines == ["a renege: 3 tricks to the others", "the others reneged: 3 tricks more"]
