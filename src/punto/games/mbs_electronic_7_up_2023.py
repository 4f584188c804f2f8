"""MBS Electronic 7 Up Baccarat, in force from 8 May 2023, 00:00 hrs."""

from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Irregularity, Trigger
from punto.core.rulebook import (
    OWN_CLAUSE,
    PUSH,
    Decks,
    Document,
    LayoutCell,
    PayLine,
    Rulebook,
    WagerGroup,
    WagerPlacement,
    WagerRule,
    to,
)
from punto.core.rules import Rule
from punto.core.staff_positions import Permission, PositionAuthority, StaffPosition
from punto.core.tableau import SEVEN_UP as DEAL_ORDER
from punto.games import shared_terms
from punto.games.shared_terms import (
    PLAY_ON,
    PLAY_ON_WITHOUT_SEAT,
    RECONSTRUCT,
    SHIFT_MANAGER_RULES,
    VOID,
)

DOCUMENT = Document(
    key="mbs-electronic-7-up-2023",
    letter="U",
    title="Electronic 7 Up Baccarat",
    casino="Marina Bay Sands",
    version="2023",
    effective="2023-05-08",
    placement=WagerPlacement.TERMINALS,
    decks=Decks(4, 10),
    rules=(
        (Rule.DECKS, "2.1"),
        (Rule.POINT_VALUE, "3.3"),
        (Rule.POINT_TOTAL, "3.4"),
        (Rule.TWO_HANDS, "3.6"),
        (Rule.INITIAL_DEAL, "3.6"),
        (Rule.NATURAL, "3.7"),
        (Rule.PLAYER_THIRD_CARD, "3.7"),
        (Rule.BANKER_THIRD_CARD, "3.7"),
        (Rule.BANKER_WHEN_PLAYER_STANDS, "3.7"),
        (Rule.CUTTING_CARD, "3.9"),
        (Rule.HIGHEST_TOTAL_WINS, "3.8"),
        (Rule.TIE, "3.8.1"),
        (Rule.ROUND_OF_PLAY, "1.1.6"),
        (Rule.LAYOUT, "2.2"),
        (Rule.LIMITS, "2.2"),
        (Rule.AVAILABLE_WAGERS, "3.5.1"),
        (Rule.BETS_OPEN, "3.1"),
        (Rule.BETS_CLOSED, "3.2"),
        (Rule.OWN_SELECTION, "3.5"),
        (Rule.NO_LATE_WAGER, "5.5"),
        (Rule.NO_LATE_WITHDRAWAL, "5.4"),
        (Rule.CREDIT, "1.1.5"),
        (Rule.UNCOVERED, "6.1"),
        (Rule.HIGHER_POSITION, "6.2"),
        (Rule.DISPLAY, "6.3"),
    ),
    opening=("Place your bets, please", "Bets are open"),
    closing=("No more bets", "Bets are closed"),
    irregularities=(
        Irregularity(Trigger.FOREIGN_CARD, ("5.1", "5.1.1", "5.1.2"), (VOID,), (When.IN_ROUND,)),
        Irregularity(Trigger.CARD_COUNT, ("5.1", "5.1.1", "5.1.2"), (VOID,), (When.IN_ROUND,)),
        Irregularity(Trigger.UNSHUFFLED, ("5.1", "5.1.1", "5.1.2"), (VOID,), (When.IN_ROUND,)),
        Irregularity(
            Trigger.ORDER_LOST, ("5.2",), (VOID,), (When.IN_ROUND, When.CANNOT_BE_RECONSTRUCTED)
        ),
        Irregularity(Trigger.SHOE_SHORT, ("5.3",), (VOID,)),
        Irregularity(Trigger.FACE_UP, ("5.6",), (PLAY_ON,), (When.AFTER_FIRST_CARD,)),
        Irregularity(Trigger.CUTTING_CARD, ("3.9",), (PLAY_ON,)),
        Irregularity(Trigger.WRONG_ORDER, ("5.7",), (RECONSTRUCT,)),
        Irregularity(Trigger.DRAWN_TOGETHER, ("5.8",), (RECONSTRUCT,), (When.ORDER_KNOWN,)),
        Irregularity(Trigger.DRAWN_TOGETHER, ("5.8.1",), (VOID,), (When.ORDER_UNKNOWN,)),
        Irregularity(Trigger.WRONG_SELECTION, ("3.5",), (PLAY_ON,)),
        Irregularity(Trigger.INTERRUPTED, ("5.9", "5.9.1"), (VOID,), (When.NOT_ESTABLISHED,)),
        Irregularity(Trigger.INTERRUPTED, ("5.9", "5.9.2"), (PLAY_ON,), (When.ESTABLISHED,)),
        Irregularity(
            Trigger.TERMINAL_CUT_OFF,
            ("5.10", "5.10.1"),
            (PLAY_ON,),
            (When.CLOSED_AND_ACCEPTED, When.ESTABLISHED),
        ),
        Irregularity(
            Trigger.TERMINAL_CUT_OFF,
            ("5.10", "5.10.2"),
            (PLAY_ON_WITHOUT_SEAT,),
            (When.NEITHER_CLOSED_NOR_ACCEPTED,),
        ),
        Irregularity(Trigger.WRONG_DISPLAY, ("6.3",), (PLAY_ON,)),
        Irregularity(Trigger.UNCOVERED, ("6.1",), (SHIFT_MANAGER_RULES,)),
    ),
    authorities=(
        PositionAuthority(StaffPosition.GAMING_SHIFT_MANAGER, Permission.RULE_ON_UNCOVERED, "6.1"),
    ),
)

