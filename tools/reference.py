"""Keeps the tables in our documents true: commands, exit codes, keys of files and data, all made from the program.

A table stands between the markers `<!-- made by tools/reference.py: NAME -->` and `<!-- end of NAME -->`.
"""

from __future__ import annotations

import inspect
import re
import sys
from typing import TYPE_CHECKING, Any

import shapes
import typer
from transcripts import asked_to_write, documents, settled

from scorekeeper.cli.app import app
from scorekeeper.cli.main import Exit
from scorekeeper.render.words import setting_said

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scorekeeper.rules.base import Rule, Setting

_MARKED = re.compile(
    r"(?P<begin><!-- made by tools/reference\.py: (?P<name>\w+) -->\n).*?(?P<end><!-- end of (?P=name) -->)", re.DOTALL
)


def rewritten(text: str) -> str:
    """The document with its tables as they are now; where all is well, the document itself."""
    return _MARKED.sub(lambda found: f"{found['begin']}\n{TABLES[found['name']]()}\n\n{found['end']}", text)


def settings_of(kind: type[Rule]) -> list[tuple[str, ...]]:
    """A row for each setting of a rule: key, default, values, what it settles, who plays it so."""
    return [
        (f"`{kind.group}.{name}`", f"`{setting_said(setting.default)}`", _values(setting), setting.text, setting.source)
        for name, setting in kind.settings.items()
    ]


def _values(setting: Setting) -> str:
    if setting.choices:
        return "; ".join(f"`{word}`: {meaning}" for word, meaning in setting.choices.items())
    if isinstance(setting.default, bool):
        return "`true` or `false`"
    return f"{setting.low} to {setting.high}"


def commands_table() -> str:
    """Every command, with what it does and an example."""
    return table(("command", "what it does", "for example"), _commands())


def _commands() -> Iterator[tuple[str, str, str]]:
    for name, about, examples in commands():
        yield f"`score {name}`", about, f"`{examples[0]}`"


def commands() -> Iterator[tuple[str, str, list[str]]]:
    """Every command: its name, the first sentences of its help, and the examples there."""
    for name, command in _registered(app):
        function = command.callback
        about = inspect.cleandoc(function.__doc__ or "").partition("\n")[0]
        examples = (command.epilog or "").partition(": ")[2].split("; ")
        yield name, about, examples


def _registered(group: typer.Typer) -> Iterator[tuple[str, Any]]:
    """The commands, those of a group by both names, in the order of the help."""
    found = {info.name or info.callback.__name__: info for info in group.registered_commands if info.callback}
    inner = {info.name: info.typer_instance for info in group.registered_groups if info.name and info.typer_instance}
    built = typer.main.get_group(group)
    for name in built.list_commands(built.make_context("score", [], resilient_parsing=True)):
        if name in found:
            yield name, found[name]
        else:
            yield from ((f"{name} {each}", info) for each, info in _registered(inner[name]))


def exits() -> list[tuple[str, str]]:
    """The exit codes, and what each means."""
    meanings = dict(re.findall(r"^ *([A-Z]+): (.*)$", Exit.__doc__ or "", re.MULTILINE))
    return [(str(code.value), meanings[code.name]) for code in Exit]


def exits_table() -> str:
    """The exit codes."""
    return table(("exit code", "meaning"), exits())


ENVIRONMENT = (
    ("SCORE_GAME", "The game file that is meant where --game names none."),
    ("SCORE_CONFIG", "The file of defaults, in place of the usual one."),
    ("SCORE_PAGER, PAGER", "What shows a long text page by page, in place of less; cat means none."),
    ("NO_COLOR", "Where it is set to anything, there is no colour."),
    ("TERM", "Where it is dumb, there is neither colour nor pager."),
    ("ACCESSIBLE", "Where it is set, and not to 0, score play asks in plain lines."),
    ("COLUMNS, LINES", "The size of the screen, where it is not the terminal's own."),
    ("SCORE_DEBUG", "Where it is set, a fault of the program itself ends with its traceback."),
)
"""The variables that score looks at."""

FILES = (
    ("*.toml", "A game: plain text that can be read and edited. score schema describes it for editors."),
    (".*.toml.lock", "A lock beside a game that was changed. It is empty, and stays."),
    ("~/.config/scorekeeper/config.toml", "The defaults on Linux; XDG_CONFIG_HOME moves them."),
    ("~/Library/Application Support/scorekeeper/config.toml", "The defaults on macOS."),
    ("%APPDATA%\\scorekeeper\\config.toml", "The defaults on Windows."),
)
"""The files that score looks at."""


def environment_table() -> str:
    """The variables of the environment."""
    return table(
        ("variable", "what it does"), [(f"`{name.replace(', ', '`, `')}`", about) for name, about in ENVIRONMENT]
    )


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    return "\n".join(map(_row, [heads, ["---"] * len(heads), *rows]))


def _row(cells: Sequence[str]) -> str:
    texts = (cell.replace("|", "\\|") for cell in cells)
    return f"| {' | '.join(texts)} |".replace("|  |", "| |")


TABLES = {
    "commands": commands_table,
    "exits": exits_table,
    "environment": environment_table,
    **shapes.tables(table),
}


def main() -> int:
    """Checks or writes the tables of all documents."""
    write = asked_to_write(__doc__)
    good = [settled(path, rewritten(path.read_text(encoding="utf-8")), write=write) for path in documents()]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
