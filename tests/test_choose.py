"""The questions of `score new`, asked on a terminal: what they show, and what the answers make of the rules.

The screens stand in questions.txt, with what was typed behind each question; `python tests/test_choose.py` writes
them anew. Read the difference.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import scorekeeper
from scorekeeper import load_game
from scorekeeper.cli.choose import QUESTIONS
from scorekeeper.rules import RuleSet

pty = pytest.importorskip("pty", reason="pseudo-terminals of Unix")

SCREENS = Path(__file__).with_name("questions.txt")
COMMAND = [sys.executable, "-m", "scorekeeper", "new", "Ann", "Bob", "Cy", "Dee", "-g", "g.toml"]
DEFAULTS = [""] * (len(QUESTIONS) - 2)
"""Enter, as often as there are questions that do not rest on an answer."""

TALKS = {
    "Enter alone": [""],
    "Enter at every question": ["?", *DEFAULTS],
    "the name of a rule set, after a slip": ["tricster", "trickster"],
    "numbers": [
        *("?", "4", "2", "2", "3", "50", "1", "200", "3", "-200", "2"),
        *("3", "2", "100", "200", "6", "2", "4", "11", "350"),
    ],
    "words, and answers that are none": [
        *("?", "9", "0", "x", "discard", "maybe", "yes", "both", "RESET", "-1", "none", "2000", "ten", "75", "y", ""),
        *("jokers", "joker-joker-ace", "200", "-250", "below", "", "10-or-more", "", "", "7"),
        *("1", "", "12", "0", "250"),
    ],
    "back, and no blind nil": [
        *("<", "?", "<", "?", "4", "<", "2", "", "", "", "<", "", "", "2", "<", "no", "", "-200", "<", "", "<", "-300"),
        *("only", "2", *[""] * 8),
    ],
}  # fmt: skip
CHOSEN = {
    "Enter alone": ("pagat-blind-nil", {}),
    "Enter at every question": ("pagat-blind-nil", {}),
    "the name of a rule set, after a slip": ("trickster", {}),
    "numbers": (
        "pagat-blind-nil",
        {
            "nil.failed_tricks": "help-contract",
            "bags.forfeit_points": True,
            "bags.remainder": "reset",
            "contract.set_penalty": "short",
            "nil.made": 50,
            "nil.failed": 50,
            "blind_nil.deficit": 200,
            "deck.pack": "joker-joker-deuce",
            "ending.floor": -200,
            "ending.floor_reached": "below",
            "ending.set_limit": 3,
            "ten_bid.applies": "exactly-10",
            "ten_bid.failed": 100,
            "moon.made": 200,
            "moon.failed": 200,
            "blind_bid.minimum": 6,
            "bidding.first_hand": "bids-itself",
            "bidding.team_minimum": 4,
            "bidding.table_minimum": 11,
            "ending.target": 350,
        },
    ),
    "words, and answers that are none": (
        "pagat-blind-nil",
        {
            "nil.failed_tricks": "discard",
            "bags.forfeit_points": True,
            "bags.remainder": "reset",
            "contract.set_penalty": "none",
            "nil.made": 75,
            "nil.failed": 75,
            "deck.pack": "joker-joker-ace",
            "ending.floor": -250,
            "ending.floor_reached": "below",
            "ten_bid.applies": "10-or-more",
            "blind_bid.minimum": 7,
            "bidding.table_minimum": 12,
            "ending.target": 250,
        },
    ),
    "back, and no blind nil": (
        "pagat-blind-nil",
        {
            "nil.failed_tricks": "bags-unless-set",
            "blind_nil.allowed": False,
            "ending.floor": -300,
            "ending.floor_reached": "below",
        },
    ),
}


def talk(folder: Path, answers: list[str]) -> tuple[str, int]:
    """What the terminal shows while a game is started with these answers, and the exit code."""
    import fcntl
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    env = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "SCORE_GAME")}
    env |= {"NO_COLOR": "1", "TERM": "xterm", "PYTHONPATH": str(Path(scorekeeper.__file__).parent.parent)}
    left, shown = [*answers], ""
    with subprocess.Popen(COMMAND, stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder, env=env) as program:
        os.close(theirs)
        while True:
            try:
                shown += os.read(ours, 65536).decode()
            except OSError:  # Linux says so when the other end has gone
                break
            if shown.endswith("]: "):
                os.write(ours, f"{left.pop(0)}\n".encode() if left else b"\x04")
        os.close(ours)
    return shown.replace("\r\n", "\n"), program.returncode


def screens() -> dict[str, str]:
    """The screens written down, by the name of the talk."""
    if not SCREENS.exists():
        return {}
    parts = SCREENS.read_text("utf-8").split("## ")[1:]
    return {name: text.strip("\n") for name, _, text in (part.partition("\n") for part in parts)}


@pytest.mark.parametrize("name", TALKS)
def test_talk(name: str, tmp_path: Path) -> None:
    """A talk shows what is written down, fits the screen, and makes the rules that were wanted."""
    shown, code = talk(tmp_path, TALKS[name])
    assert _kept(shown) == screens()[name]
    assert code == 0
    assert max(map(len, shown.split("\n"))) <= 80
    game = load_game(str(tmp_path / "g.toml"))
    assert (game.rules.preset, game.rules.settings) == CHOSEN[name]


def _kept(shown: str) -> str:
    return "\n".join(line.rstrip() for line in shown.strip("\n").split("\n"))


def test_enter_gives_the_rules_that_are_usual(tmp_path: Path) -> None:
    """Whoever only presses Enter plays by the rules that `score new` has where nobody asks."""
    talk(tmp_path, TALKS["Enter at every question"])
    rules = RuleSet(*load_game(str(tmp_path / "g.toml")).rules)
    assert rules == RuleSet("pagat-blind-nil")


@pytest.mark.parametrize("answers", [[], ["?"], ["?", "1", "2"]], ids=len)
def test_leaving(answers: list[str], tmp_path: Path) -> None:
    """Who leaves in the middle has started nothing."""
    shown, code = talk(tmp_path, answers)
    assert shown.endswith("The input ended before every question was answered; nothing was stored.\n")
    assert code == 2
    assert list(tmp_path.iterdir()) == []


def test_every_question_is_asked_and_shown() -> None:
    """Each question stands in the screens, each effect with its sign, and its keys exist."""
    whole = " ".join(" ".join(screens().values()).split())
    for question in QUESTIONS:
        assert question.words in whole
        assert set(question.keys) <= RuleSet.all_settings().keys()
    assert len(re.findall(r"\([+-]\d+", screens()["Enter at every question"])) >= 14


def rewrite() -> None:
    """Writes the screens anew."""
    import tempfile

    parts = []
    for name, answers in TALKS.items():
        with tempfile.TemporaryDirectory() as folder:
            shown, _ = talk(Path(folder), answers)
            parts.append(f"## {name}\n\n{_kept(shown)}\n")
    SCREENS.write_text("\n".join(parts), "utf-8")


if __name__ == "__main__":
    rewrite()
