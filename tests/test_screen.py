"""What stands on the screen: every figure at every width, names of all kinds, and nothing that steers a terminal."""

from __future__ import annotations

import datetime
import json
import re
from typing import TYPE_CHECKING

import pytest

from harness import Done
from scorekeeper import entry
from scorekeeper.bids import parse_bid
from scorekeeper.entry import Edit
from scorekeeper.game import Game, RuleChoice, Side, partnerships
from scorekeeper.referee.claims import check_claim
from scorekeeper.render.explain import hand_explained, ruling_explained, totals_checked
from scorekeeper.render.history import history
from scorekeeper.render.rulebook import preset_explained, rulebook
from scorekeeper.render.screen import score_sheet
from scorekeeper.render.style import Style
from scorekeeper.rules import RuleSet
from scorekeeper.scoring import score_game
from scorekeeper.sheet import Standing
from scorekeeper.text import signed, unsafe_in, width

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness import Table

NOW = datetime.datetime(2026, 11, 27, 20, 14)  # noqa: DTZ001  as in a game file
LONG = "aron von und zu der Weide am schönen Wald im tiefen Tal dort"
PLAYERS = {
    "short": ("Ann", "Bob", "Cy", "Dee"),
    "CJK": ("山田太郎", "佐藤", "鈴木一郎次", "高橋"),
    "right to left": ("محمد", "שרה", "علی", "دانا"),
    "emoji": ("👩‍👩‍👧‍👦", "🃏", "Cy 🂡", "🇩🇪"),
    "60 letters": ("A" + "x" * 59, "B" + "x" * 59, "C" + "x" * 59, "D" + "x" * 59),
    "60 in words": ("A" + LONG[:59], "B" + LONG[:59], "C" + LONG[:59], "D" + LONG[:59]),
    "markup": ("[b]Al :spades:", "[/]", "<b>Cy</b>", "{Dee} & %s"),
}
TABLES = {"sides": 2, "alone": 4}
WIDTHS = range(20, 201)
SGR = re.compile(r"\x1b\[[0-9;]*m")


HANDS: list[tuple[tuple[int | str, ...], tuple[int, ...]]] = [
    ((4, "nil", 4, 4), (3, 1, 4, 5)),
    ((4, 3, 2, 4), (4, 2, 1, 6)),
    ((1, 1, 1, 1), (13, 0, 0, 0)),
]


def evening(names: tuple[str, ...], sides: int) -> Game:
    """A game with all that can stand on a screen: nils, penalties, a loss, a note, a correction, a hand in play."""
    teams = (Side("Us", names[::2]), Side("Them", names[1::2])) if sides == 2 else None
    seats = teams or tuple(Side(name, (name,)) for name in names)
    game = Game("Friday night", names, seats, RuleChoice("pagat-blind-nil", {"nil.made": 50}))
    for said, took in HANDS * 4:
        bids = {name: parse_bid(bid) for name, bid in zip(names, said, strict=True)}
        game = entry.add_hand(game, bids, dict(zip(names, took, strict=True)))
    game = entry.edit_hand(game, 2, Edit(tricks=dict(zip(names, (5, 2, 1, 5), strict=True))), "counted again", NOW)
    game = entry.edit_hand(game, 12, Edit(note="the cat sat on the table and saw every card"), "", NOW)
    return entry.add_bids(game, {name: parse_bid(3) for name in names}, NOW)


def has(figure: str, text: str) -> bool:
    """Whether a figure stands in a text, whole."""
    return re.search(rf"(?<![\w+-]){re.escape(figure)}(?![\w])", text) is not None


def too_long(text: str, columns: int) -> Iterator[str]:
    """The lines that are longer than the screen, though none of their words is."""
    for line in text.split("\n"):
        if width(line) > columns and max(map(width, line.split())) < columns - 12:
            yield line


