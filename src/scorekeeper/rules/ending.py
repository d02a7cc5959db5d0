"""How a game ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.base import Rule, choice, number
from scorekeeper.sheet import Outcome
from scorekeeper.text import listed

if TYPE_CHECKING:
    from scorekeeper.rules.view import EndOfHand


class Ending(Rule, group="ending", title="the end of the game"):
    """The side that reaches 500 points first has won.

    The score is looked at after the whole hand, bag penalties taken. If more sides than one reach the target in
    the same hand, the higher score wins; if they are equal, another hand is played.
    Source: pagat.com, "Scoring"; the tie from Bicycle's rules, since pagat is silent.
    """

    target: int = number(500, "points that win the game", low=1, high=100_000, source="pagat.com (500)")
    tie: str = choice(
        "another-hand",
        "what happens if two sides reach the target with one score",
        {"another-hand": "another hand is played", "fewer-bags": "the side with fewer bags wins"},
        source="Bicycle (another-hand)",
    )

    def ending(self, end: EndOfHand) -> Outcome | None:
        there = {name: at for name, at in end.standings.items() if at.score >= self.target}
        if not there:
            return None
        best = max(at.score for at in there.values())
        first = [name for name, at in there.items() if at.score == best]
        level = len(first) > 1
        if level and self.tie == "fewer-bags":
            fewest = min(there[name].bags for name in first)
            first = [name for name in first if there[name].bags == fewest]
        if len(first) > 1:
            return Outcome(None, f"{listed(first)} are both at {best}: another hand is played.")
        how = " and fewer bags" if level else ", the higher score of those there" if len(there) > 1 else ""
        return Outcome(first[0], self._why(first[0], f"{best}{how}", end))

    def _why(self, winner: str, what: str, end: EndOfHand) -> str:
        others = [f"{name} {at.score}" for name, at in end.standings.items() if name != winner]
        return f"{winner} wins with {what} ({listed(others)}; the target is {self.target})."
