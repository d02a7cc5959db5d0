"""Prints all figures of docs/performance.md: `python -m benchmarks`, or only some parts of them, by name.

    python -m benchmarks
    python -m benchmarks start growth
    python -m benchmarks start --peer "watson=watson report" --rounds 31
    python -m benchmarks scoring --scorer other=adapter.py

Everything is timed in turn, round after round, so that whatever else the machine does falls on all alike.
"""

from __future__ import annotations

import argparse

from benchmarks import evenings, growth, referee, scoring, start

PARTS = {
    "start": start.run,
    "scoring": scoring.run,
    "growth": growth.run,
    "referee": referee.run,
    "stats": evenings.run,
}


def main() -> None:
    """Runs the parts that were named, or all."""
    said, _, how = (__doc__ or "").partition("\n\n")
    form = argparse.RawDescriptionHelpFormatter
    words = argparse.ArgumentParser("python -m benchmarks", description=said, epilog=how, formatter_class=form)
    words.add_argument("part", nargs="*", choices=[*PARTS, []], help="what to measure; else everything")
    words.add_argument("--rounds", type=int, default=21, help="how often each command is started (21)")
    words.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND", help="another program's command")
    words.add_argument(
        "--scorer", action="append", default=[], metavar="NAME=FILE", help="another scorer: see scoring.py"
    )
    chosen = words.parse_args()
    for name in chosen.part or PARTS:
        print(f"\n## {name}\n")
        PARTS[name](chosen)


if __name__ == "__main__":
    main()
