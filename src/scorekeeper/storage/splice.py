"""The text of a changed game: only the blocks that differ are touched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.errors import GameFileError, Problem
from scorekeeper.storage.blocks import correction_block, hand_block, hand_values, rule_change_block
from scorekeeper.storage.toml_text import CannotSplice, TomlText, comments_in

if TYPE_CHECKING:
    from scorekeeper.game import Game, Hand


def spliced(text: str, old: Game, new: Game) -> str:
    """The text of `old`'s file with what differs in `new` put in; every other byte stays.

    Hands may differ, be added at the end or be missing at the end; corrections and changes of rules may be added
    at the end. Comments of a part that goes, or of a value that changes, move to the next correction.

    Raises:
        GameFileError: The text has a form in which the change cannot be made.
    """
    try:
        return _spliced(text, old, new)
    except CannotSplice as error:
        remedy = "Write each hand as a block of its own, [[hands]], below all other tables."
        raise GameFileError(Problem("", f"{error} Nothing was changed.", remedy)) from None


def _spliced(text: str, old: Game, new: Game) -> str:
    comments: list[str] = []
    for at, (before, after) in enumerate(zip(old.hands, new.hands, strict=False)):
        text = _with_hand(text, at, before, after, comments)
    for _ in old.hands[len(new.hands) :]:
        text = _taken_out(text, TomlText(text).remove_block("hands", -1), comments)
    for hand in new.hands[len(old.hands) :]:
        text = TomlText(text).append_block("hands", hand_block(hand))
    for change in new.rule_changes[len(old.rule_changes) :]:
        text = TomlText(text).append_block("rule_changes", rule_change_block(change))
    for correction in new.corrections[len(old.corrections) :]:
        header, newline, rest = correction_block(correction).partition("\n")
        text = TomlText(text).append_block("corrections", "".join([header, newline, *comments, rest]))
        comments.clear()
    if comments:
        what = f"“{comments[0].rstrip()}” stands inside a value that changes, and would be lost; nothing was changed."
        raise GameFileError(Problem("", what, "Put it on a line of its own, above the key."))
    return text


def _with_hand(text: str, at: int, before: Hand, after: Hand, comments: list[str]) -> str:
    """The text with one hand's block changed, key by key, so that comments in it stay."""
    if before == after:
        return text
    old, new = hand_values(before), hand_values(after)
    for key in [key for key in old if key not in new]:
        text = _taken_out(text, TomlText(text).remove_key(("hands", at, key)), comments)
    for key, value in new.items():
        if old.get(key) != value:
            parsed, path = TomlText(text), ("hands", at, key)
            comments += [f"{comment}\n" for comment in parsed.comments_within(path)]
            text = parsed.set_value(path, value)
    return text


def _taken_out(text: str, without: str, comments: list[str]) -> str:
    """The text without a part, whose comments are noted: they move to the correction that keeps what stood there."""
    same = next((at for at, pair in enumerate(zip(text, without, strict=False)) if len(set(pair)) > 1), len(without))
    start = text.rfind("\n", 0, same) + 1
    part = text[start : start + len(text) - len(without)]
    comments += [f"{comment}\n" for comment in comments_in(part)]
    return without
