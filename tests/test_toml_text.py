"""Changes to a game file keep every byte that they do not mean, however the file was edited by hand."""

from __future__ import annotations

import copy
import itertools
import random
from typing import Any

import pytest
import tomli

from scorekeeper.storage.toml_text import CannotSplice, Path, TomlText

GAME = """\
# Friday, at Ann's
format = 1
players = ["Ann", "Bob", "Cy", "Dee"]  # clockwise

[rules]
preset = "plain"
nil.made = 50  # not 100

# Bob was late.
[[hands]]
bids = { Ann = 4, "Bob" = "nil" }
# Cy claims a renege.

# Only a joke: [[hands]]

# The long one.
[[hands]]
bids = { Ann = 5 }
tricks = { Ann = 6 }
# about all corrections
[[corrections]]
why = "typing"

# the end
"""
HAND = "[[hands]]\nbids = { Ann = 1 }\n"
CRLF_HAND = HAND.replace("\n", "\r\n")


def test_a_block_comes_after_the_last_one_of_its_array() -> None:
    """A comment that touches the next header stays with it, and with the place it has in the file."""
    before, after = GAME.split("# about all")
    assert TomlText(GAME).append_block("hands", HAND) == f"{before}\n{HAND}# about all{after}"


def test_a_block_comes_after_the_sub_tables_and_remarks_of_the_last_one() -> None:
    """What follows a blank line keeps its distance to the end."""
    text = "[[hands]]\n[hands.bids]\nAnn = 4\n# well played\n\n# the end"
    expected = f"[[hands]]\n[hands.bids]\nAnn = 4\n# well played\n\n{HAND}\n# the end"
    assert TomlText(text).append_block("hands", HAND) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", HAND),
        ("\n", f"{HAND}\n"),
        ("a = 1", f"a = 1\n\n{HAND}"),
        ("a = 1\n", f"a = 1\n\n{HAND}"),
        ("a = 1\n\n\n", f"a = 1\n\n{HAND}\n\n"),
        ("a = 1\n  ", f"a = 1\n\n{HAND}  "),
        ("# [[hands]]", f"# [[hands]]\n\n{HAND}"),
        ('a = """\n[[hands]]\n"""', f'a = """\n[[hands]]\n"""\n\n{HAND}'),
        ("[[hands]]", f"[[hands]]\n\n{HAND}"),
        ("[a]\r\nb = 1\r\n", f"[a]\r\nb = 1\r\n\r\n{CRLF_HAND}"),
        ("a = 1\r\nb = 1", f"a = 1\r\nb = 1\r\n\r\n{CRLF_HAND}"),
        ("[[hands]]\n# end", f"[[hands]]\n# end\n\n{HAND}"),
        ("[a]\nb = 1\r\n", f"[a]\nb = 1\r\n\n{HAND}"),
    ],
)
def test_a_first_block_comes_at_the_end(text: str, expected: str) -> None:
    """It comes after all that is written, divided by one blank line, with the newlines of the file."""
    assert TomlText(text).append_block("hands", HAND) == expected


@pytest.mark.parametrize("text", ["hands = []", "hands = [{ a = 1 }]\n", "hands.a = 1\n", "[hands]\n", "[hands.a]\n"])
def test_an_array_without_headers_takes_and_gives_no_block(text: str) -> None:
    """Arrays written inline, and tables, are refused."""
    with pytest.raises(CannotSplice, match=r"^hands is not written as \[\[hands\]\] headers\.$"):
        TomlText(text).append_block("hands", HAND)
    with pytest.raises(CannotSplice, match=r"^hands is not written as \[\[hands\]\] headers\.$"):
        TomlText(text).remove_block("hands", 0)


def test_a_block_goes_with_the_comments_above_its_header_and_below_its_keys() -> None:
    """Comments between blank lines stay, and so does what belongs to the next header."""
    first = GAME.index("\n# Bob was late")
    joke = GAME.index("\n# Only a joke")
    long = GAME.index("\n# The long one")
    about = GAME.index("# about all")
    assert TomlText(GAME).remove_block("hands", 0) == GAME[:first] + GAME[joke:]
    assert TomlText(GAME).remove_block("hands", -2) == GAME[:first] + GAME[joke:]
    # Here the blank line stays, or the joke would touch the corrections.
    assert TomlText(GAME).remove_block("hands", 1) == GAME[:long] + "\n" + GAME[about:]


