"""Save the replica to a file beside its journal, so that a start reads only newer entries.

The file is a cache: Punto ignores one that is missing, damaged, written by other software or made
from another journal, and reads the journal instead. While the floor is open, another process reads
the newer entries and writes the file. The floor's own process writes it only at a start and at a
stop, when no patron waits.
"""

import asyncio
import hashlib
import os
import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec
import structlog
from msgspec import Struct

from punto.floor.read_models.history import History
from punto.floor.read_models.replica import Replica
from punto.floor.read_models.rulebooks import reference_text, rulebook
from punto.floor.read_models.stored_values import decode_value, encode_value
from punto.floor.software_identity import software_digest
from punto.floor.streams.writer import CommittedEntry
from punto.journal.checkpoints import JournalBehindCheckpoint, check_not_behind
from punto.journal.durable_files import write_durable
from punto.journal.reader import JournalReader
from punto.reports.floor.period import Calendar

NAME = "read-models.json"
FORM = 3

ENTRIES_BETWEEN = 20_000
"""The number of entries after which the file is written again while the floor is open."""

ENTRIES_WORTH = 1_000
"""The number of newer entries from which a start or a stop writes the file."""

Heads = Mapping[str, tuple[int, bytes]]
LOG = structlog.get_logger("punto.snapshot_file")


class _Head(Struct):
    """The first line: the origin and the digest of the second line, and the rulebooks it names."""

    form: int
    software: str
    large_cents: int
    calendar: Calendar
    heads: dict[str, tuple[int, str]]
    digest: str
    rulebooks: list[str]


_HEAD = msgspec.json.Decoder(_Head)
_REPLICA = msgspec.json.Decoder(Replica, dec_hook=decode_value)


class SnapshotFile:
    """The file of one journal, and the time to write it again."""

    def __init__(self, folder: Path, journal: Path, large_cents: int, calendar: Calendar) -> None:
        self._folder, self._journal = folder, journal
        self._large_cents, self._calendar = large_cents, calendar
        self._saved_entries = 0
        self._is_writing = False

    def load(self) -> Replica:
        """Return the replica from the file, or an empty one if the file is unusable."""
        journal = JournalReader(self._journal)
        found = self.read(journal)
        journal.close()
        self._saved_entries = found.entries
        return found

    def read(self, journal: JournalReader) -> Replica:
        """Return the replica; an empty one unless this software derived it from this journal."""
        try:
            line, _, body = (self._folder / NAME).read_bytes().partition(b"\n")
            head = _HEAD.decode(line)
            digest = hashlib.sha256(body).hexdigest()
            known = (FORM, software_digest(), self._large_cents, self._calendar, digest)
            if (head.form, head.software, head.large_cents, head.calendar, head.digest) == known:
                check_not_behind(journal, head.heads, NAME)
                for text in head.rulebooks:
                    reference_text(text)
                return decode(body)
        except (OSError, JournalBehindCheckpoint, ValueError):
            pass
        return Replica(History(self._large_cents, self._calendar))

    def save(self, replica: Replica, heads: Heads) -> None:
        """Write the file in this process if enough entries are newer."""
        if replica.entries - self._saved_entries < ENTRIES_WORTH:
            return
        try:
            self.write(replica, heads)
            self._saved_entries = replica.entries
        except OSError as error:
            # The file is a cache: a start can read the whole journal.
            LOG.error("could not write the read-model snapshot", why=str(error))

    def write(self, replica: Replica, heads: Heads) -> None:
        """Write the replica of a journal whose streams end at these heads."""
        assert replica.entries == sum(number for number, _ in heads.values()), "all was applied"
        body = encode(replica)
        head = _Head(
            FORM,
            software_digest(),
            self._large_cents,
            self._calendar,
            {stream: (number, hash_.hex()) for stream, (number, hash_) in heads.items()},
            hashlib.sha256(body).hexdigest(),
            [rulebook(digest).text for digest in replica.history.rulebooks],
        )
        write_durable(self._folder / NAME, msgspec.json.encode(head) + b"\n" + body, mode=0o600)

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

    def update(self) -> None:
        """Update the file to the end of the journal. The floor may append entries meanwhile."""
        journal = JournalReader(self._journal)
        with journal.as_of_now():
            heads = journal.streams()
            replica = self.read(journal)
            for stored in journal.in_order(replica.entries):
                replica.apply(CommittedEntry(stored.stream, stored.number, stored.entry))
            self.write(replica, heads)
        journal.close()


def encode(replica: Replica) -> bytes:
    """Encode a replica as JSON, with the digests of its rulebooks instead of their texts."""
    return msgspec.json.encode(replica, enc_hook=encode_value)


def decode(body: bytes) -> Replica:
    """Decode a replica. `reference` must have registered its rulebooks before."""
    return _REPLICA.decode(body)


if __name__ == "__main__":
    os.nice(19)
    house = msgspec.json.decode(sys.argv[4], type=Calendar)
    SnapshotFile(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), house).update()
