"""Many games as plain data: for `--json`, and as CSV for a spreadsheet. Names are stable, as in `render.data`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorekeeper.render.data import problems_data, rules_data
from scorekeeper.stats import Row
from scorekeeper.text import safe

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorekeeper.errors import Problem
    from scorekeeper.stats import Peak, Statistics

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes a cell that begins with one of these for a formula, and runs it."""


def statistics_data(
    found: Statistics, problems: Iterable[Problem], *, players: bool, partnerships: bool
) -> dict[str, Any]:
    """The figures for scripts: sums, never means, so that nothing is rounded; and what could not be counted."""
    data: dict[str, Any] = {
        "games": found.games,
        "finished": found.finished,
        "hands": found.hands,
        "first": found.first.isoformat() if found.first else None,
        "last": found.last.isoformat() if found.last else None,
        "rules": [{**rules_data(rules), "games": games} for rules, games in found.rules],
        "passed_over": dict(found.passed_over),
        "problems": problems_data(problems),
    }
    if players:
        data["players"] = [_row_data(row) for row in found.players]
    if partnerships:
        data["partnerships"] = [_row_data(row) for row in found.partnerships]
    return data


def _row_data(row: Row) -> dict[str, Any]:
    return {
        "players": list(row.players),
        **_sums(row),
        "best": row.best._asdict() if row.best else None,
        "worst": row.worst._asdict() if row.worst else None,
    }


def _sums(row: Row) -> dict[str, int]:
    """The figures of a row by name. A partnership has no tricks of one player."""
    figures = row.figures._asdict()
    if len(row.players) > 1:
        figures = {name: figure for name, figure in figures.items() if not name.startswith("own_")}
    return {"games": row.games, "finished": row.finished, "wins": row.wins, "longest_run": row.run, **figures}


def statistics_csv(players: Iterable[Row], partnerships: Iterable[Row]) -> str:
    """One line a player and one a partnership, below one line of headers; text is never a formula."""
    import csv
    import io

    table = [*(("player", row) for row in players), *(("partnership", row) for row in partnerships)]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    places = [f"{label}_{part}" for label in ("best", "worst") for part in ("points", "file", "game", "hand")]
    writer.writerow(["kind", "name", *_SUMS, *places])
    for kind, row in table:
        sums = _sums(row)
        cells = [sums.get(name, "") for name in _SUMS]
        writer.writerow([kind, _text(row.name), *cells, *_place(row.best), *_place(row.worst)])
    return text.getvalue().rstrip("\n")


_SUMS = tuple(_sums(Row(())))
"""The names of all figures, in order."""


def _place(peak: Peak | None) -> Sequence[int | str]:
    return [peak.points, _text(peak.file), _text(peak.game), peak.hand] if peak else [""] * 4


def _text(cell: str) -> str:
    """A cell of text, which a spreadsheet must not run."""
    shown = safe(cell)
    return f"'{shown}" if cell.startswith(_FORMULA) else shown
