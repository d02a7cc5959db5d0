"""Many games together: what players and partnerships bid, took, won and lost.

`record_of` sums up one scored game, so that no game need be kept; `statistics` adds up what is wanted of the records.
Points belong to sides: a player's points, sets and bags are those of the sides that the player was on. Bids, nils
and tricks are the player's own, the tricks only where somebody counted them by player.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.game import folded
from scorekeeper.rules import RuleSet

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scorekeeper.game import Game, RuleChoice, Side
    from scorekeeper.sheet import GameSheet, HandSheet, Nil

BEFORE, AFTER, UNDATED, RULES, PLAYERS = "before", "after", "undated", "rules", "players"
"""Why a game is passed over: it is older or younger than wanted, has no date, other rules, or other players."""


class Figures(NamedTuple):
    """Sums over hands.

    Attributes:
        hands: Hands that count.
        points: What the side scored in them.
        contracts: Hands in which the side had a contract.
        bid: The tricks of these contracts.
        took: The tricks that counted towards them.
        sets: Contracts that were not made.
        bags: Bags taken, before penalties.
        penalties: Bag penalties.
        penalty_points: What they cost.
        nils: Nils tried, not blind.
        nils_made: Those made.
        blind_nils: Blind nils tried.
        blind_nils_made: Those made.
        own_hands: Hands in which the player bid a number and the player's own tricks were counted.
        own_bid: The tricks that the player bid in them.
        own_took: The tricks that the player took in them.
    """

    hands: int = 0
    points: int = 0
    contracts: int = 0
    bid: int = 0
    took: int = 0
    sets: int = 0
    bags: int = 0
    penalties: int = 0
    penalty_points: int = 0
    nils: int = 0
    nils_made: int = 0
    blind_nils: int = 0
    blind_nils_made: int = 0
    own_hands: int = 0
    own_bid: int = 0
    own_took: int = 0

    def plus(self, other: Figures) -> Figures:
        """Both together."""
        return Figures(*map(sum, zip(self, other, strict=True)))


class Peak(NamedTuple):
    """A side's best or worst hand: its points, and where it stands."""

    points: int
    file: str
    game: str
    hand: int


class SideRecord(NamedTuple):
    """What a side did in one game.

    Attributes:
        players: In seat order.
        won: Whether it won; None where the game is not over.
        figures: Of the side.
        own: Of each player: the side's, with the player's own bids, nils and tricks.
        best: Its best hand, the first of equals; None where no hand counts.
        worst: Its worst.
    """

    players: tuple[str, ...]
    won: bool | None
    figures: Figures
    own: tuple[Figures, ...]
    best: Peak | None = None
    worst: Peak | None = None


class GameRecord(NamedTuple):
    """One game, summed up."""

    file: str
    started: datetime.date | None
    rules: RuleChoice
    finished: bool
    hands: int
    sides: tuple[SideRecord, ...]

    @property
    def players(self) -> Iterator[str]:
        """All who play."""
        return (player for side in self.sides for player in side.players)


class Wanted(NamedTuple):
    """Which games and players are wanted.

    Attributes:
        players: Games in which all of them play, and only their rows.
        since: No game that was started before this day.
        until: No game that was started after it.
        preset: Only games that were started by this rule set, whatever settings differ.
    """

    players: tuple[str, ...] = ()
    since: datetime.date | None = None
    until: datetime.date | None = None
    preset: str = ""


class Row(NamedTuple):
    """A player, or a partnership.

    Attributes:
        players: The player, or the partners in alphabetical order.
        games: Games played.
        finished: Those that are over.
        wins: Those won.
        run: The most finished games won one after the other, in the order in which they were started.
        figures: All hands together.
        best: The best hand of a side on which they played; the first of equals.
        worst: The worst.
    """

    players: tuple[str, ...]
    games: int = 0
    finished: int = 0
    wins: int = 0
    run: int = 0
    figures: Figures = Figures()
    best: Peak | None = None
    worst: Peak | None = None

    @property
    def name(self) -> str:
        """What the row is called."""
        return " & ".join(self.players)


