"""The totals over the hands, as a picture (SVG) that stands in a page or alone.

Each side has a dash and a mark of its own, so that nothing hangs on colour. Colours are variables of the page
(`--ink`, `--faint`, `--hairline`, `--side-1` to `--side-6`), with fallbacks for a picture that stands alone.
"""

from __future__ import annotations

from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.scoring import rules_now
from scorekeeper.text import counted, fit, listed, safe, width

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorekeeper.game import Game, Side
    from scorekeeper.sheet import GameSheet

_WIDTH = 460
_LEFT, _RIGHT, _TOP, _PLOT = 46, 44, 14, 216
_UNDER = 42  # from the plot to the first name
_ROW = 20
_LONGEST = 32  # columns of a name; the widest letters of that many just fit
_SHORT = 13  # columns of names that stand two abreast
_MARKS = 24  # marks on a line, at most: more would run together

_DASHES = ("", "7 4", "2 3", "11 3 2 3", "5 2 2 2 2 2", "14 5")
_COLOURS = ("#1d5a8e", "#a84a14", "#39702f", "#7a3f8f", "#7a6000", "#4a5863")
_SHAPES = (
    "M{w} {y}a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0z",  # a disc
    "M{w} {n}h6.8v6.8h-6.8z",  # a square
    "M{x} {n}l4.2 7.4h-8.4z",  # a triangle
    "M{x} {n}l4.4 4.4l-4.4 4.4l-4.4 -4.4z",  # a diamond
    "M{x} {s}l4.2 -7.4h-8.4z",  # a triangle on its point
    "M{w} {n}l7 7m0 -7l-7 7",  # a cross
)


class _Scale(NamedTuple):
    """Where hands and points lie in the picture.

    Attributes:
        hands: The number of the last hand shown; 1 where there is none.
        low: The least points shown.
        high: The most.
    """

    hands: int
    low: int
    high: int

    def x(self, hand: int) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * hand / self.hands

    def y(self, points: int) -> float:
        return _TOP + _PLOT * (self.high - points) / (self.high - self.low)


