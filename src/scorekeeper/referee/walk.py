"""A whole sheet: where the written totals leave the rules, what went wrong there, and whether it matters.

The walk believes the sheet: each hand is added to the total that was written before it. So a slip that is carried
down the sheet is told where it was made, and not again at every later hand.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.errors import ScorekeeperError
from scorekeeper.referee.slips import Facts, facts_of
from scorekeeper.referee.why import MOST, candidates, explanations, rule_explanation, rule_set
from scorekeeper.rules.view import EndOfHand
from scorekeeper.scoring import PLAYING, score_side
from scorekeeper.sheet import Outcome, Standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scorekeeper.game import Game, Value
    from scorekeeper.referee.why import Candidate, Explanation
    from scorekeeper.rules import RuleSet
    from scorekeeper.sheet import GameSheet

_MANY = 50
"""How many explanations are looked at before those that the rest of the sheet contradicts are dropped."""


class Departure(NamedTuple):
    """A hand at which a written total does not follow from the totals written before it.

    Attributes:
        expected: What the rules make of the hand, added to what the table believed before it.
        since: The first hand that may hold the fault: hands before this one may have no totals.
        explanations: What gives the written figure and is not contradicted by another hand; the likeliest first.
        back: The hand at which the totals go on as if this had never been written; None where it was carried down.
    """

    side: str
    hand: int
    written: int
    expected: int
    since: int
    explanations: tuple[Explanation, ...]
    back: int | None = None


class Ending(NamedTuple):
    """How the game stands by one reckoning.

    Attributes:
        standings: Where the sides stand after the last hand.
        hand: The hand that ended the game; None while it goes on.
    """

    outcome: Outcome
    standings: Mapping[str, Standing]
    hand: int | None


class Walk(NamedTuple):
    """What a walk down a sheet found.

    Attributes:
        departures: Hand by hand, all places where the sheet leaves the rules.
        rules: House rules that explain every difference on the sheet, the commonest first.
        hands: How many hands have been walked.
        occasions: At how many figures the first of them shows; of two settings, the one that shows less often.
        by_rules: How the game stands by the rules.
        as_written: How it stands by the written totals.
    """

    departures: tuple[Departure, ...]
    rules: tuple[Explanation, ...]
    hands: int
    occasions: int
    by_rules: Ending
    as_written: Ending

    @property
    def plays_by(self) -> Explanation | None:
        """The house rule that the table simply plays by: one that explains several things, or that no slip rivals."""
        if not self.rules:
            return None
        slip = any(each.kind == "slip" for found in self.departures for each in found.explanations)
        several = self.occasions > 1 or (len(self.rules[0].settings) == 1 and len(self.departures) > 1)
        return self.rules[0] if several or not slip else None

    @property
    def changes(self) -> bool:
        """Whether somebody else has won by the rules than by the sheet, or only one of the two has ended."""
        return self.by_rules.outcome.winner != self.as_written.outcome.winner


def walk(game: Game, sheet: GameSheet) -> Walk:
    """Follows the written totals of a game down the sheet.

    Args:
        game: The game.
        sheet: The same game, scored.
    """
    walks = [_SideWalk(game, sheet, side.name) for side in game.sides]
    for at in range(len(sheet.hands)):
        written = [one.believed for one in walks]
        for one in walks:
            one.step(at, {other.name: so_far for other, so_far in zip(walks, written, strict=True)})
    others = [each for each in candidates(rules_of(game, 1)) if not each.key.startswith(("deck.", "ending."))]
    steps = [step for one in walks for step in one.steps]
    found = sorted((found for one in walks for found in one.departures), key=lambda each: each.hand)
    rules = _house_rules(game, steps, others, pairs=len(found) > 1) if found else []
    return Walk(
        tuple(_uncontradicted(game, steps, each) for each in found),
        tuple(rules),
        len(sheet.hands),
        min(_occasions(game, steps, *one) for one in rules[0].settings.items()) if rules else 0,
        Ending(sheet.outcome, sheet.standings, sheet.ended_with),
        _as_written(game, sheet, walks),
    )


def rules_of(game: Game, hand: int, settings: Mapping[str, Value] | None = None) -> RuleSet:
    """The rules of a hand, with some settings otherwise.

    Raises:
        ScorekeeperError: Those settings contradict each other.
    """
    choice = game.rules_at(hand)
    rules = rule_set(choice.preset, tuple({**choice.settings, **(settings or {})}.items()))
    if rules is None:
        raise ScorekeeperError([])
    return rules


class _Step(NamedTuple):
    """A side's hand on the sheet.

    Attributes:
        facts: The hand, added to what the table believed before; None for one that bids and tricks do not score.
        points: What the rules make of it.
        written: The total written after it, if any.
        departs: Whether that total does not follow.
    """

    side: str
    hand: int
    facts: Facts | None
    points: int
    written: int | None
    departs: bool


class _SideWalk:
    """One side's column of the sheet, as far as it has been walked down."""

    def __init__(self, game: Game, sheet: GameSheet, name: str) -> None:
        self.game, self.sheet, self.name = game, sheet, name
        self.believed: tuple[Standing, ...] = ()
        self.departures: list[Departure] = []
        self.steps: list[_Step] = []
        self._bags = [0]  # what the table may believe, the likeliest first
        self._straight: Standing | None = None  # where the sheet would stand without the last departure
        self._since = 1

    def step(self, at: int, believed: Mapping[str, Sequence[Standing]]) -> None:
        """Takes in the next hand, and judges the total written after it."""
        hand = self.sheet.hands[at]
        score = self.believed[-1].score if self.believed else 0
        plain = facts_of(self.game, self.sheet, hand, self.name)
        facts = plain and plain._replace(totals=tuple(self._totals(believed)))
        written = (hand.hand.totals or {}).get(self.name)
        after = [self._after(at, facts, Standing(score, bags)) for bags in self._bags]
        straight = self._straight and self._after(at, facts, self._straight)
        fitting = [each for each in after if each.score == written]
        if facts:
            facts = facts._replace(before=Standing(score, self._bags[0]))
        departs = False
        if written is None:
            self._believe(after)
        elif fitting:
            self._believe(fitting)
        elif straight and straight.score == written:
            self.departures[-1] = self.departures[-1]._replace(back=hand.number)
            self._believe([straight])
            straight = None
        else:
            self._depart(hand.number, facts, after[0], written)
            departs, straight = True, after[0]
        self.steps.append(_Step(self.name, hand.number, facts, after[0].score - score, written, departs=departs))
        self._straight = straight
        self._since = hand.number + 1 if written is not None else self._since

    def _after(self, at: int, facts: Facts | None, before: Standing) -> Standing:
        """The standing after the hand; its points by the rules where the facts alone do not give them."""
        if facts:
            return facts._replace(before=before).sheet().after
        scored = self.sheet.hands[at].sides[self.name]
        return Standing(before.score + scored.points, max(before.bags + scored.bags, 0))

    def _believe(self, after: Sequence[Standing]) -> None:
        self.believed += (after[0],)
        self._bags = [*dict.fromkeys(each.bags for each in after)]

    def _depart(self, number: int, facts: Facts | None, expected: Standing, written: int) -> None:
        found = explanations(facts, written, pairs=False, most=_MANY) if facts else ()
        bags = [expected.bags, *(each.bags for each in found if each.bags is not None and each.bags >= 0)]
        self.departures.append(Departure(self.name, number, written, expected.score, self._since, found))
        self._believe([Standing(written, count) for count in bags])

    def _totals(self, believed: Mapping[str, Sequence[Standing]]) -> Iterator[tuple[str, int]]:
        """The totals that may have been carried down in place of the side's last one, as they were written."""
        for number, standing in enumerate(believed[self.name][:-1], start=1):
            yield f"The total after hand {number}", standing.score
        for other, standings in believed.items():
            if other != self.name and standings:
                yield f"The total of {other}", standings[-1].score


