"""List the house's remedies for irregularities that no clause of a document covers."""

from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Remedy, RemedyDetail, RemedyStep, Trigger
from punto.core.policies import PolicyRow
from punto.core.staff_positions import StaffPosition
from punto.games.shared_terms import (
    PLAY_ON,
    PLAY_ON_WITHOUT_LATE_PART,
    PLAY_ON_WITHOUT_SEAT,
    RECONSTRUCT,
    SHIFT_MANAGER_RULES,
    VOID,
)

EVERY = ("E", "F", "T", "U", "R")

# Remedies that the Gaming Shift Manager confirms

CONFIRMED_VOID = RemedyStep(Remedy.VOID, position=StaffPosition.GAMING_SHIFT_MANAGER)
CONFIRMED_PLAY_ON = RemedyStep(Remedy.PLAY_ON, position=StaffPosition.GAMING_SHIFT_MANAGER)
CONFIRMED_RECONSTRUCT = RemedyStep(Remedy.RECONSTRUCT, position=StaffPosition.GAMING_SHIFT_MANAGER)

PIT_MANAGER_RULES = RemedyStep(
    Remedy.RULING, RemedyDetail.VOID_OR_CONTINUE, StaffPosition.PIT_MANAGER
)
MUST_REPLACE_CARDS = RemedyStep(Remedy.REPLACE_CARDS, RemedyDetail.MUST)

