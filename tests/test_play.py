"""The referee of the cards: winners, what is legal, and what a recorded hand proves."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from cardplay import NAMES, played
from scorekeeper.errors import HandError
from scorekeeper.referee.cards import Card, card_words, pack_of, parse_card
from scorekeeper.referee.play import (
    LEAD,
    RENEGE,
    Moment,
    RecordedHand,
    Trick,
    breaks,
    judge,
    objection,
    playable,
    winner,
)
from scorekeeper.rules import RuleSet
from scorekeeper.rules.play import Deck

PAGAT = RuleSet("pagat")
PACK = pack_of(PAGAT.deck)
PACKS = [*Deck.settings["pack"].choices]
FILE = Path(__file__).parent / "cases" / "disputes.toml"
CASES: dict[str, Any] = {case["id"]: case for case in tomllib.loads(FILE.read_text(encoding="utf-8"))["case"]}


def cards(text: str) -> tuple[Card, ...]:
    """The cards in a line."""
    return tuple(map(parse_card, card_words(text)))


def recorded(*tricks: str, players: str = "Ann Bob Cy Dee", **hands: str) -> RecordedHand:
    """A hand written in short: a trick is its leader and its cards."""
    parts = [trick.partition(" ") for trick in tricks]
    dealt = {player: cards(hand) for player, hand in hands.items()}
    return RecordedHand((*players.split(),), tuple(Trick(p[0], cards(p[2])) for p in parts), dealt)


# The published disputes


def won(rules: RuleSet, plays: list[str], order: list[str]) -> tuple[int | None, str]:
    """The place and the player that win a trick of a case."""
    place = winner(pack_of(rules.deck), cards(" ".join(plays))).position
    assert place is not None
    return place, order[place]


@pytest.mark.parametrize(
    ("case", "order"),
    [
        ("SP-103", ["2", "3", "0", "1"]),
        ("SP-106", ["Left", "Across", "Right", "You"]),
        ("SP-108", ["N", "E", "S", "W"]),
        ("SP-110", ["S", "W", "N", "E"]),
        ("SP-111", ["E", "S", "W", "N"]),
    ],
)
def test_published_trick(case: str, order: list[str]) -> None:
    """A published trick is won by the card and the player that its source names."""
    tricks, expected = CASES[case]["tricks"], CASES[case]["expected"]
    assert order[0] == str(tricks.get("leader", tricks.get("leader_seat")))
    place, player = won(PAGAT, tricks["plays"], order)
    assert player == str(expected.get("winner", expected.get("winner_seat")))
    assert place == expected.get("winner_index", place)


def test_published_deuce() -> None:
    """SP-112: the deuce of spades beats the ace where deuces are high, and not in the plain pack."""
    case = CASES["SP-112"]
    high = RuleSet("pagat", {"deck.pack": "joker-joker-deuce-deuce"})
    assert won(high, case["tricks"]["plays"], ["P3", "P2"])[1] == case["expected"]["winner"]
    assert won(PAGAT, case["tricks"]["plays"], ["P3", "P2"])[1] == case["expected"]["alternatives"][0]["winner"]


def test_published_renege() -> None:
    """SP-094: the 3 of spades wins the trick and is a renege, once a diamond of that player's is seen."""
    case = CASES["SP-094"]
    plays = [f"A1 {' '.join(trick)}" for trick in case["tricks"]["plays"]]
    seats = "A1 B1 A2 B2"
    before = judge(PAGAT, recorded(*plays, players=seats))
    assert [trick.winner for trick in before.tricks] == case["expected"]["winners"]
    assert before.faults == ()
    after = judge(PAGAT, recorded(*plays, "B1 C? C? C? C?", "A1 D? D? D? D?", players=seats))
    renege = next(fault for fault in after.faults if fault.kind == RENEGE)
    (expected,) = case["expected"]["illegal"]
    assert (renege.trick, renege.player, renege.card) == (expected["trick"], expected["by"], parse_card("S3"))
    assert (str(renege.proof), renege.proved_in) == ("D?", 5)
    assert renege.reason == "diamonds were led, and some diamond was still held: it came in trick 5"


