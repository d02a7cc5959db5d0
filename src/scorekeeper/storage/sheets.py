"""Paper sheets saved as CSV, made into games.

One row a hand, below a row of headers. Columns are told by their headers, in any order:

- ``Ann bid`` or ``bid Ann``: a player's bid, a number or words such as ``nil``, ``n``, ``blind nil``, ``bn``.
- ``Ann took`` (``tricks``, ``won``): a player's tricks; ``Us took``: a side's pile.
- ``Us total`` (``score``): a side's total, as it was written. An empty cell is a total that nobody wrote down.
- ``hand`` (``#``), ``dealer`` and ``note``, where they were kept.
- ``void``: why a hand does not count; such a hand needs no bids and no tricks.

The bid columns stand in seat order, clockwise, unless the sides are given. Commas, semicolons or tabs part the
cells; case, blanks around a cell, a mark of the encoding and empty rows make no difference. Other columns are
left out, and named. `examples/paper-sheet.csv` is such a sheet, and so is what `score export --csv` writes: there an
apostrophe before ``=``, ``+``, ``-`` or ``@`` keeps a spreadsheet from calculating with a text, and is taken off.
"""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from scorekeeper.bids import parse_bid
from scorekeeper.errors import GameFileError, HandError, Problem, ScorekeeperError
from scorekeeper.game import Hand, folded, table_problems
from scorekeeper.rules import RuleSet
from scorekeeper.scoring import score_game
from scorekeeper.storage import files
from scorekeeper.text import listed, suggestion

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scorekeeper.game import Game

T = TypeVar("T")

_KINDS = {
    "bid": "bid", "bids": "bid",
    "took": "took", "taken": "took", "tricks": "took", "won": "took",
    "total": "total", "totals": "total", "score": "total",
}  # fmt: skip
_ALONE = {
    "hand": "hand", "#": "hand", "no": "hand", "nr": "hand",
    "dealer": "dealer", "dealt": "dealer",
    "note": "note", "notes": "note", "remark": "note",
    "void": "void",
}  # fmt: skip
_FIGURES = {"points", "bags"}
"""Columns that follow from the others, and are not read, whatever the name before them begins with."""
_GUARD = re.compile(r"'(?='*[=+\-@\t\r])")
_MOST_ROWS = 1000
_MOST_COLUMNS = 100
_COUNT = re.compile(r"\d{1,3}")
_SCORE = re.compile(r"[+-]?\d{1,6}")
_LAYOUT = "Each player needs a column such as “Ann bid”; tricks are “Ann took” or “Us took”, totals “Us total”."


class Column(NamedTuple):
    """A column that is read.

    Attributes:
        at: Its place, from 0.
        header: As it stands there.
        kind: ``bid``, ``took``, ``total``, ``hand``, ``dealer``, ``note`` or ``void``.
        who: The player or side that it is about, as it stands there; empty for the last four.
    """

    at: int
    header: str
    kind: str
    who: str = ""


