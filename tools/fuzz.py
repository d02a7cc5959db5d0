"""Fuzzes what reads files and typed words, guided by coverage; or plays random evenings against the naive model.

    python tools/fuzz.py reader --seconds 60       game files
    python tools/fuzz.py splice --runs 100000      changes put into game files
    python tools/fuzz.py entry                     bids, tricks and hands as they are typed
    python tools/fuzz.py cards                     cards and recorded hands
    python tools/fuzz.py sheets                    paper sheets saved as CSV
    python tools/fuzz.py model --runs 2000         evenings of commands (tests/test_model.py)
    python tools/fuzz.py words --runs 2000         any text for any option (tests/test_any_words.py)

What each target does with an input is in tests/fuzz_targets.py. An input that leads to anything but a refusal in
words, that takes more than a second of computing, or more than a gigabyte, is written to a file; the program then
names the file and ends with 1. `python tools/fuzz.py TARGET FILE` does that input once more.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).resolve().parent.parent
ON_DEMAND = {"model": "test_model.py", "words": "test_any_words.py"}
FUZZED = ("reader", "splice", "entry", "cards", "sheets")
LONGEST = 1.0
"""Seconds of computing that one input may take."""

_MEGABYTES = 1024
_LARGEST_INPUT = 20_000
_MISSING = "The fuzzer atheris is missing. It is for Linux: python -m pip install -e '.[dev,fuzz]' installs it."


def main() -> int:
    """Runs a target; gives 0 if all went well, 1 for a finding, 2 if it cannot be run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", choices=[*FUZZED, *ON_DEMAND])
    parser.add_argument("file", nargs="?", type=Path, help="one input to run, and nothing else")
    parser.add_argument("--seconds", type=int, default=0, help="how long; 60 where no --runs are given")
    parser.add_argument("--runs", type=int, default=0, help="how many inputs")
    parser.add_argument("--seed", type=int, default=0, help="where the dice start; by the clock where none is given")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    said, rest = parser.parse_known_args()
    sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests"), str(ROOT / "tools")]
    if said.child:
        return _fuzz(said.target, rest)
    if rest:
        parser.error(f"{rest[0]} is not known")
    if said.target in ON_DEMAND:
        return _play(said.target, said.runs or 500)
    if said.file:
        return _once(said.target, said.file)
    if not find_spec("atheris"):
        print(_MISSING, file=sys.stderr)
        return 2
    return _watch(said.target, said.runs, said.seconds or (0 if said.runs else 60), said.seed)


def _once(target: str, file: Path) -> int:
    """One input, without the fuzzer: what it leads to is shown as Python shows it."""
    from fuzz_targets import TARGETS

    start = time.process_time()
    TARGETS[target].run(file.read_bytes())
    print(f"{file}: nothing amiss, in {time.process_time() - start:.2f} seconds.")
    return 0


def _play(target: str, runs: int) -> int:
    """A test of the suite, with so many examples, each time others."""
    around = {**os.environ, "SCORE_FUZZ_RUNS": str(runs), "PYTHONPATH": str(ROOT / "src")}
    test = ROOT / "tests" / ON_DEMAND[target]
    start = time.monotonic()
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-s", str(test)], cwd=ROOT, env=around, check=False)  # noqa: S603  our own test
    print(f"{target}: {runs} examples for each test in {time.monotonic() - start:.0f} seconds.")
    return min(done.returncode, 1)


def _watch(target: str, runs: int, seconds: int, seed: int) -> int:
    """Runs the fuzzer in a process of its own, which a finding ends, and says what came of it."""
    with tempfile.TemporaryDirectory() as folder:
        corpus, words = _seeded(target, Path(folder))
        limits = [f"-runs={runs}"] if runs else []
        limits += [f"-max_total_time={seconds}"] if seconds else []
        options = [
            *limits,
            *([f"-seed={seed}"] if seed else []),
            f"-dict={words}",
            f"-artifact_prefix=fuzz-{target}-",
            f"-rss_limit_mb={_MEGABYTES}",
            f"-max_len={_LARGEST_INPUT}",
            "-timeout=20",
            "-print_final_stats=1",
        ]
        start = time.monotonic()
        command = [sys.executable, __file__, target, "--child", *options, str(corpus)]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)  # noqa: S603  this file
    said = done.stdout.decode("utf-8", "replace")
    figures = re.findall(r"#(\d+)\s+\w+\s+cov: (\d+) ft: (\d+)", said)
    inputs, edges, features = figures[-1] if figures else ("0", "0", "0")
    counted = re.search(r"number_of_executed_units: (\d+)", said)
    inputs = counted[1] if counted else inputs
    print(
        f"{target}: {int(inputs):,} inputs in {time.monotonic() - start:.0f} seconds, "
        f"{int(edges):,} edges covered ({int(features):,} features)."
    )
    if not done.returncode:
        return 0
    written = re.search(r"Test unit written to (\S+)", said)
    print(said[-4000:], file=sys.stderr)
    print(
        f"{target}: the input is in {written[1] if written else 'no file: the fuzzer itself failed'}.", file=sys.stderr
    )
    return 1


def _seeded(target: str, folder: Path) -> tuple[Path, Path]:
    """A folder with the seeds of a target, and a file with its words, as the fuzzer wants them."""
    from fuzz_targets import TARGETS

    corpus, words = folder / "corpus", folder / "words"
    corpus.mkdir()
    for at, seed in enumerate(TARGETS[target].seeds()):
        (corpus / f"seed-{at:03}").write_bytes(seed)
    lines = ["".join(f"\\x{byte:02x}" for byte in word.encode()) for word in TARGETS[target].words]
    words.write_text("".join(f'"{line}"\n' for line in lines), encoding="ascii")
    return corpus, words


def _fuzz(target: str, options: Sequence[str]) -> int:
    """The process of the fuzzer: the program is loaded with counters in its branches, and fed until it ends."""
    import atheris

    with atheris.instrument_imports(include=["scorekeeper", "tomli"]):
        from fuzz_targets import TARGETS

    run = TARGETS[target].run

    def feed(data: bytes) -> None:
        start = time.process_time()
        run(data)
        took = time.process_time() - start
        assert took < LONGEST, f"one input took {took:.1f} seconds"  # noqa: S101  a finding, as in the targets

    atheris.Setup([sys.argv[0], *options], feed)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
