"""Mutations are found where they stand, and each leaves a module that still loads."""

import pytest

from campaigns.mutants import explained, mutants, stages
from tests.planted.copies import ROOT
from tests.planted.mutations import mutations


@pytest.mark.parametrize(
    ("line", "mutants"),
    [
        ("x = a < b <= c", ["x = a <= b <= c", "x = a < b < c"]),
        ("x = a is not b", ["x = a is b"]),
        ("x = (a) not  in (b)", ["x = (a) in (b)"]),
        ("x = a and b", ["x = a or b"]),
        ("x = not a", ["x =  a"]),
        ("x = 1_00", ["x = 101"]),
        ("x = 'é' == y", ["x = 'é' != y"]),
        ("x = True", []),
        ("x: Literal[1] = y", []),
        ("x = f'{a < b}'", []),
    ],
)
def test_what_becomes_of_a_line(line: str, mutants: list[str]) -> None:
    assert [each.after for each in mutations(line)] == [each.strip() for each in mutants]


def test_a_return_is_left_out_unless_nothing_would_be_returned_anyway() -> None:
    source = "def one(a):\n    if a:\n        return None\n    return None\n"
    (found,) = mutations(source)
    assert (found.function, found.line, found.after) == ("one", 3, "pass")
    assert found.text == source.replace("return None\n", "pass\n", 1)


def test_every_mutant_differs_and_loads() -> None:
    found = mutants()
    assert len(found) > 2_000
    for each in found:
        source = (ROOT / "src" / "punto" / each.file).read_text(encoding="utf-8")
        assert each.mutation.text != source
        compile(each.mutation.text, each.file, "exec")


def test_every_mutant_that_is_explained_is_still_one() -> None:
    assert explained().keys() <= {each.key for each in mutants()}


def test_the_tests_of_a_module_go_first() -> None:
    assert next(stages("core/money.py")) == ["tests/core/test_money.py"]
    assert next(stages("table/changes.py")) == ["tests/table"]
    for tests in stages("ledger/cage.py"):
        for each in tests:
            assert (ROOT / each).exists()
