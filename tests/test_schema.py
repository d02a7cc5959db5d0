"""The schema for editors: valid itself, true to the models, and what a real validator makes of files with it."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import tomli
from jsonschema import Draft202012Validator

from broken_files import FILES, GOOD
from scorekeeper.errors import GameFileError
from scorekeeper.rules import RuleSet
from scorekeeper.rules.presets import preset_names, preset_settings
from scorekeeper.storage.document import GameTable
from scorekeeper.storage.document import faults as model_faults
from scorekeeper.storage.schema import game_schema
from scorekeeper.storage.source import read_source

if TYPE_CHECKING:
    from harness import Table

ROOT = Path(__file__).parent.parent
GAMES = [*sorted((ROOT / "examples").glob("*.toml")), *sorted((ROOT / "tests" / "games").glob("*.toml"))]
SCHEMA = game_schema()
VALIDATOR = Draft202012Validator(SCHEMA)


def as_editors_see(value: Any) -> Any:
    """A document as the validators of TOML tools get it: dates and times are text there."""
    if isinstance(value, dict):
        return {key: as_editors_see(below) for key, below in value.items()}
    if isinstance(value, list):
        return [as_editors_see(below) for below in value]
    return value.isoformat() if isinstance(value, datetime.date | datetime.time) else value


def faults(text: str | bytes) -> list[str]:
    """What the validator finds: the place of each fault."""
    tables = tomli.loads(text if isinstance(text, str) else text.decode())
    errors = VALIDATOR.iter_errors(as_editors_see(tables))
    return sorted({".".join(map(str, error.absolute_path)) for error in errors})


def test_schema_is_one() -> None:
    """The schema is valid by its own dialect, and says which that is."""
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == Draft202012Validator.META_SCHEMA["$id"]


def test_command(table: Table) -> None:
    """`score schema` prints it, and nothing else."""
    out, err, code = table.score("schema")
    assert json.loads(out) == SCHEMA
    assert (err, code) == ("", 0)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_examples(path: Path) -> None:
    """Every game that comes with the program is valid."""
    assert faults(path.read_bytes()) == []


def test_the_words_of_bids() -> None:
    """Every way of writing a bid that the file may have is valid."""
    for bid in ("4", "nil", "n", "blind nil", "bn", "blind 6", "b6", "Blind-6", " NIL ", "0n"):
        assert faults(GOOD.replace("Ann = 4", f'Ann = "{bid}"', 1)) == []


def test_presets_and_settings() -> None:
    """Each rule set and each setting is in it, with its default, its values and its words, at both places."""
    definitions = SCHEMA["$defs"]
    rules = definitions["RulesTable"]["properties"]
    assert rules["preset"]["enum"] == [*preset_names()]
    changed = definitions["RuleChangeTable"]["properties"]["settings"]["properties"]
    for key, setting in RuleSet.all_settings().items():
        group, name = key.split(".")
        found = rules[group]["properties"][name]
        assert found == changed[group]["properties"][name]
        assert found["default"] == setting.default
        assert found["description"].startswith(setting.text)
        assert found.get("enum", []) == [*setting.choices]
        assert (found.get("minimum"), found.get("maximum")) == (setting.low, setting.high)
    assert rules.keys() == {"preset", *RuleSet.kinds()}


@pytest.mark.parametrize("name", preset_names())
def test_every_rule_set_can_be_written_out(name: str) -> None:
    """A file may name each rule set, or spell all that it settles."""
    lines = [f"{key} = {json.dumps(value)}" for key, value in preset_settings(name).items()]
    spelt = "\n".join(["[rules]", f'preset = "{name}"', *lines])
    assert faults(GOOD.replace('[rules]\npreset = "pagat-blind-nil"\nnil.made = 50', spelt)) == []


def test_every_key_is_described() -> None:
    """An editor has something to say of every key, and proposes no key that the models do not have."""
    assert SCHEMA["properties"].keys() == GameTable.model_fields.keys()
    for part in (SCHEMA, *SCHEMA["$defs"].values()):
        assert part["additionalProperties"] is False
        for key, found in part["properties"].items():
            assert found.get("description"), key


REFUSED = {
    "only-format": [""],
    "format-2": ["", "format"],
    "format-as-text": ["format"],
    "players-as-text": ["players"],
    "player-as-a-number": ["players.0"],
    "1-player": ["players"],
    "7-players": ["players"],
    "name-as-a-number": ["name"],
    "day-as-text": ["started"],
    "sides-as-a-list": ["sides"],
    "side-as-text": ["sides.Us"],
    "rules-as-text": ["rules"],
    "hands-as-a-number": ["hands"],
    "hand-as-text": ["hands.0"],
    "bids-as-a-list": ["hands.0.bids"],
    "no-bids": ["hands.1"],
    "bid-in-words": ["hands.0.bids.Ann"],
    "bid-true": ["hands.0.bids.Ann"],
    "bid-minus-1": ["hands.0.bids.Ann"],
    "bid-as-a-list": ["hands.0.bids.Ann"],
    "tricks-as-text": ["hands.1.tricks.Us"],
    "tricks-true": ["hands.1.tricks.Us"],
    "note-as-a-number": ["hands.2.note"],
    "unknown-key": [""],
    "unknown-key-in-a-hand": ["hands.1"],
    "unknown-key-in-a-correction": ["corrections.0"],
    "unknown-key-in-what-was": ["corrections.0.was"],
    "unknown-preset": ["rules.preset"],
    "unknown-setting": ["rules.nil"],
    "unknown-rule": ["rules"],
    "setting-out-of-bounds": ["rules.nil.made"],
    "setting-of-the-wrong-kind": ["rules.nil.failed_tricks"],
    "setting-true": ["rules.nil.made"],
    "setting-as-a-date": ["rules.nil.made"],
    "correction-of-no-kind": ["corrections.0.change"],
    "a-change-of-no-setting": ["rule_changes.0"],
    "a-change-without-a-time": ["rule_changes.0"],
    "a-change-of-an-unknown-setting": ["rule_changes.0.settings.nil"],
    "a-change-out-of-bounds": ["rule_changes.0.settings.nil.made"],
    "a-change-as-text": ["rule_changes.0.from_hand"],
    "rulings-as-text": ["hands.1.rulings"],
    "a-ruling-of-no-kind": ["hands.1.rulings.0.kind"],
}
"""Where an editor marks what is wrong."""


@pytest.mark.parametrize("name", REFUSED)
def test_broken_files(name: str) -> None:
    """Files of the wrong shape are refused where they are wrong."""
    assert faults(FILES[name]) == REFUSED[name]


LEFT_TO_SCORE = ("14-tricks", "bid-of-a-stranger", "player-on-two-sides", "settings-that-exclude-each-other")


@pytest.mark.parametrize("name", LEFT_TO_SCORE)
def test_what_needs_the_program(name: str) -> None:
    """Names, sums and what rests on other rules are no matter of shape: the schema leaves them to the program."""
    assert faults(FILES[name]) == []


def test_agrees_with_the_models() -> None:
    """What the models of the file refuse, the schema refuses; but to JSON, 4.0 is a whole number."""
    for name in FILES.keys() - {"bid-4-point-0", "tricks-8-point-0"}:
        try:
            tables = read_source(FILES[name]).tables
        except GameFileError:
            continue
        assert not model_faults(dict(tables)) or faults(FILES[name]), name
