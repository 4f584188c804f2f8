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
"""The documents that refer uncovered cases to the Gaming Shift Manager."""

WITHOUT_PROVISIONS = ("F", "R")

POLICIES = (
    Policy(
        number="P1",
        subject="The stakes of a void round.",
        documents=EVERY,
        default=(
            "All stakes are returned in full, including those on side wagers that were already "
            "decided."
        ),
        readings=("R10",),
    ),
    Policy(
        number="P2",
        subject="A wager that the server accepted from a terminal that did not show the close.",
        documents=("E", "U"),
        default=(
            "It is valid if the server durably accepted it before the close. A terminal that was "
            "cut off before the close must also have acknowledged it before the first card; "
            "otherwise the wager is returned. The Gaming Shift Manager may decide otherwise until "
            "the first card."
        ),
        readings=("R12",),
    ),
    Policy(
        number="P3",
        subject=(
            "A terminal that closed without an accepted wager, or with one before a wager is "
            "established."
        ),
        documents=("E", "U"),
        default=(
            "Without an accepted wager the patron takes no part, and the screen states so when it "
            "returns. An accepted wager stays in the round. If the round itself is interrupted, "
            "the remedy of that interruption decides."
        ),
        readings=("R12",),
    ),
    Policy(
        number="P4",
        subject="A terminal that is cut off in a case that the document does not cover.",
        documents=("F", "T", "R"),
        default="As under E: the round continues, with or without the seat.",
        readings=("R34",),
    ),
    Policy(
        number="P5",
        subject="An interrupted round.",
        documents=WITHOUT_PROVISIONS,
        default=(
            "The round is held. A Pit Manager or a higher position rules. Punto proposes to void "
            "the round if nothing is established, and otherwise to continue it. A round without "
            "its cards is void."
        ),
        readings=("R11", "R15", "R26"),
    ),
    Policy(
        number="P6",
        subject="A round interrupted by anything except a power failure.",
        documents=("T",),
        default=(
            "The Gaming Shift Manager rules. Punto proposes the remedy for a power failure. A "
            "round without its cards is void."
        ),
        readings=("R26",),
    ),
    Policy(
        number="P7",
        subject=(
            "Faults of the deck, and cards drawn together, face up, in a wrong order or in "
            "patrons' hands, if no clause covers them."
        ),
        documents=WITHOUT_PROVISIONS,
        default="Punto proposes the remedy of the row, and the Gaming Shift Manager confirms it.",
        readings=("R14", "R16"),
    ),
    Policy(
        number="P8",
        subject=(
            "The last card of the initial deal and the next card, drawn together in unknown order."
        ),
        documents=("F", "T", "R"),
        default="As in the initial deal: void.",
    ),
    Policy(
        number="P9",
        subject="A card seen face up in the device before the first card of the round.",
        documents=EVERY,
        default=(
            "Betting stops and the Gaming Shift Manager rules. Punto proposes to void the round "
            "and to remove the card, or to replace all cards if more are face up. The same applies "
            "if another fault voids the round first."
        ),
    ),
    Policy(
        number="P10",
        subject="A card that leaves the device while bets are open.",
        documents=EVERY,
        default=(
            "Bets close at once, staff get an alarm, and the Gaming Shift Manager rules. Wagers "
            "placed after the card do not count."
        ),
    ),
    Policy(
        number="P11",
        subject="A hand with a wrong number of cards.",
        documents=WITH_PROVISIONS,
        default=(
            "Hands are read from the order in which the cards were drawn, as after a wrong order. "
            "If the order cannot be restored, the round is void, as after a lost order."
        ),
        readings=("R25",),
    ),
    Policy(
        number="P12",
        subject="A wrong number of cards that is noticed after the next round has commenced.",
        documents=WITHOUT_PROVISIONS,
        default="The outcome is valid, because the clause no longer applies.",
        readings=("R22",),
    ),
    Policy(
        number="P13",
        subject="A fault of the cards discovered between two rounds.",
        documents=EVERY,
        default=(
            "Earlier rounds are valid and nothing is void. No round opens before the cards are "
            "replaced."
        ),
    ),
    Policy(
        number="P14",
        subject=(
            "The position that decides on new cards after a void round, and when they are required."
        ),
        documents=EVERY,
        default=(
            "A Pit Manager decides. The cards must be replaced if they or their order were at "
            "fault, because the same fault would void every round. Otherwise they may be replaced."
        ),
    ),
    Policy(
        number="P15",
        subject="Whether a patron may withdraw some wagers and leave others.",
        documents=("T",),
        default=(
            "Any of them at a first cutting card or a reset, when no card is known. All or none if "
            "cards were drawn together, because patrons may have seen them."
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
        subject="The time for an option, and the meaning of no answer.",
        documents=("T",),
        default="A table setting gives the time. Without an answer, the wagers stay in play.",
    ),
    Policy(
        number="P18",
        subject="A device that must be reset after cards of the round have been drawn.",
        documents=WITH_PROVISIONS,
        default=(
            "The Gaming Shift Manager rules. Punto proposes to reconstruct the order, or to void "
            "the round if that is impossible."
        ),
    ),
    Policy(
        number="P19",
        subject=(
            "The size of the differential, the time of its check, and the wagers to remove first."
        ),
        documents=("T",),
        default=(
            "A table setting gives the size. Punto checks it while bets are open and at the close, "
            "which waits until it is met. It does not check again after withdrawals. It proposes "
            "to remove the wager that was placed last."
        ),
    ),
    Policy(
        number="P20",
        subject="The time for which a wager under the minimum is recorded.",
        documents=("T",),
        default=(
            "Per visit, or per position for chips without a visit, and per table until the table "
            "closes."
        ),
        readings=("R19",),
    ),
    Policy(
        number="P21",
        subject="The part of a wager over the maximum.",
        documents=("T",),
        default=(
            "It is returned to the patron at settlement, from the stake placed last. A division in "
            "shares would break the exact unit."
        ),
    ),
    Policy(
        number="P22",
        subject="Limits of wagers.",
        documents=WITHOUT_PROVISIONS,
        default="The table shows them, and a stake outside them is refused at entry.",
    ),
    Policy(
        number="P23",
        subject="Withdrawing or raising a wager after the close.",
        documents=("R",),
        default="Both are refused.",
    ),
    Policy(
        number="P24",
        subject="Overpaid credit that was cashed out before the correction.",
        documents=EVERY,
        default=(
            "It is a claim on the visit and is collected from the credit of that visit only. The "
            "rest is a loss of the house, written off by the Gaming Shift Manager."
        ),
    ),
    Policy(
        number="P25",
        subject="The order of the positions.",
        documents=WITH_PROVISIONS,
        default="The order of the default ladder. The operator may choose another order.",
        readings=("R13",),
    ),
    Policy(
        number="P26",
        subject="The rounds after the cutting card and, under F and R, the cutting card itself.",
        documents=EVERY,
        default="The round is completed, and the shoe ends with it.",
        readings=("R17",),
    ),
    Policy(
        number="P27",
        subject="Several irregularities at once.",
        documents=EVERY,
        default=(
            "The order of precedence ranks them. The first one that voids the round ends the "
            "search."
        ),
    ),
    Policy(
        number="P28",
        subject="A wrong settlement with a correct display.",
        documents=EVERY,
        default="As for a wrong display: the cards decide, and new transfers correct the payment.",
    ),
    Policy(
        number="P29",
        subject="Rounding, and the definition of a Pair.",
        documents=EVERY,
        default=(
            "Stakes are in the exact unit, so nothing is rounded. A Pair is two cards of one rank."
        ),
        readings=("R1", "R2", "R3", "R9"),
    ),
    Policy(
        number="P30",
        subject="A patron who left with cards whose value the device or surveillance knows.",
        documents=("T",),
        default=(
            "The Gaming Shift Manager rules. Punto proposes to complete the round with the known "
            "value and to replace the cards."
        ),
    ),
    Policy(
        number="P31",
        subject="A card due from a patron while no patron who may draw has the device or takes it.",
        documents=("T",),
        default=(
            "The round waits for the next patron who may draw. If none takes the device, the "
            "Dealer draws until a patron takes it or the round ends."
        ),
    ),
)

NOBODY_DRAWS = "P31"
"""The policy under which the Dealer draws in place of a patron."""

STEPS = (
    PolicyRemedyStep(
        "P15",
        "T",
        Trigger.CUTTING_CARD,
        "3.17.1",
        RemedyStep(Remedy.OFFER_WITHDRAWAL, RemedyDetail.ANY_WAGER, StaffPosition.DEALER),
    ),
    # P15: all or none. P16: decided wagers stay decided.
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
"""The steps of the house for steps that the documents' own rows leave open."""

RULES = (
    PolicyRule("P22", ("F", "R"), Rule.LIMITS),
    PolicyRule("P23", ("R",), Rule.NO_LATE_WITHDRAWAL),
    PolicyRule("P26", ("F", "R"), Rule.CUTTING_CARD),
    PolicyRule("R14", ("F", "R"), Rule.UNCOVERED),
    PolicyRule("R14", ("F", "R"), Rule.HIGHER_POSITION),
    PolicyRule("R14", ("F", "R"), Rule.DISPLAY),
)
"""Rules that the house applies under documents that do not state them; some cause refusals."""

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
    # A position that may rule may void, and a void by a person needs a second person.
    PolicyAuthority(Permission.VOID_ROUND, StaffPosition.PIT_MANAGER, needs_second=True),
    PolicyAuthority(Permission.RULE_ON_SEAT, StaffPosition.GAMING_SHIFT_MANAGER),
    PolicyAuthority(Permission.RULE_ON_UNCOVERED, StaffPosition.GAMING_SHIFT_MANAGER),
)
"""Permissions that no clause gives to a position. No position has a permission without an entry."""

SHUFFLERS = ("R",)
"""The documents that allow a continuous shuffler instead of the shoe (R35)."""

METHODS = (PolicyMethod("R33", ("F",), DealingMethod.B),)
"""The dealing method under documents that name none."""

PRECEDENCE = (
    # The set of cards is correct.
    (Trigger.FOREIGN_CARD, Trigger.CARD_COUNT, Trigger.UNSHUFFLED),
    # Their order is known or can be restored.
    (Trigger.ORDER_LOST, Trigger.WRONG_ORDER, Trigger.WRONG_NUMBER, Trigger.DRAWN_TOGETHER),
    # There are enough cards.
    (Trigger.SHOE_SHORT,),
    # The round continues, with every seat.
    (Trigger.INTERRUPTED,),
    (Trigger.TERMINAL_CUT_OFF,),
    # The wagers are allowed.
    (
        Trigger.LATE_WAGER,
        Trigger.LATE_WITHDRAWAL,
        Trigger.UNDER_MINIMUM,
        Trigger.OVER_MAXIMUM,
        Trigger.TOO_MANY_WAGERS,
        Trigger.DIFFERENTIAL,
        Trigger.WRONG_SELECTION,
    ),
    # The display is correct.
    (Trigger.WRONG_DISPLAY,),
    # No case is left without a ruling.
    (Trigger.UNCOVERED,),
)
"""The order of triggers that occur together (P27). Those of one group rank equally."""