def test_published_low_club() -> None:
    """SP-095: clubs led, a club held, a diamond thrown: a renege, which does not break spades."""
    case = CASES["SP-095"]
    moment = Moment(PACK, PAGAT.play, parse_card(f"{case['tricks']['led']}?"), broken=False, first=False)
    card = parse_card(case["tricks"]["played"])
    found = objection(moment, card, cards("C?"))
    assert found == (RENEGE, "clubs were led, and some club was held", Card("?", "C"))
    assert (found is None, breaks(PACK, [card])) == (case["expected"]["legal"], case["expected"]["breaks_spades"])


def test_published_deal() -> None:
    """SP-109: two tricks of a printed deal: winners, legal, spades broken in the second."""
    case = CASES["SP-109"]
    first, second = (" ".join(plays) for plays in case["tricks"]["plays"])
    ruling = judge(PAGAT, recorded(f"W {first}", f"E {second}", players="W N E S", **case["tricks"]["hands"]))
    expected = case["expected"]
    assert [trick.winner for trick in ruling.tricks] == expected["winners"]
    assert ruling.broken_in == expected["broken_at"]
    assert [*ruling.faults] == expected["illegal"]


def test_every_trick_case_is_answered() -> None:
    """No case about tricks is left out above."""
    tricks = {name for name, case in CASES.items() if case["kind"] == "trick"}
    assert tricks == {f"SP-{number:03}" for number in (94, 95, 106, 108, 109, 110, 111, 112)}


# Winners with unknown cards


@pytest.mark.parametrize(
    ("trick", "gone", "position", "reason"),
    [
        ("5H KH 2S AH", "", 2, "the only spade"),
        ("5H 3S 2S AH", "", 1, "the highest spade"),
        ("5H KH 2D AC", "", 1, "the highest heart, and no spade fell"),
        ("5H ?H", "", None, "some heart of unknown rank may be the highest heart"),
        ("KH ?H", "", None, "some heart of unknown rank may be the highest heart"),
        ("KH ?H", "AH", 0, "the highest heart, and no spade fell"),
        ("KH ?H ?S", "", 2, "the only spade"),
        ("KH ?S ?S", "", None, "2 unknown cards may be the highest spade"),
        ("AS ?S ?S", "", 0, "the highest spade"),
    ],
)
def test_winner(trick: str, gone: str, position: int | None, reason: str) -> None:
    """The winner and why; open only where an unknown card can be higher than all that are known."""
    assert winner(PACK, cards(trick), cards(gone))[:2] == (position, reason)


def test_open_trick_is_settled_by_the_next_leader() -> None:
    """Who leads next has won, if that can be."""
    ruling = judge(PAGAT, recorded("Ann 5H ?H 3H 2H", "Bob AC 2C 3C 4C"))
    assert [(trick.winner, trick.reason) for trick in ruling.tricks] == [
        ("Bob", "led to the next trick"),
        ("Bob", "the highest club, and no spade fell"),
    ]
    impossible = judge(PAGAT, recorded("Ann 5H ?H 3H 2H", "Cy AC 2C 3C 4C"))
    assert impossible.tricks[0].winner is None
    assert impossible.tricks[0].reason == "some heart of unknown rank may be the highest heart"


def test_cards_that_fell_elsewhere() -> None:
    """A card that fell in another trick is no unknown one."""
    ruling = judge(PAGAT, recorded("Ann KH ?H 3H 2H", "Ann AH 4H 5H 6H"))
    assert [(trick.winner, trick.reason) for trick in ruling.tricks] == [
        ("Ann", "the highest heart, and no spade fell"),
        ("Ann", "the highest heart, and no spade fell"),
    ]


