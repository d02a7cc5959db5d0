"""Many games together: a recount by other means, what is found in folders, and what people see of it."""

from __future__ import annotations

import csv
import io
import json
import os
import random
import sys
from collections import defaultdict
from concurrent.futures.process import BrokenProcessPool
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness import Done
from scorekeeper import score_game, stats
from scorekeeper.bids import BLIND_NIL, NIL, Bid
from scorekeeper.cli import evenings
from scorekeeper.errors import GameFileError
from scorekeeper.game import Game, Hand, RuleChoice, folded, seated
from scorekeeper.render import progress
from scorekeeper.render.stats import average
from scorekeeper.storage import collection
from scorekeeper.storage.blocks import document
from scorekeeper.storage.collection import Reading, find_games, read_games

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from harness import Table
    from scorekeeper.sheet import GameSheet

POOL = ("Ann", "ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus")
SEATINGS = [(2, "solo"), (3, "solo"), (4, "partners"), (4, "solo"), (5, "solo"), (6, "pairs"), (6, "threes")]


def random_game(seed: int) -> tuple[Game, GameSheet]:
    """A game of a random table: nils, blind nils, bare zeros, piles, void hands, penalties, hands after the end."""
    chance = random.Random(seed)  # noqa: S311  games, no secrets
    count, kind = chance.choice(SEATINGS)
    names = [chance.choice(POOL[:2]), *chance.sample(POOL[2:], count - 1)]
    chance.shuffle(names)
    rules = RuleChoice(
        "pagat-blind-nil",
        {"blind_nil.deficit": 0, "bags.limit": 3, "bags.penalty": 30, "ending.target": chance.choice([60, 150, 900])},
    )
    started = chance.choice([None, date(2026, chance.randint(1, 12), 1)])
    game = Game("", tuple(names), seated(names, kind), rules, started)
    hands = tuple(random_hand(game, chance) for _ in range(chance.randint(0, 8)))
    game = game._replace(hands=hands)
    return game, score_game(game)


def random_hand(game: Game, chance: random.Random) -> Hand:
    """A hand of the table; every other time only the piles of sides without a nil are known."""
    deal = 52 // len(game.players)
    took = dict.fromkeys(game.players, 0)
    for _ in range(deal):
        took[chance.choice(game.players)] += 1
    bids = {
        player: chance.choice([NIL, BLIND_NIL, Bid(0), Bid(chance.randint(1, 5)), Bid(chance.randint(1, 5))])
        for player in game.players
    }
    tricks = dict(took)
    for side in game.sides:
        if len(side.players) > 1 and chance.random() < 0.5 and all(bids[who].tricks for who in side.players):
            tricks[side.name] = sum(tricks.pop(player) for player in side.players)
    return Hand(bids, tricks, void="misdeal" if chance.random() < 0.15 else "")


def recount(games: Sequence[tuple[Game, GameSheet]]) -> dict[tuple[str, ...], dict[str, Any]]:
    """All rows once more, hand by hand, from bids, tricks and lines; a bare 0 is a nil by these rules."""
    rows: dict[tuple[str, ...], dict[str, Any]] = defaultdict(lambda: defaultdict(int))
    for game, sheet in games:
        for side in game.sides:
            for who in {(player,) for player in side.players} | {side.players}:
                row = rows[tuple(sorted(map(folded, who)))]
                row["games"] += 1
                row["finished"] += sheet.outcome.winner is not None
                row["wins"] += sheet.outcome.winner == side.name
                for at, hand in enumerate(sheet.hands, start=1):
                    if hand.hand.void or (sheet.ended_with and at > sheet.ended_with):
                        continue
                    add_hand(row, who, side.players, hand.hand, hand.sides[side.name].lines, side.name)
    return rows


