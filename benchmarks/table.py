"""Figures as a Markdown table."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def show(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Prints a table: the first column is text, the others are figures."""
    print(f"| {' | '.join(heads)} |")
    print(f"| --- |{' ---: |' * (len(heads) - 1)}")
    for row in rows:
        print(f"| {' | '.join(row)} |")