ROWS = (
    # Cards in the device
    PolicyRow("P7", ("F",), Trigger.CARD_COUNT, (CONFIRMED_VOID,), (When.IN_ROUND,)),
    PolicyRow("P7", ("F", "R"), Trigger.UNSHUFFLED, (CONFIRMED_VOID,), (When.IN_ROUND,)),
    PolicyRow(
        "P7",
        ("R",),
        Trigger.ORDER_LOST,
        (CONFIRMED_VOID,),
        (When.IN_ROUND, When.CANNOT_BE_RECONSTRUCTED),
    ),
    PolicyRow(
        "P13",
        EVERY,
        Trigger.FOREIGN_CARD,
        (MUST_REPLACE_CARDS,),
        (When.BETWEEN_ROUNDS,),
    ),
    PolicyRow(
        "P13",
        EVERY,
        Trigger.CARD_COUNT,
        (MUST_REPLACE_CARDS,),
        (When.BETWEEN_ROUNDS,),
    ),
    PolicyRow(
        "P13",
        EVERY,
        Trigger.UNSHUFFLED,
        (MUST_REPLACE_CARDS,),
        (When.BETWEEN_ROUNDS,),
    ),
    PolicyRow(
        "P13",
        EVERY,
        Trigger.ORDER_LOST,
        (MUST_REPLACE_CARDS,),
        (When.BETWEEN_ROUNDS, When.CANNOT_BE_RECONSTRUCTED),
    ),
    PolicyRow(
        "P7",
        ("F", "R"),
        Trigger.FACE_UP,
        (CONFIRMED_PLAY_ON,),
        (When.AFTER_FIRST_CARD,),
    ),
    PolicyRow(
        "P9",
        EVERY,
        Trigger.FACE_UP,
        (SHIFT_MANAGER_RULES,),
        (When.BEFORE_FIRST_CARD,),
        proposes=(VOID, RemedyStep(Remedy.REPLACE_CARDS, RemedyDetail.EXPOSED_CARD)),
    ),
    PolicyRow("P7", ("F",), Trigger.EXPOSED_BY_MOVE, (CONFIRMED_PLAY_ON,)),
    # This happens in every shoe, so the Gaming Shift Manager need not confirm it.
    PolicyRow("P26", ("F", "R"), Trigger.CUTTING_CARD, (PLAY_ON,)),
    # Cards drawn wrongly
    PolicyRow("P7", ("F", "R"), Trigger.WRONG_ORDER, (CONFIRMED_RECONSTRUCT,)),
    PolicyRow(
        "P11",
        ("E", "T", "U"),
        Trigger.WRONG_NUMBER,
        (RECONSTRUCT,),
        (When.IN_ROUND, When.CAN_BE_RECONSTRUCTED),
    ),
    PolicyRow(
        "P11",
        ("E", "T", "U"),
        Trigger.WRONG_NUMBER,
        (VOID,),
        (When.IN_ROUND, When.CANNOT_BE_RECONSTRUCTED),
    ),
    PolicyRow(
        "P12",
        ("F", "R"),
        Trigger.WRONG_NUMBER,
        (PLAY_ON,),
        (When.NEXT_ROUND_COMMENCED,),
    ),
    PolicyRow(
        "P7",
        ("F", "R"),
        Trigger.DRAWN_TOGETHER,
        (CONFIRMED_RECONSTRUCT,),
        (When.ORDER_KNOWN,),
    ),
    PolicyRow(
        "P7",
        ("R",),
        Trigger.DRAWN_TOGETHER,
        (CONFIRMED_VOID,),
        (When.ORDER_UNKNOWN, When.IN_INITIAL_DEAL),
    ),
    PolicyRow(
        "P8",
        ("F", "T", "R"),
        Trigger.DRAWN_TOGETHER,
        (VOID,),
        (When.ORDER_UNKNOWN, When.ACROSS_INITIAL_DEAL),
    ),
    PolicyRow(
        "P7",
        ("F", "R"),
        Trigger.DRAWN_TOGETHER,
        (SHIFT_MANAGER_RULES,),
        (When.ORDER_UNKNOWN, When.AFTER_INITIAL_DEAL),
    ),
    PolicyRow("P7", ("F", "R"), Trigger.DEVICE_RESET, (SHIFT_MANAGER_RULES,)),
    PolicyRow(
        "P7",
        ("F", "R"),
        Trigger.DEVICE_RESET,
        (SHIFT_MANAGER_RULES,),
        (When.AFTER_FIRST_CARD, When.CAN_BE_RECONSTRUCTED),
        proposes=(RECONSTRUCT,),
    ),
    PolicyRow(
        "P7",
        ("F", "R"),
        Trigger.DEVICE_RESET,
        (SHIFT_MANAGER_RULES,),
        (When.AFTER_FIRST_CARD, When.CANNOT_BE_RECONSTRUCTED),
        proposes=(VOID,),
    ),
    PolicyRow(
        "P18",
        ("E", "T", "U"),
        Trigger.DEVICE_RESET,
        (SHIFT_MANAGER_RULES,),
        (When.AFTER_FIRST_CARD, When.CAN_BE_RECONSTRUCTED),
        proposes=(RECONSTRUCT,),
    ),
    PolicyRow(
        "P18",
        ("E", "T", "U"),
        Trigger.DEVICE_RESET,
        (SHIFT_MANAGER_RULES,),
        (When.AFTER_FIRST_CARD, When.CANNOT_BE_RECONSTRUCTED),
        proposes=(VOID,),
    ),
    # Cards in patrons' hands, if the house lets patrons of F handle them (R33)
    PolicyRow("P7", ("F",), Trigger.WRONG_PATRON, (CONFIRMED_PLAY_ON,)),
    PolicyRow("P7", ("F",), Trigger.NOT_PASSED, (CONFIRMED_PLAY_ON,)),
    PolicyRow("P7", ("F",), Trigger.HANDLER_ABSENT, (CONFIRMED_PLAY_ON,)),
    PolicyRow("P7", ("F",), Trigger.LEFT_WITH_CARDS, (SHIFT_MANAGER_RULES,)),
    PolicyRow(
        "P30",
        ("T",),
        Trigger.LEFT_WITH_CARDS,
        (SHIFT_MANAGER_RULES,),
        (When.VALUE_KNOWN,),
        proposes=(PLAY_ON, MUST_REPLACE_CARDS),
    ),
    # Wagers: without a confirmation, because a patron's wrong choice must not hold the round
    PolicyRow("P7", ("F", "R"), Trigger.WRONG_SELECTION, (PLAY_ON,)),
    # Interruptions
    PolicyRow(
        "P5",
        ("F", "R"),
        Trigger.INTERRUPTED,
        (PIT_MANAGER_RULES,),
        (When.NOT_ESTABLISHED,),
        proposes=(VOID,),
    ),
    PolicyRow(
        "P5",
        ("F", "R"),
        Trigger.INTERRUPTED,
        (PIT_MANAGER_RULES,),
        (When.ESTABLISHED,),
        proposes=(PLAY_ON,),
    ),
    PolicyRow(
        "P6",
        ("T",),
        Trigger.INTERRUPTED,
        (SHIFT_MANAGER_RULES,),
        (When.OTHER_BREAKDOWN, When.NOT_ESTABLISHED),
        proposes=(RemedyStep(Remedy.OFFER_WITHDRAWAL, RemedyDetail.ALL_WAGERS), PLAY_ON),
    ),
    PolicyRow(
        "P6",
        ("T",),
        Trigger.INTERRUPTED,
        (SHIFT_MANAGER_RULES,),
        (When.OTHER_BREAKDOWN, When.ESTABLISHED),
        proposes=(PLAY_ON,),
    ),
    # Cards that cannot be recovered: the regulation requires a void for every cause.
    PolicyRow(
        "R26",
        EVERY,
        Trigger.INTERRUPTED,
        (VOID,),
        (When.ESTABLISHED, When.CARDS_BEYOND_RECOVERY),
    ),
    PolicyRow(
        "R26",
        ("F", "T", "R"),
        Trigger.INTERRUPTED,
        (VOID,),
        (When.NOT_ESTABLISHED, When.CARDS_BEYOND_RECOVERY),
    ),
    PolicyRow(
        "R26",
        ("T",),
        Trigger.INTERRUPTED,
        (VOID,),
        (When.POWER_FAILURE, When.ESTABLISHED, When.CARDS_BEYOND_RECOVERY),
    ),
    PolicyRow(
        "R26",
        ("T",),
        Trigger.INTERRUPTED,
        (VOID,),
        (When.POWER_FAILURE, When.NOT_ESTABLISHED, When.CARDS_BEYOND_RECOVERY),
    ),
    PolicyRow(
        "R26",
        ("T",),
        Trigger.INTERRUPTED,
        (VOID,),
        (When.OTHER_BREAKDOWN, When.ESTABLISHED, When.CARDS_BEYOND_RECOVERY),
    ),
    PolicyRow(
        "R26",
        ("T",),
        Trigger.INTERRUPTED,
        (VOID,),
        (When.OTHER_BREAKDOWN, When.NOT_ESTABLISHED, When.CARDS_BEYOND_RECOVERY),
    ),
    PolicyRow(
        "P2",
        ("E", "U"),
        Trigger.TERMINAL_CUT_OFF,
        (PLAY_ON,),
        (When.ACCEPTED_NOT_CLOSED, When.ACKNOWLEDGED),
    ),
    PolicyRow(
        "P2",
        ("E", "U"),
        Trigger.TERMINAL_CUT_OFF,
        (PLAY_ON_WITHOUT_SEAT,),
        (When.ACCEPTED_NOT_CLOSED, When.NOT_ACKNOWLEDGED),
    ),
    PolicyRow(
        "P3",
        ("E", "U"),
        Trigger.TERMINAL_CUT_OFF,
        (PLAY_ON_WITHOUT_SEAT,),
        (When.CLOSED_NOT_ACCEPTED,),
    ),
    PolicyRow(
        "P3",
        ("E", "U"),
        Trigger.TERMINAL_CUT_OFF,
        (PLAY_ON,),
        (When.CLOSED_AND_ACCEPTED, When.NOT_ESTABLISHED),
    ),
    PolicyRow(
        "P4",
        ("F", "T", "R"),
        Trigger.TERMINAL_CUT_OFF,
        (PLAY_ON,),
        (When.CLOSED_AND_ACCEPTED,),
    ),
    PolicyRow(
        "P4",
        ("F", "T", "R"),
        Trigger.TERMINAL_CUT_OFF,
        (PLAY_ON_WITHOUT_SEAT,),
        (When.NEITHER_CLOSED_NOR_ACCEPTED,),
    ),
    PolicyRow(
        "P4",
        ("F", "T", "R"),
        Trigger.TERMINAL_CUT_OFF,
        (PLAY_ON,),
        (When.ACCEPTED_NOT_CLOSED, When.ACKNOWLEDGED),
    ),
    PolicyRow(
        "P4",
        ("F", "T", "R"),
        Trigger.TERMINAL_CUT_OFF,
        (PLAY_ON_WITHOUT_SEAT,),
        (When.ACCEPTED_NOT_CLOSED, When.NOT_ACKNOWLEDGED),
    ),
    PolicyRow(
        "P4",
        ("F", "T", "R"),
        Trigger.TERMINAL_CUT_OFF,
        (PLAY_ON_WITHOUT_SEAT,),
        (When.CLOSED_NOT_ACCEPTED,),
    ),
    # After a void round, and all other cases
    PolicyRow(
        "P14",
        ("E", "F", "U", "R"),
        Trigger.AFTER_VOID,
        (RemedyStep(Remedy.REPLACE_CARDS, RemedyDetail.MAY, StaffPosition.PIT_MANAGER),),
    ),
    PolicyRow(
        "P14",
        EVERY,
        Trigger.AFTER_VOID,
        (MUST_REPLACE_CARDS,),
        (When.CARDS_AT_FAULT,),
    ),
    PolicyRow("R14", ("F", "R"), Trigger.WRONG_DISPLAY, (PLAY_ON,)),
    PolicyRow("R14", ("F", "R"), Trigger.UNCOVERED, (SHIFT_MANAGER_RULES,)),
    PolicyRow(
        "P10",
        EVERY,
        Trigger.UNCOVERED,
        (SHIFT_MANAGER_RULES,),
        (When.CARD_WHILE_BETS_OPEN,),
        proposes=(PLAY_ON_WITHOUT_LATE_PART,),
    ),
)
"""The rows of the house. The row with the most circumstances applies."""
