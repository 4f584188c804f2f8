"""Check the random numbers of shoes."""

import numpy as np

from punto.simulation.kernels.numba_compat import plain
from punto.simulation.kernels.philox import U, draw, draw_again, philox


def test_philox_gives_the_published_numbers() -> None:
    """Source: the test vectors of the authors of Philox4x32-10."""
    zero, ones = U(0), U(0xFFFFFFFF)
    a, b = plain(philox)(zero, zero, zero, zero, zero, zero)
    assert (int(a), int(b)) == (0xE169C58D_6627E8D5, 0x9B00DBD8_BC57AC4C)
    a, b = plain(philox)(ones, ones, ones, ones, ones, ones)
    assert (int(a), int(b)) == (0x41C83B0E_408F276D, 0x6D5451FD_A20BC7C6)


def test_picks_are_within_the_cards_left() -> None:
    picks, words = np.empty((2, 208), np.uint16), np.empty((2, 52), np.uint64)
    for shoe in range(200):
        draw(picks, words, 416, U(7), U(shoe))
        assert (picks[0] < 416 - 2 * np.arange(208)).all()
        assert (picks[1] < 415 - 2 * np.arange(208)).all()


def test_a_number_that_would_favour_a_place_is_drawn_again() -> None:
    """Zero is one of the 2**32 % (52 * 51) numbers too many for two places out of 52 and 51."""
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


def test_all_pairs_of_first_picks_are_equally_likely() -> None:
    """The test computes the chi-square of the 2,652 pairs of first picks from 52 cards."""
    picks, words = np.empty((2, 28), np.uint16), np.empty((2, 7), np.uint64)
    counts = np.zeros((52, 51), np.int64)
    shoes = 60_000
    for shoe in range(shoes):
        draw(picks, words, 52, U(3), U(shoe))
        counts[picks[0, 0], picks[1, 0]] += 1
    expected = shoes / counts.size
    chi_square = float(((counts - expected) ** 2 / expected).sum())
    assert abs(chi_square - (counts.size - 1)) < 4 * (2 * counts.size) ** 0.5
