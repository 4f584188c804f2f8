"""An entry names its rounds, for the journal's index of rounds."""

from punto.core.irregularities import Trigger
from punto.journal.entry import Entry, rounds_of
from punto.ledger.cage import VisitBegun
from punto.table.actors import HOUSE_DEALER
from punto.table.events import BetsClosed, BetsOpened, RoundVoided


def test_an_entry_names_the_rounds_that_it_begins_or_ends() -> None:
    events = (
        RoundVoided(1, Trigger.SHOE_SHORT, "E 5.3", ()),
        BetsOpened(2, "shoe", "book", "settings"),
        BetsClosed(2),
        VisitBegun("w", "T-1"),
    )
    assert list(rounds_of(Entry("id", "", HOUSE_DEALER, "", events))) == [1, 2]
