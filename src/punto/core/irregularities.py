"""Define irregularities of a round and the remedies that a document or the house prescribes."""

from dataclasses import dataclass
from enum import StrEnum

from punto.core.staff_positions import StaffPosition


class Trigger(StrEnum):
    """The fault that an irregularity begins with."""

    # Cards in the device
    FOREIGN_CARD = "foreign-card"
    CARD_COUNT = "card-count"
    UNSHUFFLED = "unshuffled"
    ORDER_LOST = "order-lost"
    SHOE_SHORT = "shoe-short"
    FACE_UP = "face-up"
    EXPOSED_BY_MOVE = "exposed-by-move"
    CUTTING_CARD = "cutting-card"

    # Cards drawn wrongly
    WRONG_ORDER = "wrong-order"
    WRONG_NUMBER = "wrong-number"
    DRAWN_TOGETHER = "drawn-together"
    DEVICE_RESET = "device-reset"

    # Cards in patrons' hands
    WRONG_PATRON = "wrong-patron"
    NOT_PASSED = "not-passed"
    HANDLER_ABSENT = "handler-absent"
    LEFT_WITH_CARDS = "left-with-cards"

    # Wagers
    LATE_WAGER = "late-wager"
    LATE_WITHDRAWAL = "late-withdrawal"
    UNDER_MINIMUM = "under-minimum"
    OVER_MAXIMUM = "over-maximum"
    TOO_MANY_WAGERS = "too-many-wagers"
    DIFFERENTIAL = "differential"
    WRONG_SELECTION = "wrong-selection"

    # Interruptions
    INTERRUPTED = "interrupted"
    TERMINAL_CUT_OFF = "terminal-cut-off"

    # Afterwards, and the rest
    AFTER_VOID = "after-void"
    WRONG_DISPLAY = "wrong-display"
    UNCOVERED = "uncovered"


class Circumstance(StrEnum):
    """A further condition for a row of irregularities to apply."""

    IN_ROUND = "in-round"
    BETWEEN_ROUNDS = "between-rounds"
    CARD_WHILE_BETS_OPEN = "card-while-bets-open"
    BEFORE_FIRST_CARD = "before-first-card"
    AFTER_FIRST_CARD = "after-first-card"
    CAN_BE_RECONSTRUCTED = "can-be-reconstructed"
    CANNOT_BE_RECONSTRUCTED = "cannot-be-reconstructed"
    BEFORE_NEXT_ROUND = "before-next-round"
    NEXT_ROUND_COMMENCED = "next-round-commenced"
    ORDER_KNOWN = "order-known"
    ORDER_UNKNOWN = "order-unknown"
    IN_INITIAL_DEAL = "in-initial-deal"
    ACROSS_INITIAL_DEAL = "across-initial-deal"
    AFTER_INITIAL_DEAL = "after-initial-deal"
    METHOD_C = "method-c"
    FIRST_CARD_IN_HLGA = "first-card-in-hlga"
    VALUE_KNOWN = "value-known"
    VALUE_UNKNOWN = "value-unknown"
    ESTABLISHED = "established"
    NOT_ESTABLISHED = "not-established"
    POWER_FAILURE = "power-failure"
    OTHER_BREAKDOWN = "other-breakdown"
    CARDS_BEYOND_RECOVERY = "cards-beyond-recovery"
    CLOSED_AND_ACCEPTED = "closed-and-accepted"
    CLOSED_NOT_ACCEPTED = "closed-not-accepted"
    ACCEPTED_NOT_CLOSED = "accepted-not-closed"
    NEITHER_CLOSED_NOR_ACCEPTED = "neither-closed-nor-accepted"
    ACKNOWLEDGED = "acknowledged"
    NOT_ACKNOWLEDGED = "not-acknowledged"
    CARDS_AT_FAULT = "cards-at-fault"


class Remedy(StrEnum):
    """An action that a rule prescribes for an irregularity."""

    VOID = "void"
    PLAY_ON = "play-on"
    RECONSTRUCT = "reconstruct"
    OFFER_WITHDRAWAL = "offer-withdrawal"
    REOPEN_BETS = "reopen-bets"
    RULING = "ruling"
    REPLACE_CARDS = "replace-cards"
    SETTLE_TO_LIMIT = "settle-to-limit"


class RemedyDetail(StrEnum):
    """The form of a remedy that can be carried out in more than one way."""

    # OFFER_WITHDRAWAL: the wagers that a patron may withdraw
    ANY_WAGER = "any-wager"
    ALL_WAGERS = "all-wagers"
    ALL_REMAINING_WAGERS = "all-remaining-wagers"

    # RULING: the subject of the ruling
    ORDER_OF_CARDS = "order-of-cards"
    WAGERS_TO_REMOVE = "wagers-to-remove"
    VOID_OR_CONTINUE = "void-or-continue"
    WHATEVER_IS_NEEDED = "whatever-is-needed"

    # REPLACE_CARDS: which cards, and whether replacing them is mandatory
    MISSING_CARD = "missing-card"
    EXPOSED_CARD = "exposed-card"
    MUST = "must"
    MAY = "may"

    # SETTLE_TO_LIMIT: the limit
    TO_MAXIMUM = "to-maximum"
    ONE_TIME_ONLY = "one-time-only"

    # PLAY_ON: the wagers in play
    WITHOUT_SEAT = "without-seat"
    WITHOUT_LATE_PART = "without-late-part"
    AS_IF_STILL_THERE = "as-if-still-there"


@dataclass(frozen=True, slots=True)
class RemedyStep:
    """One remedy, its form, and the position that decides on it; None if the rule is mandatory."""

    remedy: Remedy
    detail: RemedyDetail | None = None
    position: StaffPosition | None = None


@dataclass(frozen=True, slots=True)
class Irregularity:
    """A row of a document's irregularities: the fault, and its remedies in order."""

    trigger: Trigger
    clauses: tuple[str, ...]
    steps: tuple[RemedyStep, ...]
    when: tuple[Circumstance, ...] = ()
