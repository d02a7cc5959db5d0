"""The questions that a table answers before its first game: those on which published rules differ most often."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.cli.screen import ask, tell
from scorekeeper.cli.words import setting_value
from scorekeeper.errors import RuleSettingError
from scorekeeper.render.words import problem_line, setting_said
from scorekeeper.rules import RuleSet
from scorekeeper.rules.presets import DEFAULT, load_preset
from scorekeeper.scoring import score_side
from scorekeeper.sheet import Standing
from scorekeeper.text import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.game import Value
    from scorekeeper.rules.base import Setting


class Question(NamedTuple):
    """What is asked.

    Attributes:
        keys: The settings that the answer gives; where there are more than one, all get the same value.
        words: The question, with the hand that shows what it changes.
        bids: That hand: what a side bid,
        tricks: what its players took,
        before: and how it stood.
        only_after: Asked only if this setting was given another value than its default.
    """

    keys: tuple[str, ...]
    words: str
    bids: tuple[int | str, ...] = ()
    tricks: tuple[int, ...] = ()
    before: Standing = Standing()
    only_after: str = ""


QUESTIONS = (
    Question(
        ("nil.failed_tricks",),
        "A nil fails with 1 trick; the partner bid 4 and took 3. What becomes of that trick?",
        ("nil", 4),
        (1, 3),
    ),
    Question(
        ("bags.forfeit_points",),
        "337 with 7 bags; bid 5, took 8. Does the penalty also take back the points of its bags?",
        (5,),
        (8,),
        Standing(337, 7),
    ),
    Question(("bags.remainder",), "9 bags and three more: are 2 left, or none?", (5,), (8,), Standing(0, 9)),
    Question(("contract.set_penalty",), "Bid 6, took 4: what does the side lose?", (6,), (4,)),
    Question(("nil.made", "nil.failed"), "How many points is a nil worth, made or failed?"),
    Question(("blind_nil.deficit",), "How many points behind may a side bid blind nil? 0 for always"),
    Question(("deck.pack",), "Which pack do you play with?"),
    Question(("ending.floor",), "Which score loses the game, such as -200? 0 for none"),
    Question(("ending.floor_reached",), "When exactly is it lost?", only_after="ending.floor"),
    Question(("ending.set_limit",), "How many sets lose the game? 0 for none"),
    Question(("ten_bid.applies",), "Is a contract of ten worth 200 (ten for two hundred)?", (10,), (10,)),
    Question(("ten_bid.failed",), "How many points are lost if it is set?", only_after="ten_bid.applies"),
    Question(("moon.made", "moon.failed"), "How many points is a bid of all tricks worth? 130 for no special price"),
    Question(("blind_bid.minimum",), "From which number may a side far behind bid blind, for double? 0 for never"),
    Question(("bidding.first_hand",), "How is the first hand played?"),
    Question(("bidding.team_minimum",), "What is the least contract of a side? 0 for none"),
    Question(("bidding.table_minimum",), "What must all bids come to at least? 0 for nothing"),
    Question(("ending.target",), "To how many points do you play?"),
)


def choose_rules() -> tuple[str, dict[str, Value]]:
    """A rule set, and settings laid over it, as the table answers."""
    while True:
        title = load_preset(DEFAULT).title
        said = ask(f"Rules: Enter for {title}, the name of a rule set, or ? to be asked: ")
        if said == "?":
            return DEFAULT, _asked()
        try:
            return load_preset(said or DEFAULT).name, {}
        except RuleSettingError as error:
            tell(f"  {problem_line(error.problems[0])}")


def _asked() -> dict[str, Value]:
    settings: dict[str, Value] = {}
    tell("Enter keeps the first answer, which is how pagat.com plays.")
    usual = RuleSet(DEFAULT).values()
    for question in QUESTIONS:
        if question.only_after and question.only_after not in settings:
            continue
        value = _answer(question, RuleSet.all_settings()[question.keys[0]], settings)
        if value != usual[question.keys[0]]:
            settings |= dict.fromkeys(question.keys, value)
    return settings


def _answer(question: Question, setting: Setting, settings: dict[str, Value]) -> Value:
    """The answer to a question; one that cannot be is asked for again."""
    tell(f"\n{question.words}")
    values = _values(setting)
    for at, value in enumerate(values, start=1):
        meaning = setting.choices.get(str(value), setting_said(value) if setting.choices else "yes" if value else "no")
        tell(f"  {at}  {meaning}{_effect(question, settings, value)}")
    default = 1 if values else setting_said(setting.default)
    while True:
        said = ask(f"[{default}]: ")
        if not said:
            return setting.default
        if values and said.isascii() and said.isdigit() and 1 <= int(said) <= len(values):
            return values[int(said) - 1]
        value = setting_value(said)
        if setting.accepts(value):
            return value
        tell(f"  “{said}” cannot be; expected {f'1 to {len(values)}' if values else setting.expected}.")


def _values(setting: Setting) -> Sequence[Value]:
    """The answers to choose from, the default first; none where a number is wanted."""
    if setting.choices:
        return [setting.default, *(word for word in setting.choices if word != setting.default)]
    return [setting.default, not setting.default] if isinstance(setting.default, bool) else []


def _effect(question: Question, settings: dict[str, Value], value: Value) -> str:
    """What the question's hand gives by one answer."""
    if not question.bids:
        return ""
    rules = RuleSet(DEFAULT, {**settings, **dict.fromkeys(question.keys, value)})
    sheet = score_side(rules, question.before, question.bids, question.tricks)
    after = f"; now {sheet.after.score} and {counted(sheet.after.bags, 'bag')}" if question.before != Standing() else ""
    return f" ({sheet.points:+d}{after})"
