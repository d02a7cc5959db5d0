"""Options that several commands share."""

# No postponed annotations here: Typer would have to evaluate each of them, at every start of every command.
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from scorekeeper.errors import Problem, UsageError


def _hush(context: typer.Context, value: bool) -> None:
    if value and not context.resilient_parsing:
        from scorekeeper.cli.screen import manner

        manner().quiet = True


def _unpaged(context: typer.Context, value: bool) -> None:
    if value and not context.resilient_parsing:
        from scorekeeper.cli.screen import manner

        manner().paged = False


GameOption = Annotated[
    str | None,
    typer.Option("--game", "-g", help="The game file; else SCORE_GAME.", show_default=False, metavar="FILE"),
]
NoteOption = Annotated[
    str, typer.Option("--note", help="Something to remember of the hand.", metavar="TEXT", show_default=False)
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")]
QuietOption = Annotated[
    bool, typer.Option("--quiet", "-q", callback=_hush, is_eager=True, help="Say nothing but what is wrong.")
]
PlainOption = Annotated[
    bool, typer.Option("--no-pager", callback=_unpaged, is_eager=True, help="Do not stop after each page.")
]
RulesOption = Annotated[
    str | None,
    typer.Option("--rules", help="A published rule set; score rules lists them.", show_default=False, metavar="NAME"),
]
RuleOption = Annotated[
    list[str] | None,
    typer.Option("--rule", help="One setting that differs, such as nil.made=50.", metavar="KEY=VALUE"),
]
WhyOption = Annotated[
    str, typer.Option("--why", help="The reason, kept with the correction.", metavar="TEXT", show_default=False)
]
WORDS = {"ignore_unknown_options": True}
"""For commands that take words: a bid of -1 is a wrong bid, not an option."""


class Words(TyperCommand):
    """A command that takes words. What looks like an option, and is neither one nor a number, is refused."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        rest = super().parse_args(ctx, args)
        for word in () if ctx.resilient_parsing else ctx.params.get("words") or ():
            if word.startswith("-") and not word[1:2].isdigit():
                from scorekeeper.text import suggestion

                known = [name for option in self.params for name in option.opts if name.startswith("-")]
                remedy = suggestion(word.partition("=")[0], known) or "--help lists them."
                raise UsageError(Problem("", f"there is no option {word}.", remedy))
        return rest


class Commands(TyperGroup):
    """The commands in the order of the help: `rule`, a group, beside the other rulings and not behind all."""

    def list_commands(self, ctx: Any) -> list[str]:
        names = super().list_commands(ctx)
        if "rule" in names and "adjust" in names:
            names.remove("rule")
            names.insert(names.index("adjust"), "rule")
        return names
