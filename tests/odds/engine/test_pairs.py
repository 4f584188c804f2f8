"""Compare the counts of pairs in closed form with the count of all endings."""

import random
from collections import Counter
from math import perm

import pytest

from punto.core.cards import Rank
from punto.core.tableau import DealOrder, Ranks, Tableau
from punto.odds.composition import Composition, full
from punto.odds.engine.known_cards import known_cards
from punto.odds.engine.pairs import PairPattern, count_pairs, pairing_ranks
from punto.odds.engine.plan import first_cards
from punto.odds.exact import count_endings
from tests.odds.shoes import ORDERS, random_round, random_shoes


def by_reference(shoe: Composition, tableau: Tableau) -> Counter[PairPattern]:
    found = Counter[PairPattern]()
    for ending, ways in count_endings(shoe, tableau).by_ending.items():
        found[PairPattern(*ending[8:11])] += ways
    return found


@pytest.mark.parametrize("order", ORDERS, ids=lambda each: each.key)
def test_pairs_have_the_deals_of_the_reference(order: DealOrder) -> None:
    rng = random.Random(11)
    compared = 0
    for shoe in random_shoes(11, 12):
        for tableau in random_round(rng, order):
            if not known_cards(tableau).has_third_card:
                known = first_cards(tableau)
                found = count_pairs(
                    shoe.counts, known.player, known.banker, known_cards(tableau).open_places
                )
                assert Counter(dict(found)) == by_reference(shoe, tableau), tableau
                compared += 1
    assert compared > 50


@pytest.mark.parametrize("decks", [1, 4, 8])
def test_full_decks_have_the_known_chances_of_pairs(decks: int) -> None:
    found, cards, copies = count_pairs(full(decks).counts, (), (), 6), 52 * decks, 4 * decks
    twin = 13 * perm(copies, 4) * perm(cards - 4, 2)
    assert found[PairPattern(1, 1, 1)] == twin
    one = sum(ways for pair, ways in found.items() if pair.player)
    assert one * (cards - 1) == perm(cards, 6) * (copies - 1)


def test_a_court_card_pairs_only_with_its_own_rank() -> None:
    tens_and_jacks = Composition((0,) * 9 + (1, 1, 2, 2))
    found = count_pairs(tens_and_jacks.counts, (), (), 6)
    assert found[PairPattern(1, 1, 1)] == 0
    # Queens to one hand and Kings to the other, in any order; the other two cards in any order.
    assert found[PairPattern(1, 1, 0)] == 2 * 2 * 2 * perm(2, 2)


@pytest.mark.parametrize(
    ("known", "ranks"),
    [
        ((), 13),
        ((Rank.NINE,), 1),
        ((Rank.NINE, Rank.NINE), 1),
        ((Rank.TEN, Rank.JACK), 0),
    ],
)
def test_known_cards_limit_the_ranks_of_a_pair(known: Ranks, ranks: int) -> None:
    assert len(pairing_ranks(tuple(rank for rank in known if rank))) == ranks
