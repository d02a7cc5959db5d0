"""How long the referee thinks: about a claim with its search for house rules, and about a sheet with a slip on it."""

from __future__ import annotations

import statistics
import time
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import games
from scorekeeper import RuleSet, Standing, parse_bid, score_game
from scorekeeper.referee import why
from scorekeeper.referee.slips import Facts
from scorekeeper.referee.walk import walk

if TYPE_CHECKING:
    from argparse import Namespace

HANDS = Path(__file__).resolve().parent.parent / "tests" / "cases" / "hands.toml"


def run(chosen: Namespace) -> None:
    """Prints the figures."""
    del chosen
    _claims()
    _sheet()


def _claims() -> None:
    """Every published hand, with a claim that nothing explains, so that the whole search is done."""
    times, tried = [], []
    for case in tomllib.loads(HANDS.read_text("utf-8"))["case"]:
        rules = RuleSet(case["preset"], case["settings"])
        before = Standing(case["score_before"], case.get("bags_before", 0))
        facts = Facts(rules, before, tuple(map(parse_bid, case["bids"])), tuple(case["tricks"]), 13)
        why.rule_set.cache_clear()
        start = time.perf_counter()
        why.explanations(facts, facts.score() + 7777)
        times.append(time.perf_counter() - start)
        tried.append(why.rule_set.cache_info().misses)
    print(f"A claim: median {statistics.median(times) * 1000:.0f} ms, slowest {max(times) * 1000:.0f} ms;")
    print(f"rule sets tried: median {statistics.median(tried):.0f}, most {max(tried)} ({len(times)} hands).")


def _sheet() -> None:
    """A sheet of 20 hands, 100 points off from hand 5 on."""
    game = games.game(20)
    us = game.sides[0].name
    hands = [
        hand._replace(totals={**(hand.totals or {}), us: (hand.totals or {})[us] + (100 if at >= 4 else 0)})
        for at, hand in enumerate(game.hands)
    ]
    game = game._replace(hands=tuple(hands))
    why.rule_set.cache_clear()
    start = time.perf_counter()
    walk(game, score_game(game))
    print(f"The walk down a sheet of {len(hands)} hands: {(time.perf_counter() - start) * 1000:.0f} ms.")
