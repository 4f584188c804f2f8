from itertools import product

import numpy as np
import pytest

from punto.core.tableau import Tableau
from punto.games.library import game
from punto.odds.batch import batch_odds
from punto.odds.extreme_shoes import extreme_shoes


@pytest.mark.parametrize("key", ["tiger", "seven-up"])
def test_no_exchange_of_a_card_takes_an_extreme_shoe_further(key: str) -> None:
    book = game(key)
    for at, found in enumerate(extreme_shoes(book, decks=1, cards=12)):
        for shoe, value, sign in (
            (found.worst, found.worst_return, -1),
            (found.best, found.best_return, 1),
        ):
            assert shoe.cards == 12
            assert max(shoe.counts) <= 4
            others = [
                [count - (rank == less) + (rank == more) for rank, count in enumerate(shoe.counts)]
                for less, more in product(range(13), repeat=2)
                if shoe.counts[less] and shoe.counts[more] < 4
            ]
            returns = batch_odds(book, np.array(others), Tableau(book.order)).returns[:, at]
            assert (sign * returns).max() <= sign * float(value) + 1e-12


def test_shoes_whose_extremes_are_known() -> None:
    by_key = {each.wager.key: each for each in extreme_shoes(game("tiger"), decks=8, cards=52)}
    # Cards without points tie every time; some shoes never make a six; even shoes pair least.
    assert by_key["tie"].best_return == 8
    assert by_key["tiger"].worst_return == by_key["big_tiger"].worst_return == -1
    assert set(by_key["tiger_pair"].worst.counts) == {4}


@pytest.mark.parametrize("cards", [5, 53])
def test_there_must_be_enough_cards_for_a_round_and_no_more_than_the_decks(cards: int) -> None:
    with pytest.raises(ValueError, match=f"{cards} cards left; expected 6 to 52"):
        extreme_shoes(game("tiger"), decks=1, cards=cards)
