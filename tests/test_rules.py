"""The rules as models: their texts, settings, examples and reasons, and the published sets of them."""

from __future__ import annotations

import importlib
import pkgutil
import re
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import pytest

import scorekeeper.rules
from scorekeeper import HandError, HandSheet, RuleSet, RuleSettingError, SideSheet, Standing, score_game, score_side
from scorekeeper.bids import Bid, parse_bid
from scorekeeper.rules import presets
from scorekeeper.rules.bags import ordinal
from scorekeeper.rules.base import Rule
from scorekeeper.rules.presets import load_preset, preset_names
from scorekeeper.rules.view import EndOfHand, SideHand, TableHand
from scorekeeper.scoring import _sheet
from scorekeeper.text import counted, signed
from tables import THEM, US, game, hand

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from scorekeeper.game import Value
    from scorekeeper.rules.base import Setting
    from scorekeeper.sheet import Line

Settings = dict[str, "Value"]

KINDS = RuleSet.kinds()
SETTINGS = RuleSet.all_settings()


def whole(line: Line) -> str:
    """A line in full: what it is called, its points and bags, and its reason."""
    return f"{figures(line)}: {line.reason}"


def figures(line: Line) -> str:
    """A line without its reason, as the examples of the rules have it."""
    return f"{line.rule} {signed(line.points)}" + (f" and {counted(line.bags, 'bag')}" if line.bags else "")


# The models


@pytest.mark.parametrize(("count", "times"), [(0, 0), (9, 0), (10, 1), (19, 1), (20, 2), (30, 3)])
def test_penalties(count: int, times: int) -> None:
    """Each ten bags bring a penalty; where one at most is taken, one; without a limit, none."""
    assert RuleSet("pagat").bags.penalties(count) == times
    assert RuleSet("pagat", {"bags.cycles": "one"}).bags.penalties(count) == min(times, 1)
    assert RuleSet("pagat", {"bags.limit": 0}).bags.penalties(count) == 0


def test_every_rule_is_a_field_of_the_rule_set() -> None:
    """A rule that is written is in force, under the name of its group, and once."""
    for module in pkgutil.iter_modules(scorekeeper.rules.__path__):
        importlib.import_module(f"scorekeeper.rules.{module.name}")
    written, fresh = set(), {Rule}
    while fresh:
        fresh = {kind for parent in fresh for kind in parent.__subclasses__()}
        written |= fresh
    assert written == set(KINDS.values())
    assert list(KINDS) == [kind.group for kind in KINDS.values()]
    assert len(KINDS) == len(written)
    assert [*KINDS.values()] == [type(rule) for rule in RuleSet().in_order()]


def test_hooks_do_nothing_of_themselves() -> None:
    """A rule without hooks objects to nothing, adds no line, contradicts nothing and ends no game."""
    rules = RuleSet()
    plain = rules.play
    side = SideHand(rules, Standing(), ["Ann"], [Bid(4)], [4], 4, 13)
    table = TableHand((), {}, {}, 13, 13, 0)
    found = [*plain.objections(table), *plain.lines(side, 0), *plain.conflicts(rules)]
    assert (found, plain.ending(EndOfHand({}, ()))) == ([], None)


def test_rules_are_values() -> None:
    """Rules are equal if their settings are, and neither they nor a set of them can be changed."""
    rules, five = RuleSet("pagat"), RuleSet("pagat", {"bags.limit": 5})
    assert rules.bags == RuleSet("pagat-blind-nil").bags != five.bags
    assert rules.deck != rules.play
    for name in ("_choice", "_hooked", "bags", "other"):
        with pytest.raises(AttributeError, match="a rule set is frozen"):
            setattr(rules, name, five.bags)
    with pytest.raises(AttributeError, match="Bags is frozen"):
        rules.bags.limit = 5  # type: ignore[misc]


SEATS: dict[str, tuple[tuple[int, ...], str, str]] = {
    "pagat": ((4,), "partners", ""),
    "pagat-blind-nil": ((4,), "partners", "pagat"),
    "bicycle-3": ((3,), "solo", "bicycle"),
    "bux-solo": ((4,), "solo", "bux-partners"),
    "msn-mirror": ((4,), "partners", "msn-zone"),
}


@pytest.mark.parametrize("name", SEATS)
def test_table_of_a_rule_set(name: str) -> None:
    """A rule set is made for so many players and sides: those of its parent, if it names none."""
    preset = load_preset(name)
    assert SEATS[name] == (preset.players, preset.sides, preset.parent)


