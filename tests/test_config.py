"""The file of defaults: where it is, what it may say, and that it is in nobody's way."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs.macos
import platformdirs.unix
import platformdirs.windows
import pytest
import tomli

from scorekeeper.cli.screen import Manner
from scorekeeper.storage import config

if TYPE_CHECKING:
    from collections.abc import Callable

    from platformdirs.api import PlatformDirsABC

    from harness import Done, Table

KINDS: dict[str, Callable[..., PlatformDirsABC]] = {
    "linux": platformdirs.unix.Unix,
    "darwin": platformdirs.macos.MacOS,
    "win32": platformdirs.windows.Windows,
}
AROUND: list[dict[str, str]] = [
    {},
    {"XDG_CONFIG_HOME": "/elsewhere"},
    {"XDG_CONFIG_HOME": ""},
    {"XDG_CONFIG_HOME": "  "},
    {"APPDATA": "/users/ann/AppData/Roaming"},
]


@pytest.mark.parametrize("around", AROUND, ids=str)
@pytest.mark.parametrize("system", KINDS)
def test_usual_place(system: str, around: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is where each system keeps settings, as platformdirs has it; macOS is not asked for XDG's places."""
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(platformdirs.windows, "get_win_folder", platformdirs.windows.get_win_folder_from_env_vars)
    for name in ("SCORE_CONFIG", "XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/users/ann")
    for name, value in around.items():
        monkeypatch.setenv(name, value)
    ours = config.place()
    if system == "darwin":
        monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    if system == "win32" and "APPDATA" not in around:
        monkeypatch.setenv("APPDATA", "/users/ann/AppData/Roaming")
    theirs = KINDS[system]("scorekeeper", appauthor=False, roaming=True).user_config_dir
    assert ours == str(Path(theirs, "config.toml"))


def test_place_that_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """SCORE_CONFIG names the file; a relative XDG_CONFIG_HOME does not count, as its standard has it."""
    monkeypatch.setenv("SCORE_CONFIG", "mine.toml")
    assert config.place() == "mine.toml"
    monkeypatch.setenv("SCORE_CONFIG", "")
    monkeypatch.setenv("XDG_CONFIG_HOME", "relative")
    monkeypatch.setenv("HOME", "/users/ann")
    monkeypatch.setattr(sys, "platform", "linux")
    assert config.place() == "/users/ann/.config/scorekeeper/config.toml"


def test_template(table: Table) -> None:
    """The file to fill in says nothing; with its lines uncommented it names every key, and all of it can be."""
    assert table.score("config", "--init").code == 0
    assert tomli.loads(table.text("config.toml")) == {}
    lines = [re.sub(r"^# (?=\S+ = |\[)", "", line) for line in config.TEMPLATE.split("\n")]
    table.put("config.toml", "\n".join(lines))
    assert set(tomli.loads(table.text("config.toml"))) == set(config._KEYS)
    out, err, code = table.score("config")
    assert (err, code) == ("", 0)
    assert out.count(" file\n") == 8
    assert table.score("new", "-g", "friday.toml").code == 0


def test_template_in_a_folder_that_is_not_there(table: Table) -> None:
    """The folder of the file is made; where that cannot be, it is said."""
    inner = str(Path("a", "b", "config.toml"))
    done = table.score("config", "--init", env={"SCORE_CONFIG": inner})
    assert (done.out, done.code) == ("", 0)
    assert table.text(inner) == config.TEMPLATE
    table.put("file", "")
    done = table.score("config", "--init", env={"SCORE_CONFIG": str(Path("file", "config.toml"))})
    assert (done.out, done.code) == ("", 3)
    assert done.err.startswith("file: the folder cannot be made: ")


