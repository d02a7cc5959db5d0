"""What a walk down a sheet found: where it leaves the rules, why, and whether it matters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorekeeper.render.data import explanations_data, standing_data
from scorekeeper.render.style import Style, wrapped
from scorekeeper.render.words import setting_said
from scorekeeper.text import counted, listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scorekeeper.game import Value
    from scorekeeper.referee.walk import Departure, Ending, Walk

_MOST = 3


def walk_told(found: Walk, style: Style) -> str:
    """The walk in words; where the table plays by a house rule, that in place of every single hand."""
    lines: list[str] = []
    rule = found.plays_by
    if rule:
        said = f"The table simply plays by another rule, which explains every difference. {rule.reason}"
        lines += wrapped(said, style.columns)
        lines += wrapped(_how_to_set(rule.settings), style.columns)
    else:
        for departure in found.departures:
            lines += _departure(departure, found.hands, style)
        shown = [each.reason for departure in found.departures for each in departure.explanations[:_MOST]]
        if found.rules and found.rules[0].reason not in shown:
            lines += wrapped(f"This would explain it as well. {found.rules[0].reason}", style.columns)
            lines += wrapped(_how_to_set(found.rules[0].settings), style.columns)
    paint = style.bad if found.changes else style.bold
    lines += map(paint, wrapped(ending_told(found), style.columns))
    return style.glyphs("\n".join(lines))


def _departure(found: Departure, last: int, style: Style) -> Iterator[str]:
    off = found.written - found.expected
    way = "too many" if off > 0 else "too few"
    where = f"hand {found.hand}" if found.since == found.hand else f"hands {found.since} to {found.hand}"
    said = f"{found.side} leaves the rules in {where}: {found.written} is {counted(abs(off), 'point')} {way}"
    if found.back is not None:
        said += f", and hand {found.back} is right again."
    else:
        said += "." if found.hand == last else ", and from there on that was carried down."
    yield from wrapped(said, style.columns)
    for explanation in found.explanations[:_MOST]:
        for at, line in enumerate(wrapped(explanation.reason, style.columns - 4)):
            yield ("    " if at else "  - ") + line
    if not found.explanations:
        yield from wrapped("  - No common slip and no house rule that fits the other hands gives it.", style.columns)


def _how_to_set(settings: Mapping[str, Value]) -> str:
    said = " ".join(f"--rule {key}={setting_said(value)}" for key, value in settings.items())
    lines = listed([f"{key} = {_in_a_file(value)}" for key, value in settings.items()])
    return f"A game that is played so is started with {said}, or has {lines} under [rules] in its file."


def _in_a_file(value: Value) -> str:
    return f'"{value}"' if isinstance(value, str) else setting_said(value)


def ending_told(found: Walk) -> str:
    """Whether the winner changes: the question that matters."""
    by, written = found.by_rules, found.as_written
    now = f"The rules give {_scores(by)}"
    now += ", as is written." if _scores(by) == _scores(written) else f"; written is {_scores(written)}."
    right, wrong = by.outcome.winner, written.outcome.winner
    if right and right == wrong:
        hands = "" if by.hand == written.hand else f" By the rules that was hand {by.hand}, not hand {written.hand}."
        return f"The winner does not change: {right}.{hands} {now}"
    if right and wrong:
        return f"By the rules {right} has won, not {wrong}. {now}"
    if right:
        return f"By the rules {right} has won with hand {by.hand}; by the sheet the game goes on. {now}"
    if wrong:
        return f"By the rules the game goes on; by the sheet {wrong} has won with hand {written.hand}. {now}"
    return f"Nobody has won, by the rules or by the sheet. {now}"


def _scores(ending: Ending) -> str:
    return listed([f"{name} {standing.score}" for name, standing in ending.standings.items()])


def walk_data(found: Walk) -> dict[str, Any]:
    """The walk for scripts."""
    return {
        "departures": [_departure_data(each) for each in found.departures],
        "rules": explanations_data(found.rules),
        "plays_by": dict(found.plays_by.settings) if found.plays_by else None,
        "winner_changes": found.changes,
        "by_rules": _ending_data(found.by_rules),
        "as_written": _ending_data(found.as_written),
    }


def _departure_data(found: Departure) -> dict[str, Any]:
    return {
        "side": found.side,
        "hand": found.hand,
        "since": found.since,
        "written": found.written,
        "expected": found.expected,
        "back": found.back,
        "explanations": explanations_data(found.explanations),
    }


def _ending_data(ending: Ending) -> dict[str, Any]:
    return {
        "winner": ending.outcome.winner,
        "reason": ending.outcome.reason,
        "hand": ending.hand,
        "standings": {name: standing_data(at) for name, at in ending.standings.items()},
    }
