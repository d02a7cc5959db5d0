"""The questions that a table answers before its first game: those on which published rules differ most often."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.cli.screen import ask, tell
from scorekeeper.cli.steps import BACK, Step, StepBackError, walk
from scorekeeper.cli.words import setting_value
from scorekeeper.errors import RuleSettingError
from scorekeeper.render.words import problem_line, setting_said
from scorekeeper.rules import RuleSet
from scorekeeper.rules.presets import DEFAULT, load_preset
from scorekeeper.scoring import score_side
from scorekeeper.sheet import Standing
from scorekeeper.text import counted, safe

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scorekeeper.game import Value
    from scorekeeper.rules.base import Setting

    Settings = dict[str, Value]


class Question(NamedTuple):
    """What is asked.

    Attributes:
        keys: The settings that the answer gives; where there are more than one, all get the same value.
        words: The question, with the hand that shows what it changes.
        bids: That hand: what a side bid,
        tricks: what its players took,
        before: and how it stood.
        only_after: Asked only if this setting was given another value than the usual one,
        not_after: and only if this one was not.
    """

    keys: tuple[str, ...]
    words: str
    bids: tuple[int | str, ...] = ()
    tricks: tuple[int, ...] = ()
    before: Standing = Standing()
    only_after: str = ""
    not_after: str = ""

    def wanted(self, settings: Settings) -> bool:
        """Whether it is asked after these answers."""
        return (not self.only_after or self.only_after in settings) and self.not_after not in settings


QUESTIONS = (
    Question(
        ("nil.failed_tricks",),
        "A nil bidder takes 1 trick, and the partner bids 4 and takes 3. What becomes of the tricks of a failed nil?",
        ("nil", 4),
        (1, 3),
    ),
    Question(
        ("bags.forfeit_points",),
        "337 with 7 bags, bid 5, took 8. Does the penalty also take back the ten bags' own points?",
        (5,),
        (8,),
        Standing(337, 7),
    ),
    Question(
        ("bags.remainder",),
        "209 with 9 bags, bid 5, took 8: 9 bags and three more. What becomes of the two above ten?",
        (5,),
        (8,),
        Standing(209, 9),
    ),
    Question(("contract.set_penalty",), "Bid 6, took 4: what does the side lose?", (6,), (4,)),
    Question(("nil.made", "nil.failed"), "How many points does a nil win if it is made, and lose if it fails?"),
    Question(("blind_nil.allowed",), "May anybody bid blind nil: a nil before looking at the cards?"),
    Question(
        ("blind_nil.deficit",),
        "How many points behind may a side bid blind nil? (0: always)",
        not_after="blind_nil.allowed",
    ),
    Question(("deck.pack",), "Which pack do you play with? It changes the trumps, not the score."),
    Question(("ending.floor",), "At which score below zero is the game lost, such as -200? (0: at none)"),
    Question(("ending.floor_reached",), "When exactly?", only_after="ending.floor"),
    Question(("ending.set_limit",), "How many contracts that are set lose the game? (0: no number of them)"),
    Question(("ten_bid.applies",), "Ten for two hundred: which contracts are worth 200?", (10,), (10,)),
    Question(("ten_bid.failed",), "How many points does it cost to be set there?", only_after="ten_bid.applies"),
    Question(
        ("moon.made", "moon.failed"),
        "A side bids all the tricks: how many points does it win, or lose? (130: as for any contract)",
    ),
    Question(
        ("blind_bid.minimum",),
        "Blind numbers, for double the points, of a side 100 behind: which is the least? (0: there are none)",
    ),
    Question(("bidding.first_hand",), "How is the first hand played?"),
    Question(("bidding.team_minimum",), "How many tricks must a side bid at least? (0: as few as it likes)"),
    Question(("bidding.table_minimum",), "What must the bids of all players come to at least? (0: to nothing)"),
    Question(("ending.target",), "To how many points do you play?"),
)

_YES_OR_NO = {"y": True, "yes": True, "n": False, "no": False}


def choose_rules(asks: Callable[[str], str] = ask) -> tuple[str, Settings]:
    """A rule set, and settings laid over it, as the table answers.

    Raises:
        StepBackError: Somebody wants to go back to the question before.
    """
    title = load_preset(DEFAULT).title
    tell(f"By which rules? Enter for {title}, ? to be asked about yours,")
    tell("or the name of a rule set; score rules lists them.")
    while True:
        said = asks(f"Rules [{DEFAULT}]: ")
        if said == BACK:
            raise StepBackError
        try:
            if said == "?":
                return DEFAULT, _asked(asks)
            return load_preset(said or DEFAULT).name, {}
        except RuleSettingError as error:
            tell(f"  {problem_line(error.problems[0])}")
        except StepBackError:
            continue


def _asked(asks: Callable[[str], str]) -> Settings:
    tell("Enter takes the answer in brackets, which is how pagat.com plays; < goes back.")
    nothing: Settings = {}
    settings = walk([Step(question.wanted, partial(_with_answer, asks, question)) for question in QUESTIONS], nothing)
    tell("")
    return settings


def _with_answer(asks: Callable[[str], str], question: Question, settings: Settings) -> Settings:
    """The settings with the answer to one more question, if that is not the usual one."""
    wanted = [each for each in QUESTIONS if each.wanted(settings)]
    tell(f"\n({wanted.index(question) + 1} of {len(wanted)}) {question.words}")
    usual = RuleSet(DEFAULT).values()[question.keys[0]]
    value = _answer(asks, question, usual, settings)
    return settings if value == usual else {**settings, **dict.fromkeys(question.keys, value)}


def _answer(asks: Callable[[str], str], question: Question, usual: Value, settings: Settings) -> Value:
    """The answer to a question; one that cannot be is asked for again.

    Raises:
        StepBackError: Somebody wants to go back to the question before.
    """
    setting = RuleSet.all_settings()[question.keys[0]]
    values = _values(setting, usual)
    for at, value in enumerate(values, start=1):
        meaning = setting.choices.get(str(value), setting_said(value) if setting.choices else "yes" if value else "no")
        tell(f"  {at}  {meaning}{_effect(question, settings, value)}")
    default = 1 if values else setting_said(usual)
    while True:
        said = asks(f"[{default}]: ")
        if said == BACK:
            raise StepBackError
        if not said:
            return usual
        if values and said.isascii() and said.isdigit() and 1 <= int(said) <= len(values):
            return values[int(said) - 1]
        value = _YES_OR_NO.get(said.casefold(), setting_value(said.casefold()))
        if setting.accepts(value):
            return value
        expected = f"a number from 1 to {len(values)}" if values else setting.expected
        tell(f"  “{safe(said)}” is no answer here; expected {expected}.")


def _values(setting: Setting, usual: Value) -> Sequence[Value]:
    """The answers to choose from, the usual one first; none where a number is wanted."""
    if setting.choices:
        return [usual, *(word for word in setting.choices if word != usual)]
    return [usual, not usual] if isinstance(usual, bool) else []


def _effect(question: Question, settings: Settings, value: Value) -> str:
    """What the question's hand gives by one answer."""
    if not question.bids:
        return ""
    rules = RuleSet(DEFAULT, {**settings, **dict.fromkeys(question.keys, value)})
    sheet = score_side(rules, question.before, question.bids, question.tricks)
    after = f"; now {sheet.after.score} and {counted(sheet.after.bags, 'bag')}" if question.before != Standing() else ""
    return f" ({sheet.points:+d}{after})"
