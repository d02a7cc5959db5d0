"""README and the other documents: what they show is what the program does."""

from __future__ import annotations

import doctest
import re
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from scorekeeper.cli.main import Exit
from scorekeeper.render.picture import sheet_picture

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))

import picture
import reference
import transcripts
from transcripts import ROOT, Terminal, TranscriptError, fences, playground

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "ARCHITECTURE.md", *sorted((ROOT / "docs").glob("*.md"))]
DOCUMENTS = transcripts.documents()


def name_of(path: Path) -> str:
    """A document by its place in the project."""
    return path.relative_to(ROOT).as_posix()


def blocks(text: str, kind: str) -> list[str]:
    """The fenced blocks of one kind in a Markdown text."""
    lines = text.split("\n")
    return ["\n".join(lines[fence.start : fence.end]) + "\n" for fence in fences(lines) if fence.kind == kind]


def prose(text: str) -> list[str]:
    """The lines of a Markdown text outside its fenced blocks."""
    lines = text.split("\n")
    inside = {at for fence in fences(lines) for at in range(fence.start, fence.end)}
    return [line for at, line in enumerate(lines) if at not in inside]


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_transcripts(path: Path) -> None:
    """Every transcript is what the program prints, whole; python tools/transcripts.py --write makes it so."""
    text = path.read_text(encoding="utf-8")
    assert transcripts.rewritten(text) == text


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_tables(path: Path) -> None:
    """Every table that is made from the program is up to date; python tools/reference.py --write makes it so."""
    text = path.read_text(encoding="utf-8")
    assert reference.rewritten(text) == text


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_python(path: Path) -> None:
    """The Python examples give what stands below them."""
    for number, block in enumerate(blocks(path.read_text(encoding="utf-8"), "python"), start=1):
        example = doctest.DocTestParser().get_doctest(block, {}, f"block {number}", name_of(path), 0)
        said: list[str] = []
        with playground():
            done = doctest.DocTestRunner(verbose=False).run(example, out=said.append)
        assert example.examples
        assert "".join(said) == ""
        assert done.failed == 0


def test_every_command_and_exit_code_has_its_row() -> None:
    """Both tables stand in README, and leave nothing out; the settings stand in docs/rules.md."""
    rows = [line.split("|")[1].strip() for line in prose(README) if line.startswith("|")]
    assert {f"`score {name}`" for name, _, _ in reference.commands()} <= set(rows)
    assert {str(code.value) for code in Exit} <= set(rows)


@pytest.mark.parametrize("name", [name for name, _, _ in reference.commands()])
def test_every_command_is_at_work(name: str) -> None:
    """Every command is used in a transcript of README, or explained in its text."""
    shown = any(line.startswith(f"$ score {name}") for block in blocks(README, "console") for line in block.split("\n"))
    told = any(f"`score {name}" in line for line in prose(README) if not line.startswith("|"))
    assert shown or told


FORMS = [
    command
    for row in prose(README[README.index("## How to type") : README.index("## Commands")])
    if row.startswith("|")
    for command in re.findall(r"`(score [^`]*)`", row.split("|")[1])
]
WAITS = re.compile(r"score (add-hand$|serve\b)")  # for answers, or for whoever opens the page
HELP = [example for _, _, examples in reference.commands() for example in examples if not WAITS.match(example)]
HAND = "score add-hand 4 5 nil 4 / 6 3 0 4"  # after which one side is far enough behind for a blind nil
BEFORE = {"bid": [HAND], "tricks": [HAND, "score bid 4 3 3 3"], "redo": [HAND, "score undo"]}


@pytest.mark.parametrize("command", [*FORMS, *HELP])
def test_commands_said_can_be_typed(command: str) -> None:
    """Every form of entry in README, and every example of the help that its table shows, is accepted."""
    name = command.split()[1]
    with playground() as terminal:
        if name != "new":
            for before in ["score new Ann Bob Cy Dee --sides Us,Them --target 2000", *BEFORE.get(name, [HAND] * 5)]:
                assert not terminal.run(before)[-1].startswith("[exit")
        last = terminal.run(command.partition(" > ")[0])[-1]  # what a shell would put into a file
        assert not last.startswith("[exit") or (last == "[exit 1]" and "--claim" in command)


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.toml")), ids=name_of)
def test_every_example_is_shown(path: Path) -> None:
    """README names every example file, and shows it."""
    name = name_of(path)
    assert f"]({name})" in README
    shown = "".join(blocks(README, "console") + blocks(README, "sh"))
    assert re.search(rf"score show .*{re.escape(name)}\b", shown)


