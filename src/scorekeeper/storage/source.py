"""From the bytes of a file to the tables in it: encoding, guards, TOML.

What can be wrong before anybody knows that it is a game is told here, with its line.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import tomli

from scorekeeper.errors import GameFileError, Problem

if TYPE_CHECKING:
    from typing import Any

FORMAT = 1
"""The version of the file's layout that this program reads and writes."""

_BOM = b"\xef\xbb\xbf"
_LARGE = 100_000
_MOST_DOTS = 8
_HEADER = re.compile(r"^[ \t]*\[.*", re.MULTILINE)
"""In a large file a header of hundreds of parts costs the parser seconds: 900 parts over 200,000 keys took 11 s."""

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
    text = _decoded(data.removeprefix(_BOM))
    _guard(text)
    source = Source(text, data.startswith(_BOM), _parsed(text))
    _check_format(source.tables)
    return source


def _decoded(data: bytes) -> str:
    if b"\0" in data:
        if data[:2] in (b"\xff\xfe", b"\xfe\xff") or data[1:2] == b"\0" or data[:1] == b"\0":
            raise _fault("", "the text is in UTF-16; expected UTF-8.", "Save it as UTF-8 in the editor.")
        raise _fault(_line(data[: data.index(0)]), "a NUL byte stands here; this is no text.")
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
            raise _fault(_line(text[: header.start()].encode()), what)


def _parsed(text: str) -> dict[str, Any]:
    try:
        return tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}" if error.lineno else ""
        raise _fault(where, *_toml_words(error, text)) from None
    except RecursionError:
        raise _fault("", "tables or lists stand in one another too deeply; this is no game.") from None
    except ValueError:
        raise _fault("", "a number in it is too long; this is no game.") from None


def _toml_words(error: tomli.TOMLDecodeError, text: str) -> tuple[str, str]:
    """What is wrong in words: the parser's own sentence, and the slip that most likely caused it."""
    line = text.split("\n")[error.lineno - 1] if error.lineno else ""
    remedy = "Compare it with the lines around it."
    if re.search("[\u201c-\u201f\u2018\u2019]", line):
        remedy = 'Quotation marks must be straight: "Ann".'
    elif re.search(r"=\s*(?:True|False|TRUE|FALSE)\b", line):
        remedy = "Write true and false in small letters."
    elif re.search(r"=\s*0[0-9]", line):
        remedy = "A number must not begin with 0."
    elif re.search(r"=\s*[^\W\d]\w*", line) and "value" in error.msg.lower():
        remedy = 'Text stands in quotation marks: "nil", "Ann".'
    elif "overwrite" in error.msg.lower() or "declare" in error.msg.lower() or "duplicate" in error.msg.lower():
        remedy = "It stands there twice; take one out."
    return f"this is not TOML: {error.msg[0].lower()}{error.msg[1:]}.", remedy


def _check_format(tables: dict[str, Any]) -> None:
    found = tables.get("format")
    if found is None:
        what = f"this is no game file: the line “format = {FORMAT}” is missing."
        raise _fault("", what, "score new starts a game; --game names another file.")
    if type(found) is not int or found < 1:
        raise _fault("", f"format is {found}; expected {FORMAT}.", "", ("format",))
    if found > FORMAT:
        what = f"the file is of format {found}, and this program reads format {FORMAT}."
        raise _fault("", what, "A newer scorekeeper wrote it; install that.", ("format",))


def _fault(where: str, what: str, remedy: str = "", path: tuple[str | int, ...] = ()) -> GameFileError:
    return GameFileError(Problem(where, what, remedy, path))
