"""Whole games to their end, by the rule sets of every group: opened, checked, shown, explained, and added up again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
import tomli

from scorekeeper import load_game, score_game

if TYPE_CHECKING:
    from harness import Table

FOLDER = Path(__file__).with_name("games")


class End(NamedTuple):
    """How a game ended: after how many hands, who won, and each side's points and bags."""

    hands: int
    winner: str
    standings: dict[str, tuple[int, int]]


ENDS = {
    "pagat": End(12, "Them", {"Us": (498, 8), "Them": (511, 1)}),
    "pagat-blind-nil": End(8, "Stove", {"Window": (192, 2), "Stove": (503, 3)}),
    "bicycle-2": End(5, "Ann", {"Ann": (614, 4), "Bob": (605, 5)}),
    "bicycle-3": End(10, "Ann", {"Ann": (554, 4), "Bob": (406, 6), "Cy": (528, 8)}),
    "bicycle-4": End(16, "Ann", {"Ann": (513, 3), "Bob": (407, 7), "Cy": (302, 2), "Dee": (477, 17)}),
    "bicycle-5": End(27, "Cy", {"Ann": (377, 7), "Bob": (430, 10), "Cy": (516, 16), "Dee": (388, 8), "Eve": (417, 17)}),
    "trickster": End(10, "Them", {"Us": (282, 2), "Them": (528, 8)}),
    "trickster-solo": End(13, "Cy", {"Ann": (483, 3), "Bob": (405, 5), "Cy": (538, 8), "Dee": (371, 1)}),
    "trickster-jja": End(7, "Them", {"Us": (466, 6), "Them": (554, 4)}),
    "trickster-jjd": End(9, "Us", {"Us": (506, 6), "Them": (370, 0)}),
    "trickster-jjdd": End(7, "Them", {"Us": (450, 0), "Them": (504, 4)}),
    "trickster-suicide": End(4, "Us", {"Us": (659, 9), "Them": (544, 4)}),
    "trickster-mirror": End(10, "Them", {"Us": (371, 1), "Them": (515, 5)}),
    "trickster-whiz": End(5, "Us", {"Us": (543, 3), "Them": (402, 2)}),
    "wikipedia-common": End(7, "Them", {"Us": (-278, 2), "Them": (288, 8)}),
}
SPADES = {"trickster-mirror": 13, "trickster-whiz": 13}
TRICKS = {"bicycle-2": 26, "bicycle-3": 18, "bicycle-5": 10}


def read(name: str) -> dict[str, Any]:
    """The file of a game, as TOML alone has it."""
    return tomli.loads((FOLDER / f"{name}.toml").read_text("utf-8"))


def added_up(name: str) -> list[dict[str, tuple[int, int]]]:
    """The standings after each hand: a second opinion, which knows these rule sets only and none of our code."""
    tables = read(name)
    sides = tables.get("sides") or {player: [player] for player in tables["players"]}
    free, count = name.startswith(("bicycle", "trickster")), not name.startswith("bicycle")
    at = dict.fromkeys(sides, (0, 0))
    after = []
    for hand in tables["hands"]:
        for side, players in sides.items():
            points, bags = at[side]
            bids = {player: hand["bids"][player] for player in players}
            numbers = [player for player in players if isinstance(bids[player], int)]
            contract = sum(bids[player] for player in numbers)
            over = sum(hand["tricks"][player] for player in numbers) - contract
            if over >= 0:
                points, bags = points + 10 * contract + over, bags + over
            elif not free:
                points -= 10 * contract
            for player in set(players) - set(numbers):
                worth = {"nil": 100, "blind nil": 200}[bids[player]]
                took = hand["tricks"][player]
                points, bags = points + took + (-worth if took else worth), bags + took
            if count:
                points, bags = points - bags // 10 * 100, bags % 10
            at[side] = points, bags
        after.append(dict(at))
    return after


def test_every_game_is_told() -> None:
    """Each file has its end here."""
    assert {path.stem for path in FOLDER.glob("*.toml")} == ENDS.keys()


@pytest.mark.parametrize("name", ENDS)
def test_end(name: str) -> None:
    """The game ends with its last hand, with the winner and the figures that stand here."""
    sheet = score_game(load_game(str(FOLDER / f"{name}.toml")))
    assert sheet.outcome.over
    assert sheet.ended_with == len(sheet.hands)
    standings = {side: (at.score, at.bags) for side, at in sheet.standings.items()}
    assert End(len(sheet.hands), sheet.outcome.winner or "", standings) == ENDS[name]
    assert sheet.remarks == ()


@pytest.mark.parametrize("name", ENDS)
def test_second_opinion(name: str) -> None:
    """Every total of every hand is what a short calculation of its own gives, and what the file has written."""
    sheet = score_game(load_game(str(FOLDER / f"{name}.toml")))
    found = [{side: (at.score, at.bags) for side, at in hand.standings.items()} for hand in sheet.hands]
    assert found == added_up(name)
    written = [hand["totals"] for hand in read(name)["hands"]]
    assert written == [{side: points for side, (points, _) in after.items()} for after in added_up(name)]


@pytest.mark.parametrize("name", ENDS)
def test_hands_that_can_be(name: str) -> None:
    """Tricks come to those of the deal; suicide has a nil a side, mirror and whiz bid the spades."""
    tables = read(name)
    for hand in tables["hands"]:
        assert sum(hand["tricks"].values()) == TRICKS.get(name, 13)
        total = sum(bid for bid in hand["bids"].values() if isinstance(bid, int))
        assert total <= SPADES.get(name, 99)
        if name == "trickster-mirror":
            assert total == 13
        if name == "trickster-suicide":
            assert [sum(hand["bids"][who] == "nil" for who in side) for side in tables["sides"].values()] == [1, 1]


@pytest.mark.parametrize("name", ENDS)
def test_commands(name: str, table: Table) -> None:
    """The game is checked, shown with its winner, each hand is explained, and none can be added."""
    table.put("g.toml", (FOLDER / f"{name}.toml").read_bytes())
    end = ENDS[name]
    figures = end.hands * len(end.standings)
    assert table.score("check") == (f"{figures} written totals in {end.hands} hands hold.\n", "", 0)
    out, err, code = table.score("show")
    assert f"{end.winner} wins with {end.standings[end.winner][0]}" in " ".join(out.split())
    assert (err, code) == ("", 0)
    totals = [hand["totals"] for hand in read(name)["hands"]]
    for number, after in enumerate(totals, start=1):
        out, err, code = table.score("explain", str(number))
        assert [total for total in after.values() if f"= {total} " not in out] == []
        assert (err, code) == ("", 0)
    err, code = table.score("add-hand")[1:]
    assert err.startswith("The game has ended: ")
    assert code == 3
