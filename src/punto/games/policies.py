"""List the house's default policies for questions on which the documents are silent."""

from punto.core.irregularities import Remedy, RemedyDetail, RemedyStep, Trigger
from punto.core.policies import Policy, PolicyAuthority, PolicyMethod, PolicyRemedyStep, PolicyRule
from punto.core.rulebook import DealingMethod
from punto.core.rules import Rule
from punto.core.staff_positions import Permission, StaffPosition
from punto.games.policy_rows import EVERY, ROWS

__all__ = [
    "AUTHORITIES",
    "LADDER",
    "METHODS",
    "NOBODY_DRAWS",
    "POLICIES",
    "PRECEDENCE",
    "ROWS",
    "RULES",
    "SHUFFLERS",
    "STEPS",
]

LADDER = (
    StaffPosition.DEALER,
    StaffPosition.PIT_SUPERVISOR,
    StaffPosition.PIT_MANAGER,
    StaffPosition.ASSISTANT_CASINO_MANAGER,
    StaffPosition.GAMING_SHIFT_MANAGER,
)
"""The positions from the lowest to the highest (R13)."""

WITH_PROVISIONS = ("E", "T", "U")
"""The documents that refer what they do not cover to the Gaming Shift Manager."""

WITHOUT_PROVISIONS = ("F", "R")

