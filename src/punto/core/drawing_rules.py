"""Define the Table of Play, the rules for third cards, as a table."""

from dataclasses import dataclass
from functools import cache

from punto.core.rules import Rule
from punto.core.sides import Side

#: Whether the Player hand draws on each two-card total: D draws, a dot stands.
#                 0123456789
PLAYER_ON_TOTAL = "DDDDDD...."

#: Whether the Banker hand draws. The row is its two-card total, and the column is the value of
#: the Player hand's third card. The column after the space is for a Player hand that stood.
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
    """Whether a hand draws a third card, and the rule that decides it."""

    side: Side
    rule: Rule
    total: int
    draws: bool
    player_third: int = STOOD
    """The value of the Player hand's third card if the decision depends on it, else `STOOD`."""


def is_natural(two_card_total: int) -> bool:
    """Whether a two-card total is a natural, which ends the deal.

    Rule: NATURAL
    """
    return two_card_total >= 8


@cache
def rule_for_player(player_total: int, banker_total: int) -> DrawDecision:
    """Decide whether the Player hand draws, from both two-card totals.

    Rule: PLAYER_THIRD_CARD
    """
    if is_natural(player_total) or is_natural(banker_total):
        return DrawDecision(Side.PLAYER, Rule.NATURAL, player_total, draws=False)
    draws = PLAYER_ON_TOTAL[player_total] == "D"
    return DrawDecision(Side.PLAYER, Rule.PLAYER_THIRD_CARD, player_total, draws)


@cache
def rule_for_banker(player_total: int, banker_total: int, player_third: int) -> DrawDecision:
    """Decide whether the Banker hand draws, from both two-card totals and the Player third card.

    `player_third` is the value of that card, or `STOOD` if the Player hand stood.

    Rule: BANKER_THIRD_CARD, BANKER_WHEN_PLAYER_STANDS
    """
    if is_natural(player_total) or is_natural(banker_total):
        return DrawDecision(Side.BANKER, Rule.NATURAL, banker_total, draws=False)
    draws = BANKER_ON_TOTAL[banker_total][player_third] == "D"
    after_stand = player_third == STOOD
    rule = Rule.BANKER_WHEN_PLAYER_STANDS if after_stand else Rule.BANKER_THIRD_CARD
    return DrawDecision(Side.BANKER, rule, banker_total, draws, player_third)
