"""Figures typed without blanks, as ``43n4`` for four bids or ``530`` for three piles.

Each character is one figure: a digit, ``n`` for nil, ``b`` for blind nil. Numbers of two digits and blind numbers
(``10``, ``b6``) can stand among them where only one reading is left. What could be read in two ways is not guessed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.errors import Problem, UsageError
from scorekeeper.text import listed

if TYPE_CHECKING:
    from collections.abc import Iterator

Reading = tuple[str, ...]
"""The figures that a word stands for, as they are typed where blanks are between them."""

_LONGEST = 3
_WORDS = {"b": "bn"}


def split(word: str, most: int, deal: int, *, bids: bool, all_wanted: bool = False, first: str = "") -> Reading | None:
    """The figures in a word without blanks.

    Args:
        word: What was typed.
        most: How many figures are wanted.
        deal: The tricks in a hand: no number above it is a figure.
        bids: Whether the figures are bids; else they are counts of tricks.
        all_wanted: Whether fewer figures than wanted are no reading.
        first: Whose the first figure is, for the remedy where two readings are left.

    Returns:
        The figures; None where the word is none, or is more or fewer of them than are wanted.

    Raises:
        UsageError: It could be read in more than one way.
    """
    found = readings(word, most, deal, bids=bids)
    fitting = [reading for reading in found if len(reading) == most] if all_wanted else found
    if not fitting:
        return None
    alone = len(found) > 1 and len(found[0]) == 1
    if len(fitting) == 1 and not alone:
        return fitting[0]
    if len(word) == most and not alone:
        return tuple(_WORDS.get(sign, sign) for sign in word.casefold())
    raise UsageError(_two_meanings(word, found, first if alone else ""))


def readings(word: str, most: int, deal: int, *, bids: bool) -> list[Reading]:
    """All the ways to read a word as figures, at most so many; those with fewer figures first."""
    folded = word.casefold()
    if len(folded) > _LONGEST * most:
        return []
    return sorted(_readings(folded, most, deal, bids=bids), key=len)


def _readings(word: str, most: int, deal: int, *, bids: bool) -> Iterator[Reading]:
    if not word:
        yield ()
        return
    if not most:
        return
    for length in range(1, min(len(word), _LONGEST) + 1):
        figure = word[:length]
        if _is_figure(figure, deal, bids=bids):
            for rest in _readings(word[length:], most - 1, deal, bids=bids):
                yield (_WORDS.get(figure, figure), *rest)


def _is_figure(word: str, deal: int, *, bids: bool) -> bool:
    """Whether the word is one figure: a number without a nought before it, or a nil."""
    if bids and word in ("n", "b", "bn"):
        return True
    number = word.removeprefix("b") if bids else word
    if not (number.isascii() and number.isdigit()):
        return False
    return len(number) == 1 or (number[0] != "0" and int(number) <= deal)


def _two_meanings(word: str, found: list[Reading], first: str) -> Problem:
    what = f"“{word}” could be {', or '.join(map(listed, found[:3]))}."
    name = f"; or a name before it: {first}={found[0][0]}" if first else ""
    return Problem("", what, f"Put blanks between: {' '.join(found[-1])}{name}.")
