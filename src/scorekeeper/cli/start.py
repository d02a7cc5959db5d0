"""The command that starts a game."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from scorekeeper.cli import clock, games
from scorekeeper.cli.enter import check_text
from scorekeeper.cli.look import print_game
from scorekeeper.cli.screen import tell
from scorekeeper.cli.words import find_name, parse_settings
from scorekeeper.errors import GameFileError, Problem, UsageError
from scorekeeper.game import Game, Side, seated, table_problems
from scorekeeper.render.words import players_said
from scorekeeper.rules import RuleSet
from scorekeeper.rules.presets import DEFAULT, load_preset, preset_names
from scorekeeper.storage import create
from scorekeeper.text import counted, listed, safe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.game import RuleChoice


def start(
    players: Sequence[str],
    path: str | None,
    name: str,
    rules: str | None,
    settings: Sequence[str],
    target: int | None,
    sides: str,
    dealer: str,
    *,
    seating: str,
    json: bool,
) -> None:
    """Makes a game file, and shows the empty sheet."""
    check_text(name, "--name")
    chosen = parse_settings(settings)
    if target is not None and "ending.target" in chosen:
        raise UsageError(Problem("--target", "ending.target is given as well.", "Give one of them."))
    if target is not None:
        chosen["ending.target"] = target
    if rules is None and not chosen and sys.stdin.isatty() and sys.stderr.isatty():
        from scorekeeper.cli.choose import choose_rules

        rules, chosen = choose_rules()
    preset = load_preset(rules or DEFAULT)
    table = table_of(players, preset.sides, sides, seating)
    game = new_game(players, table, RuleSet(preset.name, chosen).choice, name or title(path))
    if dealer:
        game = game._replace(dealer=find_name(game.players, dealer, "--dealer"))
    opened = create(free_file(path), game)
    print_game(opened, json=json)
    tell_unfitting(game)
    first = "When the cards are dealt: score bid, with a bid for each player in seat order."
    if RuleSet(*game.rules).bidding.unbid(1):
        first = "Hand 1 bids itself. When it has been played: score tricks, with the tricks of each side."
    tell(f"\nStarted {safe(opened.path)}. {first}")


def table_of(players: Sequence[str], usual: str, named: str = "", seating: str = "") -> tuple[Side, ...]:
    """The sides of players who sit clockwise: as the rules usually have it, or seated as was asked for.

    Raises:
        UsageError: So many players cannot sit so, a name cannot be, or the names of the sides do not fit.
    """
    names = tuple(player.strip() for player in players)
    _refuse_seating(seating, len(names))
    sides = _sides(names, named, seating or usual)
    problems = table_problems(names, sides)
    if problems:
        raise UsageError(problems)
    return sides


def new_game(players: Sequence[str], sides: tuple[Side, ...], rules: RuleChoice, name: str) -> Game:
    """A game that begins today."""
    names = tuple(player.strip() for player in players)
    return Game(name, names, sides, rules, clock.now().date())


def free_file(path: str | None) -> str:
    """The file of a new game: the one named, or one that is not taken.

    Raises:
        GameFileError: Its name is not that of a game file.
    """
    file = path or games.free_name(clock.now().date().isoformat())
    if not file.endswith(".toml"):
        raise GameFileError(Problem(file, "a game file has a name that ends in .toml.", f"Try --game {file}.toml."))
    return file


def tell_unfitting(game: Game) -> None:
    """Says that the rules are made for another number of players, if they are."""
    preset, count = load_preset(game.rules.preset), len(game.players)
    if count not in preset.players:
        others = [name for name in preset_names() if count in load_preset(name).players]
        fitting = f" Rule sets for {count}: {', '.join(others)}." if others else ""
        tell(f"\nNote: {preset.title} is made for {players_said(preset.players)}, and you are {count}.{fitting}")


def one_seating(*, solo: bool, pairs: bool, threes: bool) -> str:
    """The one way of seating that was asked for, or none.

    Raises:
        UsageError: There is more than one.
    """
    wanted = [name for name, flag in (("solo", solo), ("pairs", pairs), ("threes", threes)) if flag]
    if len(wanted) > 1:
        what = f"{listed([f'--{name}' for name in wanted])} exclude each other."
        raise UsageError(Problem("", what, "Give one of them."))
    return wanted[0] if wanted else ""


def _refuse_seating(seating: str, players: int) -> None:
    """Refuses sides that so many players cannot make.

    Raises:
        UsageError: They cannot.
    """
    needed = {"pairs": "four or six players", "threes": "six players"}.get(seating, "")
    if needed and players not in ((4, 6) if seating == "pairs" else (6,)):
        raise UsageError(Problem(f"--{seating}", f"it takes {needed}, and there are {players}."))


def title(path: str | None) -> str:
    """What a game in a file is called where nobody names it."""
    stem = path.replace("\\", "/").rpartition("/")[2].removesuffix(".toml") if path else ""
    return safe(stem) or f"Spades {clock.now().date().isoformat()}"


def _sides(players: tuple[str, ...], named: str, kind: str) -> tuple[Side, ...]:
    """The sides of the kind wanted, under the names given."""
    sides = seated(players, kind)
    if not named:
        return sides
    names = [name.strip() for name in named.split(",")]
    if len(names) != len(sides):
        what = f"{counted(len(names), 'name')} for {len(sides)} sides."
        raise UsageError(Problem("--sides", what, "Name each, with commas between: Us,Them."))
    return tuple(side._replace(name=name) for side, name in zip(sides, names, strict=True))
