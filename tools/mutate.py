"""Mutation testing of the core: does some test fail for each small fault that is put into it?

`python tools/mutate.py rules scoring referee` puts faults into these modules, one at a time, and runs the tests that
reach the faulty line, the quickest first, until one fails. A fault that no test minds has survived: it wants a test,
or simpler code, or a place in docs/mutants.md, with the reason why it changes nothing that anybody can see.

All tests are collected once, in this process; each fault is then made in a fork, which changes the code of the one
function. Faults outside functions, in the settings of the rules above all, are made while their module is imported, by
a fork that has not imported it yet. So a fault takes a fraction of a second, properties and class bodies among them.
What takes its place in a fork is gone with it; nothing is written. It needs `os.fork`.
"""

from __future__ import annotations

import argparse
import ast
import functools
import gc
import json
import os
import re
import resource
import signal
import sys
import time
from collections import Counter
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

import coverage
import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, Phase, settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Told = Callable[["Mutant", int], None]
    """What is told of a mutant and how its fork ended: `SURVIVED`, or else killed."""

ROOT = Path(__file__).parent.parent
CORE = ROOT / "src/scorekeeper"
ACCEPTED = ROOT / "docs/mutants.md"
TESTS = "presets rules house_rules scoring cases bids cards play rulings slips why walk outlook entry stats properties"
"""Tests that run in this process, by their files."""
LONG = (
    "why::test_slips_of_published_hands",
    "why::test_explanations_hold",
    "why::test_last_digit_is_the_bags",
    "walk::test_one_slip_carried_down",
    "walk::test_a_long_sheet",
    "properties::test_smallest_difference",
    "properties::test_a_change_applies_from_its_hand_on",
    "properties::test_replay_equals_adding_hand_by_hand",
    "properties::test_lines_sum_to_the_change",
    "properties::test_differing_settings",
    "properties::test_the_order_of_partners_changes_nothing",
)
"""Tests of hundreds of hands, which find a fault that the others miss only by luck, and take seconds each."""
DECLARED = (
    "rulebook::test_page",
    "presets rules",
    "rulebook house_rules scoring cases cards play",
    "rulings stats slips why walk",
)
"""Tests that are run for faults outside functions, a few files at a time: docs/rules.md has every setting."""
AT_IMPORT = ("number", "choice", "flag", "__init_subclass__")
"""Functions that run while modules are imported."""
_SECONDS = 5.0
"""A fault has survived when the tests of its line have passed for so long, the quickest first."""
_CPU = 40
"""Seconds of the processor after which a fault is taken for an endless loop."""
_MEMORY = 3 << 30


class Mutant(NamedTuple):
    """A fault that can be put into a module.

    Attributes:
        file: The module.
        place: What is replaced in the syntax tree: a node, its field, and the place in it where that is a list.
        new: What takes its place.
        change: The fault in words: what stood there => what stands there.
        function: The outermost function around it; None for a fault outside functions.
        lines: The lines of its statement.
        again: 2 for the second fault of these words in the same line of text, and so on.
    """

    file: Path
    place: tuple[ast.AST, str, int | None]
    new: ast.AST
    change: str
    function: ast.FunctionDef | None
    lines: range
    again: int = 1

    def put(self) -> None:
        """Puts the fault into the tree, which is for this process only."""
        node, field, at = self.place
        if at is None:
            setattr(node, field, self.new)
        else:
            getattr(node, field)[at] = self.new

    @property
    def module(self) -> str:
        return self.file.relative_to(CORE).as_posix()

    @property
    def text(self) -> str:
        """The line in which the fault is."""
        old = getattr(*self.place[:2])
        node = old if self.place[2] is None else old[self.place[2]]
        number = getattr(node, "lineno", self.lines.start)
        return self.file.read_text("utf-8").splitlines()[number - 1].strip()

    @property
    def name(self) -> str:
        """How docs/mutants.md calls it."""
        again = f" (#{self.again})" if self.again > 1 else ""
        return f"{self.module} | {self.text} | {self.change}{again}"


# Faults

_COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
_TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}


