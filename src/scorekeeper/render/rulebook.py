"""Rule sets and rules in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scorekeeper.compare import differing_settings, smallest_difference
from scorekeeper.errors import HandError
from scorekeeper.render.explain import side_explained
from scorekeeper.render.style import Style, left, width, wrapped
from scorekeeper.render.words import players_said, setting_said
from scorekeeper.rules import RuleSet
from scorekeeper.rules.presets import load_preset, preset_names
from scorekeeper.scoring import score_side
from scorekeeper.sheet import Standing
from scorekeeper.text import counted, signed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.rules.base import Rule, Setting
    from scorekeeper.rules.presets import Preset


_MORE = (
    "score rules NAME explains one of them, score rules NAME --compare OTHER says what differs, "
    "score new --rules NAME plays by it."
)
_FACTS = re.compile(
    r"(?:before (?P<score>-?\d+)(?: with (?P<bags>\d+) bags?)?, )?(?:rule \S+, )*"
    r"bid (?P<bid>[^,]+), took (?P<took>[\d ]+)"
)


def rulebook(style: Style) -> str:
    """All rule sets, by the table that they are for, and all rules, a line each."""
    presets = [load_preset(name) for name in preset_names()]
    tables = dict.fromkeys(map(_table, sorted(presets, key=_size)))
    listed = {table: [(one.name, one.title) for one in presets if _table(one) == table] for table in tables}
    rules = [(group, kind.title) for group, kind in RuleSet.kinds().items()]
    parts = [_headed(f"Rule sets for {table}", pairs, style) for table, pairs in listed.items()]
    parts += [_headed("Rules", rules, style), "\n".join(wrapped(_MORE, style.columns))]
    return style.glyphs("\n\n".join(parts))


def _size(preset: Preset) -> tuple[bool, tuple[int, ...]]:
    """The usual table first, then the others by their players."""
    return (preset.players, preset.sides) != ((4,), "partners"), preset.players


def _table(preset: Preset) -> str:
    """The players and sides that a rule set is made for: 3 or 4 players, each alone."""
    sides = {"partners": "two partnerships", "pairs": "three pairs", "threes": "two threes"}
    return f"{players_said(preset.players)}, {sides.get(preset.sides, 'each alone')}"


def _headed(heading: str, pairs: list[tuple[str, str]], style: Style) -> str:
    return "\n".join([*map(style.bold, wrapped(heading, style.columns)), *_listed(pairs, style)])


def preset_explained(name: str, style: Style) -> str:
    """A rule set: where it comes from, what differs from its parent, and rule by rule every setting, with hands."""
    preset = load_preset(name)
    rules = RuleSet(name)
    parts = [*map(style.bold, wrapped(f"{name}: {preset.title}", style.columns)), *_paragraphs(preset.note, style)]
    parts += [
        "\n".join(wrapped(line, style.columns)) for line in (f"Source: {preset.source}.", f"For {_table(preset)}.")
    ]
    if preset.parent:
        differs = [(key, setting_said(value)) for key, value in preset.settings.items()]
        but = _headed(f"As {preset.parent}, but", differs, Style(style.columns)) if differs else f"As {preset.parent}."
        parts.append(but)
    for rule in filter(lambda rule: rule.settings, rules.in_order()):
        lines = [line for key, setting in rule.settings.items() for line in _value(rule, key, setting, style)]
        lines += [
            line
            for said in _worked(rule, rules, alone=preset.sides == "solo")
            for line in _indented(f"for example: {said}", style)
        ]
        parts.append("\n".join([style.bold(rule.title), *lines]))
    return style.glyphs("\n\n".join(parts))


def _value(rule: Rule, name: str, setting: Setting, style: Style) -> Iterator[str]:
    """A setting as it stands in a rule set, and what that means."""
    value = setting_said(getattr(rule, name))
    meaning = setting.choices.get(value)
    yield from _indented(f"{rule.group}.{name} {value}: {setting.text}{f': {meaning}' if meaning else ''}", style)


def _worked(rule: Rule, rules: RuleSet, *, alone: bool) -> Iterator[str]:
    """The hand of the rule's example, scored by a rule set that need not be the one it was written for."""
    facts = rule.example().partition("\n")[0]
    found = _FACTS.fullmatch(facts)
    if found is None:
        return
    score, bags = int(found["score"] or 0), int(found["bags"] or 0)
    bids = [word.replace("-", " ") for word in found["bid"].split()]
    if alone and len(bids) > 1:
        return
    try:
        sheet = score_side(rules, Standing(score, bags), bids, [int(word) for word in found["took"].split()])
    except HandError:
        return  # these rules know no such bid
    before = f"with {score} and {counted(bags, 'bag')}, " if score or bags else ""
    after = f"; then {sheet.after.score} and {counted(sheet.after.bags, 'bag')}" if before else ""
    gained = "" if before else f" and {counted(sheet.after.bags, 'bag')}" if sheet.after.bags else ""
    yield f"{before}bid {'+'.join(bids)}, took {'+'.join(found['took'].split())}: {signed(sheet.points)}{gained}{after}"


