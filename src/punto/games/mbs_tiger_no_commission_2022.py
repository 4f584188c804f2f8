"""MBS Tiger No Commission Baccarat version 5, in force from 7 April 2022: a dealer's table."""

from punto.core.irregularities import Circumstance as When
from punto.core.irregularities import Irregularity, Remedy, RemedyDetail, RemedyStep, Trigger
from punto.core.rulebook import (
    OWN_CLAUSE,
    PUSH,
    DealingMethod,
    DealingMethodRule,
    Decks,
    Document,
    LayoutCell,
    PayLine,
    PrintedLayout,
    Rulebook,
    WagerGroup,
    WagerPlacement,
    WagerRule,
    to,
)
from punto.core.rules import Rule
from punto.core.staff_positions import Permission, PositionAuthority, StaffPosition
from punto.games import shared_terms
from punto.games.shared_terms import (
    OFFER_WITHDRAWAL,
    PLAY_ON,
    PLAY_ON_AS_IF_STILL_THERE,
    PLAY_ON_WITHOUT_LATE_PART,
    RECONSTRUCT,
    SHIFT_MANAGER_RULES,
    VOID,
)

DOCUMENT = Document(
    key="mbs-tiger-no-commission-2022",
    letter="T",
    title="Tiger No Commission Baccarat",
    casino="Marina Bay Sands",
    version="5",
    effective="2022-04-07",
    placement=WagerPlacement.TABLE,
    decks=Decks(4, 10),
    rules=(
        (Rule.DECKS, "2.1"),
        (Rule.POINT_VALUE, "3.3"),
        (Rule.POINT_TOTAL, "3.4"),
        (Rule.PAIR, "1.1.13"),
        (Rule.TWO_HANDS, "3.12"),
        (Rule.INITIAL_DEAL, "3.12"),
        (Rule.NATURAL, "3.14"),
        (Rule.PLAYER_THIRD_CARD, "3.14"),
        (Rule.BANKER_THIRD_CARD, "3.14"),
        (Rule.BANKER_WHEN_PLAYER_STANDS, "3.14"),
        (Rule.CUTTING_CARD, "3.17"),
        (Rule.HIGHEST_TOTAL_WINS, "3.15"),
        (Rule.TIE, "3.15.1"),
        (Rule.PAIRS_BY_INITIAL_DEAL, "3.13"),
        (Rule.ROUND_OF_PLAY, "1.1.6"),
        (Rule.LAYOUT, "2.2"),
        (Rule.LIMITS, "3.5.1"),
        (Rule.WAGERS_PER_AREA, "3.6"),
        (Rule.AVAILABLE_WAGERS, "3.5"),
        (Rule.BETS_OPEN, "3.1"),
        (Rule.BETS_CLOSED, "3.2"),
        (Rule.OWN_SELECTION, "3.7"),
        (Rule.NO_LATE_WAGER, "5.4"),
        (Rule.NO_LATE_WITHDRAWAL, "5.5"),
        (Rule.METHODS, "3.8"),
        (Rule.HIGHEST_STAKE_HANDLES, "3.9.2"),
        (Rule.NEXT_HIGHEST_HANDLES, "3.9.3"),
        (Rule.FIRST_PLACED_HANDLES, "3.9.4"),
        (Rule.NEXT_EQUAL_HANDLES, "3.9.5"),
        (Rule.FIRST_HAND_SHOWN, "3.9.6"),
        (Rule.THIRD_CARDS_FACE_DOWN, "3.9.7"),
        (Rule.NOBODY_HANDLES, "3.10.2"),
        (Rule.PATRON_DRAWS, "3.11.1"),
        (Rule.THROUGH_A_DEALER, "3.11.3"),
        (Rule.RELEVANT_PATRON_EXPOSES, "3.11.6"),
        (Rule.GIVES_DEVICE_UP, "3.11.8.1"),
        (Rule.LOSES_DEVICE, "3.11.8.2"),
        (Rule.DIFFERENTIAL, "5.18"),
        (Rule.LIGHT_SIDE_MAY_RAISE, "5.18.2"),
        (Rule.UNCOVERED, "6.1"),
        (Rule.HIGHER_POSITION, "6.2"),
        (Rule.DISPLAY, "6.3"),
    ),
    opening=("Place your bets, please",),
    closing=("No more bets",),
    irregularities=(
        Irregularity(Trigger.FOREIGN_CARD, ("5.1", "5.1.1", "5.1.2"), (VOID,), (When.IN_ROUND,)),
        Irregularity(Trigger.CARD_COUNT, ("5.1", "5.1.1", "5.1.2"), (VOID,), (When.IN_ROUND,)),
        Irregularity(Trigger.UNSHUFFLED, ("5.1", "5.1.1", "5.1.2"), (VOID,), (When.IN_ROUND,)),
        Irregularity(
            Trigger.ORDER_LOST, ("5.2",), (VOID,), (When.IN_ROUND, When.CANNOT_BE_RECONSTRUCTED)
        ),
        Irregularity(
            Trigger.ORDER_LOST,
            ("5.12", "5.12.2"),
            (VOID, RemedyStep(Remedy.REPLACE_CARDS, RemedyDetail.MUST)),
            (When.IN_ROUND, When.METHOD_C, When.CANNOT_BE_RECONSTRUCTED),
        ),
        Irregularity(Trigger.SHOE_SHORT, ("5.3",), (VOID,)),
        Irregularity(Trigger.FACE_UP, ("5.6",), (PLAY_ON,), (When.AFTER_FIRST_CARD,)),
        Irregularity(Trigger.EXPOSED_BY_MOVE, ("5.12", "5.12.1"), (PLAY_ON,), (When.METHOD_C,)),
        Irregularity(Trigger.CUTTING_CARD, ("3.17",), (PLAY_ON,)),
        Irregularity(
            Trigger.CUTTING_CARD,
            ("3.17.1",),
            (RemedyStep(Remedy.OFFER_WITHDRAWAL, position=StaffPosition.DEALER), PLAY_ON),
            (When.FIRST_CARD_IN_HLGA,),
        ),
        Irregularity(Trigger.WRONG_ORDER, ("5.7",), (RECONSTRUCT, PLAY_ON)),
        Irregularity(
            Trigger.DRAWN_TOGETHER,
            ("5.8", "5.8.1"),
            (OFFER_WITHDRAWAL, RECONSTRUCT),
            (When.ORDER_KNOWN,),
        ),
        Irregularity(
            Trigger.DRAWN_TOGETHER,
            ("5.8.2", "5.8.2.1"),
            (VOID,),
            (When.ORDER_UNKNOWN, When.IN_INITIAL_DEAL),
        ),
        Irregularity(
            Trigger.DRAWN_TOGETHER,
            ("5.8.2", "5.8.2.2"),
            (
                RemedyStep(Remedy.RULING, RemedyDetail.ORDER_OF_CARDS, StaffPosition.PIT_MANAGER),
                RemedyStep(Remedy.OFFER_WITHDRAWAL, RemedyDetail.ALL_REMAINING_WAGERS),
                PLAY_ON,
            ),
            (When.ORDER_UNKNOWN, When.AFTER_INITIAL_DEAL),
        ),
        Irregularity(
            Trigger.DEVICE_RESET, ("5.9",), (OFFER_WITHDRAWAL, RemedyStep(Remedy.REOPEN_BETS))
        ),
        Irregularity(Trigger.WRONG_PATRON, ("5.7",), (PLAY_ON,)),
        Irregularity(Trigger.NOT_PASSED, ("5.7.1",), (PLAY_ON,)),
        Irregularity(Trigger.HANDLER_ABSENT, ("5.10",), (PLAY_ON,)),
        Irregularity(
            Trigger.LEFT_WITH_CARDS,
            ("5.11", "5.11.1", "5.11.2", "5.11.2.1", "5.11.3", "5.11.4", "5.11.5"),
            (
                RemedyStep(
                    Remedy.REPLACE_CARDS,
                    RemedyDetail.MISSING_CARD,
                    StaffPosition.GAMING_SHIFT_MANAGER,
                ),
                PLAY_ON,
                RemedyStep(Remedy.REPLACE_CARDS, RemedyDetail.MUST),
            ),
            (When.VALUE_UNKNOWN,),
        ),
        Irregularity(Trigger.LATE_WAGER, ("5.4",), (PLAY_ON_WITHOUT_LATE_PART,)),
        Irregularity(Trigger.LATE_WITHDRAWAL, ("5.5",), (PLAY_ON_AS_IF_STILL_THERE,)),
        Irregularity(
            Trigger.UNDER_MINIMUM,
            ("5.14", "5.16"),
            (RemedyStep(Remedy.SETTLE_TO_LIMIT, RemedyDetail.ONE_TIME_ONLY),),
        ),
        Irregularity(
            Trigger.OVER_MAXIMUM,
            ("5.15", "5.16"),
            (RemedyStep(Remedy.SETTLE_TO_LIMIT, RemedyDetail.TO_MAXIMUM),),
        ),
        Irregularity(
            Trigger.DIFFERENTIAL,
            ("5.18", "5.18.1", "5.18.2", "5.18.3"),
            (RemedyStep(Remedy.RULING, RemedyDetail.WAGERS_TO_REMOVE, StaffPosition.PIT_MANAGER),),
        ),
        Irregularity(Trigger.WRONG_SELECTION, ("3.7",), (PLAY_ON,)),
        Irregularity(
            Trigger.INTERRUPTED,
            ("5.17", "5.17.1"),
            (RemedyStep(Remedy.OFFER_WITHDRAWAL, RemedyDetail.ALL_WAGERS), PLAY_ON),
            (When.POWER_FAILURE, When.NOT_ESTABLISHED),
        ),
        Irregularity(
            Trigger.INTERRUPTED,
            ("5.17", "5.17.2"),
            (PLAY_ON,),
            (When.POWER_FAILURE, When.ESTABLISHED),
        ),
        Irregularity(
            Trigger.AFTER_VOID, ("5.13",), (RemedyStep(Remedy.REPLACE_CARDS, RemedyDetail.MAY),)
        ),
        Irregularity(Trigger.WRONG_DISPLAY, ("6.3",), (PLAY_ON,)),
        Irregularity(Trigger.UNCOVERED, ("6.1",), (SHIFT_MANAGER_RULES,)),
    ),
    authorities=(
        PositionAuthority(StaffPosition.DEALER, Permission.OPEN_BETS, "3.1"),
        PositionAuthority(StaffPosition.DEALER, Permission.CLOSE_BETS, "3.2"),
        PositionAuthority(StaffPosition.DEALER, Permission.PLACE_FOR_PATRON, "3.7"),
        PositionAuthority(StaffPosition.DEALER, Permission.DRAW_CARDS, "3.8.1"),
        PositionAuthority(StaffPosition.DEALER, Permission.ANNOUNCE, "3.9.1"),
        PositionAuthority(StaffPosition.DEALER, Permission.PASS_CARDS, "3.9.2"),
        PositionAuthority(StaffPosition.DEALER, Permission.CHOOSE_FIRST_HAND_SHOWN, "3.9.6"),
        PositionAuthority(
            StaffPosition.DEALER, Permission.ALLOW_WITHDRAWAL_AT_CUTTING_CARD, "3.17.1"
        ),
        PositionAuthority(StaffPosition.DEALER, Permission.REOPEN_AFTER_RESET, "5.9"),
        PositionAuthority(StaffPosition.DEALER, Permission.EXPOSE_FOR_ABSENT_PATRON, "5.10"),
        PositionAuthority(StaffPosition.DEALER, Permission.ASK_FOR_LOWER_WAGERS, "5.18.1"),
        PositionAuthority(StaffPosition.DEALER, Permission.COLLECT_AND_PAY, "1.1.6"),
        PositionAuthority(StaffPosition.PIT_SUPERVISOR, Permission.PLACE_FOR_PATRON, "3.7"),
        PositionAuthority(StaffPosition.PIT_SUPERVISOR, Permission.CHOOSE_CARD_HANDLER, "3.9.4.1"),
        PositionAuthority(StaffPosition.PIT_MANAGER, Permission.RESTRICT_WAGERS_PER_AREA, "3.6.1"),
        PositionAuthority(StaffPosition.PIT_MANAGER, Permission.PLACE_FOR_PATRON, "3.7"),
        PositionAuthority(StaffPosition.PIT_MANAGER, Permission.CHOOSE_METHOD_A_OR_B, "3.8.2"),
        PositionAuthority(StaffPosition.PIT_MANAGER, Permission.ALLOW_SQUEEZING, "3.16"),
        PositionAuthority(StaffPosition.PIT_MANAGER, Permission.FIX_ORDER_OF_CARDS, "5.8.2.2"),
        PositionAuthority(StaffPosition.PIT_MANAGER, Permission.REMOVE_WAGERS, "5.18.3"),
        PositionAuthority(
            StaffPosition.ASSISTANT_CASINO_MANAGER, Permission.ALLOW_METHOD_C, "3.8.2"
        ),
        PositionAuthority(
            StaffPosition.ASSISTANT_CASINO_MANAGER, Permission.ALLOW_DRAWING_WITHOUT_WAGER, "3.11.2"
        ),
        PositionAuthority(
            StaffPosition.GAMING_SHIFT_MANAGER, Permission.WITNESS_MISSING_CARD, "5.11.1"
        ),
        PositionAuthority(StaffPosition.GAMING_SHIFT_MANAGER, Permission.RULE_ON_UNCOVERED, "6.1"),
    ),
    methods=(
        DealingMethodRule(
            DealingMethod.A,
            "3.9",
            allowed_by=StaffPosition.PIT_MANAGER,
            patron_draws=False,
            patrons_handle_cards=True,
        ),
        DealingMethodRule(
            DealingMethod.B,
            "3.10",
            allowed_by=StaffPosition.PIT_MANAGER,
            patron_draws=False,
            patrons_handle_cards=False,
        ),
        DealingMethodRule(
            DealingMethod.C,
            "3.11",
            allowed_by=StaffPosition.ASSISTANT_CASINO_MANAGER,
            patron_draws=True,
            patrons_handle_cards=True,
            only_in_hlga=True,
        ),
    ),
    wagers_per_area=3,
    cloths=(
        # The document omits the maximum number of layout A (R21).
        PrintedLayout("A", minimum_positions=1, maximum_positions=None),
        PrintedLayout("B", minimum_positions=1, maximum_positions=8),
        PrintedLayout("C", minimum_positions=1, maximum_positions=8),
        PrintedLayout("D", minimum_positions=1, maximum_positions=9),
        PrintedLayout("E", minimum_positions=8, maximum_positions=16),
        PrintedLayout("F", minimum_positions=1, maximum_positions=6),
        PrintedLayout("G", minimum_positions=1, maximum_positions=6),
        PrintedLayout("H", minimum_positions=1, maximum_positions=8),
    ),
)

