"""Commands that put hands down: bid, tricks, add-hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper import entry
from scorekeeper.cli import clock, games
from scorekeeper.cli.look import print_game, tell_mismatches
from scorekeeper.cli.screen import manner, say, tell
from scorekeeper.cli.words import parse_bids, parse_tricks
from scorekeeper.errors import Problem, UsageError
from scorekeeper.render.words import all_tricks_said, bids_said, hand_results
from scorekeeper.scoring import deal_now, unbid_now
from scorekeeper.storage import OpenGame, changing, save
from scorekeeper.text import safe, unsafe_in

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scorekeeper.bids import Bid
    from scorekeeper.game import Game


def enter_bids(words: Sequence[str], path: str | None, *, json: bool) -> None:
    """Stores the bids of the next hand."""
    now = clock.now()
    saved = change(path, lambda game: entry.add_bids(game, parse_bids(game, words), now))
    say(bids_line(saved.game))
    tell_high_contracts(saved.game, saved.game.hands[-1].bids)
    if json:
        print_game(saved, json=True)


def enter_tricks(words: Sequence[str], path: str | None, note: str, *, json: bool) -> None:
    """Stores the tricks of the hand in play, and says what it gave."""
    check_text(note, "--note")
    report(change(path, lambda game: noted(_with_tricks(game, words), note)), json=json)


def enter_hand(words: Sequence[str], path: str | None, note: str, *, json: bool) -> None:
    """Stores a whole hand; asks for it where no words are given."""
    check_text(note, "--note")
    if not words:
        from scorekeeper.cli.dialogue import ask_hand

        ask_hand(path, note, json=json)
        return
    saved = change(path, lambda game: noted(_with_hand(game, words), note))
    report(saved, json=json)
    tell_high_contracts(saved.game, saved.game.hands[-1].bids)


def change(path: str | None, alter: Callable[[Game], Game]) -> OpenGame:
    """Changes a game under its lock, and stores it."""
    with changing(games.to_change(path)) as opened:
        return save(opened, alter(opened.game))


def report(saved: OpenGame, *, json: bool, brief: bool = False) -> None:
    """Says back what the last hand was and what it gave; in brief, only what that means for the game."""
    hand = saved.sheet.hands[-1]
    if not brief:
        say(f"Hand {hand.number}: {_bids(saved.game)}; tricks {all_tricks_said(saved.game, hand)}.")
        say(hand_results(hand))
    if saved.sheet.outcome.over and not manner().at_table:
        say(saved.sheet.outcome.reason)
    if json:
        print_game(saved, json=True)
    elif not manner().at_table:
        tell_mismatches(saved)


def _with_tricks(game: Game, words: Sequence[str]) -> Game:
    if game.in_play is None and not unbid_now(game):
        return entry.add_tricks(game, {})
    return entry.add_tricks(game, parse_tricks(game, game.in_play.bids if game.in_play else {}, words))


def _with_hand(game: Game, words: Sequence[str]) -> Game:
    bid_words, trick_words = split_hand(game, words)
    if not bid_words and unbid_now(game):
        return _with_tricks(game, trick_words)
    bids = parse_bids(game, bid_words)
    if game.in_play and bids == game.in_play.bids:
        return entry.add_tricks(game, parse_tricks(game, bids, trick_words))
    return entry.add_hand(game, bids, parse_tricks(game, bids, trick_words))


def split_hand(game: Game, words: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """The words of bids and those of tricks: before and after a stroke, or half and half."""
    words = apart(words)
    strokes = words.count("/")
    seats = len(game.players)
    if strokes == 1:
        at = words.index("/")
        return words[:at], words[at + 1 :]
    if not strokes and len(words) == 2 * seats and not any("=" in word for word in words):
        return words[:seats], words[seats:]
    if not strokes and len(words) <= seats:
        remedy = "score bid takes bids alone; score add-hand 4 3 nil 4 / 5 3 0 5 takes both."
        raise UsageError(Problem("", "the tricks are missing.", remedy))
    what = f"bids and tricks need one stroke between them, and there are {strokes or 'none'}."
    raise UsageError(Problem("", what, "For example score add-hand 4 3 nil 4 / 5 3 0 5."))


def apart(words: Sequence[str]) -> list[str]:
    """The words with strokes that are stuck to them, as in 4/ or 3/5, on their own; a name may have one in it."""
    parted: list[str] = []
    for word in words:
        core = word if "=" not in word else word.strip("/")
        before, _, after = word.partition(core)
        middle = core.replace("/", " / ").split() if "=" not in word else [core]
        parted += [part for part in (before, *middle, after) if part]
    return parted


def noted(game: Game, note: str) -> Game:
    """The game with a note on its last hand."""
    if not note:
        return game
    return game._replace(hands=(*game.hands[:-1], game.hands[-1]._replace(note=note)))


def check_text(text: str, option: str) -> None:
    """Refuses a note or reason with control characters in it.

    Raises:
        UsageError: There is one.
    """
    bad = unsafe_in(text)
    if bad:
        raise UsageError(Problem(option, f"it has the control character U+{ord(bad):04X} in it."))


def tell_high_contracts(game: Game, bids: Mapping[str, Bid]) -> None:
    """Says which sides bid more tricks than there are: they may, but it is seldom meant."""
    deal = deal_now(game)
    for side in game.sides:
        contract = sum(bids[player].tricks for player in side.players if player in bids)
        if contract > deal:
            tell(f"Note: {safe(side.name)} bid {contract}, and there are {deal} tricks.")


def bids_line(game: Game) -> str:
    """The bids of the last hand in a sentence, with its number."""
    return f"Hand {len(game.hands)}: {_bids(game)}."


def _bids(game: Game) -> str:
    """The bids of the last hand by name and by side, and how many tricks they leave."""
    bids = game.hands[-1].bids
    if not bids:
        return bids_said(game, bids)
    total = sum(bid.tricks for bid in bids.values())
    return f"{bids_said(game, bids)} ({total} bid of {deal_now(game)})"
