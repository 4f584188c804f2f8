"""Compare the factorised count with dealing every order of cards, for ints and arrays."""

from collections import Counter
from math import perm

import numpy as np
import pytest

from punto.core.notation import parse_round
from punto.core.tableau import SEVEN_UP, STANDARD, DealOrder, Tableau
from punto.odds.composition import Composition, full
from punto.odds.engine.factorised import count_totals, falling_factorial
from punto.odds.engine.known_cards import KnownCards, known_cards
from punto.odds.engine.third_cards import TotalsCell
from tests.odds.shoes import ORDERS, random_shoes, shoe_of
from tests.odds.test_exact import enumerated


def by_cell(shoe: Composition, order: DealOrder) -> dict[TotalsCell, int]:
    """Count the deals of each cell by dealing every order of cards."""
    found = Counter[TotalsCell]()
    for ending, ways in enumerated(shoe, order).by_ending.items():
        found[TotalsCell(*ending[1:5])] += ways
    return found


@pytest.mark.parametrize("order", ORDERS, ids=lambda each: each.key)
@pytest.mark.parametrize("cards", ["77778889999", "223366TT", "555555555", "A23456"])
def test_counts_equal_dealing_every_order_of_cards(cards: str, order: DealOrder) -> None:
    found = count_totals(shoe_of(cards).by_value, known_cards(Tableau(order)))
    assert {cell: ways for cell, ways in found.items() if ways} == by_cell(shoe_of(cards), order)


@pytest.mark.parametrize("decks", [1, 8, 10, 40])
def test_all_cells_add_up_to_all_deals_of_any_shoe(decks: int) -> None:
    assert sum(count_totals(full(decks).by_value, KnownCards()).values()) == perm(52 * decks, 6)


@pytest.mark.parametrize(
    ("order", "line"),
    [
        (STANDARD, "/"),
        (STANDARD, "9s / Kc"),
        (STANDARD, "9s 4d / Kc 6h"),
        (STANDARD, "? ? / Kc 6h"),
        (SEVEN_UP, "/"),
        (SEVEN_UP, "/ 2c"),
        (SEVEN_UP, "3h / 2c"),
    ],
)
def test_an_array_of_shoes_has_the_counts_of_each_shoe(order: DealOrder, line: str) -> None:
    layout = known_cards(parse_round(line, order))
    shoes = [shoe.by_value for shoe in random_shoes(7, 5)]
    counted = count_totals(list(np.array(shoes, dtype=np.int64).T), layout)
    for at, shoe in enumerate(shoes):
        alone = count_totals(shoe, layout)
        found = {cell: int(np.broadcast_to(ways, 5)[at]) for cell, ways in counted.items()}
        assert found == dict(alone)


def test_falling_factorials_multiply_decreasing_numbers() -> None:
    assert [falling_factorial(5, places) for places in range(4)] == [1, 5, 20, 60]
