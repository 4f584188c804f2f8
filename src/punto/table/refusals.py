"""Refusals: why a command was not carried out, in calm words, with the clause."""

from dataclasses import dataclass
from enum import Enum

from punto.core.rulebook import Rulebook
from punto.core.rules import Rule


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something not done: a stable code, where it stands, and words for the screen."""

    code: str
    clause: str
    words: str


class No(Enum):
    """Why a command was not carried out; earlier members win."""

    # Who asks
    NOT_ALLOWED = ("not-allowed", Rule.HIGHER_POSITION, "This position may not do that.")
    NEEDS_SECOND = ("needs-second", None, "A second person must stand by this.")
    NOT_YOUR_SEAT = ("not-your-seat", None, "That seat is another patron's.")

    # What the table is busy with
    TABLE_CLOSED = ("table-closed", None, "The table is closed.")
    TABLE_OPEN = ("table-open", None, "The table is open already.")
    HELD = ("held", Rule.UNCOVERED, "The round is held until something is seen through.")
    NOTHING_HELD = ("nothing-held", None, "There is nothing to answer.")
    ROUND_RUNNING = ("round-running", Rule.ROUND_OF_PLAY, "A round is running.")
    NO_ROUND = ("no-round", Rule.ROUND_OF_PLAY, "No round is running.")

    # The shoe
    SHOE_LOADED = ("shoe-loaded", None, "There is a shoe in the device.")
    NO_SHOE = ("no-shoe", None, "There is no shoe in the device.")
    SHOE_ENDED = ("shoe-ended", Rule.CUTTING_CARD, "The shoe has ended. A new one comes.")
    NOT_BURNED = ("not-burned", None, "The first card of the shoe is to be burned.")

    # Betting
    BETS_NOT_OPEN = ("bets-not-open", Rule.BETS_OPEN, "Bets are not open.")
    BETS_CLOSED = ("bets-closed", Rule.NO_LATE_WAGER, "Bets are closed. Nothing was staked.")
    BETS_OPEN = ("bets-open", Rule.BETS_CLOSED, "Bets are open.")
    OTHER_ROUND = ("other-round", Rule.BETS_OPEN, "That was meant for another round.")
    SEAT_TAKEN = ("seat-taken", None, "That seat is taken.")
    SEAT_FREE = ("seat-free", None, "Nobody sits there.")
    NO_SUCH_SEAT = ("no-such-seat", Rule.LAYOUT, "This table has no such seat.")
    STAKES_THERE = ("stakes-there", None, "There are stakes on that seat.")
    OTHER_SET = ("other-set", None, "Your wagers were changed meanwhile. Please look again.")
    NOT_OFFERED = ("not-offered", Rule.AVAILABLE_WAGERS, "This table does not offer that wager.")
    TWICE = ("twice", None, "The same area is named twice.")
    NOT_THERE = ("not-there", Rule.LAYOUT, "No wager can be placed there.")
    AREA_FULL = ("area-full", Rule.WAGERS_PER_AREA, "No further wager fits on that area.")
    NOT_IN_UNIT = ("not-in-unit", None, "That stake could not be paid to the cent.")
    UNDER_MINIMUM = ("under-minimum", Rule.LIMITS, "That is less than this wager must hold.")
    OVER_MAXIMUM = ("over-maximum", Rule.LIMITS, "That is more than this wager may hold.")
    UNDER_TOTAL = ("under-total", Rule.LIMITS, "All wagers together are less than they must be.")

    # Dealing
    NOT_A_CARD = ("not-a-card", None, "That is no card of the decks.")
    CARD_MISSING = ("card-missing", None, "A card before this one is missing.")
    TOO_LATE = ("too-late", None, "The first card is out.")
    CARD_DUE = ("card-due", Rule.PLAYER_THIRD_CARD, "The round needs another card.")
    NO_CARD_DUE = ("no-card-due", Rule.PLAYER_THIRD_CARD, "The round needs no further card.")
    NOT_DEALT = ("not-dealt", Rule.ROUND_OF_PLAY, "The round has not come to its end.")

    # Settings
    BAD_SETTINGS = ("bad-settings", None, "The table cannot be run with these settings.")
    BAD_RULEBOOK = ("bad-rulebook", None, "This rulebook cannot be read.")

    # The ledger's, when all else is well
    SHORT_OF_CREDIT = ("short-of-credit", Rule.CREDIT, "There is not that much credit here.")
    SAID_OTHERWISE = ("said-otherwise", None, "Something else was asked under this number.")

    def at(self, book: Rulebook | None, words: str = "") -> Refusal:
        """The refusal as a document has it, or as the house has it where none is open."""
        code, rule, usual = self.value
        clause = book.cite(rule) if book is not None and rule is not None else "POLICY"
        return Refusal(code, clause, words or usual)
