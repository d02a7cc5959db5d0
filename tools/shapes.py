"""The shape of what people and programs read: the keys of a game file, and what `--json` prints.

Both come from the program itself: the keys from the schema of the file, the data from commands that are run.
`tools/reference.py` puts the tables into the documents.
"""

from __future__ import annotations

import json
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from transcripts import playground

from scorekeeper.rules import RuleSet
from scorekeeper.storage.schema import game_schema

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

# The game file

FILE_TABLES = {
    "": "the game",
    "HandTable": "hand",
    "RulingTable": "ruling",
    "RuleChangeTable": "rule change",
    "CorrectionTable": "correction",
}
_BID = "A number of tricks"


def file_rows(name: str) -> Iterator[tuple[str, str, str, str]]:
    """A row for each key of a table of the game file: key, kind, whether it is needed, what stands there.

    Args:
        name: The definition in the schema; empty for the game itself.
    """
    schema = game_schema()
    part = schema["$defs"][name] if name else schema
    for key, value in part["properties"].items():
        needed = "yes" if key in part["required"] else ""
        yield f"`{key}`", _file_kind(value), needed, value.get("description", "").partition("\n")[0]


def _file_kind(value: dict[str, Any]) -> str:
    """What kind of thing stands at a key, with its bounds."""
    if "const" in value:
        return f"the number {value['const']}"
    if "enum" in value:
        return " or ".join(f"`{word}`" for word in value["enum"])
    if "$ref" in value:
        name = FILE_TABLES.get(value["$ref"].rpartition("/")[2])
        return f"a [{name}](#{name.replace(' ', '-')})" if name else "a table"
    if value.get("description", "").startswith(_BID):
        return "a bid"
    if "pattern" in value:
        return "a day" if value["pattern"].endswith("$") else "a day and a time"
    return _plain_kind(value)


def _plain_kind(value: dict[str, Any]) -> str:
    match value["type"]:
        case "integer":
            return f"a whole number, {value['minimum']:,} to {value['maximum']:,}"
        case "array":
            least, most = value.get("minItems"), value.get("maxItems")
            bounds = f", {least} to {most} of them" if least else f", at most {most:,}" if most else ""
            return f"a list, each {_file_kind(value['items'])}{bounds}"
        case "object":
            inner = value.get("additionalProperties")
            return f"by name, {_file_kind(inner)}" if inner else "a table of settings"
        case _:
            return "text"


# The data

SET_UP = (
    "score -q new Ann Bob Cy Dee --sides Us,Them --rule nil.made=50 -g friday.toml",
    "score -q add-hand 4 3 nil 4 / 5 3 0 5 -g friday.toml --note 'the first'",
    "score -q rule renege 1 Bob -g friday.toml --why 'he held the 7 of clubs'",
    "score -q adjust 1 Us=-30 -g friday.toml --why 'agreed by all'",
    "score -q rules --change bags.limit=5 --why 'agreed by all' -g friday.toml",
    "score -q bid 4 3 3 2 -g friday.toml",
    "score -q import examples/paper-sheet.csv -g paper.toml",
    "score -q import examples/paper-sheet.csv -g other.toml --rule nil.made=50 --rule bags.limit=0",
    "score -q new Ann Bob Cy Dee --sides Us,Them --rule ending.target=250 --rule ending.floor=-50 -g late.toml",
    "score -q add-hand 4 3 nil 4 / 5 3 0 5 -g late.toml",
    "score -q add-hand 3 4 4 2 / 7 6 -g late.toml",
    "score -q add-hand 3 4 4 2 / 5 8 -g late.toml",
    "score -q new Ann Bob Cy Dee --sides Us,Them --rule blind_bid.minimum=6 --rule ending.floor=-100 -g low.toml",
    "score -q add-hand 3 3 3 3 / 5 8 -g low.toml",
    "score -q new Ann Bob Cy Dee --sides Us,Them --target 140 -g ended.toml",
    "score -q add-hand 4 3 4 4 / 8 5 -g ended.toml",
    "score -q add-hand 3 4 4 2 / 7 6 -g ended.toml",
    "score -q edit 1 4 3 nil 4 / 5 3 0 5 -g ended.toml",
)
COMMANDS = {
    "show": (
        "score show --json -g friday.toml",
        "score show --json -g examples/friday.toml",
        "score show --json -g ended.toml",
    ),
    "explain": ("score explain 1 --json -g friday.toml", "score explain 9 --json -g examples/friday.toml"),
    "log": ("score log --json -g friday.toml", "score log --json -g examples/friday.toml"),
    "check_file": (
        "score check --json -g paper.toml",
        "score check --json -g other.toml",
        "score check --json -g examples/friday.toml",
    ),
    "check_hand": (
        "score check 1 --claim Us=111 --json -g friday.toml",
        "score check 9 --claim Us=340 --json -g examples/friday.toml",
    ),
    "check_side": (
        "score check --score 337 --bags 7 --bid 5 --took 8 --claim 390 --json",
        "score check --score 337 --bid 5 --took 8 --rule bags.remainder=reset --rule blind_nil.allowed=false --json",
        "score check --score 100 --bags 3 --bid nil+4 --took 5 --claim 41 --json",
    ),
    "outlook": (
        "score outlook --json -g friday.toml",
        "score outlook --json -g examples/bag-penalty.toml",
        "score outlook --json -g late.toml",
        "score outlook --json -g low.toml",
    ),
    "stats": (
        "score stats examples/friday.toml examples/failed-nils.toml nowhere.toml --json",
        "score stats examples --player Ann --json",
    ),
    "trick": (
        'score trick 5H KH 2S AH --led-by Ann --players "Ann,Bob,Cy,Dee" --json',
        'score trick 5C --hand "2C KD 3S" --play 3S --json',
    ),
    "referee": ("score referee examples/recorded-hand.txt --json", "score referee revoke.txt --json"),
    "rules_rule": ("score rules nil --json",),
    "rules_preset": ("score rules bicycle --json", "score rules pagat --json"),
    "rules_compare": ("score rules bicycle --compare pagat --json", "score rules pagat --compare pagat --json"),
    "config": ("score config --json",),
}
"""The commands whose data is shown, by the names of their tables."""