def _copied(node: ast.AST, **fields: object) -> Any:
    fresh = type(node)(**{name: getattr(node, name, None) for name in node._fields} | fields)
    return ast.copy_location(fresh, node)


def _of_expression(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in the place of an expression."""
    match node:
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                for other in _COMPARED[type(op)]:
                    yield _copied(node, ops=[*ops[:at], other(), *ops[at + 1 :]])
        case ast.BoolOp(op=op):
            yield _copied(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.BinOp(op=op) if type(op) in _RECKONED:
            yield _copied(node, op=_RECKONED[type(op)]())
        case ast.IfExp(body=body, orelse=orelse):
            yield _copied(node, body=orelse, orelse=body)
        case ast.Constant(value=bool(value)):
            yield _copied(node, value=not value)
        case ast.Constant(value=int(value) | float(value)):
            yield _copied(node, value=value + 1)
            yield _copied(node, value=value - 1)
        case ast.Constant(value=str(value)):
            yield _copied(node, value="" if value else "XX")
        case ast.Name(id=name) if name in _TWINS:
            yield _copied(node, id=_TWINS[name])


def _of_statement(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in the place of a statement."""
    match node:
        case ast.If(test=test) | ast.While(test=test) if not isinstance(test, ast.Compare):
            yield _copied(node, test=ast.copy_location(ast.UnaryOp(ast.Not(), test), test))
        case ast.Return(value=value) if value is None or (isinstance(value, ast.Constant) and value.value is None):
            yield ast.copy_location(ast.Pass(), node)
        case ast.Return():
            yield _copied(node, value=ast.copy_location(ast.Constant(None), node))
        case ast.Continue():
            yield ast.copy_location(ast.Break(), node)
        case ast.Expr(value=ast.Constant()):
            return
        case ast.Expr() | ast.Raise() | ast.Break() | ast.AugAssign():
            yield ast.copy_location(ast.Pass(), node)
    if isinstance(node, ast.AugAssign) and type(node.op) in _RECKONED:
        yield _copied(node, op=_RECKONED[type(node.op)]())


def _skipped(node: ast.AST, field: str) -> bool:
    """What is no code that runs, or checks nothing but ourselves."""
    if field in ("annotation", "returns", "type_comment", "decorator_list") or isinstance(node, ast.Import):
        return True
    match node:
        case ast.Expr(value=ast.Constant()):  # a docstring
            return True
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.keyword(arg="strict"):  # zip: a check of ourselves
            return True
    return False


def _says_nothing(node: ast.AST, child: ast.AST) -> bool:
    """Whether a statement only says what the end of the function would: nothing."""
    match child:
        case ast.Return(value=ast.Constant(value=None)):
            return isinstance(node, ast.FunctionDef) and child is node.body[-1]
    return False


def mutants(file: Path) -> list[Mutant]:
    """All faults for a module."""
    tree = ast.parse(file.read_bytes())
    found: list[Mutant] = []

    def visit(node: ast.AST, function: ast.FunctionDef | None, lines: range) -> None:
        for field, value in ast.iter_fields(node):
            for at, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if not isinstance(child, ast.AST) or _skipped(child, field) or _says_nothing(node, child):
                    continue
                inside, around = lines, function
                if isinstance(child, ast.stmt):
                    body = getattr(child, "body", None)
                    last = body[0].lineno - 1 if body else child.end_lineno or child.lineno
                    inside = range(child.lineno, max(last, child.lineno) + 1)
                if isinstance(child, ast.FunctionDef) and function is None:
                    around = None if child.name in AT_IMPORT else child
                    inside = range(child.lineno, (child.end_lineno or 0) + 1)  # for its defaults
                news = _of_statement(child) if isinstance(child, ast.stmt) else _of_expression(child)
                for new in news:
                    change = f"{_short(child)} => {_short(new)}"
                    found.append(Mutant(file, (node, field, at), new, change, around, inside))
                visit(child, around, inside)

    visit(tree, None, range(1))
    _TREES[file] = tree
    seen: Counter[str] = Counter()
    for at, mutant in enumerate(found):
        seen[mutant.name] += 1
        found[at] = mutant._replace(again=seen[mutant.name])
    return found


_TREES: dict[Path, ast.Module] = {}


def _short(node: ast.AST) -> str:
    if isinstance(node, ast.If | ast.While):
        return f"if {ast.unparse(node.test)}"
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return repr(node.value)
    return " ".join(ast.unparse(ast.fix_missing_locations(node)).split())


def _compiled(mutant: Mutant) -> CodeType:
    mutant.put()
    tree = ast.fix_missing_locations(_TREES[mutant.file])
    return compile(tree, str(mutant.file), "exec", dont_inherit=True)


# In a fork


def _forked(act: Callable[[], int]) -> int:
    """Starts a fork that does this and ends with the number; its process id."""
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, _CPU)
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        code = act()
    finally:
        os._exit(code)


