"""The Tab key: what is offered, in which form, and that it can do no harm in any shell."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import typer

from harness import Done
from scorekeeper.cli.app import app
from scorekeeper.cli.completion import PLACES, answer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness import Table

SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")


@pytest.fixture
def friday(table: Table) -> Table:
    """A folder with a game of two hands."""
    table.score("new", "Ann", "Bob Lee", "Cy", "Dee", "--sides", "Us,Them", "-g", "friday.toml")
    table.score("add-hand", "4", "3", "4", "2", "/", "6", "7")
    table.score("add-hand", "4", "3", "nil", "4", "/", "5", "3", "0", "5")
    return table


def tab(table: Table, line: str, shell: str = "zsh", **env: str) -> list[str]:
    """What is offered at the end of a line."""
    done = table.score(env={"_SCORE_COMPLETE": f"complete_{shell}", "_TYPER_COMPLETE_ARGS": line, **env})
    assert (done.err, done.code) == ("", 0)
    return done.out.splitlines()


OFFERED: dict[str, list[str]] = {
    "score sh": ["show:Show the score sheet, and what matters now."],
    "score rule ": ["renege:Rule that a player reneged; the rules of..."],
    "score show --no-p": ["--no-pager:Do not stop after each page."],
    "score show -g ": ["friday.toml"],
    "score -g f": ["friday.toml"],
    "score show --game=f": ["--game=friday.toml"],
    "score explain ": ["1:Dee dealt; Us -80, Them +52", "2:Ann dealt; Us +141, Them +71"],
    "score edit ": ["1:Dee dealt; Us -80, Them +52", "2:Ann dealt; Us +141, Them +71"],
    "score edit 1 D": ["Dee="],
    "score edit 1 --dealer ": ["Ann", "Bob:Bob Lee", "Cy", "Dee"],
    "score edit 1 --dealer 'Bob L": [],
    "score rule renege 1 ": ["Ann", "Bob:Bob Lee", "Cy", "Dee"],
    "score rule renege 1 Ann --to ": ["Us", "Them"],
    "score check 1 --claim ": ["Us=", "Them="],
    "score adjust 1 ": ["Us=", "Them="],
    "score adjust 1 Us=": [],
    "score bid ": ["Ann=", "Bob=:Bob Lee", "Cy=", "Dee="],
    "score tricks ": ["Ann=", "Bob=:Bob Lee", "Cy=", "Dee=", "Us=", "Them="],
    "score new Maya Nico --dealer ": ["Maya", "Nico"],
    "score new A B --rules bicycle-": [
        "bicycle-2:Bicycle for two",
        "bicycle-3:Bicycle for three",
        "bicycle-5:Bicycle for five",
        "bicycle-bags:Bicycle with bags",
    ],
    "score new A B --rule bags.li": ["bags.limit=:bags that bring a penalty; 0 where bags bring none"],
    "score new A B --rule nil.allowed=": ["nil.allowed=true", "nil.allowed=false"],
    "score new A B --rule nil.made=": [],
    "score new A B --rule no.such=": [],
    "score rules moo": ["moon:the moon"],
    "score rules --compare pagat-mo": ["pagat-moon:pagat with the moon"],
    "score rules --change contract.set_penalty=s": [
        "contract.set_penalty=short:the points of each trick that it is short"
    ],
    "score help re": [
        "redo:Bring back what score undo took back.",
        "referee:Judge a recorded hand, trick by trick.",
    ],
    "score help rule ": ["renege:Rule that a player reneged; the rules of..."],
    "score trick --hand ": [],
    "score show 'open": [],
}


@pytest.mark.parametrize("line", OFFERED)
def test_offered(line: str, friday: Table) -> None:
    """What can stand at the end of a line is offered, with what it means."""
    assert tab(friday, line) == OFFERED[line]


FORMS = {
    "bash": ["1", "2"],
    "zsh": ["1:Dee dealt; Us -80, Them +52", "2:Ann dealt; Us +141, Them +71"],
    "fish": ["1\tDee dealt; Us -80, Them +52", "2\tAnn dealt; Us +141, Them +71"],
    "powershell": ["1:::Dee dealt; Us -80, Them +52", "2:::Ann dealt; Us +141, Them +71"],
    "pwsh": ["1:::Dee dealt; Us -80, Them +52", "2:::Ann dealt; Us +141, Them +71"],
}


@pytest.mark.parametrize("shell", SHELLS)
def test_forms(shell: str, friday: Table) -> None:
    """Each shell is answered in its form; bash parts words at =, and fish asks first whether there is anything."""
    assert tab(friday, "score explain ", shell) == FORMS[shell]
    assert tab(friday, "score new A B --rule nil.allowed=t", "bash") == ["true"]
    assert tab(friday, "score show --game=f", "bash") == ["friday.toml"]
    word = {"_TYPER_COMPLETE_WORD_TO_COMPLETE": "sh"}
    assert tab(friday, "score sh", "pwsh", **word) == ["show:::Show the score sheet, and what matters now."]
    asked = {"_TYPER_COMPLETE_FISH_ACTION": "is-args", "_SCORE_COMPLETE": "complete_fish"}
    assert friday.score(env={**asked, "_TYPER_COMPLETE_ARGS": "score explain "}) == Done("", "", 0)
    assert friday.score(env={**asked, "_TYPER_COMPLETE_ARGS": "score trick --hand "}) == Done("", "", 1)


LINES = ["score ", "score explain ", "score bid ", "score show -g ", "score rule renege 1 ", "score check --claim "]
BROKEN = {
    "no game": None,
    "a broken game": "format = 1\nplayers = [",
    "an empty file of defaults": "",
}


@pytest.mark.parametrize("name", BROKEN)
def test_silent(name: str, table: Table) -> None:
    """Without a game that can be read nothing of it is offered, and nothing is said."""
    text = BROKEN[name]
    if text is not None:
        table.put("g.toml", text)
        table.put("config.toml", "colour = 5")
    assert tab(table, "score explain ") == tab(table, "score bid ") == tab(table, "score check --claim ") == []
    assert tab(table, "score sh") != []


def test_asked_wrongly(table: Table) -> None:
    """A script of another version, or a shell that is not known, gets no answer, and no word."""
    for asked in ("complete_tcsh", "complete_", "complete_bash"):
        assert table.score(env={"_SCORE_COMPLETE": asked}) == Done("", "", 0)


HOSTILE = [
    "$(touch pwned)",
    "`touch pwned`",
    "\\$(touch pwned)",
    "'; touch pwned; '",
    '"; touch pwned; "',
    "*",
    "?",
    "~",
    "[a]",
    "{a,b}",
    "a;b",
    "a|b",
    "a>b",
    "a b",
    "a:::b",
    "a\u00a0b",
    "!!",
    "#",
    "--game",
    "-x",
    "Ann=5",
    "Zoë",
    "日本",
    "@(x)",
    "$x",
    "%PATH%",
]
SAFE = re.compile(r"[\w.+-][\w.+=-]*")


@pytest.mark.parametrize("shell", SHELLS)
def test_hostile_names(shell: str, table: Table) -> None:
    """Whatever players, sides and files are called: no sign that a shell may obey is offered, nor told as help."""
    for at in range(0, len(HOSTILE) - 1, 2):
        name = f"g{at}.toml"
        game = ["new", *HOSTILE[at : at + 2], "Cy", "Dee", "--sides", "$(touch pwned),`x`", "-g", name]
        if table.score(*game).code:
            continue
        table.score("add-hand", "4", "3", "4", "2", "/", "6", "7", "-g", name)
        for line in LINES:
            for offered in tab(table, f"{line.replace('score', f'score -g {name}', 1)}", shell):
                word, _, about = offered.replace(":::", "\t").replace(":", "\t").partition("\t")
                assert SAFE.fullmatch(word), offered
                assert re.fullmatch(r"[\w .,;+=\t-]*", about), offered
    table.put("$(touch pwned).toml", table.text("g20.toml"))
    assert tab(table, "score show -g ", shell) == []  # the shell itself knows files, and how to quote them


def places() -> Iterator[tuple[str, Any]]:
    """Every parameter that takes a value, by its command and its name."""

    def below(command: Any) -> Iterator[tuple[str, Any]]:
        inner = getattr(command, "commands", None)
        if inner is None:
            yield from ((f"{command.name} {param.name}", param) for param in command.params)
        for part in (inner or {}).values():
            yield from below(part)

    yield from below(typer.main.get_command(app))


FREE = {
    "name", "note", "why", "target", "as_of", "players", "score", "bags", "bid", "took", "cards", "play", "file",
    "sheet", "sides", "host", "port", "paths", "since", "until", "html", "markdown", "text",
    "csv", "json",
}  # fmt: skip
"""What is anybody's to say: numbers, reasons, cards, new names; and files of any kind, which the shell completes."""


