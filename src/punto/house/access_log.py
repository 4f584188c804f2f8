"""Record replays, chain verifications and bundle exports in a stream of their own."""

from enum import StrEnum

import msgspec
from msgspec.structs import asdict


class AccessKind(StrEnum):
    """The kinds of access to the journal."""

    REPLAY = "replay"
    CHAIN = "chain"
    BUNDLE = "bundle"


class RecordAccess(msgspec.Struct, frozen=True):
    """Record an access to the journal."""

    access: AccessKind
    table: str = ""
    first_round: int = 0
    last_round: int = 0
    digest: str = ""


class JournalAccessed(msgspec.Struct, frozen=True):
    """A staff member accessed the journal. The digest identifies an exported bundle."""

    access: AccessKind
    table: str
    first_round: int
    last_round: int
    digest: str


class AccessLog(msgspec.Struct, frozen=True):
    """The number of accesses."""

    events: int = 0


def decide(_log: AccessLog, command: RecordAccess) -> tuple[JournalAccessed, ...]:
    """Record every access. The caller checks the permission before."""
    return (JournalAccessed(**asdict(command)),)


def evolve(log: AccessLog, _event: JournalAccessed) -> AccessLog:
    """The log after one more access."""
    return AccessLog(log.events + 1)
