"""The command that makes a game of a paper sheet: import."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from scorekeeper.cli import games
from scorekeeper.cli.enter import check_text
from scorekeeper.cli.judge import check_totals
from scorekeeper.cli.screen import say, tell
from scorekeeper.cli.words import find_name, parse_settings
from scorekeeper.errors import GameFileError, Problem, UsageError
from scorekeeper.game import Game, Side, seated
from scorekeeper.rules import RuleSet
from scorekeeper.rules.presets import DEFAULT, load_preset
from scorekeeper.storage import create
from scorekeeper.storage.sheets import game_of, read_sheet
from scorekeeper.text import counted, listed, safe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.storage.sheets import PaperSheet


def import_sheet(
    path: str, game: str | None, name: str, rules: str | None, settings: Sequence[str], sides: str, *, json: bool
) -> None:
    """Makes a game file of a sheet, and checks its totals; ends with 1 where they do not hold."""
    check_text(name, "--name")
    preset = load_preset(rules or DEFAULT)
    choice = RuleSet(preset.name, parse_settings(settings)).choice
    stem = path.replace("\\", "/").rpartition("/")[2].rpartition(".")[0] or "sheet"
    file = games.named(game) or f"{stem}.toml"
    if not file.endswith(".toml"):
        raise GameFileError(Problem(file, "a game file has a name that ends in .toml.", f"Try --game {file}.toml."))
    sheet = read_sheet(path)
    table = _sides(sheet, sides, preset.sides)
    players = tuple(player for seat in zip(*(side.players for side in table), strict=False) for player in seat)
    made = game_of(sheet, Game(name or safe(stem), players, table, choice))
    opened = create(file, made)
    _say(sheet, opened.path, made)
    if not check_totals(opened, json=json):
        raise typer.Exit(1)


def _sides(sheet: PaperSheet, said: str, kind: str) -> tuple[Side, ...]:
    """The sides: those given, or else partners across the table under the names in the headers."""
    parts = [part.strip() for part in said.split(",") if part.strip()]
    if any("=" in part for part in parts):
        return tuple(_side(sheet, part) for part in parts)
    usual = seated(sheet.players, kind)
    names = parts or [*sheet.side_names]
    if not names or {*names} <= {side.name for side in usual}:
        return usual
    if len(names) != len(usual):
        what = f"{counted(len(names), 'name')} for {len(usual)} sides: {listed(names)}."
        raise UsageError(Problem("--sides", what, "Say who they are: --sides Us=Ann+Cy,Them=Bob+Dee."))
    return tuple(side._replace(name=name) for side, name in zip(usual, names, strict=True))


def _side(sheet: PaperSheet, part: str) -> Side:
    name, _, players = part.partition("=")
    return Side(name.strip(), tuple(find_name(sheet.players, word.strip(), "--sides") for word in players.split("+")))


def _say(sheet: PaperSheet, file: str, game: Game) -> None:
    """What was understood of the sheet."""
    sides = listed([f"{side.name} ({listed(side.players)})" for side in game.sides])
    say(safe(f"Made {file} of {sheet.path}: {counted(len(game.hands), 'hand')} of {sides}."))
    if sheet.left_out:
        tell(safe(f"Not read: {listed([f'“{header}”' for header in sheet.left_out])}."))
