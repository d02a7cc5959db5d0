"""README and the other documents: what they show is what the program does."""

from __future__ import annotations

import doctest
import re
import sys
from itertools import pairwise
from pathlib import Path

import pytest
import tomli

import scorekeeper
from scorekeeper import RuleSet, load_game, score_game
from scorekeeper.cli.main import Exit
from scorekeeper.render.picture import sheet_picture
from scorekeeper.rules.presets import preset_names
from scorekeeper.storage.schema import game_schema

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))

import picture
import reference
import shapes
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
    """The Python examples give what stands below them; those of a page go on from one another."""
    names: dict[str, object] = {}
    with playground():
        for number, block in enumerate(blocks(path.read_text(encoding="utf-8"), "python"), start=1):
            example = doctest.DocTestParser().get_doctest(block, names, f"block {number}", name_of(path), 0)
            said: list[str] = []
            done = doctest.DocTestRunner(verbose=False).run(example, out=said.append, clear_globs=False)
            names = example.globs
            assert example.examples
            assert "".join(said) == ""
            assert done.failed == 0


def test_every_table_stands_somewhere() -> None:
    """No table is made for nobody."""
    shown = "".join(path.read_text(encoding="utf-8") for path in DOCUMENTS)
    assert set(re.findall(r"made by tools/reference\.py: (\w+) -->", shown)) == {*reference.TABLES}


def test_every_command_and_exit_code_has_its_row() -> None:
    """Both tables stand in README, and leave nothing out; the settings stand in docs/rules.md."""
    rows = [line.split("|")[1].strip() for line in prose(README) if line.startswith("|")]
    assert {f"`score {name}`" for name, _, _ in reference.commands()} <= set(rows)
    assert {str(code.value) for code in Exit} <= set(rows)


@pytest.mark.parametrize("name", [name for name, _, _ in reference.commands()])
def test_every_command_is_at_work(name: str) -> None:
    """Every command is told of in README outside the table, or used in a transcript there."""
    shown = any(line.startswith(f"$ score {name}") for block in blocks(README, "console") for line in block.split("\n"))
    told = any(f"`score {name}" in line for line in prose(README) if not line.startswith("|"))
    assert shown or told


def test_what_readme_counts() -> None:
    """There are as many settings and rule sets as README says, and not many more."""
    assert "more than 50 settings and more than 60 published rule sets" in README
    assert 50 < len(RuleSet.all_settings()) < 70
    assert 60 < len([*preset_names()]) < 80


TYPING = (ROOT / "docs" / "typing.md").read_text(encoding="utf-8")
FORMS = [
    command
    for row in prose(TYPING[TYPING.index("## All forms") : TYPING.index("## An evening")])
    if row.startswith("|")
    for command in re.findall(r"`(score [^`]*)`", row.split("|")[1])
]
WAITS = re.compile(r"score (add-hand$|serve\b)")  # for answers, or for whoever opens the page
HELP = [example for _, _, examples in reference.commands() for example in examples if not WAITS.match(example)]
HAND = "score add-hand 4 5 nil 4 / 6 3 0 4"  # after which one side is far enough behind for a blind nil
BEFORE = {"bid": [HAND], "tricks": [HAND, "score bid 4 3 3 3"], "redo": [HAND, "score undo"]}


@pytest.mark.parametrize("command", [*FORMS, *HELP])
def test_commands_said_can_be_typed(command: str) -> None:
    """Every form of entry in docs/typing.md, and every example of the help that README shows, is accepted."""
    name = command.split()[1]
    with playground() as terminal:
        if name != "new":
            for before in ["score new Ann Bob Cy Dee --sides Us,Them --target 2000", *BEFORE.get(name, [HAND] * 5)]:
                assert not terminal.run(before)[-1].startswith("[exit")
        last = terminal.run(command.partition(" > ")[0])[-1]  # what a shell would put into a file
        assert not last.startswith("[exit") or (last == "[exit 1]" and "--claim" in command)


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.toml")), ids=name_of)
def test_every_example_is_shown(path: Path) -> None:
    """README names every example file, and a page shows it."""
    name = name_of(path)
    assert f"]({name})" in README
    pages = [document.read_text(encoding="utf-8") for document in DOCUMENTS]
    shown = "".join(block for page in pages for kind in ("console", "sh") for block in blocks(page, kind))
    assert re.search(rf"score show .*{re.escape(name)}\b", shown)


