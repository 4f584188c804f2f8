"""Define an entry, which is the atomic result of one command."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TypeAlias

import msgspec

from punto.house.access_log import JournalAccessed
from punto.house.staff.events import StaffEvent
from punto.house.terminals import TerminalEvent
from punto.ledger.cage import CageEvent
from punto.ledger.transfers import BalanceCondition, Transfer
from punto.table import events as table_events
from punto.table.actors import Actor

AnyEvent: TypeAlias = table_events.Event | CageEvent | TerminalEvent | StaffEvent | JournalAccessed


class Entry(msgspec.Struct, frozen=True):
    """The id, the sender and the digest of a command, with its events and transfers."""

    id: str
    at: str
    """The wall-clock time. Entry numbers give the order."""

    by: Actor
    command_digest: str
    events: tuple[AnyEvent, ...]
    transfers: tuple[Transfer, ...] = ()
    conditions: tuple[BalanceCondition, ...] = ()
    """Balances that the ledger must have after the transfers. The journal does not store them."""


class StoredEntry(msgspec.Struct, frozen=True):
    """An entry with its stream, its number and its hash."""

    stream: str
    number: int
    entry: Entry
    hash: bytes


def rounds_of(entry: Entry) -> Iterator[int]:
    """Yield the number of each round that an entry begins, ends or corrects."""
    for event in entry.events:
        if isinstance(event, _INDEXED):
            yield event.round


_INDEXED = (
    table_events.BetsOpened,
    table_events.RoundSettled,
    table_events.RoundVoided,
    table_events.RoundReversed,
    table_events.RoundCorrected,
)


def format_time(at: datetime) -> str:
    """A UTC time in ISO 8601 with milliseconds, as in `2026-11-14T09:30:00.000Z`."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