def test_a_block_goes_with_its_sub_tables_wherever_they_are() -> None:
    """Foreign tables between them stay."""
    text = "[[hands]]\na = 1\n\n[hands.bids]\nAnn = 4\n\n# mine\n[mine]\n[[hands.rulings]]\n[[hands]]\na = 2\n"
    assert TomlText(text).remove_block("hands", 0) == "\n# mine\n[mine]\n[[hands]]\na = 2\n"
    assert TomlText(text).remove_block("hands", 1) == text[: text.rindex("[[hands]]")]


@pytest.mark.parametrize("index", [2, -3])
def test_a_block_that_is_not_there_cannot_go(index: int) -> None:
    """The reason counts blocks from 1, as people do."""
    with pytest.raises(CannotSplice, match=f"^hands {index + 1} does not exist"):
        TomlText(GAME).remove_block("hands", index)


@pytest.mark.parametrize(
    ("path", "value", "old", "new"),
    [
        (("format",), "2", "format = 1", "format = 2"),
        (("players", 2), '"Cyd"', '"Cy"', '"Cyd"'),
        (("players",), "[\n  1,\n]", '["Ann", "Bob", "Cy", "Dee"]', "[\n  1,\n]"),
        (("rules", "nil", "made"), "100", "= 50  #", "= 100  #"),
        (("hands", 0, "bids", "Bob"), "3", '"nil"', "3"),
        (("hands", 1, "bids"), "{}", "{ Ann = 5 }", "{}"),
        (("name",), '"F"', "# clockwise\n", '# clockwise\nname = "F"\n'),
        (("rules", "a.b"), "1", "# not 100\n", '# not 100\n"a.b" = 1\n'),
        (("rules", "nil", "né"), "1", "# not 100\n", '# not 100\nnil."né" = 1\n'),
        (("hands", 0, "note"), '"x"', "# Cy claims", 'note = "x"\n# Cy claims'),
    ],
)
def test_a_value_is_replaced_or_its_key_added(path: Path, value: str, old: str, new: str) -> None:
    """A new key stands below the last one of its own table, above the remarks that follow."""
    assert GAME.count(old) == 1
    assert TomlText(GAME).set_value(path, value) == GAME.replace(old, new)


@pytest.mark.parametrize(
    ("text", "path", "expected"),
    [
        ("", ("a",), "a = 0\n"),
        ("b = 1", ("a",), "b = 1\na = 0\n"),
        ("# game\n\n[rules]\n", ("a",), "# game\na = 0\n\n[rules]\n"),
        ("# rules\n[rules]\n", ("a",), "a = 0\n# rules\n[rules]\n"),
        ("[rules]\n[rules.nil]\nx = 1\n", ("rules", "a"), "[rules]\na = 0\n[rules.nil]\nx = 1\n"),
        ("[rules] # mine", ("rules", "a"), "[rules] # mine\na = 0\n"),
        ("[x]\r\ny = '''\r\n# '''\r\n", ("x", "a"), "[x]\r\ny = '''\r\n# '''\r\na = 0\r\n"),
    ],
)
def test_a_key_is_added_to_a_table_without_keys(text: str, path: Path, expected: str) -> None:
    """It stands below the header; in a document, below the remarks at its top."""
    assert TomlText(text).set_value(path, "0") == expected


@pytest.mark.parametrize(
    ("path", "why"),
    [
        (("sides", "Us"), "sides does not exist."),
        (("hands", 4, "note"), "hands 5 does not exist."),
        (("hands", 0, "bids", "Cy"), "hands 1 bids is written inline."),
        (("players", 4), "players is written inline."),
        (("hands", 4), "hands has no header of its own."),
        (("hands", 0), "hands 1 is a whole table, not one value."),
        (("rules", "nil"), "rules nil is a whole table, not one value."),
        ((), "The document is a whole table, not one value."),
    ],
)
def test_a_value_without_a_place_is_refused_with_the_reason(path: Path, why: str) -> None:
    """The reason says which part of the path has none."""
    with pytest.raises(CannotSplice) as caught:
        TomlText(GAME).set_value(path, "1")
    assert str(caught.value) == why


