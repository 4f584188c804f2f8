"""Compare a kernel program with the third-card cases that it encodes."""

from collections import Counter

import pytest

from punto.core.notation import parse_round
from punto.core.tableau import SEVEN_UP, STANDARD, DealOrder
from punto.odds.engine.known_cards import known_cards
from punto.odds.engine.pairs import PairPattern
from punto.odds.engine.plan import first_cards
from punto.odds.engine.program import (
    ANY_RANK,
    NO_CARD,
    NO_RANK,
    KernelProgram,
    kernel_program,
)
from punto.odds.engine.third_cards import TotalsCell, all_totals_cells, third_card_cases

LAYOUTS = [
    (STANDARD, "/"),
    (STANDARD, "9s / Kc"),
    (STANDARD, "? ? 2d / Kc 6h"),
    (STANDARD, "? ? ? / ? ? 3d"),
    (SEVEN_UP, "/"),
]


def one_line_per_cell(order: DealOrder, line: str) -> KernelProgram:
    tableau = parse_round(line, order)
    lines = tuple(frozenset({cell}) for cell in all_totals_cells())
    return kernel_program(known_cards(tableau), first_cards(tableau), lines)


@pytest.mark.parametrize(("order", "line"), LAYOUTS)
def test_runs_map_hands_to_the_slots_of_their_cells(order: DealOrder, line: str) -> None:
    steps = one_line_per_cell(order, line)
    cell_of = {
        slot: cell
        for at, cell in enumerate(all_totals_cells())
        for slot in steps.slots[steps.lines[at] : steps.lines[at + 1]].tolist()
    }
    found = Counter[tuple[tuple[int, ...], int, int, int, TotalsCell]]()
    for first, second, left, _, start, stop in steps.takes.tolist():
        values = tuple(value for value in (first, second) if value != NO_CARD)
        for hands, slot, length in steps.runs[start:stop].tolist():
            for step in range(length):
                player, banker = divmod(hands + step, 10)
                found[values, left, player, banker, cell_of[slot + step]] += 1
    layout = known_cards(parse_round(line, order))
    expected = Counter(
        (take.values, take.places_left, *end)
        for take in third_card_cases(layout.player_third, layout.banker_third)
        for end in take.ends
    )
    assert found == expected


@pytest.mark.parametrize(("order", "line"), LAYOUTS)
def test_the_bound_of_a_take_covers_its_hands(order: DealOrder, line: str) -> None:
    steps = one_line_per_cell(order, line)
    for _, _, _, reach, start, stop in steps.takes.tolist():
        for hands, _, length in steps.runs[start:stop].tolist():
            player, banker = divmod(hands + length - 1, 10)
            assert player < reach
            assert banker < max(reach, 7)


@pytest.mark.parametrize(
    ("line", "ranks"),
    [("/", (ANY_RANK, ANY_RANK)), ("9s /", (8, ANY_RANK)), ("Ts Jd / Ac Ad", (NO_RANK, 0))],
)
def test_a_program_names_the_ranks_of_possible_pairs(line: str, ranks: tuple[int, int]) -> None:
    steps = one_line_per_cell(STANDARD, line)
    assert (steps.player_rank, steps.banker_rank) == ranks


def test_pair_patterns_follow_the_ends_and_are_counted_only_if_needed() -> None:
    tableau = parse_round("/", STANDARD)
    both = frozenset({PairPattern(1, 1, 1), PairPattern(1, 1, 0)})
    steps = kernel_program(known_cards(tableau), first_cards(tableau), (both,))
    assert steps.slots.tolist() == [steps.ends, steps.ends + 1]
    assert (steps.asks_pairs, one_line_per_cell(STANDARD, "/").asks_pairs) == (1, 0)
