"""Win against theory: the exact expectation and deviation of the wagers that were placed."""

import random
from fractions import Fraction

import pytest

from punto.core.irregularity import Trigger
from punto.core.sides import Side
from punto.core.tableau import Tableau
from punto.library import game
from punto.odds.composition import full
from punto.odds.exact import count
from punto.odds.slip import slip_odds
from punto.server.takings import Takings, against, moments
from punto.table.commands import Stake
from punto.table.events import (
    BetsOpened,
    CardDrawn,
    RoundCorrected,
    RoundReversed,
    RoundSettled,
    RoundVoided,
    WagerSettled,
)

TIGER = game("tiger")
DAY, NEXT_DAY = "2026-11-15T20:00:00Z", "2026-11-16T00:00:01Z"


def settled(number: int, *wagers: tuple[str, int, int]) -> RoundSettled:
    made = tuple(WagerSettled(1, "v", Stake(key, cents), 0, back) for key, cents, back in wagers)
    return RoundSettled(number, "", made)


def test_expectation_and_deviation_are_those_of_the_slip_round_by_round() -> None:
    takings = Takings()
    stakes = {"banker": 100_00, "tie": 10_00, "tiger_pair": 5_00}
    takings.take(settled(1, *((key, cents, 0) for key, cents in stakes.items())), DAY)
    takings.take(settled(2, ("player", 40_00, 80_00)), DAY)
    counts = count(full(8), Tableau(TIGER.order))
    first, second = (slip_odds(TIGER, counts, each) for each in (stakes, {"player": 40_00}))
    found = against(takings, moments(TIGER, 8))
    assert found.expected_cents == round(-(first.expected + second.expected))
    variance = Fraction(first.variance + second.variance)
    assert found.deviation_cents == pytest.approx(float(variance) ** 0.5, abs=1)
    win = 115_00 - 40_00
    assert takings.won_cents == win
    assert found.z == pytest.approx((win - found.expected_cents) / found.deviation_cents, abs=0.01)


def test_a_fair_table_stays_in_its_band_and_a_crooked_one_leaves_it() -> None:
    chance = random.Random(7)
    odds = moments(TIGER, 8)
    counts = count(full(8), Tableau(TIGER.order))
    results = list(slip_odds(TIGER, counts, {"banker": 100_00}).by_result.items())
    honest, crooked = Takings(), Takings()
    for number in range(1, 2_001):
        (result,) = chance.choices([r for r, _ in results], [w for _, w in results])
        back = 100_00 + int(result)
        honest.take(settled(number, ("banker", 100_00, back)), DAY)
        crooked.take(settled(number, ("banker", 100_00, back + (number % 10 == 0) * 100_00)), DAY)
    assert abs(against(honest, odds).z) < 3
    assert against(crooked, odds).z < -3


def test_voids_reversals_corrections_and_cards_by_hand_are_counted() -> None:
    takings = Takings()
    takings.take(BetsOpened(1, "s", "b", "d"), DAY)
    takings.take(CardDrawn(1, 1, "As", Side.PLAYER, by_hand=True), DAY)
    takings.take(CardDrawn(1, 2, "As", Side.BANKER, by_hand=False), DAY)
    one = settled(1, ("tie", 10_00, 90_00))
    takings.take(one, DAY)
    assert (takings.rounds, takings.by_hand, takings.won_cents) == (1, 1, -80_00)
    other = settled(1, ("tie", 10_00, 0))
    takings.take(RoundCorrected(1, "s", "", other.wagers, one.wagers), DAY)
    assert takings.won_cents == 10_00
    takings.take(RoundReversed(1, Trigger.WRONG_NUMBER, "s", other.wagers), DAY)
    assert (takings.rounds, takings.voids, takings.won_cents) == (0, 1, 0)
    assert against(takings, moments(TIGER, 8)).expected_cents == 0
    takings.take(RoundVoided(2, Trigger.ORDER_LOST, "s", ()), DAY)
    assert takings.voids == 2


def test_a_new_day_begins_anew_and_a_round_of_yesterday_only_moves_money() -> None:
    takings = Takings()
    takings.take(BetsOpened(1, "s", "b", "d"), DAY)
    one = settled(1, ("tie", 10_00, 0))
    takings.take(one, DAY)
    takings.take(RoundReversed(1, Trigger.WRONG_NUMBER, "s", one.wagers), NEXT_DAY)
    assert (takings.day, takings.rounds, takings.won_cents) == ("2026-11-16", 0, -10_00)
    assert takings.staked == {}
