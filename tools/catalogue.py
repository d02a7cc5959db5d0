"""The catalogue of broken game files in tests/broken: what is wrong with each, and what the program says.

tests/broken/NAME.toml is the file, good.toml the one that most of them are made from by one edit. What git cannot keep,
or not well, is made by tests/broken_files.py. messages.txt tells of all of them:

    # The hands                  a group, for the page
    ## bid-in-words              a name
    A bid is a word.             what is wrong with it
    = 3                          the exit code
    ! g.toml, line 16, ...       the whole answer, line by line, when it lies in g.toml
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "broken"
INDEX = FOLDER / "messages.txt"


class Case(NamedTuple):
    """One way in which a file can be wrong.

    Attributes:
        group: The heading under which it stands on the page.
        name: Its name, and that of its file.
        about: What is wrong, in a sentence.
        code: The exit code of every command that meets it.
        said: What the program says, line by line.
    """

    group: str
    name: str
    about: str
    code: int
    said: tuple[str, ...]

    @property
    def data(self) -> bytes | None:
        """What the file holds; None where it is not kept but made."""
        path = FOLDER / f"{self.name}.toml"
        return path.read_bytes() if path.exists() else None

    @property
    def answer(self) -> str:
        """What the program says, as it stands on the screen."""
        return "".join(f"{line}\n" for line in self.said)


def read_catalogue() -> list[Case]:
    """All cases, in the order of the page."""
    cases = []
    for part in f"\n{INDEX.read_text('utf-8')}".split("\n# ")[1:]:
        group, _, rest = part.partition("\n")
        for case in rest.split("\n## ")[1:]:
            name, about, code, *said = case.strip("\n").split("\n")
            cases.append(Case(group, name, about, int(code.removeprefix("= ")), tuple(line[2:] for line in said)))
    return cases


def write_catalogue(cases: Iterable[Case]) -> None:
    """Puts the cases into the index."""
    lines: list[str] = []
    group = ""
    for case in cases:
        if case.group != group:
            group = case.group
            lines += [f"# {group}", ""]
        lines += [f"## {case.name}", case.about, f"= {case.code}", *(f"! {line}" for line in case.said), ""]
    INDEX.write_text("\n".join(lines), "utf-8", newline="\n")
