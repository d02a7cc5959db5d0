"""The rule book: docs/rules.md, the list on the screen, settings on their way through a file, a rule added."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scorekeeper import load_game
from scorekeeper.errors import RuleSettingError
from scorekeeper.rules import RuleSet
from scorekeeper.rules.presets import load_preset, preset_names

if TYPE_CHECKING:
    from harness import Table
    from scorekeeper.game import Value
    from scorekeeper.rules.base import Setting

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))

import rulebook
from transcripts import ROOT, documents, fences

PAGE = rulebook.PAGE.read_text(encoding="utf-8")


def test_page() -> None:
    """docs/rules.md is what the models say; python tools/rulebook.py --write makes it so."""
    assert rulebook.page() == PAGE


def test_page_is_whole() -> None:
    """It has a row for each setting with all of its values, the text of each rule, and a part for each rule set."""
    rows = {line.split("|")[1].strip(" `"): line for line in PAGE.split("\n") if line.startswith("| `")}
    assert [*rows] == [*RuleSet.all_settings()]
    for key, setting in RuleSet.all_settings().items():
        told = [setting.text, setting.source, *setting.choices, *setting.choices.values()]
        assert [words for words in told if words not in rows[key]] == []
    for kind in RuleSet.kinds().values():
        assert kind.text().partition("\nSource:")[0] in PAGE
        assert kind.example() in PAGE
    for name in preset_names():
        preset = load_preset(name)
        part = PAGE.partition(f"\n`{name}`, for ")[2].partition("\n###")[0]
        assert [words for words in (preset.note, preset.source, *preset.settings) if words not in part] == []


def test_documents_name_what_exists() -> None:
    """Every setting that a document names is one."""
    text = "".join(path.read_text(encoding="utf-8") for path in documents())
    named = {key for key in re.findall(r"`([a-z_]+\.[a-z_]+)`", text) if key.partition(".")[0] in RuleSet.kinds()}
    assert named == RuleSet.all_settings().keys()


def test_list(table: Table) -> None:
    """`score rules` has each rule set once, on a line of its own under the table that it is made for."""
    out, err, code = table.score("rules")
    lines = out.split("\n")
    under, heading = {}, ""
    for line in lines:
        if line.startswith("  "):
            name, title = re.split(r"  +", line.strip(), maxsplit=1)
            under[name] = (heading, title)
        elif line:
            heading = line
    for name in preset_names():
        heading, title = under[name]
        preset = load_preset(name)
        assert title == preset.title
        assert re.findall(r"\d", heading)[0] == str(preset.players[0])
        assert ("each alone" in heading) == (preset.sides == "solo")
    assert len(under) == len(preset_names()) + len(RuleSet.kinds())
    assert max(map(len, lines)) <= 80
    assert (err, code) == ("", 0)


@pytest.mark.parametrize("name", preset_names())
def test_explained_as_it_scores(name: str, table: Table) -> None:
    """A rule set is explained with every value that it has, and with hands as `score check` scores them by it."""
    out, err, code = table.score("rules", name)
    said = " ".join(out.split())
    for key, value in RuleSet(name).values().items():
        assert f" {key} {str(value).lower() if isinstance(value, bool) else value}: " in said
    assert max(map(len, out.split("\n"))) <= 80
    assert (err, code) == ("", 0)
    for bid, took, points in re.findall(r"for example: bid (\S+(?: nil\S*)?), took (\S+): ([+-]?\d+)", said):
        words = ["check", "--score", "0", "--bags", "0", "--bid", bid, "--took", took, "--rules", name, "--json"]
        assert (words, json.loads(table.score(*words).out)["points"]) == (words, int(points))


def other(setting: Setting) -> Value:
    """A value that is not the default."""
    if setting.choices:
        return next(word for word in setting.choices if word != setting.default)
    if isinstance(setting.default, bool):
        return not setting.default
    default = int(setting.default)
    return default + 1 if setting.accepts(default + 1) else default - 1


def unlike() -> list[dict[str, Value]]:
    """Every setting at another value than its default, in as few games as the conflicts between them allow."""
    parts: list[dict[str, Value]] = []
    for key, setting in RuleSet.all_settings().items():
        for part in parts:
            try:
                RuleSet("pagat", {**part, key: other(setting)})
            except RuleSettingError:
                continue
            part[key] = other(setting)
            break
        else:
            parts.append({key: other(setting)})
    return parts


UNLIKE = unlike()


def said(settings: dict[str, Value]) -> list[str]:
    """Settings as the command line takes them."""
    return [f"{key}={str(value).lower() if isinstance(value, bool) else value}" for key, value in settings.items()]


def test_no_setting_is_left_out() -> None:
    """The games below have every setting between them, and there are few of them."""
    assert sorted(key for part in UNLIKE for key in part) == sorted(RuleSet.all_settings())
    assert len(UNLIKE) <= 5


@pytest.mark.parametrize("settings", UNLIKE, ids=range(len(UNLIKE)))
def test_settings_through_a_file(settings: dict[str, Value], table: Table) -> None:
    """Each setting comes back from the file as it was given, at the start of a game and changed later."""
    options = [word for one in said(settings) for word in ("--rule", one)]
    assert table.score("new", "Ann", "Bob", "Cy", "Dee", "--rules", "pagat", *options, "-g", "g.toml").code == 0
    game = load_game("g.toml")
    assert game.rules.settings == settings
    assert RuleSet(*game.rules).values() == {**RuleSet("pagat").values(), **settings}

    table.score("new", "Ann", "Bob", "Cy", "Dee", "--rules", "pagat", "-g", "later.toml")
    changes = [word for one in said(settings) for word in ("--change", one)]
    assert table.score("rules", *changes, "-g", "later.toml").code == 0
    later = load_game("later.toml")
    assert later.rule_changes[0].settings == settings
    assert RuleSet(*later.rules_now).values() == RuleSet(*game.rules).values()


# The exercise of ARCHITECTURE.md


def parts_of_the_exercise() -> tuple[str, list[str]]:
    """The class and the lines for the rule set that ARCHITECTURE.md shows."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    lines = text[text.index("## Adding a rule") :].split("\n")
    lines = [line.removeprefix("   ") for line in lines]
    model, ruleset = (lines[fence.start : fence.end] for fence in fences(lines) if fence.kind == "python")
    return "\n".join(model), ruleset


