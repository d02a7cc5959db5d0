"""A game for a group chat: in Markdown, or as plain text that a phone shows without a table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scorekeeper.render.screen import bid_cell, needed, side_title, took_cell, whose_turn
from scorekeeper.render.style import wrapped
from scorekeeper.render.words import problem_line, rules_said, ruling_said, settings_said
from scorekeeper.scoring import PLAYING, rules_now
from scorekeeper.text import counted, noted, safe, signed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.game import Game, Side
    from scorekeeper.sheet import GameSheet, HandSheet

_PHONE = 40
_SPECIAL = re.compile(r"[\\`*_\[\]<>|#~$@!^]|&(?=[#\w])|(?<=:)/(?=/)|(?<=www)\.", re.IGNORECASE)
_OPENING = re.compile(r"[-+=:]|\d+[.)]")
"""What at the head of a line would make a list or a heading of it."""


def markdown(text: str) -> str:
    """A text as Markdown shows it: nothing in it is a link, a picture, a mark or HTML."""
    plain = _SPECIAL.sub(r"\\\g<0>", " ".join(safe(text).split()))
    opening = _OPENING.match(plain)
    if opening:
        at = opening.end() - 1
        plain = f"{plain[:at]}\\{plain[at:]}"
    return plain


def in_markdown(game: Game, sheet: GameSheet) -> str:
    """The game in Markdown: a heading, the sheet as a table, notes, and how it stands."""
    parts = [f"### {markdown(_title(game))}", ", ".join(map(markdown, _named(game)))]
    if sheet.hands or game.in_play:
        parts.append("\n".join(_table(game, sheet)))
    parts.append("\n".join(f"- {markdown(note)}" for note in _notes(game)))
    parts.append(_standings_in_markdown(game, sheet))
    return "\n\n".join(part for part in parts if part) + "\n"


def in_text(game: Game, sheet: GameSheet) -> str:
    """The game as plain text: lines that a phone shows whole, in any font."""
    played = [_played(game, hand) for hand in sheet.hands]
    notes = [*_notes(game)]
    parts = [[safe(_title(game)), *map(safe, _named(game))], played, notes, [*_standing_lines(game, sheet)]]
    blocks = ("\n".join(line for text in part for line in wrapped(text, _PHONE)) for part in parts if part)
    return "\n\n".join(blocks) + "\n"


def _title(game: Game) -> str:
    rules = rules_said(game.rules_now, without="ending.target")
    parts = [f"to {rules_now(game).ending.target}", rules]
    return ", ".join([game.name, *parts] if game.name else parts)


def _named(game: Game) -> list[str]:
    """The sides with their players, where the names of the sides do not say them."""
    titles = [side_title(side) for side in game.sides]
    return [title for title, side in zip(titles, game.sides, strict=True) if title != side.name]


def _table(game: Game, sheet: GameSheet) -> Iterator[str]:
    heads = ["#"]
    for side in game.sides:
        heads += [f"{markdown(side.name)} bid", "took", "points", "total", "bags"]
    rows = [[str(hand.number), *(cell for side in game.sides for cell in _cells(side, hand))] for hand in sheet.hands]
    if game.in_play:
        bids = [[bid_cell(side, game.in_play), "", "", "", ""] for side in game.sides]
        rows.append([str(len(game.hands)), *(cell for cells in bids for cell in cells)])
    yield f"| {' | '.join(heads)} |"
    yield "|" + " --: |" * len(heads)
    yield from (f"| {' | '.join(row)} |" for row in rows)


def _cells(side: Side, hand: HandSheet) -> list[str]:
    result = hand.sides[side.name]
    figures = [signed(result.points), str(result.after.score), str(result.after.bags)]
    return [bid_cell(side, hand.hand), took_cell(side, hand), *figures]


def _played(game: Game, hand: HandSheet) -> str:
    """A hand in a line: what it brought, and the totals after it."""
    if hand.hand.void:
        return f"{hand.number}. void"
    sheets = ((side.name, hand.sides[side.name]) for side in game.sides)
    return f"{hand.number}. {', '.join(f'{name} {signed(each.points)} = {each.after.score}' for name, each in sheets)}"


def _notes(game: Game) -> Iterator[str]:
    for change in game.rule_changes:
        yield f"From hand {change.from_hand}: {settings_said(change.settings)}."
    for number, hand in enumerate(game.hands, start=1):
        told = [f"void, {noted(hand.void)}"] if hand.void else [*map(ruling_said, hand.rulings)]
        yield from (f"Hand {number}: {said}" for said in [*told, *filter(None, [noted(hand.note)])])


def _standing_lines(game: Game, sheet: GameSheet) -> Iterator[str]:
    """Where the sides stand, what matters, and who has won."""
    needs = {} if sheet.outcome.over else needed(game, sheet)
    for name, at in sheet.standings.items():
        said = [f"{name} {at.score}, {counted(at.bags, 'bag')}", *needs.get(name, [])]
        yield "; ".join([said[0], ", ".join(said[1:])] if said[1:] else said)
    yield from (problem_line(remark) for remark in sheet.remarks)
    if not sheet.outcome.over:
        yield whose_turn(game)
    if sheet.outcome != PLAYING:
        yield sheet.outcome.reason


def _standings_in_markdown(game: Game, sheet: GameSheet) -> str:
    *lines, last = _standing_lines(game, sheet)
    listed = "\n".join(f"- {markdown(line)}" for line in lines)
    return f"**{markdown(last)}**\n\n{listed}"