def svg_graph(game: Game, sheet: GameSheet) -> str:
    """The totals of all sides over the hands, with the target, as one `<svg>` element."""
    target = rules_now(game).ending.target
    totals = [[0, *(hand.sides[side.name].after.score for hand in sheet.hands)] for side in game.sides]
    step = _step(min(0, *map(min, totals)), max(target, *map(max, totals)), 6)
    low = step * (min(map(min, totals)) // step)
    high = -step * (-max(target, *map(max, totals)) // step)
    scale = _Scale(max(len(sheet.hands), 1), low, high)
    names = [safe(side.name) for side in game.sides]
    abreast = 2 if max(map(width, names)) <= _SHORT else 1
    rows = -(-len(names) // abreast)
    parts = [
        *_head(game, sheet, target, _TOP + _PLOT + _UNDER + _ROW * rows),
        *_grid(scale, step, target),
        *_hand_numbers(scale, len(sheet.hands)),
        *_lines(totals, scale),
        *_figures(totals, scale),
        *_legend(names, abreast),
        "</svg>",
    ]
    return "\n".join(parts)


def swatch(at: int) -> str:
    """A piece of the line of the side at this place, for a name that stands elsewhere on the page."""
    box = 'viewBox="0 0 40 12" width="40" height="12"'
    return f'<svg class="swatch" {box} aria-hidden="true">{_sample(at, 0, 6, 40)}</svg>'


def _head(game: Game, sheet: GameSheet, target: int, height: int) -> Iterator[str]:
    yield (
        f'<svg class="graph" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img" '
        'aria-labelledby="graph-title graph-text" font-family="system-ui, sans-serif" font-size="12" '
        'fill="var(--ink, currentColor)" stroke-linecap="butt">'
    )
    yield '<title id="graph-title">Totals hand by hand</title>'
    yield f'<desc id="graph-text">{escape(_told(game, sheet, target))}</desc>'


def _told(game: Game, sheet: GameSheet, target: int) -> str:
    """What the picture shows, in words."""
    if not sheet.hands:
        return f"No hand has been played yet. The target is {target}."
    now = listed([f"{safe(name)} {at.score}" for name, at in sheet.standings.items()])
    ways = listed([f"{safe(side.name)} from {low} to {high}" for side, low, high in _spans(game, sheet)])
    return f"After {counted(len(sheet.hands), 'hand')}: {now}. The totals went: {ways}. The target is {target}."


def _spans(game: Game, sheet: GameSheet) -> Iterator[tuple[Side, int, int]]:
    for side in game.sides:
        totals = [0, *(hand.sides[side.name].after.score for hand in sheet.hands)]
        yield side, min(totals), max(totals)


def _step(low: int, high: int, most: int) -> int:
    """The least of 1, 2, 5, 10, 20, 50, ... that divides what lies between into at most so many parts."""
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            if (high - low) / step <= most:
                return step
        size *= 10


def _grid(scale: _Scale, step: int, target: int) -> Iterator[str]:
    """A line for each round number of points, a strong one for zero, a dashed one for the target."""
    right = _WIDTH - _RIGHT
    apart = abs(scale.y(0) - scale.y(step))
    for points in range(scale.low, scale.high + 1, step):
        y = scale.y(points)
        if points != target:
            stroke = "var(--faint, #6b6b6b)" if points == 0 else "var(--hairline, #c8c8c8)"
            yield f'<path d="M{_LEFT} {y:.1f}H{right}" stroke="{stroke}" stroke-width="1"/>'
        if points == target or abs(points - target) * apart / step > 12:
            yield _text(_LEFT - 7, y + 4, _minus(points), "end", faint=points != target)
    y = scale.y(target)
    if target % step:
        yield _text(_LEFT - 7, y + 4, str(target), "end")
    yield (
        f'<path d="M{_LEFT} {y:.1f}H{right}" stroke="var(--ink, currentColor)" stroke-width="1" '
        'stroke-dasharray="1 3"/>'
    )
    yield _text(_LEFT + 4, y - 4, "target", "start", faint=True)


def _hand_numbers(scale: _Scale, hands: int) -> Iterator[str]:
    y = _TOP + _PLOT + 17
    if not hands:
        yield _text(_LEFT + (_WIDTH - _LEFT - _RIGHT) / 2, _TOP + _PLOT / 2, "No hand has been played yet.", "middle")
        return
    step = _step(0, hands, 14)
    for number in range(step, hands + 1, step):
        yield _text(scale.x(number), y, str(number), "middle", faint=True)
    yield _text(_LEFT - 7, y, "hand", "end", faint=True)


def _lines(totals: Sequence[Sequence[int]], scale: _Scale) -> Iterator[str]:
    """Each side's line with its marks; the first side lies on top, for its line has no gaps to look through."""
    every = -(-scale.hands // _MARKS)
    for at, own in reversed([*enumerate(totals)]):
        if len(own) < 2:
            continue
        points = [(scale.x(hand), scale.y(total)) for hand, total in enumerate(own)]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        yield f'<path d="M{path}" fill="none" {_stroke(at)}/>'
        marked = [points[hand] for hand in range(len(own) - 1, 0, -every)]
        yield f'<path d="{"".join(_mark(at, x, y) for x, y in marked)}" {_filled(at)}/>'


def _stroke(at: int) -> str:
    dash = f' stroke-dasharray="{_DASHES[at]}"' if _DASHES[at] else ""
    return f'stroke="{_colour(at)}" stroke-width="2" stroke-linejoin="round"{dash}'


def _filled(at: int) -> str:
    """How a side's marks are drawn: the cross with lines, all others filled."""
    return f'fill="{_colour(at)}" stroke="{_colour(at)}" stroke-width="{2 if at == 5 else 0}"'


def _colour(at: int) -> str:
    return f"var(--side-{at + 1}, {_COLOURS[at]})"


def _mark(at: int, x: float, y: float) -> str:
    places = {"x": x, "y": y, "w": x - 3.5, "n": y - (4.4 if at in (2, 3) else 3.5), "s": y + 4.4}
    return _SHAPES[at].format(**{name: f"{place:.1f}" for name, place in places.items()})


def _figures(totals: Sequence[Sequence[int]], scale: _Scale) -> Iterator[str]:
    """The last totals at the ends of their lines, moved apart where they would lie on each other."""
    if len(totals[0]) < 2:
        return
    ends = sorted((scale.y(own[-1]), at) for at, own in enumerate(totals))
    for y, at in zip(_apart([y for y, _ in ends]), (at for _, at in ends), strict=True):
        figure = _minus(totals[at][-1])
        yield (
            f'<text x="{_WIDTH - _RIGHT + 8}" y="{y + 4:.1f}" font-weight="700" fill="{_colour(at)}">{figure}</text>'
        )


def _apart(places: Sequence[float]) -> list[float]:
    """Sorted places moved as little as needed so that 14 lie between each two, and all within the plot."""
    moved = [*places]
    for _ in range(60):
        close = [at for at, (upper, lower) in enumerate(pairwise(moved)) if lower - upper < 13.9]
        if not close:
            break
        for at in close:
            gap = (14 - (moved[at + 1] - moved[at])) / 2
            moved[at] -= gap
            moved[at + 1] += gap
        over = max(0, _TOP - moved[0])
        under = max(0, moved[-1] - _TOP - _PLOT)
        moved[0] += over
        moved[-1] -= under
    return moved


def _legend(names: Sequence[str], abreast: int) -> Iterator[str]:
    column = (_WIDTH - _LEFT) / abreast
    for at, name in enumerate(names):
        x = _LEFT + column * (at % abreast)
        y = _TOP + _PLOT + _UNDER + _ROW * (at // abreast)
        shown = escape(fit(name, _LONGEST))
        yield f"<g><title>{escape(name)}</title>{_sample(at, x, y - 4, 40)}{_text(x + 48, y, shown, 'start')}</g>"


def _sample(at: int, x: float, y: float, length: float) -> str:
    line = f'<path d="M{x:.1f} {y:.1f}h{length:.0f}" fill="none" {_stroke(at)}/>'
    return f'{line}<path d="{_mark(at, x + length / 2, y)}" {_filled(at)}/>'


def _text(x: float, y: float, text: str, anchor: str, *, faint: bool = False) -> str:
    fill = ' fill="var(--faint, #6b6b6b)"' if faint else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{fill}>{text}</text>'


def _minus(points: int) -> str:
    """A figure with a minus that is as wide as a plus, and that a screen reader reads."""
    return str(points).replace("-", "\N{MINUS SIGN}")
