"""Compare the counts by multisets with the reference, and check the number of multisets."""

from math import comb

import numpy as np
import pytest

from punto.core.conditions import All, Condition, Is, Not
from punto.core.facts import Fact, Winner
from punto.core.tableau import SEVEN_UP, STANDARD, DealOrder, Tableau
from punto.odds.engine.integer_counts import deals_of_line
from punto.odds.engine.multisets import count_by_multisets, multiset_basis
from punto.odds.exact import count_endings
from tests.odds.shoes import random_shoes

SEVENS = tuple(Is(Fact.SEVENS, many) for many in range(7))
ALWAYS = Not(Is(Fact.SEVENS, 9))
TIE = Is(Fact.WINNER, Winner.NEITHER)
PAIR = Is(Fact.PLAYER_PAIR, 1)


@pytest.mark.parametrize(
    ("conditions", "order", "multisets"),
    [
        ((ALWAYS,), STANDARD, comb(15, 6)),
        ((ALWAYS,), SEVEN_UP, comb(14, 5)),
        ((All(ALWAYS, Not(All(PAIR, Not(PAIR)))),), STANDARD, comb(18, 6)),
    ],
)
def test_a_basis_has_every_multiset_once(
    conditions: tuple[Condition, ...], order: DealOrder, multisets: int
) -> None:
    found = multiset_basis(conditions, order)
    assert len(found.members) == multisets
    assert found.levels[-1] - found.levels[-2] == multisets
    kinds = 13 if found.by_rank else 10
    assert found.orders.sum() == kinds**order.max_cards


def test_the_numbers_of_sevens_need_7443_members() -> None:
    assert len(multiset_basis(SEVENS, STANDARD).members) == 7443


@pytest.mark.parametrize("order", [STANDARD, SEVEN_UP], ids=lambda each: each.key)
@pytest.mark.parametrize(
    "conditions",
    [SEVENS, (All(PAIR, TIE), Is(Fact.SAME_PAIR, 1), All(Is(Fact.BANKER_PAIR, 1), SEVENS[3]))],
    ids=["sevens", "pairs and totals"],
)
def test_multisets_have_the_counts_of_the_reference(
    conditions: tuple[Condition, ...], order: DealOrder
) -> None:
    shoes = list(random_shoes(5, 12))
    found = count_by_multisets(
        multiset_basis(conditions, order), np.array([shoe.counts for shoe in shoes])
    )
    for shoe, deals in zip(shoes, found.tolist(), strict=True):
        endings = count_endings(shoe, Tableau(order)).by_ending
        assert deals == [deals_of_line(endings, condition) for condition in conditions]


def test_a_line_that_cannot_hold_has_no_deals() -> None:
    never = All(TIE, Is(Fact.MARGIN, 3), Is(Fact.SEVENS, 1))
    shoes = np.full((3, 13), 32)
    assert (
        count_by_multisets(multiset_basis((never, SEVENS[0]), STANDARD), shoes)[:, 0].tolist()
        == [0] * 3
    )
