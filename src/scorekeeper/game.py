"""The facts of a game: who sits where, what was bid, what was won. No scores and no rules.

A score is always worked out from these facts (`scorekeeper.scoring`); `Hand.totals` are figures that the table
agreed on, kept to be checked against it.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.errors import Problem
from scorekeeper.text import counted, suggestion, unsafe_in

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scorekeeper.bids import Bid

Value = int | str | bool
"""The value of a rule setting."""

LONGEST_NAME = 60


class Side(NamedTuple):
    """Those who score together: two partners, or a player alone. `players` are in seat order."""

    name: str
    players: tuple[str, ...]


class RuleChoice(NamedTuple):
    """The rules that a game is played by: a published rule set, and the settings that differ from it."""

    preset: str
    settings: Mapping[str, Value] = {}


class RuleChange(NamedTuple):
    """Settings that the table changed during the game.

    Attributes:
        at: When.
        from_hand: The number of the first hand that is played by them.
        settings: What changed, by dotted key.
        why: The reason given, or empty.
    """

    at: datetime.datetime
    from_hand: int
    settings: Mapping[str, Value]
    why: str = ""


class Ruling(NamedTuple):
    """What was ruled about a hand.

    Attributes:
        kind: ``renege``, a player did not follow suit; or ``adjustment``, the table agreed on points.
        player: For a renege: who is at fault.
        to: For a renege: the side that is paid, where there are more than two; empty for the other side.
        side: For an adjustment: whose score it is.
        points: For an adjustment: points added, or taken off below zero.
        why: What the table went by.
    """

    kind: str
    player: str = ""
    to: str = ""
    side: str = ""
    points: int = 0
    why: str = ""


class Hand(NamedTuple):
    """One deal, bid and played.

    Attributes:
        bids: Each player's bid; empty for a hand that bids itself.
        tricks: Tricks won, by player, or by side for a side's whole pile; None while the hand is being played.
        dealer: Who dealt; empty where the deal simply passed to the left.
        totals: Each side's score after the hand, as the table agreed on it; None where nobody wrote it down.
        note: What somebody wanted to remember of the hand.
        rulings: What was ruled about it, in order.
        bid_at: When the bids were stored, where that was before the tricks.
        void: Why the hand does not count, such as ``misdeal``; empty for a hand that does.
    """

    bids: Mapping[str, Bid]
    tricks: Mapping[str, int] | None = None
    dealer: str = ""
    totals: Mapping[str, int] | None = None
    note: str = ""
    rulings: tuple[Ruling, ...] = ()
    bid_at: datetime.datetime | None = None
    void: str = ""

    @property
    def complete(self) -> bool:
        """Whether nothing more is to be entered: the hand has been played out, or is void."""
        return self.tricks is not None or bool(self.void)


class Correction(NamedTuple):
    """A change to what had been entered, and what stood there before.

    Attributes:
        at: When it was made.
        change: ``edit``, ``accept``, ``undo`` or ``redo``.
        hand: The number of the hand, from 1.
        entered: How many entries the game had after the change (see `Game.entered`); orders corrections and entries.
        of: For an undo and a redo: what was taken back or brought back, ``entry``, ``edit`` or ``accept``; else
            empty.
        why: The reason given, or empty.
        was: The hand before the change; None where there was none.
    """

    at: datetime.datetime
    change: str
    hand: int
    entered: int
    of: str = ""
    why: str = ""
    was: Hand | None = None


class Game(NamedTuple):
    """A whole game, as its file holds it.

    Attributes:
        players: In clockwise order.
        sides: In the order in which their first players sit.
        dealer: Who deals the first hand; empty for the last player, so that the first named bids first.
        rules: The rules that the game was started under.
        rule_changes: What was changed of them since, in order.
    """

    name: str
    players: tuple[str, ...]
    sides: tuple[Side, ...]
    rules: RuleChoice
    started: datetime.date | None = None
    dealer: str = ""
    rule_changes: tuple[RuleChange, ...] = ()
    hands: tuple[Hand, ...] = ()
    corrections: tuple[Correction, ...] = ()

    def rules_at(self, hand: int) -> RuleChoice:
        """The rules that the hand of this number is played by: a change holds from its hand on, never before."""
        changed = [change.settings for change in self.rule_changes if change.from_hand <= hand]
        if not changed:
            return self.rules
        settings = dict(self.rules.settings)
        for settings_then in changed:
            settings |= settings_then
        return self.rules._replace(settings=settings)

    @property
    def rules_now(self) -> RuleChoice:
        """The rules of the hand in play, or of the next one."""
        return self.rules_at(len(self.hands) + (self.in_play is None))

    @property
    def in_play(self) -> Hand | None:
        """The hand whose bids are down and whose tricks are not, or None."""
        return self.hands[-1] if self.hands and not self.hands[-1].complete else None

    @property
    def played(self) -> int:
        """How many hands have been played out; void ones do not count."""
        return sum(hand.complete and not hand.void for hand in self.hands)

    @property
    def entered(self) -> int:
        """How many entries made the hands: a hand entered whole is one, bids and then tricks are two."""
        return sum(2 if hand.complete and hand.bid_at else 1 for hand in self.hands)

    def side_of(self, player: str) -> Side:
        """The side on which a player of this game plays."""
        return next(side for side in self.sides if player in side.players)

    def dealers(self) -> Iterator[str]:
        """Who dealt each hand, and at the end who deals the next one.

        The deal passes to the left; after a void hand the same player deals again.
        """
        dealer = self.dealer or self.players[-1]
        for hand in self.hands:
            dealer = hand.dealer if hand.dealer in self.players else dealer
            yield dealer
            dealer = dealer if hand.void else self.left_of(dealer)
        yield dealer

    def left_of(self, player: str) -> str:
        """The next player clockwise."""
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def bidding_order(self, dealer: str) -> tuple[str, ...]:
        """All players, from the dealer's left round to the dealer."""
        first = self.players.index(self.left_of(dealer))
        return self.players[first:] + self.players[:first]


