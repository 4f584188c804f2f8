import pytest
from msgspec.structs import replace

from punto.core.money import MAX_CENTS
from punto.core.staff_positions import StaffPosition
from punto.ledger.accounts import CAGE
from punto.ledger.cage import (
    BeginVisit,
    BuyCredit,
    Cage,
    CageCommand,
    CageEvent,
    CollectCredit,
    CreditBought,
    CreditCollected,
    EndVisit,
    HandPaid,
    HandPay,
    RedeemVoucher,
    VisitBegun,
    VisitEnded,
    VoidVoucher,
    VoucherRedeemed,
    VoucherVoided,
    balance_conditions,
    decide,
    evolve,
    transfers_of,
)
from punto.ledger.claims import (
    ClaimCollected,
    ClaimPaid,
    ClaimWrittenOff,
    CollectClaim,
    PayClaim,
    WriteOffClaim,
)
from punto.ledger.drawers import (
    CageRefusal,
    CloseShift,
    Drawer,
    DrawerFilled,
    FillDrawer,
    OpenShift,
    PatronCashMoved,
    ShiftClosed,
    ShiftOpened,
)
from punto.ledger.transfers import BalanceCondition, Transfer, TransferReason
from punto.table.actors import CLOCK, HOUSE_DEALER, Actor, ActorKind
from punto.table.refusals import No, Refusal
from tests.tables import staff

HERE = Cage({"v": "terminal-1"})


def decided(cage: Cage, command: CageCommand, by: Actor) -> tuple[CageEvent, ...]:
    """Return the events of a command that the cage must accept."""
    decision = decide(cage, command, by)
    assert not isinstance(decision, Refusal), decision
    return decision


def test_a_visit_begins_once_and_ends_with_collect() -> None:
    assert decide(Cage(), BeginVisit("v", "terminal-1"), HOUSE_DEALER) == (
        VisitBegun("v", "terminal-1"),
    )
    assert (
        decide(HERE, BeginVisit("v", "terminal-2"), HOUSE_DEALER) == CageRefusal.VISIT_EXISTS.at()
    )
    assert evolve(Cage(), VisitBegun("v", "terminal-1")).visits == {"v": "terminal-1"}
    assert evolve(HERE, CreditCollected("v", 100, "n")).visits == {}


@pytest.mark.parametrize(
    "command",
    [
        BuyCredit("w", 100),
        CollectCredit("w", 100, "n"),
        RedeemVoucher("n", 100, "w"),
        HandPay("w", 1),
    ],
)
def test_a_command_for_an_unknown_visit_is_refused(command: CageCommand) -> None:
    assert decide(HERE, command, HOUSE_DEALER) == CageRefusal.NO_VISIT.at()


@pytest.mark.parametrize(
    "command",
    [
        BuyCredit("v", 0),
        BuyCredit("v", -1),
        BuyCredit("v", MAX_CENTS + 1),
        CollectCredit("v", 0, "n"),
        RedeemVoucher("n", 0),
        VoidVoucher("n", -5, is_expired=True),
        PayClaim("v", 0),
        HandPay("v", 0),
        CollectClaim("v", 100, -1),
    ],
)
def test_an_invalid_sum_is_refused(command: CageCommand) -> None:
    assert decide(HERE, command, HOUSE_DEALER) == CageRefusal.NOT_A_SUM.at()


