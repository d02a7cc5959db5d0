"""Many games on a screen: who won, who bid well, the best hand and the worst."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.render.style import left, name_in, right, width, wrapped
from scorekeeper.render.words import rules_said
from scorekeeper.text import counted, safe, signed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from scorekeeper.render.style import Style
    from scorekeeper.stats import Figures, Peak, Row, Statistics

_GAP = "  "
_NARROWEST_NAME = 10
_MOST_RULES = 3
_NONE = "-"


class _Column(NamedTuple):
    """A column of figures: its head, and what stands in it."""

    head: str
    cell: Callable[[Row], str]


def average(total: int, times: int) -> str:
    """A mean with one digit behind the point, more being more than is known; a half goes up, as people round."""
    if not times:
        return _NONE
    tenths = (20 * abs(total) + times) // (2 * times)
    return f"{'-' if total < 0 < tenths else ''}{tenths // 10}.{tenths % 10}"


def points_a_hand(figures: Figures) -> str:
    """The points of a hand in the mean, with their sign."""
    mean = average(figures.points, figures.hands)
    return mean if mean in (_NONE, "0.0") or mean.startswith("-") else f"+{mean}"


def share(some: int, of: int) -> str:
    """So many of so many: a percentage would hide how few there were."""
    return f"{some} of {of}" if of else _NONE


_RESULTS = (
    _Column("games", lambda row: str(row.games)),
    _Column("won", lambda row: share(row.wins, row.finished)),
    _Column("in a row", lambda row: str(row.run)),
    _Column("hands", lambda row: str(row.figures.hands)),
    _Column("points/hand", lambda row: points_a_hand(row.figures)),
    _Column("bags", lambda row: str(row.figures.bags)),
    _Column("penalties", lambda row: str(row.figures.penalties)),
)
_NILS = (
    _Column("nil", lambda row: share(row.figures.nils_made, row.figures.nils)),
    _Column("blind nil", lambda row: share(row.figures.blind_nils_made, row.figures.blind_nils)),
)
_OWN_BIDS = (
    _Column("bid", lambda row: average(row.figures.own_bid, row.figures.own_hands)),
    _Column("took", lambda row: average(row.figures.own_took, row.figures.own_hands)),
    _Column("in hands", lambda row: str(row.figures.own_hands)),
    _Column("set", lambda row: share(row.figures.sets, row.figures.contracts)),
    *_NILS,
)
_CONTRACTS = (
    _Column("bid", lambda row: average(row.figures.bid, row.figures.contracts)),
    _Column("took", lambda row: average(row.figures.took, row.figures.contracts)),
    _Column("set", lambda row: share(row.figures.sets, row.figures.contracts)),
    *_NILS,
)

ORDERS: Mapping[str, Callable[[Row], tuple[float, ...]]] = {
    "name": lambda _: (),
    "games": lambda row: (row.games,),
    "won": lambda row: _of(row.wins, row.finished),
    "run": lambda row: (row.run,),
    "hands": lambda row: (row.figures.hands,),
    "points": lambda row: (_mean(row.figures.points, row.figures.hands),),
    "bags": lambda row: (row.figures.bags,),
    "penalties": lambda row: (row.figures.penalties,),
    "set": lambda row: _of(row.figures.sets, row.figures.contracts),
    "nil": lambda row: _of(row.figures.nils_made, row.figures.nils),
    "blind-nil": lambda row: _of(row.figures.blind_nils_made, row.figures.blind_nils),
    "best": lambda row: (row.best.points if row.best else -float("inf"),),
    "worst": lambda row: (-row.worst.points if row.worst else -float("inf"),),
}
"""What rows can be sorted by: the most first, for `worst` the fewest points; equals by name."""


def _of(some: int, of: int) -> tuple[float, ...]:
    """The most first, of equals those of fewer; none of none comes last."""
    return some, bool(of), -of


def _mean(total: int, times: int) -> float:
    return total / times if times else -float("inf")


def in_order(rows: Sequence[Row], column: str) -> list[Row]:
    """The rows, sorted by a column of `ORDERS`; rows that are equal there stay as they are, in order of names."""
    return sorted(rows, key=ORDERS[column], reverse=True) if column != "name" else [*rows]


def statistics_shown(found: Statistics, style: Style, *, players: bool, partnerships: bool) -> str:
    """The whole screen of `score stats`.

    Args:
        found: The figures, their rows in the order in which they are to stand.
        style: The screen.
        players: Whether players are shown.
        partnerships: Whether partnerships are shown.
    """
    parts = ["\n".join(_heading(found, style))]
    groups: list[tuple[str, Sequence[Row], Sequence[_Column]]] = []
    if players and found.players:
        groups.append(("Players", found.players, _OWN_BIDS))
    if partnerships and found.partnerships:
        groups.append(("Partnerships", found.partnerships, _CONTRACTS))
    for title, rows, bids in groups:
        if _fits(title, rows, style):
            parts.append("\n".join(_table(title, rows, _RESULTS, style)))
            parts.append("\n".join([*_table("", rows, bids, style), *_how_known(bids, style)]))
        else:
            parts.append("\n".join(_sentences(title, rows, style)))
    peaks = _without_repeats([rows for _, rows, _ in reversed(groups)])
    if peaks and _fits("", peaks, style):
        parts.append("\n".join(_peaks(peaks, style)))
    return style.glyphs("\n\n".join(parts))


def _heading(found: Statistics, style: Style) -> Iterator[str]:
    going = found.games - found.finished
    still = f" ({going} not over)" if going else ""
    said = f"{counted(found.games, 'game')}{still}, {counted(found.hands, 'hand')}{_days(found)}"
    yield from map(style.bold, wrapped(said, style.columns))
    if len(found.rules) > 1:
        yield from wrapped(_rules(found), style.columns)


def _days(found: Statistics) -> str:
    if found.first is None:
        return ""
    return f", {found.first}" if found.first == found.last else f", {found.first} to {found.last}"


def _rules(found: Statistics) -> str:
    """The rules that were played by, where there is more than one set of them."""
    told = [f"{rules_said(rules)} ({games})" for rules, games in found.rules[:_MOST_RULES]]
    more = len(found.rules) - len(told)
    others = f"; {more} more" if more else ""
    return (
        f"By {len(found.rules)} sets of rules: {'; '.join(told)}{others}. "
        "Points by other rules may not compare; --rules NAME counts one rule set."
    )


def _fits(title: str, rows: Sequence[Row], style: Style) -> bool:
    """Whether tables fit, with as much of each name as tells people apart."""
    taken = max(_taken(rows, columns) for columns in (_RESULTS, _OWN_BIDS, _CONTRACTS))
    names = max(len(title), min(_NARROWEST_NAME, max(width(row.name) for row in rows)))
    return taken + names <= style.columns


def _taken(rows: Sequence[Row], columns: Sequence[_Column]) -> int:
    return sum(len(_GAP) + size for size in _widths(rows, columns))


def _widths(rows: Sequence[Row], columns: Sequence[_Column]) -> list[int]:
    return [max(len(column.head), *(len(column.cell(row)) for row in rows)) for column in columns]


def _table(title: str, rows: Sequence[Row], columns: Sequence[_Column], style: Style) -> Iterator[str]:
    widths = _widths(rows, columns)
    room = style.columns - _taken(rows, columns)
    names = min(room, max(width(title), *(width(row.name) for row in rows)))
    heads = [right(column.head, size) for column, size in zip(columns, widths, strict=True)]
    yield style.bold(left(title, names)) + style.dim(_GAP + _GAP.join(heads))
    for row in rows:
        cells = [right(column.cell(row), size) for column, size in zip(columns, widths, strict=True)]
        yield f"{name_in(row.name, names)}{_GAP}{_GAP.join(cells)}"


def _how_known(columns: Sequence[_Column], style: Style) -> Iterator[str]:
    """Of which hands the means of a player's own bids and tricks are."""
    if columns is _OWN_BIDS:
        told = "Bid and took: in the mean, in hands whose tricks were counted by player."
        yield from map(style.dim, wrapped(told, style.columns))


