"""From the bytes of a file to the tables in it: encoding, guards, TOML.

What can be wrong before anybody knows that it is a game is told here, with its line.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import tomli

from scorekeeper.errors import GameFileError, Problem
from scorekeeper.text import fit

if TYPE_CHECKING:
    from typing import Any

FORMAT = 1
"""The version of the file's layout that this program reads and writes."""

_BOM = b"\xef\xbb\xbf"
_LARGE = 100_000
_MOST_DOTS = 8
_HEADER = re.compile(r"^[ \t]*\[.*", re.MULTILINE)
"""In a large file a header of hundreds of parts costs the parser seconds: 900 parts over 200,000 keys took 11 s."""

_MOST_DIGITS = 30
_TOO_LONG = 10**_MOST_DIGITS
_NESTED = (dict, list)
_A_COPY = "If it was a game, take it back from a copy; else --game names another file."
_MOST_CHARACTERS = 10_000
_MOST_PARTS = 1_000
_MOST_BLOCKS = 20_000
_MANY = ("hands", "corrections")
"""The lists of a game that may have as many parts as `_MOST_BLOCKS`; every other list or table has a few."""

_CONFLICT = re.compile(r"^(?:<{7}|={7}|>{7})(?: |\r?$)", re.MULTILINE)


class Source(NamedTuple):
    """The text of a game file, and what stands in it.

    Attributes:
        text: The text without a byte order mark.
        marked: Whether a byte order mark stood before it.
        tables: What TOML makes of it.
    """

    text: str
    marked: bool
    tables: dict[str, Any]

    def encoded(self, text: str) -> bytes:
        """The bytes of a text that takes this one's place."""
        return (_BOM if self.marked else b"") + text.encode()


def read_source(data: bytes) -> Source:
    """Decodes and parses a game file.

    Raises:
        GameFileError: It is not UTF-8, not TOML, or not of a format that this program reads.
    """
    text = decoded(data)
    _guard(text)
    source = Source(text, data.startswith(_BOM), parsed(text))
    _check_format(source.tables)
    _check_sizes(source.tables)
    return source


def decoded(data: bytes) -> str:
    """The text of a file, without a byte order mark.

    Raises:
        GameFileError: It is not UTF-8.
    """
    data = data.removeprefix(_BOM)
    if b"\0" in data:
        if data[:2] in (b"\xff\xfe", b"\xfe\xff") or data[:2].count(0) == 1:
            raise _fault("", "the text is in UTF-16; expected UTF-8.", "Save it as UTF-8 in the editor.")
        raise _fault(_line(data[: data.index(0)]), "a NUL byte stands here; this is no text.", _A_COPY)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        what = f"the byte 0x{data[error.start]:02X} is not UTF-8."
        raise _fault(_line(data[: error.start]), what, "Save the file as UTF-8 in the editor.") from None


def _line(before: bytes) -> str:
    """The line that the text has come to."""
    breaks = before.count(b"\n")
    return f"line {breaks + 1}"


def _guard(text: str) -> None:
    conflict = _CONFLICT.search(text)
    if conflict:
        what = "two versions of this game were merged here, and both are in the file."
        remedy = "Keep one of them, and take out the lines with <<<<<<<, ======= and >>>>>>>."
        raise _fault(_line(text[: conflict.start()].encode()), what, remedy)
    if len(text) < _LARGE:
        return
    for header in _HEADER.finditer(text):
        if header.group().count(".") > _MOST_DOTS:
            what = "a table has a name of many parts; no game has such a table."
            raise _fault(_line(text[: header.start()].encode()), what, _A_COPY)


def parsed(text: str) -> dict[str, Any]:
    """What TOML makes of a text.

    Raises:
        GameFileError: It is not TOML.
    """
    try:
        return tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}" if error.lineno else ""
        raise _fault(where, *_toml_words(error, text)) from None
    except RecursionError:
        raise _fault("", "tables or lists stand in one another too deeply; this is no game.", _A_COPY) from None
    except ValueError:  # Python reads no decimal number of more than 4,300 digits
        long = re.search("[0-9_]{4000}", text)
        where = _line(text[: long.start()].encode()) if long else ""
        raise _fault(where, "a number has thousands of digits; this is no game.", "Type the number again.") from None


