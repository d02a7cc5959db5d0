"""A figure with its lines and reasons, and the ruling on a claim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.referee.claims import RIGHT, UNDECIDED
from scorekeeper.render.style import Style, left, name_in, right, width, wrapped
from scorekeeper.render.words import side_bid
from scorekeeper.text import counted, noted, safe, signed

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from scorekeeper.game import Game, Side
    from scorekeeper.referee.claims import Ruling
    from scorekeeper.referee.why import Explanation
    from scorekeeper.sheet import HandSheet, SideSheet, Standing

_NARROW = 60
_POINTS = 6
_BAGS = 9


def hand_explained(game: Game, hand: HandSheet, style: Style, names: Container[str] | None = None) -> str:
    """A hand, side by side, each line with its reason; only the sides named, if any are."""
    parts = ["\n".join(map(style.bold, wrapped(f"Hand {hand.number} · {hand.dealer} dealt", style.columns)))]
    if hand.hand.void:
        return style.glyphs("\n\n".join([*parts, f"It is void ({noted(hand.hand.void)}) and does not count."]))
    for side in game.sides:
        if names is not None and side.name not in names:
            continue
        sheet = hand.sides[side.name]
        parts.append(side_explained(side.name, side_story(side, hand), sheet, style))
    if hand.hand.note:
        parts.append("\n".join(wrapped(f"Note: {noted(hand.hand.note)}", style.columns)))
    return style.glyphs("\n\n".join(parts))


def side_story(side: Side, hand: HandSheet) -> str:
    """What a side did in a hand, and where it stood before: Us bid 7 and took 5. Before: 141 and 1 bag."""
    bid = f"bid {side_bid(side, hand.hand.bids)} and " if hand.hand.bids else ""
    before = standing_said(hand.sides[side.name].before)
    return f"{side.name} {bid}took {hand.tricks[side.name].pile}. Before: {before}."


def side_explained(name: str, story: str, sheet: SideSheet, style: Style) -> str:
    """One side's hand: what happened, then a line for each entry, then their sum."""
    lines = [*wrapped(story, style.columns), "", *_lines(name, sheet, style)]
    return "\n".join(line.rstrip() for line in lines)


def standing_said(standing: Standing) -> str:
    """A score with its bags: 71 and 1 bag."""
    return f"{standing.score} and {counted(standing.bags, 'bag')}"


def _lines(name: str, sheet: SideSheet, style: Style) -> Iterator[str]:
    if style.columns < _NARROW:
        yield from _sentences(name, sheet, style)
        return
    labels = max(width(label) for label in (*(line.rule for line in sheet.lines), name))
    labels = min(max(labels, 11), 20)
    room = style.columns - labels - _POINTS - _BAGS - 7
    for line in sheet.lines:
        first, *more = wrapped(line.reason, room)
        yield _line(line.rule, first, line.points, bag_change(line.bags), (labels, room), style)
        yield from (" " * (labels + 3) + rest for rest in more)
    for at, part in enumerate(wrapped(sum_said(sheet), room)):
        if at:
            yield " " * (labels + 3) + part
        else:
            bags = counted(sheet.after.bags, "bag")
            yield style.bold(_line(name, part, sheet.points, bags, (labels, room), Style()))


def _line(label: str, reason: str, points: int, bags: str, widths: tuple[int, int], style: Style) -> str:
    labels, room = widths
    figure = style.points(right(signed(points), _POINTS))
    return f" {name_in(label, labels)}  {left(reason, room)}  {figure}{right(bags, _BAGS)}".rstrip()


def _sentences(name: str, sheet: SideSheet, style: Style) -> Iterator[str]:
    """The same without columns, for a screen that has no room for them."""
    for line in sheet.lines:
        bags = f", {bag_change(line.bags)}" if line.bags else ""
        yield from wrapped(f"{line.rule}: {line.reason}: {signed(line.points)}{bags}.", style.columns)
    yield from wrapped(f"{name}: {sum_said(sheet)}, {counted(sheet.after.bags, 'bag')}.", style.columns)


def bag_change(bags: int) -> str:
    """The bags of a line with their sign: +3 bags; nothing for none."""
    return f"{bags:+d} {'bag' if abs(bags) == 1 else 'bags'}" if bags else ""


