"""What was corrected and changed, when and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.render.style import Style, wrapped
from scorekeeper.render.words import hand_said, settings_said
from scorekeeper.text import noted, safe

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterator

    from scorekeeper.game import Correction, Game, Hand, RuleChange

_WORDS = {
    ("edit", ""): "corrected",
    ("accept", ""): "the totals by the rules accepted",
    ("undo", "entry"): "taken back",
    ("undo", "edit"): "the correction taken back",
    ("undo", "accept"): "the totals as they were written restored",
    ("redo", "accept"): "the totals by the rules accepted again",
    ("redo", "entry"): "brought back",
    ("redo", "edit"): "the correction brought back",
}


def history(game: Game, style: Style) -> str:
    """Every correction of a game and every change of its rules, oldest first."""
    if not game.corrections and not game.rule_changes:
        return "Nothing has been corrected or taken back."
    told = [(change.at, [*_changed(change, style)]) for change in game.rule_changes]
    told += [(correction.at, [*_told(game, at, style)]) for at, correction in enumerate(game.corrections)]
    # Stable, and by the clock alone: a time that an editor wrote with its zone compares with none that has none.
    told.sort(key=lambda entry: entry[0].replace(tzinfo=None))
    return style.glyphs("\n".join(line for _, lines in told for line in lines))


def _changed(change: RuleChange, style: Style) -> Iterator[str]:
    said = settings_said(change.settings)
    why = f" ({noted(change.why)})" if change.why else ""
    yield from wrapped(f"{_when(change.at)}  rules from hand {change.from_hand} on{why}", style.columns)
    for number, line in enumerate(wrapped(f"now: {said}", style.columns - 6)):
        yield "    " + "  " * bool(number) + line


def _when(at: datetime.datetime) -> str:
    return at.strftime("%Y-%m-%d %H:%M")


def _told(game: Game, at: int, style: Style) -> Iterator[str]:
    correction = game.corrections[at]
    what = _WORDS.get((correction.change, correction.of), safe(correction.change))
    yield from wrapped(f"{_when(correction.at)}  hand {correction.hand}: {what}{_reason(correction)}", style.columns)
    yield from _version("was", game, correction.was, style)
    yield from _version("now", game, _after(game, at), style)


def _reason(correction: Correction) -> str:
    return f" ({noted(correction.why)})" if correction.why else ""


def _version(word: str, game: Game, hand: Hand | None, style: Style) -> Iterator[str]:
    said = hand_said(game, hand) if hand else "not there"
    if hand and hand.totals:
        said += "; totals " + ", ".join(f"{name} {total}" for name, total in hand.totals.items())
    for number, line in enumerate(wrapped(f"{word}: {said}", style.columns - 6)):
        yield "    " + "  " * bool(number) + line


def _after(game: Game, at: int) -> Hand | None:
    """The hand as the correction left it: what the next one found, or what stands there now.

    A hand that was entered anew after it was taken back is no correction, so the version in between may be that.
    """
    number = game.corrections[at].hand
    later = [correction for correction in game.corrections[at + 1 :] if correction.hand == number]
    if later:
        return later[0].was
    return game.hands[number - 1] if number <= len(game.hands) else None
