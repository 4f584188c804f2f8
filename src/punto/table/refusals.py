"""List the reasons to refuse a command, each with a stable code."""

from collections.abc import Mapping
from enum import Enum
from typing import TypeAlias

import msgspec

from punto.core.rulebook import Rulebook
from punto.core.rules import Rule

RefusalValue: TypeAlias = int | str | tuple[int | str, ...] | None
"""A value in the sentence of a refusal: whole cents, a count, a key, or several of them."""


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """The reason why a command was not carried out, with its clause and the values to show."""

    code: str
    clause: str
    words: str
    values: Mapping[str, RefusalValue] = msgspec.field(default_factory=dict)
    """The values by name. Every refusal with the same code has the same names."""


class HouseRefusal(Enum):
    """A base for reasons that no rule document states: a code and an English sentence each."""

    @property
    def code(self) -> str:
        """The stable code."""
        code: str = self.value[0]
        return code

    def at(self, **values: RefusalValue) -> Refusal:
        """Return the refusal with the values that its sentence shows."""
        code, words = self.value
        return Refusal(code, "POLICY", words, values)


class No(Enum):
    """Why a command was not carried out; earlier members win."""

    # Sender
    NOT_ALLOWED = ("not-allowed", Rule.HIGHER_POSITION, "This position may not do that.")
    NEEDS_SECOND = ("needs-second", None, "A second person must stand by this.")
    NOT_YOUR_SEAT = ("not-your-seat", None, "That seat is another patron's.")

    # State of the table
    TABLE_CLOSED = ("table-closed", None, "The table is closed.")
    TABLE_OPEN = ("table-open", None, "The table is open already.")
    HELD = ("held", Rule.UNCOVERED, "The round is held until something is seen through.")
    NOTHING_HELD = ("nothing-held", None, "There is nothing to answer.")
    REPORT_ANOTHER_WAY = ("told-another-way", None, "The table learns of that in another way.")
    NO_REASON = ("no-reason", None, "The reason is to be said as well.")
    NOBODY_HIGHER = (
        "nobody-higher",
        Rule.HIGHER_POSITION,
        "No position stands higher: it is decided here.",
    )
    FACTS_NOT_REPORTED = (
        "not-told",
        None,
        "Nobody told what this turns on, so nobody tells it otherwise.",
    )
    RULED_ALREADY = ("ruled-already", None, "What was told has been acted on, and stands.")
    FACTS_CLASH = ("facts-clash", None, "Only one of those can have been seen.")
    ALREADY_REPORTED = ("told-so", None, "That is what was told before.")
    NOT_RULED_SO = ("not-ruled-so", Rule.UNCOVERED, "That cannot be ruled here.")
    ROUND_RUNNING = ("round-running", Rule.ROUND_OF_PLAY, "A round is running.")
    NO_ROUND = ("no-round", Rule.ROUND_OF_PLAY, "No round is running.")

    # The shoe
    SHOE_LOADED = ("shoe-loaded", None, "There is a shoe in the device.")
    NO_SHOE = ("no-shoe", None, "There is no shoe in the device.")
    SHOE_ENDED = ("shoe-ended", Rule.CUTTING_CARD, "The shoe has ended. A new one comes.")
    CARDS_TO_REPLACE = ("cards-to-replace", None, "New cards come first.")
    CARDS_RETURN = ("cards-return", None, "The cards go back into the shuffler first.")
    CUT_KNOWN = (
        "cut-known",
        Rule.CUTTING_CARD,
        "The place of the cutting card in this shoe is set, and it is another.",
    )
    CARDS_LEFT = ("cards-left", None, "By its own record the shoe still holds cards.")
    NOT_BURNED = ("not-burned", None, "The first card of the shoe is to be burned.")

    # Betting
    BETS_NOT_OPEN = ("bets-not-open", Rule.BETS_OPEN, "Bets are not open.")
    BETS_CLOSED = ("bets-closed", Rule.NO_LATE_WAGER, "Bets are closed. Nothing was staked.")
    LATE_WITHDRAWAL = (
        "taken-back-late",
        Rule.NO_LATE_WITHDRAWAL,
        "Bets are closed. Your wagers stand.",
    )
    BETS_OPEN = ("bets-open", Rule.BETS_CLOSED, "Bets are open.")
    OTHER_ROUND = ("other-round", Rule.BETS_OPEN, "That was meant for another round.")
    SEAT_OCCUPIED = ("seat-taken", None, "That seat is taken.")
    SEAT_FREE = ("seat-free", None, "Nobody sits there.")
    NOT_IN_DOUBT = ("not-in-doubt", None, "Nothing leaves that wager in doubt: it stands.")
    NO_SUCH_SEAT = ("no-such-seat", Rule.LAYOUT, "This table has no such seat.")
    STAKES_THERE = ("stakes-there", None, "There are stakes on that seat.")
    OTHER_SET = ("other-set", None, "Your wagers were changed meanwhile. Please look again.")
    NOT_OFFERED = ("not-offered", Rule.AVAILABLE_WAGERS, "This table does not offer that wager.")
    TWICE = ("twice", None, "The same area is named twice.")
    NOT_THERE = ("not-there", Rule.LAYOUT, "No wager can be placed there.")
    AREA_FULL = ("area-full", Rule.WAGERS_PER_AREA, "No further wager fits on that area.")
    NOT_IN_UNIT = ("not-in-unit", None, "That stake could not be paid to the cent.")
    UNDER_MINIMUM = ("under-minimum", Rule.LIMITS, "That is less than this wager must hold.")
    OTHERS_UNDER_MINIMUM = (
        "others-under-minimum",
        Rule.LIMITS,
        "Others share that wager and would fall under its least.",
    )
    OVER_MAXIMUM = ("over-maximum", Rule.LIMITS, "That is more than this wager may hold.")
    UNDER_TOTAL = ("under-total", Rule.LIMITS, "All wagers together are less than they must be.")

    DIFFERENTIAL = (
        "differential",
        Rule.DIFFERENTIAL,
        "Player and Banker wagers lie further apart than this table allows.",
    )
    DIFFERENTIAL_MET = (
        "differential-met",
        Rule.DIFFERENTIAL,
        "Player and Banker wagers lie no further apart than this table allows.",
    )
    NOT_REQUESTED_YET = (
        "not-asked-yet",
        Rule.DIFFERENTIAL,
        "Patrons are first asked to lower their wagers.",
    )
    NOT_TO_REMOVE = (
        "not-to-remove",
        Rule.DIFFERENTIAL,
        "No such wager lies on one of the hands.",
    )

    # Methods, the device, cards in hand
    METHOD_NOT_ALLOWED = ("method-not-allowed", Rule.METHODS, "This table has no such method.")
    METHOD_ONLY_IN_HLGA = (
        "method-only-in-hlga",
        Rule.METHODS,
        "That method is for tables of the HLGA only.",
    )
    METHOD_CHOSEN_SEPARATELY = (
        "method-chosen-separately",
        Rule.METHODS,
        "The method is chosen by itself.",
    )
    NOT_BY_THIS_METHOD = (
        "not-by-this-method",
        Rule.METHODS,
        "By the method in use this is not done.",
    )
    NO_LEAVE = ("no-leave", Rule.PATRON_DRAWS, "Whoever draws has a wager or leave to do without.")
    DEVICE_HELD = ("device-held", Rule.PATRON_DRAWS, "A patron has control of the device.")
    DEVICE_NOT_HELD = (
        "device-not-held",
        Rule.PATRON_DRAWS,
        "A patron who may draw is to have control of the device.",
    )
    OTHER_HANDLER = (
        "other-handler",
        Rule.HIGHEST_STAKE_HANDLES,
        "These cards are another patron's to handle.",
    )
    HANDLER_BY_STAKE = (
        "handler-by-stake",
        Rule.HIGHEST_STAKE_HANDLES,
        "The wagers say who handles these cards.",
    )
    NO_CARDS = ("no-cards", Rule.INITIAL_DEAL, "The initial deal is not complete.")
    FIRST_HAND_OPEN = (
        "first-hand-open",
        Rule.FIRST_HAND_SHOWN,
        "It is to be said which hand is shown first.",
    )
    OTHER_HAND_FIRST = (
        "other-hand-first",
        Rule.FIRST_HAND_SHOWN,
        "The other hand is shown first.",
    )
    ALL_EXPOSED = ("all-shown", None, "These cards lie face up.")
    FACE_DOWN = ("face-down", Rule.ROUND_OF_PLAY, "A card lies face down.")
    CUT_NOT_FIRST = (
        "cut-not-first",
        Rule.CUTTING_CARD,
        "Wagers may be withdrawn only if the cutting card came first.",
    )

    # Dealing
    NOT_A_CARD = ("not-a-card", None, "That is no card of the decks.")
    UNKNOWN_CARDS = ("unknown-cards", None, "Not all of those are cards of the decks.")
    CARD_MISSING = ("card-missing", None, "A card before this one is missing.")
    TOO_LATE = ("too-late", None, "The first card is out.")
    CARD_DUE = ("card-due", Rule.PLAYER_THIRD_CARD, "The round needs another card.")
    NO_CARD_DUE = ("no-card-due", Rule.PLAYER_THIRD_CARD, "The round needs no further card.")
    NOT_DEALT = ("not-dealt", Rule.ROUND_OF_PLAY, "The round has not come to its end.")

    CARD_UNREAD = ("card-unread", None, "A card has not been read. It is to be entered first.")
    WHICH_CARDS = ("which-cards", None, "Say which cards are meant.")
    NOT_THESE_CARDS = ("not-these-cards", None, "Those are not the cards in question.")
    CARDS_KNOWN = ("cards-known", None, "The shoe's own record says which cards these are.")
    NO_EVIDENCE = ("no-evidence", None, "What proves it is to be said as well.")
    ALL_OR_NONE = ("all-or-none", None, "All wagers on offer may be taken back, or none.")
    LONG_PAST = ("long-past", None, "That round is no longer at hand.")
    NOT_IN_THIS_STEP = ("not-in-this-step", None, "Another step comes first.")

    # Settings
    BAD_RULEBOOK = ("bad-rulebook", None, "This rulebook cannot be read.")

    # The ledger: checked last
    SHORT_OF_CREDIT = ("short-of-credit", Rule.CREDIT, "There is not that much credit here.")
    ID_REUSED = ("said-otherwise", None, "Something else was asked under this number.")

    @property
    def code(self) -> str:
        """The stable code."""
        code: str = self.value[0]
        return code

    def at(self, book: Rulebook | None, words: str = "", **values: RefusalValue) -> Refusal:
        """Return the refusal with the clause of a rulebook, or with "POLICY" if none applies."""
        code, rule, default_words = self.value
        clause = book.cite(rule) if book is not None and rule is not None else "POLICY"
        return Refusal(code, clause, words or default_words, values)