def _uncontradicted(game: Game, steps: Sequence[_Step], found: Departure) -> Departure:
    """The departure without house rules that another hand of the sheet shows not to be played."""
    kept = (each for each in found.explanations if not each.settings or not _contradicted(game, steps, each.settings))
    return found._replace(explanations=tuple(kept)[:MOST])


def _contradicted(game: Game, steps: Sequence[_Step], settings: Mapping[str, Value]) -> bool:
    """Whether some hand was scored otherwise than these settings would have it."""
    for step in steps:
        if step.facts and step.written is not None and not step.departs:
            after = _rescored(game, step, step.facts.before, settings)
            if after is None or after.score != step.facts.before.score + step.points:
                return True
    return False


def _rescored(game: Game, step: _Step, before: Standing, settings: Mapping[str, Value]) -> Standing | None:
    """The standing after a hand by other settings; None where the hand cannot be by them."""
    facts = step.facts
    try:
        rules = rules_of(game, step.hand, settings)
        if facts is None:
            return Standing(before.score + step.points, before.bags)
        return score_side(rules, before, facts.bids, facts.tricks, deal=facts.deal).after
    except ScorekeeperError:
        return None


def _house_rules(game: Game, steps: Sequence[_Step], others: list[Candidate], *, pairs: bool) -> list[Explanation]:
    """Settings that explain every difference: one, or where none does, two of which one explains the first."""
    reach = {candidate: _reach(game, steps, {candidate.key: candidate.value}) for candidate in others}
    end = len(steps)
    whole = [candidate for candidate in others if reach[candidate] == end]
    if whole or not pairs:
        return sorted(map(rule_explanation, whole), key=lambda each: each.cost)
    now = _reach(game, steps, {})
    helping = [candidate for candidate in others if reach[candidate] > now]
    both = [
        rule_explanation(one, other)
        for one, other in combinations(others, 2)
        if one.key != other.key
        and (one in helping or other in helping)
        and _reach(game, steps, {one.key: one.value, other.key: other.value}) == end
    ]
    return sorted(both, key=lambda each: each.cost)


