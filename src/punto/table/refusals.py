"""List the reasons to refuse a command, each with a stable code.

The catalogues have a text for each code: the key `refusal.` with the code.
"""

from collections.abc import Mapping
from enum import Enum
from typing import TypeAlias

import msgspec

from punto.core.rulebook import Rulebook
from punto.core.rules import Rule
from punto.messages.message import Message

RefusalValue: TypeAlias = int | str | Message | tuple[int | str, ...] | None
"""A value in the text of a refusal: whole cents, a count, a key, another text, or several."""


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """The reason why a command was not carried out, with its clause and the values to show."""

    code: str
    clause: str
    values: Mapping[str, RefusalValue] = msgspec.field(default_factory=dict)
    """The values by name. Every refusal with the same code has the same names."""

    @property
    def message(self) -> Message:
        """The text for the person who sent the command."""
        return Message(f"refusal.{self.code}", self.values)


class HouseRefusal(Enum):
    """A base for reasons that no rule document states. The value of a member is its code."""

    @property
    def code(self) -> str:
        """The stable code."""
        return str(self.value)

    def at(self, **values: RefusalValue) -> Refusal:
        """Return the refusal with the values that its text shows."""
        return Refusal(self.code, "POLICY", values)


class No(Enum):
    """Why a command was not carried out; earlier members win."""

    # Sender
    NOT_ALLOWED = ("not-allowed", Rule.HIGHER_POSITION)
    NEEDS_SECOND = ("needs-second", None)
    NOT_YOUR_SEAT = ("not-your-seat", None)

    # State of the table
    TABLE_CLOSED = ("table-closed", None)
    TABLE_OPEN = ("table-open", None)
    HELD = ("held", Rule.UNCOVERED)
    NOTHING_HELD = ("nothing-held", None)
    REPORT_ANOTHER_WAY = ("told-another-way", None)
    NO_REASON = ("no-reason", None)
    NOBODY_HIGHER = ("nobody-higher", Rule.HIGHER_POSITION)
    FACTS_NOT_REPORTED = ("not-told", None)
    RULED_ALREADY = ("ruled-already", None)
    FACTS_CLASH = ("facts-clash", None)
    ALREADY_REPORTED = ("told-so", None)
    NOT_RULED_SO = ("not-ruled-so", Rule.UNCOVERED)
    ROUND_RUNNING = ("round-running", Rule.ROUND_OF_PLAY)
    NO_ROUND = ("no-round", Rule.ROUND_OF_PLAY)

    # The shoe
    SHOE_LOADED = ("shoe-loaded", None)
    NO_SHOE = ("no-shoe", None)
    SHOE_ENDED = ("shoe-ended", Rule.CUTTING_CARD)
    CARDS_TO_REPLACE = ("cards-to-replace", None)
    CARDS_RETURN = ("cards-return", None)
    CUT_KNOWN = ("cut-known", Rule.CUTTING_CARD)
    CARDS_LEFT = ("cards-left", None)
    NOT_BURNED = ("not-burned", None)

    # Betting
    BETS_NOT_OPEN = ("bets-not-open", Rule.BETS_OPEN)
    BETS_CLOSED = ("bets-closed", Rule.NO_LATE_WAGER)
    LATE_WITHDRAWAL = ("taken-back-late", Rule.NO_LATE_WITHDRAWAL)
    BETS_OPEN = ("bets-open", Rule.BETS_CLOSED)
    OTHER_ROUND = ("other-round", Rule.BETS_OPEN)
    SEAT_OCCUPIED = ("seat-taken", None)
    SEAT_FREE = ("seat-free", None)
    NOT_IN_DOUBT = ("not-in-doubt", None)
    NO_SUCH_SEAT = ("no-such-seat", Rule.LAYOUT)
    STAKES_THERE = ("stakes-there", None)
    OTHER_SET = ("other-set", None)
    NOT_OFFERED = ("not-offered", Rule.AVAILABLE_WAGERS)
    TWICE = ("twice", None)
    NOT_THERE = ("not-there", Rule.LAYOUT)
    AREA_FULL = ("area-full", Rule.WAGERS_PER_AREA)
    NOT_IN_UNIT = ("not-in-unit", None)
    UNDER_MINIMUM = ("under-minimum", Rule.LIMITS)
    OTHERS_UNDER_MINIMUM = ("others-under-minimum", Rule.LIMITS)
    OVER_MAXIMUM = ("over-maximum", Rule.LIMITS)
    UNDER_TOTAL = ("under-total", Rule.LIMITS)

    DIFFERENTIAL = ("differential", Rule.DIFFERENTIAL)
    DIFFERENTIAL_MET = ("differential-met", Rule.DIFFERENTIAL)
    NOT_REQUESTED_YET = ("not-asked-yet", Rule.DIFFERENTIAL)
    NOT_TO_REMOVE = ("not-to-remove", Rule.DIFFERENTIAL)

    # Methods, the device, cards in hand
    METHOD_NOT_ALLOWED = ("method-not-allowed", Rule.METHODS)
    METHOD_ONLY_IN_HLGA = ("method-only-in-hlga", Rule.METHODS)
    METHOD_CHOSEN_SEPARATELY = ("method-chosen-separately", Rule.METHODS)
    NOT_BY_THIS_METHOD = ("not-by-this-method", Rule.METHODS)
    NO_LEAVE = ("no-leave", Rule.PATRON_DRAWS)
    DEVICE_HELD = ("device-held", Rule.PATRON_DRAWS)
    DEVICE_NOT_HELD = ("device-not-held", Rule.PATRON_DRAWS)
    OTHER_HANDLER = ("other-handler", Rule.HIGHEST_STAKE_HANDLES)
    HANDLER_BY_STAKE = ("handler-by-stake", Rule.HIGHEST_STAKE_HANDLES)
    NO_CARDS = ("no-cards", Rule.INITIAL_DEAL)
    FIRST_HAND_OPEN = ("first-hand-open", Rule.FIRST_HAND_SHOWN)
    OTHER_HAND_FIRST = ("other-hand-first", Rule.FIRST_HAND_SHOWN)
    ALL_EXPOSED = ("all-shown", None)
    FACE_DOWN = ("face-down", Rule.ROUND_OF_PLAY)
    CUT_NOT_FIRST = ("cut-not-first", Rule.CUTTING_CARD)

    # Dealing
    NOT_A_CARD = ("not-a-card", None)
    UNKNOWN_CARDS = ("unknown-cards", None)
    CARD_MISSING = ("card-missing", None)
    TOO_LATE = ("too-late", None)
    CARD_DUE = ("card-due", Rule.PLAYER_THIRD_CARD)
    NO_CARD_DUE = ("no-card-due", Rule.PLAYER_THIRD_CARD)
    NOT_DEALT = ("not-dealt", Rule.ROUND_OF_PLAY)

    CARD_UNREAD = ("card-unread", None)
    WHICH_CARDS = ("which-cards", None)
    NOT_THESE_CARDS = ("not-these-cards", None)
    CARDS_KNOWN = ("cards-known", None)
    NO_EVIDENCE = ("no-evidence", None)
    ALL_OR_NONE = ("all-or-none", None)
    LONG_PAST = ("long-past", None)
    NOT_IN_THIS_STEP = ("not-in-this-step", None)

    # Settings
    BAD_RULEBOOK = ("bad-rulebook", None)

    # The ledger: checked last
    SHORT_OF_CREDIT = ("short-of-credit", Rule.CREDIT)
    ID_REUSED = ("said-otherwise", None)

    @property
    def code(self) -> str:
        """The stable code."""
        code: str = self.value[0]
        return code

    def at(self, book: Rulebook | None, **values: RefusalValue) -> Refusal:
        """Return the refusal with the clause of a rulebook, or with "POLICY" if none applies."""
        code, rule = self.value
        clause = book.cite(rule) if book is not None and rule is not None else "POLICY"
        return Refusal(code, clause, values)


class SettingsRefusal(HouseRefusal):
    """Why a table cannot have some settings, however its round ends."""

    DECKS = "decks-not-allowed"
    CUT = "cut-out-of-range"
    SEATS = "seats-out-of-range"
    WAGERS_PER_AREA = "area-limit-out-of-range"
    ROUNDS_AFTER_CUT = "rounds-after-cut-negative"
    LADDER = "ladder-incomplete"
    ROUNDS_ON_ROADS = "roads-too-short"
    NO_SHUFFLER = "no-shuffler"
    SHUFFLER_BURNS = "shuffler-burns"
    SHUFFLER_CUT = "shuffler-cut"
    NO_DIFFERENTIAL = "no-differential"
    DIFFERENTIAL = "differential-negative"
    WAGER_MISSING = "wager-missing"
    UNKNOWN_WAGER = "unknown-wager"
    LIMIT_TWICE = "limit-twice"
    LIMIT_RANGE = "limit-range"
    LIMIT_UNIT = "limit-not-in-unit"
    TOTAL_UNIT = "total-not-in-unit"
    SEATS_IN_USE = "seats-in-use"
    LADDER_FIXED = "ladder-fixed"
