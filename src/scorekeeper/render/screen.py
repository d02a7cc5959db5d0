"""The score sheet, as it lies on the table, and what matters now."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.render.style import Style, left, name_in, right, width, wrapped
from scorekeeper.render.words import problem_line, rules_said, ruling_said, settings_said, side_bid
from scorekeeper.scoring import PLAYING, deal_now, rules_now, unbid_now
from scorekeeper.text import counted, noted, safe, signed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorekeeper.game import Game, Hand, Side
    from scorekeeper.rules import RuleSet
    from scorekeeper.sheet import GameSheet, HandSheet, SideSheet

_HEADS = ("bid", "took", "points", "total", "bags")
_GAP = "  "
_BETWEEN = "     "

TYPED = "; bids and tricks are typed in this order"
"""What goes by the order of the seats, on a command line."""


class _Row(NamedTuple):
    """A hand on the sheet: its number, five cells a side, and whether a note belongs to it."""

    number: str
    cells: tuple[tuple[str, ...], ...]
    marked: bool


def score_sheet(game: Game, sheet: GameSheet, style: Style, typed: str = TYPED) -> str:
    """The whole screen of `score show`; `typed` as in `heading`."""
    parts = [
        heading(game, style, typed),
        "\n".join(_table(game, sheet, style)) if game.hands else "",
        "\n".join(line for note in _notes(game) for line in wrapped(note, style.columns)),
        "\n".join(what_matters(game, sheet, style)),
    ]
    return style.glyphs("\n\n".join(part for part in parts if part))


def heading(game: Game, style: Style, typed: str = TYPED) -> str:
    """What the game is called, what it is played to and by which rules, and who sits where.

    `typed` says what else goes by that order.
    """
    rules = rules_now(game)
    said = rules_said(game.rules_now, without="ending.target")
    title = " · ".join(part for part in (safe(game.name), f"to {rules.ending.target}", said) if part)
    lines = [style.bold(line) for line in wrapped(title, style.columns)]
    seats = f"Seats: {', '.join(game.players)} (clockwise{typed})"
    return "\n".join([*lines, *map(style.dim, wrapped(seats, style.columns))])


def _table(game: Game, sheet: GameSheet, style: Style) -> Iterator[str]:
    rows = [*_rows(game, sheet)]
    widths = [
        [max(width(head), *(width(row.cells[at][cell]) for row in rows)) for cell, head in enumerate(_HEADS)]
        for at in range(len(game.sides))
    ]
    blocks = [sum(side) + len(_GAP) * (len(_HEADS) - 1) for side in widths]
    numbers = max(2, *(len(row.number) for row in rows))
    abreast = numbers + sum(blocks) + len(_BETWEEN) * len(blocks) <= style.columns
    if abreast:
        yield from _abreast(game, rows, widths, numbers, style)
    elif numbers + 3 + max(blocks) + 10 <= style.columns:
        yield from _stacked(game, rows, widths, numbers, style)
    else:
        yield from _sentences(game, rows, style)


def _abreast(
    game: Game, rows: Sequence[_Row], widths: Sequence[Sequence[int]], numbers: int, style: Style
) -> Iterator[str]:
    """Sides side by side, as on paper."""
    blocks = [sum(side) + len(_GAP) * (len(_HEADS) - 1) for side in widths]
    names = [style.bold(name_in(side_title(side), block)) for side, block in zip(game.sides, blocks, strict=True)]
    yield (" " * numbers + _BETWEEN + _BETWEEN.join(names)).rstrip()
    heads = [_cells(_HEADS, side, Style()) for side in widths]
    yield style.dim((right("#", numbers) + _BETWEEN + _BETWEEN.join(heads)).rstrip())
    for row in rows:
        cells = [_cells(own, side, style) for own, side in zip(row.cells, widths, strict=True)]
        mark = "*" if row.marked else " "
        yield (right(row.number, numbers) + mark + _BETWEEN[1:] + _BETWEEN.join(cells)).rstrip()


def _stacked(
    game: Game, rows: Sequence[_Row], widths: Sequence[Sequence[int]], numbers: int, style: Style
) -> Iterator[str]:
    """One side a line, where sides abreast do not fit."""
    common = [max(side[cell] for side in widths) for cell in range(len(_HEADS))]
    room = style.columns - numbers - 2 - sum(common) - len(_GAP) * len(_HEADS)
    names = min(room, max(width(side.name) for side in game.sides))
    yield style.dim(f"{right('#', numbers)}  {left('', names)}{_GAP}{_cells(_HEADS, common, Style())}")
    for row in rows:
        for at, side in enumerate(game.sides):
            number = right("" if at else row.number, numbers) + ("*" if row.marked and not at else " ")
            yield f"{number} {name_in(side.name, names)}{_GAP}{_cells(row.cells[at], common, style)}".rstrip()


def _sentences(game: Game, rows: Sequence[_Row], style: Style) -> Iterator[str]:
    """Sentences, where no table fits: every figure whole."""
    for row in rows:
        for side, (bid, took, points, total, bags) in zip(game.sides, row.cells, strict=True):
            story = f"Hand {row.number}, {side.name}: bid {bid}"
            if took:
                story += f", took {took}, {points}, total {total}, bags {bags}"
            yield from wrapped(f"{story}.", style.columns)


def _cells(cells: Sequence[str], widths: Sequence[int], style: Style) -> str:
    bid, took, points, total, bags = (right(cell, columns) for cell, columns in zip(cells, widths, strict=True))
    return _GAP.join([bid, took, style.points(points), style.bold(total), bags])


def _rows(game: Game, sheet: GameSheet) -> Iterator[_Row]:
    for hand in sheet.hands:
        cells = tuple(_scored(side, hand, hand.sides[side.name]) for side in game.sides)
        yield _Row(str(hand.number), cells, bool(hand.hand.note or hand.hand.rulings or hand.hand.void))
    playing = game.in_play
    if playing:
        cells = tuple((bid_cell(side, playing), "", "", "", "") for side in game.sides)
        yield _Row(str(len(game.hands)), cells, bool(playing.note))


def _scored(side: Side, hand: HandSheet, sheet: SideSheet) -> tuple[str, ...]:
    after = sheet.after
    took = took_cell(side, hand)
    return bid_cell(side, hand.hand), took, signed(sheet.points), str(after.score), str(after.bags)


def bid_cell(side: Side, hand: Hand) -> str:
    """What a side bid, player by player: 4+nil."""
    if not hand.bids:
        return "-"
    return "+".join(str(hand.bids[player]).replace("blind ", "b").replace("bnil", "bn") for player in side.players)


def took_cell(side: Side, hand: HandSheet) -> str:
    """What a side won, player by player where that is known: 5+0."""
    won = hand.tricks[side.name]
    if hand.hand.void:
        return "void"
    if None in won.players:
        return str(won.pile)
    return "+".join(str(took) for took in won.players)


def side_title(side: Side) -> str:
    """A side with its players, where its name does not say them."""
    players = " & ".join(side.players)
    return side.name if side.name in (players, *side.players) else f"{side.name} ({players})"


def _notes(game: Game) -> Iterator[str]:
    for change in game.rule_changes:
        yield f"From hand {change.from_hand}: {settings_said(change.settings)}."
    for number, hand in enumerate(game.hands, start=1):
        told = [f"void, {noted(hand.void)}"] if hand.void else [*map(ruling_said, hand.rulings)]
        yield from (f"* hand {number}: {said}" for said in [*told, *filter(None, [noted(hand.note)])])


def what_matters(game: Game, sheet: GameSheet, style: Style, *, totals: bool = False) -> Iterator[str]:
    """What the table wants to know now: who deals, what each side needs, what comes close.

    With `totals`, how each side stands too, for where no table is above.
    """
    for remark in sheet.remarks:
        yield from wrapped(f"Note: {problem_line(remark)}", style.columns)
    if sheet.outcome.over:
        yield from (style.good(style.bold(line)) for line in wrapped(sheet.outcome.reason, style.columns))
        return
    yield from wrapped(whose_turn(game), style.columns)
    if sheet.outcome != PLAYING:
        yield from wrapped(sheet.outcome.reason, style.columns)
    names = max(width(side.name) for side in game.sides)
    names = min(names, style.columns // 3)
    for name, needs in needed(game, sheet, totals=totals).items():
        first, *more = wrapped(", ".join(needs), max(style.columns - names - 3, 10))
        yield f"{name_in(name, names)}   {first}"
        yield from (" " * (names + 3) + line for line in more)


def whose_turn(game: Game) -> str:
    """Who deals and bids next, or what was bid for the hand that is being played."""
    *dealers, dealer = game.dealers()
    hand = game.in_play
    if hand is None:
        first = game.bidding_order(dealer)[0]
        if unbid_now(game):
            return f"{dealer} deals hand {len(game.hands) + 1}, which bids itself; {first} leads."
        return f"{dealer} deals hand {len(game.hands) + 1}, {first} bids first."
    first = game.bidding_order(dealers[-1])[0]
    bids = ", ".join(f"{side.name} bid {side_bid(side, hand.bids)}" for side in game.sides)
    total = sum(bid.tricks for bid in hand.bids.values())
    said = f"{bids}: {total} bid of {deal_now(game)}"
    return f"Hand {len(game.hands)} is being played, {first} leads. {said}."


def needed(game: Game, sheet: GameSheet, *, totals: bool = False) -> dict[str, list[str]]:
    """What each side needs and may do, by its name: 250 to go, 10 bags to the next penalty.

    With `totals`, its score and its bags come first, and how far it is behind is not said again.
    """
    rules = rules_now(game)
    bid = game.in_play is not None or unbid_now(game)
    return {side.name: [*_needs(side, sheet, rules, bid=bid, totals=totals)] for side in game.sides}


def _needs(side: Side, sheet: GameSheet, rules: RuleSet, *, bid: bool, totals: bool) -> Iterator[str]:
    at = sheet.standings[side.name]
    to_go = rules.ending.target - at.score
    if totals:
        yield f"{at.score} and {counted(at.bags, 'bag')}"
        yield f"{to_go} to go" if to_go > 0 else "at the target"
    else:
        yield f"{to_go} to go" if to_go > 0 else f"{at.score}, at the target"
    if rules.bags.limit:
        left_over = rules.bags.limit - at.bags
        yield f"{counted(left_over, 'bag')} to the next penalty" if left_over > 0 else "every hand now costs a penalty"
    behind = max(other.score for name, other in sheet.standings.items() if name != side.name) - at.score
    if not bid and rules.blind_nil.open_to(behind):
        yield f"may bid blind nil ({behind} behind)" if behind > 0 and not totals else "may bid blind nil"
