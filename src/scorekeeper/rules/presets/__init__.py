"""The published rule sets: TOML data beside this file.

A preset names its parent and the settings that differ from it. What a published preset scores never changes; a
better one gets a new name, for a game is judged by the rules that it was started under.
"""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import tomli

from scorekeeper.errors import Problem, RuleSettingError
from scorekeeper.text import suggestion

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from scorekeeper.game import Value

_FOLDER = os.path.dirname(__file__)  # noqa: PTH120  os.path is loaded at every start, pathlib is not
DEFAULT = "pagat-blind-nil"
"""What `score new` plays by where nobody chose."""


class Preset(NamedTuple):
    """A published rule set.

    Attributes:
        name: What it is called in game files and on the command line.
        title: What people call it.
        source: Where it is published.
        parent: The rule set that it varies, or empty.
        note: What people should know of it.
        settings: The settings that differ from its parent's, by dotted key.
        players: The numbers of players that it is made for; its parent's where it names none.
        sides: How the players form sides: ``partners``, ``solo``, ``pairs`` or ``threes``; its parent's where empty.
    """

    name: str
    title: str
    source: str
    parent: str
    note: str
    settings: Mapping[str, Value]
    players: tuple[int, ...]
    sides: str


@cache
def preset_names() -> tuple[str, ...]:
    """The names of all published rule sets, in alphabetical order."""
    return tuple(sorted(file[:-5] for file in os.listdir(_FOLDER) if file.endswith(".toml")))  # noqa: PTH208  as above


@cache
def load_preset(name: str) -> Preset:
    """A published rule set by its name.

    Raises:
        RuleSettingError: There is none of that name.
    """
    if name not in preset_names():
        remedy = suggestion(name, preset_names()) or "score rules lists them all."
        raise RuleSettingError(Problem("rules", f"there is no rule set called “{name}”.", remedy, ("preset",)))
    with open(os.path.join(_FOLDER, f"{name}.toml"), encoding="utf-8") as file:  # noqa: PTH118,PTH123  as above
        data = tomli.loads(file.read())
    settings = dict(flattened(data.get("settings", {})))
    parent = load_preset(data["parent"]) if "parent" in data else None
    return Preset(
        name=name,
        title=data["title"],
        source=data["source"],
        parent=data.get("parent", ""),
        note=data.get("note", ""),
        settings=settings,
        players=tuple(data.get("players", parent.players if parent else (4,))),
        sides=data.get("sides", parent.sides if parent else "partners"),
    )


def preset_settings(name: str) -> dict[str, Value]:
    """All settings of a rule set that differ from the defaults, its parents' included, by dotted key."""
    preset = load_preset(name)
    inherited = preset_settings(preset.parent) if preset.parent else {}
    return {**inherited, **preset.settings}


def flattened(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Value]]:
    """The settings of nested tables, by dotted key: ``{nil: {made: 50}}`` gives ``nil.made``, 50."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flattened(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value
