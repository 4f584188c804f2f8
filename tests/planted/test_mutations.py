"""Check that mutations are found in their places and that each module still loads."""

from pathlib import Path

import pytest

from campaigns.mutants import Book, Trial, explained, mutants
from tests.planted.copies import ROOT
from tests.planted.measuring import measure
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
def test_a_line_has_these_mutations(line: str, mutants: list[str]) -> None:
    assert [each.after for each in mutations(line)] == [each.strip() for each in mutants]


def test_a_return_is_removed_unless_it_has_no_effect() -> None:
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


def test_every_explained_mutant_still_exists() -> None:
    assert explained().keys() <= {each.key for each in mutants()}


def test_a_mutant_is_killed_by_a_test_that_passes_without_it(tmp_path: Path) -> None:
    """Some mutants of a module survive its import. The campaign stores the results."""
    own = [each for each in mutants() if each.file == "core/money.py"][:3]
    test = "tests/core/test_money.py"
    trial = Trial(measure([test], tmp_path, 1), Book(tmp_path / "found.jsonl"))
    assert trial.control(list(trial.known.seconds)) == ""
    trial.try_all(own)
    found = {each: trial.book.found(each) for each in own}
    assert {"" in trial.early_in(each) for each in own} == {True, False}
    assert all(killer in trial.known.seconds for killer in found.values())
    again = Book(tmp_path / "found.jsonl")
    again.read()
    assert {each: again.found(each) for each in own} == found