def test_a_key_goes_with_its_line() -> None:
    """A value on several lines goes with all of them, and with the comment after it."""
    assert TomlText(GAME).remove_key(("rules", "nil", "made")) == GAME.replace("nil.made = 50  # not 100\n", "")
    assert TomlText("a = [ # x\n  1,\n] # y\n  b = 1").remove_key(("a",)) == "  b = 1"
    assert TomlText("a = 1\n  b = 1").remove_key(("b",)) == "a = 1\n"


@pytest.mark.parametrize("path", [("name",), ("rules",), ("rules", "nil"), ("hands", 0, "bids", "Ann"), ("players", 0)])
def test_a_key_without_a_line_of_its_own_cannot_go(path: Path) -> None:
    """Keys that do not exist, whole tables, and keys within values are refused."""
    with pytest.raises(CannotSplice, match=r"^There is no key .+ on a line of its own\.$"):
        TomlText(GAME).remove_key(path)


@pytest.mark.parametrize(
    ("path", "place"),
    [
        (("format",), (2, 1)),
        (("players", 1), (3, 19)),
        (("rules", "nil"), (7, 1)),
        (("rules", "nil", "made"), (7, 5)),
        (("rules", "nil", "failed"), (7, 1)),
        (("hands",), (10, 1)),
        (("hands", 1, "tricks", "Ann"), (19, 12)),
        (("hands", 1, "tricks", "Bob"), (19, 1)),
        (("hands", 2), (10, 1)),
        (("corrections", 0, "why"), (22, 1)),
        (("sides", "Us"), None),
        ((), None),
    ],
)
def test_a_place_is_that_of_the_longest_part_of_the_path_that_is_written(
    path: Path, place: tuple[int, int] | None
) -> None:
    """Lines and columns count from 1."""
    assert TomlText(GAME).place(path) == place


def test_the_place_of_a_table_is_its_own_header() -> None:
    """The header of a sub-table stands for it only where it has none."""
    assert TomlText("[a.b]\n [a]\n").place(("a",)) == (2, 2)
    assert TomlText("[a.b]\n").place(("a", "c")) == (1, 1)


@pytest.mark.parametrize("text", ["a", "a =", "a = [1", "[a", '"\\q" = 1', "a = ]", "= 1", "a = {1}"])
def test_a_text_that_is_not_toml_is_refused(text: str) -> None:
    """Whoever did not ask the TOML reader first learns it here."""
    with pytest.raises(CannotSplice, match="is not understood"):
        TomlText("b = 1\n" + text)


def test_values_may_be_nested_as_deeply_as_the_reader_allows() -> None:
    """Depth is no reason to fail."""
    text = f"a = {'[{b = ' * 200}1{'}]' * 200}\nc = 1"
    tomli.loads(text)
    assert TomlText(text).set_value((*("a", 0, "b"), *(0, "b") * 199), "2") == text.replace("= 1}", "= 2}")


# Random files. All that is below compares each change of a text with the same change of the value it stands for.

NAMES = [
    *("Ann", "Bob", "Us", "made", "note", "bids", "1", "-", "true"),
    *('"Zoë K."', "'a.b'", '"#1 [[hands]]"', '"a = {"', '"tab\\tquote\\" "', '"\\u00e9\\x41"', "''", "'\\'", '"]"'),
]
SCALARS = [
    *("1", "-4", "+0", "1_000", "0x1F", "1.5", "1e3", "-inf", "nan", "true", "false"),
    *("2026-11-27", "20:15:00", "2026-11-27 20:15:00", "2026-11-27T20:15:00.5+01:00", "2026-11-27 20:15Z"),
    *('"nil"', '""', "''", '"# [[hands]] {"', "'# \\'", '"a\\"b\\\\"', "'\"'", '"\u00a0é\u2028"', '"]"'),
    *('"""\n[[hands]]\na = 1 # no\n"""', "'''\n[hands.bids]\n# '\n'''", '"""a\\""" b""\\\\"""', '""""x"""""'),
    *("''''x'''''", '"""a \\\n  # b"""', '""""""', "''''''", '"""\\\\"""'),
]
REMARKS = ["# x", "  # [[hands]]", "#", "# a = '''", '\t# """', "# é\u2028\u00a0"]
FOREIGN = ["mine", "shown", "zz"]


