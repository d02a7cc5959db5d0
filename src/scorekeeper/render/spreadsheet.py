"""A game as CSV: a row a hand, for a spreadsheet, under the headers that `score import` reads back.

The tricks are all that are known, and the totals those of the rules. Points and bags stand there for whoever
calculates with them. What the layout has no place for is named by `left_out`.
"""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING

from scorekeeper.render.words import ruling_said
from scorekeeper.text import safe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.game import Game, Hand
    from scorekeeper.sheet import GameSheet, HandSheet

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
"""What a spreadsheet would calculate, and what would be taken for it once its guard is off."""


def in_csv(game: Game, sheet: GameSheet) -> str:
    """The game as CSV, with lines that end as RFC 4180 has it."""
    text = io.StringIO(newline="")
    heads = [*_heads(game)]
    writer = csv.writer(
        text, quoting=csv.QUOTE_ALL if any(set(";\t") & {*head} for head in heads) else csv.QUOTE_MINIMAL
    )
    writer.writerow([guarded(head) for head in heads])
    plain = csv.writer(text)
    dealers = [*game.dealers()]
    for hand in sheet.hands:
        plain.writerow([*_row(game, hand.hand, hand.number, dealers[hand.number - 1], hand)])
    if game.in_play:
        plain.writerow([*_row(game, game.in_play, len(game.hands), dealers[len(game.hands) - 1], None)])
    return text.getvalue()


def left_out(game: Game) -> list[str]:
    """What of the game the layout cannot keep."""
    lost = []
    if any(hand.rulings for hand in game.hands):
        lost.append("rulings are told, but not read back")
    if game.rule_changes:
        lost.append("rules that changed during the game")
    if game.corrections:
        lost.append("what was corrected")
    return lost


def guarded(text: str) -> str:
    """A text cell that no spreadsheet takes for a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def _piles(game: Game) -> list[str]:
    """The sides that have a column of their own for tricks: those that are no player."""
    return [side.name for side in game.sides if side.players != (side.name,)]


def _heads(game: Game) -> Iterator[str]:
    yield from ("Hand", "Dealer")
    yield from (f"{player} bid" for player in game.players)
    yield from (f"{name} took" for name in [*game.players, *_piles(game)])
    for side in game.sides:
        yield from (f"{side.name} points", f"{side.name} total", f"{side.name} bags")
    yield "Note"
    if any(hand.void for hand in game.hands):
        yield "Void"
    if any(hand.rulings for hand in game.hands):
        yield "Rulings"


def _row(game: Game, hand: Hand, number: int, dealer: str, scored: HandSheet | None) -> Iterator[str]:
    yield from (str(number), guarded(dealer))
    yield from (str(hand.bids[player]) if player in hand.bids else "" for player in game.players)
    won = _won(game, scored) if scored and not hand.void else hand.tricks or {}
    yield from (str(won.get(name, "")) for name in [*game.players, *_piles(game)])
    for side in game.sides:
        after = scored.sides[side.name] if scored and not hand.void else None
        yield from (str(after.points), str(after.after.score), str(after.after.bags)) if after else ("", "", "")
    yield guarded(_line(hand.note))
    if any(each.void for each in game.hands):
        yield guarded(_line(hand.void))
    if any(each.rulings for each in game.hands):
        yield guarded(_line("; ".join(map(ruling_said, hand.rulings))))


def _won(game: Game, scored: HandSheet) -> dict[str, int]:
    """All tricks that are known, by player and by side."""
    won = dict[str, int]()
    for side in game.sides:
        tricks = scored.tricks[side.name]
        won |= {player: own for player, own in zip(side.players, tricks.players, strict=True) if own is not None}
        won[side.name] = tricks.pile
    return won


def _line(text: str) -> str:
    return safe(" ".join(text.split()))