class Crew:
    """A few forks at work."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.at_work: dict[int, Callable[[int], None]] = {}

    def start(self, act: Callable[[], int], done: Callable[[int], None]) -> None:
        """Has this done as soon as there is room; `done` gets how it ended: an exit code, or below zero a signal."""
        while len(self.at_work) >= self.jobs:
            self.wait()
        self.at_work[_forked(act)] = done

    def wait(self) -> None:
        """Waits for one to end."""
        pid, status = os.wait()
        done = self.at_work.pop(pid, None)
        if done:
            done(os.waitstatus_to_exitcode(status))

    def finish(self) -> None:
        """Waits for all."""
        while self.at_work:
            self.wait()


_ARGUMENTS = f"-x -q -p no:cacheprovider -p no:xdist --assert=plain --tb=line --rootdir={ROOT}".split()
_ARGUMENTS += [f"--deselect=tests/test_{test.replace('::', '.py::')}" for test in LONG]
SURVIVED = 0


def _files(names: Iterable[str]) -> list[str]:
    parts = (name.partition("::") for name in names)
    return [f"{ROOT}/tests/test_{file}.py{mark}{test}" for file, mark, test in parts]


def _import_faulty(mutant: Mutant | None) -> int:
    """Runs the tests with a fault that is made while its module is imported."""
    plain = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, fullname: str) -> CodeType | None:
        if mutant and Path(self.path).resolve() == mutant.file:
            return _compiled(mutant)
        return plain(self, fullname)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign,assignment]
    return SURVIVED if all(pytest.main([*_ARGUMENTS, *_files(names.split())]) == 0 for names in DECLARED) else 1


class Warm:
    """A pytest plugin that runs the tests once, to see which lines each reaches, and then once more for each fault."""

    def __init__(self, faults: Sequence[Mutant], crew: Crew, seconds: float, told: Told) -> None:
        self.faults, self.crew, self.seconds, self.told = faults, crew, seconds, told
        self.took: dict[str, float] = {}
        self.killers: Counter[tuple[int, str]] = Counter()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Takes the place of pytest's own loop."""
        reached = self._reached(session)
        items = {item.nodeid: item for item in session.items}
        functions, caches = _functions(), _caches()
        gc.collect()
        gc.freeze()
        self.crew.start(lambda: _failed(session.items), _sound)
        for mutant in self.faults:
            tests = reached(mutant)
            report = os.memfd_create("killer")

            def act(mutant: Mutant = mutant, tests: list[str] = tests, report: int = report) -> int:
                _patch(mutant, functions, caches)
                return _failed((items[test] for test in tests), report)

            def done(code: int, mutant: Mutant = mutant, report: int = report) -> None:
                killer = os.pread(report, 1000, 0).decode()
                os.close(report)
                if killer:
                    self.killers[id(mutant.function), killer] += 1
                self.told(mutant, code)

            self.crew.start(act, done)
        self.crew.finish()
        return True

    def _reached(self, session: pytest.Session) -> Callable[[Mutant], list[str]]:
        watch = coverage.Coverage(data_file=None, source=[str(CORE)], branch=False, config_file=False)
        watch.start()
        for item in session.items:
            for cache in _caches():
                cache.cache_clear()
            watch.switch_context(item.nodeid)
            begun = time.process_time()
            if any(each.failed for each in runtestprotocol(item, log=False)):
                raise pytest.UsageError(f"{item.nodeid} fails without any fault")
            self.took[item.nodeid] = time.process_time() - begun
        watch.stop()
        data = watch.get_data()
        lines = {file: data.contexts_by_lineno(file) for file in data.measured_files()}

        def reached(mutant: Mutant) -> list[str]:
            known = lines.get(str(mutant.file), {})
            tests = {test for line in mutant.lines for test in known.get(line, ()) if test}
            order = sorted(tests, key=lambda test: (-self.killers[id(mutant.function), test], self.took[test]))
            chosen, left = [], self.seconds
            for test in order:
                left -= self.took[test]
                if left >= 0:
                    chosen.append(test)
            return chosen

        return reached


