from itertools import product

import numpy as np
import pytest

from punto.core.tableau import Tableau
from punto.games.library import game
from punto.odds.batch import batch_odds
from punto.odds.extreme_shoes import extreme_shoes


@pytest.mark.parametrize("key", ["tiger", "seven-up"])
def test_exchanging_one_card_never_improves_an_extreme_shoe(key: str) -> None:
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


def test_wagers_with_known_extremes_reach_them() -> None:
    extremes = extreme_shoes(game("tiger"), decks=8, cards=52)
    by_key = {extreme.wager.key: extreme for extreme in extremes}
    # A shoe of cards without points always ties. Some shoes never make a total of six. Pairs are
    # least likely in the most even shoe.
    assert by_key["tie"].best_return == 8
    assert by_key["tiger"].worst_return == by_key["big_tiger"].worst_return == -1
    assert set(by_key["tiger_pair"].worst.counts) == {4}


@pytest.mark.parametrize("cards", [5, 53])
def test_too_few_or_too_many_cards_are_refused(cards: int) -> None:
    with pytest.raises(ValueError, match=f"{cards} cards left; expected 6 to 52"):
        extreme_shoes(game("tiger"), decks=1, cards=cards)
