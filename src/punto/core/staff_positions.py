"""Define the staff positions and the permissions that documents and the house give them."""

from dataclasses import dataclass
from enum import StrEnum


class StaffPosition(StrEnum):
    """A staff position that the documents name; the house decides which is higher (R13)."""

    DEALER = "dealer"
    PIT_SUPERVISOR = "pit-supervisor"
    PIT_MANAGER = "pit-manager"
    ASSISTANT_CASINO_MANAGER = "assistant-casino-manager"
    GAMING_SHIFT_MANAGER = "gaming-shift-manager"


class Permission(StrEnum):
    """An action that a document or the house allows or assigns to a staff position."""

    OPEN_BETS = "open-bets"
    CLOSE_BETS = "close-bets"
    DRAW_CARDS = "draw-cards"
    ANNOUNCE = "announce"
    COLLECT_AND_PAY = "collect-and-pay"
    CHOOSE_METHOD_A_OR_B = "choose-method-a-or-b"
    ALLOW_METHOD_C = "allow-method-c"
    ALLOW_DRAWING_WITHOUT_WAGER = "allow-drawing-without-wager"
    PASS_CARDS = "pass-cards"
    CHOOSE_CARD_HANDLER = "choose-card-handler"
    CHOOSE_FIRST_HAND_SHOWN = "choose-first-hand-shown"
    ALLOW_SQUEEZING = "allow-squeezing"
    PLACE_FOR_PATRON = "place-for-patron"
    RESTRICT_WAGERS_PER_AREA = "restrict-wagers-per-area"
    ALLOW_WITHDRAWAL_AT_CUTTING_CARD = "allow-withdrawal-at-cutting-card"
    EXPOSE_FOR_ABSENT_PATRON = "expose-for-absent-patron"
    REOPEN_AFTER_RESET = "reopen-after-reset"
    FIX_ORDER_OF_CARDS = "fix-order-of-cards"
    WITNESS_MISSING_CARD = "witness-missing-card"
    ASK_FOR_LOWER_WAGERS = "ask-for-lower-wagers"
    REMOVE_WAGERS = "remove-wagers"
    RULE_ON_UNCOVERED = "rule-on-uncovered"

    # Actions that no document mentions and that the house assigns to a position
    OPEN_TABLE = "open-table"
    CLOSE_TABLE = "close-table"
    CHANGE_SETTINGS = "change-settings"
    LOAD_SHOE = "load-shoe"
    END_SHOE = "end-shoe"
    SEAT_PATRONS = "seat-patrons"
    ENTER_CARD_BY_HAND = "enter-card-by-hand"
    RAISE_IRREGULARITY = "raise-irregularity"
    REPLACE_CARDS = "replace-cards"
    RULE_ON_SEAT = "rule-on-seat"
    VOID_ROUND = "void-round"
    ENTER_CHIPS = "enter-chips"
    HAND_OVER_DEVICE = "hand-over-device"


@dataclass(frozen=True, slots=True)
class PositionAuthority:
    """A permission of a staff position, and the clause that gives it."""

    position: StaffPosition
    act: Permission
    clause: str
