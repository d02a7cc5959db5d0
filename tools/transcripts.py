"""Runs the transcripts in our documents, and compares them or writes them anew.

A transcript is a fenced block marked `console`. It shows what a terminal shows:

- A line that begins with `$ ` is a command. Only `score` is run, and `cat`, which prints files; commands for other
  programs belong into blocks marked `sh`.
- The lines after it are its output, standard output and standard error in the order in which they come.
- Where a command asks, the line of the question ends with what the user typed; that is what the command is given.
- An exit code other than 0 is shown by a last line such as `[exit 1]`.

All transcripts of a document run in order in one temporary folder, which begins with a copy of examples/; a
config.toml there is the file of defaults. A block marked `toml` whose first line is a comment with nothing but the
name of a file, such as `# broken.toml`, is that file from there on. The clock starts on a Friday evening and goes on
by a minute with every command.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime
import difflib
import io
import os
import re
import shlex
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from unittest import mock

from scorekeeper.cli.main import main as score

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).resolve().parent.parent
START = datetime.datetime.fromisoformat("2026-11-27T20:00:00")
_MINUTE = datetime.timedelta(minutes=1)
_PROMPT = "$ "
_FILE = re.compile(r"# ([\w-]+\.toml)")
_UNSET = ("SCORE_GAME", "SCORE_DEBUG", "SCORE_PAGER", "PAGER", "LINES", "FORCE_COLOR", "NO_COLOR")


class TranscriptError(Exception):
    """A transcript that cannot be run."""


def documents() -> list[Path]:
    """The documents whose transcripts are kept true."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


class Fence(NamedTuple):
    """A fenced block: the word behind the fence, and where its lines begin and end, counted from 0."""

    kind: str
    start: int
    end: int


def fences(lines: Sequence[str]) -> Iterator[Fence]:
    """The fenced blocks of a Markdown text."""
    mark, kind, start = "", "", 0
    for at, line in enumerate(lines):
        if mark and line.rstrip() == mark:
            yield Fence(kind, start, at)
            mark = ""
        elif not mark and (opening := re.match(r"(```+|~~~+)\s*(\S*)", line)):
            mark, kind, start = opening[1], opening[2], at + 1
    if mark:
        message = f"line {start}: the block that begins here has no end"
        raise TranscriptError(message)


def rewritten(text: str) -> str:
    """The document with its transcripts as the program gives them now; where all is well, the document itself."""
    lines = text.split("\n")
    fresh: list[str] = []
    at = 0
    with playground() as terminal:
        for fence in fences(lines):
            if fence.kind == "console":
                fresh += lines[at : fence.start]
                fresh += _transcript(lines[fence.start : fence.end], fence.start, terminal)
                at = fence.end
            elif fence.kind == "toml" and (name := _FILE.fullmatch(lines[fence.start])):
                Path(name[1]).write_text("\n".join([*lines[fence.start : fence.end], ""]), encoding="utf-8")
    return "\n".join([*fresh, *lines[at:]])


def _transcript(lines: Sequence[str], start: int, terminal: Terminal) -> Iterator[str]:
    if lines and not lines[0].startswith(_PROMPT):
        message = f"line {start + 1}: a transcript begins with a command"
        raise TranscriptError(message)
    commands = [at for at, line in enumerate(lines) if line.startswith(_PROMPT)]
    for at, following in zip(commands, [*commands[1:], len(lines)], strict=True):
        yield lines[at]
        shown = lines[at + 1 : following]
        yield from terminal.run(lines[at].removeprefix(_PROMPT), shown)
        if shown and not shown[-1]:
            yield ""  # a blank line between commands is ours to keep


@contextlib.contextmanager
def playground(*, colour: bool = False) -> Iterator[Terminal]:
    """A terminal of 80 columns in a temporary folder that holds a copy of examples/."""
    before = {name: text for name, text in os.environ.items() if name not in _UNSET}
    screen = {"COLUMNS": "80", "TERM": "xterm", **({} if colour else {"NO_COLOR": "1"})}
    around = {**before, **screen, "SCORE_CONFIG": "config.toml"}
    terminal = Terminal(colour=colour)
    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch.dict(os.environ, around, clear=True),
        mock.patch("scorekeeper.cli.clock.now", terminal.now),
    ):
        shutil.copytree(ROOT / "examples", Path(folder, "examples"), ignore=shutil.ignore_patterns(".*"))
        with contextlib.chdir(folder):
            yield terminal