class PaperSheet(NamedTuple):
    """A sheet of which the headers have been understood.

    Attributes:
        path: The file, as it was named.
        rows: The rows that hold a hand, with their numbers in the file.
        left_out: Headers of columns that are not read.
    """

    path: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[int, Sequence[str]], ...]
    left_out: tuple[str, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """Those with a column for their bids, in its order."""
        return tuple(column.who for column in self.columns if column.kind == "bid")

    @property
    def side_names(self) -> tuple[str, ...]:
        """Names in the headers that are no player's, in order: those of the sides."""
        players = {folded(player) for player in self.players}
        named = {folded(each.who): each.who for each in self.columns if each.who and folded(each.who) not in players}
        return tuple(named.values())


def read_sheet(path: str) -> PaperSheet:
    """Reads a sheet and its headers.

    Raises:
        GameFileError: It cannot be read, or its headers are not those of a score sheet.
    """
    try:
        data = files.read(path).data
    except GameFileError as error:
        raise GameFileError(problem._replace(remedy="") for problem in error.problems) from None
    return parse_sheet(data, path)


def parse_sheet(data: bytes, path: str) -> PaperSheet:
    """The sheet in the bytes of a file; as `read_sheet`.

    Raises:
        GameFileError: Its headers are not those of a score sheet.
    """
    rows = [*enumerate(_cells(path, _decoded(path, data)), start=1)]
    filled = [(number, row) for number, row in rows if any(row)]
    if not filled:
        raise GameFileError(Problem(path, "it is empty.", _LAYOUT))
    if len(filled) > _MOST_ROWS or any(len(row) > _MOST_COLUMNS for _, row in filled):
        what = f"it has more than {_MOST_ROWS} rows or {_MOST_COLUMNS} columns; no score sheet does."
        raise GameFileError(Problem(path, what, "Save the sheet of one game."))
    number, headers = filled[0]
    found = [_column(at, header) for at, header in enumerate(headers)]
    columns = tuple(column for column in found if column)
    problems = [problem.at(f"{path}, row {number}") for problem in _header_problems(columns)]
    if problems:
        raise GameFileError(problems)
    left_out = tuple(header for header, column in zip(headers, found, strict=True) if header and not column)
    return PaperSheet(path, columns, tuple(filled[1:]), left_out)


def _decoded(path: str, data: bytes) -> str:
    """The text of a sheet; spreadsheets save UTF-8, UTF-16 or the code page of Windows."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16", "replace")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", "replace")
    if "\0" in text:
        raise GameFileError(Problem(path, "this is no text, so no CSV.", "Save the sheet as CSV."))
    return text


def _cells(path: str, text: str) -> list[list[str]]:
    head = next((line for line in text.splitlines() if line.strip(" ,;\t")), "")
    head = re.sub(r'"[^"]*"', "", head)  # a name may have any of them in it
    separator = max(",;\t", key=head.count)
    try:
        return [
            [_GUARD.sub("", cell.strip(), count=1) if cell.strip()[:1] == "'" else cell.strip() for cell in row]
            for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        ]
    except csv.Error as error:
        raise GameFileError(Problem(path, f"this is no CSV: {error}.", "Save the sheet as CSV once more.")) from None


def _column(at: int, header: str) -> Column | None:
    """What a header says; None for a column that is not read."""
    parts = r"\s+" if len(header.split()) > 1 else r"[:_]+"
    words = re.split(parts, header.strip(":_ "))
    if len(words) == 1:
        kind = _ALONE.get(words[0].casefold().rstrip("."))
        return Column(at, header, kind) if kind else None
    last, first = words[-1].strip(":_").casefold(), words[0].strip(":_").casefold()
    if last in _FIGURES:
        return None
    if last in _KINDS:
        return Column(at, header, _KINDS[last], _rest(header, parts, at=-1))
    return Column(at, header, _KINDS[first], _rest(header, parts, at=1)) if first in _KINDS else None


def _rest(header: str, parts: str, *, at: int) -> str:
    """The name in a header, as it stands there: what is left without its first or its last word."""
    gaps = [*re.finditer(parts, header)]
    return header[gaps[0].end() :] if at > 0 else header[: gaps[-1].start()]


def _header_problems(columns: Sequence[Column]) -> Iterator[Problem]:
    if not any(column.kind == "bid" for column in columns):
        yield Problem("", "no column is headed as a player's bid.", _LAYOUT)
        return
    if not any(column.kind == "took" for column in columns):
        yield Problem("", "no column is headed as tricks.", _LAYOUT)
    seen: dict[tuple[str, str], Column] = {}
    for column in columns:
        twin = seen.setdefault((column.kind, folded(column.who)), column)
        if twin is not column:
            yield Problem("", f"“{twin.header}” and “{column.header}” are the same column.", "Take one out.")


def game_of(sheet: PaperSheet, table: Game) -> Game:
    """The game that a sheet tells of.

    Args:
        sheet: The sheet.
        table: The game without hands: its players, sides and rules.

    Raises:
        GameFileError: Something on the sheet cannot be. All faults are named, with row and column.
    """
    faults = [problem.at(sheet.path) for problem in table_problems(table.players, table.sides)]
    names, unknown = _names(sheet, table)
    faults += unknown
    if faults:
        raise GameFileError(faults)
    problems: list[tuple[int, Problem]] = []
    hands: list[tuple[int, Hand]] = []
    played = 0
    for number, (row, cells) in enumerate(sheet.rows, start=1):
        reader = _Row(sheet, names, cells)
        hand = reader.hand(number, RuleSet(*table.rules), played + 1)
        played += not hand.void
        problems += [(row, problem) for problem in reader.problems]
        if not reader.problems:
            hands.append((row, hand))
    game = table._replace(hands=tuple(hand for _, hand in hands))
    problems += _impossible(game, [row for row, _ in hands])
    if problems:
        ordered = sorted(problems, key=lambda each: each[0])
        raise GameFileError(problem.at(f"{sheet.path}, row {row}") for row, problem in ordered)
    return game


def _names(sheet: PaperSheet, table: Game) -> tuple[dict[str, str], list[Problem]]:
    """The players and sides of the table by the names in the headers, and what is wrong with these."""
    known = {folded(name): name for name in (*(side.name for side in table.sides), *table.players)}
    problems = []
    for column in sheet.columns:
        wanted = [side.name for side in table.sides] if column.kind == "total" else [*known.values()]
        if column.who and known.get(folded(column.who)) not in wanted:
            remedy = suggestion(column.who, wanted) or f"Known are {listed(wanted)}; --sides names the sides."
            what = f"“{column.who}” is no {'side' if column.kind == 'total' else 'player and no side'}."
            problems.append(Problem(f"{sheet.path}, column “{column.header}”", what, remedy))
    return known, problems


def _impossible(game: Game, rows: Sequence[int]) -> list[tuple[int, Problem]]:
    """What cannot be in the hands, with their rows."""
    try:
        score_game(game)
    except HandError as error:
        return [
            (rows[int(problem.path[1])], problem._replace(where=problem.where.partition(", ")[2]))
            for problem in error.problems
        ]
    return []


class _Row:
    """One row, being read; its faults are kept."""

    def __init__(self, sheet: PaperSheet, names: dict[str, str], cells: Sequence[str]) -> None:
        self.names, self.problems = names, list[Problem]()
        self.cells = [(column, _cell(cells, column.at)) for column in sheet.columns]
        self.players = sheet.players
        last = max(column.at for column in sheet.columns) + len(sheet.left_out)
        beyond = [cell for cell in cells[last + 1 :] if cell]
        if beyond:
            self.problems.append(Problem("", f"“{beyond[0]}” stands beyond the last column.", "Has it a header?"))

    def hand(self, number: int, rules: RuleSet, counting: int) -> Hand:
        """The hand in the row; not to be used where there are faults. `counting` is its number without void ones."""
        bids = {who: rules.bidding.meaning(bid) for who, bid in self._figures("bid", parse_bid).items()}
        void = self._said("void")
        unbid = rules.bidding.unbid(counting) or bool(void)
        for column, cell in self.cells:
            if column.kind == "bid" and not cell and not unbid:
                self.problems.append(Problem(column.header, "the bid is missing.", "Every player bids."))
        self._numbered(number)
        return Hand(
            bids=bids,
            tricks=self._figures("took", _count) or None,
            dealer=self._dealer(),
            totals=self._figures("total", _score) or None,
            note=self._said("note"),
            void=void,
        )

    def _said(self, kind: str) -> str:
        return next((" ".join(cell.split()) for column, cell in self.cells if column.kind == kind), "")

    def _figures(self, kind: str, parse: Callable[[str], T]) -> dict[str, T]:
        found = {}
        for column, cell in self.cells:
            if column.kind == kind and cell:
                try:
                    found[self.names[folded(column.who)]] = parse(cell)
                except ScorekeeperError as error:
                    self.problems += error.at(column.header).problems
        return found

    def _numbered(self, number: int) -> None:
        for column, cell in self.cells:
            if column.kind == "hand" and cell and cell.rstrip(".") != str(number):
                what = f"it is numbered “{cell}”, and it is hand {number} of the sheet."
                self.problems.append(Problem(column.header, what, "Is a row missing?"))

    def _dealer(self) -> str:
        for column, cell in self.cells:
            if column.kind == "dealer" and cell:
                name = self.names.get(folded(cell), "")
                if name:
                    return name
                remedy = suggestion(cell, self.players) or f"Known are {listed(self.players)}."
                self.problems.append(Problem(column.header, f"nobody is called “{cell}”.", remedy))
        return ""


def _cell(cells: Sequence[str], at: int) -> str:
    return cells[at] if at < len(cells) else ""


def _count(cell: str) -> int:
    if _COUNT.fullmatch(cell) and cell.isascii():
        return int(cell)
    raise HandError(Problem("", f"“{cell}” is no number of tricks.", "Count the pile: 0, 1, 2 and so on."))


def _score(cell: str) -> int:
    plain = cell.replace("\N{MINUS SIGN}", "-")
    if _SCORE.fullmatch(plain) and plain.isascii():
        return int(plain)
    raise HandError(Problem("", f"“{cell}” is no score.", "A score is a number of points, such as 290 or -60."))
