"""Hostile names, notes, reasons, file names and words, through every command and every form of output.

Nothing of them may steer a terminal, hide text, become markup, a formula or a path. `ROWS` has a row for each command;
a command without one fails the first test. What a command prints is held against an allow-list, not a list of attacks.
"""

from __future__ import annotations

import csv
import io
import re
import sys
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

import html5lib
import pytest

from scorekeeper.cli.app import app
from scorekeeper.cli.watched import Watched
from scorekeeper.cli.web import PageServer
from scorekeeper.render.page import game_page
from scorekeeper.storage import open_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    import typer

    from harness import Table

STEERING = (
    "\x1b]0;title\x07\x1b[2J\x1b[31m\x1bP1$q\x1b\\\x9b31m\x9d0;x\x9c\x85\x08\x7f\x00\r\nFORGED: line\t"
    "\u202eright to left\u202c\u2066isolate\u2069\u200e\u200f\u061c\u2028\u2029\u200b\u2060\ufeff\u00ad\U000e0041"
)
"""Escape sequences, C1 codes, forged lines, changes of direction, characters that nobody sees."""

MARKUP = "[red]x[/red] [link=file:///]y[/] :skull: <script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
FORMULA = '=HYPERLINK("http://x";"y")'
TEXT = f"{STEERING}{MARKUP}{FORMULA}| `rm -rf` $(reboot) %s {{0}} {{{{7*7}}}} ../../etc/passwd"

PLAYERS = (
    FORMULA,
    "[bold red]Bob[/] <b>&amp;",
    "../../Cy|`$(x)`{{7*7}}",
    "@1\U0001f469‍\U0001f9b0宽字e\u0301\u0301\u0301",
)
"""Names that are allowed: they hold no character that steers."""

SIDES = ("@SUM(A1)<i>", "-[/]%s\\..\\CON")
FILE = "g\x1b[31m\u202e\n[red]=1+1<b>.toml" if sys.platform != "win32" else "g[red]=1+1.toml"


class Row(NamedTuple):
    """A command with words of ill will, and how it must end.

    Attributes:
        words: The words; {game} is the hostile game, {play} one with a hand in play.
        code: The exit code.
        typed: What is typed.
        json: Whether it is also run with --json.
    """

    words: tuple[str, ...]
    code: int
    typed: str = ""
    json: bool = True


