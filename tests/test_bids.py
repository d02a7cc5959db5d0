"""Bids as people say them."""

from __future__ import annotations

import pytest

from scorekeeper.bids import BLIND_NIL, NIL, Bid, parse_bid
from scorekeeper.errors import HandError

REMEDY = "A bid is a number of tricks, nil (n) or blind nil (bn)."

SAID: list[tuple[int | str | Bid, Bid]] = [
    (0, Bid(0)),
    (4, Bid(4)),
    (13, Bid(13)),
    ("4", Bid(4)),
    (" 4 ", Bid(4)),
    ("04", Bid(4)),
    ("999", Bid(999)),
    ("nil", NIL),
    ("Nil", NIL),
    ("N", NIL),
    ("n", NIL),
    ("0n", NIL),
    ("blind nil", BLIND_NIL),
    ("Blind Nil", BLIND_NIL),
    ("blind-nil", BLIND_NIL),
    ("blindnil", BLIND_NIL),
    ("blind  nil", BLIND_NIL),
    ("blind n", BLIND_NIL),
    ("b nil", BLIND_NIL),
    ("b n", BLIND_NIL),
    ("bn", BLIND_NIL),
    ("BN", BLIND_NIL),
    ("b0n", BLIND_NIL),
    ("blind 6", Bid(6, blind=True)),
    ("blind6", Bid(6, blind=True)),
    ("b 6", Bid(6, blind=True)),
    ("b-6", Bid(6, blind=True)),
    ("b6", Bid(6, blind=True)),
    ("b0", Bid(0, blind=True)),
    (Bid(6, blind=True), Bid(6, blind=True)),
]

NO_BIDS: list[object] = [
    "", " ", "b", "blind", "blind ", "nils", "pass", "-1", "+4", "4.0", "4 3", "1000", "b b6", "bbn", "nn", "६",
    "\uff14", "²", "4\n5", -1, 1000, True, False, 4.0, None, (4,),
]  # fmt: skip


@pytest.mark.parametrize(("said", "expected"), SAID, ids=[repr(said) for said, _ in SAID])
def test_parse(said: int | str | Bid, expected: Bid) -> None:
    """A bid is read in each of the ways in which it is written."""
    assert expected == parse_bid(said)


@pytest.mark.parametrize("said", NO_BIDS, ids=repr)
def test_no_bid(said: object) -> None:
    """What is no bid is said back with what a bid is."""
    with pytest.raises(HandError) as caught:
        parse_bid(said)  # type: ignore[arg-type]
    assert f"“{said}” is no bid. {REMEDY}" == str(caught.value)


@pytest.mark.parametrize(
    ("bid", "words", "fact"),
    [
        (Bid(4), "4", 4),
        (Bid(0), "0", 0),
        (NIL, "nil", "nil"),
        (BLIND_NIL, "blind nil", "blind nil"),
        (Bid(6, blind=True), "blind 6", "blind 6"),
        (Bid(0, blind=True), "blind 0", "blind 0"),
    ],
    ids=str,
)
def test_say(bid: Bid, words: str, fact: int | str) -> None:
    """A bid is said back in one way, and a file holds numbers as numbers."""
    assert words == str(bid)
    assert fact == bid.fact
    assert type(fact) is type(bid.fact)


BIDS = [NIL, BLIND_NIL, *(Bid(number, blind=blind) for number in range(27) for blind in (False, True))]


@pytest.mark.parametrize("bid", BIDS, ids=str)
def test_say_and_parse(bid: Bid) -> None:
    """What is said back is read as the same bid, and so is what a file holds."""
    assert bid == parse_bid(str(bid))
    assert bid == parse_bid(bid.fact)


def test_a_bare_zero_is_not_yet_a_nil() -> None:
    """Whether a 0 is a nil is for the rules to say."""
    assert Bid(0) != NIL
    assert not parse_bid(0).nil
