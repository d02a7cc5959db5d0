"""The file of defaults: players, rules and colours of a table that are not to be typed every time.

A fault in it is never in the way of the game: a key that cannot be is left out, and told of.
"""
# os.path is loaded at every start; pathlib is not, and would cost time.
# ruff: noqa: PTH103, PTH111, PTH113, PTH117, PTH118, PTH120, PTH123

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from scorekeeper.errors import GameFileError, Problem, RuleSettingError, ScorekeeperError
from scorekeeper.game import name_fault, seated, table_problems
from scorekeeper.text import suggestion

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from scorekeeper.game import Value

COLOURS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
"""The eight colours that every terminal has, in the order of their codes."""
WHEN = ("auto", "always", "never")
TEMPLATE = """\
# Defaults of score. A line counts when the # before it is taken away.
# score config shows what is in force.

# What score new begins with, where nothing else is said:
# players = ["Ann", "Bob", "Cy", "Dee"]   # clockwise
# sides = ["Us", "Them"]
# rules = "pagat-blind-nil"               # a published rule set; score rules lists them
# target = 500

# How score writes:
# colour = "auto"                         # or "always", "never"
# pager = true                            # long sheets page by page
# colours = { good = "green", bad = "red" }

# House rules, laid over the rule set:
# [rule]
# nil.made = 50
# nil.failed = 50
"""

_MAX_BYTES = 100_000
_TARGET = "ending.target"


class Config(NamedTuple):
    """What the file of defaults says.

    Attributes:
        path: Where it is, or would be.
        found: Whether it is there.
        values: What it says, by key; what cannot be is left out.
        problems: What is wrong with it, each with its line.
        text: What stands in it.
    """

    path: str
    found: bool = False
    values: Mapping[str, Any] = {}
    problems: tuple[Problem, ...] = ()
    text: str = ""


class _Key(NamedTuple):
    expected: str
    accepts: Callable[[Any], bool]


def place() -> str:
    """Where the file of defaults is: what SCORE_CONFIG names, else the usual place of the system."""
    named = os.environ.get("SCORE_CONFIG")
    if named:
        return named
    if sys.platform == "win32":
        folder = os.environ.get("APPDATA") or os.path.join(os.path.expanduser("~"), "AppData", "Roaming")
    elif sys.platform == "darwin":
        folder = os.path.expanduser("~/Library/Application Support")
    else:
        folder = os.environ.get("XDG_CONFIG_HOME", "").strip()
        folder = folder if os.path.isabs(folder) else os.path.expanduser("~/.config")
    return os.path.join(folder, "scorekeeper", "config.toml")


def load_config() -> Config:
    """The file of defaults, each key checked for its form. Whether the rules in it can be, `rule_problems` says."""
    path = place()
    try:
        text = _read(path)
        return Config(path) if text is None else _checked(path, text)
    except ScorekeeperError as error:
        return Config(path, found=True, problems=error.at(path).problems)


def _read(path: str) -> str | None:
    from scorekeeper.storage.source import decoded

    if path == os.devnull or not os.path.lexists(path):
        return None
    if not os.path.isfile(path):
        raise GameFileError(Problem("", "this is no file that can be read.", "SCORE_CONFIG names another."))
    try:
        with open(path, "rb") as file:
            data = file.read(_MAX_BYTES + 1)
    except OSError as error:
        raise GameFileError(Problem("", f"it cannot be read: {error.strerror or error}.")) from None
    if len(data) > _MAX_BYTES:
        raise GameFileError(Problem("", "it is far too long for a file of defaults.", "SCORE_CONFIG names another."))
    return decoded(data)


def _checked(path: str, text: str) -> Config:
    from scorekeeper.storage.source import parsed

    tables = parsed(text)
    problems = [*_faults(tables)]
    wrong = {problem.path[0] for problem in problems}
    values = {key: value for key, value in tables.items() if key not in wrong}
    config = Config(path, found=True, values=values, text=text)
    return config._replace(problems=_placed(config, problems))


def _faults(tables: Mapping[str, Any]) -> Iterator[Problem]:
    from scorekeeper.storage.source import shown

    for key, value in tables.items():
        known = _KEYS.get(key)
        if known is None:
            remedy = suggestion(key, [*_KEYS]) or f"Known are {', '.join(_KEYS)}."
            yield Problem("", f"there is no default called {key}.", remedy, (key,))
        elif not known.accepts(value):
            near = suggestion(value, WHEN) if isinstance(value, str) else ""
            yield Problem("", f"{key} is {shown(value)}; expected {known.expected}.", near, (key,))
        elif key == "colours":
            yield from _colour_faults(value)
        elif key == "players":
            problems = table_problems(value, seated(value, "solo"))
            yield from (problem._replace(where="", path=("players",)) for problem in problems)
        elif key == "sides":
            yield from (Problem("", *fault, path=("sides",)) for name in value if (fault := name_fault(name)))