def test_a_rule_is_added(tmp_path: Path) -> None:
    """The class and two lines are all that it takes: key, option, messages, explanation and schema follow."""
    source = tmp_path / "scorekeeper"
    shutil.copytree(ROOT / "src" / "scorekeeper", source, ignore=shutil.ignore_patterns("__pycache__"))
    model, (imported, field) = parts_of_the_exercise()
    bags, ruleset = source / "rules" / "bags.py", source / "rules" / "ruleset.py"
    bags.write_text(bags.read_text("utf-8").replace("\n\ndef ordinal", f"\n\n{model}\n\n\ndef ordinal"), "utf-8")
    text = ruleset.read_text("utf-8")
    text = text.replace("from scorekeeper.rules.bags import Bags", imported)
    ruleset.write_text(text.replace("    bags: Bags\n", f"{field}\n    bags: Bags\n"), "utf-8")

    def score(*words: str) -> str:
        env = {**os.environ, "PYTHONPATH": str(tmp_path), "COLUMNS": "80", "NO_COLOR": "1"}
        command = [sys.executable, "-m", "scorekeeper", *words]
        done = subprocess.run(command, capture_output=True, cwd=tmp_path, env=env, check=False, timeout=60)
        return (done.stdout + done.stderr).decode()

    hand = ("check", "--score", "0", "--bags", "0", "--bid", "4", "--took", "9")
    assert score(*hand, "--rule", "glut.points=5") == (
        "Bid 4, took 9. Before: 0 and 0 bags. Rules: pagat with blind nil, glut.points 5.\n"
        "\n"
        " contract     4 bid, 9 taken: made, 10 a trick                    +40\n"
        " overtricks   5 above the contract, a point each                   +5  +5 bags\n"
        " glut         5 bags in a hand, 2 beyond three: 5 each            -10\n"
        " bags         0 + 5 = 5 bags: no penalty before 10                  0\n"
        " sum          0 + 35 = 35                                         +35   5 bags\n"
    )
    assert "glut" not in score(*hand)
    assert score(*hand, "--rule", "glut.points=5000").startswith("rules: glut.points is 5000; expected a whole number")
    assert score(*hand, "--rule", "glut.point=5").endswith("Did you mean glut.points?\n")
    assert score("rules", "glut").startswith("glut: too many bags in one hand\n")
    rules = json.loads(score("schema"))["$defs"]["RulesTable"]["properties"]
    assert rules["glut"]["properties"]["points"]["default"] == 0
