from punto.core.irregularities import Trigger
from punto.ledger.accounts import may_be_below_zero
from punto.ledger.postings import balance_conditions, transfers_of
from punto.ledger.transfers import BalanceCondition, Transfer, TransferReason
from punto.table.events import (
    BetsClosed,
    ParticipantsConfirmed,
    ReturnedStakes,
    RoundCorrected,
    RoundReversed,
    RoundSettled,
    WagerSettled,
    WagersPlaced,
    WagersRemoved,
    WithdrawalAnswered,
)
from punto.table.stakes import Stake
from tests.tables import TIGER, dealing


def test_a_stake_leaves_credit_when_it_is_accepted() -> None:
    placed = WagersPlaced(1, 1, "v", 1, (Stake("banker", 100),), 100, 0)
    assert transfers_of("t", "c1", [placed]) == (
        Transfer("t/c1/1", "credit/v", "stakes/v/t", 100, TransferReason.WAGER),
    )


def test_a_smaller_set_returns_the_difference() -> None:
    placed = WagersPlaced(1, 1, "v", 2, (Stake("banker", 40),), 0, 60)
    assert transfers_of("t", "c2", [placed]) == (
        Transfer("t/c2/2", "stakes/v/t", "credit/v", 60, TransferReason.WAGER_RETURNED),
    )


def test_settlement_makes_two_transfers_per_visit() -> None:
    wagers = (
        WagerSettled(1, "v", Stake("banker", 100), 1, 195),
        WagerSettled(1, "v", Stake("tie", 10), 0, 0),
        WagerSettled(2, "w", Stake("player", 50), 0, 0),
    )
    settled = RoundSettled(1, "9s Kd / Kc 6h", wagers)
    assert transfers_of("t", "c", [settled]) == (
        Transfer("t/c/1", "stakes/v/t", "bank/t", 110, TransferReason.COLLECTED),
        Transfer("t/c/2", "bank/t", "credit/v", 195, TransferReason.PAID),
        Transfer("t/c/3", "stakes/w/t", "bank/t", 50, TransferReason.COLLECTED),
    )
    assert balance_conditions("t", [settled]) == (
        BalanceCondition("stakes/v/t", 0),
        BalanceCondition("stakes/w/t", 0),
    )


def test_returned_stakes_go_back_to_their_account() -> None:
    confirmed = ParticipantsConfirmed(1, (2,), (ReturnedStakes(1, "v", 70),), "POLICY P2")
    withdrawn = WithdrawalAnswered(1, 2, "w", (Stake("tie", 30),), 30)
    assert transfers_of("t", "c", [confirmed, withdrawn]) == (
        Transfer("t/c/1", "stakes/v/t", "credit/v", 70, TransferReason.REFUND),
        Transfer("t/c/2", "stakes/w/t", "credit/w", 30, TransferReason.WITHDRAWAL),
    )


def test_stakes_in_chips_use_the_chips_account_of_the_table() -> None:
    placed = WagersPlaced(1, -5, "chips@5", 1, (Stake("banker", 100, 5),), 100, 0)
    less = WagersPlaced(1, -5, "chips@5", 2, (Stake("banker", 60, 5),), 0, 40)
    won = WagerSettled(-5, "chips@5", Stake("banker", 60, 5), 2, 120)
    assert transfers_of("t", "c", [placed, less, RoundSettled(1, "", (won,))]) == (
        Transfer("t/c/1", "chips/t", "stakes/chips@5/t", 100, TransferReason.WAGER),
        Transfer("t/c/4", "stakes/chips@5/t", "chips/t", 40, TransferReason.WAGER_RETURNED),
        Transfer("t/c/5", "stakes/chips@5/t", "bank/t", 60, TransferReason.COLLECTED),
        Transfer("t/c/6", "bank/t", "chips/t", 120, TransferReason.PAID),
    )
    assert may_be_below_zero("chips/t")


def test_removed_wagers_are_returned_whole() -> None:
    removed = WagersRemoved(1, 2, "w", (Stake("banker", 30),), 30, "last placed", "T 5.18")
    assert transfers_of("t", "c", [removed]) == (
        Transfer("t/c/1", "stakes/w/t", "credit/w", 30, TransferReason.REMOVAL),
    )


def test_most_events_make_no_transfer() -> None:
    assert transfers_of("t", "c", [BetsClosed(1)]) == ()
    assert balance_conditions("t", [BetsClosed(1)]) == ()


def test_a_round_neither_creates_nor_loses_a_cent() -> None:
    play = dealing(TIGER)
    play.finish("9s", "Kc", "4d", "6h", "2h")
    moved = transfers_of("t", "c", play.events)
    held = {"stakes/visit-1/t": 0, "stakes/visit-2/t": 0}
    for each in moved:
        held[each.source] = held.get(each.source, 0) - each.cents
        held[each.target] = held.get(each.target, 0) + each.cents
    assert sum(held.values()) == 0
    assert held["stakes/visit-1/t"] == held["stakes/visit-2/t"] == 0
    assert held["bank/t"] == 50_00 + 10_00 - 95_00


def test_a_reversed_round_transfers_back_through_the_claim() -> None:
    wagers = (
        WagerSettled(1, "v", Stake("banker", 100), 1, 195),
        WagerSettled(2, "w", Stake("player", 50), 0, 0),
    )
    reversed_ = RoundReversed(1, Trigger.WRONG_NUMBER, "F 5.2", wagers)
    assert transfers_of("t", "c", [reversed_]) == (
        Transfer("t/c/1", "claim/v", "bank/t", 195, TransferReason.RECLAIMED),
        Transfer("t/c/2", "bank/t", "claim/v", 100, TransferReason.RESTORED),
        Transfer("t/c/4", "bank/t", "claim/w", 50, TransferReason.RESTORED),
    )


def test_correcting_a_round_transfers_only_the_difference() -> None:
    before = (
        WagerSettled(1, "v", Stake("banker", 100), 1, 200),
        WagerSettled(2, "w", Stake("player", 50), 0, 0),
        WagerSettled(3, "x", Stake("player", 50), 1, 50),
        WagerSettled(4, "y", Stake("player", 50), 1, 50),
    )
    after = (
        WagerSettled(1, "v", Stake("banker", 100), 0, 0),
        WagerSettled(2, "w", Stake("player", 50), 1, 100),
        WagerSettled(3, "x", Stake("player", 50), 1, 51),
        WagerSettled(4, "y", Stake("player", 50), 1, 50),
    )
    corrected = RoundCorrected(1, "E 6.3", "9s Kd / Kc 6h", after, before)
    assert transfers_of("t", "c", [corrected]) == (
        Transfer("t/c/1", "claim/v", "bank/t", 200, TransferReason.CORRECTED),
        Transfer("t/c/2", "bank/t", "claim/w", 100, TransferReason.CORRECTED),
        Transfer("t/c/3", "bank/t", "claim/x", 1, TransferReason.CORRECTED),
    )


def test_correcting_a_round_with_chips_uses_the_chips_account() -> None:
    wagers = (WagerSettled(-2, "chips@2", Stake("player", 50), 1, 100),)
    reversed_ = RoundReversed(1, Trigger.WRONG_NUMBER, "F 5.2", wagers)
    moved = transfers_of("t", "c", [reversed_])
    assert [(each.source, each.target, each.cents) for each in moved] == [
        ("chips/t", "bank/t", 100),
        ("bank/t", "chips/t", 50),
    ]
