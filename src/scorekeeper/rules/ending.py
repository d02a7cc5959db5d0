"""How a game ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.base import Rule, choice, number
from scorekeeper.sheet import Outcome
from scorekeeper.text import counted, listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scorekeeper.rules.view import EndOfHand

_NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
"""How many sides there may be."""


class Ending(Rule, group="ending", title="the end of the game"):
    """The side that reaches 500 points first has won.

    The score is looked at after the whole hand, bag penalties taken. If more sides than one reach the target in
    the same hand, the higher score wins; if they are equal, another hand is played. A game can also be lost, by a
    low score or by sets: the best score among the others wins then, and if all have lost, the best of all.
    Source: pagat.com, "Scoring"; the tie from Bicycle's rules, since pagat is silent.
    """

    target: int = number(500, "points that win the game", low=1, high=100_000, source="pagat.com (500)")
    floor: int = number(
        0,
        "the score below zero that loses the game; 0 for none",
        low=-100_000,
        high=0,
        source="MSN Zone, Wikipedia (-200); Antonelli (-250)",
    )
    floor_reached: str = choice(
        "at",
        "when that score is reached",
        {"at": "at the very score, or below", "below": "only below it"},
        source="MSN Zone (at); Spades Royale (below)",
    )
    tie: str = choice(
        "another-hand",
        "what happens if the best sides have one score at the end",
        {"another-hand": "another hand is played", "fewer-bags": "the side with fewer bags wins"},
        source="Bicycle (another-hand)",
    )
    set_limit: int = number(
        0, "sets in all that lose the game; 0 for none", high=100, source="Cookout, RTA (2); Jokers Wild (3)"
    )
    consecutive_sets: int = number(
        0, "sets in a row that lose the game; 0 for none", high=100, source="pagat.com, variations (2)"
    )
    hand_limit: int = number(
        0, "hands after which the best score wins; 0 for none", high=1000, source="GGZ cards (1, 3, 6, 8, 10)"
    )

    def ending(self, end: EndOfHand) -> Outcome | None:
        lost = {name: why for name in end.standings if (why := self.lost(name, end))}
        there = [name for name, at in end.standings.items() if at.score >= self.target]
        if lost:
            left = [name for name in end.standings if name not in lost] or [*end.standings]
            reason = "; ".join(f"{name} has lost, {why}" for name, why in lost.items())
            return self._best(left, end, reason)
        if there:
            return self._best(there, end, f"the target is {self.target}", self._beaten(len(there)))
        if self.hand_limit and len(end.hands) >= self.hand_limit:
            return self._best([*end.standings], end, f"the game ends after {self.hand_limit} hands")
        return None

    def lost(self, name: str, end: EndOfHand) -> str:
        """Why a side has lost the game; empty if it has not."""
        score = end.standings[name].score
        if self.floor and (score < self.floor or (score == self.floor and self.floor_reached == "at")):
            return f"at {score} ({'below' if self.floor_reached == 'below' else 'at'} {self.floor})"
        if not (self.set_limit or self.consecutive_sets):
            return ""
        sets = [hand.sides[name].set for hand in end.hands]
        if self.set_limit and sum(sets) >= self.set_limit:
            return f"set {counted(sum(sets), 'time')}"
        last = sets[-self.consecutive_sets :] if self.consecutive_sets else []
        if last and len(last) == self.consecutive_sets and all(last):
            return f"set {counted(self.consecutive_sets, 'time')} running"
        return ""

    def _beaten(self, there: int) -> str:
        """What the winner's score is among those that reached the target; nothing where it is the only one."""
        if there == 1:
            return ""
        return f"the {'higher' if there == 2 else 'highest'} score of the {_NUMBERS[there]} that reached {self.target}"

    def _best(self, names: Iterable[str], end: EndOfHand, why: str, beaten: str = "") -> Outcome:
        """The winner among those who may win, or another hand.

        Args:
            names: The sides that may win.
            end: How the game stands.
            why: Why the game ends.
            beaten: Whose score the winner's is above, in words that say why the game ends as well.
        """
        scores = {name: end.standings[name].score for name in names}
        best = max(scores.values())
        first = [name for name, score in scores.items() if score == best]
        with_ = f"{best}, {beaten}" if beaten else str(best)
        if len(first) > 1 and self.tie == "fewer-bags":
            fewest = min(end.standings[name].bags for name in first)
            first = [name for name in first if end.standings[name].bags == fewest]
            with_, beaten = f"{best} and fewer bags", ""
        if len(first) > 1:
            both = "both" if len(first) == 2 else "all"
            return Outcome(None, f"{listed(first)} are {both} at {best}: another hand is played.")
        [winner] = first
        others = listed([f"{name} {at.score}" for name, at in end.standings.items() if name != winner])
        return Outcome(winner, f"{winner} wins with {with_} ({others if beaten else f'{others}; {why}'}).")

    def conflicts(self, rules: object) -> Iterator[str]:
        del rules
        if 0 < self.set_limit < self.consecutive_sets:
            yield f"ending.set_limit is {self.set_limit}, below ending.consecutive_sets, {self.consecutive_sets}"
