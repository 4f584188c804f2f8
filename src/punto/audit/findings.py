"""Record each difference in a journal with its place, the actual and the expected value."""

from dataclasses import dataclass, field
from enum import StrEnum

from punto.audit.words import NOTHING, Value, Words, named, names

__all__ = ["NOTHING", "Check", "Finding", "Findings", "Value", "Words", "named", "names"]


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
    """One difference: its place, and the key and the values of its sentence."""

    check: Check
    stream: str
    number: int
    """The entry, 0 if the difference belongs to none."""

    round: int
    """The round, 0 if the difference belongs to none."""

    words: Words

    @property
    def key(self) -> str:
        """The key of the sentence in a catalogue."""
        return self.words.key

    @property
    def values(self) -> dict[str, Value]:
        """The values of the sentence."""
        return self.words.values

    @property
    def found(self) -> str:
        """The actual value in English."""
        return self.words.parts()[0]

    @property
    def expected(self) -> str:
        """The expected value in English."""
        return self.words.parts()[1]

    def __str__(self) -> str:
        place = self.stream or "file"
        if self.number:
            place += f", entry {self.number}"
        if self.round:
            place += f", round {self.round}"
        return f"{place}: {self.check}: {self.words}"


@dataclass(slots=True)
class Findings:
    """The findings so far. Each gets the place of the entry that the auditor is reading."""

    all: list[Finding] = field(default_factory=list)
    stream: str = ""
    number: int = 0
    round: int = 0

    def at(self, stream: str, number: int = 0, round_: int = 0) -> None:
        """Set the place of the next findings."""
        self.stream, self.number, self.round = stream, number, round_

    def add(self, check: Check, key: str, /, **values: Value) -> None:
        """Record a difference."""
        self.add_words(check, Words(key, **values))

    def add_words(self, check: Check, words: Words) -> None:
        """Record a difference whose words exist already."""
        self.all.append(Finding(check, self.stream, self.number, self.round, words))
