"""The commands that referee the cards, and the file of a recorded hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scorekeeper.errors import GameFileError
from scorekeeper.referee.play import judge
from scorekeeper.storage.recorded import load_recorded, parse_recorded

if TYPE_CHECKING:
    from harness import Table

EXAMPLE = Path(__file__).parent.parent / "examples" / "recorded-hand.txt"
FOUR = ("--players", "Ann,Bob,Cy,Dee")
LOW_CLUB = ("trick", "5C", "--hand", "2C KD 3S", "--play", "KD")

TRICKS = [
    (
        ("5H", "KH", "2S", "AH", "--led-by", "Ann", *FOUR),
        "Cy wins with the 3rd card, the 2 of spades: it is the only spade.",
    ),
    (
        ("5H", "KH", "2S", "AH", "--led-by", "cy", *FOUR),
        "Ann wins with the 3rd card, the 2 of spades: it is the only spade.",
    ),
    (("5H", "KH", "2S", "AH"), "The 3rd card, the 2 of spades, wins: it is the only spade."),
    (
        ("5H", "KH", "--led-by", "Dee", *FOUR),
        "Ann is winning so far with the 2nd card, the king of hearts: it is the highest\nheart, and no spade fell.",
    ),
    (
        ("2S", "AS", "--rule", "deck.pack=joker-joker-deuce-deuce"),
        "The 1st card, the 2 of spades, wins: it is the highest spade.",
    ),
    (("5H", "H?"), "It is open who wins: some heart of unknown rank may be the highest heart."),
    (
        ("5H", "5C", "--hand", "6H 2S 7C"),
        (
            "The 1st card, the 5 of hearts, is winning so far: it is the only heart, and no\n"
            "spade fell.\n"
            "May be played: 6H.\n"
            "Not 2S 7C: hearts were led, and the 6 of hearts is held."
        ),
    ),
    (
        ("--hand", "2S 7C", "--first"),
        "May be played: 7C.\nNot 2S: no spade may be led to the first trick, and the 7 of clubs is held.",
    ),
    (("--hand", "2S 7C", "--broken"), "May be played: 2S 7C."),
    (("--hand", "2S 7C", "--rule", "play.lead_spades=anytime"), "May be played: 2S 7C."),
]


@pytest.mark.parametrize(("words", "said"), TRICKS, ids=[" ".join(words) for words, _ in TRICKS])
def test_trick(words: tuple[str, ...], said: str, table: Table) -> None:
    """Who won and why; what may be played and what not."""
    assert table.score("trick", *words) == (f"{said}\n", "", 0)


def test_trick_of_a_game(table: Table) -> None:
    """Players and pack are those of the game that is named."""
    table.score("new", "Pia", "Maya", "Nico", "Ola", "-g", "g.toml", "--rule", "deck.pack=one-joker")
    said = "Maya wins with the 4th card, the joker: it is the highest spade.\n"
    assert table.score("trick", "2S", "AS", "3D", "BJ", "--led-by", "N", "-g", "g.toml").out == said


def test_illegal_card(table: Table) -> None:
    """A renege ends with 1, and says why; a legal card ends with 0."""
    out, err, code = table.score(*LOW_CLUB)
    assert (err, code) == ("", 1)
    assert out == (
        "The 1st card, the 5 of clubs, is winning so far: it is the only club, and no\n"
        "spade fell.\n"
        "KD was a renege: clubs were led, and the 2 of clubs was held.\n"
        "May be played: 2C.\n"
        "Not KD 3S: clubs were led, and the 2 of clubs is held.\n"
    )
    assert table.score("trick", "5C", "--hand", "KD 3S", "--play", "KD").code == 0


def test_trick_as_data(table: Table) -> None:
    """The same as data, positions counted from the leader, who is 1."""
    out, err, code = table.score(*LOW_CLUB, "--json")
    why = {"legal": False, "kind": "renege", "reason": "clubs were led, and the 2 of clubs was held"}
    assert (err, code) == ("", 1)
    assert json.loads(out) == {
        "rules": {"preset": "pagat-blind-nil", "settings": {}},
        "cards": ["5C"],
        "complete": False,
        "position": 1,
        "winner": None,
        "reason": "the only club, and no spade fell",
        "hand": {"2C": {"legal": True, "kind": None, "reason": None}, "KD": why, "3S": why},
        "played": {"card": "KD", **why},
    }
    data = json.loads(table.score("trick", "5H", "KH", "--led-by", "Dee", *FOUR, "--json").out)
    assert (data["winner"], data["position"], data["complete"]) == ("Ann", 2, False)


@pytest.mark.parametrize(
    ("words", "message", "code"),
    [
        ((), "No cards. Write those of the trick, the leader's first: score trick 5H KH 2S AH.", 2),
        (
            ("5H", "--led-by", "Ann"),
            '--led-by: the players are not known. --players "Ann,Bob,Cy,Dee", or --game, tells them.',
            2,
        ),
        (("5H", "--led-by", "Eve", *FOUR), "--led-by: nobody is called “Eve”. Known are Ann, Bob, Cy, Dee.", 2),
        (("5H", "--players", "Ann,Ann"), '--players: expected 2 to 6 different names. Such as "Ann,Bob,Cy,Dee".', 2),
        (("2H", "3H", "4H", "5H", "6H", *FOUR), "5 cards in a trick, and 4 players at most.", 2),
        (
            ("2H", "3H", "4H", "5H", "--hand", "6H", *FOUR),
            "--hand: the trick is full, so nobody is to play. Give the cards before that player's.",
            2,
        ),
        (("2H", "--hand", "6H", "--play", "7H"), "--play: it must be one of the cards in --hand.", 2),
        (("2H", "--hand", "2H"), "2H is there twice.", 3),
        (("2H", "3X"), "the trick: “3X” is no card. Write rank and suit: AS, 10h, HT; BJ and LJ are the jokers.", 3),
        (
            ("2H", "BJ"),
            (
                "the trick: the big joker is not in the pack ace-high. "
                "The setting deck.pack says which pack is played, such as deck.pack=joker-joker-ace."
            ),
            3,
        ),
    ],
)
def test_trick_refused(words: tuple[str, ...], message: str, code: int, table: Table) -> None:
    """A question that says too little or cannot be is refused."""
    assert table.score("trick", *words) == ("", f"{message}\n", code)


# Recorded hands


def test_example(table: Table) -> None:
    """The example is a whole deal, played legally to the last card, and gives the line to type."""
    recorded = load_recorded(str(EXAMPLE))
    dealt = [card for cards in recorded.hand.hands.values() for card in cards]
    assert len(dealt) == len(set(dealt)) == 52
    assert {card for *_, card in recorded.hand.plays()} == {*dealt}
    out, err, code = table.score("referee", str(EXAMPLE))
    assert (err, code) == ("", 0)
    assert out == (
        " 1  Ann   AC  QC  2C  4C  Ann wins: the highest club, and no spade fell.\n"
        " 2  Ann   KC  4S  3C  5C  Bob wins: the only spade.\n"
        " 3  Bob   AS  3S  2S  8S  Bob wins: the highest spade.\n"
        " 4  Bob   AH  2H  4H  3H  Bob wins: the highest heart, and no spade fell.\n"
        " 5  Bob   3D  4D  QD  KD  Ann wins: the highest diamond, and no spade fell.\n"
        " 6  Ann   KH 10H  7H  8H  Ann wins: the highest heart, and no spade fell.\n"
        " 7  Ann   JH  5S  9H  5D  Bob wins: the only spade.\n"
        " 8  Bob   KS  9S  6S  5H  Bob wins: the highest spade.\n"
        " 9  Bob   QS  2D  7S  6D  Bob wins: the highest spade.\n"
        "10  Bob   JS  6C  7C  6H  Bob wins: the only spade.\n"
        "11  Bob   8D  JD  9C  7D  Cy wins: the highest diamond, and no spade fell.\n"
        "12  Cy    QH 10C  8C 10S  Bob wins: the only spade.\n"
        "13  Bob   9D  AD  JC 10D  Cy wins: the highest diamond, and no spade fell.\n"
        "\n"
        "Spades were broken in trick 2.\n"
        "Tricks: Ann 3, Bob 8, Cy 2, Dee 0.\n"
        "  score tricks 3 8 2 0\n"
        "\n"
        "Nothing illegal is to be seen.\n"
    )


def test_line_to_type_is_accepted(table: Table) -> None:
    """The tricks, as the ruling prints them, are what score tricks takes."""
    line = next(line for line in table.score("referee", str(EXAMPLE)).out.split("\n") if "score tricks" in line)
    table.score("new", "Ann", "Bob", "Cy", "Dee")
    table.score("bid", "3", "6", "2", "nil")
    assert table.score(*line.split()[1:]).code == 0


RENEGE = """\
# Nobody wrote down the deal.
Players: Ann, Bob, Cy, Dee
rule: play.lead_spades = anytime

