"""Evenings at the prompts of `score play`: twenty hands, files that change meanwhile, terminals of several kinds."""

from __future__ import annotations

import os
import random
import re
import select
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

import scorekeeper
from naive import naive_hand
from scorekeeper import load_game, score_game
from scorekeeper.cli import prompt as prompts
from scorekeeper.cli.helping import completions
from scorekeeper.cli.toolkit import ToolkitLines, begun_at
from scorekeeper.storage import changing
from tables import game, hand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from harness import Done, Table
    from scorekeeper.storage import OpenGame

KEYS_OF_A_HAND = 7
"""Keystrokes, Enter included, of a hand in which nobody bids nil: five for four bids, two for a pile."""
KEYS_WITH_A_NIL = 9
"""At most as many for a hand with a nil in it; README and docs/playing.md say so."""
MOST_KEYS = 12
SIDES = {"Us": ("Ann", "Cy"), "Them": ("Bob", "Dee")}
NEW = ("new", "Ann", "Bob", "Cy", "Dee", "--sides", "Us,Them", "--game", "g.toml")
ROOT = Path(__file__).parent.parent


class Typist:
    """Types one answer after the other; one that is a function is called when its turn comes. Then leaves."""

    def __init__(self, *answers: str | Callable[[], str]) -> None:
        self.left = [*answers]
        self.asked: list[str] = []

    def __call__(self, question: str) -> str:
        self.asked.append(question)
        if not self.left:
            raise EOFError
        answer = self.left.pop(0)
        return answer if isinstance(answer, str) else answer()


def played(table: Table, typist: Callable[[str], str], *words: str) -> Done:
    """What `score play` says while somebody types."""
    with table.patch.context() as patch:
        patch.setattr(prompts, "ask", typist)
        return table.score("play", *(words or ("--game", "g.toml")))


# Twenty hands


class Facts(NamedTuple):
    """A hand as it was bid and played, by player."""

    bids: dict[str, str]
    tricks: dict[str, int]


def twenty_hands() -> list[Facts]:
    """Hands as they come: four in five without a nil."""
    deal = random.Random(52)  # noqa: S311
    hands = []
    for _ in range(20):
        bids = {player: str(deal.randint(1, 5)) for player in ["Ann", "Bob", "Cy", "Dee"]}
        if deal.random() < 0.3:
            bids[deal.choice([*bids])] = "n"
        weights = [0.3 if bid == "n" else int(bid) for bid in bids.values()]
        won = deal.choices([*bids], weights, k=13)
        hands.append(Facts(bids, {player: won.count(player) for player in bids}))
    return hands


class Scorer:
    """Answers what is asked about the hands, and nothing else; now and then something goes wrong first."""

    def __init__(self, hands: list[Facts], before: dict[int, list[str]]) -> None:
        self.hands = hands
        self.before = before
        self.keys = [0] * len(hands)
        self.number = 0
        self.slips: list[str] = []
        self.normal = [True] * len(hands)

    def __call__(self, question: str) -> str:
        bids = question.startswith("Bids of")
        hand = self.number + bids
        if hand > len(self.hands):
            raise EOFError
        at = hand - 1
        slips = self.slips or self.before.pop(hand if bids else -hand, [])
        if slips:
            self.slips = slips[1:]
            self.normal[at] = False
            return slips[0]
        self.number = hand
        answer = self.answer(question, self.hands[at], bids=bids)
        self.keys[at] += len(answer) + 1
        return answer

    @staticmethod
    def answer(question: str, facts: Facts, *, bids: bool) -> str:
        """What the table says of a hand, typed as short as it goes."""
        found = re.match(r"(?:Bids|Tricks) of (.*?)(?: \(.*\))?: |(.*) took \(.*\): ", question)
        assert found, question
        names = (found[1] or found[2]).split(", ")
        if bids:
            return "".join(facts.bids[name] for name in names)
        counts = [str(sum(facts.tricks[each] for each in SIDES.get(name, (name,)))) for name in names]
        return ("" if max(map(len, counts)) == 1 or len(counts) == 1 else " ").join(counts)


