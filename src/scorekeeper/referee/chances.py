"""How a side can win with the next hand, and who can still stop it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.referee.trial import BESIDE_BLIND_NIL, BESIDE_NIL, BLIND, kinds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from scorekeeper.game import Side
    from scorekeeper.referee.trial import Kind, Result, Trial


class Way(NamedTuple):
    """A way to win with the next hand, if the others stay where they are.

    Attributes:
        result: The least contract of its kind that does it, and what it comes to.
        over: How many tricks above the contract it takes.
        turns: The same contract with the fewest further overtricks that spoil it again; None where none do.
        rivals: Others that can still keep the side from winning with the tricks that are left, each with the least
            that does it. Of two sides, the other wins just the tricks that are left.
    """

    result: Result
    over: int
    turns: Result | None
    rivals: Mapping[str, Result]


def ways_to_win(trial: Trial, side: Side, usual: Kind) -> list[Way]:
    """The least contracts that win: of the usual kind, with overtricks, blind, beside a nil, beside a blind nil.

    Where none of these does, anything else that the side may bid is tried: more nils, and blind numbers beside them.
    """
    found = [*_usual(trial, side, usual)]
    special = [kind for kind in (BLIND, BESIDE_NIL, BESIDE_BLIND_NIL) if kind in kinds(side) and kind != usual]
    found += filter(None, (_least(trial, side, kind) for kind in special))
    if not found:
        rest = (
            result for kind in kinds(side) for search in (_least, _stretched) if (result := search(trial, side, kind))
        )
        found = [result for result in (next(rest, None),) if result]
    return [_way(trial, side, result) for result in found]


def _usual(trial: Trial, side: Side, kind: Kind) -> Iterator[Result]:
    """The least contract that wins when it is just made, and one below it that wins with overtricks."""
    plain = _least(trial, side, kind)
    most = _stretched(trial, side, kind, plain.contract if plain else None)
    yield from filter(None, (plain, most))


def _least(trial: Trial, side: Side, kind: Kind) -> Result | None:
    """The least contract that wins when it is just made."""
    made = (
        trial.result(side, bids, contract)
        for contract, bids in trial.contracts(side, kind).items()
        if contract <= trial.next.deal
    )
    return _first(trial, side, made)


def _stretched(trial: Trial, side: Side, kind: Kind, below: int | None = None) -> Result | None:
    """The greatest contract below this one that wins with overtricks, with the fewest of them."""
    contracts = trial.contracts(side, kind)
    most = trial.next.deal if kind.numbers(side) else 0
    won = (
        trial.result(side, contracts[contract], took)
        for contract in reversed(contracts)
        if below is None or contract < below
        for took in range(contract, most + 1)
    )
    return _first(trial, side, won)


def _first(trial: Trial, side: Side, results: Iterable[Result]) -> Result | None:
    """The first that wins if the others stay where they are, and against something that can really come of the hand."""
    winning = (result for result in results if trial.wins(side, result))
    return next((result for result in winning if _can_be(trial, side, result)), None)


def _can_be(trial: Trial, side: Side, result: Result) -> bool:
    """Whether something that is left to the others leaves the side the winner; of more others than one, it does."""
    others = [other for other in trial.game.sides if other != side]
    if len(others) > 1:
        return True
    return next(_answers(trial, side, result, others[0], win=True), None) is not None


def _way(trial: Trial, side: Side, result: Result) -> Way:
    most = result.tricks if all(bid.nil for bid in result.bids) else trial.next.deal
    further = (trial.result(side, result.bids, took) for took in range(result.tricks + 1, most + 1))
    turns = next((more for more in further if not trial.wins(side, more)), None)
    rivals = {}
    for other in trial.game.sides:
        least = next(_answers(trial, side, result, other, win=False), None) if other != side else None
        if least:
            rivals[other.name] = least
    return Way(result, result.tricks - result.contract, turns, rivals)


def _answers(trial: Trial, side: Side, result: Result, other: Side, *, win: bool) -> Iterator[Result]:
    """What another side can make of the tricks that are left, such that the first side wins all the same, or not."""
    left = trial.next.deal - result.tricks
    two = len(trial.game.sides) == 2
    known: dict[object, bool] = {}
    for took in (left,) if two else range(left + 1):
        for answer in trial.results(other, took):
            ends = (answer.sheet.after, answer.sheet.set, answer.sheet.moon)  # all that the end of a game looks at
            if ends not in known:
                known[ends] = trial.wins(side, result, {other.name: answer.sheet})
            if known[ends] == win and (not two or trial.allowed({side: result.bids, other: answer.bids})):
                yield answer
