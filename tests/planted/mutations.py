"""Find every small change of a module that a test should notice, in its syntax tree."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

FLIPPED: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
"""The replacement of each comparison."""

SWAPPED: dict[type[ast.boolop], tuple[str, str]] = {
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
}

Edit = tuple[int, int, str]
"""The start and the end of some bytes, and their replacement."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """A module with one change: its line, and the text before and after."""

    function: str
    statement: range
    line: int
    before: str
    after: str
    text: str


def mutations(source: str) -> list[Mutation]:
    """Every mutation of a module, in line order."""
    found: dict[Edit, _Place] = {}
    places = _Places(source)
    for place, node in _walked(ast.parse(source)):
        for edit in places.edits(node):
            found[edit] = place
    return [places.mutation(edit, found[edit]) for edit in sorted(found)]


_Place = tuple[str, range]
"""The name of a function and the lines of a statement."""


def _walked(tree: ast.Module) -> Iterator[tuple[_Place, ast.AST]]:
    """Every node that is executed, with its function and its statement."""
    waiting: list[tuple[_Place, ast.AST]] = [(("", range(0)), tree)]
    while waiting:
        place, node = waiting.pop()
        yield place, node
        for name, value in ast.iter_fields(node):
            # Skip types, which are not executed, the size of a cache, which is not behaviour, and
            # the parts of an f-string, whose place Python 3.11 does not know.
            if name in ("annotation", "returns", "decorator_list"):
                continue
            waiting += [
                ((_name_of(child) or place[0], _lines_of(child) or place[1]), child)
                for child in (value if isinstance(value, list) else [value])
                if isinstance(child, ast.AST) and not _is_left_alone(node, child)
            ]


def _name_of(node: ast.AST) -> str:
    return node.name if isinstance(node, ast.FunctionDef | ast.ClassDef) else ""


def _lines_of(node: ast.AST) -> range:
    """The lines of a statement without those of its inner statements, if it has its own lines."""
    match node:
        case ast.match_case():
            return range(node.pattern.lineno, node.body[0].lineno)
        case ast.Match():
            return range(node.lineno, node.cases[0].pattern.lineno)
        case ast.stmt():
            inner = [each for each in getattr(node, "body", []) if isinstance(each, ast.stmt)]
            assert node.end_lineno is not None, "a parsed node ends somewhere"
            return range(node.lineno, inner[0].lineno if inner else node.end_lineno + 1)
        case _:
            return range(0)


def _is_left_alone(parent: ast.AST, child: ast.AST) -> bool:
    match parent, child:
        case _, ast.JoinedStr():
            return True
        case ast.FunctionDef(), ast.Return(value=ast.Constant(value=None)):
            # Skip the last return of a function: without it the function also returns nothing.
            return child is parent.body[-1]
        case _:
            return False


class _Places:
    """The places of nodes in a source, in bytes."""

    def __init__(self, source: str) -> None:
        self._bytes = source.encode()
        self._starts = [0]
        for line in self._bytes.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def edits(self, node: ast.AST) -> Iterator[Edit]:
        """The possible changes at a node itself."""
        match node:
            case ast.Compare():
                sides = [node.left, *node.comparators]
                for left, op, right in zip(sides, node.ops, sides[1:], strict=False):
                    yield from self._word(left, right, *FLIPPED[type(op)])
            case ast.BoolOp():
                for left, right in zip(node.values, node.values[1:], strict=False):
                    yield from self._word(left, right, *SWAPPED[type(node.op)])
            case ast.UnaryOp(op=ast.Not()):
                start = self._start(node)
                yield start, start + len("not"), ""
            case ast.Constant(value=int() as number) if not isinstance(number, bool):
                yield self._start(node), self._end(node), str(number + 1)
            case ast.Return(value=ast.expr()):
                yield self._start(node), self._end(node), "pass"
            case _:
                return

    def mutation(self, edit: Edit, place: _Place) -> Mutation:
        """A source with one edit, in which every line keeps its number."""
        start, end, new = edit
        line = next(at for at, begins in enumerate(self._starts) if begins > start)
        new += "\n" * self._bytes[start:end].count(b"\n")
        text = (self._bytes[:start] + new.encode() + self._bytes[end:]).decode()
        before = self._bytes.decode().splitlines()[line - 1].strip()
        return Mutation(*place, line, before, text.splitlines()[line - 1].strip(), text)

    def _word(self, left: ast.expr, right: ast.expr, old: str, new: str) -> Iterator[Edit]:
        """The place of a word between two expressions, also among brackets and line ends."""
        start, end = self._end(left), self._start(right)
        between = self._bytes[start:end].decode()
        spaced = re.escape(old).replace(r"\ ", r"\s+")
        edge = r"\b" if old[0].isalpha() else ""
        found = re.search(f"{edge}{spaced}{edge}", between)
        assert found is not None, f"{old!r} stands in {between!r}"
        yield start + found.start(), start + found.end(), new

    def _start(self, node: ast.expr | ast.stmt) -> int:
        return self._starts[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None, "a parsed node ends somewhere"
        assert node.end_col_offset is not None, "a parsed node ends somewhere"
        return self._starts[node.end_lineno - 1] + node.end_col_offset
