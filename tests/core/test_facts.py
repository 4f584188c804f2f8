"""Check the facts of a round, computed from ints and from arrays."""

from itertools import product

import numpy as np
import pytest

from punto.core.facts import Ending, Fact, Winner, ending_of, is_pair, point_total, point_value


def test_point_values_of_the_thirteen_ranks() -> None:
    assert [point_value(rank) for rank in range(1, 14)] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("ranks", "total"), [((7, 8), 5), ((13, 12), 0), ((9, 9, 9), 7), ((1, 10), 1), ((4, 6), 0)]
)
def test_a_total_is_the_last_digit_of_the_sum(ranks: tuple[int, ...], total: int) -> None:
    assert point_total(*ranks) == total


def test_a_pair_needs_two_cards_of_the_same_rank() -> None:
    assert is_pair(11, 11)
    assert not is_pair(10, 11)


def test_a_round_has_all_its_facts() -> None:
    # The drawing rules do not matter here: `ending_of` takes any three ranks per hand.
    ending = ending_of((13, 13, 7), (7, 7, 0))
    assert ending == Ending(
        winner=Winner.PLAYER,
        player_total=7,
        banker_total=4,
        player_cards=3,
        banker_cards=2,
        margin=3,
        player_natural=False,
        banker_natural=False,
        player_pair=True,
        banker_pair=True,
        same_pair=False,
        sevens=3,
    )


def test_a_natural_needs_exactly_two_cards() -> None:
    assert ending_of((9, 13, 0), (4, 4, 0))[Fact.PLAYER_NATURAL]
    assert ending_of((9, 13, 0), (4, 4, 0))[Fact.BANKER_NATURAL]
    assert not ending_of((2, 2, 5), (3, 3, 2))[Fact.PLAYER_NATURAL]
    assert not ending_of((2, 2, 5), (3, 3, 2))[Fact.BANKER_NATURAL]


def test_every_rank_counts_as_a_third_card() -> None:
    for rank in range(1, 14):
        ending = ending_of((2, 2, rank), (3, 3, rank))
        assert (ending.player_cards, ending.banker_cards) == (3, 3)


def test_the_margin_is_never_below_zero() -> None:
    assert ending_of((1, 1, 0), (9, 13, 0)).margin == 7
    assert ending_of((9, 13, 0), (1, 1, 0)).margin == 7
    assert ending_of((9, 13, 0), (9, 13, 0)).margin == 0


def test_facts_and_fields_of_an_ending_have_the_same_order() -> None:
    assert [fact.name.lower() for fact in Fact] == list(Ending._fields)


def test_ints_and_arrays_give_the_same_facts() -> None:
    sample = list(product((1, 6, 7, 8, 10, 11, 13), (2, 7, 13), (0, 5, 7)))
    hands = np.array([[*p, *b] for p in sample for b in sample], dtype=np.int64).T
    together = ending_of(tuple(hands[:3]), tuple(hands[3:]))
    for at in range(0, hands.shape[1], 7):
        p1, p2, p3, b1, b2, b3 = (int(rank) for rank in hands[:, at])
        assert tuple(int(fact[at]) for fact in together) == ending_of((p1, p2, p3), (b1, b2, b3))
