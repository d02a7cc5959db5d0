"""The totals over the hands, drawn with characters, and told in sentences for who cannot see them.

Only markers, ticks and figures are handed to plotext. Names stay with us, since they may be anything.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import plotext

from scorekeeper.render.style import Style, wrapped
from scorekeeper.scoring import rules_now
from scorekeeper.text import counted, fit, listed, width

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scorekeeper.game import Game
    from scorekeeper.sheet import GameSheet

_WIDEST = 120
_ROWS = 17
_POINTS = "●○■□▲△"
_LINES = "━╌═┈▪+"
_LEVEL = "◆"
_TARGET = "─"
_ASCII = str.maketrans("●○■□▲△━╌═┈▪◆─│┤└┬", "ox%@A&*.=:'#-|++-")
_STEPS = [size * power for power in (10, 100, 1000, 10_000, 100_000) for size in (1, 2, 5)]


class _Lead(NamedTuple):
    """Who leads after a hand, and by how many points; all that are level where nobody does."""

    hand: int
    sides: tuple[str, ...]
    margin: int


def chart(game: Game, sheet: GameSheet, style: Style) -> str:
    """The whole screen of `score show --chart`."""
    if not sheet.hands:
        return "No hand has been played yet, so there is nothing to draw."
    totals = {side.name: [0, *(hand.sides[side.name].after.score for hand in sheet.hands)] for side in game.sides}
    target = rules_now(game).ending.target
    drawn = _drawn([*totals.values()], target, min(style.columns, _WIDEST))
    legend = _legend(totals, target, style)
    end = f" {sheet.outcome.reason}" if sheet.outcome.over else ""
    told = wrapped(summary(totals) + end, style.columns)
    if not style.unicode:
        drawn = drawn.translate(_ASCII)
    return style.glyphs("\n".join([drawn, "", *legend, "", *told]))


def _drawn(totals: Sequence[Sequence[int]], target: int, columns: int) -> str:
    """The picture alone, in so many columns."""
    hands = [*range(len(totals[0]))]
    figure = plotext.figure
    figure.clear()
    figure.theme("colorless")
    figure.plot_size(columns, _ROWS)
    figure.axes(active=False, side=1)
    low, high = min(map(min, totals)), max(*map(max, totals), target)
    heights = _ticks(low, high, target)
    figure.ruler("y").lim(low, high)
    figure.ruler("y").ticks(heights, [str(height) for height in heights])
    gutter = max(len(str(height)) for height in heights) + 1
    step = -(-(len(str(hands[-1])) + 2) * len(hands) // max(columns - gutter, 1))
    shown = hands[::step]
    figure.ruler("x").lim(0, hands[-1])
    figure.ruler("x").ticks(shown, [str(hand) for hand in shown])
    _line(hands[:: len(hands) - 1], [target, target], _TARGET)
    for line, side in zip(_LINES, totals, strict=False):
        _line(hands, side, line)
    for point, side in zip(_POINTS, totals, strict=False):
        figure.draw(figure.signal(hands[1:], [*side[1:]], marker=point))
    for hand, scores in [*zip(hands, zip(*totals, strict=True), strict=True)][1:]:
        level = [score for score in scores if scores.count(score) > 1]
        if level:
            figure.draw(figure.signal([hand] * len(level), level, marker=_LEVEL))
    drawn: str = figure.build().string(colorless=True)
    figure.clear()
    return "\n".join(line.rstrip() for line in drawn.rstrip("\n").split("\n"))


def _line(across: Sequence[int], up: Sequence[int], marker: str) -> None:
    signal = plotext.figure.signal([*across], [*up], marker=marker)
    signal.lines()
    plotext.figure.draw(signal)


def _ticks(low: int, high: int, target: int) -> list[int]:
    """Round heights from the lowest score to the highest, and the target, each on a row of its own."""
    reach = max(high - low, 1)
    step = next((step for step in _STEPS if reach / step <= _ROWS / 3), _STEPS[-1])
    rounded = range(-(-low // step) * step, high + 1, step)
    return sorted({target, *(height for height in rounded if height == target or abs(height - target) > reach / 8)})


def _legend(totals: Mapping[str, Sequence[int]], target: int, style: Style) -> Iterator[str]:
    """What each marker stands for, with the last total; on as few lines as fit."""
    parts = [
        f"{_mark(point + line + point, style)} {fit(name, max(style.columns - 12, 8))} {side[-1]}"
        for point, line, (name, side) in zip(_POINTS, _LINES, totals.items(), strict=False)
    ]
    if any(len({*scores}) < len(scores) for scores in [*zip(*totals.values(), strict=True)][1:]):
        parts.append(f"{_mark(_LEVEL, style)} level")
    parts.append(f"{_mark(_TARGET * 3, style)} target {target}")
    rows = [""]
    for part in parts:
        joined = f"{rows[-1]}   {part}" if rows[-1] else part
        rows[-1:] = [joined] if width(joined) <= style.columns or not rows[-1] else [rows[-1], part]
    yield from rows


def _mark(marker: str, style: Style) -> str:
    return marker if style.unicode else marker.translate(_ASCII)


def summary(totals: Mapping[str, Sequence[int]]) -> str:
    """Who led and since when, and the largest lead.

    Args:
        totals: Each side's scores, by its name: 0 before the first hand, then after each.
    """
    leads = [_lead(hand, totals) for hand in range(1, len(next(iter(totals.values()))))]
    told = [_now(leads)]
    widest = max(leads, key=lambda lead: lead.margin)
    if widest.margin:
        told.append(f"The largest lead was {widest.margin}, of {widest.sides[0]} after hand {widest.hand}.")
    leaders = [side for side, _ in groupby(lead.sides[0] for lead in leads if lead.margin)]
    if len(leaders) > 1:
        told.append(f"The lead changed {counted(len(leaders) - 1, 'time')}.")
    return " ".join(told)


def _lead(hand: int, totals: Mapping[str, Sequence[int]]) -> _Lead:
    scores = {name: side[hand] for name, side in totals.items()}
    best, second, *_ = sorted(scores.values(), reverse=True)
    return _Lead(hand, tuple(name for name, score in scores.items() if score == best), best - second)


def _now(leads: Sequence[_Lead]) -> str:
    last = leads[-1]
    if not last.margin:
        return f"After hand {last.hand} {listed(last.sides)} are level."
    since = last.hand
    for lead in reversed(leads):
        if lead.sides != last.sides:
            break
        since = lead.hand
    if since == 1:
        return f"{last.sides[0]} led from the first hand on, and is {last.margin} ahead."
    return f"{last.sides[0]} led from hand {since} on, and is {last.margin} ahead."