ROWS: dict[str, list[Row]] = {
    "new": [
        Row(("new", *PLAYERS, "--name", MARKUP, "--sides", ",".join(SIDES), "-g", "{other}"), 0),
        Row(("new", *PLAYERS, "--name", "../../x", "--solo"), 0),
        Row(("new", "A", "B" + STEERING.replace("\0", "")), 2),
        Row(("new", *PLAYERS, "--name", TEXT.replace("\0", "")), 2),
        Row(("new", *PLAYERS, "--rules", TEXT), 3),
        Row(("new", *PLAYERS, "--rule", f"nil.{TEXT}=1"), 3),
        Row(("new", *PLAYERS, "--dealer", TEXT), 2),
        Row(("new", *PLAYERS, "-g", f"{STEERING}.toml"), 3),
        Row(("new", *PLAYERS, "-g", f"no folder{MARKUP}/x.toml"), 3),
    ],
    "bid": [
        Row(("bid", "4", "3", "nil", "4", "-g", "{game}"), 0),
        Row(("bid", TEXT, "3", "n", "4", "-g", "{game}"), 2),
    ],
    "tricks": [
        Row(("tricks", "5", "3", "0", "5", "--note", MARKUP, "-g", "{play}"), 0),
        Row(("tricks", f"{TEXT}=4", "-g", "{play}"), 2),
        Row(("tricks", "5", "--note", STEERING, "-g", "{play}"), 2),
    ],
    "add-hand": [
        Row(("add-hand", "4", "3", "2", "4", "/", "8", "-g", "{game}"), 0),
        Row(("add-hand", TEXT, "/", TEXT, "-g", "{game}"), 2),
        Row(("add-hand", "-g", "{game}"), 2, f"{TEXT}\n4\n3\n2\n".replace("\r\n", "")),
    ],
    "play": [
        Row(
            ("play", "-g", "{play}"),
            0,
            f"{TEXT}\nnote {MARKUP}\ncheck --claim {SIDES[0]}=77\nrules {TEXT}\nq\n",
            json=False,
        ),
        Row(("play", *PLAYERS, "-g", "{other}"), 0, f"{TEXT}\n\n{','.join(SIDES)}\n\n{TEXT}\n", json=False),
        Row(("play", "-g", f"no folder{MARKUP}/x.toml"), 3, "Ann Bob Cy Dee\n\n\n\n", json=False),
    ],
    "show": [
        Row(("show", "-g", "{game}"), 0),
        Row(("show", "-g", "{play}"), 0),
        Row(("show", "-g", TEXT), 3),
        *(Row(("show", f"--{form}", "-g", "{play}"), 0, json=False) for form in ("chart", "markdown", "csv")),
    ],
    "outlook": [Row(("outlook", "-g", "{game}"), 0), Row(("outlook", "-g", "{play}"), 0)],
    "export": [
        *(
            Row(("export", f"--{form}", "-", "-g", "{game}"), 0, json=False)
            for form in ("html", "markdown", "text", "csv", "json")
        ),
        Row(("export", "--html", f"no folder{MARKUP}/x.html", "-g", "{game}"), 3, json=False),
        Row(("export", "--text", "{game}", "-g", "{game}"), 2, json=False),
    ],
    "config": [Row(("config",), 0)],
    "demo": [Row(("demo", "--fast"), 0, json=False)],
    "help": [Row(("help", "show"), 0, json=False), Row(("help", TEXT), 2, json=False)],
    "explain": [Row(("explain", str(hand), "-g", "{game}"), 0) for hand in (1, 2)],
    "check": [
        Row(("check", "-g", "{game}"), 1),
        Row(("check", "1", "--claim", f"{SIDES[0]}=77", "-g", "{game}"), 1),
        Row(("check", "1", "--claim", f"{TEXT}=77", "-g", "{game}"), 2),
        Row(("check", "--claim", TEXT, "--bid", TEXT, "--took", TEXT), 3),
        Row(("check", "--accept", "--why", MARKUP, "-g", "{game}"), 0),
    ],
    "edit": [
        Row(("edit", "1", "/", "7", "--why", MARKUP, "--note", MARKUP, "-g", "{game}"), 0),
        Row(("edit", "1", TEXT, "-g", "{game}"), 2),
        Row(("edit", "1", "/", "7", "--why", STEERING, "-g", "{game}"), 2),
        Row(("edit", "1", "--dealer", TEXT, "-g", "{game}"), 2),
    ],
    "undo": [Row(("undo", "-g", "{game}"), 0), Row(("undo", "-g", "{play}"), 0)],
    "redo": [Row(("redo", "-g", "{game}"), 3)],
    "log": [Row(("log", "-g", "{game}"), 0)],
    "rules": [
        Row(("rules", TEXT), 3),
        Row(("rules", "pagat", "--compare", TEXT), 3),
        Row(("rules", "--change", "nil.made=70", "--why", MARKUP, "-g", "{game}"), 0),
        Row(("rules", "--change", f"{TEXT}=60", "-g", "{game}"), 3),
    ],
    "schema": [Row(("schema",), 0, json=False)],
    "rule renege": [
        Row(("rule", "renege", "1", PLAYERS[0], "--why", MARKUP, "-g", "{game}"), 0),
        Row(("rule", "renege", "1", TEXT, "-g", "{game}"), 2),
    ],
    "adjust": [
        Row(("adjust", "1", f"{SIDES[0]}=-30", "--why", MARKUP, "-g", "{game}"), 0),
        Row(("adjust", "1", f"{TEXT}=-30", "--why", MARKUP, "-g", "{game}"), 2),
    ],
    "void": [
        Row(("void", "1", "--why", MARKUP, "-g", "{game}"), 0),
        Row(("void", "1", "--why", TEXT, "-g", "{game}"), 2),
    ],
    "trick": [
        Row(("trick", "5H", "KH", "2S", "AH", "--led-by", PLAYERS[1], "-g", "{game}"), 0),
        Row(("trick", TEXT, "--hand", TEXT, "--play", TEXT), 3),
        Row(("trick", "5H", "--led-by", TEXT, "--players", TEXT), 2),
    ],
    "referee": [Row(("referee", "hand.txt"), 3), Row(("referee", "steering.txt"), 3), Row(("referee", TEXT), 3)],
    "serve": [
        Row(("serve", "--port", "0", "-g", "{game}"), 0, json=False),
        Row(("serve", "--host", STEERING.replace("\0", ""), "-g", "{game}"), 2, json=False),
        Row(("serve", "--host", "\0", "-g", "{game}"), 2, json=False),
    ],
    "import": [
        Row(("import", "sheet.csv", "-g", "sheet.toml", "--name", MARKUP), 0),
        Row(("import", "steering.csv", "-g", "sheet.toml"), 3),
        Row(("import", TEXT), 3),
    ],
    "stats": [
        Row(("stats", "."), 0),
        Row(("stats", "--csv", "."), 0, json=False),
        Row(("stats", ".", "--player", TEXT), 2),
        Row(("stats", TEXT), 3),
        Row(("stats", ".", "--since", TEXT, "--sort", TEXT), 2),
    ],
}
"""What each command is put through. A new command needs its row: words, exit code, what is typed."""


