"""The JSON Schema of a whole game as data: what `score show --json` and `score export --json` write."""

from __future__ import annotations

from typing import Any

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_TEXT = {"type": "string"}
_WHOLE = {"type": "integer"}
_COUNT = {"type": "integer", "minimum": 0}
_NUMBER = {"type": "integer", "minimum": 1}
_SETTING = {"type": ["integer", "string", "boolean"]}


def export_schema() -> dict[str, Any]:
    """The schema. Keys may be added in later versions, and are never renamed."""
    return {
        "$schema": _DIALECT,
        "title": "A game of Spades, scored",
        **_table(
            "",
            name=_said("What the game is called."),
            started=_or_null({"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"}, "The day it was started."),
            players={**_list(_TEXT), "description": "The players, clockwise."},
            sides=_by_name(_list(_TEXT), "The players of each side, in seat order."),
            rules=_ref("rules"),
            rule_changes=_list(_ref("rule_change")),
            hands={**_list(_ref("hand")), "description": "The hands that are complete, in order."},
            in_play={**_either(_ref("facts")), "description": "The hand whose bids alone are known, or null."},
            standings=_by_name(_ref("standing"), "Where each side stands after the last complete hand."),
            outcome=_ref("outcome"),
            ended_with=_or_null(_NUMBER, "The hand that ended the game, or null while it goes on."),
            next_dealer=_or_null(_TEXT, "Who deals next, or null where the game is over."),
            remarks={**_list(_ref("remark")), "description": "What was not in order, though it can be scored."},
        ),
        "$defs": _definitions(),
    }


def _definitions() -> dict[str, Any]:
    facts = _facts()
    return {
        "rules": _table(
            "The rules that the game was started under.",
            preset=_said("The published rule set."),
            settings=_by_name(_SETTING, "The settings that differ from it, by their keys."),
        ),
        "rule_change": _table(
            "Settings that changed during the game.",
            at=_said("When: a local time, such as 2026-11-27T20:14:00."),
            from_hand={**_NUMBER, "description": "The first hand that is played by them."},
            settings=_by_name(_SETTING, "What changed, by setting key."),
            why=_TEXT,
        ),
        "facts": _table("A hand as it stands in the file.", **facts),
        "hand": _table(
            "A complete hand, scored.",
            hand={**_NUMBER, "description": "Its number."},
            dealer=_TEXT,
            **facts,
            sides=_by_name(_ref("side"), "Each side's hand."),
            mismatches=_by_name(_WHOLE, "Written totals that differ from the rules."),
        ),
        "ruling": {
            "description": "What was ruled about a hand; only what says something is there.",
            "type": "object",
            "additionalProperties": False,
            "required": ["kind"],
            "properties": {
                "kind": {"enum": ["renege", "adjustment"]},
                "player": _said("Who reneged."),
                "to": _said("The side that is paid, of three or more."),
                "side": _said("Whose score was adjusted."),
                "points": _WHOLE,
                "why": _TEXT,
            },
        },
        "side": _table(
            "One side's hand.",
            before=_ref("standing"),
            lines=_list(_ref("line")),
            points={**_WHOLE, "description": "The sum of the lines."},
            after=_ref("standing"),
        ),
        "line": _table(
            "One reasoned entry.",
            rule=_said("What it is called, such as contract or bag penalty."),
            points=_WHOLE,
            bags=_WHOLE,
            reason=_said("Why, in words."),
        ),
        "standing": _table("A score and bags.", score=_WHOLE, bags=_COUNT),
        "outcome": _table(
            "How the game stands.",
            over={"type": "boolean"},
            winner=_or_null(_TEXT, "The side that has won."),
            reason=_said("Why, in a sentence."),
        ),
        "remark": _table("A remark.", where=_TEXT, what=_TEXT, remedy=_TEXT),
    }


def _facts() -> dict[str, Any]:
    bid = {
        "anyOf": [_COUNT, {"type": "string", "pattern": r"^(nil|blind nil|blind \d+)$"}],
        "description": "A number, or words: nil, blind nil, blind 6.",
    }
    return {
        "bids": _by_name(bid, "Each player's bid; empty where the hand bids itself."),
        "tricks": {**_either(_by_name(_COUNT, "")), "description": "Tricks by player or by side, as entered."},
        "totals": {**_either(_by_name(_WHOLE, "")), "description": "The totals as they were written, or null."},
        "note": _TEXT,
        "rulings": _list(_ref("ruling")),
        "void": _said("Why the hand does not count; empty for one that does."),
    }


def _table(about: str, **properties: Any) -> dict[str, Any]:
    """An object that has just these keys, all of them."""
    described = {"description": about} if about else {}
    shape = {"type": "object", "additionalProperties": False, "required": [*properties], "properties": properties}
    return {**described, **shape}


def _by_name(value: dict[str, Any], about: str) -> dict[str, Any]:
    """An object with names of players, sides or settings for keys."""
    described = {"description": about} if about else {}
    return {**described, "type": "object", "additionalProperties": value}


def _list(item: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": item}


def _said(about: str) -> dict[str, Any]:
    return {**_TEXT, "description": about}


def _either(value: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [value, {"type": "null"}]}


def _or_null(value: dict[str, Any], about: str) -> dict[str, Any]:
    return {**_either(value), "description": about}


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}
