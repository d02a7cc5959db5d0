"""The command that writes a game in other forms: export."""
# os.path is loaded at every start; pathlib is not, and would cost time.
# ruff: noqa: PTH112

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.cli import games
from scorekeeper.cli.look import tell_mismatches
from scorekeeper.cli.screen import json_text, out, tell
from scorekeeper.errors import GameFileError, Problem, UsageError
from scorekeeper.storage import files, open_game
from scorekeeper.text import listed, safe

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scorekeeper.game import Game
    from scorekeeper.sheet import GameSheet

STDOUT = "-"


def _html(game: Game, sheet: GameSheet) -> str:
    from scorekeeper.render.page import game_page

    return game_page(game, sheet)


def markdown(game: Game, sheet: GameSheet) -> str:
    """The game in Markdown."""
    from scorekeeper.render.chat import in_markdown

    return in_markdown(game, sheet)


def _text(game: Game, sheet: GameSheet) -> str:
    from scorekeeper.render.chat import in_text

    return in_text(game, sheet)


def table(game: Game, sheet: GameSheet) -> str:
    """The game as CSV."""
    from scorekeeper.render.spreadsheet import in_csv

    return in_csv(game, sheet)


def _json(game: Game, sheet: GameSheet) -> str:
    from scorekeeper.render.data import game_data

    return json_text(game_data(game, sheet), unicode=True) + "\n"


class _Form(NamedTuple):
    """How a form of a game is made, and in which encoding it is written."""

    made: Callable[[Game, GameSheet], str]
    encoding: str = "utf-8"


FORMS = {
    "html": _Form(_html),
    "markdown": _Form(markdown),
    "text": _Form(_text),
    # With the mark of the encoding: without it Excel takes a CSV for its old code page, and breaks names.
    "csv": _Form(table, "utf-8-sig"),
    "json": _Form(_json),
}


def export(game: str | None, wanted: Mapping[str, str], *, force: bool) -> None:
    """Writes a game in each of the forms that are wanted: their names, and the files that they go to.

    Raises:
        UsageError: No form is wanted, or two would go to one place.
        GameFileError: A file is there already, or cannot be written. Nothing is written before all is made, and
            no file is written in part.
    """
    if not wanted:
        options = listed([f"--{form}" for form in FORMS])
        raise UsageError(Problem("", f"nothing says what to write; there are {options}.", "--text - shows it here."))
    opened = open_game(games.to_read(game))
    _check(opened.path, wanted, force=force)
    made = {form: FORMS[form].made(opened.game, opened.sheet) for form in wanted}
    for form, path in wanted.items():
        if path != STDOUT:
            _write(path, made[form].encode(FORMS[form].encoding), force=force)
            tell(safe(f"Wrote {path}."))
    for form in (form for form, path in wanted.items() if path == STDOUT):
        show_form(made[form])
    if "csv" in wanted:
        tell_left_out(opened.game)
    tell_mismatches(opened)


def show_form(text: str) -> None:
    """A form of the game on standard output."""
    out(text.replace("\r\n", "\n").removesuffix("\n"))


def tell_left_out(game: Game) -> None:
    """Says on standard error what of the game a CSV does not hold."""
    from scorekeeper.render.spreadsheet import left_out

    lost = left_out(game)
    if lost:
        tell(f"A CSV does not keep {listed(lost)}; the game file does.")


def _check(game: str, wanted: Mapping[str, str], *, force: bool) -> None:
    """Refuses targets that cannot be meant, before anything is written."""
    places: dict[str, str] = {}
    for form, path in wanted.items():
        place = path if path == STDOUT else os.path.realpath(path)
        twin = places.setdefault(place, form)
        if twin != form:
            what = f"--{twin} and --{form} would both go to {'standard output' if path == STDOUT else path}."
            raise UsageError(Problem("", safe(what), "Give each a place of its own."))
        if place == os.path.realpath(game) or path.endswith(".toml"):
            raise UsageError(Problem(f"--{form}", safe(f"{path} is the name of a game, which stays as it is.")))
        if path != STDOUT and os.path.isdir(place):
            raise GameFileError(Problem(safe(path), "this is a folder.", "Name a file in it, or elsewhere."))
        if path != STDOUT and os.path.lexists(place) and not force:
            raise GameFileError(_taken(path))


def _taken(path: str) -> Problem:
    return Problem(safe(path), "it exists already; nothing was written.", "--force writes over it.")


def _write(path: str, data: bytes, *, force: bool) -> None:
    try:
        files.write(path, data, over=force)
    except GameFileError as error:
        # The remedies there are for games.
        raise GameFileError(problem._replace(remedy="") for problem in error.problems) from None