def test_twenty_hands(table: Table) -> None:
    """Twenty hands with three mistakes and a quarrel: the sheet is right, and no normal hand takes many keys."""
    hands = twenty_hands()
    wrong_bid = "".join("6" for _ in range(4))
    slips = {
        3: ["what now", "?"],  # nonsense
        -6: ["13", "u"],  # wrong tricks, taken back
        9: [wrong_bid, "u"],  # wrong bids, taken back
        13: ["edit 12 Bob=6", f"edit 12 Bob={hands[11].bids['Bob']} --why 'misheard'"],  # a hand edited, and put right
        16: ["Us=290", "290?", "Them"],  # a quarrel
    }
    scorer = Scorer(hands, slips)
    table.score(*NEW, "--target", "5000")
    done = played(table, scorer)
    assert done.code == 0
    assert not scorer.before

    stored = load_game("g.toml")
    assert len(stored.hands) == 20
    points = dict.fromkeys(SIDES, 0)
    bags = dict.fromkeys(SIDES, 0)
    for facts, sheet in zip(hands, score_game(stored).hands, strict=True):
        for side, players in SIDES.items():
            bids = [0 if facts.bids[player] == "n" else int(facts.bids[player]) for player in players]
            gained, bags[side] = naive_hand(bags[side], bids, [facts.tricks[player] for player in players])
            points[side] += gained
            assert sheet.standings[side] == (points[side], bags[side])

    normal = [(keys, "n" in facts.bids.values()) for keys, facts in zip(scorer.keys, hands, strict=True)]
    normal = [count for count, usual in zip(normal, scorer.normal, strict=True) if usual]
    assert len(normal) >= 12
    assert {keys for keys, nil in normal if not nil} <= {KEYS_OF_A_HAND, KEYS_OF_A_HAND + 1}  # one more for ten tricks
    assert KEYS_OF_A_HAND in {keys for keys, nil in normal if not nil}
    assert max(keys for keys, nil in normal if nil) <= KEYS_WITH_A_NIL
    assert max(keys for keys, _ in normal) <= MOST_KEYS


def test_documents_say_how_many_keys() -> None:
    """README and the guide say what a hand costs."""
    said = f"{KEYS_OF_A_HAND} keystrokes"
    assert said in (ROOT / "README.md").read_text("utf-8")
    guide = (ROOT / "docs" / "playing.md").read_text("utf-8")
    assert said in guide
    assert f"at most {KEYS_WITH_A_NIL}" in guide


# What happens to the file meanwhile


def test_changed_by_another_score(table: Table) -> None:
    """A hand that another score put down meanwhile is shown, and nothing is stored twice."""
    table.score(*NEW)

    def too_late() -> str:
        table.score("add-hand", "43n4", "/", "5305", "--game", "g.toml")
        return "4334"

    typist = Typist(too_late, "3343")
    out, err, code = played(table, typist)
    assert code == 0
    assert "g.toml was changed by another program meanwhile; what you typed was not taken.\n" in err
    assert out.endswith("Ann deals hand 2, Bob bids first.\n" + out.rpartition("Bob bids first.\n")[2])
    assert typist.asked == ["Bids of Ann, Bob, Cy, Dee: ", "Bids of Bob, Cy, Dee, Ann: ", "Us took (of 13): "]
    assert [str(bid) for bid in load_game("g.toml").hands[1].bids.values()] == ["3", "3", "3", "4"]


