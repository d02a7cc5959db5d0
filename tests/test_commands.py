"""Each command: words in, both outputs, exit code and files out, compared whole."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import scorekeeper
from harness import Done
from scorekeeper.cli.app import app

if TYPE_CHECKING:
    from harness import Table

EVENINGS = sorted((Path(__file__).parent / "evenings").glob("*.txt"))
NEW = ("new", "Ann", "Bob", "Cy", "Dee", "--sides", "Us,Them")
TO_START = (
    "No game in this folder yet. Start one with the players' names, clockwise:\n  score new Ann Bob Cy Dee\n"
    "score --help lists all commands.\n"
)
NO_GAME = "There is no game in this folder. score new Ann Bob Cy Dee starts one; --game names a file elsewhere.\n"
SAID = "Hand 1: Ann 4, Bob 3, Cy 2, Dee 4: Us 6, Them 7 (13 bid of 13).\n"


@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: path.stem)
def test_evening(path: Path, table: Table) -> None:
    """A whole evening goes as it is written down."""
    evening = path.read_text("utf-8")
    assert table.play(evening) == evening


LINES = {
    7: ("52", 389, 9, [("overtricks", 2, 2), ("bags", 0, 0)]),
    8: ("-47", 290, 0, [("overtricks", 3, 3), ("bag penalty", -100, -10)]),
    9: ("-46", 291, 1, [("overtricks", 4, 4), ("bag penalty", -100, -10)]),
}


@pytest.mark.parametrize("took", LINES)
def test_published_penalty(took: int, table: Table) -> None:
    """Pagat's example comes out, in the shape that scripts read."""
    points, score, bags, more = LINES[took]
    words = ("check", "--score", "337", "--bags", "7", "--bid", "5", "--took", str(took), "--claim", str(score))
    out, err, code = table.score(*words, "--json")
    data = json.loads(out)
    assert (err, code) == ("", 0)
    assert list(data) == ["rules", "before", "lines", "points", "after", "claim", "verdict", "explanations"]
    assert data["rules"] == {"preset": "pagat-blind-nil", "settings": {}}
    assert data["before"] == {"score": 337, "bags": 7}
    assert [list(line) for line in data["lines"]] == [["rule", "points", "bags", "reason"]] * 3
    found = [(line["rule"], line["points"], line["bags"]) for line in data["lines"]]
    assert found == [("contract", 50, 0), *more]
    assert str(data["points"]) == points
    assert data["after"] == {"score": score, "bags": bags}
    assert (data["claim"], data["verdict"], data["explanations"]) == (score, "right", [])


def test_no_game_here(table: Table) -> None:
    """Without a game, the bare command says how to start one, and the others that there is none."""
    assert table.score() == Done(TO_START, "", 0)
    for words in (["show"], ["explain"], ["log"], ["check"], ["bid", "1"], ["undo"], ["redo"], ["edit", "1", "/", "5"]):
        assert table.score(*words) == Done("", NO_GAME, 2)
    assert not [*table.folder.iterdir()]


def start(table: Table, *names: str) -> None:
    """Makes games; the first has changed last."""
    for age, name in enumerate(names):
        assert table.score(*NEW, "--game", name).code == 0
        os.utime(name, (2_000_000_000 - age, 2_000_000_000 - age))


def test_one_game_here(table: Table) -> None:
    """The only game in the folder is meant, whatever other files there are."""
    start(table, "friday.toml")
    table.put("pyproject.toml", '[project]\nname = "players"\n')
    table.put("notes.txt", "format = 1\nplayers\n")
    table.put(".hidden.toml", "format = 1\nplayers = []\n")
    (table.folder / "folder.toml").mkdir()
    assert table.score("bid", "4", "3", "2", "4") == Done("", SAID, 0)
    assert table.score("show").err == ""


def test_game_with_a_byte_order_mark(table: Table) -> None:
    """An editor's byte order mark does not hide a game."""
    start(table, "friday.toml")
    table.put("friday.toml", "\ufeff" + table.text("friday.toml"))
    assert table.score("bid", "4", "3", "2", "4") == Done("", SAID, 0)
    assert table.text("friday.toml").startswith("\ufeffformat = 1\n")


def test_several_games_to_read(table: Table) -> None:
    """Of several games the one that changed last is shown, and that is said."""
    start(table, "friday.toml", "alone.toml", "thursday.toml")
    out, err, code = table.score("show")
    assert out.startswith("friday · to 500")
    assert (err, code) == ("friday.toml, changed last of 3 games here; --game names another.\n", 0)


def test_several_games_to_change(table: Table) -> None:
    """Of several games none is guessed for a hand, and none is touched."""
    start(table, "friday.toml", "thursday.toml")
    before = [table.text("friday.toml"), table.text("thursday.toml")]
    said = "More than one game could be meant: friday.toml and thursday.toml. Say which with --game FILE.\n"
    assert table.score("bid", "4", "3", "2", "4") == Done("", said, 2)
    assert [table.text("friday.toml"), table.text("thursday.toml")] == before
    assert table.score("bid", "4", "3", "2", "4", "-g", "thursday.toml") == Done("", SAID, 0)
    assert table.text("friday.toml") == before[0]


def test_only_one_game_goes_on(table: Table) -> None:
    """Of several games the only one that is not over takes the hand; a broken one may be it, too."""
    start(table, "friday.toml", "thursday.toml")
    over = table.text("friday.toml").replace("[rules]\n", "[rules]\nending.target = 60\n")
    table.put("friday.toml", over)
    assert table.score("add-hand", "4", "3", "2", "4", "/", "8", "-g", "friday.toml").code == 0
    chosen = "thursday.toml, the only one of 2 games here that is not over.\n"
    assert table.score("bid", "4", "3", "2", "4") == Done("", chosen + SAID, 0)
    table.put("broken.toml", "format = 1\nplayers = [")
    said = "More than one game could be meant: broken.toml and thursday.toml. Say which with --game FILE.\n"
    assert table.score("tricks", "8") == Done("", said, 2)


def test_game_from_the_environment(table: Table) -> None:
    """SCORE_GAME names the game, unless --game does."""
    start(table, "friday.toml", "thursday.toml")
    env = {"SCORE_GAME": "thursday.toml"}
    assert table.score("show", env=env).out.startswith("thursday · ")
    assert table.score("show", "-g", "friday.toml", env=env).out.startswith("friday · ")
    assert table.score(env=env).out.startswith("thursday · ")


def test_help(table: Table) -> None:
    """Each command's help has an example, and the first page names each command."""
    names = [command.name or getattr(command.callback, "__name__", "") for command in app.registered_commands]
    page = table.score("--help")
    assert (page.err, page.code) == ("", 0)
    for name in names:
        assert f"  {name} " in page.out
        out, err, code = table.score(name, "-h")
        assert f"score {name}" in out.partition("Example")[2]
        assert (err, code) == ("", 0)
    assert len(names) == 26


def test_installed_program(table: Table) -> None:
    """The installed `score` is the same program."""
    start(table, "friday.toml")
    table.score("add-hand", "4", "3", "nil", "4", "/", "5", "3", "0", "5")
    program = Path(sys.executable).with_name("score")
    for words in (["explain"], ["show"], ["tricks", "14"], ["check", "1", "--claim", "Us=1"]):
        done = subprocess.run([program, *words], capture_output=True, check=False, timeout=30)
        assert Done(done.stdout.decode(), done.stderr.decode(), done.returncode) == table.score(*words)
    done = subprocess.run([sys.executable, "-m", "scorekeeper", "--version"], capture_output=True, check=True)
    assert done.stdout.decode() == f"score {scorekeeper.__version__}\n"
