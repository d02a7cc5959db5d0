"""What produces a figure that the rules do not give: a house rule, or a slip of the pencil.

Each explanation is a recomputation that gives the claimed figure exactly; nothing is offered because it is near.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.errors import RuleSettingError, ScorekeeperError
from scorekeeper.referee.slips import slips
from scorekeeper.rules import RuleSet
from scorekeeper.rules.presets import load_preset, preset_names
from scorekeeper.scoring import score_side

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scorekeeper.game import Value
    from scorekeeper.referee.slips import Facts
    from scorekeeper.rules.base import Setting

_MOST = 6
_TWO_SETTINGS = 10
"""What a second setting costs in the ranking: more than any slip."""


class Explanation(NamedTuple):
    """Something that gives a claimed figure.

    Attributes:
        kind: ``rule``, a house rule that differs, or ``slip``, a mistake in reckoning.
        reason: What it is, in a sentence.
        settings: The settings under which the claim is right; empty for a slip.
        cost: How far-fetched it is; the least comes first.
    """

    kind: str
    reason: str
    settings: Mapping[str, Value] = {}
    cost: float = 0


class _Candidate(NamedTuple):
    """A setting with another value than the table's, and how many published rule sets have it."""

    key: str
    value: Value
    presets: tuple[str, ...]


def explanations(facts: Facts, claim: int) -> tuple[Explanation, ...]:
    """What gives the claimed score after one side's hand, the likeliest first; empty where nothing plausible does.

    Args:
        facts: The hand by the rules of the table.
        claim: The score claimed after it, in points; not the right one.
    """
    found = [Explanation("slip", slip.reason, cost=slip.cost) for slip in slips(facts) if slip.score == claim]
    found += _by_rules(facts, claim)
    unique = {explanation.reason: explanation for explanation in sorted(found, key=lambda each: -each.cost)}
    return tuple(sorted(unique.values(), key=lambda each: each.cost)[:_MOST])


def _by_rules(facts: Facts, claim: int) -> Iterator[Explanation]:
    """House rules under which the claim is right: one setting, and only where none does, two."""
    candidates = [*_candidates(facts.rules)]
    right = facts.score()
    moving: list[_Candidate] = []
    singles = 0
    for candidate in candidates:
        score = _under(facts, {candidate.key: candidate.value})
        if score is None or score == right:
            continue
        moving.append(candidate)
        if score == claim:
            singles += 1
            yield _rule((candidate,))
    if not singles:
        yield from _by_two(facts, claim, candidates, moving)


def _by_two(facts: Facts, claim: int, candidates: list[_Candidate], moving: list[_Candidate]) -> Iterator[Explanation]:
    """Two settings: of one rule, or of two rules each of which changes this hand by itself."""
    for pair in combinations(candidates, 2):
        one, other = pair
        groups = {candidate.key.partition(".")[0] for candidate in pair}
        if one.key == other.key or (len(groups) > 1 and not (one in moving and other in moving)):
            continue
        if _under(facts, {one.key: one.value, other.key: other.value}) == claim:
            yield _rule(pair)


def _candidates(rules: RuleSet) -> Iterator[_Candidate]:
    """Every other value that a published rule set gives a setting, or that its words name."""
    users: dict[tuple[str, Value], list[str]] = {}
    for name in preset_names():
        for key, value in load_preset(name).settings.items():
            users.setdefault((key, value), []).append(name)
    now = rules.values()
    for key, setting in RuleSet.all_settings().items():
        values = {value for used, value in users if used == key} | {*_words(setting)} | {setting.default}
        for value in sorted(values - {now[key]}, key=str):
            if type(value) is type(setting.default):
                yield _Candidate(key, value, tuple(users.get((key, value), ())))


def _words(setting: Setting) -> tuple[Value, ...]:
    return (True, False) if isinstance(setting.default, bool) else tuple(setting.choices)


def _under(facts: Facts, settings: Mapping[str, Value]) -> int | None:
    """The score under other settings; None where the hand cannot be under them."""
    choice = facts.rules.choice
    rules = _rules(choice.preset, tuple({**choice.settings, **settings}.items()))
    if rules is None:
        return None
    try:
        return score_side(rules, facts.before, facts.bids, facts.tricks, deal=facts.deal).after.score
    except ScorekeeperError:
        return None


@lru_cache(maxsize=4096)
def _rules(preset: str, settings: tuple[tuple[str, Value], ...]) -> RuleSet | None:
    """A rule set, or None where its settings contradict each other; making one costs more than scoring a hand."""
    try:
        return RuleSet(preset, dict(settings))
    except RuleSettingError:
        return None


def _rule(changed: tuple[_Candidate, ...]) -> Explanation:
    reason = "A house rule: " if len(changed) == 1 else "Two house rules: "
    reason += "; and ".join(_told(candidate) for candidate in changed)
    rarity = sum(1 + 1 / (1 + len(candidate.presets)) for candidate in changed) + _TWO_SETTINGS * (len(changed) - 1)
    return Explanation("rule", f"{reason}.", {candidate.key: candidate.value for candidate in changed}, rarity)


def _told(candidate: _Candidate) -> str:
    """The setting, what it means, and who plays it so."""
    setting = RuleSet.all_settings()[candidate.key]
    said = _said(candidate.value)
    told = f"{candidate.key} = {said} ({setting.choices.get(said, setting.text)})"
    return ", ".join(filter(None, [told, _source(candidate)]))


def _said(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _source(candidate: _Candidate) -> str:
    """Who plays it so: as the setting says it, or the titles of rule sets that have it."""
    setting = RuleSet.all_settings()[candidate.key]
    said = _said(candidate.value)
    for part in setting.source.split("; "):
        names, mark, values = part.partition(" (")
        if mark and said in values.rstrip(")").replace(",", " ").split():
            return f"as in {names}"
    titles = [load_preset(name).title for name in candidate.presets[:3]]
    return f"as in {', '.join(titles)}" if titles else ""
