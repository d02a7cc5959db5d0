"""Cards as people write them, and the packs: which cards are in play, which are spades, which is higher.

Jokers and promoted deuces are spades in everything: they follow a spade, break spades and are led as spades.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.errors import HandError, Problem
from scorekeeper.text import fit, listed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.rules.play import Deck

RANKS = "23456789TJQKA"
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
UNKNOWN = "?"
"""The rank of a card of which only the suit is known."""

_COURT = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}
_RANK_WORDS = {
    **dict(zip(["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], RANKS, strict=False)),
    "deuce": "2",
    "10": "T",
    UNKNOWN: UNKNOWN,
    **{name: rank for rank, name in _COURT.items()},
    **{rank.lower(): rank for rank in RANKS},
}
_SUIT_WORDS = {
    **dict(zip("♠♥♦♣♤♡♢♧", "SHDCSHDC", strict=True)),
    **{word: suit for suit, name in SUITS.items() for word in (suit.lower(), name[:-1], name)},
}
_JOKER_WORDS = {
    "big": ("bj", "bigjoker", "jokerbig"),
    "little": ("lj", "littlejoker", "smalljoker", "jokerlittle"),
    "joker": ("joker", "jk", "jkr", "🃏"),
}
_RANK, _SUIT = ("|".join(map(re.escape, words)) for words in (_RANK_WORDS, _SUIT_WORDS))
_RANK_FIRST = re.compile(f"(?P<rank>{_RANK})(?:of)?(?P<suit>{_SUIT})")
_SUIT_FIRST = re.compile(f"(?P<suit>{_SUIT})(?P<rank>{_RANK})")
_GLYPHS = "A23456789TJ QK"  # the block has knights between jack and queen
_ONE_CARD = re.compile(r"\s+of\s+|(?<=\bbig)\s+(?=joker)|(?<=\blittle)\s+(?=joker)", re.IGNORECASE)
_HOW = "Write rank and suit: AS, 10h, HT; BJ and LJ are the jokers."
_PACKS = "The setting deck.pack says which pack is played, such as deck.pack=joker-joker-ace."


class Card(NamedTuple):
    """A card.

    Attributes:
        rank: One of `RANKS`, `UNKNOWN`, or for a joker ``big``, ``little`` or ``joker``, which is the only one.
        suit: One of `SUITS`; empty for a joker.
    """

    rank: str
    suit: str = ""

    def __str__(self) -> str:
        if not self.suit:
            return {"big": "BJ", "little": "LJ"}.get(self.rank, "joker")
        if self.rank == UNKNOWN:
            return f"{self.suit}?"
        return f"{self.rank.replace('T', '10')}{self.suit}"


BIG, LITTLE, JOKER = Card("big"), Card("little"), Card("joker")


def parse_card(word: str) -> Card:
    """The card that is meant: AS, as, SA, 10h, Th, hT, ♥10, 10 of hearts, BJ, big joker, D? for some diamond.

    Raises:
        HandError: It is no card.
    """
    text = "".join(unicodedata.normalize("NFKC", word).replace("\ufe0f", "").split()).casefold()
    for rank, words in _JOKER_WORDS.items():
        if text in words:
            return Card(rank)
    found = _RANK_FIRST.fullmatch(text) or _SUIT_FIRST.fullmatch(text)
    if found:
        return Card(_RANK_WORDS[found["rank"]], _SUIT_WORDS[found["suit"]])
    card = _glyph(text)
    if card is None:
        raise HandError(Problem("", f"“{fit(word, 30)}” is no card.", _HOW))
    return card


def _glyph(text: str) -> Card | None:
    """The card that a character of Unicode's playing cards shows."""
    if len(text) != 1:
        return None
    row, column = divmod(ord(text) - 0x1F0A0, 16)
    if not (0 <= row < 4 and 1 <= column <= 14) or _GLYPHS[column - 1] == " ":
        return None
    return Card(_GLYPHS[column - 1], "SHDC"[row])


def card_words(text: str) -> list[str]:
    """The words of a line of cards, each one card; S:AT7 is three of them."""
    words: list[str] = []
    for word in _ONE_CARD.sub("", text).replace(",", " ").split():
        suit, mark, ranks = word.partition(":")
        short = mark and suit.casefold() in _SUIT_WORDS
        words += [f"{rank}{suit}" for rank in re.findall("10|.", ranks)] if short else [word]
    return words


