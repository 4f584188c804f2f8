"""The stream of random numbers."""

import numpy as np

from punto.simulation.kernels.numba_compat import plain
from punto.simulation.kernels.philox import U, draw, draw_again, philox


def test_philox_gives_the_numbers_its_authors_publish() -> None:
    """Known answers of Philox4x32-10, from the authors' own test vectors."""
    zero, ones = U(0), U(0xFFFFFFFF)
    a, b = plain(philox)(zero, zero, zero, zero, zero, zero)
    assert (int(a), int(b)) == (0xE169C58D_6627E8D5, 0x9B00DBD8_BC57AC4C)
    a, b = plain(philox)(ones, ones, ones, ones, ones, ones)
    assert (int(a), int(b)) == (0x41C83B0E_408F276D, 0x6D5451FD_A20BC7C6)


def test_picks_lie_within_the_cards_left() -> None:
    picks, words = np.empty((2, 208), np.uint16), np.empty((2, 52), np.uint64)
    for shoe in range(200):
        draw(picks, words, 416, U(7), U(shoe))
        assert (picks[0] < 416 - 2 * np.arange(208)).all()
        assert (picks[1] < 415 - 2 * np.arange(208)).all()


def test_a_number_in_the_short_last_range_is_drawn_again() -> None:
    """Two places out of 52 leave 2**32 % (52 * 51) numbers over, and zero is one of those."""
    numbers = np.full(28, 2**31, np.uint32)
    numbers[0] = 0
    picks = np.zeros((2, 28), np.uint16)
    draw_again(picks, numbers, 52, U(1), U(1))
    original = picks.copy()
    numbers[0] = 2**31
    draw_again(picks, numbers, 52, U(1), U(1))
    assert (original[:, 1:26] == picks[:, 1:26]).all()
    a, _ = plain(philox)(U(0), U(1), U(1), U(0), U(1), U(0))
    wide = (int(a) & 0xFFFFFFFF) * 52
    assert original[0, 0] == wide >> 32
    assert original[1, 0] == (wide & 0xFFFFFFFF) * 51 >> 32


def test_every_order_of_a_few_cards_is_as_likely() -> None:
    """The first two places of 52 cards, over many shoes: 2,652 pairs, chi-square."""
    picks, words = np.empty((2, 28), np.uint16), np.empty((2, 7), np.uint64)
    counts = np.zeros((52, 51), np.int64)
    shoes = 60_000
    for shoe in range(shoes):
        draw(picks, words, 52, U(3), U(shoe))
        counts[picks[0, 0], picks[1, 0]] += 1
    expected = shoes / counts.size
    chi_square = float(((counts - expected) ** 2 / expected).sum())
    assert abs(chi_square - (counts.size - 1)) < 4 * (2 * counts.size) ** 0.5