def test_a_rule_set_inherits_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players, sides and settings are those of the parent's parent, where no one between names others."""
    (tmp_path / "one.toml").write_text(
        'title = "One"\nsource = "a"\nplayers = [3]\nsides = "solo"\n[settings]\nbags.limit = 5\n', "utf-8"
    )
    (tmp_path / "two.toml").write_text('title = "Two"\nsource = "b"\nparent = "one"\n', "utf-8")
    (tmp_path / "three.toml").write_text('title = "Three"\nsource = "c"\nparent = "two"\nplayers = [2]\n', "utf-8")
    (tmp_path / "notes.txt").write_text("no rule set", "utf-8")
    cached = (presets.preset_names, presets.load_preset)
    try:
        monkeypatch.setattr(presets, "_FOLDER", str(tmp_path))
        for each in cached:
            each.cache_clear()
        assert preset_names() == ("one", "three", "two")
        assert load_preset("two") == ("two", "Two", "b", "one", "", {}, (3,), "solo")
        assert load_preset("three")[6:] == ((2,), "solo")
        assert presets.preset_settings("three") == {"bags.limit": 5}
    finally:
        monkeypatch.undo()
        for each in cached:
            each.cache_clear()


@pytest.mark.parametrize("key", SETTINGS)
def test_setting(key: str) -> None:
    """A setting says what it settles, accepts its default, and explains each of its words."""
    setting = SETTINGS[key]
    assert re.fullmatch(r"[a-z0-9_]+\.[a-z0-9_]+", key)
    assert setting.text.strip()
    assert not setting.text.endswith(".")
    assert setting.accepts(setting.default)
    assert all(word and meaning.strip() for word, meaning in setting.choices.items())
    assert setting.default == RuleSet().values()[key]


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_text(kind: type[Rule]) -> None:
    """A rule's docstring is its text for people: the rule, its source, and an example at least where it makes lines."""
    text, example = kind.text(), kind.example()
    assert re.fullmatch(r"[A-Z].+\.\nSource: .+\.", text, re.DOTALL)
    assert "Example" not in text
    assert kind.title.strip()
    assert example or "lines" not in vars(kind) or not kind.settings


class Example(NamedTuple):
    """The worked example in a rule's docstring."""

    settings: Settings
    before: Standing
    bids: list[str]
    tricks: list[int]
    reneges: int
    lines: list[str]
    after: str


BEFORE = re.compile(r"before (-?\d+) with (\d+) bags?")


def read_example(text: str) -> Example:
    """Reads the facts of a hand, then its lines, then ``after 290 with 0 bags`` where that stands.

    The facts are items in a row, such as ``rule moon.made=500, before 337 with 7 bags, bid 5, took 8``; ``renege``
    says that the side reneged, and ``unbid`` stands for the bid in a hand that bids itself.
    """
    first, *lines = text.splitlines()
    settings: Settings = {}
    before, reneges = Standing(), 0
    bids: list[str] | None = None
    tricks: list[int] = []
    for item in first.split(", "):
        word, _, rest = item.partition(" ")
        if word == "rule":
            key, _, said = rest.partition("=")
            settings[key] = setting_value(key, said)
        elif word == "before" and (standing := BEFORE.fullmatch(item)):
            before = Standing(int(standing[1]), int(standing[2]))
        elif word in ("bid", "unbid"):
            bids = rest.split()
            assert bool(bids) == (word == "bid"), item
        elif word == "took":
            tricks = [*map(int, rest.split())]
        elif item == "renege":
            reneges += 1
        else:
            pytest.fail(f"cannot read {item!r} in {first!r}")
    assert bids is not None, f"nothing is bid in {first!r}"
    after = lines.pop() if lines[-1].startswith("after ") else ""
    return Example(settings, before, bids, tricks, reneges, lines, after)


def setting_value(key: str, said: str) -> Value:
    """The value of a setting as it is written in an example."""
    default = SETTINGS[key].default
    return said == "true" if isinstance(default, bool) else int(said) if isinstance(default, int) else said


@pytest.mark.parametrize("group", [group for group, kind in KINDS.items() if kind.example()])
def test_example(group: str) -> None:
    """The example of a rule comes out as it is written, and has a line of that rule if the rule makes lines."""
    example = read_example(KINDS[group].example())
    rules = RuleSet("pagat-blind-nil", example.settings)
    bids = [parse_bid(bid) for bid in example.bids]
    tricks = example.tricks if len(example.tricks) == len(bids) else [None] * len(bids)
    names = [f"player {at}" for at in range(1, len(bids) + 1)]
    pile = sum(example.tricks)
    side = SideHand(rules, example.before, names, bids, tricks, pile, rules.deck.deal(4), example.reneges)
    for _ in range(example.reneges):
        rules.renege.settle(side, None)
    sheet = _sheet(side)
    assert example.lines == [figures(line) for line in sheet.lines]
    assert example.after in ("", f"after {sheet.after.score} with {counted(sheet.after.bags, 'bag')}")
    assert "lines" not in vars(KINDS[group]) or group in {line.group for line in sheet.lines}
    for key, value in example.settings.items():
        assert SETTINGS[key].default != value


