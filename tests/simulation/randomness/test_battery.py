"""Check that the battery passes random shoes and fails biased ones."""

from collections.abc import Callable, Iterator
from hashlib import shake_256
from itertools import count

import numpy as np
import pytest

from campaigns.biased_sources import BAD_SOURCES, FRESH
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
from punto.simulation.shoe_dealing import ShoeDealing
from punto.simulation.shoe_play import ShoeTask, play_records

TIGER = game("tiger")
WHOLE_SHOE = ShoeDealing(cut_cards=6)


def simulated(shoes: int, seed: int) -> Iterator[Integers]:
    for first in range(0, shoes, 1_000):
        yield play_records(ShoeTask(TIGER, WHOLE_SHOE, seed), first, 1_000).orders


def test_the_shoes_of_the_simulator_pass() -> None:
    verdict = run_battery(simulated(4_000, 1), TIGER, WHOLE_SHOE.fresh())
    assert verdict.passes, verdict.worst
    assert verdict.shoes == 4_000
    assert len(verdict.findings) > 60


def test_p_values_are_uniformly_distributed() -> None:
    """In several batteries one p-value in ten is below 0.1, and so on."""
    p_values = np.array(
        [
            finding.p
            for seed in range(5)
            for finding in run_battery(
                simulated(2_000, 100 + seed), TIGER, WHOLE_SHOE.fresh()
            ).findings
        ]
    )
    for level in (0.1, 0.5, 0.9):
        expected = level * len(p_values)
        assert abs((p_values < level).sum() - expected) < 5 * (expected * (1 - level)) ** 0.5


@pytest.mark.parametrize("name", BAD_SOURCES)
def test_a_biased_source_fails(name: str) -> None:
    verdict = run_battery([BAD_SOURCES[name](1_500, 3)], TIGER, FRESH)
    assert not verdict.passes


def test_shoes_of_cards_can_be_tested() -> None:
    """Here a shoe is a tuple of cards that `core` shuffled."""
    rng = np.random.default_rng(5)
    shoes = [shuffle(cards_of_decks(8), lambda below: int(rng.integers(below))) for _ in range(60)]
    orders = shoe_orders(shoes)
    assert orders.shape == (60, 416)
    assert run_battery([orders], TIGER, shoe_orders([cards_of_decks(8)])[0]).passes


def numbered_bytes() -> Callable[[int], bytes]:
    """Return a fixed source of bytes, which replaces the operating system's random bytes."""
    numbers = count()
    return lambda size: shake_256(f"battery {next(numbers)}".encode()).digest(size)


def test_virtual_shoes_pass() -> None:
    source = numbered_bytes()
    orders = orders_of_letters(new_shoe(8, source).order for _ in range(1_500))
    verdict = run_battery([orders], TIGER, shoe_orders([cards_of_decks(8)])[0])
    assert verdict.passes, verdict.worst


def test_identical_virtual_shoes_fail() -> None:
    orders = orders_of_letters(new_shoe(8, bytes).order for _ in range(50))
    assert not run_battery([orders], TIGER, shoe_orders([cards_of_decks(8)])[0]).passes


def test_letters_and_cards_give_the_same_order() -> None:
    cards = cards_of_decks(1)
    assert (orders_of_letters(["".join(map(str, cards))]) == shoe_orders([cards])).all()


def test_a_result_passes_within_the_limits_of_chance() -> None:
    result = BatteryResult(
        1, (*(RandomnessResult("a", 0.5) for _ in range(99)), RandomnessResult("b", 0.004))
    )
    assert (result.below_level, result.expected_below, result.passes) == (1, 1.0, True)
    assert not BatteryResult(1, tuple(RandomnessResult("a", 0.004) for _ in range(20))).passes
    assert not BatteryResult(
        1, (RandomnessResult("a", 1e-9), *(RandomnessResult("b", 0.5) for _ in range(99)))
    ).passes


def test_a_single_shoe_is_refused() -> None:
    with pytest.raises(ValueError, match="expected at least two"):
        run_battery([FRESH[None, :]], TIGER)