@pytest.mark.parametrize("sides", TABLES)
@pytest.mark.parametrize("names", PLAYERS)
def test_figures_at_every_width(names: str, sides: str) -> None:
    """At every width all totals, points and bags stand there whole, on lines that fit."""
    game = evening(PLAYERS[names], TABLES[sides])
    sheet = score_game(game)
    results = [side for hand in sheet.hands for side in hand.sides.values()]
    totals = {figure for side in results for figure in (signed(side.points), str(side.after.score))}
    last = sheet.hands[-1]
    lines = {signed(line.points) for side in last.sides.values() for line in side.lines}
    sums = [f"{abs(side.points)} = {side.after.score}" for side in last.sides.values()]
    for columns in WIDTHS:
        style = Style(columns)
        shown = score_sheet(game, sheet, style)
        told = hand_explained(game, last, style)
        assert (columns, [figure for figure in totals if not has(figure, shown)]) == (columns, [])
        assert (columns, [figure for figure in lines if not has(figure, told)]) == (columns, [])
        assert (columns, [figure for figure in sums if not has(figure, " ".join(told.split()))]) == (columns, [])
        for text in (shown, told, history(game, style)):
            assert (columns, list(too_long(text, columns))) == (columns, [])
            assert not unsafe_in(text.replace("\n", ""))


def test_verdicts_at_every_width() -> None:
    """Rulings and checks stand there whole at every width, and fit."""
    ruling = check_claim(RuleSet("pagat"), Standing(337, 7), [5], [8], 390)
    game = evening(PLAYERS["short"], 2)
    wrong = game.hands[2]._replace(totals={"Us": 1234, "Them": -5678})
    sheet = score_game(game._replace(hands=(*game.hands[:2], wrong, *game.hands[3:])))
    right = score_game(game)
    for columns in WIDTHS:
        style = Style(columns)
        told = ruling_explained("Bid 5, took 8. Before: 337 and 7 bags.", ruling, style)
        assert [figure for figure in ("+50", "+3", "-100", "290", "“390”") if figure not in told] == []
        checked = totals_checked("friday.toml", sheet.hands, "pagat", style)
        after = [sheet.hands[2].sides[name].after.score for name in ("Us", "Them")]
        assert [figure for figure in ("1234", "-5678", *map(str, after)) if not has(figure, checked)] == []
        good = totals_checked("friday.toml", right.hands, "pagat", style)
        assert " ".join(good.split("\n")) == "24 written totals in 12 hands hold."
        for text in (told, checked, good):
            assert list(too_long(text, columns)) == []


def test_rules_at_every_width() -> None:
    """The rule book fits every screen that has room for its keys, and loses no word."""
    whole = preset_explained("pagat-blind-nil", Style(200)).split()
    for columns in range(40, 201):
        text = preset_explained("pagat-blind-nil", Style(columns))
        assert text.split() == whole
        for page in (text, rulebook(Style(columns))):
            assert list(too_long(page, columns)) == []


@pytest.fixture
def game(table: Table) -> Table:
    """A folder with an evening of hostile names."""
    table.score("new", *PLAYERS["markup"], "--sides", "Us,Them", "-g", "g.toml")
    table.score("add-hand", "4", "3", "nil", "4", "/", "5", "3", "0", "5")
    table.score("add-hand", "4", "3", "2", "4", "/", "5", "--note", "“good” → 山")
    table.score("edit", "1", "/", "5", "4", "0", "4", "--why", "counted…")
    return table


SHOWN = [["show"], ["show", "--json"], ["explain"], ["explain", "1"], ["check"], ["log"], ["log", "--json"], ["rules"]]


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "utf-8"])
def test_output_encodings(encoding: str, game: Table) -> None:
    """An output that cannot take every character gets those that it has, and the figures."""
    for words in SHOWN:
        out, err, code = game.score(*words, encoding=encoding)
        assert (err, code) == ("", 0)
        if "--json" in words:
            assert json.loads(out) == json.loads(game.score(*words).out)
    out, _, _ = game.score("show", encoding=encoding)
    assert has("141", out)
    assert "[b]Al :spades:" in out
    assert ("山" in out) == (encoding == "utf-8")
    assert ("·" in out) == (encoding == "utf-8")