def quoted(text: str) -> str:
    """Text as TOML that has an escape for each character that needs one."""
    return '"' + "".join(f"\\U{ord(letter):08x}" if not letter.isalnum() else letter for letter in text) + '"'


def hostile(*, play: bool = False) -> str:
    """A game with ill will in every text that a file may hold, totals that do not hold, and every kind of entry."""
    names = [quoted(name) for name in PLAYERS]
    sides = [quoted(name) for name in SIDES]
    text = quoted(TEXT)
    bids = f"{{ {names[0]} = 4, {names[1]} = 3, {names[2]} = 2, {names[3]} = 3 }}"
    tricks = f"{{ {sides[0]} = 7, {sides[1]} = 6 }}"
    in_play = f"[[hands]]\nbids = {bids}\nnote = {text}\n" if play else ""
    return f"""\
format = 1
name = {text}
started = 2026-11-27
players = [{", ".join(names)}]

[sides]
{sides[0]} = [{names[0]}, {names[2]}]
{sides[1]} = [{names[1]}, {names[3]}]

[[hands]]
bids = {bids}
tricks = {tricks}
totals = {{ {sides[0]} = 77 }}
note = {text}
rulings = [{{ kind = "renege", player = {names[1]}, why = {text} }},
  {{ kind = "adjustment", side = {sides[1]}, points = -30, why = {text} }}]

[[hands]]
bids = {bids}
void = {text}
note = {text}

[[hands]]
bids = {bids}
tricks = {tricks}
note = {text}

{in_play}
[[rule_changes]]
at = 2026-11-27T20:14:00
from_hand = 2
settings = {{ nil.made = 60 }}
why = {text}

[[corrections]]
at = 2026-11-27T20:14:00
change = "edit"
hand = 1
entered = 3
why = {text}
was = {{ bids = {bids}, note = {text}, void = {text} }}
"""


@pytest.fixture
def den(table: Table) -> Table:
    """A folder with hostile files."""
    table.put(FILE, hostile())
    table.put(f"play{FILE}", hostile(play=True))
    tame = ("Ann", "Bob", "Cy", "Dee")
    heads = ",".join(f"{name} bid" for name in tame) + ",Ann & Cy took,note," + f'"{MARKUP}"'.replace("\"'", "'")
    table.put("sheet.csv", f'{heads}\n4,3,2,3,7,"{FORMULA.replace(chr(34), chr(34) * 2)}",x\n')
    table.put("steering.csv", f'"{STEERING.replace(chr(0), "")}",Ann bid\n"{TEXT}",{STEERING}\n')
    table.put("hand.txt", f"players: {', '.join(tame)}\n{MARKUP}: 5H\nhand {FORMULA}: AS\nAnn: {MARKUP}\n")
    table.put("steering.txt", f"players: Ann, {TEXT}\n{TEXT}: {TEXT}\n")
    return table


def commands(group: typer.Typer, before: str = "") -> Iterator[str]:
    """The names of all commands, with those of groups before them."""
    for command in group.registered_commands:
        yield f"{before}{command.name or getattr(command.callback, '__name__', '')}"
    for inner in group.registered_groups:
        if inner.typer_instance:
            yield from commands(inner.typer_instance, f"{before}{inner.name} ")


def test_every_command_has_a_row() -> None:
    """No command is forgotten."""
    assert {*commands(app)} == {*ROWS}


OURS = re.compile(r"\x1b\[(?:0|1|2|31|32|7|27|30|47|40|37|30;47|37;40)m")
JOINERS = "\u200c\u200d"


def strangers(text: str, *, colour: bool) -> set[str]:
    """The characters of an output that steer or hide something; our own colours are taken out first."""
    plain = OURS.sub("", text) if colour else text
    steering = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    return {letter for letter in plain if unicodedata.category(letter) in steering and letter not in f"\n{JOINERS}"}