class Statistics(NamedTuple):
    """Many games together.

    Attributes:
        games: How many count.
        finished: How many of them are over.
        hands: How many hands count.
        first: The day of the first of them that has a date.
        last: The day of the last.
        rules: The rules that they were started under, with the number of games, the most frequent first.
        passed_over: How many games are not wanted, by reason.
        players: A row for each player, in alphabetical order.
        partnerships: A row for each side of two or more, whatever it was called.
    """

    games: int
    finished: int
    hands: int
    first: datetime.date | None
    last: datetime.date | None
    rules: tuple[tuple[RuleChoice, int], ...]
    passed_over: Counter[str]
    players: tuple[Row, ...]
    partnerships: tuple[Row, ...]


def record_of(file: str, game: Game, sheet: GameSheet) -> GameRecord:
    """One game, summed up. Void hands do not count, nor do hands after the end.

    Args:
        file: What the game is named by.
        game: Its facts.
        sheet: The game, scored.
    """
    hands = [hand for hand in sheet.hands[: sheet.ended_with] if not hand.hand.void]
    sides = tuple(_side_record(file, game, sheet, side, hands) for side in game.sides)
    return GameRecord(file, game.started, game.rules, sheet.outcome.over, len(hands), sides)


def _side_record(file: str, game: Game, sheet: GameSheet, side: Side, hands: Sequence[HandSheet]) -> SideRecord:
    won = side.name == sheet.outcome.winner if sheet.outcome.over else None
    peaks = [Peak(hand.sides[side.name].points, file, game.name, hand.number) for hand in hands]
    shared = _side_figures(game, side, hands)._replace(points=sum(peak.points for peak in peaks))
    nils = [nil for hand in hands for nil in hand.sides[side.name].nils]
    own = tuple(
        shared._replace(**_nils([nil for nil in nils if nil.player == player]), **_own_tricks(side, at, hands))
        for at, player in enumerate(side.players)
    )
    best = max(peaks, key=lambda peak: peak.points, default=None)
    worst = min(peaks, key=lambda peak: peak.points, default=None)
    return SideRecord(side.players, won, shared._replace(**_nils(nils)), own, best, worst)


def _side_figures(game: Game, side: Side, hands: Sequence[HandSheet]) -> Figures:
    """A side's contracts and bags."""
    scored = [hand.sides[side.name] for hand in hands]
    contracts = [each for each in scored if each.contract is not None]
    bags = penalties = penalty_points = 0
    for hand, each in zip(hands, scored, strict=True):
        count = each.before.bags
        for line in each.lines:
            if line.rule == "bag penalty":
                penalties += RuleSet(*game.rules_at(hand.number)).bags.penalties(count)
                penalty_points += line.points
            elif line.bags:
                bags += line.bags
                count += line.bags
    return Figures(
        hands=len(hands),
        contracts=len(contracts),
        bid=sum(each.contract or 0 for each in contracts),
        took=sum(each.counted for each in contracts),
        sets=sum(each.set for each in contracts),
        bags=bags,
        penalties=penalties,
        penalty_points=penalty_points,
    )


def _nils(tried: Sequence[Nil]) -> dict[str, int]:
    """How many nils were tried and made, and how many blind ones."""
    blind = [nil for nil in tried if nil.blind]
    blind_made = sum(nil.made for nil in blind)
    return {
        "nils": len(tried) - len(blind),
        "nils_made": sum(nil.made for nil in tried) - blind_made,
        "blind_nils": len(blind),
        "blind_nils_made": blind_made,
    }


def _own_tricks(side: Side, at: int, hands: Sequence[HandSheet]) -> dict[str, int]:
    """The numbers that a player bid and the tricks that the player won, in the hands where both are known."""
    player = side.players[at]
    own_hands = own_bid = own_took = 0
    for hand in hands:
        took = hand.tricks[side.name].players[at]
        bid = hand.hand.bids.get(player)
        if took is None or bid is None or any(nil.player == player for nil in hand.sides[side.name].nils):
            continue
        own_hands += 1
        own_bid += bid.tricks
        own_took += took
    return {"own_hands": own_hands, "own_bid": own_bid, "own_took": own_took}