def _failed(items: Iterable[pytest.Item], report: int | None = None) -> int:
    """Runs tests until one fails, whose name goes to the report."""
    for item in items:
        if any(each.failed for each in runtestprotocol(item, log=False)):
            if report is not None:
                os.pwrite(report, item.nodeid.encode(), 0)
            return 1
    return SURVIVED


def _sound(code: int) -> None:
    """The tests must pass in a fork without a fault, else a failure would prove nothing."""
    if code != SURVIVED:
        print("the tests fail in a fork without any fault", file=sys.stderr)
        os._exit(2)


def _functions() -> dict[tuple[str, int], list[FunctionType]]:
    """All functions of the core that are alive, by file and first line."""
    found: dict[tuple[str, int], list[FunctionType]] = {}
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(str(CORE)):
            found.setdefault((each.__code__.co_filename, each.__code__.co_firstlineno), []).append(each)
    return found


def _codes(code: CodeType) -> Iterator[CodeType]:
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield const
            yield from _codes(const)


def _caches() -> list[Any]:
    """What remembers results, in the core."""
    kind = functools._lru_cache_wrapper  # noqa: SLF001
    return [each for each in gc.get_objects() if isinstance(each, kind) and each.__module__.startswith("scorekeeper")]


def _patch(mutant: Mutant, functions: dict[tuple[str, int], list[FunctionType]], caches: list[Any]) -> None:
    """Gives the function its faulty code; nothing that was worked out before the fault is kept."""
    whole = mutant.function
    assert whole is not None  # noqa: S101
    first = min([whole.lineno, *(each.lineno for each in whole.decorator_list)])
    found = [code for code in _codes(_compiled(mutant)) if (code.co_firstlineno, code.co_name) == (first, whole.name)]
    for function in functions.get((str(mutant.file), first), []):
        function.__code__ = found[0]
        _patch_defaults(function, whole)
    for cache in caches:
        cache.cache_clear()


def _patch_defaults(function: FunctionType, whole: ast.FunctionDef) -> None:
    given = whole.args.defaults
    if given and all(isinstance(each, ast.Constant) for each in given):
        function.__defaults__ = tuple(ast.literal_eval(each) for each in given)
    named = zip(whole.args.kwonlyargs, whole.args.kw_defaults, strict=True)
    for arg, default in named:
        if isinstance(default, ast.Constant):
            function.__kwdefaults__ = {**(function.__kwdefaults__ or {}), arg.arg: default.value}


# Report


def accepted() -> dict[str, str]:
    """The survivors that docs/mutants.md lists, each with its reason."""
    found: dict[str, str] = {}
    module = ""
    for line in ACCEPTED.read_text("utf-8").splitlines() if ACCEPTED.exists() else []:
        heading = re.fullmatch(r"## `(.+)`", line)
        row = re.fullmatch(r"\| `+ ?(.+?) ?`+ \| `+ ?(.+?) ?`+ \| (.+) \|", line)
        if heading:
            module = heading[1]
        elif row:
            text, change, reason = (cell.replace("\\|", "|") for cell in row.groups())
            found[f"{module} | {text} | {change}"] = reason
    return found


