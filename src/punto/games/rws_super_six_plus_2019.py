"""RWS Non-Commission Baccarat with Super Six Plus, in force from 10 May 2019, on terminals."""

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
from punto.games import shared_terms
from punto.games.shared_terms import RECONSTRUCT, VOID

DOCUMENT = Document(
    key="rws-super-six-plus-2019",
    letter="R",
    title="Non-Commission Baccarat with Super Six Plus",
    casino="Resorts World Sentosa",
    version="2019",
    effective="2019-05-10",
    placement=WagerPlacement.TERMINALS,
    decks=Decks(4, 8),
    # Section 1 of this document has no numbers, so its definitions are cited by their word.
    rules=(
        (Rule.DECKS, "2.2.1"),
        (Rule.POINT_VALUE, "3.8"),
        (Rule.POINT_TOTAL, "Point Total"),
        (Rule.PAIR, "Player Pair or Banker Pair"),
        (Rule.TWO_HANDS, "3.4"),
        (Rule.INITIAL_DEAL, "3.4"),
        (Rule.NATURAL, "3.6"),
        (Rule.PLAYER_THIRD_CARD, "3.6"),
        (Rule.BANKER_THIRD_CARD, "3.6"),
        (Rule.BANKER_WHEN_PLAYER_STANDS, "3.5"),
        (Rule.HIGHEST_TOTAL_WINS, "3.9"),
        (Rule.TIE, "3.10"),
        (Rule.PAIRS_BY_INITIAL_DEAL, "3.4"),
        (Rule.ROUND_OF_PLAY, "Round of play"),
        (Rule.LAYOUT, "2.1.1"),
        (Rule.AVAILABLE_WAGERS, "3.3"),
        (Rule.BETS_OPEN, "3.1"),
        (Rule.BETS_CLOSED, "3.2"),
        (Rule.NO_LATE_WAGER, "3.2"),
        (Rule.CREDIT, "Player Terminal"),
    ),
    opening=("Place Your Bets",),
    closing=("No More Bets",),
    irregularities=(
        Irregularity(Trigger.FOREIGN_CARD, ("5.1", "5.1.1"), (VOID,), (When.IN_ROUND,)),
        Irregularity(Trigger.CARD_COUNT, ("5.1", "5.1.2"), (VOID,), (When.IN_ROUND,)),
        Irregularity(
            Trigger.WRONG_NUMBER,
            ("5.1", "5.1.3"),
            (RECONSTRUCT,),
            (When.CAN_BE_RECONSTRUCTED, When.BEFORE_NEXT_ROUND),
        ),
        Irregularity(
            Trigger.WRONG_NUMBER,
            ("5.1", "5.1.3"),
            (VOID,),
            (When.CANNOT_BE_RECONSTRUCTED, When.BEFORE_NEXT_ROUND),
        ),
        Irregularity(Trigger.SHOE_SHORT, ("5.1", "5.1.4"), (VOID,)),
    ),
    authorities=(),
)

SUPER_SIX_PLUS = Rulebook(
    key="super-six-plus",
    name="Non-Commission Baccarat with Super Six Plus",
    document=DOCUMENT,
    clause="4.1.1",
    wagers=(
        WagerRule(
            key="player",
            name="Player",
            clause="Original Bet",
            group=WagerGroup.PLAYER,
            lines=(
                PayLine(OWN_CLAUSE, shared_terms.PLAYER_WINS, to(1, 1)),
                PayLine("3.10", shared_terms.TIED, PUSH),
            ),
        ),
        WagerRule(
            key="banker",
            name="Banker",
            clause="Non-Commission",
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
                PayLine("3.10", shared_terms.TIED, PUSH),
            ),
        ),
        WagerRule(
            key="tie",
            name="Tie",
            clause="3.3",
            group=WagerGroup.TIE,
            lines=(PayLine(OWN_CLAUSE, shared_terms.TIED, to(8, 1)),),
        ),
        WagerRule(
            key="player_pair",
            name="Player Pair",
            clause="Player Pair or Banker Pair",
            lines=(PayLine(OWN_CLAUSE, shared_terms.PLAYER_PAIRS, to(11, 1)),),
        ),
        WagerRule(
            key="banker_pair",
            name="Banker Pair",
            clause="Player Pair or Banker Pair",
            lines=(PayLine(OWN_CLAUSE, shared_terms.BANKER_PAIRS, to(11, 1)),),
        ),
        WagerRule(
            key="super_six_plus",
            name="Super Six Plus",
            clause="Super Six Plus",
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
            LayoutCell(1, ("super_six_plus",)),
            LayoutCell(1, ("banker_pair",)),
        ),
        (LayoutCell(5, ("player",)), LayoutCell(3, ("tie",)), LayoutCell(5, ("banker",))),
    ),
)
