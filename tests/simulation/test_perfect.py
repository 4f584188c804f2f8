"""Perfect play: exact odds before every round, and no count that earns more."""

from fractions import Fraction

import numpy as np
import pytest

from punto.core.cards import Rank
from punto.library import game
from punto.questions import odds_of
from punto.simulation.counting import best_linear_count, earnings, nothing_counted
from punto.simulation.perfect import (
    PERFECT,
    favourable,
    perfect_counts,
    played_perfectly,
    returns_of,
    unseen_before,
)
from punto.simulation.playing import Task, followed
from punto.simulation.procedure import Ends, Procedure

PUBLISHED = Procedure(burn=True, further_rounds=1, ends=Ends.PUBLISHED)


@pytest.mark.parametrize("key", ["tiger", "seven-up"])
def test_returns_before_a_round_are_the_exact_odds_of_the_cards_unseen(key: str) -> None:
    book = game(key)
    kept = followed(Task(book, PUBLISHED, 4), 0, 2)
    unseen = unseen_before(PUBLISHED, kept)
    for number in (0, 40, 78):
        counts = unseen[1, number]
        left = {rank: int(counts[rank - 1]) for rank in Rank}
        exact = [float(each.expected) for each in odds_of(book, 8, left)]
        assert returns_of(book, counts[None])[0] == pytest.approx(exact, abs=1e-12)


def test_unseen_cards_are_those_that_were_not_shown() -> None:
    kept = followed(Task(game("tiger"), PUBLISHED, 4), 0, 3)
    unseen = unseen_before(PUBLISHED, kept)
    for shoe, order in enumerate(kept.orders):
        burned = min(int(order[0]) + 1, 10)
        for number in (0, 30):
            seen = [order[0], *order[1 + burned : kept.places[shoe, number]]]
            expected = 32 - np.bincount(seen, minlength=13)
            assert unseen[shoe, number].tolist() == expected.tolist()


def test_bets_are_made_where_the_return_is_above_zero() -> None:
    book = game("seven-up")
    kept = followed(Task(book, PUBLISHED, 9), 0, 6)
    favours = favourable(book, PUBLISHED, kept)
    found = returns_of(book, unseen_before(PUBLISHED, kept)[kept.outcomes >= 0])
    for at, wager in enumerate(book.wagers):
        assert (favours[wager.key][kept.outcomes >= 0] == (found[:, at] > 0)).all()
        assert not favours[wager.key][kept.outcomes < 0].any()


def test_perfect_play_bets_more_wisely_than_a_count() -> None:
    """By exact odds a count's bets on 7 Up's Super 7's can only be worth less than perfect ones."""
    task = Task(game("seven-up"), PUBLISHED, 5)
    counts = (best_linear_count(task.book, "super_sevens", 8), *perfect_counts(["super_sevens"]))
    totals = played_perfectly(task, counts, 0, 300)
    linear, perfect = earnings(task.book, counts, totals)
    assert perfect.count.name == PERFECT
    assert 0.2 < linear.frequency < 0.32
    assert perfect.edge > 0.1
    assert perfect.units_per_shoe > linear.units_per_shoe - 3 * linear.units_per_shoe_error
    parts = played_perfectly(task, counts, 0, 100) + played_perfectly(task, counts, 100, 200)
    assert parts == totals
    assert totals != nothing_counted(counts)


def test_pairs_which_no_linear_count_sees_are_played_by_composition() -> None:
    task = Task(game("tiger"), PUBLISHED, 5)
    counts = (best_linear_count(task.book, "tiger_pair", 8), *perfect_counts(["tiger_pair"]))
    linear, perfect = earnings(task.book, counts, played_perfectly(task, counts, 0, 400))
    assert linear.frequency == 0
    assert perfect.frequency == pytest.approx(0.0137, abs=0.006)
    assert Fraction(perfect.counted.bets, 1) > 0