@pytest.mark.parametrize(
    ("command", "source", "target", "why"),
    [
        (BuyCredit("v", 500), "cage", "credit/v", TransferReason.BUY_IN),
        (CollectCredit("v", 500, "n"), "credit/v", "voucher/n", TransferReason.VOUCHER_OUT),
        (RedeemVoucher("n", 500, "v"), "voucher/n", "credit/v", TransferReason.VOUCHER_IN),
        (RedeemVoucher("n", 500), "voucher/n", "cage", TransferReason.VOUCHER_CASHED),
        (
            VoidVoucher("n", 500, is_expired=False),
            "voucher/n",
            "cage",
            TransferReason.VOUCHER_VOIDED,
        ),
        (
            VoidVoucher("n", 500, is_expired=True),
            "voucher/n",
            "cage",
            TransferReason.VOUCHER_EXPIRED,
        ),
        (HandPay("v", 500), "credit/v", "cage", TransferReason.HAND_PAY),
        (PayClaim("v", 500), "claim/v", "credit/v", TransferReason.CLAIM_PAID),
        (PayClaim("gone", 500), "claim/gone", "cage", TransferReason.CLAIM_PAID),
        (CollectClaim("v", 500, 0), "credit/v", "claim/v", TransferReason.CLAIM_COLLECTED),
        (WriteOffClaim("gone", 500), "cage", "claim/gone", TransferReason.CLAIM_WRITTEN_OFF),
    ],
)
def test_each_command_makes_one_transfer(
    command: CageCommand, source: str, target: str, why: TransferReason
) -> None:
    is_loss = isinstance(command, WriteOffClaim)
    by = staff(StaffPosition.GAMING_SHIFT_MANAGER) if is_loss else HOUSE_DEALER
    (event,) = decided(HERE, command, by)
    assert transfers_of("c9", event, CAGE) == (Transfer("cage/c9/1", source, target, 500, why),)


def test_a_visit_begins_without_credit() -> None:
    assert transfers_of("c", VisitBegun("v", "x"), CAGE) == ()
    assert balance_conditions(CreditBought("v", 5)) == ()


def test_collect_empties_the_credit_and_needs_no_stakes() -> None:
    assert balance_conditions(CreditCollected("v", 500, "n")) == (
        BalanceCondition("credit/v", 0),
        BalanceCondition("stakes/v/", 0),
        BalanceCondition("claim/v", 0),
        BalanceCondition("voucher/n", 500),
    )


def test_a_voucher_is_spent_whole() -> None:
    for event in (VoucherRedeemed("n", 5, ""), VoucherVoided("n", 5, is_expired=False)):
        assert balance_conditions(event) == (BalanceCondition("voucher/n", 0),)
        assert evolve(HERE, event).visits == HERE.visits


def test_a_claim_is_paid_whole_and_collected_to_the_stated_rest() -> None:
    assert balance_conditions(ClaimPaid("v", 500, in_cash=False)) == (
        BalanceCondition("claim/v", 0),
    )
    assert balance_conditions(ClaimCollected("v", 500, 200)) == (BalanceCondition("claim/v", -200),)
    assert balance_conditions(ClaimWrittenOff("v", 500)) == (BalanceCondition("claim/v", 0),)


def test_a_claim_is_collected_only_from_its_own_visit() -> None:
    assert decide(HERE, CollectClaim("gone", 500, 0), HOUSE_DEALER) == CageRefusal.NO_VISIT.at()


# Senders and drawers

CAT = Actor(ActorKind.STAFF, "Cat")
PAIR = Actor(ActorKind.STAFF, "Cat", seconded_by=Actor(ActorKind.STAFF, "Dan"))
ALONE_TWICE = Actor(ActorKind.STAFF, "Cat", seconded_by=CAT)
PATRON = Actor(ActorKind.PATRON, "terminal-1")
OPEN = replace(HERE, drawers={"Cat": Drawer(1, 200_00, 200_00, 1_000_00)}, shifts=1)


@pytest.mark.parametrize(
    "command",
    [
        BeginVisit("w", "t"),
        RedeemVoucher("n", 5),
        VoidVoucher("n", 5, is_expired=False),
        HandPay("v", 5),
        EndVisit("v"),
        PayClaim("v", 5),
        CollectClaim("v", 5, 0),
        WriteOffClaim("v", 5),
        OpenShift(0, 1),
        FillDrawer(5),
        CloseShift(0),
    ],
)
def test_patrons_and_clocks_cannot_send_staff_commands(command: CageCommand) -> None:
    assert decide(OPEN, command, PATRON) == No.NOT_ALLOWED.at(None)
    assert decide(OPEN, command, CLOCK) == No.NOT_ALLOWED.at(None)