def test_frozen() -> None:
    """Neither a rule nor a rule set can be changed once it is there."""
    rules = RuleSet()
    for rule in rules.in_order():
        for name in vars(rule):
            with pytest.raises(AttributeError, match=rf"^{type(rule).__name__} is frozen$"):
                setattr(rule, name, getattr(rule, name))
        with pytest.raises(AttributeError, match=r"^a rule set is frozen$"):
            setattr(rules, rule.group, rule)
    with pytest.raises(AttributeError, match=r"^a rule set is frozen$"):
        rules._choice = rules.choice
    assert RuleSet() == rules


def test_rule_sets_are_one_if_their_values_are() -> None:
    """A rule set is what it settles, not how that was said."""
    said, named = RuleSet("pagat", {"blind_nil.allowed": True}), RuleSet.preset("pagat-blind-nil")
    assert (said, hash(said)) == (named, hash(named))
    assert said.choice == ("pagat", {"blind_nil.allowed": True})
    assert RuleSet("pagat") != named
    assert RuleSet("pagat").bags == named.bags
    assert hash(RuleSet("pagat").bags) == hash(named.bags)
    assert repr(said) == "RuleSet('pagat', {'blind_nil.allowed': True})"
    assert repr(said.blind_nil) == "BlindNil(allowed=True, made=200, failed=200, deficit=100)"


# The reasons


class Reasons(NamedTuple):
    """A hand of Ann and Cy, and its lines in full."""

    name: str
    settings: Settings
    before: tuple[int, int]
    bids: list[int | str]
    tricks: list[int]
    lines: list[str]


MADE_3 = "contract +30: 3 bid, 3 taken: made, 10 a trick"
MADE_4 = "contract +40: 4 bid, 4 taken: made, 10 a trick"
SET_4 = "contract -40: 4 bid, 3 taken: set by 1, 10 a trick bid"
FAILED_1 = "nil -100: Ann bid nil and took 1: failed"
FIRST_BAG = "bags 0: 0 + 1 = 1 bag: no penalty before 10"
TWO_BAGS = "bags 0: 0 + 2 = 2 bags: no penalty before 10"

