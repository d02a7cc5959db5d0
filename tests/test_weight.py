"""What a command loads: nothing that it does not need, so that the answer comes at once."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from harness import Table

HEAVY = {
    "plotext",
    "jinja2",
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
    ("stats",): 168,
}
"""How many modules each command may load, beside those that Python itself starts with: ten more than it does."""


def loaded(*words: str, **env: str) -> set[str]:
    """The modules that a program loads."""
    command = [sys.executable, "-X", "importtime", *words]
    done = subprocess.run(command, capture_output=True, check=True, timeout=60, env={**os.environ, **env})
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


@pytest.mark.parametrize(("line", "most"), [("score sh", 140), ("score explain ", 170)])
def test_light_completion(line: str, most: int, table: Table) -> None:
    """The Tab key is answered as lightly as a command."""
    table.score("new", "Ann", "Bob", "Cy", "Dee", "--sides", "Us,Them")
    env = {"_SCORE_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": line}
    modules = loaded("-m", "scorekeeper", **env)
    assert {name for name in modules if name.partition(".")[0] in HEAVY} == set()
    assert len(modules - loaded("-c", "pass")) <= most


def test_light_defaults(table: Table) -> None:
    """A file of defaults costs a command next to nothing."""
    table.score("new", "Ann", "Bob", "Cy", "Dee", "--sides", "Us,Them")
    without = loaded("-m", "scorekeeper", "show")
    table.put("config.toml", 'players = ["Ann", "Bob"]\nrules = "pagat"\ncolour = "never"\n')
    assert loaded("-m", "scorekeeper", "show") == without
