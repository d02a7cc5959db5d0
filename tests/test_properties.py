"""What holds under any rules: random settings, each from all that it may be, and random hands of random tables."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import settings as options
from hypothesis import strategies as st

from scorekeeper import HandError, RuleSet, RuleSettingError, Standing, score_game, score_side
from scorekeeper.bids import BLIND_NIL, NIL, Bid
from scorekeeper.compare import differing_settings, smallest_difference
from scorekeeper.game import Hand, Ruling, seated
from scorekeeper.rules.presets import load_preset, preset_names
from scorekeeper.rules.view import SideHand
from scorekeeper.scoring import _sheet
from tables import game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.game import Game, Side, Value
    from scorekeeper.rules.base import Setting
    from scorekeeper.sheet import SideSheet

Settings = dict[str, "Value"]

SETTINGS = RuleSet.all_settings()
PLAYERS = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
SEATINGS = (
    (2, "solo"),
    (3, "solo"),
    (4, "solo"),
    (4, "partners"),
    (5, "solo"),
    (6, "solo"),
    (6, "pairs"),
    (6, "threes"),
)

few = options(max_examples=80, derandomize=True, deadline=None, database=None)


def value_of(setting: Setting) -> st.SearchStrategy[Value]:
    """Anything that a setting may be, most often what is usual."""
    if setting.choices:
        return st.sampled_from([*setting.choices])
    if isinstance(setting.default, bool):
        return st.booleans()
    low, high = setting.low or 0, setting.high or 0
    small = st.integers(low, min(high, low + 20) if low >= 0 else min(high, 20))
    return st.one_of(st.just(setting.default), small, st.sampled_from([low, high]))


def rules_of(keys: Sequence[str]) -> st.SearchStrategy[Settings]:
    """Settings of these keys that do not contradict each other; each is left out as often as not."""
    every: dict[str, st.SearchStrategy[Value]] = {key: value_of(SETTINGS[key]) for key in keys}
    return st.fixed_dictionaries({}, optional=every).filter(agree)


def agree(chosen: Settings) -> bool:
    """Whether these settings do not contradict each other."""
    try:
        RuleSet("pagat-blind-nil", chosen)
    except RuleSettingError:
        return False
    return True


BIDDING = [key for key in SETTINGS if key.startswith("bidding.") and key != "bidding.zero"]
ALL_BUT_BIDDING = [key for key in SETTINGS if key not in (*BIDDING, "nil.allowed", "blind_nil.allowed")]
"""Without what forbids bids, so that nearly every hand can be played."""
OPEN: Settings = {
    "blind_nil.deficit": 0,
    "blind_bid.deficit": 0,
    "blind_bid.minimum": 1,
    "nil.partner_minimum": 0,
    "double_nil.scoring": "each",
    "bidding.zero": "plain",
    "deck.pack": "ace-high",
    "deck.tricks": 0,
}
"""Under which all bids can be made, and 52 cards are dealt."""


class Table(NamedTuple):
    """Who plays, and on which side."""

    players: tuple[str, ...]
    sides: tuple[Side, ...]
    deal: int


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """A table of two to six players, with 52 cards."""
    count, kind = draw(st.sampled_from(SEATINGS))
    players = PLAYERS[:count]
    return Table(players, seated(players, kind), 52 // count)


@st.composite
def hands(draw: st.DrawFn, table: Table) -> Hand:
    """A hand that the table can play under open bidding: sides may bid blind, and players may have reneged."""
    cuts = sorted(
        draw(st.lists(st.integers(0, table.deal), min_size=len(table.players) - 1, max_size=len(table.players) - 1))
    )
    tricks = [end - start for start, end in zip([0, *cuts], [*cuts, table.deal], strict=True)]
    bids: dict[str, Bid] = {}
    for side in table.sides:
        blind = draw(st.booleans())
        numbers = st.builds(Bid, st.integers(int(blind), table.deal // 2), blind=st.just(blind))
        for player in side.players:
            bids[player] = draw(st.one_of(numbers, st.sampled_from([NIL, BLIND_NIL])))
    reneges = draw(st.lists(st.sampled_from(table.players), max_size=2))
    others = {player: [side.name for side in table.sides if player not in side.players] for player in table.players}
    rulings = tuple(Ruling("renege", player, others[player][0]) for player in reneges)
    return Hand(bids, dict(zip(table.players, tricks, strict=True)), rulings=rulings)


@st.composite
def games(draw: st.DrawFn, most: int = 4) -> Game:
    """A game of a few hands under random rules."""
    table = draw(tables())
    chosen = draw(rules_of(ALL_BUT_BIDDING))
    chosen = {**chosen, **OPEN, **({"double_nil.scoring": "unit"} if draw(st.booleans()) else {})}
    assume(agree(chosen))
    played = draw(st.lists(hands(table), min_size=1, max_size=most))
    return game(*played, players=table.players, sides=table.sides, settings=chosen)


@few
@given(games())
def test_lines_sum_to_the_change(played: Game) -> None:
    """Under any rules the lines of a hand are its points and the change of the standing, and each has a reason."""
    standing = {side.name: Standing() for side in played.sides}
    for at in score_game(played).hands:
        for name, side in at.sides.items():
            points, bags = sum(line.points for line in side.lines), sum(line.bags for line in side.lines)
            assert (points, bags) == (side.points, side.bags)
            assert standing[name] == side.before
            assert (standing[name].score + points, standing[name].bags + bags) == side.after
            assert side.after.bags >= 0
            assert all(line.reason and line.group in RuleSet.kinds() for line in side.lines)
        standing = at.standings


@few
@given(games())
def test_replay_equals_adding_hand_by_hand(played: Game) -> None:
    """Each hand of a game scores as it does where the game had just come to it."""
    sheet = score_game(played)
    for end in range(1, len(played.hands) + 1):
        part = score_game(played._replace(hands=played.hands[:end]))
        assert sheet.hands[:end] == part.hands
        if sheet.ended_with is None or end < sheet.ended_with:
            assert not part.outcome.over
        else:
            assert (part.outcome, part.ended_with) == (sheet.outcome, sheet.ended_with)


@few
@given(rules_of(ALL_BUT_BIDDING), st.data())
def test_the_order_of_partners_changes_nothing(chosen: Settings, data: st.DataObject) -> None:
    """What a side scores does not depend on the order of its players."""
    rules = RuleSet("pagat-blind-nil", chosen)
    bid = st.one_of(st.integers(0, 13).map(Bid), st.integers(0, 13).map(lambda tricks: Bid(tricks, blind=True)))
    pairs = data.draw(
        st.lists(
            st.tuples(st.one_of(bid, st.sampled_from([NIL, BLIND_NIL])), st.integers(0, 4)), min_size=1, max_size=3
        )
    )
    reneges = data.draw(st.integers(0, 2))

    def scored(order: Sequence[tuple[Bid, int]]) -> tuple[Standing, bool, bool, list[tuple[str, int, int]]]:
        bids, tricks = zip(*order, strict=True)
        side = SideHand(rules, Standing(0, 3), "xyz"[: len(bids)], bids, tricks, sum(tricks), 13, reneges)
        for _ in range(reneges):
            rules.renege.settle(side, None)
        sheet = _sheet(side)
        return sheet.after, sheet.set, sheet.moon, sorted((line.rule, line.points, line.bags) for line in sheet.lines)

    first, *rest = [scored(order) for order in permutations(pairs)]
    assert all(first == other for other in rest)


@few
@given(games(3), rules_of([key for key in ALL_BUT_BIDDING if key not in OPEN]), st.data())
def test_a_change_applies_from_its_hand_on(played: Game, changed: Settings, data: st.DataObject) -> None:
    """A rule change leaves every hand before it as it was, and every later one is played by the new rules."""
    number = data.draw(st.integers(1, len(played.hands)))
    before = dict(played.rules.settings)
    assume(agree({**before, **changed}))
    plain = game(*played.hands, players=played.players, sides=played.sides, settings=before)
    under = game(*played.hands, players=played.players, sides=played.sides, settings=before, changes={number: changed})
    sheet = score_game(under)
    assert sheet.hands[: number - 1] == score_game(plain).hands[: number - 1]
    new = RuleSet("pagat-blind-nil", {**before, **changed})
    assert new == RuleSet(*under.rules_at(number)) == RuleSet(*under.rules_now)
    for at, said in zip(sheet.hands[number - 1 :], under.hands[number - 1 :], strict=True):
        sides = {}
        for side in under.sides:
            reneges = sum(ruling.player in side.players for ruling in said.rulings)
            bids, own = [said.bids[name] for name in side.players], [(said.tricks or {})[name] for name in side.players]
            standing = at.sides[side.name].before
            deal = new.deck.deal(len(under.players))
            sides[side.name] = SideHand(new, standing, side.players, bids, own, sum(own), deal, reneges)
        for ruling in said.rulings:
            new.renege.settle(sides[under.side_of(ruling.player).name], sides[ruling.to])
        assert {name: _sheet(side) for name, side in sides.items()} == at.sides


# Differences

SCORING = [
    key
    for key in ALL_BUT_BIDDING
    if key.partition(".")[0] not in ("deck", "renege", "ending") and not key.endswith(".deficit") and key != "moon.wins"
]
"""What changes the score of a side's hand."""


