"""The law of imports: a pure core, thin edges, and no way back up.

cli -> (storage, render) -> referee -> compare -> scoring -> rules -> facts. The core knows no disk, clock, screen,
terminal or environment; each library from outside stays in its corner. An import inside a function counts like any
other; one for type checkers only may also look sideways, but never up.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import scorekeeper

PACKAGE = Path(scorekeeper.__file__).parent
PURE = {
    "__future__", "bisect", "collections", "dataclasses", "difflib", "enum", "functools", "inspect", "itertools",
    "math", "operator", "re", "string", "types", "typing", "unicodedata",
}  # fmt: skip
"""Modules of Python that look at nothing outside the program."""
TYPES = PURE | {"datetime"}
"""What the core may name for type checkers."""
PYTHON = set(sys.stdlib_module_names)

FACTS = {"errors", "text", "bids", "game", "sheet"}
RULES = {"rules", "rules.presets"}
CORE = {*FACTS, *RULES, "scoring", "compare", "entry", "referee", "stats"}


class Law(NamedTuple):
    """What a part of the package may import.

    Attributes:
        own: Parts of the package.
        outside: Modules from outside the package.
        own_types: Further parts of the package, for type checkers only.
    """

    own: set[str]
    outside: set[str] = PURE
    own_types: frozenset[str] | set[str] = frozenset()


LAWS: dict[str, Law] = {
    "_version": Law(set()),
    # The core.
    "errors": Law(set(), PURE, FACTS),
    "text": Law(set(), PURE | {"wcwidth"}, FACTS),
    "bids": Law({"errors", "text"}, PURE, FACTS),
    "game": Law({"errors", "text", "bids"}, PURE, FACTS),
    "sheet": Law({"errors", "text", "bids", "game"}, PURE, FACTS),
    "rules.presets": Law(FACTS, PURE | {"os", "tomli"}, RULES),  # reads its own data, and nothing else
    "rules": Law(FACTS | RULES),
    "scoring": Law(FACTS | RULES),
    "compare": Law(FACTS | RULES | {"scoring"}),
    "entry": Law(FACTS | RULES | {"scoring"}),
    "referee": Law(FACTS | RULES | {"scoring", "compare", "referee"}),
    "stats": Law(FACTS | RULES),
    # The edges.
    "storage": Law(CORE | {"storage", "_version"}, PYTHON | {"pydantic", "pydantic_core", "tomli", "tomli_w"}),
    "render": Law(
        CORE | {"render", "_version"}, PYTHON | {"rich", "wcwidth", "jinja2", "markupsafe", "plotext", "segno"}
    ),
    "cli": Law(CORE | {"storage", "render", "cli", "_version"}, PYTHON | {"typer", "prompt_toolkit"}),
    # The front door loads everything late, so that a command pays only for what it needs.
    "__init__": Law({"_version"}, PURE | {"importlib"}, CORE | {"storage"}),
    "__main__": Law({"cli"}, PURE | {"gc", "os", "sys"}),
}
"""From the bottom up: a part imports itself and parts above it in this table, for a part stands on those."""


class Import(NamedTuple):
    """One import: what is imported, where, and whether for type checkers only."""

    name: str
    line: int
    types: bool = False


def imports(source: str) -> list[Import]:
    """All imports of a module's text, wherever they stand; a relative one begins with its dots."""
    found: list[Import] = []
    _collect(ast.parse(source), found, types=False)
    return found


