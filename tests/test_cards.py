"""Cards as people write them, and the packs with their rankings."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from scorekeeper.errors import HandError
from scorekeeper.referee.cards import BIG, JOKER, LITTLE, SUITS, Card, card_words, pack_of, parse_card, say
from scorekeeper.referee.play import winner
from scorekeeper.rules import RuleSet
from scorekeeper.rules.play import Deck

PACKS = [*Deck.settings["pack"].choices]
EVERY_TABLE = [(pack, players) for pack in PACKS for players in (3, 4)]

WRITTEN = {
    Card("A", "S"): "AS as SA sA A♠ ♠A ♠️A a♤ 🂡 ace-of-spades AceOfSpades spadesace",
    Card("T", "H"): "10h Th hT H10 10♥ ♥10 T♡ 🂺 10-of-hearts ten-hearts tenofhearts \uff11\uff10H",
    Card("Q", "D"): "QD dq ♦Q Q♢ 🃍 queen-of-diamonds queen-of-diamond",
    Card("K", "C"): "KC ck ♣K 🃞 king-of-clubs",
    Card("J", "S"): "JS sj 🂫 jack-of-spades",
    Card("2", "C"): "2c C2 ♧2 deuce-of-clubs two-clubs",
    Card("?", "D"): "D? ?D ?♦",
    BIG: "BJ bj big-joker BigJoker",
    LITTLE: "LJ little-joker small-joker",
    JOKER: "joker Joker 🃏",
}


@pytest.mark.parametrize(("card", "words"), WRITTEN.items(), ids=[say(card) for card in WRITTEN])
def test_written(card: Card, words: str) -> None:
    """Every common notation of a card is that card."""
    for word in words.split():
        assert (word, parse_card(word.replace("-", " "))) == (word, card)
    assert card == parse_card(str(card)) == (card if card.rank == "?" else parse_card(say(card)))


@pytest.mark.parametrize(
    "word", ["", "A", "S", "1H", "11H", "ASS", "AX", "SS", "10", "0H", "🂬", "🂠", "?", "A?", "B", "\x1b[31m", "A" * 999]
)
def test_no_card(word: str) -> None:
    """What is no card is refused, whatever it is."""
    with pytest.raises(HandError) as caught:
        parse_card(word)
    shown = word if len(word) < 30 else "A" * 29 + "…"
    how = "Write rank and suit: AS, 10h, HT; BJ and LJ are the jokers."
    assert str(caught.value) == f"“{shown}” is no card. {how}"


def test_said() -> None:
    """Cards in words and in short."""
    cards = [Card("T", "H"), Card("A", "S"), BIG, LITTLE, JOKER, Card("?", "D")]
    assert [say(card) for card in cards] == [
        "10 of hearts", "ace of spades", "big joker", "little joker", "joker", "some diamond",
    ]  # fmt: skip
    assert [str(card) for card in cards] == ["10H", "AS", "BJ", "LJ", "joker", "D?"]


def test_words_of_a_line() -> None:
    """A line of cards is cut into cards."""
    assert card_words("5H, KH 10 of hearts big joker s:A107") == [
        "5H", "KH", "10hearts", "bigjoker", "As", "10s", "7s",
    ]  # fmt: skip


HIGHEST = {
    "ace-high": "AS KS QS",
    "joker-joker-ace": "BJ LJ AS KS",
    "joker-joker-deuce": "BJ LJ 2S AS KS",
    "joker-joker-deuce-deuce": "BJ LJ 2D 2S AS KS",
    "four-deuces": "2H 2C 2D 2S AS KS",
    "one-joker": "joker AS KS",
}


@pytest.mark.parametrize(("name", "players"), EVERY_TABLE)
def test_pack(name: str, players: int) -> None:
    """A pack has the cards and the spades that its rule says; jokers and promoted deuces are spades."""
    deck = RuleSet("pagat", {"deck.pack": name}).deck
    pack = pack_of(deck, players)
    assert len(pack.cards) - max(len(pack.one_of) - 1, 0) == deck.cards(players)
    assert len(pack.spades) == deck.spades == len(set(pack.spades))
    top = HIGHEST[name].split()
    assert [str(card) for card in pack.spades[: len(top)]] == top
    assert {card for card in pack.cards if pack.suit(card) == "S"} == {*pack.spades}
    assert pack.cards == {card for suit in SUITS for card in pack.ordered(suit)}
    assert [pack.read(str(card)) for card in sorted(pack.cards)] == sorted(pack.cards)


@pytest.mark.parametrize(("name", "players"), EVERY_TABLE)
def test_every_two_cards_have_one_winner(name: str, players: int) -> None:
    """Of any two cards one wins, whichever is led first if they are of one suit, and the order is total."""
    pack = pack_of(RuleSet("pagat", {"deck.pack": name}).deck, players)
    for led, other in permutations(pack.cards, 2):
        best = winner(pack, [led, other]).position
        assert best is not None
        if pack.suit(led) == pack.suit(other):
            assert winner(pack, [other, led]).position == 1 - best
        else:
            assert best == int(pack.suit(other) == "S")
    for suit in SUITS:
        for high, low in combinations(pack.ordered(suit), 2):
            assert winner(pack, [low, high]).position == 1
            assert high in pack.above(low)
            assert low not in pack.above(high)


PACKS_SAID = "The setting deck.pack says which pack is played, such as deck.pack=joker-joker-ace."


@pytest.mark.parametrize(
    ("name", "word", "message"),
    [
        ("ace-high", "BJ", f"the big joker is not in the pack ace-high. {PACKS_SAID}"),
        ("ace-high", "joker", f"the joker is not in the pack ace-high. {PACKS_SAID}"),
        (
            "joker-joker-deuce-deuce",
            "2H",
            f"the 2 of hearts is not in the pack joker-joker-deuce-deuce. {PACKS_SAID}",
        ),
        ("joker-joker-ace", "joker", "the pack has two jokers. Write BJ or LJ."),
    ],
)
def test_not_in_the_pack(name: str, word: str, message: str) -> None:
    """A card that is not in the pack is refused, with the pack named."""
    with pytest.raises(HandError) as caught:
        pack_of(RuleSet("pagat", {"deck.pack": name}).deck).read(word)
    assert str(caught.value) == message


NO_CARDS = {
    "the back of a card": "\U0001f0a0",
    "a knight": "\U0001f0ac",
    "a place without a card": "\U0001f0af",
    "the last of a row": "\U0001f0bf",
    "a trump of tarot": "\U0001f0e1",
    "a domino": "\U0001f09e",
    "a rank alone": "A",
    "two cards": "🂡🂢",
    "nothing": "",
}


@pytest.mark.parametrize("text", NO_CARDS.values(), ids=NO_CARDS)
def test_what_shows_no_card(text: str) -> None:
    """What is no card is refused, with what a card looks like."""
    with pytest.raises(HandError) as caught:
        parse_card(text)
    assert str(caught.value) == f"“{text}” is no card. Write rank and suit: AS, 10h, HT; BJ and LJ are the jokers."


LINES = {
    "AS,KH": ["AS", "KH"],
    "s:A10 2d": ["As", "10s", "2d"],
    "x:A2 S": ["x:A2", "S"],
    "10 of hearts, big  joker": ["10hearts", "bigjoker"],
}


@pytest.mark.parametrize("line", LINES)
def test_lines_of_cards(line: str) -> None:
    """A line of cards is cut where a card ends, and a suit with a colon stands before its ranks."""
    assert card_words(line) == LINES[line]


SPADES = "AS KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S"
IN_PLAY = {
    ("ace-high", 4): (f"{SPADES} 2S", 52, ""),
    ("joker-joker-ace", 4): (f"BJ LJ {SPADES} 2S", 54, "2C 2D 2H"),
    ("joker-joker-ace", 3): (f"BJ LJ {SPADES} 2S", 54, ""),
    ("joker-joker-deuce", 4): (f"BJ LJ 2S {SPADES}", 54, "2C 2D 2H"),
    ("joker-joker-deuce-deuce", 4): (f"BJ LJ 2D 2S {SPADES}", 52, ""),
    ("joker-joker-deuce-deuce", 3): (f"BJ LJ 2D 2S {SPADES}", 54, ""),
    ("four-deuces", 4): (f"2H 2C 2D 2S {SPADES}", 52, ""),
    ("one-joker", 4): (f"joker {SPADES} 2S", 53, ""),
}
"""The spades from the highest, the cards that can be in play, and those of which the pack keeps one."""


@pytest.mark.parametrize(("name", "players"), IN_PLAY)
def test_cards_in_play(name: str, players: int) -> None:
    """A pack has its spades in order, and the cards that are in play."""
    spades, cards, one_of = IN_PLAY[name, players]
    deck = RuleSet("pagat", {"deck.pack": name}).deck
    pack = pack_of(deck, players)
    assert " ".join(map(str, pack.spades)) == spades
    assert (len(pack.cards), " ".join(map(str, pack.one_of))) == (cards, one_of)
    assert pack_of(deck) == pack_of(deck, 4)


def test_one_joker() -> None:
    """Where there is one joker, every joker is that one."""
    pack = pack_of(RuleSet("pagat", {"deck.pack": "one-joker"}).deck)
    assert {pack.read(word) for word in ("BJ", "LJ", "joker")} == {JOKER}


def test_deuces_left_out() -> None:
    """With jokers one of three deuces stays in the pack, and tables differ on which; two of them cannot be."""
    pack = pack_of(RuleSet("pagat", {"deck.pack": "joker-joker-ace"}).deck)
    assert pack.doubled([Card("2", "D"), Card("2", "D"), Card("2", "S")]) == ""
    assert pack.doubled([Card("2", "D"), Card("2", "C")]) == (
        "the pack joker-joker-ace keeps only one of 2 of clubs, 2 of diamonds and 2 of hearts; "
        "here are the 2 of clubs and the 2 of diamonds."
    )
