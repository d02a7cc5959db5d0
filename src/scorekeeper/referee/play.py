"""The referee of the cards: who won a trick, what was legal, and what a recorded hand proves."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.errors import HandError, Problem
from scorekeeper.referee.cards import SUITS, UNKNOWN, Pack, pack_of, the
from scorekeeper.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scorekeeper.referee.cards import Card
    from scorekeeper.rules import RuleSet
    from scorekeeper.rules.play import Play

RENEGE, LEAD, FIRST, TURN = "renege", "lead", "first-trick", "turn"


class Winner(NamedTuple):
    """Who won a trick.

    Attributes:
        position: The place of the winning card, the leader's being 0; None where unknown cards leave it open.
        reason: Why it won, in words, or why that is open.
        could: The places of all cards that may have won.
    """

    position: int | None
    reason: str
    could: tuple[int, ...]


class Moment(NamedTuple):
    """What decides, beside the hand, whether a card may be played.

    Attributes:
        led: The card led to the trick; None for the leader.
        broken: Whether spades had been broken before the trick.
        first: Whether it is the first trick of the hand.
    """

    pack: Pack
    rules: Play
    led: Card | None
    broken: bool
    first: bool


class Objection(NamedTuple):
    """Why a card may not be played.

    Attributes:
        kind: `RENEGE`, `LEAD` (a spade led too early) or `FIRST` (a spade in the first trick).
        reason: In words.
        held: The card that should have been played, or makes another one possible.
    """

    kind: str
    reason: str
    held: Card


def winner(pack: Pack, cards: Sequence[Card], gone: Iterable[Card] = ()) -> Winner:
    """Who won the trick, the cards being in order of play; `gone` are cards that no unknown card can be."""
    suit = "S" if breaks(pack, cards) else pack.suit(cards[0])
    places = [at for at, card in enumerate(cards) if pack.suit(card) == suit]
    unknown = [at for at in places if cards[at].rank == UNKNOWN]
    named = sorted((at for at in places if at not in unknown), key=lambda at: len(pack.above(cards[at])))
    higher = set(pack.above(cards[named[0]])) - {*gone} if named else {*pack.ordered(suit)}
    could = (*named[:1], *unknown) if higher else (*named[:1],)
    if len(could) > 1:
        kind = SUITS[suit][:-1]
        what = f"some {kind} of unknown rank" if len(unknown) == 1 else f"{len(unknown)} unknown cards"
        return Winner(None, f"{what} may be the highest {kind}", could)
    (best,) = could
    return Winner(best, _why(pack, cards, best, alone=len(places) == 1), could)


def _why(pack: Pack, cards: Sequence[Card], best: int, *, alone: bool) -> str:
    suit = pack.suit(cards[best])
    said = f"the {'only' if alone else 'highest'} {SUITS[suit][:-1]}"
    return said if suit == "S" else f"{said}, and no spade fell"


def breaks(pack: Pack, cards: Iterable[Card]) -> bool:
    """Whether spades are broken after these cards: one is among them, thrown in or led."""
    return any(pack.suit(card) == "S" for card in cards)


def objection(at: Moment, card: Card, held: Iterable[Card]) -> Objection | None:
    """Why the card may not be played by one who holds these, known in whole or in part; None if it may."""
    if at.led is None:
        return _to_lead(at, card, held)
    suit = at.pack.suit(at.led)
    if at.pack.suit(card) == suit:
        return None
    same = next((other for other in held if at.pack.suit(other) == suit), None)
    if same:
        return Objection(RENEGE, f"{SUITS[suit]} were led, and {the(same)} was held", same)
    if at.pack.suit(card) != "S" or at.rules.may_trump(first=at.first):
        return None
    other = next((other for other in held if at.pack.suit(other) != "S"), None)
    return other and Objection(FIRST, f"no spade may be played to the first trick, and {the(other)} was held", other)


def _to_lead(at: Moment, card: Card, held: Iterable[Card]) -> Objection | None:
    if at.pack.suit(card) != "S" or at.rules.may_lead_spades(broken=at.broken, first=at.first):
        return None
    other = next((other for other in held if at.pack.suit(other) != "S"), None)
    why = "no spade may be led to the first trick" if at.first else "spades were not broken"
    return other and Objection(LEAD, f"{why}, and {the(other)} was held", other)


def playable(at: Moment, hand: Sequence[Card]) -> dict[Card, Objection | None]:
    """Each card of a hand, with what stands against it."""
    return {card: objection(at, card, hand) for card in hand}


class Trick(NamedTuple):
    """A trick as it was played: the leader, and the cards in order of play."""

    leader: str
    cards: tuple[Card, ...]


class RecordedHand(NamedTuple):
    """A hand as it was written down.

    Attributes:
        players: All players, clockwise.
        tricks: The tricks in order; the last may be unfinished.
        hands: The cards dealt to a player, all or some; nothing for one whose cards nobody knows.
    """

    players: tuple[str, ...]
    tricks: tuple[Trick, ...]
    hands: Mapping[str, tuple[Card, ...]] = {}

    def order(self, trick: Trick) -> tuple[str, ...]:
        """The players of a trick in order of play."""
        at = self.players.index(trick.leader)
        return (*self.players[at:], *self.players[:at])

    def plays(self) -> Iterator[tuple[int, int, str, Card]]:
        """Every card played: the trick's place, the card's place in it, the player, the card."""
        for number, trick in enumerate(self.tricks):
            for at, (player, card) in enumerate(zip(self.order(trick), trick.cards, strict=False)):
                yield number, at, player, card


class TrickRuling(NamedTuple):
    """A trick, ruled: its number from 1, the players in order of play, and who won it (None while that is open)."""

    number: int
    trick: Trick
    order: tuple[str, ...]
    winner: str | None
    reason: str


class Fault(NamedTuple):
    """Something illegal that was played.

    Attributes:
        kind: As in `Objection`, or `TURN`: led by one who had not won the trick before.
        trick: The number of the trick.
        player: Who is at fault.
        card: What was played.
        reason: Why it was illegal, in words.
        proof: The card that proves it; None for `TURN`.
        proved_in: The number of the later trick to which the proof was played; None where it is only in the hand as
            written.
    """

    kind: str
    trick: int
    player: str
    card: Card
    reason: str
    proof: Card | None = None
    proved_in: int | None = None


class HandRuling(NamedTuple):
    """A recorded hand, ruled.

    Attributes:
        tricks: Each trick with its winner.
        took: The tricks that each player won.
        broken_in: The number of the trick in which spades were broken; None if they never were.
        faults: All that was illegal, in order of play.
        complete: Whether all tricks of the hand are there and each winner is certain.
    """

    tricks: tuple[TrickRuling, ...]
    took: Mapping[str, int]
    broken_in: int | None
    faults: tuple[Fault, ...]
    complete: bool


def judge(rules: RuleSet, recorded: RecordedHand) -> HandRuling:
    """The ruling on a recorded hand.

    Raises:
        HandError: What is written cannot be: a card twice, a trick of five cards.
    """
    problems = [*contradictions(rules, recorded)]
    if problems:
        raise HandError(problems)
    pack = pack_of(rules.deck, len(recorded.players))
    tricks = [*_tricks(pack, recorded)]
    took = {player: sum(trick.winner == player for trick in tricks) for player in recorded.players}
    broken = next((trick.number for trick in tricks if breaks(pack, trick.trick.cards)), None)
    faults = sorted([*_turns(tricks), *_illegal(pack, rules.play, recorded, broken)], key=lambda fault: fault.trick)
    complete = sum(took.values()) == rules.deck.deal(len(recorded.players))
    return HandRuling((*tricks,), took, broken, (*faults,), complete)


def _tricks(pack: Pack, recorded: RecordedHand) -> Iterator[TrickRuling]:
    gone = [card for trick in recorded.tricks for card in trick.cards if card.rank != UNKNOWN]
    leaders = [*(trick.leader for trick in recorded.tricks[1:]), None]
    for number, (trick, leader) in enumerate(zip(recorded.tricks, leaders, strict=True), start=1):
        order = recorded.order(trick)
        yield TrickRuling(number, trick, order, *_won_by(pack, trick, order, gone, leader))


def _won_by(
    pack: Pack, trick: Trick, order: Sequence[str], gone: Iterable[Card], leader: str | None
) -> tuple[str | None, str]:
    """Who won a trick, if that is certain, and why; `leader` led to the next one."""
    if len(trick.cards) < len(order):
        return None, "it is unfinished"
    found = winner(pack, trick.cards, gone)
    if found.position is not None:
        return order[found.position], found.reason
    if leader in [order[at] for at in found.could]:
        return leader, "led to the next trick"
    return None, found.reason


def _turns(tricks: Sequence[TrickRuling]) -> Iterator[Fault]:
    for before, trick in pairwise(tricks):
        leader, cards = trick.trick
        if before.winner not in (None, leader):
            reason = f"{before.winner} had won trick {before.number} and had to lead"
            yield Fault(TURN, trick.number, leader, cards[0], reason)


def _illegal(pack: Pack, rules: Play, recorded: RecordedHand, broken: int | None) -> Iterator[Fault]:
    for place, _, player, card in recorded.plays():
        trick = recorded.tricks[place]
        led = None if player == trick.leader else trick.cards[0]
        moment = Moment(pack, rules, led, broken=broken is not None and broken <= place, first=place == 0)
        held = _held(recorded, player, place)
        found = objection(moment, card, held)
        if found:
            proved_in = held[found.held]
            where = "is in the hand as written" if proved_in is None else f"came in trick {proved_in}"
            reason = f"{found.reason.removesuffix('was held')}was still held: it {where}"
            yield Fault(found.kind, place + 1, player, card, reason, found.held, proved_in)


def _held(recorded: RecordedHand, player: str, place: int) -> dict[Card, int | None]:
    """What a player is known to have held after playing to a trick, each card with the later trick it came in.

    The cards that came later stand first: they prove something to those who saw only the table.
    """
    played = [(number, card) for number, _, who, card in recorded.plays() if who == player]
    held: dict[Card, int | None] = {}
    for number, card in played:
        if number > place:
            held.setdefault(card, number + 1)
    gone = {card for number, card in played if number <= place}
    # A card of which only the suit was seen may be any of the hand that is not seen elsewhere: it proves none of them.
    unseen = {card.suit for card in gone if card.rank == UNKNOWN}
    dealt = (card for card in recorded.hands.get(player, ()) if card.suit not in unseen)
    return held | {card: None for card in dealt if card not in gone and card not in held}


def contradictions(rules: RuleSet, recorded: RecordedHand) -> Iterator[Problem]:
    """What cannot be, each with its path: ``("hands", player)`` or ``("tricks", place)``."""
    players = len(recorded.players)
    pack, deal = pack_of(rules.deck, players), rules.deck.deal(players)
    for player, cards in recorded.hands.items():
        if len(cards) > deal:
            what = f"{len(cards)} cards, and each player is dealt {deal}."
            yield Problem(f"{player}'s hand", what, "", ("hands", player))
    for place, trick in enumerate(recorded.tricks):
        yield from _miscounted(recorded, place, len(trick.cards), deal)
    yield from _twice(recorded, deal)
    named = [*(card for *_, card in recorded.plays()), *(card for cards in recorded.hands.values() for card in cards)]
    doubled = pack.doubled(named)
    if doubled:
        yield Problem("", doubled)


def _miscounted(recorded: RecordedHand, place: int, cards: int, deal: int) -> Iterator[Problem]:
    where, path, players = f"trick {place + 1}", ("tricks", place), len(recorded.players)
    if place == deal:
        yield Problem(where, f"a hand has {counted(deal, 'trick')}.", "", path)
    if cards > players or not cards or (cards < players and place + 1 < len(recorded.tricks)):
        remedy = "A card that nobody remembers is D?, or the hand ends before it." if cards < players else ""
        yield Problem(where, f"{counted(cards, 'card')}, and there are {players} players.", remedy, path)


def _twice(recorded: RecordedHand, deal: int) -> Iterator[Problem]:
    """Cards that were dealt or played twice, or played by one who cannot have had them."""
    owner: dict[Card, str] = {}
    for player, cards in recorded.hands.items():
        for card in cards:
            if card in owner:
                what = f"{the(card)} is in {owner[card]}'s hand already."
                yield Problem(f"{player}'s hand", what, "", ("hands", player))
            owner.setdefault(card, player)
    seen: dict[Card, int] = {}
    for place, _, player, card in recorded.plays():
        where, path = f"trick {place + 1}", ("tricks", place)
        if card.rank == UNKNOWN:
            continue
        if card in seen:
            yield Problem(where, f"{the(card)} was played to trick {seen[card] + 1} already.", "", path)
        elif owner.get(card, player) != player:
            yield Problem(where, f"{player} played {the(card)}, which is in {owner[card]}'s hand.", "", path)
        elif card not in owner and len(recorded.hands.get(player, ())) >= deal:
            yield Problem(where, f"{player} played {the(card)}, which is not in that hand.", "", path)
        seen.setdefault(card, place)