POLICIES = (
    Policy(
        number="P1",
        subject="What a void round does to its stakes.",
        documents=EVERY,
        default="Every stake goes back whole, those on side wagers already decided too.",
        readings=("R10",),
    ),
    Policy(
        number="P2",
        subject="A wager that the server accepted, at a terminal that did not show the close.",
        documents=("E", "U"),
        default=(
            "It stands if it was durably accepted before the server's close and, at a terminal "
            "cut off before the close, acknowledged before the first card; otherwise it is "
            "returned. The Gaming Shift Manager may decide otherwise until the first card."
        ),
        readings=("R12",),
    ),
    Policy(
        number="P3",
        subject="Closed but not accepted; or closed and accepted while nothing is established.",
        documents=("E", "U"),
        default=(
            "The first did not take part, and its screen says so when it returns. The second "
            "goes on with the round; if the round itself stops, that interruption decides."
        ),
        readings=("R12",),
    ),
    Policy(
        number="P4",
        subject="A terminal cut off where the document speaks of none, or says nothing of it.",
        documents=("F", "T", "R"),
        default="As under E: the round continues, with or without the seat.",
        readings=("R34",),
    ),
    Policy(
        number="P5",
        subject="A round that is interrupted.",
        documents=WITHOUT_PROVISIONS,
        default=(
            "It is held. A Pit Manager or higher rules, and the system proposes: void while "
            "nothing is established, continue once something is. Without its cards it is void."
        ),
        readings=("R11", "R15", "R26"),
    ),
    Policy(
        number="P6",
        subject="A round that is interrupted by anything but a power failure.",
        documents=("T",),
        default=(
            "The Gaming Shift Manager rules; proposed is what a power failure would bring. A "
            "round without its cards is void."
        ),
        readings=("R26",),
    ),
    Policy(
        number="P7",
        subject=(
            "Faults of the deck, cards drawn together, face up, in a wrong order or in patrons' "
            "hands, as far as no clause names them."
        ),
        documents=WITHOUT_PROVISIONS,
        default="The system proposes the remedy of the row; the Gaming Shift Manager confirms it.",
        readings=("R14", "R16"),
    ),
    Policy(
        number="P8",
        subject="Cards drawn together in unknown order, the last of the initial deal and the next.",
        documents=("F", "T", "R"),
        default="As in the initial deal: void.",
    ),
    Policy(
        number="P9",
        subject="A card seen face up in the device before the first card of the round.",
        documents=EVERY,
        default=(
            "Bets are frozen and the Gaming Shift Manager rules. Proposed: void, the card taken "
            "out, all cards replaced if there are more. So it is too when something else voids "
            "the round first."
        ),
    ),
    Policy(
        number="P10",
        subject="A card that leaves the device while bets are open.",
        documents=EVERY,
        default=(
            "Bets close at once, staff are alarmed and the Gaming Shift Manager rules. Nothing "
            "placed after the card counts."
        ),
    ),
    Policy(
        number="P11",
        subject="A hand with a wrong number of cards.",
        documents=WITH_PROVISIONS,
        default=(
            "Hands are read from the order drawn, as after a wrong order; if it cannot be "
            "restored, the round is void, as after a lost order."
        ),
        readings=("R25",),
    ),
    Policy(
        number="P12",
        subject="A wrong number of cards noticed when the next round has commenced.",
        documents=WITHOUT_PROVISIONS,
        default="The outcome stands: the clause no longer reaches it.",
        readings=("R22",),
    ),
    Policy(
        number="P13",
        subject="A fault of the cards found between two rounds.",
        documents=EVERY,
        default="Earlier rounds stand, nothing is void, and no round opens before new cards.",
    ),
    Policy(
        number="P14",
        subject="Who decides on new cards after a void round, and when there must be new ones.",
        documents=EVERY,
        default=(
            "A Pit Manager. They must be new when the cards or their order were at fault, since "
            "the same fault would void every round; otherwise they may be."
        ),
    ),
    Policy(
        number="P15",
        subject="Whether a patron may take back some wagers and leave others.",
        documents=("T",),
        default=(
            "Any of them while no card is known, at a first cutting card or a reset; all or none "
            "when cards were drawn together, for they may have been seen."
        ),
    ),
    Policy(
        number="P16",
        subject="Wagers already decided when cards drawn together let patrons withdraw.",
        documents=("T",),
        default="They stay decided.",
        readings=("R18",),
    ),
    Policy(
        number="P17",
        subject="How long an option stays open, and what silence means.",
        documents=("T",),
        default="As long as the table is set to; without an answer the wagers stay.",
    ),
    Policy(
        number="P18",
        subject="A device that must be reset when cards of the round are out.",
        documents=WITH_PROVISIONS,
        default=(
            "The Gaming Shift Manager rules. Proposed: reconstruct; void if that cannot be done."
        ),
    ),
    Policy(
        number="P19",
        subject="How large the differential is, when it is checked, what is removed first.",
        documents=("T",),
        default=(
            "A table setting, checked while bets are open and at the close, which waits until it "
            "is met; not again after withdrawals. The wager placed last is proposed first."
        ),
    ),
    Policy(
        number="P20",
        subject="How long a wager under the minimum is remembered.",
        documents=("T",),
        default="By visit, or position for chips without one, and table until the table closes.",
        readings=("R19",),
    ),
    Policy(
        number="P21",
        subject="Where the part of a wager over the maximum goes.",
        documents=("T",),
        default=(
            "Back to the patron at settlement, off the stake placed last; a split by shares "
            "would break the exact unit."
        ),
    ),
    Policy(
        number="P22",
        subject="Limits of wagers.",
        documents=WITHOUT_PROVISIONS,
        default="Shown at the table, and a stake outside them is refused at entry.",
    ),
    Policy(
        number="P23",
        subject="Taking back or raising a wager after the close.",
        documents=("R",),
        default="Both are refused.",
    ),
    Policy(
        number="P24",
        subject="Overpaid credit that was cashed out before the correction.",
        documents=EVERY,
        default=(
            "It stands on the visit's claim and is taken from that visit's credit only; the rest "
            "is a loss of the house in the Gaming Shift Manager's name."
        ),
    ),
    Policy(
        number="P25",
        subject="Which position is higher than which.",
        documents=WITH_PROVISIONS,
        default="As the ladder ranks them; the operator may rank them otherwise.",
        readings=("R13",),
    ),
    Policy(
        number="P26",
        subject="What follows the round of the cutting card; under F and R the card itself.",
        documents=EVERY,
        default="The round is completed and the shoe ends with it.",
        readings=("R17",),
    ),
    Policy(
        number="P27",
        subject="Several things gone wrong at once.",
        documents=EVERY,
        default="The order of precedence ranks them; the first that voids ends the search.",
    ),
    Policy(
        number="P28",
        subject="A wrong settlement beside a right display.",
        documents=EVERY,
        default="As for a wrong display: the cards decide, and new transfers correct it.",
    ),
    Policy(
        number="P29",
        subject="Rounding, and what makes a Pair.",
        documents=EVERY,
        default="Stakes in the exact unit, so nothing is rounded; cards of one rank.",
        readings=("R1", "R2", "R3", "R9"),
    ),
    Policy(
        number="P30",
        subject="A patron gone with cards whose value the device or surveillance can tell.",
        documents=("T",),
        default=(
            "The Gaming Shift Manager rules. Proposed: completed with the known value, and the "
            "cards replaced."
        ),
    ),
    Policy(
        number="P31",
        subject="A card is due from a patron, and nobody who may draw has the device or takes it.",
        documents=("T",),
        default=(
            "The round waits for the next patron who may draw; where none takes the device, the "
            "Dealer draws until one does or the round has ended."
        ),
    ),
)

NOBODY_DRAWS = "P31"
"""Under which policy the Dealer draws where a patron should."""

STEPS = (
    PolicyRemedyStep(
        "P15",
        "T",
        Trigger.CUTTING_CARD,
        "3.17.1",
        RemedyStep(Remedy.OFFER_WITHDRAWAL, RemedyDetail.ANY_WAGER, StaffPosition.DEALER),
    ),
    # All or none by P15, and what is decided stays decided by P16.
    PolicyRemedyStep(
        "P15",
        "T",
        Trigger.DRAWN_TOGETHER,
        "5.8.1",
        RemedyStep(Remedy.OFFER_WITHDRAWAL, RemedyDetail.ALL_REMAINING_WAGERS),
    ),
    PolicyRemedyStep(
        "P15",
        "T",
        Trigger.DEVICE_RESET,
        "5.9",
        RemedyStep(Remedy.OFFER_WITHDRAWAL, RemedyDetail.ANY_WAGER),
    ),
    PolicyRemedyStep(
        "P14",
        "T",
        Trigger.AFTER_VOID,
        "5.13",
        RemedyStep(Remedy.REPLACE_CARDS, RemedyDetail.MAY, StaffPosition.PIT_MANAGER),
    ),
)
"""What stands in the place of steps that the documents' own rows leave open."""

