"""Results as plain data, for `--json`. Names are stable: things are added, never renamed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorekeeper.compare import differing_settings, smallest_difference
from scorekeeper.rules import RuleSet
from scorekeeper.rules.presets import load_preset, preset_names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.errors import Problem
    from scorekeeper.game import Correction, Game, Hand, RuleChange, RuleChoice
    from scorekeeper.referee.claims import Ruling
    from scorekeeper.referee.why import Explanation
    from scorekeeper.rules.base import Rule
    from scorekeeper.sheet import GameSheet, HandSheet, Line, SideSheet, Standing


def rules_data(choice: RuleChoice) -> dict[str, Any]:
    """The rules chosen: the rule set's name and the settings laid over it."""
    return {"preset": choice.preset, "settings": dict(choice.settings)}


def standing_data(standing: Standing) -> dict[str, int]:
    """A score in points, and bags."""
    return {"score": standing.score, "bags": standing.bags}


def line_data(line: Line) -> dict[str, Any]:
    """One reasoned entry."""
    return {"rule": line.rule, "points": line.points, "bags": line.bags, "reason": line.reason}


def side_data(sheet: SideSheet) -> dict[str, Any]:
    """A side's hand with its lines."""
    return {
        "before": standing_data(sheet.before),
        "lines": [line_data(line) for line in sheet.lines],
        "points": sheet.points,
        "after": standing_data(sheet.after),
    }


def facts_data(hand: Hand) -> dict[str, Any]:
    """What was bid and won, as it stands in the file."""
    return {
        "bids": {player: bid.fact for player, bid in hand.bids.items()},
        "tricks": None if hand.tricks is None else dict(hand.tricks),
        "totals": None if hand.totals is None else dict(hand.totals),
        "note": hand.note,
        "rulings": [{key: fact for key, fact in ruling._asdict().items() if fact} for ruling in hand.rulings],
        "void": hand.void,
    }


def hand_data(hand: HandSheet) -> dict[str, Any]:
    """A complete hand, scored."""
    sides = {name: side_data(sheet) for name, sheet in hand.sides.items()}
    return {
        "hand": hand.number,
        "dealer": hand.dealer,
        **facts_data(hand.hand),
        "sides": sides,
        "mismatches": dict(hand.mismatches),
    }


def game_data(game: Game, sheet: GameSheet) -> dict[str, Any]:
    """A whole game, scored."""
    *_, dealer = game.dealers()
    return {
        "name": game.name,
        "started": game.started.isoformat() if game.started else None,
        "players": list(game.players),
        "sides": {side.name: list(side.players) for side in game.sides},
        "rules": rules_data(game.rules),
        "rule_changes": rule_changes_data(game.rule_changes),
        "hands": [hand_data(hand) for hand in sheet.hands],
        "in_play": facts_data(game.in_play) if game.in_play else None,
        "standings": {name: standing_data(standing) for name, standing in sheet.standings.items()},
        "outcome": {"over": sheet.outcome.over, "winner": sheet.outcome.winner, "reason": sheet.outcome.reason},
        "ended_with": sheet.ended_with,
        "next_dealer": None if sheet.outcome.over else dealer,
        "remarks": problems_data(sheet.remarks),
    }


def ruling_data(ruling: Ruling) -> dict[str, Any]:
    """The ruling on a claim about one side's hand."""
    data = {
        "rules": rules_data(ruling.rules.choice),
        **side_data(ruling.sheet),
        "claim": ruling.claim,
        "verdict": ruling.verdict,
        "explanations": explanations_data(ruling.explanations),
    }
    fact = "bags" if ruling.by_bags else "nil tricks"
    values = [{fact: count, "after": standing_data(after)} for count, after in _missing(ruling)]
    if values:
        data["missing"] = {"fact": fact, "values": values}
    return data


def _missing(ruling: Ruling) -> Iterable[tuple[int, Standing]]:
    return (ruling.by_bags or ruling.by_tricks).items()


def explanations_data(found: Iterable[Explanation]) -> list[dict[str, Any]]:
    """What makes a claimed figure come out: house rules with their settings, and slips."""
    return [
        {"kind": each.kind, **({"settings": dict(each.settings)} if each.settings else {}), "reason": each.reason}
        for each in found
    ]


def problems_data(problems: Iterable[Problem]) -> list[dict[str, str]]:
    """Faults, each with where, what and remedy."""
    return [{"where": problem.where, "what": problem.what, "remedy": problem.remedy} for problem in problems]


def corrections_data(corrections: Iterable[Correction]) -> list[dict[str, Any]]:
    """What was corrected, oldest first."""
    return [
        {
            "at": correction.at.isoformat(timespec="seconds"),
            "change": correction.change,
            "of": correction.of,
            "hand": correction.hand,
            "why": correction.why,
            "was": None if correction.was is None else facts_data(correction.was),
        }
        for correction in corrections
    ]


def rule_changes_data(changes: Iterable[RuleChange]) -> list[dict[str, Any]]:
    """What was changed of the rules during the game, in order."""
    return [
        {
            "at": change.at.isoformat(timespec="seconds"),
            "from_hand": change.from_hand,
            "settings": dict(change.settings),
            "why": change.why,
        }
        for change in changes
    ]


def preset_data(name: str) -> dict[str, Any]:
    """A published rule set, with the value of every setting."""
    preset = load_preset(name)
    return {
        "preset": name,
        "title": preset.title,
        "source": preset.source,
        "parent": preset.parent,
        "players": list(preset.players),
        "sides": preset.sides,
        "note": preset.note,
        "differs": dict(preset.settings),
        "settings": RuleSet(name).values(),
    }


def rule_data(kind: type[Rule]) -> dict[str, Any]:
    """A rule with its text and its settings."""
    return {
        "rule": kind.group,
        "title": kind.title,
        "text": kind.text(),
        "settings": {
            f"{kind.group}.{name}": {
                "default": setting.default,
                "text": setting.text,
                "expected": setting.expected,
                "choices": dict(setting.choices),
                "source": setting.source,
            }
            for name, setting in kind.settings.items()
        },
    }


def rulebook_data() -> dict[str, Any]:
    """All published rule sets and all rules."""
    return {
        "presets": [preset_data(name) for name in preset_names()],
        "rules": [rule_data(kind) for kind in RuleSet.kinds().values()],
    }


def comparison_data(first: RuleSet, second: RuleSet) -> dict[str, Any]:
    """What differs between two rule sets, and a smallest hand that they score differently."""
    found = smallest_difference(first, second)
    hand = found and {
        "bids": [bid.fact for bid in found.bids],
        "tricks": list(found.tricks),
        "bags": found.bags,
        "scores": [side_data(found.first), side_data(found.second)],
    }
    differs = {key: list(values) for key, values in differing_settings(first, second).items()}
    return {"rules": [first.choice.preset, second.choice.preset], "differs": differs, "hand": hand}
