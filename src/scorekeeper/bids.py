"""A bid: a number of tricks, nil, blind nil, or a blind number."""

from __future__ import annotations

import re
from typing import NamedTuple

from scorekeeper.errors import HandError, Problem

_NUMBER = re.compile(r"[0-9]{1,3}")
_MOST = 999
_NIL = {"nil", "n", "0n"}
_BLIND = re.compile(r"(?:blind|b)[ -]?(.+)")
_REMEDY = "A bid is a number of tricks, nil (n) or blind nil (bn)."


class Bid(NamedTuple):
    """What one player bid.

    Attributes:
        tricks: The number of tricks bid; 0 for nil and blind nil.
        nil: Whether the player undertook to win no trick at all.
        blind: Whether the bid was made before the player looked at the cards.

    A number bid of 0 is not nil by itself: what a bare 0 means is for the rules to say (`bidding.zero`).
    """

    tricks: int = 0
    nil: bool = False
    blind: bool = False

    def __str__(self) -> str:
        words = ["blind"] if self.blind else []
        words.append("nil" if self.nil else str(self.tricks))
        return " ".join(words)

    @property
    def fact(self) -> int | str:
        """The bid as it stands in a game file: a number, or words."""
        return str(self) if self.nil or self.blind else self.tricks


NIL = Bid(nil=True)
BLIND_NIL = Bid(nil=True, blind=True)


def parse_bid(said: int | str | Bid) -> Bid:
    """Reads a bid as people write it: ``4``, ``nil``, ``n``, ``blind nil``, ``bn``, ``blind 6``, ``b6``.

    Raises:
        HandError: What was said is no bid. The upper bound is for the rules (`deck.tricks`), not looked at here.
    """
    if type(said) is int and 0 <= said <= _MOST:
        return Bid(said)
    if isinstance(said, Bid):
        return said
    if isinstance(said, bool) or not isinstance(said, int | str):
        raise _no_bid(said)
    word = str(said).strip().casefold()
    blind = _BLIND.fullmatch(word)
    if blind:
        word = blind[1].strip()
    if word in _NIL:
        return Bid(nil=True, blind=bool(blind))
    if _NUMBER.fullmatch(word):
        return Bid(int(word), blind=bool(blind))
    raise _no_bid(said)


def _no_bid(said: object) -> HandError:
    return HandError(Problem("", f"“{said}” is no bid.", _REMEDY))
