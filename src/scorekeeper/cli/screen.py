"""The standard streams: figures on the one, everything else on the other."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TextIO

from scorekeeper.text import unsafe_in

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
            return max(20, min(os.get_terminal_size(stream.fileno()).columns or 80, _WIDEST))
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
    """Writes everything that is no figure to standard error: what was understood, what was stored, what is wrong.

    Where that cannot be written, the command goes on: it must not end as if a stored hand were not.
    """
    with suppress(OSError):
        _write(sys.stderr, _fitted(text) if sys.stderr.isatty() else text)


def _fitted(text: str) -> str:
    """The text with its lines broken between words, where a terminal would break them anywhere."""
    from scorekeeper.render.style import wrapped

    columns = style_of(sys.stderr).columns
    return "\n".join(part for line in text.split("\n") for part in wrapped(line, columns))


def _write(stream: TextIO, text: str, end: str = "\n") -> None:
    if not _has_unicode(stream):
        from scorekeeper.render.style import Style

        encoding = stream.encoding or "ascii"
        text = Style(unicode=False).glyphs(text).encode(encoding, "replace").decode(encoding)
    else:
        text = text.encode(stream.encoding, "replace").decode(stream.encoding)
    stream.write(f"{text}{end}")
    stream.flush()


def out_json(data: Any) -> None:
    """Writes data as JSON to standard output."""
    import json

    text = json.dumps(data, indent=2, ensure_ascii=not _has_unicode(sys.stdout))
    unsafe = any(unsafe_in(line) for line in text.split("\n"))
    out(json.dumps(data, indent=2) if unsafe else text)


def ask(question: str) -> str:
    """Asks on standard error, and reads a line from standard input.

    Raises:
        EOFError: There is no more input.
    """
    _write(sys.stderr, question, end="")
    line = sys.stdin.readline()
    if not line.endswith("\n"):
        sys.stderr.write("\n")
    if not line:
        raise EOFError
    return line.strip()