def test_only_staff_end_a_visit_without_credit() -> None:
    assert decide(OPEN, EndVisit("v"), CAT) == (VisitEnded("v"),)
    assert decide(OPEN, EndVisit("w"), CAT) == CageRefusal.NO_VISIT.at()
    assert decide(HERE, EndVisit("v"), CAT) == CageRefusal.NO_SHIFT.at()
    assert decide(OPEN, EndVisit("v"), HOUSE_DEALER) == No.NOT_ALLOWED.at(None)
    ended = VisitEnded("v")
    assert evolve(OPEN, ended).visits == {}
    assert evolve(OPEN, ended).drawers == OPEN.drawers
    assert transfers_of("c", ended, CAGE) == ()
    assert balance_conditions(ended) == (
        BalanceCondition("credit/v", 0),
        BalanceCondition("stakes/v/", 0),
        BalanceCondition("claim/v", 0),
    )


def test_patrons_collect_credit_and_redeem_vouchers_at_a_terminal() -> None:
    for command in (CollectCredit("v", 5, "n"), RedeemVoucher("n", 5, "v")):
        assert len(decided(HERE, command, PATRON)) == 1


@pytest.mark.parametrize("command", [WriteOffClaim("v", 5), OpenShift(0, 1), CloseShift(0)])
def test_the_house_has_no_drawer(command: CageCommand) -> None:
    assert decide(HERE, command, HOUSE_DEALER) == No.NOT_ALLOWED.at(None)


def test_only_a_shift_manager_writes_off_a_claim() -> None:
    shift_manager, pit_manager = StaffPosition.GAMING_SHIFT_MANAGER, StaffPosition.PIT_MANAGER
    lost = WriteOffClaim("gone", 5)
    assert decide(HERE, lost, staff(shift_manager)) == (ClaimWrittenOff("gone", 5),)
    assert decide(HERE, lost, staff(pit_manager)) == No.NOT_ALLOWED.at(None)


def test_a_cashier_needs_an_open_shift() -> None:
    assert decide(HERE, BuyCredit("v", 5), CAT) == CageRefusal.NO_SHIFT.at()
    assert decide(HERE, CloseShift(0), CAT) == CageRefusal.NO_SHIFT.at()
    (opened,) = decided(HERE, OpenShift(200_00, 1_000_00), CAT)
    assert opened == ShiftOpened(1, "Cat", 200_00, 1_000_00)
    assert evolve(HERE, opened) == replace(OPEN, events=1)
    assert decide(OPEN, OpenShift(1, 1), CAT) == CageRefusal.SHIFT_OPEN.at()
    (closed,) = decided(OPEN, CloseShift(200_00), CAT)
    assert closed == ShiftClosed(1, "Cat", 200_00, 200_00)
    assert closed.difference_cents == 0
    after = evolve(OPEN, closed)
    assert (after.drawers, after.shifts) == ({}, 1)
    assert transfers_of("c", opened, CAGE) == transfers_of("c", closed, CAGE) == ()
    assert balance_conditions(opened) == ()


def test_closing_an_unbalanced_drawer_needs_two_people() -> None:
    for short in (CloseShift(199_99), CloseShift(200_01)):
        assert decide(OPEN, short, CAT) == No.NEEDS_SECOND.at(None)
        assert decide(OPEN, short, ALONE_TWICE) == No.NEEDS_SECOND.at(None)
    (closed,) = decided(OPEN, CloseShift(199_99), PAIR)
    assert isinstance(closed, ShiftClosed)
    assert closed.difference_cents == -1


@pytest.mark.parametrize(
    "command",
    [OpenShift(-1, 5), OpenShift(MAX_CENTS + 1, 5), OpenShift(5, 0)],
)
def test_an_invalid_float_is_refused(command: CageCommand) -> None:
    assert decide(HERE, command, CAT) == CageRefusal.NOT_A_SUM.at()


@pytest.mark.parametrize("command", [OpenShift(0, 1), OpenShift(MAX_CENTS, 1)])
def test_a_float_may_be_zero_or_the_largest_sum(command: OpenShift) -> None:
    assert decide(HERE, command, CAT) == (ShiftOpened(1, "Cat", command.float_cents, 1),)


