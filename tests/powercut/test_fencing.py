"""Two writers acquire one stream in turn; writes of the writer that lost it are refused."""

from collections.abc import Callable

from msgspec.structs import replace

from campaigns.fencing import campaign
from punto.journal.protocol import AppendResult, Batch
from punto.journal.stores.memory import MemoryJournal
from tests.powercut.fencing import contend


def test_a_stale_write_is_never_accepted(record_property: Callable[[str, object], None]) -> None:
    """In one process, in two at once, and from an owner that was stopped and continued too late."""
    lines, is_clean = campaign("small", 1)
    record_property("figure", lines[0])
    assert is_clean, "\n".join(lines)


class Unfenced(MemoryJournal):
    """A journal that accepts every batch."""

    def append(self, *batches: Batch) -> list[AppendResult]:
        known = [self._streams[batch.stream] for batch in batches]
        return super().append(
            *(
                replace(batch, epoch=stream.epoch, version=len(stream.rows))
                for batch, stream in zip(batches, known, strict=True)
            )
        )


def test_two_writers_find_a_journal_without_fences() -> None:
    """As a control, a journal without fences accepts stale writes."""
    shared = Unfenced()
    assert contend(shared, shared, 1, 500).stale_accepted > 0
