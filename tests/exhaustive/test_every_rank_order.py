"""Compare Punto's settlement of every order of ranks with an independent settlement."""

from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt
import pytest

from punto.core.cards import Rank
from punto.core.endings import endings_from_two_cards, paytable, representative_hand
from punto.core.facts import Ending, ending_of
from punto.core.rulebook import Rulebook
from punto.core.sides import Side
from punto.core.tableau import SEVEN_UP, STANDARD, DealOrder
from punto.games.library import GAMES
from tests.exhaustive.plain import LOSES, WAGERS, WHOLE, Rounds

RANKS = tuple(Rank)


@cache
def places_of_endings(order: DealOrder) -> tuple[tuple[Ending, ...], npt.NDArray[np.int32]]:
    """Return the endings of a deal order, and the index of the ending of every order of cards."""
    known: dict[Ending, int] = {}
    cards = order.max_cards
    places = np.full((13,) * cards, -1, dtype=np.int32)
    for initial in product(RANKS, repeat=cards - 2):
        player, banker = hands(order, initial)
        at = places[tuple(rank - 1 for rank in initial)]
        kinds = representative_hand(*player), representative_hand(*banker)
        for c, d, ending in endings_from_two_cards(*kinds, (), ()):
            place = known.setdefault(ending, len(known))
            at[_next_and_last(c, d)] = place
    return tuple(known), places


def hands(order: DealOrder, initial: tuple[Rank, ...]) -> tuple[list[Rank], list[Rank]]:
    printed = [] if order.permanent is None else [order.permanent]
    by_side = {
        side: [rank for rank, to in zip(initial, order.initial, strict=True) if to is side]
        for side in Side
    }
    return printed + by_side[Side.PLAYER], by_side[Side.BANKER]


def _next_and_last(c: int, d: int) -> tuple[slice, slice]:
    """Return the next and last cards of the shoe that give these third cards."""
    anything = slice(None)
    if c and d:
        return _of_value(c), _of_value(d)
    return _of_value(c or d) if c or d else anything, anything


def _of_value(rank: int) -> slice:
    return slice(9, 13) if rank == 10 else slice(rank - 1, rank)


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
def test_every_rank_order_has_the_same_settlement(
    book: Rulebook, all_rounds: dict[str, Rounds]
) -> None:
    endings, places = places_of_endings(book.order)
    assert places.min() >= 0, "every order of cards has an ending"
    rounds, table = all_rounds[book.order.key], paytable(book)
    assert WAGERS[book.key].keys() == {wager.key for wager in book.wagers}
    for wager, wins in WAGERS[book.key].items():
        lines = [table[ending][wager] for ending in endings]
        pays = [LOSES if line is None else line.pays.ratio * WHOLE for line in lines]
        twentieths = np.array([int(won) for won in pays])
        assert twentieths.tolist() == pays
        independent = np.broadcast_to(wins(rounds), places.shape)
        assert np.count_nonzero(twentieths[places] != independent) == 0, wager


@pytest.mark.parametrize("order", [STANDARD, SEVEN_UP], ids=lambda each: each.key)
def test_cards_of_one_kind_have_the_same_ending(order: DealOrder) -> None:
    """The facts of the actual cards equal those of the hands that represent their kind."""
    endings, places = places_of_endings(order)
    sample = np.random.default_rng(7).integers(0, 13, size=(20_000, order.max_cards))
    for row in sample.tolist():
        initial = tuple(Rank(place + 1) for place in row[:-2])
        ending = endings[places[tuple(row)]]
        player, banker = hands(order, initial)
        thirds = [Rank(place + 1) for place in row[-2:]]
        c = thirds.pop(0) if ending.player_cards == 3 else 0
        d = thirds.pop(0) if ending.banker_cards == 3 else 0
        assert ending_of((*player, c), (*banker, d)) == ending


def test_a_planted_bug_is_detected(all_rounds: dict[str, Rounds]) -> None:
    """As a control, paying the tiers of Tiger Pair together gives different results."""
    rounds = all_rounds["standard"]
    right = WAGERS["tiger"]["tiger_pair"](rounds)
    wrong = np.where(rounds.player_pair & rounds.banker_pair, right + 4 * WHOLE, right)
    assert np.count_nonzero(right != wrong) == 13 * 13
