"""Bids and tricks as people type them. What was understood is said back by name before it counts."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar

from scorekeeper.bids import Bid, parse_bid
from scorekeeper.cli.shorthand import readings, split
from scorekeeper.errors import HandError, Problem, ScorekeeperError, UsageError
from scorekeeper.game import folded
from scorekeeper.scoring import deal_now, impossible_tricks, objections_to, rules_now
from scorekeeper.text import counted, listed, suggestion

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from scorekeeper.game import Game, Side, Value

    Faults = Iterable[Problem]

T = TypeVar("T")


def parse_bids(game: Game, words: Sequence[str]) -> dict[str, Bid]:
    """The bids in the words: one for each player in seat order, ``Ann=4`` by name, or ``2+2`` for each side.

    One word without blanks, ``43n4``, has them all as well.

    Raises:
        UsageError: There are too few or too many words, or they name nobody.
        HandError: Some of them are no bids. All such words are named.
    """
    words = _each_bid(game, joined(words))
    named = by_name(game, words)
    if named is not None:
        pairs = each_player(game, named)
    elif len(words) == len(game.players):
        pairs = [(player, word) for player, word in zip(game.players, words, strict=True)]
    elif len(words) == len(game.sides) and all("+" in word for word in words):
        pairs = [pair for side, word in zip(game.sides, words, strict=True) for pair in _shared(side, word)]
    else:
        what = f"{counted(len(words), 'bid')}: expected {len(game.players)}, in the order {', '.join(game.players)}."
        raise UsageError(Problem("bids", what, f"Or by name: {shell_word(game.players[0] + '=4')}."))
    meaning = rules_now(game).bidding.meaning
    bids = parse_all(pairs, parse_bid, partial(objections_to, game))
    return {player: meaning(bid) for player, bid in bids.items()}


def parse_tricks(game: Game, bids: Mapping[str, Bid], words: Sequence[str]) -> dict[str, int]:
    """The tricks in the words: by player, by side, by name, or only what does not follow from the rest.

    Raises:
        UsageError: There are too few or too many words, or they name nobody.
        HandError: Some of them are no numbers of tricks. All such words are named.
    """
    words = each_count(game, bids, _single(words))
    judge = partial(impossible_tricks, deal=deal_now(game))
    named = by_name(game, words)
    if named is not None:
        return parse_all(named, parse_count, judge)
    if len(words) == len(game.players):
        return parse_all([(player, word) for player, word in zip(game.players, words, strict=True)], parse_count, judge)
    nil = any(bid.nil for bid in bids.values())
    if len(words) == len(game.sides) and (not nil or any("+" in word for word in words)):
        pairs = [pair for side, word in zip(game.sides, words, strict=True) for pair in _pile(side, word)]
        return parse_all(pairs, parse_count, judge)
    asked = questions(game, bids, game.players)
    if len(words) == len(asked):
        refuse_two_meanings(game, bids, words, asked)
        return parse_all([(name, word) for name, word in zip(asked, words, strict=True)], parse_count, judge)
    raise UsageError(_wrong_count(game, len(words), asked))


def _each_bid(game: Game, words: list[str]) -> list[str]:
    """The words; one that has the bids of all players in it, such as 43n4, taken apart."""
    if len(words) != 1 or "=" in words[0]:
        return words
    return [*(split(words[0], len(game.players), deal_now(game), bids=True, all_wanted=True) or words)]


def each_count(game: Game, bids: Mapping[str, Bid], words: list[str]) -> list[str]:
    """The words; one that has several counts in it, of all players, sides or those asked, taken apart.

    Raises:
        UsageError: It could be read in more than one way.
    """
    deal = deal_now(game)
    word = words[0] if len(words) == 1 else ""
    if not (word.isascii() and word.isdigit() and len(word) > 1):
        return words
    asked = len(questions(game, bids, game.players))
    sizes = {len(game.players), len(game.sides), asked}
    if len(word) == 2:
        # Where one pile is asked, 14 is one wrong count, but 85 the piles of both sides.
        piles = asked == 1 and len(game.sides) == 2 and sum(map(int, word)) == deal
        sizes = {1, 2} if asked == 2 or piles else {1}
    found = [reading for reading in readings(word, len(game.players), deal, bids=False) if len(reading) in sizes]
    if len(found) > 1:
        ways = ", or ".join(map(listed, found[:3]))
        raise UsageError(Problem("tricks", f"“{word}” could be {ways}.", "Put blanks between."))
    return [*found[0]] if found else words


def refuse_two_meanings(game: Game, bids: Mapping[str, Bid], words: Sequence[str], asked: Sequence[str]) -> None:
    """Where somebody bid nil, two numbers are those of two names; but if they come to 13, they may well be piles."""
    sides = [side.name for side in game.sides]
    numbers = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) <= 2]
    if len(words) == len(numbers) == len(sides) and sum(numbers) == deal_now(game):
        what = f"“{' '.join(words)}” may be the piles of {listed(sides)}, or the tricks of {listed(list(asked))}."
        pairs = ([f"{name}={word}" for name, word in zip(names, words, strict=True)] for names in (sides, asked))
        piles, own = (" ".join(map(shell_word, said)) for said in pairs)
        nil = next(player for player in game.players if bids[player].nil)
        remedy = f"Say {own}; or {piles}, with the nil bidder's own: {nil}=0."
        raise UsageError(Problem("tricks", what, remedy))


def _wrong_count(game: Game, found: int, asked: Sequence[str]) -> Problem:
    players = f"{len(game.players)} in the order {', '.join(game.players)}"
    what = f"{counted(found, 'count')} of tricks: expected {players}; or only {listed(list(asked))}."
    return Problem("tricks", what, f"Or by name: {shell_word(asked[0] + '=5')}.")


def questions(game: Game, bids: Mapping[str, Bid], order: Sequence[str]) -> list[str]:
    """Whose tricks must be asked, players or sides, in the order given; all other figures follow from these."""
    sides = sorted(game.sides, key=lambda side: min(order.index(player) for player in side.players))
    asked: list[str] = []
    for side in sides:
        nils = [player for player in order if player in side.players and player in bids and bids[player].nil]
        if side is sides[-1]:
            # Its pile follows from the others; of a side where everybody bid nil, the last one's count too.
            asked += nils[: len(side.players) - 1]
        elif nils:
            asked += [player for player in order if player in side.players]
        else:
            asked.append(side.name)
    return asked


def parse_count(word: str) -> int:
    """A number of tricks.

    Raises:
        HandError: It is none. Whether there are so many tricks is for the rules.
    """
    number = word.removeprefix("-")
    if number.isascii() and number.isdigit() and len(number) <= 3:
        return int(word)
    raise HandError(Problem("", f"“{word}” is no number of tricks.", "Count the pile: 0, 1, 2 and so on."))


def parse_settings(words: Sequence[str], option: str = "--rule") -> dict[str, Value]:
    """Settings as ``KEY=VALUE``, the value as in a game file but without quotation marks.

    Raises:
        UsageError: A word has another form.
    """
    settings: dict[str, Value] = {}
    for word in words:
        key, mark, text = (part.strip() for part in word.partition("="))
        if not (key and mark and text):
            raise UsageError(Problem(option, f"“{word}” is no setting.", "Write it as KEY=VALUE: nil.made=50."))
        if key in settings:
            raise UsageError(Problem("--rule", f"{key} is given twice.", "Give each setting once."))
        settings[key] = setting_value(text.strip("\"'"))
    return settings


def setting_value(text: str) -> Value:
    """The value that a setting's text means: true or false, a whole number, or a word."""
    if text in ("true", "false"):
        return text == "true"
    number = text.removeprefix("-")
    return int(text) if number.isascii() and number.isdigit() and len(number) <= 9 else text