FORMS: dict[str, tuple[dict[str, str], bool, str, tuple[str, ...]]] = {
    "pipe": ({}, False, "utf-8", ()),
    "terminal": ({"NO_COLOR": "", "TERM": "xterm"}, True, "utf-8", ()),
    "narrow": ({"NO_COLOR": "", "TERM": "xterm", "COLUMNS": "24"}, True, "utf-8", ()),
    "old encoding": ({}, False, "cp1252", ()),
    "json": ({}, False, "utf-8", ("--json",)),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("row", [row for rows in ROWS.values() for row in rows], ids=lambda row: ascii(row.words)[:60])
def test_output(row: Row, form: str, den: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a command is given, it says nothing but text, ends as it should, and writes nowhere else."""
    env, terminal, encoding, more = FORMS[form]
    if more and not row.json:
        return

    def stopped(_: PageServer) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(PageServer, "serve_forever", stopped)
    names = {"{game}": FILE, "{play}": f"play{FILE}", "{other}": f"other{FILE}"}
    around = {path: path.stat().st_mtime_ns for path in den.folder.parent.iterdir()}
    words = [names.get(word, word) for word in row.words]
    out, err, code = den.score(*words, *more, typed=row.typed, env=env, terminal=terminal, encoding=encoding)
    assert strangers(out, colour=terminal) == set()
    assert strangers(err, colour=terminal) == set()
    assert "FORGED: line" not in [line[:12] for line in (out + err).split("\n")]
    assert (code, "fault of the program" in err) == (row.code, False)
    assert {*den.folder.parent.iterdir()} == {*around}


@pytest.mark.parametrize("name", ["SCORE_GAME", "COLUMNS", "TERM", "NO_COLOR", "SCORE_DEBUG"])
def test_environment(name: str, den: Table) -> None:
    """Variables are no way in either."""
    words = ("show",) if name == "SCORE_GAME" else ("show", "-g", FILE)
    env = {"NO_COLOR": "", "TERM": "xterm", name: STEERING.replace("\0", "")}
    out, err, _ = den.score(*words, env=env, terminal=True)
    assert strangers(out + err, colour=True) == set()


def test_formulas(den: Table) -> None:
    """No cell of a CSV begins as a formula does, unless it is a number."""
    tables = [den.score(*words).out for words in (("stats", "--csv", "."), ("show", "--csv", "-g", FILE))]
    cells = [cell for table in tables for line in csv.reader(io.StringIO(table)) for cell in line]
    assert len(cells) > 80
    bad = [
        cell
        for cell in cells
        if cell[:1] in ("=", "+", "-", "@", "\t", "\r") and not re.fullmatch(r"[+-]?[\d.]+", cell)
    ]
    assert bad == []


def shape(page: str) -> list[str]:
    """The tags and the names of attributes of a page, in order: what markup in a text would change."""
    tree = html5lib.parse(page, namespaceHTMLElements=False)
    return [" ".join([str(element.tag), *sorted(element.attrib)]) for element in tree.iter()]


def test_page(den: Table) -> None:
    """Hostile text makes no element and no attribute more than tame text, on the page and while it is served."""
    opened = open_game(FILE)
    calm = hostile()
    for text, tame in [(TEXT, "t"), *zip([*PLAYERS, *SIDES], ["Ann", "Bob", "Cy", "Dee", "Us", "Them"], strict=True)]:
        calm = calm.replace(quoted(text), f'"{tame}"')
    den.put("calm.toml", calm)
    tame_game = open_game("calm.toml")
    for live in (False, True):
        page = game_page(opened.game, opened.sheet, live=live)
        assert strangers(page, colour=False) == set()
        assert shape(page) == shape(game_page(tame_game.game, tame_game.sheet, live=live))
        assert page.count("<script") == live
    shown = Watched(FILE).now()
    assert strangers(shown.page.decode() + shown.news.decode(), colour=False) == set()
    assert shape(shown.page.decode()) == shape(Watched("calm.toml").now().page.decode())


REACHING = ["../x", "..", "a/../../b", "C:\\x", "\\\\host\\x", "CON", "nul", "~/x", "$HOME", ".", "x\0y"]


@pytest.mark.parametrize("name", REACHING)
def test_names_are_no_paths(name: str, den: Table) -> None:
    """What a game or a player is called has no say in where a file is written."""
    before = {*den.folder.iterdir()}
    done = den.score("new", name, f"{name}2", "--name", name)
    made = {path.name for path in {*den.folder.iterdir()} - before}
    assert made == (set() if done.code else {"spades-2026-11-27.toml"})
    assert done.code == (2 if "\0" in name else 0)
