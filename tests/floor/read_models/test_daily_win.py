"""Test the expectation and the deviation of the wagers placed against the actual win."""

import random
from fractions import Fraction

import pytest
from msgspec.structs import replace

from punto.core.irregularities import Trigger
from punto.core.sides import Side
from punto.core.tableau import Tableau
from punto.floor.read_models.daily_win import DailyWin, compare_with_theory
from punto.games.library import game
from punto.odds.composition import full
from punto.odds.exact import count_endings
from punto.odds.slip import slip_odds
from punto.table.events import (
    BetsOpened,
    CardDrawn,
    RoundCorrected,
    RoundReversed,
    RoundSettled,
    RoundVoided,
    WagerSettled,
)
from punto.table.settings import default_settings
from punto.table.stakes import Stake
from punto.table.state import Table

TIGER, SEVEN_UP = game("tiger"), game("seven-up")
TABLE = Table(book=TIGER, settings=default_settings(TIGER))
OTHER = Table(book=SEVEN_UP, settings=default_settings(SEVEN_UP))
DAY, NEXT_DAY = "2026-11-15", "2026-11-16"


def settled(number: int, *wagers: tuple[str, int, int]) -> RoundSettled:
    made = tuple(WagerSettled(1, "v", Stake(key, cents), 0, back) for key, cents, back in wagers)
    return RoundSettled(number, "", made)


def test_expectation_and_deviation_equal_the_sums_over_single_rounds() -> None:
    takings = DailyWin()
    stakes = {"banker": 100_00, "tie": 10_00, "tiger_pair": 5_00}
    takings.add_round(settled(1, *((key, cents, 0) for key, cents in stakes.items())), DAY, TABLE)
    takings.add_round(settled(2, ("player", 40_00, 80_00)), DAY, TABLE)
    counts = count_endings(full(8), Tableau(TIGER.order))
    first, second = (slip_odds(TIGER, counts, each) for each in (stakes, {"player": 40_00}))
    found = compare_with_theory(takings)
    assert found.expected_cents == round(-(first.expected + second.expected))
    variance = Fraction(first.variance + second.variance)
    assert found.deviation_cents == pytest.approx(float(variance) ** 0.5, abs=1)
    win = 115_00 - 40_00
    assert takings.won_cents == win
    assert found.z == pytest.approx((win - found.expected_cents) / found.deviation_cents, abs=0.01)


def test_a_fair_table_stays_in_its_band_and_a_biased_one_leaves_it() -> None:
    chance = random.Random(7)
    counts = count_endings(full(8), Tableau(TIGER.order))
    results = list(slip_odds(TIGER, counts, {"banker": 100_00}).by_result.items())
    honest, crooked = DailyWin(), DailyWin()
    for number in range(1, 2_001):
        (result,) = chance.choices([r for r, _ in results], [w for _, w in results])
        back = 100_00 + int(result)
        honest.add_round(settled(number, ("banker", 100_00, back)), DAY, TABLE)
        crooked.add_round(
            settled(number, ("banker", 100_00, back + (number % 10 == 0) * 100_00)), DAY, TABLE
        )
    assert abs(compare_with_theory(honest).z) < 3
    assert compare_with_theory(crooked).z < -3


def test_voids_reversals_corrections_and_cards_by_hand_are_counted() -> None:
    takings = DailyWin()
    takings.add_round(BetsOpened(1, "s", "b", "d"), DAY, TABLE)
    takings.add_round(CardDrawn(1, 1, "As", Side.PLAYER, by_hand=True), DAY, TABLE)
    takings.add_round(CardDrawn(1, 2, "As", Side.BANKER, by_hand=False), DAY, TABLE)
    one = settled(1, ("tie", 10_00, 90_00))
    takings.add_round(one, DAY, TABLE)
    assert (takings.rounds, takings.by_hand, takings.won_cents) == (1, 1, -80_00)
    other = settled(1, ("tie", 10_00, 0))
    takings.add_round(RoundCorrected(1, "s", "", other.wagers, one.wagers), DAY, TABLE)
    assert takings.won_cents == 10_00
    takings.add_round(RoundReversed(1, Trigger.WRONG_NUMBER, "s", other.wagers), DAY, TABLE)
    assert (takings.rounds, takings.voids, takings.won_cents) == (0, 1, 0)
    assert compare_with_theory(takings).expected_cents == 0
    takings.add_round(RoundVoided(2, Trigger.ORDER_LOST, "s", ()), DAY, TABLE)
    assert takings.voids == 2


