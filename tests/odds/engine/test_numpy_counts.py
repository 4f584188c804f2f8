import random

import numpy as np
import pytest

from punto.core.tableau import DealOrder, Tableau
from punto.odds.engine import integer_counts, numpy_counts
from punto.odds.engine.plan import plan_count
from tests.odds.shoes import EVERYTHING, ORDERS, random_round, random_shoes


@pytest.mark.parametrize("order", ORDERS, ids=lambda each: each.key)
def test_many_shoes_have_the_counts_of_each_shoe(order: DealOrder) -> None:
    shoes = list(random_shoes(21, 6))
    for tableau in random_round(random.Random(21), order):
        planned = plan_count(EVERYTHING[order.key], tableau)
        found = numpy_counts.count_pay_lines(planned, np.array([shoe.counts for shoe in shoes]))
        for shoe, (deals, *by_line) in zip(shoes, found.tolist(), strict=True):
            assert (deals, tuple(by_line)) == integer_counts.count_pay_lines(planned, shoe)


def test_shoes_beyond_one_batch_are_counted() -> None:
    shoes = np.full((numpy_counts.SHOES_AT_ONCE + 3, 13), 32)
    book = EVERYTHING["seven-up"]
    found = numpy_counts.count_pay_lines(plan_count(book, Tableau(book.order)), shoes)
    assert (found == found[0]).all()
    assert found[0, 0] == 416 * 415 * 414 * 413 * 412


def test_no_shoes_give_no_rows() -> None:
    book = EVERYTHING["standard"]
    found = numpy_counts.count_pay_lines(
        plan_count(book, Tableau(book.order)), np.empty((0, 13), dtype=np.int64)
    )
    assert len(found) == 0
