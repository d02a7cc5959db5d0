"""The fuzzer's targets with their seeds, and with what it found once. The fuzzer itself is tools/fuzz.py."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from fuzz import FUZZED, ON_DEMAND
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fuzz_targets import TARGETS

if TYPE_CHECKING:
    from harness import Table

FUZZ = Path(__file__).parent.parent / "tools" / "fuzz.py"


@pytest.mark.parametrize("name", TARGETS)
def test_seeds(name: str) -> None:
    """Every seed is read or refused in words."""
    for seed in TARGETS[name].seeds():
        TARGETS[name].run(seed)


@st.composite
def spoilt(draw: st.DrawFn, name: str) -> bytes:
    """A seed with a few of the target's words put in, or parts taken out."""
    data = draw(st.sampled_from([*TARGETS[name].seeds()]))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = start + draw(st.sampled_from([0, 0, 1, 4, 40]))
        data = data[:start] + draw(st.sampled_from(TARGETS[name].words)).encode() + data[end:]
    return data


@pytest.mark.parametrize("name", TARGETS)
def test_spoilt_seeds(name: str) -> None:
    """So is every seed with a few changes."""

    @settings(max_examples=40, derandomize=True, deadline=None, database=None, suppress_health_check=[*HealthCheck])
    @given(spoilt(name))
    def tried(data: bytes) -> None:
        TARGETS[name].run(data)

    tried()


def test_command_line() -> None:
    """The fuzzer knows its targets, and runs one input of a file."""
    assert {*TARGETS} == {*FUZZED}
    for test in ON_DEMAND.values():
        assert (FUZZ.parent.parent / "tests" / test).exists()
    words = [sys.executable, str(FUZZ), "cards", str(FUZZ.parent.parent / "examples" / "recorded-hand.txt")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "nothing amiss" in done.stdout


# What was found.

COMMENTED = """\
format = 1
players = ["Ann", "Bob", "Cy", "Dee"]

[[hands]]
bids = { Ann = 4, Bob = 3, Cy = 4, Dee = 2 }
tricks = { Ann = 4, Bob = 3, Cy = 4, Dee = 2 }
totals = {
  # as Bob wrote it
  "Ann & Cy" = 80,  # ours
  "Bob & Dee" = 50,
}
"""


def test_comments_inside_a_value_are_kept(table: Table) -> None:
    """Comments between the lines of a value that changes move to the correction that keeps what stood there."""
    table.put("game.toml", COMMENTED)
    done = table.score("edit", "1", "/", "5", "3", "4", "1")
    assert done.code == 0, done.err
    text = table.text("game.toml")
    assert "[[corrections]]\n# as Bob wrote it\n# ours\nat = " in text
    assert 'totals = { "Ann & Cy" = 81, "Bob & Dee" = -50 }\n' in text


def test_comments_that_have_no_place_to_go(table: Table) -> None:
    """Where no correction is made that could take them, the change is refused, and says what to do."""
    text = COMMENTED.replace("tricks = { Ann = 4, Bob = 3, Cy = 4, Dee = 2 }\n", "")
    table.put("game.toml", text)
    done = table.score("tricks", "5", "3", "4", "1")
    assert (done.code, table.text("game.toml")) == (3, text)
    assert done.err == (
        "game.toml: “# as Bob wrote it” stands inside a value that changes, and would be lost; nothing was changed. "
        "Put it on a line of its own, above the key.\n"
    )


def test_hand_0_cannot_be_void(table: Table) -> None:
    """`score void 0` is refused like every number that no hand has; it took the last hand for meant."""
    table.put("game.toml", COMMENTED)
    done = table.score("void", "0")
    assert (done.code, table.text("game.toml")) == (3, COMMENTED)
    assert done.err == "hand 0: there is no such hand; the hands are 1 to 1.\n"


@pytest.mark.parametrize("points", ["+-5", "-+5", "--5", "", "+", "1e3", "٣"])
def test_points_with_two_signs(table: Table, points: str) -> None:
    """What is no whole number with one sign is no number of points; +-5 was a fault of the program."""
    table.put("game.toml", COMMENTED)
    done = table.score("adjust", "1", f"Ann & Cy={points}", "--why", "agreed")
    assert (done.code, done.err) == (2, f"“{points}” is no number of points. For example Us=-30.\n")


LOWERED = """\
format = 1
players = ["Ann", "Bob", "Cy", "Dee"]

[[rule_changes]]
at = 2026-11-27T21:00:00
from_hand = 2
settings = { bags.limit = 5 }

[[hands]]
bids = { Ann = 1, Bob = 1, Cy = 1, Dee = 1 }
tricks = { "Ann & Cy" = 10, "Bob & Dee" = 3 }
totals = { "Ann & Cy" = 28, "Bob & Dee" = 21 }

[[hands]]
bids = { Ann = 3, Bob = 4, Cy = 3, Dee = 3 }
tricks = { "Ann & Cy" = 6, "Bob & Dee" = 7 }
totals = { "Ann & Cy" = 88, "Bob & Dee" = 91 }
"""


@pytest.mark.parametrize("words", [(), ("2", "--claim", "Ann & Cy=88")], ids=["all", "a claim"])
def test_check_where_the_bag_limit_was_lowered(table: Table, words: tuple[str, ...]) -> None:
    """More bags than a limit that was lowered since are judged, and bring their penalty; the file was refused."""
    table.put("game.toml", LOWERED)
    done = table.score("check", *words)
    assert (done.code, done.err) == (1, "")
    assert "-12" in done.out
    assert table.score("show").code == 0


LARGE = {
    "rows": b"A bid,B bid,A took,B took\n" + b"1,1,1,9\n" * 200_000,
    "columns": ",".join(f"p{at} bid" for at in range(100_000)).encode() + b",p1 took\n1\n",
}


@pytest.mark.parametrize("name", LARGE)
def test_a_sheet_of_a_whole_disk(table: Table, name: str) -> None:
    """A sheet of 100,000 rows or columns is refused at once; it took minutes."""
    table.put("sheet.csv", LARGE[name])
    done = table.score("import", "sheet.csv")
    assert (done.code, done.out) == (3, "")
    assert done.err == (
        "sheet.csv: it has more than 1000 rows or 100 columns; no score sheet does. Save the sheet of one game.\n"
    )


def test_a_recorded_hand_of_thousands(table: Table) -> None:
    """So is a recorded hand of 12,000 players."""
    table.put("hand.txt", f"players: {','.join(f'p{at}' for at in range(12_000))}\np1: 5H\n")
    done = table.score("referee", "hand.txt")
    assert (done.code, done.err) == (
        3,
        "hand.txt, line 1: 12000 players; expected 2 to 6, with commas between them.\n",
    )
