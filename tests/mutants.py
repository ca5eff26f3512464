"""Mutation tests of `referee/kit`: do the tests notice a single fault? ``make mutants MODULE=melds``.

Every fault is tried in a child process, which imports the faulty module in place of the real one, runs its tests up to
the first failure, and then judges the records of a game or two. A fault that passes all of that has survived: a test is
missing, or the fault can't be noticed (``tests/kit/mutants.toml`` lists those, and says why), or the code isn't needed.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import importlib.util
import os
import random
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import CodeType
from typing import IO, Any

import hypothesis
import pytest

import referee.records.record  # imported here, so that children don't have to; it doesn't use the kit
from referee import find_game

HERE = Path(__file__).parent
KIT = HERE.parent / "referee" / "kit"
FLOOR = 90  # per cent of the faults that can be noticed
FEW = 30  # cases of every test, from the first
MEMORY = 2 << 30
NOTES = Path(tempfile.gettempdir()) / f"mutants-{os.getpid()}.log"  # output of the last child

GAMES = {
    "betting": ("razz",),
    "stakes": ("razz",),
    "claims": ("oh-hell", "carioca"),
    "endings": (),
    "dealing": ("i-doubt-it", "old-maid"),
    "evidence": ("bridge-solitaire", "tetka"),
    "exchanges": ("ecarte",),
    "counted": ("thirty-one", "crazy-eights"),
    "fishing": ("scopa", "cassino"),
    "going_out": ("crazy-eights", "jack-change-it"),
    "holdings": ("oh-hell", "ecarte"),
    "layout": ("ecarte", "old-maid", "dingo"),
    "ledger": ("thirty-one", "put-and-take"),
    "left_over": ("last-one", "crazy-eights"),
    "melds": ("tonk", "carioca"),
    "messages": (),
    "poker": ("indian-chief",),
    "rest": ("crates", "thirty-one"),
    "shedding": ("crazy-eights", "jack-change-it"),
    "showdown": ("last-one", "carioca"),
    "stock": ("crazy-eights", "tonk"),
    "tricks": ("oh-hell", "hasenpfeffer"),
    "whereabouts": ("dingo", "i-doubt-it"),
    "worlds": ("carioca", "farmer"),
}
"""The games whose records are judged after ``tests/kit/test_MODULE.py``."""


# Faults

COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
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
RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}
SHOWN = ast.expr | ast.keyword | ast.Return | ast.Assign | ast.AugAssign | ast.AnnAssign  # around a small part
UNHEARD = {"annotation", "returns", "decorator_list", "type_comment", "ctx", "op", "ops"}  # no faults in these


@dataclass(frozen=True)
class Mutant:
    """One fault: ``new`` replaces a field of a node, or one item of a list in it."""

    node: ast.AST
    name: str
    place: int | None
    new: Any
    where: str  # class and function
    function: str  # the outermost function that contains it, if any
    line: int
    change: str = ""

    def put_in(self) -> None:
        self.put(self.new)

    def put(self, child: ast.AST) -> None:
        if self.place is None:
            setattr(self.node, self.name, child)
        else:
            getattr(self.node, self.name)[self.place] = child

    def shown(self, old: ast.AST, around: ast.AST | None) -> Mutant:
        """Its code before and after, with some context."""
        before = ast.unparse(around or old)
        self.put_in()
        after = ast.unparse(ast.fix_missing_locations(around or self.new))
        self.put(old)
        return replace(self, change=f"{before} → {after}".split("\n")[0])


def faults(node: ast.AST, truth: bool) -> Iterator[ast.AST]:
    """Faulty replacements for a node; ``truth`` if only its truth value counts."""
    match node:
        case ast.Compare(ops=[op, *_]):
            for other in COMPARED[type(op)]:
                yield ast.Compare(node.left, [other(), *node.ops[1:]], node.comparators)
        case ast.BoolOp(op=op):
            yield ast.BoolOp(ast.And() if isinstance(op, ast.Or) else ast.Or(), node.values)
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand
        case ast.BinOp() if type(node.op) in RECKONED:
            yield ast.BinOp(node.left, RECKONED[type(node.op)](), node.right)
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.Constant(value=str(value)):
            yield ast.Constant(f"XX{value}")
        case ast.Slice():
            for bound in ("lower", "upper", "step"):
                if getattr(node, bound):
                    yield ast.Slice(
                        **{part: getattr(node, part) for part in ("lower", "upper", "step") if part != bound}
                    )
        case ast.Call(func=ast.Name(id=name)) if name in TWINS:
            yield ast.Call(ast.Name(TWINS[name], ast.Load()), node.args, node.keywords)
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(None))
        case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.Delete() | ast.Return(value=None):
            yield ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript(), *_]):
            yield ast.Pass()
        case ast.Continue():
            yield ast.Break()
        case ast.Break():
            yield ast.Continue()
    if truth and not isinstance(node, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.Constant):
        yield ast.UnaryOp(ast.Not(), node)


def mutants(
    node: ast.AST, where: str = "", function: str = "", truth: bool = False, around: ast.AST | None = None
) -> Iterator[Mutant]:
    """Every fault in a node, in the order of the text; ``around`` is the context for small parts."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        where = f"{where}.{node.name}".strip(".")
    if not isinstance(node, ast.Slice | ast.UnaryOp):
        around = node if isinstance(node, SHOWN) else None
    for name, value in ast.iter_fields(node):
        if name in UNHEARD:
            continue
        for place, child in enumerate(value) if isinstance(value, list) else ((None, value),):
            if not isinstance(child, ast.AST) or untouched(node, child):
                continue
            body = function or (where if isinstance(node, ast.FunctionDef) and name == "body" else "")
            counts = name in ("test", "ifs") or (truth and isinstance(node, ast.BoolOp))
            for new in faults(child, counts):
                fault = Mutant(node, name, place, new, where, body, getattr(child, "lineno", 0))
                small = isinstance(child, ast.Constant | ast.Slice | ast.Name | ast.UnaryOp)
                yield fault.shown(child, around if small and around else None)
            yield from mutants(child, where, body, counts, around)


