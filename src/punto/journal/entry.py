"""Define an entry, the atomic result of one command, and the hash that chains entries."""

from datetime import UTC, datetime
from typing import TypeAlias

import msgspec

from punto.house.access_log import JournalAccessed
from punto.house.staff.events import StaffEvent
from punto.house.terminals import (
    TerminalEvent,
)
from punto.journal.digests import DEFAULT_DIGEST, DIGESTS
from punto.ledger.cage import CageEvent
from punto.ledger.transfers import BalanceCondition, Transfer
from punto.table.actors import Actor
from punto.table.events.play import Event

AnyEvent: TypeAlias = Event | CageEvent | TerminalEvent | StaffEvent | JournalAccessed


class Entry(msgspec.Struct, frozen=True):
    """A command's id and who asked, a digest of what was asked, its events and its money."""

    id: str
    at: str
    """A label of the wall clock; nothing is ordered by it."""

    by: Actor
    command_digest: str
    events: tuple[AnyEvent, ...]
    transfers: tuple[Transfer, ...] = ()
    conditions: tuple[BalanceCondition, ...] = ()
    """What must be so once the money has moved; asked of the ledger, not kept."""


class StoredEntry(msgspec.Struct, frozen=True):
    """An entry as it stands in its stream."""

    stream: str
    number: int
    entry: Entry
    hash: bytes


def genesis_hash(stream: str, digest: str = DEFAULT_DIGEST) -> bytes:
    """What the first entry of a stream is chained to."""
    return DIGESTS[digest](stream.encode())


def entry_hash(previous: bytes, number: int, body: bytes, digest: str = DEFAULT_DIGEST) -> bytes:
    """The hash of an entry: over the one before it, its number and its text."""
    return DIGESTS[digest](previous + number.to_bytes(8, "big") + body)


def format_time(at: datetime) -> str:
    """A time as labels have it."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