TIGER_NO_COMMISSION_LIVE = Rulebook(
    key="tiger-no-commission-live",
    name="Tiger No Commission Baccarat",
    document=DOCUMENT,
    clause="4.1",
    wagers=(
        WagerRule(
            key="player",
            name="Player",
            clause="3.5",
            group=WagerGroup.PLAYER,
            lines=(
                PayLine(OWN_CLAUSE, shared_terms.PLAYER_WINS, to(1, 1)),
                PayLine("3.15.1", shared_terms.TIED, PUSH),
            ),
        ),
        WagerRule(
            key="banker",
            name="Banker",
            clause="3.5",
            group=WagerGroup.BANKER,
            lines=(
                PayLine(
                    OWN_CLAUSE,
                    shared_terms.BANKER_WINS_ON_SIX,
                    to(1, 2),
                ),
                PayLine(
                    OWN_CLAUSE,
                    shared_terms.BANKER_WINS_NOT_ON_SIX,
                    to(1, 1),
                ),
                PayLine("3.15.1", shared_terms.TIED, PUSH),
            ),
        ),
        WagerRule(
            key="tie",
            name="Tie",
            clause="1.1.11",
            group=WagerGroup.TIE,
            lines=(PayLine(OWN_CLAUSE, shared_terms.TIED, to(8, 1)),),
        ),
        WagerRule(
            key="tiger",
            name="Tiger",
            clause="1.1.12",
            lines=(
                PayLine("4.3", shared_terms.BANKER_WINS_SIX_ON_TWO, to(12, 1)),
                PayLine(
                    "4.3",
                    shared_terms.BANKER_WINS_SIX_ON_THREE,
                    to(20, 1),
                ),
            ),
        ),
        WagerRule(
            key="small_tiger",
            name="Small Tiger",
            clause="1.1.7",
            lines=(PayLine("4.3", shared_terms.BANKER_WINS_SIX_ON_TWO, to(22, 1)),),
        ),
        WagerRule(
            key="big_tiger",
            name="Big Tiger",
            clause="1.1.1",
            lines=(PayLine("4.3", shared_terms.BANKER_WINS_SIX_ON_THREE, to(50, 1)),),
        ),
        WagerRule(
            key="tiger_tie",
            name="Tiger Tie",
            clause="1.1.14",
            lines=(PayLine("4.3", shared_terms.TIED_ON_SIX, to(35, 1)),),
        ),
        WagerRule(
            key="tiger_pair",
            name="Tiger Pair",
            clause="1.1.13",
            lines=(
                PayLine("4.2", shared_terms.ONE_PAIRS, to(4, 1)),
                PayLine("4.2", shared_terms.BOTH_PAIR_UNLIKE, to(20, 1)),
                PayLine("4.2", shared_terms.BOTH_PAIR_ALIKE, to(100, 1)),
            ),
        ),
    ),
    layout=(
        (
            LayoutCell(1, ("tiger_tie",)),
            LayoutCell(1, ("tiger_pair",)),
            LayoutCell(1, ("small_tiger",)),
            LayoutCell(1, ("tiger",)),
            LayoutCell(1, ("big_tiger",)),
        ),
        (LayoutCell(5, ("player",)), LayoutCell(3, ("tie",)), LayoutCell(5, ("banker",))),
    ),
)
