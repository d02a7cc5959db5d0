"""Games to measure with: made by chance, the same at every run."""

from __future__ import annotations

import datetime
import random

from scorekeeper import score_game
from scorekeeper.bids import NIL, Bid
from scorekeeper.game import Game, Hand, RuleChoice, partnerships

PLAYERS = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
ENDLESS = RuleChoice("pagat-blind-nil", {"ending.target": 100_000})
"""Rules by which no game of these lengths ends."""


def game(hands: int, seed: int = 1, players: tuple[str, ...] = PLAYERS[:4]) -> Game:
    """A game of so many hands, with the totals that a table writes down."""
    chance = random.Random(seed)  # noqa: S311  games, no secrets
    started = datetime.date(2024, 1, 1) + datetime.timedelta(seed)
    made = Game(f"Game {seed}", players, partnerships(players), ENDLESS, started)
    return totalled(made._replace(hands=tuple(hand(made, chance) for _ in range(hands))))


def totalled(made: Game) -> Game:
    """The game with the total of each hand."""
    totals = [{name: at.score for name, at in sheet.standings.items()} for sheet in score_game(made).hands]
    written = zip(made.hands, totals, strict=True)
    return made._replace(hands=tuple(each._replace(totals=total) for each, total in written))


def hand(made: Game, chance: random.Random) -> Hand:
    """A hand that is bid well or one beside; every other one without a nil is known by its piles only."""
    took = dict.fromkeys(made.players, 0)
    for _ in range(13):
        took[chance.choice(made.players)] += 1
    bids = {
        who: NIL if own < 2 and chance.random() < 0.5 else Bid(max(1, own + chance.choice([-1, 0, 0, 1])))
        for who, own in took.items()
    }
    if not any(bid.nil for bid in bids.values()) and chance.random() < 0.5:
        took = {side.name: sum(took[who] for who in side.players) for side in made.sides}
    return Hand(bids, took)
