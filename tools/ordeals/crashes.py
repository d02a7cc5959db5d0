"""Kills: the process dies at a random moment, or just before or after any of its system calls."""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

from ordeals.evening import NEW, STEPS, first_game, ordeal, run

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ordeals.evening import Ordeal

CALLS = (
    *("stat", "lstat", "open", "fstat", "read", "close", "access", "listdir", "kill", "unlink"),
    *("fchown", "fchmod", "write", "fsync", "replace", "link"),
)
"""The system calls of a command that writes, as far as it can choose them."""

_MOST_TRIES = 100
_SLOW = 2.5  # a process that has just been copied takes longer than one that is warm


class Kills:
    """How often which command was killed."""

    def __init__(self) -> None:
        self.of: Counter[str] = Counter()

    def told(self) -> str:
        """In words, for a table."""
        return ", ".join(f"{name} {count:,}" for name, count in self.of.items())


def at_random(kills: int, seed: int = 1127) -> tuple[Ordeal, Kills]:
    """Kills commands at moments spread over all of their time, so many times."""
    chance = random.Random(seed)  # noqa: S311  moments, not secrets
    counted = Kills()
    base = first_game()
    known: dict[tuple[str, ...], tuple[bytes, float]] = {}
    with ordeal() as seen:
        for tries in range(_MOST_TRIES * kills):
            if counted.of.total() == kills:
                break
            words = STEPS[tries % len(STEPS)]
            if words is STEPS[0]:
                seen.begin(base)
            before = seen.data()
            if words not in known:
                start = time.perf_counter()
                known[words] = (seen.after(before, words), time.perf_counter() - start)
            after, took = known[words]
            if _killed(lambda words=words: run(*words), chance.uniform(0, _SLOW * took)):  # type: ignore[misc]
                counted.of[words[0]] += 1
                seen.judge(f"kill {counted.of.total()}, of {' '.join(words)}", words, before, after)
            else:
                seen.begin(after)
    return seen, counted


def _killed(work: Callable[[], object], moment: float) -> bool:
    """Whether a copy of this process was killed while it worked, so many seconds after its beginning."""
    pid = os.fork()
    if not pid:
        work()
        os._exit(0)
    time.sleep(moment)
    os.kill(pid, signal.SIGKILL)
    return os.waitpid(pid, 0)[1] == signal.SIGKILL


def at_each_call(steps: Sequence[tuple[str, ...]] = (NEW, *STEPS)) -> tuple[Ordeal, Kills]:
    """Kills each command before and after each of its system calls."""
    counted = Kills()
    before = None if steps[0] is NEW else first_game()
    with ordeal() as seen:
        for words in steps:
            after = seen.after(before, words)
            for late in (False, True):
                for number in range(1, 1000):
                    seen.begin(before)
                    if not _killed_at(words, number, late=late):
                        break
                    counted.of[words[0]] += 1
                    moment = "after" if late else "before"
                    seen.judge(f"killed {moment} call {number} of {' '.join(words)}", words, before, after)
            seen.begin(after)
            before = first_game() if words is NEW else after
    return seen, counted


def _killed_at(words: tuple[str, ...], number: int, *, late: bool) -> bool:
    """Whether a copy of this process died at its call of this number; if not, it has ended well."""
    pid = os.fork()
    if not pid:
        _arm(number, late=late)
        run(*words)
        os._exit(0)
    return os.waitpid(pid, 0)[1] == signal.SIGKILL


def _arm(number: int, *, late: bool) -> None:
    """Makes this process kill itself at one call; it writes in small pieces."""
    left = number
    kill, me, write = os.kill, os.getpid(), os.write

    def around(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **named: Any) -> Any:
            nonlocal left
            left -= 1
            if not left and not late:
                kill(me, signal.SIGKILL)
            result = real(*args, **named)
            if not left:
                kill(me, signal.SIGKILL)
            return result

        return call

    setattr(os, "write", lambda fd, data: write(fd, data[:400]))  # noqa: B010  as below
    for name in CALLS:
        setattr(os, name, around(getattr(os, name)))