_SLIPS = (
    ("overwrite|declare|duplicate|mutate|expand", "the same key or table a second time.", "Take one of the two out."),
    ("illegal character '.n'", "the closing quotation mark is missing.", 'Text stands between two: "Ann".'),
    ("illegal character", "a character stands here that cannot be seen.", "Delete it, and type the text again."),
    ("unescaped", "a backslash stands in a text.", "Write two for one: \\\\."),
    (
        "expected '=' after a key",
        "an equals sign is missing.",
        'It stands between a key and its value: name = "Friday".',
    ),
    ("unclosed array", "a list in brackets is not closed.", "A comma is missing, or the bracket at the end."),
    ("unclosed", "a table in braces is not closed.", "A comma is missing, or the brace at the end."),
)
"""What the parser says, what that means, and what to do about it."""

_MEANT = (
    ("invalid value", "a value should stand here."),
    ("invalid initial character", "a name should stand here."),
    ("end of an array|end of a table", "the header is not closed."),
    ("expected newline", "the line should end here."),
    ("invalid statement", "this is no header in brackets, and no key with its value."),
)
"""What the parser says where the fault can be of many kinds. Where nothing fits, its own words stay."""


def _toml_words(error: tomli.TOMLDecodeError, text: str) -> tuple[str, str]:
    """What is wrong in words, and what to do about the slip that most likely caused it."""
    known = next((slip for slip in _SLIPS if re.search(slip[0], error.msg, re.IGNORECASE)), None)
    meant = [words for sign, words in _MEANT if re.search(sign, error.msg, re.IGNORECASE)]
    said = known[1] if known else [*meant, f"{error.msg[0].lower()}{error.msg[1:]}."][0]
    return f"this is not TOML: {said}", _slip(error, text) or (known[2] if known else _where_it_ends(error, text))


_IN_THE_TEXT = (
    (r"\A\s*\{", "It may be JSON; a game file looks as score new makes it."),
    ("\\A\ufeff", "An invisible mark stands before the text: save the file as UTF-8 without a mark."),
    (r"\r(?!\n)", "Save the file with the line ends LF or CRLF."),
)
_IN_THE_LINE = (
    ("[\u201c-\u201f\u2018\u2019]", 'Quotation marks must be straight: "Ann".'),
    (r"^```", "Take out the lines with ```, which belong to a chat or a web page."),
    (r"=\s*(?:True|False|TRUE|FALSE)\b", "Write true and false in small letters."),
    (r"=\s*0[0-9]", "A number must not begin with 0."),
    (r"^\s*\[\[?hands\]", "Each hand begins with [[hands]], in double brackets."),
)
"""Slips that show in the file, or in the line where reading ended, and what to do about them."""


def _slip(error: tomli.TOMLDecodeError, text: str) -> str:
    """What to do about a slip that shows in the text itself; empty where none does."""
    line = text.split("\n")[error.lineno - 1] if error.lineno else ""
    for signs, where in ((_IN_THE_TEXT, text), (_IN_THE_LINE, line)):
        for sign, remedy in signs:
            if re.search(sign, where):
                return remedy
    if error.msg == "Invalid value" and re.match(r"[^\W\d]", text[error.pos :]):
        return 'Text stands in quotation marks: "nil", "Ann".'
    return ""


def _where_it_ends(error: tomli.TOMLDecodeError, text: str) -> str:
    if not text[error.pos :].strip():
        return "The file ends here; has its end been lost?"
    return "Compare it with the lines around it."