def statistics(records: Iterable[GameRecord], wanted: Wanted = Wanted()) -> Statistics:  # noqa: B008  it is frozen
    """The games that are wanted, together. The order in which the records come makes no difference."""
    ordered = sorted(records, key=lambda record: (str(record.started or ""), record.file))
    spelled = spellings(ordered)
    counting: list[GameRecord] = []
    passed_over: Counter[str] = Counter()
    for record in ordered:
        reason = _passed_over(record, wanted)
        if reason:
            passed_over[reason] += 1
        else:
            counting.append(record)
    players, partnerships = _Rows(), _Rows()
    for record in counting:
        for side in record.sides:
            partnerships.add(side.players, side, side.figures)
            for player, own in zip(side.players, side.own, strict=True):
                players.add((player,), side, own)
    shown = {folded(player) for player in wanted.players}
    days = [record.started for record in counting if record.started]
    return Statistics(
        games=len(counting),
        finished=sum(record.finished for record in counting),
        hands=sum(record.hands for record in counting),
        first=min(days, default=None),
        last=max(days, default=None),
        rules=_rules(counting),
        passed_over=passed_over,
        players=tuple(players.named(spelled, shown)),
        partnerships=tuple(row for row in partnerships.named(spelled, shown) if len(row.players) > 1),
    )


def spellings(records: Iterable[GameRecord]) -> dict[str, str]:
    """How each player is spelled, by the folded name: as most often, of equals as last."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for record in records:
        for player in record.players:
            spelled = counts[folded(player)]
            times = spelled.pop(player, 0)
            spelled[player] = times + 1  # now the last of the mapping
    return {key: max(reversed(spelled), key=spelled.__getitem__) for key, spelled in counts.items()}


def _passed_over(record: GameRecord, wanted: Wanted) -> str:
    """Why a game is not wanted; empty for one that is."""
    if wanted.preset and record.rules.preset != wanted.preset:
        return RULES
    if not {folded(player) for player in wanted.players} <= {folded(player) for player in record.players}:
        return PLAYERS
    if wanted.since is None and wanted.until is None:
        return ""
    if record.started is None:
        return UNDATED
    if wanted.since is not None and record.started < wanted.since:
        return BEFORE
    return AFTER if wanted.until is not None and record.started > wanted.until else ""


def _rules(records: Sequence[GameRecord]) -> tuple[tuple[RuleChoice, int], ...]:
    """The rules that games were started under, with the number of games."""
    choices = {_rules_key(record.rules): record.rules for record in records}
    counts = Counter(_rules_key(record.rules) for record in records)
    return tuple((choices[key], counts[key]) for key in sorted(counts, key=lambda key: (-counts[key], key)))


def _rules_key(rules: RuleChoice) -> tuple[str, ...]:
    return (rules.preset, *sorted(f"{key} {value}" for key, value in rules.settings.items()))


class _Rows:
    """Rows that grow with every game, by the folded names of their players."""

    def __init__(self) -> None:
        self.rows: dict[tuple[str, ...], Row] = {}
        self.runs: dict[tuple[str, ...], int] = {}

    def add(self, players: Iterable[str], side: SideRecord, figures: Figures) -> None:
        """Adds what they did in one game; games come in the order in which they were started."""
        key = tuple(sorted(map(folded, players)))
        row = self.rows.get(key, Row(()))
        if side.won is not None:
            self.runs[key] = self.runs.get(key, 0) + 1 if side.won else 0
        self.rows[key] = row._replace(
            games=row.games + 1,
            finished=row.finished + (side.won is not None),
            wins=row.wins + bool(side.won),
            run=max(row.run, self.runs.get(key, 0)),
            figures=row.figures.plus(figures),
            best=_higher(row.best, side.best),
            worst=_lower(row.worst, side.worst),
        )

    def named(self, spelled: Mapping[str, str], shown: set[str]) -> Iterator[Row]:
        """The rows in alphabetical order, their players spelled as people do; only those with somebody of `shown`."""
        for key, row in sorted(self.rows.items()):
            if not shown or shown & {*key}:
                yield row._replace(players=tuple(spelled[name] for name in key))


def _higher(first: Peak | None, second: Peak | None) -> Peak | None:
    """The better hand; the first of equals."""
    return second if first is None or (second is not None and second.points > first.points) else first


def _lower(first: Peak | None, second: Peak | None) -> Peak | None:
    """The worse hand; the first of equals."""
    return second if first is None or (second is not None and second.points < first.points) else first
