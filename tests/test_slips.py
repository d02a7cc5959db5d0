"""Slips of the pencil: every one that a hand gives an occasion for, with the figure that it leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from scorekeeper import RuleSet, Standing
from scorekeeper.bids import parse_bid
from scorekeeper.referee.slips import Facts, Slip, facts_of, slips
from scorekeeper.scoring import score_game
from tables import THEM, US, game, hand

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.game import Value


class Occasion(NamedTuple):
    """A side's hand, the score after it, and all slips."""

    bids: str
    tricks: tuple[int, ...]
    before: tuple[int, int]
    after: int
    slips: str
    settings: Mapping[str, Value] = {}
    totals: tuple[tuple[str, int], ...] = ()
    other_bids: str = ""
    other_nils: tuple[int, ...] = ()

    def facts(self) -> Facts:
        """The hand as the referee takes it."""
        return Facts(
            RuleSet("pagat-blind-nil", self.settings),
            Standing(*self.before),
            tuple(map(parse_bid, self.bids.split())),
            self.tricks,
            13,
            self.totals,
            tuple(map(parse_bid, self.other_bids.split())),
            self.other_nils,
        )


def told(slip: Slip) -> str:
    """A slip in full: the score, the bags after the hand where they may be others, the cost, the reason."""
    bags = "" if slip.bags is None else f" with {slip.bags}"
    return f"{slip.score}{bags}, cost {slip.cost:g}: {slip.reason}"


