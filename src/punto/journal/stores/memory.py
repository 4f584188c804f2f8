"""Implement the whole journal interface in memory, for tests and trials."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from punto.journal.encoding import decode, encode
from punto.journal.entry import Entry, StoredEntry, entry_hash, genesis_hash
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
    """Streams and balances in dictionaries."""

    def __init__(self) -> None:
        self._streams: dict[str, _Stream] = {}
        self._balances: dict[str, int] = {}

    def acquire(self, stream: str) -> StreamLease:
        """Takes a stream; whoever had it before is fenced off."""
        stored_stream = self._streams.setdefault(stream, _Stream(head=genesis_hash(stream)))
        stored_stream.epoch += 1
        return StreamLease(stream, stored_stream.epoch, len(stored_stream.rows), stored_stream.head)

    def posting(self) -> BatchBalances:
        """The balances as they are now, on which entries are decided before they are appended."""
        return BatchBalances(self._balances, self._under)

    def append(self, *batches: Batch) -> list[AppendResult]:
        """Keeps the longest prefix of each batch that the ledger bears, all in one go."""
        for batch in batches:
            stored_stream = self._streams[batch.stream]
            if (stored_stream.epoch, len(stored_stream.rows)) != (batch.epoch, batch.version):
                raise Fenced(f"{batch.stream} was taken by another writer")
        posting = self.posting()
        answers = [self._append(batch, posting) for batch in batches]
        self._balances |= posting.changed
        return answers

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
        """Return the number and the entry that a command has made, None if it has made none."""
        return self.find_entries(stream, [id_]).get(id_)

    def find_entries(self, stream: str, ids: Sequence[str]) -> Mapping[str, tuple[int, Entry]]:
        """Return the entries that commands have made, by the ids of the commands."""
        stored_stream = self._streams.get(stream)
        if stored_stream is None:
            return {}
        known = [(id_, stored_stream.numbers[id_]) for id_ in ids if id_ in stored_stream.numbers]
        return {id_: (number, decode(stored_stream.rows[number - 1][0])) for id_, number in known}

    def streams(self) -> Mapping[str, tuple[int, bytes]]:
        """Every stream with its version and its head."""
        return {
            name: (len(stored_stream.rows), stored_stream.head)
            for name, stored_stream in self._streams.items()
        }

    def balance(self, account: str) -> int:
        """Return the balance of an account."""
        return self._balances.get(account, 0)

    def balances(self) -> Mapping[str, int]:
        """Return the balance of every account that is not empty."""
        return {account: cents for account, cents in self._balances.items() if cents}

    def save_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        """Keeps a snapshot in the place of the last one."""
        self._streams[stream].snapshot = snapshot

    def snapshot(self, stream: str) -> Snapshot | None:
        """The last snapshot of a stream."""
        return self._streams[stream].snapshot

    def close(self) -> None:
        """Nothing is kept."""

    def _under(self, name: str) -> Mapping[str, int]:
        return {key: cents for key, cents in self._balances.items() if key.startswith(name)}
