"""Record each difference in a journal with its place, the actual and the expected value."""

from dataclasses import dataclass, field
from enum import StrEnum


class Check(StrEnum):
    """What is compared; each finding names the one that failed."""

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
    """One difference: where it is, what was found and what was expected."""

    check: Check
    stream: str
    number: int
    """The entry, 0 where the difference lies in no entry."""

    round: int
    """The round, 0 where the difference lies in none."""

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
    """Findings as they come, each placed where the walk through the file stands."""

    all: list[Finding] = field(default_factory=list)
    stream: str = ""
    number: int = 0
    round: int = 0

    def at(self, stream: str, number: int = 0, round_: int = 0) -> None:
        """Says where the walk stands."""
        self.stream, self.number, self.round = stream, number, round_

    def add(self, check: Check, found: str, expected: str) -> None:
        """Takes a difference down."""
        self.all.append(Finding(check, self.stream, self.number, self.round, found, expected))


def money(cents: int) -> str:
    """Cents as an amount, as in 20.00."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100:,}.{abs(cents) % 100:02}"