@pytest.mark.parametrize(
    "env", [{}, {"NO_COLOR": ""}, {"NO_COLOR": "1", "FORCE_COLOR": "1"}, {"TERM": "dumb"}], ids=str
)
def test_no_colour_where_nobody_asked(env: dict[str, str], game: Table) -> None:
    """With NO_COLOR, on a dumb terminal and in a pipe there is not one escape code."""
    terminal = env.get("NO_COLOR") != ""
    dumb = {"NO_COLOR": "", **env} if "TERM" in env else env
    for words in SHOWN:
        out, err, _ = game.score(*words, env=dumb, terminal=terminal)
        assert "\x1b" not in out + err


def test_colour_on_a_terminal(game: Table) -> None:
    """A terminal gets SGR codes and no others, and the same text."""
    coloured = 0
    for words in SHOWN:
        out, _, code = game.score(*words, env={"NO_COLOR": ""}, terminal=True)
        assert code == 0
        plain = [line.rstrip() for line in SGR.sub("", out).split("\n")]
        assert plain == game.score(*words).out.split("\n")
        coloured += out != SGR.sub("", out)
    assert coloured >= 5


@pytest.mark.parametrize("env", [{"COLUMNS": "40"}, {"COLUMNS": "x"}, {"COLUMNS": "0"}, {"COLUMNS": "9"}], ids=str)
def test_columns(env: dict[str, str], game: Table) -> None:
    """COLUMNS gives the width where it is a width, and never less than 20."""
    wide = {"40": 40, "9": 20}.get(env["COLUMNS"], 80)
    assert game.score("show", env=env).out == game.score("show", env={"COLUMNS": str(wide)}).out


HOSTILE = "a\x1b[31mb\x1b]0;title\x07c\x9bd\u202ee\u2066f\x00g\rh\x7fi\u2028j"


def test_hostile_text_in_a_file(table: Table) -> None:
    """Control characters in a name of a game, a note or a reason come out as escapes, by every command."""
    escaped = json.dumps(HOSTILE)[1:-1].replace("\x7f", "\\u007f")
    hand = "[[hands]]\nbids = { A = 7, B = 6 }\ntricks = { A = 7, B = 6 }\n"
    correction = (
        f'[[corrections]]\nat = 2026-11-27T20:14:00\nchange = "edit"\nhand = 1\nentered = 1\nwhy = "{escaped}"\n'
    )
    was = f'was = {{ bids = {{ A = 7, B = 7 }}, tricks = {{ A = 13 }}, note = "{escaped}" }}\n'
    rules = "rules.deck.tricks = 13\n"
    top = f'format = 1\nname = "{escaped}"\nplayers = ["A", "B"]\n{rules}'
    table.put("g.toml", f'{top}{hand}note = "{escaped}"\n{correction}{was}')
    shown = ["a\\u001b[31mb", "c\\u009bd\\u202ee\\u2066f\\u0000g", "h\\u007fi\\u2028j"]
    seen = ""
    for words in (
        *SHOWN,
        ["explain", "--json"],
        ["check", "1"],
        ["check", "--json"],
        ["undo", "--json"],
        ["redo", "--json"],
    ):
        out, err, code = table.score(*words)
        assert code == 0
        assert not unsafe_in((out + err).replace("\n", ""))
        seen += out
    for text in shown:
        assert seen.count(text) >= 6


@pytest.mark.parametrize("name", ["a\x1b[31m.toml", "a\u202e.toml", "[b].toml"])
def test_hostile_file_name(name: str, table: Table) -> None:
    """A file's name is no way to a terminal, either."""
    for number, words in enumerate(
        (["new", "Ann", "Bob"], ["show"], ["new", "Ann", "Bob"], ["show", "-g", f"no{name}"])
    ):
        out, err, code = table.score(*words, *(["-g", name] if number in (0, 2) else []))
        assert code == (0, 0, 3, 3)[number]
        assert not unsafe_in((out + err).replace("\n", ""))
    table.score("new", "Ann", "Bob", "-g", f"b{name}")
    for words in (["show"], ["bid", "4", "4"], ["check"], ["show", "--json"]):
        out, err, _ = table.score(*words)
        assert not unsafe_in((out + err).replace("\n", ""))


