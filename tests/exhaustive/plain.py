"""Settle every possible round with arrays, independently of Punto's own code.

A round is six cards in the order drawn (five in 7 Up, after the printed seven), each of thirteen
ranks. So an array has one axis per card. Cards that a round does not need are dealt too, but they
change nothing. The wins of each wager are written here again from the documents. They are in
twentieths of the stake, because every pay is a whole number of these.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[np.int16]
Truth: TypeAlias = npt.NDArray[np.bool_]

WHOLE = 20
LOSES = -WHOLE


@dataclass(frozen=True)
class Rounds:
    """All rounds of a deal order at once."""

    player: Array
    banker: Array
    player_two: Truth
    banker_two: Truth
    player_pair: Truth
    banker_pair: Truth
    twin: Truth
    sevens: Array
    cards: Array
    """The number of drawn cards that the round needed."""


def _axis(number: int, of: int) -> Array:
    shape = [1] * of
    shape[number] = 13
    return np.arange(1, 14, dtype=np.int16).reshape(shape)


def _worth(rank: Array) -> Array:
    return np.where(rank >= 10, 0, rank).astype(np.int16)


def _banker_draws(two: Array, third: Array) -> Truth:
    """Return whether the Banker hand draws after a third card of the Player hand."""
    draws: Truth = (
        (two <= 2)
        | ((two == 3) & (third != 8))
        | ((two == 4) & (third >= 2) & (third <= 7))
        | ((two == 5) & (third >= 4) & (third <= 7))
        | ((two == 6) & (third >= 6) & (third <= 7))
    )
    return draws


def standard() -> Rounds:
    """Return all orders of six cards dealt to Player, Banker, Player, Banker, then by the rules."""
    p1, b1, p2, b2, fifth, sixth = (_axis(number, 6) for number in range(6))
    return _rounds(p1, p2, b1, b2, fifth, sixth, initial=4)


def seven_up() -> Rounds:
    """Return all orders of five cards dealt to Banker, Player, Banker, then by the rules."""
    b1, p2, b2, fourth, fifth = (_axis(number, 5) for number in range(5))
    return _rounds(np.int16(7), p2, b1, b2, fourth, fifth, initial=3)  # type: ignore[arg-type]


def _rounds(
    p1: Array, p2: Array, b1: Array, b2: Array, next_: Array, last: Array, initial: int
) -> Rounds:
    player = (_worth(p1) + _worth(p2)) % 10
    banker = (_worth(b1) + _worth(b2)) % 10
    natural = (player >= 8) | (banker >= 8)
    player_draws = ~natural & (player <= 5)
    stood_draws = ~natural & ~player_draws & (banker <= 5)
    both_draw = player_draws & _banker_draws(banker, _worth(next_))
    banker_draws = stood_draws | both_draw
    banker_third = np.where(stood_draws, next_, last)
    sevens = sum((rank == 7).astype(np.int16) for rank in (p1, p2, b1, b2))
    sevens = sevens + (player_draws | stood_draws) * (next_ == 7) + both_draw * (last == 7)
    return Rounds(
        player=np.where(player_draws, player + _worth(next_), player) % 10,
        banker=np.where(banker_draws, banker + _worth(banker_third), banker) % 10,
        player_two=~player_draws,
        banker_two=~banker_draws,
        player_pair=p1 == p2,
        banker_pair=b1 == b2,
        twin=(p1 == p2) & (b1 == b2) & (p1 == b1),
        sevens=sevens,
        cards=initial + player_draws.astype(np.int16) + banker_draws,
    )


Wins: TypeAlias = Callable[[Rounds], Array]


def _pays(*lines: tuple[Truth, int]) -> Array:
    """Return the twentieths won by the first line that holds; the stake is lost if none holds."""
    return np.select([line for line, _ in lines], [won for _, won in lines], LOSES).astype(np.int16)


def player_wager(r: Rounds) -> Array:
    return _pays((r.player == r.banker, 0), (r.player > r.banker, WHOLE))


def banker_half_on_six(r: Rounds) -> Array:
    wins = r.banker > r.player
    return _pays((r.player == r.banker, 0), (wins & (r.banker == 6), 10), (wins, WHOLE))


def banker_less_commission(r: Rounds) -> Array:
    return _pays((r.player == r.banker, 0), (r.banker > r.player, 19))


def tie_wager(r: Rounds) -> Array:
    return _pays((r.player == r.banker, 8 * WHOLE))


def player_pair(r: Rounds) -> Array:
    return _pays((r.player_pair, 11 * WHOLE))


def banker_pair(r: Rounds) -> Array:
    return _pays((r.banker_pair, 11 * WHOLE))


def six_at_15(r: Rounds) -> Array:
    return _pays(((r.banker == 6) & (r.player < 6), 15 * WHOLE))


def six_at_12_and_20(r: Rounds) -> Array:
    six = (r.banker == 6) & (r.player < 6)
    return _pays((six & r.banker_two, 12 * WHOLE), (six & ~r.banker_two, 20 * WHOLE))


def small_tiger(r: Rounds) -> Array:
    return _pays(((r.banker == 6) & (r.player < 6) & r.banker_two, 22 * WHOLE))


def big_tiger(r: Rounds) -> Array:
    return _pays(((r.banker == 6) & (r.player < 6) & ~r.banker_two, 50 * WHOLE))


def tiger_tie(r: Rounds) -> Array:
    return _pays(((r.banker == 6) & (r.player == 6), 35 * WHOLE))


def tiger_pair(r: Rounds) -> Array:
    both = r.player_pair & r.banker_pair
    one = r.player_pair | r.banker_pair
    return _pays((r.twin, 100 * WHOLE), (both, 20 * WHOLE), (one, 4 * WHOLE))


def dragon_bonus(own: Array, other: Array, own_two: Truth, other_two: Truth) -> Array:
    natural = own_two & (own >= 8)
    tied_naturals = natural & other_two & (own == other)
    margin = own - other
    prizes = {9: 30, 8: 10, 7: 6, 6: 4, 5: 2, 4: 1}
    by_margin = [((margin == points), odds * WHOLE) for points, odds in prizes.items()]
    return _pays((tied_naturals, 0), (natural & (own > other), WHOLE), *by_margin)


def player_dragon_bonus(r: Rounds) -> Array:
    return dragon_bonus(r.player, r.banker, r.player_two, r.banker_two)


def banker_dragon_bonus(r: Rounds) -> Array:
    return dragon_bonus(r.banker, r.player, r.banker_two, r.player_two)


def seven_up_player(r: Rounds) -> Array:
    wins = r.player > r.banker
    return _pays((r.player == r.banker, 0), (wins & (r.player == 7), 10), (wins, WHOLE))


def seven_up_banker(r: Rounds) -> Array:
    wins = r.banker > r.player
    return _pays((r.player == r.banker, 0), (wins & (r.banker == 7), 36), (wins, WHOLE))


def seven_up_tie(r: Rounds) -> Array:
    tied = r.player == r.banker
    return _pays((tied & (r.player == 7), 9 * WHOLE), (tied, 7 * WHOLE))


def super_sevens(r: Rounds) -> Array:
    prizes = {2: 2, 3: 5, 4: 17, 5: 70, 6: 700}
    return _pays(*((r.sevens == many, odds * WHOLE) for many, odds in prizes.items()))


NO_COMMISSION: dict[str, Wins] = {
    "player": player_wager,
    "banker": banker_half_on_six,
    "tie": tie_wager,
}
PAIRS: dict[str, Wins] = {"player_pair": player_pair, "banker_pair": banker_pair}
DRAGONS: dict[str, Wins] = {
    "player_dragon_bonus": player_dragon_bonus,
    "banker_dragon_bonus": banker_dragon_bonus,
}
TIGERS: dict[str, Wins] = {
    "tiger": six_at_12_and_20,
    "small_tiger": small_tiger,
    "big_tiger": big_tiger,
    "tiger_tie": tiger_tie,
    "tiger_pair": tiger_pair,
}
COMMISSION = NO_COMMISSION | {"banker": banker_less_commission}

WAGERS: dict[str, dict[str, Wins]] = {
    "super-six": NO_COMMISSION | PAIRS | {"super_six": six_at_15},
    "fortune-six": NO_COMMISSION | PAIRS | DRAGONS | {"fortune_six": six_at_12_and_20},
    "super-6": NO_COMMISSION | PAIRS | DRAGONS | {"super_6": six_at_15},
    "no-commission": NO_COMMISSION | PAIRS,
    "tiger": COMMISSION | TIGERS,
    "tiger-no-commission": NO_COMMISSION | TIGERS,
    "fortune-six-live": COMMISSION | PAIRS | {"fortune_six": six_at_12_and_20},
    "tiger-no-commission-live": NO_COMMISSION | TIGERS,
    "seven-up": {
        "player": seven_up_player,
        "banker": seven_up_banker,
        "tie": seven_up_tie,
        "super_sevens": super_sevens,
    },
    "super-six-plus": NO_COMMISSION | PAIRS | {"super_six_plus": six_at_12_and_20},
}