def add_hand(
    row: dict[str, Any], who: Sequence[str], partners: Sequence[str], hand: Hand, lines: Sequence[Any], side: str
) -> None:
    """One side's hand, added to a row."""
    tricks = hand.tricks or {}
    pile = tricks[side] if side in tricks else sum(tricks[player] for player in partners)
    nils = [player for player in partners if not hand.bids[player].tricks]
    numbers = [hand.bids[player].tricks for player in partners if player not in nils]
    counted = pile - sum(tricks[player] for player in nils)
    points = sum(line.points for line in lines)
    row["hands"] += 1
    row["points"] += points
    row["most"] = max(row.get("most", points), points)
    row["least"] = min(row.get("least", points), points)
    if numbers:
        row["contracts"] += 1
        row["bid"] += sum(numbers)
        row["took"] += counted
        row["sets"] += counted < sum(numbers)
    row["bags"] += sum(line.bags for line in lines if line.bags > 0)
    row["penalties"] += sum(-line.bags // 3 for line in lines if line.bags < 0)
    for player in set(nils) & {*who}:
        kind = "blind_nils" if hand.bids[player].blind else "nils"
        row[kind] += 1
        row[f"{kind}_made"] += not tricks[player]
    own = who[0]
    if len(who) == 1 and own not in nils and (own in tricks or len(partners) == 1):
        row["own_hands"] += 1
        row["own_bid"] += hand.bids[own].tricks
        row["own_took"] += tricks[own]


SUMS = [name for name in stats.Figures._fields if name != "penalty_points"]


@settings(max_examples=60, derandomize=True, deadline=None, database=None)
@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=6, unique=True), st.randoms(use_true_random=False))
def test_recount(seeds: list[int], chance: random.Random) -> None:
    """The figures of any games are those of a recount, in whatever order the games come."""
    games = [random_game(seed) for seed in seeds]
    records = [stats.record_of(f"{at}.toml", *game) for at, game in enumerate(games)]
    found = stats.statistics(records)
    chance.shuffle(records)
    assert stats.statistics(records) == found
    expected = recount(games)
    rows = {tuple(sorted(map(folded, row.players))): row for row in (*found.players, *found.partnerships)}
    assert {*rows} == {*expected}
    for key, row in rows.items():
        figures = {**row.figures._asdict(), "games": row.games, "finished": row.finished, "wins": row.wins}
        names = [name for name in (*SUMS, "games", "finished", "wins") if len(key) == 1 or name[:4] != "own_"]
        assert {name: figures[name] for name in names} == {name: expected[key][name] for name in names}
        assert row.figures.penalty_points == -30 * row.figures.penalties
        assert (row.best and row.best.points) == expected[key].get("most")
        assert (row.worst and row.worst.points) == expected[key].get("least")


def game_text(players: Sequence[str], *hands: str, head: str = "") -> str:
    """A game file: each hand as ``4 3 2 4 / 5 3 1 4``."""
    lines = ["format = 1", f"players = {json.dumps([*players])}", head]
    for hand in hands:
        bids, tricks = (
            ", ".join(f"{json.dumps(who)} = {figure}" for who, figure in zip(players, part.split(), strict=True))
            for part in hand.split("/")
        )
        lines += ["[[hands]]", f"bids = {{ {bids} }}", f"tricks = {{ {tricks} }}"]
    return "\n".join([*lines, ""])


FOUR = ("Ann", "Bob", "Cy", "Dee")
HAND = "4 3 2 4 / 5 3 1 4"
ENDS = '[rules]\npreset = "pagat"\nending.target = 60\n'


def rows(table: Table, *words: str) -> dict[str, dict[str, str]]:
    """The lines of the CSV by name."""
    done = table.score("stats", "--csv", *words)
    assert done.code == 0, done
    return {row["name"]: row for row in csv.DictReader(io.StringIO(done.out))}


def test_one_player_however_spelled(table: Table) -> None:
    """A player is one in any case, and is shown as most often, of equals as last."""
    for at, first in enumerate(("ann", "Ann", "ANN", "Ann")):
        table.put(f"{at}.toml", game_text((first, *FOUR[1:]), HAND, head=f"started = 2026-01-0{at + 1}"))
    assert rows(table)["Ann"]["games"] == "4"
    assert rows(table)["Ann & Cy"]["games"] == "4"
    assert rows(table, "0.toml", "2.toml")["ANN"]["games"] == "2"


def test_longest_run(table: Table) -> None:
    """Wins are one after the other by date, whatever the files are called; a game that goes on breaks no run."""
    wins, loses = "4 3 3 2 / 5 3 3 2", "4 3 3 2 / 3 5 3 2"
    days = {"z": (1, wins), "y": (2, wins), "x": (3, loses), "w": (4, wins), "v": (6, wins), "u": (7, wins)}
    for name, (day, hand) in days.items():
        ends = ENDS.replace("60", "40")
        table.put(f"{name}.toml", game_text(FOUR, hand, head=f"started = 2026-01-0{day}\n{ends}"))
    table.put("a.toml", game_text(FOUR, loses, head="started = 2026-01-05"))
    found = rows(table)
    assert [found[name]["longest_run"] for name in ("Ann", "Ann & Cy", "Bob")] == ["3", "3", "1"]
    assert (found["Ann"]["wins"], found["Ann"]["finished"], found["Ann"]["games"]) == ("5", "6", "7")


