"""The command for a whole evening: play."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from scorekeeper import entry
from scorekeeper.cli import clock
from scorekeeper.cli.answers import Claim, names_somebody, read_bids, read_claim, read_tricks
from scorekeeper.cli.calls import call, figures_after, is_command, nearest, quits, words_of
from scorekeeper.cli.enter import bids_line, check_text, noted, tell_high_contracts
from scorekeeper.cli.helping import completions, help_text
from scorekeeper.cli.look import tell_mismatches
from scorekeeper.cli.opening import another, open_evening
from scorekeeper.cli.prompt import prompt
from scorekeeper.cli.screen import out, style_of, tell
from scorekeeper.cli.words import find_name, questions, shell_word
from scorekeeper.errors import HandError, Problem, ScorekeeperError
from scorekeeper.game import folded
from scorekeeper.render.evening import hand_given, next_up
from scorekeeper.render.screen import heading
from scorekeeper.render.style import wrapped
from scorekeeper.render.words import all_tricks_said, problem_line
from scorekeeper.scoring import deal_now, objections_to, unbid_now
from scorekeeper.storage import changing, open_game, save
from scorekeeper.text import safe

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scorekeeper.bids import Bid
    from scorekeeper.cli.prompt import Prompt
    from scorekeeper.game import Game
    from scorekeeper.storage import OpenGame


def play(players: Sequence[str], path: str | None) -> None:
    """Plays an evening until somebody leaves it."""
    asker = prompt()
    evening: Evening | None = None
    try:
        evening = Evening(open_evening(players, path, asker), asker)
        evening.go()
    except (EOFError, KeyboardInterrupt):
        if evening is None:
            tell("No game was started.")
        else:
            evening.say_goodbye(named=bool(path))


class _ChangedMeanwhileError(Exception):
    """The file is not what was shown any more."""


class Evening:
    """A game at the table: what was shown of it last, and what has been typed of the next entry."""

    def __init__(self, opened: OpenGame, asker: Prompt) -> None:
        self._opened = opened
        self._prompt = asker
        self._bids: dict[str, Bid] = {}
        self._tricks: dict[str, int] = {}
        self._claimed: int | None = None  # a score that somebody says, as long as it is asked whose

    @property
    def _game(self) -> Game:
        return self._opened.game

    @property
    def _over(self) -> bool:
        return self._opened.sheet.outcome.over

    @property
    def _wants_tricks(self) -> bool:
        return self._game.in_play is not None or unbid_now(self._game)

    def go(self) -> None:
        """Asks, shows and asks again.

        Raises:
            EOFError: Somebody wants to leave.
        """
        style = style_of(sys.stdout)
        out(style.glyphs(heading(self._game, style, typed="")) + "\n")
        if self._game.in_play:
            self._tell_contracts()
        self._show(self._opened)
        while True:
            self._take(self._prompt.ask(self._question(), self._completions))

    def _completions(self, text: str) -> list[str]:
        return completions(self._game, self._asked(), text)

    def say_goodbye(self, *, named: bool) -> None:
        """Says what is stored, and what is not."""
        typed = {**{who: str(bid) for who, bid in self._bids.items()}, **self._tricks}
        if typed:
            said = ", ".join(f"{name} {figure}" for name, figure in typed.items())
            what = "tricks" if self._wants_tricks else "bids"
            tell(f"These {what} were not stored, as others are missing: {said}.")
        game = f" --game {shell_word(self._opened.path)}" if named else ""
        again = f"score show{game} shows it" if self._over else f"score play{game} goes on"
        everything = "Everything else" if typed else "Everything"
        tell(f"{everything} is stored in {safe(self._opened.path)}; {safe(again)}.")

    def _question(self) -> str:
        if self._claimed is not None:
            return f"Who is said to have {self._claimed}? {' or '.join(self._sides())}: "
        if self._over:
            return "Another game with the same players? y, or Enter for no: "
        asked = ", ".join(self._asked())
        if not self._wants_tricks:
            return f"Bids of {asked}: "
        left = deal_now(self._game) - sum(self._tricks.values())
        of = f"{left} left" if self._tricks else f"of {left}"
        return f"Tricks of {asked} ({of}): " if len(self._asked()) > 1 else f"{asked} took ({of}): "

    def _sides(self) -> list[str]:
        return [side.name for side in self._game.sides]

    def _asked(self) -> list[str]:
        """Who is still to be asked: players for bids, in bidding order; players or sides for tricks.

        Tricks are asked in the order of the sheet, so that from hand to hand it is the same pile that is counted.
        """
        if self._claimed is not None:
            return self._sides()
        if self._over:
            return []
        game = self._game
        if self._wants_tricks:
            names = questions(game, game.in_play.bids if game.in_play else {}, game.players)
            return [name for name in names if name not in self._tricks]
        *_, dealer = game.dealers()
        return [player for player in game.bidding_order(dealer) if player not in self._bids]

    def _take(self, line: str) -> None:
        """Does what a line says; whatever is wrong with it is told, and nothing is changed."""
        line = self._bare(line)
        command = is_command(line) and not self._names_somebody(line)
        if command and quits(line):
            raise EOFError
        try:
            if not self._same():
                return
            if not line:
                self._take_nothing()
            elif command:
                self._command(line)
            elif line == "<":
                self._step_back()
            elif claim := read_claim(self._game, line):
                self._judge(claim)
            else:
                self._answer(line)
        except _ChangedMeanwhileError:
            self._same()
        except ScorekeeperError as error:
            self._tell(error)

    def _bare(self, line: str) -> str:
        """The line; where it says bid or tricks, and just that is asked, without the word."""
        if self._over or self._claimed is not None or self._names_somebody(line):
            return line
        try:
            return figures_after("tricks" if self._wants_tricks else "bid", line) or line
        except ScorekeeperError:
            return line

    def _names_somebody(self, line: str) -> bool:
        """Whether a line is an answer by its name, though that may be the word for a command."""
        asked_for_a_name = self._claimed is not None and folded(line) in map(folded, self._sides())
        return asked_for_a_name or names_somebody(self._game, line)

    def _take_nothing(self) -> None:
        if self._claimed is not None:
            self._claimed = None
        elif self._over:
            raise EOFError

    def _command(self, line: str) -> None:
        first, _, rest = line.partition(" ")
        if first.casefold() == "note":
            self._note(rest.strip())
            return
        words = words_of(line)
        if words[0] == "help" and words[1:]:
            call([*words[1:], "--help"], self._opened.path)
        elif words[0] == "help":
            columns = style_of(sys.stderr).columns
            tell(help_text(self._game, self._asked(), columns, tricks=self._wants_tricks))
        elif words[0] == "undo" and len(words) == 1 and (self._bids or self._tricks):
            self._step_back()
        else:
            self._call(words)

    def _call(self, words: Sequence[str]) -> None:
        """Runs a command, and shows where the game stands if that changed it."""
        call(words, self._opened.path)
        now = self._open()
        if now.game != self._game:
            self._show(now)

    def _step_back(self) -> None:
        """Takes the figure back that was typed last; if there is none, the last entry of the game."""
        typed: dict[str, Bid] | dict[str, int] = self._tricks or self._bids
        if self._claimed is not None:
            self._claimed = None
            return
        if not typed:
            self._call(["undo"])
            return
        name, figure = typed.popitem()
        tell(f"{name}'s {figure} is taken back.")

    def _judge(self, claim: Claim) -> None:
        """Rules on a score that somebody says a side has after the last hand; asks whose, if that was not said."""
        having = [name for name, at in self._opened.sheet.standings.items() if at.score == claim.points]
        name = claim.name or (having[0] if len(having) == 1 else "")
        self._claimed = None if name or not self._opened.sheet.hands else claim.points
        if name or self._claimed is None:
            self._call(["check", f"--claim={name or self._sides()[0]}={claim.points}"])

    def _note(self, text: str) -> None:
        """Puts a note on the hand in play, or on the last one."""
        if not self._game.hands:
            raise HandError(Problem("note", "no hand has been entered yet.", "A note belongs to a hand."))
        if not text:
            raise HandError(Problem("note", "it is empty.", "For example note Bob bid out of turn."))
        check_text(text, "note")
        whole = "; ".join(filter(None, [self._game.hands[-1].note, text]))
        self._opened = self._store(lambda game: noted(game, whole))
        tell(f"Noted on hand {len(self._game.hands)}: {safe(whole)}")

    def _answer(self, line: str) -> None:
        try:
            if self._claimed is not None:
                self._judge(Claim(find_name(self._sides(), line, ""), self._claimed))
            elif self._over:
                self._answer_more(line)
            elif self._wants_tricks:
                self._answer_tricks(line)
            else:
                self._answer_bids(line)
        except ScorekeeperError as error:
            near = nearest(line)
            if not near:
                raise
            word = line.split(maxsplit=1)[0]
            raise HandError(Problem("", f"“{word}” is no command, and no answer here.", near)) from error

    def _answer_more(self, line: str) -> None:
        if line.casefold() in ("n", "no"):
            raise EOFError
        if line.casefold() not in ("y", "yes"):
            raise HandError(Problem("", f"“{line}” is neither yes (y) nor no (Enter).", "? lists what else works."))
        self._show(another(self._opened))

    def _answer_bids(self, line: str) -> None:
        bids = {**self._bids, **read_bids(self._game, line, self._asked())}
        if len(bids) < len(self._game.players):
            problems = objections_to(self._game, bids)
            if problems:
                raise HandError(problems)
            self._bids = bids
            tell(f"{_so_far(bids)}.")
            return
        self._opened = self._store(lambda game: entry.add_bids(game, bids, clock.now()))
        self._bids = {}
        self._tell_contracts()

    def _answer_tricks(self, line: str) -> None:
        asked = self._asked()
        tricks = {**self._tricks, **read_tricks(self._game, line, asked, self._tricks)}
        if not {*tricks} - {*asked, *self._tricks} and {*asked} - {*tricks}:
            self._tricks = tricks
            tell(f"{_so_far(tricks)}.")
            return
        try:
            self._opened = self._store(lambda game: entry.add_tricks(game, tricks))
        except HandError as error:
            raise HandError([*error.problems, *self._perhaps_a_bid(tricks)]) from error
        self._tricks = {}
        self._show_result()

    def _perhaps_a_bid(self, tricks: Mapping[str, int]) -> list[Problem]:
        """How a bid is mended, if the tricks may have been meant as that: one player's, who is not asked."""
        others = [name for name in tricks if name not in (*self._asked(), *self._tricks)]
        if self._game.in_play is None or len(others) != 1 or others[0] not in self._game.players:
            return []
        mend = f"edit {len(self._game.hands)} {shell_word(others[0])}={tricks[others[0]]}"
        return [Problem("", f"if that was a bid: {mend} mends it;", "< goes back to the bids.")]

    def _store(self, alter: Callable[[Game], Game]) -> OpenGame:
        """Changes the game under its lock, if it still is what was shown.

        Raises:
            _ChangedMeanwhileError: It is not.
        """
        with changing(self._opened.path) as opened:
            if opened.game != self._game:
                raise _ChangedMeanwhileError
            return save(opened, alter(opened.game))

    def _show_result(self) -> None:
        hand = self._opened.sheet.hands[-1]
        style = style_of(sys.stdout)
        tell(f"Tricks {all_tricks_said(self._game, hand)}.")
        out(hand_given(self._game, hand, style) + "\n")
        out(next_up(self._game, self._opened.sheet, style))
        tell_mismatches(self._opened)

    def _show(self, opened: OpenGame) -> None:
        """Shows where a game stands; what was typed of another entry than the next is dropped."""
        if self._place(opened) != self._place(self._opened):
            self._bids, self._tricks, self._claimed = {}, {}, None
        self._opened = opened
        out(next_up(self._game, opened.sheet, style_of(sys.stdout)))
        tell_mismatches(opened)

    def _tell_contracts(self) -> None:
        """Says what was bid: what the table looks at while the hand is played."""
        style = style_of(sys.stderr)
        for line in wrapped(bids_line(self._game), style.columns):
            tell(style.bold(line))
        tell_high_contracts(self._game, self._game.hands[-1].bids)

    @staticmethod
    def _place(opened: OpenGame) -> tuple[str, int, Game | object]:
        """Which entry a game waits for."""
        return opened.path, len(opened.game.hands), opened.game.in_play

    def _same(self) -> bool:
        """Whether the file still is what was shown; if it is not, that is told, and shown anew.

        An answer to which a file was broken is not taken either: by the time that it is mended, the table may have
        another.
        """
        what = "was changed by another program meanwhile"
        try:
            now = open_game(self._opened.path)
        except ScorekeeperError as error:
            now = self._mended(error)
            what = "can be read again"
        else:
            if now.game == self._game:
                return True
        tell(f"{safe(now.path)} {what}; what you typed was not taken.")
        if now.game == self._game:
            return False
        self._show(now)
        if now.game.in_play:
            self._tell_contracts()
        return False

    def _open(self) -> OpenGame:
        """The game as its file has it now, or as it is when that has been mended."""
        try:
            return open_game(self._opened.path)
        except ScorekeeperError as error:
            return self._mended(error)

    def _mended(self, error: ScorekeeperError) -> OpenGame:
        """The game once its file can be read again; whatever is typed until then only tries that."""
        while True:
            self._tell(error)
            if quits(self._prompt.ask("Enter tries again, q leaves: ")):
                raise EOFError
            try:
                return open_game(self._opened.path)
            except ScorekeeperError as again:
                error = again

    @staticmethod
    def _tell(error: ScorekeeperError) -> None:
        for problem in error.problems:
            tell(f"  {problem_line(problem)}")


def _so_far(figures: dict[str, Bid] | dict[str, int]) -> str:
    return ", ".join(f"{name} {figure}" for name, figure in figures.items())
