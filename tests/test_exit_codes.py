"""How the program ends: a code for scripts, a sentence for people, never a traceback."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from harness import Done
from scorekeeper.cli import look, screen

if TYPE_CHECKING:
    from harness import Table

PROGRAM = Path(sys.executable).with_name("score")
ENDED = "\n\nThe input ended before every question was answered; nothing was stored.\n"
ASKED = "Hand 1: Dee deals, Ann bids first.\nAnn bids: "
NO_SPACE = b"The output could not be written: No space left on device.\n"
unix_only = pytest.mark.skipif(sys.platform == "win32", reason="pipes, signals and devices of Unix")


@pytest.fixture
def game(table: Table) -> Table:
    """A folder with a game of 60 hands."""
    table.score("new", "Ann", "Bob", "Cy", "Dee", "--game", "g.toml", "--sides", "Us,Them", "--target", "9000")
    hand = '\n[[hands]]\nbids = { Ann = 4, Bob = 3, Cy = 2, Dee = 3 }\ntricks = { Us = 7 }\nnote = "so it goes"\n'
    table.put("g.toml", table.text("g.toml") + 60 * hand)
    return table


CODES = [
    (["show"], 0),
    (["check", "60", "--claim", "Us=1"], 1),
    (["check", "--bid", "5", "--took", "5", "--claim", "51"], 1),
    (["shwo"], 2),
    (["bid", "4"], 2),
    (["show", "-g", ""], 0),
    (["bid", "14", "1", "1", "1"], 3),
    (["show", "-g", "nowhere.toml"], 3),
    (["rules", "nothing"], 3),
]


@pytest.mark.parametrize(("words", "code"), CODES, ids=[" ".join(words) for words, _ in CODES])
def test_code(words: list[str], code: int, game: Table) -> None:
    """A command ends with the code of its kind of end."""
    before = game.text("g.toml")
    done = game.score(*words)
    assert done.code == code
    assert "Traceback" not in done.err
    assert game.text("g.toml") == before


def test_fault_of_ours(game: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """What we did not foresee is called ours, in a sentence; with SCORE_DEBUG the place is shown."""

    def fail(*_: object) -> None:
        raise ZeroDivisionError("division by \x1b[31mzero")

    monkeypatch.setattr(look, "open_game", fail)
    said = (
        "A fault of the program itself, not yours: ZeroDivisionError: division by \\u001b[31mzero. "
        "SCORE_DEBUG=1 before the command shows where; please report it.\n"
    )
    assert game.score("show") == Done("", said, 4)
    with pytest.raises(ZeroDivisionError):
        game.score("show", env={"SCORE_DEBUG": "1"})


@pytest.mark.parametrize("where", [look, screen], ids=["at work", "at a question"])
def test_stopped(where: object, game: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends with 130, and nothing is stored."""

    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    before = game.text("g.toml")
    if where is look:
        monkeypatch.setattr(look, "print_game", stop)
        assert game.score("show") == Done("", "Stopped; nothing was stored.\n", 130)
    else:
        monkeypatch.setattr("scorekeeper.cli.dialogue.ask", stop)
        said = "Hand 61: Dee deals, Ann bids first.\nStopped; nothing was stored.\n"
        assert game.score("add-hand") == Done("", said, 130)
    assert game.text("g.toml") == before


