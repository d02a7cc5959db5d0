"""Draws the pictures of a terminal in docs/, each from what commands write on a terminal of 80 columns.

With --check, says whether the pictures still show that.
"""

from __future__ import annotations

import argparse
import re
import sys
from html import unescape
from typing import TYPE_CHECKING, NamedTuple

from transcripts import ROOT, playground, settled

from scorekeeper.render.picture import sheet_picture

if TYPE_CHECKING:
    from pathlib import Path


class Picture(NamedTuple):
    """A picture of a terminal.

    Attributes:
        name: The file in docs/, without its ending.
        title: What stands above it.
        command: The command that is shown.
        before: Commands that are run before it, and not shown.
        answers: Lines that begin with a question of the command, and end with what is typed there.
    """

    name: str
    title: str
    command: str
    before: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        """Where it is."""
        return ROOT / "docs" / f"{self.name}.svg"


SHEET = Picture("score-sheet", "Spades, scored and refereed", "score show -g examples/friday.toml")
PICTURES = (
    SHEET,
    Picture("quarrel", "A quarrel, settled", "score check --score 337 --bags 7 --bid 5 --took 8 --claim 390"),
    Picture(
        "evening",
        "An evening with score play",
        "score play -g friday.toml",
        ("score -q new Ann Bob Cy Dee --sides Us,Them -g friday.toml",),
        (
            "Bids of Ann, Bob, Cy, Dee: 43n4",
            "Tricks of Ann, Cy (of 13): 50",
            "Bids of Bob, Cy, Dee, Ann: 4423",
            "Us took (of 13): 5",
            "Bids of Cy, Dee, Ann, Bob: Us=141?",
            "Bids of Cy, Dee, Ann, Bob: q",
        ),
    ),
)


def drawn(picture: Picture = SHEET) -> str:
    """The picture as it should be."""
    with playground(colour=True) as terminal:
        for command in picture.before:
            terminal.run(command)
        lines = terminal.run(picture.command, picture.answers)
    shown = [line for line in lines if not line.startswith("[exit")]
    return sheet_picture("\n".join([f"\x1b[2m$\x1b[0m {picture.command}", *shown]), picture.title)


def words(svg: str) -> list[tuple[str, str]]:
    """All text of a picture with its style: what must agree. How rich places it may differ with its version."""
    styles = dict(re.findall(r"\.([\w-]+) \{ (fill[^}]*?) \}", svg))
    texts = re.findall(r'<text class="([\w-]+)"[^>]*>([^<]*)</text>', svg)
    return [(styles.get(name, ""), unescape(text)) for name, text in texts]


def stale(picture: Picture) -> bool:
    """Whether a picture is missing, or shows something else than the command writes."""
    path = picture.path
    return not path.exists() or words(path.read_text(encoding="utf-8")) != words(drawn(picture))


def main() -> int:
    """Draws the pictures that are stale, or names them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only say which are stale, and exit with 1 if any is")
    check = parser.parse_args().check
    found = [picture for picture in PICTURES if stale(picture)]
    for picture in found:
        if check:
            print(f"docs/{picture.name}.svg: stale; python tools/picture.py draws it anew")
        else:
            settled(picture.path, drawn(picture), write=True)
    return 1 if check and found else 0


if __name__ == "__main__":
    sys.exit(main())
