"""Two writers on one stream take it from each other; what the one who lost it writes is refused."""

from collections.abc import Callable

from msgspec.structs import replace

from campaigns.fencing import campaign
from punto.journal.protocol import AppendResult, Batch
from punto.journal.stores.memory import MemoryJournal
from tests.powercut.fencing import contend


def test_nothing_stale_is_ever_accepted(record_property: Callable[[str, object], None]) -> None:
    """In one process, in two at once, and by an owner that was frozen and woke up too late."""
    lines, is_clean = campaign("small", 1)
    record_property("figure", lines[0])
    assert is_clean, "\n".join(lines)


class Unfenced(MemoryJournal):
    """A journal that takes whatever it is given."""

    def append(self, *batches: Batch) -> list[AppendResult]:
        known = [self._streams[each.stream] for each in batches]
        return super().append(
            *(
                replace(batch, epoch=stream.epoch, version=len(stream.rows))
                for batch, stream in zip(batches, known, strict=True)
            )
        )


def test_two_writers_find_a_journal_without_fences() -> None:
    """The control."""
    shared = Unfenced()
    assert contend(shared, shared, 1, 500).stale_accepted > 0