def _reach(game: Game, steps: Sequence[_Step], settings: Mapping[str, Value]) -> int:
    """How many figures, hand by hand, come out under these settings before the first that does not."""
    standings: dict[str, Standing] = {}
    ordered = sorted(steps, key=lambda step: step.hand)
    for count, step in enumerate(ordered):
        after = _rescored(game, step, standings.get(step.side, Standing()), settings)
        if after is None or step.written not in (None, after.score):
            return count
        standings[step.side] = after
    return len(ordered)


def _occasions(game: Game, steps: Sequence[_Step], key: str, value: Value) -> int:
    """At how many hands of a side this setting gives other points than the rules of the table."""
    shown = 0
    for step in steps:
        before = step.facts.before if step.facts else Standing()
        after, plain = _rescored(game, step, before, {key: value}), _rescored(game, step, before, {})
        shown += bool(after and plain and after.score != plain.score)
    return shown


def _as_written(game: Game, sheet: GameSheet, walks: Sequence[_SideWalk]) -> Ending:
    """How the game stands if the written totals are taken for true."""
    standings: dict[str, Standing] = {}
    outcome, ended = PLAYING, None
    for number in range(1, len(sheet.hands) + 1):
        standings = {one.name: one.believed[number - 1] for one in walks}
        if ended is None:
            end = EndOfHand(standings, sheet.hands[:number])
            endings = (rule.ending(end) for rule in rules_of(game, number).with_hook("ending"))
            outcome = next((found for found in endings if found), PLAYING)
            ended = number if outcome.over else None
    return Ending(outcome, standings, ended)
