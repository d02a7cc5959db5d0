"""The JSON Schema of a game file, made from the models of the file and of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorekeeper.rules import RuleSet
from scorekeeper.rules.presets import load_preset, preset_names
from scorekeeper.storage.document import GameTable
from scorekeeper.storage.source import FORMAT

if TYPE_CHECKING:
    from scorekeeper.rules.base import Rule, Setting

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_DAY = r"^\d{4}-\d{2}-\d{2}"
_TIMES = {"date": rf"{_DAY}$", "date-time": rf"{_DAY}[Tt ]\d{{2}}:\d{{2}}"}


def game_schema() -> dict[str, Any]:
    """The schema: what editors complete and check. Names, sums of tricks and scores are for `score check`."""
    schema = GameTable.model_json_schema()
    definitions = schema["$defs"]
    definitions["RulesTable"] = _rules_table()
    definitions["RuleChangeTable"]["properties"]["settings"] = _settings_table()
    definitions["RuleChangeTable"]["properties"]["settings"]["description"] = "What changed, by setting key."
    schema["properties"]["format"] = {"const": FORMAT, "description": "The version of this layout."}
    _tidy(schema)
    return {"$schema": _DIALECT, **schema}


def _tidy(part: Any) -> None:
    """Turns what pydantic makes into what editors can use.

    Dates and times become patterns: what checks TOML sees them as text, and ours have no zone, as `date-time` would.
    """
    if isinstance(part, dict):
        if {"type": "null"} in part.get("anyOf", ()):  # TOML has none: the key is left out
            del part["default"]
            wanted = next(kind for kind in part.pop("anyOf") if kind != {"type": "null"})
            part |= {**wanted, **part}
        kind = part.get("format")
        if isinstance(kind, str) and kind in _TIMES:
            part["pattern"] = _TIMES[part.pop("format")]
        if isinstance(part.get("title"), str):
            del part["title"]  # the key again, or the name of one of our classes
        for below in part.values():
            _tidy(below)
    elif isinstance(part, list):
        for below in part:
            _tidy(below)


def _rules_table() -> dict[str, Any]:
    table = _settings_table()
    titles = "\n".join(f"{name}: {load_preset(name).title}" for name in preset_names())
    preset = {"enum": [*preset_names()], "description": f"A published rule set.\n{titles}"}
    return {**table, "properties": {"preset": preset, **table["properties"]}}


def _settings_table() -> dict[str, Any]:
    """The settings by rule: `nil.made = 50` is the key `made` of the table `nil`."""
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {group: _rule(kind) for group, kind in RuleSet.kinds().items()},
    }


def _rule(kind: type[Rule]) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "description": kind.text(),
        "properties": {name: _setting(setting) for name, setting in kind.settings.items()},
    }


def _setting(setting: Setting) -> dict[str, Any]:
    words = [setting.text, *(f"{word}: {meaning}" for word, meaning in setting.choices.items())]
    described: dict[str, Any] = {"description": "\n".join(words), "default": setting.default}
    if setting.choices:
        return {**described, "enum": [*setting.choices]}
    if isinstance(setting.default, bool):
        return {**described, "type": "boolean"}
    return {**described, "type": "integer", "minimum": setting.low, "maximum": setting.high}