def test_set_up() -> None:
    """Two lines set everything up: one shows an example, one runs the tests."""
    lines = "".join(blocks(README, "sh")).splitlines()
    assert len(lines) == 2
    assert all(line.startswith("python3 -m venv .venv && .venv/bin/pip install ") for line in lines)
    assert lines[0].endswith(f" && .venv/bin/{picture.COMMAND}")
    assert lines[1].endswith(" && .venv/bin/python -m pytest")


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_headings(path: Path) -> None:
    """A page has one title, and no level of headings is left out."""
    levels = [len(line) - len(line.lstrip("#")) for line in prose(path.read_text(encoding="utf-8"))]
    levels = [level for level in levels if level]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(below <= above + 1 for above, below in pairwise(levels))


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_links(path: Path) -> None:
    """Every link to a file of the project leads to one, and every link within a page to a heading."""
    text = "\n".join(prose(path.read_text(encoding="utf-8")))
    headings = {re.sub(r"[^\w\- ]", "", line.lstrip("# ").lower()).replace(" ", "-") for line in text.split("\n")}
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith("#"):
            assert target.removeprefix("#") in headings
        elif "://" not in target:
            assert (path.parent / target.partition("#")[0]).exists(), target


# The picture


def test_picture() -> None:
    """The picture shows what the command prints; python tools/picture.py draws it anew."""
    assert picture.words(picture.drawn()) == picture.words(picture.PICTURE.read_text(encoding="utf-8"))


def test_picture_stands_alone() -> None:
    """The picture refers to nothing outside itself."""
    svg = picture.PICTURE.read_text(encoding="utf-8")
    assert re.findall(r"https?://[^\"]*", svg) == ["http://www.w3.org/2000/svg"]
    assert set(re.findall(r"url\((.)", svg)) == {"#"}
    assert not re.search(r"@import|@font-face|href|<script|<image", svg)


def test_picture_shows_text_as_it_is() -> None:
    """No name is taken for markup of any kind, and columns hold behind names of double width."""
    svg = sheet_picture("\x1b[1m[b]Al\x1b[0m :spades: <&> {0}\n日本  4\n a    4", "{x} <b>")
    assert [(style, text) for style, text in picture.words(svg) if style and text.strip()] == [
        ("fill: #e6edf3;font-weight: bold", "[b]Al"),
        ("fill: #e6edf3", ":spades:\xa0<&>\xa0{0}"),
        ("fill: #e6edf3", "日本"),
        ("fill: #e6edf3", "4"),
        ("fill: #e6edf3", "a"),
        ("fill: #e6edf3", "4"),
    ]
    assert len(set(re.findall(r'x="([\d.]+)"[^>]*>4<', svg))) == 1
    assert "<title>{x} &lt;b&gt;</title>" in svg


# The tool itself


def page(*lines: str) -> str:
    """A page with one transcript."""
    return "\n".join(["# A page", "```console", *lines, "```", ""])


def test_tool_writes_what_is_missing() -> None:
    """Output that is missing or wrong is written anew; all around it stays."""
    stale = page("$ score --version", "score of old", "", "$ score show -g nowhere.toml")
    fresh = transcripts.rewritten(stale)
    assert (
        page(
            "$ score --version",
            *Terminal().run("score --version"),
            "",
            "$ score show -g nowhere.toml",
            "nowhere.toml: there is no such file. score new starts a game; --game names another file.",
            "[exit 3]",
        )
        == fresh
    )
    assert fresh == transcripts.rewritten(fresh)


def test_tool_types_the_answers() -> None:
    """What stands behind a question is typed as its answer, also when the output around it has changed."""
    new = "$ score new Ann Bob Cy Dee"
    answers = ["Ann bids: 4", "Bob bids: four", "Bob bids: 3", "Cy bids: 3", "Dee bids: 2"]
    fresh = transcripts.rewritten(
        page(new, "$ score add-hand", *answers, "gone", "Ann & Cy took: 7", "Enter stores it")
    )
    assert [line for line in fresh.split("\n") if " bids: " in line] == answers
    assert "Ann & Cy took: 7" in fresh.split("\n")
    assert "[exit 2]" in fresh.split("\n")  # the last question does not stand there whole, and gets no answer


def test_tool_runs_nothing_else() -> None:
    """Commands of other programs are refused, and so is output without a command."""
    with pytest.raises(TranscriptError, match="marked sh: pip install"):
        transcripts.rewritten(page("$ pip install ."))
    with pytest.raises(TranscriptError, match="line 3: a transcript begins with a command"):
        transcripts.rewritten(page("score --version"))
    with pytest.raises(TranscriptError, match="line 2: the block that begins here has no end"):
        transcripts.rewritten("# A page\n```console\n$ score show\n")


def test_tool_leaves_no_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands run elsewhere, on a clock of their own, and leave folder and environment as they were."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCORE_GAME", "mine.toml")
    fresh = transcripts.rewritten(page("$ score new Ann Bob Cy Dee", "$ cat spades-2026-11-27.toml"))
    assert "started = 2026-11-27" in fresh.split("\n")
    assert [*tmp_path.iterdir()] == []
