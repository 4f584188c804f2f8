"""Commands that wait for a second person or for the end of a round have a title."""

from typing import get_args

from punto.floor.tables import deferred_commands
from punto.house.staff.events import ApprovalAnswered, ApprovalOutcome, DeferredCommandApplied
from punto.ledger.cage import CageCommand
from punto.messages.catalogue import catalogue
from punto.messages.message import message
from punto.reports.descriptions.requests import reason_message, refusal_text, request_title
from punto.table.commands import Command
from punto.table.refusals import No
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


def reason(outcome: str, stored: str, language: str = "en") -> str:
    event = ApprovalAnswered("E-1", ApprovalOutcome(outcome), stored)
    found = reason_message(event)
    assert found == reason_message(DeferredCommandApplied("t:1", event.outcome, stored))
    return text(found, language) if found else ""


def test_the_reason_of_a_refusal_is_stored_as_a_code_with_values() -> None:
    stored = refusal_text(No.OVER_MAXIMUM.at(None, maximum=5_000_00))
    assert stored == '{"code":"over-maximum","clause":"POLICY","values":{"maximum":500000}}'
    assert reason("refused", stored) == " (Above the maximum for this bet ($5,000.00).)"
    assert reason("refused", stored, "zh") == "（超过该注的最高限额（$5,000.00）。）"
    assert reason("approved", "before-stop") == " (Carried out before the floor stopped.)"


def test_the_reasons_of_people_and_of_earlier_journals_are_words() -> None:
    assert reason("declined", "before-stop") == ": before-stop"
    assert reason("declined", '{"code":"held","clause":""}') == ': {"code":"held","clause":""}'
    for earlier in ("Bets are open.", "7", '{"code":"of-a-later-version","clause":""}'):
        assert reason("refused", earlier) == f": {earlier}"
    assert reason("approved", "Carried out earlier.") == ": Carried out earlier."
    assert reason("lapsed", "") == ""