BROKEN: dict[str, tuple[str | bytes, str]] = {
    "not UTF-8": (b"colour = \xff", "config.toml, line 1: the byte 0xFF is not UTF-8. Save the file as UTF-8 in "),
    "UTF-16": ("colour".encode("utf-16"), "config.toml: the text is in UTF-16; expected UTF-8."),
    "not TOML": ("colour: auto", "config.toml, line 1, column 7: this is not TOML: "),
    "too long": ("#" * 200_000, "config.toml: it is far too long for a file of defaults."),
    "too deep": ("x = " + "[" * 5000, "config.toml: tables or lists stand in one another too deeply"),
    "a key with control codes": ('"\\u001b[31m" = 1', "config.toml, line 1: there is no default called \\u001b[31m."),
    "a name with control codes": (
        'players = ["A\\u001b", "B"]',
        "config.toml, line 1: the name “A\\u001b” has the control character U+001B in it.",
    ),
    "a name with control codes for a side": ('sides = ["\\u009b", "B"]', "config.toml, line 1: the name “\\u009b” has"),
    "no name": ("players = []", "config.toml, line 1: players is a list; expected names in a list, clockwise: "),
    "seven names": ('players = ["A", "B", "C", "D", "E", "F", "G"]', "config.toml, line 1: 7 players; Spades is"),
    "a table for a colour": ("colours = { good = {} }", "config.toml, line 1: “{}” is no colour here; expected one of"),
    "a list for a setting": ("rule.nil.made = [50]", "config.toml, line 1: nil.made is [50]; expected a whole number"),
    "a target that cannot be": ("target = -5", "config.toml, line 1: ending.target is -5; expected a whole number"),
    "a setting without its group": ("rule.made = 50", "config.toml, line 1: there is no setting made."),
    "settings that contradict": (
        "rule.bidding.team_minimum = 9\nrule.bidding.team_maximum = 5",
        "config.toml: bidding.team_minimum is 9, above bidding.team_maximum, 5.",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken(name: str, table: Table) -> None:
    """Whatever stands in the file: config and new tell of it, with its line, and every other command goes on."""
    text, said = BROKEN[name]
    assert table.score("new", "Ann", "Bob", "Cy", "Dee", "-g", "friday.toml").code == 0
    table.put("config.toml", text)
    for words in (["config"], ["new", "Ann", "Bob", "Cy", "Dee", "-g", "other.toml"]):
        done = table.score(*words)
        assert done.err.startswith(said)
        assert done.code == 3
    assert not (table.folder / "other.toml").exists()
    assert table.score("bid", "4", "3", "2", "4", "-g", "friday.toml").code == 0
    assert table.score("undo", "-g", "friday.toml").code == 0
    done = table.score("show", "-g", "friday.toml")
    assert done.out.startswith("friday · to 500 · pagat with blind nil\n")
    assert done.err == "" or done.err.startswith(f"Left out: {said}")
    assert done.code == 0


def test_no_file(table: Table) -> None:
    """A folder or a pipe in its place is told of; what cannot be read, too; nothing waits."""
    (table.folder / "config.toml").mkdir()
    assert table.score("config").err == "config.toml: this is no file that can be read. SCORE_CONFIG names another.\n"
    os.mkfifo(table.folder / "pipe")
    assert table.score("config", env={"SCORE_CONFIG": "pipe"}).code == 3
    assert table.score("config", env={"SCORE_CONFIG": os.devnull}).code == 0


def test_told_once(table: Table) -> None:
    """A fault is told once by a command, however often it looks."""
    table.score("new", "Ann", "Bob", "Cy", "Dee", "-g", "friday.toml")
    table.put("config.toml", "colour = 5")
    done = table.score("add-hand", "4", "3", "4", "2", "/", "8", "5", terminal=True)
    assert done.err.count("colour is 5") == 1


def shown(table: Table, text: str, **env: str) -> Done:
    """A side's hand on a terminal, with a file of defaults."""
    table.patch.delenv("NO_COLOR", raising=False)
    table.put("config.toml", text)
    piped = env.pop("piped", "")
    return table.score("check", "--bid", "5", "--took", "3", env=env, terminal=not piped)


def test_colour(table: Table) -> None:
    """Colour as the file wants it; the environment comes first."""
    assert "\x1b[31m" in shown(table, "").out
    assert "\x1b" not in shown(table, "", piped="yes").out
    assert "\x1b" not in shown(table, 'colour = "never"').out
    assert "\x1b" in shown(table, 'colour = "always"', piped="yes").out
    assert "\x1b" not in shown(table, 'colour = "always"', NO_COLOR="1").out
    assert "\x1b" not in shown(table, 'colour = "always"', TERM="dumb").out
    assert "\x1b[33m" in shown(table, 'colours = { bad = "yellow" }').out
    assert "\x1b[31m" in shown(table, 'colours = { good = "blue" }').out


def test_nothing_is_read_before_it_is_asked_for() -> None:
    """A run that shows nothing reads no file."""
    manner = Manner()
    assert manner._config is None
    assert manner.config is manner.config


IN_FORCE: dict[str, tuple[str, dict[str, tuple[object, str]]]] = {
    "a target that cannot be": ("target = -5", {"target": (500, "built in")}),
    "a setting that cannot be, beside one that can": (
        '[rule]\nnil.made = "x"\nnil.failed = 60',
        {"rule.nil.failed": (60, "file"), "target": (500, "built in")},
    ),
    "a rule set that is none": (
        'rules = "nope"\ntarget = 300',
        {"rules": ("pagat-blind-nil", "built in"), "target": (300, "file")},
    ),
    "settings that contradict": (
        "rule.bidding.team_minimum = 9\nrule.bidding.team_maximum = 5",
        {"rules": ("pagat-blind-nil", "built in"), "target": (500, "built in")},
    ),
}


@pytest.mark.parametrize("name", IN_FORCE)
def test_what_cannot_be_is_not_in_force(name: str, table: Table) -> None:
    """Of rules that cannot be, what is built in is shown; what is right beside them stays."""
    text, expected = IN_FORCE[name]
    table.put("config.toml", text)
    done = table.score("config", "--json")
    told = {key: (each["value"], each["from"]) for key, each in json.loads(done.out)["defaults"].items()}
    assert {key: told[key] for key in told if (key in ("rules", "target") and key in expected) or "." in key} == {
        **expected,
        "colours.good": ("green", "built in"),
        "colours.bad": ("red", "built in"),
    }
    assert done.code == 3
