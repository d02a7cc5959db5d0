"""Commands that take back and correct: edit, undo, redo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper import entry
from scorekeeper.cli import clock, games
from scorekeeper.cli.enter import apart, check_text
from scorekeeper.cli.look import print_game, tell_mismatches
from scorekeeper.cli.screen import manner, say, tell
from scorekeeper.cli.words import find_name, parse_bids, parse_tricks
from scorekeeper.entry import Edit, Step
from scorekeeper.errors import Problem, UsageError
from scorekeeper.render.words import hand_results, hand_said, problem_line
from scorekeeper.storage import OpenGame, changing, save

if TYPE_CHECKING:
    import datetime
    from collections.abc import Callable, Mapping, Sequence

    from scorekeeper.bids import Bid
    from scorekeeper.game import Game, Hand


def edit(
    number: int, words: Sequence[str], path: str | None, dealer: str, note: str | None, why: str, *, json: bool
) -> None:
    """Corrects a hand."""
    check_text(why, "--why")
    check_text(note or "", "--note")
    if not words and not dealer and note is None:
        what = "nothing says what to change."
        raise UsageError(Problem(f"hand {number}", what, f"score edit {number} / 5 3 0 5 gives it other tricks."))

    def corrected(game: Game) -> Game:
        made = _edit(game, entry.hand_of(game, number), words)
        who = find_name(game.players, dealer, "--dealer") if dealer else None
        return entry.edit_hand(game, number, made._replace(dealer=who, note=note), why, clock.now())

    with changing(games.to_read(path)) as opened:
        saved = save(opened, corrected(opened.game))
    say(f"Hand {number} corrected: {hand_said(saved.game, saved.game.hands[number - 1])}.")
    _report(saved, json=json)


def _edit(game: Game, old: Hand, words: Sequence[str]) -> Edit:
    """What the words change: bids before a stroke, tricks after it. By name, the others stay."""
    words = apart(words)
    at = words.index("/") if "/" in words else len(words)
    bids: Mapping[str, Bid] | None = None
    tricks: Mapping[str, int] | None = None
    if words[:at]:
        bids = {**old.bids, **parse_bids(game, words[:at])}
    if words[at + 1 :]:
        given = parse_tricks(game, bids or old.bids, words[at + 1 :])
        tricks = {**(old.tricks or {}), **given} if any("=" in word for word in words[at + 1 :]) else given
    return Edit(bids, tricks)


def undo(path: str | None, *, json: bool) -> None:
    """Takes the last entry or correction back."""
    saved, step = _step(path, entry.undo)
    if saved.game.corrections[-1].of == entry.ACCEPT:
        say("The totals of the file are again as they were written.")
    elif step.after is None:
        say(f"Hand {step.number} is taken back: {_said(saved.game, step.before)}.")
    elif step.before and step.before.tricks and not step.after.complete:
        say(f"The tricks of hand {step.number} are taken back; its bids stand: {_said(saved.game, step.after)}.")
    else:
        say(f"Hand {step.number} stands as before: {_said(saved.game, step.after)}.")
    _report(saved, json=json)


def redo(path: str | None, *, json: bool) -> None:
    """Brings back what was taken back."""
    saved, step = _step(path, entry.redo)
    if saved.game.corrections[-1].of == entry.ACCEPT:
        say("The totals of the file are again those of the rules.")
    else:
        say(f"Hand {step.number} is back: {_said(saved.game, step.after)}.")
    _report(saved, json=json)


def _step(path: str | None, make: Callable[[Game, datetime.datetime], Step]) -> tuple[OpenGame, Step]:
    with changing(games.to_read(path)) as opened:
        step = make(opened.game, clock.now())
        return save(opened, step.game), step


def _said(game: Game, hand: Hand | None) -> str:
    return hand_said(game, hand) if hand else ""


def report_change(saved: OpenGame, number: int, *, json: bool) -> None:
    """Says what a changed hand gives now, and how the game stands."""
    if not json and number < len(saved.sheet.hands):
        say(f"Hand {number} gives now: {hand_results(saved.sheet.hands[number - 1])}")
    _report(saved, json=json)


def _report(saved: OpenGame, *, json: bool) -> None:
    if json:
        print_game(saved, json=True)
        return
    if saved.sheet.hands:
        last = saved.sheet.hands[-1]
        say(f"After hand {last.number}: " + hand_results(last))
    if manner().at_table:
        return  # score play shows the rest
    if saved.sheet.outcome.over:
        say(saved.sheet.outcome.reason)
    for remark in saved.sheet.remarks:
        tell(f"Note: {problem_line(remark)}")
    tell_mismatches(saved)
