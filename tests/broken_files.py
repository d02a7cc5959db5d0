"""Game files that are broken, foreign or hostile, each with the whole message that it gets."""

from __future__ import annotations

GOOD = """\
format = 1
name = "Friday"
started = 2026-11-27
players = ["Ann", "Bob", "Cy", "Dee"]  # clockwise

[sides]
Us = ["Ann", "Cy"]
Them = ["Bob", "Dee"]

[rules]
preset = "pagat-blind-nil"
nil.made = 50

[[hands]]
dealer = "Dee"
bids = { Ann = 4, Bob = 3, Cy = "nil", Dee = 4 }
tricks = { Ann = 5, Bob = 3, Cy = 0, Dee = 5 }
totals = { Us = 91, Them = 71 }

[[hands]]
bids = { Ann = 3, Bob = 4, Cy = 4, Dee = 2 }
tricks = { Us = 8, Them = 5 }

[[hands]]
dealer = "Bob"
bids = { Ann = 3, Bob = 4, Cy = 2, Dee = 2 }

[[corrections]]
at = 2026-11-27T20:14:00
change = "edit"
hand = 1
entered = 1
why = "counted again"
was = { bids = { Ann = 4, Bob = 3, Cy = "nil", Dee = 4 }, tricks = { Ann = 4, Bob = 4, Cy = 0, Dee = 5 } }
"""
"""The file that the others are made from, by one edit each."""


def but(old: str, new: str, *more: str) -> bytes:
    """The good file with one text, or several, in place of another."""
    text = GOOD
    pairs = [old, new, *more]
    for before, after in zip(pairs[::2], pairs[1::2], strict=True):
        assert before in text, before
        text = text.replace(before, after, 1)
    return text.encode()


CHANGE = """\
[[rule_changes]]
at = 2026-11-27T21:00:00
from_hand = 2
settings = { nil.made = 60 }
"""


def changed(old: str, new: str) -> bytes:
    """The good file with a change of its rules that is not good."""
    assert old in CHANGE, old
    return but("[[corrections]]", f"{CHANGE.replace(old, new)}\n[[corrections]]")


def ruled(rulings: str) -> bytes:
    """The good file with rulings on its second hand."""
    return but("tricks = { Us = 8, Them = 5 }", f"tricks = {{ Us = 8, Them = 5 }}\nrulings = {rulings}")


ANN = "Ann = 4, Bob = 3"

SEATS = '"Ann", "Bob", "Cy", "Dee"'
SIDES = '\n[sides]\nUs = ["Ann", "Cy"]\nThem = ["Bob", "Dee"]\n'
HAND = "[[hands]]\nbids = { A = 14, B = 12 }\ntricks = { A = 14, B = 12 }\n"


def numbered(count: int, after: str = "", between: str = ", ") -> str:
    """So many names, each in quotation marks and with something after it."""
    return between.join(f'"p{at}"{after}' for at in range(count))