def _colour_faults(colours: Mapping[str, Any]) -> Iterator[Problem]:
    for what, colour in colours.items():
        if what not in ("good", "bad"):
            yield Problem("", f"nothing is coloured as {what}; good and bad are.", path=("colours", what))
        elif colour not in COLOURS:
            near = suggestion(str(colour), COLOURS)
            text = f"“{colour}” is no colour here; expected one of {', '.join(COLOURS)}."
            yield Problem("", text, near, ("colours", what))


def _texts(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(part, str) for part in value)


_KEYS = {
    "players": _Key('names in a list, clockwise: ["Ann", "Bob"]', _texts),
    "sides": _Key('names in a list: ["Us", "Them"]', _texts),
    "rules": _Key('the name of a rule set: "pagat"', lambda value: isinstance(value, str)),
    "rule": _Key("a table of settings: [rule], and nil.made = 50 below it", lambda value: isinstance(value, dict)),
    "target": _Key("a number of points", lambda value: type(value) is int),
    "colour": _Key(f"one of {', '.join(WHEN)}", lambda value: isinstance(value, str) and value in WHEN),
    "colours": _Key('a table: { good = "blue", bad = "yellow" }', lambda value: isinstance(value, dict)),
    "pager": _Key("true or false", lambda value: isinstance(value, bool)),
}
"""Every default that the file may give, in the order in which they are shown."""


def chosen_settings(config: Config) -> dict[str, Value]:
    """The settings that the file lays over its rule set, the target among them, by dotted key."""
    from scorekeeper.rules.presets import flattened

    settings = dict(flattened(config.values.get("rule", {})))
    if "target" in config.values:
        settings.setdefault(_TARGET, config.values["target"])
    return settings


def rule_problems(config: Config) -> tuple[Problem, ...]:
    """What is wrong with the rules in the file, each with its line; for whoever is about to play by them."""
    from scorekeeper.rules import RuleSet
    from scorekeeper.rules.presets import DEFAULT, flattened

    given = dict(flattened(config.values.get("rule", {})))
    if "target" in config.values and _TARGET in given:
        what = f"target is {config.values['target']}, and {_TARGET} below [rule] is given as well."
        return _placed(config, [Problem("", what, "Take one of the two out.", ("target",))])
    try:
        RuleSet(config.values.get("rules", DEFAULT), chosen_settings(config))
    except RuleSettingError as error:
        return _placed(config, [problem._replace(where="", path=_path(config, problem)) for problem in error.problems])
    return ()


def without_faults(config: Config) -> Config:
    """The file without the rules in it that cannot be: what is left of it can be in force."""
    while problems := rule_problems(config):
        config = config._replace(values=_without(config.values, problems))
    return config


def _without(values: Mapping[str, Any], problems: Iterable[Problem]) -> dict[str, Any]:
    """The values without those that a fault is about; where it is about none alone, without all house rules."""
    from scorekeeper.rules.presets import flattened

    settings = dict(flattened(values.get("rule", {})))
    wrong = {".".join(map(str, problem.path)) for problem in problems}
    kept = {key: value for key, value in settings.items() if f"rule.{key}" not in wrong}
    left = {key: value for key, value in values.items() if key not in (*wrong, "rule")} | {"rule": kept}
    if kept == settings and left.keys() == values.keys() | {"rule"}:
        return {key: value for key, value in left.items() if key not in ("rules", "rule", "target")}
    return left


def _path(config: Config, problem: Problem) -> tuple[str | int, ...]:
    """Where the cause of a fault in the rules stands in the file."""
    if problem.path == ("preset",):
        return ("rules",)
    if ".".join(map(str, problem.path)) == _TARGET and "target" in config.values:
        return ("target",)
    return ("rule", *problem.path) if problem.path else ()


def _placed(config: Config, problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The problems with the file and the line."""
    from scorekeeper.storage.store import lines_of

    problems = list(problems)
    lines = lines_of(config.text, [problem.path for problem in problems])
    places = [f"{config.path}, line {line}" if line else config.path for line in lines]
    return tuple(problem.at(where) for where, problem in zip(places, problems, strict=True))


def create_config() -> str:
    """Writes a file of defaults to fill in, in whose lines nothing is chosen yet; tells where.

    Raises:
        GameFileError: There is one already, or it cannot be written.
    """
    from scorekeeper.storage import files

    path = place()
    folder = os.path.dirname(path)
    if folder:
        try:
            os.makedirs(folder, exist_ok=True)
        except OSError as error:
            what = f"the folder cannot be made: {error.strerror or error}."
            raise GameFileError(Problem(folder, what, "SCORE_CONFIG names another place.")) from None
    files.create(path, TEMPLATE.encode())
    return path
