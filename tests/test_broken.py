"""Broken, foreign and hostile game files: one sentence a fault, with file, line and remedy; no byte is touched."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

import messages
import pytest
from catalogue import FOLDER, write_catalogue

from broken_files import CASES, FILES, GOOD, ON_DISK, but, changed, ruled
from harness import Done, Table

unix_only = pytest.mark.skipif(sys.platform == "win32", reason="pipes, links and modes of Unix")


def test_all_kinds_are_told() -> None:
    """Each broken file has its entry, each entry its file, and there are many kinds."""
    assert {path.stem for path in FOLDER.glob("*.toml")} - {"good"} <= {*CASES}
    assert {*CASES} - {*FILES} == {*ON_DISK} or sys.platform == "win32"
    assert len(FILES) >= 155


def test_page() -> None:
    """The page of all messages is up to date; python tools/messages.py --write makes it so."""
    assert messages.PAGE.read_text("utf-8") == messages.page()


@pytest.mark.parametrize("name", FILES)
def test_broken_file(name: str, table: Table) -> None:
    """A broken file is refused with its message by commands that read and that write, at once, and stays."""
    case = CASES[name]
    table.put("g.toml", FILES[name])
    began = time.monotonic()
    assert table.score("show", "-g", "g.toml") == Done("", case.answer, case.code)
    assert time.monotonic() - began < 30  # seconds, however busy the machine is; it was minutes once
    words = ("add-hand", "4", "3", "2", "4", "/", "8", "-g", "g.toml")
    assert table.score(*words) == Done("", case.answer, case.code)
    assert (table.folder / "g.toml").read_bytes() == FILES[name]


@pytest.mark.parametrize("name", ON_DISK)
def test_no_file(name: str, table: Table) -> None:
    """What is no file, or far too large a one, is refused by commands that read and that write; nothing waits."""
    case = CASES[name]
    ON_DISK[name](table.folder / "g.toml")
    before = sorted(path.name for path in table.folder.iterdir())
    for words in (("show",), ("add-hand", "4", "3", "2", "4", "/", "8"), ("undo",)):
        assert table.score(*words, "-g", "g.toml") == Done("", case.answer, case.code)
    assert sorted(path.name for path in table.folder.iterdir() if path.suffix != ".lock") == before


@pytest.mark.parametrize("line", [line for case in CASES.values() for line in case.said])
def test_message(line: str) -> None:
    """A message names the file, says what to do, and has neither Python nor control characters in it."""
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
    "rules changed": changed("nil.made = 60"),
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
    "edit 1 / 99",
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
    assert time.monotonic() - began < 60
    assert err.count("\n") == 4_000
    assert err.endswith("g.toml, line 12001, hand 4000, bids: no bid of B. Every player bids.\n")


def rewrite() -> None:
    """Writes the answers anew."""
    cases = []
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        for name, case in CASES.items():
            here = Path(folder, name)
            here.mkdir()
            table = Table(here, patch)
            if name in FILES:
                table.put("g.toml", FILES[name])
            else:
                ON_DISK[name](here / "g.toml")
            _, err, code = table.score("show", "-g", "g.toml")
            cases.append(case._replace(code=code, said=tuple(err.splitlines())))
        patch.undo()
    write_catalogue(cases)


if __name__ == "__main__":
    rewrite()
