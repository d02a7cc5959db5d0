"""What is coming: every figure of the outlook against the whole game, replayed with that hand in it."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import settings as options
from hypothesis import strategies as st

from scorekeeper import HandError, load_game, parse_bid, score_game
from scorekeeper.bids import Bid
from scorekeeper.game import Hand, Side, seated
from scorekeeper.referee.outlook import MAY_WIN, WINS, outlook
from scorekeeper.render.outlook import outlook_data, outlook_shown
from scorekeeper.render.style import Style
from scorekeeper.scoring import objections_to
from scorekeeper.text import unsafe_in
from tables import game, hand
from test_properties import few, games
from test_screen import PLAYERS, TABLES, WIDTHS, evening, has, too_long

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from harness import Table
    from scorekeeper.game import Game
    from scorekeeper.referee.outlook import Result
    from scorekeeper.sheet import GameSheet

GAMES = sorted((Path(__file__).parent / "games").glob("*.toml"))
some = options(few, max_examples=25)
SIDES = (Side("Us", ("Ann", "Cy")), Side("Them", ("Bob", "Dee")))


def replayed(played: Game, bids: Mapping[str, Bid], tricks: Mapping[str, int]) -> GameSheet:
    """The game with one hand more, or with the hand in play played out."""
    hands = [each for each in played.hands if each.complete]
    return score_game(played._replace(hands=(*hands, Hand(dict(bids), dict(tricks)))))


def said(bids: Mapping[str, Bid]) -> dict[str, Bid]:
    """Bids as they can be said."""
    return {player: parse_bid(str(bid)) for player, bid in bids.items()}


def split(players: tuple[str, ...], bids: Mapping[str, Bid], pile: int, failed: tuple[str, ...]) -> dict[str, int]:
    """A pile among players: one trick for each that fails, the rest for one who bid a number, else who fails."""
    tricks = {player: int(player in failed) for player in players}
    takers = [player for player in players if not (player in bids and bids[player].nil)]
    tricks[(takers or [*failed] or [players[0]])[0]] += pile - sum(tricks.values())
    return tricks


def same(result: Result, sheet: GameSheet, name: str) -> None:
    """The result of a side is what the replay gives it."""
    scored = sheet.hands[-1].sides[name]
    assert (result.sheet.lines, result.sheet.after, result.sheet.set) == (scored.lines, scored.after, scored.set)


@some
@given(games(), st.data())
def test_a_hand_in_play_comes_out_as_replayed(played: Game, data: st.DataObject) -> None:
    """Under any rules, each split of the tricks with each fate of the nils is what the whole game gives then."""
    played = played._replace(hands=tuple(each._replace(bids=said(each.bids)) for each in played.hands))
    started = played._replace(hands=(*played.hands[:-1], played.hands[-1]._replace(tricks=None, rulings=())))
    assume(not score_game(started).outcome.over)
    found = outlook(started)
    bids = started.hands[-1].bids
    assert found.bid
    side = data.draw(st.sampled_from(started.sides))
    others = [other for other in started.sides if other != side]
    for took in data.draw(st.sets(st.integers(0, found.tricks), min_size=1, max_size=4)):
        for result in found.piles[side.name][took]:
            assert (result.tricks, sum(player in result.failed for player in side.players)) == (
                took,
                len(result.failed),
            )
            winners = set()
            for theirs in fates(others[0], bids, found.tricks - took):
                tricks = split(side.players, bids, took, result.failed)
                tricks |= split(others[0].players, bids, found.tricks - took, theirs)
                tricks = dict.fromkeys(started.players, 0) | tricks
                sheet = replayed(started, bids, tricks)
                same(result, sheet, side.name)
                winners.add(sheet.outcome.winner)
            if len(others) == 1:
                expected = WINS if winners == {side.name} else MAY_WIN if side.name in winners else ""
                assert result.ends == expected


def fates(side: Side, bids: Mapping[str, Bid], pile: int) -> Iterator[tuple[str, ...]]:
    """Every way in which the nils of a side can go where it has won so many tricks."""
    nils = [player for player in side.players if bids[player].nil]
    for fate in product((False, True), repeat=len(nils)):
        failed = tuple(player for player, fails in zip(nils, fate, strict=True) if fails)
        if len(failed) <= pile and (failed or not pile or len(nils) < len(side.players)):
            yield failed


@some
@given(games(), st.data())
def test_a_bid_comes_out_as_replayed(played: Game, data: st.DataObject) -> None:
    """Under any rules, what the outlook says of a contract is what the whole game gives after that hand."""
    assume(not score_game(played).outcome.over)
    found = outlook(played)
    side = data.draw(st.sampled_from(played.sides))
    other = next(each for each in played.sides if each != side)
    coming = found.sides[side.name]
    for contract in data.draw(st.sets(st.sampled_from([*coming.contracts]), max_size=4)) if coming.contracts else ():
        courses = coming.contracts[contract]
        for result, pile in zip(courses, (contract, contract + 1, contract - 1), strict=True):
            if result is None:
                assert not 0 <= pile <= found.tricks
                continue
            bids = {player: Bid(1) for player in played.players} | dict(zip(side.players, result.bids, strict=True))
            assert sum(bid.tricks for bid in result.bids) == contract
            tricks = dict.fromkeys(played.players, 0) | split(side.players, bids, pile, ())
            tricks[other.players[0]] += found.tricks - pile
            same(result, replayed(played, bids, tricks), side.name)
    lost = [number for number, (_, _, short) in coming.contracts.items() if short and short.lost]
    assert [coming.loses.contract] * bool(lost) == lost[:1] if coming.loses else not lost


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_ways_to_win_against_every_contract(path: Path) -> None:
    """At every stage of a real game, the least contract that wins is the least, and rivals are those that there are."""
    whole = load_game(str(path))
    for end in range(len(whole.hands)):
        played = whole._replace(
            hands=whole.hands[:end],
            rule_changes=tuple(each for each in whole.rule_changes if each.from_hand <= end + 1),
        )
        if score_game(played).outcome.over:
            break
        found = outlook(played)
        for side in played.sides if not found.bid else ():
            coming = found.sides[side.name]
            target = found.rules.ending.target
            made = [number for number, (exact, _, _) in coming.contracts.items() if exact and exact.total >= target]
            exact = [way.result.contract for way in coming.wins if not way.over and way.result.contract in made]
            assert exact[:1] == made[:1] or found.idle.over
            for way in coming.wins:
                assert way.result.total >= target
                assert not objections_to(played, dict(zip(side.players, way.result.bids, strict=True)))
                for name, rival in way.rivals.items():
                    theirs = next(each for each in played.sides if each.name == name)
                    assert rival.tricks + way.result.tricks <= found.tricks
                    assert rival.total >= way.result.total
                    assert not objections_to(played, dict(zip(theirs.players, rival.bids, strict=True)))


CASES: list[tuple[str, str, dict[str, int | str | bool], list[str]]] = [
    (
        "what is left to the others, and the overtrick too many",
        "4 4 3 2 / 5 4 2 2; 2 3 3 4 / 6 4 2 1; 3 3 2 4 / 5 4 2 2",
        {"ending.target": 200},
        [
            (
                "Wins with 3, made exactly: 205; but others can still stop it (Them with a nil and a blind nil: 220); "
                "with 8 tricks a bag penalty makes it 110."
            ),
            "Wins with 1 and a nil, made exactly: 285; then nobody else can; with 6 tricks a bag penalty makes it 190.",
        ],
    ),
    (
        "a floor loses the game",
        "5 4 5 4 / 5 4 0 4; 5 4 5 3 / 5 4 0 4",
        {"ending.floor": -250},
        ["Loses the game if it"],
    ),
    (
        "sets in a row lose the game",
        "5 4 5 4 / 5 4 0 4",
        {"ending.consecutive_sets": 2},
        ["Loses the game if it is set: set 2 times running.", "Set 1 time running; 2 lose the game."],
    ),
    (
        "sets in all lose the game",
        "5 4 5 4 / 5 4 0 4; 3 3 3 3 / 3 4 3 3",
        {"ending.set_limit": 2},
        ["Loses the game if it is set: set 2 times.", "Set 1 time so far; 2 lose the game."],
    ),
    (
        "the last hand of a game with a limit",
        "4 3 2 4 / 4 3 2 4",
        {"ending.hand_limit": 2},
        ["If no score changed in it: Them wins with 70 (Us 60; the game ends after 2 hands)."],
    ),
    (
        "both sides at the target, level",
        "4 3 3 3 / 4 3 3 3; 3 3 3 4 / 3 3 3 4",
        {"ending.target": 100},
        ["If no score changed in it: Us and Them are both at 130: another hand is played."],
    ),
    (
        "bags that bring no penalty",
        "4 3 2 4 / 4 3 2 4",
        {"bags.limit": 0},
        ["The next bag: +1; bags bring no penalty."],
    ),
    (
        "blind nil and blind numbers at any score",
        "4 3 2 4 / 4 3 2 4",
        {"blind_nil.deficit": 0, "blind_bid.minimum": 6, "blind_bid.deficit": 0},
        ["Blind nil may be bid at any score.", "A blind number, 6 or more, may be bid at any score."],
    ),
    ("every hand costs a penalty", "1 1 1 1 / 13 0 0 0", {"bags.limit": 3, "bags.cycles": "one"}, ["Every hand now"]),
    (
        "a moon that wins",
        "4 3 2 4 / 4 3 2 4",
        {"moon.wins": True},
        ["Wins with 13, made exactly: 190; then nobody else can."],
    ),
]


@pytest.mark.parametrize(("name", "hands", "settings", "said"), CASES, ids=[case[0] for case in CASES])
def test_what_is_said(name: str, hands: str, settings: dict[str, int | str | bool], said: list[str]) -> None:
    """What the screen says where a rule bears on what is coming."""
    del name
    facts = [each.split(" / ") for each in hands.split("; ")]
    played = game(*(hand(bids, tricks) for bids, tricks in facts), sides=SIDES, settings=settings)
    shown = " ".join(outlook_shown(played, outlook(played), Style(200)).split())
    assert [sentence for sentence in said if sentence not in shown] == []


@pytest.mark.parametrize("sides", TABLES)
@pytest.mark.parametrize("names", PLAYERS)
def test_figures_at_every_width(names: str, sides: str) -> None:
    """At every width every total stands there whole, on lines that fit, while a hand is bid and while it is played."""
    playing = evening(PLAYERS[names], TABLES[sides])
    bidding = playing._replace(hands=playing.hands[:-1])
    for played in (playing, bidding):
        found = outlook(played)
        results = [result for piles in found.piles.values() for row in piles for result in row]
        courses = [course for coming in found.sides.values() for course in coming.contracts.values()]
        totals = {
            str(result.total) for result in [*results, *(each for course in courses for each in course)] if result
        }
        for columns in (*WIDTHS[:20:2], *WIDTHS[20::19]):
            shown = outlook_shown(played, found, Style(columns))
            assert (columns, [total for total in totals if not has(total, shown)]) == (columns, [])
            assert (columns, list(too_long(shown, columns))) == (columns, [])
            assert not unsafe_in(shown.replace("\n", ""))


def test_sides_of_any_name() -> None:
    """A side may be called like a part of the program."""
    sides = tuple(Side(name, (name,)) for name in ("side", "result", "self"))
    played = game(players=("side", "result", "self"), sides=sides, settings={"ending.target": 50})
    assert [way.result.contract for way in outlook(played).sides["side"].wins[:1]] == [5]


def test_six_alone_and_two_alone() -> None:
    """Any number of sides has its outlook, and as data too."""
    for count in (2, 3, 5, 6):
        players = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")[:count]
        empty = game(players=players, sides=seated(players, "solo"))
        assert [*outlook_data(outlook(empty))["sides"]] == [*players]
        bid = empty._replace(hands=(Hand(dict.fromkeys(players, Bid(1))),))
        assert {len(rows) for rows in outlook(bid).piles.values()} == {outlook(bid).tricks + 1}


def test_as_data(table: Table) -> None:
    """The data has the figures under stable names."""
    table.score("new", "Ann", "Bob", "Cy", "Dee", "--sides", "Us,Them", "--target", "50", "-g", "g.toml")
    data = json.loads(table.score("outlook", "--json").out)
    made = {
        "bids": [3, 2],
        "tricks": 5,
        "failed": [],
        "after": {"score": 50, "bags": 0},
        "at_target": True,
        "penalty": False,
        "set": False,
        "lost": "",
        "wins": False,
    }
    us = data["sides"]["Us"]
    assert us["contracts"][3]["made"] == made
    assert us["contracts"][3]["set"]["after"] == {"score": -50, "bags": 0}
    way = us["wins"][0]
    assert (way["overtricks"], way["alone"], way["rivals"]["Them"]["bids"]) == (0, False, [3, 2])
    assert {**way, **made} == way
    assert way["spoilt_by"] is None
    assert us["wins"][1]["bids"] == ["nil", 1]
    assert us["bags"] == {"to_penalty": 10, "next": 1, "penalty": -99}
    table.score("bid", "2", "2", "n", "3")
    data = json.loads(table.score("outlook", "--json").out)
    assert data["bid"]
    assert [row["tricks"] for row in data["piles"]["Us"]] == [*range(14)]
    assert data["piles"]["Us"][2]["results"][0]["wins"] is True


def test_a_hand_that_bids_itself() -> None:
    """Where the first hand bids itself, the totals stand by the tricks."""
    found = outlook(game(sides=SIDES, settings={"bidding.first_hand": "bids-itself"}))
    assert [row[0].total for row in found.piles["Us"]] == [10 * took for took in range(14)]


def test_faults_are_told() -> None:
    """A game that cannot be has no outlook."""
    with pytest.raises(HandError):
        outlook(game(hand("4 3 2 4", "4 3 2 5"), sides=SIDES))


def test_after_the_end(table: Table) -> None:
    """A game that is over says so."""
    table.score("new", "Ann", "Bob", "Cy", "Dee", "--sides", "Us,Them", "--target", "50", "-g", "g.toml")
    table.score("add-hand", "4", "3", "2", "4", "/", "8", "5")
    done = table.score("outlook")
    assert (done.code, done.out.splitlines()[0][:29]) == (0, "The game is over. Us wins wit")
    assert '"piles"' not in table.score("outlook", "--json").out
