"""The text of a changed game: only the blocks that differ are touched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.errors import GameFileError, Problem
from scorekeeper.storage.blocks import correction_block, hand_block, hand_values, rule_change_block
from scorekeeper.storage.toml_text import CannotSplice, TomlText

if TYPE_CHECKING:
    from scorekeeper.game import Game, Hand


def spliced(text: str, old: Game, new: Game) -> str:
    """The text of `old`'s file with what differs in `new` put in; every other byte stays.

    Hands may differ, be added at the end or be missing at the end; corrections and changes of rules may be added
    at the end.

    Raises:
        GameFileError: The text has a form in which the change cannot be made.
    """
    try:
        return _spliced(text, old, new)
    except CannotSplice as error:
        remedy = "Write each hand as a block of its own, [[hands]], below all other tables."
        raise GameFileError(Problem("", f"{error} Nothing was changed.", remedy)) from None


def _spliced(text: str, old: Game, new: Game) -> str:
    for at, (before, after) in enumerate(zip(old.hands, new.hands, strict=False)):
        text = _with_hand(text, at, before, after)
    for _ in old.hands[len(new.hands) :]:
        text = TomlText(text).remove_block("hands", -1)
    for hand in new.hands[len(old.hands) :]:
        text = TomlText(text).append_block("hands", hand_block(hand))
    for change in new.rule_changes[len(old.rule_changes) :]:
        text = TomlText(text).append_block("rule_changes", rule_change_block(change))
    for correction in new.corrections[len(old.corrections) :]:
        text = TomlText(text).append_block("corrections", correction_block(correction))
    return text


def _with_hand(text: str, at: int, before: Hand, after: Hand) -> str:
    """The text with one hand's block changed, key by key, so that comments in it stay."""
    if before == after:
        return text
    old, new = hand_values(before), hand_values(after)
    for key in old.keys() - new.keys():
        text = TomlText(text).remove_key(("hands", at, key))
    for key, value in new.items():
        if old.get(key) != value:
            text = TomlText(text).set_value(("hands", at, key), value)
    return text
