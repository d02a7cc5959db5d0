"""What a command loads: nothing that it does not need, so that the answer comes at once."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from harness import Table

HEAVY = {
    "prompt_toolkit",
    "pydantic",
    "rich",
    "wcwidth",
    "email",
    "socket",
    "asyncio",
    "tempfile",
    "logging",
    "decimal",
}
IMPORTED = re.compile(r"^import time:\s+\d+ \|\s+\d+ \| +(\S+)$", re.MULTILINE)
COUNTS = {
    ("--version",): 130,
    ("show",): 158,
    ("explain",): 159,
    ("bid", "4", "3", "nil", "4"): 165,
    ("add-hand", "4", "3", "nil", "4", "/", "5", "3", "0", "5"): 165,
    ("check", "--bid", "5", "--took", "8"): 165,
}
"""How many modules each command may load, beside those that Python itself starts with: ten more than it does."""


def loaded(*words: str) -> set[str]:
    """The modules that a program loads."""
    done = subprocess.run([sys.executable, "-X", "importtime", *words], capture_output=True, check=True, timeout=60)
    return set(IMPORTED.findall(done.stderr.decode()))


@pytest.mark.parametrize("words", COUNTS, ids=" ".join)
def test_light(words: tuple[str, ...], table: Table) -> None:
    """A command loads no library that it does not need, and not many modules."""
    table.score("new", "Ann", "Bob", "Cy", "Dee", "--sides", "Us,Them")
    table.score("add-hand", "4", "3", "nil", "4", "/", "5", "3", "0", "5")
    modules = loaded("-m", "scorekeeper", *words)
    assert {name for name in modules if name.partition(".")[0] in HEAVY} == set()
    assert ("tomli_w" in modules) == (words[0] in ("bid", "add-hand"))
    assert len(modules - loaded("-c", "pass")) <= COUNTS[words]
