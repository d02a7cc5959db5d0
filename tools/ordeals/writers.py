"""Many programs at one game: each adds, corrects and takes back, and an editor writes between reading and storing."""

from __future__ import annotations

import json
import os
import pkgutil
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest import mock

from ordeals.evening import GAME, HAND, first_game, ordeal, run
from scorekeeper.storage import open_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.game import Game

HANDS = 3
_SCRIPT = "import sys; from ordeals.writers import write; write(int(sys.argv[1]), int(sys.argv[2]))"
_EDITED = 8
"""One command of so many has an editor between its reading and its storing."""
_MOMENTS = ("scorekeeper.storage.splice.spliced", "os.listdir", "os.fsync")
"""What a command does after it has read the file: the change is made, the folder looked at, the new file written."""

_BUSY = re.compile(rf"{GAME}: another score is writing this game; ")
_CHANGED = re.compile(rf"{GAME}: it was changed by another program since it was read; nothing was written\.")
_SENSELESS = re.compile(r"(?i)\bnothing\b|there is no hand")


class Attempt(NamedTuple):
    """One command: what it was, its mark, its exit code, what it told, and the editor's remark between."""

    kind: str
    mark: str
    code: int
    err: str
    remark: str


class Found(NamedTuple):
    """What became of all commands."""

    attempts: list[Attempt]
    losses: list[str]

    def told(self) -> str:
        """In words, for a table."""
        refused = Counter(_why(attempt) for attempt in self.attempts if attempt.code)
        stored = sum(not attempt.code for attempt in self.attempts)
        edits = sum(bool(attempt.remark) for attempt in self.attempts)
        reasons = ", ".join(f"{why} {count:,}" for why, count in sorted(refused.items()))
        return f"{stored:,} stored | refused: {reasons or 'none'} | {edits:,} edits between | {len(self.losses)}"


def write(number: int, commands: int) -> None:
    """Runs one program's commands in the folder of the game, and prints what became of them."""
    chance = random.Random(number)  # noqa: S311  a choice of commands
    attempts = []
    for at in range(commands):
        mark = f"{number}-{at}"
        kind = chance.choice(("add", "add", "edit", "undo", "redo"))
        words = {
            "add": (*HAND, "--note", mark),
            "edit": ("edit", "1", "/", str(chance.randrange(14)), "--why", mark),
            "undo": ("undo",),
            "redo": ("redo",),
        }[kind]
        editor = _Editor(f"# remark {mark}\n", in_place=bool(at % 2))
        if chance.randrange(_EDITED):
            ran = run(*words)
        else:
            moment = chance.choice(_MOMENTS)
            with mock.patch(moment, editor.around(pkgutil.resolve_name(moment))):
                ran = run(*words)
        attempts.append(Attempt(kind, mark, ran.code, ran.err, editor.wrote))
    print(json.dumps(attempts))


class _Editor:
    """An editor that adds a remark to the file, once, while a command is at work on it."""

    def __init__(self, remark: str, *, in_place: bool) -> None:
        self.remark, self.in_place = remark, in_place
        self.wrote = ""

    def around(self, real: Callable[..., Any]) -> Callable[..., Any]:
        """Stands for a function: writes, then calls it."""

        def call(*args: Any) -> Any:
            if not self.wrote:
                self._write()
            return real(*args)

        return call

    def _write(self) -> None:
        game = Path(GAME)
        data = game.read_bytes() + self.remark.encode()
        if self.in_place:
            game.write_bytes(data)
        else:
            other = game.with_name(f"editor-{os.getpid()}")
            other.write_bytes(data)
            other.replace(game)
        self.wrote = self.remark


def at_once(processes: int, commands: int) -> Found:
    """Lets so many programs do so many commands each, and compares what they say with what is in the file."""
    base = first_game(HANDS)
    with ordeal() as seen:
        seen.begin(base)
        around = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        started = [
            subprocess.Popen(
                [sys.executable, "-c", _SCRIPT, str(number), str(commands)], env=around, stdout=subprocess.PIPE
            )
            for number in range(processes)
        ]
        said = [program.communicate()[0] for program in started]
        attempts = [Attempt(*attempt) for out in said for attempt in json.loads(out or b"[]")]
        losses = [*_losses(attempts, open_game(GAME).game, seen.path.read_text("utf-8"))]
        if len(attempts) != processes * commands:
            losses.append(f"only {len(attempts)} commands were answered")
        return Found(attempts, losses + [f"{name} was left" for name in seen.temporaries()])


def _why(attempt: Attempt) -> str:
    """The kind of a refusal; what is none of those that should be is called odd."""
    kinds = (("another was writing", _BUSY), ("changed by the editor", _CHANGED), ("nothing to do", _SENSELESS))
    return next((name for name, pattern in kinds if pattern.search(attempt.err)), "odd")


def _losses(attempts: list[Attempt], game: Game, text: str) -> list[str]:
    """What was lost, doubled or refused oddly."""
    stored = [attempt for attempt in attempts if not attempt.code]
    made = Counter(attempt.kind for attempt in stored)
    was = {correction.was.note for correction in game.corrections if correction.was}
    notes = Counter(hand.note for hand in game.hands)
    whys = Counter(correction.why for correction in game.corrections if correction.change == "edit")
    steps = Counter((correction.change, correction.of) for correction in game.corrections)
    hands = HANDS + made["add"] - steps["undo", "entry"] + steps["redo", "entry"]
    faults = [
        (f"{len(game.hands)} hands, and {hands} were stored", len(game.hands) != hands),
        ("hands are doubled", any(count > 1 for note, count in notes.items() if note)),
        ("edits", whys != Counter(attempt.mark for attempt in stored if attempt.kind == "edit")),
        ("undos", sum(count for (change, _), count in steps.items() if change == "undo") != made["undo"]),
        ("redos", sum(count for (change, _), count in steps.items() if change == "redo") != made["redo"]),
    ]
    faults += [(f"hand {a.mark}", a.mark not in {*notes, *was}) for a in stored if a.kind == "add"]
    faults += [(f"{a.remark.strip()} of the editor", text.count(a.remark) != 1) for a in attempts if a.remark]
    faults += [(f"stored over an edit: {a.mark}", True) for a in stored if a.remark]
    faults += [(f"refused oddly: {a.code} {a.err}", True) for a in attempts if a.code and _why(a) == "odd"]
    return [what for what, lost in faults if lost]
