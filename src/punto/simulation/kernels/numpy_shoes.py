"""Play the same shoes as the numba kernels with NumPy only, many shoes at once."""

import numpy as np

from punto.simulation.game_tables import MAX_KINDS, GameTables, Integers
from punto.simulation.kernels.numba_compat import plain
from punto.simulation.kernels.numba_shoes import CELL, FOUR, PAD, SHIFT, TOTALS, USED, Ends, Stream
from punto.simulation.kernels.philox import HALF, LOW, U, calls_for, draw_again, philox


def play_records(
    tables: GameTables,
    fresh: Integers,
    begins: Integers,
    ends: Ends,
    stream: Stream,
    orders: Integers,
    places: Integers,
    outcomes: Integers,
) -> None:
    """Play and record shoes with the same results as the kernel of `records_kernel`."""
    seed, first_shoe, shoes = stream
    cards, dealt = len(fresh), ends[3]
    padded = np.zeros((shoes, cards + PAD), np.uint8)
    padded[:, :cards] = fresh
    _shuffle(padded, _picks(cards, seed, first_shoe + np.arange(shoes, dtype=np.uint64)), dealt)
    orders[:] = padded[:, :cards]
    outcomes[:] = -1
    at = begins[padded[:, 0]]
    left = _left(np.full(shoes, ends[2]), at, ends)
    for number in range(outcomes.shape[1] + 1):
        going = left != 0
        places[going | (at > 0), number] = at[going | (at > 0)]
        if not going.any():
            break
        outcome, used = rounds_at(tables, padded[going], at[going])
        outcomes[going, number] = outcome
        at[going] += used
        places[going, number + 1] = at[going]
        left = _left(np.where(left > 0, left - 1, left), at, ends)


def _left(left: Integers, at: Integers, ends: Ends) -> Integers:
    return np.where((left < 0) & (at > ends[0]), ends[1], left)


def _picks(cards: int, seed: U, shoes: Integers) -> Integers:
    """Return for each place of each shoe the distance to the card that it swaps with."""
    calls = calls_for(cards)
    call, shoe = np.arange(calls, dtype=np.uint64)[None, :], shoes[:, None]
    words = plain(philox)(call, U(0), shoe & LOW, shoe >> HALF, seed & LOW, seed >> HALF)
    numbers = np.ascontiguousarray(np.stack(words, 1)).view(np.uint32)
    numbers = numbers.reshape(len(shoes), 4 * calls)
    n = np.arange(cards, 0, -2).astype(np.uint64)
    m = n - U(1)
    wide = numbers[:, : cards // 2] * n
    picks = np.empty((len(shoes), 2, 4 * calls), np.uint16)
    picks[:, 0, : cards // 2] = wide >> HALF
    wide = (wide & LOW) * m
    picks[:, 1, : cards // 2] = wide >> HALF
    for at in np.flatnonzero(((wide & LOW) < n * m).any(1)):
        draw_again(picks[at], numbers[at], cards, seed, shoes[at])
    return picks


def _shuffle(padded: Integers, picks: Integers, dealt: int) -> None:
    row = np.arange(len(padded))
    for at in range(2 * ((dealt + 1) // 2)):
        to = at + picks[:, at % 2, at // 2].astype(np.int64)
        moved = padded[row, to]
        padded[row, to] = padded[:, at]
        padded[:, at] = moved


def rounds_at(tables: GameTables, padded: Integers, at: Integers) -> tuple[Integers, Integers]:
    """Return the outcomes of the rounds that begin at these places, and their cards used."""
    row = np.arange(len(at))
    a1, a2, b1, b2, c1 = (int(place) for place in tables.places)
    wide = padded.astype(np.uint64)
    player = tables.player_hand[wide[row, at + a1] | wide[row, at + a2] << FOUR]
    banker = tables.banker_hand[wide[row, at + b1] | wide[row, at + b2] << FOUR]
    drawn = 10 * tables.values[padded[row, at + c1]] + tables.values[padded[row, at + c1 + 1]]
    entry = tables.thirds[(player & TOTALS) + (banker & TOTALS) + drawn]
    group = tables.groups[MAX_KINDS * (player >> SHIFT) + (banker >> SHIFT)]
    return (entry >> CELL).astype(np.int64) + group, (entry & USED).astype(np.int64)
