"""Check that shoes follow the rules and do not depend on numba or on the split."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.core.facts import Winner
from punto.core.rulebook import Rulebook
from punto.games.library import GAMES, game
from punto.simulation.game_tables import compile_tables
from punto.simulation.shoe_dealing import CutRule, ShoeDealing
from punto.simulation.shoe_play import ShoeTask, play_records, play_totals
from tests.simulation.plain import endings_of

DEALINGS = (
    ShoeDealing(),
    ShoeDealing(rounds=20),
    ShoeDealing(burn=True, further_rounds=1, ends=CutRule.PUBLISHED),
    ShoeDealing(decks=5, cut_cards=100, further_rounds=3),
    ShoeDealing(decks=4, cut_cards=6, burn=True),
)
by_dealing = pytest.mark.parametrize("dealing", DEALINGS, ids=str)


@by_dealing
@pytest.mark.parametrize("key", ["tiger", "seven-up"])
def test_rounds_of_whole_shoes_have_the_ending_that_the_rules_give(
    key: str, dealing: ShoeDealing
) -> None:
    book = game(key)
    records = play_records(ShoeTask(book, dealing, 5), 0, 12)
    tables = compile_tables(book)
    for order, outcomes in zip(records.orders, records.outcomes, strict=True):
        assert sorted(order) == sorted(dealing.fresh())
        found = [tables.endings[tables.ending_at[outcome]] for outcome in outcomes if outcome >= 0]
        expected = endings_of(book, dealing, order)
        if key == "tiger":
            expected = [end._replace(sevens=0) for end in expected]
        assert found == expected


@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
def test_totals_equal_the_recorded_rounds(book: Rulebook) -> None:
    task = ShoeTask(book, ShoeDealing(), 9)
    records, totals = play_records(task, 3, 203), play_totals(task, 3, 203)
    played = records.outcomes[records.outcomes >= 0]
    assert (np.bincount(played, minlength=totals.by_outcome.size) == totals.by_outcome).all()
    assert (
        np.bincount((records.outcomes >= 0).sum(1)).nonzero()[0] == totals.lengths.nonzero()[0]
    ).all()


@by_dealing
@pytest.mark.parametrize("key", ["tiger", "seven-up"])
def test_shoes_are_the_same_without_numba(key: str, dealing: ShoeDealing) -> None:
    task = ShoeTask(game(key), dealing, 2**63 + 17)
    assert play_totals(task, 2**40 + 1, 301, with_numba=False) == play_totals(task, 2**40 + 1, 301)
    plain, records = play_records(task, 77, 40, with_numba=False), play_records(task, 77, 40)
    assert (plain.orders == records.orders).all()
    assert (plain.outcomes == records.outcomes).all()
    for shoe, rounds in enumerate((records.outcomes >= 0).sum(1)):
        assert (plain.places[shoe, : rounds + 1] == records.places[shoe, : rounds + 1]).all()


@settings(max_examples=25, deadline=None)
@given(
    cuts=st.lists(st.integers(0, 500), max_size=6),
    seed=st.integers(0, 2**64 - 1),
    with_streaks=st.booleans(),
)
def test_totals_do_not_depend_on_how_shoes_are_split(
    cuts: list[int], seed: int, with_streaks: bool
) -> None:
    task = ShoeTask(game("tiger"), ShoeDealing(), seed, with_streaks)
    whole = play_totals(task, 0, 500)
    edges = [0, *sorted(cuts), 500]
    parts = [play_totals(task, a, b - a) for a, b in pairwise(edges)]
    assert sum(parts[1:], parts[0]) == whole


def test_different_seeds_give_different_shoes() -> None:
    task = ShoeTask(game("tiger"), ShoeDealing(), 1)
    assert play_totals(task, 0, 50) != play_totals(replace(task, seed=2), 0, 50)
    assert play_totals(task, 0, 50) == play_totals(replace(task, seed=1), 0, 50)


def test_streaks_end_with_the_shoe_and_ignore_ties() -> None:
    task = ShoeTask(game("tiger"), ShoeDealing(), 4, with_streaks=True)
    tables, records = compile_tables(task.book), play_records(task, 0, 30)
    expected = np.zeros((2, 65), np.int64)
    for outcomes in records.outcomes:
        winners = [
            int(tables.endings[tables.ending_at[outcome]].winner)
            for outcome in outcomes
            if outcome >= 0
        ]
        decided = [winner for winner in winners if winner != Winner.NEITHER]
        length = 0
        for at, winner in enumerate(decided):
            length += 1
            if at + 1 == len(decided) or decided[at + 1] != winner:
                expected[winner - 1, length] += 1
                length = 0
    assert (play_totals(task, 0, 30).streaks == expected).all()