@pytest.mark.parametrize("line", ["u", "undo", "<", "edit 1 / 6", "void 1", "note late", "Us=100", "show"])
def test_changed_before_a_command(line: str, table: Table) -> None:
    """No command is carried out on a game that is not what was shown."""
    table.score(*NEW)
    table.score("add-hand", "4334", "/", "7", "--game", "g.toml")

    def too_late() -> str:
        table.score("bid", "4334", "--game", "g.toml")
        return line

    _, err, code = played(table, Typist(too_late))
    assert code == 0
    assert "meanwhile; what you typed was not taken.\nHand 2: Ann 4, Bob 3, Cy 3, Dee 4" in err
    assert load_game("g.toml").in_play is not None
    assert not load_game("g.toml").corrections


def test_changed_under_the_lock(table: Table) -> None:
    """A change between the last look and the lock is seen as well."""
    table.score(*NEW)
    once = ["4334"]

    def late(path: str) -> AbstractContextManager[OpenGame]:
        if once:
            table.score("bid", once.pop(), "--game", path)
        return changing(path)

    with table.patch.context() as patch:
        patch.setattr("scorekeeper.cli.play.changing", late)
        _, err, code = played(table, Typist("3343"))
    assert code == 0
    assert "g.toml was changed by another program meanwhile" in err
    assert [str(bid) for bid in load_game("g.toml").hands[0].bids.values()] == ["4", "3", "3", "4"]


def test_comment_changes_nothing(table: Table) -> None:
    """A comment that an editor puts into the file is no change of the game, and is kept."""
    table.score(*NEW)

    def comment() -> str:
        table.put("g.toml", "# at Ann's\n" + table.text("g.toml"))
        return "4334"

    _, err, _ = played(table, Typist(comment))
    assert "meanwhile" not in err
    assert table.text("g.toml").startswith("# at Ann's\n")
    assert load_game("g.toml").in_play


def test_broken_meanwhile(table: Table) -> None:
    """A file that cannot be read is told of until it can; then it is asked again, and no older answer is stored."""
    table.score(*NEW)
    good = table.text("g.toml")

    def broken() -> str:
        table.put("g.toml", good.replace("players = [", "players = "))
        return "34"

    def gone() -> str:
        (table.folder / "g.toml").unlink()
        return ""

    def mended() -> str:
        table.put("g.toml", good)
        return ""

    typist = Typist("43", broken, "", gone, mended, "43")
    _, err, code = played(table, typist)
    again = "Enter tries again, q leaves: "
    bids = ["Bids of Ann, Bob, Cy, Dee: ", "Bids of Cy, Dee: "]
    assert typist.asked == [*bids, again, again, again, bids[1], "Us took (of 13): "]
    assert "g.toml, line 4, column" in err
    assert "g.toml: there is no such file." in err
    assert "g.toml can be read again; what you typed was not taken.\n" in err
    assert code == 0
    assert [str(bid) for bid in load_game("g.toml").hands[0].bids.values()] == ["4", "3", "4", "3"]


@pytest.mark.parametrize("line", ["q", "quit", "exit", "Q"])
def test_leaving_a_broken_file(line: str, table: Table) -> None:
    """Somebody who wants to leave can, whatever the file looks like."""
    table.score(*NEW)

    def broken() -> str:
        table.put("g.toml", "?")
        return "4334"

    for answers in ([broken, line], [lambda: broken() and line]):
        table.put("g.toml", "")
        (table.folder / "g.toml").unlink()
        table.score(*NEW)
        assert played(table, Typist(*answers)).code == 0


def test_file_that_cannot_be_written(table: Table) -> None:
    """What cannot be stored is told, and asked again."""
    table.score(*NEW)
    (table.folder / "g.toml").chmod(0o444)
    typist = Typist("4334")
    _, err, code = played(table, typist)
    assert "it is read-only; nothing was written." in err
    assert (typist.asked, code) == (["Bids of Ann, Bob, Cy, Dee: "] * 2, 0)


