"""Changes to a TOML document that leave every other byte as it was.

The text is one that the TOML reader has accepted, so nothing is validated here: one walk notes where tables, keys
and values stand, and a change cuts or inserts at these places. Whoever asks for a change parses the new text and
compares it with what was meant. A fault in this module can therefore refuse a change, and never spoil a file.

Which comments go with a table: those directly above its header, and those directly below its last key. Comments
that touch both tables go with the lower one. Those between blank lines go with none, and stay.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

Path = tuple[str | int, ...]
"""The way to a value: keys, and indices from 0 of items, as in `("hands", 2, "tricks", "Ann")`."""

# What may be between statements, items and keys. Commas count as space: the reader has checked their places.
_SPACE = re.compile(r"(?:[\s,]+|#[^\n]*)*")
_COMMENT_LINES = re.compile(r"(?:[ \t]*#[^\n]*\n?)*")
# One part of a key, and what comes after it: a dot, or the end of the key.
_KEY_PART = re.compile(r"""[ \t]*("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s."'=\[\]{}#,]+)[ \t]*([.=\]])""")
# A value that holds no others. A date may have a space before its time.
_SCALAR = re.compile(
    r'''"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"{3,5}'''
    r"""|'''[^']*(?:'(?!'')[^']*)*'{3,5}"""
    r'''|"(?:[^"\\\n]|\\.)*"'''
    r"""|'[^'\n]*'"""
    r"""|[^\s"'\[\]{}#,]+(?:[ ]\d[^\s\[\]{}#,]*)?""",
    re.DOTALL,
)
# Strings, in which a # is none, and comments.
_STRING_OR_COMMENT = re.compile(
    r'"""(?:\\.|[^\\])*?"""+|' + r"'''.*?'''+|" + r'"(?:\\.|[^"\\\n])*"|' + r"'[^'\n]*'|(?P<comment>#[^\n]*)", re.DOTALL
)


def comments_in(text: str) -> list[str]:
    """The comments in a part of a document that begins and ends outside of strings, in order."""
    return [match["comment"].rstrip() for match in _STRING_OR_COMMENT.finditer(text) if match["comment"]]


class CannotSplice(Exception):  # noqa: N818 - a refusal, not a fault
    """The text has a form in which this change cannot be made in place."""


class _Body:
    """A header at `start` with the lines below it, to the `tail`: behind its last key, or behind the header.

    The first body of a document has no header.
    """

    __slots__ = ("path", "start", "tail")

    def __init__(self, path: Path, start: int, tail: int) -> None:
        self.path, self.start, self.tail = path, start, tail


class _Node:
    """A key, a table or an item of an array.

    A key with a value has a `span`, and a `body` too if it stands on a line of its own. A table of such lines has
    a `body` only. One that is known only from the headers of its sub-tables has neither.
    """

    __slots__ = ("body", "children", "span", "start")

    def __init__(self, start: int, body: _Body | None = None) -> None:
        self.start, self.body = start, body
        self.span: tuple[int, int] | None = None
        self.children: dict[str | int, _Node] = {}

    def child(self, step: str | int, start: int, body: _Body | None = None) -> _Node:
        """The child at that step. If it is new, it starts at `start` and belongs to `body`."""
        if (known := self.children.get(step)) is None:
            known = self.children[step] = _Node(start, body)
        return known

    def is_blocks(self) -> bool:
        """Whether this is an array written as `[[headers]]`."""
        return self.span is None and 0 in self.children


class TomlText:
    """A TOML document as text, with the places of its tables, keys and values.

    Each change gives a new text, and leaves this object as it is.
    """

    def __init__(self, text: str) -> None:
        r"""Finds all places, in time proportional to the length.

        Args:
            text: A document that the TOML reader accepts, without a byte order mark. Its lines end with "\n" or
                "\r\n"; the last one need not.

        Raises:
            CannotSplice: The text is not understood. No accepted document should lead to that.
        """
        self._text = text
        self._newline = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
        self._bodies = [_Body((), 0, 0)]
        self._root = table = _Node(0, self._bodies[0])
        pos = self._skip(_SPACE, 0)
        while pos < len(text):
            if text[pos] == "[":
                table, pos = self._read_header(pos)
            else:
                pos = self._read_statement(pos, table)
            pos = self._skip(_SPACE, pos)

    def place(self, path: Path) -> tuple[int, int] | None:
        """Where a value stands, or as much of the way to it as is written.

        Args:
            path: The way to a value, which need not exist.

        Returns:
            Line and column, both from 1, of the key, header or item at the end of the longest part of `path` that
            is written. None if not even its first step is.
        """
        node = self._root
        for step in path:
            if step not in node.children:
                break
            node = node.children[step]
        return None if node is self._root else self._line_and_column(node.start)

    def append_block(self, array: str, block: str) -> str:
        r"""Adds a block at the end of an array of tables.

        It comes after the last block of that array with its sub-tables, or at the end of the document if there is
        none. A blank line is put before it. What followed keeps its distance, blank line or none.

        Args:
            array: A key of the document, such as "hands".
            block: "[[hands]]" with its lines, divided by "\n".

        Raises:
            CannotSplice: The key exists, but not as `[[headers]]`.
        """
        if array in self._root.children:
            self._count_blocks(array)
            pos = self._end(max(i for i, body in enumerate(self._bodies) if body.path[:1] == (array,)))
        elif pos := len(self._text.rstrip()):
            pos = self._line_end(pos)
        return self._insert(pos, "\n" + block if pos else block)

    def remove_block(self, array: str, index: int) -> str:
        """Removes one block of an array of tables, with its sub-tables and the comments that go with them.

        After `append_block`, removing block -1 gives the earlier text back, byte for byte but for a newline that
        was missing before the block.

        Args:
            array: A key of the document, such as "hands".
            index: Which block, from 0; -1 is the last one.

        Raises:
            CannotSplice: There is no such block, or the array is not written as `[[headers]]`.
        """
        count = self._count_blocks(array)
        if not -count <= index < count:
            raise CannotSplice(f"{_shown((array, index))} does not exist.")
        text, end, owner = self._text, 0, (array, index % count)
        owned = [body.path[:2] == owner for body in self._bodies]
        for i in reversed(range(len(owned))):
            if owned[i]:
                end = end if any(owned[i + 1 : i + 2]) else self._end(i)
                if not owned[i - 1]:
                    text = text[: self._begin(i, end)] + text[end:]
        return text

    def set_value(self, path: Path, value: str) -> str:
        r"""Replaces the value of a key, or adds the key to its table.

        A new key is put on a line after the last key of its table, before the sub-tables. Comments inside a value
        that goes, between its lines, go with it.

        Args:
            path: The way to the key. Its table must exist.
            value: The value as TOML, without a comment; its lines are divided by "\n".

        Raises:
            CannotSplice: The table does not exist or has no lines of its own; or the path leads to a whole table.
        """
        if (node := self._find(path)) is None:
            return self._add_key(path, value)
        if node.span is None:
            raise CannotSplice(f"{_shown(path)} is a whole table, not one value.")
        start, end = node.span
        return self._text[:start] + self._native(value) + self._text[end:]

    def comments_within(self, path: Path) -> list[str]:
        """The comments between the lines of a value; none where there is no such value."""
        node = self._find(path)
        return comments_in(self._text[slice(*node.span)]) if node and node.span else []

    def remove_key(self, path: Path) -> str:
        """Removes a key with its value, and the comment after it on the same line.

        Args:
            path: The way to the key.

        Raises:
            CannotSplice: There is no such key, or it has no line of its own.
        """
        node = self._find(path)
        if node is None or node.span is None or node.body is None:
            raise CannotSplice(f"There is no key {_shown(path)} on a line of its own.")
        return self._text[: self._line_start(node.start)] + self._text[self._line_end(node.span[1]) :]

    # Reading, once: each method takes a position and gives the one behind what it has read.

    def _read_header(self, pos: int) -> tuple[_Node, int]:
        is_block = self._text.startswith("[[", pos)
        parts, end = self._read_key(pos + 1 + is_block)
        node = self._root
        path: list[str | int] = []
        for name, _ in parts:
            if node.is_blocks():  # a header below [[hands]] means the latest hand
                path.append(len(node.children) - 1)
                node = node.child(path[-1], pos)
            path.append(name)
            node = node.child(name, pos)
        if is_block:
            path.append(len(node.children))
            node = node.child(path[-1], pos)
        node.start = pos
        node.body = _Body(tuple(path), self._line_start(pos), self._line_end(end))
        self._bodies.append(node.body)
        return node, node.body.tail

    def _read_statement(self, pos: int, table: _Node) -> int:
        body = self._bodies[-1]
        parts, pos = self._read_key(pos)
        for name, start in parts:
            table = table.child(name, start, body)
        body.tail = self._line_end(self._read_value(pos, table))
        return body.tail

    def _read_key(self, pos: int) -> tuple[list[tuple[str, int]], int]:
        """The parts of a key, each with its position."""
        parts = []
        while match := _KEY_PART.match(self._text, pos):
            parts.append((_unquoted(match[1]), match.start(1)))
            pos = match.end()
            if match[2] != ".":
                return parts, pos
        raise self._puzzle(pos)

    def _read_value(self, pos: int, node: _Node) -> int:
        """Notes where a value stands and all that it holds. A loop, since values can be nested deeply."""
        opened: list[tuple[_Node, int]] = []
        while True:
            pos = self._skip(_SPACE, pos)
            if opened and self._text[pos : pos + 1] in ("]", "}"):
                node, start = opened.pop()
                pos += 1
            else:
                if opened:
                    node, pos = self._read_item(pos, *opened[-1])
                if self._text[pos : pos + 1] in ("[", "{"):
                    opened.append((node, pos))
                    pos += 1
                    continue
                start, pos = pos, self._skip(_SCALAR, pos)
                if pos == start:
                    raise self._puzzle(pos)
            node.span = (start, pos)
            if not opened:
                return pos

    def _read_item(self, pos: int, holder: _Node, start: int) -> tuple[_Node, int]:
        """The next item of an array or inline table that starts at `start`, and the position of its value."""
        if self._text[start] == "[":
            return holder.child(len(holder.children), pos), pos
        parts, pos = self._read_key(pos)
        for name, begin in parts:
            holder = holder.child(name, begin)
        return holder, self._skip(_SPACE, pos)

    def _puzzle(self, pos: int) -> CannotSplice:
        return CannotSplice(f"Line {self._line_and_column(pos)[0]} is not understood as TOML.")

    # Lines and places in the text.

    def _skip(self, pattern: re.Pattern[str], pos: int) -> int:
        match = pattern.match(self._text, pos)
        return match.end() if match else pos

    def _line_and_column(self, pos: int) -> tuple[int, int]:
        line = bisect_right(self._line_starts, pos)
        return line, pos - self._line_starts[line - 1] + 1

    @cached_property
    def _line_starts(self) -> list[int]:
        """Where each line begins; counted once, for a file can have thousands of faults."""
        return [0, *(match.end() for match in re.finditer("\n", self._text))]

    def _line_start(self, pos: int) -> int:
        return self._text.rfind("\n", 0, pos) + 1

    def _line_end(self, pos: int) -> int:
        return self._text.find("\n", pos) + 1 or len(self._text)

    def _is_blank(self, pos: int) -> bool:
        """Whether nothing is on the line of that position, or the text ends there."""
        return not self._text[self._line_start(pos) : self._line_end(pos)].strip()

    def _begin(self, i: int, end: int) -> int:
        """Where the cut of body `i` begins that ends at `end`.

        Comments directly above the header are cut too, and one blank line above these; except where comments
        further up would then touch what follows.
        """
        begin, limit = self._bodies[i].start, self._bodies[i - 1].tail
        while begin > limit:
            line, begin = begin, self._line_start(begin - 1)
            if self._is_blank(begin):
                touches = begin > limit and not self._is_blank(begin - 1) and not self._is_blank(end)
                return line if touches else begin
        return begin

    def _end(self, i: int) -> int:
        """Where body `i` ends: after its last key and the comments directly below, unless they go with the next."""
        tail = self._bodies[i].tail
        end = self._skip(_COMMENT_LINES, tail)
        touches = i + 1 < len(self._bodies) and self._bodies[i + 1].start == end
        return tail if touches else end

    # Looking up and putting in.

    def _find(self, path: Path) -> _Node | None:
        node: _Node | None = self._root
        for step in path:
            node = node and node.children.get(step)
        return node

    def _count_blocks(self, array: str) -> int:
        node = self._root.children.get(array)
        if node is None or not node.is_blocks():
            raise CannotSplice(f"{array} is not written as [[{array}]] headers.")
        return len(node.children)

    def _add_key(self, path: Path, value: str) -> str:
        table = self._find(path[:-1])
        if table is None:
            raise CannotSplice(f"{_shown(path[:-1])} does not exist.")
        if table.span is not None:
            raise CannotSplice(f"{_shown(path[:-1])} is written inline.")
        if table.body is None:
            raise CannotSplice(f"{_shown(path[:-1])} has no header of its own.")
        line = ".".join(_written(step) for step in path[len(table.body.path) :])
        pos = table.body.tail or self._end(0)  # a document without keys and headers above may start with remarks
        return self._insert(pos, f"{line} = {value}")

    def _insert(self, pos: int, lines: str) -> str:
        """The text with whole lines put in at the start or end of a line."""
        before = self._text[:pos]
        if before and not before.endswith("\n"):
            before += self._newline
        return before + self._native(lines.rstrip("\n") + "\n") + self._text[pos:]

    def _native(self, lines: str) -> str:
        return lines.replace("\n", self._newline)


def _unquoted(part: str) -> str:
    """The name that a part of a key stands for."""
    if part[0] not in "\"'":
        return part
    if "\\" not in part:
        return part[1:-1]
    import tomli

    try:
        return next(iter(tomli.loads(f"{part} = 0")))
    except tomli.TOMLDecodeError:
        raise CannotSplice(f"The key {part} is not understood as TOML.") from None


def _written(step: str | int) -> str:
    """A name as part of a key, quoted where TOML needs it."""
    import tomli_w

    return tomli_w.dumps({str(step): 0}).removesuffix(" = 0\n")


def _shown(path: Path) -> str:
    """A path for a message, with items counted from 1."""
    return " ".join(str(step + 1) if isinstance(step, int) else step for step in path) or "The document"