def test_an_unfinished_trick() -> None:
    """The last trick may be unfinished; nobody has won it."""
    ruling = judge(PAGAT, recorded("Ann KH AH 3H 2H", "Bob 2C"))
    assert [(trick.number, trick.winner, trick.reason) for trick in ruling.tricks] == [
        (1, "Bob", "the highest heart, and no spade fell"),
        (2, None, "it is unfinished"),
    ]
    assert (ruling.took, ruling.complete) == ({"Ann": 0, "Bob": 1, "Cy": 0, "Dee": 0}, False)


# What may be played

MAY = {
    "after-broken": "broken",
    "anytime": "always",
    "after-first-trick": "not first",
}


@pytest.mark.parametrize("broken", [False, True])
@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("lead", MAY)
def test_lead_of_spades(lead: str, first: bool, broken: bool) -> None:
    """A spade may be led as the setting says, and always from a hand of nothing else; a joker is a spade."""
    rules = RuleSet("pagat", {"play.lead_spades": lead, "deck.pack": "joker-joker-ace"})
    moment = Moment(pack_of(rules.deck), rules.play, None, broken, first)
    legal = {"broken": broken, "always": True, "not first": not first}[MAY[lead]]
    ruled = playable(moment, cards("BJ 2S 5D"))
    assert [not found for found in ruled.values()] == [legal, legal, True]
    assert not any(playable(moment, cards("BJ 2S")).values())
    if not legal:
        why = "no spade may be led to the first trick" if first else "spades were not broken"
        assert ruled[parse_card("BJ")] == (LEAD, f"{why}, and the 5 of diamonds was held", Card("5", "D"))


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("setting", ["allowed", "forbidden"])
def test_trump_in_the_first_trick(setting: str, first: bool) -> None:
    """A void player may trump as the setting says, and always who holds only spades; spades led are followed."""
    rules = RuleSet("pagat", {"play.first_trick_spades": setting})
    moment = Moment(PACK, rules.play, parse_card("5H"), broken=False, first=first)
    found = playable(moment, cards("2S 5D"))[parse_card("2S")]
    if setting == "forbidden" and first:
        why = "no spade may be played to the first trick, and the 5 of diamonds was held"
        assert found == ("first-trick", why, Card("5", "D"))
    else:
        assert found is None
    assert not any(playable(moment, cards("2S 3S")).values())
    assert not objection(moment._replace(led=parse_card("AS")), parse_card("2S"), cards("5D"))


# Recorded hands


@pytest.mark.parametrize("pack", PACKS)
def test_legal_hands_have_no_faults(pack: str) -> None:
    """A hand that was played legally is never found at fault, however little of the deal is known."""
    rng = random.Random(pack)  # noqa: S311
    for lead in MAY:
        for spades in ("allowed", "forbidden"):
            settings = {"deck.pack": pack, "play.lead_spades": lead, "play.first_trick_spades": spades}
            rules = RuleSet("pagat", settings)
            for players in (NAMES, NAMES[:3], NAMES):
                hand = played(rules, rng, players)
                some = {name: hand.hands[name][:5] for name in players[::2]}
                rulings = [judge(rules, hand._replace(hands=hands)) for hands in (hand.hands, some, {})]
                assert rulings[0] == rulings[1] == rulings[2]
                assert (rulings[0].faults, rulings[0].complete) == ((), True)
                assert sum(rulings[0].took.values()) == rules.deck.deal(len(players))


