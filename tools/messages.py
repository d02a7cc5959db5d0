"""Writes docs/messages.md: what the program says of a file that is wrong, and what to do, from tests/broken.

With --check, says whether the page is what the catalogue says.
"""

from __future__ import annotations

import difflib
import re
import sys
from typing import TYPE_CHECKING

from catalogue import FOLDER, read_catalogue
from transcripts import ROOT, asked_to_write, settled

from scorekeeper.text import fit, safe

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from catalogue import Case

PAGE = ROOT / "docs" / "messages.md"
MOST_LINES = 6
HEAD = """\
# What the program says when a file is wrong

<!-- Made by tools/messages.py from tests/broken; change those, not this page. -->

A message has three parts: the place, what was found there, and what to do.
The place is the file, its line, and the hand or the rule.

    friday.toml, line 16, hand 1, bids, Ann: “four” is no bid. A bid is a number of tricks, nil (n) or blind nil (bn).

To look a message up, search this page for some words of it that are not yours: "is no bid".
Below each message stand the lines that cause it (`-`) and the same lines as they should be (`+`).
The files are in [tests/broken](../tests/broken), and a test holds that each is answered as it stands here.

Whatever the message, the file is as it was: a command that refuses a file has not written to it.
All faults of a kind are told at once; after them, the next command may find faults of another kind.
"""


def page() -> str:
    """The whole page."""
    return "\n".join(line.rstrip() for line in _lines())


def _lines() -> Iterator[str]:
    yield from HEAD.splitlines()
    group = ""
    for cases in _alike(read_catalogue()):
        if cases[0].group != group:
            group = cases[0].group
            yield from ("", f"## {group}")
        yield from _entry(cases)
    yield ""


def _alike(cases: Sequence[Case]) -> list[list[Case]]:
    """The cases of a group that get the same message, but for places, names and numbers, stand together."""
    together: dict[tuple[str, ...], list[Case]] = {}
    for case in cases:
        together.setdefault((case.group, *map(_shape, case.said)), []).append(case)
    return [*together.values()]


def _shape(line: str) -> str:
    """A message without what differs from file to file."""
    return re.sub(r"“[^”]*”|[\d,]+|\b[A-Z]\w+\b", "", line.partition(": ")[2])


def _entry(cases: Sequence[Case]) -> Iterator[str]:
    first = cases[0]
    yield from ("", f"### {first.about.removesuffix('.')}", "", "```text", *first.said, "```")
    yield from _shown(first)
    for case in cases[1:]:
        yield from ("", f"The same: {case.about[:1].lower()}{case.about[1:]}")
        yield from _shown(case)


def _shown(case: Case) -> Iterator[str]:
    """The lines that differ from those of a good file, or what a short file holds."""
    lines = _text(case.data)
    if not lines:
        return
    wrong, right = _difference(lines)
    if len(wrong) <= MOST_LINES and len(right) <= MOST_LINES:
        yield from ("", "```diff", *(f"- {line}" for line in wrong), *(f"+ {line}" for line in right), "```")
    elif len(lines) <= MOST_LINES:
        yield from ("", "```text", *lines, "```")


def _difference(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    good = _text((FOLDER / "good.toml").read_bytes())
    told = [*difflib.ndiff(lines, good)]
    return [line[2:] for line in told if line[:2] == "- "], [line[2:] for line in told if line[:2] == "+ "]


def _text(data: bytes | None) -> list[str]:
    """What can be shown of a file, line by line; nothing of what is no text."""
    try:
        text = (data or b"").decode()
    except UnicodeDecodeError:
        return []
    lines = text.removesuffix("\n").split("\n") if text.strip() and "\0" not in text else []
    return [fit(safe(line), 100) for line in lines]


def main() -> int:
    """Writes the page, or checks it."""
    return 0 if settled(PAGE, page(), write=asked_to_write(__doc__)) else 1


if __name__ == "__main__":
    sys.exit(main())