def _without_repeats(groups: Sequence[Sequence[Row]]) -> list[Row]:
    """Rows whose best or worst hand is not that of a row before: a player's is mostly that of a partnership."""
    shown: list[Row] = []
    told: set[Peak | None] = {None}
    for rows in groups:
        shown += [row for row in rows if not {row.best, row.worst} <= told]
        told.update(peak for row in shown for peak in (row.best, row.worst))
    return shown


def _peaks(rows: Sequence[Row], style: Style) -> Iterator[str]:
    """Each row's best and worst hand, with the place where it stands."""
    names = min(style.columns // 3, max(width(row.name) for row in rows))
    points = max(len(signed(peak.points)) for row in rows for peak in (row.best, row.worst) if peak)
    for row in rows:
        for name, label, peak in ((row.name, "best", row.best), ("", "worst", row.worst)):
            if peak:
                start = f"{name_in(name, names)}{_GAP}{left(label, 5)}{_GAP}"
                figure = style.points(right(signed(peak.points), points))
                indent = width(start) + points + len(_GAP)
                first, *more = wrapped(_place(peak), max(style.columns - indent, _NARROWEST_NAME))
                yield f"{start}{figure}{_GAP}{first}"
                yield from (" " * indent + line for line in more)


def _place(peak: Peak) -> str:
    """Where a hand stands; games are told apart by their files, for every Friday's may have one name."""
    return f"hand {peak.hand} of {safe(peak.file)}"


def _sentences(title: str, rows: Sequence[Row], style: Style) -> Iterator[str]:
    """Sentences, where no table fits: every figure whole."""
    yield style.bold(title)
    for row in rows:
        yield from wrapped(_story(row), style.columns)


def _story(row: Row) -> str:
    figures = row.figures
    won = f"won {share(row.wins, row.finished)}" if row.finished else "none over"
    parts = [
        f"{row.name}: {counted(row.games, 'game')}, {won}, {row.run} in a row",
        f"{counted(figures.hands, 'hand')}, {points_a_hand(figures)} points a hand",
        f"{counted(figures.bags, 'bag')}, bag penalties {figures.penalties}",
    ]
    if len(row.players) > 1 and figures.contracts:
        bid, took = average(figures.bid, figures.contracts), average(figures.took, figures.contracts)
        parts.append(f"contract {bid}, took {took}")
    elif figures.own_hands:
        bid, took = average(figures.own_bid, figures.own_hands), average(figures.own_took, figures.own_hands)
        parts.append(f"bid {bid}, took {took} in {counted(figures.own_hands, 'hand')}")
    if figures.contracts:
        parts.append(f"set {share(figures.sets, figures.contracts)}")
    if figures.nils:
        parts.append(f"nil made {share(figures.nils_made, figures.nils)}")
    if figures.blind_nils:
        parts.append(f"blind nil made {share(figures.blind_nils_made, figures.blind_nils)}")
    for label, peak in (("best", row.best), ("worst", row.worst)):
        if peak:
            parts.append(f"{label} {signed(peak.points)}, {_place(peak)}")
    return "; ".join(parts) + "."
