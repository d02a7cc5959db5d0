"""The standard streams: figures on the one, everything else on the other."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TextIO

from scorekeeper.text import unsafe_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scorekeeper.render.style import Style
    from scorekeeper.storage.config import Config

_WIDEST = 100


class Manner:
    """How one run of the program speaks.

    Attributes:
        quiet: Whether only faults and warnings are told.
        paged: Whether a long text may go through a pager.
        at_table: Whether the command was typed at a prompt of `score play`, which shows where the game stands.
    """

    def __init__(self, *, at_table: bool = False) -> None:
        self.quiet = False
        self.paged = True
        self.at_table = at_table
        self._config: Config | None = None

    @property
    def config(self) -> Config:
        """The file of defaults; what is wrong with it is told when it is first asked for."""
        if self._config is None:
            for problem in self.read_config().problems:
                from scorekeeper.render.words import problem_line

                tell(f"Left out: {problem_line(problem)}")
        return self._config or self.read_config()

    def read_config(self) -> Config:
        """The file of defaults, for a command that tells itself what is wrong with it."""
        from scorekeeper.storage.config import load_config

        self._config = load_config()
        return self._config


_manners = [Manner()]


def manner() -> Manner:
    """How this run speaks."""
    return _manners[-1]


@contextmanager
def manners(*, at_table: bool = False) -> Iterator[None]:
    """A run of its own, with manners of its own: one run may start another."""
    _manners.append(Manner(at_table=at_table))
    try:
        yield
    finally:
        _manners.pop()


def style_of(stream: TextIO) -> Style:
    """What the stream's screen can show, and in which colours: the environment comes before the file of defaults."""
    from scorekeeper.render.style import Style

    terminal = stream.isatty()
    values = manner().config.values
    style = Style(_columns(stream, terminal=terminal), _coloured(values, terminal=terminal), _has_unicode(stream))
    if style.colour and values.get("colours"):
        from scorekeeper.storage.config import COLOURS

        codes = {what: f"3{COLOURS.index(colour)}" for what, colour in values["colours"].items()}
        style = style._replace(gain=codes.get("good", style.gain), loss=codes.get("bad", style.loss))
    return style


def _coloured(values: Mapping[str, Any], *, terminal: bool) -> bool:
    """Whether to write in colour: NO_COLOR and TERM=dumb mean no; so does a pipe, unless colour is always wanted."""
    when = values.get("colour", "auto")
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or when == "never":
        return False
    return (terminal and _understands_colour()) or when == "always"


def _understands_colour() -> bool:
    """Whether a terminal takes colour codes for what they are; an old console of Windows must be told to."""
    if sys.platform == "win32":
        from scorekeeper.cli.console import switch_on

        return switch_on()
    return True


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


def out_long(text: str) -> None:
    """Writes figures that may be longer than a screen: there, they go through a pager."""
    if _longer_than_screen(text):
        from scorekeeper.cli.pager import page

        if page(text):
            return
    out(text)


def _longer_than_screen(text: str) -> bool:
    """Whether the text leaves a screen, on one on which it may be read page by page."""
    if not (sys.stdout.isatty() and manner().paged and os.environ.get("TERM") != "dumb"):
        return False
    return text.count("\n") + 2 > _rows() and bool(manner().config.values.get("pager", True))


def _rows() -> int:
    wanted = os.environ.get("LINES", "")
    if wanted.isascii() and wanted.isdigit() and int(wanted):
        return int(wanted)
    try:
        return os.get_terminal_size(sys.stdout.fileno()).lines or 10**6
    except (OSError, ValueError):
        return 10**6  # no screen that we know of


def say(text: str) -> None:
    """Says back what was understood and stored, unless --quiet silences it."""
    if not manner().quiet:
        tell(text)


def tell(text: str) -> None:
    """Writes everything that is no figure to standard error, quiet or not: questions, warnings, what is wrong.

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
    stream.write(f"{writable(stream, text)}{end}")
    stream.flush()


def writable(stream: TextIO, text: str) -> str:
    """The text, as far as the stream's encoding has signs for it."""
    if _has_unicode(stream):
        return text.encode(stream.encoding, "replace").decode(stream.encoding)
    from scorekeeper.render.style import Style

    encoding = stream.encoding or "ascii"
    return Style(unicode=False).glyphs(text).encode(encoding, "replace").decode(encoding)


def out_json(data: Any) -> None:
    """Writes data as JSON to standard output."""
    out(json_text(data, unicode=_has_unicode(sys.stdout)))


def json_text(data: Any, *, unicode: bool) -> str:
    """Data as JSON; in ASCII where that is asked for, or where something in it could steer a terminal."""
    import json

    text = json.dumps(data, indent=2, ensure_ascii=not unicode)
    unsafe = any(unsafe_in(line) for line in text.split("\n"))
    return json.dumps(data, indent=2) if unsafe else text


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
