"""MBS Fortune Six Baccarat version 5, in force from 18 April 2019: a dealer's table."""

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
    PLAY_ON_AS_IF_STILL_THERE,
    PLAY_ON_WITHOUT_LATE_PART,
    RECONSTRUCT,
    VOID,
)

DOCUMENT = Document(
    key="mbs-fortune-six-2019",
    letter="F",
    title="Fortune Six Baccarat",
    casino="Marina Bay Sands",
    version="5",
    effective="2019-04-18",
    placement=WagerPlacement.TABLE,
    decks=Decks(4, 10),
    rules=(
        (Rule.DECKS, "2.1"),
        (Rule.POINT_VALUE, "3.3"),
        (Rule.POINT_TOTAL, "3.4"),
        (Rule.PAIR, "1.1.6"),
        (Rule.TWO_HANDS, "3.6"),
        (Rule.INITIAL_DEAL, "3.7"),
        (Rule.NATURAL, "3.9.1"),
        (Rule.PLAYER_THIRD_CARD, "3.9.2"),
        (Rule.BANKER_THIRD_CARD, "3.9.4"),
        (Rule.BANKER_WHEN_PLAYER_STANDS, "3.9.3"),
        (Rule.HIGHEST_TOTAL_WINS, "3.10"),
        (Rule.TIE, "3.10.1"),
        (Rule.PAIRS_BY_INITIAL_DEAL, "3.8"),
        (Rule.ROUND_OF_PLAY, "1.1.8"),
        (Rule.LAYOUT, "2.2"),
        (Rule.AVAILABLE_WAGERS, "3.5"),
        (Rule.BETS_OPEN, "3.1"),
        (Rule.BETS_CLOSED, "3.2"),
        (Rule.NO_LATE_WAGER, "5.6"),
        (Rule.NO_LATE_WITHDRAWAL, "5.7"),
    ),
    opening=("Place your bets, please",),
    closing=("No more bets",),
    irregularities=(
        Irregularity(Trigger.FOREIGN_CARD, ("5.1", "5.1.1", "5.1.2"), (VOID,), (When.IN_ROUND,)),
        Irregularity(
            Trigger.WRONG_NUMBER,
            ("5.2",),
            (RECONSTRUCT,),
            (When.CAN_BE_RECONSTRUCTED, When.BEFORE_NEXT_ROUND),
        ),
        Irregularity(
            Trigger.WRONG_NUMBER,
            ("5.2",),
            (VOID,),
            (When.CANNOT_BE_RECONSTRUCTED, When.BEFORE_NEXT_ROUND),
        ),
        Irregularity(
            Trigger.DRAWN_TOGETHER,
            ("5.3",),
            (VOID,),
            (When.ORDER_UNKNOWN, When.IN_INITIAL_DEAL),
        ),
        Irregularity(
            Trigger.ORDER_LOST, ("5.4",), (VOID,), (When.IN_ROUND, When.CANNOT_BE_RECONSTRUCTED)
        ),
        Irregularity(Trigger.SHOE_SHORT, ("5.5",), (VOID,)),
        Irregularity(Trigger.LATE_WAGER, ("5.6",), (PLAY_ON_WITHOUT_LATE_PART,)),
        Irregularity(Trigger.LATE_WITHDRAWAL, ("5.7",), (PLAY_ON_AS_IF_STILL_THERE,)),
    ),
    authorities=(
        PositionAuthority(StaffPosition.DEALER, Permission.OPEN_BETS, "3.1"),
        PositionAuthority(StaffPosition.DEALER, Permission.CLOSE_BETS, "3.2"),
        PositionAuthority(StaffPosition.DEALER, Permission.ANNOUNCE, "1.1.8"),
        PositionAuthority(StaffPosition.DEALER, Permission.COLLECT_AND_PAY, "1.1.8"),
    ),
)

FORTUNE_SIX_LIVE = Rulebook(
    key="fortune-six-live",
    name="Fortune Six Baccarat",
    document=DOCUMENT,
    clause="4.1",
    wagers=(
        WagerRule(
            key="player",
            name="Player",
            clause="2.2.2",
            group=WagerGroup.PLAYER,
            lines=(
                PayLine(OWN_CLAUSE, shared_terms.PLAYER_WINS, to(1, 1)),
                PayLine("3.10.1", shared_terms.TIED, PUSH),
            ),
        ),
        WagerRule(
            key="banker",
            name="Banker",
            clause="2.2.1",
            group=WagerGroup.BANKER,
            lines=(
                PayLine(OWN_CLAUSE, shared_terms.BANKER_WINS, to("0.95", 1)),
                PayLine("3.10.1", shared_terms.TIED, PUSH),
            ),
        ),
        WagerRule(
            key="tie",
            name="Tie",
            clause="2.2.3",
            group=WagerGroup.TIE,
            lines=(PayLine(OWN_CLAUSE, shared_terms.TIED, to(8, 1)),),
        ),
        WagerRule(
            key="player_pair",
            name="Player Pair",
            clause="1.1.6",
            lines=(PayLine(OWN_CLAUSE, shared_terms.PLAYER_PAIRS, to(11, 1)),),
        ),
        WagerRule(
            key="banker_pair",
            name="Banker Pair",
            clause="1.1.6",
            lines=(PayLine(OWN_CLAUSE, shared_terms.BANKER_PAIRS, to(11, 1)),),
        ),
        WagerRule(
            key="fortune_six",
            name="Fortune Six",
            clause="1.1.2",
            lines=(
                PayLine(
                    OWN_CLAUSE,
                    shared_terms.BANKER_WINS_SIX_ON_TWO,
                    to(12, 1),
                ),
                PayLine(
                    OWN_CLAUSE,
                    shared_terms.BANKER_WINS_SIX_ON_THREE,
                    to(20, 1),
                ),
            ),
        ),
    ),
    layout=(
        (
            LayoutCell(1, ("player_pair",)),
            LayoutCell(1, ("fortune_six",)),
            LayoutCell(1, ("banker_pair",)),
        ),
        (LayoutCell(5, ("player",)), LayoutCell(3, ("tie",)), LayoutCell(5, ("banker",))),
    ),
)
