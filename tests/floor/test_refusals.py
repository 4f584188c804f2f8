"""Test that the refusals of all packages are distinct."""

from collections import Counter

from punto.floor.refusals import FloorRefusal
from punto.house.staff.decide import StaffRefusal
from punto.house.terminals import TerminalRefusal
from punto.ledger.drawers import CageRefusal
from punto.table.refusals import No, SettingsRefusal


def test_each_code_is_defined_once() -> None:
    kinds = (No, SettingsRefusal, CageRefusal, StaffRefusal, TerminalRefusal, FloorRefusal)
    codes = Counter(reason.code for kind in kinds for reason in kind)
    assert [code for code, times in codes.items() if times > 1] == []
