"""Draws docs/score-sheet.svg from what `score show -g examples/friday.toml` writes on a terminal of 80 columns.

With --check, says whether the picture still shows that.
"""

from __future__ import annotations

import argparse
import re
import sys
from html import unescape

from transcripts import ROOT, playground, settled

from scorekeeper.render.picture import sheet_picture

PICTURE = ROOT / "docs" / "score-sheet.svg"
COMMAND = "score show -g examples/friday.toml"


def drawn() -> str:
    """The picture as it should be."""
    with playground(colour=True) as terminal:
        lines = terminal.run(COMMAND)
    return sheet_picture("\n".join([f"\x1b[2m$\x1b[0m {COMMAND}", *lines]), "Spades, scored and refereed")


def words(svg: str) -> list[tuple[str, str]]:
    """All text of a picture with its style: what must agree. How rich places it may differ with its version."""
    styles = dict(re.findall(r"\.([\w-]+) \{ (fill[^}]*?) \}", svg))
    texts = re.findall(r'<text class="([\w-]+)"[^>]*>([^<]*)</text>', svg)
    return [(styles.get(name, ""), unescape(text)) for name, text in texts]


def main() -> int:
    """Draws the picture, or checks it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only say whether it is stale, and exit with 1 if so")
    if not parser.parse_args().check:
        settled(PICTURE, drawn(), write=True)
        return 0
    if PICTURE.exists() and words(PICTURE.read_text(encoding="utf-8")) == words(drawn()):
        return 0
    print("docs/score-sheet.svg: stale; python tools/picture.py draws it anew")
    return 1


if __name__ == "__main__":
    sys.exit(main())