def say(card: Card) -> str:
    """The card in words: 10 of hearts, big joker, some diamond."""
    if not card.suit:
        return "joker" if card == JOKER else f"{card.rank} joker"
    if card.rank == UNKNOWN:
        return f"some {SUITS[card.suit][:-1]}"
    return f"{_COURT.get(card.rank, card.rank.replace('T', '10'))} of {SUITS[card.suit]}"


def the(card: Card) -> str:
    """The card with its article, where it is a certain one."""
    return say(card) if card.rank == UNKNOWN else f"the {say(card)}"


class Pack(NamedTuple):
    """The cards in play.

    Attributes:
        name: The setting ``deck.pack``.
        cards: All that can be in play.
        spades: The spades, highest first.
        one_of: Of these the pack keeps just one, and which one differs from table to table. Empty in most packs.
    """

    name: str
    cards: frozenset[Card]
    spades: tuple[Card, ...]
    one_of: tuple[Card, ...] = ()

    def suit(self, card: Card) -> str:
        """The suit that the card counts as: spades for a joker or a promoted deuce."""
        return "S" if not card.suit or card in self.spades else card.suit

    def ordered(self, suit: str) -> tuple[Card, ...]:
        """The cards of a suit, highest first."""
        if suit == "S":
            return self.spades
        plain = (Card(rank, suit) for rank in reversed(RANKS))
        return tuple(card for card in plain if card in self.cards and card not in self.spades)

    def above(self, card: Card) -> tuple[Card, ...]:
        """The cards of its suit that are higher; all of them where its rank is unknown."""
        suit = self.ordered(self.suit(card))
        return suit[: suit.index(card)] if card in suit else suit

    def read(self, word: str) -> Card:
        """A card of this pack.

        Raises:
            HandError: It is no card, not in the pack, or a joker that could be either.
        """
        card = parse_card(word)
        if not card.suit:
            return self._joker(card)
        if card.rank != UNKNOWN and card not in self.cards:
            raise HandError(Problem("", f"{the(card)} is not in the pack {self.name}.", _PACKS))
        return card

    def _joker(self, card: Card) -> Card:
        if JOKER in self.cards:
            return JOKER
        if card in self.cards:
            return card
        if BIG in self.cards:
            raise HandError(Problem("", "the pack has two jokers.", "Write BJ or LJ."))
        raise HandError(Problem("", f"{the(card)} is not in the pack {self.name}.", _PACKS))

    def doubled(self, cards: Iterable[Card]) -> str:
        """Says that the cards cannot all be in one pack, or nothing."""
        kept = sorted({card for card in cards if card in self.one_of})
        if len(kept) < 2:
            return ""
        all_of = listed([say(card) for card in self.one_of])
        return f"the pack {self.name} keeps only one of {all_of}; here are {listed([the(card) for card in kept])}."


_HIGH = {
    "ace-high": (),
    "joker-joker-ace": (BIG, LITTLE),
    "joker-joker-deuce": (BIG, LITTLE, Card("2", "S")),
    "joker-joker-deuce-deuce": (BIG, LITTLE, Card("2", "D"), Card("2", "S")),
    "four-deuces": (Card("2", "H"), Card("2", "C"), Card("2", "D"), Card("2", "S")),
    "one-joker": (JOKER,),
}
"""The spades above the ace of spades, highest first."""


def pack_of(deck: Deck, players: int = 4) -> Pack:
    """The pack of a table of so many players."""
    return _pack(deck.pack, whole=not deck.pack.startswith("joker") or players == 3)


@lru_cache(maxsize=16)
def _pack(name: str, *, whole: bool) -> Pack:
    high = _HIGH[name]
    spades = [card for card in (Card(rank, "S") for rank in reversed(RANKS)) if card not in high]
    plain = [Card(rank, suit) for suit in "HDC" for rank in RANKS]
    one_of: tuple[Card, ...] = ()
    if not whole and Card("2", "D") in high:
        plain = [card for card in plain if card not in (Card("2", "H"), Card("2", "C"))]
    elif not whole:
        one_of = (Card("2", "C"), Card("2", "D"), Card("2", "H"))
    return Pack(name, frozenset([*high, *spades, *plain]), (*high, *spades), one_of)
