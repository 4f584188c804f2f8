"""Test that the catalogue has a text for each refusal, with the values that it carries."""

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import punto
from punto.floor.refusals import FloorRefusal
from punto.house.staff.decide import StaffRefusal
from punto.house.terminals import TerminalRefusal
from punto.ledger.drawers import CageRefusal
from punto.messages.catalogue import catalogue
from punto.table.refusals import HouseRefusal, No, SettingsRefusal
from tests.messages.completeness import placeholders

KINDS = {
    kind.__name__: kind
    for kind in (No, SettingsRefusal, CageRefusal, StaffRefusal, TerminalRefusal, FloorRefusal)
}
MEMBERS = {f"{name}.{reason.name}": reason.code for name, kind in KINDS.items() for reason in kind}
TEXTS = {
    key: frozenset(place.name for place in placeholders(pattern))
    for key, pattern in catalogue("en").patterns.items()
    if key.startswith("refusal.")
}


def test_each_code_is_defined_once() -> None:
    assert [code for code, times in Counter(MEMBERS.values()).items() if times > 1] == []


def test_no_refusal_is_left_out() -> None:
    assert {kind.__name__ for kind in HouseRefusal.__subclasses__()} | {"No"} == KINDS.keys()


def test_each_code_has_a_text_and_each_text_a_code() -> None:
    assert TEXTS.keys() == {f"refusal.{code}" for code in MEMBERS.values()}


def test_a_refusal_carries_the_values_that_its_text_shows() -> None:
    carried = defaultdict[str, set[frozenset[str]]](set)
    for path in Path(punto.__file__).parent.rglob("*.py"):
        for member, names in values_in(ast.parse(path.read_text(encoding="utf-8"))):
            carried[member].add(names)
    assert carried.keys() <= MEMBERS.keys()
    for member, code in MEMBERS.items():
        assert carried.get(member, {frozenset()}) == {TEXTS[f"refusal.{code}"]}, member


def values_in(tree: ast.Module) -> Iterator[tuple[str, frozenset[str]]]:
    """Each refusal that a module makes, with the names of its values."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Attribute(reasons, "at"), keywords=keywords):
                # A variable that holds a reason has no values of its own, or a `Reason` has them.
                names = frozenset(each.arg for each in keywords if each.arg is not None)
                yield from ((member, names) for member in members(reasons))
            case ast.Call(ast.Name("Reason"), [reason, ast.Dict(keys)]):
                names = frozenset(str(ast.literal_eval(key)) for key in keys if key is not None)
                yield from ((member, names) for member in members(reason))


def members(node: ast.expr) -> Iterator[str]:
    """The members of the enums of refusals that an expression names."""
    match node:
        case ast.IfExp(body=first, orelse=second):
            yield from members(first)
            yield from members(second)
        case ast.Attribute(ast.Name(kind), name) if kind in KINDS:
            yield f"{kind}.{name}"


def test_each_form_of_a_refusal_is_found() -> None:
    text = "(No.A if x else No.B).at(book, sum=1), Reason(No.C, {'minimum': 2}), item.at(book)"
    assert dict(values_in(ast.parse(text))) == {
        "No.A": frozenset({"sum"}),
        "No.B": frozenset({"sum"}),
        "No.C": frozenset({"minimum"}),
    }
