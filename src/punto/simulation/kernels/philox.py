"""Give every shoe of a seed separate random numbers, so that work can be split at any shoe.

Philox4x32-10 turns a key (the seed) and a counter (the shoe, the call, the attempt) into four
32-bit numbers. One number gives two picks of the shuffle; the remainder of the first pick gives
the second. In the few cases that would favour some places, the number is drawn again. As a result,
all orders of cards are equally likely.
"""

from typing import Any

import numpy as np

from punto.simulation.game_tables import Integers
from punto.simulation.kernels.numba_compat import inlined, kernel

MAX_SEED = 2**64 - 1

U = np.uint64
LOW = U(0xFFFFFFFF)
HALF = U(32)
ROUNDS = 10


@inlined
def philox(c0: Any, c1: Any, c2: Any, c3: Any, k0: Any, k1: Any) -> Any:
    """Return two 64-bit words of Philox4x32-10, for numbers or for arrays."""
    for _ in range(ROUNDS):
        p0 = c0 * U(0xD2511F53)
        p1 = c2 * U(0xCD9E8D57)
        c0 = ((p1 >> HALF) ^ c1 ^ k0) & LOW
        c1 = p1 & LOW
        c2 = ((p0 >> HALF) ^ c3 ^ k1) & LOW
        c3 = p0 & LOW
        k0 = (k0 + U(0x9E3779B9)) & LOW
        k1 = (k1 + U(0xBB67AE85)) & LOW
    return c0 | (c1 << HALF), c2 | (c3 << HALF)


def calls_for(cards: int) -> int:
    """Return the number of calls of the generator per shoe; each call gives eight picks."""
    return (cards + 7) // 8


@kernel
def draw(picks: Integers, words: Integers, cards: int, seed: U, shoe: U) -> None:
    """Draw the picks of a shoe: for each place, the distance to the card that it swaps with.

    The first row of `picks` is for even places, the second for odd ones; `words` is work space.
    """
    first, second = words[0], words[1]
    calls = first.shape[0]
    for call in range(calls):
        a, b = philox(U(call), U(0), shoe & LOW, shoe >> HALF, seed & LOW, seed >> HALF)
        first[call] = a
        second[call] = b
    numbers = words.reshape(2 * calls).view(np.uint32)
    even, odd = picks[0], picks[1]
    doubtful = np.uint32(0)
    for i in range(cards // 2):
        n, m = np.uint32(cards - 2 * i), np.uint32(cards - 2 * i - 1)
        wide = U(numbers[i]) * U(n)
        even[i] = np.uint16(wide >> HALF)
        wide = U(np.uint32(wide)) * U(m)
        odd[i] = np.uint16(wide >> HALF)
        doubtful |= np.uint32(np.uint32(wide) < np.uint32(n * m))
    if doubtful:
        draw_again(picks, numbers, cards, seed, shoe)


@kernel
def draw_again(picks: Integers, numbers: Integers, cards: int, seed: U, shoe: U) -> None:
    """Replace the numbers in the incomplete last interval, which would favour some places.

    Number i of a shoe is half i % 2 of word i // (numbers / 2) of call i // 2 % calls. A
    replacement is the same half of the same call with the next attempt.
    """
    calls = numbers.shape[0] // 4
    for i in range(cards // 2):
        n, m = U(cards - 2 * i), U(cards - 2 * i - 1)
        ways = n * m
        short = (LOW + U(1)) % ways
        x, attempt = U(numbers[i]), U(0)
        while ((((x * n) & LOW) * m) & LOW) < short:
            attempt += U(1)
            call = U(i // 2 % calls)
            a, b = philox(call, attempt, shoe & LOW, shoe >> HALF, seed & LOW, seed >> HALF)
            word = a if i < 2 * calls else b
            x = (word >> (HALF * U(i % 2))) & LOW
        wide = x * n
        picks[0, i] = np.uint16(wide >> HALF)
        picks[1, i] = np.uint16(((wide & LOW) * m) >> HALF)
