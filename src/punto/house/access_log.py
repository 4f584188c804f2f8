"""Record replays, chain verifications and bundle exports of the journal in a stream of it."""

from dataclasses import dataclass, replace
from enum import StrEnum


class AccessKind(StrEnum):
    """What somebody did."""

    REPLAY = "replay"
    CHAIN = "chain"
    BUNDLE = "bundle"


@dataclass(frozen=True, slots=True)
class RecordAccess:
    """Somebody looks into the journal."""

    access: AccessKind
    table: str = ""
    first_round: int = 0
    last_round: int = 0
    digest: str = ""


@dataclass(frozen=True, slots=True)
class JournalAccessed:
    """Somebody looked into the journal; a bundle that left the house is named by its digest."""

    access: AccessKind
    table: str
    first_round: int
    last_round: int
    digest: str


@dataclass(frozen=True, slots=True)
class AccessLog:
    """How often that was."""

    events: int = 0


def decide(_log: AccessLog, command: RecordAccess) -> tuple[JournalAccessed, ...]:
    """An access is always recorded; whether somebody may look is checked before."""
    return (
        JournalAccessed(
            command.access, command.table, command.first_round, command.last_round, command.digest
        ),
    )


def evolve(log: AccessLog, _event: JournalAccessed) -> AccessLog:
    """The log after one more access."""
    return replace(log, events=log.events + 1)