_MORE_THAN = {"check_hand": "explain"}
"""What has all that another has, and more: only that is told."""

HELD = ("2C", "KD", "3S")
REVOKE = "players: Ann, Bob, Cy, Dee\nAnn: 5C 2H 9C KC\nDee: AC 3C 4C 7C\n"


class Part(NamedTuple):
    """A table that stands at many places: the keys that it always has, and those that it can have."""

    always: frozenset[str]
    can: frozenset[str] = frozenset()


def _keys(words: str, can: str = "") -> Part:
    return Part(frozenset(words.split()), frozenset(can.split()))


_FACTS = "bids tricks totals note rulings void"
_FIGURES = (
    "players games finished wins longest_run hands points contracts bid took sets bags penalties penalty_points "
    "nils nils_made blind_nils blind_nils_made best worst"
)
PARTS = {
    "rules": _keys("preset settings", "games"),
    "standing": _keys("score bags"),
    "line": _keys("rule points bags reason"),
    "side": _keys("before lines points after"),
    "facts": _keys(_FACTS),
    "hand": _keys(f"hand dealer {_FACTS} sides mismatches", "rules claims"),
    "ruling": _keys("kind", "player to side points why"),
    "change": _keys("at from_hand settings why"),
    "outcome": _keys("over winner reason"),
    "claim": _keys("claim verdict explanations"),
    "explanation": _keys("kind reason", "settings"),
    "result": _keys("bids tricks failed after at_target penalty set lost wins", "overtricks alone rivals spoilt_by"),
    "figures": _keys(_FIGURES, "own_hands own_bid own_took"),
    "best": _keys("points file game hand"),
    "judgement": _keys("legal kind reason", "card"),
    "problem": _keys("where what remedy"),
}
"""Tables that stand at more than one place in the data, by the names that the document gives them."""

_KINDS: Mapping[type, str] = {str: "text", int: "number", float: "number", bool: "true or false", type(None): "null"}


def data_rows(name: str) -> list[tuple[str, str, str]]:
    """A row for each name in the data of a command: its place, the kind of the value, and one that was printed."""
    shape = _Shape()
    for data in _printed()[name]:
        shape.take("", data, whole=True)
    known = data_rows(_MORE_THAN[name]) if name in _MORE_THAN else []
    return [row for row in shape.rows() if row not in known]


def part_rows(name: str) -> list[tuple[str, str, str]]:
    """The rows of a table that many commands have in their data."""
    shape = _Shape()
    for data in (data for printed in _printed().values() for data in printed):
        for part in _parts(data, name):
            shape.take("", part, whole=True)
    return [*shape.rows()]


