"""What a game file of 20, 1,000 and 10,000 hands costs: reading TOML, making a game of it, scoring, the sheet."""

from __future__ import annotations

import gc
import time
import tracemalloc
from typing import TYPE_CHECKING, TypeVar

from benchmarks import games, table
from scorekeeper import score_game
from scorekeeper.render.screen import score_sheet
from scorekeeper.render.style import Style
from scorekeeper.storage.blocks import document
from scorekeeper.storage.reader import read_game
from scorekeeper.storage.source import read_source

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

T = TypeVar("T")
SIZES = (20, 1000, 10_000)


def run(chosen: Namespace) -> None:
    """Prints microseconds a hand, and memory."""
    del chosen
    gc.set_threshold(100_000)  # as the program itself has it
    table.show(
        ("hands", "TOML, us a hand", "game, us a hand", "scoring, us a hand", "sheet, us a hand", "TOML's share", "MB"),
        [_row(size) for size in SIZES],
    )


def _row(hands: int) -> tuple[str, ...]:
    data = document(games.game(hands)).encode()
    times = max(1, 2000 // hands)
    source, toml = timed(lambda: read_source(data), times)
    game, made = timed(lambda: read_game(source.tables), times)
    sheet, scored = timed(lambda: score_game(game), times)
    _, shown = timed(lambda: score_sheet(game, sheet, Style()), times)
    each = [seconds / hands * 1e6 for seconds in (toml, made, scored, shown)]
    return f"{hands:,}", *(f"{us:.0f}" for us in each), f"{each[0] / sum(each):.0%}", f"{_memory(data):.1f}"


def timed(work: Callable[[], T], times: int) -> tuple[T, float]:
    """What the work gives, and the seconds that it takes at best."""
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        result = work()
        best = min(best, time.perf_counter() - start)
    return result, best


def _memory(data: bytes) -> float:
    """How much is held at most, in MB, while a file is read, scored and shown."""
    tracemalloc.start()
    game = read_game(read_source(data).tables)
    score_sheet(game, score_game(game), Style())
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most / 1e6