def planted(hand: RecordedHand, rng: random.Random) -> tuple[RecordedHand, int, str, Card, int] | None:
    """The hand with one card that followed suit changed for a later one that does not: a renege, proved later."""
    pack = PACK
    plays = [
        play for play in hand.plays() if play[1] and pack.suit(play[3]) == pack.suit(hand.tricks[play[0]].cards[0])
    ]
    place, at, player, card = rng.choice(plays)
    later = [
        (number, other_at, other)
        for number, other_at, who, other in hand.plays()
        if who == player and number > place and other.suit != card.suit
    ]
    if not later:
        return None
    number, other_at, other = rng.choice(later)
    tricks = [[*trick.cards] for trick in hand.tricks]
    tricks[place][at], tricks[number][other_at] = other, card
    changed = tuple(Trick(trick.leader, (*new,)) for trick, new in zip(hand.tricks, tricks, strict=True))
    return hand._replace(tricks=changed), place + 1, player, other, number + 1


def test_planted_reneges_are_found() -> None:
    """A renege is found with a later card that proves it, without the deal; with the deal too."""
    rng = random.Random(94)  # noqa: S311
    found = 0
    while found < 150:
        plant = planted(played(PAGAT, rng), rng)
        if plant is None:
            continue
        hand, trick, player, card, last = plant
        for hands in ({}, hand.hands):
            faults = judge(PAGAT, hand._replace(hands=hands)).faults
            (renege,) = [f for f in faults if (f.kind, f.trick, f.player) == (RENEGE, trick, player)]
            led = hand.tricks[trick - 1].cards[0]
            assert (renege.card, renege.proof and renege.proof.suit) == (card, led.suit)
            assert renege.proved_in is not None
            assert trick < renege.proved_in <= last
            assert renege.proof in hand.tricks[renege.proved_in - 1].cards
        found += 1


def test_renege_without_proof_is_no_fault() -> None:
    """What nothing proves stands; the hand as written proves it without a later card."""
    tricks = ["Ann 5H KH 2S AH"]
    assert judge(PAGAT, recorded(*tricks)).faults == ()
    (fault,) = judge(PAGAT, recorded(*tricks, Cy="2S 9H")).faults
    assert fault[:4] == ("renege", 1, "Cy", Card("2", "S"))
    assert fault.reason == "hearts were led, and the 9 of hearts was still held: it is in the hand as written"
    assert (fault.proof, fault.proved_in) == (Card("9", "H"), None)


def test_a_card_that_was_half_seen_proves_nothing() -> None:
    """A card of which only the suit was seen may be any of that suit in the hand; others of the hand still prove."""
    tricks = ("Ann 5H KH ?H AH", "Dee QH 8H 9H 2C", "Dee QC 8C 9C 2D")
    assert judge(PAGAT, recorded(*tricks, Cy="2C 2D TH")).faults == ()
    (fault,) = judge(PAGAT, recorded(*tricks, Cy="2C 2D TH 4C")).faults
    assert (fault.trick, fault.player, fault.card, fault.proof) == (3, "Cy", Card("2", "D"), Card("4", "C"))


def test_a_spade_led_first() -> None:
    """A spade that is led to the first trick is told as that."""
    (fault,) = judge(PAGAT, recorded("Ann AS 2S 3S 4S", "Ann 5D 6D 7D 8D")).faults
    reason = "no spade may be led to the first trick, and the 5 of diamonds was still held: it came in trick 2"
    assert fault == (LEAD, 1, "Ann", Card("A", "S"), reason, Card("5", "D"), 2)
    (later,) = judge(PAGAT, recorded("Ann 5D 6D 7D 8D", "Dee AS 2S 3S 4S", "Dee 5C 6C 7C 8C")).faults
    assert (later.trick, later.reason.partition(",")[0]) == (2, "spades were not broken")


