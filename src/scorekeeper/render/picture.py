"""A screen as a picture, for a page that cannot show a terminal."""

from __future__ import annotations

import io
import re
from html import escape
from typing import TYPE_CHECKING

from rich.console import Console
from rich.segment import Segment, Segments
from rich.terminal_theme import TerminalTheme
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator

_NARROWEST = 40
_BLANKS = re.compile(r"(\n|^ +| +$|  +)", re.MULTILINE)
_PAPER = (22, 27, 34)
_INK = (230, 237, 243)
_COLOURS = [
    (72, 79, 88),
    (255, 123, 114),
    (86, 211, 100),
    (227, 179, 65),
    (121, 192, 255),
    (210, 168, 255),
    (86, 212, 221),
    (177, 186, 196),
]
_THEME = TerminalTheme(_PAPER, _INK, _COLOURS)

# The frame around what rich draws. It names only fonts that machines have, and nothing outside itself. The window
# brings its own dark ground and an edge of middle grey, so that it stands out from a light page and from a dark one.
_FRAME = """\
<svg class="score-screen" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg" role="img">
<title>TITLE</title>
<style>
.{unique_id}-matrix {{
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace;
  font-size: {char_height}px;
  line-height: {line_height}px;
}}
.{unique_id}-title {{ font-family: system-ui, sans-serif; font-size: 18px; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def sheet_picture(text: str, title: str) -> str:
    """A picture (SVG) of a text as it stands on a terminal.

    Args:
        text: What was written, with the codes of its colours and with every other control character escaped
            already, as all that this package writes. It is shown as it is, never read as markup.
        title: What stands above it, and what a reader hears who cannot see it.
    """
    screen = Text.from_ansi(text)
    columns = max(_NARROWEST, *(line.cell_len for line in screen.split("\n", allow_blank=True)))
    console = Console(
        record=True,
        file=io.StringIO(),
        width=columns,
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
        markup=False,
        emoji=False,
        highlight=False,
        _environ={},
    )
    parts = console.render(screen, console.options.update(no_wrap=True, overflow="ignore"))
    console.print(Segments(part for whole in parts for part in _apart(whole)), crop=False, end="")
    frame = _FRAME.replace("TITLE", escape(title).replace("{", "{{").replace("}", "}}"))
    return console.export_svg(title=title, theme=_THEME, code_format=frame, unique_id="score")


def _apart(segment: Segment) -> Iterator[Segment]:
    """A piece of text cut at its gaps: each part is then put at its own column, whatever fonts a reader has."""
    for text in _BLANKS.split(segment.text):
        if text:
            yield Segment(text, segment.style, segment.control)