RULES = (
    PolicyRule("P22", ("F", "R"), Rule.LIMITS),
    PolicyRule("P23", ("R",), Rule.NO_LATE_WITHDRAWAL),
    PolicyRule("P26", ("F", "R"), Rule.CUTTING_CARD),
    PolicyRule("R14", ("F", "R"), Rule.UNCOVERED),
    PolicyRule("R14", ("F", "R"), Rule.HIGHER_POSITION),
    PolicyRule("R14", ("F", "R"), Rule.DISPLAY),
)
"""Rules that the house keeps where a document does not state them; some of them refuse."""

AUTHORITIES = (
    PolicyAuthority(Permission.OPEN_BETS, StaffPosition.DEALER),
    PolicyAuthority(Permission.CLOSE_BETS, StaffPosition.DEALER),
    PolicyAuthority(Permission.DRAW_CARDS, StaffPosition.DEALER),
    PolicyAuthority(Permission.ANNOUNCE, StaffPosition.DEALER),
    PolicyAuthority(Permission.COLLECT_AND_PAY, StaffPosition.DEALER),
    PolicyAuthority(Permission.LOAD_SHOE, StaffPosition.DEALER),
    PolicyAuthority(Permission.END_SHOE, StaffPosition.DEALER),
    PolicyAuthority(Permission.SEAT_PATRONS, StaffPosition.DEALER),
    PolicyAuthority(Permission.RAISE_IRREGULARITY, StaffPosition.DEALER),
    PolicyAuthority(Permission.REOPEN_AFTER_RESET, StaffPosition.DEALER),
    PolicyAuthority(Permission.ENTER_CARD_BY_HAND, StaffPosition.DEALER, needs_second=True),
    PolicyAuthority(Permission.OPEN_TABLE, StaffPosition.PIT_MANAGER),
    PolicyAuthority(Permission.CLOSE_TABLE, StaffPosition.PIT_MANAGER),
    PolicyAuthority(Permission.REPLACE_CARDS, StaffPosition.PIT_MANAGER),
    PolicyAuthority(Permission.CHANGE_SETTINGS, StaffPosition.PIT_MANAGER, needs_second=True),
    PolicyAuthority(Permission.ENTER_CHIPS, StaffPosition.DEALER),
    PolicyAuthority(Permission.HAND_OVER_DEVICE, StaffPosition.DEALER),
    # Of whoever may rule at all; a void that a person enters is no one person's.
    PolicyAuthority(Permission.VOID_ROUND, StaffPosition.PIT_MANAGER, needs_second=True),
    PolicyAuthority(Permission.RULE_ON_SEAT, StaffPosition.GAMING_SHIFT_MANAGER),
    PolicyAuthority(Permission.RULE_ON_UNCOVERED, StaffPosition.GAMING_SHIFT_MANAGER),
)
"""Who may do what no clause of a document gives to a position; what stands nowhere nobody may."""

SHUFFLERS = ("R",)
"""The documents that let a shuffler, into which cards return, stand in for the shoe (R35)."""

METHODS = (PolicyMethod("R33", ("F",), DealingMethod.B),)
"""How a round is dealt where a document names no method."""

PRECEDENCE = (
    # The cards are the right ones.
    (Trigger.FOREIGN_CARD, Trigger.CARD_COUNT, Trigger.UNSHUFFLED),
    # Their order is known or can be restored.
    (Trigger.ORDER_LOST, Trigger.WRONG_ORDER, Trigger.WRONG_NUMBER, Trigger.DRAWN_TOGETHER),
    # There are enough of them.
    (Trigger.SHOE_SHORT,),
    # The round goes on, with every seat.
    (Trigger.INTERRUPTED,),
    (Trigger.TERMINAL_CUT_OFF,),
    # The wagers are as they may be.
    (
        Trigger.LATE_WAGER,
        Trigger.LATE_WITHDRAWAL,
        Trigger.UNDER_MINIMUM,
        Trigger.OVER_MAXIMUM,
        Trigger.TOO_MANY_WAGERS,
        Trigger.DIFFERENTIAL,
        Trigger.WRONG_SELECTION,
    ),
    # What is shown is so.
    (Trigger.WRONG_DISPLAY,),
    # Nothing is left to rule on.
    (Trigger.UNCOVERED,),
)
"""Which of several triggers goes first (P27); those of one group rank alike."""