class Draft:
    """A game file as somebody may have left it, and what is known of each of its keys.

    Attributes:
        text: The document.
        lines: Keys on lines of their own: how the last part of the key is written, and the value.
        inline: The same of keys and items within other values.
        tables: Tables with a header, and the document itself.
    """

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311 - the same files each time
        self.text = ""
        self.lines: dict[Path, tuple[str, str]] = {}
        self.inline: dict[Path, tuple[str, str]] = {}
        self.tables: list[Path] = [()]
        self.game()
        if self.random.random() < 0.3:
            self.text = self.text.rstrip("\n")
        if self.random.random() < 0.3:
            self.text = self.text.replace("\n", "\r\n")

    def chance(self, of: float) -> bool:
        return self.random.random() < of

    def pad(self) -> str:
        return self.random.choice(["", "", "", " ", "\t"])

    def remarks(self) -> None:
        while self.chance(0.4):
            self.text += self.random.choice(["\n", "\n", " \n", *(f"{remark}\n" for remark in REMARKS)])

    def end_line(self) -> None:
        self.text += self.pad() + (self.random.choice(REMARKS) if self.chance(0.2) else "") + "\n"

    def key(self, parts: list[str]) -> str:
        return f"{self.pad()}.{self.pad()}".join(parts) + f"{self.pad()}={self.pad()}"

    def names(self) -> list[str]:
        """A few parts of keys that differ."""
        return self.random.sample(NAMES, self.random.randint(0, 3))

    def game(self) -> None:
        self.remarks()
        self.body((), ["format", "started", "players", *self.names()])
        for name in ("sides", "rules"):
            if self.chance(0.7):
                self.table((name,), [*self.names(), *(["preset"] if self.chance(0.7) else [])])
        foreign = iter(FOREIGN)
        for _ in range(self.random.randint(0, 4)):
            self.block(("hands",))
            if self.chance(0.2) and (name := next(foreign, "")):
                self.table((name, "deep") if self.chance(0.4) else (name,), self.names())
        for _ in range(self.random.choice([0, 0, 1, 2])):
            self.block(("corrections",))

    def block(self, array: Path) -> None:
        path = (*array, sum(table[:-1] == array for table in self.tables))
        self.table(path, ["bids", "tricks", *self.names()][self.random.randint(0, 2) :])
        if self.chance(0.2):
            self.table((*path, "below"), self.names())
        if self.chance(0.1):
            self.block((*path, "rulings"))

    def table(self, path: Path, names: list[str]) -> None:
        self.remarks()
        dot = f"{self.pad()}.{self.pad()}"
        name = dot.join(self.random.choice([step, f'"{step}"']) for step in path if isinstance(step, str))
        left, right = ("[[", "]]") if isinstance(path[-1], int) else ("[", "]")
        self.text += f"{self.pad()}{left}{self.pad()}{name}{self.pad()}{right}"
        self.tables.append(path)
        self.end_line()
        self.remarks()
        self.body(path, names)

    def body(self, path: Path, names: list[str]) -> None:
        for written in dict.fromkeys(names):
            parts = [written]
            for last in self.names() if self.chance(0.2) else [""]:
                parts = [written, last] if last else [written]
                self.text += self.pad() + self.key(parts)
                full = (*path, *map(name_of, parts))
                value = self.value(full, depth=0)
                self.lines[full] = parts[-1], value
                self.text += value
                self.end_line()
                self.remarks()

    def value(self, path: Path, depth: int) -> str:
        kind = self.random.choice(["scalar", "scalar", "array", "table"]) if depth < 2 else "scalar"
        if kind == "scalar":
            return self.random.choice(SCALARS)
        written = []
        for index, name in enumerate(self.names()):
            parts = [name, *self.names()[:1]] if self.chance(0.2) else [name]
            steps = [index] if kind == "array" else map(name_of, parts)
            value = self.value(full := (*path, *steps), depth + 1)
            key = "" if kind == "array" else self.key(parts)
            self.inline[full] = (parts[-1] if key else value.split("\n")[0]), value
            written.append(self.gap() + key + value + self.gap())
        left, right = "[]" if kind == "array" else "{}"
        comma = "," if written and self.chance(0.3) else ""
        return left + ",".join(written) + comma + self.gap() + right

    def gap(self) -> str:
        return f" {self.random.choice(REMARKS)}, ]}}\n" if self.chance(0.05) else self.random.choice(["", " ", "\n"])