SEVEN_UP = Rulebook(
    key="seven-up",
    name="7 Up Baccarat",
    document=DOCUMENT,
    clause="4.1",
    order=DEAL_ORDER,
    wagers=(
        WagerRule(
            key="player",
            name="Player",
            clause="3.5.1",
            group=WagerGroup.PLAYER,
            lines=(
                PayLine(
                    OWN_CLAUSE,
                    shared_terms.PLAYER_WINS_ON_SEVEN,
                    to(1, 2),
                ),
                PayLine(
                    OWN_CLAUSE,
                    shared_terms.PLAYER_WINS_NOT_ON_SEVEN,
                    to(1, 1),
                ),
                PayLine("3.8.1", shared_terms.TIED, PUSH),
            ),
        ),
        WagerRule(
            key="banker",
            name="Banker",
            clause="3.5.1",
            group=WagerGroup.BANKER,
            lines=(
                # The picture of the layout reads 187 %; the clause says 9 to 5 (R7).
                PayLine(
                    OWN_CLAUSE,
                    shared_terms.BANKER_WINS_ON_SEVEN,
                    to(9, 5),
                ),
                PayLine(
                    OWN_CLAUSE,
                    shared_terms.BANKER_WINS_NOT_ON_SEVEN,
                    to(1, 1),
                ),
                PayLine("3.8.1", shared_terms.TIED, PUSH),
            ),
        ),
        WagerRule(
            key="tie",
            name="Tie",
            clause="1.1.9",
            group=WagerGroup.TIE,
            lines=(
                PayLine(OWN_CLAUSE, shared_terms.TIED_ON_SEVEN, to(9, 1)),
                PayLine(
                    OWN_CLAUSE,
                    shared_terms.TIED_NOT_ON_SEVEN,
                    to(7, 1),
                ),
            ),
        ),
        WagerRule(
            key="super_sevens",
            name="Super 7's",
            clause="1.1.7",
            lines=(
                PayLine("4.2", shared_terms.WITH_TWO_SEVENS, to(2, 1)),
                PayLine("4.2", shared_terms.WITH_THREE_SEVENS, to(5, 1)),
                PayLine("4.2", shared_terms.WITH_FOUR_SEVENS, to(17, 1)),
                PayLine("4.2", shared_terms.WITH_FIVE_SEVENS, to(70, 1)),
                PayLine("4.2", shared_terms.WITH_SIX_SEVENS, to(700, 1)),
            ),
        ),
    ),
    layout=(
        (
            LayoutCell(5, ("player",)),
            LayoutCell(4, ("super_sevens", "tie")),
            LayoutCell(5, ("banker",)),
        ),
    ),
)