def chosen(names: Iterable[str]) -> list[Path]:
    """The modules of these names, such as ``rules`` or ``referee/why``."""
    found: list[Path] = []
    for name in names:
        path = CORE / name
        files = sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]
        if not all(file.exists() for file in files):
            raise SystemExit(f"there is no module {name}")
        found += files
    return found


def table(results: Sequence[tuple[Mutant, int]]) -> Iterator[str]:
    """The result in rows of Markdown, one for each module."""
    known = accepted()
    yield "| module | mutants | killed | of 100 | survivors, all with their reasons |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    modules = dict.fromkeys(mutant.module for mutant, _ in results)
    for module in [*modules, ""]:
        own = [(mutant, code) for mutant, code in results if module in ("", mutant.module)]
        alive = [mutant for mutant, code in own if code == SURVIVED]
        killed = len(own) - len(alive)
        listed = sum(mutant.name in known for mutant in alive)
        left = str(listed) if listed == len(alive) else f"{listed} of {len(alive)}"
        yield f"| {module or 'all'} | {len(own)} | {killed} | {100 * killed / len(own):.1f} | {left} |"


def main() -> int:
    """Makes the faults, and prints what survived; ends with 1 if one of these is not in docs/mutants.md."""
    parser = argparse.ArgumentParser(description="Puts faults into the core, and sees whether a test fails.")
    parser.add_argument("modules", nargs="*", default=["rules", "scoring", "referee"], help="such as rules referee/why")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=_SECONDS, help="of passing tests before a fault has survived")
    parser.add_argument("--results", type=Path, help="a file of results; only the survivors in it are tried again")
    said = parser.parse_args()

    begun = time.monotonic()
    everything = [mutant for file in chosen(said.modules) for mutant in mutants(file)]
    before = _read(said.results)
    faults = [mutant for mutant in everything if before.get(mutant.name, SURVIVED) == SURVIVED]
    results: list[tuple[Mutant, int]] = []
    known = accepted()

    def told(mutant: Mutant, code: int) -> None:
        results.append((mutant, code))
        if code == SURVIVED and mutant.name not in known:
            print(f"{mutant.module}:{mutant.lines.start}: {mutant.text}\n    {mutant.change}", flush=True)
        if len(results) % 100 == 0:
            print(f"{len(results)} of {len(faults)}", file=sys.stderr)
            keep()

    def keep() -> None:
        if said.results:
            ended = before | {mutant.name: code for mutant, code in results}
            said.results.write_text(json.dumps(ended, ensure_ascii=False, indent=0), "utf-8")

    quiet = [HealthCheck.too_slow, HealthCheck.data_too_large]
    settings.register_profile(
        "mutants", derandomize=True, deadline=None, database=None, suppress_health_check=quiet,
        phases=[Phase.explicit, Phase.generate],
    )  # fmt: skip
    settings.load_profile("mutants")
    sys.path.insert(0, str(ROOT / "src"))
    crew = Crew(said.jobs)
    outside = [mutant for mutant in faults if mutant.function is None]
    if outside:
        crew.start(functools.partial(_import_faulty, None), _sound)
    for mutant in outside:
        crew.start(functools.partial(_import_faulty, mutant), functools.partial(told, mutant))
    crew.finish()
    warm = Warm([mutant for mutant in faults if mutant.function], crew, said.seconds, told)
    pytest.main([*_ARGUMENTS, *_files(TESTS.split())], plugins=[warm])
    ended = {mutant.name: code for mutant, code in results}
    whole = [(mutant, ended.get(mutant.name, before.get(mutant.name, SURVIVED))) for mutant in everything]
    keep()
    fresh = [mutant for mutant, code in whole if code == SURVIVED and mutant.name not in known]
    print("\n".join(table(whole)))
    print(f"{len(faults)} mutants in {time.monotonic() - begun:.0f} s.")
    return 1 if fresh else 0


def _read(results: Path | None) -> dict[str, int]:
    return dict(json.loads(results.read_text("utf-8"))) if results and results.exists() else {}


if __name__ == "__main__":
    sys.exit(main())
