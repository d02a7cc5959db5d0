"""From facts to TOML text: the head of a game file, one hand, one correction.

tomli-w writes the values; the layout around them is ours, so that a hand reads like a line of the score sheet.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

import tomli_w

from scorekeeper.game import partnerships
from scorekeeper.storage.source import FORMAT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.game import Correction, Game, Hand, RuleChange, Ruling


def document(game: Game) -> str:
    """The whole text of a new game file."""
    blocks = [_head(game), *map(rule_change_block, game.rule_changes)]
    blocks += [*map(hand_block, game.hands), *map(correction_block, game.corrections)]
    return "\n".join(blocks)


def _head(game: Game) -> str:
    top: dict[str, Any] = {"format": FORMAT, "name": game.name, "started": game.started, "dealer": game.dealer}
    lines = [f"{key} = {value(fact)}" for key, fact in top.items() if fact not in (None, "")]
    lines.insert(len(lines) - bool(game.dealer), f"players = {_listed(game.players)}  # clockwise")
    if game.sides != partnerships(game.players):
        lines += ["", "[sides]", *(f"{_key(side.name)} = {_listed(side.players)}" for side in game.sides)]
    lines += ["", "[rules]", f"preset = {value(game.rules.preset)}"]
    lines += [f"{key} = {value(setting)}" for key, setting in game.rules.settings.items()]
    return "\n".join(lines) + "\n"


def hand_block(hand: Hand) -> str:
    """A hand as its block in the file."""
    return _block("hands", hand_values(hand))


def rule_change_block(change: RuleChange) -> str:
    """A change of the rules as its block in the file."""
    settings = _inline({key: value(setting) for key, setting in change.settings.items()})
    values = {"at": value(change.at), "from_hand": str(change.from_hand), "settings": settings}
    return _block("rule_changes", values | ({"why": value(change.why)} if change.why else {}))


def correction_block(correction: Correction) -> str:
    """A correction as its block in the file."""
    facts: dict[str, Any] = {
        "at": correction.at,
        "change": correction.change,
        "of": correction.of,
        "hand": correction.hand,
        "entered": correction.entered,
        "why": correction.why,
    }
    values = {key: value(fact) for key, fact in facts.items() if fact != ""}
    if correction.was is not None:
        values["was"] = _inline(hand_values(correction.was))
    return _block("corrections", values)


def hand_values(hand: Hand) -> dict[str, str]:
    """What stands in a hand's block, key by key, as TOML text. A key without a value is left out."""
    facts = {
        "dealer": hand.dealer and value(hand.dealer),
        "bid_at": hand.bid_at and value(hand.bid_at),
        "void": hand.void and value(hand.void),
        "bids": _inline({_key(player): value(bid.fact) for player, bid in hand.bids.items()}),
        "tricks": hand.tricks is not None and _figures(hand.tricks),
        "totals": hand.totals is not None and _figures(hand.totals),
        "note": hand.note and value(hand.note),
        "rulings": hand.rulings and f"[{', '.join(map(_ruling, hand.rulings))}]",
    }
    return {key: text for key, text in facts.items() if text}


def _ruling(ruling: Ruling) -> str:
    return _inline({key: value(fact) for key, fact in ruling._asdict().items() if fact})


def value(fact: Any) -> str:
    """A plain fact as TOML text on one line."""
    if isinstance(fact, datetime):
        return fact.isoformat()
    return tomli_w.dumps({"k": fact})[len("k = ") : -1]


def _key(name: str) -> str:
    return tomli_w.dumps({name: 0})[: -len(" = 0\n")]


def _figures(figures: Mapping[str, int]) -> str:
    return _inline({_key(name): str(figure) for name, figure in figures.items()})


def _inline(texts: Mapping[str, str]) -> str:
    """A table on one line, of keys and values that are TOML text already."""
    return "{ " + ", ".join(f"{key} = {text}" for key, text in texts.items()) + " }" if texts else "{}"


def _listed(names: tuple[str, ...]) -> str:
    return f"[{', '.join(map(value, names))}]"


def _block(array: str, values: Mapping[str, str]) -> str:
    return "".join([f"[[{array}]]\n", *(f"{key} = {text}\n" for key, text in values.items())])
