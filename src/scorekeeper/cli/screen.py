"""The standard streams: figures on the one, everything else on the other."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from scorekeeper.render.style import Style

_WIDEST = 100


def style_of(stream: TextIO) -> Style:
    """What the stream's screen can show: NO_COLOR, TERM=dumb and a pipe mean no colour."""
    from scorekeeper.render.style import Style

    terminal = stream.isatty()
    colour = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Style(_columns(stream, terminal=terminal), colour, _has_unicode(stream))


def _columns(stream: TextIO, *, terminal: bool) -> int:
    wanted = os.environ.get("COLUMNS", "")
    if wanted.isascii() and wanted.isdigit() and int(wanted):
        return max(20, int(wanted))
    if terminal:
        try:
            return max(20, min(os.get_terminal_size(stream.fileno()).columns, _WIDEST)) or 80
        except (OSError, ValueError):
            return 80
    return 80


def _has_unicode(stream: TextIO) -> bool:
    try:
        "·…“”→".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def out(text: str) -> None:
    """Writes figures to standard output."""
    _write(sys.stdout, text)


def tell(text: str) -> None:
    """Writes everything that is no figure to standard error: what was understood, what was stored, what is wrong."""
    _write(sys.stderr, text)


def _write(stream: TextIO, text: str) -> None:
    if not _has_unicode(stream):
        from scorekeeper.render.style import Style

        encoding = stream.encoding or "ascii"
        text = Style(unicode=False).glyphs(text).encode(encoding, "replace").decode(encoding)
    else:
        text = text.encode(stream.encoding, "replace").decode(stream.encoding)
    stream.write(f"{text}\n")
    stream.flush()


def out_json(data: Any) -> None:
    """Writes data as JSON to standard output."""
    import json

    out(json.dumps(data, indent=2, ensure_ascii=not _has_unicode(sys.stdout)))


def ask(question: str) -> str:
    """Asks on standard error, and reads a line from standard input.

    Raises:
        EOFError: There is no more input.
    """
    sys.stderr.write(question)
    sys.stderr.flush()
    line = sys.stdin.readline()
    if not line.endswith("\n"):
        sys.stderr.write("\n")
    if not line:
        raise EOFError
    return line.strip()
