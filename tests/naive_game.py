"""A naive model of a game: a list of facts, an undo stack, and `naive_hand`; none of the program's code."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from naive import naive_hand

if TYPE_CHECKING:
    from collections.abc import Mapping

PLAYERS = ("Ann", "Bob", "Cy", "Dee")
SIDES = {"Us": (0, 2), "Them": (1, 3)}
RULES = {"nil.made": 100, "bags.limit": 10, "bags.penalty": 100}
Totals = dict[str, int]


@dataclass(frozen=True)
class Hand:
    """A hand as the model remembers it. `entries` is what was typed for it: the hand at once, or its bids first."""

    bids: tuple[int | str, ...] = ()
    tricks: tuple[int, ...] | None = None
    bid_first: bool = False
    note: str = ""
    void: str = ""
    dealer: str = ""
    reneges: tuple[str, ...] = ()
    points: tuple[tuple[str, int], ...] = ()
    totals: Totals | None = None

    @property
    def complete(self) -> bool:
        """Whether it needs no more tricks."""
        return self.tricks is not None or bool(self.void)


@dataclass(frozen=True)
class Change:
    """Something that undo takes back: an entry, or a correction with the hand as it was before."""

    kind: str
    at: int
    was: Hand | None = None


@dataclass
class Model:
    """The facts of a game."""

    target: int
    hands: list[Hand] = field(default_factory=list)
    changes: list[tuple[int, str, int]] = field(default_factory=list)
    done: list[list[Change]] = field(default_factory=list)
    undone: list[tuple[list[Change], list[Change]]] = field(default_factory=list)

    def scores(self) -> list[dict[str, tuple[int, int]]]:
        """Points and bags of both sides after each complete hand."""
        at = dict.fromkeys(SIDES, (0, 0))
        found = []
        for number, hand in enumerate(self.hands, start=1):
            if hand.complete and not hand.void:
                at = {side: self._scored(number, hand, side, *at[side]) for side in SIDES}
            if hand.complete:
                found.append(at)
        return found

    def _scored(self, number: int, hand: Hand, side: str, score: int, bags: int) -> tuple[int, int]:
        playing = RULES | {key: value for first, key, value in self.changes if first <= number}
        seats = SIDES[side]
        assert hand.tricks is not None
        counted = {
            name: sum(hand.tricks[seat] for seat in own if hand.bids[seat] not in ("nil", "blind nil"))
            for name, own in SIDES.items()
        }
        moved = dict.fromkeys(SIDES, 0)
        for player in hand.reneges:
            guilty, other = ("Us", "Them") if PLAYERS.index(player) in SIDES["Us"] else ("Them", "Us")
            given = min(3, counted[guilty] + moved[guilty])
            moved[guilty] -= given
            moved[other] += given
        points, bags = naive_hand(
            bags,
            [hand.bids[seat] for seat in seats],
            [hand.tricks[seat] for seat in seats],
            nil=playing["nil.made"],
            limit=playing["bags.limit"],
            penalty=playing["bags.penalty"],
            moved=moved[side],
        )
        return score + points + sum(more for name, more in hand.points if name == side), bags

    def totals(self) -> list[Totals]:
        """The scores alone."""
        return [{side: at[side][0] for side in SIDES} for at in self.scores()]

    def over(self) -> bool:
        """Whether a side has won: there, and not level."""
        return any(
            max(at.values()) >= self.target and len({*at.values()}) > 1
            for hand, at in zip(self.hands, self.totals(), strict=False)
            if not hand.void
        )

    def in_play(self) -> bool:
        """Whether the last hand has bids and no tricks."""
        return bool(self.hands) and not self.hands[-1].complete

    # What commands do.

    def put(self, at: int, hand: Hand | None, *, back: bool = False) -> None:
        """Puts a hand in the place of another, behind the last, or (None) takes the last one out.

        Totals that the rules confirmed follow, and so do those of a hand that is new; what differed stays, and so do
        those of a hand that comes back.
        """
        old, before = [*self.hands], self.totals()
        self.hands[at : at + 1] = [] if hand is None else [hand]
        for place, after in enumerate(self.totals()):
            now, was = self.hands[place], old[place] if place < len(old) else None
            if now.void or (back and place == at):
                continue
            if was is None or not was.complete or was.void:
                self.hands[place] = replace(now, totals=after)
            elif was.totals:
                kept = {
                    side: after[side] if total == before[place][side] else total for side, total in was.totals.items()
                }
                self.hands[place] = replace(now, totals=kept)

    def enter(self, hand: Hand) -> None:
        """A new hand, or the tricks of the one in play."""
        at = len(self.hands) - self.in_play()
        self.put(at, hand)
        self.done.append([Change("entry", at)])
        self.undone.clear()

    def edit(self, at: int, hand: Hand) -> None:
        """A correction."""
        self.done.append([Change("edit", at, self.hands[at])])
        self.undone.clear()
        self.put(at, replace(hand, totals=None) if hand.void else hand)

    def accept(self) -> None:
        """All written totals become those of the rules."""
        wrong = [
            (at, after)
            for at, (hand, after) in enumerate(zip(self.hands, self.totals(), strict=False))
            if hand.totals and any(after[side] != total for side, total in hand.totals.items())
        ]
        self.done.append([Change("edit", at, self.hands[at]) for at, _ in wrong])
        self.undone.clear()
        for at, after in wrong:
            self.hands[at] = replace(self.hands[at], totals={side: after[side] for side in self.hands[at].totals or {}})

    def undo(self) -> None:
        """Takes the last entry or correction back."""
        last = self.done.pop()
        redo = []
        for change in reversed(last):
            there = self.hands[change.at]
            redo.append(replace(change, was=there))
            if change.kind == "edit":
                self.put(change.at, change.was, back=True)
            else:
                back = there.complete and there.bid_first
                self.put(change.at, replace(there, tricks=None, totals=None) if back else None, back=True)
        self.undone.append((redo[::-1], last))

    def redo(self) -> None:
        """Brings it back."""
        redo, last = self.undone.pop()
        for change in redo:
            self.put(change.at, change.was, back=True)
        self.done.append(last)


def mismatches(model: Model) -> list[Totals]:
    """What is written of each complete hand and differs from the rules."""
    return [
        {side: total for side, total in (hand.totals or {}).items() if total != after[side]}
        for hand, after in zip(model.hands, model.totals(), strict=False)
    ]


def facts(hand: Mapping[str, Any]) -> dict[str, Any]:
    """A hand of a file, in the words of the model."""
    rulings = hand.get("rulings", [])
    return {
        "bids": tuple(hand["bids"].get(player) for player in PLAYERS) if hand["bids"] else (),
        "tricks": tuple(hand["tricks"][player] for player in PLAYERS) if "tricks" in hand else None,
        "note": hand.get("note", ""),
        "void": hand.get("void", ""),
        "dealer": hand.get("dealer", ""),
        "reneges": Counter(ruling["player"] for ruling in rulings if ruling["kind"] == "renege"),
        "points": [(ruling["side"], ruling["points"]) for ruling in rulings if ruling["kind"] == "adjustment"],
        "totals": hand.get("totals"),
    }


def remembered(hand: Hand) -> dict[str, Any]:
    """A hand of the model, in the same words."""
    return {
        "bids": hand.bids,
        "tricks": hand.tricks,
        "note": hand.note,
        "void": hand.void,
        "dealer": hand.dealer,
        "reneges": Counter(hand.reneges),
        "points": [*hand.points],
        "totals": hand.totals,
    }
