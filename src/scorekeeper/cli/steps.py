"""Questions one after another, with a way back: `<` asks the question before once more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from scorekeeper.cli.screen import tell

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

T = TypeVar("T")

BACK = "<"


class StepBackError(Exception):
    """Somebody wants to answer the question before once more."""


class Step(NamedTuple, Generic[T]):
    """A question.

    Attributes:
        wanted: Whether it is asked at all, by what is known so far.
        ask: Asks it; takes what is known, and gives that with the answer.
    """

    wanted: Callable[[T], bool]
    ask: Callable[[T], T]


def walk(steps: Sequence[Step[T]], known: T) -> T:
    """All that is known when every question has been answered.

    Raises:
        StepBackError: Somebody wants to go back from the first question.
    """
    behind: list[tuple[int, T]] = []
    at = 0
    while at < len(steps):
        if steps[at].wanted(known):
            try:
                answered = steps[at].ask(known)
            except StepBackError:
                if not behind:
                    raise
                at, known = behind.pop()
                continue
            behind.append((at, known))
            known = answered
        at += 1
    return known


def from_first(ask: Callable[[], T]) -> T:
    """The answer to a question that has none before it."""
    while True:
        try:
            return ask()
        except StepBackError:
            tell("  This is the first question.")