OCCASIONS: dict[str, Occasion] = {
    "a bag penalty": Occasion(
        "5", (8,), (337, 7), 290,
        """
            390 with 10, cost 0.5: The bag penalty was forgotten.
            190, cost 1.2: The bag penalty was taken twice.
            390 with 3, cost 1.3: The bags carried from earlier hands were forgotten.
            390 with 9, cost 1.3: The bags before the hand were counted one too few.
            287 with -3, cost 1: The points of the overtricks were not added.
            317 with -3, cost 1.3: The overtricks were counted as full tricks.
            240, cost 1.3: The contract was not added.
            190, cost 1.3: The contract was taken off, as if it were set.
            291 with 1, cost 1.4: 9 tricks counted instead of 8.
            389 with 9, cost 1.4: 7 tricks counted instead of 8.
            399 with 9, cost 1.4: A bid of 6 written instead of 5.
            281 with 1, cost 1.4: A bid of 4 written instead of 5.
            387 with 7, cost 1.3: The tricks of the other side were counted.
            -47, cost 1.5: The hand's points were written down as the total.
            337, cost 1.2: The hand was not added: this is the score before it.
            384, cost 1.5: The hand was taken off instead of added.
            920, cost 1.2: Two digits of 290 were exchanged.
            209, cost 1.2: Two digits of 290 were exchanged.
            300, cost 1.35: A slip of 10 in the addition.
            280, cost 1.35: A slip of 10 in the addition.
            390, cost 1.35: A slip of 100 in the addition.
            190, cost 1.35: A slip of 100 in the addition.
            -290, cost 1.5: The sign of the score was lost.
        """,
    ),
    "two bag penalties": Occasion(
        "1 1", (6, 7), (9, 9), -160,
        """
            40 with 20, cost 0.5: The bag penalty was forgotten.
            -360, cost 1.2: The bag penalty was taken twice.
            -60, cost 1: Only one bag penalty was taken, and two are due.
            -60 with 1, cost 1.3: The bags carried from earlier hands were forgotten.
            -60 with 9, cost 1.3: The bags before the hand were counted one too few.
            -171 with -11, cost 1: The points of the overtricks were not added.
            -61 with -11, cost 1.3: The overtricks were counted as full tricks.
            -180, cost 1.3: The contract was not added.
            -200, cost 1.3: The contract was taken off, as if it were set.
            -61 with 9, cost 1.4: 12 tricks counted instead of 13.
            -61 with 9, cost 1.4: 12 tricks counted instead of 13.
            -51 with 9, cost 1.4: A bid of 2 written instead of 1.
            -51 with 9, cost 1.4: A bid of 2 written instead of 1.
            -11 with 9, cost 1.3: The tricks of the other side were counted.
            -169, cost 1.5: The hand's points were written down as the total.
            9, cost 1.2: The hand was not added: this is the score before it.
            178, cost 1.5: The hand was taken off instead of added.
            -610, cost 1.2: Two digits of -160 were exchanged.
            -106, cost 1.2: Two digits of -160 were exchanged.
            -150, cost 1.35: A slip of 10 in the addition.
            -170, cost 1.35: A slip of 10 in the addition.
            -60, cost 1.35: A slip of 100 in the addition.
            -260, cost 1.35: A slip of 100 in the addition.
            160, cost 1.5: The sign of the score was lost.
        """,
    ),
    "a nil made, and overtricks two bags before the limit": Occasion(
        "nil 4", (0, 6), (106, 6), 248,
        """
            148 with 0, cost 1.2: A bag penalty was taken that is not due yet.
            246 with 6, cost 1: The points of the overtricks were not added.
            266 with 6, cost 1.3: The overtricks were counted as full tricks.
            148, cost 1: A nil that made was forgotten, or written down for the other side.
            48, cost 1.1: A nil that made was counted as lost.
            208, cost 1.3: The contract was not added.
            168, cost 1.3: The contract was taken off, as if it were set.
            49 with 9, cost 1.4: 7 tricks counted instead of 6.
            249 with 9, cost 1.4: 7 tricks counted instead of 6.
            247 with 7, cost 1.4: 5 tricks counted instead of 6.
            257 with 7, cost 1.4: A bid of 5 written instead of 4.
            239 with 9, cost 1.4: A bid of 3 written instead of 4.
            -128 with 2, cost 1.3: The tricks of the two partners were exchanged.
            -128 with 2, cost 1.3: The bids of the two partners were exchanged.
            142, cost 1.5: The hand's points were written down as the total.
            106, cost 1.2: The hand was not added: this is the score before it.
            -36, cost 1.5: The hand was taken off instead of added.
            428, cost 1.2: Two digits of 248 were exchanged.
            284, cost 1.2: Two digits of 248 were exchanged.
            258, cost 1.35: A slip of 10 in the addition.
            238, cost 1.35: A slip of 10 in the addition.
            348, cost 1.35: A slip of 100 in the addition.
            148, cost 1.35: A slip of 100 in the addition.
            -248, cost 1.5: The sign of the score was lost.
        """,
    ),
    "a nil and a contract that fail, three bags before the limit": Occasion(
        "nil 5", (2, 3), (205, 5), 57,
        """
            -43 with 0, cost 1.7: A bag penalty was taken that is not due yet.
            55 with 5, cost 1: The points of the failed nil's tricks were not added.
            75 with 5, cost 1.3: The failed nil's tricks were counted as full tricks.
            157, cost 1: A nil that failed was forgotten, or written down for the other side.
            257, cost 1.1: A nil that failed was counted as won.
            107, cost 1: The set was forgotten: nothing was taken off.
            157, cost 1.1: The set was added instead of taken off.
            58 with 8, cost 1.4: 6 tricks counted instead of 5.
            56 with 6, cost 1.4: 4 tricks counted instead of 5.
            47 with 7, cost 1.4: A bid of 6 written instead of 5.
            67 with 7, cost 1.4: A bid of 4 written instead of 5.
            58 with 8, cost 1.3: The tricks of the two partners were exchanged.
            58 with 8, cost 1.3: The bids of the two partners were exchanged.
            -148, cost 1.5: The hand's points were written down as the total.
            205, cost 1.2: The hand was not added: this is the score before it.
            353, cost 1.5: The hand was taken off instead of added.
            75, cost 1.2: Two digits of 57 were exchanged.
            67, cost 1.35: A slip of 10 in the addition.
            47, cost 1.35: A slip of 10 in the addition.
            157, cost 1.35: A slip of 100 in the addition.
            -43, cost 1.35: A slip of 100 in the addition.
            -57, cost 1.5: The sign of the score was lost.
        """,
    ),
    "a blind nil that fails, worth no points in tricks": Occasion(
        "4 bn", (5, 1), (0, 0), -159,
        """
            -259 with 0, cost 1.7: A bag penalty was taken that is not due yet.
            -160 with 1, cost 1: The points of the overtricks were not added.
            -150 with 1, cost 1.3: The overtricks were counted as full tricks.
            -149 with 1, cost 1.3: The failed nil's tricks were counted as full tricks.
            41, cost 1: A blind nil that failed was forgotten, or written down for the other side.
            241, cost 1.1: A blind nil that failed was counted as won.
            -199, cost 1.3: The contract was not added.
            -239, cost 1.3: The contract was taken off, as if it were set.
            -158 with 3, cost 1.4: 7 tricks counted instead of 6.
            -160 with 1, cost 1.4: 5 tricks counted instead of 6.
            241 with 1, cost 1.4: 5 tricks counted instead of 6.
            -150 with 1, cost 1.4: A bid of 5 written instead of 4.
            -168 with 3, cost 1.4: A bid of 3 written instead of 4.
            -240 with 5, cost 1.3: The tricks of the two partners were exchanged.
            -240 with 5, cost 1.3: The bids of the two partners were exchanged.
            0, cost 1.2: The hand was not added: this is the score before it.
            159, cost 1.5: The hand was taken off instead of added.
            -519, cost 1.2: Two digits of -159 were exchanged.
            -195, cost 1.2: Two digits of -159 were exchanged.
            -149, cost 1.35: A slip of 10 in the addition.
            -169, cost 1.35: A slip of 10 in the addition.
            -59, cost 1.35: A slip of 100 in the addition.
            -259, cost 1.35: A slip of 100 in the addition.
            -163, cost 1: 2 bags written as the last digit of a score below zero: off by twice their number.
            159, cost 1.5: The sign of the score was lost.
        """,
        settings={"nil.failed_tricks": "bags-without-points"},
    ),
    "a set, and a score below zero": Occasion(
        "3 4", (2, 4), (-46, 4), -116,
        """
            -216 with 0, cost 1.7: A bag penalty was taken that is not due yet.
            -46, cost 1: The set was forgotten: nothing was taken off.
            24, cost 1.1: The set was added instead of taken off.
            24 with 4, cost 1.4: 7 tricks counted instead of 6.
            24 with 4, cost 1.4: 7 tricks counted instead of 6.
            -126 with 4, cost 1.4: A bid of 4 written instead of 3.
            14 with 4, cost 1.4: A bid of 2 written instead of 3.
            -126 with 4, cost 1.4: A bid of 5 written instead of 4.
            14 with 4, cost 1.4: A bid of 3 written instead of 4.
            24 with 4, cost 1.3: The tricks of the other side were counted.
            -70, cost 1.5: The hand's points were written down as the total.
            -46, cost 1.2: The hand was not added: this is the score before it.
            24, cost 1.5: The hand was taken off instead of added.
            -161, cost 1.2: Two digits of -116 were exchanged.
            -106, cost 1.35: A slip of 10 in the addition.
            -126, cost 1.35: A slip of 10 in the addition.
            -16, cost 1.35: A slip of 100 in the addition.
            -216, cost 1.35: A slip of 100 in the addition.
            -124, cost 1: 4 bags written as the last digit of a score below zero: off by twice their number.
            116, cost 1.5: The sign of the score was lost.
        """,
    ),
    "a contract just made, with no bags": Occasion(
        "1 4", (1, 4), (50, 0), 100,
        """
            0 with 0, cost 1.7: A bag penalty was taken that is not due yet.
            50, cost 1.3: The contract was not added.
            0, cost 1.3: The contract was taken off, as if it were set.
            101 with 1, cost 1.4: 6 tricks counted instead of 5.
            0 with 0, cost 1.4: 4 tricks counted instead of 5.
            101 with 1, cost 1.4: 6 tricks counted instead of 5.
            0 with 0, cost 1.4: 4 tricks counted instead of 5.
            -10 with 0, cost 1.4: A bid of 2 written instead of 1.
            -10 with 0, cost 1.4: A bid of 5 written instead of 4.
            91 with 1, cost 1.4: A bid of 3 written instead of 4.
            103 with 3, cost 1.3: The tricks of the other side were counted.
            50, cost 1.5: The hand's points were written down as the total.
            50, cost 1.2: The hand was not added: this is the score before it.
            0, cost 1.5: The hand was taken off instead of added.
            10, cost 1.2: Two digits of 100 were exchanged.
            110, cost 1.35: A slip of 10 in the addition.
            90, cost 1.35: A slip of 10 in the addition.
            200, cost 1.35: A slip of 100 in the addition.
            0, cost 1.35: A slip of 100 in the addition.
            -100, cost 1.5: The sign of the score was lost.
        """,
    ),
    "nothing won and nothing lost": Occasion(
        "4", (2,), (0, 0), 0,
        """
            -100 with 0, cost 1.7: A bag penalty was taken that is not due yet.
            47 with 7, cost 1.3: The tricks of the other side were counted.
            10, cost 1.35: A slip of 10 in the addition.
            -10, cost 1.35: A slip of 10 in the addition.
            100, cost 1.35: A slip of 100 in the addition.
            -100, cost 1.35: A slip of 100 in the addition.
        """,
        settings={"contract.set_penalty": "none"},
    ),
    "no bag penalty among the rules": Occasion(
        "4", (6,), (0, 0), 42,
        """
            40 with 0, cost 1: The points of the overtricks were not added.
            60 with 0, cost 1.3: The overtricks were counted as full tricks.
            2, cost 1.3: The contract was not added.
            -38, cost 1.3: The contract was taken off, as if it were set.
            43 with 3, cost 1.4: 7 tricks counted instead of 6.
            41 with 1, cost 1.4: 5 tricks counted instead of 6.
            51 with 1, cost 1.4: A bid of 5 written instead of 4.
            33 with 3, cost 1.4: A bid of 3 written instead of 4.
            43 with 3, cost 1.3: The tricks of the other side were counted.
            0, cost 1.2: The hand was not added: this is the score before it.
            -42, cost 1.5: The hand was taken off instead of added.
            24, cost 1.2: Two digits of 42 were exchanged.
            52, cost 1.35: A slip of 10 in the addition.
            32, cost 1.35: A slip of 10 in the addition.
            142, cost 1.35: A slip of 100 in the addition.
            -58, cost 1.35: A slip of 100 in the addition.
            -42, cost 1.5: The sign of the score was lost.
        """,
        settings={"bags.limit": 0},
    ),
    "bags that cost fifty for six": Occasion(
        "4", (7,), (4, 4), -3,
        """
            47 with 7, cost 0.5: The bag penalty was forgotten.
            -53, cost 1.2: The bag penalty was taken twice.
            47 with 3, cost 1.3: The bags carried from earlier hands were forgotten.
            -6 with -2, cost 1: The points of the overtricks were not added.
            24 with -2, cost 1.3: The overtricks were counted as full tricks.
            -43, cost 1.3: The contract was not added.
            -83, cost 1.3: The contract was taken off, as if it were set.
            -2 with 2, cost 1.4: 8 tricks counted instead of 7.
            -4 with 0, cost 1.4: 6 tricks counted instead of 7.
            6 with 0, cost 1.4: A bid of 5 written instead of 4.
            -12 with 2, cost 1.4: A bid of 3 written instead of 4.
            -4 with 0, cost 1.3: The tricks of the other side were counted.
            -7, cost 1.5: The hand's points were written down as the total.
            4, cost 1.2: The hand was not added: this is the score before it.
            11, cost 1.5: The hand was taken off instead of added.
            7, cost 1.35: A slip of 10 in the addition.
            -13, cost 1.35: A slip of 10 in the addition.
            97, cost 1.35: A slip of 100 in the addition.
            -103, cost 1.35: A slip of 100 in the addition.
            -5, cost 1: 1 bag written as the last digit of a score below zero: off by twice their number.
            3, cost 1.5: The sign of the score was lost.
        """,
        settings={"bags.limit": 6, "bags.penalty": 50},
    ),
    "one bag before the limit": Occasion(
        "4", (6,), (107, 7), 149,
        """
            49 with 0, cost 1.2: A bag penalty was taken that is not due yet.
            49 with 0, cost 1.3: The bags before the hand were counted one too many.
            147 with 7, cost 1: The points of the overtricks were not added.
            167 with 7, cost 1.3: The overtricks were counted as full tricks.
            109, cost 1.3: The contract was not added.
            69, cost 1.3: The contract was taken off, as if it were set.
            50 with 0, cost 1.4: 7 tricks counted instead of 6.
            148 with 8, cost 1.4: 5 tricks counted instead of 6.
            158 with 8, cost 1.4: A bid of 5 written instead of 4.
            40 with 0, cost 1.4: A bid of 3 written instead of 4.
            50 with 0, cost 1.3: The tricks of the other side were counted.
            42, cost 1.5: The hand's points were written down as the total.
            107, cost 1.2: The hand was not added: this is the score before it.
            65, cost 1.5: The hand was taken off instead of added.
            419, cost 1.2: Two digits of 149 were exchanged.
            194, cost 1.2: Two digits of 149 were exchanged.
            159, cost 1.35: A slip of 10 in the addition.
            139, cost 1.35: A slip of 10 in the addition.
            249, cost 1.35: A slip of 100 in the addition.
            49, cost 1.35: A slip of 100 in the addition.
            -149, cost 1.5: The sign of the score was lost.
        """,
    ),
    "points of one": Occasion(
        "1 n", (0, 0), (5, 0), 5,
        """
            -95 with 0, cost 1.7: A bag penalty was taken that is not due yet.
            4, cost 1: A nil that made was forgotten, or written down for the other side.
            3, cost 1.1: A nil that made was counted as lost.
            6, cost 1: The set was forgotten: nothing was taken off.
            7, cost 1.1: The set was added instead of taken off.
            7 with 0, cost 1.4: 1 trick counted instead of 0.
            -95 with 1, cost 1.4: 1 trick counted instead of 0.
            4 with 0, cost 1.4: A bid of 2 written instead of 1.
            15, cost 1.35: A slip of 10 in the addition.
            -5, cost 1.35: A slip of 10 in the addition.
            105, cost 1.35: A slip of 100 in the addition.
            -95, cost 1.35: A slip of 100 in the addition.
            -5, cost 1.5: The sign of the score was lost.
        """,
        settings={"contract.trick_points": 1, "nil.made": 1},
    ),
    "a score of zero with bags": Occasion(
        "3", (5,), (-32, 0), 0,
        """
            -100 with 0, cost 1.7: A bag penalty was taken that is not due yet.
            -2 with 0, cost 1: The points of the overtricks were not added.
            18 with 0, cost 1.3: The overtricks were counted as full tricks.
            -30, cost 1.3: The contract was not added.
            -60, cost 1.3: The contract was taken off, as if it were set.
            1 with 3, cost 1.4: 6 tricks counted instead of 5.
            -1 with 1, cost 1.4: 4 tricks counted instead of 5.
            9 with 1, cost 1.4: A bid of 4 written instead of 3.
            -9 with 3, cost 1.4: A bid of 2 written instead of 3.
            3 with 5, cost 1.3: The tricks of the other side were counted.
            32, cost 1.5: The hand's points were written down as the total.
            -32, cost 1.2: The hand was not added: this is the score before it.
            -64, cost 1.5: The hand was taken off instead of added.
            10, cost 1.35: A slip of 10 in the addition.
            -10, cost 1.35: A slip of 10 in the addition.
            100, cost 1.35: A slip of 100 in the addition.
            -100, cost 1.35: A slip of 100 in the addition.
        """,
    ),
    "a score just below zero with bags": Occasion(
        "3", (5,), (-33, 0), -1,
        """
            -101 with 0, cost 1.7: A bag penalty was taken that is not due yet.
            -3 with 0, cost 1: The points of the overtricks were not added.
            17 with 0, cost 1.3: The overtricks were counted as full tricks.
            -31, cost 1.3: The contract was not added.
            -61, cost 1.3: The contract was taken off, as if it were set.
            0 with 3, cost 1.4: 6 tricks counted instead of 5.
            -2 with 1, cost 1.4: 4 tricks counted instead of 5.
            8 with 1, cost 1.4: A bid of 4 written instead of 3.
            -10 with 3, cost 1.4: A bid of 2 written instead of 3.
            2 with 5, cost 1.3: The tricks of the other side were counted.
            32, cost 1.5: The hand's points were written down as the total.
            -33, cost 1.2: The hand was not added: this is the score before it.
            -65, cost 1.5: The hand was taken off instead of added.
            9, cost 1.35: A slip of 10 in the addition.
            -11, cost 1.35: A slip of 10 in the addition.
            99, cost 1.35: A slip of 100 in the addition.
            -101, cost 1.35: A slip of 100 in the addition.
            -5, cost 1: 2 bags written as the last digit of a score below zero: off by twice their number.
            1, cost 1.5: The sign of the score was lost.
        """,
    ),
    "a plain zero": Occasion(
        "0 4", (2, 3), (0, 0), 41,
        """
            -59 with 0, cost 1.7: A bag penalty was taken that is not due yet.
            40 with 0, cost 1: The points of the overtricks were not added.
            50 with 0, cost 1.3: The overtricks were counted as full tricks.
            1, cost 1.3: The contract was not added.
            -39, cost 1.3: The contract was taken off, as if it were set.
            42 with 2, cost 1.4: 6 tricks counted instead of 5.
            40 with 0, cost 1.4: 4 tricks counted instead of 5.
            42 with 2, cost 1.4: 6 tricks counted instead of 5.
            40 with 0, cost 1.4: 4 tricks counted instead of 5.
            50 with 0, cost 1.4: A bid of 1 written instead of 0.
            50 with 0, cost 1.4: A bid of 5 written instead of 4.
            32 with 2, cost 1.4: A bid of 3 written instead of 4.
            44 with 4, cost 1.3: The tricks of the other side were counted.
            0, cost 1.2: The hand was not added: this is the score before it.
            -41, cost 1.5: The hand was taken off instead of added.
            14, cost 1.2: Two digits of 41 were exchanged.
            51, cost 1.35: A slip of 10 in the addition.
            31, cost 1.35: A slip of 10 in the addition.
            141, cost 1.35: A slip of 100 in the addition.
            -59, cost 1.35: A slip of 100 in the addition.
            -41, cost 1.5: The sign of the score was lost.
        """,
        settings={"bidding.zero": "plain"},
    ),
    "other figures of the sheet": Occasion(
        "4 3", (4, 3), (120, 0), 190,
        """
            90 with 0, cost 1.7: A bag penalty was taken that is not due yet.
            120, cost 1.3: The contract was not added.
            50, cost 1.3: The contract was taken off, as if it were set.
            191 with 1, cost 1.4: 8 tricks counted instead of 7.
            50 with 0, cost 1.4: 6 tricks counted instead of 7.
            191 with 1, cost 1.4: 8 tricks counted instead of 7.
            50 with 0, cost 1.4: 6 tricks counted instead of 7.
            40 with 0, cost 1.4: A bid of 5 written instead of 4.
            181 with 1, cost 1.4: A bid of 3 written instead of 4.
            40 with 0, cost 1.4: A bid of 4 written instead of 3.
            181 with 1, cost 1.4: A bid of 2 written instead of 3.
            54 with 4, cost 1.3: The bids of the other side were taken.
            290, cost 1.2: A nil of the other side was written down for this one.
            50 with 0, cost 1.3: The tricks of the other side were counted.
            134, cost 1.2: The total after hand 1, 64, was carried down instead of 120.
            70, cost 1.5: The hand's points were written down as the total.
            120, cost 1.2: The hand was not added: this is the score before it.
            50, cost 1.5: The hand was taken off instead of added.
            910, cost 1.2: Two digits of 190 were exchanged.
            109, cost 1.2: Two digits of 190 were exchanged.
            200, cost 1.35: A slip of 10 in the addition.
            180, cost 1.35: A slip of 10 in the addition.
            290, cost 1.35: A slip of 100 in the addition.
            90, cost 1.35: A slip of 100 in the addition.
            -190, cost 1.5: The sign of the score was lost.
        """,
        totals=(("The total after hand 1", 64), ("The total of Them", 120)),
        other_bids="nil 3",
        other_nils=(100, 0),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", OCCASIONS.values(), ids=OCCASIONS)
def test_slips(case: Occasion) -> None:
    """A hand gives an occasion for these slips and no others, each with what it comes to."""
    facts = case.facts()
    assert facts.score() == case.after
    assert [told(slip) for slip in slips(facts)] == [line.strip() for line in case.slips.strip().splitlines()]


THREE = ("Ann", "Bob", "Cy")


def test_facts_of_a_hand() -> None:
    """A side's hand is taken from the sheet with what stands around it: earlier totals, the other side's bids."""
    played = game(hand("4 3 3 n", "4 3 4 2"), hand("4 3 3 3", {US: 7}), hand("4 bn 3 3", "4 1 4 4"))
    sheet = score_game(played)
    rules = RuleSet("pagat-blind-nil")
    bids = {word: parse_bid(word) for word in ("3", "4", "n", "bn")}
    first, second, third = ([facts_of(played, sheet, each, name) for name in (US, THEM)] for each in sheet.hands)
    fours, threes = (bids["4"], bids["3"]), (bids["3"], bids["3"])
    assert first == [
        Facts(rules, Standing(), fours, (4, 4), 13, (), (bids["3"], bids["n"]), (-100,)),
        Facts(rules, Standing(), (bids["3"], bids["n"]), (3, 2), 13, (), fours, ()),
    ]
    assert second == [
        Facts(rules, Standing(71, 1), fours, (7,), 13, ((f"The total of {THEM}", -68),), threes, ()),
        Facts(rules, Standing(-68, 2), threes, (6,), 13, ((f"The total of {US}", 71),), fours, ()),
    ]
    assert third[0] == Facts(
        rules,
        Standing(141, 1),
        fours,
        (4, 4),
        13,
        (("The total after hand 1", 71), (f"The total of {THEM}", -8)),
        (bids["bn"], bids["3"]),
        (-200,),
    )


def test_facts_among_three_sides() -> None:
    """Where there are two other sides, none of them is the other one."""
    played = game(hand("6 5 4", "6 7 4", players=THREE), players=THREE)
    sheet = score_game(played)
    four = (parse_bid("4"),)
    assert facts_of(played, sheet, sheet.hands[0], "Cy") == Facts(
        RuleSet("pagat-blind-nil"), Standing(), four, (4,), 17, (), (), ()
    )


UNSCORED = {
    "a renege": hand("4 3 3 3", "4 3 4 2", reneges=("Ann",)),
    "a hand that bids itself": hand("", {US: 7}),
    "a void hand": hand("4 3 3 3")._replace(void="misdeal"),
}


@pytest.mark.parametrize("name", UNSCORED)
def test_no_facts(name: str) -> None:
    """A hand that its bids and tricks do not score has no slips of the pencil."""
    settings: dict[str, Value] = {} if UNSCORED[name].bids else {"bidding.first_hand": "bids-itself"}
    played = game(UNSCORED[name], settings=settings)
    sheet = score_game(played)
    assert facts_of(played, sheet, sheet.hands[0], US) is None
