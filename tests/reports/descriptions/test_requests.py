"""Commands that wait for a second person or for the end of a round have a title."""

from typing import get_args

from punto.floor.tables import deferred_commands
from punto.ledger.cage import CageCommand
from punto.messages.catalogue import catalogue
from punto.messages.message import message
from punto.reports.descriptions.requests import request_title
from punto.table.commands import Command
from tests.texts import text

OTHER = message("request.other")
NO_COMMAND = {"request.void", "request.other", "request.awaited"}


def test_a_void_is_called_a_void_and_no_class_name_appears() -> None:
    assert text(request_title("GiveRuling", '{"outcome": "void"}')) == "A void"
    assert text(request_title("GiveRuling", '{"outcome": "continue"}')) == "A ruling"
    assert request_title("Unheard", "{}") == OTHER
    for name in (kind.__name__ for kind in get_args(Command)):
        assert name not in text(request_title(name, "{}"))


def test_every_title_is_that_of_a_command() -> None:
    commands = (*get_args(Command), *get_args(CageCommand))
    used = {request_title(kind.__name__, "{}").key for kind in commands}
    titles = {key for key in catalogue("en").patterns if key.startswith("request.")}
    assert titles - NO_COMMAND == used - NO_COMMAND


def test_every_deferred_command_has_a_title() -> None:
    assert [name for name in deferred_commands.KINDS if request_title(name, "{}") == OTHER] == []