@pytest.mark.parametrize("command", [CloseShift(-1), FillDrawer(0), FillDrawer(MAX_CENTS + 1)])
def test_an_invalid_count_or_fill_is_refused(command: CageCommand) -> None:
    assert decide(OPEN, command, PAIR) == CageRefusal.NOT_A_SUM.at()


def test_an_empty_count_and_the_largest_fill_are_accepted() -> None:
    assert decide(OPEN, CloseShift(0), PAIR) == (ShiftClosed(1, "Cat", 200_00, 0),)
    filled = DrawerFilled(1, "Cat", MAX_CENTS, 200_00 + MAX_CENTS)
    assert decide(OPEN, FillDrawer(MAX_CENTS), PAIR) == (filled,)


def test_a_sum_may_be_a_single_cent() -> None:
    assert decide(HERE, BuyCredit("v", 1), HOUSE_DEALER) == (CreditBought("v", 1),)


def test_moving_cash_to_or_from_the_vault_needs_two_people() -> None:
    assert decide(OPEN, FillDrawer(50_00), CAT) == No.NEEDS_SECOND.at(None)
    assert decide(OPEN, FillDrawer(-200_01), PAIR) == CageRefusal.DRAWER_SHORT.at(cash=200_00)
    (filled,) = decided(OPEN, FillDrawer(-200_00), PAIR)
    assert filled == DrawerFilled(1, "Cat", -200_00, 0)
    assert evolve(OPEN, filled).drawers["Cat"].cash_cents == 0


@pytest.mark.parametrize(
    ("command", "cash_cents"),
    [
        (BuyCredit("v", 5), 5),
        (RedeemVoucher("n", 5), -5),
        (HandPay("v", 5), -5),
        (PayClaim("gone", 5), -5),
        (PayClaim("v", 5), 0),
        (CollectClaim("v", 5, 0), 0),
        (RedeemVoucher("n", 5, "v"), 0),
        (CollectCredit("v", 5, "n"), 0),
        (BeginVisit("w", "t"), 0),
    ],
)
def test_cash_over_the_counter_changes_the_drawer(command: CageCommand, cash_cents: int) -> None:
    events = decide(OPEN, command, CAT)
    assert not isinstance(events, Refusal)
    moved = PatronCashMoved(1, "Cat", cash_cents, 200_00 + cash_cents)
    assert events[1:] == ((moved,) if cash_cents else ())
    if cash_cents:
        assert evolve(OPEN, moved).drawers["Cat"].cash_cents == 200_00 + cash_cents
        assert transfers_of("c", moved, CAGE) == ()


def test_a_drawer_pays_only_the_cash_in_it() -> None:
    assert decide(OPEN, HandPay("v", 200_01), CAT) == CageRefusal.DRAWER_SHORT.at(cash=200_00)
    assert len(decided(OPEN, HandPay("v", 200_00), CAT)) == 2


def test_large_sums_and_voided_vouchers_need_two_people() -> None:
    assert decide(OPEN, BuyCredit("v", 1_000_00), CAT) == No.NEEDS_SECOND.at(None)
    assert len(decided(OPEN, BuyCredit("v", 999_99), CAT)) == 2
    assert len(decided(OPEN, BuyCredit("v", 1_000_00), PAIR)) == 2
    void = VoidVoucher("n", 5, is_expired=False)
    assert decide(OPEN, void, CAT) == No.NEEDS_SECOND.at(None)
    assert decide(OPEN, void, PAIR) == (VoucherVoided("n", 5, is_expired=False),)


def test_a_hand_pay_ends_the_visit_and_empties_it() -> None:
    paid = HandPaid("v", 500)
    assert evolve(HERE, paid).visits == {}
    assert balance_conditions(paid) == (
        BalanceCondition("credit/v", 0),
        BalanceCondition("stakes/v/", 0),
        BalanceCondition("claim/v", 0),
    )
