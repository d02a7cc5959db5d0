"""The command that lists, explains, compares and changes rules."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from scorekeeper.cli import clock
from scorekeeper.cli.enter import check_text
from scorekeeper.cli.look import print_game
from scorekeeper.cli.screen import out_json, out_long, say, style_of
from scorekeeper.cli.words import parse_settings
from scorekeeper.errors import Problem, RuleSettingError, UsageError
from scorekeeper.rules import RuleSet
from scorekeeper.rules.presets import DEFAULT, preset_names
from scorekeeper.text import suggestion

if TYPE_CHECKING:
    from collections.abc import Sequence


def rules(name: str, *, json: bool) -> None:
    """The rule sets and rules, or one of them."""
    from scorekeeper.render import data, rulebook

    style = style_of(sys.stdout)
    kinds = RuleSet.kinds()
    group = name if name in kinds else name.partition(".")[0] if name in RuleSet.all_settings() else ""
    if not name:
        text, facts = rulebook.rulebook(style), data.rulebook_data()
    elif name in preset_names():
        text, facts = rulebook.preset_explained(name, style), data.preset_data(name)
    elif group in kinds:
        text, facts = rulebook.rule_explained(kinds[group], style), data.rule_data(kinds[group])
    else:
        remedy = suggestion(name, [*preset_names(), *kinds, *RuleSet.all_settings()]) or "score rules lists them all."
        raise RuleSettingError(Problem("", f"there is no rule set or rule called “{name}”.", remedy))
    if json:
        out_json(facts)
    else:
        out_long(text)


def compare(name: str, other: str, *, json: bool) -> None:
    """What differs between two rule sets, and a smallest hand that shows it."""
    from scorekeeper.render import data, rulebook

    first, second = RuleSet(name or DEFAULT), RuleSet(other)
    if json:
        out_json(data.comparison_data(first, second))
    else:
        out_long(rulebook.compared(first, second, style_of(sys.stdout)))


def change_rules(words: Sequence[str], path: str | None, why: str, *, beside: str, json: bool) -> None:
    """Changes settings of a game from its next hand on; `beside` is what else was asked for, which has no place."""
    from scorekeeper import entry
    from scorekeeper.cli.enter import change
    from scorekeeper.render.words import settings_said

    check_text(why, "--why")
    if beside:
        what = f"it changes the game, and “{beside}” has no place beside it."
        raise UsageError(Problem("--change", what, "Ask for one thing at a time."))
    settings = parse_settings(words, "--change")
    if not settings:
        raise UsageError(Problem("--change", "nothing says what changes.", "For example --change nil.made=50."))
    saved = change(path, lambda game: entry.change_rules(game, settings, why, clock.now()))
    last = saved.game.rule_changes[-1]
    before = " The hands before keep their rules." if last.from_hand > 1 else ""
    say(f"From hand {last.from_hand} on: {settings_said(settings)}.{before}")
    if json:
        print_game(saved, json=True)
