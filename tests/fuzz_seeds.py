"""What the fuzzer starts from, and the words that it puts in; see tests/fuzz_targets.py."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from broken_files import FILES, GOOD

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent

LAYOUTS = """\
# above the game
format = 1 # one
players = [ # clockwise
  "Ann", "Bob", # two
  "Cy", "Dee", # four
]
[sides] # who
Us = ["Ann", "Cy"]
Them = ["Bob", "Dee"]
[[hands]] # the first
# below the header
bids = { Ann = 4, # loud
  Bob = 3, Cy = "nil", Dee = 4 } # spoken
tricks.Ann = 5 # by key
tricks.Bob = 3
tricks.Cy = 0
tricks.Dee = 5
totals = { Us = 141, # ours
  Them = 71, # theirs
} # end
# below the first
[[hands]]
bids = { Ann = 3, Bob = 4, Cy = 4, Dee = 2 }
note = '''
three # no comment
'''
[hands.tricks] # a table
Us = 8 # ours
Them = 5
[[hands.rulings]] # ruled
kind = "renege" # alas
player = "Bob"
"""
"""A file in the forms that no program writes, and people do."""


def games() -> Iterator[bytes]:
    """The game files of the examples and the tests, broken ones too."""
    yield GOOD.encode()
    for path in sorted([*(ROOT / "examples").glob("*.toml"), *(ROOT / "tests" / "games").glob("*.toml")]):
        yield path.read_bytes()
    yield from (data for data in FILES.values() if len(data) < 4000)


def changes() -> Iterator[bytes]:
    """Game files in several layouts, each with the numbers of each change and of some after it."""
    for text in (GOOD, LAYOUTS, (ROOT / "examples" / "house-rules.toml").read_text("utf-8")):
        for what in range(16):
            numbers = bytes([what, 1, what, 2, 13, 0, 0, 0, 15, 0, 0, 0])
            yield text.encode() + b"\0" + numbers
            yield text.replace("\n", "\r\n").encode() + b"\0" + numbers[:4]


def typed_words() -> Iterator[bytes]:
    """What people type for bids, tricks and settings, at several tables."""
    lines = (
        "4 3 n 4", "4 3 nil 4 / 5 3 0 5", "2+2 3+nil", "Ann=4 Bob=3 Cy=n Dee=bn", "8 5", "8", "5 3 0 5", "Us=8",
        "blind nil 4 blind 6 b5", "4 3 4 2 / Us=5", "Us=4+3 Them=3+2/8 5", "3,4,4,2/5/8", "nil.made=50 bags.limit=5",
        "ann=4 b=3", "2 2 2", "3 3", "1 1 1 1 1", "2 2 2 2 2 2", "a=b=3", "Eve & Co=n", "-1 -2 0 0n", "13 0 0 0",
    )  # fmt: skip
    for at, line in enumerate(lines):
        for table in range(at % 5, 90, 11):
            yield bytes([table]) + line.replace(" ", "\n").encode()


def recorded_hands() -> Iterator[bytes]:
    """Recorded hands, whole and short."""
    example = (ROOT / "examples" / "recorded-hand.txt").read_bytes()
    yield example
    yield example.replace(b"\n", b"\r\n")
    yield (ROOT / "examples" / "vegas-1999.txt").read_bytes()
    yield "players: Ann, Bob\nhand Ann: S:AKT95 ♥10 h9\nrule: play.lead_spades=anytime\nAnn: D? 🃁\n".encode()
    yield b"players: Ann, Bob, Cy\nrule: deck.pack=joker-joker-ace\nBob: BJ little joker 10 of hearts\n"
    yield b"players: A, B, C, D\nrules: pagat\nA: 5H KH 2S AH\nC: 3H 4H 6H 7H\nC: S? 3S 4S 6S\n"


def paper_sheets() -> Iterator[bytes]:
    """Paper sheets in the forms that spreadsheets save."""
    example = (ROOT / "examples" / "paper-sheet.csv").read_bytes()
    short = b"\n".join(example.split(b"\n")[:3])
    for sheet in (example, short):
        yield sheet
        yield sheet.replace(b",", b";").replace(b"\n", b"\r\n")
        yield sheet.decode().replace(",", "\t").encode("utf-16")
    yield b"bid A,bid B,tricks A,tricks B,score A,score B\n7,6,7,6,70,60\n"
    yield b'"Ann bid","Bob bid","Cy bid",Ann took,Bob took,Cy took,dealer,note,#\nn,bn,9,0,0,17,Cy,"a ""b""\nc",1\n'
    yield "Ann bid;Bob bid;Ann took;Bob took;Ann total\nb6;4;7;6;\N{MINUS SIGN}20\n".encode()


FILE_WORDS = (
    *("format = 1", "players = ", "[sides]", "[rules]", "preset = ", "[[hands]]", "[[corrections]]"),
    *("[[rule_changes]]", "bids = ", "tricks = ", "totals = ", "dealer = "),
    *("note = ", "bid_at = ", "void = ", "rulings = ", "was = "),
    *("at = ", "change = ", '"edit"', '"undo"', '"redo"', '"accept"', "hand = ", "entered = ", "of = ", '"entry"'),
    *("from_hand = ", "settings = ", "why = ", "kind = ", '"renege"', '"adjustment"', "player = ", "to = ", "side = "),
    *("points = ", "started = ", "name = ", '"nil"', '"blind nil"', '"blind 6"', "2026-11-27", "2026-11-27T20:14:00Z"),
    *("true", "false", "nan", "inf", "-1", "0x1f", "1e9", "'''", '"""', "{ ", " }", "[", "]", "#", "\\u001b", "\r\n"),
    *("Ann", "Bob", "Cy", "Dee", "Us", "Them", "hands.tricks", "nil.made = 50", "bags.limit = 5", '"misdeal"'),
    *('bidding.first_hand = "bids-itself"', "ending.hands = 1", "deck.tricks = 5", "1000000", "9" * 20, "\ufeff"),
)  # fmt: skip
TYPED_WORDS = (
    *("nil", "blind nil", "bn", "n", "blind", "b6", "0n", "/", "+", "=", ",", "\n", "Ann=", "Us=", "Them=", "Cy="),
    *("Eve & Co=", "a=b=", "13", "26", "-1", "999", "①", "٣", "true", "false", "nil.made=", "--", "bags.limit="),
)  # fmt: skip
CARD_WORDS = (
    *("players: ", "rules: ", "rule: ", "hand ", "Ann: ", "Bob: ", "Cy: ", "Dee: ", "AS", "10h", "Th", "S:", "D?", "?"),
    *("BJ", "LJ", "joker", "big joker", " of ", "hearts", "♠", "🃁", "🃏", "deck.pack=", "joker-joker-ace", "#", ", "),
    *("four-deuces", "one-joker", "joker-joker-deuce-deuce", "play.lead_spades=anytime", "2D", "2C", "2H", "2S"),
)  # fmt: skip
SHEET_WORDS = (
    *("Ann bid", "bid ", " took", " total", "tricks ", "Us total", "Us took", "dealer", "note", "hand", "#", '"', '""'),
    *(",", ";", "\t", "\r\n", "\r", "nil", "bn", "b6", "-"),
    *("\N{MINUS SIGN}", "+", "13", "999", "Ann", "Us", "Them", "\ufeff"),
)  # fmt: skip