def untouched(node: ast.AST, child: ast.AST) -> bool:
    """Parts that tests can't notice: comments, names for mypy, the words of a message."""
    match child:
        case ast.Expr(value=ast.Constant()) | ast.Import() | ast.ImportFrom() | ast.Assert():
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.Call(func=ast.Name(id="TypeVar")):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return True
        case ast.Raise(exc=ast.Name(id="NotImplementedError")):
            return True
    return isinstance(node, ast.JoinedStr) and isinstance(child, ast.Constant)


# Trying faults


@dataclass
class MutatedModule:
    """A module of the kit with all of its faults, and the tests that should notice them."""

    name: str

    def __post_init__(self) -> None:
        self.file = KIT / f"{self.name}.py"
        self.tree = ast.parse(self.file.read_text(encoding="utf-8"))
        self.mutants = list(mutants(self.tree))
        self.tests = HERE / "kit" / f"test_{self.name}.py"
        self.records = [path for game in GAMES[self.name] for path in sorted((HERE / "records" / game).iterdir())]

    @property
    def module(self) -> str:
        return f"referee.kit.{self.name}"

    def compiled(self) -> CodeType:
        return compile(ast.fix_missing_locations(self.tree), str(self.file), "exec")

    def import_it(self) -> None:
        """Imports the module in its present state in place of the real one."""
        assert self.module not in sys.modules, f"{self.module} was imported before"
        spec = importlib.util.find_spec(self.module)
        assert spec
        module = sys.modules[self.module] = importlib.util.module_from_spec(spec)
        exec(self.compiled(), module.__dict__)

    def exchange(self, function: str) -> None:
        """Replaces a function of the imported module by that of the tree."""
        real: Any = importlib.import_module(self.module)
        for name in function.split("."):
            real = real.__dict__[name]
        inside = (getattr(real, name, None) for name in ("fget", "func", "__func__", "__wrapped__"))
        real = next(filter(None, inside), real)
        (code,) = (
            compiled
            for compiled in within(self.compiled())
            if (compiled.co_qualname, compiled.co_firstlineno) == (function, real.__code__.co_firstlineno)
        )
        real.__code__ = code

    def run(self, tests: Tests) -> int:
        options = ["-q", "-x", "--no-header", "--tb=short", "-p", "no:cacheprovider", "-p", "pytest_cov.plugin"]
        return int(pytest.main([*options, str(self.tests)], [tests]))

    def records_hold(self) -> bool:
        for path in self.records:
            with path.open(encoding="utf-8") as lines:
                judge = referee.records.record.Judge().judge(lines)
            if judge.failures or judge.warnings:
                print(path, *judge.failures, *judge.warnings, sep="\n")
                return False
        return True


