"""The battery passes good shoes and fails bad ones: a test that cannot fail proves nothing."""

from collections.abc import Callable, Iterator
from hashlib import shake_256
from itertools import count

import numpy as np
import pytest

from punto.core.shoe import cards_of_decks, shuffle
from punto.devices.virtual_shoe import new_shoe
from punto.games.library import game
from punto.simulation.game_tables import Integers
from punto.simulation.randomness.battery import (
    BatteryResult,
    RandomnessResult,
    orders_of_letters,
    run_battery,
    shoe_orders,
)
from punto.simulation.randomness.biased_sources import BAD_SOURCES, FRESH
from punto.simulation.shoe_dealing import ShoeDealing
from punto.simulation.shoe_play import ShoeTask, play_records

TIGER = game("tiger")
WHOLE_SHOE = ShoeDealing(cut_cards=6)


def simulated(shoes: int, seed: int) -> Iterator[Integers]:
    for first in range(0, shoes, 1_000):
        yield play_records(ShoeTask(TIGER, WHOLE_SHOE, seed), first, 1_000).orders


def test_the_simulators_shoes_pass() -> None:
    verdict = run_battery(simulated(4_000, 1), TIGER, WHOLE_SHOE.fresh())
    assert verdict.passes, verdict.worst
    assert verdict.shoes == 4_000
    assert len(verdict.findings) > 60


def test_p_values_are_spread_evenly() -> None:
    """Over several batteries one p-value in ten lies below 0.1, and so on."""
    found = np.array(
        [
            each.p
            for seed in range(5)
            for each in run_battery(
                simulated(2_000, 100 + seed), TIGER, WHOLE_SHOE.fresh()
            ).findings
        ]
    )
    for level in (0.1, 0.5, 0.9):
        expected = level * len(found)
        assert abs((found < level).sum() - expected) < 5 * (expected * (1 - level)) ** 0.5


@pytest.mark.parametrize("name", BAD_SOURCES)
def test_a_bad_source_fails(name: str) -> None:
    verdict = run_battery([BAD_SOURCES[name](1_500, 3)], TIGER, FRESH)
    assert not verdict.passes


def test_shoes_of_cards_are_read_as_they_come_from_a_table() -> None:
    """What a virtual shoe hands out: tuples of cards, shuffled by `core` itself."""
    rng = np.random.default_rng(5)
    shoes = [shuffle(cards_of_decks(8), lambda below: int(rng.integers(below))) for _ in range(60)]
    orders = shoe_orders(shoes)
    assert orders.shape == (60, 416)
    assert run_battery([orders], TIGER, shoe_orders([cards_of_decks(8)])[0]).passes


def numbered_bytes() -> Callable[[int], bytes]:
    """What stands in for the operating system's numbers, so that a test is the same every day."""
    numbers = count()
    return lambda size: shake_256(f"battery {next(numbers)}".encode()).digest(size)


def test_the_virtual_shoes_of_a_table_pass() -> None:
    source = numbered_bytes()
    orders = orders_of_letters(new_shoe(8, source).order for _ in range(1_500))
    verdict = run_battery([orders], TIGER, shoe_orders([cards_of_decks(8)])[0])
    assert verdict.passes, verdict.worst


def test_virtual_shoes_of_one_seed_fail() -> None:
    orders = orders_of_letters(new_shoe(8, bytes).order for _ in range(50))
    assert not run_battery([orders], TIGER, shoe_orders([cards_of_decks(8)])[0]).passes


def test_letters_and_cards_are_the_same_orders() -> None:
    cards = cards_of_decks(1)
    assert (orders_of_letters(["".join(map(str, cards))]) == shoe_orders([cards])).all()


def test_a_verdict_counts_what_chance_allows() -> None:
    fine = BatteryResult(
        1, (*(RandomnessResult("a", 0.5) for _ in range(99)), RandomnessResult("b", 0.004))
    )
    assert (fine.below_level, fine.expected_below, fine.passes) == (1, 1.0, True)
    assert not BatteryResult(1, tuple(RandomnessResult("a", 0.004) for _ in range(20))).passes
    assert not BatteryResult(
        1, (RandomnessResult("a", 1e-9), *(RandomnessResult("b", 0.5) for _ in range(99)))
    ).passes


def test_one_shoe_is_not_enough() -> None:
    with pytest.raises(ValueError, match="expected at least two"):
        run_battery([FRESH[None, :]], TIGER)