REASONS = [
    Reasons("made", {}, (0, 0), [5], [5], ["contract +50: 5 bid, 5 taken: made, 10 a trick"]),
    Reasons(
        "made-with-overtricks",
        {},
        (0, 0),
        [3, 4],
        [5, 4],
        [
            "contract +70: 7 (3+4) bid, 9 taken: made, 10 a trick",
            "overtricks +2 and 2 bags: 2 above the contract, a point each",
            TWO_BAGS,
        ],
    ),
    Reasons(
        "made-by-the-pile",
        {"contract.trick_points": 5},
        (0, 0),
        [3, 4],
        [7],
        ["contract +35: 7 (3+4) bid, 7 taken: made, 5 a trick"],
    ),
    Reasons(
        "bid-zero",
        {"bidding.zero": "plain"},
        (0, 0),
        [0],
        [1],
        [
            "contract 0: 0 bid: there is no contract to make, and every trick is an overtrick",
            "overtricks +1 and 1 bag: 1 above the contract, a point each",
            FIRST_BAG,
        ],
    ),
    Reasons(
        "bid-zero-beside-a-number",
        {"bidding.zero": "plain"},
        (0, 0),
        [0, 3],
        [0, 3],
        ["contract +30: 3 (0+3) bid, 3 taken: made, 10 a trick"],
    ),
    Reasons(
        "bags-without-points",
        {"bags.points": 0},
        (0, 0),
        [3],
        [5],
        [
            "contract +30: 3 bid, 5 taken: made, 10 a trick",
            "overtricks 0 and 2 bags: 2 above the contract, worth no points",
            TWO_BAGS,
        ],
    ),
    Reasons(
        "bags-that-cost",
        {"bags.points": -1},
        (0, 0),
        [3],
        [5],
        [
            "contract +30: 3 bid, 5 taken: made, 10 a trick",
            "overtricks -2 and 2 bags: 2 above the contract, -1 points each",
            TWO_BAGS,
        ],
    ),
    Reasons(
        "set",
        {},
        (0, 4),
        [4, 3],
        [6, 0],
        ["contract -70: 7 (4+3) bid, 6 taken: set by 1, 10 a trick bid"],
    ),
    Reasons(
        "set-priced-by-the-trick-short",
        {"contract.set_penalty": "short"},
        (0, 0),
        [7],
        [5],
        ["contract -20: 7 bid, 5 taken: set by 2, 10 a trick short"],
    ),
    Reasons(
        "set-for-nothing",
        {"contract.set_penalty": "none"},
        (0, 0),
        [7],
        [5],
        ["contract 0: 7 bid, 5 taken: set by 2, which costs nothing"],
    ),
    Reasons(
        "penalty",
        {},
        (337, 7),
        [5],
        [9],
        [
            "contract +50: 5 bid, 9 taken: made, 10 a trick",
            "overtricks +4 and 4 bags: 4 above the contract, a point each",
            "bag penalty -100 and -10 bags: 7 + 4 = 11 bags: the 10th costs 100, 1 left",
        ],
    ),
    Reasons(
        "two-penalties",
        {},
        (9, 9),
        [2],
        [13],
        [
            "contract +20: 2 bid, 13 taken: made, 10 a trick",
            "overtricks +11 and 11 bags: 11 above the contract, a point each",
            "bag penalty -200 and -20 bags: 9 + 11 = 20 bags: the 10th and 20th cost 100 each, 0 left",
        ],
    ),
    Reasons(
        "three-penalties",
        {"bags.limit": 1, "bags.penalty": 10},
        (0, 0),
        [3],
        [6],
        [
            "contract +30: 3 bid, 6 taken: made, 10 a trick",
            "overtricks +3 and 3 bags: 3 above the contract, a point each",
            "bag penalty -30 and -3 bags: 0 + 3 = 3 bags: the 1st, 2nd and 3rd cost 10 each, 0 left",
        ],
    ),
    Reasons(
        "penalties-at-11",
        {"bags.limit": 11},
        (0, 10),
        [1],
        [13],
        [
            "contract +10: 1 bid, 13 taken: made, 10 a trick",
            "overtricks +12 and 12 bags: 12 above the contract, a point each",
            "bag penalty -200 and -22 bags: 10 + 12 = 22 bags: the 11th and 22nd cost 100 each, 0 left",
        ],
    ),
    Reasons(
        "penalty-that-clears-the-count",
        {"bags.remainder": "reset"},
        (0, 9),
        [3],
        [6],
        [
            "contract +30: 3 bid, 6 taken: made, 10 a trick",
            "overtricks +3 and 3 bags: 3 above the contract, a point each",
            "bag penalty -100 and -12 bags: 9 + 3 = 12 bags: the 10th costs 100, the count starts again at 0",
        ],
    ),
    Reasons(
        "one-penalty-a-hand",
        {"bags.cycles": "one"},
        (0, 9),
        [2],
        [13],
        [
            "contract +20: 2 bid, 13 taken: made, 10 a trick",
            "overtricks +11 and 11 bags: 11 above the contract, a point each",
            "bag penalty -100 and -10 bags: 9 + 11 = 20 bags: the 10th costs 100, 10 left",
        ],
    ),
    Reasons(
        "penalty-left-from-the-hand-before",
        {"bags.cycles": "one"},
        (0, 10),
        [4],
        [4],
        [MADE_4, "bag penalty -100 and -10 bags: 10 + 0 = 10 bags: the 10th costs 100, 0 left"],
    ),
    Reasons(
        "penalty-that-takes-the-points-back",
        {"bags.forfeit_points": True},
        (337, 7),
        [5],
        [8],
        [
            "contract +50: 5 bid, 8 taken: made, 10 a trick",
            "overtricks +3 and 3 bags: 3 above the contract, a point each",
            "bag penalty -100 and -10 bags: 7 + 3 = 10 bags: the 10th costs 100, 0 left",
            "bag points -10: the penalty takes back the points of its 10 bags",
        ],
    ),
    Reasons(
        "no-points-to-take-back",
        {"bags.forfeit_points": True, "bags.points": 0},
        (330, 9),
        [3],
        [4],
        [
            "contract +30: 3 bid, 4 taken: made, 10 a trick",
            "overtricks 0 and 1 bag: 1 above the contract, worth no points",
            "bag penalty -100 and -10 bags: 9 + 1 = 10 bags: the 10th costs 100, 0 left",
        ],
    ),
    Reasons(
        "no-limit",
        {"bags.limit": 0},
        (0, 30),
        [3],
        [6],
        [
            "contract +30: 3 bid, 6 taken: made, 10 a trick",
            "overtricks +3 and 3 bags: 3 above the contract, a point each",
        ],
    ),
    Reasons("nil-made", {}, (0, 0), ["nil", 4], [0, 4], [MADE_4, "nil +100: Ann bid nil and took 0: made"]),
    Reasons("zero-is-nil", {}, (0, 0), [4, 0], [4, 0], [MADE_4, "nil +100: Cy bid nil and took 0: made"]),
    Reasons(
        "nil-failed",
        {},
        (0, 0),
        ["nil", 4],
        [1, 4],
        [
            MADE_4,
            FAILED_1,
            "nil tricks +1 and 1 bag: 1 trick of Ann: no help to the partner's contract, but bags",
            FIRST_BAG,
        ],
    ),
    Reasons(
        "nil-failed-and-contract-set",
        {},
        (0, 0),
        ["nil", 4],
        [1, 3],
        [
            SET_4,
            FAILED_1,
            "nil tricks +1 and 1 bag: 1 trick of Ann: no help to the partner's contract, but bags",
            FIRST_BAG,
        ],
    ),
    Reasons(
        "blind-nil-made",
        {},
        (0, 0),
        [4, "blind nil"],
        [4, 0],
        [MADE_4, "blind nil +200: Cy bid blind nil and took 0: made"],
    ),
    Reasons(
        "blind-nil-failed",
        {},
        (0, 0),
        [3, "blind nil"],
        [3, 2],
        [
            MADE_3,
            "blind nil -200: Cy bid blind nil and took 2: failed",
            "nil tricks +2 and 2 bags: 2 tricks of Cy: no help to the partner's contract, but bags",
            TWO_BAGS,
        ],
    ),
    Reasons(
        "both-nil-and-both-failed",
        {},
        (0, 0),
        ["nil", "blind nil"],
        [1, 3],
        [
            "blind nil -200: Cy bid blind nil and took 3: failed",
            FAILED_1,
            "nil tricks +4 and 4 bags: 4 tricks of Ann and Cy: all of them bags",
            "bags 0: 0 + 4 = 4 bags: no penalty before 10",
        ],
    ),
    Reasons(
        "nil-tricks-are-bags-if-made",
        {"nil.failed_tricks": "bags-unless-set"},
        (0, 0),
        ["nil", 4],
        [1, 4],
        [MADE_4, FAILED_1, "nil tricks +1 and 1 bag: 1 trick of Ann: bags, as the contract is made", FIRST_BAG],
    ),
    Reasons(
        "nil-tricks-are-nothing-if-set",
        {"nil.failed_tricks": "bags-unless-set"},
        (0, 0),
        ["nil", 4],
        [1, 3],
        [SET_4, FAILED_1, "nil tricks 0: 1 trick of Ann: no bags, as the contract is set"],
    ),
    Reasons(
        "nil-tricks-are-bags-if-there-is-no-contract",
        {"nil.failed_tricks": "bags-unless-set"},
        (0, 0),
        ["nil", "nil"],
        [1, 0],
        [
            FAILED_1,
            "nil +100: Cy bid nil and took 0: made",
            "nil tricks +1 and 1 bag: 1 trick of Ann: all of them bags",
            FIRST_BAG,
        ],
    ),
    Reasons(
        "nil-tricks-are-bags-without-points",
        {"nil.failed_tricks": "bags-without-points"},
        (0, 0),
        ["nil", 4],
        [1, 3],
        [SET_4, FAILED_1, "nil tricks 0 and 1 bag: 1 trick of Ann: bags without points", FIRST_BAG],
    ),
    Reasons(
        "nil-tricks-help",
        {"nil.failed_tricks": "help-contract"},
        (0, 0),
        ["nil", 4],
        [1, 3],
        [MADE_4, FAILED_1, "nil tricks 0: 1 trick of Ann: counted towards the contract"],
    ),
    Reasons(
        "nil-tricks-have-nothing-to-help",
        {"nil.failed_tricks": "help-contract"},
        (0, 0),
        ["nil", "nil"],
        [1, 0],
        [
            FAILED_1,
            "nil +100: Cy bid nil and took 0: made",
            "nil tricks +1 and 1 bag: 1 trick of Ann: all of them bags",
            FIRST_BAG,
        ],
    ),
    Reasons(
        "nil-tricks-are-nothing",
        {"nil.failed_tricks": "discard"},
        (0, 0),
        ["nil", 4],
        [1, 3],
        [SET_4, FAILED_1, "nil tricks 0: 1 trick of Ann: they count for nothing"],
    ),
]


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in REASONS])
def test_reasons(case: Reasons) -> None:
    """Every line says why it stands there."""
    rules = RuleSet("pagat-blind-nil", case.settings)
    names = ("Ann", "Cy")[: len(case.bids)]
    sheet = score_side(rules, Standing(*case.before), case.bids, case.tricks, players=names)
    assert case.lines == [whole(line) for line in sheet.lines]


