"""Several programs at one game: each success is in the file once, every other is told that it is not."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from scorekeeper import entry
from scorekeeper.bids import parse_bid
from scorekeeper.errors import GameFileError
from scorekeeper.storage import changing, open_game, save

if TYPE_CHECKING:
    from harness import Table

WRITERS, HANDS = 4, 10
WRITER = """
import sys
from scorekeeper.cli import main
codes = []
for hand in range(int(sys.argv[2])):
    codes.append(main(["add-hand", "4", "3", "2", "3", "/", "6", "-g", "g.toml", "--note", f"{sys.argv[1]} {hand}"]))
print(*codes)
"""
BUSY = "g.toml: another score is writing this game; "
CHANGED = "g.toml: it was changed by another program since it was read; nothing was written."


@pytest.fixture
def game(table: Table) -> Table:
    """A folder with a game that nobody can win soon."""
    table.score("new", "Ann", "Bob", "Cy", "Dee", "-g", "g.toml", "--sides", "Us,Them", "--target", "100000")
    return table


def write(number: int) -> tuple[list[int], list[str]]:
    """Runs a program that adds ten hands, one by one; gives the exit codes and what was refused."""
    words = [sys.executable, "-c", WRITER, str(number), str(HANDS)]
    done = subprocess.run(words, capture_output=True, check=True, timeout=120)
    told = done.stderr.decode().splitlines()
    return [*map(int, done.stdout.split())], [line for line in told if line.startswith("g.toml")]


def test_four_writers(game: Table) -> None:
    """Four programs add ten hands each: those that were stored are there, once, in a file that holds."""
    with ThreadPoolExecutor(WRITERS) as pool:
        results = [*pool.map(write, range(WRITERS))]
    stored = sorted(
        f"{who} {hand}" for who, (codes, _) in enumerate(results) for hand in range(HANDS) if not codes[hand]
    )
    opened = open_game("g.toml")
    assert sorted(hand.note for hand in opened.game.hands) == stored
    assert not [hand.number for hand in opened.sheet.hands if hand.mismatches]
    refused = [line for _, lines in results for line in lines]
    assert len(stored) + len(refused) == WRITERS * HANDS
    assert {code for codes, _ in results for code in codes} <= {0, 3}
    assert [line for line in refused if not line.startswith((BUSY, CHANGED))] == []
    assert len(stored) >= HANDS
    assert sorted(path.name for path in game.folder.iterdir()) == [".g.toml.lock", "g.toml"]


def test_lock_that_stays(game: Table) -> None:
    """A game that another score holds is left alone, and that is said."""
    before = game.text("g.toml")
    with changing("g.toml"):
        out, err, code = game.score("add-hand", "4", "3", "2", "3", "/", "6")
    assert (out, code) == ("", 3)
    assert err.startswith(BUSY)
    assert game.text("g.toml") == before
    assert game.score("add-hand", "4", "3", "2", "3", "/", "6").code == 0


@pytest.mark.parametrize("how", ["written", "replaced", "deleted"])
def test_editor_in_between(how: str, game: Table) -> None:
    """What an editor does to the file between reading and saving is never overwritten."""
    path = game.folder / "g.toml"
    theirs = path.read_bytes() + b"# a remark\n"
    bids = {player: parse_bid(3) for player in ("Ann", "Bob", "Cy", "Dee")}
    with changing("g.toml") as opened:
        altered = entry.add_hand(opened.game, bids, {"Us": 7, "Them": 6})
        if how == "written":
            path.write_bytes(theirs)
        elif how == "replaced":
            game.put("new", theirs).replace(path)
        else:
            path.unlink()
        with pytest.raises(GameFileError) as caught:
            save(opened, altered)
    (problem,) = caught.value.problems
    assert str(problem).startswith(CHANGED)
    assert (path.read_bytes() if path.exists() else theirs) == theirs
    assert path.exists() == (how != "deleted")
    assert not [name for name in os.listdir(game.folder) if name.endswith(".tmp")]  # noqa: PTH208  names are enough


def test_another_score_while_asking(game: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hand that was asked for is not stored into a game that another score has changed meanwhile."""
    answers = iter(["4", "3", "2", "3", "6", ""])

    def ask(_: str) -> str:
        answer = next(answers)
        if not answer:
            with changing("g.toml") as opened:
                bids = {player: parse_bid(3) for player in opened.game.players}
                save(opened, entry.add_hand(opened.game, bids, {"Us": 7, "Them": 6}))
        return answer

    monkeypatch.setattr("scorekeeper.cli.dialogue.ask", ask)
    _, err, code = game.score("add-hand")
    assert code == 3
    said = "Another score changed the game while this one asked; nothing was stored."
    assert err.endswith(f"{said} If the hand is still to be entered: score add-hand 4 3 2 3 / Us=6\n")
    assert [hand.tricks for hand in open_game("g.toml").game.hands] == [{"Us": 7, "Them": 6}]


def test_a_hand_is_added_to_what_is_there(game: Table) -> None:
    """A change is made to the game as it stands under the lock, not to one seen before."""
    game.score("add-hand", "4", "3", "2", "3", "/", "6")
    text = game.text("g.toml").replace("Us = 6", "Us = 9").replace("totals = ", "# totals = ")
    game.put("g.toml", text)
    assert game.score("bid", "4", "3", "2", "3").code == 0
    assert game.text("g.toml").startswith(text)
