"""An address as a QR code on a terminal, so that nobody has to type it into a phone."""

from __future__ import annotations

import segno

_BLACK_ON_WHITE = "\x1b[38;5;16;48;5;231m"  # whatever the terminal's own colours are: readers want dark on light
_PLAIN = "\x1b[0m"
_QUIET = 2  # modules of white around it
_HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


def qr_code(text: str) -> str:
    """The code, two rows of it to a line. It needs a terminal with colours and Unicode."""
    rows = [[bool(dark) for dark in row] for row in segno.make(text, error="l", micro=False).matrix_iter(border=_QUIET)]
    rows += [[False] * len(rows[0])] * (len(rows) % 2)
    lines = (
        "".join(_HALVES[pair] for pair in zip(*two, strict=True)) for two in zip(rows[::2], rows[1::2], strict=True)
    )
    return "\n".join(f"{_BLACK_ON_WHITE}{line}{_PLAIN}" for line in lines)
