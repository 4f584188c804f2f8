"""Test the short names of vouchers, and the limits of the cage's read model."""

import pytest

from punto.floor.read_models import cage
from punto.floor.read_models.cage import CageReadModel, voucher_reference
from punto.floor.streams.writer import CommittedEntry
from punto.journal.entry import Entry
from punto.ledger.cage import CageEvent, CreditCollected, VoucherRedeemed
from punto.ledger.drawers import DrawerFilled, ShiftClosed, ShiftOpened
from punto.table.actors import Actor, ActorKind

BY = Actor(ActorKind.HOUSE, "the house")


def taken(book: CageReadModel, *events: CageEvent) -> None:
    for event in events:
        entry = Entry("e", "2026-01-01T00:00:00.000Z", BY, "", (event,))
        book.apply(CommittedEntry("cage", 1, entry))


def test_two_vouchers_with_the_same_first_digits_have_different_short_names() -> None:
    """With eight digits these two shared a name, and both rows showed the later voucher."""
    first, second = voucher_reference(f"{72_771:032x}"), voucher_reference(f"{112_259:032x}")
    assert first[:10] == second[:10]
    assert first != second


def test_vouchers_that_share_a_short_name_are_dropped_without_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Dropping the second one raised an error at every start, because its name was gone."""
    monkeypatch.setattr(cage, "REF_DIGITS", 0)
    monkeypatch.setattr(cage, "MAX_SPENT_VOUCHERS", 1)
    book = CageReadModel()
    taken(book, *(CreditCollected("v", 5, number) for number in "abc"))
    assert book.number_of("V-") == "c"
    taken(book, VoucherRedeemed("a", 5, "v"), VoucherRedeemed("b", 5, "v"))
    assert book.number_of("V-") == "c", "the name belongs to a voucher that is not dropped"
    taken(book, VoucherRedeemed("c", 5, "v"), CreditCollected("v", 5, "d"))
    taken(book, VoucherRedeemed("d", 5, "v"))
    assert list(book.vouchers) == ["d"]


def test_a_shift_has_the_sums_of_all_movements_but_lists_only_the_latest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The sums once needed every movement of sixty shifts in memory."""
    monkeypatch.setattr(cage, "MAX_LINES", 2)
    monkeypatch.setattr(cage, "MAX_CLOSED_SHIFTS", 2)
    book = CageReadModel()
    for shift in (1, 2, 3, 4):
        taken(book, ShiftOpened(shift, f"C-{shift}", 100_00, 1_000_00))
    for cents in (1_00, 2_00, -4_00):
        taken(book, DrawerFilled(4, "C-4", cents, 100_00 + cents))
    record = book.open["C-4"]
    assert [each.cents for each in record.lines] == [2_00, -4_00]
    assert record.sums == {"fill": (3, -1_00, 0)}
    for shift in (4, 1, 3):
        taken(book, ShiftClosed(shift, f"C-{shift}", 100_00, 0))
    assert [each.shift for each in book.closed] == [3, 4]
    assert list(book.open) == ["C-2"]
