"""Sentences that people say at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.presets import load_preset
from scorekeeper.scoring import RENEGE
from scorekeeper.text import counted, listed, noted, safe, signed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.bids import Bid
    from scorekeeper.errors import Problem
    from scorekeeper.game import Game, Hand, RuleChoice, Ruling, Side, Value
    from scorekeeper.sheet import HandSheet, SideSheet


def problem_line(problem: Problem) -> str:
    """A fault on one line, fit for a terminal whatever stands in it."""
    text = safe(str(problem))
    return text[:1].upper() + text[1:] if not problem.where else text


def bids_said(game: Game, bids: Mapping[str, Bid]) -> str:
    """Bids by name, then by side: Ann 4, Bob 3, Cy nil, Dee 4: Us 4 and a nil, Them 7."""
    if not bids:
        return "a hand that bids itself"
    by_name = ", ".join(f"{player} {bids[player]}" for player in game.players)
    alone = all(side.players == (side.name,) for side in game.sides)
    return by_name if alone else f"{by_name}: {sides_said(game, bids)}"


def sides_said(game: Game, bids: Mapping[str, Bid]) -> str:
    """What each side bid: Us 4 and a nil, Them 7."""
    return ", ".join(f"{side.name} {side_bid(side, bids)}" for side in game.sides)


def side_bid(side: Side, bids: Mapping[str, Bid]) -> str:
    """A side's contract and its nils: 4 and a nil."""
    if not bids:
        return "nothing"
    own = [bids[player] for player in side.players]
    numbers = [bid.tricks for bid in own if not bid.nil]
    parts = [str(sum(numbers))] if numbers else []
    for kind in ("nil", "blind nil"):
        times = sum(str(bid) == kind for bid in own)
        if times:
            parts.append(f"a {kind}" if times == 1 else f"{times} {kind}s")
    return listed(parts)


def tricks_said(hand: Hand) -> str:
    """Tricks as they were entered: Ann 5, Bob 3."""
    return ", ".join(f"{name} {took}" for name, took in (hand.tricks or {}).items())


def all_tricks_said(game: Game, hand: HandSheet) -> str:
    """All tricks of a hand, those that follow from the others too: by player where they are known, else by side."""
    parts = []
    for side in game.sides:
        won = hand.tricks[side.name]
        if None in won.players:
            parts.append((game.players.index(side.players[0]), f"{side.name} {won.pile}"))
        else:
            named = zip(side.players, won.players, strict=True)
            parts += [(game.players.index(player), f"{player} {took}") for player, took in named]
    return ", ".join(said for _, said in sorted(parts))


def hand_said(game: Game, hand: Hand) -> str:
    """A hand on one line: its bids, and its tricks where it has been played."""
    if hand.void:
        return f"void ({noted(hand.void)})"
    if not hand.bids:
        return "; ".join([f"tricks {tricks_said(hand)}", *map(ruling_said, hand.rulings)])
    bids = ", ".join(f"{player} {hand.bids[player]}" for player in game.players if player in hand.bids)
    said = [
        f"bids {bids}",
        *([f"tricks {tricks_said(hand)}"] if hand.complete else []),
        *map(ruling_said, hand.rulings),
    ]
    return "; ".join(said)


def ruling_said(ruling: Ruling) -> str:
    """A ruling in words: who reneged, or what was agreed, and why."""
    why = f" ({noted(ruling.why)})" if ruling.why else ""
    if ruling.kind == RENEGE:
        to = f", the tricks go to {ruling.to}" if ruling.to else ""
        return f"{ruling.player} reneged{to}{why}"
    return f"{ruling.side} {signed(ruling.points)}{why}"


def result_said(name: str, sheet: SideSheet) -> str:
    """What a hand gave a side: Us +91, now 91 and 1 bag."""
    return f"{name} {signed(sheet.points)}, now {sheet.after.score} and {counted(sheet.after.bags, 'bag')}"


def hand_results(sheet: HandSheet) -> str:
    """What a hand gave every side, on one line."""
    return "; ".join(result_said(name, side) for name, side in sheet.sides.items()) + "."


def rules_said(choice: RuleChoice, without: str = "") -> str:
    """The rules on one line: the rule set, and what differs from it; `without` a setting that is said elsewhere."""
    title = load_preset(choice.preset).title
    differs = settings_said({key: value for key, value in choice.settings.items() if key != without})
    return ", ".join([title, *([differs] if differs else [])])


def players_said(numbers: Sequence[int]) -> str:
    """For how many players: 4 players, 3 or 4 players, 2 to 5 players."""
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]} to {numbers[-1]} players"
    return f"{' or '.join(map(str, numbers))} players"


def settings_said(settings: Mapping[str, Value]) -> str:
    """Settings on one line: nil.made 50, nil.failed 50."""
    return ", ".join(f"{key} {setting_said(value)}" for key, value in settings.items())


def setting_said(value: object) -> str:
    """A setting's value as it stands in a file."""
    return str(value).lower() if isinstance(value, bool) else str(value)
