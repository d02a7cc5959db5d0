"""Tricks, what was legal, and the ruling on a recorded hand: for a screen, and as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorekeeper.referee.cards import the
from scorekeeper.referee.play import FIRST, LEAD, RENEGE, TURN
from scorekeeper.render.data import rules_data
from scorekeeper.render.style import Style, left, wrapped
from scorekeeper.text import counted, safe, width

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scorekeeper.game import RuleChoice
    from scorekeeper.referee.cards import Card
    from scorekeeper.referee.play import Fault, HandRuling, Objection, TrickRuling, Winner

_ORDINALS = ("1st", "2nd", "3rd")
_FAULTS = {RENEGE: "a renege", LEAD: "an illegal lead", FIRST: "an illegal spade", TURN: "a lead out of turn"}


def _ordinal(position: int) -> str:
    return _ORDINALS[position] if position < len(_ORDINALS) else f"{position + 1}th"


def trick_ruled(cards: Sequence[Card], order: Sequence[str], found: Winner, style: Style, *, full: bool) -> str:
    """Who won a trick, or who is winning one that is not full; `order` has no names where nobody knows them."""
    if found.position is None:
        said = f"It is open who wins: {found.reason}."
    else:
        card = f"the {_ordinal(found.position)} card, {the(cards[found.position])}"
        state = "wins" if full else "is winning so far"
        said = f"{order[found.position]} {state} with {card}" if order else f"{card[:1].upper()}{card[1:]}, {state}"
        said = f"{said}: it is {found.reason}."
    return style.glyphs("\n".join(map(style.bold, wrapped(safe(said), style.columns))))


def hand_ruled(hand: Mapping[Card, Objection | None], style: Style) -> str:
    """Which cards of a hand may be played, and why the others may not."""
    legal = " ".join(str(card) for card, found in hand.items() if not found)
    lines = wrapped(f"May be played: {legal}.", style.columns)
    reasons: dict[str, list[str]] = {}
    for card, found in hand.items():
        if found:
            reasons.setdefault(_present(found), []).append(str(card))
    for reason, cards in reasons.items():
        lines += wrapped(f"Not {' '.join(cards)}: {reason}.", style.columns)
    return style.glyphs("\n".join(lines))


def _present(found: Objection) -> str:
    """The objection to a card that is still in the hand."""
    return f"{found.reason.removesuffix('was held')}is held"


def play_ruled(card: Card, found: Objection | None, style: Style) -> str:
    """Whether a card that was played was legal."""
    if found is None:
        return style.good(f"{card} was legal.")
    said = f"{card} was {_FAULTS[found.kind]}: {found.reason}."
    return style.glyphs("\n".join(map(style.bad, wrapped(said, style.columns))))


def recorded_ruled(ruling: HandRuling, players: Sequence[str], style: Style) -> str:
    """The whole ruling on a recorded hand."""
    names = max(width(name) for name in players)
    lines = [line for trick in ruling.tricks for line in _trick(trick, names, style)]
    lines += ["", *_broken(ruling, style), *_took(ruling, players, style), "", *_faults(ruling.faults, style)]
    return style.glyphs("\n".join(lines))


def _trick(trick: TrickRuling, names: int, style: Style) -> Iterator[str]:
    cards = " ".join(f"{card!s:>3}" for card in trick.trick.cards)
    won = (
        f"{trick.winner} wins"
        if trick.winner
        else "nobody yet"
        if len(trick.trick.cards) < len(trick.order)
        else "open"
    )
    start = f"{trick.number:>2}  {left(trick.trick.leader, names)}  {cards}  "
    pad = " " * 4
    text = f"{won}: {trick.reason}."
    room = style.columns - width(start)
    if room >= 30:
        first, *more = wrapped(text, room)
        yield start + first
        yield from (" " * width(start) + part for part in more)
    else:
        yield start.rstrip()
        yield from (pad + part for part in wrapped(text, style.columns - 4))


def _broken(ruling: HandRuling, style: Style) -> list[str]:
    said = f"Spades were broken in trick {ruling.broken_in}." if ruling.broken_in else "Spades were never broken."
    return wrapped(said, style.columns)


def _took(ruling: HandRuling, players: Sequence[str], style: Style) -> list[str]:
    took = ", ".join(f"{player} {ruling.took[player]}" for player in players)
    if not ruling.complete:
        return wrapped(f"Tricks so far: {took}; the hand is not whole.", style.columns)
    line = f"score tricks {' '.join(str(ruling.took[player]) for player in players)}"
    return [*wrapped(f"Tricks: {took}.", style.columns), f"  {line}"]


def _faults(faults: Sequence[Fault], style: Style) -> Iterator[str]:
    if not faults:
        yield style.good("Nothing illegal is to be seen.")
        return
    reneges = sum(fault.kind == RENEGE for fault in faults)
    others = len(faults) - reneges
    other = "other fault" if reneges else "fault"
    parts = [counted(number, noun) for number, noun in ((reneges, "renege"), (others, other)) if number]
    yield from map(style.bold, wrapped(f"Illegal: {' and '.join(parts)}.", style.columns))
    for fault in faults:
        said = f"trick {fault.trick}: {fault.player} played {the(fault.card)}, {_FAULTS[fault.kind]}: {fault.reason}."
        for at, part in enumerate(wrapped(said, style.columns - 4)):
            yield ("    " if at else "  - ") + style.bad(part)


def trick_data(
    choice: RuleChoice,
    cards: Sequence[Card],
    order: Sequence[str],
    found: Winner | None,
    hand: Mapping[Card, Objection | None],
    played: Card | None,
    *,
    full: bool,
) -> dict[str, Any]:
    """A trick with its ruling; positions are counted from 1, the leader's card."""
    return {
        "rules": rules_data(choice),
        "cards": [str(card) for card in cards],
        "complete": full,
        "position": None if found is None or found.position is None else found.position + 1,
        "winner": order[found.position] if order and found and found.position is not None else None,
        "reason": found.reason if found else None,
        "hand": {str(card): _objection(objected) for card, objected in hand.items()},
        "played": None if played is None else {"card": str(played), **_objection(hand[played])},
    }


def _objection(found: Objection | None) -> dict[str, Any]:
    if found is None:
        return {"legal": True, "kind": None, "reason": None}
    return {"legal": False, "kind": found.kind, "reason": found.reason}


def recorded_data(file: str, choice: RuleChoice, ruling: HandRuling) -> dict[str, Any]:
    """The whole ruling on a recorded hand."""
    return {
        "file": file,
        "rules": rules_data(choice),
        "tricks": [
            {
                "trick": trick.number,
                "order": list(trick.order),
                "cards": [str(card) for card in trick.trick.cards],
                "winner": trick.winner,
                "reason": trick.reason,
            }
            for trick in ruling.tricks
        ],
        "took": dict(ruling.took),
        "complete": ruling.complete,
        "broken_in": ruling.broken_in,
        "faults": [
            {
                **fault._asdict(),
                "card": str(fault.card),
                "proof": None if fault.proof is None else str(fault.proof),
            }
            for fault in ruling.faults
        ],
    }
