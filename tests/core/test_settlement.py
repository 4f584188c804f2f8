from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis.strategies import integers, sampled_from

from punto.core.money import MAX_CENTS
from punto.core.notation import parse_round
from punto.core.rulebook import Rulebook
from punto.core.settlement import SettledWager, settle
from punto.core.tableau import STANDARD
from punto.games.library import GAMES
from punto.games.mbs_electronic_2021 import SUPER_SIX, TIGER

BANKER_SIX_OVER_FIVE = parse_round("9s 4d 2h / Kc 6h", STANDARD)


def test_each_wager_is_settled_by_the_line_that_holds() -> None:
    banker, tiger, tie = settle(
        TIGER, BANKER_SIX_OVER_FIVE, {"banker": 20_00, "tiger": 5_00, "tie": 5_00}
    )
    assert (banker.win_cents, banker.return_cents) == (19_00, 39_00)
    assert (tiger.win_cents, tiger.return_cents) == (60_00, 65_00)
    assert (tie.win_cents, tie.return_cents, tie.line) == (-5_00, 0, None)


def test_a_push_returns_the_stake() -> None:
    tie = parse_round("9s Kd / 5c 4h", STANDARD)
    (player,) = settle(SUPER_SIX, tie, {"player": 20_00})
    assert (player.win_cents, player.return_cents) == (0, 20_00)


def test_a_commission_is_the_difference_from_even_money() -> None:
    won, lost = "3s 4d / Kh 9s", "Kh 9s / 3s 4d"
    for line, commission in ((won, 5_00), (lost, 0)):
        (banker,) = settle(TIGER, parse_round(line, STANDARD), {"banker": 100_00})
        assert banker.commission_cents == commission, line
    (player,) = settle(TIGER, parse_round(lost, STANDARD), {"player": 100_00})
    assert player.commission_cents == 0


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
def test_every_line_pays_whole_cents_on_stakes_in_the_unit(book: Rulebook) -> None:
    for wager in book.wagers:
        for line in wager.lines:
            units = MAX_CENTS // book.unit_cents
            assert line.pays.ratio * book.unit_cents * units == line.pays.ratio * MAX_CENTS
            assert (line.pays.ratio * book.unit_cents).denominator == 1


@given(book=sampled_from(GAMES), units=integers(1, MAX_CENTS // 20))
def test_a_settled_stake_is_exact(book: Rulebook, units: int) -> None:
    stake_cents = min(units * book.unit_cents, MAX_CENTS)
    for wager in book.wagers:
        for line in wager.lines:
            won = SettledWager(wager, stake_cents, line).win_cents
            assert Fraction(won) == stake_cents * Fraction(line.pays.win, line.pays.per)


@pytest.mark.parametrize("stake_cents", [1, 19, 21, 100_01])
def test_a_stake_outside_the_unit_is_refused_with_the_unit(stake_cents: int) -> None:
    with pytest.raises(ValueError, match=r"tiger takes stakes in units of 0\.20"):
        settle(TIGER, BANKER_SIX_OVER_FIVE, {"banker": stake_cents})


def test_the_largest_stake_is_accepted() -> None:
    (banker,) = settle(TIGER, BANKER_SIX_OVER_FIVE, {"banker": MAX_CENTS})
    assert banker.stake_cents == MAX_CENTS


@pytest.mark.parametrize("stake_cents", [0, -20, MAX_CENTS + 20])
def test_a_stake_of_zero_or_above_the_largest_is_refused(stake_cents: int) -> None:
    with pytest.raises(ValueError, match=r"expected more than 0\.00 and at most 1,000,000\.00"):
        settle(TIGER, BANKER_SIX_OVER_FIVE, {"banker": stake_cents})


def test_a_stake_with_part_of_a_cent_is_refused() -> None:
    with pytest.raises(ValueError, match=r"a stake of 20\.5 cents; expected a whole number"):
        settle(TIGER, BANKER_SIX_OVER_FIVE, {"banker": 20.5})  # type: ignore[dict-item]


def test_a_wager_that_the_game_does_not_offer_is_refused() -> None:
    with pytest.raises(ValueError, match="super-six has no wager 'tiger'"):
        settle(SUPER_SIX, BANKER_SIX_OVER_FIVE, {"banker": 20_00, "tiger": 5_00})


def test_an_unfinished_round_cannot_be_settled() -> None:
    with pytest.raises(ValueError, match="the round is not finished"):
        settle(TIGER, parse_round("9s 4d / Kc 6h", STANDARD), {"banker": 20_00})
