"""What produces a figure that the rules do not give: a house rule, or a slip of the pencil.

Each explanation is a recomputation that gives the claimed figure exactly; nothing is offered because it is near.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.errors import RuleSettingError, ScorekeeperError
from scorekeeper.referee.slips import slips
from scorekeeper.rules import RuleSet
from scorekeeper.rules.presets import load_preset, preset_names, preset_settings
from scorekeeper.scoring import score_side

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scorekeeper.game import Value
    from scorekeeper.referee.slips import Facts
    from scorekeeper.rules.base import Setting

MOST = 6
"""How many explanations people want to read."""
_NUMBERS = re.compile(r"(?<=[(, ])-?[0-9]+(?=[,)])")
_TWO_SETTINGS = 10
"""What a second setting costs in the ranking: more than any slip."""


class Explanation(NamedTuple):
    """Something that gives a claimed figure.

    Attributes:
        kind: ``rule``, a house rule that differs, or ``slip``, a mistake in reckoning.
        reason: What it is, in a sentence.
        cost: How far-fetched it is; the least comes first.
        settings: The settings under which the claim is right; empty for a slip.
        bags: The side's bags after the hand by a slip that may change them; else None.
    """

    kind: str
    reason: str
    cost: float
    settings: Mapping[str, Value] = {}
    bags: int | None = None


class Candidate(NamedTuple):
    """A setting with another value than the table's, and how many published rule sets have it."""

    key: str
    value: Value
    presets: tuple[str, ...]

    @property
    def group(self) -> str:
        """The rule that the setting is one of."""
        return self.key.partition(".")[0]


def explanations(facts: Facts, claim: int, *, pairs: bool = True, most: int = MOST) -> tuple[Explanation, ...]:
    """What gives the claimed score after one side's hand, the likeliest first; empty where nothing plausible does.

    Args:
        facts: The hand by the rules of the table.
        claim: The score claimed after it, in points; not the right one.
        pairs: Whether two house rules together are looked for where no single one gives the claim.
        most: How many explanations are wanted.
    """
    given = [slip for slip in slips(facts) if slip.score == claim]
    found = [Explanation("slip", slip.reason, slip.cost, bags=slip.bags) for slip in given]
    found += _by_rules(facts, claim, pairs=pairs)
    unique = {explanation.reason: explanation for explanation in found}
    return tuple(sorted(unique.values(), key=lambda each: each.cost)[:most])


def _by_rules(facts: Facts, claim: int, *, pairs: bool) -> list[Explanation]:
    """House rules under which the claim is right: one setting, one rule as it is published, or else any two."""
    right = facts.score()
    scores = {candidate: _under(facts, {candidate.key: candidate.value}) for candidate in candidates(facts.rules)}
    single = [candidate for candidate, score in scores.items() if score == claim]
    if single:
        return [rule_explanation(candidate) for candidate in single]
    bundled = [
        rule_explanation(*_needed(facts, claim, bundle))
        for bundle in _bundles(facts.rules)
        if _under(facts, {candidate.key: candidate.value for candidate in bundle}) == claim
    ]
    if bundled or not pairs:
        return bundled
    moving = [candidate for candidate, score in scores.items() if score not in (None, right)]
    return [*_by_two(facts, claim, [*scores], moving)]


def _bundles(rules: RuleSet) -> Iterator[tuple[Candidate, ...]]:
    """All that a published rule set has otherwise in one rule, where that is more than one setting."""
    users: dict[tuple[tuple[str, Value], ...], list[str]] = {}
    now = rules.values()
    for name in preset_names():
        grouped: dict[str, list[tuple[str, Value]]] = {}
        for key, value in preset_settings(name).items():
            if value != now[key]:
                grouped.setdefault(key.partition(".")[0], []).append((key, value))
        for settings in grouped.values():
            if len(settings) > 1:
                users.setdefault(tuple(sorted(settings)), []).append(name)
    for bundle, names in users.items():
        yield tuple(Candidate(key, value, tuple(names)) for key, value in bundle)


