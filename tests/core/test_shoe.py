import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product

import pytest

from punto.core.cards import Card, card, deck
from punto.core.notation import format_round
from punto.core.shoe import Cut, Shoe, cards_of_decks, check_copies, deal_round, shuffle
from punto.core.tableau import SEVEN_UP, STANDARD


def shoe_of(words: str, behind: int = 6) -> Shoe:
    return Shoe(tuple(card(word) for word in words.split()), Cut(behind))


def _picking(picks: Iterator[int], bounds: list[int]) -> Callable[[int], int]:
    """Return a `below` that returns the given picks and records the bounds of the calls."""

    def below(bound: int) -> int:
        bounds.append(bound)
        return next(picks)

    return below


def test_a_round_is_dealt_from_the_shoe() -> None:
    tableau, shoe = deal_round(STANDARD, shoe_of("9s Kc 4d 6h 6c 2d As Ad"))
    assert format_round(tableau) == "9s 4d 6c / Kc 6h 2d"
    assert shoe.cards_left == 2


def test_seven_up_draws_three_cards_for_the_initial_deal() -> None:
    tableau, shoe = deal_round(SEVEN_UP, shoe_of("8h Kh 8c 2s 3s 4s"))
    assert format_round(tableau) == "Kh / 8h 8c"
    assert shoe.cards_left == 3


def test_a_shoe_that_runs_out_cannot_finish_the_round() -> None:
    with pytest.raises(ValueError, match="the shoe is empty"):
        deal_round(STANDARD, shoe_of("9s Kc 4d 6h"))


def test_the_cutting_card_is_out_once_a_card_behind_it_is_drawn() -> None:
    shoe = shoe_of("9s Kc 4d 6h 6c 2d As Ad", behind=7)
    assert not shoe.is_cutting_card_out
    _, shoe = shoe.draw()
    # Seven cards are left, all behind the cutting card, which appears before the next of them.
    assert not shoe.is_cutting_card_out
    _, shoe = shoe.draw()
    assert shoe.is_cutting_card_out


def test_a_cut_that_leaves_fewer_than_six_cards_is_refused() -> None:
    with pytest.raises(ValueError, match="a round may need six cards; the cut leaves 5"):
        Cut(5)


def test_shuffling_keeps_every_card() -> None:
    cards = cards_of_decks(8)
    mixed = shuffle(cards, random.Random(7).randrange)
    assert Counter(mixed) == Counter(cards)
    assert mixed != cards


def test_exactly_one_sequence_of_picks_produces_each_order_of_four_cards() -> None:
    four = tuple(deck())[:4]
    orders: Counter[tuple[Card, ...]] = Counter()
    for picks in product(range(4), range(3), range(2)):
        bounds: list[int] = []
        orders[shuffle(four, _picking(iter(picks), bounds))] += 1
        # With smaller bounds than these picks need, some orders would be impossible.
        assert bounds == [4, 3, 2]
    assert len(orders) == 24
    assert set(orders.values()) == {1}


def test_nine_aces_of_spades_from_eight_decks_are_refused() -> None:
    aces = [card("As")] * 9
    check_copies(aces[:8], decks=8)
    with pytest.raises(ValueError, match="9 copies of As; 8 decks hold 8"):
        check_copies(aces, decks=8)