def test_ordinals() -> None:
    """The bag that costs is named as it is said."""
    said = "1st 2nd 3rd 4th 10th 11th 12th 13th 14th 20th 21st 22nd 23rd 100th 101st 111th 112th 113th 121st"
    assert said.split() == [ordinal(int(re.sub(r"\D", "", word))) for word in said.split()]


# Settings that cannot be

EVERYTHING = "score rules lists them all."

REFUSED: list[tuple[str, Settings, list[str], list[tuple[str, ...]]]] = [
    ("pagat", {"nill.made": 50}, ["there is no setting nill.made. Did you mean nil.made?"], [("nill", "made")]),
    ("pagat", {"xyzzy.plugh": 5}, [f"there is no setting xyzzy.plugh. {EVERYTHING}"], [("xyzzy", "plugh")]),
    ("pagat", {"nil.mad": 50}, ["there is no setting nil.mad. Did you mean nil.made?"], [("nil", "mad")]),
    ("pagat", {"nil.xyzzy": 50}, [f"there is no setting nil.xyzzy. {EVERYTHING}"], [("nil", "xyzzy")]),
    ("pagat", {"nil": 50}, [f"there is no setting nil. {EVERYTHING}"], [("nil",)]),
    ("pagat", {"nil.made.x": 1}, ["there is no setting nil.made.x. Did you mean nil.made?"], [("nil", "made", "x")]),
    ("pagat", {"nil.made": True}, ["nil.made is true; expected a whole number from 0 to 1000."], [("nil", "made")]),
    ("pagat", {"nil.allowed": 1}, ["nil.allowed is 1; expected true or false."], [("nil", "allowed")]),
    ("pagat", {"nil.allowed": "yes"}, ["nil.allowed is “yes”; expected true or false."], [("nil", "allowed")]),
    (
        "pagat",
        {"bags.limit": 101},
        ["bags.limit is 101; expected a whole number from 0 to 100."],
        [("bags", "limit")],
    ),
    (
        "pagat",
        {"bags.points": -101},
        ["bags.points is -101; expected a whole number from -100 to 1000."],
        [("bags", "points")],
    ),
    (
        "pagat",
        {"bags.limit": "10"},
        ["bags.limit is “10”; expected a whole number from 0 to 100."],
        [("bags", "limit")],
    ),
    (
        "pagat",
        {"bags.remainder": "keep"},
        ["bags.remainder is “keep”; expected one of carry, reset."],
        [("bags", "remainder")],
    ),
    (
        "pagat",
        {"bags.remainder": False},
        ["bags.remainder is false; expected one of carry, reset."],
        [("bags", "remainder")],
    ),
    (
        "pagat-blind-nil",
        {"ending.target": 0, "nils.made": 50, "bags.cycles": "two", "bags.limit": 101},
        [
            "there is no setting nils.made. Did you mean nil.made?",
            "bags.cycles is “two”; expected one of all, one.",
            "bags.limit is 101; expected a whole number from 0 to 100.",
            "ending.target is 0; expected a whole number from 1 to 100000.",
        ],
        [("nils", "made"), ("bags", "cycles"), ("bags", "limit"), ("ending", "target")],
    ),
    ("pagatt", {}, ["there is no rule set called “pagatt”. Did you mean pagat?"], [("preset",)]),
    ("xyzzy", {}, [f"there is no rule set called “xyzzy”. {EVERYTHING}"], [("preset",)]),
    ("../pagat", {}, ["there is no rule set called “../pagat”. Did you mean pagat?"], [("preset",)]),
]


