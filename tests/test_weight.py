"""What a command loads: nothing that it does not need, so that the answer comes at once."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from scorekeeper import RuleSet, Standing, score_game
from scorekeeper.bids import Bid, parse_bid
from scorekeeper.game import Game, Hand, RuleChoice, partnerships
from scorekeeper.referee import why
from scorekeeper.referee.slips import Facts
from scorekeeper.storage.blocks import document
from scorekeeper.storage.reader import read_game
from scorekeeper.storage.source import read_source

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness import Table

HEAVY = {
    "plotext",
    "jinja2",
    "prompt_toolkit",
    "pydantic",
    "rich",
    "wcwidth",
    "email",
    "socket",
    "asyncio",
    "tempfile",
    "logging",
    "decimal",
}
IMPORTED = re.compile(r"^import time:\s+\d+ \|\s+\d+ \| +(\S+)$", re.MULTILINE)
COUNTS = {
    ("--version",): 130,
    ("show",): 158,
    ("explain",): 159,
    ("bid", "4", "3", "nil", "4"): 165,
    ("add-hand", "4", "3", "nil", "4", "/", "5", "3", "0", "5"): 165,
    ("check", "--bid", "5", "--took", "8"): 165,
    ("stats",): 168,
}
"""How many modules each command may load, beside those that Python itself starts with: ten more than it does."""


def loaded(*words: str, **env: str) -> set[str]:
    """The modules that a program loads."""
    command = [sys.executable, "-X", "importtime", *words]
    done = subprocess.run(command, capture_output=True, check=True, timeout=60, env={**os.environ, **env})
    return set(IMPORTED.findall(done.stderr.decode()))


@pytest.mark.parametrize("words", COUNTS, ids=" ".join)
def test_light(words: tuple[str, ...], table: Table) -> None:
    """A command loads no library that it does not need, and not many modules."""
    table.score("new", "Ann", "Bob", "Cy", "Dee", "--sides", "Us,Them")
    table.score("add-hand", "4", "3", "nil", "4", "/", "5", "3", "0", "5")
    modules = loaded("-m", "scorekeeper", *words)
    assert {name for name in modules if name.partition(".")[0] in HEAVY} == set()
    assert ("tomli_w" in modules) == (words[0] in ("bid", "add-hand"))
    assert len(modules - loaded("-c", "pass")) <= COUNTS[words]


@pytest.mark.parametrize(("line", "most"), [("score sh", 140), ("score explain ", 170)])
def test_light_completion(line: str, most: int, table: Table) -> None:
    """The Tab key is answered as lightly as a command."""
    table.score("new", "Ann", "Bob", "Cy", "Dee", "--sides", "Us,Them")
    env = {"_SCORE_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": line}
    modules = loaded("-m", "scorekeeper", **env)
    assert {name for name in modules if name.partition(".")[0] in HEAVY} == set()
    assert len(modules - loaded("-c", "pass")) <= most


def test_light_defaults(table: Table) -> None:
    """A file of defaults costs a command next to nothing."""
    table.score("new", "Ann", "Bob", "Cy", "Dee", "--sides", "Us,Them")
    without = loaded("-m", "scorekeeper", "show")
    table.put("config.toml", 'players = ["Ann", "Bob"]\nrules = "pagat"\ncolour = "never"\n')
    assert loaded("-m", "scorekeeper", "show") == without


def calls(work: Callable[[], object]) -> int:
    """How many functions written in Python some work calls: a measure that no busy machine changes."""
    count = 0

    def seen(_frame: object, event: str, _arg: object) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def long_game(hands: int) -> Game:
    """A game of so many hands, every fourth with a nil."""
    players = ("Ann", "Bob", "Cy", "Dee")
    game = Game("", players, partnerships(players), RuleChoice("pagat-blind-nil", {"ending.target": 100_000}))
    kinds = [("4", "3", "nil", "4"), ("3", "4", "4", "2"), ("5", "3", "2", "1"), ("2", "2", "4", "4")]
    bids = [dict(zip(players, map(parse_bid, kind), strict=True)) for kind in kinds]
    tricks = dict(zip(players, (5, 3, 0, 5), strict=True))
    return game._replace(hands=tuple(Hand(bids[at % 4], tricks) for at in range(hands)))


@pytest.mark.parametrize(
    ("name", "most"), [("score", 230), ("read", 65)], ids=["to score a hand", "to read a hand from a file"]
)
def test_work_a_hand(name: str, most: int) -> None:
    """A hand costs a bounded number of calls, the thousandth as many as the tenth."""

    def work(hands: int) -> int:
        game = long_game(hands)
        data = document(game).encode()
        return calls({"score": lambda: score_game(game), "read": lambda: read_game(read_source(data).tables)}[name])

    few, many = work(10), work(1010)
    assert (many - few) / 1000 <= most
    assert (many - few) / 1000 <= few / 10


def test_work_of_a_claim() -> None:
    """A claim that nothing explains tries every rule set once, and not many of them."""
    facts = Facts(RuleSet("pagat-blind-nil"), Standing(337, 7), (Bid(5),), (8,), 13)
    why.rule_set.cache_clear()
    assert why.explanations(facts, 7777) == ()
    assert 500 <= why.rule_set.cache_info().misses <= 640