REFUSED = {
    "case": (["Ann", "Bob", "Cy", "ann"], []),
    "twins": (["Ann", "Bob", "Cy", "Ann"], []),
    "Unicode form": (["Zoé", "Bob", "Cy", "Zoe\u0301"], []),
    "player and side": (["Ann", "Bob", "Cy", "Dee"], ["--sides", "Us,Bob"]),
    "61 characters": (["Ann", "Bob", "Cy", "x" * 61], ["--sides", "Us,Them"]),
    "escape code": (["Ann", "Bob", "Cy", "D\x1b[31m"], ["--sides", "Us,Them"]),
    "direction": (["Ann", "Bob", "Cy", "D\u202e"], ["--sides", "Us,Them"]),
    "line break": (["Ann", "Bob", "Cy", "D\ne"], ["--sides", "Us,Them"]),
    "side with a bell": (["Ann", "Bob", "Cy", "Dee"], ["--sides", "Us,Th\aem"]),
    "name of the game": (["Ann", "Bob", "Cy", "Dee"], ["--name", "Fri\x1bday"]),
}
MESSAGES = {
    "case": "players: two players are called “Ann” and “ann”. Names must differ in more than case: add a letter.",
    "twins": "players: two players are called “Ann”. Names must differ in more than case: add a letter.",
    "Unicode form": "players: two players are called “Zoé” and “Zoe\u0301”. "
    "Names must differ in more than case: add a letter.",
    "player and side": "sides: “Bob” is a player and a side. Give the side a name of its own.",
    "61 characters": (
        "players: the name “xxxxxxxxxxxxxxxxxxxx…” has 61 characters; at most 60 can be shown. Shorten it."
    ),
    "escape code": "players: the name “D\\u001b[31m” has the control character U+001B in it. Type the name again.",
    "direction": "players: the name “D\\u202e” has the control character U+202E in it. Type the name again.",
    "line break": "players: the name “D\\u000ae” has the control character U+000A in it. Type the name again.",
    "side with a bell": "sides: the name “Th\\u0007em” has the control character U+0007 in it. Type the name again.",
    "name of the game": "--name: it has the control character U+001B in it.",
}


@pytest.mark.parametrize("name", REFUSED)
def test_names_that_are_refused(name: str, table: Table) -> None:
    """Names that would be confused, or would steer a terminal, start no game."""
    players, options = REFUSED[name]
    done = table.score("new", *players, *options)
    assert done == Done("", MESSAGES[name] + "\n", 2)
    assert not [*table.folder.iterdir()]


@pytest.mark.parametrize("names", PLAYERS)
def test_names_that_are_kept(names: str, table: Table) -> None:
    """Any other name is kept as it is, in the file and on the screen."""
    players = PLAYERS[names]
    assert table.score("new", *players, "--sides", "Us,Them", "-g", "g.toml").code == 0
    data = json.loads(table.score("show", "--json").out)
    assert data["players"] == [*players]
    table.score("add-hand", "4", "3", "nil", "4", "/", "5", "3", "0", "5")
    out = table.score("show", env={"COLUMNS": "1000"}).out
    assert all(player in out for player in players)


def test_side_names_of_their_own() -> None:
    """Sides without names are called by their players, at every width."""
    game = evening(PLAYERS["short"], 2)._replace(sides=partnerships(PLAYERS["short"]))
    game = game._replace(hands=tuple(hand._replace(totals=None) for hand in game.hands))
    for columns in WIDTHS:
        text = score_sheet(game, score_game(game), Style(columns))
        assert re.search(r"Ann\s+&\s+Cy|Ann &…|Ann…", text)
        assert list(too_long(text, columns)) == []
