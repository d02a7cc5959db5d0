"""Rule sets and rules in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.compare import differing_settings, smallest_difference
from scorekeeper.render.explain import side_explained
from scorekeeper.render.style import Style, left, width, wrapped
from scorekeeper.render.words import setting_said
from scorekeeper.rules import RuleSet
from scorekeeper.rules.presets import load_preset, preset_names
from scorekeeper.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.rules.base import Rule, Setting


def rulebook(style: Style) -> str:
    """All rule sets and all rules, a line each."""
    presets = [(name, load_preset(name).title) for name in preset_names()]
    rules = [(group, kind.title) for group, kind in RuleSet.kinds().items()]
    parts = [
        style.bold("Rule sets") + "\n" + "\n".join(_listed(presets, style)),
        style.bold("Rules") + "\n" + "\n".join(_listed(rules, style)),
        "score rules NAME explains one of them.",
    ]
    return style.glyphs("\n\n".join(parts))


def preset_explained(name: str, style: Style) -> str:
    """A rule set: where it comes from, what differs from its parent, and every setting."""
    preset = load_preset(name)
    values = RuleSet(name).values()
    parts = [style.bold(f"{name}: {preset.title}"), *_paragraphs(preset.note, style)]
    parts.append("\n".join(wrapped(f"Source: {preset.source}.", style.columns)))
    if preset.parent:
        differs = [(key, setting_said(value)) for key, value in preset.settings.items()]
        parts.append(f"As {preset.parent}, but\n" + "\n".join(_listed(differs, style)))
    parts.append(
        "All settings\n" + "\n".join(_listed([(key, setting_said(value)) for key, value in values.items()], style))
    )
    return style.glyphs("\n\n".join(parts))


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
        shown = "No single hand scores differently: they differ in what may be bid, or in how a game ends."
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
    for name, text in pairs:
        first, *more = wrapped(text, max(style.columns - names - 4, 10))
        yield f"  {left(name, names)}  {first}".rstrip()
        yield from (" " * (names + 4) + line for line in more)
