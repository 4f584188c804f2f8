"""Shuffle and play whole shoes on the CPU, with the lookup tables of a game.

A kernel plays four shoes side by side, because a round can begin only when the round before it in
the same shoe has ended. Kernels release the interpreter lock, so threads share the work.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

import numpy as np

from punto.simulation.game_tables import KIND_SHIFT, MAX_KINDS, USED_BITS, Integers
from punto.simulation.kernels.numba_compat import inlined, kernel
from punto.simulation.kernels.philox import U, draw

LANES = 4
PAD = 8
"""Extra places after the last card, which a kernel may read but never deals."""

SHIFT = np.uint32(KIND_SHIFT)
TOTALS = np.uint32((1 << KIND_SHIFT) - 1)
KINDS = U(MAX_KINDS)
CELL = np.uint16(USED_BITS)
USED = np.uint16((1 << USED_BITS) - 1)
FOUR = U(4)

TableArrays: TypeAlias = tuple[Integers, ...]
"""The tables of both hands, values, third cards and groups of `GameTables`."""

Ends: TypeAlias = tuple[int, int, int, int]
"""The last place at which a round may begin, the further rounds after it, the fixed number of
rounds or -1, and the place after the last card that may be dealt."""

Stream: TypeAlias = tuple[U, U, int]
"""The seed, the first shoe, the number of shoes."""


@cache
def totals_kernel(places: tuple[int, ...]) -> Callable[..., None]:
    """Return the kernel that plays shoes of rounds whose first cards are in these places."""
    # The kernel closes over plain numbers only; numba cannot cache it on disk with other objects.
    a1, a2, b1, b2, c1 = (U(place) for place in places)

    @kernel
    def play_shoes(
        tables: TableArrays,
        fresh: Integers,
        begins: Integers,
        ends: Ends,
        stream: Stream,
        tally: Integers,
        lengths: Integers,
    ) -> None:
        """Play shoes and count their outcomes and their numbers of rounds."""
        lanes, picks, words = work_space(fresh.shape[0])
        seed, first_shoe, shoes = stream
        last_start, _, fixed, dealt = ends
        for shoe in range(0, shoes, LANES):
            used = min(LANES, shoes - shoe)
            for lane in range(0, used, 2):
                number = first_shoe + U(shoe + lane)
                shuffle_two(lanes, U(lane), picks, words, fresh, seed, number, dealt)
            a, b, c, d = lanes[0], lanes[1], lanes[2], lanes[3]
            p, q = U(begins[a[0]]), U(begins[b[0]])
            r, s = U(begins[c[0]]), U(begins[d[0]])
            rounds = 0
            while used == LANES and may_start_round(
                max(max(p, q), max(r, s)), rounds, last_start, fixed
            ):
                p = play(a, p, tables, tally, a1, a2, b1, b2, c1)
                q = play(b, q, tables, tally, a1, a2, b1, b2, c1)
                r = play(c, r, tables, tally, a1, a2, b1, b2, c1)
                s = play(d, s, tables, tally, a1, a2, b1, b2, c1)
                rounds += 1
            starts = (p, q, r, s)
            for lane in range(used):
                order, at, played = lanes[lane], starts[lane], rounds
                left = rounds_left(fixed - played if fixed >= 0 else -1, at, ends)
                while left != 0:
                    at = play(order, at, tables, tally, a1, a2, b1, b2, c1)
                    played += 1
                    left = rounds_left(left - 1 if left > 0 else left, at, ends)
                lengths[played] += 1

    return play_shoes


@cache
def records_kernel(places: tuple[int, ...]) -> Callable[..., None]:
    """Return the kernel that plays such shoes and records every round."""
    a1, a2, b1, b2, c1 = (U(place) for place in places)

    @kernel
    def follow_shoes(
        tables: TableArrays,
        fresh: Integers,
        begins: Integers,
        ends: Ends,
        stream: Stream,
        orders: Integers,
        places: Integers,
        outcomes: Integers,
    ) -> None:
        """Play shoes and record their cards, and the places and outcomes of their rounds.

        After the last round, the outcome is -1 and the place is that of the next card.
        """
        lanes, picks, words = work_space(fresh.shape[0])
        seed, first_shoe, shoes = stream
        for shoe in range(shoes):
            if shoe % 2 == 0:
                number = first_shoe + U(shoe)
                shuffle_two(lanes, U(0), picks, words, fresh, seed, number, ends[3])
            order = lanes[shoe % 2]
            orders[shoe] = order[: fresh.shape[0]]
            outcomes[shoe] = -1
            at, rounds = U(begins[order[0]]), 0
            left = rounds_left(ends[2], at, ends)
            while left != 0:
                places[shoe, rounds] = at
                outcome, at = round_at(order, at, tables, a1, a2, b1, b2, c1)
                outcomes[shoe, rounds] = outcome
                rounds += 1
                left = rounds_left(left - 1 if left > 0 else left, at, ends)
            places[shoe, rounds] = at

    return follow_shoes


@inlined
def round_at(cards: Any, at: Any, tables: Any, a1: U, a2: U, b1: U, b2: U, c1: U) -> Any:
    """Return the outcome of the round that begins at a place, and the place after it.

    The first cards of the Player hand are at a1 and a2, of the Banker hand at b1 and b2. Third
    cards start at c1.
    """
    player_hand, banker_hand, values, thirds, groups = tables
    player = player_hand[U(cards[at + a1]) | U(cards[at + a2]) << FOUR]
    banker = banker_hand[U(cards[at + b1]) | U(cards[at + b2]) << FOUR]
    drawn = U(10) * U(values[cards[at + c1]]) + U(values[cards[at + c1 + U(1)]])
    entry = thirds[U((player & TOTALS) + (banker & TOTALS)) + drawn]
    outcome = U(entry >> CELL) + U(groups[KINDS * U(player >> SHIFT) + U(banker >> SHIFT)])
    return outcome, at + U(entry & USED)


@inlined
def play(cards: Any, at: Any, tables: Any, tally: Any, a1: U, a2: U, b1: U, b2: U, c1: U) -> Any:
    """Play one round, count its outcome, and return the place of the next round."""
    outcome, end = round_at(cards, at, tables, a1, a2, b1, b2, c1)
    tally[outcome] += 1
    return end


@inlined
def may_start_round(at: Any, rounds: Any, last_start: Any, fixed: Any) -> Any:
    """Whether a round begins here, without counting further rounds."""
    return rounds < fixed if fixed >= 0 else at <= U(last_start)


@inlined
def rounds_left(left: Any, at: Any, ends: Any) -> Any:
    """Return the number of rounds left, -1 while it depends on where the next one begins."""
    return ends[1] if left < 0 and at > U(ends[0]) else left


@kernel
def work_space(cards: int) -> tuple[Integers, Integers, Integers]:
    """Allocate memory for the shoes, their picks and the random words."""
    calls = (cards + 7) // 8
    return (
        np.zeros((LANES, cards + PAD), np.uint8),
        np.empty((2, 2, 4 * calls), np.uint16),
        np.empty((2, calls), np.uint64),
    )


@kernel
def shuffle_two(
    lanes: Integers,
    lane: U,
    picks: Integers,
    words: Integers,
    fresh: Integers,
    seed: U,
    shoe: U,
    dealt: int,
) -> None:
    """Shuffle two shoes at once, so that one is processed while the other waits for memory.

    Only the cards that may be dealt get their final places.
    """
    cards = fresh.shape[0]
    one, other = lanes[lane], lanes[lane + U(1)]
    draw(picks[0], words, cards, seed, shoe)
    draw(picks[1], words, cards, seed, shoe + U(1))
    one[:cards] = fresh
    other[:cards] = fresh
    evens, odds, other_evens, other_odds = picks[0, 0], picks[0, 1], picks[1, 0], picks[1, 1]
    for i in range(U((dealt + 1) // 2)):
        even, odd = U(2) * i, U(2) * i + U(1)
        swap(one, even, even + U(evens[i]))
        swap(other, even, even + U(other_evens[i]))
        swap(one, odd, odd + U(odds[i]))
        swap(other, odd, odd + U(other_odds[i]))


@inlined
def swap(cards: Any, at: Any, to: Any) -> None:
    """Swap two cards."""
    moved = cards[to]
    cards[to] = cards[at]
    cards[at] = moved
