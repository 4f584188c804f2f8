"""The index of the journal: which entries tell of a round or a voucher."""

from punto.core.irregularities import Trigger
from punto.journal.entry import Entry
from punto.journal.subjects import round_subject, subjects_of, voucher_subject
from punto.ledger.cage import CreditCollected, VisitBegun
from punto.table.actors import HOUSE_DEALER
from punto.table.events.play import BetsClosed, BetsOpened, RoundVoided


def test_an_entry_has_each_subject_once() -> None:
    events = (
        RoundVoided(1, Trigger.SHOE_SHORT, "E 5.3", ()),
        BetsOpened(2, "shoe", "book", "settings"),
        BetsClosed(2),
        RoundVoided(2, Trigger.SHOE_SHORT, "E 5.3", ()),
        CreditCollected("v", 5, "n"),
        VisitBegun("w", "T-1"),
    )
    found = list(subjects_of(Entry("id", "", HOUSE_DEALER, "", events)))
    assert found == [round_subject(1), round_subject(2), voucher_subject("n")]