def within(code: CodeType) -> Iterator[CodeType]:
    """All code below some code."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from within(constant)


class Tests:
    """Runs only some cases of a test with hundreds."""

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Function]) -> None:
        of: Counter[str] = Counter()
        for item in [*items]:
            of[item.originalname] += 1
            if of[item.originalname] > FEW:
                items.remove(item)


class Collected(Tests):
    """Collects the tests once, and runs them for every fault in a child."""

    def __init__(self, mutated: MutatedModule, chosen: Mapping[int, Mutant], told: IO[str]) -> None:
        self.mutated, self.some, self.told = mutated, chosen, told

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        def hold(mutant: Mutant | None) -> bool:
            if mutant:
                mutant.put_in()
                self.mutated.exchange(mutant.function)
            for item in session.items:
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
                if session.testsfailed:
                    return False
            return self.mutated.records_hold()

        for game in GAMES[self.mutated.name]:
            find_game(game)
        outcome, seconds = outcome_of(lambda: hold(None), 600)
        print("without", outcome, seconds, file=self.told, flush=True)
        if outcome == "survived":
            for place, mutant in self.some.items():
                outcome, _ = outcome_of(partial(hold, mutant), limit(seconds))
                print(place, outcome, 0, file=self.told, flush=True)
        return True


def limit(seconds: float) -> int:
    """The time limit for tests, from their time without a fault."""
    return round(seconds * 2) + 2


def outcome_of(holds: Callable[[], bool], seconds: int) -> tuple[str, float]:
    """The outcome of a fault in a child process, and its time. Endless loops are stopped."""
    import resource  # missing on Windows

    if not (child := os.fork()):
        outcome = 1
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            outcome = 0 if holds() else 1
        finally:
            with suppress(OSError):
                sys.stdout.flush()
            os._exit(outcome)
    _, status, used = os.wait4(child, 0)
    return "killed" if status else "survived", used.ru_utime + used.ru_stime


def outcomes(mutated: MutatedModule, chosen: Mapping[int, Mutant]) -> Iterator[tuple[str, str, float]]:
    """The outcomes of faults in functions, and first without a fault, from a child that imports everything once."""
    ours, theirs = os.pipe()
    if not (child := os.fork()):
        try:
            aside()
            mutated.run(Collected(mutated, chosen, os.fdopen(theirs, "w")))
        finally:
            os._exit(0)
    os.close(theirs)
    with os.fdopen(ours) as told:
        for line in told:
            place, outcome, seconds = line.split()
            yield place, outcome, float(seconds)
    os.waitpid(child, 0)


def anew(mutated: MutatedModule, mutant: Mutant) -> bool:
    """Whether the tests pass after a fresh import of the faulty module."""
    aside()
    mutant.put_in()
    mutated.import_it()
    return not mutated.run(Tests()) and mutated.records_hold()


def aside() -> None:
    """Redirects the tests' output to a file."""
    number = os.open(NOTES, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for stream in (1, 2):
        os.dup2(number, stream)


def known(name: str) -> dict[tuple[str, str], str]:
    """The faults of a module that nobody can notice: function, change and reason."""
    with (HERE / "kit" / "mutants.toml").open("rb") as file:
        return {(entry["where"], entry["change"]): entry["why"] for entry in tomllib.load(file).get(name, ())}


def visit(name: str, sample: int, seed: int) -> tuple[int, ...]:
    """Tries the faults of a module: how many are possible, were tried, noticed, survived, and can't be noticed."""
    mutated = MutatedModule(name)
    harmless = known(name)
    if gone := set(harmless) - {(mutant.where, mutant.change) for mutant in mutated.mutants}:
        sys.exit(f"tests/kit/mutants.toml: {name} has no such fault: {gone}")
    places = range(len(mutated.mutants))
    if 0 < sample < len(places):
        places = sorted(random.Random(f"{seed} {name}").sample(places, sample))
    tried = {place: mutated.mutants[place] for place in places}
    equal = {place for place, mutant in tried.items() if (mutant.where, mutant.change) in harmless}
    left = {place: mutant for place, mutant in tried.items() if place not in equal}

    telling = outcomes(mutated, {place: mutant for place, mutant in left.items() if mutant.function})
    _, outcome, seconds = next(telling, ("", "", 0.0))
    if outcome != "survived":
        sys.exit(f"{NOTES.read_text()}\n{name}: the tests fail without any fault")
    print(f"{name}: {len(left)} faults of {len(mutated.mutants)}, {seconds:.1f} s without any", flush=True)
    quick = {int(place): outcome for place, outcome, _ in telling}
    survived = 0
    for place, mutant in left.items():
        # Survivors are tried again: some functions are called while others are imported.
        slowly = partial(anew, mutated, mutant)
        if quick.get(place) != "killed" and outcome_of(slowly, limit(seconds) + 3)[0] == "survived":
            print(f"  {mutated.file.name}:{mutant.line} {mutant.where}: {mutant.change}", flush=True)
            survived += 1
    return len(mutated.mutants), len(tried), len(left) - survived, survived, len(equal)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=f"{', '.join(GAMES)}; all where none is named")
    parser.add_argument("--sample", type=int, default=120, help="faults in each module, drawn at random; 0 for all")
    parser.add_argument("--seed", type=int, default=1, help="of that sample")
    chosen = parser.parse_args(arguments)
    if unknown := [name for name in chosen.modules if name not in GAMES]:
        parser.error(f"no module {unknown[0]!r}; there are {', '.join(GAMES)}")
    hypothesis.settings.register_profile(
        "mutants",
        derandomize=True,
        database=None,
        deadline=None,
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
    )
    hypothesis.settings.load_profile("mutants")
    os.environ |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    print(f"seed {chosen.seed}")
    rows = {name: visit(name, chosen.sample, chosen.seed) for name in chosen.modules or GAMES}
    print(f"\n{'module':<12} {'faults':>6} {'tried':>6} {'killed':>6} {'alive':>6} {'equal':>6}")
    lowest = 100.0
    for name, (possible, tried, noticed, survived, equal) in rows.items():
        share = 100 * noticed / max(noticed + survived, 1)
        lowest = min(lowest, share)
        print(f"{name:<12} {possible:>6} {tried:>6} {noticed:>6} {survived:>6} {equal:>6} {share:>5.0f} %")
    NOTES.unlink(missing_ok=True)
    return int(lowest < FLOOR)


if __name__ == "__main__":
    sys.exit(main())
