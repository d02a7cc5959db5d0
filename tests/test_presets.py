"""What the published rule sets settle and score, held in tests/cases/presets.toml.

A game is judged by the rules that it was started under, so a published set never changes what it scores. A row of
the file is written once and not touched again. ``python tests/test_presets.py`` prints the file as it would be with
the rule sets of today: take from it the row of a new set, check it against the set's source, and add it by hand.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from scorekeeper import HandError, RuleSet, Standing, score_side
from scorekeeper.rules.presets import DEFAULT, load_preset, preset_names

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE = Path(__file__).parent / "cases" / "presets.toml"
HELD: dict[str, Any] = tomllib.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
SETTINGS = RuleSet.all_settings()

HANDS = (
    "0 with 0 bags: 5 took 5",
    "337 with 7 bags: 5 took 7",
    "337 with 4 bags: 5 took 8",
    "337 with 7 bags: 5 took 8",
    "337 with 7 bags: 5 took 9",
    "9 with 9 bags: 2 took 13",
    "34 with 4 bags: 4 3 took 3 5",
    "-13 with 7 bags: 4 3 took 3 3",
    "0 with 0 bags: 6 took 4",
    "0 with 0 bags: nil 4 took 0 5",
    "0 with 0 bags: nil 4 took 1 4",
    "0 with 0 bags: nil 4 took 1 3",
    "0 with 0 bags: nil 4 took 2 3",
    "0 with 0 bags: nil 4 took 0 3",
    "0 with 0 bags: nil 2 took 0 3",
    "0 with 0 bags: nil nil took 0 0",
    "0 with 0 bags: nil nil took 2 0",
    "0 with 0 bags: nil nil took 1 2",
    "0 with 0 bags: 0 6 took 1 6",
    "0 with 0 bags: blind-nil 4 took 0 4",
    "0 with 0 bags: blind-nil 4 took 1 4",
    "0 with 0 bags: blind-6 took 7",
    "0 with 0 bags: blind-6 took 5",
    "0 with 0 bags: 10 took 11",
    "0 with 0 bags: 10 took 9",
    "0 with 0 bags: 11 took 11",
    "0 with 0 bags: 11 took 10",
    "0 with 0 bags: 13 took 13",
    "0 with 0 bags: 13 took 12",
)
"""One side's hands, on which the rules differ most: its standing, its bids, its tricks."""


def scored(rules: RuleSet, hand: str) -> str:
    """The score and bags that a hand comes to, or that these rules do not know it."""
    facts, _, said = hand.partition(" bags: ")
    score, _, bags = facts.partition(" with ")
    bids, _, tricks = said.partition(" took ")
    try:
        sheet = score_side(rules, Standing(int(score), int(bags)), bids.split(), [*map(int, tricks.split())])
    except HandError:
        return "refused"
    return f"{sheet.after.score} with {sheet.after.bags}"


def described(key: str) -> list[Any]:
    """The default of a setting, and its bounds or words; a flag has none."""
    setting = SETTINGS[key]
    bounds = [] if setting.low is None else [setting.low, setting.high]
    return [setting.default, *(setting.choices or bounds)]


def row(name: str) -> dict[str, Any]:
    """What is held of a rule set: the settings that differ from the defaults, its table, and what it scores."""
    preset, rules = load_preset(name), RuleSet(name)
    return {
        "settings": {key: value for key, value in rules.values().items() if value != SETTINGS[key].default},
        "table": [preset.sides, *preset.players],
        "scores": [scored(rules, hand) for hand in HANDS],
    }


def written() -> Iterator[str]:
    """The lines of the file, as the rule sets of today would have it."""
    yield "# What every setting and every published rule set was when it was published; see tests/test_presets.py."
    yield "# A row is never changed, for that would change the scores of games. Settings: the default, then the bounds"
    yield "# or the words. Rule sets: what differs from the defaults, the sides with the numbers of players, and the"
    yield "# score with the bags after each of the hands, in their order."
    yield ""
    yield "hands = ["
    yield from (f"    {json.dumps(hand)}," for hand in HANDS)
    yield "]"
    yield ""
    yield "[defaults]"
    yield from (f"{json.dumps(key)} = {json.dumps(described(key))}" for key in SETTINGS)
    for name in preset_names():
        held = row(name)
        yield ""
        yield f"[presets.{name}]"
        yield f"table = {json.dumps(held['table'])}"
        yield "scores = ["
        for start in range(0, len(HANDS), 6):
            yield f"    {json.dumps(held['scores'][start : start + 6])[1:-1]},"
        yield "]"
        yield f"[presets.{name}.settings]"
        yield from (f"{json.dumps(key)} = {json.dumps(value)}" for key, value in held["settings"].items())


@pytest.mark.parametrize("key", SETTINGS)
def test_default(key: str) -> None:
    """A setting has the default, the bounds and the words that it had when it was published."""
    assert HELD["defaults"][key] == described(key)


@pytest.mark.parametrize("name", preset_names())
def test_published_figures(name: str) -> None:
    """A published rule set settles and scores what it always has."""
    assert HELD["presets"][name] == row(name)


def test_everything_is_held() -> None:
    """Every setting, every rule set and every hand is held, and nothing that is not there."""
    assert list(HELD["defaults"]) == list(SETTINGS)
    assert list(HELD["presets"]) == [*preset_names()]
    assert tuple(HELD["hands"]) == HANDS
    assert len(HELD["presets"]) >= 68
    assert DEFAULT == "pagat-blind-nil"


def test_every_hand_tells_something() -> None:
    """No hand is scored alike by all rule sets."""
    columns = zip(HANDS, zip(*(held["scores"] for held in HELD["presets"].values()), strict=True), strict=True)
    assert [hand for hand, scores in columns if len(set(scores)) == 1] == []


def test_rule_sets_differ() -> None:
    """No two rule sets are one under two names, but CardGames.io, which plays by pagat's rules and is known by name."""
    seen: dict[str, list[str]] = {}
    for name, held in HELD["presets"].items():
        seen.setdefault(json.dumps([held["settings"], held["table"]], sort_keys=True), []).append(name)
    assert [names for names in seen.values() if len(names) > 1] == [["cardgames-io", "pagat"]]


def test_pagat_has_every_default() -> None:
    """The rule set that all others vary is that of the defaults."""
    assert HELD["presets"]["pagat"]["settings"] == {}


if __name__ == "__main__":
    print(*written(), sep="\n")  # noqa: T201  the one thing that it is run for
