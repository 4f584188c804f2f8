"""The Table of Play, written as a table."""

from dataclasses import dataclass
from functools import cache

from punto.core.rules import Rule
from punto.core.sides import Side

#: What the Player hand does on each two-card total; D draws, a dot stands.
#                 0123456789
PLAYER_ON_TOTAL = "DDDDDD...."

#: What the Banker hand does: a row for its two-card total, a column for the value of the Player
#: hand's third card, and after the space the column for a Player hand that stood.
BANKER_ON_TOTAL = (
    # 0123456789
    "DDDDDDDDDD D",  # 0
    "DDDDDDDDDD D",  # 1
    "DDDDDDDDDD D",  # 2
    "DDDDDDDD.D D",  # 3
    "..DDDDDD.. D",  # 4
    "....DDDD.. D",  # 5
    "......DD.. .",  # 6
    ".......... .",  # 7
    ".......... .",  # 8
    ".......... .",  # 9
)

STOOD = 11
"""The column of `BANKER_ON_TOTAL` for a Player hand without a third card."""


@dataclass(frozen=True, slots=True)
class DrawDecision:
    """Whether a hand draws its third card, and the rule that says so."""

    side: Side
    rule: Rule
    total: int
    draws: bool
    player_third: int = STOOD
    """The value of the Player hand's third card, where the Banker hand's ruling turns on it."""


def is_natural(two_card_total: int) -> bool:
    """Whether a hand ends the deal as it stands.

    Rule: NATURAL
    """
    return two_card_total >= 8


@cache
def rule_for_player(player_total: int, banker_total: int) -> DrawDecision:
    """What the Player hand does once both hands hold two cards.

    Rule: PLAYER_THIRD_CARD
    """
    if is_natural(player_total) or is_natural(banker_total):
        return DrawDecision(Side.PLAYER, Rule.NATURAL, player_total, draws=False)
    draws = PLAYER_ON_TOTAL[player_total] == "D"
    return DrawDecision(Side.PLAYER, Rule.PLAYER_THIRD_CARD, player_total, draws)


@cache
def rule_for_banker(player_total: int, banker_total: int, player_third: int) -> DrawDecision:
    """What the Banker hand does once the Player hand has drawn a card of this value, or `STOOD`.

    Rule: BANKER_THIRD_CARD, BANKER_WHEN_PLAYER_STANDS
    """
    if is_natural(player_total) or is_natural(banker_total):
        return DrawDecision(Side.BANKER, Rule.NATURAL, banker_total, draws=False)
    draws = BANKER_ON_TOTAL[banker_total][player_third] == "D"
    after_stand = player_third == STOOD
    rule = Rule.BANKER_WHEN_PLAYER_STANDS if after_stand else Rule.BANKER_THIRD_CARD
    return DrawDecision(Side.BANKER, rule, banker_total, draws, player_third)
