"""Prints how long the referee and the statistics take: `python tools/benchmark.py`.

A claim about one hand is answered with the search for one and two house rules; the slowest of the published hands is
told, with the number of rule sets tried. A sheet of 20 hands is walked with a slip on it that is carried down.
`score stats` counts a thousand games of 20 hands, as a command and as a multiple of a bare Python start.
"""

from __future__ import annotations

import datetime
import random
import statistics
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

from scorekeeper import RuleSet, Standing, parse_bid, score_game
from scorekeeper.bids import NIL, Bid
from scorekeeper.entry import add_hand
from scorekeeper.game import Game, Hand, RuleChoice, partnerships
from scorekeeper.referee import why
from scorekeeper.referee.slips import Facts
from scorekeeper.referee.walk import walk
from scorekeeper.storage.blocks import document

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


def many_games(count: int = 1000, hands: int = 20) -> None:
    """A folder of games between eight players, counted by the command itself."""
    chance = random.Random(1)  # noqa: S311  games, no secrets
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            Path(folder, f"{number:04}.toml").write_text(document(_random_game(number, hands, chance)), "utf-8")
        bare = min(_seconds("-c", "pass") for _ in range(5))
        whole = min(_seconds("-m", "scorekeeper", "stats", folder) for _ in range(5))
    print(f"{count} games of {hands} hands: {whole:.2f} s, {whole / bare:.0f} times a bare Python start")


def _random_game(number: int, hands: int, chance: random.Random) -> Game:
    players = tuple(chance.sample(["Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal"], 4))
    started = datetime.date(2024, 1, 1) + datetime.timedelta(number)
    rules = RuleChoice("pagat-blind-nil", {"ending.target": 5000})
    game = Game(f"Game {number}", players, partnerships(players), rules, started)
    game = game._replace(hands=tuple(_random_hand(game, chance) for _ in range(hands)))
    totals = [{name: at.score for name, at in hand.standings.items()} for hand in score_game(game).hands]
    written = zip(game.hands, totals, strict=True)
    return game._replace(hands=tuple(hand._replace(totals=total) for hand, total in written))


def _random_hand(game: Game, chance: random.Random) -> Hand:
    """A hand that is bid well or one beside; every other one without a nil is known by its piles only."""
    took = dict.fromkeys(game.players, 0)
    for _ in range(13):
        took[chance.choice(game.players)] += 1
    bids = {
        who: NIL if own < 2 and chance.random() < 0.5 else Bid(max(1, own + chance.choice([-1, 0, 0, 1])))
        for who, own in took.items()
    }
    if not any(bid.nil for bid in bids.values()) and chance.random() < 0.5:
        took = {side.name: sum(took[who] for who in side.players) for side in game.sides}
    return Hand(bids, took)


def _seconds(*words: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)  # noqa: S603  our own program
    return time.perf_counter() - start


if __name__ == "__main__":
    claims()
    sheets()
    many_games()
