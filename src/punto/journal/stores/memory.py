"""Implement the journal interface in memory, for tests and simulated days."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from punto.journal.chain import entry_hash, genesis_hash
from punto.journal.encoding import decode, encode
from punto.journal.entry import Entry, StoredEntry
from punto.journal.errors import Fenced
from punto.journal.protocol import AppendResult, Batch, Snapshot, StreamLease
from punto.journal.stores.batch_balances import BatchBalances
from punto.ledger.transfers import InsufficientFunds


@dataclass(slots=True)
class _Stream:
    epoch: int = 0
    head: bytes = b""
    rows: list[tuple[bytes, bytes]] = field(default_factory=list)
    """The text and the hash of each entry."""

    numbers: dict[str, int] = field(default_factory=dict)
    snapshot: Snapshot | None = None


class MemoryJournal:
    """A journal whose streams and balances are dictionaries; nothing survives the process."""

    def __init__(self) -> None:
        self._streams: dict[str, _Stream] = {}
        self._balances: dict[str, int] = {}

    def acquire(self, stream: str) -> StreamLease:
        """Acquire a stream; appends of its earlier writer then raise `Fenced`."""
        stored_stream = self._streams.setdefault(stream, _Stream(head=genesis_hash(stream)))
        stored_stream.epoch += 1
        return StreamLease(stream, stored_stream.epoch, len(stored_stream.rows), stored_stream.head)

    def posting(self) -> BatchBalances:
        """The current balances, to check entries before they are appended."""
        return BatchBalances(self._balances, self._under)

    def append(self, *batches: Batch) -> list[AppendResult]:
        """Append the longest prefix of each batch that the balances cover."""
        for batch in batches:
            stored_stream = self._streams[batch.stream]
            if (stored_stream.epoch, len(stored_stream.rows)) != (batch.epoch, batch.version):
                raise Fenced(f"another writer has acquired {batch.stream}; this one must stop")
        posting = self.posting()
        results = [self._append(batch, posting) for batch in batches]
        self._balances |= posting.changed
        return results

    def _append(self, batch: Batch, posting: BatchBalances) -> AppendResult:
        stored_stream = self._streams[batch.stream]
        for place, entry in enumerate(batch.entries):
            try:
                posting.post(entry)
            except InsufficientFunds as refused:
                return AppendResult(place, refused.account)
            body = encode(entry)
            number = len(stored_stream.rows) + 1
            stored_stream.head = entry_hash(stored_stream.head, number, body)
            stored_stream.rows.append((body, stored_stream.head))
            assert entry.id not in stored_stream.numbers, "a command has one entry"
            stored_stream.numbers[entry.id] = number
        return AppendResult(len(batch.entries))

    def read(self, stream: str, after: int = 0) -> Iterator[StoredEntry]:
        """The entries of a stream in order."""
        stored_stream = self._streams.get(stream, _Stream())
        for place, (body, hash_) in enumerate(stored_stream.rows[after:], start=after + 1):
            yield StoredEntry(stream, place, decode(body), hash_)

    def find_entry(self, stream: str, id_: str) -> tuple[int, Entry] | None:
        """The number and the entry of a command, None if it has none."""
        return self.find_entries(stream, [id_]).get(id_)

    def find_entries(self, stream: str, ids: Sequence[str]) -> Mapping[str, tuple[int, Entry]]:
        """The numbers and entries of commands, by the ids of the commands."""
        stored_stream = self._streams.get(stream)
        if stored_stream is None:
            return {}
        known = [(id_, stored_stream.numbers[id_]) for id_ in ids if id_ in stored_stream.numbers]
        return {id_: (number, decode(stored_stream.rows[number - 1][0])) for id_, number in known}

    def streams(self) -> Mapping[str, tuple[int, bytes]]:
        """The version and the head of every stream."""
        return {
            name: (len(stored_stream.rows), stored_stream.head)
            for name, stored_stream in self._streams.items()
        }

    def balance(self, account: str) -> int:
        """The balance of an account in cents."""
        return self._balances.get(account, 0)

    def balances(self) -> Mapping[str, int]:
        """The balance of every account that is not empty."""
        return {account: cents for account, cents in self._balances.items() if cents}

    def save_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        """Store a snapshot of a stream in place of the last one."""
        self._streams[stream].snapshot = snapshot

    def snapshot(self, stream: str) -> Snapshot | None:
        """The last snapshot of a stream, None if it has none."""
        return self._streams[stream].snapshot

    def close(self) -> None:
        """Do nothing: there is no file to close."""

    def _under(self, name: str) -> Mapping[str, int]:
        return {key: cents for key, cents in self._balances.items() if key.startswith(name)}