Ann: 5H KH 2S AH    # Cy trumps
Cy: 9D 3D KD 6S
bob: 4S, AS, 8S, JS
Ann: QC KC 9H 2C
"""


def test_renege_with_its_proof(table: Table) -> None:
    """A renege is shown with the later card that proves it, and ends with 1; so does a lead out of turn."""
    table.put("r.txt", RENEGE)
    out, err, code = table.score("referee", "r.txt")
    assert (err, code) == ("", 1)
    assert out == (
        " 1  Ann   5H  KH  2S  AH  Cy wins: the only spade.\n"
        " 2  Cy    9D  3D  KD  6S  Bob wins: the only spade.\n"
        " 3  Bob   4S  AS  8S  JS  Cy wins: the highest spade.\n"
        " 4  Ann   QC  KC  9H  2C  Bob wins: the highest club, and no spade fell.\n"
        "\n"
        "Spades were broken in trick 1.\n"
        "Tricks so far: Ann 0, Bob 2, Cy 2, Dee 0; the hand is not whole.\n"
        "\n"
        "Illegal: 1 renege and 1 other fault.\n"
        "  - trick 1: Cy played the 2 of spades, a renege: hearts were led, and the 9 of\n"
        "    hearts was still held: it came in trick 4.\n"
        "  - trick 4: Ann played the queen of clubs, a lead out of turn: Cy had won trick\n"
        "    3 and had to lead.\n"
    )


def test_renege_as_data(table: Table) -> None:
    """The ruling as data."""
    table.put("r.txt", RENEGE)
    out, err, code = table.score("referee", "r.txt", "--json")
    data = json.loads(out)
    assert (err, code) == ("", 1)
    assert (data["file"], data["took"]) == ("r.txt", {"Ann": 0, "Bob": 2, "Cy": 2, "Dee": 0})
    assert (data["complete"], data["broken_in"]) == (False, 1)
    assert data["rules"] == {"preset": "pagat-blind-nil", "settings": {"play.lead_spades": "anytime"}}
    assert data["tricks"][1] == {
        "trick": 2,
        "order": ["Cy", "Dee", "Ann", "Bob"],
        "cards": ["9D", "3D", "KD", "6S"],
        "winner": "Bob",
        "reason": "the only spade",
    }
    assert data["faults"][0] == {
        "kind": "renege",
        "trick": 1,
        "player": "Cy",
        "card": "2S",
        "reason": "hearts were led, and the 9 of hearts was still held: it came in trick 4",
        "proof": "9H",
        "proved_in": 4,
    }
    assert data["faults"][1]["proof"] is None


def test_rules_given_stand_above_the_file(table: Table) -> None:
    """The rules on the command line stand above those of the file."""
    table.put("r.txt", "players: A, B\nrule: play.lead_spades=anytime\nA: 2S 3S\nB: 4D 5D\nA: 2H 3H\n")
    out, _, code = table.score("referee", "r.txt")
    assert (code, out.endswith("Nothing illegal is to be seen.\n")) == (0, True)
    out, _, code = table.score("referee", "r.txt", "--rule", "play.lead_spades=after-broken")
    assert code == 1
    assert out.endswith(
        "Illegal: 1 fault.\n"
        "  - trick 1: A played the 2 of spades, an illegal lead: no spade may be led to\n"
        "    the first trick, and the 5 of diamonds was still held: it came in trick 2.\n"
    )


def test_narrow_and_plain(table: Table) -> None:
    """A narrow screen is kept to, and one without Unicode."""
    table.put("r.txt", RENEGE)
    done = table.score("referee", "r.txt", env={"COLUMNS": "30"}, encoding="ascii")
    assert done.code == 1
    assert max(map(len, done.out.split("\n"))) <= 30


BAD = """\
players: Ann, Bob, Cy, Dee
hand Bob: 5H D? 3X
hand Bob: 5H
hand Eve: 5H
Ana: 5H KH
Ann 5H
rule: nil
"""
LINE = "A line is hand NAME: CARDS, or LEADER: CARDS."
MESSAGES = [
    ("", "f: it does not say who played. The first line is such as players: Ann, Bob, Cy, Dee."),
    ("players: Ann", "f, line 1: 1 players; expected 2 to 6, with commas between them."),
    ("players: Ann,Bob", "f: there is no trick in it. A trick is a line such as Ann: 5H KH 2S AH."),
    (
        "players: A, a, \x1b[31m, rule\nplayers: B, C",
        (
            "f, line 2: the players stand in line 1 already.\n"
            "f, line 1: there are two players called a.\n"
            "f, line 1: “\\u001b[31m” cannot be a player's name here.\n"
            "f, line 1: “rule” cannot be a player's name here."
        ),
    ),
    ("players: Ann,Bob\nrules: paget\n", "f, line 2, rules: there is no rule set called “paget”. Did you mean pagat?"),
    (BAD, "f, line 7: “nil” is no setting. Write it as KEY=VALUE."),
    (
        BAD.replace("rule: nil\n", ""),
        (
            "f, line 2: “D?” names no card. Leave out what nobody knows of a hand.\n"
            "f, line 2: “3X” is no card. Write rank and suit: AS, 10h, HT; BJ and LJ are the jokers.\n"
            "f, line 3: Bob's hand stands in line 2 already.\n"
            "f, line 4: “hand Eve” is none of the players. A line is hand NAME: CARDS, or LEADER: CARDS.\n"
            "f, line 5: “Ana” is none of the players. Did you mean Ann?\n"
            "f, line 6: “Ann 5H” is none of the players. Did you mean Ann?"
        ),
    ),
    (
        "players: Ann, Bob\r\n\r\nhand Bob: 2S\r\nAnn: 2S 3S 4S\r\nBob: 3S 5S\r\n",
        (
            "f, line 4, trick 1: 3 cards, and there are 2 players.\n"
            "f, line 4, trick 1: Ann played the 2 of spades, which is in Bob's hand.\n"
            "f, line 5, trick 2: the 3 of spades was played to trick 1 already."
        ),
    ),
    (
        "players: A, B\n" + "C: 2S\n" * 30,
        "\n".join(
            [f"f, line {at + 2}: “C” is none of the players. {LINE}" for at in range(20)] + ["f: 10 more faults."]
        ),
    ),
]


@pytest.mark.parametrize(("text", "message"), MESSAGES)
def test_file_refused(text: str, message: str, table: Table) -> None:
    """A file that cannot be is refused, with all that is wrong and the lines."""
    table.put("f", text)
    assert table.score("referee", "f") == ("", f"{message}\n", 3)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"players: A\xff", "line 1: the byte 0xFF is not UTF-8. Save the file as UTF-8 in the editor."),
        (b"#" * 100_001, "it holds 100,001 bytes; no recorded hand has that many."),
    ],
)
def test_bytes_refused(data: bytes, message: str) -> None:
    """What is no text, or too much of it, is refused."""
    with pytest.raises(GameFileError) as caught:
        parse_recorded(data)
    assert str(caught.value) == message


def test_no_file(table: Table) -> None:
    """A file that is absent is said to be."""
    assert table.score("referee", "f") == ("", "f: there is no such file.\n", 3)


def test_byte_order_mark() -> None:
    """A byte order mark does no harm."""
    recorded = parse_recorded(b"\xef\xbb\xbfplayers: A, B\nA: 2H 3H")
    assert judge(recorded.rules, recorded.hand).took == {"A": 0, "B": 1}


EXAMPLE = Path(__file__).parent.parent / "examples" / "recorded-hand.txt"


@pytest.mark.parametrize(
    ("seen", "told"),
    [("3D 4D QD KD", "3D 4D D? KD"), ("AH 2H 4H 3H", "AH 2H H? 3H"), ("KS 9S 6S 5H", "KS S? 6S 5H")],
)
def test_a_card_that_nobody_remembers_proves_nothing(seen: str, told: str) -> None:
    """A card of which only the suit is known may be any of the hand that is not seen elsewhere: nobody is accused."""
    text = EXAMPLE.read_text("utf-8")
    assert f"Bob: {seen}" in text
    recorded = parse_recorded(text.replace(f"Bob: {seen}", f"Bob: {told}").encode())
    assert judge(recorded.rules, recorded.hand).faults == ()
