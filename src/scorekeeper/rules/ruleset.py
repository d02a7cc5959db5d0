"""All rules of a table together."""

# No postponed annotations here: those of the class are the one list of rules (`RuleSet.kinds`).
from collections.abc import Iterable, Iterator, Mapping

from scorekeeper.errors import Problem, RuleSettingError
from scorekeeper.game import RuleChoice, Value
from scorekeeper.rules.bags import Bags
from scorekeeper.rules.base import Rule, Setting
from scorekeeper.rules.contract import Contract
from scorekeeper.rules.ending import Ending
from scorekeeper.rules.irregular import Adjustment, Renege
from scorekeeper.rules.nils import BlindNil, DoubleNil, Nil
from scorekeeper.rules.play import Bidding, Deck, Play
from scorekeeper.rules.presets import preset_settings
from scorekeeper.rules.special import BlindBid, Moon, TenBid
from scorekeeper.text import suggestion


class RuleSet:
    """The rules that a game is played by, one model for each; frozen.

    The order of the fields is the order in which objections are raised and lines are written. Nothing else lists
    the rules.
    """

    deck: Deck
    bidding: Bidding
    play: Play
    renege: Renege
    contract: Contract
    blind_bid: BlindBid
    ten_bid: TenBid
    moon: Moon
    blind_nil: BlindNil
    nil: Nil
    double_nil: DoubleNil
    adjustment: Adjustment
    bags: Bags
    ending: Ending

    def __init__(self, preset: str = "pagat", settings: Mapping[str, Value] | None = None) -> None:
        """The published rule set `preset`, with `settings` (dotted keys) laid over it.

        Raises:
            RuleSettingError: There is no such rule set or setting, or a value is out of bounds.
        """
        self._choice = RuleChoice(preset, dict(settings or {}))
        self._hooked: dict[str, tuple[Rule, ...]] = {}
        chosen = {**preset_settings(preset), **self._choice.settings}
        grouped: dict[str, dict[str, Value]] = {}
        problems: list[Problem] = []
        for key, value in chosen.items():
            group, _, name = key.partition(".")
            if group in self.kinds() and name:
                grouped.setdefault(group, {})[name] = value
            else:
                problems.append(_unknown(key))
        for group, kind in self.kinds().items():
            try:
                self.__dict__[group] = kind(**grouped.get(group, {}))
            except RuleSettingError as error:
                problems.extend(error.problems)
        if not problems:
            conflicts = (conflict for rule in self.in_order() for conflict in rule.conflicts(self))
            problems = [*_told(conflicts, "Change one of them.")]
        if problems:
            raise RuleSettingError(problems)

    @classmethod
    def preset(cls, name: str, settings: Mapping[str, Value] | None = None) -> "RuleSet":
        """A published rule set by its name, such as ``pagat-blind-nil``, with `settings` laid over it.

        Raises:
            RuleSettingError: There is no such rule set or setting, or a value is out of bounds.
        """
        return cls(name, settings)

    @classmethod
    def kinds(cls) -> dict[str, type[Rule]]:
        """The rule models by their group, in order."""
        return cls.__annotations__

    @classmethod
    def all_settings(cls) -> dict[str, Setting]:
        """Every setting that there is, by its dotted key."""
        return {
            f"{group}.{name}": setting for group, kind in cls.kinds().items() for name, setting in kind.settings.items()
        }

    @property
    def choice(self) -> RuleChoice:
        """What was chosen: the rule set's name, and the settings laid over it."""
        return self._choice

    def in_order(self) -> Iterator[Rule]:
        """The rules, in order."""
        for group in self.kinds():
            yield getattr(self, group)

    def with_hook(self, hook: str) -> tuple[Rule, ...]:
        """The rules that override a hook, such as ``lines``, in order: most hooks of most rules do nothing."""
        if hook not in self._hooked:
            own = (rule for rule in self.in_order() if getattr(type(rule), hook) is not getattr(Rule, hook))
            self._hooked[hook] = tuple(own)
        return self._hooked[hook]

    def misfits(self, players: int, sides: int) -> list[Problem]:
        """What keeps a table of so many players and sides from playing by these rules."""
        misfits = (misfit for rule in self.with_hook("misfits") for misfit in rule.misfits(self, players, sides))
        return [*_told(misfits, "Choose a lower number.")]

    def values(self) -> dict[str, Value]:
        """The value of every setting, by its dotted key."""
        return {f"{rule.group}.{name}": value for rule in self.in_order() for name, value in vars(rule).items()}

    def __setattr__(self, name: str, value: object) -> None:
        if name not in ("_choice", "_hooked") or name in self.__dict__:
            message = "a rule set is frozen"
            raise AttributeError(message)
        super().__setattr__(name, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RuleSet) and self.values() == other.values()

    def __hash__(self) -> int:
        return hash(tuple(self.values().items()))

    def __repr__(self) -> str:
        return f"RuleSet({self._choice.preset!r}, {self._choice.settings!r})"


def _told(faults: Iterable[str], remedy: str) -> Iterator[Problem]:
    return (Problem("rules", f"{fault}.", remedy) for fault in faults)


def _unknown(key: str) -> Problem:
    remedy = suggestion(key, [*RuleSet.all_settings()]) or "score rules lists them all."
    return Problem("rules", f"there is no setting {key}.", remedy, tuple(key.split(".")))