def _parts(data: Any, name: str) -> Iterator[dict[str, Any]]:
    if isinstance(data, dict) and _part(data) == name:
        yield data
    for below in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _parts(below, name)


def _part(data: dict[str, Any]) -> str:
    fitting = (name for name, part in PARTS.items() if part.always <= data.keys() <= part.always | part.can)
    return next(fitting, "")


class _Shape:
    """What was found at each place of some data: the kinds of values, and the first that says something."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}
        self._kinds: dict[str, dict[str, None]] = {}
        self._shown: dict[str, str] = {}

    def take(self, place: str, value: Any, *, whole: bool = False) -> None:
        """Notes a value and all below it; a table known by a name is only named, unless it is the `whole`."""
        self._seen.setdefault(place, len(self._seen))
        if isinstance(value, dict) and not whole and (part := _part(value)):
            self._note(place, f"[{part}](#{part})")
        elif isinstance(value, dict):
            self._note(place, "table")
            for key, below in value.items():
                name = _stand_in(key, place)
                self.take(f"{place}.{name}" if place else name, below)
        elif isinstance(value, list):
            self._note(place, "list")
            for below in value:
                self.take(f"{place}[]", below)
        else:
            self._note(place, _KINDS[type(value)], value)

    def _note(self, place: str, kind: str, value: object = None) -> None:
        self._kinds.setdefault(place, {})[kind] = None
        if value not in (None, "") and place not in self._shown:
            self._shown[place] = json.dumps(value, ensure_ascii=False)

    def rows(self) -> Iterator[tuple[str, str, str]]:
        """Place, kinds, an example. Tables and lists are told of by what is in them, where anything is."""
        parents = {place for each in self._seen for place in _above(each)}
        for place in sorted(self._kinds, key=lambda each: [self._seen[part] for part in [*_above(each), each]]):
            kinds = self._kinds[place].keys()
            if not place or (place in parents and kinds <= {"table", "list"}):
                continue
            shown = self._shown.get(place, "")
            yield f"`{place}`", " or ".join(sorted(kinds, key="null".__eq__)), f"`{_cut(shown)}`" if shown else ""


def _above(place: str) -> list[str]:
    """The places in which a place lies, the outermost first."""
    ends = [at for at, sign in enumerate(place) if sign in ".["]
    return [place[:end] for end in ends]


def _cut(text: str, most: int = 60) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _stand_in(key: str, place: str) -> str:
    """A name that differs from game to game, or from setting to setting, gives way to a word for it."""
    if place.endswith(".choices"):
        return "WORD"
    if place == "defaults":
        return "KEY"
    if place == "hand" and key in HELD:
        return "CARD"
    if key in ("Ann", "Bob", "Cy", "Dee"):
        return "PLAYER"
    if key in ("Us", "Them"):
        return "SIDE"
    return "KEY" if key in RuleSet.all_settings() else key


@cache
def _printed() -> dict[str, list[Any]]:
    """What the commands print, as data."""
    with playground() as terminal:
        for command in SET_UP:
            terminal.run(command)
        Path("revoke.txt").write_text(REVOKE, encoding="utf-8")
        return {name: [_data(terminal.run(command)) for command in each] for name, each in COMMANDS.items()}


def _data(lines: list[str]) -> Any:
    start = lines.index("{")  # what went to standard error stands before it, or behind
    data, _ = json.JSONDecoder().raw_decode("\n".join(lines[start:]))
    return data


def tables(table: Callable[..., str]) -> dict[str, Callable[[], str]]:
    """Every table by the name that its markers have, as a function that makes it.

    Args:
        table: Makes Markdown of heads and rows.
    """
    made: dict[str, Callable[[], str]] = {}
    heads: tuple[str, ...] = ("key", "what it is", "needed", "what stands there")
    for name, called in FILE_TABLES.items():
        made[f"file_{called.split()[-1]}"] = partial(_made, table, heads, partial(file_rows, name))
    heads = ("name", "kind", "for example")
    for name in PARTS:
        made[f"part_{name}"] = partial(_made, table, heads, partial(part_rows, name))
    for name in COMMANDS:
        made[f"json_{name}"] = partial(_made, table, heads, partial(data_rows, name))
    return made


def _made(table: Callable[..., str], heads: tuple[str, ...], rows: Callable[[], Any]) -> str:
    return table(heads, rows())
