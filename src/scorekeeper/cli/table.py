"""Commands that referee the cards: trick, referee."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

import typer

from scorekeeper.cli import games
from scorekeeper.cli.screen import out, out_json, style_of
from scorekeeper.cli.words import find_name, parse_settings
from scorekeeper.errors import HandError, Problem, UsageError
from scorekeeper.referee.cards import UNKNOWN, card_words, pack_of
from scorekeeper.referee.play import Moment, judge, playable, winner
from scorekeeper.rules import RuleSet
from scorekeeper.rules.presets import DEFAULT
from scorekeeper.storage import open_game

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.referee.cards import Card, Pack
    from scorekeeper.referee.play import Objection, Winner


class Question(NamedTuple):
    """What was asked of one trick, as it was typed."""

    cards: Sequence[str]
    led_by: str
    players: str
    hand: str
    played: str
    broken: bool
    first: bool


class _Trick(NamedTuple):
    """What was asked, read; `full` if nobody is to play any more."""

    cards: tuple[Card, ...]
    order: tuple[str, ...]
    hand: tuple[Card, ...]
    played: Card | None
    full: bool


def trick(asked: Question, path: str | None, preset: str | None, settings: Sequence[str], *, json: bool) -> None:
    """Says who won a trick, and which cards of a hand may be played to it; ends with 1 if one that was, may not."""
    players, rules = _table(asked.players, path, preset, settings)
    pack = pack_of(rules.deck, len(players) or 4)
    found = _read(asked, players, pack)
    led = found.cards[0] if found.cards else None
    moment = Moment(pack, rules.play, led, broken=asked.broken, first=asked.first)
    hand = playable(moment, found.hand)
    ruling = winner(pack, found.cards) if found.cards else None
    if json:
        from scorekeeper.render.cards import trick_data

        out_json(trick_data(rules.choice, found.cards, found.order, ruling, hand, found.played, full=found.full))
    else:
        _show(found, ruling, hand)
    if found.played and hand[found.played]:
        raise typer.Exit(1)


def _show(found: _Trick, ruling: Winner | None, hand: Mapping[Card, Objection | None]) -> None:
    from scorekeeper.render.cards import hand_ruled, play_ruled, trick_ruled

    style = style_of(sys.stdout)
    if ruling:
        out(trick_ruled(found.cards, found.order, ruling, style, full=found.full))
    if found.played:
        out(play_ruled(found.played, hand[found.played], style))
    if hand:
        out(hand_ruled(hand, style))


def _table(
    players: str, path: str | None, preset: str | None, settings: Sequence[str]
) -> tuple[tuple[str, ...], RuleSet]:
    """The players and the rules: as given, else those of the game that was named."""
    named = tuple(" ".join(name.split()) for name in players.split(",")) if players else ()
    if players and (not 2 <= len(named) <= 6 or not all(named) or len(set(named)) < len(named)):
        raise UsageError(Problem("--players", "expected 2 to 6 different names.", 'Such as "Ann,Bob,Cy,Dee".'))
    chosen = parse_settings(settings)
    path = games.named(path)
    if path is None:
        return named, RuleSet(preset or DEFAULT, chosen)
    game = open_game(path).game
    if preset:
        return named or game.players, RuleSet(preset, chosen)
    choice = game.rules
    return named or game.players, RuleSet(choice.preset, {**choice.settings, **chosen})


def _read(asked: Question, players: tuple[str, ...], pack: Pack) -> _Trick:
    problems: list[Problem] = []
    cards = _cards(pack, " ".join(asked.cards), "the trick", problems)
    hand = _cards(pack, asked.hand, "--hand", problems)
    played = _cards(pack, asked.played, "--play", problems)
    known = [card for card in (*cards, *hand) if card.rank != UNKNOWN]
    problems += [Problem("", f"{card} is there twice.") for card in dict.fromkeys(known) if known.count(card) > 1]
    if problems:
        raise HandError(problems)
    _check(asked, players, len(cards), (hand, played))
    order: tuple[str, ...] = ()
    if asked.led_by:
        at = players.index(find_name(players, asked.led_by, "--led-by"))
        order = (*players[at:], *players[:at])
    full = len(cards) == len(players) if players else not hand
    return _Trick(cards, order, hand, played[0] if played else None, full)


def _cards(pack: Pack, text: str, where: str, problems: list[Problem]) -> tuple[Card, ...]:
    """The cards in a text; what is none is noted among the problems."""
    cards = []
    for word in card_words(text):
        try:
            cards.append(pack.read(word))
        except HandError as error:
            problems += error.at(where).problems
    return (*cards,)


def _check(
    asked: Question, players: tuple[str, ...], cards: int, others: tuple[tuple[Card, ...], tuple[Card, ...]]
) -> None:
    """Refuses a question that says too little, or contradicts itself."""
    hand, played = others
    most = len(players) or 6
    problem = None
    if not cards and not hand:
        problem = Problem("", "no cards.", "Write those of the trick, the leader's first: score trick 5H KH 2S AH.")
    elif cards > most:
        problem = Problem("", f"{cards} cards in a trick, and {most} players at most.")
    elif asked.led_by and not players:
        problem = Problem(
            "--led-by", "the players are not known.", '--players "Ann,Bob,Cy,Dee", or --game, tells them.'
        )
    elif hand and players and cards == most:
        problem = Problem("--hand", "the trick is full, so nobody is to play.", "Give the cards before that player's.")
    elif len(played) > 1 or (played and played[0] not in hand):
        problem = Problem("--play", "it must be one of the cards in --hand.")
    if problem:
        raise UsageError(problem)


def referee(file: str, preset: str | None, settings: Sequence[str], *, json: bool) -> None:
    """Rules on a recorded hand; ends with 1 if something illegal was played."""
    from scorekeeper.storage.recorded import load_recorded

    recorded = load_recorded(file, preset, parse_settings(settings))
    ruling = judge(recorded.rules, recorded.hand)
    if json:
        from scorekeeper.render.cards import recorded_data

        out_json(recorded_data(file, recorded.rules.choice, ruling))
    else:
        from scorekeeper.render.cards import recorded_ruled

        out(recorded_ruled(ruling, recorded.hand.players, style_of(sys.stdout)))
    if ruling.faults:
        raise typer.Exit(1)
