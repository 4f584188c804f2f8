"""Find the tests that prove each clause, by their `@clause` markers.

A checkout has the tests and reads them. A wheel has no tests: its build stores the index in the
metadata (`packaging/build_hook.py`), so the index is never older than the tests.
"""

import ast
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import distribution
from pathlib import Path

ClauseTests = Mapping[str, Mapping[str, Sequence[str]]]
"""The tests that prove each clause, by document and clause."""

INDEX = "clause-tests.json"
CHECKOUT = Path(__file__).parents[3]


@cache
def clause_tests() -> ClauseTests:
    """The tests of this checkout, or those stored in the metadata of the installed wheel."""
    if (CHECKOUT / "tests" / "documents").is_dir():
        return marked_tests(CHECKOUT)
    stored = distribution("punto").read_text(f"extra_metadata/{INDEX}")
    assert stored is not None
    index: ClauseTests = json.loads(stored)
    return index


def marked_tests(checkout: Path) -> ClauseTests:
    """The tests of a checkout that are marked with each clause of each document."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for path in sorted((checkout / "tests").rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        if "@clause(" in source:
            for name, document, numbers in _markers(ast.parse(source)):
                test = f"{path.relative_to(checkout).as_posix()}::{name}"
                for number in numbers:
                    found[document][number].append(test)
    return {document: dict(clauses) for document, clauses in sorted(found.items())}


def _markers(tree: ast.Module) -> Iterator[tuple[str, str, list[str]]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "clause":
                    document, *numbers = (ast.literal_eval(each) for each in mark.args)
                    yield node.name, document, numbers
