"""Habits of a good command: pages, a quiet that changes nothing, a demonstration, a man page."""

from __future__ import annotations

import io
import re
import shlex
import sys
from typing import TYPE_CHECKING

import manpages
import pytest
from transcripts import ROOT

from scorekeeper.cli import demo, pager, screen
from scorekeeper.cli.app import app

if TYPE_CHECKING:
    from harness import Table

FRIDAY = str(ROOT / "examples" / "friday.toml")
COPY = shlex.join([sys.executable, "-c", "import sys; open('paged', 'wb').write(sys.stdin.buffer.read())"])
LEAVE = shlex.join([sys.executable, "-c", "import sys; sys.stdin.buffer.read(1); open('paged', 'w')"])
FAIL = shlex.join([sys.executable, "-c", "import sys; sys.exit(3)"])


def show(table: Table, *words: str, **env: str) -> str | None:
    """Shows a long sheet on a low screen; what went to the pager, None if the pager was not used."""
    paged = table.folder / "paged"
    paged.unlink(missing_ok=True)
    table.patch.setenv("COLUMNS", "80")
    done = table.score(*words, "-g", FRIDAY, env={"LINES": "10", "SCORE_PAGER": COPY, **env}, terminal=True)
    assert (done.err, done.code) == ("", 0)
    assert bool(done.out) != paged.exists()
    return paged.read_text("utf-8") if paged.exists() else None


def test_pager(table: Table) -> None:
    """What is longer than the screen goes to the pager, whole, in the same colours."""
    plain = table.score("show", "-g", FRIDAY).out
    assert show(table, "show") == plain
    assert show(table) == plain
    table.patch.delenv("NO_COLOR")
    assert show(table, "show") == table.score("show", "-g", FRIDAY, terminal=True).out != plain
    assert show(table, "explain", "7") is not None
    assert show(table, "explain", "7", LINES="50") is None
    assert show(table, "log", LINES="5") is not None


def test_no_pager(table: Table) -> None:
    """Nothing stops where it is not wanted, or where nobody could turn the page."""
    assert show(table, "show", "--no-pager") is None
    assert show(table, "--no-pager", "show") is None
    assert show(table, "show", SCORE_PAGER="cat") is None
    assert show(table, "show", SCORE_PAGER="", PAGER=COPY) is None
    assert show(table, "show", TERM="dumb") is None
    assert show(table, "show", "--json") is None
    table.put("config.toml", "pager = false")
    assert show(table, "show") is None
    table.put("config.toml", "")
    done = table.score("show", "-g", FRIDAY, env={"LINES": "10", "SCORE_PAGER": COPY})
    assert done.out
    assert not (table.folder / "paged").exists()


@pytest.mark.parametrize("broken", ["no-such-program", "'open", FAIL])
def test_broken_pager(broken: str, table: Table) -> None:
    """A pager that is missing or fails takes nothing away."""
    assert show(table, "show", SCORE_PAGER=broken) is None


def test_pager_left_early(table: Table) -> None:
    """To leave before the end is no fault, however much was still to come."""
    table.patch.setenv("SCORE_PAGER", LEAVE)
    table.patch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), "utf-8"))
    assert pager.page("a line\n" * 100_000)


def test_pager_of_git_and_man(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is named it is less; on Windows there is none."""
    for name in ("SCORE_PAGER", "PAGER"):
        monkeypatch.delenv(name, raising=False)
    assert pager._command() == ["less"]
    monkeypatch.setenv("PAGER", "more -s")
    assert pager._command() == ["more", "-s"]
    monkeypatch.delenv("PAGER")
    monkeypatch.setattr(pager, "_WINDOWS", True)
    assert pager._command() == []


def test_quiet_ends_with_the_command(table: Table) -> None:
    """One command that is quiet makes no other so."""
    words = ("new", "Ann", "Bob", "Cy", "Dee", "-g")
    assert table.score(*words, "a.toml", "-q").err == ""
    assert table.score(*words, "b.toml").err != ""


def test_manners_of_a_run_within_a_run() -> None:
    """A run has manners of its own, and the one around it keeps its own."""
    with screen.manners():
        screen.manner().quiet = True
        with screen.manners():
            assert not screen.manner().quiet
        assert screen.manner().quiet


class _Keys(io.StringIO):
    def isatty(self) -> bool:
        return True


def play(table: Table, keys: str, *words: str) -> str:
    """The demonstration on a terminal, with keys pressed."""
    said = io.TextIOWrapper(io.BytesIO(), "utf-8")
    said.isatty = lambda: True  # type: ignore[method-assign]
    with table.patch.context() as patch:
        patch.setattr(sys, "stdin", _Keys(keys))
        patch.setattr(sys, "stdout", said)
        patch.setattr(sys, "stderr", io.StringIO())
        assert screen_main(["demo", *words]) == 0
    said.seek(0)
    return said.read()


def screen_main(words: list[str]) -> int:
    """The program."""
    from scorekeeper.cli import main

    return main(words)


def commands_in(text: str) -> int:
    """How many commands were shown."""
    return len(re.findall(r"^\$ score ", text, re.MULTILINE))


def test_demo(table: Table) -> None:
    """On a terminal it waits for Enter, q leaves, the end of the input too; --fast waits for nothing."""
    table.put("config.toml", 'players = ["X", "Y"]\nrules = "trickster"')
    table.patch.setenv("SCORE_GAME", "mine.toml")
    steps = len(demo.EVENING)
    assert commands_in(play(table, "\n" * steps)) == steps
    assert commands_in(play(table, "\n\nq\n")) == 3
    assert commands_in(play(table, "")) == 1
    assert commands_in(play(table, "", "--fast")) == steps
    assert [path.name for path in table.folder.iterdir()] == ["config.toml"]


def test_demo_without_room(table: Table) -> None:
    """Where no folder can be made, that is said."""
    table.patch.setattr(demo, "TemporaryDirectory", _no_room)
    done = table.score("demo")
    assert (done.err, done.code) == ("No folder could be made to play in: No space left on device.\n", 3)


def _no_room(prefix: str) -> None:
    del prefix
    raise OSError(28, "No space left on device")


def test_man_page() -> None:
    """The man page is what the program has; python tools/manpages.py --write makes it so."""
    assert manpages.PAGE.read_text("utf-8") == manpages.page()


def test_man_page_leaves_nothing_out() -> None:
    """It has every command, every option, and obeys no text as a request."""
    page = manpages.PAGE.read_text("utf-8")
    for command in app.registered_commands:
        name = command.name or getattr(command.callback, "__name__", "")
        assert f".SS score {name}\n".replace("-", "\\-") in page
    assert ".SS score rule renege\n" in page
    assert page.isascii()
    macros = {line.split()[0] for line in page.splitlines() if line.startswith(".")}
    assert macros == {'.\\"', ".TH", ".SH", ".SS", ".PP", ".TP", ".RS", ".RE", ".nf", ".fi"}
    assert not [line for line in page.splitlines() if line.startswith("'")]


def test_roff_is_escaped() -> None:
    """Nothing in a text is taken for a request, an escape or another sign."""
    assert manpages.escaped(".SH a-b\n'x' \\n “ü” ^~`") == (
        "\\&.SH a\\-b\n\\(aqx\\(aq \\en \\(lq\\[u00FC]\\(rq \\(ha\\(ti\\(ga"
    )