class Terminal:
    """Runs commands in this process, one after another, and gives what a terminal would show."""

    def __init__(self, *, colour: bool = False) -> None:
        self._colour = colour
        self._time = START

    def now(self) -> datetime.datetime:
        """What the clock of the program says."""
        return self._time

    def run(self, command: str, shown: Sequence[str] = ()) -> list[str]:
        """The lines that a command gives. What it asks for is answered as in the lines shown before."""
        program, *words = shlex.split(command)
        if program == "cat":
            missing = [name for name in words if not Path(name).exists()]
            if missing:
                message = f"there is no file {missing[0]} to be shown: {command}"
                raise TranscriptError(message)
            return [line for name in words for line in Path(name).read_text(encoding="utf-8").splitlines()]
        if program != "score":
            message = f"only score and cat are run, so this belongs into a block marked sh: {command}"
            raise TranscriptError(message)
        screen = Screen(colour=self._colour)
        keyboard = _Keyboard(screen, shown)
        with (
            contextlib.redirect_stdout(screen),
            contextlib.redirect_stderr(screen),
            mock.patch("sys.stdin", keyboard),
        ):
            code = score(words)
        self._time += _MINUTE
        lines = [line.rstrip() for line in screen.text().splitlines()]
        return [*lines, f"[exit {code}]"] if code else lines


class Screen(io.TextIOWrapper):
    """What a command has written, to whichever stream."""

    def __init__(self, *, colour: bool = False) -> None:
        self._bytes = io.BytesIO()
        self._colour = colour
        super().__init__(self._bytes, encoding="utf-8", newline="\n", write_through=True)

    def isatty(self) -> bool:
        """Whether the program takes this for a terminal, and so writes in colour."""
        return self._colour

    def text(self) -> str:
        """All that was written."""
        self.flush()
        return self._bytes.getvalue().decode()


class _Keyboard:
    """Types the answers that stand behind the same questions in a transcript."""

    def __init__(self, screen: Screen, shown: Sequence[str]) -> None:
        self._screen = screen
        self._shown = list(shown)

    def isatty(self) -> bool:
        """A transcript is no terminal."""
        return False

    def readline(self) -> str:
        """The answer to the question that the screen ends with; nothing where the transcript has none."""
        question = self._screen.text().rpartition("\n")[2].rstrip()
        while self._shown:
            line = self._shown.pop(0)
            if line.startswith(question):
                answer = line.removeprefix(question).strip()
                self._screen.write(f"{answer}\n")
                return f"{answer}\n"
        return ""


def settled(path: Path, fresh: str, *, write: bool, diff: bool = True) -> bool:
    """Whether a file stands as it should; one that does not is written anew, or its difference is shown."""
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    if old == fresh:
        return True
    name = path.relative_to(ROOT).as_posix()
    if write:
        path.parent.mkdir(exist_ok=True)
        path.write_text(fresh, encoding="utf-8", newline="\n")
        print(f"{name}: written anew")
        return True
    print(f"{name}: stale; python {Path(sys.argv[0]).as_posix()} --write makes it anew")
    if diff:
        lines = difflib.unified_diff(old.splitlines(), fresh.splitlines(), name, "fresh", lineterm="")
        print("\n".join(lines))
    return False


def asked_to_write(about: str | None) -> bool:
    """Reads the command line of one of these programs: --check or --write."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--check", action="store_true", help="show what is stale, and exit with 1 if anything is")
    mode.add_argument("--write", action="store_true", help="write what is stale anew")
    return bool(parser.parse_args().write)


def main() -> int:
    """Checks or writes the transcripts of all documents."""
    write = asked_to_write(__doc__)
    good = [settled(path, rewritten(path.read_text(encoding="utf-8")), write=write) for path in documents()]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
