"""What is coming, as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorekeeper.referee.trial import MAY_WIN, WINS
from scorekeeper.render.data import standing_data

if TYPE_CHECKING:
    from scorekeeper.referee.chances import Way
    from scorekeeper.referee.outlook import Outlook, SideOutlook
    from scorekeeper.referee.trial import Result


def outlook_data(outlook: Outlook) -> dict[str, Any]:
    """What is coming, as data."""
    data: dict[str, Any] = {
        "hand": outlook.hand,
        "tricks": outlook.tricks,
        "outcome": {
            "over": outlook.outcome.over,
            "winner": outlook.outcome.winner,
            "reason": outlook.outcome.reason,
        },
        "bid": outlook.bid,
        "target": outlook.rules.ending.target,
        "sides": {name: _side_data(side) for name, side in outlook.sides.items()},
    }
    if outlook.bid:
        data["piles"] = {
            name: [
                {"tricks": took, "results": [_result_data(result) for result in row]} for took, row in enumerate(rows)
            ]
            for name, rows in outlook.piles.items()
        }
    return data


def _side_data(coming: SideOutlook) -> dict[str, Any]:
    return {
        "before": standing_data(coming.before),
        "behind": coming.behind,
        "sets": coming.sets,
        "sets_running": coming.running,
        "bags": {"to_penalty": coming.bags.left, "next": coming.bags.next, "penalty": coming.bags.last},
        "blind_nil": coming.blind_nil and coming.blind_nil._asdict(),
        "blind_bid": coming.blind_bid and coming.blind_bid._asdict(),
        "wins": [_way_data(way) for way in coming.wins],
        "loses": coming.loses and _result_data(coming.loses),
        "nil_loses": coming.nil_loses and _result_data(coming.nil_loses),
        "contracts": [
            {
                "bid": number,
                **{
                    name: result and _result_data(result)
                    for name, result in zip(("made", "overtrick", "set"), courses, strict=True)
                },
            }
            for number, courses in coming.contracts.items()
        ],
    }


def _way_data(way: Way) -> dict[str, Any]:
    return {
        **_result_data(way.result),
        "overtricks": way.over,
        "alone": not way.rivals,
        "rivals": {name: _result_data(result) for name, result in way.rivals.items()},
        "spoilt_by": way.turns and _result_data(way.turns),
    }


def _result_data(result: Result) -> dict[str, Any]:
    return {
        "bids": [bid.fact for bid in result.bids],
        "tricks": result.tricks,
        "failed": list(result.failed),
        "after": standing_data(result.sheet.after),
        "at_target": result.at_target,
        "penalty": result.penalty,
        "set": result.sheet.set,
        "lost": result.lost,
        "wins": {WINS: True, MAY_WIN: None}.get(result.ends, False),
    }