def test_every_place_is_thought_of() -> None:
    """A parameter offers something, or is one of those for which nothing is known; no entry is left over."""
    known, used = set(PLACES), set()
    for place, param in places():
        name = place.partition(" ")[2]
        if getattr(param, "is_flag", False):
            continue
        assert {place, name} & known or name in FREE, place
        used |= {place, name} & known
    assert used == known


def bash(line: str, folder: Path) -> list[str]:
    """What a real bash makes of the script and the answer."""
    program = Path(sys.executable).with_name("score")
    script = f"""
        eval "$('{program}' --show-completion)"
        COMP_LINE='{line}' COMP_POINT={len(line)}
        compopt() {{ echo "no blank"; }}
        _score_completion '{program}'
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(
        [shutil.which("bash") or "bash", "-c", script], cwd=folder, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.skipif(not shutil.which("bash") or sys.platform == "win32", reason="there is no bash")
def test_in_bash(friday: Table) -> None:
    """The script that is shown works in bash: words are taken as they are, and no blank follows Us=."""
    friday.put("*", "")
    assert bash("score explain ", friday.folder) == ["1", "2"]
    assert bash("score check 1 --claim U", friday.folder) == ["no blank", "Us="]
    assert bash("score new A B --rule nil.allowed=", friday.folder) == ["true", "false"]


def test_answer_alone(capsys: pytest.CaptureFixture[str]) -> None:
    """Without what a shell sets, there is no answer."""
    assert answer("complete_zsh") == 0
    assert capsys.readouterr() == ("", "")


def test_script_that_cannot_be_shown_or_installed(table: Table) -> None:
    """An unknown shell and a home that cannot be written end with 3, not with a verdict."""
    table.put("file", "")
    table.patch.setattr("typer._completion_shared._get_shell_name", lambda: "bash")
    table.patch.setenv("HOME", str(table.folder / "file"))
    done = table.score("--install-completion")
    assert done.err.startswith("completion: the script could not be put into your settings: ")
    assert done.code == 3
    table.patch.setattr("typer.completion._get_shell_name", lambda: "tcsh")
    assert table.score("--show-completion").code == 3