def folded(name: str) -> str:
    """A name as it is compared: two names that differ in case or in Unicode form only are one."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


def partnerships(players: Sequence[str]) -> tuple[Side, ...]:
    """The sides where nobody named any: with four players those opposite each other, else each player alone."""
    return seated(players, "partners" if len(players) == 4 else "solo")


def seated(players: Sequence[str], kind: str) -> tuple[Side, ...]:
    """The sides of players who sit clockwise.

    Args:
        players: All of them.
        kind: ``solo``, each alone; ``partners`` or ``pairs``, those across the table; ``threes``, every other one.
    """
    if kind == "threes" and len(players) == 6:
        groups = [tuple(players[0::2]), tuple(players[1::2])]
    elif kind in ("partners", "pairs") and len(players) in (4, 6):
        half = len(players) // 2
        groups = [(player, players[seat + half]) for seat, player in enumerate(players[:half])]
    else:
        groups = [(player,) for player in players]
    return tuple(Side(" & ".join(group), group) for group in groups)


def table_problems(players: Sequence[str], sides: Sequence[Side]) -> list[Problem]:
    """What is wrong with the players and sides of a game; nothing for a table that can play."""
    own_names = [side.name for side in sides if side.name not in (*players, " & ".join(side.players))]
    problems = [
        *_player_count(players),
        *_bad_names("players", [(name, ("players", at)) for at, name in enumerate(players)]),
        *_bad_names("sides", [(name, ("sides", name)) for name in own_names]),
    ]
    # Sides are made of the players: twins among them would only be told of twice.
    return problems or [*_same_players(players)] or [*_same_sides(players, sides), *_seating(players, sides)]


def _player_count(players: Sequence[str]) -> Iterator[Problem]:
    if not 2 <= len(players) <= 6:
        what = f"{counted(len(players), 'player')}; Spades is played by 2 to 6."
        yield Problem("players", what, path=("players",))


def _bad_names(where: str, named: Iterable[tuple[str, tuple[str | int, ...]]]) -> Iterator[Problem]:
    for name, path in named:
        fault = name_fault(name)
        if fault:
            yield Problem(where, *fault, path)


def name_fault(name: str) -> tuple[str, str] | None:
    """What keeps a text from being the name of a player or a side, and what to do; None for a good name."""
    if not name.strip():
        return "a name is empty.", "Every player and every side has a name."
    if name != name.strip():
        return f"the name “{name}” begins or ends with a blank.", "Take the blank out."
    if len(name) > LONGEST_NAME:
        what = f"the name “{name[:20]}…” has {len(name)} characters; at most {LONGEST_NAME} can be shown."
        return what, "Shorten it."
    bad = unsafe_in(name)
    if bad:
        return f"the name “{name}” has the control character U+{ord(bad):04X} in it.", "Type the name again."
    if not any(letter.isprintable() for letter in name):
        return "a name has nothing in it that can be seen.", "Type the name again."
    return None


def _same_players(players: Sequence[str]) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for player in players:
        twin = seen.setdefault(folded(player), player)
        if twin is not player or players.count(player) > 1:
            what = f"two players are called “{twin}”" + (f" and “{player}”" if twin != player else "") + "."
            yield Problem("players", what, "Names must differ in more than case: add a letter.", ("players",))
            return


def _same_sides(players: Sequence[str], sides: Sequence[Side]) -> Iterator[Problem]:
    seen = {folded(player) for player in players}
    names: set[str] = set()
    for side in sides:
        alone = side.players == (side.name,)
        if folded(side.name) in names:
            yield Problem("sides", f"two sides are called “{side.name}”.", path=("sides", side.name))
        elif folded(side.name) in seen and not alone:
            what = f"“{side.name}” is a player and a side."
            yield Problem("sides", what, "Give the side a name of its own.", ("sides", side.name))
        names.add(folded(side.name))


def _seating(players: Sequence[str], sides: Sequence[Side]) -> Iterator[Problem]:
    seated = [player for side in sides for player in side.players]
    for player in dict.fromkeys([*seated, *players]):
        if player not in players:
            what = f"“{player}” is on a side but not among the players."
            yield Problem(
                "sides", what, suggestion(player, [*players]) or "Name all players under players.", ("sides",)
            )
        elif seated.count(player) != players.count(player):
            times = "no side" if player not in seated else "more than one side"
            yield Problem("sides", f"“{player}” is on {times}.", "Each player is on one.", ("sides",))
    if sorted(seated) != sorted(players):
        return
    sizes = {len(side.players) for side in sides}
    if len(sizes) > 1 or len(sides) < 2:
        what = "the sides must be two or more, of one size."
        yield Problem("sides", what, "Put the same number of players on each.", ("sides",))
        return
    owner = {player: side.name for side in sides for player in side.players}
    if any(owner[player] != owner[players[at - len(sides)]] for at, player in enumerate(players)):
        what = "partners sit next to each other, and the sides must sit in turn round the table."
        yield Problem("sides", what, "Name the players clockwise, so that partners sit opposite.", ("sides",))
