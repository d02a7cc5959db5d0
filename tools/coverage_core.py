"""Branch coverage of the core by the tests that run in this process: `python tools/coverage_core.py`.

Prints the lines and branches that no test takes, and ends with 1 where there is one.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from mutate import CORE, LONG, ROOT, TESTS

PARTS = "errors text bids compare entry game scoring sheet stats rules/* rules/presets/* referee/*"
"""The core: what knows no disk, clock or screen."""


def main() -> int:
    """Runs the tests and prints the report."""
    tests = [f"tests/test_{name}.py" for name in TESTS.split()]
    left_out = [f"--deselect=tests/test_{test.replace('::', '.py::')}" for test in LONG]
    parts = [f"{(CORE / part).relative_to(ROOT)}.py" for part in PARTS.split()]
    with tempfile.TemporaryDirectory() as folder:
        coverage = [sys.executable, "-m", "coverage"]
        data = f"--data-file={Path(folder) / 'core'}"
        run = [*coverage, "run", "--branch", data, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist"]
        tested = subprocess.run([*run, *left_out, *tests], cwd=ROOT, check=False)  # noqa: S603
        report = ["report", data, f"--include={','.join(parts)}", "--show-missing", "--fail-under=100"]
        reported = subprocess.run([*coverage, *report], cwd=ROOT, check=False)  # noqa: S603
    return int(tested.returncode != 0 or reported.returncode != 0)


if __name__ == "__main__":
    sys.exit(main())
