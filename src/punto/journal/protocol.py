"""Define the interface that every store of journal entries must implement."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import msgspec

from punto.journal.entry import Entry, StoredEntry
from punto.journal.stores.batch_balances import BatchBalances


@dataclass(frozen=True, slots=True)
class StreamLease:
    """A stream that a writer has taken, and where it stands."""

    stream: str
    epoch: int
    version: int
    head: bytes


class Batch(msgspec.Struct, frozen=True):
    """Entries to be appended to a stream that stands at a version."""

    stream: str
    epoch: int
    version: int
    entries: Sequence[Entry]


class AppendResult(msgspec.Struct, frozen=True):
    """How many entries of a batch were stored, and the account that did not bear the next one."""

    stored_count: int
    refused_by: str = ""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A state as of an entry, a cache that one version of the software wrote for itself."""

    number: int
    software: str
    body: bytes


class Journal(Protocol):
    """Streams of entries and the ledger they move, durable once `append` returns."""

    def acquire(self, stream: str) -> StreamLease:
        """Takes a stream; whoever had it before is fenced off."""
        ...

    def posting(self) -> BatchBalances:
        """The balances as they are now, on which entries are decided before they are appended."""
        ...

    def append(self, *batches: Batch) -> list[AppendResult]:
        """Keeps the longest prefix of each batch that the ledger bears, all in one transaction."""
        ...

    def read(self, stream: str, after: int = 0) -> Iterator[StoredEntry]:
        """The entries of a stream in order, each checked against its chain."""
        ...

    def find_entry(self, stream: str, id_: str) -> tuple[int, Entry] | None:
        """The entry that a command has brought about, if it has."""
        ...

    def find_entries(self, stream: str, ids: Sequence[str]) -> Mapping[str, tuple[int, Entry]]:
        """Return the entries that commands have made, by the ids of the commands."""
        ...

    def streams(self) -> Mapping[str, tuple[int, bytes]]:
        """Every stream with its version and its head."""
        ...

    def balance(self, account: str) -> int:
        """Return the balance of an account."""
        ...

    def balances(self) -> Mapping[str, int]:
        """Return the balance of every account that is not empty."""
        ...

    def save_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        """Keeps a snapshot in the place of the last one."""
        ...

    def snapshot(self, stream: str) -> Snapshot | None:
        """The last snapshot of a stream."""
        ...

    def close(self) -> None:
        """Gives the store up."""
        ...
