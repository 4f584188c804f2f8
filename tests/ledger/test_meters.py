"""Test that meters are sums of transfers."""

from collections import Counter

from punto.certification.days.day import Day
from punto.journal.stores.memory import MemoryJournal
from punto.ledger.accounts import bank
from punto.ledger.meters import FLOOR, Meter, meters_of
from punto.ledger.transfers import Transfer, TransferReason

MOVED = (
    Transfer("1", "cage", "credit/v", 1000_00, TransferReason.BUY_IN),
    Transfer("2", "credit/v", "stakes/v/t", 100_00, TransferReason.WAGER),
    Transfer("3", "stakes/v/t", "bank/t", 100_00, TransferReason.COLLECTED),
    Transfer("4", "bank/t", "credit/v", 50_00, TransferReason.PAID),
    Transfer("5", "credit/v", "stakes/v/t", 20_00, TransferReason.WAGER),
    Transfer("6", "stakes/v/t", "credit/v", 20_00, TransferReason.REFUND),
    Transfer("7", "credit/v", "voucher/00", 950_00, TransferReason.VOUCHER_OUT),
)


def test_a_meter_counts_times_and_cents() -> None:
    meters = meters_of(MOVED)
    assert meters["table t"][TransferReason.WAGER] == Meter(2, 120_00)
    assert meters["visit v"][TransferReason.BUY_IN] == Meter(1, 1000_00)
    assert meters[FLOOR][TransferReason.VOUCHER_OUT] == Meter(1, 950_00)
    assert TransferReason.BUY_IN not in meters["table t"]


def test_a_transfer_counts_once_for_each_owner() -> None:
    meters = meters_of(MOVED)
    assert sum(each.times for each in meters[FLOOR].values()) == len(MOVED)
    assert sum(each.times for each in meters["visit v"].values()) == len(MOVED)


def test_no_transfers_give_empty_meters() -> None:
    assert meters_of(()) == {FLOOR: {}}


def test_the_meters_of_a_table_equal_the_transfers_of_its_bank() -> None:
    day = Day(3, MemoryJournal())
    day.play(40)
    moved = [each for kept in day.journal.read("table") for each in kept.entry.transfers]
    meters, own = meters_of(moved)["table table"], bank("table")
    into = Counter({each.reason: 0 for each in moved})
    for each in moved:
        into[each.reason] += each.cents * ((each.target == own) - (each.source == own))
    assert into[TransferReason.COLLECTED] == meters[TransferReason.COLLECTED].cents > 0
    assert into[TransferReason.PAID] == -meters[TransferReason.PAID].cents < 0
    assert sum(into.values()) == day.journal.balances()[own]
