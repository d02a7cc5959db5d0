"""Hands a second, with every line of the sheet, beside other scorers.

Another scorer is a Python file with a function `score(hands)`; a hand is a pair of sides, a side the bids and tricks
of its two players, a nil being 0. It scores all of them, by whatever rules it knows, and is timed:

    python -m benchmarks scoring --scorer other=adapter.py
"""

from __future__ import annotations

import gc
import runpy
import statistics
import time
from functools import partial
from typing import TYPE_CHECKING

from benchmarks import games, table
from scorekeeper import score_game

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from scorekeeper.game import Game

HANDS = 2000


def run(chosen: Namespace) -> None:
    """Prints the table."""
    gc.set_threshold(100_000)  # as the program itself has it
    game = _known_by_player(games.game(HANDS))
    ours: dict[str, Callable[[], object]] = {
        "scorekeeper: a game, its lines": lambda: score_game(game),
        "scorekeeper: the same, and every reason": lambda: _with_reasons(game),
    }
    facts = _facts(game)
    for scorer in chosen.scorer:
        name, _, file = scorer.partition("=")
        ours[name] = partial(runpy.run_path(file)["score"], facts)
    times: dict[str, list[float]] = {name: [] for name in ours}
    for _ in range(min(chosen.rounds, 11)):
        for name, work in ours.items():
            start = time.perf_counter()
            work()
            times[name].append(time.perf_counter() - start)
    rows = [(name, f"{HANDS / statistics.median(own):,.0f}") for name, own in times.items()]
    table.show(("scorer", "hands a second"), rows)


def _with_reasons(game: Game) -> int:
    sides = (side for hand in score_game(game).hands for side in hand.sides.values())
    return sum(len(line.reason) for side in sides for line in side.lines)


def _known_by_player(game: Game) -> Game:
    """The game without the hands that are known by their piles only."""
    known = tuple(hand for hand in game.hands if set(hand.tricks or {}) == set(game.players))
    hands = (known * (HANDS // len(known) + 1))[:HANDS]
    return games.totalled(game._replace(hands=tuple(hand._replace(totals=None) for hand in hands)))


def _facts(game: Game) -> list[list[list[tuple[int, int]]]]:
    return [
        [[(hand.bids[who].tricks, (hand.tricks or {})[who]) for who in side.players] for side in game.sides]
        for hand in game.hands
    ]