def name_of(written: str) -> str:
    """The name that a part of a key stands for."""
    return next(iter(tomli.loads(f"{written} = 0")))


def typed(value: Any) -> Any:
    """A value that equals only values of the same types, with no regard to the order of keys."""
    if isinstance(value, dict):
        return {key: typed(item) for key, item in value.items()}
    if isinstance(value, list):
        return [typed(item) for item in value]
    return type(value), repr(value)


def at(document: Any, path: Path) -> Any:
    """What the path leads to."""
    for step in path:
        document = document[step]
    return document


def with_value(document: Any, path: Path, value: Any) -> Any:
    """The document with another value at the path."""
    changed = copy.deepcopy(document)
    at(changed, path[:-1])[path[-1]] = value
    return changed


def without(document: Any, path: Path, tables: list[Path]) -> Any:
    """The document without a key, and without the tables that only this key made."""
    changed = copy.deepcopy(document)
    while True:
        del at(changed, path[:-1])[path[-1]]
        path = path[:-1]
        if path in tables or at(changed, path):
            return changed


def assert_means(text: str, meant: Any) -> None:
    """The text is read as what was meant, with the same types."""
    assert typed(tomli.loads(text)) == typed(meant), text


seeds = pytest.mark.parametrize("seed", range(80))


@seeds
def test_random_blocks_come_and_go_without_a_trace(seed: int) -> None:
    """An array gets one more block, which is the last; when it is removed, the text is what it was."""
    draft = Draft(seed)
    document = tomli.loads(draft.text)
    block = "# new\n[[hands]]\nnote = '''\n[[hands]]'''\n\n[hands.bids]\nAnn = 4\n"
    added = TomlText(draft.text).append_block("hands", block)
    new = {"note": "[[hands]]", "bids": {"Ann": 4}}
    assert_means(added, {**document, "hands": [*document.get("hands", []), new]})
    back = TomlText(added).remove_block("hands", -1)
    assert back.removeprefix(draft.text) in ("", "\n", "\r\n")
    for index, array in itertools.product((0, -1), ("hands", "corrections")):
        if array not in document:
            continue
        path = (array, len(document[array]) - 1 if index else 0)
        removed = TomlText(draft.text).remove_block(array, index)
        assert_means(removed, without(document, path, draft.tables))


@seeds
def test_random_values_change_alone(seed: int) -> None:
    """A value is replaced by another, and when it is put back, the text is what it was."""
    draft = Draft(seed)
    document = tomli.loads(draft.text)
    for path, (_, old) in {**draft.lines, **draft.inline}.items():
        text = TomlText(draft.text).set_value(path, '{ new = [1, "\'"] }')
        assert_means(text, with_value(document, path, {"new": [1, "'"]}))
        assert TomlText(text).set_value(path, old) == draft.text


@seeds
def test_random_keys_come_and_go(seed: int) -> None:
    """Tables with a header take new keys, and each key on a line of its own can go; others are refused."""
    draft = Draft(seed)
    document = tomli.loads(draft.text)
    for table in draft.tables:
        path = (*table, "a new.one")
        text = TomlText(draft.text).set_value(path, "1.0")
        assert_means(text, with_value(document, path, 1.0))
        assert TomlText(text).remove_key(path).removeprefix(draft.text) in ("", "\n", "\r\n")
    for path in draft.lines:
        assert_means(TomlText(draft.text).remove_key(path), without(document, path, draft.tables))
    for path in draft.inline:
        with pytest.raises(CannotSplice):
            TomlText(draft.text).remove_key(path)


@seeds
def test_random_places_show_what_is_written_there(seed: int) -> None:
    """The place of each key, item and header is where its text stands."""
    draft = Draft(seed)
    text, lines = TomlText(draft.text), draft.text.split("\n")
    headers = {table: ("[", "") for table in draft.tables if table}
    for path, (written, _) in {**draft.lines, **draft.inline, **headers}.items():
        line, column = text.place(path) or (0, 0)
        assert lines[line - 1].startswith(written, column - 1), path
        assert text.place((*path, "nobody")) == (line, column)
