"""Commands that rule: a renege, an adjustment, a hand that does not count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper import entry
from scorekeeper.cli import clock, games
from scorekeeper.cli.correct import report_change
from scorekeeper.cli.enter import check_text
from scorekeeper.cli.screen import say
from scorekeeper.cli.words import find_name
from scorekeeper.errors import Problem, UsageError
from scorekeeper.game import Ruling
from scorekeeper.render.words import ruling_said
from scorekeeper.scoring import ADJUSTMENT, RENEGE
from scorekeeper.storage import changing, save
from scorekeeper.text import noted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scorekeeper.game import Game


def renege(number: int, player: str, to: str, path: str | None, why: str, *, json: bool) -> None:
    """Rules that a player reneged in a hand."""

    def ruling(game: Game) -> Ruling:
        receiver = find_name([side.name for side in game.sides], to, "--to") if to else ""
        return Ruling(RENEGE, player=find_name(game.players, player, "player"), to=receiver, why=why)

    _rule(number, ruling, path, why, json=json)


def adjust(number: int, words: Sequence[str], path: str | None, why: str, *, json: bool) -> None:
    """Adds points to a side's hand, or takes some off, as the table agreed."""
    if not why:
        raise UsageError(Problem("--why", "the reason is missing.", "The table must know later what it went by."))
    if len(words) != 1 or "=" not in words[0]:
        raise UsageError(Problem("", "one side and its points are expected.", "For example Us=-30."))
    name, _, figure = words[0].rpartition("=")
    figure = figure.strip()
    digits = figure[figure[:1] in ("+", "-") :]
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 5):
        raise UsageError(Problem("", f"“{figure}” is no number of points.", "For example Us=-30."))

    def ruling(game: Game) -> Ruling:
        side = find_name([side.name for side in game.sides], name, "")
        return Ruling(ADJUSTMENT, side=side, points=int(figure), why=why)

    _rule(number, ruling, path, why, json=json)


def _rule(number: int, ruling: Callable[[Game], Ruling], path: str | None, why: str, *, json: bool) -> None:
    check_text(why, "--why")
    with changing(games.to_read(path)) as opened:
        made = ruling(opened.game)
        saved = save(opened, entry.rule_on(opened.game, number, made, clock.now()))
    say(f"Hand {number}: {ruling_said(made)}.")
    report_change(saved, number, json=json)


def void(number: int | None, path: str | None, why: str, *, lift: bool, json: bool) -> None:
    """Takes a hand out of the count, the one named, the one in play, or one that was thrown in; or counts it again."""
    check_text(why, "--why")
    if lift:
        if number is None:
            raise UsageError(Problem("--lift", "nothing says which hand.", "For example score void 3 --lift."))
        with changing(games.to_read(path)) as opened:
            saved = save(opened, entry.lift_void(opened.game, number, why, clock.now()))
        say(f"Hand {number} counts again.")
        report_change(saved, number, json=json)
        return
    with changing(games.to_read(path) if number is not None else games.to_change(path)) as opened:
        saved = save(opened, entry.void_hand(opened.game, number, why or "misdeal", clock.now()))
    at = len(saved.game.hands) if number is None else number
    *_, dealer = saved.game.dealers()
    say(f"Hand {at} is void ({noted(saved.game.hands[at - 1].void)}) and does not count; {dealer} deals next.")
    report_change(saved, len(saved.game.hands), json=json)
