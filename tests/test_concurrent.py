"""Several programs at one game: each success is in the file once, every other is told that it is not."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from scorekeeper import entry
from scorekeeper.bids import parse_bid
from scorekeeper.errors import GameFileError
from scorekeeper.storage import changing, open_game, save

if TYPE_CHECKING:
    from harness import Table

BUSY = "g.toml: another score is writing this game; "
CHANGED = "g.toml: it was changed by another program since it was read; nothing was written."


@pytest.fixture
def game(table: Table) -> Table:
    """A folder with a game that nobody can win soon."""
    table.score("new", "Ann", "Bob", "Cy", "Dee", "-g", "g.toml", "--sides", "Us,Them", "--target", "100000")
    return table


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