def test_what_counts_in_a_folder(table: Table) -> None:
    """Games of a folder and of those in it count; hidden ones, other files and other TOML do not."""
    for folder in ("club/a/b", "club/.hidden"):
        (table.folder / folder).mkdir(parents=True)
    for name in ("club/1.toml", "club/a/2.toml", "club/a/b/3.toml", "club/.hidden/4.toml", "club/.5.toml"):
        table.put(name, game_text(FOUR, HAND, head=f'name = "{name}"'))
    table.put("club/pyproject.toml", '[project]\nname = "players"\n')
    table.put("club/notes.txt", game_text(FOUR, HAND))
    (table.folder / "club" / "folder.toml").mkdir()
    assert [*find_games(["club"]).files] == [
        os.path.join("club", *name.split("/"))  # noqa: PTH118  as the system writes it
        for name in ("1.toml", "a/2.toml", "a/b/3.toml")
    ]
    assert rows(table, "club")["Ann"]["games"] == "3"
    assert rows(table, "club/a", "club", "club/1.toml", "./club/1.toml")["Ann"]["games"] == "3"
    assert rows(table, "club/notes.txt", "club/.5.toml")["Ann"]["games"] == "2"


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_links(table: Table) -> None:
    """A file that is reached by two links counts once, and a link to a folder is not followed round."""
    folder = table.folder / "club"
    folder.mkdir()
    table.put("club/1.toml", game_text(FOUR, HAND))
    (folder / "2.toml").symlink_to("1.toml")
    (folder / "3.toml").hardlink_to(folder / "1.toml")
    (folder / "gone.toml").symlink_to("nowhere.toml")
    (folder / "round").symlink_to(".")
    (table.folder / "also").symlink_to("club")
    assert find_games(["club", "also"]) == (("club/1.toml",), ())
    assert find_games(["also"]).files == ("also/1.toml",)
    said = "there is no such file. score new starts a game; --game names another file.\n"
    assert table.score("stats", "club/gone.toml") == Done("0 games, 0 hands\n", f"club/gone.toml: {said}", 3)


def test_copy(table: Table) -> None:
    """A copy of a game counts once, and that is said."""
    for name in ("a.toml", "b.toml"):
        table.put(name, game_text(FOUR, HAND))
    done = table.score("stats", "--players")
    assert done.out.startswith("1 game (1 not over), 1 hand\n")
    assert (done.err, done.code) == ("b.toml is a copy of a.toml: the game counts once.\n", 0)


