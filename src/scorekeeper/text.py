"""Text that comes from people, made fit for a screen.

Names, notes and file contents are untrusted: nothing of them may become a control code of a terminal.
"""

from __future__ import annotations

import re

_UNSAFE = (
    "[\x00-\x1f\x7f-\x9f"  # C0 and C1 controls
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # controls of the writing direction
    "\u2028\u2029"  # line and paragraph separators
    "\u00ad\u034f\u115f\u1160\u180e\u200b\u2060-\u2064\u206a-\u206f\u2800\u3164\ufeff\uffa0"  # what nobody sees
    "\ufff9-\ufffb\U000e0000-\U000e007f"  # annotations and tags
    "\ud800-\udfff]"  # lone surrogates, which no terminal encoding can carry
)
"""Characters that steer a terminal or hide text. ZWJ and ZWNJ are not among them: emoji and Persian need them.

Compiled only for a text that is not plain ASCII: that takes longer than to score an evening.
"""


def unsafe_in(text: str) -> str:
    """The first character that steers a terminal or hides text; empty where there is none."""
    if text.isascii() and text.isprintable():
        return ""
    found = re.search(_UNSAFE, text)
    return found.group() if found else ""


def safe(text: str) -> str:
    r"""The text with every character that could steer a terminal written as an escape, such as ``\u001b``."""
    if text.isascii() and text.isprintable():
        return text
    return re.sub(_UNSAFE, _escape, text)


def _escape(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def noted(text: str) -> str:
    """What somebody wrote by hand, on one line: its line breaks are strokes, and nothing in it steers a terminal."""
    if text.isascii() and text.isprintable():
        return text
    lines = (line.replace("\t", " ").strip(" ") for line in re.split("[\r\n\u2028\u2029]", text))
    return safe(" / ".join(filter(None, lines)))


_MOST_MARKS = 16
"""No column of a name that people can read takes more characters; longer texts are cut without a look at the rest."""

_ONE_COLUMN = re.compile("[\x20-\u02ff\u2018-\u201d\u2026\u2192]*")


def width(text: str) -> int:
    """How many columns the text takes on a screen."""
    if _ONE_COLUMN.fullmatch(text):
        return len(text)
    from wcwidth import wcswidth

    return max(wcswidth(text), 0)


def fit(text: str, columns: int, ellipsis: str = "…") -> str:
    """The text cut to at most so many columns. Only names and notes are ever cut, never figures."""
    most = _MOST_MARKS * columns
    if len(text) <= most and width(text) <= columns:
        return text
    kept = text[:most]
    while kept and width(kept) + width(ellipsis) > columns:
        kept = kept[:-1]
    return kept + ellipsis


def left(text: str, columns: int) -> str:
    """The text followed by blanks up to the column."""
    return text + " " * (columns - width(text))


def right(text: str, columns: int) -> str:
    """The text preceded by blanks up to the column."""
    return " " * (columns - width(text)) + text


def signed(points: int) -> str:
    """Points with their sign: +50, -47, and a bare 0."""
    return f"{points:+d}" if points else "0"


def counted(number: int, noun: str) -> str:
    """A number with its noun: 1 bag, 2 bags."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def listed(words: list[str] | tuple[str, ...]) -> str:
    """Words as they are said: Ann; Ann and Bob; Ann, Bob and Cy."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def suggestion(word: str, known: list[str] | tuple[str, ...]) -> str:
    """A question that names the known word nearest to one that nobody knows, or nothing."""
    from difflib import get_close_matches

    near = get_close_matches(word, known, n=1)
    return f"Did you mean {near[0]}?" if near else ""
