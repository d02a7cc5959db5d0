"""Entries, corrections, undo and redo, against a list of snapshots with a cursor; the same through files."""

from __future__ import annotations

import datetime
import random
from typing import TYPE_CHECKING, NamedTuple

import pytest

from scorekeeper import entry
from scorekeeper.bids import Bid, parse_bid
from scorekeeper.entry import Edit
from scorekeeper.errors import GameOverError, HandError
from scorekeeper.game import Correction, Game, Hand, RuleChoice, Side
from scorekeeper.scoring import score_game
from scorekeeper.storage import changing, create, open_game, save

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from harness import Table

PLAYERS = ("Ann", "Bob", "Cy", "Dee")
SIDES = (Side("Us", ("Ann", "Cy")), Side("Them", ("Bob", "Dee")))
NOW = datetime.datetime(2026, 11, 27, 20, 14)  # noqa: DTZ001  as in a game file


def game(*hands: Hand, **settings: int) -> Game:
    """A game of four with these hands."""
    rules = {key.replace("_", ".", 1): value for key, value in settings.items()}
    return Game("Friday", PLAYERS, SIDES, RuleChoice("pagat-blind-nil", rules), hands=hands)


def bids(*said: int | str) -> dict[str, Bid]:
    """Bids in seat order."""
    return {player: parse_bid(bid) for player, bid in zip(PLAYERS, said, strict=True)}


def tricks(*took: int) -> dict[str, int]:
    """Tricks in seat order."""
    return dict(zip(PLAYERS, took, strict=True))


def played(*said: int | str, us: int, totals: tuple[int, int] | None = None) -> Hand:
    """A hand with piles, and what somebody wrote down."""
    written = None if totals is None else {"Us": totals[0], "Them": totals[1]}
    return Hand(bids(*said), {"Us": us, "Them": 13 - us}, totals=written)


def refusal(kind: type[Exception], action: Callable[..., object], *words: object) -> str:
    """What an action is refused with."""
    with pytest.raises(kind) as caught:
        action(*words)
    return str(caught.value)


class Model:
    """The naive way to keep what happened: every state, and a cursor."""

    def __init__(self, start: Game) -> None:
        self.states: list[tuple[Hand, ...]] = [start.hands]
        self.at = 0

    def enter(self, hands: tuple[Hand, ...]) -> None:
        """A new state; what was taken back before is gone."""
        self.states[self.at + 1 :] = [hands]
        self.at += 1


class Play(NamedTuple):
    """One random change: what was done, the game after it, or None where it was refused."""

    done: str
    game: Game | None


def random_bids(dice: random.Random) -> dict[str, Bid]:
    """Bids, some of them nil."""
    said: list[int | str] = ["nil", "blind nil", 0, 1, 2, 3, 3, 4, 4, 5]
    return bids(*(dice.choice(said) for _ in PLAYERS))


def random_tricks(dice: random.Random) -> dict[str, int]:
    """Tricks that come to 13, most of the time."""
    cuts = sorted(dice.randint(0, 13) for _ in range(3))
    counts = [high - low for low, high in zip([0, *cuts], [*cuts, 13], strict=True)]
    counts[0] += dice.random() < 0.05
    return tricks(*counts)


def random_change(now: Game, dice: random.Random, model: Model) -> Play:
    """A change as people make it; the model does it in its own way."""
    kind = dice.choice(
        ["add", "add", "bids", "tricks", "tricks", "edit", "edit", "note", "undo", "undo", "redo", "redo"]
    )
    try:
        if kind == "add":
            after = entry.add_hand(now, random_bids(dice), random_tricks(dice))
        elif kind == "bids":
            after = entry.add_bids(now, random_bids(dice), NOW)
        elif kind == "tricks":
            after = entry.add_tricks(now, random_tricks(dice))
        elif kind in ("edit", "note"):
            number = dice.randint(1, max(len(now.hands), 1))
            new = Edit(bids=random_bids(dice)) if dice.random() < 0.5 else Edit(tricks=random_tricks(dice))
            new = Edit(note=f"note {dice.random()}") if kind == "note" else new
            after = entry.edit_hand(now, number, new, "why not", NOW)
        else:
            after = (entry.undo if kind == "undo" else entry.redo)(now, NOW).game
    except (HandError, GameOverError):
        if kind == "undo":
            assert model.at == 0
        if kind == "redo":
            assert model.at + 1 == len(model.states)
        return Play(kind, None)
    if kind == "undo":
        model.at -= 1
    elif kind == "redo":
        model.at += 1
    else:
        model.enter(after.hands)
    return Play(kind, after)


