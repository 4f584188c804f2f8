"""Export signed checkpoints in the background after rounds end."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import structlog

from punto.floor.software_identity import software_digest
from punto.floor.streams.writer import CommittedEntry
from punto.journal.checkpoints import Checkpoint, CheckpointFolder
from punto.journal.errors import JournalError
from punto.journal.keys import SigningKey
from punto.journal.reader import JournalReader
from punto.journal.stores.sqlite import SqliteJournal
from punto.table.events import RoundSettled, RoundVoided

LOG = structlog.get_logger("punto.export")


class CheckpointExporter:
    """Export checkpoints to a folder, which should be on another machine.

    A reader of the journal sees synced entries only: SQLite shows a commit once its log is on disk.
    So a power failure cannot undo an exported entry.
    """

    def __init__(
        self,
        journal: Path,
        folder: Path,
        key: SigningKey,
        software: str,
        rulebooks: Callable[[], Mapping[str, str]],
        now: Callable[[], str],
    ) -> None:
        self.checkpoints = CheckpointFolder(folder, key)
        self.failure = ""
        """The error of the last export; empty if it succeeded."""

        self._reader = JournalReader(journal)
        self._software, self._rulebooks, self._now = software, rulebooks, now
        self._due = asyncio.Event()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="punto-export")
        try:
            self.checkpoints.check(self._reader)
        except JournalError:
            self._reader.close()
            raise

    @property
    def last(self) -> Checkpoint | None:
        """The checkpoint that was exported last."""
        return self.checkpoints.last

    def observe(self, entries: Sequence[CommittedEntry]) -> None:
        """Make an export due if a round has ended in the committed entries."""
        if any(isinstance(event, ENDS) for each in entries for event in each.entry.events):
            self._due.set()

    async def export_when_due(self) -> None:
        """Wait until a round has ended, then export."""
        await self._due.wait()
        self._due.clear()
        await asyncio.get_running_loop().run_in_executor(self._pool, self.export)

    def export(self) -> Checkpoint | None:
        """Export a checkpoint of all heads now. The tables continue if the export fails."""
        try:
            heads = self._reader.streams()
            last = self.checkpoints.last
            if last and last.heads == {name: (n, h.hex()) for name, (n, h) in heads.items()}:
                return last
            checkpoint = self.checkpoints.write(
                heads, self._now(), self._software, self._rulebooks()
            )
        except (OSError, JournalError) as error:
            self.failure = getattr(error, "strerror", None) or str(error)
            LOG.error("no checkpoint was exported", why=self.failure)
            return None
        self.failure = ""
        return checkpoint

    def close(self) -> None:
        """Wait for a running export, export once more, and close the connection."""
        self._pool.shutdown()
        self.export()
        self._reader.close()


ENDS = (RoundSettled, RoundVoided)


def make_exporter(
    journal: SqliteJournal,
    folder: Path,
    key: SigningKey,
    rulebooks: Callable[[], Mapping[str, str]],
    now: Callable[[], str],
) -> CheckpointExporter:
    """Make the exporter. Refuse a journal that is older than the last checkpoint."""
    try:
        return CheckpointExporter(
            journal.path,
            folder,
            key,
            software_digest(),
            rulebooks,
            now,
        )
    except JournalError:
        journal.close()
        raise
