"""The command that looks at many games: stats."""

from __future__ import annotations

import os
import re
import sys
from calendar import monthrange
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

import typer

from scorekeeper import stats
from scorekeeper.cli.screen import out, out_json, style_of, tell
from scorekeeper.cli.words import find_name, shell_word
from scorekeeper.errors import Problem, UsageError
from scorekeeper.render.stats import ORDERS, in_order, statistics_shown
from scorekeeper.render.words import problem_line
from scorekeeper.rules.presets import load_preset
from scorekeeper.storage.collection import find_games, read_games
from scorekeeper.text import counted, listed, safe, suggestion

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scorekeeper.stats import GameRecord, Statistics, Wanted
    from scorekeeper.storage.collection import Reading

_DATE = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")
_DAY = "A day is written 2026-11-27, a month 2026-11, a year 2026."


class Asked(NamedTuple):
    """What is to be counted, and how it is to be shown."""

    paths: Sequence[str]
    players: Sequence[str]
    since: str
    until: str
    rules: str | None
    sort: str
    only_players: bool
    only_partnerships: bool
    json: bool
    csv: bool


def show_stats(asked: Asked) -> None:
    """Counts many games; ends with 3 where one could not be counted, after the figures of all others."""
    _check(asked)
    since, until = _day("--since", asked.since, last=False), _day("--until", asked.until, last=True)
    if since and until and since > until:
        what = f"it is {until}, and --since is {since}; nothing lies between."
        raise UsageError(Problem("--until", what, "Swap them."))
    preset = load_preset(asked.rules).name if asked.rules else ""
    found = find_games(asked.paths or [os.curdir])
    records, problems = _records(_read(found.files))
    problems = [*found.problems, *problems]
    for problem in problems:
        tell(problem_line(problem))
    if not records and not problems:
        where = listed([*map(safe, asked.paths)]) or "this folder"
        raise UsageError(Problem("", f"there is no game in {where}.", "Name game files, or folders with games."))
    wanted = stats.Wanted(_players(records, asked.players), since, until, preset)
    counted_up = _sorted(stats.statistics(records, wanted), asked.sort)
    _tell_passed_over(counted_up, wanted)
    _show(counted_up, problems, asked)
    if problems:
        raise typer.Exit(3)


def _check(asked: Asked) -> None:
    if asked.json and asked.csv:
        raise UsageError(Problem("--csv", "--json was given as well.", "Choose one of them."))
    if asked.only_players and asked.only_partnerships:
        what = "--partnerships was given as well."
        raise UsageError(Problem("--players", what, "Leave both out to see both tables."))
    if asked.sort not in ORDERS:
        remedy = suggestion(asked.sort, [*ORDERS]) or f"Columns are {', '.join(ORDERS)}."
        raise UsageError(Problem("--sort", f"there is no column “{asked.sort}”.", remedy))


def _day(option: str, said: str, *, last: bool) -> date | None:
    """A day; of a month or a year the first or the last. None where nothing was said.

    Raises:
        UsageError: It is no day.
    """
    if not said:
        return None
    written = _DATE.fullmatch(said)
    try:
        if written:
            year, month, day = (int(part) if part else None for part in written.groups())
            return _edge(year or 0, month, day, last=last)
    except ValueError:
        pass  # the 31st of April
    raise UsageError(Problem(option, f"“{said}” is no day.", _DAY))


def _edge(year: int, month: int | None, day: int | None, *, last: bool) -> date:
    """The day, or the first or last one of the month or year.

    Raises:
        ValueError: There is no such day.
    """
    if month is None:
        return date(year, 12, 31) if last else date(year, 1, 1)
    return date(year, month, day if day is not None else monthrange(year, month)[1] if last else 1)


def _read(files: Sequence[str]) -> Iterator[Reading]:
    """The games; where it takes long, with a bar on a terminal that can show one. What is piped on has none."""
    readings = read_games(files)
    if not (sys.stdout.isatty() and sys.stderr.isatty()) or os.environ.get("TERM") == "dumb":
        return readings
    from scorekeeper.render.progress import watched

    return watched(readings, len(files), "Reading games", sys.stderr)


def _records(readings: Iterable[Reading]) -> tuple[list[GameRecord], list[Problem]]:
    """The games, and what is wrong with those that cannot be accepted: of each the first fault."""
    records: list[GameRecord] = []
    problems: list[Problem] = []
    first: dict[bytes, str] = {}
    copies: list[tuple[str, str]] = []
    for reading in readings:
        if reading.record is None:
            problems.append(_one_of(reading))
        elif first.setdefault(reading.mark, reading.file) != reading.file:
            copies.append((reading.file, first[reading.mark]))
        else:
            records.append(reading.record)
    for copy, original in copies:
        tell(safe(f"{copy} is a copy of {original}: the game counts once."))
    return records, problems


def _one_of(reading: Reading) -> Problem:
    """The first fault of a file, and how many more there are."""
    fault, *more = reading.problems
    others = f"{counted(len(more), 'more fault')}: score check -g {shell_word(reading.file)}." if more else ""
    return fault._replace(remedy=f"{fault.remedy} {others}".strip())


def _players(records: Sequence[GameRecord], words: Sequence[str]) -> tuple[str, ...]:
    """The players that words mean, among all who play in any of the games."""
    names = sorted(stats.spellings(records).values())
    return tuple(find_name(names, word, "--player") for word in words) if names else ()


def _tell_passed_over(found: Statistics, wanted: Wanted) -> None:
    """Says how many games are not counted, and why."""
    reasons = {
        stats.BEFORE: f"started before {wanted.since}",
        stats.AFTER: f"started after {wanted.until}",
        stats.UNDATED: "without a date",
        stats.RULES: f"by other rules than {wanted.preset}",
        stats.PLAYERS: f"without {listed(wanted.players)}",
    }
    told = [
        f"{counted(found.passed_over[key], 'game')} {why}" for key, why in reasons.items() if found.passed_over[key]
    ]
    if told:
        tell(f"Not counted: {listed(told)}.")


def _sorted(found: Statistics, column: str) -> Statistics:
    return found._replace(
        players=tuple(in_order(found.players, column)), partnerships=tuple(in_order(found.partnerships, column))
    )


def _show(found: Statistics, problems: Sequence[Problem], asked: Asked) -> None:
    players, partnerships = not asked.only_partnerships, not asked.only_players
    if asked.json:
        from scorekeeper.render.stats_data import statistics_data

        out_json(statistics_data(found, problems, players=players, partnerships=partnerships))
    elif asked.csv:
        from scorekeeper.render.stats_data import statistics_csv

        out(statistics_csv(found.players if players else (), found.partnerships if partnerships else ()))
    else:
        out(statistics_shown(found, style_of(sys.stdout), players=players, partnerships=partnerships))
