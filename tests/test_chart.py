"""The chart: drawn at every width and in ASCII, with nothing of a name in it, and told in sentences."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from scorekeeper.game import seated
from scorekeeper.render.chart import chart, summary
from scorekeeper.render.style import Style
from scorekeeper.scoring import score_game
from scorekeeper.text import unsafe_in, width
from tables import game, hand
from test_screen import PLAYERS, TABLES, WIDTHS, evening, has, too_long

if TYPE_CHECKING:
    from harness import Table

SUMMARIES = {
    "one side from the first hand on": (
        {"Us": [0, 60, 120], "Them": [0, 50, -20]},
        "Us led from the first hand on, and is 140 ahead. The largest lead was 140, of Us after hand 2.",
    ),
    "a lead that was lost": (
        {"Us": [0, 60, 50, 70], "Them": [0, 50, 80, 90]},
        (
            "Them led from hand 2 on, and is 20 ahead. The largest lead was 30, of Them after hand 2. "
            "The lead changed 1 time."
        ),
    ),
    "level at the end": (
        {"Us": [0, 60, 50], "Them": [0, 70, 50]},
        "After hand 2 Us and Them are level. The largest lead was 10, of Them after hand 1.",
    ),
    "never anything but level": ({"A": [0, 0], "B": [0, 0], "C": [0, 0]}, "After hand 1 A, B and C are level."),
    "level in between": (
        {"Us": [0, 60, 50, 70], "Them": [0, 50, 50, 60]},
        "Us led from hand 3 on, and is 10 ahead. The largest lead was 10, of Us after hand 1.",
    ),
}


@pytest.mark.parametrize("name", SUMMARIES)
def test_summary(name: str) -> None:
    """Who led, since when, and the largest lead."""
    totals, expected = SUMMARIES[name]
    assert summary(totals) == expected


@pytest.mark.parametrize("sides", TABLES)
@pytest.mark.parametrize("names", PLAYERS)
def test_at_every_width(names: str, sides: str) -> None:
    """At every width the chart fits, every last total and the target stand below it, and no name is in it."""
    played = evening(PLAYERS[names], TABLES[sides])
    sheet = score_game(played)
    totals = {str(at.score) for at in sheet.standings.values()} | {"500"}
    for columns in (*WIDTHS[:30:3], *WIDTHS[30::20]):
        for unicode in (True, False):
            shown = chart(played, sheet, Style(columns, unicode=unicode))
            drawn, *below = shown.split("\n\n")
            assert (columns, [total for total in totals if not has(total, " ".join(below))]) == (columns, [])
            assert (columns, list(too_long(shown, columns))) == (columns, [])
            assert all(width(line) <= columns for line in drawn.split("\n"))
            assert unicode or drawn.isascii()
            assert not unsafe_in(shown.replace("\n", ""))


def test_sides_are_told_apart_without_colour() -> None:
    """Six sides have six markers and six lines, in Unicode and in ASCII, and a common one where they are level."""
    players = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
    table = seated(players, "solo")
    bids = ("1 1 1 1 1 1", "1 2 1 1 1 1", "1 1 1 1 1 1")
    tricks = ("3 1 1 1 1 1", "1 2 2 1 1 1", "1 1 1 1 2 2")
    hands = (hand(bid, took, players=players) for bid, took in zip(bids, tricks, strict=True))
    played = game(*hands, players=players, sides=table)
    for unicode in (True, False):
        shown = chart(played, score_game(played), Style(80, unicode=unicode))
        legend = [line for line in shown.split("\n") if "Ann" in line or "Eve" in line]
        marks = [part.split()[0] for line in legend for part in line.split("   ")]
        assert len({*marks}) == len(marks) >= 6
        assert " level" in shown


WHOLE = """\
500+------------------------------------
   |
400+
   |
   |
   |
   |
200+
   |
   |
   |
   |       *****o**********o******
  0+..*****                       ****.x
   |  .......                  .......
   |         ...x..........x...
   +------------------------------------
    0           1          2           3

o*o Us 2   x.x Them 1   --- target 500

Us led from the first hand on, and is 1
ahead. The largest lead was 132, of Us
after hand 1.
"""


def test_a_whole_chart(table: Table) -> None:
    """A chart on an output that has no more than ASCII, whole; a void hand keeps its place."""
    table.score("new", "Ann", "Bob", "Cy", "Dee", "--sides", "Us,Them", "-g", "g.toml")
    table.score("add-hand", "4", "3", "2", "4", "/", "8")
    table.score("void")
    table.score("add-hand", "4", "3", "2", "4", "/", "5")
    done = table.score("show", "--chart", encoding="ascii", env={"COLUMNS": "40"})
    assert (done.err, done.code) == ("", 0)
    assert done.out == WHOLE


def test_no_hand_yet(table: Table) -> None:
    """Before the first hand there is nothing to draw."""
    table.score("new", "Ann", "Bob", "Cy", "Dee", "-g", "g.toml")
    assert table.score("show", "--chart").out == "No hand has been played yet, so there is nothing to draw.\n"


def test_refused_together(table: Table) -> None:
    """A chart is no data."""
    table.score("new", "Ann", "Bob", "Cy", "Dee", "-g", "g.toml")
    done = table.score("show", "--chart", "--json")
    assert (done.code, done.err) == (2, "--chart and --json exclude each other. Ask for one at a time.\n")
    assert table.score("show", "--csv", "--markdown").code == 2


def test_where_plotext_cannot_be_loaded(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine for which plotext is not made hears so, and everything else works."""
    table.score("new", "Ann", "Bob", "Cy", "Dee", "-g", "g.toml")
    monkeypatch.setitem(sys.modules, "scorekeeper.render.chart", None)
    done = table.score("show", "--chart")
    assert (done.out, done.code) == ("", 2)
    assert done.err.startswith("--chart: plotext, which draws it, cannot be loaded here: ")
