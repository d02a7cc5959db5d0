"""The command line in a test: files and words in; files, both outputs and the exit code out.

An evening is a text that reads like a terminal, and is compared whole:

    $ score tricks 14          a command; VARIABLE=value may stand before it
    < Ann                      a line typed at it
    | 5                        a line of standard output
    ! bids: “four” is no bid.  a line of standard error
    = 3                        the exit code, where it is not 0

Besides `score` there are `cat FILE`, `ls` and `put FILE`, which makes a file of the lines below it.
`python tests/harness.py FILE...` writes evenings anew, with what the commands do now; read the difference.
"""

from __future__ import annotations

import io
import os
import shlex
import sys
import tempfile
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from scorekeeper.cli import clock, main

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

NOW = datetime(2026, 11, 27, 20, 14)  # noqa: DTZ001  as in a game file: local, without a zone
CLEARED = ("SCORE_GAME", "SCORE_DEBUG", "SCORE_PAGER", "PAGER", "LINES", "TERM", "FORCE_COLOR", "CLICOLOR_FORCE")


class Done(NamedTuple):
    """What a command said, and how it ended."""

    out: str
    err: str
    code: int


class _Terminal(io.TextIOWrapper):
    """An output that passes for a terminal."""

    def isatty(self) -> bool:
        """It does."""
        return True


class Table:
    """A folder with games, and the program in it."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder, self.patch = folder, patch
        patch.chdir(folder)
        patch.setattr(clock, "now", lambda: NOW)
        patch.setenv("COLUMNS", "80")
        patch.setenv("NO_COLOR", "1")
        patch.setenv("SCORE_CONFIG", "config.toml")  # of this folder, where there is none unless a test puts it
        for name in CLEARED:
            patch.delenv(name, raising=False)

    def score(
        self,
        *words: str,
        typed: str = "",
        env: Mapping[str, str] | None = None,
        encoding: str = "utf-8",
        terminal: bool = False,
    ) -> Done:
        """Runs one command in this process; its outputs may have another encoding, or pass for a terminal."""
        typing = io.TextIOWrapper(io.BytesIO(typed.encode()), "utf-8")
        kind = _Terminal if terminal else io.TextIOWrapper
        out, err = (kind(io.BytesIO(), encoding, newline="\n") for _ in range(2))
        with self.patch.context() as patch:
            for name, stream in (("stdin", typing), ("stdout", out), ("stderr", err)):
                patch.setattr(sys, name, stream)
            for name, value in (env or {}).items():
                patch.setenv(name, value)
            code = int(main([*words]))
        said = []
        for stream in (out, err):
            stream.flush()
            stream.seek(0)
            said.append(stream.read())
        return Done(said[0], said[1], code)

    def put(self, name: str, text: str | bytes) -> Path:
        """Makes a file."""
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def text(self, name: str) -> str:
        """What a file holds."""
        return (self.folder / name).read_bytes().decode()

    def run(self, words: Sequence[str], typed: str) -> Done:
        """Runs a command of an evening."""
        env = {}
        while "=" in words[0]:
            name, _, env[name] = words[0].partition("=")
            words = words[1:]
        name, *rest = words
        if name == "score":
            return self.score(*rest, typed=typed, env=env)
        if name == "cat":
            return Done(self.text(rest[0]), "", 0)
        if name == "ls":
            return Done("".join(f"{path.name}\n" for path in sorted(self.folder.iterdir())), "", 0)
        assert name == "put", name
        self.put(rest[0], typed)
        return Done("", "", 0)

    def play(self, evening: str) -> str:
        """The evening as it goes now."""
        lines: list[str] = []
        for part in f"\n{evening}".split("\n$ ")[1:]:
            command, *below = part.rstrip("\n").split("\n")
            typed = [line for line in below if line[:1] == "<"]
            done = self.run(shlex.split(command), "".join(f"{line[2:]}\n" for line in typed))
            said = [*_marked("|", done.out), *_marked("!", done.err)]
            ended = [f"= {done.code}"] if done.code else []
            remarks = [line for line in below if line[:1] not in ("<", "|", "!", "=", "")]
            lines += [f"$ {command}", *typed, *said, *ended, ""]
            lines += [*remarks, ""] if remarks else []
        before = evening.partition("$ ")[0]
        return before + "\n".join(lines).rstrip("\n") + "\n"


def _marked(mark: str, text: str) -> list[str]:
    whole = text.removesuffix("\n")
    if not text:
        return []
    shown = [f"{mark} {line}".rstrip() for line in whole.split("\n")]
    return shown if text.endswith("\n") else [*shown, f"{mark}\\"]


def _rewrite(path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        here = Path.cwd()
        text = Table(Path(folder), patch).play(path.read_text("utf-8"))
        os.chdir(here)
    path.write_text(text, "utf-8")


if __name__ == "__main__":
    for word in sys.argv[1:]:
        _rewrite(Path(word).resolve())
