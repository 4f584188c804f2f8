"""Record each difference in a journal with its place and its values, and report an audit."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

import msgspec

from punto.audit.store.entry import Actor
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

    def compare(self, check: Check, field: str, found: str | int, expected: str | int) -> None:
        """Report a number or a text that differs from the expected one."""
        if found == expected:
            return
        if isinstance(found, int):
            self.add_finding(check, "finding.number", field=field, number=found, expected=expected)
        else:
            value, due = named(found), named(str(expected))
            self.add_finding(check, "finding.value", field=field, value=value, expected=due)

    def compare_balance(self, check: Check, account: str, found: int, expected: int) -> None:
        """Report an account with another balance."""
        if found != expected:
            self.add_finding(
                check, "finding.balance", account=account, amount=found, expected=expected
            )

    def compare_card(self, check: Check, number: int, found: str, expected: str) -> None:
        """Report a card that is not the expected one."""
        if found != expected:
            due = named(expected)
            self.add_finding(check, "finding.card-name", card=number, name=found, expected=due)

    def compare_position(self, what: str, found: int, expected: int) -> None:
        """Report an action at another position than the one that is entitled to it."""
        if found != expected:
            self.add_finding(
                Check.HANDLING, "finding.position", what=what, position=found, expected=expected
            )

    def compare_facts(self, what: str, found: Iterable[str], expected: Iterable[str]) -> None:
        """Report circumstances that are not the expected ones."""
        facts, due = names(found), names(expected)
        if facts != due:
            self.add_finding(
                Check.IRREGULARITY, "finding.facts", what=what, facts=facts, expected=due
            )

    def require_positive(self, check: Check, what: str, cents: int) -> None:
        """Report an amount of zero or less."""
        if cents < 1:
            self.add_finding(check, "finding.not-positive", what=what, amount=cents)

    def compare_source(self, check: Check, what: str, found: str, expected: str) -> None:
        """Report an action under another clause or policy."""
        if found != expected:
            source, due = named(found), named(expected)
            self.add_finding(check, "finding.source", what=what, source=source, expected=due)

    def compare_round(
        self, what: str, found: int, expected: int, check: Check = Check.OTHER_ROUND
    ) -> None:
        """Report an action for another round."""
        if found != expected:
            self.add_finding(
                check, "finding.other-round", what=what, round=found, expected=expected
            )

    def add_cards(
        self, what: str, found: Iterable[str], expected: Iterable[str], check: Check = Check.CARD
    ) -> None:
        """Record cards that are not the expected ones."""
        cards, due = names(found), names(expected)
        self.add_finding(check, "finding.cards", what=what, cards=cards, expected=due)

    def require_second(self, what: str, by: Actor) -> None:
        """Report an action that a second person had to approve."""
        if not by.is_seconded:
            self.add_finding(Check.WHO, "finding.alone", what=what, actor=by.name)


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


@dataclass(frozen=True, slots=True)
class Report:
    """The counts and findings of an audit."""

    streams: int
    entries: int
    events: int
    rounds_settled: int
    rounds_void: int
    rounds_running: int
    wagers: int
    staked_cents: int
    returned_cents: int
    transfers: int
    cents_moved: int
    accounts: int
    vouchers: int
    shoes_shown: int
    shoes_not_shown: int
    """Shoes with a committed order that was never revealed, so that no one can check it."""

    heads: tuple[tuple[str, int, str], ...]
    """Every stream with its last entry and its head, for storage in another place."""

    findings: tuple[Finding, ...]

    @property
    def is_clean(self) -> bool:
        """Whether the audit found no difference."""
        return not self.findings

    def record(self) -> dict[str, object]:
        """The report as a record for other programs."""
        counts = {
            name: getattr(self, name)
            for name in self.__slots__
            if name not in ("findings", "heads")
        }
        return {
            "clean": self.is_clean,
            **counts,
            "heads": {name: {"entry": entry, "hash": head} for name, entry, head in self.heads},
            "findings": list(map(record_of, self.findings)),
        }