@cache
def broad() -> list[tuple[tuple[Bid, ...], tuple[int, ...], int]]:
    """Hands of one side, far more of them than are looked at for a smallest one."""
    beside = (Bid(0), Bid(1), Bid(4), Bid(6), Bid(10), NIL, BLIND_NIL, Bid(7, blind=True))
    bids: list[tuple[Bid, ...]] = [
        *((Bid(tricks),) for tricks in (0, 1, 2, 5, 8, 9, 10, 11, 12, 13)),
        *((Bid(tricks, blind=True),) for tricks in (1, 4, 6, 7, 10, 13)),
        *((nil, other) for nil in (NIL, BLIND_NIL) for other in beside),
    ]
    alone: list[tuple[int, ...]] = [(took,) for took in range(14)]
    together: list[tuple[int, ...]] = [*product((0, 1, 2, 5), (0, 1, 3, 4, 6, 8))]
    return [(said, won, bags) for said in bids for won in (alone if len(said) == 1 else together) for bags in (0, 3, 9)]


def score_of(rules: RuleSet, said: tuple[Bid, ...], won: tuple[int, ...], bags: int) -> SideSheet | None:
    """The score of a hand, or None where the rules do not know it."""
    try:
        return score_side(rules, Standing(0, bags), said, won)
    except HandError:
        return None