@pytest.mark.parametrize(
    ("preset", "settings", "messages", "paths"), REFUSED, ids=[" ".join([name, *keys]) for name, keys, *_ in REFUSED]
)
def test_refused(preset: str, settings: Settings, messages: list[str], paths: list[tuple[str, ...]]) -> None:
    """A setting that cannot be is refused with what was found and what is expected, all of them at once."""
    with pytest.raises(RuleSettingError) as caught:
        RuleSet(preset, settings)
    assert [f"rules: {message}" for message in messages] == str(caught.value).splitlines()
    assert paths == [problem.path for problem in caught.value.problems]


def numbers(settings: dict[str, Setting]) -> list[str]:
    """The keys of the settings that are whole numbers."""
    return [key for key, setting in settings.items() if setting.low is not None]


@pytest.mark.parametrize("key", numbers(SETTINGS))
def test_bounds(key: str) -> None:
    """The bounds of a number are in, and what lies beyond them is out."""
    low, high = SETTINGS[key].low or 0, SETTINGS[key].high or 0
    assert [low, high] == [RuleSet("pagat", {key: value}).values()[key] for value in (low, high)]
    for value in (low - 1, high + 1):
        message = f"^rules: {key} is {value}; expected a whole number from {low} to {high}.$"
        with pytest.raises(RuleSettingError, match=message):
            RuleSet("pagat", {key: value})


