"""Lines for the cage: vouchers and claims, with the sums that the ledger holds."""

import pytest

from punto.cli.script.cage import CAGE_LINES
from punto.cli.script.runner import HELP, ScriptRunner
from punto.journal.stores.memory import MemoryJournal
from punto.ledger.cage import CreditCollected
from punto.table.refusals import Refusal
from tests.cli.script.test_irregularities import refused

BEGUN = ("open super-six", "credit 1 500", "credit 2 100", "collect 1")


def collected() -> tuple[ScriptRunner, str]:
    """A cage with one voucher out, and its number."""
    play = ScriptRunner(MemoryJournal())
    events = [
        event
        for line in BEGUN
        for answer in play.run(line)
        if not isinstance(answer, Refusal)
        for event in answer.events
    ]
    (number,) = [event.number for event in events if isinstance(event, CreditCollected)]
    return play, number


def test_a_voucher_is_cash_once() -> None:
    play, number = collected()
    play.run(f"redeem {number} 500")
    assert play.balances() == {"cage": -100_00, "credit/visit-2": 100_00}
    assert refused(play, f"redeem {number} 500") == "sum-changed"


def test_a_voucher_is_credit_of_whoever_brings_it() -> None:
    play, number = collected()
    play.run(f"redeem {number} 500 2")
    assert play.journal.balance("credit/visit-2") == 600_00


def test_a_voucher_that_is_cancelled_is_worth_nothing() -> None:
    play, number = collected()
    play.run(f"cancel {number} 500 printed twice")
    assert play.balances() == {"cage": -100_00, "credit/visit-2": 100_00}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("redeem", "something is missing; expected the number of a voucher"),
        ("redeem 00", "something is missing; expected the sum on the voucher"),
        ("redeem 00 5 x", "'x' is not a seat"),
        ("claim", "something is missing; expected a seat"),
        ("write-off one", "'one' is not a seat"),
    ],
)
def test_a_line_that_cannot_be_read_says_what_was_expected(line: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        ScriptRunner(MemoryJournal()).run(line)


@pytest.mark.parametrize("line", ["redeem 00 5", "cancel 00 5 x", "claim 1", "write-off 1"])
def test_what_is_not_there_is_refused(line: str) -> None:
    play, _ = collected()
    before = play.balances()
    assert refused(play, line)
    assert play.balances() == before


def test_every_line_stands_in_the_help() -> None:
    assert all(f"{name} " in HELP for name in CAGE_LINES)
