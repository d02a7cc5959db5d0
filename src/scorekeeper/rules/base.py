"""What every rule is: a small frozen model.

Its docstring is the rule's text, its fields are its settings, its methods are its effect. The key in a game file,
the `--rule` option, the place in an error, the line of the documentation and the editor schema all come from here.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, dataclass_transform

from scorekeeper.errors import Problem, RuleSettingError
from scorekeeper.sheet import Line
from scorekeeper.text import suggestion

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from scorekeeper.game import Value
    from scorekeeper.rules.ruleset import RuleSet
    from scorekeeper.rules.view import EndOfHand, Objection, SideHand, TableHand
    from scorekeeper.sheet import Outcome


class Setting(NamedTuple):
    """One setting of a rule.

    Attributes:
        default: The value where nobody chose one: that of the published rules.
        text: What it settles, in words. Bounds and default are not repeated there.
        source: Who plays it so.
        low: The least whole number allowed; None for settings that are no numbers.
        high: The greatest whole number allowed.
        choices: The words allowed, each with its meaning; empty for numbers and yes-or-no settings.
    """

    default: Value
    text: str
    source: str
    low: int | None = None
    high: int | None = None
    choices: Mapping[str, str] = {}

    @property
    def expected(self) -> str:
        """What may stand here, in words."""
        if self.choices:
            return "one of " + ", ".join(self.choices)
        if isinstance(self.default, bool):
            return "true or false"
        return f"a whole number from {self.low} to {self.high}"

    def accepts(self, value: object) -> bool:
        """Whether the value is of the right kind and within bounds. A truth value is never a number."""
        if self.choices:
            return isinstance(value, str) and value in self.choices
        if isinstance(self.default, bool) or isinstance(value, bool):
            return type(value) is type(self.default)
        return isinstance(value, int) and (self.low or 0) <= value <= (self.high or 0)


def number(default: int, text: str, low: int = 0, high: int = 1000, source: str = "") -> Any:
    """Declares a setting that is a whole number."""
    return Setting(default, text, source, low, high)


def choice(default: str, text: str, choices: Mapping[str, str], source: str = "") -> Any:
    """Declares a setting that is one of a few words."""
    return Setting(default, text, source, choices=choices)


def flag(text: str, *, default: bool, source: str = "") -> Any:
    """Declares a setting that is true or false."""
    return Setting(default, text, source)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(number, choice, flag))
class Rule:
    """The base of all rules. A subclass declares its settings, and overrides the hooks that it needs."""

    group: ClassVar[str]
    title: ClassVar[str]
    settings: ClassVar[dict[str, Setting]]

    def __init_subclass__(cls, group: str, title: str) -> None:
        cls.group = group
        cls.title = title
        cls.settings = {name: value for name, value in vars(cls).items() if isinstance(value, Setting)}

    def __init__(self, **values: Value) -> None:
        problems = [problem for name, value in values.items() if (problem := self._fault(name, value))]
        if problems:
            raise RuleSettingError(problems)
        for name, setting in self.settings.items():
            object.__setattr__(self, name, values.get(name, setting.default))

    def __setattr__(self, name: str, value: object) -> None:
        message = f"{type(self).__name__} is frozen"
        raise AttributeError(message)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((self.group, *vars(self).values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"

    @classmethod
    def _fault(cls, name: str, value: object) -> Problem | None:
        key = f"{cls.group}.{name}"
        setting = cls.settings.get(name)
        if setting is None:
            remedy = suggestion(key, [f"{cls.group}.{known}" for known in cls.settings])
            what = f"there is no setting {key}."
            return Problem("rules", what, remedy or "score rules lists them all.", tuple(key.split(".")))
        if setting.accepts(value):
            return None
        said = str(value).lower() if isinstance(value, bool) else f"“{value}”" if isinstance(value, str) else value
        near = suggestion(value, [*setting.choices]) if isinstance(value, str) else ""
        return Problem("rules", f"{key} is {said}; expected {setting.expected}.", near, (cls.group, name))

    @classmethod
    def text(cls) -> str:
        """What the rule says, for people: the docstring up to its example."""
        return inspect.cleandoc(str(cls.__doc__)).partition("\n\nExample:")[0]

    @classmethod
    def example(cls) -> str:
        """The worked example of the docstring; empty where there is none."""
        return inspect.cleandoc(inspect.cleandoc(str(cls.__doc__)).partition("\n\nExample:")[2])

    def line(self, rule: str, points: int, bags: int, because: Callable[[], str]) -> Line:
        """A line of this rule."""
        return Line(rule, self.group, points, bags, because)

    # The hooks. Each does nothing unless a rule overrides it; scoring knows no others.

    def objections(self, table: TableHand) -> Iterator[Objection]:
        """What this rule has against the bids and tricks of a hand."""
        del table
        yield from ()

    def lines(self, side: SideHand, bags: int) -> Iterator[Line]:
        """The lines that this rule adds to a side's hand; `bags` are those of the lines before."""
        del side, bags
        yield from ()

    def conflicts(self, rules: RuleSet) -> Iterator[str]:
        """Settings that contradict each other: both named, with their values."""
        del rules
        yield from ()

    def misfits(self, rules: RuleSet, players: int, sides: int) -> Iterator[str]:
        """Settings by which a table of so many players and sides could not play: named, with the numbers."""
        del rules, players, sides
        yield from ()

    def ending(self, end: EndOfHand) -> Outcome | None:
        """Whether the game has ended with this hand, and who has won it."""
        del end
        return None
