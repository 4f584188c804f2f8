"""Find the rounds that an entry begins, ends or corrects, for the journal's round index."""

from collections.abc import Iterator

from punto.journal.entry import Entry
from punto.table.events import play as events


def rounds_of(entry: Entry) -> Iterator[int]:
    """Yield the number of each round that an entry begins, ends or corrects."""
    for event in entry.events:
        if isinstance(event, _INDEXED):
            yield event.round


_INDEXED = (
    events.BetsOpened,
    events.RoundSettled,
    events.RoundVoided,
    events.RoundReversed,
    events.RoundCorrected,
)
