"""Tries to lose a game, at length, and prints what became of it as rows of a table. Needs Unix.

python tools/battery.py crashes --kills 2000     the process is killed at random, and at each system call
python tools/battery.py faults                   each system call fails, in each way
python tools/battery.py writers                  8 programs write at once, and an editor writes between them

The exit code is 1 if anything was lost. docs/reliability.md has the figures.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from ordeals import crashes, faults, writers
from ordeals.evening import NEW, STEPS

if TYPE_CHECKING:
    from ordeals.evening import Ordeal


def main() -> int:
    """Runs what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True)
    killing = kinds.add_parser("crashes")
    killing.add_argument("--kills", type=int, default=2000, help="how often at random")
    killing.add_argument("--seed", type=int, default=1127, help="another one gives other moments")
    for parts in (killing, kinds.add_parser("faults")):
        parts.add_argument("--brief", action="store_true", help="each call of one command only, not of all")
    writing = kinds.add_parser("writers")
    writing.add_argument("--processes", type=int, default=8)
    writing.add_argument("--commands", type=int, default=100, help="of each process")
    chosen = parser.parse_args()
    rows = {"crashes": _crashes, "faults": _faults, "writers": _writers}
    return rows[chosen.kind](chosen)


def _steps(chosen: argparse.Namespace) -> tuple[tuple[str, ...], ...]:
    return STEPS[:1] if chosen.brief else (NEW, *STEPS)


def _crashes(chosen: argparse.Namespace) -> int:
    random, of = crashes.at_random(chosen.kills, chosen.seed)
    _row(f"killed at a random moment: {of.told()}", random)
    each, of = crashes.at_each_call(_steps(chosen))
    _row(f"killed before or after each system call: {of.told()}", each)
    return _judged(random.losses + each.losses)


def _faults(chosen: argparse.Namespace) -> int:
    seen = faults.at_each_call(_steps(chosen))
    _row(f"a system call failed ({', '.join(faults.FAILURES)}, short writes)", seen)
    return _judged(seen.losses)


def _row(what: str, seen: Ordeal) -> None:
    cells = (what, seen.done, seen.old, seen.new, seen.left, len(seen.losses))
    print("| " + " | ".join(f"{cell:,}" if isinstance(cell, int) else cell for cell in cells) + " |", flush=True)


def _writers(chosen: argparse.Namespace) -> int:
    found = writers.at_once(chosen.processes, chosen.commands)
    print(f"| {chosen.processes} programs, {chosen.commands} commands each | {found.told()} |")
    return _judged(found.losses)


def _judged(losses: list[str]) -> int:
    for loss in losses:
        print(f"lost: {loss}", file=sys.stderr)
    return 1 if losses else 0


if __name__ == "__main__":
    sys.exit(main())