# No setting without an effect

BESIDE: dict[str, Settings] = {
    "bidding.minimum": {"bidding.zero": "plain"},
    "bidding.team_minimum": {"bidding.zero": "plain"},
    "nil.partner_minimum": {"bidding.zero": "plain"},
    "double_nil.scoring": {"double_nil.made": 400},
    "double_nil.made": {"double_nil.scoring": "unit"},
    "double_nil.one_failed": {"double_nil.scoring": "unit"},
    "double_nil.both_failed": {"double_nil.scoring": "unit"},
    "blind_bid.multiplier": {"blind_bid.minimum": 6},
    "blind_bid.failed_multiplier": {"blind_bid.minimum": 6},
    "blind_bid.exact": {"blind_bid.minimum": 6},
    "blind_bid.deficit": {"blind_bid.minimum": 6},
    "ten_bid.scoring": {"ten_bid.applies": "exactly-10"},
    "ten_bid.made": {"ten_bid.applies": "exactly-10"},
    "ten_bid.failed": {"ten_bid.applies": "exactly-10"},
    "renege.points": {"renege.penalty": "points"},
    "ending.floor_reached": {"ending.floor": -200},
}
"""What must be chosen besides, for a setting to mean anything."""

VALUES: dict[str, list[Value]] = {"bidding.team_maximum": [0, 1, 13, 26]}
"""Values to be told apart, where the bounds leave room for what no table can bid."""

PLAYED_ALIKE = {"deck.pack": [("joker-joker-ace", "joker-joker-deuce")]}
"""Values that differ in the play of the cards only."""

SPACE = [
    (Standing(0, bags), [parse_bid(bid) for bid in bids.split()], tricks)
    for bags in (0, 8, 9, 99)
    for bids in ("0 3", "n 3", "bn 4", "n n", "2 1", "5 5", "6 5", "7 6", "b3 b3", "b1 b0")
    for tricks in ((0, 3), (1, 3), (0, 13), (0, 0), (12, 1), (1, 1))
]
TABLES = [
    "0 1 1 1", "14 1 1 1", "28 1 1 1", "n 1 1 1", "bn 1 1 1", "n 3 n 3", "n 3 3 3", "n n 3 3", "n n n n", "3 3 4 3",
    "4 4 4 1", "4 4 4 3", "1 1 0 0", "26 26 1 1", "27 27 0 0", "b3 3 b3 3", "b3 3 3 3", "b0 3 b1 3", "27 27 27 18",
    "1 n n n", "0 3 0 3", "n 3 0 3",
]  # fmt: skip
SCORES = (-100_000, -201, -200, -1, 498, 499, 500, 501, 999, 1000, 1001, 99_999, 100_000)
BEHIND = (-1, 0, 1, 99, 100, 101, 9_999, 10_000)
QUIET = SideSheet(Standing(), ())
"""A side's hand in which nothing has happened."""


def hands_of(ours: Sequence[SideSheet]) -> list[HandSheet]:
    """Hands of which only what the ends of a game look at is told."""
    return [
        HandSheet(number, hand("1 1 1 1"), "Dee", {US: sheet, THEM: QUIET}, {}) for number, sheet in enumerate(ours, 1)
    ]


HISTORIES = [
    hands_of(sheets)
    for sheets in (
        [QUIET],
        [QUIET._replace(moon=True)],
        [QUIET._replace(reneged=True)],
        [QUIET._replace(set=True)],
        [QUIET._replace(set=True)] * 2,
        [QUIET._replace(set=True), QUIET, QUIET._replace(set=True)],
        [QUIET._replace(set=True)] * 100,
        [QUIET] * 1000,
    )
]


