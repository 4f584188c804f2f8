"""Open and close everything that a floor stores: journal, keys, read models and checkpoints."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import structlog

from punto.floor.operations.checkpoint_export import make_exporter
from punto.floor.operations.start_check import check_kind, house_keys
from punto.floor.plan import FloorPlan
from punto.floor.read_models.commit_feed import CommitFeed
from punto.floor.read_models.snapshot_file import SnapshotFile
from punto.floor.streams.writer import CommittedEntry
from punto.floor.tasks import ReaderThread, Tasks
from punto.journal.keys import KeyRing, SealedStore
from punto.journal.stores.sqlite import SqliteJournal

LOG = structlog.get_logger("punto.floor")


class Storage:
    """The data folder of a floor, and the threads that read and write it."""

    def __init__(
        self,
        plan: FloorPlan,
        folder: Path,
        ring: KeyRing | None,
        rulebooks: Callable[[], Mapping[str, str]],
        now: Callable[[], str],
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.journal = SqliteJournal(folder / "floor.db")
        check_kind(self.journal, folder, is_demo=plan.demo)
        self.ring = ring or KeyRing(folder / "keys")
        self.keys = house_keys(self.ring, self.journal)
        self.snapshot = SnapshotFile(folder, self.journal.path, plan.large_cents, plan.calendar)
        self.replica = self.snapshot.load()
        self.feed = CommitFeed(self.replica)
        checkpoints = plan.checkpoints or folder / "checkpoints"
        self.exporter = make_exporter(self.journal, checkpoints, self.keys.sign, rulebooks, now)
        self.sealed = SealedStore(folder / "sealed", self.keys.seal)
        self.recalling = ReaderThread(self.journal.path, "punto-recall")
        self.auditing = ReaderThread(self.journal.path, "punto-audit")
        self.sealing = ThreadPoolExecutor(1, thread_name_prefix="punto-sealing")
        """The thread that writes and deletes sealed orders."""

    def catch_up(self) -> None:
        """Bring the read models up to date with the journal."""
        for stored in self.journal.in_order(self.replica.entries):
            self.replica.apply(CommittedEntry(stored.stream, stored.number, stored.entry))
        self.snapshot.save(self.replica, self.journal.streams())

    def follow(self, tasks: Tasks) -> None:
        """Export checkpoints and refresh the file of the read models when entries call for it."""

        def refresh_snapshot(_entries: Sequence[CommittedEntry]) -> None:
            if self.snapshot.is_due(self.replica):
                # The file is only a cache: without a new one the next start reads more entries.
                tasks.spawn(
                    "refresh the cache for the next start",
                    self.snapshot.refresh(self.replica),
                    failed=lambda _error: None,
                )

        self.feed.follow_all("export of checkpoints", self.exporter.observe)
        self.feed.follow_all("snapshot of read models", refresh_snapshot)

    def record_keys(self) -> None:
        """Record the versions of the keys beside them."""
        try:
            self.ring.record()
        except OSError as error:
            # The floor can deal: only a later loss of a key would go unnoticed.
            LOG.warning("the versions of the keys were not recorded", why=str(error))

    async def close(self, *, has_failed: bool) -> None:
        """Wait for the threads, and close the journal."""
        threads = self.recalling.close, self.auditing.close, self.sealing.shutdown
        for close in (*threads, self.exporter.close):
            await asyncio.to_thread(close)
        if not has_failed:
            self.snapshot.save(self.replica, self.journal.streams())
        self.journal.close()