@pytest.mark.parametrize("first", range(0, 60, 10))
def test_any_sequence(first: int) -> None:
    """After any sequence of changes the hands are those of the model, and every total is that of the rules."""
    seen = set()
    for seed in range(first, first + 10):
        dice = random.Random(seed)  # noqa: S311  dice, not secrets
        now = game(ending_target=2000)
        model = Model(now)
        for _ in range(40):
            kind, after = random_change(now, dice, model)
            if after is None:
                continue
            seen.add(kind)
            assert after.corrections[: len(now.corrections)] == now.corrections
            now = after
            assert (seed, now.hands) == (seed, model.states[model.at])
            sheet = score_game(now)
            assert not [hand.number for hand in sheet.hands if hand.mismatches]
            assert all(hand.totals for hand in now.hands if hand.complete)
    assert seen == {"add", "bids", "tricks", "edit", "note", "undo", "redo"}


def comments_of(text: str) -> list[str]:
    """The comments in a file."""
    return [line.partition("#")[2] for line in text.splitlines() if "#" in line]


@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("seed", range(6))
def test_any_sequence_in_a_file(seed: int, newline: str, tmp_path: Path) -> None:
    """Through a file it is the same game after each change; comments stay, and so does all before a new hand."""
    dice = random.Random(seed + 1000)  # noqa: S311
    path = str(tmp_path / "g.toml")
    opened = create(path, game(ending_target=2000))
    text = "# Friday's game\n" + opened.source.text.replace("[rules]", "\n# ours\n[rules] # house\n")
    (tmp_path / "g.toml").write_bytes(text.replace("\n", newline).encode())
    model = Model(opened.game)
    for _ in range(15):
        with changing(path) as opened:
            kind, after = random_change(opened.game, dice, model)
            if after is None:
                continue
            save(opened, after)
        again = open_game(path)
        assert again.game == after
        before = opened.snapshot.data
        if kind in ("add", "bids") and not after.corrections:
            assert again.snapshot.data.startswith(before)
        assert comments_of(again.source.text) == comments_of(opened.source.text)
        if newline == "\r\n":
            assert again.snapshot.data.count(b"\r\n") == again.snapshot.data.count(b"\n")


def test_undo_and_redo_are_exact() -> None:
    """Undo after an entry gives the hands back, redo after it the entry, step by step to the first and again."""
    states = [game(), entry.add_hand(game(), bids(4, 3, "nil", 4), tricks(5, 3, 0, 5))]
    states.append(entry.add_bids(states[-1], bids(3, 3, 3, 3), NOW))
    states.append(entry.add_tricks(states[-1], tricks(3, 3, 3, 4)))
    states.append(entry.edit_hand(states[-1], 1, Edit(tricks=tricks(4, 4, 0, 5)), "", NOW))
    now = states[-1]
    for state in reversed(states[:-1]):
        now = entry.undo(now, NOW).game
        assert now.hands == state.hands
    assert refusal(HandError, entry.undo, now, NOW).startswith("nothing has been entered yet")
    for state in states[1:]:
        now = entry.redo(now, NOW).game
        assert now.hands == state.hands
    assert refusal(HandError, entry.redo, now, NOW).startswith("nothing has been taken back since")


