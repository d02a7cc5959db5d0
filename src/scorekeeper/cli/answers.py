"""What is typed at the prompts of `score play`: bids and tricks of those who are asked, in the order asked."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.bids import parse_bid
from scorekeeper.cli.shorthand import split
from scorekeeper.cli.words import (
    by_name,
    each_count,
    each_player,
    joined,
    parse_all,
    parse_count,
    parse_tricks,
    refuse_two_meanings,
    shell_word,
)
from scorekeeper.errors import HandError, Problem, UsageError
from scorekeeper.game import folded
from scorekeeper.scoring import deal_now, impossible_tricks, objections_to, rules_now
from scorekeeper.text import counted, listed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scorekeeper.bids import Bid
    from scorekeeper.game import Game

_FIGURE = re.compile(r"\s*(blind\s+\S+|\S+)(?:[\s,]+|$)", re.IGNORECASE)
_QUOTES = "\"', "
_TOO_MANY = "< goes a step back, ? helps."
_CLAIM = re.compile(r"(?:(?P<name>[^=]*?[^=\s])(?:\s*=\s*|\s+))?(?P<figure>[+-]?[0-9]{1,6})\s*(?P<mark>\?)?")


class Claim(NamedTuple):
    """A score that somebody says: whose it is (empty where that was not said), and the points."""

    name: str
    points: int


def read_bids(game: Game, line: str, left: Sequence[str]) -> dict[str, Bid]:
    """The bids in a line: of some or all of those left, in their order or by name; ``43n4`` without blanks.

    Raises:
        UsageError: There are more bids than players left, a name is wrong, or the line has two meanings.
        HandError: Some of the words are no bids, or the rules refuse one.
    """
    named = _named(game, _spoken(joined([line]), _is_bid) or line)
    if named is not None:
        pairs = each_player(game, named)
        _refuse_others([name for name, _ in pairs], left)
    else:
        pairs = _in_order(joined([line]), left, deal_now(game), bids=True)
    meaning = rules_now(game).bidding.meaning
    bids = parse_all(pairs, _bid, partial(objections_to, game))
    return {player: meaning(bid) for player, bid in bids.items()}


def read_tricks(game: Game, line: str, asked: Sequence[str], before: Mapping[str, int]) -> dict[str, int]:
    """The counts in a line: of some or all of those asked, in their order, or of anybody by name.

    As long as nothing was given, those of all sides or of all players are taken as well, as `parse_tricks` does.
    `before` has the counts that were given already; all together cannot be more than the hand has.

    Raises:
        UsageError: There are more counts than are asked, a name is wrong, or the line has two meanings.
        HandError: Some of the words are no counts, or they are too many tricks.
    """
    deal = deal_now(game)
    bids = game.in_play.bids if game.in_play else {}
    words = line.replace(",", " ").split()
    named = _named(game, _spoken(words, _is_count) or line)
    if named is None:
        _refuse_talk(line, asked)
        if not before and len(asked) == 1:
            words = each_count(game, bids, words)
        if not before and len(words) > len(asked):
            return parse_tricks(game, bids, words)
        pairs = _in_order(words, asked, deal, bids=False)
        if len(pairs) == len(asked) and any(bid.nil for bid in bids.values()):
            refuse_two_meanings(game, bids, [word for _, word in pairs], asked)
    else:
        pairs = named
    tricks = parse_all(pairs, parse_count, partial(impossible_tricks, deal=deal))
    if [*impossible_tricks(tricks, deal)]:
        left = deal - sum(before.values()) if named is None else deal
        raise HandError(impossible_tricks(tricks, left))
    if named is None and sum({**before, **tricks}.values()) > deal:
        said = " + ".join(f"{name} {took}" for name, took in {**before, **tricks}.items())
        what = f"{said} are {sum({**before, **tricks}.values())} tricks, and a hand has {deal}."
        raise HandError(Problem("tricks", what, "Count the piles again."))
    return tricks


def read_claim(game: Game, line: str) -> Claim | None:
    """The claim in a line: ``Us=290``, ``Us 290?``, ``290?``. None where it is none.

    Without the question mark a figure that can be a bid or a count of tricks is one.
    """
    found = _CLAIM.fullmatch(line)
    if not found:
        return None
    name, points, mark = found["name"] or "", int(found["figure"]), found["mark"]
    if not mark and (not name or 0 <= points <= deal_now(game)):
        return None
    if not name:
        return Claim("", points)
    known = [*(side.name for side in game.sides), *game.players]
    whole = [each for each in known if folded(each) == folded(name)]
    near = whole or [each for each in known if folded(each).startswith(folded(name))]
    sides = {side.name for side in game.sides if side.name in near or {*near} & {*side.players}}
    return Claim(sides.pop(), points) if len(sides) == 1 else None


def names_somebody(game: Game, line: str) -> bool:
    """Whether a line begins with a name of this game and a =, so that it is no command, whatever the name is."""
    name, mark, _ = line.partition("=")
    return bool(mark) and folded(name.strip("\"' ")) in {
        folded(known) for known in (*game.players, *(side.name for side in game.sides))
    }


def _refuse_talk(line: str, asked: Sequence[str]) -> None:
    """Refuses a line without any figure in it.

    Raises:
        HandError: There is none.
    """
    if not any(sign.isdecimal() for sign in line):
        remedy = f"Count the pile of {listed([*asked])}: 0, 1, 2 and so on."
        raise HandError(Problem("", f"“{line}” is no number of tricks.", remedy))


def _spoken(words: Sequence[str], is_figure: Callable[[str], bool]) -> str:
    """A line such as “us 8 them 5”, names and figures in turn, with = between them; nothing for any other line."""
    pairs: list[str] = []
    name: list[str] = []
    for word in words:
        if not is_figure(word):
            name.append(word)
        elif name and "=" not in "".join(name):
            pairs.append(f"{' '.join(name)}={word}")
            name = []
        else:
            return ""
    return "" if name else " ".join(pairs)


def _is_count(word: str) -> bool:
    number = word.removeprefix("-")
    return number.isascii() and number.isdigit()


def _is_bid(word: str) -> bool:
    try:
        _bid(word)
    except HandError:
        return False
    return True


def _bid(word: str) -> Bid:
    """A bid as it is typed at a prompt, where b is a blind nil with blanks around it as well as without."""
    return parse_bid("bn" if word.casefold() == "b" else word)


def _in_order(words: Sequence[str], left: Sequence[str], deal: int, *, bids: bool) -> list[tuple[str, str]]:
    """Each word with the name that it belongs to; one word may have several figures in it."""
    if len(words) == 1:
        first = shell_word(left[0])
        words = split(words[0], len(left), deal, bids=bids, first=first) or _signs(words[0], left, bids=bids)
    if len(words) > len(left):
        asked = f"only {listed([*left])} {'is' if len(left) == 1 else 'are'} asked"
        raise UsageError(Problem("", f"{counted(len(words), 'figure')}, and {asked}.", _TOO_MANY))
    return [*zip(left, words, strict=False)]


def _signs(word: str, left: Sequence[str], *, bids: bool) -> Sequence[str]:
    """A word that is no fitting figures: sign by sign where those would be too many, else as it is."""
    signs = "0123456789nb" if bids else "0123456789"
    many = 1 < len(left) < len(word) and all(sign in signs for sign in word.casefold())
    return word if many else (word,)


def _named(game: Game, line: str) -> list[tuple[str, str]] | None:
    """The figures in a line as (name, figure) where they have names before them; a name may have blanks in it."""
    first, *rest = line.split("=")
    if not rest:
        return None
    words: list[str] = []
    name = first
    for part in rest:
        found = _FIGURE.match(part)
        figure = found[1].strip(",") if found else ""
        words.append(f"{name.strip(_QUOTES)}={figure}")
        name = part[found.end() :] if found else ""
    if name.strip():
        raise UsageError(Problem("", f"“{name.strip()}” has no name.", "Give all by name, Ann=4, or all in order."))
    return by_name(game, words)


def _refuse_others(names: Sequence[str], left: Sequence[str]) -> None:
    """Refuses a second bid of a player.

    Raises:
        UsageError: Somebody named is not asked for any more.
    """
    twice = [name for name in names if name not in left]
    if twice:
        raise UsageError(Problem("", f"{listed(twice)} has bid already.", "< takes back the last bid."))