def test_stopped(table: Table) -> None:
    """Ctrl-C at a plain prompt is asked about once, and then leaves; nothing that was stored is lost."""
    table.score(*NEW)

    def stop() -> str:
        raise KeyboardInterrupt

    typist = Typist("4334", stop, stop)
    _, err, code = played(table, typist)
    assert code == 0
    assert err.endswith(
        "\nCtrl-C once more leaves; what was entered is stored.\n\n"
        "Everything is stored in g.toml; score play --game g.toml goes on.\n"
    )
    assert load_game("g.toml").in_play


# Which game


def test_game_to_go_on_with(table: Table) -> None:
    """The game that a hand would be written to; of games that are all over, the last one; SCORE_GAME counts."""
    for name in ("a.toml", "b.toml"):
        table.score(*NEW[:-1], name, "--target", "50")
    for name in ("a.toml", "b.toml"):
        assert table.score("play").code == 2 if name == "a.toml" else True
        table.score("add-hand", "4334", "/", "7", "--game", name)
        time = 2_000_000_000 + (name == "a.toml")
        os.utime(name, (time, time))
    out, err, code = table.score("play")
    assert "a.toml, changed last of 2 games here; --game names another.\n" in err
    assert "\nUs wins with 70" in out
    assert code == 0
    assert table.score("play", env={"SCORE_GAME": "b.toml"}).out.startswith("b · to 50")
    asked = table.score("play", env={"SCORE_GAME": "c.toml"}, typed="Ann Bob Cy Dee\n\n\n\n")
    assert "Started c.toml." in asked.err


def test_names_are_known(table: Table) -> None:
    """The players of other games in the folder complete the names of a new one."""
    table.score(*NEW)
    table.score("new", "Zoe", "Yan", "Ann", "--game", "h.toml")
    table.put("broken.toml", "format = 1\nplayers")
    known: list[str] = []

    class Asker:
        def ask(self, question: str, completions: Callable[[str], list[str]]) -> str:
            assert question == "Players: "
            known.extend(completions(""))
            raise EOFError

    with table.patch.context() as patch:
        patch.setattr("scorekeeper.cli.play.prompt", Asker)
        assert table.score("play", "--game", "new.toml").code == 0
    assert sorted(known) == ["Ann", "Bob", "Cy", "Dee", "Yan", "Zoe"]


@pytest.mark.parametrize(
    ("first", "names"),
    [
        ("friday.toml", ["friday-2.toml", "friday-3.toml"]),
        ("friday-7.toml", ["friday-2.toml", "friday-3.toml"]),
        ("spades-2026-11-20.toml", ["spades-2026-11-27.toml", "spades-2026-11-27-2.toml"]),
        ("2026-11-20.toml", ["2026-11-20-2.toml", "2026-11-20-3.toml"]),
    ],
)
def test_another_game(first: str, names: list[str], table: Table) -> None:
    """Another game with the same players has the next file, the same rules and sides, and the next dealer."""
    table.score(*NEW[:-1], first, "--target", "50", "--dealer", "Bob")
    play = "4334\n7\ny\n"
    assert table.score("play", "--game", first, typed=play * 2).code == 0
    assert sorted([first, *names]) == sorted(path.name for path in table.folder.glob("*.toml"))
    games = [load_game(name) for name in (first, *names)]
    assert [each.dealer for each in games] == ["Bob", "Cy", "Dee"]
    assert len({(each.players, each.sides, each.rules.preset, str(each.rules.settings)) for each in games}) == 1


# Lines with history and completion


@pytest.fixture
def keyboard() -> Iterator[Keyboard]:
    """A keyboard and a screen of prompt_toolkit's, with which whole evenings can be typed."""
    with create_pipe_input() as pipe:
        yield Keyboard(ToolkitLines(pipe, DummyOutput()), pipe.send_text)


class Keyboard(NamedTuple):
    """A prompt, and what types at it."""

    prompt: ToolkitLines
    type: Callable[[str], None]


