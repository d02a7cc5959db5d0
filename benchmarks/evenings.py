"""How long `score stats` takes for a thousand games."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import games
from benchmarks.start import SCORE
from scorekeeper.storage.blocks import document

if TYPE_CHECKING:
    from argparse import Namespace

GAMES, HANDS = 1000, 20


def run(chosen: Namespace) -> None:
    """Prints the figure."""
    del chosen
    chance = random.Random(1)  # noqa: S311  games, no secrets
    with tempfile.TemporaryDirectory() as folder:
        for number in range(GAMES):
            players = tuple(chance.sample(games.PLAYERS, 4))
            Path(folder, f"{number:04}.toml").write_text(document(games.game(HANDS, number, players)), "utf-8")
        bare = min(_seconds(sys.executable, "-c", "pass") for _ in range(5))
        whole = min(_seconds(SCORE, "stats", folder) for _ in range(5))
    print(f"{GAMES:,} games of {HANDS} hands: {whole:.2f} s, {whole / bare:.0f} times a bare Python start.")


def _seconds(*words: str) -> float:
    start = time.perf_counter()
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)  # noqa: S603  our own program
    return time.perf_counter() - start
