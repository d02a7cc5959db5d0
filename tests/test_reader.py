"""The fast reader and the models agree on every document; what is written is read back."""

from __future__ import annotations

import copy
import datetime
from typing import Any

import pytest
import tomli
from hypothesis import example, given, settings
from hypothesis import strategies as st

from broken_files import FILES, GOOD
from scorekeeper.bids import Bid
from scorekeeper.errors import GameFileError
from scorekeeper.game import Correction, Game, Hand, RuleChange, RuleChoice, Ruling, Side, partnerships, table_problems
from scorekeeper.storage.blocks import document
from scorekeeper.storage.document import faults
from scorekeeper.storage.reader import LARGEST, MOST_HANDS, MalformedError, _game, read_game
from scorekeeper.storage.source import read_source

DAY = datetime.date(2026, 11, 27)
TIME = datetime.datetime(2026, 11, 27, 20, 14)  # noqa: DTZ001  as in a file
VALUES: list[Any] = [
    *(0, 1, -1, LARGEST, -LARGEST, LARGEST + 1, -LARGEST - 1, 10**40, True, False, 4.0, float("nan"), float("inf")),
    *("", "nil", "n", "blind nil", "b6", "four", "4", " 4 ", "12345", "Ann", DAY, TIME, TIME.time()),
    *(TIME.replace(tzinfo=datetime.UTC), [], {}, [1], ["Ann"], [{}], {"Ann": 4}, {"Ann": "nil"}, {"Ann": True}, [[]]),
]  # fmt: skip
KEYS = (
    *("format", "players", "name", "started", "dealer", "sides", "rules", "hands", "corrections", "bids", "tricks"),
    *("rule_changes", "from_hand", "settings", "rulings", "kind", "player", "to"),
    *("totals", "note", "bid_at", "at", "change", "hand", "entered", "of", "why", "was", "preset", "nil", "Ann", ""),
)  # fmt: skip


def refused(tables: dict[str, Any]) -> bool:
    """Whether the fast reader refuses a document."""
    try:
        _game(tables)
    except MalformedError:
        return True
    return False


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every part of a document."""
    steps: list[Any] = [*value] if isinstance(value, dict) else [*range(len(value))] if isinstance(value, list) else []
    return [path, *(place for step in steps for place in places(value[step], (*path, step)))]


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    """A good document with up to three parts replaced, taken out or added."""
    tables: dict[str, Any] = copy.deepcopy(tomli.loads(GOOD))
    for _ in range(draw(st.integers(0, 3))):
        path = draw(st.sampled_from([place for place in places(tables) if place] or [("name",)]))
        holder: Any = tables
        for step in path[:-1]:
            holder = holder[step]
        change = draw(st.sampled_from(["replace", "remove", "add"]))
        value = copy.deepcopy(draw(st.sampled_from(VALUES)))
        if change == "replace" or not holder:
            holder[path[-1]] = value
        elif change == "remove":
            del holder[path[-1]]
        elif isinstance(holder, list):
            holder.append(value)
        else:
            holder[draw(st.sampled_from(KEYS))] = value
    return tables


@settings(max_examples=600, deadline=None)
@given(documents())
@example({})
@example({"format": 1, "players": []})
def test_reader_and_models_agree(tables: dict[str, Any]) -> None:
    """What the fast reader refuses, the models have faults of, and the other way round."""
    found = faults(copy.deepcopy(tables))
    assert refused(tables) == bool(found)
    for problem in found:
        assert problem.what.endswith((".", "”"))


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_each_place_with_each_value(value: Any) -> None:
    """At every place of a document, reader and models take the same values."""
    good = tomli.loads(GOOD)
    for path in places(good)[1:]:
        tables = copy.deepcopy(good)
        holder: Any = tables
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = copy.deepcopy(value)
        assert (path, refused(tables)) == (path, bool(faults(tables)))


def test_too_many_hands() -> None:
    """The bound of hands is the same for both."""
    hand: dict[str, Any] = {"bids": {}}
    for count, wrong in ((MOST_HANDS, False), (MOST_HANDS + 1, True)):
        tables = {"format": 1, "players": ["A", "B"], "hands": [hand] * count}
        assert refused(tables) == bool(faults(tables)) == wrong


@pytest.mark.parametrize("name", FILES)
def test_broken_files_alike(name: str) -> None:
    """Both agree on every broken file that is TOML of our format."""
    try:
        tables = read_source(FILES[name]).tables
    except GameFileError:
        return
    assert refused(tables) == bool(faults(tables))


NAME = st.one_of(
    st.sampled_from(
        ["Ann", "a.b", 'Q"uo"te', "it's", "[b]Al :spades:", "山田", "محمد", "👩‍👩‍👧", "1", "true", "a=b", "#x", "\\n"]
    ),
    st.text(min_size=1, max_size=12),
)
BID = st.one_of(
    st.builds(Bid, st.integers(0, 999), st.just(False), st.booleans()),
    st.builds(Bid, st.just(0), st.just(True), st.booleans()),
)
FIGURE = st.integers(-LARGEST, LARGEST)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
TIMES = st.datetimes(timezones=st.sampled_from([None, datetime.UTC]))


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Any game that has the shape of one; its rules and hands need not be possible."""
    names = draw(st.lists(NAME, min_size=2, max_size=6, unique=True))
    players = tuple(names)
    sides = partnerships(players)
    if draw(st.booleans()) and len(players) % 2 == 0:
        half = len(players) // 2
        pairs = [(players[at], players[at + half]) for at in range(half)]
        sides = tuple(Side(draw(NAME), pair) for pair in pairs)
    if table_problems(players, sides):
        players, sides = ("Ann", "Bob"), partnerships(("Ann", "Bob"))
    known = st.sampled_from([*players, *(side.name for side in sides)])
    figures = st.dictionaries(known, FIGURE, max_size=4)
    hands = st.builds(
        Hand,
        st.dictionaries(st.sampled_from(players), BID, max_size=6),
        st.none() | figures,
        st.sampled_from(["", *players]),
        st.none() | figures,
        TEXT,
        st.lists(st.builds(Ruling, st.just("renege"), known, TEXT, points=FIGURE), max_size=2).map(tuple),
        st.none() | TIMES,
    )
    corrections = st.builds(
        Correction, TIMES, st.sampled_from(["edit", "undo"]), FIGURE, FIGURE, TEXT, TEXT, st.none() | hands
    )
    values = st.one_of(st.integers(-(10**9), 10**9), st.booleans(), TEXT)
    keys = st.sampled_from(["nil.made", "nil.failed", "bags.limit", "ending.target", "moon.wins"])
    changes = st.builds(RuleChange, TIMES, FIGURE, st.dictionaries(keys, values), TEXT)
    return Game(
        name=draw(TEXT),
        players=players,
        sides=sides,
        rules=RuleChoice(draw(st.sampled_from(["pagat", "x y"])), draw(st.dictionaries(keys, values))),
        started=draw(st.none() | st.dates()),
        dealer=draw(st.sampled_from(["", *players])),
        rule_changes=tuple(draw(st.lists(changes, max_size=2))),
        hands=tuple(draw(st.lists(hands, max_size=4))),
        corrections=tuple(draw(st.lists(corrections, max_size=2))),
    )


@settings(max_examples=150, deadline=None)
@given(games())
def test_round_trip(game: Game) -> None:
    """A game written as a new file is read back as the same game."""
    source = read_source(document(game).encode())
    assert read_game(source.tables) == game
    assert faults(source.tables) == []
