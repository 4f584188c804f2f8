"""Record each difference in a journal with its place, the actual and the expected value."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

import msgspec

from punto.messages.message import Message, Value, message

NO_NAME = "–"
"""Written in place of a name that is missing, and of an empty list."""

NOTHING = message("finding-part.nothing")


class Check(StrEnum):
    """The kinds of comparison. Each finding names the one that failed."""

    # The file
    STORAGE = "storage"
    SCHEMA = "schema"
    SNAPSHOT = "snapshot"

    # The chain
    NUMBER = "number"
    HASH = "hash"
    HEAD = "head"
    EXPORTED_HEAD = "exported-head"
    STREAM = "stream"
    ENTRY_ID = "entry-id"
    ID_TWICE = "id-twice"
    ENTRY = "entry"
    EVENT = "event"

    # Money
    TRANSFER = "transfer"
    STORED_TRANSFER = "transfer-kept"
    BALANCE = "balance"
    BELOW_ZERO = "below-zero"
    SUM = "sum"
    STAKES_LEFT = "stakes-left"
    VISIT = "visit"
    VOUCHER = "voucher"
    CLAIM = "claim"
    DRAWER = "drawer"
    FLOOR_KIND = "floor-kind"

    # The table
    RULEBOOK = "rulebook"
    SETTINGS = "settings"
    PHASE = "phase"
    ROUND = "round"
    WHO = "who"
    SEAT = "seat"

    # Wagers
    LATE_WAGER = "late-wager"
    OTHER_ROUND = "other-round"
    WAGER = "wager"
    LIMIT = "limit"
    TAKES_PART = "takes-part"

    # Cards
    CARD = "card"
    SIDE = "side"
    SHOE = "shoe"
    COMMITMENT = "commitment"
    CUTTING_CARD = "cutting-card"

    # The end of a round
    OUTCOME = "outcome"
    STAKE = "stake"
    LINE = "line"
    RETURNED = "returned"
    VOID = "void"
    WITHDRAWAL = "withdrawal"
    IRREGULARITY = "irregularity"
    REVERSAL = "reversal"
    HANDLING = "handling"


@dataclass(frozen=True, slots=True)
class Finding:
    """One difference: its place, and a message with the actual and the expected values."""

    check: Check
    stream: str
    entry: int
    """The number of the entry, 0 if the difference belongs to none."""

    round: int
    """The number of the round, 0 if the difference belongs to none."""

    message: Message


@dataclass(slots=True)
class Findings:
    """The findings so far. Each gets the place of the entry that the auditor is reading."""

    all: list[Finding] = field(default_factory=list)
    stream: str = ""
    entry: int = 0
    round: int = 0

    def at(self, stream: str, entry: int = 0) -> None:
        """Set the place of the next findings, outside a round."""
        self.stream, self.entry, self.round = stream, entry, 0

    def add_finding(self, check: Check, key: str, /, **values: Value) -> None:
        """Record a difference."""
        self.add(check, Message(key, values))

    def add(self, check: Check, message: Message) -> None:
        """Record a difference whose message exists already."""
        self.all.append(Finding(check, self.stream, self.entry, self.round, message))


def record_of(finding: Finding) -> dict[str, object]:
    """A finding as a record for other programs."""
    return {
        "check": finding.check.value,
        "stream": finding.stream,
        "entry": finding.entry,
        "round": finding.round,
        **msgspec.to_builtins(finding.message),
    }


def named(text: str) -> str:
    """A name, or a dash if there is none."""
    return text or NO_NAME


def names(texts: Iterable[str]) -> tuple[str, ...]:
    """Several names, or a dash if there are none."""
    return tuple(texts) or (NO_NAME,)
