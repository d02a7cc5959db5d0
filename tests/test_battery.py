"""A little of what `tools/battery.py` does at length: kills, failing system calls, many writers; nothing is lost.

And that the battery would notice: a program that writes its file in place is found out by each of its parts.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from ordeals import faults, writers
from ordeals.evening import HAND, STEPS

BATTERY = Path(__file__).parent.parent / "tools" / "battery.py"
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="forks and signals of Unix")

IN_PLACE = """
import os, sys
sys.path.insert(0, {tools!r})
from scorekeeper.storage import files

def replace(snapshot, data):
    fd = os.open(snapshot.real, os.O_WRONLY | os.O_TRUNC)
    for at in range(0, len(data), 200):
        os.write(fd, data[at : at + 200])
    os.close(fd)
    return snapshot._replace(data=data)

files.replace = replace
from ordeals import crashes, faults
from ordeals.evening import HAND
print(len(crashes.at_each_call([HAND])[0].losses), len(faults.at_each_call([HAND], ["no space"]).losses))
"""


def ran(*words: object) -> str:
    """What a Python program prints that is run with these words, and that ends well."""
    done = subprocess.run([sys.executable, *map(str, words)], capture_output=True, text=True, check=False, timeout=500)
    assert (done.stderr, done.returncode) == ("", 0)
    return done.stdout


def test_crashes() -> None:
    """A hundred kills at random, and one before and after each system call of a hand, lose nothing."""
    random, each = ran(BATTERY, "crashes", "--kills", 100, "--brief").splitlines()
    assert {name for name, *_ in STEPS} == {*re.findall(r"([a-z-]+) \d+", random.partition("|")[2].partition("|")[0])}
    done, old, new, _, lost = (int(cell.replace(",", "")) for cell in random.split("|")[2:-1])
    assert (done, old + new, lost) == (100, 100, 0)
    done, _, new, left, lost = (int(cell.replace(",", "")) for cell in each.split("|")[2:-1])
    assert (done > 60, new > 0, left > 0, lost) == (True, True, True, 0)


def test_faults() -> None:
    """Whichever system call fails, what the program says is what became of the file, and the next command works."""
    seen = faults.at_each_call([HAND], ["no space", "interrupted"])
    assert seen.losses == []
    assert seen.old > 20
    assert seen.new > 5


def test_writers() -> None:
    """Three programs and an editor at one game: each success is in the file once, each refusal says why."""
    found = writers.at_once(3, 10)
    assert found.losses == []
    assert len(found.attempts) == 30


def test_the_battery_notices() -> None:
    """Who writes into the file itself loses games, by kills and by full disks, and the battery says so."""
    by_kills, by_faults = map(int, ran("-c", IN_PLACE.format(tools=str(BATTERY.parent))).split())
    assert by_kills > 5
    assert by_faults > 2
