"""Record each difference in a journal with its place, the actual and the expected value."""

from dataclasses import dataclass, field
from enum import StrEnum


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
    """One difference: its place, the actual value and the expected value."""

    check: Check
    stream: str
    number: int
    """The entry, 0 if the difference belongs to none."""

    round: int
    """The round, 0 if the difference belongs to none."""

    found: str
    expected: str

    def __str__(self) -> str:
        where = self.stream or "file"
        if self.number:
            where += f", entry {self.number}"
        if self.round:
            where += f", round {self.round}"
        return f"{where}: {self.check}: {self.found}; expected {self.expected}"


@dataclass(slots=True)
class Findings:
    """The findings so far, each with the place in the file where it was made."""

    all: list[Finding] = field(default_factory=list)
    stream: str = ""
    number: int = 0
    round: int = 0

    def at(self, stream: str, number: int = 0, round_: int = 0) -> None:
        """Set the place of the next findings."""
        self.stream, self.number, self.round = stream, number, round_

    def add(self, check: Check, found: str, expected: str) -> None:
        """Record a difference."""
        self.all.append(Finding(check, self.stream, self.number, self.round, found, expected))


def money(cents: int) -> str:
    """Format cents as an amount, such as 20.00."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100:,}.{abs(cents) % 100:02}"
