"""What a screen can show: colours, Unicode, columns. Colour supports, and never carries anything alone."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.text import fit, left, right, width

_PLAIN = str.maketrans(
    {
        "·": "-",
        "…": "~",
        "“": '"',
        "”": '"',
        "→": "->",
    }
)


class Style(NamedTuple):
    """How to write on one screen.

    Attributes:
        columns: How many there are.
        colour: Whether SGR codes may be used.
        unicode: Whether more than ASCII punctuation can be shown. Names are shown as they are.
        gain: The SGR code of what was won.
        loss: That of what was lost.
    """

    columns: int = 80
    colour: bool = False
    unicode: bool = True
    gain: str = "32"
    loss: str = "31"

    def bold(self, text: str) -> str:
        """What the eye should find first."""
        return self._wrapped("1", text)

    def dim(self, text: str) -> str:
        """What is there for those who look for it."""
        return self._wrapped("2", text)

    def good(self, text: str) -> str:
        """What was won."""
        return self._wrapped(self.gain, text)

    def bad(self, text: str) -> str:
        """What was lost."""
        return self._wrapped(self.loss, text)

    def points(self, text: str) -> str:
        """Points with their sign, a loss in the colour of losses."""
        return self.bad(text) if text.lstrip().startswith("-") else text

    def _wrapped(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and text.strip() else text

    def glyphs(self, text: str) -> str:
        """The text with punctuation that this screen has."""
        return text if self.unicode else text.translate(_PLAIN)


def wrapped(text: str, columns: int) -> list[str]:
    """The text on lines of at most so many columns; a longer word has a line of its own."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and width(lines[-1]) + 1 + width(word) <= columns:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def name_in(name: str, columns: int) -> str:
    """A name in a column of its own: cut where it is too long, filled up where it is short."""
    return left(fit(name, columns), columns)


__all__ = ["Style", "left", "name_in", "right", "width", "wrapped"]
