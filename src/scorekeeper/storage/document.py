"""The shape of a game file, as models: what stands where, and of what kind.

They say what is wrong with a file, and give the schema for editors. They are loaded only when one of the two is
wanted: a file of the right shape is read without them (`scorekeeper.storage.reader`), and a test holds that both
accept the same files.
"""

from __future__ import annotations

import datetime  # noqa: TC003  the models need the classes, not their names
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictStr, ValidationError, WithJsonSchema

from scorekeeper.bids import parse_bid
from scorekeeper.errors import Problem, ScorekeeperError
from scorekeeper.rules.presets import DEFAULT
from scorekeeper.storage.reader import LARGEST, MOST_HANDS
from scorekeeper.storage.source import shown, spoken
from scorekeeper.text import suggestion

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic_core import ErrorDetails


def _bid_fact(value: object) -> int | str:
    if type(value) not in (int, str):
        raise ValueError(f"{shown(value)} is no bid. A bid is a number of tricks, “nil” or “blind nil”.")
    try:
        return parse_bid(value).fact  # type: ignore[arg-type]  # one of the two, as was just seen
    except ScorekeeperError as error:
        raise ValueError(str(error)) from None


_BID_WORDS = r"^\s*([Bb]([Ll][Ii][Nn][Dd])?\s*-?\s*)?([Nn]([Ii][Ll])?|0[Nn]|\d{1,3})\s*$"
Figure = Annotated[int, Field(strict=True, ge=-LARGEST, le=LARGEST)]
BidFact = Annotated[
    int | str,
    BeforeValidator(_bid_fact),
    WithJsonSchema(
        {
            "description": "A number of tricks, “nil”, “blind nil” or a blind number such as “blind 6”.",
            "anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": _BID_WORDS}],
        }
    ),
]


class Table(BaseModel):
    """The base of all tables: unknown keys are refused, and nothing is converted from one kind to another."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class RulingTable(Table):
    """What was ruled about a hand."""

    kind: Annotated[
        StrictStr, Field(description="What was ruled.", json_schema_extra={"enum": ["renege", "adjustment"]})
    ]
    player: Annotated[StrictStr, Field(description="For a renege: who is at fault.")] = ""
    to: Annotated[StrictStr, Field(description="For a renege: the side that is paid, of three or more.")] = ""
    side: Annotated[StrictStr, Field(description="For an adjustment: whose score it is.")] = ""
    points: Annotated[Figure, Field(description="For an adjustment: points added, or taken off below zero.")] = 0
    why: Annotated[StrictStr, Field(description="What the table went by.")] = ""


class HandTable(Table):
    """A hand: `[[hands]]`."""

    bids: Annotated[
        dict[StrictStr, BidFact], Field(description="Each player's bid; empty for a hand that bids itself.")
    ]
    tricks: Annotated[
        dict[StrictStr, Figure] | None,
        Field(description="Tricks won, by player or by side; left out while the hand is being played."),
    ] = None
    dealer: Annotated[StrictStr, Field(description="Who dealt; left out, the deal passes to the left.")] = ""
    totals: Annotated[
        dict[StrictStr, Figure] | None,
        Field(description="Each side's score after the hand, as the table agreed on it; checked, never trusted."),
    ] = None
    note: Annotated[StrictStr, Field(description="What somebody wanted to remember.")] = ""
    rulings: Annotated[list[RulingTable], Field(description="What was ruled about the hand.")] = []
    bid_at: Annotated[
        datetime.datetime | None, Field(description="When the bids were stored, where that was before the tricks.")
    ] = None
    void: Annotated[StrictStr, Field(description="Why the hand does not count, such as misdeal.")] = ""


class CorrectionTable(Table):
    """A change to what had been entered: `[[corrections]]`."""

    at: Annotated[datetime.datetime, Field(description="When it was made.")]
    change: Annotated[
        StrictStr, Field(description="What it was.", json_schema_extra={"enum": ["edit", "accept", "undo", "redo"]})
    ]
    hand: Annotated[Figure, Field(description="The number of the hand, from 1.")]
    entered: Annotated[Figure, Field(description="How many entries the game had afterwards.")]
    of: Annotated[
        StrictStr, Field(description="For undo and redo: what was taken or brought back, entry, edit or accept.")
    ] = ""
    why: Annotated[StrictStr, Field(description="The reason given.")] = ""
    was: Annotated[HandTable | None, Field(description="The hand before the change.")] = None


class RulesTable(BaseModel):
    """The rules: `[rules]`. Which settings there are, and what they may be, is for the rules themselves to say."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True)

    preset: Annotated[StrictStr, Field(description="A published rule set.")] = DEFAULT


class RuleChangeTable(Table):
    """Settings changed during the game: `[[rule_changes]]`."""

    at: Annotated[datetime.datetime, Field(description="When.")]
    from_hand: Annotated[Figure, Field(description="The first hand that is played by them.")]
    settings: Annotated[dict[StrictStr, Any], Field(description="What changed, by setting key.")]
    why: Annotated[StrictStr, Field(description="The reason given.")] = ""


