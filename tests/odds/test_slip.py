"""Compare the odds of a slip with sums over its wagers and with each wager alone."""

from fractions import Fraction

import pytest

from punto.core.rulebook import Rulebook
from punto.core.tableau import Tableau
from punto.games.library import game
from punto.odds.composition import full
from punto.odds.exact import EndingCounts, count_endings
from punto.odds.measures import wager_odds
from punto.odds.slip import covariances, slip_odds

TIGER, SUPER_SIX = game("tiger"), game("super-six")


@pytest.fixture(scope="module")
def counts() -> EndingCounts:
    return count_endings(full(8), Tableau(TIGER.order))


@pytest.mark.parametrize("book", [TIGER, SUPER_SIX], ids=lambda each: each.key)
def test_a_slip_of_one_wager_has_the_odds_of_that_wager(
    book: Rulebook, counts: EndingCounts
) -> None:
    for odds in wager_odds(book, counts):
        slip = slip_odds(book, counts, {odds.wager.key: 1})
        assert slip.expected == odds.expected
        assert slip.house_edge == odds.house_edge
        assert slip.variance == odds.variance
        assert slip.third_moment == odds.third_moment
        assert slip.ahead == odds.win


def test_the_variance_of_a_slip_is_the_sum_of_all_covariances(counts: EndingCounts) -> None:
    stakes = {"player": 10, "tie": 2, "tiger_pair": 1}
    covariance = covariances(TIGER, counts)
    expected = sum(
        stakes[one] * stakes[other] * covariance[one, other] for one in stakes for other in stakes
    )
    slip = slip_odds(TIGER, counts, stakes)
    assert slip.variance == expected
    assert slip.deals == sum(slip.by_result.values()) == counts.deals


def test_covariances_follow_from_the_chances_of_the_wagers(counts: EndingCounts) -> None:
    found = covariances(TIGER, counts)
    odds = {wager.wager.key: wager for wager in wager_odds(TIGER, counts)}
    assert found["tie", "tie"] == odds["tie"].variance
    assert found["player", "banker"] == found["banker", "player"] < 0
    # The two never win together, so the covariance is minus the product of their chances, each
    # times the difference between winning and losing.
    small, big = odds["small_tiger"], odds["big_tiger"]
    assert found["small_tiger", "big_tiger"] == -23 * 51 * small.win * big.win
    # Tiger wins when Small Tiger or Big Tiger wins, with other pays.
    assert found["tiger", "tie"] == (
        Fraction(13, 23) * found["small_tiger", "tie"]
        + Fraction(21, 51) * found["big_tiger", "tie"]
    )


def test_equal_stakes_on_player_and_banker_only_lose_the_commission(
    counts: EndingCounts,
) -> None:
    slip = slip_odds(TIGER, counts, {"player": 20, "banker": 20})
    assert list(slip.by_result) == [-1, 0]
    assert slip.ahead == 0


@pytest.mark.parametrize(
    ("stakes", "words"),
    [
        ({}, "no wagers; expected at least one"),
        ({"tie": 0}, "a stake of 0 on tie; expected more than 0"),
        ({"super_six": 1}, "tiger has no wager 'super_six'"),
    ],
)
def test_an_invalid_slip_is_refused(
    counts: EndingCounts, stakes: dict[str, int], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        slip_odds(TIGER, counts, stakes)
