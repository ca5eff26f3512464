"""The faults that `make mutants` puts into the kit."""

from __future__ import annotations

import ast

import pytest

from tests.mutants import GAMES, KIT, MutatedModule, known, mutants


def changes(code: str) -> list[str]:
    return [mutant.change for mutant in mutants(ast.parse(code))]


def test_what_is_put_in_place_of_what() -> None:
    assert changes("if a < b: c()") == ["a < b → a <= b", "a < b → a >= b", "c() → pass"]
    assert changes("while a: b += c") == ["a → not a", "b += c → pass"]
    assert changes("x = not a or b") == ["not a or b → not a and b", "not a or b → a or b"]
    assert changes("x = a - 2") == ["a - 2 → a + 2", "a - 2 → a - 3", "a - 2 → a - 1"]
    assert changes("x = a[1:]") == ["a[1:] → a[:]", "a[1:] → a[2:]", "a[1:] → a[0:]"]
    assert changes("x = f(a[-1])") == ["a[-1] → a[1]", "a[-1] → a[-2]", "a[-1] → a[-0]"]
    assert changes("x = max(a)") == ["max(a) → min(a)"]
    assert changes("def f():\n    'remark'\n    return a") == ["return a → return None"]
    assert changes("@check('rule')\ndef f(a: int = True): raise b") == ["True → False", "raise b → pass"]
    assert changes("x = f'{a} of {b + c}'") == ["b + c → b - c"]


def test_a_fault_is_where_it_says() -> None:
    tree = ast.parse("class A:\n    n = 1\n    def f(self):\n        return lambda: 2\n")
    assert [(mutant.where, mutant.function, mutant.line) for mutant in mutants(tree)] == [
        ("A", "", 2), ("A", "", 2), ("A.f", "A.f", 4), ("A.f", "A.f", 4), ("A.f", "A.f", 4),
    ]  # fmt: skip
    first = next(mutants(tree))
    first.put_in()
    assert ast.unparse(tree).splitlines()[1] == "    n = 2"


def test_every_room_of_the_kit_is_visited() -> None:
    assert {path.stem for path in KIT.glob("[a-z]*.py")} == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_faults_that_nobody_could_notice_are_still_there(name: str) -> None:
    assert set(known(name)) <= {(mutant.where, mutant.change) for mutant in MutatedModule(name).mutants}
    assert all(known(name).values())