class GameTable(Table):
    """A game of Spades, as scorekeeper keeps it."""

    format: Annotated[Figure, Field(description="The version of this layout.")]
    players: Annotated[
        list[StrictStr], Field(description="The players, clockwise.", json_schema_extra={"minItems": 2, "maxItems": 6})
    ]
    name: Annotated[StrictStr, Field(description="What the game is called.")] = ""
    started: Annotated[datetime.date | None, Field(description="The day of the game.")] = None
    dealer: Annotated[StrictStr, Field(description="Who deals the first hand; left out, the last player.")] = ""
    sides: Annotated[
        dict[StrictStr, list[StrictStr]] | None,
        Field(description="Who scores together; left out, four players are partners across the table."),
    ] = None
    rules: Annotated[RulesTable | None, Field(description="The rule set and what differs from it.")] = None
    rule_changes: Annotated[list[RuleChangeTable], Field(description="What was changed of the rules, in order.")] = []
    hands: Annotated[list[HandTable], Field(description="The hands, in order.", max_length=MOST_HANDS)] = []
    corrections: Annotated[list[CorrectionTable], Field(description="What was corrected, in order.")] = []


def faults(tables: dict[str, Any]) -> list[Problem]:
    """What is wrong with the shape of a game file; empty where nothing is."""
    try:
        GameTable.model_validate(tables)
    except ValidationError as error:
        return [_problem(detail) for detail in error.errors(include_url=False)]
    return []


_KINDS = {
    "int_type": "a whole number, such as 4",
    "string_type": 'text in quotation marks, such as "Ann"',
    "dict_type": "a table",
    "model_type": "a table",
    "list_type": "a list in square brackets",
    "date_type": "a date, such as 2026-11-27",
    "datetime_type": "a date and time, such as 2026-11-27T20:14:00",
    "greater_than_equal": f"a number of at least {-LARGEST}",
    "less_than_equal": f"a number of at most {LARGEST}",
    "too_long": f"at most {MOST_HANDS} hands",
}


_LINES = {
    "format": "format = 1",
    "players": 'players = ["Ann", "Bob", "Cy", "Dee"]',
    "sides": 'sides = { Us = ["Ann", "Cy"], Them = ["Bob", "Dee"] }',
    "rules": 'rules = { preset = "pagat" }',
    "hands": "[[hands]] above the lines of each hand",
    "bids": "bids = { Ann = 4, Bob = 3, Cy = 2, Dee = 4 }",
    "tricks": "tricks = { Us = 8, Them = 5 }",
    "totals": "totals = { Us = 62, Them = -70 }",
    "rulings": 'rulings = [{ kind = "renege", player = "Bob" }]',
    "kind": 'kind = "renege"',
    "at": "at = 2026-11-27T20:14:00",
    "change": 'change = "edit"',
    "hand": "hand = 1",
    "entered": "entered = 1",
    "from_hand": "from_hand = 2",
    "settings": "settings = { nil.made = 50 }",
}
"""How the keys look that must be there, and those of which people write something else."""


def _problem(detail: ErrorDetails) -> Problem:
    """One fault in our words; pydantic's are for programmers."""
    path = detail["loc"]
    key = path[-1]
    if detail["type"] == "missing":
        return Problem(spoken(path[:-1]), f"the key {key} is missing.", f"For example {_LINES[str(key)]}.", path)
    if detail["type"] == "extra_forbidden":
        remedy = suggestion(str(key), [*_known_keys(path[:-1])]) or "Take it out."
        return Problem(spoken(path[:-1]), f"there is no key {key} here.", remedy, path)
    if detail["type"] == "value_error":
        return Problem(spoken(path), str(detail["ctx"]["error"]), "", path)
    what = f"{shown(detail['input'])} stands here; expected {_KINDS.get(detail['type'], 'another kind')}."
    return Problem(spoken(path), what, _example(detail["type"], path), path)


def _example(kind: str, path: tuple[int | str, ...]) -> str:
    """How a table or a list looks that was written otherwise; nothing for what needs no example."""
    if kind not in ("dict_type", "model_type", "list_type"):
        return ""
    if path[0] == "sides" and len(path) == 2:
        return f'For example {path[1]} = ["Ann", "Cy"].'
    key = next((str(step) for step in reversed(path) if isinstance(step, str)), "")
    return f"For example {_LINES[key]}." if key in _LINES else ""


def _known_keys(path: tuple[int | str, ...]) -> Iterator[str]:
    models: dict[str, type[Table]] = {
        "hands": HandTable,
        "corrections": CorrectionTable,
        "was": HandTable,
        "rulings": RulingTable,
        "rule_changes": RuleChangeTable,
    }
    named = [step for step in path if isinstance(step, str)]
    model = models.get(named[-1], GameTable) if named else GameTable
    yield from model.model_fields
