"""Figures without blanks: what reads back, what is refused, and that nothing with two meanings is accepted."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.bids import parse_bid
from scorekeeper.cli.shorthand import readings, split
from scorekeeper.errors import UsageError

BIDS: list[tuple[str, str, int, int, str | None]] = [
    ("four bids", "43n4", 4, 13, "4 3 n 4"),
    ("a blind nil between numbers", "43b4", 4, 13, "4 3 bn 4"),
    ("a blind nil at the end", "434b", 4, 13, "4 3 4 bn"),
    ("capitals", "43NB", 4, 13, "4 3 n bn"),
    ("a nought, which the rules take for nil", "4304", 4, 13, "4 3 0 4"),
    ("fewer than are asked", "43", 4, 13, "4 3"),
    ("one of four", "4", 4, 13, "4"),
    ("a ten where only that fits", "43n10", 4, 13, "4 3 n 10"),
    ("a blind six where only that fits", "b6343", 4, 13, "b6 3 4 3"),
    ("no more than each sign, though 10 would be shorter", "1034", 4, 13, "1 0 3 4"),
    ("one bid for one player", "13", 1, 13, "13"),
    ("a blind nil for one player", "b", 1, 13, "bn"),
    ("a blind nil for one player, in full", "bn", 1, 13, "bn"),
    ("two players with two digits each", "1214", 2, 26, "12 14"),
    ("two players, below ten", "34", 2, 13, "3 4"),
    ("more than are asked", "43n45", 4, 13, None),
    ("more than a hand has", "14", 1, 13, None),
    ("no figures", "four", 4, 13, None),
    ("a word among them", "4x34", 4, 13, None),
    ("nothing", "", 4, 13, ""),
    ("very much", "1" * 10_000, 4, 13, None),
    ("a digit of another script", "४३४४", 4, 13, None),
]
TWO_MEANINGS: list[tuple[str, str, int, int, bool, str]] = [
    ("a ten, or one and nil", "10", 2, 13, True, "“10” could be 10, or 1 and 0."),
    ("the same with four left", "12", 4, 13, True, "“12” could be 12, or 1 and 2."),
    ("a blind nil, or two nils", "bn", 2, 13, True, "“bn” could be bn, or bn and n."),
    ("a blind six, or a blind nil and six", "b6", 3, 13, True, "“b6” could be b6, or bn and 6."),
    ("two tens in four signs", "1010", 3, 13, True, "“1010” could be 10 and 10, or 1, 0 and 10, or 10, 1 and 0."),
    ("part of a line", "4312", 6, 13, True, "“4312” could be 4, 3 and 12, or 4, 3, 1 and 2."),
    ("two players with 26 tricks", "12", 2, 26, True, "“12” could be 12, or 1 and 2."),
    ("a pile of ten, or one and none", "10", 2, 13, False, "“10” could be 10, or 1 and 0."),
]  # fmt: skip
TRICKS: list[tuple[str, str, int, str | None]] = [
    ("three piles", "530", 3, "5 3 0"),
    ("a pile of ten and none", "100", 2, "10 0"),
    ("one pile", "10", 1, "10"),
    ("a nil is no count", "5n", 2, None),
    ("more tricks than there are", "99", 1, None),
]


@pytest.mark.parametrize(("case", "word", "most", "deal", "said"), BIDS, ids=[case[0] for case in BIDS])
def test_bids(case: str, word: str, most: int, deal: int, said: str | None) -> None:
    """Bids in one word are those that were meant."""
    del case
    found = split(word, most, deal, bids=True)
    assert (found is None and said is None) or " ".join(found or ()) == said


@pytest.mark.parametrize(("case", "word", "most", "said"), TRICKS, ids=[case[0] for case in TRICKS])
def test_tricks(case: str, word: str, most: int, said: str | None) -> None:
    """Counts of tricks in one word are those that were meant."""
    del case
    found = split(word, most, 13, bids=False)
    assert (found is None and said is None) or " ".join(found or ()) == said


@pytest.mark.parametrize(
    ("case", "word", "most", "deal", "bids", "said"), TWO_MEANINGS, ids=[case[0] for case in TWO_MEANINGS]
)
def test_two_meanings(case: str, word: str, most: int, deal: int, bids: bool, said: str) -> None:
    """What could be read in two ways is said, with both, and with a way out."""
    del case
    with pytest.raises(UsageError) as refused:
        split(word, most, deal, bids=bids, first="Cy")
    assert str(refused.value).startswith(f"{said} Put blanks between: ")


def test_way_out_by_name() -> None:
    """Where the whole word could be one figure, a name makes it one."""
    with pytest.raises(UsageError, match=r"Put blanks between: 1 0; or a name before it: Cy=10\."):
        split("10", 2, 13, bids=True, first="Cy")


def test_all_wanted() -> None:
    """Where all are wanted at once, a part is no reading; what could be part or whole is refused all the same."""
    assert split("43", 4, 13, bids=True, all_wanted=True) is None
    assert split("12", 4, 13, bids=True, all_wanted=True) is None
    assert split("43n10", 4, 13, bids=True, all_wanted=True) == ("4", "3", "n", "10")
    with pytest.raises(UsageError, match="could be 10, or 1 and 0"):
        split("10", 2, 13, bids=True, all_wanted=True)


SIGNS = st.sampled_from([*"0123456789nb"])
FIGURES = st.sampled_from([*map(str, range(14)), "n", "b", "bn", *(f"b{number}" for number in range(14))])


@given(st.lists(SIGNS, min_size=2, max_size=6))
def test_every_hand_reads_back(signs: list[str]) -> None:
    """One sign a player reads back as just that, for any bids; only what is one bid by itself is refused."""
    word = "".join(signs)
    one = parses(word)
    if one:
        with pytest.raises(UsageError):
            split(word, len(signs), 13, bids=True)
    else:
        assert split(word, len(signs), 13, bids=True) == tuple("bn" if sign == "b" else sign for sign in signs)


@settings(deadline=None)
@given(st.lists(FIGURES, min_size=1, max_size=5), st.integers(1, 6), st.booleans())
def test_nothing_ambiguous_is_accepted(figures: list[str], most: int, all_wanted: bool) -> None:
    """What is accepted has no other reading, but for the rule that each sign is a player where that comes out."""
    word = "".join(figures)
    cuts = [reading for reading in compositions(word) if len(reading) <= most and all(map(parses, reading))]
    assert {tuple(map(bid, reading)) for reading in cuts} == {
        tuple(map(bid, reading)) for reading in readings(word, most, 13, bids=True)
    }
    try:
        found = split(word, most, 13, bids=True, all_wanted=all_wanted)
    except UsageError:
        assert len(cuts) > 1
        return
    if found is None:
        assert not [reading for reading in cuts if len(reading) == most or not all_wanted]
        return
    others = [reading for reading in cuts if tuple(map(bid, reading)) != tuple(map(bid, found))]
    if all_wanted:
        others = [reading for reading in others if len(reading) == most or len(reading) == 1]
    assert not others or (len(found) == len(word) == most and not parses(word))


@given(st.text(alphabet="0123456789nbNB +-,x", max_size=12), st.integers(1, 6), st.booleans())
def test_anything_can_be_typed(word: str, most: int, bids: bool) -> None:
    """Whatever is typed is read, is no figures, or has two meanings; nothing else happens."""
    try:
        found = split(word, most, 13, bids=bids)
    except UsageError:
        return
    assert found is None or len(found) <= most


def compositions(word: str) -> list[list[str]]:
    """All ways to cut a word into pieces of up to three signs."""
    if not word:
        return [[]]
    return [[word[:at], *rest] for at in range(1, min(len(word), 3) + 1) for rest in compositions(word[at:])]


def parses(figure: str) -> bool:
    """Whether a piece is one bid of a hand with 13 tricks, told without a look at how the module finds out."""
    return figure in {*map(str, range(14)), "n", "b", "bn", *(f"b{number}" for number in range(14))}


def bid(figure: str) -> str:
    """A figure as a bid."""
    return str(parse_bid("bn" if figure == "b" else figure))
