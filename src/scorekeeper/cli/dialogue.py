"""A hand asked for, question by question."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from scorekeeper import entry
from scorekeeper.bids import Bid, parse_bid
from scorekeeper.cli import games
from scorekeeper.cli.answers import read_bids
from scorekeeper.cli.enter import change, noted, report, tell_high_contracts
from scorekeeper.cli.screen import ask, say, style_of, tell
from scorekeeper.cli.shorthand import split
from scorekeeper.cli.words import parse_count, questions, shell_word
from scorekeeper.errors import GameOverError, HandError, Problem, ScorekeeperError
from scorekeeper.render.words import all_tricks_said, bids_said, hand_results, problem_line
from scorekeeper.scoring import deal_now, objections_to, rules_now, score_game, unbid_now
from scorekeeper.storage import open_game
from scorekeeper.text import safe

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scorekeeper.game import Game

T = TypeVar("T")


def ask_hand(path: str | None, note: str, *, json: bool) -> None:
    """Asks for the next hand, or for the tricks of the one in play; shows what it gives, then stores it."""
    file = games.to_change(path)
    start = open_game(file)
    if start.sheet.outcome.over:
        remedy = "score new starts another; score undo takes the last hand back."
        raise GameOverError(Problem("", f"the game has ended: {start.sheet.outcome.reason}", remedy))
    while True:
        altered = noted(_asked(start.game), note)
        hand = score_game(altered).hands[-1]
        tell(f"Tricks {all_tricks_said(altered, hand)}.")
        tell(hand_results(hand))
        if _confirmed():
            break
    saved = change(file, lambda game: _unchanged(start.game, game, altered))
    say(f"Hand {len(saved.game.hands)} is stored.")
    report(saved, json=json, brief=True)


def _confirmed() -> bool:
    """Whether the hand is to be stored. A figure typed at this place by mistake is no yes."""
    while True:
        said = ask("Enter stores it, n asks again: ").casefold()
        if said in ("", "y", "yes", "n", "no"):
            return said not in ("n", "no")
        tell(f"  “{safe(said)}” is neither yes (Enter) nor no (n).")


def _unchanged(seen: Game, now: Game, altered: Game) -> Game:
    """The game to store, unless somebody else changed it while the questions were asked."""
    if seen != now:
        hand = altered.hands[-1]
        bids = [shell_word(str(hand.bids[player])) for player in altered.players if hand.bids]
        tricks = [shell_word(f"{name}={took}") for name, took in (hand.tricks or {}).items()]
        words = ["score tricks", *tricks] if seen.in_play or not bids else ["score add-hand", *bids, "/", *tricks]
        what = "another score changed the game while this one asked; nothing was stored."
        raise HandError(Problem("", what, f"If the hand is still to be entered: {' '.join(words)}"))
    return altered


def _asked(game: Game) -> Game:
    """The game with the answers put in; a whole set of answers that cannot be is asked for again."""
    while True:
        try:
            if game.in_play:
                tell(style_of(sys.stderr).bold(f"Hand {len(game.hands)}: {bids_said(game, game.in_play.bids)}."))
                return entry.add_tricks(game, _ask_tricks(game, game.in_play.bids))
            if unbid_now(game):
                tell(style_of(sys.stderr).bold(f"Hand {len(game.hands) + 1} bids itself: only its tricks are asked."))
                return entry.add_tricks(game, _ask_tricks(game, {}))
            bids = _ask_bids(game)
            tell(f"{bids_said(game, bids)}.")
            tell_high_contracts(game, bids)
            return entry.add_hand(game, bids, _ask_tricks(game, bids))
        except HandError as error:
            _tell_problems(error)


def _ask_bids(game: Game) -> dict[str, Bid]:
    *_, dealer = game.dealers()
    order = game.bidding_order(dealer)
    tell(style_of(sys.stderr).bold(f"Hand {len(game.hands) + 1}: {dealer} deals, {order[0]} bids first."))
    bids: dict[str, Bid] = {}
    while left := [player for player in order if player not in bids]:
        bids |= _until_good(f"{left[0]} bids: ", partial(_good_bids, game, dict(bids), left))
    return bids


def _good_bids(game: Game, bids: Mapping[str, Bid], left: Sequence[str], said: str) -> dict[str, Bid]:
    """The bid of the player who is asked; or of all who are left, where they are said in one word as 43n4."""
    deal = deal_now(game)
    if len(left) > 1 and not _is_one_bid(said, deal) and split(said, len(left), deal, bids=True, all_wanted=True):
        return read_bids(game, said, left)
    return {left[0]: _good_bid(game, bids, left[0], said)}


def _is_one_bid(said: str, deal: int) -> bool:
    """Whether an answer is a bid by itself: a 10 is a ten, where only one player was asked."""
    try:
        return parse_bid(said).tricks <= deal
    except HandError:
        return False


def _good_bid(game: Game, bids: Mapping[str, Bid], player: str, said: str) -> Bid:
    bid = parse_bid(said)
    problems = objections_to(game, {**bids, player: bid})
    if problems:
        raise HandError(problems)
    return rules_now(game).bidding.meaning(bid)


def _ask_tricks(game: Game, bids: Mapping[str, Bid]) -> dict[str, int]:
    deal = deal_now(game)
    tricks: dict[str, int] = {}
    for name in questions(game, bids, game.players):
        left = deal - sum(tricks.values())
        tricks[name] = _until_good(f"{name} took: ", partial(_good_count, left, deal))
    return tricks


def _good_count(left: int, deal: int, said: str) -> int:
    took = parse_count(said)
    if not 0 <= took <= left:
        of = f"{left} of {deal} are left" if left < deal else f"a hand has {deal}"
        raise HandError(Problem("", f"{took} tricks cannot be: {of}.", "Count the pile again."))
    return took


def _until_good(question: str, understand: Callable[[str], T]) -> T:
    """The answer to a question, which is repeated until the answer makes sense."""
    while True:
        try:
            return understand(ask(question))
        except ScorekeeperError as error:
            _tell_problems(error)


def _tell_problems(error: ScorekeeperError) -> None:
    for problem in error.problems:
        tell(f"  {problem_line(problem)}")
