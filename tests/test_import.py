"""Paper sheets: layouts that are read, faults that are named, and the game file that comes out, whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from harness import Table

EXAMPLE = Path(__file__).parent.parent / "examples/paper-sheet.csv"
SHEET = """\
Ann bid,Bob bid,Cy bid,Dee bid,Ann took,Bob took,Cy took,Dee took,Us total,Them total
4,3,nil,4,5,3,0,5,141,71
3,4,3,2,4,4,3,2,,131
"""
LAYOUT = "Each player needs a column such as “Ann bid”; tricks are “Ann took” or “Us took”, totals “Us total”."
GAME = """\
format = 1
name = "sheet"
players = ["Ann", "Bob", "Cy", "Dee"]  # clockwise

[sides]
Us = ["Ann", "Cy"]
Them = ["Bob", "Dee"]

[rules]
preset = "pagat-blind-nil"

[[hands]]
bids = { Ann = 4, Bob = 3, Cy = "nil", Dee = 4 }
tricks = { Ann = 5, Bob = 3, Cy = 0, Dee = 5 }
totals = { Us = 141, Them = 71 }

[[hands]]
bids = { Ann = 3, Bob = 4, Cy = 3, Dee = 2 }
tricks = { Ann = 4, Bob = 4, Cy = 3, Dee = 2 }
totals = { Them = 131 }
"""


def test_a_sheet(table: Table) -> None:
    """A sheet makes a whole game file, says what it understood, and is checked."""
    table.put("sheet.csv", SHEET)
    done = table.score("import", "sheet.csv")
    assert done.out == "3 written totals in 2 hands hold.\n"
    assert done.err == "Made sheet.toml of sheet.csv: 2 hands of Us (Ann and Cy) and Them (Bob and Dee).\n"
    assert (done.code, table.text("sheet.toml")) == (0, GAME)


LAYOUTS: dict[str, str | bytes] = {
    "semicolons": SHEET.replace(",", ";"),
    "tabs": SHEET.replace(",", "\t"),
    "a mark of the encoding and Windows lines": b"\xef\xbb\xbf" + SHEET.replace("\n", "\r\n").encode(),
    "UTF-16": SHEET.encode("utf-16"),
    "blanks": SHEET.replace(",", " , "),
    "empty rows": ",,,\n" + SHEET.replace("3,4,3,2,4", ",,,,,,,,,\n3,4,3,2,4") + ",,,,,,,,,\n\n",
    "other headers": SHEET.replace("Ann bid", "BID Ann").replace("Bob took", "tricks: Bob").replace("total", "_score"),
    "quoted cells": SHEET.replace("nil", '"NIL"'),
    "a bare 0": SHEET.replace("nil", "0"),
    "a plus sign": SHEET.replace("141", "+141"),
}  # fmt: skip


@pytest.mark.parametrize("name", LAYOUTS)
def test_layouts(name: str, table: Table) -> None:
    """The same sheet in another dress makes the same game."""
    table.put("sheet.csv", LAYOUTS[name])
    assert table.score("import", "sheet.csv", "--sides", "Us,Them").code == 0
    assert table.text("sheet.toml") == GAME


def test_piles_and_dealers(table: Table) -> None:
    """A side's pile, the hand's number, its dealer and a note."""
    table.put(
        "sheet.csv",
        "#,Dealer,Ann bid,Cy bid,Us took,Bags,Bob bid,Dee bid,Us total,Them total,Note\n"
        '1,Dee,4,2,7,1,3,3,61,60,"a long, first hand"\n2.,ann,4,2,5,,3,3,1,\N{MINUS SIGN}3,\n3,,2,2,,,2,2,,,\n',
    )
    done = table.score("import", "sheet.csv", "--sides", "Us=ann+cy,Them=Bob+Dee", "-g", "a.toml", "--name", "Friday")
    assert done.code == 1
    assert "Not read: “Bags”." in done.err
    assert table.text("a.toml").split("[[hands]]\n")[1:] == [
        (
            'dealer = "Dee"\nbids = { Ann = 4, Cy = 2, Bob = 3, Dee = 3 }\ntricks = { Us = 7 }\n'
            'totals = { Us = 61, Them = 60 }\nnote = "a long, first hand"\n\n'
        ),
        (
            'dealer = "Ann"\nbids = { Ann = 4, Cy = 2, Bob = 3, Dee = 3 }\ntricks = { Us = 5 }\n'
            "totals = { Us = 1, Them = -3 }\n\n"
        ),
        "bids = { Ann = 2, Cy = 2, Bob = 2, Dee = 2 }\n",
    ]


FAULTS: dict[str, tuple[str, list[str]]] = {
    "cells, all at once": (
        SHEET.replace("nil", "nill").replace("141", "l41").replace("3,4,3,2,4", ",4,3,2,x"),
        [
            "sheet.csv, row 2, Cy bid: “nill” is no bid. A bid is a number of tricks, nil (n) or blind nil (bn).",
            "sheet.csv, row 2, Us total: “l41” is no score. A score is a number of points, such as 290 or -60.",
            "sheet.csv, row 3, Ann bid: the bid is missing. Every player bids.",
            "sheet.csv, row 3, Ann took: “x” is no number of tricks. Count the pile: 0, 1, 2 and so on.",
        ],
    ),
    "a cell and a hand that cannot be": (
        SHEET.replace("141", "?").replace("4,4,3,2,,", "4,4,3,1,,"),
        [
            "sheet.csv, row 2, Us total: “?” is no score. A score is a number of points, such as 290 or -60.",
            (
                "sheet.csv, row 3, tricks: the tricks come to 12, and a hand has 13: Ann 4, Bob 4, Cy 3, Dee 1. "
                "Count the piles again."
            ),
        ],
    ),
    "nothing": (
        "\n\n",
        [
            f"sheet.csv: it is empty. {LAYOUT}",
        ],
    ),
    "no headers": (
        "4,3,nil,4\n",
        [
            f"sheet.csv, row 1: no column is headed as a player's bid. {LAYOUT}",
        ],
    ),
    "a column twice": (
        SHEET.replace("Bob bid", "bid ANN"),
        ["sheet.csv, row 1: “Ann bid” and “bid ANN” are the same column. Take one out."],
    ),
    "a name that nobody has": (
        SHEET.replace("Dee took", "Dea took"),
        ["--sides: 3 names for 2 sides: Dea, Us and Them. Say who they are: --sides Us=Ann+Cy,Them=Bob+Dee."],
    ),
    "a missing row": (
        "Hand,Ann bid,Bob bid,Ann took\n1,6,6,6\n3,6,6,6\n",
        ["sheet.csv, row 3, Hand: it is numbered “3”, and it is hand 2 of the sheet. Is a row missing?"],
    ),
    "a wrong dealer": (
        "Ann bid,Bob bid,Ann took,dealer\n6,6,6,Anne\n6,6,6,Bob,7\n",
        [
            "sheet.csv, row 2, dealer: nobody is called “Anne”. Did you mean Ann?",
            "sheet.csv, row 3: “7” stands beyond the last column. Has it a header?",
        ],
    ),
    "no text": ("PK\0\0", ["sheet.csv: this is no text, so no CSV. Save the sheet as CSV."]),
}


@pytest.mark.parametrize("name", FAULTS)
def test_faults(name: str, table: Table) -> None:
    """All faults are named with row and column, and nothing is written."""
    text, expected = FAULTS[name]
    table.put("sheet.csv", text)
    done = table.score("import", "sheet.csv")
    assert (done.err.splitlines(), done.out) == (expected, "")
    assert done.code == (2 if expected[0].startswith("--sides") else 3)
    assert sorted(path.name for path in table.folder.iterdir()) == ["sheet.csv"]


def test_files(table: Table) -> None:
    """A sheet that is not there, a game that is already, and a name that is no game's."""
    assert table.score("import", "sheet.csv").err == "sheet.csv: there is no such file.\n"
    table.put("sheet.csv", SHEET)
    table.put("sheet.toml", "mine")
    done = table.score("import", "sheet.csv")
    assert (done.code, table.text("sheet.toml")) == (3, "mine")
    assert "it exists already; nothing was written" in done.err
    assert "ends in .toml" in table.score("import", "sheet.csv", "-g", "sheet.txt").err


def test_the_example(table: Table) -> None:
    """The example's slip is found, and that it made the wrong side the winner."""
    table.put("sheet.csv", EXAMPLE.read_bytes())
    done = table.score("import", "sheet.csv", "--json")
    walk = json.loads(done.out)["walk"]
    assert done.code == 1
    assert [(each["side"], each["hand"], each["written"], each["expected"]) for each in walk["departures"]] == [
        ("Us", 5, 370, 270)
    ]
    assert walk["departures"][0]["explanations"][0] == {"kind": "slip", "reason": "The bag penalty was forgotten."}
    assert (walk["plays_by"], walk["winner_changes"]) == (None, True)
    assert (walk["by_rules"]["winner"], walk["as_written"]["winner"]) == ("Them", "Us")


def test_a_table_with_its_own_rule(table: Table) -> None:
    """Where one rule explains all, the walk says so in place of the hands."""
    table.put("sheet.csv", EXAMPLE.read_bytes())
    done = table.score("import", "sheet.csv", "--rule", "nil.made=50", "--rule", "bags.limit=0")
    assert (
        "The table simply plays by another rule, which explains every difference. A house\nrule: nil.made = 100"
        in done.out
    )
    assert "leaves the rules" not in done.out
