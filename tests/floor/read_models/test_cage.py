"""The cage's book: short names of vouchers, and what is forgotten."""

import pytest

from punto.floor.read_models import cage
from punto.floor.read_models.cage import CageReadModel, voucher_reference
from punto.floor.streams.writer import CommittedEntry
from punto.journal.entry import Entry
from punto.ledger.cage import CageEvent, CreditCollected, VoucherRedeemed
from punto.table.actors import Actor, ActorKind

BY = Actor(ActorKind.HOUSE, "the house")


def taken(book: CageReadModel, *events: CageEvent) -> None:
    for event in events:
        entry = Entry("e", "2026-01-01T00:00:00.000Z", BY, "", (event,))
        book.apply(CommittedEntry("cage", 1, entry))


def test_no_two_of_very_many_vouchers_share_a_short_name() -> None:
    """These two did by the eight digits there were once, and both rows stood for the later."""
    first, second = voucher_reference(f"{72_771:032x}"), voucher_reference(f"{112_259:032x}")
    assert first[:10] == second[:10]
    assert first != second


def test_vouchers_of_one_short_name_are_forgotten_without_a_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The second to be forgotten had no name left to forget, and no start read past it."""
    monkeypatch.setattr(cage, "REF_DIGITS", 0)
    monkeypatch.setattr(cage, "VOUCHERS_REMEMBERED", 1)
    book = CageReadModel()
    taken(book, *(CreditCollected("v", 5, number) for number in "abc"))
    assert book.number_of("V-") == "c"
    taken(book, VoucherRedeemed("a", 5, "v"), VoucherRedeemed("b", 5, "v"))
    assert book.number_of("V-") == "c", "the name is not the forgotten one's"
    taken(book, VoucherRedeemed("c", 5, "v"), CreditCollected("v", 5, "d"))
    taken(book, VoucherRedeemed("d", 5, "v"))
    assert list(book.vouchers) == ["d"]
