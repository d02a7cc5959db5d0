"""A short evening for somebody who has just installed the program: real commands, in a folder of their own."""

from __future__ import annotations

import os
import shlex
import sys
from contextlib import ExitStack, chdir, contextmanager, redirect_stderr
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

import typer

from scorekeeper.cli.screen import ask, out, style_of
from scorekeeper.errors import GameFileError, Problem
from scorekeeper.render.style import wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.render.style import Style


class Step(NamedTuple):
    """One step of the evening: a command, and what it is for."""

    command: str
    purpose: str


EVENING = (
    Step(
        "score new Ann Bob Cy Dee --sides Us,Them -g friday.toml --rules pagat",
        "Name the players clockwise. Ann and Cy are partners, Bob and Dee.",
    ),
    Step("score bid 4 3 nil 4", "Put down the bids as they are spoken, in the order of the seats."),
    Step("score tricks 5 3 0 5", "After the hand, put down the tricks. What they gave is said at once."),
    Step("score add-hand 3 4 4 2 / 5 8", "A whole hand at once: bids, a stroke, and a pile for each side."),
    Step("score undo", "That was wrong: two tricks of Cy lay under Dee's. Take it back; nothing is lost."),
    Step("score add-hand 3 4 4 2 / 7 6", "And put it down as it was."),
    Step("score show", "The score sheet, and what matters now."),
    Step("score explain", "Every figure of the last hand, with its rule."),
    Step(
        "score check --score 337 --bags 7 --bid 5 --took 8 --claim 390",
        "A quarrel at another table: 337 points and 7 bags, bid 5, took 8. “390”, says one. “No, 290.”",
    ),
)
END = """\
That was an evening. Yours begins with the names of your players:

  score new Ann Bob Cy Dee

score help lists all commands, and score help show explains one."""


def demo(*, fast: bool) -> None:
    """Plays the evening. On a terminal it waits for Enter between the steps, and q leaves."""
    style = style_of(sys.stdout)
    waits = not fast and sys.stdin.isatty() and sys.stdout.isatty()
    _tell_all("A short evening, played in a folder of its own. None of your files is touched.", style)
    with _table(style):
        for number, step in enumerate(EVENING):
            if waits and number and _left():
                break
            _play(step, style)
    _tell_all(f"\n{END}", style)


def _tell_all(text: str, style: Style) -> None:
    for line in text.split("\n"):
        out("\n".join(wrapped(line, style.columns)))


@contextmanager
def _table(style: Style) -> Iterator[None]:
    """An empty folder for the time of the evening, with the built-in defaults and no pager."""
    around = {**os.environ, "SCORE_CONFIG": os.devnull, "SCORE_PAGER": "cat"}
    around.pop("SCORE_GAME", None)
    if not style.colour:
        around["NO_COLOR"] = "1"
    before = dict(os.environ)
    with ExitStack() as stack:
        try:
            folder = stack.enter_context(TemporaryDirectory(prefix="score-demo-"))
            stack.enter_context(chdir(folder))
        except OSError as error:
            raise GameFileError(
                Problem("", f"no folder could be made to play in: {error.strerror or error}.")
            ) from None
        os.environ.clear()
        os.environ.update(around)
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)


def _left() -> bool:
    """Whether the reader has seen enough."""
    try:
        return ask("\nEnter goes on, q leaves: ").casefold() in ("q", "quit")
    except EOFError:
        return True


def _play(step: Step, style: Style) -> None:
    """Shows a step, and runs its command, of which all is shown that a terminal would show."""
    from scorekeeper.cli.main import Exit, main

    _tell_all(f"\n{step.purpose}", style)
    for line in wrapped(f"$ {step.command}", style.columns):
        out(style.bold(line))
    with redirect_stderr(sys.stdout):
        code = main(shlex.split(step.command)[1:])
    if code not in (Exit.FINE, Exit.WRONG):
        raise typer.Exit(code)
    if code:
        out(f"[exit code {code:d}: the claim does not hold]")