def test_deep_and_endless_folders(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders too deep are named, and a whole disk is refused."""
    (table.folder / "a" / "b").mkdir(parents=True)
    table.put("a/b/1.toml", game_text(FOUR, HAND))
    table.put("2.toml", game_text(FOUR, HAND, HAND))
    monkeypatch.setattr(collection, "DEEPEST", 1)
    done = table.score("stats", "--csv")
    assert done.code == 3
    assert done.err.endswith("it stands 2 folders deep and was not looked into. Name it by itself.\n")
    assert rows(table, "a/b")["Ann"]["games"] == "1"
    monkeypatch.setattr(collection, "MOST_ENTRIES", 1)
    said = ".: more than 1 files and folders are here; that is no collection of games. Name a folder with games.\n"
    assert table.score("stats") == Done("", said, 3)


REFUSED = [
    ([], 2, "There is no game in this folder. Name game files, or folders with games."),
    (["empty"], 2, "There is no game in empty. Name game files, or folders with games."),
    (["no.toml"], 3, "no.toml: there is no such file or folder. Name game files, or folders with games."),
    (["notes.txt"], 3, "notes.txt, line 1, column 4: this is not TOML: an equals sign is missing."),
    (["--since", "2026-02-30"], 2, "--since: “2026-02-30” is no day. A day is written 2026-11-27, a month 2026-11"),
    (["--since", "2026-00"], 2, "--since: “2026-00” is no day."),
    (["--until", "27.11.2026"], 2, "--until: “27.11.2026” is no day."),
    (["--until", "٢٠٢٦"], 2, "--until: “٢٠٢٦” is no day."),
    (["--since", "0000"], 2, "--since: “0000” is no day."),
    (["--since", "2027", "--until", "2026"], 2, "--until: it is 2026-12-31, and --since is 2027-01-01;"),
    (["--sort", "wn"], 2, "--sort: there is no column “wn”. Did you mean won?"),
    (["--sort", "xyzzy"], 2, "--sort: there is no column “xyzzy”. Columns are name, games, won,"),
    (["--json", "--csv"], 2, "--csv: --json was given as well. Choose one of them."),
    (["--players", "--partnerships"], 2, "--players: --partnerships was given as well. Leave both out"),
    (["--rules", "pagatt"], 3, "Rules: there is no rule set called “pagatt”. Did you mean pagat?"),
]


@pytest.mark.parametrize(("words", "code", "said"), REFUSED, ids=[" ".join(words) for words, *_ in REFUSED])
def test_refused(words: list[str], code: int, said: str, table: Table) -> None:
    """What cannot be counted is said in a line, with what to do."""
    (table.folder / "empty").mkdir()
    table.put("notes.txt", "no game")
    done = table.score("stats", *words)
    assert done.code == code
    assert done.err.lower().startswith(said.lower())
    assert done.err.count("\n") == 1


def test_unknown_player(table: Table) -> None:
    """A player whom no game has is not simply left out; the beginning of a name is enough."""
    table.put("a.toml", game_text(FOUR, HAND))
    said = "--player: nobody is called “Zoe”. Known are Ann, Bob, Cy, Dee.\n"
    assert table.score("stats", "--player", "Zoe") == Done("", said, 2)
    assert [*rows(table, "--player", "de")] == ["Dee", "Bob & Dee"]


DAYS = [
    (["--since", "2026-03"], "bcd", "2 games without a date"),
    (["--until", "2026-03"], "abc", ""),
    (["--since", "2026-03-02", "--until", "2026-03-31"], "c", ""),
    (["--since", "2026", "--until", "2026"], "abcd", "2 games without a date"),
    (["--until", "2024-02"], "", "4 games started after 2024-02-29"),
    (["--player", "eve"], "e", "5 games without Eve"),
    (["--player", "Eve", "--player", "Gus"], "e", ""),
    (["--rules", "bicycle"], "f", "5 games by other rules than bicycle"),
    ([], "abcdef", ""),
]


@pytest.mark.parametrize(("words", "games", "said"), DAYS, ids=[" ".join(words) for words, *_ in DAYS])
def test_filters(words: list[str], games: str, said: str, table: Table) -> None:
    """A filter keeps what it says, to the day, and what it leaves out is told."""
    days = {"a": "2026-02-28", "b": "2026-03-01", "c": "2026-03-31", "d": "2026-04-01"}
    for at, (name, day) in enumerate(days.items()):
        table.put(f"{name}.toml", game_text(FOUR, *[HAND] * at, head=f"started = {day}"))
    table.put("e.toml", game_text(("Eve", "Fay", "Gus", "Hal"), HAND))
    table.put("f.toml", game_text(FOUR, head='[rules]\npreset = "bicycle"\n'))
    done = table.score("stats", "--json", *words)
    data = json.loads(done.out)
    assert (data["games"], done.code) == (len(games), 0)
    assert said in done.err
    assert sum(data["passed_over"].values()) == 6 - len(games)


def test_rows_of_the_named(table: Table) -> None:
    """With players named, only their rows are shown, in games in which all of them play."""
    table.put("a.toml", game_text(FOUR, HAND))
    table.put("b.toml", game_text(("Ann", "Cy", "Bob", "Eve"), HAND))
    found = rows(table, "--player", "Ann", "--player", "Cy")
    assert [*found] == ["Ann", "Cy", "Ann & Bob", "Ann & Cy", "Cy & Eve"]
    assert found["Ann"]["games"] == "2"


def test_sorted(table: Table) -> None:
    """Each column sorts, the most first; none of none comes last, and equals stand by name."""
    table.put("a.toml", game_text(FOUR, "4 3 3 2 / 5 3 3 2", HAND, head=ENDS))
    table.put("b.toml", game_text(("Eve", "Fay"), "3 3 / 20 6"))
    table.put("c.toml", game_text(("Ann", "Eve", "Gus"), '"nil" 5 4 / 0 10 7'))
    orders = {
        "won": "Ann Cy Bob Dee Eve Fay Gus",
        "name": "Ann Bob Cy Dee Eve Fay Gus",
        "games": "Ann Eve Bob Cy Dee Fay Gus",
        "nil": "Ann Bob Cy Dee Eve Fay Gus",
        "bags": "Eve Fay Gus Ann Cy Bob Dee",
        "worst": "Eve Fay Gus Bob Dee Ann Cy",
    }
    for column, names in orders.items():
        assert (column, " ".join(rows(table, "--players", "--sort", column))) == (column, names)


def test_untrusted_text(table: Table) -> None:
    """Names and files become no formula in a spreadsheet, no code of a terminal, no markup."""
    names = ("=1+1", "+Bob", "-Cy", "@Dee[bold]")
    table.put("-x.toml", game_text(names, HAND, head='name = "=cmd()\\u001b[31m"'))
    found = rows(table)
    assert [*found][:4] == ["'+Bob", "'-Cy", "'=1+1", "'@Dee[bold]"]
    assert found["'+Bob"]["best_file"] == "'-x.toml"
    assert found["'+Bob"]["best_game"] == "'=cmd()\\u001b[31m"
    for words in (["stats"], ["stats", "--csv"], ["stats", "--json"]):
        assert "\x1b" not in "".join(table.score(*words)[:2])
    assert "@Dee[bold]  " in table.score("stats").out


NOTHING = """\
1 game (1 not over), 0 hands

Players  games  won  in a row  hands  points/hand  bags  penalties
Ann          1    -         0      0            -     0          0
Bob          1    -         0      0            -     0          0

     bid  took  in hands  set  nil  blind nil
Ann    -     -         0    -    -          -
Bob    -     -         0    -    -          -
Bid and took: in the mean, in hands whose tricks were counted by player.
"""


def test_no_hand_yet(table: Table) -> None:
    """A game without a hand has no means, and no best hand; two players are no partnerships."""
    table.put("a.toml", game_text(("Ann", "Bob")))
    assert table.score("stats") == Done(NOTHING, "", 0)
    assert rows(table)["Ann"]["best_points"] == ""
    assert json.loads(table.score("stats", "--json").out)["players"][0]["best"] is None


@pytest.mark.parametrize("columns", [*range(20, 60, 8), *range(60, 101, 3)])
def test_any_width(columns: int, table: Table) -> None:
    """Figures are whole on every screen; names give way."""
    long = ("Alexandra Konstantinopoulou", "Bob", "Maximiliane von und zu Hohenfels", "Dee")
    table.put("a.toml", game_text(long, *["9 2 2 0 / 10 3 0 0", *["4 3 3 3 / 4 4 2 3"] * 30]))
    done = table.score("stats", env={"COLUMNS": str(columns)})
    assert done.code == 0
    lines = done.out.split("\n")
    assert max(map(len, lines)) <= max(columns, len("Konstantinopoulou") + 2)
    assert "".join(lines[0]).startswith("1 game")
    mean = next(row for name, row in rows(table, "--players").items() if name.startswith("Alex"))
    assert average(int(mean["points"]), int(mean["hands"])) in done.out


@pytest.mark.parametrize(
    ("total", "times", "said"),
    [(1, 3, "0.3"), (5, 4, "1.3"), (-5, 4, "-1.3"), (-1, 50, "0.0"), (0, 7, "0.0"), (323, 4, "80.8"), (5, 0, "-")],
)
def test_average(total: int, times: int, said: str) -> None:
    """A mean has one digit, a half goes away from zero, and there is no -0.0."""
    assert average(total, times) == said


def many(table: Table, count: int) -> list[str]:
    """So many games, the second of which is broken."""
    for at in range(count):
        table.put(f"{at:02}.toml", game_text(FOUR, *[HAND] * at))
    table.put("01.toml", "format = 1\nplayers = [")
    return [f"{at:02}.toml" for at in range(count)]


def test_several_processes(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many games are read by several processes, with the same result in the same order."""
    files = many(table, 5)
    alone = [*read_games(files)]
    monkeypatch.setattr(collection, "MANY", 2)
    monkeypatch.setattr(collection, "_CHUNK", 2)
    monkeypatch.setattr(collection, "_processors", lambda: 2)
    assert [*read_games(files)] == alone
    assert [reading.record is None for reading in alone] == [False, True, False, False, False]


class _Failing:
    """Processes that come to nothing after the first files."""

    def map(self, read: Any, chunks: Sequence[Sequence[str]]) -> Iterator[list[Reading]]:
        """Only the first, then the end."""
        yield read(chunks[0])
        raise BrokenProcessPool

    def shutdown(self, *, cancel_futures: bool) -> None:
        """Nothing is left to stop."""
        assert cancel_futures


def test_without_processes(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system gives no processes, or takes them away, this one reads on."""
    files = many(table, 5)
    alone = [*read_games(files)]
    monkeypatch.setattr(collection, "MANY", 2)
    monkeypatch.setattr(collection, "_CHUNK", 2)
    monkeypatch.setattr(collection, "_processors", lambda: 2)
    monkeypatch.setattr(collection, "_pool", lambda _: _Failing())
    assert [*read_games(files)] == alone

    def none(_: int) -> None:
        raise NotImplementedError

    monkeypatch.setattr(collection, "_pool", none)
    assert [*read_games(files)] == alone


def test_bar(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bar is shown on a terminal where it takes long, and nothing is left of it; elsewhere there is none."""
    many(table, 5)
    plain = table.score("stats")
    monkeypatch.setattr(progress, "PATIENCE", 0)
    monkeypatch.setattr(progress, "_BETWEEN", 0)
    assert table.score("stats") == plain
    shown = table.score("stats", terminal=True)
    assert "Reading games" in shown.err
    assert "4/5" in shown.err
    assert shown.err.rindex("\x1b[?25h") > shown.err.rindex("\x1b[?25l")
    assert shown.err.rindex("\x1b[2K") > shown.err.rindex("Reading games")
    assert "Reading games" not in table.score("stats", terminal=True, env={"TERM": "dumb"}).err


def test_stopped(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends with 130, a sentence, and the cursor where it was."""
    many(table, 5)
    reading = read_games

    def stop(files: Sequence[str]) -> Iterator[Reading]:
        yield from [*reading(files)][:3]
        raise KeyboardInterrupt

    monkeypatch.setattr(evenings, "read_games", stop)
    monkeypatch.setattr(progress, "PATIENCE", 0)
    done = table.score("stats", terminal=True)
    assert (done.out, done.code) == ("", 130)
    assert done.err.endswith("\x1b[2KStopped; nothing was stored.\n")
    assert "\x1b[?25h" in done.err


def test_unreadable_folder(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that cannot be read is named, and the rest is counted."""
    table.put("a.toml", game_text(FOUR, HAND))
    (table.folder / "locked").mkdir()
    scan = os.scandir

    def guarded(path: str) -> Any:
        if path == "locked":
            raise PermissionError(13, "Permission denied")
        return scan(path)

    monkeypatch.setattr("scorekeeper.storage.collection.os.scandir", guarded)
    done = table.score("stats", "--csv", "--players")
    assert done.out.count("\n") == 5
    assert (done.err, done.code) == ("locked: the folder cannot be read: Permission denied. Name another one.\n", 3)


def test_document_of_a_random_game_is_read(tmp_path: Path) -> None:
    """What the files of games say is what the games themselves give."""
    for seed in range(20):
        game, sheet = random_game(seed)
        path = tmp_path / f"{seed}.toml"
        path.write_text(document(game), encoding="utf-8")
        (reading,) = read_games([str(path)])
        assert reading.record == stats.record_of(str(path), game, sheet)
    with pytest.raises(GameFileError):
        collection._Search()._count(collection.MOST_ENTRIES + 1, ".")


NEARLY = {
    "without its format": lambda game: game.replace("format = 1\n", "").encode(),
    "with a typo in its format": lambda game: game.replace("format", "fromat").encode(),
    "with a typo, before its first hand": lambda game: (
        game.partition("[[hands]]")[0].replace("format", "frmt").encode()
    ),
    "in UTF-16": lambda game: game.encode("utf-16"),
    "in UTF-16 without a mark": lambda game: game.encode("utf-16-le"),
}


@pytest.mark.parametrize("name", NEARLY)
def test_nearly_a_game(name: str, table: Table) -> None:
    """A file of a folder that is nearly a game is named and ends with 3; tables of other programs are passed over."""
    text = (Path(__file__).parent.parent / "examples" / "friday.toml").read_text("utf-8")
    (table.folder / "evenings").mkdir()
    table.put("evenings/nearly.toml", NEARLY[name](text))
    table.put("evenings/good.toml", text)
    table.put("evenings/config.toml", 'players = ["Ann", "Bob"]\n[rule]\nnil.made = 50\n')
    table.put("evenings/pyproject.toml", '[project]\nname = "players"\n')
    done = table.score("stats", "evenings")
    assert done.out.startswith("1 game, ")
    assert done.err.startswith(f"{Path('evenings', 'nearly.toml')}: ")
    assert (done.err.count("\n"), done.code) == (1, 3)