def shell_word(word: str) -> str:
    """A word as it is typed in a shell: in quotation marks where it has blanks or signs in it."""
    from shlex import quote

    return quote(word)


def find_name(names: Sequence[str], word: str, place: str) -> str:
    """The name that a word means: exact, in another case, or the only one that begins so.

    Raises:
        UsageError: Nobody is called so, or more than one could be meant.
    """
    wanted = folded(word)
    exact = [name for name in names if folded(name) == wanted]
    near = exact or [name for name in names if wanted and folded(name).startswith(wanted)]
    if len(near) == 1:
        return near[0]
    if near:
        raise UsageError(Problem(place, f"“{word}” could be {' or '.join(near)}.", "Write more of the name."))
    remedy = suggestion(word, [*names]) or f"Known are {', '.join(names)}."
    raise UsageError(Problem(place, f"nobody is called “{word}”.", remedy))


def each_player(game: Game, named: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The figures by player: a side's, such as Us=2+2, is shared out."""
    sides = {side.name: side for side in game.sides if side.name not in game.players}
    return [pair for name, word in named for pair in (_shared(sides[name], word) if name in sides else [(name, word)])]


def by_name(game: Game, words: Sequence[str]) -> list[tuple[str, str]] | None:
    """The words as (name, figure) where they name somebody; None where none is."""
    if not any("=" in word for word in words):
        return None
    names = [*game.players, *(side.name for side in game.sides if side.name not in game.players)]
    found: list[tuple[str, str]] = []
    for word in words:
        said, mark, figure = word.rpartition("=")
        if not mark:
            raise UsageError(Problem("", f"“{word}” has no name.", "Give all by name, Ann=4, or all by seat."))
        # A side called by its players, Ann & Cy, must not stand in the way of a player's name cut short.
        short = [player for player in game.players if folded(player).startswith(folded(said)) and said.strip()]
        name = short[0] if len(short) == 1 and folded(said) not in map(folded, names) else find_name(names, said, "")
        if any(name == other for other, _ in found):
            raise UsageError(Problem("", f"{name} is named twice.", "Give each figure once."))
        found.append((name, figure))
    return found


def _shared(side: Side, word: str) -> list[tuple[str, str]]:
    """A side's figure such as 2+2, shared out among its players."""
    parts = word.split("+")
    if len(parts) != len(side.players):
        what = f"“{word}” for {side.name}: expected {len(side.players)} figures with + between them."
        raise UsageError(Problem("", what, f"In the order {', '.join(side.players)}."))
    return [(player, part) for player, part in zip(side.players, parts, strict=True)]


def _pile(side: Side, word: str) -> list[tuple[str, str]]:
    return _shared(side, word) if "+" in word else [(side.name, word)]


def parse_all(
    pairs: Sequence[tuple[str, str]], parse: Callable[[str], T], judge: Callable[[dict[str, T]], Faults]
) -> dict[str, T]:
    """Every figure parsed. If some cannot be, all that is wrong is reported together, with what else is amiss."""
    parsed: dict[str, T] = {}
    problems: list[Problem] = []
    for name, word in pairs:
        try:
            parsed[name] = parse(word)
        except ScorekeeperError as error:
            problems += error.at(name).problems
    if problems:
        raise HandError([*problems, *judge(parsed)])
    return parsed


def joined(words: Sequence[str]) -> list[str]:
    """The words with “blind nil” in one, and “4 3 3 3” in four, however the shell has taken them apart."""
    whole: list[str] = []
    for word in _single(words):
        if whole and whole[-1].rpartition("=")[2].casefold() == "blind":
            whole[-1] += f" {word}"
        else:
            whole.append(word)
    return whole


def _single(words: Sequence[str]) -> list[str]:
    """The words, those apart that blanks or commas part; a name may have blanks in it."""
    return [part for word in words for part in ([word] if "=" in word else word.replace(",", " ").split())]
