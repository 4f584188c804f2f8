"""Subjects: the rounds and vouchers by which the journal's index finds old entries."""

from collections.abc import Iterator, Mapping

from punto.journal.entry import Entry
from punto.ledger.cage import CreditCollected, VoucherRedeemed, VoucherVoided
from punto.table.events import play as events


def round_subject(number: int) -> str:
    """Return the subject of the entries that begin, end or correct a round of their stream."""
    return f"round/{number}"


def voucher_subject(number: str) -> str:
    """Return the subject of the entries that issue, redeem or void a voucher."""
    return f"voucher/{number}"


def subjects_of(entry: Entry) -> Iterator[str]:
    """Yield each subject of an entry once."""
    yield from dict.fromkeys(
        f"{prefix}/{getattr(event, field)}"
        for event in entry.events
        if (found := _SUBJECTS.get(type(event))) is not None
        for prefix, field in (found,)
    )


_SUBJECTS: Mapping[type, tuple[str, str]] = {
    events.BetsOpened: ("round", "round"),
    events.RoundSettled: ("round", "round"),
    events.RoundVoided: ("round", "round"),
    events.RoundReversed: ("round", "round"),
    events.RoundCorrected: ("round", "round"),
    CreditCollected: ("voucher", "number"),
    VoucherRedeemed: ("voucher", "number"),
    VoucherVoided: ("voucher", "number"),
}
"""By the kind of an event, the prefix of its subject and the field that holds the rest."""
