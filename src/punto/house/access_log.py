"""Record replays, chain verifications and bundle exports in a stream of their own."""

from dataclasses import dataclass, replace
from enum import StrEnum


class AccessKind(StrEnum):
    """The kinds of access to the journal."""

    REPLAY = "replay"
    CHAIN = "chain"
    BUNDLE = "bundle"


@dataclass(frozen=True, slots=True)
class RecordAccess:
    """Record an access to the journal."""

    access: AccessKind
    table: str = ""
    first_round: int = 0
    last_round: int = 0
    digest: str = ""


@dataclass(frozen=True, slots=True)
class JournalAccessed:
    """A staff member accessed the journal. The digest identifies an exported bundle."""

    access: AccessKind
    table: str
    first_round: int
    last_round: int
    digest: str


@dataclass(frozen=True, slots=True)
class AccessLog:
    """The number of accesses."""

    events: int = 0


def decide(_log: AccessLog, command: RecordAccess) -> tuple[JournalAccessed, ...]:
    """Record every access. The caller checks the permission before."""
    return (
        JournalAccessed(
            command.access, command.table, command.first_round, command.last_round, command.digest
        ),
    )


def evolve(log: AccessLog, _event: JournalAccessed) -> AccessLog:
    """The log after one more access."""
    return replace(log, events=log.events + 1)
