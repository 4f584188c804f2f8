"""MBS Electronic Baccarat, in force from 28 October 2021: six games on terminals."""

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
from punto.games import shared_terms
from punto.games.shared_terms import (
    PLAY_ON,
    PLAY_ON_WITHOUT_SEAT,
    RECONSTRUCT,
    SHIFT_MANAGER_RULES,
    VOID,
)

DOCUMENT = Document(
    key="mbs-electronic-2021",
    letter="E",
    title="Electronic Baccarat",
    casino="Marina Bay Sands",
    version="2021",
    effective="2021-10-28",
    placement=WagerPlacement.TERMINALS,
    decks=Decks(4, 10),
    rules=(
        (Rule.DECKS, "2.1"),
        (Rule.POINT_VALUE, "3.3"),
        (Rule.POINT_TOTAL, "3.4"),
        (Rule.PAIR, "1.1.11"),
        (Rule.TWO_HANDS, "3.6"),
        (Rule.INITIAL_DEAL, "3.6"),
        (Rule.NATURAL, "3.8"),
        (Rule.PLAYER_THIRD_CARD, "3.8"),
        (Rule.BANKER_THIRD_CARD, "3.8"),
        (Rule.BANKER_WHEN_PLAYER_STANDS, "3.8"),
        (Rule.CUTTING_CARD, "3.10"),
        (Rule.HIGHEST_TOTAL_WINS, "3.9"),
        (Rule.TIE, "3.9.1"),
        (Rule.PAIRS_BY_INITIAL_DEAL, "3.7"),
        (Rule.ROUND_OF_PLAY, "1.1.13"),
        (Rule.LAYOUT, "2.2"),
        (Rule.LIMITS, "2.2"),
        (Rule.AVAILABLE_WAGERS, "2.2"),
        (Rule.BETS_OPEN, "3.1"),
        (Rule.BETS_CLOSED, "3.2"),
        (Rule.OWN_SELECTION, "3.5"),
        (Rule.NO_LATE_WAGER, "5.5"),
        (Rule.NO_LATE_WITHDRAWAL, "5.4"),
        (Rule.CREDIT, "1.1.12"),
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
        Irregularity(Trigger.CUTTING_CARD, ("3.10",), (PLAY_ON,)),
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

# Wagers that several games settle equally, each by its own clause

PLAYER = WagerRule(
    key="player",
    name="Player",
    clause="3.9",
    group=WagerGroup.PLAYER,
    lines=(
        PayLine(OWN_CLAUSE, shared_terms.PLAYER_WINS, to(1, 1)),
        PayLine("3.9.1", shared_terms.TIED, PUSH),
    ),
)
BANKER_PAID_HALF_ON_SIX = WagerRule(
    key="banker",
    name="Banker",
    clause="3.9",
    group=WagerGroup.BANKER,
    lines=(
        PayLine(OWN_CLAUSE, shared_terms.BANKER_WINS_ON_SIX, to(1, 2)),
        PayLine(
            OWN_CLAUSE,
            shared_terms.BANKER_WINS_NOT_ON_SIX,
            to(1, 1),
        ),
        PayLine("3.9.1", shared_terms.TIED, PUSH),
    ),
)
BANKER_LESS_COMMISSION = WagerRule(
    key="banker",
    name="Banker",
    clause="1.1.3",
    group=WagerGroup.BANKER,
    lines=(
        # The picture of the layout shows the pays of the other Banker (R6).
        PayLine(OWN_CLAUSE, shared_terms.BANKER_WINS, to("0.95", 1)),
        PayLine("3.9.1", shared_terms.TIED, PUSH),
    ),
)
TIE = WagerRule(
    key="tie",
    name="Tie",
    clause="1.1.17",
    group=WagerGroup.TIE,
    lines=(PayLine(OWN_CLAUSE, shared_terms.TIED, to(8, 1)),),
)
PLAYER_PAIR = WagerRule(
    key="player_pair",
    name="Player Pair",
    clause="1.1.11",
    lines=(PayLine(OWN_CLAUSE, shared_terms.PLAYER_PAIRS, to(11, 1)),),
)
BANKER_PAIR = WagerRule(
    key="banker_pair",
    name="Banker Pair",
    clause="1.1.11",
    lines=(PayLine(OWN_CLAUSE, shared_terms.BANKER_PAIRS, to(11, 1)),),
)

# Wagers that one of the games has

SUPER_SIX_WAGER = WagerRule(
    key="super_six",
    name="Super Six",
    clause="1.1.15",
    lines=(PayLine("4.1", shared_terms.BANKER_WINS_ON_SIX, to(15, 1)),),
)
FORTUNE_SIX_WAGER = WagerRule(
    key="fortune_six",
    name="Fortune Six",
    clause="1.1.4",
    lines=(
        PayLine("4.2", shared_terms.BANKER_WINS_SIX_ON_TWO, to(12, 1)),
        PayLine(
            "4.2",
            shared_terms.BANKER_WINS_SIX_ON_THREE,
            to(20, 1),
        ),
    ),
)
SUPER_6_WAGER = WagerRule(
    key="super_6",
    name="Super 6",
    clause="1.1.15",
    lines=(PayLine("4.3", shared_terms.BANKER_WINS_ON_SIX, to(15, 1)),),
)

# Wagers that may be available (4.5, 4.6, 4.9, 4.10; R31)

PLAYER_DRAGON_BONUS = WagerRule(
    key="player_dragon_bonus",
    name="Player Dragon Bonus",
    clause="1.1.9",
    optional=True,
    lines=(
        PayLine("4.6", shared_terms.PLAYER_WINS_BY_9, to(30, 1)),
        PayLine("4.6", shared_terms.PLAYER_WINS_BY_8, to(10, 1)),
        PayLine("4.6", shared_terms.PLAYER_WINS_BY_7, to(6, 1)),
        PayLine("4.6", shared_terms.PLAYER_WINS_BY_6, to(4, 1)),
        PayLine("4.6", shared_terms.PLAYER_WINS_BY_5, to(2, 1)),
        PayLine("4.6", shared_terms.PLAYER_WINS_BY_4, to(1, 1)),
        PayLine("4.6", shared_terms.PLAYER_WINS_WITH_NATURAL, to(1, 1)),
        PayLine("4.6", shared_terms.TIED_WITH_NATURALS, PUSH),
    ),
)
BANKER_DRAGON_BONUS = WagerRule(
    key="banker_dragon_bonus",
    name="Banker Dragon Bonus",
    clause="1.1.1",
    optional=True,
    lines=(
        PayLine("4.5", shared_terms.BANKER_WINS_BY_9, to(30, 1)),
        PayLine("4.5", shared_terms.BANKER_WINS_BY_8, to(10, 1)),
        PayLine("4.5", shared_terms.BANKER_WINS_BY_7, to(6, 1)),
        PayLine("4.5", shared_terms.BANKER_WINS_BY_6, to(4, 1)),
        PayLine("4.5", shared_terms.BANKER_WINS_BY_5, to(2, 1)),
        PayLine("4.5", shared_terms.BANKER_WINS_BY_4, to(1, 1)),
        PayLine("4.5", shared_terms.BANKER_WINS_WITH_NATURAL, to(1, 1)),
        PayLine("4.5", shared_terms.TIED_WITH_NATURALS, PUSH),
    ),
)
TIGER_WAGER = WagerRule(
    key="tiger",
    name="Tiger",
    clause="1.1.18",
    optional=True,
    lines=(
        PayLine("4.10", shared_terms.BANKER_WINS_SIX_ON_TWO, to(12, 1)),
        PayLine("4.10", shared_terms.BANKER_WINS_SIX_ON_THREE, to(20, 1)),
    ),
)
SMALL_TIGER = WagerRule(
    key="small_tiger",
    name="Small Tiger",
    clause="1.1.14",
    optional=True,
    lines=(PayLine("4.10", shared_terms.BANKER_WINS_SIX_ON_TWO, to(22, 1)),),
)
BIG_TIGER = WagerRule(
    key="big_tiger",
    name="Big Tiger",
    clause="1.1.2",
    optional=True,
    lines=(PayLine("4.10", shared_terms.BANKER_WINS_SIX_ON_THREE, to(50, 1)),),
)
TIGER_TIE = WagerRule(
    key="tiger_tie",
    name="Tiger Tie",
    clause="1.1.20",
    optional=True,
    lines=(PayLine("4.10", shared_terms.TIED_ON_SIX, to(35, 1)),),
)
TIGER_PAIR = WagerRule(
    key="tiger_pair",
    name="Tiger Pair",
    clause="1.1.19",
    optional=True,
    lines=(
        PayLine("4.9", shared_terms.ONE_PAIRS, to(4, 1)),
        PayLine("4.9", shared_terms.BOTH_PAIR_UNLIKE, to(20, 1)),
        PayLine("4.9", shared_terms.BOTH_PAIR_ALIKE, to(100, 1)),
    ),
)

# The games

MAIN_ROW = (LayoutCell(5, ("player",)), LayoutCell(3, ("tie",)), LayoutCell(5, ("banker",)))

SUPER_SIX = Rulebook(
    key="super-six",
    name="Super Six No Commission Baccarat",
    document=DOCUMENT,
    clause="4.1",
    wagers=(
        PLAYER,
        BANKER_PAID_HALF_ON_SIX,
        TIE,
        PLAYER_PAIR,
        BANKER_PAIR,
        SUPER_SIX_WAGER,
    ),
    layout=(
        (
            LayoutCell(1, ("player_pair",)),
            LayoutCell(1, ("super_six",)),
            LayoutCell(1, ("banker_pair",)),
        ),
        MAIN_ROW,
    ),
)
FORTUNE_SIX = Rulebook(
    key="fortune-six",
    name="Fortune Six No Commission Baccarat",
    document=DOCUMENT,
    clause="4.2",
    wagers=(
        PLAYER,
        BANKER_PAID_HALF_ON_SIX,
        TIE,
        PLAYER_PAIR,
        BANKER_PAIR,
        FORTUNE_SIX_WAGER,
        PLAYER_DRAGON_BONUS,
        BANKER_DRAGON_BONUS,
    ),
    layout=(
        (
            LayoutCell(1, ("player_dragon_bonus",)),
            LayoutCell(1, ("fortune_six",)),
            LayoutCell(1, ("banker_dragon_bonus",)),
        ),
        (LayoutCell(1, ("player_pair",)), LayoutCell(1, ("tie",)), LayoutCell(1, ("banker_pair",))),
        (LayoutCell(1, ("player",)), LayoutCell(1, ("banker",))),
    ),
)
SUPER_6 = Rulebook(
    key="super-6",
    name="Super 6 No Commission Baccarat",
    document=DOCUMENT,
    clause="4.3",
    wagers=(
        PLAYER,
        BANKER_PAID_HALF_ON_SIX,
        TIE,
        PLAYER_PAIR,
        BANKER_PAIR,
        SUPER_6_WAGER,
        PLAYER_DRAGON_BONUS,
        BANKER_DRAGON_BONUS,
    ),
    layout=(
        (
            LayoutCell(1, ("player_dragon_bonus",)),
            LayoutCell(1, ("super_6",)),
            LayoutCell(1, ("banker_dragon_bonus",)),
        ),
        (LayoutCell(1, ("player_pair",)), LayoutCell(1, ("tie",)), LayoutCell(1, ("banker_pair",))),
        (LayoutCell(1, ("player",)), LayoutCell(1, ("banker",))),
    ),
)
NO_COMMISSION = Rulebook(
    key="no-commission",
    name="No Commission Baccarat",
    document=DOCUMENT,
    clause="4.4",
    wagers=(PLAYER, BANKER_PAID_HALF_ON_SIX, TIE, PLAYER_PAIR, BANKER_PAIR),
    layout=((LayoutCell(1, ("player_pair",)), LayoutCell(1, ("banker_pair",))), MAIN_ROW),
)
TIGER_ROW = (
    LayoutCell(1, ("tiger_tie",)),
    LayoutCell(1, ("tiger_pair",)),
    LayoutCell(1, ("small_tiger",)),
    LayoutCell(1, ("tiger",)),
    LayoutCell(1, ("big_tiger",)),
)
TIGER = Rulebook(
    key="tiger",
    name="Tiger Baccarat",
    document=DOCUMENT,
    clause="4.7",
    wagers=(
        PLAYER,
        BANKER_LESS_COMMISSION,
        TIE,
        TIGER_WAGER,
        SMALL_TIGER,
        BIG_TIGER,
        TIGER_TIE,
        TIGER_PAIR,
    ),
    layout=(TIGER_ROW, MAIN_ROW),
)
TIGER_NO_COMMISSION = Rulebook(
    key="tiger-no-commission",
    name="Tiger No Commission Baccarat",
    document=DOCUMENT,
    clause="4.8",
    wagers=(
        PLAYER,
        BANKER_PAID_HALF_ON_SIX,
        TIE,
        TIGER_WAGER,
        SMALL_TIGER,
        BIG_TIGER,
        TIGER_TIE,
        TIGER_PAIR,
    ),
    layout=(TIGER_ROW, MAIN_ROW),
)
