"""What can be typed at the prompts of `score play`: the short help, and the words that Tab completes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.cli.calls import OWN, commands, is_command
from scorekeeper.cli.words import shell_word
from scorekeeper.render.style import left, width, wrapped
from scorekeeper.rules import RuleSet
from scorekeeper.rules.presets import preset_names
from scorekeeper.text import safe

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scorekeeper.game import Game

_BIDS = """\
Bids, in the order asked: {compact} is {spaced}. n is nil, b blind nil.
From 10 on, put blanks between: {ten}. By name: {name}=4.
Some are enough; the others are asked then."""
_TRICKS = """\
Tricks, in the order asked: {compact}. By name: {name}=5 or {name} 5.
What follows from these is not asked. From 10 on, put blanks between."""
_OVER = "y begins another game with the same players; Enter leaves."
_ANYWHERE = "Instead of that, at any time:"
_KEYS = {
    "<": "one step back",
    "u": "undo the last entry; redo brings it back",
    "s, e, log": "the sheet; the last hand explained, e 3 for hand 3; what was corrected",
    "{side}=290": "rule on a score that somebody says; 290? without a name",
    "edit 3 / 5 8": "correct hand 3: bids, a stroke, tricks; void 3 takes it out",
    "note TEXT": "put a note on the hand",
    "rules nil": "what the rules say of nil; rules --change nil.made=50 changes them",
    "help edit": "more of one command; every command of score works here",
    "q": "leave; every entry is stored",
}
_NARROW = 50
"""With fewer columns, what a key does stands below it."""


def help_text(game: Game, asked: Sequence[str], columns: int, *, tricks: bool) -> str:
    """What can be typed now, on lines of at most so many columns."""
    if not asked:
        here = _OVER
    elif tricks:
        compact = " or ".join(["8"] if len(asked) == 1 else ["530"[: len(asked)], "5 3 0"[: 2 * len(asked) - 1]])
        here = _TRICKS.format(compact=compact, name=asked[0])
    else:
        figures = [*"43n432"[: len(asked)]]
        here = _BIDS.format(
            compact="".join(figures),
            spaced=" ".join(figures).replace("n", "nil"),
            ten=" ".join(["10", *figures[1:]]),
            name=asked[0],
        )
    keys = {key.format(side=safe(game.sides[0].name)): meaning for key, meaning in _KEYS.items()}
    return "\n".join([*_flowing(here, columns), _ANYWHERE, *_in_two_columns(keys, columns)])


def _flowing(text: str, columns: int) -> list[str]:
    return [part for line in text.split("\n") for part in wrapped(line, columns)]


def _in_two_columns(keys: Mapping[str, str], columns: int) -> Iterator[str]:
    """Each key with its meaning beside it; below it where there is no room."""
    indent = 4 if columns < _NARROW else min(max(map(width, keys)) + 3, columns // 3)
    for key, meaning in keys.items():
        first, *more = wrapped(meaning, columns - indent)
        if width(key) + 2 < indent:
            yield f"{left(f' {key}', indent)}{first}"
        else:
            yield f" {key}"
            yield f"{' ' * indent}{first}"
        yield from (f"{' ' * indent}{part}" for part in more)


def completions(game: Game, asked: Sequence[str], text: str) -> list[str]:
    """The words that could stand next: after a command its names and keys, else who is asked, or a command."""
    first, *more = text.lstrip().removeprefix("score ").split(" ")
    if not more:
        # Names begin with a capital, commands with a small letter: B is Bob, b may be either.
        return [*(f"{name}=" for name in asked), *([] if first[:1].isupper() else [*sorted(commands()), *OWN])]
    if not is_command(text):
        return [f"{name}=" for name in asked]
    if first in ("rules", "check"):
        if "--change" in more or "--rule" in more:
            return [f"{key}=" for key in RuleSet.all_settings()]
        return [*preset_names(), *RuleSet.kinds(), "--change", "--compare", "--claim"]
    names = [*game.players, *(side.name for side in game.sides if side.name not in game.players)]
    return [*map(shell_word, names), "renege", "--why", "--note", "--dealer"]