def test_a_persons_total_stays() -> None:
    """A total that differs from the rules, and one that nobody wrote, stay whatever is done around them."""
    now = game(played(4, 3, 2, 4, us=8, totals=(60, -70)), played(4, 3, 2, 4, us=8), played(4, 3, 2, 4, us=8))
    now = entry.add_hand(now, bids(4, 3, 2, 4), tricks(4, 3, 2, 4))
    assert [hand.totals for hand in now.hands] == [{"Us": 60, "Them": -70}, None, None, {"Us": 246, "Them": -140}]
    now = entry.edit_hand(now, 2, Edit(tricks={"Us": 7, "Them": 6}), "", NOW)
    assert [hand.totals for hand in now.hands] == [{"Us": 60, "Them": -70}, None, None, {"Us": 245, "Them": -140}]


def test_a_persons_total_comes_back() -> None:
    """A hand that is taken back and brought back has the total that a person wrote, right or wrong."""
    start = game(played(4, 3, 2, 4, us=8, totals=(60, -70)))
    gone = entry.undo(start, NOW).game
    assert gone.hands == ()
    assert entry.redo(gone, NOW).game.hands == start.hands


def test_accepted_totals_can_be_taken_back() -> None:
    """Accepting the rules' totals keeps what stood there, and undo writes it again, redo the rules' figures."""
    start = game(played(4, 3, 2, 4, us=8, totals=(60, -70)), played(4, 3, 2, 4, us=8, totals=(122, 0)))
    accepted = entry.accept_totals(start, "by the rules", NOW)
    assert [hand.totals for hand in accepted.hands] == [{"Us": 62, "Them": -70}, {"Us": 124, "Them": -140}]
    assert [(change.hand, change.was) for change in accepted.corrections] == [*enumerate(start.hands, 1)]
    undone = entry.undo(accepted, NOW).game
    assert undone.hands == start.hands
    redone = entry.redo(undone, NOW).game
    assert redone.hands == accepted.hands
    assert entry.undo(redone, NOW).game.hands == start.hands
    assert refusal(HandError, entry.accept_totals, accepted, "", NOW).startswith("totals: every total")


def test_edit_of_an_old_hand() -> None:
    """A correction of an early hand counts on into all later totals, and keeps the hand as it was."""
    now = game()
    for _ in range(3):
        now = entry.add_hand(now, bids(4, 3, 2, 4), {"Us": 8})
    edited = entry.edit_hand(now, 1, Edit(tricks={"Us": 5}), "counted again", NOW)
    assert [hand.totals for hand in now.hands] == [{"Us": 62 * at, "Them": -70 * at} for at in (1, 2, 3)]
    assert [hand.totals for hand in edited.hands] == [{"Us": 62 * at - 60, "Them": 71 - 70 * at} for at in (0, 1, 2)]
    (correction,) = edited.corrections
    assert correction == Correction(NOW, "edit", 1, 3, "", "counted again", now.hands[0])


def test_blind_nil_that_a_correction_makes_illegal() -> None:
    """A blind nil that was in order when it was bid becomes a remark by a later correction, and no refusal."""
    now = entry.add_hand(game(), bids(5, 5, 5, 3), {"Us": 5})
    assert refusal(HandError, entry.add_hand, now, bids(4, "bn", 4, 3), {"Us": 8, "Bob": 0}).startswith("hand 2, bids")
    now = entry.add_hand(now, bids("bn", 4, 4, 3), {"Us": 5, "Ann": 0})
    assert score_game(now).remarks == ()
    edited = entry.edit_hand(now, 1, Edit(tricks={"Us": 10, "Them": 3}), "", NOW)
    assert [str(remark) for remark in score_game(edited).remarks] == [
        "hand 2, bids: Ann bid blind nil, but the side is not behind; it takes 100. Bid nil, or a number."
    ]
    again = entry.edit_hand(edited, 2, Edit(note="quarrel"), "", NOW)
    assert again.hands[1].note == "quarrel"
    worse = Edit(bids("bn", 4, "bn", 3), tricks(0, 7, 5, 1))
    said = "hand 2, bids: Cy bid blind nil, but the side is not behind; it takes 100. Bid nil, or a number."
    assert refusal(HandError, entry.edit_hand, edited, 2, worse, "", NOW) == said