def sum_said(sheet: SideSheet) -> str:
    """How a hand changes a score: 211 + 63 = 274."""
    sign = "-" if sheet.points < 0 else "+"
    return f"{sheet.before.score} {sign} {abs(sheet.points)} = {sheet.after.score}"


def ruling_explained(story: str, ruling: Ruling, style: Style) -> str:
    """A side's hand without names, with the ruling on what was claimed of it."""
    if ruling.by_bags or ruling.by_tricks:
        return style.glyphs("\n".join([*wrapped(story, style.columns), "", *_by_fact(ruling, style)]))
    text = side_explained("sum", story, ruling.sheet, style)
    if ruling.claim is None:
        return style.glyphs(text)
    told = verdict("", ruling.claim, ruling.sheet.after.score, style)
    found = [] if ruling.verdict == RIGHT else why(ruling.claim, ruling.explanations, style)
    return style.glyphs("\n".join([text, "", told, *found]))


def _by_fact(ruling: Ruling, style: Style) -> Iterator[str]:
    """What each value of a missing fact would give: the bags before the hand, or the nil bidder's tricks."""
    noun, asked = ("bag", "bags were there before the hand") if ruling.by_bags else ("trick", "tricks did the nil take")
    if ruling.verdict == UNDECIDED:
        yield style.bold(f"“{ruling.claim}” is undecided: how many {asked}?")
    elif ruling.claim is None:
        yield style.bold(f"How many {asked}?")
    else:
        yield style.bold(f"“{ruling.claim}” is {ruling.verdict}, however many {noun}s those were:")
    for count, after in (ruling.by_bags or ruling.by_tricks).items():
        mark = f"  “{ruling.claim}” is right" if after.score == ruling.claim else ""
        yield f" {counted(count, noun):9}{after.score:>6} and {counted(after.bags, 'bag')}{mark}"


def why(claim: int, found: Sequence[Explanation], style: Style) -> Iterator[str]:
    """What makes a wrong figure come out, at most three things; or that nothing does."""
    if not found:
        none = f"No published house rule, no two of them and no common slip gives {claim}."
        yield from wrapped(none, style.columns)
        return
    yield f"What gives {claim}:"
    for explanation in found[:3]:
        for at, line in enumerate(wrapped(explanation.reason, style.columns - 4)):
            yield ("    " if at else "  - ") + line


def verdict(name: str, claim: int, right_figure: int, style: Style) -> str:
    """Whether a figure is right, in a sentence."""
    whose = f" for {name}" if name else ""
    if claim == right_figure:
        said = f"“{claim}”{whose} is right."
    else:
        off = claim - right_figure
        way = "too many" if off > 0 else "too few"
        said = f"“{claim}”{whose} is wrong: it is {right_figure}, so {counted(abs(off), 'point')} {way}."
    paint = style.good if claim == right_figure else style.bad
    return "\n".join(map(paint, wrapped(said, style.columns)))


def totals_checked(file: str, hands: tuple[HandSheet, ...], rules: str, style: Style) -> str:
    """The ruling on all totals that are written in a file."""
    wrong = [hand for hand in hands if hand.mismatches]
    written = sum(len(hand.hand.totals or {}) for hand in hands)
    if not wrong:
        hold = "holds" if written == 1 else "hold"
        said = f"{counted(written, 'written total')} in {counted(len(hands), 'hand')} {hold}."
        said = said if written else "No total is written in the file, so there is none to check."
        return "\n".join(map(style.good, wrapped(said, style.columns)))
    lines = [f"{safe(file)}, by {rules}:"]
    lines += [_mismatch(hand, hand.mismatches) for hand in wrong]
    first = wrong[0].number
    lines.append(f"Hand {first} is the first that differs: score explain {first} shows its lines.")
    lines.append("If the facts are right, score check --accept writes the figures of the rules; else score edit.")
    return style.glyphs("\n".join(line for text in lines for line in wrapped(text, style.columns)))


def _mismatch(hand: HandSheet, wrong: Mapping[str, int]) -> str:
    told = [f"{name} has {total} written, and it is {hand.sides[name].after.score}" for name, total in wrong.items()]
    return f"hand {hand.number}: {'; '.join(told)}."