def test_toolkit_evening(keyboard: Keyboard, table: Table) -> None:
    """A hand typed at real prompts, with completion and Ctrl-C, goes as at plain ones; each line can be had again."""
    table.score(*NEW)
    clear = "\x03"
    keyboard.type(f"433\r99{clear}4\r7\rund\t\r7\r\x04")
    with table.patch.context() as patch:
        patch.setattr("scorekeeper.cli.play.prompt", lambda: keyboard.prompt)
        out, err, code = table.score("play")
    assert code == 0
    assert "Ann 4, Bob 3, Cy 3.\nHand 1: Ann 4, Bob 3, Cy 3, Dee 4" in err
    assert out.count("+70, now  70 and 0 bags") == 2
    stored = load_game("g.toml")
    assert stored.hands[0].tricks == {"Us": 7}
    assert len(stored.corrections) == 1
    assert keyboard.prompt.typed() == ["433", "4", "7", "undo", "7"]


@pytest.mark.parametrize("keys", ["\x03", "\x04", "12\x03\x03", "q\r"])
def test_toolkit_leaves(keys: str, keyboard: Keyboard) -> None:
    """Ctrl-C on an empty line leaves as Ctrl-D does; with text before it, it only clears the line."""
    keyboard.type(keys)
    if keys == "q\r":
        assert keyboard.prompt.ask("Bids: ") == "q"
    else:
        with pytest.raises(EOFError):
            keyboard.prompt.ask("Bids: ")


def test_toolkit_paste(keyboard: Keyboard, capsys: pytest.CaptureFixture[str]) -> None:
    """Several lines that were pasted answer several questions."""
    keyboard.type("\x1b[200~4334\n7\x07\n\x1b[201~\r")
    assert [keyboard.prompt.ask("Bids: "), keyboard.prompt.ask("Tricks: ")] == ["4334", "7\x07"]
    assert capsys.readouterr().err == "Tricks: 7\\u0007\n"


def test_toolkit_markup(keyboard: Keyboard) -> None:
    """A name is never taken for markup."""
    keyboard.type("4\r")
    assert keyboard.prompt.ask("Bids of <b>, {0}, %s, [red]日本: ", lambda _: ["<b>=", "{0}="]) == "4"


COMPLETIONS: list[tuple[str, list[str]]] = [
    ("", ["Bob=", "Cy=", "undo", "show"]),
    ("Ann=4 C", ["Bob=", "Cy="]),
    ("un", ["undo"]),
    ("B", ["Bob=", "Cy="]),
    ("rules ", ["bicycle", "nil", "--change"]),
    ("rules --change nil.", ["nil.made=", "bags.limit="]),
    ("rule renege 3 ", ["Ann", "Dee", "--why"]),
    ("score edit 3 ", ["Ann"]),
]


@pytest.mark.parametrize(("text", "some"), COMPLETIONS, ids=[text for text, _ in COMPLETIONS])
def test_completions(text: str, some: list[str]) -> None:
    """Names, commands, rule sets and settings can be completed, each where it makes sense."""
    found = completions(game(), ["Bob", "Cy"], text)
    assert {*some} <= {*found}
    assert ("undo" in found) == (text in ("", "un"))


@pytest.mark.parametrize(
    ("text", "word", "at"),
    [
        ("", "undo", 0),
        ("UN", "undo", 0),
        ("x", "undo", None),
        ("Ann=4 c", "Cy=", 6),
        ("Ann L", "Ann Lee=", 0),
    ],
)
def test_begun_at(text: str, word: str, at: int | None) -> None:
    """A word is completed from where it was begun, blanks in it or not."""
    assert begun_at(text, word) == at


def test_completions_with_names_that_need_quotes() -> None:
    """A name with blanks is completed in quotation marks behind a command."""
    players = ("Ann Lee", "Bob", "O'Dee", "Cy")
    odd = game(hand("4 3 3 3", players=players), players=players)
    assert "'Ann Lee'" in completions(odd, [], "rule renege 1 ")
    assert "Ann Lee=" in completions(odd, ["Ann Lee"], "Ann")