def test_edit_that_ends_the_game_early() -> None:
    """A correction by which the game ended before its last hand is made, and the hand that comes too late is named."""
    now = game(ending_target=100)
    for _ in range(2):
        now = entry.add_hand(now, bids(4, 3, 2, 4), {"Us": 6})
    nil = Edit(bids("nil", 3, 2, 4), tricks(0, 4, 6, 3))
    sheet = score_game(entry.edit_hand(now, 1, nil, "", NOW))
    assert (sheet.ended_with, sheet.outcome.winner) == (1, "Us")
    assert [str(remark) for remark in sheet.remarks] == [
        (
            "hand 2 comes after the end of the game, which was hand 1: "
            "Us wins with 124 (Them 70; the target is 100). What comes after the end does not count."
        )
    ]


def test_hand_after_the_end() -> None:
    """After the end nothing can be entered, and undo opens the game again."""
    over = entry.add_hand(game(ending_target=60), bids(4, 3, 2, 4), {"Us": 6})
    said = (
        "the game has ended: Them wins with 70, the higher score of the two that reached 60 (Us 60). "
        "score new starts another; score undo takes the last hand back."
    )
    assert refusal(GameOverError, entry.add_hand, over, bids(4, 3, 2, 4), {"Us": 6}) == said
    assert refusal(GameOverError, entry.add_bids, over, bids(4, 3, 2, 4), NOW) == said
    assert refusal(HandError, entry.add_tricks, over, {"Us": 6}).startswith("tricks: hand 2 has no bids yet.")
    assert not score_game(entry.undo(over, NOW).game).outcome.over


def test_corrections_that_fit_no_hand() -> None:
    """Corrections of hands that somebody has deleted from the file do not hinder undo and redo."""
    now = entry.add_hand(entry.add_hand(game(), bids(4, 3, 2, 4), {"Us": 6}), bids(4, 3, 2, 4), {"Us": 6})
    edited = entry.edit_hand(now, 2, Edit(tricks={"Us": 7}), "", NOW)
    shorter = edited._replace(hands=edited.hands[:1], corrections=(edited.corrections[0]._replace(entered=1),))
    assert entry.undo(shorter, NOW).game.hands == ()
    undone = entry.undo(edited, NOW).game
    stray = undone._replace(hands=(), corrections=(undone.corrections[1]._replace(entered=0),))
    assert refusal(HandError, entry.redo, stray, NOW).startswith("nothing has been taken back since")
    brought_back = edited._replace(corrections=(*edited.corrections, edited.corrections[0]._replace(change="redo")))
    assert entry.undo(brought_back, NOW).game.hands == now.hands


def test_comments_of_a_hand_taken_back(table: Table) -> None:
    """What somebody wrote into a hand moves to the correction that keeps the hand; nothing of it is lost."""
    table.score("new", "Ann", "Bob", "Cy", "Dee", "-g", "g.toml")
    table.score("add-hand", "4", "3", "2", "3", "/", "6", "7", "-g", "g.toml")
    text = table.text("g.toml").replace(
        "[[hands]]\n", '# Grandma joined\n[[hands]]  # the "long" one\n# Bob was cross\n'
    )
    table.put("g.toml", text + "# counted twice\n")
    assert table.score("undo", "-g", "g.toml").code == 0
    left = table.text("g.toml")
    kept = left.partition("[[corrections]]\n")[2].splitlines()[:3]
    assert kept == ["# Grandma joined", '# the "long" one', "# Bob was cross"]
    assert "# counted twice" in left
    assert table.score("redo", "-g", "g.toml").code == 0
