"""Theory is exact, and its bands narrow as rounds add up."""

from fractions import Fraction
from math import sqrt

import pytest

from punto.core.tableau import Tableau
from punto.games.library import GAMES, game
from punto.odds.composition import full
from punto.odds.exact import count_endings
from punto.odds.slip import slip_odds
from punto.reports.floor.theory import band, products_of, theory_of
from punto.reports.formats.sheet import Band

SLIP = {"player": 50_00, "tie": 7_00, "banker": 11_00}


@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
def test_the_stakes_of_a_round_are_expected_and_vary_as_the_whole_slip_does(book: object) -> None:
    from punto.core.rulebook import Rulebook

    assert isinstance(book, Rulebook)
    theory = theory_of(book, 8)
    slip = slip_odds(book, count_endings(full(8), Tableau(book.order)), SLIP)
    assert theory.expected_cents(SLIP) == sum(SLIP.values()) + slip.expected
    assert theory.variance(products_of(SLIP)) == slip.variance


def test_ten_times_the_rounds_make_the_band_narrower_by_the_root_of_ten() -> None:
    theory = theory_of(game("tiger"), 8)
    once = products_of(SLIP)
    often = {pair: 10 * cents for pair, cents in once.items()}
    narrow = sqrt(theory.variance(often)) / (10 * sum(SLIP.values()))
    wide = sqrt(theory.variance(once)) / sum(SLIP.values())
    assert wide / narrow == pytest.approx(sqrt(10))


def test_an_expected_return_has_no_deviation() -> None:
    found = band(100, Fraction(100), Fraction(25))
    assert found == Band(0.0)
    assert band(110, Fraction(100), Fraction(25)) == Band(2.0)
    assert band(100, Fraction(100), Fraction(0)) is None


def test_the_two_bands_are_those_of_a_bell() -> None:
    assert not Band(1.95).is_outside
    assert Band(-1.97).is_outside
    assert not Band(2.57).is_far_outside
    assert Band(2.58).is_far_outside
