"""What can be wrong with the corrections in a file; loaded only where there are some."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.entry import CHANGES, REDO
from scorekeeper.errors import Problem
from scorekeeper.game import Hand
from scorekeeper.scoring import deal_now, tricks_won

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.game import Game


def correction_problems(game: Game) -> Iterator[Problem]:
    """Everything that keeps the corrections from being shown or taken back."""
    names = {*game.players, *(side.name for side in game.sides)}
    for at, correction in enumerate(game.corrections):
        faults = []
        if correction.change not in CHANGES:
            what = f"the change is “{correction.change}”; expected one of {', '.join(CHANGES)}."
            faults.append(Problem("", what, "The word says what was done.", ("change",)))
        most = len(game.hands) + len(game.corrections)
        if not 1 <= correction.hand <= most:
            what = f"there is no hand {correction.hand}; expected a number from 1 to {most}."
            faults.append(Problem("", what, "Count the hands again.", ("hand",)))
        if correction.was is None and correction.change != REDO:
            remedy = "If that is lost, take the whole correction out."
            faults.append(Problem("", "the key was is missing: what stood there before.", remedy))
        was = correction.was or Hand({})
        strangers = {*was.bids, *(was.tricks or {}), *(was.totals or {})} - names
        faults += [
            Problem("was", f"nobody is called “{name}”.", f"Known are {', '.join(game.players)}.", ("was",))
            for name in sorted(strangers)
        ]
        if was.tricks is not None and not strangers:
            deal = deal_now(game)
            faults += [fault.at("was", ("was",)) for fault in tricks_won(game, was, deal)[1]]
        yield from (fault.at(f"correction {at + 1}", ("corrections", at)) for fault in faults)
