"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

GameOption = Annotated[
    str | None,
    typer.Option("--game", "-g", help="The game file; else SCORE_GAME.", show_default=False, metavar="FILE"),
]
NoteOption = Annotated[str, typer.Option("--note", help="Something to remember of the hand.", show_default=False)]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")]
RulesOption = Annotated[
    str | None,
    typer.Option("--rules", help="A published rule set; score rules lists them.", show_default=False, metavar="NAME"),
]
RuleOption = Annotated[
    list[str] | None,
    typer.Option("--rule", help="One setting that differs, such as nil.made=50.", metavar="KEY=VALUE"),
]
WhyOption = Annotated[str, typer.Option("--why", help="The reason, kept with the correction.", show_default=False)]
WORDS = {"ignore_unknown_options": True}
"""For commands that take words: a bid of -1 is a wrong bid, not an option."""
