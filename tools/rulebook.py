"""Writes docs/rules.md from the models of the rules: every rule, every setting, every published rule set.

With --check, says whether the page is what the models say.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from reference import settings_of, table
from transcripts import ROOT, asked_to_write, settled

from scorekeeper.render.words import players_said, setting_said
from scorekeeper.rules import RuleSet
from scorekeeper.rules.presets import load_preset, preset_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.rules.base import Rule
    from scorekeeper.rules.presets import Preset

PAGE = ROOT / "docs" / "rules.md"
SIDES = {
    "partners": "two partnerships",
    "solo": "each alone",
    "pairs": "three pairs",
    "threes": "two threes",
}
HEAD = """\
# Rules

<!-- Made by tools/rulebook.py from the models in src/scorekeeper/rules; change those, not this page. -->

Every rule that scorekeeper knows, with its settings, and every published rule set.
`score rules` says the same on a terminal: `score rules bags` explains a rule, `score rules trickster` a rule set,
`score rules trickster --compare pagat` what differs between two, with a smallest hand that shows it.

A rule set is chosen with `score new --rules NAME`, a setting with `--rule KEY=VALUE`; both stand under `[rules]` in the
game file. What a published rule set scores never changes.
"""


def page() -> str:
    """The whole page."""
    return "\n".join(line.rstrip() for line in _lines())


def _lines() -> Iterator[str]:
    yield from HEAD.splitlines()
    for kind in RuleSet.kinds().values():
        yield from _rule(kind)
    yield from (
        "",
        "## Rule sets",
        "",
        "The defaults of all settings are those of `pagat`; each other set names what differs.",
    )
    for name in preset_names():
        yield from _preset(load_preset(name))
    yield ""


def _rule(kind: type[Rule]) -> Iterator[str]:
    yield from ("", f"## {kind.title[:1].upper()}{kind.title[1:]}", "")
    yield from kind.text().replace("\nSource:", "\n\nSource:").splitlines()
    if kind.example():
        yield from ("", "For example:", "", "```text", *kind.example().splitlines(), "```")
    yield ""
    yield from table(("key", "default", "values", "what it settles", "who plays it so"), settings_of(kind)).splitlines()


def _preset(preset: Preset) -> Iterator[str]:
    yield from ("", f"### {preset.title}", "")
    based = f"as `{preset.parent}`" if preset.parent else "all defaults"
    differs = [f"`{key}` {setting_said(value)}" for key, value in preset.settings.items()]
    but = f", but {', '.join(differs)}" if differs else ""
    yield f"`{preset.name}`, for {players_said(preset.players)}, {SIDES[preset.sides]}: {based}{but}."
    if preset.note:
        yield preset.note
    yield f"Source: {preset.source}."


def main() -> int:
    """Writes the page, or checks it."""
    return 0 if settled(PAGE, page(), write=asked_to_write(__doc__)) else 1


if __name__ == "__main__":
    sys.exit(main())
