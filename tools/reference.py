"""Keeps the tables in our documents true: settings, commands and exit codes, each made from the program itself.

A table stands between the markers `<!-- made by tools/reference.py: NAME -->` and `<!-- end of NAME -->`.
"""

from __future__ import annotations

import inspect
import re
import sys
from typing import TYPE_CHECKING

from transcripts import asked_to_write, documents, settled

from scorekeeper.cli.app import app
from scorekeeper.cli.main import Exit
from scorekeeper.rules import RuleSet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scorekeeper.rules.base import Setting

_MARKED = re.compile(
    r"(?P<begin><!-- made by tools/reference\.py: (?P<name>\w+) -->\n).*?(?P<end><!-- end of (?P=name) -->)", re.DOTALL
)


def rewritten(text: str) -> str:
    """The document with its tables as they are now; where all is well, the document itself."""
    return _MARKED.sub(lambda found: f"{found['begin']}\n{TABLES[found['name']]()}\n\n{found['end']}", text)


def settings_table() -> str:
    """Every setting of the rules."""
    rows = [
        (f"`{key}`", f"`{_written(setting.default)}`", _values(setting), setting.text, setting.source)
        for key, setting in RuleSet.all_settings().items()
    ]
    return _table(("key", "default", "values", "what it settles", "who plays it so"), rows)


def _values(setting: Setting) -> str:
    if setting.choices:
        return "; ".join(f"`{word}`: {meaning}" for word, meaning in setting.choices.items())
    if isinstance(setting.default, bool):
        return "`true` or `false`"
    return f"{setting.low} to {setting.high}"


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def commands_table() -> str:
    """Every command, with what it does and an example."""
    return _table(("command", "what it does", "for example"), _commands())


def _commands() -> Iterator[tuple[str, str, str]]:
    for name, about, examples in commands():
        yield f"`score {name}`", about, f"`{examples[0]}`"


def commands() -> Iterator[tuple[str, str, list[str]]]:
    """Every command: its name, the first sentences of its help, and the examples there."""
    for command in app.registered_commands:
        function = command.callback
        if function is None:
            continue
        about = inspect.cleandoc(function.__doc__ or "").partition("\n")[0]
        examples = (command.epilog or "").partition(": ")[2].split("; ")
        yield command.name or function.__name__, about, examples


def exits_table() -> str:
    """The exit codes."""
    meanings = dict(re.findall(r"^ *([A-Z]+): (.*)$", Exit.__doc__ or "", re.MULTILINE))
    return _table(("exit code", "meaning"), [(str(code.value), meanings[code.name]) for code in Exit])


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return "\n".join(map(_row, [heads, ["---"] * len(heads), *rows]))


def _row(cells: Sequence[str]) -> str:
    texts = (cell.replace("|", "\\|") for cell in cells)
    return f"| {' | '.join(texts)} |".replace("|  |", "| |")


TABLES = {"settings": settings_table, "commands": commands_table, "exits": exits_table}


def main() -> int:
    """Checks or writes the tables of all documents."""
    write = asked_to_write(__doc__)
    good = [settled(path, rewritten(path.read_text(encoding="utf-8")), write=write) for path in documents()]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
