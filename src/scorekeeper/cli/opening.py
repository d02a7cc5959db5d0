"""The game of an evening: the one that goes on, a new one, or another with the same players."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.cli import clock, games
from scorekeeper.cli.calls import call, quits, words_of
from scorekeeper.cli.choose import choose_rules
from scorekeeper.cli.screen import tell
from scorekeeper.cli.start import defaults, free_file, new_game, table_of, tell_unfitting, title
from scorekeeper.cli.steps import BACK, Step, StepBackError, from_first, walk
from scorekeeper.cli.words import find_name
from scorekeeper.errors import Problem, ScorekeeperError, UsageError
from scorekeeper.game import RuleChoice, folded
from scorekeeper.render.words import problem_line, rules_said
from scorekeeper.rules import RuleSet
from scorekeeper.rules.presets import load_preset, preset_names
from scorekeeper.storage import create, load_game, open_game
from scorekeeper.text import counted, safe

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.cli.prompt import Completions, Prompt
    from scorekeeper.cli.start import Defaults
    from scorekeeper.game import Game, Side, Value
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


class _Table(NamedTuple):
    """What is known of a new game; empty where it is not known yet, or where the usual is meant."""

    names: tuple[str, ...] = ()
    preset: str = ""
    settings: Mapping[str, Value] = {}
    sides: tuple[Side, ...] = ()
    dealer: str = ""


def _started(players: Sequence[str], path: str | None, prompt: Prompt) -> OpenGame:
    """A new game, of which what is not known yet is asked."""
    free_file(path)
    usual = defaults(None)
    if players:
        table_of(players, "solo")
    known = _Table(tuple(players), usual.rules, usual.settings)
    if known.preset:
        tell(f"The rules are those of {safe(usual.path)}: {rules_said(RuleChoice(usual.rules, usual.settings))}.")
    table = from_first(lambda: walk(_steps(usual, prompt), known))
    rules = RuleSet(table.preset, table.settings).choice
    game = new_game(table.names, table.sides or _sides(table, usual), rules, title(path))
    opened = create(free_file(path), game._replace(dealer=table.dealer))
    tell(f"Started {safe(opened.path)}.")
    tell_unfitting(opened.game)
    return opened


def _steps(usual: Defaults, prompt: Prompt) -> list[Step[_Table]]:
    """The questions before a game; the sides are not asked for where each player is one."""

    def rules(table: _Table) -> _Table:
        preset, settings = choose_rules(lambda question: _ask_rules(question, prompt))
        return table._replace(preset=preset, settings=settings)

    return [
        Step(lambda table: not table.names, lambda table: table._replace(names=_ask_names(usual.players, prompt))),
        Step(lambda table: not table.preset, rules),
        Step(
            lambda table: any(len(side.players) > 1 for side in _sides(table, usual)),
            lambda table: table._replace(sides=_ask_sides(table, usual, prompt)),
        ),
        Step(lambda _: True, lambda table: table._replace(dealer=_ask_dealer(table.names, prompt))),
    ]


def _sides(table: _Table, usual: Defaults, named: str = "") -> tuple[Side, ...]:
    return table_of(table.names, load_preset(table.preset).sides, named, usual=usual.sides)


def _asked(question: str, prompt: Prompt, completions: Completions | None = None) -> str:
    """A line that is an answer.

    Raises:
        EOFError: Somebody wants to leave.
        StepBackError: Somebody wants to go back to the question before.
    """
    line = prompt.ask(question, completions)
    if quits(line):
        raise EOFError
    if line == BACK:
        raise StepBackError
    return line


def _ask_names(usual: Sequence[str], prompt: Prompt) -> tuple[str, ...]:
    known = _known_names()
    question = f"Players [{', '.join(usual)}]: " if usual else "Players: "
    tell("A new game. Who plays? The names clockwise, with blanks between; or commas, if a name has blanks.")
    while True:
        line = _asked(question, prompt, lambda _: known)
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


def _ask_sides(table: _Table, usual: Defaults, prompt: Prompt) -> tuple[Side, ...]:
    """The sides under the names that the table gives them."""
    sides = _sides(table, usual)
    example = " ".join(["Us", "Them", "You"][: len(sides)])
    tell(f"What are the sides called, such as {example}? Enter for the names in brackets.")
    while True:
        names = _names_in(_asked(f"Sides [{', '.join(side.name for side in sides)}]: ", prompt))
        if names and len(names) != len(sides):
            remedy = f"Name each, with blanks between: {example}."
            _tell(UsageError(Problem("", f"{counted(len(names), 'name')} for {len(sides)} sides.", remedy)))
            continue
        try:
            return _sides(table, usual, ",".join(names))
        except UsageError as error:
            _tell(error)


def _ask_dealer(names: Sequence[str], prompt: Prompt) -> str:
    """Who deals the first hand; empty for the last player, who is the usual one."""
    while True:
        line = prompt.ask(f"Who deals first? [{names[-1]}]: ", lambda _: names)
        if folded(line) not in map(folded, names):
            if quits(line):
                raise EOFError
            if line == BACK:
                raise StepBackError
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
