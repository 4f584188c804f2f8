"""Store a journal in one SQLite file, synced at every commit, with a checksum on every page."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw

from punto.journal.chain import entry_hash, genesis_hash, verify_chain
from punto.journal.encoding import decode, encode
from punto.journal.entry import Entry, StoredEntry, rounds_of
from punto.journal.errors import Fenced, JournalCorrupted, JournalError, StorageFailed
from punto.journal.protocol import AppendResult, Batch, Snapshot, StreamLease
from punto.journal.stores.batch_balances import BatchBalances
from punto.journal.stores.sqlite_file import (
    CHECKSUMS,
    WRITING,
    begin_checksums,
    clear_errors,
    is_damage,
    lock_file,
    open_file,
    transaction,
)
from punto.ledger.transfers import InsufficientFunds, Transfer


class SqliteJournal:
    """A journal in a file of one machine. One process writes; others may read."""

    def __init__(self, path: Path, *, vfs: str = CHECKSUMS, read_only: bool = False) -> None:
        self.path = path
        self._lock = None if read_only else lock_file(path)
        try:
            with clear_errors(path):
                self._db = open_file(path, vfs, read_only=read_only)
                rows = self._db.execute("SELECT name, stream FROM streams")
                self._ids: dict[str, int] = dict(rows)
                self._data_version = self._db.pragma("data_version")
                self._balances = self._stored_balances()
        except JournalError:
            if self._lock is not None:
                self._lock.close()
            raise

    def acquire(self, stream: str) -> StreamLease:
        """Acquire a stream; appends of its earlier writer then raise `Fenced`."""
        with clear_errors(self.path), transaction(self._db):
            self._db.execute(
                "INSERT INTO streams (name, epoch, version, head) VALUES (?, 0, 0, ?) "
                "ON CONFLICT (name) DO NOTHING",
                (stream, genesis_hash(stream)),
            )
            id_, epoch, version, head = self._row(
                "UPDATE streams SET epoch = epoch + 1 WHERE name = ? "
                "RETURNING stream, epoch, version, head",
                stream,
            )
            query = "SELECT number, hash FROM entries WHERE stream = ? ORDER BY number DESC LIMIT 1"
            empty = (0, genesis_hash(stream))
            last = self._db.execute(query, (id_,)).fetchone() or empty
            if last != (version, head):
                raise JournalCorrupted(
                    f"{stream} ends at entry {last[0]}, which is not its head; "
                    f"expected entry {version}"
                )
        self._ids[stream] = id_
        return StreamLease(stream, epoch, version, head)

    def posting(self) -> BatchBalances:
        """The current balances, to check entries before they are appended."""
        with clear_errors(self.path):
            self._reload_changed_balances()
        return BatchBalances(self._balances, self._under)

    def append(self, *batches: Batch) -> list[AppendResult]:
        """Append the longest prefix of each batch that the balances cover, in one transaction."""
        with clear_errors(self.path), transaction(self._db):
            posting = self.posting()
            results = [self._append(batch, posting) for batch in batches]
            self._db.executemany(
                "INSERT INTO balances VALUES (?, ?) "
                "ON CONFLICT (account) DO UPDATE SET cents = excluded.cents",
                posting.changed.items(),
            )
        for account, cents in posting.changed.items():
            if cents:
                self._balances[account] = cents
            else:
                self._balances.pop(account, None)
        return results

    def _stored_balances(self) -> dict[str, int]:
        """The balance of every account that is not empty.

        A visit leaves several empty accounts, so memory would grow with every visit.
        """
        return dict(self._db.execute("SELECT account, cents FROM balances WHERE cents != 0"))

    def _reload_changed_balances(self) -> None:
        """Read the balances again if another connection has written to the file."""
        data_version = self._db.pragma("data_version")
        if data_version != self._data_version:
            self._balances = self._stored_balances()
            self._data_version = data_version

    def _append(self, batch: Batch, posting: BatchBalances) -> AppendResult:
        head = self._head_for(batch)
        id_, number = self._ids[batch.stream], batch.version
        rows: list[tuple[int, int, str, bytes, bytes]] = []
        rounds: list[tuple[int, int, int]] = []
        transfers: list[Transfer] = []
        refused_by = ""
        for entry in batch.entries:
            try:
                posting.post(entry)
            except InsufficientFunds as refused:
                refused_by = refused.account
                break
            body, number = encode(entry), number + 1
            head = entry_hash(head, number, body)
            rows.append((id_, number, entry.id, body, head))
            rounds.extend((id_, round_, number) for round_ in rounds_of(entry))
            transfers.extend(entry.transfers)
        self._db.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", rows)
        self._db.executemany(
            "INSERT INTO transfers VALUES (?, ?, ?, ?, ?)",
            (
                (transfer.id, transfer.source, transfer.target, transfer.cents, transfer.reason)
                for transfer in transfers
            ),
        )
        self._db.executemany("INSERT OR IGNORE INTO rounds VALUES (?, ?, ?)", rounds)
        self._db.execute(
            "UPDATE streams SET version = ?, head = ? WHERE stream = ?", (number, head, id_)
        )
        return AppendResult(len(rows), refused_by)

    def _head_for(self, batch: Batch) -> bytes:
        """The head of a stream; raise `Fenced` if another writer has acquired or extended it."""
        epoch, version, head = self._row(
            "SELECT epoch, version, head FROM streams WHERE name = ?", batch.stream
        )
        if (epoch, version) != (batch.epoch, batch.version):
            raise Fenced(f"another writer has acquired {batch.stream}; this one must stop")
        return bytes(head)

    def read(self, stream: str, after: int = 0) -> Iterator[StoredEntry]:
        """The entries of a stream in order; an entry that breaks the chain raises an error."""
        id_ = self._ids.get(stream, 0)
        with clear_errors(self.path):
            hash_ = genesis_hash(stream)
            if after:
                query = "SELECT hash FROM entries WHERE stream = ? AND number = ?"
                row = self._db.execute(query, (id_, after)).fetchone()
                if row is None:
                    raise JournalCorrupted(f"{stream} has no entry {after}")
                hash_ = bytes(row[0])
            rows = self._db.execute(
                "SELECT number, id, body, hash FROM entries "
                "WHERE stream = ? AND number > ? ORDER BY number",
                (id_, after),
            )
            yield from verify_chain(stream, rows, after, hash_)

    @contextmanager
    def as_of_now(self) -> Iterator[None]:
        """Let every read in the block see the journal as of its start, even if a process writes."""
        with clear_errors(self.path):
            self._db.execute("BEGIN")
            try:
                self._balances = self._stored_balances()
                yield
            finally:
                # A disk error ends the transaction by itself.
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")

    def in_order(self, after: int = 0) -> Iterator[StoredEntry]:
        """The entries of all streams in the order of their commits, without the first `after`."""
        with clear_errors(self.path):
            rows = self._db.execute(
                "SELECT streams.name, number, body, hash FROM entries "
                "JOIN streams USING (stream) WHERE entries.rowid > ? ORDER BY entries.rowid",
                (after,),
            )
            for name, number, body, hash_ in rows:
                yield StoredEntry(name, number, decode(body), bytes(hash_))

    def find_entry(self, stream: str, id_: str) -> tuple[int, Entry] | None:
        """The number and the entry of a command, None if it has none."""
        return self.find_entries(stream, [id_]).get(id_)

    def find_entries(self, stream: str, ids: Sequence[str]) -> Mapping[str, tuple[int, Entry]]:
        """The numbers and entries of commands, by the ids of the commands."""
        found: dict[str, tuple[int, Entry]] = {}
        with clear_errors(self.path):
            rows = self._db.execute(
                "SELECT found.number, found.id, found.body, found.hash, before.hash "
                "FROM entries AS found LEFT JOIN entries AS before "
                "ON before.stream = found.stream AND before.number = found.number - 1 "
                "WHERE found.stream = ? AND found.id IN (SELECT value FROM json_each(?))",
                (self._ids.get(stream, 0), json.dumps(ids)),
            )
            for *row, before in rows:
                after = row[0] - 1
                before = before or genesis_hash(stream)
                (stored,) = verify_chain(stream, [row], after, before)
                found[stored.entry.id] = stored.number, stored.entry
        return found

    def streams(self) -> Mapping[str, tuple[int, bytes]]:
        """The version and the head of every stream."""
        with clear_errors(self.path):
            rows = self._db.execute("SELECT name, version, head FROM streams ORDER BY name")
            return {name: (version, bytes(head)) for name, version, head in rows}

    def balance(self, account: str) -> int:
        """The balance of an account in cents."""
        return self._balances.get(account, 0)

    def balances(self) -> Mapping[str, int]:
        """The balance of every account that is not empty."""
        return dict(self._balances)

    def transfers(self) -> Iterator[tuple[str, str, str, int, str]]:
        """Yield the id, the source, the target, the cents and the reason of every transfer."""
        with clear_errors(self.path):
            yield from self._db.execute("SELECT id, source, target, cents, reason FROM transfers")

    def rounds(self) -> Iterator[tuple[str, int, int]]:
        """Yield the stream, the round and the number of every indexed entry."""
        with clear_errors(self.path):
            yield from self._db.execute(
                "SELECT name, round, number FROM rounds JOIN streams USING (stream)"
            )

    def check_pages(self) -> None:
        """Raise `JournalCorrupted` if a page or an index of the file is damaged."""
        with clear_errors(self.path):
            faults = [str(row[0]) for row in self._db.execute("PRAGMA integrity_check(1)")]
        if faults != ["ok"]:
            raise JournalCorrupted(f"{self.path} is damaged: {faults[0]}")

    def save_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        """Store a snapshot of a stream in place of the last one."""
        with clear_errors(self.path):
            self._db.execute(
                "INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)",
                (self._ids[stream], snapshot.number, snapshot.software, snapshot.body),
            )

    def snapshot(self, stream: str) -> Snapshot | None:
        """The last snapshot of a stream, None if it has none."""
        with clear_errors(self.path):
            row = self._db.execute(
                "SELECT number, software, body FROM snapshots WHERE stream = ?",
                (self._ids.get(stream, 0),),
            ).fetchone()
        return None if row is None else Snapshot(row[0], row[1], bytes(row[2]))

    def back_up(self, path: Path) -> None:
        """Write a copy of the journal as of one moment, even while a process writes."""
        with clear_errors(path):
            _create_private(path)
            # The checksum VFS gives every page of the copy a checksum.
            copy = apsw.Connection(str(path), flags=WRITING, vfs=CHECKSUMS)
            try:
                begin_checksums(copy)
                with copy.backup("main", self._db, "main") as copying:
                    while not copying.done:
                        self._copy_rest(copying)
            finally:
                copy.close()

    def _copy_rest(self, copying: apsw.Backup) -> None:
        """Copy the remaining pages; report damage as damage of the source, not of the new copy."""
        try:
            copying.step(-1)
        except (apsw.CorruptError, apsw.IOError) as error:
            if is_damage(error):
                raise JournalCorrupted(f"{self.path} is damaged: {error}") from None
            raise

    def close(self) -> None:
        """Close the file and release the lock."""
        try:
            with clear_errors(self.path):
                self._db.close()
        finally:
            if self._lock is not None:
                self._lock.close()

    def _row(self, query: str, *values: str) -> tuple[Any, ...]:
        found: tuple[Any, ...] | None = self._db.execute(query, values).fetchone()
        assert found is not None, "the stream was acquired"
        return found

    def _under(self, name: str) -> Mapping[str, int]:
        with clear_errors(self.path):
            return dict(
                self._db.execute(
                    "SELECT account, cents FROM balances WHERE account >= ? AND account < ?",
                    (name, name[:-1] + chr(ord("/") + 1)),
                )
            )


def _create_private(path: Path) -> None:
    """Create a file that only its own user may read."""
    try:
        path.touch(0o600)
    except OSError as error:
        raise StorageFailed(f"{path} cannot be written: {error.strerror}") from None
