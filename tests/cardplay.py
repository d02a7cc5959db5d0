"""Random hands, played by the rules: what the tests of the referee have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.referee.cards import pack_of
from scorekeeper.referee.play import Moment, RecordedHand, Trick, breaks, playable, winner

if TYPE_CHECKING:
    import random

    from scorekeeper.referee.cards import Card
    from scorekeeper.rules import RuleSet

NAMES = ("Ann", "Bob", "Cy", "Dee")


def dealt(rules: RuleSet, rng: random.Random, players: tuple[str, ...] = NAMES) -> dict[str, tuple[Card, ...]]:
    """The cards of each player; of the deuces of which the pack keeps one, one."""
    pack = pack_of(rules.deck, len(players))
    cards = sorted(pack.cards - set(pack.one_of[1:]))
    rng.shuffle(cards)
    deal = rules.deck.deal(len(players))
    return {player: (*cards[at * deal : (at + 1) * deal],) for at, player in enumerate(players)}


def played(rules: RuleSet, rng: random.Random, players: tuple[str, ...] = NAMES) -> RecordedHand:
    """A whole hand, dealt and played legally at random."""
    hands = dealt(rules, rng, players)
    pack = pack_of(rules.deck, len(players))
    left = {player: [*cards] for player, cards in hands.items()}
    leader, broken = rng.choice(players), False
    tricks: list[Trick] = []
    for number in range(rules.deck.deal(len(players))):
        at = players.index(leader)
        order = (*players[at:], *players[:at])
        cards: list[Card] = []
        for player in order:
            moment = Moment(pack, rules.play, cards[0] if cards else None, broken, number == 0)
            card = rng.choice([card for card, found in playable(moment, left[player]).items() if not found])
            left[player].remove(card)
            cards.append(card)
        tricks.append(Trick(leader, (*cards,)))
        place = winner(pack, cards).position
        assert place is not None
        leader, broken = order[place], broken or breaks(pack, cards)
    return RecordedHand(players, (*tricks,), hands)