def test_set_up() -> None:
    """Two lines set everything up: one shows an example, one runs the tests."""
    lines = "".join(blocks(README, "sh")).splitlines()
    assert len(lines) == 2
    assert all(line.startswith("python3 -m venv .venv && .venv/bin/pip install ") for line in lines)
    assert lines[0].endswith(f" && .venv/bin/{picture.SHEET.command}")
    assert lines[1].endswith(" && .venv/bin/python -m pytest")


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_headings(path: Path) -> None:
    """A page has one title, and no level of headings is left out."""
    levels = [len(line) - len(line.lstrip("#")) for line in prose(path.read_text(encoding="utf-8"))]
    levels = [level for level in levels if level]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(below <= above + 1 for above, below in pairwise(levels))


def anchors(path: Path) -> list[str]:
    """The names by which the headings of a page can be linked to."""
    headings = [line.lstrip("# ").lower() for line in prose(path.read_text(encoding="utf-8")) if line.startswith("#")]
    return [re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in headings]


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_headings_differ(path: Path) -> None:
    """No two headings of a page are alike: a link would lead to the first."""
    assert len(set(anchors(path))) == len(anchors(path))


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_links(path: Path) -> None:
    """Every link to a file of the project leads to one, and every link to a heading to one, on whichever page."""
    for target in re.findall(r"\]\(([^)\s]+)\)", "\n".join(prose(path.read_text(encoding="utf-8")))):
        file, _, heading = target.partition("#")
        if "://" not in target:
            page = path.parent / file if file else path
            assert page.exists(), target
            assert not heading or heading in anchors(page), target


def test_every_page_and_picture_is_linked() -> None:
    """The index of the documents leads to each page, and each picture stands on one."""
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    pages = {path.name for path in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert pages <= set(re.findall(r"\]\(([\w.-]+)\)", index))
    shown = {name for path in DOCUMENTS for name in re.findall(r"!\[[^]]+\]\((?:docs/)?([\w.-]+)\)", path.read_text())}
    assert shown == {path.name for path in (ROOT / "docs").iterdir() if path.suffix in (".svg", ".png")}


# What the pages say of files and of Python


GAME_FILE = (ROOT / "docs" / "game-file.md").read_text(encoding="utf-8")
WHOLE_GAMES = [block for block in blocks(GAME_FILE, "toml") if block.startswith("format = 1\n")]


@pytest.mark.parametrize("text", WHOLE_GAMES)
def test_game_files_shown_are_accepted(tmp_path: Path, text: str) -> None:
    """Every whole game on the page about the file is a game."""
    path = tmp_path / "game.toml"
    path.write_text(text, encoding="utf-8")
    assert score_game(load_game(str(path))).hands


def keys_of(part: object) -> set[str]:
    """All keys in a table and below."""
    if isinstance(part, list):
        return set().union(*map(keys_of, part))
    return {*part, *keys_of([*part.values()])} if isinstance(part, dict) else set()


def test_one_game_shows_every_key() -> None:
    """The page has a game in which every key of the schema stands."""
    schema = game_schema()
    tables = [schema, *(schema["$defs"][name] for name in shapes.FILE_TABLES if name)]
    assert {key for table in tables for key in table["properties"]} <= keys_of(tomli.loads(WHOLE_GAMES[-1]))


@pytest.mark.parametrize("name", [*scorekeeper.__all__])
def test_every_public_name_has_an_example(name: str) -> None:
    """The page about Python uses every name of the package."""
    shown = "".join(blocks((ROOT / "docs" / "python.md").read_text(encoding="utf-8"), "python"))
    assert re.search(rf"^(>>>|\.\.\.) .*\b{name}\b", shown, re.MULTILINE)


# The pictures


@pytest.mark.parametrize("shown", picture.PICTURES, ids=[shown.name for shown in picture.PICTURES])
def test_picture(shown: picture.Picture) -> None:
    """The picture shows what the command prints; python tools/picture.py draws it anew."""
    assert picture.words(picture.drawn(shown)) == picture.words(shown.path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("shown", picture.PICTURES, ids=[shown.name for shown in picture.PICTURES])
def test_picture_stands_alone(shown: picture.Picture) -> None:
    """The picture refers to nothing outside itself."""
    svg = shown.path.read_text(encoding="utf-8")
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


def test_tool_makes_the_files_that_a_page_shows() -> None:
    """A block of TOML that begins with the name of a file is that file for the commands below it."""
    text = "# A page\n```toml\n# mine.toml\nformat = 1\n```\n" + page("$ cat mine.toml")
    assert transcripts.rewritten(text) == text.replace("$ cat mine.toml", "$ cat mine.toml\n# mine.toml\nformat = 1")


def test_tool_leaves_no_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands run elsewhere, on a clock of their own, and leave folder and environment as they were."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCORE_GAME", "mine.toml")
    fresh = transcripts.rewritten(page("$ score new Ann Bob Cy Dee", "$ cat spades-2026-11-27.toml"))
    assert "started = 2026-11-27" in fresh.split("\n")
    assert [*tmp_path.iterdir()] == []