class SettingsRefusal(HouseRefusal):
    """Why a table cannot have some settings, however its round ends."""

    DECKS = ("decks-not-allowed", "This game is not played with so many decks.")
    CUT = ("cut-out-of-range", "The cutting card cannot have that place in the shoe.")
    SEATS = ("seats-out-of-range", "A table of this game cannot have so many seats.")
    WAGERS_PER_AREA = ("area-limit-out-of-range", "An area cannot take so many wagers.")
    ROUNDS_AFTER_CUT = ("rounds-after-cut-negative", "The rounds after the cut cannot be negative.")
    LADDER = ("ladder-incomplete", "The ladder names each position once.")
    ROUNDS_ON_ROADS = ("roads-too-short", "Roads show at least one round.")
    NO_SHUFFLER = ("no-shuffler", "This game is not dealt from a shuffler.")
    SHUFFLER_BURNS = ("shuffler-burns", "A shuffler's cards are not burned.")
    SHUFFLER_CUT = ("shuffler-cut", "A shuffler has no cutting card.")
    NO_DIFFERENTIAL = ("no-differential", "This game has no table differential.")
    DIFFERENTIAL = ("differential-negative", "The table differential cannot be negative.")
    WAGER_MISSING = ("wager-missing", "This game always offers that wager.")
    UNKNOWN_WAGER = ("unknown-wager", "This game has no such wager.")
    LIMIT_TWICE = ("limit-twice", "That wager has two limits.")
    LIMIT_RANGE = ("limit-range", "The minimum is above zero and no more than the maximum.")
    LIMIT_UNIT = ("limit-not-in-unit", "That limit could not be paid to the cent.")
    TOTAL_UNIT = ("total-not-in-unit", "That minimum of all wagers could not be staked.")
    SEATS_IN_USE = ("seats-in-use", "A patron is at a position beyond the last.")
    LADDER_FIXED = ("ladder-fixed", "The ladder of positions is set before it opens.")
