"""Check that people and devices can end a round from every state of a table."""

import pytest
from msgspec.structs import replace

from punto.certification.days.invariants import InvariantViolated, check_can_finish, stuck_phase
from punto.core.irregularities import Trigger
from punto.core.rulebook import DealingMethod
from punto.devices.virtual_shoe import VirtualShoe
from punto.games.shared_terms import PLAY_ON
from punto.table.commands import CloseBets, RelinquishDevice
from punto.table.state import PendingStep, Table
from tests.live import DEALER, by_method, dealt
from tests.tables import LIVE, dealing

SHOE = VirtualShoe("9sKcKd6h2s3c" * 8, "salt")


def test_a_round_ends_although_no_patron_takes_the_device() -> None:
    play = by_method(DealingMethod.C)
    play.done(CloseBets(), DEALER)
    assert stuck_phase(play.table, SHOE) == ""
    play = by_method(DealingMethod.C)
    play.bet(1, banker=100_00)
    dealt(play, "9s", "Kc")
    play.done(RelinquishDevice(1), DEALER)
    assert stuck_phase(play.table, SHOE) == ""
    assert stuck_phase(Table(), None) == ""


def test_a_stuck_table_is_reported() -> None:
    """The first pending step should have followed by itself, and no command carries it out."""
    table = dealing(LIVE, "9s").table
    item = PendingStep(Trigger.UNCOVERED, "T 6.1", PLAY_ON, round=1)
    stuck = replace(table, pending_steps=(item,))
    with pytest.raises(
        InvariantViolated, match="V10: stuck dealing before wait, on hold for uncovered"
    ):
        check_can_finish(stuck, SHOE)
