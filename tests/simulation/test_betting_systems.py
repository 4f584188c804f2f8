"""Check the stakes of each betting system."""

import numpy as np
import pytest

from punto.simulation.betting_systems import PLANS, BettingContext, SystemChoice, betting_system

WIN, LOSS, PUSH = 1.0, -1.0, 0.0


def stakes_after(name: str, results: list[float], **options: float) -> list[int]:
    """Return the first stake and the stake after each result, in multiples of the stake."""
    plan = betting_system(SystemChoice(name, **options), 1, 1.0)  # type: ignore[arg-type]  # percent and shares
    now = BettingContext(np.array([1000.0]), np.array([0.02]))
    staked = [int(plan.stakes(now)[0])]
    for result in results:
        plan.update(np.array([result * staked[-1]]))
        staked.append(int(plan.stakes(now)[0]))
    return staked


@pytest.mark.parametrize(
    ("name", "results", "staked"),
    [
        ("flat", [WIN, LOSS, LOSS], [1, 1, 1, 1]),
        ("percentage", [WIN, LOSS], [10, 10, 10]),
        ("martingale", [LOSS, LOSS, PUSH, LOSS, WIN], [1, 2, 4, 4, 8, 1]),
        ("fibonacci", [LOSS, LOSS, LOSS, LOSS, WIN, WIN], [1, 1, 2, 3, 5, 2, 1]),
        ("dalembert", [LOSS, LOSS, WIN, WIN, WIN], [1, 2, 3, 2, 1, 1]),
        ("1-3-2-6", [WIN, WIN, WIN, WIN, WIN, LOSS], [1, 3, 2, 6, 1, 3, 1]),
        ("labouchere", [LOSS, WIN, WIN, WIN], [5, 6, 6, 3, 5]),
        ("oscars-grind", [LOSS, LOSS, WIN, WIN, WIN], [1, 1, 1, 2, 1, 1]),
        ("kelly", [WIN], [20, 20]),
    ],
)
def test_every_betting_system_has_its_known_stakes(
    name: str, results: list[float], staked: list[int]
) -> None:
    assert stakes_after(name, results) == staked


def test_every_listed_system_can_be_played() -> None:
    for name in PLANS:
        assert len(stakes_after(name, [LOSS] * 50)) == 51


def test_kelly_skips_rounds_without_an_edge() -> None:
    plan = betting_system(SystemChoice("kelly"), 2, 1.0)
    assert plan.stakes(
        BettingContext(np.array([100.0, 100.0]), np.array([0.0, -0.1]))
    ).tolist() == [0, 0]


def test_a_finished_labouchere_line_has_won_its_sum() -> None:
    """This is true for any order of wins and losses: the line 1 2 3 4 wins ten units."""
    plan = betting_system(SystemChoice("labouchere"), 1, 1.0)
    now, won = BettingContext(np.zeros(1), np.zeros(1)), 0
    rng = np.random.default_rng(3)
    for _ in range(200):
        stake = int(plan.stakes(now)[0])
        result = stake if rng.random() < 0.6 else -stake
        won += result
        plan.update(np.array([float(result)]))
        if plan.stakes(now)[0] == 5 and won >= 10:
            assert won % 10 == 0
            return
    raise AssertionError("no line was finished")


CUSTOM = """
def stakes():
    units = 2
    while True:
        won = yield units
        units += 1 if won < 0 else 0
"""


def stakes_of_custom(source: str) -> list[int]:
    plan = betting_system(SystemChoice("mine.py", source=source), 1, 1.0)
    now, staked = BettingContext(np.zeros(1), np.zeros(1)), []
    for result in (LOSS, WIN, LOSS):
        staked.append(int(plan.stakes(now)[0]))
        plan.update(np.array([result]))
    return staked


def test_a_custom_system_chooses_its_stakes() -> None:
    assert stakes_of_custom(CUSTOM) == [2, 3, 3]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("x = 1", "mine.py has no function stakes"),
        ("def stakes(:", "mine.py, line 1: "),
        ("1 / 0", "mine.py, line 1: ZeroDivisionError"),
        ("def stakes():\n    yield 1\n    1 / 0\n", "mine.py, line 3: ZeroDivisionError"),
        ("def stakes():\n    yield 1\n", "stakes.. ended; expected it to yield after"),
        ("def stakes():\n    while True:\n        yield -1\n", "yields -1; expected a number"),
        ("def stakes():\n    while True:\n        yield 'a'\n", "yields 'a'; expected a number"),
        ("def stakes():\n    while True:\n        yield float('nan')\n", "yields nan"),
        ("def stakes():\n    return 3\n", "mine.py: TypeError"),
    ],
)
def test_a_mistake_in_a_custom_system_is_reported_with_its_line(source: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        stakes_of_custom(source)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"name": "lucky"}, "there is no plan 'lucky'; expected flat, percentage"),
        ({"name": "percentage", "percent": 0.0}, "0.0 per cent"),
        ({"name": "kelly", "kelly_share": 11.0}, "a Kelly share of 11.0"),
    ],
)
def test_invalid_systems_are_refused(options: dict[str, float], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        SystemChoice(**options)  # type: ignore[arg-type]  # names and numbers mixed
