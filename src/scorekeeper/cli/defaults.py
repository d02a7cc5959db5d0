"""The command that shows the defaults: config."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

import typer

from scorekeeper.cli.screen import manner, out, out_json, say, tell
from scorekeeper.render.words import problem_line, setting_said
from scorekeeper.rules.presets import DEFAULT, preset_settings
from scorekeeper.storage.config import Config, chosen_settings, create_config, rule_problems, without_faults
from scorekeeper.text import left, safe, width

if TYPE_CHECKING:
    from collections.abc import Iterator

_BUILT_IN, _FILE = "built in", "file"


class _Default(NamedTuple):
    """One default: its key, its value, and where that comes from."""

    key: str
    value: object
    source: str


def config(*, init: bool, json: bool) -> None:
    """Shows what is in force, or writes a file to fill in; ends with 3 where the file has faults."""
    if init:
        say(f"Wrote {safe(create_config())}, in which nothing is chosen yet: open it in an editor.")
        return
    found = manner().read_config()
    problems = (*found.problems, *rule_problems(found))
    defaults = [*_in_force(without_faults(found))]
    if json:
        from scorekeeper.render.data import problems_data

        values = {key: {"value": value, "from": source} for key, value, source in defaults}
        out_json({"file": found.path, "found": found.found, "defaults": values, "problems": problems_data([*problems])})
    else:
        out(_table(found, defaults))
    for problem in problems:
        tell(problem_line(problem))
    if problems:
        raise typer.Exit(3)


def _table(found: Config, defaults: list[_Default]) -> str:
    there = "" if found.found else " (not there; score config --init writes one)"
    rows = [(key, safe(_said(value)), source) for key, value, source in defaults]
    wide = [max(width(row[at]) for row in rows) for at in range(2)]
    lines = [f"{left(key, wide[0])}  {left(value, wide[1])}  {source}" for key, value, source in rows]
    return "\n".join([f"{safe(found.path)}{there}", "", *lines])


def _said(value: object) -> str:
    if value is None:
        return "none"
    return ", ".join(map(str, value)) if isinstance(value, list) else setting_said(value)


def _in_force(found: Config) -> Iterator[_Default]:
    """Every default with its value: the environment comes before the file, the file before what is built in."""

    def of_file(key: str, built_in: object = None) -> _Default:
        return _Default(key, found.values.get(key, built_in), _FILE if key in found.values else _BUILT_IN)

    yield of_file("players")
    yield of_file("sides")
    preset = found.values.get("rules", DEFAULT)
    yield of_file("rules", DEFAULT)
    settings = chosen_settings(found)
    target = settings.pop("ending.target", None)
    built_in = preset_settings(preset).get("ending.target", 500)
    yield _Default("target", built_in if target is None else target, _BUILT_IN if target is None else _FILE)
    for key, value in settings.items():
        yield _Default(f"rule.{key}", value, _FILE)
    yield _from_environment(("SCORE_GAME",), of_file("game"))
    yield _colour(of_file("colour", "auto"))
    colours = found.values.get("colours", {})
    for what, usual in (("good", "green"), ("bad", "red")):
        yield _Default(f"colours.{what}", colours.get(what, usual), _FILE if what in colours else _BUILT_IN)
    if found.values.get("pager", True):
        yield _from_environment(("SCORE_PAGER", "PAGER"), _Default("pager", "less", _BUILT_IN))
    else:
        yield of_file("pager")


def _from_environment(names: tuple[str, ...], usual: _Default) -> _Default:
    for name in names:
        if os.environ.get(name):
            return _Default(usual.key, os.environ[name], name)
    return usual


def _colour(usual: _Default) -> _Default:
    if os.environ.get("NO_COLOR"):
        return _Default("colour", "never", "NO_COLOR")
    return _Default("colour", "never", "TERM=dumb") if os.environ.get("TERM") == "dumb" else usual
