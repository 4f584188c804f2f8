"""Test the reversal of a settled round if patrons have left or have lost the money since."""

from pathlib import Path

import pytest

from punto.core.irregularities import Circumstance, Trigger
from punto.core.staff_positions import StaffPosition
from punto.games.library import game
from punto.ledger.cage import CollectCredit
from punto.ledger.claims import CollectClaim, PayClaim, WriteOffClaim
from punto.table.commands import LeaveSeat, ReportIrregularity
from punto.table.refusals import Refusal
from punto.table.state import Phase
from tests.one_table import Floor, patron
from tests.tables import staff

TWO = staff(StaffPosition.DEALER, "Dora", second="Bob")
SHIFT_MANAGER = staff(StaffPosition.GAMING_SHIFT_MANAGER)
WRONG_NUMBER = ReportIrregularity(
    Trigger.WRONG_NUMBER, (Circumstance.CANNOT_BE_RECONSTRUCTED,), evidence="one card too many"
)


@pytest.fixture
def settled(tmp_path: Path) -> Floor:
    """A settled round in which seats 1 and 2 had 100.00 on Player and on Banker."""
    floor = Floor(tmp_path)
    floor.open(game("super-six-plus"))
    floor.until(Phase.BETS_OPEN)
    floor.bet(1, "player", 100_00)
    floor.bet(2, "banker", 100_00)
    floor.until(Phase.SETTLED)
    return floor


def credit(floor: Floor, seat: int) -> int:
    return floor.journal.balance(f"credit/v{seat}")


def claim(floor: Floor, seat: int) -> int:
    return floor.journal.balance(f"claim/v{seat}")


def test_after_a_reversal_credit_and_claim_add_up_to_the_credit_before(settled: Floor) -> None:
    settled.done(settled.desk, WRONG_NUMBER, TWO)
    for seat in (1, 2):
        assert credit(settled, seat) + claim(settled, seat) == 1_000_00
    assert settled.journal.balance("bank/t1") == 0
    assert sum(settled.journal.balances().values()) == 0


def test_the_cage_pays_a_claim_into_credit_and_collects_a_debt_from_it(
    settled: Floor,
) -> None:
    settled.done(settled.desk, WRONG_NUMBER, TWO)
    for seat in (1, 2):
        cents = claim(settled, seat)
        if cents > 0:
            settled.done(settled.cage, PayClaim(f"v{seat}", cents))
        elif cents < 0:
            settled.done(settled.cage, CollectClaim(f"v{seat}", -cents, 0))
        assert (credit(settled, seat), claim(settled, seat)) == (1_000_00, 0)


def test_a_visit_with_an_open_claim_cannot_collect(settled: Floor) -> None:
    settled.done(settled.desk, WRONG_NUMBER, TWO)
    seat = next(seat for seat in (1, 2) if claim(settled, seat))
    refused = settled.ask(settled.cage, CollectCredit(f"v{seat}", credit(settled, seat), "n-1"))
    assert isinstance(refused, Refusal)


def test_the_house_bears_the_debt_of_a_patron_who_has_cashed_out(settled: Floor) -> None:
    for seat in (1, 2):
        settled.done(settled.desk, LeaveSeat(seat), patron(seat))
        number = f"n-{seat}"
        settled.done(settled.cage, CollectCredit(f"v{seat}", credit(settled, seat), number))
    settled.done(settled.desk, WRONG_NUMBER, TWO)
    for seat in (1, 2):
        cents = claim(settled, seat)
        if cents > 0:
            settled.done(settled.cage, PayClaim(f"v{seat}", cents))
        if cents < 0:
            taken = settled.ask(settled.cage, CollectClaim(f"v{seat}", -cents, 0))
            assert isinstance(taken, Refusal)
            written_off = WriteOffClaim(f"v{seat}", -cents)
            assert isinstance(settled.ask(settled.cage, written_off, TWO), Refusal)
            settled.done(settled.cage, written_off, SHIFT_MANAGER)
        assert (credit(settled, seat), claim(settled, seat)) == (0, 0)
    assert sum(settled.journal.balances().values()) == 0


def test_a_payment_above_the_claim_is_refused(settled: Floor) -> None:
    settled.done(settled.desk, WRONG_NUMBER, TWO)
    for seat in (1, 2):
        more = PayClaim(f"v{seat}", abs(claim(settled, seat)) + 20)
        assert isinstance(settled.ask(settled.cage, more), Refusal)