@pytest.mark.parametrize(
    ("env", "kind"),
    [
        ({}, "ToolkitLines"),
        ({"TERM": "xterm-256color"}, "ToolkitLines"),
        ({"TERM": "dumb"}, "PlainLines"),
        ({"ACCESSIBLE": "1"}, "PlainLines"),
        ({"ACCESSIBLE": "0"}, "ToolkitLines"),
    ],
)
def test_kind_of_prompt(env: dict[str, str], kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal has history and completion, unless it is dumb or plain lines are asked for."""

    class Terminal:
        def isatty(self) -> bool:
            return True

    for name in ("TERM", "ACCESSIBLE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("scorekeeper.cli.toolkit._stderr", DummyOutput)
    assert type(prompts.prompt()).__name__ == "PlainLines"
    with create_pipe_input() as pipe, monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", Terminal())
        patch.setattr(sys, "stderr", Terminal())
        patch.setattr("prompt_toolkit.input.defaults.create_input", lambda: pipe)
        assert type(prompts.prompt()).__name__ == kind


def test_pipe_loads_no_toolkit(table: Table) -> None:
    """In a pipe nothing of prompt_toolkit is loaded, nor of what makes pictures."""
    table.score(*NEW)
    program = (
        "import sys\nfrom scorekeeper.cli import main\nmain(['play', '--game', 'g.toml'])\n"
        "print([name for name in sys.modules if name.partition('.')[0] in ('prompt_toolkit', 'rich', 'pydantic')])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input="4334\n7\n", capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.endswith("\n[]\n")


def test_real_terminal(tmp_path: Path) -> None:
    """On a terminal of its own the program asks, completes and leaves; the terminal is as it was before."""
    pty = pytest.importorskip("pty", reason="pseudo-terminals of Unix")
    import termios

    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)
    env = {name: value for name, value in os.environ.items() if name not in ("SCORE_GAME", "ACCESSIBLE", "COLUMNS")}
    env |= {"TERM": "xterm", "NO_COLOR": "1", "PYTHONPATH": str(Path(scorekeeper.__file__).parent.parent)}
    command = [sys.executable, "-m", "scorekeeper", "play", "Ann", "Bob", "Cy", "Dee", "--game", "g.toml"]
    dialogue = [
        ("Rules [pagat-blind-nil]:", "\r"),
        ("Sides [", "Us Them\r"),
        ("Who deals first?", "\r"),
        ("Bids of Ann, Bob, Cy, Dee:", "43x\x03Ann=4 B\t3 Cy=n D\t4\r"),
        ("Tricks of Ann, Cy (of 13):", "50\r"),
        ("Bids of Bob, Cy, Dee, Ann:", "\x03"),
        ("score play --game g.toml goes on.", ""),
    ]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=tmp_path, env=env) as program:
        try:
            talk(ours, dialogue)
            assert program.wait(30) == 0
        finally:
            program.kill()
    assert termios.tcgetattr(theirs) == before
    os.close(theirs)
    os.close(ours)
    done = load_game(str(tmp_path / "g.toml")).hands[0]
    assert [str(bid) for bid in done.bids.values()] == ["4", "3", "nil", "4"]
    assert done.tricks == {"Ann": 5, "Cy": 0}


def talk(terminal: int, dialogue: list[tuple[str, str]]) -> None:
    """Waits for each question on a terminal, and types the answer."""
    shown = ""
    for question, answer in dialogue:
        while question not in plain(shown):
            ready, _, _ = select.select([terminal], [], [], 20)
            assert ready, plain(shown)
            shown += os.read(terminal, 65536).decode()
        shown = plain(shown).rpartition(question)[2]
        os.write(terminal, answer.encode())


def plain(shown: str) -> str:
    """What a terminal was sent, without its codes."""
    return re.sub(r"\x1b(\[[0-9;?]*[a-zA-Z]|[=>])", "", shown)
