"""A bar that shows how far a long task has come. It is drawn on standard error, and leaves nothing there."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TextIO, TypeVar

    from rich.progress import Progress

    T = TypeVar("T")

PATIENCE = 0.5
"""Seconds after which people want to know that something goes on."""

_BETWEEN = 0.1
"""Seconds between two pictures of the bar."""


def watched(items: Iterable[T], total: int, doing: str, stream: TextIO) -> Iterator[T]:
    """The items as they come; where they take long, a bar shows how many have come.

    Args:
        items: What is waited for.
        total: How many there will be.
        doing: What is being done, such as ``Reading games``.
        stream: The terminal.
    """
    bar: Progress | None = None
    due = time.monotonic() + PATIENCE
    try:
        for done, item in enumerate(items, start=1):
            now = time.monotonic()
            if now >= due and done < total:
                due = now + _BETWEEN
                bar = bar or _started(total, doing, stream)
                bar.update(bar.task_ids[0], completed=done, refresh=True)
            yield item
    finally:
        if bar:
            bar.stop()


def _started(total: int, doing: str, stream: TextIO) -> Progress:
    """A bar without a thread of its own: it moves when there is something to show."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    bar = Progress(
        TextColumn(doing, markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        console=Console(file=stream),
        transient=True,
        auto_refresh=False,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    bar.add_task(doing, total=total)
    bar.start()
    return bar
