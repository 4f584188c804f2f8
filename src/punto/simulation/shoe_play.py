"""Play a range of shoes of a task, with or without numba, and tally or record the rounds."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from punto.core.facts import Winner
from punto.core.rulebook import Rulebook
from punto.simulation.game_tables import GameTables, Integers, compile_tables
from punto.simulation.kernels import numpy_shoes
from punto.simulation.kernels.numba_compat import HAS_NUMBA, kernel
from punto.simulation.kernels.numba_shoes import (
    PAD,
    Ends,
    TableArrays,
    records_kernel,
    totals_kernel,
)
from punto.simulation.kernels.philox import U
from punto.simulation.shoe_dealing import ShoeDealing
from punto.simulation.totals import MAX_STREAK, Totals, empty_totals

SHOES_AT_ONCE = 1024
"""The number of shoes in memory at a time if their rounds are recorded."""


@dataclass(frozen=True, slots=True)
class ShoeTask:
    """The settings of a simulation; the same task gives the same shoes on any machine."""

    book: Rulebook
    dealing: ShoeDealing
    seed: int
    with_streaks: bool = False


class RoundRecords(NamedTuple):
    """The cards and rounds of shoes, one row per shoe."""

    orders: Integers
    places: Integers
    """The place where each round begins, then the place after the last round."""

    outcomes: Integers
    """The outcome of each round, -1 after the last."""


def play_totals(task: ShoeTask, first: int, shoes: int, with_numba: bool = HAS_NUMBA) -> Totals:
    """Play a range of shoes and count their outcomes; the totals are the same without numba."""
    if with_numba and not task.with_streaks:
        return _totals_by_kernel(task, first, shoes)
    tables = compile_tables(task.book)
    totals = empty_totals(tables, task.dealing)
    for start in range(first, first + shoes, SHOES_AT_ONCE):
        count = min(SHOES_AT_ONCE, first + shoes - start)
        records = play_records(task, start, count, with_numba)
        totals += _totals_of_records(tables, task, records, totals)
    return totals


def play_records(
    task: ShoeTask, first: int, shoes: int, with_numba: bool = HAS_NUMBA
) -> RoundRecords:
    """Play a range of shoes and record every round."""
    tables, dealing = compile_tables(task.book), task.dealing
    rounds = dealing.max_rounds(len(task.book.order.initial))
    records = RoundRecords(
        np.empty((shoes, dealing.cards), np.uint8),
        np.zeros((shoes, rounds + 1), np.int16),
        np.empty((shoes, rounds), np.int16),
    )
    stream = (U(task.seed), U(first), shoes)
    work = (dealing.fresh(), dealing.begins(), ends_of(task), stream, *records)
    if with_numba:
        records_kernel(_places(tables))(arrays_of(tables), *work)
    else:
        numpy_shoes.play_records(tables, *work)
    return records


def rounds_at_offsets(
    tables: GameTables, orders: Integers, at: Integers
) -> tuple[Integers, Integers]:
    """Return the outcomes of rounds that begin at a place of each shoe, and their cards used."""
    padded = np.zeros((len(orders), orders.shape[1] + PAD), np.uint8)
    padded[:, : orders.shape[1]] = orders
    return numpy_shoes.rounds_at(tables, padded, at)


def arrays_of(tables: GameTables) -> TableArrays:
    """Return the arrays of a game that a kernel needs."""
    return (
        tables.player_hand,
        tables.banker_hand,
        tables.values,
        tables.thirds,
        tables.groups,
    )


def ends_of(task: ShoeTask) -> Ends:
    """Return the numbers by which a kernel decides when a shoe ends."""
    dealing, max_cards = task.dealing, task.book.order.max_cards
    if dealing.rounds is not None:
        return dealing.cards, 0, dealing.rounds, dealing.cards
    dealt = dealing.last_start + max_cards * (1 + dealing.further_rounds)
    return (
        dealing.last_start,
        dealing.further_rounds,
        -1,
        min(dealt, dealing.cards),
    )


def _totals_by_kernel(task: ShoeTask, first: int, shoes: int) -> Totals:
    tables, dealing = compile_tables(task.book), task.dealing
    empty = empty_totals(tables, dealing)
    totals_kernel(_places(tables))(
        arrays_of(tables),
        dealing.fresh(),
        dealing.begins(),
        ends_of(task),
        (U(task.seed), U(first), shoes),
        empty.by_outcome,
        empty.lengths,
    )
    return Totals(shoes, empty.by_outcome, empty.lengths, empty.streaks)


def _totals_of_records(
    tables: GameTables, task: ShoeTask, records: RoundRecords, empty: Totals
) -> Totals:
    played = records.outcomes >= 0
    streaks = np.zeros_like(empty.streaks)
    if task.with_streaks:
        tally_streaks(records.outcomes, _winners(tables), streaks)
    return Totals(
        len(records.orders),
        np.bincount(records.outcomes[played], minlength=tables.outcomes),
        np.bincount(played.sum(1), minlength=len(empty.lengths)),
        streaks,
    )


@kernel
def tally_streaks(outcomes: Integers, winners: Integers, streaks: Integers) -> None:
    """Count the streaks of each shoe by hand and length; a tie neither ends nor lengthens one."""
    for shoe in range(outcomes.shape[0]):
        running, length = 0, 0
        for number in range(outcomes.shape[1]):
            outcome = outcomes[shoe, number]
            winner = winners[outcome] if outcome >= 0 else 0
            if winner == 0:
                continue
            if winner != running:
                if length:
                    streaks[running - 1, min(length, MAX_STREAK)] += 1
                running, length = winner, 0
            length += 1
        if length:
            streaks[running - 1, min(length, MAX_STREAK)] += 1


def _winners(tables: GameTables) -> Integers:
    """Return the winner of each outcome."""
    by_ending = np.array([int(end.winner) for end in tables.endings] + [Winner.NEITHER])
    return by_ending[tables.ending_at]


def _places(tables: GameTables) -> tuple[int, ...]:
    return tuple(int(place) for place in tables.places)