def behaviour(rules: RuleSet) -> Iterator[object]:
    """All that can be seen of a rule set in a small space: scores, objections, ends, and the tricks of a hand."""
    for before, bids, tricks in SPACE:
        yield _sheet(SideHand(rules, before, ("Ann", "Cy"), bids, tricks, sum(tricks), 13)).after
    for tricks in ((0, 3), (5, 6)):
        side = SideHand(rules, Standing(), ("Ann", "Cy"), [Bid(2), Bid(2)], tricks, sum(tricks), 13, reneges=1)
        others = SideHand(rules, Standing(), ("Bob", "Dee"), [Bid(1), Bid(1)], (1, 1), 2, 13)
        rules.renege.settle(side, others)
        yield _sheet(side).after, _sheet(others).after
    for said in TABLES:
        bids = [parse_bid(bid) for bid in said.split()]
        meant = {player: rules.bidding.meaning(bid) for player, bid in zip(game().players, bids, strict=True)}
        for behind in BEHIND if "b" in said else (0,):
            standings = {US: Standing(), THEM: Standing(behind)}
            table = TableHand(game().sides, meant, standings, 13, rules.deck.spades, 0)
            yield [objection for rule in rules.in_order() for objection in rule.objections(table)]
    for ours in SCORES:
        for theirs in ((0, 0), (ours, 3)):
            end = EndOfHand({US: Standing(ours, 2), THEM: Standing(*theirs)}, HISTORIES[0])
            yield [outcome and outcome.winner for outcome in (rule.ending(end) for rule in rules.in_order())]
    for history in HISTORIES[1:]:
        end = EndOfHand({US: Standing(10), THEM: Standing(20)}, history)
        yield [outcome and outcome.winner for outcome in (rule.ending(end) for rule in rules.in_order())]
    yield [(rules.deck.deal(players), rules.deck.spades) for players in (2, 3, 4, 5, 6)]
    yield rules.bidding.unbid(1)
    yield [
        rules.play.may_lead_spades(broken=broken, first=first) for broken in (False, True) for first in (False, True)
    ]
    yield [rules.play.may_trump(first=first) for first in (False, True)]


def others(key: str) -> list[Value]:
    """The values of a setting that are to differ from all others: its words, or numbers round the default."""
    setting = SETTINGS[key]
    if setting.choices:
        return [*setting.choices]
    if isinstance(setting.default, bool):
        return [False, True]
    default, low, high = int(setting.default), setting.low or 0, setting.high or 0
    return VALUES.get(key) or sorted({low, max(low, default - 1), default, min(default + 1, high), high})


@pytest.mark.parametrize("key", SETTINGS)
def test_every_setting_changes_something(key: str) -> None:
    """No two values of a setting come to the same in every hand, bid and end, but those played alike."""
    beside = BESIDE.get(key, {})
    seen = {value: [*behaviour(RuleSet("pagat-blind-nil", {**beside, key: value}))] for value in others(key)}
    assert len(seen) > 1
    assert [pair for pair in combinations(seen, 2) if seen[pair[0]] == seen[pair[1]]] == PLAYED_ALIKE.get(key, [])


# The published sets


@pytest.mark.parametrize("name", preset_names())
def test_published_set(name: str) -> None:
    """A published rule set says what it is and where it stands, and adds to its parent just what it lists."""
    preset = load_preset(name)
    parent = RuleSet(preset.parent).values() if preset.parent else {k: s.default for k, s in SETTINGS.items()}
    assert name == preset.name
    assert all(text.strip() for text in (preset.title, preset.source, preset.note))
    assert {**parent, **preset.settings} == RuleSet(name).values()
    assert {key: value for key, value in preset.settings.items() if parent[key] == value} == {}


def outcome_of(preset: str, bids: str, tricks: Sequence[int]) -> str:
    """The score of one hand, or the words with which it is refused."""
    try:
        sheet = score_game(game(hand(bids, " ".join(map(str, tricks))), preset=preset))
    except HandError as error:
        return str(error)
    return ", ".join(str(standing.score) for standing in sheet.standings.values())


def test_pagat_has_no_blind_nil() -> None:
    """A blind nil is refused where the rules have none, and scored where they have it."""
    refused = "hand 1, bids: Ann bid blind nil, and these rules have none. Look at the cards, and bid again."
    assert refused == outcome_of("pagat", "bn 3 4 2", (0, 4, 4, 5))
    assert outcome_of("pagat-blind-nil", "bn 3 4 2", (0, 4, 4, 5)) == "240, 54"