def test_lead_out_of_turn_and_too_early() -> None:
    """Who had not won leads; a spade is led before they are broken, and a later card proves it."""
    faults = judge(PAGAT, recorded("Ann 5H KH 2H AH", "Cy AS 2S 3S 4S", "Cy 5D 6D 7D 8D")).faults
    assert [(fault.kind, fault.trick, fault.player, fault.reason) for fault in faults] == [
        ("turn", 2, "Cy", "Dee had won trick 1 and had to lead"),
        ("lead", 2, "Cy", "spades were not broken, and the 5 of diamonds was still held: it came in trick 3"),
    ]
    assert [(fault.card, fault.proof, fault.proved_in) for fault in faults] == [
        (Card("A", "S"), None, None),
        (Card("A", "S"), Card("5", "D"), 3),
    ]


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        (recorded("Ann 5H KH 2S"), ""),
        (recorded("Ann 5H KH 2S 3H 4H"), "trick 1: 5 cards, and there are 4 players."),
        (
            recorded("Ann 5H KH 2S", "Cy 2C 3C 4C 5C"),
            (
                "trick 1: 3 cards, and there are 4 players. "
                "A card that nobody remembers is D?, or the hand ends before it."
            ),
        ),
        (recorded("Ann 5H KH 5H AH"), "trick 1: the 5 of hearts was played to trick 1 already."),
        (recorded("Ann ?H 5H 5H AH"), "trick 1: the 5 of hearts was played to trick 1 already."),
        (
            recorded("Ann 5H KH 2H AH", Bob="5H", Cy="5H KC"),
            (
                "Cy's hand: the 5 of hearts is in Bob's hand already.\n"
                "trick 1: Ann played the 5 of hearts, which is in Bob's hand."
            ),
        ),
        (recorded("Ann 5H", Ann="S:AKQJT98765432"), "trick 1: Ann played the 5 of hearts, which is not in that hand."),
        (recorded("Ann 5H", Ann="S:AKQJT98765432 5H"), "Ann's hand: 14 cards, and each player is dealt 13."),
    ],
)
def test_contradictions(hand: RecordedHand, message: str) -> None:
    """What cannot be is refused, all of it; an unfinished last trick can be."""
    if not message:
        assert not judge(PAGAT, hand).complete
        return
    assert impossible(PAGAT, hand) == message


def impossible(rules: RuleSet, hand: RecordedHand) -> str:
    """What cannot be of a recorded hand."""
    with pytest.raises(HandError) as caught:
        judge(rules, hand)
    return str(caught.value)


def test_contradictions_are_at_their_place() -> None:
    """What cannot be is found again in the file by its place."""
    hand = recorded("Ann 5H KH 2H AH 3H", "Ann 5H", "Bob 9H 9H", Bob="5H", Cy="5H KC", Dee="S:AKQJT98765432 5C")
    with pytest.raises(HandError) as caught:
        judge(RuleSet("pagat", {"deck.tricks": 2}), hand)
    assert [(problem.where, problem.path) for problem in caught.value.problems] == [
        ("Dee's hand", ("hands", "Dee")),
        ("trick 1", ("tricks", 0)),
        ("trick 2", ("tricks", 1)),
        ("trick 3", ("tricks", 2)),
        ("Cy's hand", ("hands", "Cy")),
        *[("trick 1", ("tricks", 0))] * 3,
        ("trick 2", ("tricks", 1)),
        ("trick 3", ("tricks", 2)),
    ]


def test_contradictions_of_other_packs() -> None:
    """A hand of so many tricks has no more, and a pack that keeps one of three deuces has no two."""
    two = RuleSet("pagat", {"deck.tricks": 2})
    tricks = ("Ann 5H KH 2S 3H", "Cy 2C 3C 4C 5C", "Bob 6C 7C 8C 9C")
    assert judge(two, recorded(*tricks[:2])).complete
    assert impossible(two, recorded(*tricks)) == "trick 3: a hand has 2 tricks."
    jokers = RuleSet("pagat", {"deck.pack": "joker-joker-ace"})
    deuces = "the 2 of clubs and the 2 of diamonds"
    said = "the pack joker-joker-ace keeps only one of 2 of clubs, 2 of diamonds and 2 of hearts; here are "
    assert impossible(jokers, recorded("Ann 2C 2D 2S 3S")) == f"{said}{deuces}."
