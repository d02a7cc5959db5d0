"""The command that starts a game."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.cli import clock, games
from scorekeeper.cli.enter import check_text
from scorekeeper.cli.look import print_game
from scorekeeper.cli.screen import manner, say, tell
from scorekeeper.cli.words import find_name, parse_settings
from scorekeeper.errors import GameFileError, Problem, UsageError
from scorekeeper.game import Game, Side, seated, table_problems
from scorekeeper.render.words import players_said
from scorekeeper.rules import RuleSet
from scorekeeper.rules.presets import DEFAULT, load_preset, preset_names
from scorekeeper.storage import create
from scorekeeper.text import counted, listed, safe

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.game import RuleChoice, Value


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
    """Makes a game file, and shows the empty sheet. What is not said comes from the file of defaults."""
    check_text(name, "--name")
    chosen = parse_settings(settings)
    if target is not None and "ending.target" in chosen:
        raise UsageError(Problem("--target", "ending.target is given as well.", "Give one of them."))
    if target is not None:
        chosen["ending.target"] = target
    usual = defaults(rules)
    names = tuple(player.strip() for player in players) or usual.players
    if not names:
        remedy = "score new Ann Bob Cy Dee names them, clockwise; so can the file that score config tells of."
        raise UsageError(Problem("score new", "nothing says who plays.", remedy))
    if rules is None and not chosen and not usual.rules and sys.stdin.isatty() and sys.stderr.isatty():
        from scorekeeper.cli.choose import choose_rules
        from scorekeeper.cli.steps import from_first

        rules, chosen = from_first(choose_rules)
    rules = rules or usual.rules
    chosen = {**usual.settings, **chosen}
    preset = load_preset(rules or DEFAULT)
    table = table_of(names, preset.sides, sides, seating, usual.sides)
    game = new_game(names, table, RuleSet(preset.name, chosen).choice, name or title(path))
    if dealer:
        game = game._replace(dealer=find_name(game.players, dealer, "--dealer"))
    opened = create(free_file(path), game)
    print_game(opened, json=json)
    tell_unfitting(game)
    first = "When the cards are dealt: score bid, with a bid for each player in seat order."
    if RuleSet(*game.rules).bidding.unbid(1):
        first = "Hand 1 bids itself. When it has been played: score tricks, with the tricks of each side."
    say(f"\n{usual.said(named=bool(players))}Started {safe(opened.path)}. {first}")


class Defaults(NamedTuple):
    """What the file of defaults says of a new game."""

    path: str
    players: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    rules: str = ""
    settings: Mapping[str, Value] = {}

    def said(self, *, named: bool) -> str:
        """What was taken from the file, in a sentence."""
        taken = [*(["the players"] if self.players and not named else []), *(["the rules"] if self.rules else [])]
        return f"{listed(taken).capitalize()} are those of {safe(self.path)}. " if taken else ""


def defaults(rules: str | None) -> Defaults:
    """The defaults for a new game; rules that were named put aside all rules of the file.

    Raises:
        GameFileError: There is a fault in the file: no game may start by rules that nobody meant.
    """
    from scorekeeper.storage.config import chosen_settings, rule_problems

    config = manner().read_config()
    problems = (*config.problems, *rule_problems(config))
    if problems:
        raise GameFileError(problems)
    values = config.values
    found = Defaults(config.path, tuple(values.get("players", ())), tuple(values.get("sides", ())))
    settings = chosen_settings(config)
    if rules is None and (settings or "rules" in values):
        found = found._replace(rules=values.get("rules", DEFAULT), settings=settings)
    return found


def table_of(
    players: Sequence[str], rules: str, named: str = "", seating: str = "", usual: Sequence[str] = ()
) -> tuple[Side, ...]:
    """The sides of players who sit clockwise, under the names given, or else the usual names, if there are so many.

    Args:
        players: All of them.
        rules: How players sit by the rules, where nothing else was asked for: ``partners``, ``solo`` and so on.
        named: Names of the sides, with commas between.
        seating: How they sit.
        usual: The names that the sides of this table usually have.

    Raises:
        UsageError: So many players cannot sit so, a name cannot be, or the names of the sides do not fit.
    """
    names = tuple(player.strip() for player in players)
    _refuse_seating(seating, len(names))
    sides = _sides(names, named, seating or rules, usual)
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


def _sides(players: tuple[str, ...], named: str, kind: str, usual: Sequence[str]) -> tuple[Side, ...]:
    """The sides of the kind wanted, under the names given, or else the usual names, if there are so many."""
    sides = seated(players, kind)
    if not named and len(usual) != len(sides):
        return sides
    names = [name.strip() for name in named.split(",")] if named else usual
    if len(names) != len(sides):
        what = f"{counted(len(names), 'name')} for {len(sides)} sides."
        raise UsageError(Problem("--sides", what, "Name each, with commas between: Us,Them."))
    return tuple(side._replace(name=name) for side, name in zip(sides, names, strict=True))
