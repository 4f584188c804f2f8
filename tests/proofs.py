"""Find the tests that prove each clause, by the markers in tests/documents."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
INDEX = ROOT / "src" / "punto" / "certification" / "proofs.json"


@cache
def proofs() -> dict[str, dict[str, list[str]]]:
    """The tests marked with each clause of each document."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for name, document, numbers in _marked(ast.parse(path.read_text(encoding="utf-8"))):
            test = f"{path.relative_to(ROOT).as_posix()}::{name}"
            for number in numbers:
                found[document][number].append(test)
    return {document: dict(clauses) for document, clauses in sorted(found.items())}


def _marked(tree: ast.Module) -> Iterator[tuple[str, str, list[str]]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "clause":
                    document, *numbers = (ast.literal_eval(each) for each in mark.args)
                    yield node.name, document, numbers
