"""Compare results with the exact figures, for correct and for planted wrong shoes."""

from dataclasses import replace

import numpy as np
import pytest

from punto.core.rulebook import Rulebook
from punto.games.library import GAMES, game
from punto.simulation.game_tables import GameTables, compile_tables
from punto.simulation.kernels import numba_shoes
from punto.simulation.randomness.p_values import chi_square_tail
from punto.simulation.results import Results, compute_results
from punto.simulation.shoe_dealing import ShoeDealing, unbiased_rounds
from punto.simulation.shoe_play import ShoeTask, play_totals
from punto.simulation.totals import Totals

SHOES = 60_000


def simulated(book: Rulebook, seed: int = 20) -> Results:
    dealing = ShoeDealing(rounds=unbiased_rounds(book, 8))
    return compute_results(
        book, dealing, seed, play_totals(ShoeTask(book, dealing, seed), 0, SHOES)
    )


@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
def test_every_line_of_every_game_is_within_four_standard_errors(book: Rulebook) -> None:
    results = simulated(book)
    assert results.totals.rounds == SHOES * unbiased_rounds(book, 8)
    assert max(abs(z) for z in results.z_scores) < 4
    assert all(abs(wager.z) < 4 for wager in results.wagers)
    assert all(abs(frequency.z) < 4 for _, frequency in results.winners)
    assert chi_square_tail(results.chi_square, results.degrees) > 1e-4


def with_thirds(tables: GameTables, thirds: np.ndarray) -> GameTables:
    return replace(tables, thirds=thirds)


def test_control_a_wrong_third_card_rule_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Banker hand stands on 3 against an 8 and draws against a 9; here it draws on both."""
    tables = compile_tables(game("tiger"))
    wrong = tables.thirds.reshape(10, 10, 10, 10).copy()
    wrong[:6, 3, 8] = wrong[:6, 3, 9]
    totals = _tallied_with(with_thirds(tables, wrong.ravel()), monkeypatch)
    results = compute_results(game("tiger"), ShoeDealing(rounds=69), 20, totals)
    assert chi_square_tail(results.chi_square, results.degrees) < 1e-12


def test_control_a_biased_shuffle_is_detected() -> None:
    """One unshuffled shoe in a hundred changes the endings, but hardly the three outcomes."""
    book, dealing = game("tiger"), ShoeDealing(rounds=69)
    totals = play_totals(ShoeTask(book, dealing, 20), 0, SHOES)
    tables = compile_tables(book)
    padded = np.zeros((1, dealing.cards + numba_shoes.PAD), np.uint8)
    padded[0, : dealing.cards] = dealing.fresh()
    from punto.simulation.shoe_play import rounds_at_offsets

    at, unshuffled = np.zeros(1, np.int64), np.zeros_like(totals.by_outcome)
    for _ in range(69):
        outcome, used = rounds_at_offsets(tables, padded, at)
        unshuffled[outcome] += SHOES // 100
        at += used
    biased = Totals(totals.shoes, totals.by_outcome + unshuffled, totals.lengths)
    results = compute_results(book, dealing, 20, biased)
    assert chi_square_tail(results.chi_square, results.degrees) < 1e-12


def _tallied_with(tables: GameTables, monkeypatch: pytest.MonkeyPatch) -> Totals:
    from punto.simulation import shoe_play

    monkeypatch.setattr(shoe_play, "compile_tables", lambda _book: tables)
    return play_totals(ShoeTask(game("tiger"), ShoeDealing(rounds=69), 20), 0, SHOES)


def test_an_interval_contains_the_exact_return_about_95_times_in_100() -> None:
    book = game("super-six")
    dealing = ShoeDealing(rounds=69)
    inside = [
        wager.interval[0] <= float(wager.exact) <= wager.interval[1]
        for seed in range(60)
        for wager in compute_results(
            book, dealing, seed, play_totals(ShoeTask(book, dealing, seed), 0, 400)
        ).wagers[:3]
    ]
    assert 0.88 < sum(inside) / len(inside) < 0.995