def _check_format(tables: dict[str, Any]) -> None:
    if not tables:
        raise _fault("", "the file is empty.", "score new starts a game; --game names another file.")
    found = tables.get("format")
    if found is None:
        what = f"this is no game file: the line “format = {FORMAT}” is missing."
        meant = "players" in tables or "hands" in tables
        remedy = "Put it at the head of the file." if meant else "score new starts a game; --game names another file."
        raise _fault("", what, remedy)
    if type(found) is not int or not 0 < found < 10**_MOST_DIGITS:
        raise _fault(
            "", f"format is {shown(found)}; expected the number {FORMAT}.", f"Write format = {FORMAT}.", ("format",)
        )
    if found > FORMAT:
        what = f"the file is of format {found}, and this program reads format {FORMAT}."
        raise _fault("", what, "A newer scorekeeper wrote it; install that.", ("format",))


def _check_sizes(tables: dict[str, Any]) -> None:
    """Refuses numbers so long, tables so deep and lists so full, that even to speak of them is trouble."""
    if _of_sound_size(tables):
        return
    values: list[tuple[tuple[str | int, ...], Any]] = [((), tables)]
    while values:
        path, value = values.pop()
        fault = _oversize(value, path)
        if fault:
            raise _fault("" if len(path) > _MOST_DOTS else spoken(path), *fault, path)
        if isinstance(value, dict):
            values += [((*path, key), part) for key, part in value.items()]
        elif isinstance(value, list):
            values += [((*path, at), part) for at, part in enumerate(value)]


def _oversize(value: Any, path: tuple[str | int, ...]) -> tuple[str, str] | None:
    """What is too large about a value in itself, and what to do; None where nothing is."""
    if len(path) > _MOST_DOTS:
        return "tables or lists stand in one another too deeply; this is no game.", _A_COPY
    if isinstance(value, int) and abs(value) >= _TOO_LONG:
        return f"a number of more than {_MOST_DIGITS} digits; no game has such a figure.", "Type the number again."
    longest = [value] if isinstance(value, str) else [*value] if isinstance(value, dict) else []
    if any(len(text) > _MOST_CHARACTERS for text in longest):
        return f"a text of more than {_MOST_CHARACTERS:,} characters; no game has such a text.", "Make it shorter."
    most = _MOST_BLOCKS if len(path) == 1 and path[0] in _MANY else _MOST_PARTS
    if isinstance(value, _NESTED) and len(value) > most:
        return f"{len(value):,} things in one list or table; expected at most {most:,}.", _A_COPY
    return None


def _of_sound_size(table: dict[str, Any] | list[Any], depth: int = 1, most: int = _MOST_PARTS) -> bool:
    """Whether no number or text is too long, and no table too deep or too full: the same question, without places."""
    if depth > _MOST_DOTS:
        return not table
    if len(table) > most or (isinstance(table, dict) and any(len(key) > _MOST_CHARACTERS for key in table)):
        return False
    for key, value in table.items() if isinstance(table, dict) else enumerate(table):
        if isinstance(value, int):
            if not -_TOO_LONG < value < _TOO_LONG:
                return False
        elif isinstance(value, str):
            if len(value) > _MOST_CHARACTERS:
                return False
        elif isinstance(value, _NESTED):
            many = depth == 1 and key in _MANY
            if not _of_sound_size(value, depth + 1, _MOST_BLOCKS if many else _MOST_PARTS):
                return False
    return True


def spoken(path: tuple[str | int, ...]) -> str:
    """A place in a file as people say it: hand 4, tricks, Ann."""
    words: list[str] = []
    for step in path:
        if isinstance(step, int) and words:
            words[-1] = f"{words[-1].removesuffix('s')} {step + 1}"
        else:
            words.append(str(step).replace("rule_changes", "rule changes"))
    return ", ".join(words)


def shown(value: object) -> str:
    """What stands somewhere in a file, in a few words."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f"the text “{fit(value, 40)}”"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, int) and abs(value) >= _TOO_LONG:
        return f"a number of more than {_MOST_DIGITS} digits"
    return fit(str(value), 32)


def _fault(where: str, what: str, remedy: str = "", path: tuple[str | int, ...] = ()) -> GameFileError:
    return GameFileError(Problem(where, what, remedy, path))
