"""Compute the facts of a round, the small whole numbers that every paytable uses.

The code uses operators only, so the same lines read one round from ints and a million rounds from
arrays. A rank is 1 to 13; 0 means that the hand drew no third card.
"""

from enum import IntEnum
from typing import Any, NamedTuple


class Winner(IntEnum):
    """Which hand won."""

    NEITHER = 0
    PLAYER = 1
    BANKER = 2


class Fact(IntEnum):
    """A number that describes a finished round, by its index in an `Ending`."""

    WINNER = 0
    PLAYER_TOTAL = 1
    BANKER_TOTAL = 2
    PLAYER_CARDS = 3
    BANKER_CARDS = 4
    MARGIN = 5
    PLAYER_NATURAL = 6
    BANKER_NATURAL = 7
    PLAYER_PAIR = 8
    BANKER_PAIR = 9
    SAME_PAIR = 10
    SEVENS = 11


class Ending(NamedTuple):
    """All facts of a finished round, in the order of `Fact`."""

    winner: Any
    player_total: Any
    banker_total: Any
    player_cards: Any
    banker_cards: Any
    margin: Any
    player_natural: Any
    banker_natural: Any
    player_pair: Any
    banker_pair: Any
    same_pair: Any
    sevens: Any


def point_value(rank: Any) -> Any:
    """Return the points of a card: its rank up to nine, zero for a Ten or a court card.

    Rule: POINT_VALUE
    """
    return rank * (rank < 10)


def point_total(*ranks: Any) -> Any:
    """Return the points of a hand: the last digit of the sum of its cards.

    Rule: POINT_TOTAL
    """
    return sum(map(point_value, ranks)) % 10


def is_pair(first: Any, second: Any) -> Any:
    """Whether the first two cards of a hand are a pair.

    Rule: PAIR
    """
    # A pair needs equal ranks. By point value, which the documents' words would also allow, a Ten
    # and a Jack would be a pair (reading R1).
    return first == second


def ending_of(player: tuple[Any, ...], banker: tuple[Any, ...]) -> Ending:
    """Compute the facts of a finished round from three ranks per hand.

    Rule: HIGHEST_TOTAL_WINS, TIE, PAIRS_BY_INITIAL_DEAL
    """
    player_total, banker_total = point_total(*player), point_total(*banker)
    player_cards, banker_cards = 2 + (player[2] > 0), 2 + (banker[2] > 0)
    player_wins, banker_wins = player_total > banker_total, banker_total > player_total
    lead = player_total - banker_total
    player_pair, banker_pair = is_pair(*player[:2]), is_pair(*banker[:2])
    return Ending(
        winner=player_wins * Winner.PLAYER + banker_wins * Winner.BANKER,
        player_total=player_total,
        banker_total=banker_total,
        player_cards=player_cards,
        banker_cards=banker_cards,
        margin=lead * player_wins - lead * banker_wins,
        player_natural=(player_cards == 2) & (player_total >= 8),
        banker_natural=(banker_cards == 2) & (banker_total >= 8),
        player_pair=player_pair,
        banker_pair=banker_pair,
        # All four cards need the same rank: two different pairs of court cards do not count (R2).
        same_pair=player_pair & banker_pair & (player[0] == banker[0]),
        sevens=sum(rank == 7 for rank in (*player, *banker)),
    )