def differs(first: SideSheet | None, second: SideSheet | None) -> bool:
    """Whether both rules know the hand and give different points or bags."""
    return first is not None and second is not None and first.after != second.after


@options(few, max_examples=25)
@given(rules_of(SCORING), rules_of([*SCORING, "ending.target"]), st.booleans())
def test_smallest_difference(chosen: Settings, other: Settings, near: bool) -> None:
    """A difference is one; where none is found, a broad search finds none either."""
    if near:  # one setting only, so that often nothing differs
        other = {**chosen, **dict(sorted(other.items())[:1])}
        assume(agree(other))
    first, second = RuleSet("pagat-blind-nil", chosen), RuleSet("pagat-blind-nil", other)
    found = smallest_difference(first, second)
    if found is None:
        for hand in broad():
            assert not differs(score_of(first, *hand), score_of(second, *hand)), hand
        return
    assert found.first == score_of(first, found.bids, found.tricks, found.bags)
    assert found.second == score_of(second, found.bids, found.tricks, found.bags)
    assert differs(found.first, found.second)


FEW_TRICKS: dict[str, tuple[Settings, Settings, tuple[str, tuple[int, ...], int]]] = {
    "a set": ({}, {"contract.set_penalty": "none"}, ("1", (0,), 0)),
    "a bag": ({}, {"bags.points": 0}, ("nil+1", (1, 0), 0)),
    "a bag without nils": ({"nil.allowed": False}, {"nil.allowed": False, "bags.points": 0}, ("1", (2,), 0)),
    "the tenth bag": ({}, {"bags.penalty": 50}, ("nil+1", (1, 0), 9)),
    "the eleventh bag": ({}, {"bags.remainder": "reset"}, ("nil+1", (2, 0), 9)),
    "a nil": ({}, {"nil.made": 50}, ("nil+1", (0, 0), 0)),
    "a nil that failed": ({}, {"nil.failed": 50}, ("nil+1", (1, 0), 0)),
    "beside a nil": (
        {"nil.partner_minimum": 6, "bidding.team_minimum": 6},
        {"nil.partner_minimum": 6, "bidding.team_minimum": 6, "nil.made": 50},
        ("nil+6", (0, 0), 0),
    ),
    "two nils": ({}, {"double_nil.scoring": "unit", "double_nil.made": 400}, ("nil+nil", (0, 0), 0)),
    "a ten": ({}, {"ten_bid.applies": "exactly-10"}, ("10", (0,), 0)),
    "a moon": ({}, {"moon.made": 500}, ("13", (13,), 0)),
    "a blind number": (
        {"blind_bid.minimum": 6},
        {"blind_bid.minimum": 7, "blind_bid.multiplier": 3},
        ("blind 7", (7,), 0),
    ),
    "a least bid": (
        {"bidding.minimum": 3},
        {"bidding.minimum": 3, "contract.trick_points": 5},
        ("3", (0,), 0),
    ),
    "a great blind number": (
        {"blind_bid.minimum": 6, "bidding.team_minimum": 8},
        {"blind_bid.minimum": 6, "bidding.team_minimum": 8, "blind_bid.failed_multiplier": 1},
        ("blind 8", (0,), 0),
    ),
    "suicide to a ten": (
        {"bidding.constraint": "suicide"},
        {"bidding.constraint": "suicide", "ten_bid.applies": "exactly-10"},
        ("nil+10", (0, 0), 0),
    ),
}


