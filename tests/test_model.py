"""Random evenings: commands on a real file, an editor beside them, and a naive model that says what must come out.

The model (tests/naive_game.py) knows none of the program's code. After each command the file must read, the totals must
be the naive scorer's, no hand and no comment that a person wrote may be lost, and a command that was refused must have
left every byte.

`python tools/fuzz.py model --runs 2000` plays so many evenings, each time others.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import tomli
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from harness import NOW, Table
from naive_game import PLAYERS, RULES, SIDES, Change, Hand, Model, facts, mismatches, remembered
from scorekeeper.cli import clock

if TYPE_CHECKING:
    from harness import Done

NUMBERS = st.integers(0, 13).map(lambda bid: "nil" if bid == 0 else bid)
BIDS = st.tuples(*[NUMBERS] * 4)
CUTS = st.lists(st.integers(0, 13), min_size=3, max_size=3).map(sorted)
TRICKS = CUTS.map(lambda cut: (cut[0], cut[1] - cut[0], cut[2] - cut[1], 13 - cut[2]))
NOTES = st.sampled_from(["x", "spilt beer", 'a "quoted" # note', "日本 \\ é ' '''", "[b]bold[/b]", "=1+1"])
WRONG = """\
bid 4 3
bid 4 3 x 4
bid 4 3 3 14
tricks 99
tricks 5 3 0 6
add-hand 4 3 4 /
add-hand 4 3 4 2 / 5 9
edit 99 / 4 9
edit 1
edit x 4
rule renege 99 Ann
rule renege 1 Zoe
void 0
void 99
void --lift
adjust 1 Us=-30
adjust 1 Us=+-5 --why x
adjust 1 We=3 --why x
rules --change nil.maid=3 --why x
rules --change bags.limit=x
check 1 --claim Us=x
check 99 --claim Us=3
undo now
redo now
explain 99
new Ann Bob Cy Dee -g game.toml
edit 1 --note a\x07b
edit 1 4 4 4 4 --dealer Zoe
show --as-of 99
import game.toml -g game.toml
add-hand 4 4 4 4 / 4 3 3 4 --game missing.toml
bid Ann=3 Ann=4
void 1 --lift x
""".splitlines()
"""Commands that nothing can come of, whatever the game."""


class Evening(RuleBasedStateMachine):
    """An evening with the program, an editor and people who mistype."""

    evenings = commands = 0

    def __init__(self) -> None:
        super().__init__()
        Evening.evenings += 1
        self.patch = pytest.MonkeyPatch()
        self.folder = tempfile.TemporaryDirectory()
        self.table = Table(Path(self.folder.name), self.patch)
        self.minutes = 0
        self.patch.setattr(clock, "now", lambda: NOW + timedelta(minutes=self.minutes))
        self.comments: list[str] = []
        self.model = Model(0)

    def teardown(self) -> None:
        """Leaves the folder, and takes it away."""
        self.patch.undo()
        self.folder.cleanup()

    # The program, and the file.

    def score(self, *words: str, code: int | None = 0) -> Done:
        """A command; a code of None is a refusal, which must leave the file as it was."""
        before = self.text()
        self.minutes += 1
        Evening.commands += 1
        done = self.table.score(*words)
        said = f"{words}: {done.code}\n{done.out}{done.err}"
        assert "Traceback" not in done.err, said
        assert done.code in ((2, 3) if code is None else (code,)), said
        if code is None:
            assert self.text() == before, said
            assert {path.name for path in self.table.folder.iterdir()} <= {"game.toml", ".game.toml.lock"}, said
        return done

    def text(self) -> str:
        """The file, as it is."""
        return self.table.text("game.toml") if (self.table.folder / "game.toml").exists() else ""

    def plain(self) -> str:
        """The file as an editor shows it, whatever its line ends."""
        return self.text().replace("\r\n", "\n")

    def write(self, text: str) -> None:
        """What an editor saves."""
        assert tomli.loads(text)
        self.table.put("game.toml", text.replace("\n", "\r\n") if self.crlf else text)

    def blocks(self) -> list[str]:
        """The file up to its first hand, and from each header of a hand to the next."""
        return re.split(r"^(?=\[\[hands\]\])", self.plain(), flags=re.MULTILINE)

    def rewritten(self, at: int, key: str, value: str) -> None:
        """A line of a hand, changed in an editor; a key that is not there gets its line."""
        blocks = self.blocks()
        line = f"{key} = {value}\n"
        found = re.search(rf"^{key} = (\{{[^}}]*\}}|.*)[^\n]*\n", blocks[at + 1], flags=re.MULTILINE)
        if found:
            self.comments = [comment for comment in self.comments if comment not in found.group()]
            blocks[at + 1] = blocks[at + 1].replace(found.group(), line, 1)
        else:
            blocks[at + 1] = blocks[at + 1].replace("[[hands]]\n", f"[[hands]]\n{line}", 1)
        self.write("".join(blocks))

    # Choices among what is there.

    def some_hand(self, data: st.DataObject, *, counting: bool = True) -> int:
        """The place of a hand that is complete; of one that counts, if so wanted."""
        places = [at for at, hand in enumerate(self.model.hands) if hand.complete and not (counting and hand.void)]
        return data.draw(st.sampled_from(places))

    def has(self, *, counting: bool = True) -> bool:
        """Whether there is such a hand."""
        return any(hand.complete and not (counting and hand.void) for hand in self.model.hands)

    def next_dealer(self) -> str:
        """Who deals the next hand: after a void one, the same player again."""
        dealer = "Dee"
        for hand in self.model.hands:
            dealer = hand.dealer or dealer
            if not hand.void:
                dealer = PLAYERS[(PLAYERS.index(dealer) + 1) % 4]
        return dealer

    def may_be_blind(self, at: int, seat: int) -> bool:
        """Whether the player's side is 100 behind before the hand at that place."""
        before = [*self.model.totals()[:at]][-1:] or [dict.fromkeys(SIDES, 0)]
        own = next(side for side, seats in SIDES.items() if seat in seats)
        return max(before[0].values()) - before[0][own] >= 100

    # The commands.

    @initialize(goal=st.sampled_from([150, 300, 5000]), crlf=st.booleans())
    def start(self, goal: int, crlf: bool) -> None:
        """A new game, whose file may have the line ends of Windows."""
        done = self.table.score("new", *PLAYERS, "--sides", "Us,Them", "--target", str(goal), "-g", "game.toml")
        assert done.code == 0, done.err
        self.model = Model(goal)
        self.crlf = crlf
        self.write(self.plain())

    @rule(bids=BIDS, blind=st.none() | st.integers(0, 3))
    def bid(self, bids: tuple[int | str, ...], blind: int | None) -> None:
        """Bids, before the hand is played."""
        at = len(self.model.hands)
        if blind is not None and not self.model.in_play():
            bids = (*bids[:blind], "blind nil", *bids[blind + 1 :])
        fine = blind is None or self.may_be_blind(at, blind)
        fine = fine and not self.model.over() and not self.model.in_play()
        self.score("bid", *map(str, bids), code=0 if fine else None)
        if fine:
            self.model.enter(Hand(bids, bid_first=True, dealer=self.next_dealer()))

    @rule(tricks=TRICKS, note=st.just("") | NOTES)
    def tricks(self, tricks: tuple[int, ...], note: str) -> None:
        """The tricks of the hand in play."""
        fine = self.model.in_play()
        self.score("tricks", *map(str, tricks), *(["--note", note] if note else []), code=0 if fine else None)
        if fine:
            hand = self.model.hands[-1]
            self.model.enter(replace(hand, tricks=tricks, note=note or hand.note))

    @rule(bids=BIDS, tricks=TRICKS)
    def add_hand(self, bids: tuple[int | str, ...], tricks: tuple[int, ...]) -> None:
        """A whole hand."""
        model = self.model
        same = model.in_play() and bids == model.hands[-1].bids
        fine = same or (not model.over() and not model.in_play())
        self.score("add-hand", *map(str, bids), "/", *map(str, tricks), code=0 if fine else None)
        if same:
            model.enter(replace(model.hands[-1], tricks=tricks))
        elif fine:
            model.enter(Hand(bids, tricks, dealer=self.next_dealer()))

    @precondition(lambda self: not self.model.over() and not self.model.in_play())
    @rule(bids=BIDS, tricks=TRICKS)
    def add_and_undo(self, bids: tuple[int | str, ...], tricks: tuple[int, ...]) -> None:
        """A hand that is added and taken back leaves the file as it was, byte for byte, but for the journal."""
        before = without_journal(self.text())
        self.score("add-hand", *map(str, bids), "/", *map(str, tricks))
        added = without_journal(self.text())
        self.model.enter(Hand(bids, tricks, dealer=self.next_dealer()))
        self.score("undo")
        self.model.undo()
        assert without_journal(self.text()) == before
        self.score("redo")
        self.model.redo()
        assert without_journal(self.text()) == added

    @precondition(has)
    @rule(data=st.data(), bids=st.none() | BIDS, tricks=TRICKS, note=st.none() | NOTES)
    def edit(
        self, data: st.DataObject, bids: tuple[int | str, ...] | None, tricks: tuple[int, ...], note: str | None
    ) -> None:
        """A correction of a hand."""
        at = self.some_hand(data)
        old = self.model.hands[at]
        new = replace(old, bids=bids or old.bids, tricks=tricks, note=old.note if note is None else note)
        words = [*map(str, bids or ()), "/", *map(str, tricks), *(["--note", note] if note is not None else [])]
        self.score("edit", str(at + 1), *words, "--why", "counted again", code=0 if new != old else None)
        if new != old:
            self.model.edit(at, new)

    @precondition(lambda self: self.model.in_play())
    @rule(bids=BIDS)
    def edit_bids(self, bids: tuple[int | str, ...]) -> None:
        """A correction of the bids of the hand in play."""
        at = len(self.model.hands) - 1
        new = replace(self.model.hands[at], bids=bids)
        fine = new != self.model.hands[at]
        self.score("edit", str(at + 1), *map(str, bids), code=0 if fine else None)
        if fine:
            self.model.edit(at, new)

    @precondition(has)
    @rule(data=st.data(), player=st.sampled_from(PLAYERS))
    def renege(self, data: st.DataObject, player: str) -> None:
        """A ruling."""
        at = self.some_hand(data)
        self.score("rule", "renege", str(at + 1), player)
        hand = self.model.hands[at]
        self.model.edit(at, replace(hand, reneges=(*hand.reneges, player)))

    @precondition(has)
    @rule(data=st.data(), side=st.sampled_from([*SIDES]), points=st.integers(-200, 200).filter(bool))
    def adjust(self, data: st.DataObject, side: str, points: int) -> None:
        """Points that the table agreed on."""
        at = self.some_hand(data)
        self.score("adjust", str(at + 1), f"{side}={points}", "--why", "agreed")
        hand = self.model.hands[at]
        self.model.edit(at, replace(hand, points=(*hand.points, (side, points))))

    @rule(data=st.data())
    def void(self, data: st.DataObject) -> None:
        """A hand that does not count: one of those there, or one more."""
        places = [at for at, hand in enumerate(self.model.hands) if not hand.void]
        at = data.draw(st.none() | st.sampled_from(places)) if places else None
        if at is None and not self.model.in_play():
            fine = not self.model.over()
            self.score("void", code=0 if fine else None)
            if fine:
                self.model.enter(Hand(void="misdeal", dealer=self.next_dealer()))
            return
        self.score("void", *([] if at is None else [str(at + 1)]))
        at = len(self.model.hands) - 1 if at is None else at
        self.model.edit(at, replace(self.model.hands[at], void="misdeal"))

    @precondition(lambda self: any(hand.void for hand in self.model.hands))
    @rule(data=st.data())
    def lift(self, data: st.DataObject) -> None:
        """A void hand that counts again, if it was played or can still be."""
        at = data.draw(st.sampled_from([at for at, hand in enumerate(self.model.hands) if hand.void]))
        hand = self.model.hands[at]
        blind = any(bid == "blind nil" and not self.may_be_blind(at, seat) for seat, bid in enumerate(hand.bids))
        fine = bool(hand.bids) and not blind and (hand.tricks is not None or at == len(self.model.hands) - 1)
        self.score("void", str(at + 1), "--lift", code=0 if fine else None)
        if fine:
            self.model.edit(at, replace(hand, void=""))

    @rule()
    def undo(self) -> None:
        """The last entry or correction, taken back."""
        fine = bool(self.model.done)
        self.score("undo", code=0 if fine else None)
        if fine:
            self.model.undo()

    @rule()
    def redo(self) -> None:
        """And brought back."""
        fine = bool(self.model.undone)
        self.score("redo", code=0 if fine else None)
        if fine:
            self.model.redo()

    @rule(
        chosen=st.sampled_from(
            [("nil.made", 50), ("nil.made", 100), ("bags.limit", 5), ("bags.limit", 10), ("bags.penalty", 50)]
        )
    )
    def change_rules(self, chosen: tuple[str, int]) -> None:
        """A setting that changes from the next hand on."""
        key, value = chosen
        first = len(self.model.hands) + 1
        now = (RULES | {key: value for start, key, value in self.model.changes if start <= first})[key]
        waiting = self.model.changes and self.model.changes[-1][0] > first
        fine = not self.model.over() and not waiting and now != value
        self.score("rules", "--change", f"{key}={value}", "--why", "agreed", code=0 if fine else None)
        if fine:
            self.model.changes.append((first, key, value))

    @rule()
    def check(self) -> None:
        """The verdict on the totals in the file; those that differ may then be accepted."""
        wrong = any(mismatches(self.model))
        late = self.ended() < len(self.model.hands)
        self.score("check", code=int(wrong or late))
        self.score("check", "--accept", code=0 if wrong else None)
        if wrong:
            self.model.accept()

    def ended(self) -> int:
        """The hand that ended the game; the last one where none has."""
        for number in range(1, len(self.model.hands)):
            if replace(self.model, hands=self.model.hands[:number]).over():
                return number
        return len(self.model.hands)

    @rule(words=st.sampled_from(WRONG))
    def mistype(self, words: str) -> None:
        """Words that nothing can come of."""
        self.score(*words.split(" "), code=None)

    @rule(command=st.sampled_from(["show", "explain", "log", "log --json", "explain --json", "stats ."]))
    def look(self, command: str) -> None:
        """A look changes nothing."""
        before = self.text()
        shown = self.has(counting=False) or not command.startswith("explain")
        self.score(*command.split(), code=0 if shown else None)
        assert self.text() == before

    # The editor.

    @precondition(has)
    @rule(data=st.data(), tricks=TRICKS)
    def edit_tricks_by_hand(self, data: st.DataObject, tricks: tuple[int, ...]) -> None:
        """Somebody changes the tricks in an editor, and leaves the totals."""
        at = self.some_hand(data)
        pairs = zip(PLAYERS, tricks, strict=True)
        self.rewritten(at, "tricks", f"{{ {', '.join(f'{name} = {took}' for name, took in pairs)} }}")
        self.model.hands[at] = replace(self.model.hands[at], tricks=tricks)

    @precondition(has)
    @rule(data=st.data(), total=st.integers(-300, 600), lines=st.booleans())
    def edit_totals_by_hand(self, data: st.DataObject, total: int, lines: bool) -> None:
        """Somebody writes other totals, perhaps over several lines with a remark between them."""
        at = self.some_hand(data)
        totals = {"Us": total, "Them": self.model.totals()[at]["Them"]}
        if lines:
            comment = self.new_comment()
            self.rewritten(at, "totals", f"{{ Us = {total}, {comment}\n  Them = {totals['Them']} }}")
            self.comments.append(comment)
        else:
            self.rewritten(at, "totals", f"{{ Us = {total}, Them = {totals['Them']} }}")
        self.model.hands[at] = replace(self.model.hands[at], totals=totals)

    @precondition(has)
    @rule(data=st.data(), note=NOTES)
    def edit_note_by_hand(self, data: st.DataObject, note: str) -> None:
        """Somebody writes a note in an editor."""
        at = self.some_hand(data)
        self.rewritten(at, "note", json.dumps(note, ensure_ascii=False))
        self.model.hands[at] = replace(self.model.hands[at], note=note)

    @precondition(lambda self: not self.model.in_play())
    @rule(bids=BIDS, tricks=TRICKS)
    def add_hand_by_hand(self, bids: tuple[int | str, ...], tricks: tuple[int, ...]) -> None:
        """Somebody adds a hand at the end of the file, without totals and dealer."""
        said = ", ".join(f"{name} = {json.dumps(bid)}" for name, bid in zip(PLAYERS, bids, strict=True))
        won = ", ".join(f"{name} = {took}" for name, took in zip(PLAYERS, tricks, strict=True))
        self.write(f"{self.plain()}\n[[hands]]\nbids = {{ {said} }}\ntricks = {{ {won} }}\n")
        self.model.hands.append(Hand(bids, tricks))
        self.model.done.append([Change("entry", len(self.model.hands) - 1)])
        self.model.undone.clear()

    @rule(data=st.data(), above=st.booleans())
    def comment(self, data: st.DataObject, above: bool) -> None:
        """Somebody writes a comment above a line, or at the end of one."""
        lines = self.plain().split("\n")
        at = data.draw(st.integers(0, len(lines) - 1))
        comment = self.new_comment()
        if above:
            lines.insert(at, comment)
        elif lines[at].endswith(("]", "}", '"')) and "'''" not in lines[at]:
            lines[at] += f" {comment}"
        else:
            return
        self.write("\n".join(lines))
        self.comments.append(comment)

    def new_comment(self) -> str:
        """A comment that nobody wrote before."""
        self.written = getattr(self, "written", 0) + 1
        return f"# remark {self.written}."

    # What holds after each of them.

    @invariant()
    def totals_are_the_naive_ones(self) -> None:
        """The file reads, no hand is lost, and every figure is the model's."""
        if not self.text():
            return
        shown = json.loads(self.score("show", "--json").out)
        hands = self.model.hands
        assert [at["hand"] for at in shown["hands"]] == [*range(1, sum(hand.complete for hand in hands) + 1)]
        scores = [
            {side: (at["sides"][side]["after"]["score"], at["sides"][side]["after"]["bags"]) for side in SIDES}
            for at in shown["hands"]
        ]
        assert scores == self.model.scores()
        assert shown["outcome"]["over"] == self.model.over()
        assert [at["mismatches"] for at in shown["hands"]] == mismatches(self.model)

    @invariant()
    def facts_are_the_models(self) -> None:
        """What stands in the file is what was typed, read here without the program."""
        if not self.text():
            return
        found = [facts(hand) for hand in tomli.loads(self.text()).get("hands", [])]
        assert found == [remembered(hand) for hand in self.model.hands]

    @invariant()
    def comments_are_kept(self) -> None:
        """Every comment that a person wrote is still there."""
        text = self.text()
        lost = [comment for comment in self.comments if comment not in text]
        assert not lost, f"{lost} in\n{text}"


def without_journal(text: str) -> str:
    """The file without what it remembers of corrections."""
    blocks = text.replace("\r\n", "\n").rstrip("\n").split("\n[[")
    return "\n[[".join(block.rstrip("\n") for block in blocks if not block.startswith("corrections]]"))


RUNS = int(os.environ.get("SCORE_FUZZ_RUNS", "0"))


def test_evenings() -> None:
    """Whatever a table and an editor do, the file reads, the figures are right, and nothing is lost."""
    every = settings(deadline=None, database=None, suppress_health_check=[*HealthCheck], report_multiple_bugs=False)
    if RUNS:
        chosen = settings(every, max_examples=RUNS, stateful_step_count=50)
    else:
        chosen = settings(every, max_examples=20, stateful_step_count=25, derandomize=True)
    try:
        run_state_machine_as_test(Evening, settings=chosen)
    finally:
        sys.stdout.write(f"\n{Evening.evenings:,} evenings, {Evening.commands:,} commands\n")
