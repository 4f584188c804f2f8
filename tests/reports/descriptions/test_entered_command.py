"""What waits for a second person has a name that people say."""

from typing import get_args

from punto.floor.tables import deferred_commands
from punto.ledger.cage import CageCommand
from punto.reports.descriptions.events import CALLED, OTHER, approval_title
from punto.table.commands.play import Command


def test_a_void_is_called_a_void_and_no_wire_name_appears() -> None:
    assert approval_title("GiveRuling", {"outcome": "void"}).en == "A void"
    assert approval_title("GiveRuling", {"outcome": "continue"}).en == "A ruling"
    assert approval_title("Unheard", {}) is OTHER
    for name in (kind.__name__ for kind in get_args(Command)):
        assert name not in approval_title(name, {}).en


def test_every_name_is_one_of_a_command() -> None:
    commands = (*get_args(Command), *get_args(CageCommand))
    assert set(CALLED) <= {kind.__name__ for kind in commands}


def test_every_deferred_command_has_a_name() -> None:
    assert [name for name in deferred_commands.KINDS if approval_title(name, {}) is OTHER] == []
