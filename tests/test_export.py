"""Games in other forms: what is kept, what names cannot do, and files that are whole or not there."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import jsonschema
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scorekeeper import load_game, parse_bid, score_game
from scorekeeper.game import Side, name_fault, seated, table_problems
from scorekeeper.render.chat import in_markdown, in_text, markdown
from scorekeeper.render.data import game_data
from scorekeeper.render.schema import export_schema
from scorekeeper.render.spreadsheet import guarded, in_csv
from scorekeeper.storage.sheets import game_of, read_sheet
from scorekeeper.text import unsafe_in, width
from tables import game, hand
from test_properties import few, games
from test_screen import PLAYERS, TABLES, evening

if TYPE_CHECKING:
    from harness import Table
    from scorekeeper.game import Game, Hand

ROOT = Path(__file__).parent.parent
GAMES = [*sorted((ROOT / "examples").glob("*.toml")), *sorted((ROOT / "tests/games").glob("*.toml"))]
NEW = ("new", "Ann", "Bob", "Cy", "Dee", "--sides", "Us,Them", "-g", "g.toml")
SCHEMA = export_schema()

# CSV


def read_back(played: Game, text: str, folder: Path) -> Game:
    """The game that the import makes of a CSV."""
    path = folder / "sheet.csv"
    path.write_bytes(text.encode("utf-8-sig"))
    return game_of(read_sheet(str(path)), played._replace(hands=(), rule_changes=(), corrections=()))


def kept(played: Game) -> list[tuple[object, ...]]:
    """What a CSV keeps of the hands: bids, tricks, dealer, the result, the note and why one is void."""
    sheet = score_game(played)
    dealers = [*played.dealers()]
    facts = [(each.bids, dealers[at], " ".join(each.note.split()), each.void) for at, each in enumerate(played.hands)]
    return [*facts, *((scored.tricks, scored.sides) for scored in sheet.hands), (sheet.standings, sheet.outcome)]


@st.composite
def sheets(draw: st.DrawFn) -> Game:
    """A random game without what a CSV cannot keep, with notes, void hands and a hand in play."""
    played = draw(games())
    hands: list[Hand] = []
    for each in played.hands:
        note = draw(st.text(st.characters(exclude_categories=["Cs", "Cc", "Cf", "Zl", "Zp"]), max_size=9))
        void = draw(st.sampled_from(["", "", "", "misdeal"]))
        bids = {player: parse_bid(str(bid)) for player, bid in each.bids.items()}
        hands.append(each._replace(bids=bids, rulings=(), note=" ".join(note.split()), void=void))
    if draw(st.booleans()):
        hands[-1] = hands[-1]._replace(tricks=None)
    return played._replace(hands=tuple(hands))


@few
@given(sheets())
def test_csv_is_read_back(tmp_path_factory: pytest.TempPathFactory, played: Game) -> None:
    """Of any game without rulings, every hand comes back as it was, and the next CSV is the same to the byte."""
    text = in_csv(played, score_game(played))
    again = read_back(played, text, tmp_path_factory.getbasetemp())
    assert kept(again) == kept(played)
    assert in_csv(again, score_game(again)) == text


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_csv_of_examples(path: Path, tmp_path: Path) -> None:
    """Every example comes back from its CSV."""
    played = load_game(str(path))
    assert kept(read_back(played, in_csv(played, score_game(played)), tmp_path)) == kept(played)


names = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cf", "Zl", "Zp"]) | st.sampled_from("'=+-@,;\"|:_ "))


@few
@given(st.lists(names.map(str.strip), min_size=2, max_size=3, unique=True))
def test_csv_with_any_names(tmp_path_factory: pytest.TempPathFactory, players: list[str]) -> None:
    """Whatever the players are called, the CSV is read back, and no cell of it is a formula."""
    table = seated(players, "solo")
    assume(not any(map(name_fault, players)) and not table_problems(players, table))
    assume(not any("  " in name or name != " ".join(name.split()) for name in players))
    deal = 52 // len(players)
    tricks = dict.fromkeys(players, 0) | {players[0]: deal}
    played = game(hand(" ".join(["1"] * len(players)), tricks, players=players), players=players, sides=table)
    text = in_csv(played, score_game(played))
    assert kept(read_back(played, text, tmp_path_factory.getbasetemp())) == kept(played)
    heads, *rows = csv.reader(io.StringIO(text, newline=""))
    assert [cell for cell in (*heads, rows[0][1]) if cell[:1] in ("=", "+", "-", "@", "\t", "\r")] == []


GUARDED = {"=1+1": "'=1+1", "+x": "'+x", "-x": "'-x", "@x": "'@x", "'=x": "''=x", "x=1": "x=1", "'x": "'x", "": ""}


@pytest.mark.parametrize("text", GUARDED)
def test_guard(text: str) -> None:
    """A text that a spreadsheet would calculate gets an apostrophe, and nothing else does."""
    assert guarded(text) == GUARDED[text]


def test_what_a_csv_does_not_keep(table: Table) -> None:
    """Rulings, changed rules and corrections are named, and a void hand is kept."""
    table.score(*NEW)
    table.score("add-hand", "4", "3", "2", "4", "/", "8")
    table.score("rule", "renege", "1", "Bob", "--why", "=cmd()")
    table.score("rules", "--change", "nil.made=50")
    table.score("void", "--why", "a card, missing")
    done = table.score("show", "--csv")
    lost = "rulings are told, but not read back, rules that changed during the game and what was corrected"
    assert done.err == f"A CSV does not keep {lost}; the game file does.\n"
    assert done.out == (
        "Hand,Dealer,Ann bid,Bob bid,Cy bid,Dee bid,Ann took,Bob took,Cy took,Dee took,Us took,Them took,"
        "Us points,Us total,Us bags,Them points,Them total,Them bags,Note,Void,Rulings\n"
        "1,Dee,4,3,2,4,,,,,8,5,65,65,5,-70,-70,0,,,Bob reneged (=cmd())\n"
        '2,Ann,,,,,,,,,,,,,,,,,,"a card, missing",\n'
    )


# Markdown and text

HOSTILE = (
    "|a|*b*",
    "_c_ `d`",
    "<b>e</b>",
    "[x](http://y)",
    "![i](u)",
    "# head",
    "1. one",
    "- item",
    "+ plus",
    "a\\|b",
    "&lt;",
    "~~s~~",
    "@all",
    "www.example.com",
    "$x$",
    "=====",
    "> quote",
)
MARKED = re.compile(r"(?<!\\)(?:\\\\)*(?:[|*_`<\[\]~@$>]|&(?=[#\w]))|(?<!\\)://|www\.(?!\\)|^(?:[-+#=]|\d+[.)])")


@pytest.mark.parametrize("name", HOSTILE)
def test_markdown_names_stay_text(name: str) -> None:
    """Whatever is in a name, Markdown has every mark of it behind a backslash, and the rest as it is."""
    shown = markdown(name)
    assert not MARKED.search(shown)
    assert re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", shown) == name


def test_markdown_table_keeps_its_columns() -> None:
    """Names with strokes in them make no columns."""
    sides = (Side("U|s", ("A|nn", "Cy")), Side("Th*em*", ("Bob", "<b>Dee")))
    players = ("A|nn", "Bob", "Cy", "<b>Dee")
    played = game(hand("4 3 2 4", "4 3 2 4", players=players), players=players, sides=sides)
    lines = in_markdown(played, score_game(played)).split("\n")
    rows = [line for line in lines if line.startswith("|")]
    assert [len(re.findall(r"(?<!\\)\|", row)) for row in rows] == [12, 12, 12]
    assert rows[0] == (
        "| # | U\\|s bid | took | points | total | bags | Th\\*em\\* bid | took | points | total | bags |"
    )


@pytest.mark.parametrize("sides", TABLES)
@pytest.mark.parametrize("names", PLAYERS)
def test_text_for_a_phone(names: str, sides: str) -> None:
    """The text has every total, no line longer than a phone unless one word is, and no table."""
    played = evening(PLAYERS[names], TABLES[sides])
    sheet = score_game(played)
    shown = in_text(played, sheet)
    flat = " ".join(shown.split())
    for scored in sheet.hands:
        for side in scored.sides.values():
            assert f"= {side.after.score}" in flat
    assert all(width(line) <= 40 or width(max(line.split(), key=width)) > 20 for line in shown.split("\n"))
    assert not re.search("[─-╿|]", shown.replace("|", "") if "|" in "".join(PLAYERS[names]) else shown)
    assert not unsafe_in((shown + in_markdown(played, sheet)).replace("\n", ""))


# JSON


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_schema_of_examples(path: Path) -> None:
    """The data of every example is what the schema says, with no key beside."""
    played = load_game(str(path))
    jsonschema.validate(game_data(played, score_game(played)), SCHEMA)


@settings(few, max_examples=20)
@given(sheets())
def test_schema_of_random_games(played: Game) -> None:
    """The data of any game is what the schema says."""
    jsonschema.validate(json.loads(json.dumps(game_data(played, score_game(played)))), SCHEMA)


def test_schema_forbids() -> None:
    """The schema is one, and refuses a key too many anywhere."""
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    played = game(hand("4 3 nil 4", "4 3 0 6", reneges=["Ann"]))
    data = game_data(played, score_game(played))
    jsonschema.validate(data, SCHEMA)
    first = data["hands"][0]
    for part in (data, first, first["rulings"][0], next(iter(first["sides"].values())), data["outcome"]):
        part["more"] = 1
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(data, SCHEMA)
        del part["more"]


def test_schema_command(table: Table) -> None:
    """`score schema --export` prints it."""
    assert json.loads(table.score("schema", "--export").out) == SCHEMA


# The command


def test_all_forms_at_once(table: Table) -> None:
    """Several forms are written at once, each as it is on the screen, and nothing else."""
    table.score(*NEW)
    table.score("add-hand", "4", "3", "nil", "4", "/", "5", "3", "0", "5")
    names = {"html": "g.html", "markdown": "g.md", "text": "g.txt", "csv": "g.csv", "json": "g.json"}
    words = [word for form, name in names.items() for word in (f"--{form}", name)]
    done = table.score("export", *words)
    assert done.err == "".join(f"Wrote {name}.\n" for name in names.values())
    assert (done.out, done.code) == ("", 0)
    assert sorted(path.name for path in table.folder.iterdir()) == sorted([*names.values(), "g.toml", ".g.toml.lock"])
    assert table.text("g.json") == table.score("show", "--json").out
    assert table.text("g.md") == table.score("show", "--markdown").out
    assert table.text("g.txt") == table.score("export", "--text", "-").out
    assert table.text("g.csv").startswith("\ufeffHand,")
    assert table.text("g.csv").replace("\r\n", "\n")[1:] == table.score("show", "--csv").out
    assert table.text("g.html").startswith("<!DOCTYPE html>") or "<html" in table.text("g.html")[:200].lower()


REFUSED = {
    "nothing": ([], 2, "Nothing says what to write"),
    "the game": (["--csv", "g.toml"], 2, "g.toml is the name of a game"),
    "another game, by force": (["--csv", "other.toml", "--force"], 2, "other.toml is the name of a game"),
    "one file twice": (["--csv", "a", "--json", "./a"], 2, "--csv and --json would both go to ./a"),
    "the screen twice": (["--csv", "-", "--json", "-"], 2, "would both go to standard output"),
    "a file that is there": (["--csv", "new.csv", "--json", "there.json"], 3, "there.json: it exists already"),
    "a folder": (["--csv", "folder", "--force"], 3, "folder: this is a folder"),
    "no folder": (["--csv", "no/where.csv"], 3, "no/where.csv: it was not made: there is no such folder."),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, table: Table) -> None:
    """What cannot be meant is refused before anything is written, and every file stays as it was."""
    table.score(*NEW)
    table.put("there.json", "mine")
    table.put("other.toml", "mine too")
    (table.folder / "folder").mkdir()
    before = {path.name: path.is_file() and path.read_bytes() for path in table.folder.iterdir()}
    words, code, said = REFUSED[name]
    done = table.score("export", *words, "-g", "g.toml")
    assert (done.code, done.out) == (code, "")
    assert said in done.err
    assert "--game" not in done.err
    assert before == {path.name: path.is_file() and path.read_bytes() for path in table.folder.iterdir()}


def test_force(table: Table) -> None:
    """--force writes over a file, and keeps its mode."""
    table.score(*NEW)
    path = table.put("there.json", "mine")
    path.chmod(0o640)
    assert table.score("export", "--json", "there.json", "--force").code == 0
    assert json.loads(path.read_text("utf-8"))["players"] == ["Ann", "Bob", "Cy", "Dee"]
    assert os.name == "nt" or path.stat().st_mode & 0o777 == 0o640


def test_a_screen_without_unicode(table: Table) -> None:
    """On an output that has no more than ASCII nothing breaks."""
    table.score("new", "Åsa", "Bob", "山田", "Dee", "-g", "g.toml")
    for form in ("html", "markdown", "text", "csv", "json"):
        done = table.score("export", f"--{form}", "-", encoding="ascii")
        assert (done.code, done.err) == (0, "")


def test_folder_is_no_target(table: Table) -> None:
    """A folder is said to be one at once, with --force or without."""
    table.score("new", "Ann", "Bob", "Cy", "Dee", "-g", "friday.toml")
    (table.folder / "pages").mkdir()
    for words in ((), ("--force",)):
        done = table.score("export", "--html", "pages", *words)
        assert (done.out, done.err, done.code) == ("", "pages: this is a folder. Name a file in it, or elsewhere.\n", 3)


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_note_of_several_lines(form: str, table: Table) -> None:
    """A note that was written by hand on several lines is one line; what steers a terminal stays escaped."""
    table.score("new", "Ann", "Bob", "Cy", "Dee", "-g", "friday.toml")
    table.score("add-hand", "4", "3", "4", "2", "/", "8", "5", "--note", "NOTE", "-g", "friday.toml")
    note = '"""\none\ttab\r\n\n two \\u0007\n"""'
    table.put("friday.toml", table.text("friday.toml").replace('"NOTE"', note))
    out = table.score("export", f"--{form}", "-", "-g", "friday.toml").out
    assert "one tab / two \\u0007" in out.replace("\\\\", "\\")
    assert "u000a" not in out
