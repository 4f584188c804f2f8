"""Define the auditor's own copy of the ten paytables: pay line conditions and pays."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from punto.audit.rules.deal import FOUR_CARDS, THREE_CARDS_AND_A_SEVEN, Deal, Outcome

Test: TypeAlias = Callable[[Outcome], bool]


class PayLine(NamedTuple):
    """A printed pay line: its condition, and what it wins for which stake."""

    holds: Test
    win: int
    per: int


Paytable: TypeAlias = Mapping[str, tuple[PayLine, ...]]
"""The pay lines of each wager in their printed order."""


# Conditions of pay lines


def player_wins(o: Outcome) -> bool:
    """The Player hand has more points."""
    return o.player > o.banker


def banker_wins(o: Outcome) -> bool:
    """The Banker hand has more points."""
    return o.banker > o.player


def is_tie(o: Outcome) -> bool:
    """Both hands have the same points."""
    return o.player == o.banker


def player_wins_on(points: int) -> Test:
    """The Player hand wins with these points."""
    return lambda o: o.player == points > o.banker


def player_wins_but_not_on(points: int) -> Test:
    """The Player hand wins with other points."""
    return lambda o: o.player > o.banker and o.player != points


def banker_wins_on(points: int) -> Test:
    """The Banker hand wins with these points."""
    return lambda o: o.banker == points > o.player


def banker_wins_but_not_on(points: int) -> Test:
    """The Banker hand wins with other points."""
    return lambda o: o.banker > o.player and o.banker != points


def banker_six_with(cards: int) -> Test:
    """The Banker hand wins with six points on this number of cards."""
    return lambda o: o.banker == 6 > o.player and o.banker_cards == cards


def is_tie_on(points: int) -> Test:
    """Both hands have these points."""
    return lambda o: o.player == o.banker == points


def is_tie_not_on(points: int) -> Test:
    """Both hands have the same points, but not these."""
    return lambda o: o.player == o.banker != points


def one_pair(o: Outcome) -> bool:
    """Exactly one hand began with a pair."""
    return o.player_pair != o.banker_pair


def two_pairs(o: Outcome) -> bool:
    """Both hands began with a pair, of different ranks."""
    return o.player_pair and o.banker_pair and not o.same_pair


def sevens(count: int) -> Test:
    """The layout has this number of sevens, including the printed one."""
    return lambda o: o.sevens == count


def player_natural(o: Outcome) -> bool:
    """The Player hand has eight or nine on two cards."""
    return o.player_cards == 2 and o.player > 7


def banker_natural(o: Outcome) -> bool:
    """The Banker hand has eight or nine on two cards."""
    return o.banker_cards == 2 and o.banker > 7


def player_ahead_by(points: int) -> Test:
    """The Player hand wins by this number of points without a natural."""
    return lambda o: o.player - o.banker == points and not player_natural(o)


def banker_ahead_by(points: int) -> Test:
    """The Banker hand wins by this number of points without a natural."""
    return lambda o: o.banker - o.player == points and not banker_natural(o)


# The pays of the wagers

DRAGON_PRIZES = ((9, 30), (8, 10), (7, 6), (6, 4), (5, 2), (4, 1))

STANDS_OFF = PayLine(is_tie, 0, 1)
PLAYER = (PayLine(player_wins, 1, 1), STANDS_OFF)
BANKER_HALF_ON_SIX = (
    PayLine(banker_wins_on(6), 1, 2),
    PayLine(banker_wins_but_not_on(6), 1, 1),
    STANDS_OFF,
)
BANKER_AT_95 = (PayLine(banker_wins, 19, 20), STANDS_OFF)
TIE = (PayLine(is_tie, 8, 1),)
PAIR_OF_PLAYER = (PayLine(lambda o: o.player_pair, 11, 1),)
PAIR_OF_BANKER = (PayLine(lambda o: o.banker_pair, 11, 1),)
SIX_AT_15 = (PayLine(banker_wins_on(6), 15, 1),)
SIX_AT_12_AND_20 = (PayLine(banker_six_with(2), 12, 1), PayLine(banker_six_with(3), 20, 1))
DRAGON_OF_PLAYER = (
    *(PayLine(player_ahead_by(points), prize, 1) for points, prize in DRAGON_PRIZES),
    PayLine(lambda o: player_natural(o) and o.player > o.banker, 1, 1),
    PayLine(lambda o: is_tie(o) and player_natural(o) and banker_natural(o), 0, 1),
)
DRAGON_OF_BANKER = (
    *(PayLine(banker_ahead_by(points), prize, 1) for points, prize in DRAGON_PRIZES),
    PayLine(lambda o: banker_natural(o) and o.banker > o.player, 1, 1),
    PayLine(lambda o: is_tie(o) and player_natural(o) and banker_natural(o), 0, 1),
)

PAIRS: Paytable = {"player_pair": PAIR_OF_PLAYER, "banker_pair": PAIR_OF_BANKER}
NO_COMMISSION: Paytable = {"player": PLAYER, "banker": BANKER_HALF_ON_SIX, "tie": TIE}
COMMISSION: Paytable = {"player": PLAYER, "banker": BANKER_AT_95, "tie": TIE}
DRAGONS: Paytable = {
    "player_dragon_bonus": DRAGON_OF_PLAYER,
    "banker_dragon_bonus": DRAGON_OF_BANKER,
}
TIGERS: Paytable = {
    "tiger": SIX_AT_12_AND_20,
    "small_tiger": (PayLine(banker_six_with(2), 22, 1),),
    "big_tiger": (PayLine(banker_six_with(3), 50, 1),),
    "tiger_tie": (PayLine(is_tie_on(6), 35, 1),),
    "tiger_pair": (
        PayLine(one_pair, 4, 1),
        PayLine(two_pairs, 20, 1),
        PayLine(lambda o: o.same_pair, 100, 1),
    ),
}
SEVENS: Paytable = {
    "player": (
        PayLine(player_wins_on(7), 1, 2),
        PayLine(player_wins_but_not_on(7), 1, 1),
        STANDS_OFF,
    ),
    "banker": (
        PayLine(banker_wins_on(7), 9, 5),
        PayLine(banker_wins_but_not_on(7), 1, 1),
        STANDS_OFF,
    ),
    "tie": (PayLine(is_tie_on(7), 9, 1), PayLine(is_tie_not_on(7), 7, 1)),
    "super_sevens": tuple(
        PayLine(sevens(count), win, 1)
        for count, win in ((2, 2), (3, 5), (4, 17), (5, 70), (6, 700))
    ),
}


# The games


@dataclass(frozen=True, slots=True)
class KnownGame:
    """One of the ten games, as far as the auditor needs it."""

    document: str
    """The letter of its document."""

    wagers: Paytable
    optional: frozenset[str] = frozenset()
    """The wagers that the house may leave out."""

    max_decks: int = 10
    deal: Deal = FOUR_CARDS
    stacks: int = 1
    """The maximum number of wagers on one betting area."""


NOTHING: frozenset[str] = frozenset()
TEN: Mapping[str, KnownGame] = MappingProxyType(
    {
        "super-six": KnownGame("E", {**NO_COMMISSION, **PAIRS, "super_six": SIX_AT_15}),
        "fortune-six": KnownGame(
            "E",
            {**NO_COMMISSION, **PAIRS, "fortune_six": SIX_AT_12_AND_20, **DRAGONS},
            frozenset(DRAGONS),
        ),
        "super-6": KnownGame(
            "E", {**NO_COMMISSION, **PAIRS, "super_6": SIX_AT_15, **DRAGONS}, frozenset(DRAGONS)
        ),
        "no-commission": KnownGame("E", {**NO_COMMISSION, **PAIRS}),
        "tiger": KnownGame("E", {**COMMISSION, **TIGERS}, frozenset(TIGERS)),
        "tiger-no-commission": KnownGame("E", {**NO_COMMISSION, **TIGERS}, frozenset(TIGERS)),
        "fortune-six-live": KnownGame(
            "F", {**COMMISSION, **PAIRS, "fortune_six": SIX_AT_12_AND_20}
        ),
        "tiger-no-commission-live": KnownGame("T", {**NO_COMMISSION, **TIGERS}, stacks=3),
        "seven-up": KnownGame("U", SEVENS, deal=THREE_CARDS_AND_A_SEVEN),
        "super-six-plus": KnownGame(
            "R",
            {**NO_COMMISSION, **PAIRS, "super_six_plus": SIX_AT_12_AND_20},
            max_decks=8,
        ),
    }
)
