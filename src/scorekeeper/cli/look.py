"""Commands that look: show, explain, log."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from scorekeeper.cli import games
from scorekeeper.cli.screen import manner, out, out_json, out_long, style_of, tell
from scorekeeper.errors import HandError, Problem, UsageError
from scorekeeper.storage import OpenGame, open_game
from scorekeeper.text import listed, safe

if TYPE_CHECKING:
    from scorekeeper.sheet import HandSheet


def show_current(game: str | None, *, json: bool) -> None:
    """`score` alone: the game, or how to start one."""
    try:
        path = games.to_read(game)
    except UsageError:
        if json:
            raise
        out("No game in this folder yet. Start one with the players' names, clockwise:\n  score new Ann Bob Cy Dee")
        out("score --help lists all commands.")
        return
    show(path, None, json=json)


def show(game: str | None, as_of: int | None, form: str = "", *, json: bool) -> None:
    """The score sheet, or another form of it: `chart`, `markdown` or `csv`."""
    opened = open_game(games.to_read(game))
    if as_of is not None:
        opened = _as_of(opened, as_of)
    if not form:
        print_game(opened, json=json)
        return
    _print_form(opened, form)
    tell_mismatches(opened)


def one_form(*, json: bool, **forms: bool) -> str:
    """The form that was asked for; empty for the sheet itself.

    Raises:
        UsageError: More than one was, or one and JSON.
    """
    asked = [f"--{form}" for form, wanted in {**forms, "json": json}.items() if wanted]
    if len(asked) > 1:
        raise UsageError(Problem("", f"{listed(asked)} exclude each other.", "Ask for one at a time."))
    return next((form for form, wanted in forms.items() if wanted), "")


def _print_form(opened: OpenGame, form: str) -> None:
    if form == "chart":
        out(_chart(opened))
        return
    from scorekeeper.cli import export

    export.show_form(export.FORMS[form].made(opened.game, opened.sheet))
    if form == "csv":
        export.tell_left_out(opened.game)


def _chart(opened: OpenGame) -> str:
    try:
        from scorekeeper.render.chart import chart
    except (ImportError, OSError) as error:  # it has a part made for each kind of machine
        what = f"plotext, which draws it, cannot be loaded here: {error}."
        raise UsageError(Problem("--chart", safe(what), "score show has every figure.")) from None
    return chart(opened.game, opened.sheet, style_of(sys.stdout))


def print_game(opened: OpenGame, *, json: bool) -> None:
    """The score sheet, or the whole game as data."""
    if json:
        from scorekeeper.render.data import game_data

        out_json(game_data(opened.game, opened.sheet))
    else:
        from scorekeeper.render.screen import TYPED, score_sheet

        typed = "" if manner().at_table else TYPED  # the prompts ask in bidding order
        out_long(score_sheet(opened.game, opened.sheet, style_of(sys.stdout), typed))
    tell_mismatches(opened)


def tell_mismatches(opened: OpenGame) -> None:
    """Says on standard error that totals in the file differ from the rules, if any do."""
    wrong = [hand.number for hand in opened.sheet.hands if hand.mismatches]
    if wrong:
        what = f"totals written from hand {wrong[0]} on differ from the rules: score check shows them."
        tell(f"{safe(opened.path)}: {what}")


def _as_of(opened: OpenGame, number: int) -> OpenGame:
    from scorekeeper.entry import hand_of
    from scorekeeper.scoring import score_game

    if number:
        hand_of(opened.game, number)
    changes = tuple(change for change in opened.game.rule_changes if change.from_hand <= number + 1)
    game = opened.game._replace(hands=opened.game.hands[:number], rule_changes=changes)
    return opened._replace(game=game, sheet=score_game(game))


def explain(number: int | None, game: str | None, *, json: bool) -> None:
    """The lines of a hand."""
    opened = open_game(games.to_read(game))
    hand = scored_hand(opened, number)
    if json:
        from scorekeeper.render.data import hand_data, rules_data

        out_json({"rules": rules_data(opened.game.rules_at(hand.number)), **hand_data(hand)})
    else:
        from scorekeeper.render.explain import hand_explained

        out_long(hand_explained(opened.game, hand, style_of(sys.stdout)))
    tell_mismatches(opened)


def scored_hand(opened: OpenGame, number: int | None) -> HandSheet:
    """A complete hand, scored: the one named, or the last.

    Raises:
        HandError: There is no such hand, or it is still being played.
    """
    from scorekeeper.entry import hand_of

    hands = opened.sheet.hands
    if number is None and hands:
        return hands[-1]
    hand_of(opened.game, number if number is not None else max(len(opened.game.hands), 1))
    if number is None or number > len(hands):
        where = f"hand {number or len(opened.game.hands)}"
        raise HandError(Problem(where, "it is still being played, so it has no score.", "score tricks ends it."))
    return hands[number - 1]


def log(game: str | None, *, json: bool) -> None:
    """The corrections, and the changes of the rules."""
    opened = open_game(games.to_read(game))
    if json:
        from scorekeeper.render.data import corrections_data, rule_changes_data

        changes = rule_changes_data(opened.game.rule_changes)
        out_json({"corrections": corrections_data(opened.game.corrections), "rule_changes": changes})
    else:
        from scorekeeper.render.history import history

        out_long(history(opened.game, style_of(sys.stdout)))


def outlook(game: str | None, *, json: bool) -> None:
    """What the next hand can bring."""
    from scorekeeper.referee.outlook import outlook as looked_ahead
    from scorekeeper.render.outlook import outlook_data, outlook_shown

    opened = open_game(games.to_read(game))
    coming = looked_ahead(opened.game, opened.sheet)
    if json:
        out_json(outlook_data(coming))
    else:
        out(outlook_shown(opened.game, coming, style_of(sys.stdout)))
    tell_mismatches(opened)