def _needed(facts: Facts, claim: int, bundle: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    """The settings of a bundle without those that the claim does not rest on."""
    for candidate in bundle:
        rest = tuple(other for other in bundle if other is not candidate)
        if _under(facts, {other.key: other.value for other in rest}) == claim:
            return _needed(facts, claim, rest)
    return bundle


def _by_two(facts: Facts, claim: int, others: list[Candidate], moving: list[Candidate]) -> Iterator[Explanation]:
    """Two settings: of one rule, or of two rules each of which changes this hand by itself."""
    for pair in combinations(others, 2):
        one, other = pair
        if one.key == other.key or (one.group != other.group and not (one in moving and other in moving)):
            continue
        if _under(facts, {one.key: one.value, other.key: other.value}) == claim:
            yield rule_explanation(*pair)


def candidates(rules: RuleSet) -> Iterator[Candidate]:
    """Every other value that a published rule set gives a setting, or that its words name."""
    users: dict[tuple[str, Value], list[str]] = {}
    for name in preset_names():
        for key, value in load_preset(name).settings.items():
            users.setdefault((key, value), []).append(name)
    now = rules.values()
    for key, setting in RuleSet.all_settings().items():
        values = {value for used, value in users if used == key} | {*_words(setting)} | {setting.default}
        for value in sorted(values - {now[key]}, key=str):
            yield Candidate(key, value, tuple(users.get((key, value), ())))


def _words(setting: Setting) -> tuple[Value, ...]:
    """The values that a setting's own text names: its words, or the numbers that its sources play by."""
    if isinstance(setting.default, bool):
        return (not setting.default,)
    return tuple(setting.choices) or tuple(map(int, _NUMBERS.findall(setting.source)))


def _under(facts: Facts, settings: Mapping[str, Value]) -> int | None:
    """The score under other settings; None where the hand cannot be under them."""
    choice = facts.rules.choice
    rules = rule_set(choice.preset, tuple({**choice.settings, **settings}.items()))
    if rules is None:
        return None
    try:
        return score_side(rules, facts.before, facts.bids, facts.tricks, deal=facts.deal).after.score
    except ScorekeeperError:
        return None


@lru_cache(maxsize=4096)
def rule_set(preset: str, settings: tuple[tuple[str, Value], ...]) -> RuleSet | None:
    """A rule set, or None where its settings contradict each other; making one costs more than scoring a hand."""
    try:
        return RuleSet(preset, dict(settings))
    except RuleSettingError:
        return None


def rule_explanation(*changed: Candidate) -> Explanation:
    """House rules that differ, told as what gives another figure."""
    reason = "A house rule: " if len(changed) == 1 else "House rules together: "
    reason += "; and ".join(_told(candidate) for candidate in changed)
    together = len({candidate.group for candidate in changed}) == 1 and changed[0].presets
    rarity = max(map(_rarity, changed)) + (0.2 if together else _TWO_SETTINGS) * (len(changed) - 1)
    return Explanation("rule", f"{reason}.", rarity, {candidate.key: candidate.value for candidate in changed})


def _rarity(candidate: Candidate) -> float:
    """How seldom a setting is met, from 1: what the published rules have by default is met everywhere."""
    if candidate.value == RuleSet.all_settings()[candidate.key].default:
        return 1
    return 1 + 1 / (1 + len(candidate.presets))


def _told(candidate: Candidate) -> str:
    """The setting, what it means, and who plays it so."""
    setting = RuleSet.all_settings()[candidate.key]
    said = _said(candidate.value)
    told = f"{candidate.key} = {said} ({setting.choices.get(said, setting.text)})"
    return ", ".join(filter(None, [told, _source(candidate)]))


def _said(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _source(candidate: Candidate) -> str:
    """Who plays it so: as the setting says it, or the titles of rule sets that have it."""
    setting = RuleSet.all_settings()[candidate.key]
    said = _said(candidate.value)
    for part in setting.source.split("; "):
        names, mark, values = part.partition(" (")
        if mark and said in values.rstrip(")").replace(",", "").split():
            return f"as in {names}"
    titles = [load_preset(name).title for name in candidate.presets[:3]]
    return f"as in {', '.join(titles)}" if titles else ""
