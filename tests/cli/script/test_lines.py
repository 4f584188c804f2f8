"""Test the lines that make one command: chips, cards in hand, vouchers and claims."""

import pytest

from punto.cli.script.lines import RECORD_LINES
from punto.cli.script.runner import RUNNER_LINES, ScriptRunner
from punto.cli.script.tokens import KINDS
from punto.journal.stores.memory import MemoryJournal
from punto.ledger.cage import CreditCollected
from punto.table.refusals import Refusal
from tests.cli.script.test_waiting import refused

VOUCHER = ("open super-six", "credit 1 500", "credit 2 100", "collect 1")


def with_voucher() -> tuple[ScriptRunner, str]:
    """A cage that has issued one voucher, and the number of that voucher."""
    play = ScriptRunner(MemoryJournal())
    events = [
        event
        for line in VOUCHER
        for answer in play.run(line)
        if not isinstance(answer, Refusal)
        for event in answer.events
    ]
    (number,) = [event.number for event in events if isinstance(event, CreditCollected)]
    return play, number


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("chips", "chips: POSITION is missing; expected chips POSITION STAKES"),
        ("chips 5 banker", "'banker' is not a stake; expected a wager and an amount"),
        ("chips five banker=5", "POSITION: 'five' is not a number; expected a whole number"),
        ("method D", "'D' is not known here; expected A or B or C"),
        ("pass player", "pass: POSITION is missing; expected pass HAND POSITION"),
        ("pass tie 5", "'tie' is not known here; expected player or banker"),
        ("squeeze player 1", "squeeze: POSITION is missing; expected squeeze HAND CARD POSITION"),
        ("expose", "expose HAND [POSITION|error], where HAND is player or banker"),
        ("expose player 5 error", "'error' sets position a second time; expected expose HAND"),
        ("seat 1", "seat: in or out is missing; expected seat SEAT in|out"),
        ("redeem", "redeem: NUMBER is missing; expected redeem NUMBER AMOUNT [SEAT]"),
        ("redeem 00", "redeem: AMOUNT is missing"),
        ("redeem 00 5 x", "SEAT: 'x' is not a number"),
        ("claim", "claim: SEAT is missing; expected claim SEAT"),
        ("write-off one", "SEAT: 'one' is not a number"),
        ("chip 5", "'chip' is not a line of a script; expected one of open, "),
    ],
)
def test_an_error_names_the_word_and_the_form_of_the_line(line: str, error: str) -> None:
    with pytest.raises(ValueError, match="expected") as raised:
        ScriptRunner(MemoryJournal()).run(line)
    assert error in str(raised.value)


@pytest.mark.parametrize(
    "line",
    [
        "chips 5 banker=5",
        "withdraw-chips 5",
        "stay-chips 5",
        "lower",
        "remove",
        "offer",
        "method A",
        "allow-drawing 5",
        "device 5",
        "relinquish 5",
        "pass player 5",
        "refuse player 5",
        "handler player 5",
        "first banker",
        "squeeze player 1 5 a friend",
        "expose player",
        "expose player 5",
        "expose player error",
    ],
)
def test_a_closed_table_refuses_every_line_of_a_dealer(line: str) -> None:
    (answer,) = ScriptRunner(MemoryJournal()).run(line)
    assert isinstance(answer, Refusal)
    assert answer.code == "table-closed"


def test_each_line_makes_a_command_that_json_names_too() -> None:
    assert {line.command for line in RECORD_LINES.values()} <= set(KINDS.values())
    assert not set(RECORD_LINES) & set(RUNNER_LINES)


def test_a_voucher_is_redeemed_for_cash_once() -> None:
    play, number = with_voucher()
    play.run(f"redeem {number} 500")
    assert play.balances() == {"cage": -100_00, "credit/visit-2": 100_00}
    assert refused(play, f"redeem {number} 500") == "sum-changed"


def test_another_patron_may_redeem_a_voucher_for_credit() -> None:
    play, number = with_voucher()
    play.run(f"redeem {number} 500 2")
    assert play.journal.balance("credit/visit-2") == 600_00


def test_a_void_voucher_has_no_value() -> None:
    play, number = with_voucher()
    play.run(f"cancel {number} 500 printed twice")
    assert play.balances() == {"cage": -100_00, "credit/visit-2": 100_00}


@pytest.mark.parametrize("line", ["redeem 00 5", "cancel 00 5 x", "claim 1", "write-off 1"])
def test_a_voucher_or_claim_that_does_not_exist_is_refused(line: str) -> None:
    play, _ = with_voucher()
    before = play.balances()
    assert refused(play, line)
    assert play.balances() == before