@unix_only
def test_interrupt_signal(game: Table) -> None:
    """A real Ctrl-C at a question ends with 130 and leaves the file."""
    before = game.text("g.toml")
    asking = subprocess.Popen([PROGRAM, "add-hand"], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    assert asking.stderr is not None
    said = b""
    while not said.endswith(b"bids: "):
        more = os.read(asking.stderr.fileno(), 100)
        assert more, said
        said += more
    time.sleep(0.1)
    asking.send_signal(signal.SIGINT)
    _, rest = asking.communicate(timeout=20)
    assert rest == b"Stopped; nothing was stored.\n"
    assert asking.returncode == 130
    assert game.text("g.toml") == before


@pytest.mark.parametrize("typed", ["", "4\n", "4\n3\n2\n3\n", "4\n3\n2\n3\n7\n", "4", "x\n" * 50])
def test_input_ends(typed: str, game: Table) -> None:
    """Where the answers end too early, nothing is stored and the code is that of too few words."""
    before = game.text("g.toml")
    _, err, code = game.score("add-hand", typed=typed)
    assert err.endswith(ENDED)
    assert code == 2
    assert game.text("g.toml") == before


def run(*words: str, stdout: str | int = subprocess.PIPE, stderr: str | int = subprocess.PIPE, **more: str) -> Done:
    """Runs the installed program; an output named by a path goes to that file."""
    files = [os.open(end, os.O_WRONLY) if isinstance(end, str) else end for end in (stdout, stderr)]
    try:
        done = subprocess.run(
            [PROGRAM, *words],
            input=more.pop("typed", "").encode(),
            stdout=files[0],
            stderr=files[1],
            env={**os.environ, **more},
            check=False,
            timeout=30,
        )
    finally:
        for file in files:
            if file >= 0:
                os.close(file)
    return Done((done.stdout or b"").decode(), (done.stderr or b"").decode(), done.returncode)


FULL = [
    ["show"],
    ["show", "--json"],
    ["log"],
    ["--version"],
    ["--help"],
    ["rules"],
    ["show", "--json", "-g", "no.toml"],
]


@unix_only
@pytest.mark.parametrize("words", FULL, ids=" ".join)
def test_full_output(words: list[str], game: Table) -> None:
    """Figures that cannot be written end with 3 and a sentence."""
    assert game.folder == Path.cwd()
    done = run(*words, stdout="/dev/full")
    absent = "no.toml: there is no such file. score new starts a game; --game names another file.\n"
    assert done == Done("", absent if "no.toml" in words else NO_SPACE.decode(), 3)


@unix_only
def test_full_error_output(game: Table) -> None:
    """What cannot be told changes no code: a hand that was stored was stored."""
    words = ["add-hand", "4", "3", "2", "3", "/", "7"]
    codes = [run(*words, stderr="/dev/full").code, run("show", "-g", "no.toml", stderr="/dev/full").code]
    assert game.text("g.toml").count("[[hands]]") == 61
    assert codes == [0, 3]


@unix_only
def test_broken_pipe(game: Table) -> None:
    """A reader that has seen enough is no fault."""
    for words in (["show"], ["show", "--json"], ["rules", "bags"], ["--help"]):
        read, write = os.pipe()
        os.close(read)
        done = subprocess.run(
            [PROGRAM, *words], stdout=write, stderr=subprocess.PIPE, check=False, timeout=30, cwd=game.folder
        )
        os.close(write)
        assert (words, done.stderr, done.returncode) == (words, b"", 0)


@unix_only
@pytest.mark.parametrize(
    ("closed", "words", "code"),
    [("1>&-", "show", 0), ("2>&-", "show -g no.toml", 3), ("0<&-", "add-hand", 2), ("0<&- 1>&- 2>&-", "bid 14", 2)],
)
def test_closed_streams(closed: str, words: str, code: int, game: Table) -> None:
    """A stream that the caller has closed is no fault of ours."""
    script = f"{PROGRAM} {words} {closed}"
    done = subprocess.run(["/bin/sh", "-c", script], capture_output=True, check=False, timeout=30, cwd=game.folder)
    assert b"fault" not in done.stderr
    assert b"Traceback" not in done.stderr
    assert done.returncode == code


@unix_only
def test_bytes_that_are_no_text(game: Table) -> None:
    """Bytes that are no text, typed or as a word, get the answer of any other nonsense."""
    env = {**os.environ, "PYTHONUTF8": "1"}
    done = subprocess.run([PROGRAM, "add-hand"], input=b"\xff\n", capture_output=True, check=False, timeout=30, env=env)
    assert done.returncode == 2
    assert "Ann bids:   “\ufffd” is no bid." in done.stderr.decode()
    done = subprocess.run(
        [bytes(PROGRAM), b"new", b"Ann", b"B\xff"], capture_output=True, check=False, timeout=30, env=env
    )
    assert (
        done.stderr.decode()
        == "players: the name “B\\udcff” has the control character U+DCFF in it. Type the name again.\n"
    )
    assert done.returncode == 2
    assert game.text("g.toml").count("[[hands]]") == 60


def test_disk_that_fails(game: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk without room is said, with what to do, and the file stays."""
    before = game.text("g.toml")

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("scorekeeper.storage.files.os.write", full)
    done = game.score("add-hand", "4", "3", "2", "3", "/", "7")
    monkeypatch.undo()
    said = (
        "g.toml: it was not saved: no space left on the disk; the file is as it was. "
        "Make room, then run the command again.\n"
    )
    assert done == Done("", said, 3)
    assert (game.folder / "g.toml").read_text("utf-8") == before
