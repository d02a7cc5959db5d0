"""Broken, foreign and hostile game files: one sentence a fault, with file, line and remedy; no byte is touched."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from broken_files import FILES, GOOD, but, changed, ruled
from harness import Done

if TYPE_CHECKING:
    from harness import Table

MESSAGES = Path(__file__).with_name("broken_messages.txt")
"""What each file is answered; `python tests/test_broken.py` writes it anew. Read the difference."""
unix_only = pytest.mark.skipif(sys.platform == "win32", reason="pipes, links and modes of Unix")


def messages() -> dict[str, str]:
    """The whole answer to each file, by its name."""
    parts = MESSAGES.read_text("utf-8").split("## ")[1:]
    return {name: text.strip("\n") + "\n" for name, _, text in (part.partition("\n") for part in parts)}


EXPECTED = messages() if MESSAGES.exists() else {}


def test_all_kinds_are_told() -> None:
    """Each broken file has its answer, and there are many kinds."""
    assert [*EXPECTED] == [*FILES]
    assert len(FILES) >= 145


@pytest.mark.parametrize("name", FILES)
def test_broken_file(name: str, table: Table) -> None:
    """A broken file is refused with its message by commands that read and that write, at once, and stays."""
    table.put("g.toml", FILES[name])
    began = time.monotonic()
    assert table.score("show", "-g", "g.toml") == Done("", EXPECTED[name], 3)
    assert time.monotonic() - began < 5
    assert table.score("add-hand", "4", "3", "2", "4", "/", "8", "-g", "g.toml") == Done("", EXPECTED[name], 3)
    assert (table.folder / "g.toml").read_bytes() == FILES[name]


@pytest.mark.parametrize("line", [line for text in EXPECTED.values() for line in text.splitlines()])
def test_message(line: str) -> None:
    """A message names the file, is a sentence, and has neither Python nor control characters in it."""
    assert line.startswith(("g.toml: ", "g.toml, line "))
    assert line[-1] in ".?\\" or line.endswith("0 5")
    assert line.isprintable()
    for word in ("None", "Error", "dict", "['", '("', "Traceback", "pydantic", "<class", "True"):
        assert word not in line


ACCEPTED = {
    "good": GOOD.encode(),
    "byte order mark": b"\xef\xbb\xbf" + GOOD.encode(),
    "CRLF": GOOD.replace("\n", "\r\n").encode(),
    "no newline at the end": GOOD.rstrip("\n").encode(),
    "hands before all else": but(GOOD, "hands = [{ bids = { A = 7, B = 6 }, tricks = { A = 13, B = 13 } }]\n"
        'format = 1\nplayers = ["A", "B"]\n'),
    "table on several lines": but("{ Us = 8, Them = 5 }", "{\n  Us = 8, # all of it\n  Them = 5,\n}"),
    "literal text": but('"Friday"', "'Friday'"),
    "long text": but('"Friday"', '"""\nFriday"""'),
    "quoted keys": but("Us = 8", '"Us" = 8'),
    "dotted keys": but("tricks = { Us = 8, Them = 5 }", "tricks.Us = 8\ntricks.Them = 5"),
    "settings as a table": but("nil.made = 50", "[rules.nil]\nmade = 50"),
    "Persian and emoji": but('"Friday"', '"جمعه 🂡"'),
    "rules changed": changed("nil.made = 60", "nil.made = 60"),
    "a ruling": ruled('[{ kind = "renege", player = "Bob" }]'),
    "no rules": but('[rules]\npreset = "pagat-blind-nil"\nnil.made = 50\n', ""),
}  # fmt: skip


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted_file(name: str, table: Table) -> None:
    """What is only another way of writing is a game like any other."""
    table.put("g.toml", ACCEPTED[name])
    _, err, code = table.score("show", "-g", "g.toml")
    assert code == 0
    assert name == "good" or not err or "differ" in err
    assert (table.folder / "g.toml").read_bytes() == ACCEPTED[name]


def test_inline_hands_are_read_only(table: Table) -> None:
    """Hands written inline can be read; a hand cannot be added to them, which is said with what to do."""
    table.put("g.toml", ACCEPTED["hands before all else"])
    said = (
        "g.toml: hands is not written as [[hands]] headers. Nothing was changed. "
        "Write each hand as a block of its own, [[hands]], below all other tables.\n"
    )
    assert table.score("add-hand", "7", "6", "/", "13", "13", "-g", "g.toml") == Done("", said, 3)
    assert (table.folder / "g.toml").read_bytes() == ACCEPTED["hands before all else"]


def read(table: Table, name: str) -> str:
    """The refusal of a file."""
    out, err, code = table.score("show", "-g", name)
    assert (out, code) == ("", 3)
    return err


def test_folder_and_absent_file(table: Table) -> None:
    """A folder or nothing in the place of a file is told."""
    (table.folder / "g.toml").mkdir()
    assert read(table, "g.toml") == "g.toml: this is a folder; a game is a file. --game names the file.\n"
    absent = "x/g.toml: there is no such file. score new starts a game; --game names another file.\n"
    assert read(table, "x/g.toml") == absent


@unix_only
def test_what_is_no_ordinary_file(table: Table) -> None:
    """Pipes, devices and circles of links are told, and nothing waits for them."""
    os.mkfifo("pipe.toml")
    Path("a.toml").symlink_to("b.toml")
    Path("b.toml").symlink_to("a.toml")
    special = "this is a pipe, a device or a socket; a game is an ordinary file. --game names the file.\n"
    assert read(table, "pipe.toml") == f"pipe.toml: {special}"
    assert read(table, "/dev/zero") == f"/dev/zero: {special}"
    circle = "it cannot be read: its links lead round in a circle. --game names another file.\n"
    assert read(table, "a.toml") == f"a.toml: {circle}"


@unix_only
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_unreadable_file(table: Table) -> None:
    """A file that may not be read is told, with what to do."""
    table.put("g.toml", GOOD).chmod(0)
    remedy = "ask its owner for it, or copy the game elsewhere; --game names the copy.\n"
    assert read(table, "g.toml") == f"g.toml: it cannot be read: no permission. {remedy}"


def test_read_only_file(table: Table) -> None:
    """A file that may not be written is told, and stays."""
    path = table.put("g.toml", GOOD)
    path.chmod(0o444)
    said = "g.toml: it is read-only; nothing was written. Allow writing to it, or copy it; --game names the copy.\n"
    assert table.score("tricks", "8", "-g", "g.toml") == Done("", said, 3)
    assert path.read_text("utf-8") == GOOD


BAD_COMMANDS = [
    "bid 4 3 2 4",
    "tricks 14",
    "tricks 5 3 0 6",
    "add-hand 4 3 2 4 / 8",
    "add-hand 4 3",
    "edit 1 / 14",
    "edit 1 14 3 2 4",
    "edit 4 4 4 4 4",
    "edit 1",
    "edit 2 --dealer Eve",
    "redo",
    "check --accept",
    "new Ann Bob --game g.toml",
]


@pytest.mark.parametrize("words", BAD_COMMANDS)
def test_bad_command(words: str, table: Table) -> None:
    """A command that cannot be done leaves the file byte for byte as it was, its date too."""
    path = table.put("g.toml", GOOD)
    os.utime(path, (1_000_000_000, 1_000_000_000))
    done = table.score(*words.split(), env={"SCORE_GAME": "g.toml"})
    assert done.code in (2, 3)
    assert done.err
    assert path.read_bytes() == GOOD.encode()
    assert path.stat().st_mtime == 1_000_000_000
    assert {name.name for name in table.folder.iterdir()} <= {"g.toml", ".g.toml.lock"}


def test_thousands_of_faults(table: Table) -> None:
    """A file with a fault in each of thousands of hands is answered in full, and soon."""
    hand = "[[hands]]\nbids = { A = 1 }\ntricks = { A = 5 }\n"
    table.put("g.toml", 'format = 1\nplayers = ["A", "B"]\n' + 4_000 * hand)
    began = time.monotonic()
    err = read(table, "g.toml")
    assert time.monotonic() - began < 10
    assert err.count("\n") == 4_000
    assert err.endswith("g.toml, line 12001, hand 4000, bids: no bid of B. Every player bids.\n")


def rewrite() -> None:
    """Writes the answers anew."""
    import tempfile

    from harness import Table

    parts = []
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        table = Table(Path(folder), patch)
        for name, data in FILES.items():
            table.put("g.toml", data)
            parts.append(f"## {name}\n{read(table, 'g.toml')}")
        patch.undo()
    MESSAGES.write_text("\n".join(parts), "utf-8")


if __name__ == "__main__":
    rewrite()