def test_a_new_day_starts_at_zero_and_reversing_an_older_round_changes_only_the_win() -> None:
    takings = DailyWin()
    takings.add_round(BetsOpened(1, "s", "b", "d"), DAY, TABLE)
    one = settled(1, ("tie", 10_00, 0))
    takings.add_round(one, DAY, TABLE)
    takings.add_round(RoundReversed(1, Trigger.WRONG_NUMBER, "s", one.wagers), NEXT_DAY, TABLE)
    assert (takings.day, takings.rounds, takings.won_cents) == ("2026-11-16", 0, -10_00)
    assert takings.laid == []


def test_a_table_without_an_event_today_has_no_win_today() -> None:
    takings = DailyWin()
    takings.add_round(settled(1, ("tie", 10_00, 0)), DAY, TABLE)
    assert takings.on(DAY) is takings
    assert takings.on(NEXT_DAY) == DailyWin(NEXT_DAY)
    assert takings.won_cents == 10_00, "the figures of yesterday stay until the next event"


def test_a_table_that_changes_its_game_is_compared_with_the_odds_of_each_game() -> None:
    """All stakes of a day were once compared with the odds of the present game.

    That game has no Tiger wager and pays a tie differently, so the pit's view failed that day.
    """
    takings, tiger, seven_up = DailyWin(), DailyWin(), DailyWin()
    for each in (takings, tiger):
        each.add_round(BetsOpened(1, "s", "b", "d"), DAY, TABLE)
        each.add_round(settled(1, ("tiger", 10_00, 0), ("tie", 20_00, 180_00)), DAY, TABLE)
    for each in (takings, seven_up):
        each.add_round(BetsOpened(2, "s", "b", "d"), DAY, OTHER)
        each.add_round(settled(2, ("tie", 50_00, 0)), DAY, OTHER)
    assert (takings.rounds, takings.won_cents) == (2, -100_00)
    found, apart = (
        compare_with_theory(takings),
        [compare_with_theory(each) for each in (tiger, seven_up)],
    )
    assert found.expected_cents == pytest.approx(sum(e.expected_cents for e in apart), abs=1)
    variance = sum(each.deviation_cents**2 for each in apart)
    assert found.deviation_cents == pytest.approx(variance**0.5, abs=2)
    assert found.z == pytest.approx(
        (-100_00 - found.expected_cents) / found.deviation_cents, abs=0.01
    )


def test_a_late_reversal_subtracts_the_stakes_from_the_game_of_the_round() -> None:
    takings = DailyWin()
    one, two = settled(1, ("tiger", 10_00, 0)), settled(2, ("tie", 50_00, 0))
    takings.add_round(one, DAY, TABLE)
    takings.add_round(two, DAY, OTHER)
    takings.add_round(RoundReversed(1, Trigger.WRONG_NUMBER, "s", one.wagers), DAY, OTHER)
    assert [each.staked for each in takings.laid] == [{"tiger": 0}, {"tie": 50_00}]
    assert takings.rounds == 1


def test_each_number_of_decks_has_separate_stakes() -> None:
    takings = DailyWin()
    takings.add_round(settled(1, ("tie", 50_00, 0)), DAY, TABLE)
    fewer = replace(TABLE, settings=replace(TABLE.settings_in_force, decks=6))
    takings.add_round(settled(2, ("tie", 50_00, 0)), DAY, fewer)
    assert [each.decks for each in takings.laid] == [8, 6]