def _collect(node: ast.AST, found: list[Import], *, types: bool) -> None:
    if isinstance(node, ast.Import):
        found += [Import(alias.name, node.lineno, types) for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        module = "." * node.level + (node.module or "")
        whole = module == "scorekeeper"  # `from scorekeeper import scoring` imports that module, too
        found += [Import(f"{module}.{a.name}" if whole else module, node.lineno, types) for a in node.names]
    elif isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
        _collect(ast.Module(node.body, []), found, types=True)
        _collect(ast.Module(node.orelse, []), found, types=types)
    else:
        for child in ast.iter_child_nodes(node):
            _collect(child, found, types=types)


def part_of(module: str) -> str:
    """The part of the package to which a module belongs: ``rules.bags`` is of ``rules``."""
    if module.startswith("rules.presets"):
        return "rules.presets"
    return module.partition(".")[0]


def module_name(file: Path) -> str:
    """The name of a module inside the package."""
    parts = file.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


def breaches(part: str, source: str) -> list[str]:
    """Each import with which a text, were it a module of that part, would break the law."""
    law = LAWS[part]
    found = []
    for name, line, types in imports(source):
        top, _, inner = name.partition(".")
        if top == "scorekeeper":
            allowed = law.own | (law.own_types if types else set())
            good = part_of(inner or "__init__") in allowed
        else:
            good = top in law.outside or (types and top in TYPES)
        if not good:
            found.append(f"line {line}: {name}")
    return found


MODULES = {module_name(file): file for file in sorted(PACKAGE.rglob("*.py"))}


@pytest.mark.parametrize("module", MODULES)
def test_law(module: str) -> None:
    """Every module imports only what its part of the package may."""
    assert part_of(module) in LAWS, f"{module} belongs to no part of the package that the law knows"
    assert breaches(part_of(module), MODULES[module].read_text(encoding="utf-8")) == []


def test_law_has_no_way_back() -> None:
    """No part may import one that stands on it; for types only, facts may name facts, and presets the rules."""
    below: set[str] = set()
    for part, law in LAWS.items():
        beside = next((group for group in (FACTS, RULES) if part in group), {part})
        assert law.own <= below | {part}, part
        assert law.own_types <= below | beside, part
        below.add(part)


def test_edges_do_not_know_each_other() -> None:
    """Storage and render import neither each other nor the command line, and nothing of the core imports them."""
    edges = {"storage", "render", "cli"}
    for part in CORE:
        assert not edges & (LAWS[part].own | LAWS[part].own_types)
    assert {"storage"} == edges & LAWS["storage"].own
    assert {"render"} == edges & LAWS["render"].own


@pytest.mark.parametrize(
    ("library", "parts"),
    [
        ("rich", ["render"]),
        ("jinja2", ["render"]),
        ("plotext", ["render"]),
        ("segno", ["render"]),
        ("typer", ["cli"]),
        ("prompt_toolkit", ["cli"]),
        ("pydantic", ["storage"]),
        ("tomli", ["rules.presets", "storage"]),
        ("tomli_w", ["storage"]),
        ("wcwidth", ["render", "text"]),
        ("os", ["__main__", "cli", "render", "rules.presets", "storage"]),
        ("sys", ["__main__", "cli", "render", "storage"]),
        ("pathlib", ["cli", "render", "storage"]),
        ("datetime", ["cli", "render", "storage"]),
    ],
)
def test_corner(library: str, parts: list[str]) -> None:
    """Each library stays in its corner."""
    assert parts == sorted(part for part, law in LAWS.items() if library in law.outside)


def test_prompt_toolkit_stays_in_one_module() -> None:
    """Lines with history and completion are one module's affair, so that everything works without them."""
    naming = [module for module, file in MODULES.items() if "prompt_toolkit" in _libraries(file)]
    assert naming == ["cli.toolkit"]


def _libraries(file: Path) -> set[str]:
    return {name.partition(".")[0] for name, _, _ in imports(file.read_text(encoding="utf-8"))}


BROKEN: list[tuple[str, str, list[str]]] = [
    ("scoring", "import os", ["line 1: os"]),
    ("scoring", "def f():\n    import rich.console", ["line 2: rich.console"]),
    ("scoring", "try:\n    pass\nexcept OSError:\n    from pathlib import Path", ["line 4: pathlib"]),
    ("scoring", "from scorekeeper.referee import claims", ["line 1: scorekeeper.referee"]),
    ("scoring", "from scorekeeper import referee, rules", ["line 1: scorekeeper.referee"]),
    ("scoring", "from scorekeeper.compare import smallest_difference", ["line 1: scorekeeper.compare"]),
    ("compare", "from scorekeeper.render.rulebook import compared", ["line 1: scorekeeper.render.rulebook"]),
    ("compare", "import itertools, tomli", ["line 1: tomli"]),
    ("render", "from scorekeeper.compare import smallest_difference", []),
    ("storage", "from scorekeeper.storage.schema import game_schema\nimport jsonschema", ["line 2: jsonschema"]),
    ("scoring", "from . import rules", ["line 1: ."]),
    ("scoring", "import scorekeeper", ["line 1: scorekeeper"]),
    ("scoring", "if TYPE_CHECKING:\n    import datetime\n    import pydantic", ["line 3: pydantic"]),
    ("scoring", "if TYPE_CHECKING:\n    pass\nelse:\n    import datetime", ["line 4: datetime"]),
    ("scoring", "if TYPE_CHECKING:\n    from scorekeeper.cli import console", ["line 2: scorekeeper.cli"]),
    ("sheet", "if TYPE_CHECKING:\n    from scorekeeper.game import Hand", []),
    ("bids", "if TYPE_CHECKING:\n    from scorekeeper.game import Hand", []),
    ("bids", "from scorekeeper.game import Hand", ["line 1: scorekeeper.game"]),
    ("storage", "import os, pydantic, typer", ["line 1: typer"]),
    ("storage", "from scorekeeper.render.sheets import table", ["line 1: scorekeeper.render.sheets"]),
    ("render", "import rich, tomli", ["line 1: tomli"]),
    ("rules", "import tomli", ["line 1: tomli"]),
    ("rules.presets", "import os, tomli", []),
    ("rules.presets", "from scorekeeper.rules.base import Rule", ["line 1: scorekeeper.rules.base"]),
    ("cli", "import typer\nfrom scorekeeper.storage import load_game\nimport rich", ["line 3: rich"]),
]


@pytest.mark.parametrize(("part", "source", "expected"), BROKEN, ids=[f"{part}: {text}" for part, text, _ in BROKEN])
def test_law_is_seen_to(part: str, source: str, expected: list[str]) -> None:
    """A breach is seen wherever the import stands, and only a breach."""
    assert expected == breaches(part, source)


HEAVY = ["plotext", "pydantic", "rich", "tomli_w", "typer", "wcwidth"]


def test_scoring_loads_nothing_heavy() -> None:
    """Scoring a hand loads no library of the edges."""
    program = (
        "import sys\n"
        "from scorekeeper import RuleSet, Standing, check_claim\n"
        "check_claim(RuleSet('pagat-blind-nil'), Standing(337, 7), [5], [8], 390)\n"
        f"print([name for name in {HEAVY} if name in sys.modules])\n"
        "print([name for name in sys.modules if name.startswith(('scorekeeper.storage', 'scorekeeper.render'))])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n[]\n", "")
