"""Define the interface that every store of journal entries must implement."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import msgspec

from punto.journal.entry import Entry, StoredEntry
from punto.journal.stores.batch_balances import BatchBalances


@dataclass(frozen=True, slots=True)
class StreamLease:
    """A writer's right to append to a stream, with the stream's version and head."""

    stream: str
    epoch: int
    version: int
    head: bytes


class Batch(msgspec.Struct, frozen=True):
    """Entries to append to a stream after its entry `version`."""

    stream: str
    epoch: int
    version: int
    entries: Sequence[Entry]


class AppendResult(msgspec.Struct, frozen=True):
    """The number of entries stored, and the account that could not cover the next entry."""

    stored_count: int
    refused_by: str = ""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A cached state as of an entry, for the version of the software that wrote it."""

    number: int
    software: str
    body: bytes


class Journal(Protocol):
    """Streams of entries, and the account balances that their transfers produce."""

    def acquire(self, stream: str) -> StreamLease:
        """Acquire a stream; appends of its earlier writer then raise `Fenced`."""
        ...

    def posting(self) -> BatchBalances:
        """The current balances, to check entries before they are appended."""
        ...

    def append(self, *batches: Batch) -> list[AppendResult]:
        """Append the longest prefix of each batch that the balances cover, in one transaction.

        The entries are durable on return.
        """
        ...

    def read(self, stream: str, after: int = 0) -> Iterator[StoredEntry]:
        """The entries of a stream in order; an entry that breaks the chain raises an error."""
        ...

    def find_entry(self, stream: str, id_: str) -> tuple[int, Entry] | None:
        """The number and the entry of a command, None if it has none."""
        ...

    def find_entries(self, stream: str, ids: Sequence[str]) -> Mapping[str, tuple[int, Entry]]:
        """The numbers and entries of commands, by the ids of the commands."""
        ...

    def streams(self) -> Mapping[str, tuple[int, bytes]]:
        """The version and the head of every stream."""
        ...

    def balance(self, account: str) -> int:
        """The balance of an account in cents."""
        ...

    def balances(self) -> Mapping[str, int]:
        """The balance of every account that is not empty."""
        ...

    def save_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        """Store a snapshot of a stream in place of the last one."""
        ...

    def snapshot(self, stream: str) -> Snapshot | None:
        """The last snapshot of a stream, None if it has none."""
        ...

    def close(self) -> None:
        """Close the store and release its lock."""
        ...
