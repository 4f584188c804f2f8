"""Decide when to write the replica to its file, in the background.

While the floor is open, another process reads the newer entries and writes the file. The floor's
own process writes it only at a start and at a stop, when no patron waits.
"""

import asyncio
import os
import sys
from pathlib import Path

import msgspec
import structlog

from punto.floor.read_models import snapshot_file
from punto.floor.read_models.history import History
from punto.floor.read_models.replica import Replica
from punto.floor.read_models.snapshot_file import Heads
from punto.floor.streams.writer import CommittedEntry
from punto.journal.reader import JournalReader
from punto.reports.floor.period import Calendar

ENTRIES_BETWEEN = 20_000
"""The number of entries after which the file is written again while the floor is open."""

ENTRIES_WORTH = 1_000
"""The number of newer entries from which a start or a stop writes the file."""

LOG = structlog.get_logger("punto.snapshot_schedule")


class SnapshotSchedule:
    """The entries in the file, and the time to write it again."""

    def __init__(self, folder: Path, journal: Path, large_cents: int, calendar: Calendar) -> None:
        self._folder, self._journal = folder, journal
        self._large_cents, self._calendar = large_cents, calendar
        self._saved_entries = 0
        self._is_writing = False

    def load(self) -> Replica:
        """Return the replica from the file, or an empty one if the file is unusable."""
        journal = JournalReader(self._journal)
        found = snapshot_file.load(self._folder, journal, self._large_cents, self._calendar)
        journal.close()
        self._saved_entries = found.entries if found else 0
        return found or Replica(History(self._large_cents, self._calendar))

    def save(self, replica: Replica, heads: Heads) -> None:
        """Write the file in this process if enough entries are newer."""
        if replica.entries - self._saved_entries < ENTRIES_WORTH:
            return
        try:
            snapshot_file.save(self._folder, replica, heads)
            self._saved_entries = replica.entries
        except OSError as error:
            # The file is a cache: a start can read the whole journal.
            LOG.error("could not write the read-model snapshot", why=str(error))

    def is_due(self, replica: Replica) -> bool:
        """Whether another process must write the file now."""
        return not self._is_writing and replica.entries - self._saved_entries >= ENTRIES_BETWEEN

    async def refresh(self, replica: Replica) -> None:
        """Run another process that updates the file."""
        self._is_writing, entries = True, replica.entries
        rules = str(self._large_cents), msgspec.json.encode(self._calendar).decode()
        words = (sys.executable, "-m", __name__, self._folder, self._journal, *rules)
        process = None
        try:
            process = await asyncio.create_subprocess_exec(*words)
            if await process.wait():
                LOG.error(
                    "could not write the read-model snapshot", why=f"exit code {process.returncode}"
                )
        except OSError as error:
            LOG.error("could not write the read-model snapshot", why=str(error))
        finally:
            self._is_writing = False
            # After a failed write, wait for as many entries before the next attempt.
            self._saved_entries = entries
            if process is not None and process.returncode is None:
                process.kill()


def refresh(folder: Path, path: Path, large_cents: int, calendar: Calendar) -> None:
    """Update the file to the end of the journal. The floor may append entries meanwhile."""
    journal = JournalReader(path)
    with journal.as_of_now():
        heads = journal.streams()
        found = snapshot_file.load(folder, journal, large_cents, calendar)
        replica = found or Replica(History(large_cents, calendar))
        for stored in journal.in_order(replica.entries):
            replica.apply(CommittedEntry(stored.stream, stored.number, stored.entry))
        snapshot_file.save(folder, replica, heads)
    journal.close()


if __name__ == "__main__":
    os.nice(19)
    house = msgspec.json.decode(sys.argv[4], type=Calendar)
    refresh(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), house)
