"""Compare flat betting with the results of every possible sequence of rounds."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from punto.api import odds_of
from punto.core.rulebook import PayLine, Rulebook, WagerRule, to
from punto.games.library import GAMES
from punto.games.shared_terms import PLAYER_WINS
from punto.odds.flat_betting import flat_betting
from punto.odds.measures import PayLineOdds, WagerOdds


def wager(*lines: tuple[str, Fraction]) -> WagerOdds:
    """Return the odds of a wager from the pays and chances of its lines."""
    pay_lines = [
        PayLineOdds(PayLine("", PLAYER_WINS, to(pays, 1)), 0, chance) for pays, chance in lines
    ]
    return WagerOdds(
        WagerRule("any", "any", tuple(odds.line for odds in pay_lines)), tuple(pay_lines)
    )


COIN = wager(("1", Fraction(1, 2)))
WITH_PUSH = wager(("0.5", Fraction(1, 5)), ("2", Fraction(1, 5)), ("0", Fraction(1, 4)))
NEVER_PUSHES = wager(("3", Fraction(1, 10)), ("7", Fraction(1, 10)))


def longest(played: list[Fraction], sign: int) -> int:
    """Return the longest run of wins or losses; a push neither lengthens nor breaks a run."""
    best = run = 0
    for result in played:
        if result:
            run = run + 1 if result * sign > 0 else 0
        best = max(best, run)
    return best


def deepest(played: list[Fraction]) -> Fraction:
    total = high = fall = Fraction()
    for result in played:
        total += result
        high = max(high, total)
        fall = max(fall, high - total)
    return fall


def quantile(chances: dict[float, float], share: float) -> float:
    reached = 0.0
    for value in sorted(chances):
        reached += chances[value]
        if reached >= share - 1e-12:
            return value
    raise AssertionError("chances sum to one")


@pytest.mark.parametrize("odds", [COIN, WITH_PUSH, NEVER_PUSHES], ids=["coin", "push", "no push"])
@pytest.mark.parametrize("rounds", [1, 2, 5, 7])
def test_the_chances_equal_those_of_all_sequences_of_rounds(odds: WagerOdds, rounds: int) -> None:
    sums: dict[float, float] = {}
    figures: list[dict[float, float]] = [{}, {}, {}]
    for played in product(odds.results, repeat=rounds):
        chance = float(np.prod([float(chance_of_one) for _, chance_of_one in played]))
        results = [result for result, _ in played]
        sums[float(sum(results))] = sums.get(float(sum(results)), 0) + chance
        values = float(longest(results, 1)), float(longest(results, -1)), float(deepest(results))
        for figure, value in zip(figures, values, strict=True):
            figure[value] = figure.get(value, 0) + chance
    found = flat_betting(odds, rounds)
    assert dict(zip(found.results.tolist(), found.chances.tolist(), strict=True)) == pytest.approx(
        {value: chance for value, chance in sums.items() if chance}
    )
    ahead = sum(chance for value, chance in sums.items() if value > 0)
    behind = sum(chance for value, chance in sums.items() if value < 0)
    assert found.ahead == pytest.approx(ahead)
    assert found.behind == pytest.approx(behind)
    for figure, quantiles in zip(
        figures, (found.wins_in_a_row, found.losses_in_a_row, found.drawdown), strict=True
    ):
        assert quantiles.median == quantile(figure, 0.5)
        assert quantiles.one_in_twenty == quantile(figure, 0.95)


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
def test_every_wager_of_every_game_has_flat_betting(book: Rulebook) -> None:
    for odds in odds_of(book):
        found = flat_betting(odds, rounds=80)
        assert found.chances.sum() == pytest.approx(1)
        mean = float((found.results * found.chances).sum())
        assert mean == pytest.approx(80 * float(odds.expected))
        assert found.ahead + found.behind <= 1 + 1e-12


def test_a_wager_that_only_pushes_has_no_runs() -> None:
    found = flat_betting(wager(("0", Fraction(1))), rounds=80)
    assert (found.ahead, found.behind) == (0, 0)
    assert found.drawdown.one_in_twenty == found.wins_in_a_row.one_in_twenty == 0


def test_zero_rounds_are_refused() -> None:
    with pytest.raises(ValueError, match="0 rounds; expected 1 to 1,000"):
        flat_betting(COIN, 0)
