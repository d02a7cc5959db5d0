"""What is done with an input of the fuzzer: whatever the bytes are, only a refusal in words may come of them.

`tools/fuzz.py` makes the inputs, millions of them; `tests/test_fuzz.py` runs the seeds and what was found once.
Each target takes the bytes of one input. An AssertionError is a finding, and so is every other exception that is not
a `ScorekeeperError`.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from fuzz_seeds import (
    CARD_WORDS,
    FILE_WORDS,
    SHEET_WORDS,
    TYPED_WORDS,
    changes,
    games,
    paper_sheets,
    recorded_hands,
    typed_words,
)
from scorekeeper import entry
from scorekeeper.bids import parse_bid
from scorekeeper.cli.enter import split_hand
from scorekeeper.cli.importing import _sides
from scorekeeper.cli.words import find_name, parse_bids, parse_settings, parse_tricks
from scorekeeper.errors import GameFileError, ScorekeeperError, UsageError
from scorekeeper.game import Game, RuleChoice, Ruling, seated, table_problems
from scorekeeper.referee.cards import card_words, pack_of
from scorekeeper.referee.play import judge
from scorekeeper.referee.walk import walk
from scorekeeper.render.cards import recorded_data, recorded_ruled
from scorekeeper.render.data import corrections_data, game_data
from scorekeeper.render.explain import hand_explained, totals_checked
from scorekeeper.render.history import history
from scorekeeper.render.screen import score_sheet
from scorekeeper.render.style import Style
from scorekeeper.render.walk import walk_told
from scorekeeper.render.words import bids_said, hand_results, problem_line, rules_said
from scorekeeper.rules import RuleSet
from scorekeeper.rules.presets import load_preset, preset_names
from scorekeeper.scoring import score_game
from scorekeeper.storage.blocks import document
from scorekeeper.storage.document import faults
from scorekeeper.storage.files import Snapshot
from scorekeeper.storage.reader import read_game
from scorekeeper.storage.recorded import parse_recorded
from scorekeeper.storage.sheets import game_of, parse_sheet
from scorekeeper.storage.source import read_source
from scorekeeper.storage.splice import spliced
from scorekeeper.storage.store import OpenGame, _accepted, _placed, _verified
from scorekeeper.storage.toml_text import comments_in
from scorekeeper.text import unsafe_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scorekeeper.bids import Bid
    from scorekeeper.sheet import GameSheet

NOW = datetime.fromisoformat("2026-11-27T20:14:00")
_STYLE = Style()


class Target(NamedTuple):
    """A part of the program that reads what people write.

    Attributes:
        run: Does everything with an input that a command could.
        seeds: Inputs to start from.
        words: What stands in such inputs, for the fuzzer to put in.
    """

    run: Callable[[bytes], None]
    seeds: Callable[[], Iterator[bytes]]
    words: Sequence[str]


# The game file.


def run_reader(data: bytes) -> None:
    """A file that somebody opens: read, scored and shown, or refused with its lines."""
    try:
        source = read_source(data)
    except ScorekeeperError as error:
        _told(_placed(error.problems, "game.toml", data))
        return
    try:
        game = read_game(source.tables)
    except GameFileError as error:
        if not error.problems:
            raise AssertionError("the reader refuses what the models accept") from None
        _told(_placed(error.problems, "game.toml", data))
        return
    found = faults(source.tables)
    assert not found, f"the reader accepts what the models refuse: {found[0]}"
    try:
        game = _accepted(game)
        sheet = score_game(game)
    except ScorekeeperError as error:
        _told(_placed(error.problems, "game.toml", data))
        return
    _shown(game, sheet)
    assert read_game(read_source(document(game).encode()).tables) == game, "written anew, it is another game"


def _told(problems: Sequence[Any]) -> None:
    for problem in problems:
        line = problem_line(problem)
        assert not unsafe_in(line), f"a message steers the terminal: {line!r}"


def _shown(game: Game, sheet: GameSheet) -> None:
    """Everything that the commands which look would print."""
    score_sheet(game, sheet, _STYLE)
    game_data(game, sheet)
    history(game, _STYLE)
    corrections_data(game.corrections)
    totals_checked("game.toml", sheet.hands, rules_said(game.rules), _STYLE)
    for hand in sheet.hands[:2] + sheet.hands[-2:]:
        hand_explained(game, hand, _STYLE)


# A change that is put into a file.


def run_splice(data: bytes) -> None:
    """A file that reads, and behind a NUL the numbers that choose a change: it comes out as meant, or is refused.

    No comment that a person wrote may be lost on the way.
    """
    before, _, choice = data.partition(b"\0")
    try:
        source = read_source(before)
        game = _accepted(read_game(source.tables))
        opened = OpenGame(Snapshot("game.toml", "game.toml", before), source, game, score_game(game))
        for at in range(0, len(choice[:12]), 4):
            opened = _changed(opened, choice[at : at + 4].ljust(4, b"\0"))
    except ScorekeeperError as error:
        _told(error.problems)


def _changed(opened: OpenGame, numbers: bytes) -> OpenGame:
    new = _change(opened.game, numbers)
    text = spliced(opened.source.text, opened.game, new)
    data = opened.source.encoded(text)
    source, sheet = _verified(opened, data, new)
    lost = Counter(comments_in(opened.source.text)) - Counter(comments_in(text))
    assert not lost, f"comments are lost: {[*lost]}"
    return OpenGame(Snapshot("game.toml", "game.toml", data), source, new, sheet)


def _change(game: Game, numbers: bytes) -> Game:
    """A change that a command could make, with hand, players and figures by four numbers."""
    what, first, second, third = numbers
    number = first % (len(game.hands) + 1) + 1
    player = game.players[second % len(game.players)]
    side = game.sides[third % len(game.sides)].name
    deal = RuleSet(*game.rules_now).deck.deal(len(game.players))
    even = {name: deal // len(game.players) for name in game.players}
    tricks = {**even, player: even[player] + deal % len(game.players)}
    bids = _some_bids(game, second, third)
    note = ("", "x", 'a "quoted" # note', "日本 \\ ' é")[third % 4]
    known: list[Callable[[], Game]] = [
        lambda: entry.add_bids(game, bids, NOW),
        lambda: entry.add_tricks(game, tricks),
        lambda: entry.add_hand(game, bids, tricks),
        lambda: entry.edit_hand(game, number, entry.Edit(bids=bids), note, NOW),
        lambda: entry.edit_hand(game, number, entry.Edit(tricks=tricks), note, NOW),
        lambda: entry.edit_hand(game, number, entry.Edit(dealer=player, note=note), "", NOW),
        lambda: entry.rule_on(game, number, Ruling("renege", player=player, to=""), NOW),
        lambda: entry.rule_on(game, number, Ruling("adjustment", side=side, points=second - 128, why=note), NOW),
        lambda: entry.void_hand(game, number, note or "misdeal", NOW),
        lambda: entry.void_hand(game, None, note or "misdeal", NOW),
        lambda: entry.lift_void(game, number, note, NOW),
        lambda: entry.change_rules(game, {"bags.penalty": second, "nil.made": third}, note, NOW),
        lambda: entry.accept_totals(game, note, NOW),
        lambda: entry.undo(game, NOW).game,
        lambda: entry.undo(entry.undo(game, NOW).game, NOW).game,
        lambda: entry.redo(game, NOW).game,
    ]
    return known[what % len(known)]()


def _some_bids(game: Game, first: int, second: int) -> dict[str, Bid]:
    said = (3, 2, "nil", 4, "blind nil", 0, 13, "blind 6", 1)
    return {player: parse_bid(said[(first + second * at) % len(said)]) for at, player in enumerate(game.players)}


# What is typed at the table.


@cache
def _tables() -> tuple[Game, ...]:
    """Games of two to six players, by several rules, with a hand to bid and with one in play."""
    names = ("Ann", "Bob", "Cy", "Dee", "Eve & Co", "a=b")
    made = []
    for count, kind in (
        (2, "solo"),
        (3, "solo"),
        (4, "solo"),
        (4, "partners"),
        (5, "solo"),
        (6, "pairs"),
        (6, "threes"),
    ):
        players = names[:count]
        sides = seated(players, kind)
        if kind == "partners":
            sides = tuple(side._replace(name=name) for side, name in zip(sides, ("Us", "Them"), strict=True))
        for preset in ("pagat-blind-nil", "trickster-whiz", "bicycle", *preset_names()[:3]):
            game = Game("Friday", players, sides, RuleChoice(preset))
            made.append(game)
            for nils in (0, 1):
                bids = parse_bids_or_none(game, [*["n"] * nils, *["2"] * (count - nils)])
                if bids:
                    made.append(entry.add_bids(game, bids, NOW))
    return tuple(made)


def parse_bids_or_none(game: Game, words: Sequence[str]) -> dict[str, Bid] | None:
    """The bids, where the rules of the game allow them."""
    try:
        entry.add_bids(game, bids := parse_bids(game, words), NOW)
    except ScorekeeperError:
        return None
    return bids


def run_entry(data: bytes) -> None:
    """Words for a game that the first byte chooses, one a line: understood, and then the same when said back."""
    tables = _tables()
    game = tables[data[0] % len(tables)] if data else tables[0]
    words = data[1:].decode("utf-8", "replace").split("\n")
    for read in (_bids, _tricks, _hand, _settings, _names):
        try:
            read(game, words)
        except ScorekeeperError as error:
            _told(error.problems)


def _bids(game: Game, words: Sequence[str]) -> None:
    bids = parse_bids(game, words)
    said = [f"{player}={bid}" for player, bid in bids.items()]
    assert parse_bids(game, said) == bids, f"{said} are other bids than {words}"
    if len(bids) == len(game.players):
        by_seat = [str(bids[player]) for player in game.players]
        assert parse_bids(game, by_seat) == bids, f"{by_seat} are other bids than {words}"
        if game.in_play is None:
            new = entry.add_bids(game, bids, NOW)
            bids_said(new, new.hands[-1].bids)
            _written(new)


def _tricks(game: Game, words: Sequence[str]) -> None:
    tricks = parse_tricks(game, game.in_play.bids if game.in_play else {}, words)
    said = [f"{name}={took}" for name, took in tricks.items()]
    again = parse_tricks(game, game.in_play.bids if game.in_play else {}, said)
    assert again == tricks, f"{said} are other tricks than {words}"
    if game.in_play:
        new = entry.add_tricks(game, tricks)
        hand_results(score_game(new).hands[-1])
        _written(new)


def _hand(game: Game, words: Sequence[str]) -> None:
    bid_words, trick_words = split_hand(game, words)
    bids = parse_bids(game, bid_words)
    new = entry.add_hand(game, bids, parse_tricks(game, bids, trick_words))
    hand_results(score_game(new).hands[-1])
    _written(new)


def _written(game: Game) -> None:
    assert read_game(read_source(document(game).encode()).tables) == game, "written and read, it is another game"


def _settings(game: Game, words: Sequence[str]) -> None:
    settings = parse_settings(words)
    new = entry.change_rules(game, settings, "", NOW)
    assert RuleSet(*new.rules_at(len(game.hands) + 1)) != RuleSet(*game.rules_at(len(game.hands) + 1))


def _names(game: Game, words: Sequence[str]) -> None:
    for word in words:
        try:
            found = find_name(game.players, word, "")
        except UsageError as error:
            _told(error.problems)
        else:
            assert find_name(game.players, found, "") == found


# Cards, and a recorded hand.


def run_cards(data: bytes) -> None:
    """A recorded hand is judged or refused; every card in it is the same when it is written back."""
    pack = _packs()[len(data) % len(_packs())]
    for word in dict.fromkeys(card_words(data.decode("utf-8", "replace"))[:60]):
        try:
            card = pack.read(word)
        except ScorekeeperError as error:
            _told(error.problems)
        else:
            assert pack.read(str(card)) == card, f"{card} is another card than {word!r}"
    try:
        recorded = parse_recorded(data)
        ruling = judge(recorded.rules, recorded.hand)
    except ScorekeeperError as error:
        _told(error.problems)
        return
    assert sum(ruling.took.values()) <= len(ruling.tricks)
    recorded_ruled(ruling, recorded.hand.players, _STYLE)
    recorded_data("hand.txt", recorded.rules.choice, ruling)


@cache
def _packs() -> tuple[Any, ...]:
    packs = RuleSet.all_settings()["deck.pack"].choices
    return tuple(pack_of(RuleSet("pagat", {"deck.pack": name}).deck) for name in packs)


# A paper sheet.


def run_sheets(data: bytes) -> None:
    """A sheet becomes a game that scores and is written, or is refused with row and column."""
    preset = load_preset("pagat-blind-nil")
    try:
        sheet = parse_sheet(data, "sheet.csv")
        sides = _sides(sheet, "", preset.sides)
        players = tuple(player for seat in zip(*(side.players for side in sides), strict=False) for player in seat)
        game = game_of(sheet, Game("sheet", players, sides, RuleSet(preset.name).choice))
    except ScorekeeperError as error:
        _told(error.problems)
        return
    assert not table_problems(game.players, game.sides)
    _written(_accepted(game))
    scored = score_game(game)
    _shown(game, scored)
    if len(game.hands) <= 6 and any(hand.mismatches for hand in scored.hands):
        walk_told(walk(game, scored), _STYLE)


TARGETS = {
    "reader": Target(run_reader, games, FILE_WORDS),
    "splice": Target(run_splice, changes, FILE_WORDS),
    "entry": Target(run_entry, typed_words, TYPED_WORDS),
    "cards": Target(run_cards, recorded_hands, CARD_WORDS),
    "sheets": Target(run_sheets, paper_sheets, SHEET_WORDS),
}
