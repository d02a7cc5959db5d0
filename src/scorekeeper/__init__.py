"""Spades, scored and refereed: every figure with its rule.

The names of the public interface are loaded when they are first used, so that a command pays only for what it
needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper._version import __version__

if TYPE_CHECKING:
    from scorekeeper.bids import Bid, parse_bid
    from scorekeeper.errors import (
        GameFileError,
        GameOverError,
        HandError,
        Problem,
        RuleSettingError,
        ScorekeeperError,
    )
    from scorekeeper.game import Game, Hand, Side
    from scorekeeper.referee.claims import Ruling, check_claim, check_without_bags
    from scorekeeper.referee.why import Explanation
    from scorekeeper.rules import RuleSet
    from scorekeeper.scoring import score_game, score_side
    from scorekeeper.sheet import GameSheet, HandSheet, Line, Outcome, SideSheet, Standing
    from scorekeeper.storage import load_game

_HOMES = {
    "scorekeeper.bids": ("Bid", "parse_bid"),
    "scorekeeper.errors": (
        "GameFileError",
        "GameOverError",
        "HandError",
        "Problem",
        "RuleSettingError",
        "ScorekeeperError",
    ),
    "scorekeeper.game": ("Game", "Hand", "Side"),
    "scorekeeper.referee.claims": ("Ruling", "check_claim", "check_without_bags"),
    "scorekeeper.referee.why": ("Explanation",),
    "scorekeeper.rules": ("RuleSet",),
    "scorekeeper.scoring": ("score_game", "score_side"),
    "scorekeeper.sheet": ("GameSheet", "HandSheet", "Line", "Outcome", "SideSheet", "Standing"),
    "scorekeeper.storage": ("load_game",),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "Bid",
    "Explanation",
    "Game",
    "GameFileError",
    "GameOverError",
    "GameSheet",
    "Hand",
    "HandError",
    "HandSheet",
    "Line",
    "Outcome",
    "Problem",
    "RuleSet",
    "RuleSettingError",
    "Ruling",
    "ScorekeeperError",
    "Side",
    "SideSheet",
    "Standing",
    "__version__",
    "check_claim",
    "check_without_bags",
    "load_game",
    "parse_bid",
    "score_game",
    "score_side",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    from importlib import import_module

    return getattr(import_module(_HOME[name]), name)
