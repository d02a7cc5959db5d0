"""What a command costs from the Enter key to the prompt: multiples of a bare Python start, and of the smallest Typer.

The programs are those beside this Python: install the package into its environment, as people do. An editable
install would do as well, but its modules are compiled anew where Python may not write their bytecode.
"""

from __future__ import annotations

import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import games, table
from scorekeeper.storage.blocks import document

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Mapping

SCORE = str(Path(sys.executable).with_name("score"))
SMALLEST = """\
import typer
app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)
@app.command()
def hello(name: str = "Ann"):
    typer.echo(name)
app()
"""
ADD = ("add-hand", "4", "3", "nil", "4", "/", "5", "3", "0", "5")
CLAIM = ("check", "--score", "337", "--bags", "7", "--bid", "5", "--took", "8", "--claim", "300")
TAB = {"_SCORE_COMPLETE": "complete_bash", "_TYPER_COMPLETE_ARGS": "score sh"}


class Command:
    """A command that is started again and again.

    Attributes:
        words: What is started.
        around: What the environment has beside our own.
        terminal: Whether its output goes to a terminal.
    """

    def __init__(self, *words: str, around: Mapping[str, str] | None = None, terminal: bool = False) -> None:
        self.words = words
        self.around = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        self.around |= around or {}
        self.terminal = terminal

    def seconds(self, folder: str) -> float:
        """How long it takes once, in a folder with one game of 20 hands."""
        Path(folder, "friday.toml").write_text(GAME, "utf-8")
        start = time.perf_counter()
        if self.terminal:
            self._on_a_terminal(folder)
        else:
            quiet = subprocess.DEVNULL
            subprocess.run(self.words, cwd=folder, env=self.around, stdout=quiet, stderr=quiet, check=False)  # noqa: S603  named by us
        return time.perf_counter() - start

    def _on_a_terminal(self, folder: str) -> None:
        ours, theirs = os.openpty()
        process = subprocess.Popen(self.words, cwd=folder, env=self.around, stdout=theirs, stderr=theirs)  # noqa: S603  named by us
        os.close(theirs)
        try:
            while os.read(ours, 65536):
                pass
        except OSError:  # how Linux says that the other end is closed
            pass
        process.wait()
        os.close(ours)


GAME = document(games.game(20))


def commands(smallest: str) -> dict[str, Command]:
    """What is measured, by name; the first two are what the others are measured by."""
    return {
        "`python -c pass`": Command(sys.executable, "-c", "pass"),
        "the smallest Typer command": Command(sys.executable, smallest),
        "`score --version`": Command(SCORE, "--version"),
        "`score --help`": Command(SCORE, "--help"),
        "completion, one TAB": Command(SCORE, around=TAB),
        "`score show`, 20 hands, piped": Command(SCORE, "show"),
        "`score show`, 20 hands, on a terminal": Command(SCORE, "show", around={"TERM": "xterm"}, terminal=True),
        "`score add-hand`": Command(SCORE, *ADD),
        "`score explain`": Command(SCORE, "explain"),
        "`score outlook`": Command(SCORE, "outlook"),
        "`score check`, a claim with its search": Command(SCORE, *CLAIM),
        "`score export --html`": Command(SCORE, "export", "--html", "-"),
    }


def run(chosen: Namespace) -> None:
    """Prints the table."""
    with tempfile.TemporaryDirectory() as folder:
        smallest = Path(folder, "smallest.py")
        smallest.write_text(SMALLEST, "utf-8")
        all_of_them = commands(str(smallest))
        for peer in chosen.peer:
            name, _, words = peer.partition("=")
            all_of_them[name] = Command(*shlex.split(words))
        times: dict[str, list[float]] = {name: [] for name in all_of_them}
        for _ in range(chosen.rounds):
            for name, command in all_of_them.items():
                times[name].append(command.seconds(folder))
    bare, least = list(times.values())[:2]
    table.show(
        ("command", "ms", "x bare Python", "by minima", "x smallest Typer"),
        [_row(name, own, bare, least) for name, own in times.items()],
    )
    print(f"\nMedians of {chosen.rounds} rounds.")


def _row(name: str, own: list[float], bare: list[float], least: list[float]) -> tuple[str, ...]:
    middle = statistics.median(own)
    return (
        name,
        f"{middle * 1000:.0f}",
        f"{middle / statistics.median(bare):.1f}",
        f"{min(own) / min(bare):.1f}",
        f"{middle / statistics.median(least):.2f}",
    )
