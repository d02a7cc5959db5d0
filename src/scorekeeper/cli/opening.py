"""The game of an evening: the one that goes on, a new one, or another with the same players."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from scorekeeper.cli import clock, games
from scorekeeper.cli.calls import call, quits, words_of
from scorekeeper.cli.choose import choose_rules
from scorekeeper.cli.screen import tell
from scorekeeper.cli.start import defaults, free_file, new_game, table_of, tell_unfitting, title
from scorekeeper.cli.words import find_name
from scorekeeper.errors import Problem, ScorekeeperError, UsageError
from scorekeeper.game import RuleChoice, folded
from scorekeeper.render.words import problem_line, rules_said
from scorekeeper.rules import RuleSet
from scorekeeper.rules.presets import load_preset, preset_names
from scorekeeper.storage import create, load_game, open_game
from scorekeeper.text import safe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.cli.prompt import Prompt
    from scorekeeper.game import Game, Side
    from scorekeeper.storage import OpenGame

_LOOKED_AT = 10
"""In how many other games of the folder names are looked for."""


def open_evening(players: Sequence[str], path: str | None, prompt: Prompt) -> OpenGame:
    """The game to go on with; where there is none, or players are named, a new one.

    Raises:
        UsageError: More than one game could be meant, or the players cannot sit at one table.
        EOFError: Whoever was asked wants to leave.
    """
    if not players:
        file = games.to_play(path)
        if file:
            return open_game(file)
        path = games.named(path)
    elif path and os.path.lexists(path):
        remedy = "Without names score play goes on with it; another --game begins a new one."
        raise UsageError(Problem(path, "it exists already, and players were named.", remedy))
    return _started(players, path, prompt)


def _started(players: Sequence[str], path: str | None, prompt: Prompt) -> OpenGame:
    """A new game, of which what is not known yet is asked."""
    free_file(path)
    usual = defaults(None)
    if players:
        table_of(players, "solo")
    names = players or _ask_names(usual.players, prompt)
    preset, settings = usual.rules, usual.settings
    if preset:
        tell(f"The rules are those of {safe(usual.path)}: {rules_said(RuleChoice(preset, settings))}.")
    else:
        preset, settings = choose_rules(lambda question: _ask_rules(question, prompt))
    sides = _ask_sides(names, load_preset(preset).sides, usual.sides, prompt)
    dealer = _ask_dealer(names, prompt)
    game = new_game(names, sides, RuleSet(preset, settings).choice, title(path))._replace(dealer=dealer)
    opened = create(free_file(path), game)
    tell(f"Started {safe(opened.path)}.")
    tell_unfitting(opened.game)
    return opened


def _ask_names(usual: Sequence[str], prompt: Prompt) -> tuple[str, ...]:
    known = _known_names()
    question = f"Players [{', '.join(usual)}]: " if usual else "Players: "
    tell("A new game. Who plays? The names clockwise, with blanks between; or commas, if a name has blanks.")
    while True:
        line = prompt.ask(question, lambda _: known)
        if quits(line):
            raise EOFError
        if not line and not usual:
            continue
        try:
            return tuple(side.name for side in table_of(_names_in(line) or usual, "solo"))
        except UsageError as error:
            _tell(error)


def _known_names() -> list[str]:
    """The players of the other games in the folder."""
    names: dict[str, None] = {}
    for file in games.in_folder()[:_LOOKED_AT]:
        try:
            names |= dict.fromkeys(load_game(file).players)
        except ScorekeeperError:
            continue
    return [*names]


def _names_in(line: str) -> list[str]:
    return [name.strip() for name in (line.split(",") if "," in line else line.split()) if name.strip()]


def _ask_rules(question: str, prompt: Prompt) -> str:
    """An answer to a question about the rules; `rules` shows them, and asks again."""
    while True:
        line = prompt.ask(question, lambda _: preset_names())
        if quits(line):
            raise EOFError
        if not line.startswith(("rules", "score rules")):
            return line
        call(words_of(line), "")


def _ask_sides(names: Sequence[str], rules: str, usual: Sequence[str], prompt: Prompt) -> tuple[Side, ...]:
    """The sides under the names that the table gives them; not asked where each player is one."""
    sides = table_of(names, rules, usual=usual)
    if all(len(side.players) == 1 for side in sides):
        return sides
    tell("What are the sides called, such as Us Them? Enter for the names in brackets.")
    while True:
        line = prompt.ask(f"Sides [{', '.join(side.name for side in sides)}]: ")
        if quits(line):
            raise EOFError
        try:
            return table_of(names, rules, ",".join(_names_in(line)), usual=usual)
        except UsageError as error:
            _tell(error)


def _ask_dealer(names: Sequence[str], prompt: Prompt) -> str:
    """Who deals the first hand; empty for the last player, who is the usual one."""
    while True:
        line = prompt.ask(f"Who deals first? [{names[-1]}]: ", lambda _: names)
        if quits(line) and folded(line) not in map(folded, names):
            raise EOFError
        try:
            return find_name(names, line, "") if line else ""
        except UsageError as error:
            _tell(error)


def another(old: OpenGame) -> OpenGame:
    """A new game with the same players, sides and rules; the deal has passed on."""
    game: Game = old.game
    *_, dealer = game.dealers()
    file = games.next_name(old.path, clock.now().date().isoformat())
    opened = create(file, new_game(game.players, game.sides, game.rules_now, title(file))._replace(dealer=dealer))
    tell(f"Started {safe(opened.path)}.")
    return opened


def _tell(error: ScorekeeperError) -> None:
    for problem in error.problems:
        tell(f"  {problem_line(problem)}")
