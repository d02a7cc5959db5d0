"""What is coming, as a screen shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.referee.trial import MAY_WIN, WINS
from scorekeeper.render.style import Style, left, name_in, right, width, wrapped
from scorekeeper.render.words import side_bid
from scorekeeper.text import counted, listed, signed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorekeeper.game import Game, Side
    from scorekeeper.referee.chances import Way
    from scorekeeper.referee.outlook import Outlook, SideOutlook
    from scorekeeper.referee.trial import Result

_GAP = "  "
_BETWEEN = "    "
_NAME = 12
_NEAR = 5
"""Overtricks; a bag penalty that takes more of them is no news."""
_MARKS = {
    "w": "wins the game",
    "w?": "wins it if the nils of the other side go so",
    "t": "at the target",
    "x": "loses the game",
    "s": "set",
    "p": "with a bag penalty",
}
"""What stands behind a total, in the order in which it stands there."""


class _Group(NamedTuple):
    """The columns of one side: its name, their heads, and its cells row by row, each a figure and its marks."""

    name: str
    heads: tuple[str, ...]
    rows: tuple[tuple[tuple[str, str], ...], ...]


def outlook_shown(game: Game, outlook: Outlook, style: Style) -> str:
    """The whole screen of `score outlook`."""
    if outlook.outcome.over:
        return style.glyphs("\n".join(wrapped(f"The game is over. {outlook.outcome.reason}", style.columns)))
    coming = [*_heading(game, outlook, style)]
    for side in game.sides:
        coming += _prospects(game, side, outlook, style)
    table = "\n".join(_table(game, outlook, style))
    return style.glyphs("\n".join([*coming, *(["", table] if table else [])]))


def _heading(game: Game, outlook: Outlook, style: Style) -> Iterator[str]:
    hand, target = game.in_play, outlook.rules.ending.target
    if hand:
        bids = ", ".join(f"{side.name} bid {side_bid(side, hand.bids)}" for side in game.sides)
        what = f"Hand {outlook.hand} is being played: {bids}, of {counted(outlook.tricks, 'trick')}, to {target}."
    elif outlook.bid:
        what = f"Hand {outlook.hand} bids itself: {counted(outlook.tricks, 'trick')}, to {target}."
    else:
        what = f"Hand {outlook.hand} is bid next: {counted(outlook.tricks, 'trick')}, to {target}."
    yield from (style.bold(line) for line in wrapped(what, style.columns))
    if outlook.idle.over or outlook.idle.reason != "The game goes on.":
        yield from wrapped(f"If no score changed in it: {outlook.idle.reason}", style.columns)


# What is said of a side.


def _prospects(game: Game, side: Side, outlook: Outlook, style: Style) -> Iterator[str]:
    coming = outlook.sides[side.name]
    label = f"{side.name}:"
    first, *more = _hanging(" ".join([label, *_standing(coming, outlook, hand_bid=game.in_play is not None)]), style)
    yield style.bold(label) + first[len(label) :] if first.startswith(label) else first
    yield from more
    for sentence in _sentences(game, side, coming, outlook):
        yield from (f"  {line}" for line in wrapped(sentence, max(style.columns - 2, 16)))


def _hanging(text: str, style: Style) -> Iterator[str]:
    first, *more = wrapped(text, style.columns)
    yield first
    yield from (f"  {line}" for line in wrapped(" ".join(more), max(style.columns - 2, 16)) if more)


def _standing(coming: SideOutlook, outlook: Outlook, *, hand_bid: bool) -> Iterator[str]:
    """Where a side stands, and what bags cost it."""
    to_go = outlook.rules.ending.target - coming.before.score
    where = f"{to_go} to go" if to_go > 0 else "at the target"
    yield f"{coming.before.score} and {counted(coming.before.bags, 'bag')}, {where}."
    if not outlook.bid or hand_bid:
        yield from _bags(coming)


def _sentences(game: Game, side: Side, coming: SideOutlook, outlook: Outlook) -> Iterator[str]:
    """What is news of a side."""
    if not outlook.bid:
        yield from _winning(game, side, coming, outlook)
        yield from _losing(coming)
    yield from _sets(coming, outlook)
    if not outlook.bid:
        least = outlook.rules.blind_bid.minimum
        open_bids = (("Blind nil", coming.blind_nil), (f"A blind number, {least} or more,", coming.blind_bid))
        yield from (f"{what} may be bid." for what, blind in open_bids if blind and blind.open)


def _winning(game: Game, side: Side, coming: SideOutlook, outlook: Outlook) -> Iterator[str]:
    if not coming.wins and not outlook.idle.over:
        ending = outlook.rules.ending
        may_lose = ending.floor or ending.set_limit or ending.consecutive_sets
        yield f"Nothing that it can bid wins in this hand{', unless another side loses' if may_lose else ''}."
    yield from (f"{_way_said(side, way)}; {_then(game, way)}." for way in coming.wins)


def _bids(side: Side, result: Result) -> str:
    """What a side bids; a blind number is called so."""
    said = side_bid(side, dict(zip(side.players, result.bids, strict=True)))
    return f"blind {said}" if any(bid.blind and not bid.nil for bid in result.bids) else said


def _way_said(side: Side, way: Way) -> str:
    said, total = _bids(side, way.result), way.result.total
    if way.over:
        return f"{said} with {counted(way.over, 'overtrick')} wins: {total}"
    if all(bid.nil for bid in way.result.bids):
        return f"{said[:1].upper()}{said[1:]}, made, {'wins' if len(way.result.bids) == 1 else 'win'}: {total}"
    return f"Exactly {said} wins: {total}"


def _then(game: Game, way: Way) -> str:
    """What may come between: others who get there, and a few overtricks that bring a penalty."""
    rivals: dict[str, list[str]] = {}
    for name, result in way.rivals.items():
        rivals.setdefault(_bid_said(game, name, result), []).append(name)
    stops = (f"{_either(names)} can stop it with {said}" for said, names in rivals.items())
    said = "; ".join(stops) or "nobody can stop it"
    if way.turns and way.turns.tricks - way.result.tricks <= _NEAR:
        cause = "a bag penalty makes it" if way.turns.penalty else "it is"
        said += f"; with {counted(way.turns.tricks, 'trick')} {cause} {way.turns.total}"
    return said


def _either(names: Sequence[str]) -> str:
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _bid_said(game: Game, name: str, result: Result) -> str:
    side = next(side for side in game.sides if side.name == name)
    parts = [_bids(side, result)]
    over = result.sheet.counted - (result.sheet.contract or 0)
    if result.sheet.set:
        parts.append("set")
    elif over and result.sheet.contract is not None:
        parts.append(f"{over} over")
    if result.failed:
        parts.append(_fate(result.failed))
    return f"{', '.join(parts)}: {result.total}"


def _losing(coming: SideOutlook) -> Iterator[str]:
    lost = {number: made_or_set[2].lost for number, made_or_set in coming.contracts.items() if made_or_set[2]}
    fatal = [number for number, why in lost.items() if why]
    if fatal:
        above = [number for number in lost if number >= fatal[0]]
        numbers = f"{fatal[0]} or more" if above == fatal else listed([str(number) for number in fatal])
        when = "it is set" if len(fatal) == len(lost) else f"it bids {numbers} and is set"
        yield f"Loses the game if {when}: {lost[fatal[0]]}."
    if coming.nil_loses:
        yield f"Loses the game if a nil fails: {coming.nil_loses.lost}."


def _sets(coming: SideOutlook, outlook: Outlook) -> Iterator[str]:
    ending = outlook.rules.ending
    if ending.set_limit and coming.sets:
        yield f"Set {counted(coming.sets, 'time')} so far; {ending.set_limit} lose the game."
    if ending.consecutive_sets and coming.running:
        yield f"Set {counted(coming.running, 'time')} running; {ending.consecutive_sets} lose the game."


def _bags(coming: SideOutlook) -> Iterator[str]:
    bags = coming.bags
    if bags.left == 0:
        yield "Every hand now costs a bag penalty."
    elif bags.left == 1 and bags.last is not None:
        yield f"The next bag brings the penalty: {signed(bags.last)}."
    elif bags.next is not None:
        worth = f"Next bag {signed(bags.next)}"
        if bags.left is None:
            yield f"{worth}; bags bring no penalty."
        else:
            falls = f" ({signed(bags.last)})" if bags.last is not None else ", not in this hand"
            yield f"{worth}; {bags.left} to the penalty{falls}."


# The table.


def _table(game: Game, outlook: Outlook, style: Style) -> Iterator[str]:
    labels, head, groups = _piles(game, outlook) if outlook.bid else _contracts(game, outlook)
    if not labels:
        return
    used = {mark for group in groups for row in group.rows for _, marks in row for mark in marks.split()}
    yield from _laid_out(labels, head, groups, style)
    legend = ", ".join(f"{mark} {meaning}" for mark, meaning in _MARKS.items() if mark in used)
    legend = "; ".join([_said(outlook, len(game.sides)), *([legend] if legend else [])]) + "."
    yield from (style.dim(line) for line in wrapped(legend, style.columns))


def _said(outlook: Outlook, sides: int) -> str:
    """What the totals stand by."""
    if not outlook.bid:
        beside = " beside a nil" if outlook.beside_nil else ""
        return f"Totals{beside}: made, with an overtrick (+1), set by one"
    return "Totals by tricks" if sides == 2 else "Totals of each by its own tricks"


def _contracts(game: Game, outlook: Outlook) -> tuple[list[str], str, list[_Group]]:
    numbers = sorted({number for side in outlook.sides.values() for number in side.contracts})
    groups = []
    for side in game.sides:
        known = outlook.sides[side.name].contracts
        rows = (known.get(number, (None, None, None)) for number in numbers)
        cells = tuple(tuple(_cell(result, plain=True) for result in row) for row in rows)
        groups.append(_Group(side.name, ("made", "+1", "set"), cells))
    return [str(number) for number in numbers], "bid", groups


def _piles(game: Game, outlook: Outlook) -> tuple[list[str], str, list[_Group]]:
    two = len(game.sides) == 2
    deal = outlook.tricks
    groups = []
    for at, side in enumerate(game.sides):
        rows = outlook.piles[side.name]
        fates = sorted({result.failed for row in rows for result in row}, key=len)
        ordered = rows[::-1] if two and at else rows
        cells = tuple(tuple(_cell(_found(row, fate)) for fate in fates) for row in ordered)
        nils = fates != [()]
        groups.append(_Group(side.name, tuple(_fate(fate) if nils else "total" for fate in fates), cells))
    labels = [f"{took}-{deal - took}" if two else str(took) for took in range(deal + 1)]
    return labels, "tricks", groups


def _found(row: Sequence[Result], fate: tuple[str, ...]) -> Result | None:
    return next((result for result in row if result.failed == fate), None)


def _fate(failed: tuple[str, ...]) -> str:
    return f"{listed(failed)} {'fail' if len(failed) > 1 else 'fails'}" if failed else "nil made"


def _cell(result: Result | None, *, plain: bool = False) -> tuple[str, str]:
    """A total with its marks; a set is marked where its column does not say so."""
    if result is None:
        return "-", ""
    marks = {
        "w": result.ends == WINS,
        "w?": result.ends == MAY_WIN,
        "t": result.at_target and not result.ends,
        "x": bool(result.lost),
        "s": result.sheet.set and not plain,
        "p": result.penalty,
    }
    return str(result.total), " ".join(mark for mark, holds in marks.items() if holds)


def _laid_out(labels: Sequence[str], head: str, groups: Sequence[_Group], style: Style) -> Iterator[str]:
    """All sides abreast, one below the other, or in sentences: whatever fits."""
    first = max(width(head), *map(width, labels))
    widths = [_widths(group) for group in groups]
    blocks = [max(_block(columns), _room(group)) for group, columns in zip(groups, widths, strict=True)]
    if first + sum(blocks) + len(_BETWEEN) * len(groups) <= style.columns:
        yield from _abreast(labels, head, groups, first, style)
    elif first + max(blocks) + len(_BETWEEN) <= style.columns:
        for group in groups:
            yield from _abreast(labels, head, [group], first, style)
    else:
        yield from _in_sentences(labels, head, groups, style)


def _widths(group: _Group) -> list[tuple[int, int]]:
    """The columns that figures and marks take, for each column of a side."""
    widths = []
    for at, head in enumerate(group.heads):
        marks = max(len(row[at][1]) for row in group.rows)
        marks += bool(marks)
        figures = max(len(row[at][0]) for row in group.rows)
        widths.append((max(figures, width(head) - marks), marks))
    return widths


def _block(widths: Sequence[tuple[int, int]]) -> int:
    """The columns that a side takes."""
    return sum(map(sum, widths)) + len(_GAP) * (len(widths) - 1)


def _room(group: _Group) -> int:
    """The columns that the name of a side gets where its figures take fewer."""
    return min(width(group.name), _NAME)


def _abreast(labels: Sequence[str], head: str, groups: Sequence[_Group], first: int, style: Style) -> Iterator[str]:
    names, heads = [left("", first)], [left(head, first)]
    rows = [[left(label, first)] for label in labels]
    for group in groups:
        widths = _widths(group)
        block = max(_block(widths), _room(group))
        names.append(style.bold(name_in(group.name, block)))
        over = _GAP.join(_under(word, *columns) for word, columns in zip(group.heads, widths, strict=True))
        heads.append(left(over, block))
        for row, cells in zip(rows, group.rows, strict=True):
            shown = (
                right(figure, columns) + left(f" {marks}" if marks else "", room)
                for (figure, marks), (columns, room) in zip(cells, widths, strict=True)
            )
            row.append(left(_GAP.join(shown), block))
    yield _BETWEEN.join(names).rstrip()
    yield style.dim(_BETWEEN.join(heads).rstrip())
    yield from (_BETWEEN.join(row).rstrip() for row in rows)


def _under(word: str, figures: int, marks: int) -> str:
    """A head above its figures: right over them, or as far to the left as it must."""
    return left(right(word, figures), figures + marks)


def _in_sentences(labels: Sequence[str], head: str, groups: Sequence[_Group], style: Style) -> Iterator[str]:
    for group in groups:
        for label, cells in zip(labels, group.rows, strict=True):
            parts = [
                " ".join(part for part in (word, figure, marks) if part)
                for word, (figure, marks) in zip(group.heads, cells, strict=True)
                if figure != "-"
            ]
            if parts:
                yield from wrapped(f"{group.name}, {head} {label}: {', '.join(parts)}.", style.columns)