def compared(first: RuleSet, second: RuleSet, style: Style) -> str:
    """What differs between two rule sets, and a smallest hand on which they give different scores."""
    names = first.choice.preset, second.choice.preset
    differing = differing_settings(first, second)
    if not differing:
        return f"{names[0]} and {names[1]} are the same in every setting."
    keys = [(key, *map(setting_said, values)) for key, values in differing.items()]
    heads = ("", *names)
    widths = [max(width(row[at]) for row in (heads, *keys)) for at in range(3)]
    rows = ["  ".join(left(cell, columns) for cell, columns in zip(row, widths, strict=True)).rstrip() for row in keys]
    head = "  ".join(left(cell, columns) for cell, columns in zip(heads, widths, strict=True)).rstrip()
    found = smallest_difference(first, second)
    if found is None:
        shown = "No single hand scores differently: they differ in the pack, in what may be bid, in the price of a "
        shown += "renege, in a first hand without bids, or in how a game ends."
        return style.glyphs("\n".join([style.bold(head), *rows, "", *wrapped(shown, style.columns)]))
    bids = "+".join(map(str, found.bids))
    story = f"A smallest hand that shows it: bid {bids}, took {'+'.join(map(str, found.tricks))}"
    story += f", with {counted(found.bags, 'bag')} before." if found.bags else "."
    parts = ["\n".join([style.bold(head), *rows]), *wrapped(story, style.columns)]
    for name, sheet in zip(names, (found.first, found.second), strict=True):
        parts.append(side_explained(name, f"By {name}:", sheet, style))
    return style.glyphs("\n\n".join(parts))


def rule_explained(kind: type[Rule], style: Style) -> str:
    """A rule: its text, its settings, and a hand worked out."""
    parts = [style.bold(kind.group if kind.group == kind.title else f"{kind.group}: {kind.title}")]
    for paragraph in kind.text().split("\n\n"):
        parts.extend(_paragraphs(paragraph, style))
    for name, setting in kind.settings.items():
        parts.append("\n".join(_setting(f"{kind.group}.{name}", setting, style)))
    if kind.example():
        parts.append("For example\n" + "\n".join(f"  {line}" for line in kind.example().splitlines()))
    return style.glyphs("\n\n".join(parts))


def _paragraphs(text: str, style: Style) -> Iterator[str]:
    """A paragraph of a docstring, its lines joined and wrapped anew; "Source:" begins one of its own."""
    body, mark, source = text.partition("\nSource:")
    for part in (body, f"Source:{source}" if mark else ""):
        if part:
            yield "\n".join(wrapped(" ".join(part.split()), style.columns))


def _setting(key: str, setting: Setting, style: Style) -> Iterator[str]:
    yield style.bold(f"{key} = {setting_said(setting.default)}")
    yield from _indented(f"{setting.text}; {setting.expected}", style)
    for word, meaning in setting.choices.items():
        yield from _indented(f"{word}: {meaning}", style, 4)
    if setting.source:
        yield from _indented(f"played by: {setting.source}", style)


def _indented(text: str, style: Style, by: int = 2) -> Iterator[str]:
    for at, line in enumerate(wrapped(text, style.columns - by - 2)):
        yield " " * (by + (2 if at else 0)) + line


def _listed(pairs: list[tuple[str, str]], style: Style) -> Iterator[str]:
    names = max(width(name) for name, _ in pairs)
    if max(width(word) for _, text in pairs for word in text.split(" ")) > style.columns - names - 4:
        for name, text in pairs:
            yield f"  {name}"
            yield from _indented(text, style, 4)
        return
    for name, text in pairs:
        first, *more = wrapped(text, max(style.columns - names - 4, 10))
        yield f"  {left(name, names)}  {first}".rstrip()
        yield from (" " * (names + 4) + line for line in more)
