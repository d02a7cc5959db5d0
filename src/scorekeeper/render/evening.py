"""What a hand gave, as the table wants to see it before the next one is dealt: at one glance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.render.screen import what_matters
from scorekeeper.render.style import Style, name_in, right, width, wrapped
from scorekeeper.text import counted, signed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.game import Game
    from scorekeeper.sheet import GameSheet, HandSheet, Line, SideSheet

_EXPECTED = ("contract", "overtricks", "bags", "unbid hand")
"""Lines that say nothing new of a hand that went as it was bid."""


def hand_given(game: Game, hand: HandSheet, style: Style) -> str:
    """A line for each side with its points and where it stands; below it why, where anything went otherwise."""
    names = min(max(width(side.name) for side in game.sides), style.columns // 3)
    columns = (
        max(len(signed(sheet.points)) for sheet in hand.sides.values()),
        max(len(str(sheet.after.score)) for sheet in hand.sides.values()),
    )
    lines: list[str] = []
    for side in game.sides:
        sheet = hand.sides[side.name]
        lines.append(f"{name_in(side.name, names)}   {_result(sheet, columns, style)}")
        for line in sheet.lines:
            if line.rule not in _EXPECTED or (line.rule == "contract" and sheet.set):
                lines += (" " * (names + 3) + part for part in _because(line, style.columns - names - 3))
    return style.glyphs("\n".join(lines))


def _result(sheet: SideSheet, columns: tuple[int, int], style: Style) -> str:
    points, score = columns
    total = style.bold(right(str(sheet.after.score), score))
    return f"{style.points(right(signed(sheet.points), points))}, now {total} and {counted(sheet.after.bags, 'bag')}"


def _because(line: Line, columns: int) -> Iterator[str]:
    for at, part in enumerate(wrapped(f"{line.rule} {signed(line.points)}: {line.reason}", max(columns - 2, 10))):
        yield f"  {part}" if at else part


def next_up(game: Game, sheet: GameSheet, style: Style) -> str:
    """Who deals and bids, how each side stands and what comes close; or how the game ended."""
    return style.glyphs("\n".join(what_matters(game, sheet, style, totals=bool(sheet.hands))))
