"""Prints how long the referee takes: `python tools/benchmark.py`.

A claim about one hand is answered with the search for one and two house rules; the slowest of the published hands is
told, with the number of rule sets tried. A sheet of 20 hands is walked with a slip on it that is carried down.
"""

from __future__ import annotations

import statistics
import time
import tomllib
from pathlib import Path

from scorekeeper import RuleSet, Standing, parse_bid, score_game
from scorekeeper.entry import add_hand
from scorekeeper.game import Game, RuleChoice, partnerships
from scorekeeper.referee import why
from scorekeeper.referee.slips import Facts
from scorekeeper.referee.walk import walk

HANDS = Path(__file__).resolve().parent.parent / "tests" / "cases" / "hands.toml"


def claims() -> None:
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
    print(f"a claim: median {statistics.median(times) * 1000:.0f} ms, slowest {max(times) * 1000:.0f} ms,")
    print(f"  rule sets tried: median {statistics.median(tried):.0f}, most {max(tried)} ({len(times)} hands)")


def sheets() -> None:
    """A sheet of 20 hands, 100 points off from hand 5 on."""
    players = ("Ann", "Bob", "Cy", "Dee")
    game = Game("", players, partnerships(players), RuleChoice("pagat-blind-nil", {"ending.target": 5000}))
    us, them = (side.name for side in game.sides)
    for number in range(20):
        bids = dict(zip(players, map(parse_bid, (3, 3, 3, 2 + number % 2)), strict=True))
        game = add_hand(game, bids, {us: 6 + number % 3, them: 7 - number % 3})
    hands = [
        hand._replace(totals={**(hand.totals or {}), us: (hand.totals or {})[us] + (100 if at >= 4 else 0)})
        for at, hand in enumerate(game.hands)
    ]
    game = game._replace(hands=tuple(hands))
    why.rule_set.cache_clear()
    start = time.perf_counter()
    walk(game, score_game(game))
    print(f"a sheet of {len(hands)} hands: {(time.perf_counter() - start) * 1000:.0f} ms")


if __name__ == "__main__":
    claims()
    sheets()