@pytest.mark.parametrize(("chosen", "other", "expected"), FEW_TRICKS.values(), ids=FEW_TRICKS)
def test_smallest_difference_is_small(
    chosen: Settings, other: Settings, expected: tuple[str, tuple[int, ...], int]
) -> None:
    """The hand that shows a difference is the plainest there is."""
    found = smallest_difference(RuleSet("pagat", chosen), RuleSet("pagat", other))
    assert found
    assert expected == ("+".join(map(str, found.bids)), found.tricks, found.bags)


ALIKE: dict[str, Settings] = {
    "the same rules": {},
    "another target": {"ending.target": 300},
    "a least contract": {"bidding.team_minimum": 4},
    "the deficit of a blind nil": {"blind_nil.deficit": 0},
    "the price of a renege": {"renege.penalty": "set"},
    "a first hand that bids itself": {"bidding.first_hand": "bids-itself"},
}


@pytest.mark.parametrize("other", ALIKE.values(), ids=ALIKE)
def test_no_difference(other: Settings) -> None:
    """Rules that differ in bids, reneges and ends only score every hand of one side alike."""
    assert smallest_difference(RuleSet("pagat"), RuleSet("pagat", other)) is None


@few
@given(rules_of([*SETTINGS]))
def test_differing_settings(chosen: Settings) -> None:
    """The settings that differ are those chosen that are not what they were, with both values."""
    plain, rules = RuleSet(), RuleSet("pagat-blind-nil", chosen)
    values = plain.values()
    parent = RuleSet("pagat-blind-nil")
    assert differing_settings(parent, rules) == {
        key: (parent.values()[key], chosen[key])
        for key in SETTINGS
        if chosen.get(key, parent.values()[key]) != parent.values()[key]
    }
    assert differing_settings(rules, rules) == {}
    assert differing_settings(plain, rules).keys() == {
        key for key, value in rules.values().items() if value != values[key]
    }


@pytest.mark.parametrize("name", preset_names())
def test_preset_is_its_parent_and_its_list(name: str) -> None:
    """A rule set differs from its parent in just the settings that it lists, and from the root in all on the way."""
    rules, line = RuleSet(name), [load_preset(name)]
    while line[-1].parent:
        line.append(load_preset(line[-1].parent))
    together = {key: value for preset in reversed(line) for key, value in preset.settings.items()}
    assert line[-1].name == "pagat"
    assert RuleSet("pagat", together) == rules
    if line[0].parent:
        parent = RuleSet(line[0].parent)
        assert {key: new for key, (_, new) in differing_settings(parent, rules).items()} == dict(line[0].settings)
