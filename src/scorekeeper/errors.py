"""What can be wrong with what people type or keep in a file.

```
ScorekeeperError
├── GameFileError      a file that cannot be read, written, parsed or accepted
├── HandError          facts that cannot be: 14 tricks, a name that nobody has
├── RuleSettingError   a setting that does not exist or is out of bounds
├── UsageError         words on the command line that say nothing, or too little
└── GameOverError      a hand after the end
```

An error carries every problem that was found, not the first. A claim that does not hold is no error: it is
a ruling, and comes back as a result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable


class Problem(NamedTuple):
    """One fault, as a person needs it.

    Attributes:
        where: The place: a file with its line, a hand, a word that was typed. Empty where there is none.
        what: A sentence that says what was found and what was expected, with the numbers.
        remedy: A sentence that says what to do next. Empty where nothing needs saying.
        path: Keys and positions that lead to the place in a game file, from which its line is found.
    """

    where: str
    what: str
    remedy: str = ""
    path: tuple[str | int, ...] = ()

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        return f"{place}{self.what}{' ' if self.remedy else ''}{self.remedy}"

    def at(self, place: str, path: tuple[str | int, ...] = ()) -> Problem:
        """The same problem, seen from further out: `place` and `path` are put before its own."""
        return self._replace(where=f"{place}, {self.where}" if self.where else place, path=path + self.path)


class ScorekeeperError(Exception):
    """The base of all errors that people can cause.

    Attributes:
        problems: All faults found, at least one, in the order in which a reader meets them.
    """

    def __init__(self, problems: Problem | Iterable[Problem]) -> None:
        self.problems = (problems,) if isinstance(problems, Problem) else tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def at(self, place: str, path: tuple[str | int, ...] = ()) -> ScorekeeperError:
        """The same error, seen from further out (see `Problem.at`)."""
        return type(self)(problem.at(place, path) for problem in self.problems)


class GameFileError(ScorekeeperError):
    """A file cannot be read, written, parsed or accepted as a game."""


class HandError(ScorekeeperError):
    """The facts of a hand cannot be."""


class RuleSettingError(ScorekeeperError):
    """A rule setting does not exist, has a value out of its bounds, or contradicts another."""


class UsageError(ScorekeeperError):
    """Words on the command line that mean nothing, or too few of them."""


class GameOverError(ScorekeeperError):
    """A hand after the end of the game."""
