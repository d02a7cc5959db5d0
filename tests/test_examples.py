"""The example games: each opens, holds, shows, and is what README says of it."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scorekeeper import RuleSet, Standing, load_game
from scorekeeper.cli.main import main
from scorekeeper.storage import create, open_game
from scorekeeper.storage.blocks import document

if TYPE_CHECKING:
    from scorekeeper.sheet import GameSheet, HandSheet

EXAMPLES = Path(__file__).parent.parent / "examples"
NAMES = sorted(path.name for path in EXAMPLES.glob("*.toml"))
every_example = pytest.mark.parametrize("name", NAMES)


def scored(name: str) -> GameSheet:
    """An example, scored."""
    return open_game(str(EXAMPLES / name)).sheet


def said(hand: HandSheet, side: str) -> list[tuple[str, int, int]]:
    """The lines of a side's hand, without those that say only that nothing comes of the bags."""
    lines = [(line.rule, line.points, line.bags) for line in hand.sides[side].lines]
    return [line for line in lines if line != ("bags", 0, 0)]


def ran(*words: str) -> tuple[int, str]:
    """The exit code of a command, and all that it wrote."""
    screen = io.StringIO()
    with contextlib.redirect_stdout(screen), contextlib.redirect_stderr(screen):
        code = main(list(words))
    return code, screen.getvalue()


def test_there_are_four() -> None:
    """The files that README tells of, and no others."""
    assert NAMES == ["bag-penalty.toml", "failed-nils.toml", "friday.toml", "house-rules.toml"]


@every_example
def test_holds(name: str) -> None:
    """Every written total holds, and no hand breaks a rule."""
    sheet = scored(name)
    assert [dict(hand.mismatches) for hand in sheet.hands] == [{}] * len(sheet.hands)
    assert sheet.remarks == ()
    code, text = ran("check", "-g", str(EXAMPLES / name))
    assert code == 0
    assert text.endswith(" hold.\n")


@every_example
def test_shows(name: str) -> None:
    """The sheet shows every hand, and every hand can be explained; nothing is amiss."""
    path = str(EXAMPLES / name)
    game = load_game(path)
    code, text = ran("show", "-g", path)
    assert code == 0
    rows = [
        line.split()[0].rstrip("*") for line in text.splitlines() if line[:2].strip().isdigit() and line[2:3] in " *"
    ]
    assert rows == [str(number) for number, _ in enumerate(game.hands, start=1)]
    for hand in scored(name).hands:
        assert ran("explain", str(hand.number), "-g", path)[0] == 0


@every_example
def test_round_trip(name: str, tmp_path: Path) -> None:
    """The game, written anew and read again, is the same game with the same figures."""
    game = load_game(str(EXAMPLES / name))
    copy = str(tmp_path / name)
    create(copy, game)
    assert load_game(copy) == game
    assert Path(copy).read_text(encoding="utf-8") == document(game)
    assert open_game(copy).sheet.standings == scored(name).standings


@pytest.mark.parametrize("name", [name for name in NAMES if name != "house-rules.toml"])
def test_written_by_the_program(name: str) -> None:
    """But for its comments, an example is what the program writes."""
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    plain = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))
    assert plain == document(load_game(str(EXAMPLES / name)))


def test_friday() -> None:
    """A whole evening, decided in a hand in which both sides pass 500: the higher score wins."""
    game = load_game(str(EXAMPLES / "friday.toml"))
    sheet = scored("friday.toml")
    before, last = sheet.hands[-2:]
    assert len(sheet.hands) == 12
    assert RuleSet(*game.rules).ending.target == 500
    assert before.standings == {"Us": (472, 2), "Them": (457, 7)}
    assert last.standings == {"Us": (523, 3), "Them": (509, 9)}
    assert (sheet.outcome.over, sheet.outcome.winner) == (True, "Us")


def test_friday_has_a_bit_of_everything() -> None:
    """Nils made and failed, a blind nil, sets, a bag penalty, and one correction that is kept."""
    game = load_game(str(EXAMPLES / "friday.toml"))
    hands = scored("friday.toml").hands
    lines = [
        (hand.number, name, rule, points)
        for hand in hands
        for name in hand.sides
        for rule, points, _ in said(hand, name)
    ]
    assert [line for line in lines if line[2] == "nil"] == [
        (1, "Us", "nil", 100),
        (4, "Them", "nil", -100),
        (10, "Us", "nil", 100),
    ]
    assert [line for line in lines if line[2] == "blind nil"] == [(7, "Them", "blind nil", 200)]
    assert [line for line in lines if line[2] == "bag penalty"] == [(8, "Us", "bag penalty", -100)]
    assert [(number, name, points) for number, name, rule, points in lines if rule == "contract" and points < 0] == [
        (3, "Us", -70),
        (6, "Them", -80),
        (9, "Us", -60),
        (10, "Them", -80),
    ]
    (correction,) = game.corrections
    assert (correction.change, correction.hand) == ("edit", 5)
    assert correction.was is not None
    assert (correction.was.tricks, game.hands[4].tricks) == ({"Us": 9, "Them": 4}, {"Us": 8, "Them": 5})


def test_bag_penalty() -> None:
    """337 with 7 bags, bid 5, took 8: 290."""
    *_, before, last = scored("bag-penalty.toml").hands
    assert Standing(337, 7) == before.standings["Us"]
    assert said(last, "Us") == [("contract", 50, 0), ("overtricks", 3, 3), ("bag penalty", -100, -10)]
    assert Standing(290, 0) == last.standings["Us"]


def test_failed_nils() -> None:
    """A nil that fails beside a contract made, one beside a contract set, two nils on one side, and a blind nil."""
    first, second, third, fourth, fifth = scored("failed-nils.toml").hands
    assert said(first, "Them") == [("contract", 40, 0), ("nil", -100, 0), ("nil tricks", 2, 2)]
    assert said(second, "Us") == [("contract", 40, 0), ("nil", -100, 0), ("nil tricks", 1, 1)]
    assert said(third, "Us") == [("nil", 100, 0), ("nil", -100, 0), ("nil tricks", 1, 1)]
    assert third.standings["Them"].score - third.standings["Us"].score == 121
    assert said(fourth, "Us") == [("contract", 50, 0), ("overtricks", 1, 1), ("blind nil", 200, 0)]
    assert said(fifth, "Us") == [("contract", -40, 0), ("nil", -100, 0), ("nil tricks", 2, 2)]
    assert fifth.standings == {"Us": (125, 5), "Them": (265, 5)}


def test_house_rules() -> None:
    """Half the points for a nil, 50 for every fifth bag, 300 to win; and a hand is in play."""
    game = load_game(str(EXAMPLES / "house-rules.toml"))
    settings = {"ending.target": 300, "nil.made": 50, "nil.failed": 50, "bags.limit": 5, "bags.penalty": 50}
    assert ("pagat-blind-nil", settings) == game.rules
    _, second, third = scored("house-rules.toml").hands
    assert ("nil", 50, 0) in said(second, "Window")
    assert said(third, "Window") == [("contract", 50, 0), ("overtricks", 3, 3), ("bag penalty", -50, -5)]
    assert third.standings == {"Window": (175, 0), "Stove": (60, 0)}
    assert game.in_play is not None
    assert [*game.dealers()][:-1] == ["Pia", "Maya", "Ola", "Pia"]