FILES: dict[str, bytes] = {
    # No text, or no TOML.
    "empty": b"",
    "blank": b"\n\n  \n",
    "prose": b"Dear diary,\ntoday we played cards.\n",
    "cut in a hand": GOOD[:300].encode(),
    "cut in a word": GOOD[: GOOD.index("Dee = 5 }\ntotals")].encode(),
    "cut in a header": GOOD[: GOOD.index("hands]]") + 3].encode(),
    "NUL": but("Friday", "Fri\0day"),
    "all NUL": bytes(400),
    "UTF-16": GOOD.encode("utf-16"),
    "UTF-16 without a mark": GOOD.encode("utf-16-be"),
    "Latin-1": but("Friday", "Café").decode().encode("latin-1"),
    "an image": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    "conflict": but(
        "tricks = { Us = 8, Them = 5 }\n",
        "<<<<<<< ours\ntricks = { Us = 8, Them = 5 }\n=======\ntricks = { Us = 7, Them = 6 }\n>>>>>>> theirs\n",
    ),
    "conflict with CRLF": b"format = 1\r\n<<<<<<< HEAD\r\n=======\r\n>>>>>>> theirs\r\n",
    "lone carriage returns": GOOD.replace("\n", "\r").encode(),
    "a carriage return in a line": but("[sides]", "\r[sides]"),
    "smart quotes": but('"Friday"', "“Friday”"),
    "smart quotes in a hand": but('"nil"', "\u2018nil\u2019"),
    "Python's True": but("nil.made = 50", "bags.forfeit_points = True"),
    "leading zero": but("Ann = 4", "Ann = 04"),
    "nil without quotes": but('"nil"', "nil"),
    "name without quotes": but('"Ann", "Bob"', 'Ann, "Bob"'),
    "no comma": but('"Ann", "Bob"', '"Ann" "Bob"'),
    "no equals sign": but('name = "Friday"', 'name: "Friday"'),
    "no closing quote": but('"Friday"', '"Friday'),
    "no closing brace": but("Dee = 4 }", "Dee = 4"),
    "key twice": but('name = "Friday"', 'name = "Friday"\nname = "Saturday"'),
    "player twice in a hand": but(ANN, "Ann = 4, Ann = 3"),
    "table twice": but("[[hands]]", "[sides]\nA = []\n\n[[hands]]"),
    "hand as a table": but("[[hands]]", "[hands]"),
    "escape that is none": but('"Friday"', '"Fri\\day"'),
    "control character in text": but("Friday", "Fri\x1bday"),
    "JSON": b'{"format": 1, "players": ["Ann", "Bob"]}\n',
    "deep lists": but("nil.made = 50", f"nil.made = {'[' * 100_000}"),
    "deep tables": but("nil.made = 50", f"nil = {'{ a = ' * 5_000}1{' }' * 5_000}"),
    "deep lists that end": but("nil.made = 50", f"nil.made = {'[' * 50}{']' * 50}"),
    "key with 10,000 dots": but("nil.made = 50", f"{'a.' * 10_000}a = 1"),
    "key with 60 dots": but("nil.made = 50", f"{'a.' * 60}a = 1"),
    "header of 900 parts": but(
        "[[hands]]", f"[{'.'.join(['a'] * 900)}]\n" + "".join(f"k{i} = 1\n" for i in range(20_000))
    ),
    "5,000 digits": but("Ann = 4", f"Ann = {'9' * 5_000}"),
    "5,000 hexadecimal digits": but("Ann = 4", f"Ann = 0x{'f' * 5_000}"),
    "40 digits as a setting": but("nil.made = 50", f"nil.made = {'9' * 40}"),
    "a text of 1.9 MB": but("Friday", "x" * 1_900_000),
    "a key of 200,000 characters": but("[sides]", f"{'k' * 200_000} = 1\n[sides]"),
    "a format of 1.9 MB": but("format = 1", f'format = "{"x" * 1_900_000}"'),
    "150,000 players": but(f"[{SEATS}]", f"[{numbered(150_000)}]"),
    "300 players": but(f"[{SEATS}]", f"[{numbered(300)}]"),
    "100,000 strangers who bid": but("{ Ann = 3, Bob = 4, Cy = 4", f"{{ {numbered(100_000, ' = 1')}"),
    "120,000 settings": but("nil.made = 50", numbered(120_000, ".x = 1", "\n")),
    "40,000 rulings": ruled(f"[{'{ kind = 1 }, ' * 40_000}]"),
    "15,000 changes of the rules": GOOD.replace("[[hands]]", f"{CHANGE * 15_000}\n[[hands]]", 1).encode(),
    "20,001 corrections": GOOD.encode() + b"[[corrections]]\nhand = 1\n" * 20_001,
    "3 MB": GOOD.encode() + b"# " + b"x" * 3_000_000,
    # Another program's, or another version's.
    "pyproject": b'[project]\nname = "cards"\nversion = "1"\n',
    "no format": but("format = 1\n", ""),
    "format 2": but("format = 1", "format = 2", "[sides]", "[teams]"),
    "format 0": but("format = 1", "format = 0"),
    "format as text": but("format = 1", 'format = "1"'),
    "format 1.0": but("format = 1", "format = 1.0"),
    "format true": but("format = 1", "format = true"),
    "format as a table": but("format = 1", "format = { a = 1 }"),
    "format of 5,000 digits": but("format = 1", f"format = 0x{'f' * 5_000}"),
    # The wrong shape.
    "only format": b"format = 1\n",
    "no players": but(f"players = [{SEATS}]  # clockwise\n", ""),
    "players as text": but(f"[{SEATS}]", '"Ann, Bob, Cy, Dee"'),
    "player as a number": but('"Ann", "Bob"', '1, "Bob"'),
    "name as a number": but('"Friday"', "27"),
    "day as text": but("2026-11-27", '"Friday"'),
    "day with a time": but("started = 2026-11-27", "started = 2026-11-27T20:00:00"),
    "sides as a list": but(SIDES, "", "started", 'sides = ["Us", "Them"]\nstarted'),
    "side as text": but('["Ann", "Cy"]', '"Ann, Cy"'),
    "rules as text": but(
        '[rules]\npreset = "pagat-blind-nil"\nnil.made = 50', "", "started", 'rules = "pagat"\nstarted'
    ),
    "preset as a number": but('"pagat-blind-nil"', "1"),
    "hands as a number": but(GOOD[GOOD.index("[[hands]]") :], "", "name", "hands = 3\nname"),
    "hand as text": but(GOOD[GOOD.index("[[hands]]") :], "", "name", 'hands = ["4 3 nil 4"]\nname'),
    "bids as a list": but('{ Ann = 4, Bob = 3, Cy = "nil", Dee = 4 }\ntricks', '[4, 3, "nil", 4]\ntricks'),
    "no bids": but("bids = { Ann = 3, Bob = 4, Cy = 4, Dee = 2 }\n", ""),
    "bid in words": but("Ann = 4", 'Ann = "four"'),
    "bid true": but("Ann = 4", "Ann = true"),
    "bid 4.0": but("Ann = 4", "Ann = 4.0"),
    "bid nan": but("Ann = 4", "Ann = nan"),
    "bid as a list": but("Ann = 4", "Ann = [4]"),
    "bid -1": but("Ann = 4", "Ann = -1"),
    "tricks as text": but("Us = 8", 'Us = "8"'),
    "tricks true": but("Us = 8", "Us = true"),
    "tricks 8.0": but("Us = 8", "Us = 8.0"),
    "tricks inf": but("Us = 8", "Us = inf"),
    "two million tricks": but("Us = 8", "Us = 2_000_000"),
    "total as text": but("Us = 91", 'Us = "91"'),
    "note as a number": but('dealer = "Bob"', 'dealer = "Bob"\nnote = 4'),
    "unknown key": but('name = "Friday"', 'nmae = "Friday"'),
    "unknown key like none": but('name = "Friday"', 'xyzzy = "Friday"'),
    "unknown key in a hand": but("tricks = { Us", "trikcs = { Us"),
    "unknown key in a correction": but("why =", "wyh ="),
    "unknown key in what was": but("was = { bids", "was = { bid"),
    "control character in a key": but("why =", '"w\\u001b[31m" ='),
    "several faults of shape": but(
        "Ann = 4", "Ann = []", "Us = 8", "Us = true", "[rules]", "[rule]", "hand = 1", 'hand = "1"'
    ),
    # The right shape, but no table or rules that can be.
    "unknown preset": but("pagat-blind-nil", "pagat-blind"),
    "unknown setting": but("nil.made", "nil.maid"),
    "unknown rule": but("nil.made", "nile.made"),
    "setting out of bounds": but("nil.made = 50", "nil.made = 5000"),
    "setting as a number with a point": but("nil.made = 50", "nil.made = 50.0"),
    "setting of the wrong kind": but("nil.made = 50", 'nil.failed_tricks = "bag"'),
    "setting true": but("nil.made = 50", "nil.made = true"),
    "setting as a date": but("nil.made = 50", "nil.made = 2026-11-27"),
    "setting as a list": but("nil.made = 50", "nil.made = [50]"),
    "1 player": but(SEATS, '"Ann"', SIDES, ""),
    "7 players": but(SEATS, '"A", "B", "C", "D", "E", "F", "G"', SIDES, ""),
    "two players of one name": but('"Cy", "Dee"]  #', '"Ann", "Dee"]  #', SIDES, ""),
    "names that differ in case": but('"Cy", "Dee"]  #', '"ann", "Dee"]  #', SIDES, ""),
    "empty name": but('"Ann", "Bob"', '"", "Bob"'),
    "name with a blank": but('"Ann", "Bob"', '" Ann", "Bob"'),
    "name of 61 characters": but('"Ann", "Bob"', f'"{"x" * 61}", "Bob"'),
    "control character in a name": but('"Ann", "Bob"', '"A\\u001b[31mnn", "Bob"'),
    "direction control in a name": but('"Ann", "Bob"', '"A\\u202enn", "Bob"'),
    "line break in a side": but("Us =", '"U\\ns" ='),
    "player on no side": but('Us = ["Ann", "Cy"]', 'Us = ["Ann"]'),
    "player on two sides": but('Them = ["Bob", "Dee"]', 'Them = ["Bob", "Ann"]'),
    "stranger on a side": but('Us = ["Ann", "Cy"]', 'Us = ["Ann", "Eve"]'),
    "partners side by side": but(
        'Us = ["Ann", "Cy"]\nThem = ["Bob", "Dee"]', 'Us = ["Ann", "Bob"]\nThem = ["Cy", "Dee"]'
    ),
    "sides of two sizes": but('Us = ["Ann", "Cy"]\nThem = ["Bob", "Dee"]', 'Us = ["Ann", "Cy", "Bob"]\nThem = ["Dee"]'),
    "one side": but('Us = ["Ann", "Cy"]\nThem = ["Bob", "Dee"]', f"Us = [{SEATS}]"),
    "empty side": but("[sides]", "[sides]\nNobody = []"),
    "no sides": but('Us = ["Ann", "Cy"]\nThem = ["Bob", "Dee"]\n', ""),
    "side called like a player": but("Us =", "Bob ="),
    "stranger deals first": but('name = "Friday"', 'dealer = "Del"'),
    "several faults of the table": but(
        '"Ann", "Bob"', '"Ann", "Ben"', "nil.made", "nil.maid", 'name = "Friday"', 'dealer = "Del"'
    ),
    "correction of no kind": but('"edit"', '"wipe"'),
    "correction of hand 0": but("hand = 1", "hand = 0"),
    "correction of nothing": but(GOOD[GOOD.index("was =") :], ""),
    "correction with a stranger": but("Ann = 4, Bob = 4", '"E\\u001b[31mve" = 4, Bob = 4'),
    "settings that exclude each other": but("nil.made = 50", "ending.set_limit = 1\nending.consecutive_sets = 2"),
    "a change of no setting": changed("settings", "setings"),
    "a change without a time": changed("at = 2026-11-27T21:00:00\n", ""),
    "a change of an unknown setting": changed("nil.made", "nil.maid"),
    "a change out of bounds": changed("= 60", "= 6000"),
    "a change that excludes another setting": changed(
        "nil.made = 60", "ending.set_limit = 1, ending.consecutive_sets = 2"
    ),
    "a change from hand 0": changed("from_hand = 2", "from_hand = 0"),
    "a change as text": changed("from_hand = 2", 'from_hand = "2"'),
    "rulings as text": ruled('"renege"'),
    "a ruling as text": ruled('["renege"]'),
    "a ruling of no kind": ruled('[{ kind = "reneg", player = "Bob" }]'),
    "a ruling on nobody": ruled('[{ kind = "renege" }]'),
    "a ruling on a stranger": ruled('[{ kind = "renege", player = "Rob" }]'),
    "a ruling in favour of a stranger": ruled('[{ kind = "renege", player = "Bob", to = "We" }]'),
    "unknown key in a ruling": ruled('[{ kind = "renege", palyer = "Bob" }]'),
    "bids in a hand that bids itself": but("nil.made = 50", 'bidding.first_hand = "bids-itself"'),
    # Hands that cannot be.
    "14 tricks": but("Us = 8", "Us = 9"),
    "12 tricks": but("Us = 8", "Us = 7"),
    "14 tricks of one side": but("Us = 8", "Us = 14"),
    "-1 tricks": but("Us = 8", "Us = -1"),
    "bid 14": but("Ann = 4", "Ann = 14"),
    "bid 100": but("Ann = 4", "Ann = 100"),
    "no bid of one": but("Ann = 4, ", ""),
    "bid of a stranger": but("Dee = 2 }\ntricks", "Del = 2 }\ntricks"),
    "tricks of a stranger": but("Us = 8", "Use = 8"),
    "totals of a stranger": but("Us = 91", "We = 91"),
    "stranger deals": but('dealer = "Bob"', 'dealer = "Rob"'),
    "tricks of one side missing twice": but("{ Us = 8, Them = 5 }", "{}"),
    "nil bidder's tricks missing": but("{ Ann = 5, Bob = 3, Cy = 0, Dee = 5 }", "{ Us = 5 }"),
    "pile and players differ": but("{ Us = 8, Them = 5 }", "{ Us = 8, Ann = 5, Cy = 4 }"),
    "hand in the middle without tricks": but("tricks = { Us = 8, Them = 5 }\n", ""),
    "blind nil by rules without": but("pagat-blind-nil", "pagat", '"nil"', '"blind nil"'),
    "several faults of hands": but("Ann = 4", "Ann = 14", "Us = 8", "Us = 9", 'dealer = "Bob"', 'dealer = "Rob"'),
}
