"""Failing system calls: each call of a command that writes, in turn, by each kind of failure."""

from __future__ import annotations

import errno
import os
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any
from unittest import mock

from ordeals.crashes import CALLS
from ordeals.evening import GAME, NEW, STEPS, first_game, ordeal, run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ordeals.evening import Ordeal

FAILURES = {
    "no space": errno.ENOSPC,
    "over quota": errno.EDQUOT,
    "no permission": errno.EACCES,
    "read-only disk": errno.EROFS,
    "I/O error": errno.EIO,
    "interrupted": errno.EINTR,
}
PIECES = (0, 1, 7, 400)
"""Bytes that a system takes at a time which writes short; at 0 it takes nothing at all."""


class Fault:
    """One call, counted over several functions of `os`, that raises instead of working, or afterwards.

    Attributes:
        hit: The name of the function whose call it was; None if there were fewer calls.
    """

    def __init__(self, number: int, error: BaseException, *, late: bool = False) -> None:
        self.left = number
        self.error = error
        self.late = late
        self.hit: str | None = None

    def around(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        """A function of `os` with this fault in it; `close` always closes, as it does on Linux."""

        def call(*args: Any, **named: Any) -> Any:
            self.left -= 1
            if self.left:
                return real(*args, **named)
            self.hit = name
            if self.late or name == "close":
                real(*args, **named)
            raise self.error

        return call


@contextmanager
def failing(fault: Fault, names: Sequence[str]) -> Iterator[None]:
    """Let one call go wrong."""
    with ExitStack() as patches:
        for name in names:
            if hasattr(os, name):
                patches.enter_context(mock.patch.object(os, name, fault.around(name, getattr(os, name))))
        yield


def at_each_call(steps: Sequence[tuple[str, ...]] = (NEW, *STEPS), failures: Sequence[str] = tuple(FAILURES)) -> Ordeal:
    """Fails each system call of each command in each way; afterwards lets the disk write short."""
    before = None if steps[0] is NEW else first_game()
    with ordeal() as seen:
        for words in steps:
            after = seen.after(before, words)
            for failure in failures:
                _each_call(seen, words, failure, before, after)
            for size in PIECES:
                _short(seen, words, size, before, after)
            seen.begin(after)
            before = first_game() if words is NEW else after
    return seen


def _each_call(seen: Ordeal, words: tuple[str, ...], failure: str, before: bytes | None, after: bytes) -> None:
    code = FAILURES[failure]
    for number in range(1, 1000):
        seen.begin(before)
        fault = Fault(number, OSError(code, os.strerror(code)))
        with failing(fault, CALLS):
            ran = run(*words)
        if fault.hit is None:
            return
        what = f"{failure} at call {number}, {fault.hit}, of {' '.join(words)}"
        _true(seen, what, ran.code, ran.err, before, after)
        seen.judge(what, words, before, after)


def _short(seen: Ordeal, words: tuple[str, ...], size: int, before: bytes | None, after: bytes) -> None:
    real = os.write
    seen.begin(before)
    with mock.patch.object(os, "write", lambda fd, data: real(fd, data[:size]) if size else 0):
        ran = run(*words)
    what = f"{size} bytes at a time, of {' '.join(words)}"
    _true(seen, what, ran.code, ran.err, before, after)
    seen.judge(what, words, before, after)


def _true(seen: Ordeal, what: str, code: int, err: str, before: bytes | None, after: bytes) -> None:
    """Whether what the command said is what became of the file."""
    stored = {0: after, 3: before}
    if code not in stored or seen.data() != stored[code]:
        seen.losses.append(f"{what}: it ended with {code}, which is not so: {err}")
    elif code and not err.startswith(f"{GAME}: "):
        seen.losses.append(f"{what}: the message names no file: {err}")
