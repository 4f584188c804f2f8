"""Check that bankrolls are exact, respect limits and never beat the edge by a betting system."""

from dataclasses import replace

import numpy as np
import pytest

from punto.games.library import game
from punto.simulation.bankroll import (
    PATHS_RETAINED,
    ExitReason,
    SessionPlan,
    empty_results,
    expected_return,
    simulate_patrons,
)
from punto.simulation.betting_systems import PLANS, SystemChoice
from punto.simulation.card_counting import best_linear_count
from punto.simulation.game_tables import compile_tables
from punto.simulation.shoe_dealing import ShoeDealing
from punto.simulation.shoe_play import ShoeTask, play_records

TASK = ShoeTask(game("tiger"), ShoeDealing(), 6)
FLAT = SessionPlan(TASK, SystemChoice("flat"), (("banker", 1),), 1000_00, 10_00, 150, 10_00, 500_00)


def test_a_flat_stake_wins_the_pays_of_the_rounds() -> None:
    fortunes = simulate_patrons(FLAT, 0, 6)
    tables = compile_tables(TASK.book)
    nets = tables.nets[tables.wager_at("banker")]
    for patron in range(6):
        records = play_records(TASK, patron * FLAT.shoes_each, FLAT.shoes_each)
        rounds = records.outcomes[records.outcomes >= 0][:150]
        won = sum(int(nets[tables.ending_at[outcome]]) * 10_00 // 20 for outcome in rounds)
        assert fortunes.results[patron] == won
        assert fortunes.paths[patron, -1] == 1000_00 + won
    assert (fortunes.staked == 150 * 10_00).all()
    assert (fortunes.left == ExitReason.PLAYED_OUT).all()


@pytest.mark.parametrize("plan", PLANS)
def test_results_do_not_depend_on_the_split(plan: str) -> None:
    session = replace(FLAT, plan=SystemChoice(plan), rounds=60)
    if plan == "kelly":
        session = replace(session, count=best_linear_count(TASK.book, "banker", 8))
    whole = simulate_patrons(session, 0, 700)
    parts = simulate_patrons(session, 0, 33) + simulate_patrons(session, 33, 667)
    assert (whole.results == parts.results).all()
    assert (whole.drawdowns == parts.drawdowns).all()
    assert whole.paths.shape == parts.paths.shape == (PATHS_RETAINED, 61)


@pytest.mark.parametrize("plan", [plan for plan in PLANS if plan != "kelly"])
def test_no_betting_system_changes_the_edge(plan: str) -> None:
    session = replace(FLAT, plan=SystemChoice(plan), rounds=100)
    fortunes = simulate_patrons(session, 0, 4_000)
    edge = float(expected_return(session))
    error = fortunes.results.std() / np.sqrt(4_000) / fortunes.staked.mean()
    assert abs(fortunes.results.sum() / fortunes.staked.sum() - edge) < 4 * error


def test_stakes_are_within_limits_and_in_the_exact_unit() -> None:
    session = replace(
        FLAT, plan=SystemChoice("martingale"), maximum_cents=40_00, minimum_cents=10_00, rounds=80
    )
    fortunes = simulate_patrons(session, 0, 60)
    steps = np.diff(fortunes.paths, axis=1)
    assert steps.min() >= -40_00
    assert steps.max() <= 38_00


def test_a_patron_who_cannot_place_the_minimum_is_ruined() -> None:
    session = replace(FLAT, bankroll_cents=20_00, rounds=150)
    fortunes = simulate_patrons(session, 0, 300)
    ruined = fortunes.left == ExitReason.RUINED
    assert ruined.any()
    assert (fortunes.results[ruined] > -20_00 - 1).all()
    assert (20_00 + fortunes.results[ruined] < 10_00).all()
    assert fortunes.share_that(ExitReason.RUINED) == ruined.mean()


def test_a_patron_stops_at_the_chosen_loss_or_win() -> None:
    session = replace(FLAT, stop_loss_cents=50_00, stop_win_cents=30_00)
    fortunes = simulate_patrons(session, 0, 300)
    won = fortunes.results[fortunes.left == ExitReason.STOPPED_WIN]
    lost = fortunes.results[fortunes.left == ExitReason.STOPPED_LOSS]
    assert len(won)
    assert len(lost)
    assert (won >= 30_00).all()
    assert (won < 40_00).all()
    assert (lost == -50_00).all() or (lost <= -50_00).all()


def test_several_wagers_share_the_stake() -> None:
    session = replace(FLAT, wagers=(("banker", 5), ("tie", 1)), unit_cents=2_00, minimum_cents=2_00)
    odds = {"banker": -0.010579057842472012, "tie": -0.14359628778723826}
    expected = (5 * odds["banker"] + odds["tie"]) / 6
    assert float(expected_return(session)) == pytest.approx(expected)
    fortunes = simulate_patrons(session, 0, 50)
    assert (fortunes.staked == 150 * 6 * 2_00).all()


def test_kelly_with_a_count_wins_if_the_count_has_an_edge() -> None:
    task = ShoeTask(game("seven-up"), ShoeDealing(), 2)
    session = SessionPlan(
        task,
        SystemChoice("kelly", kelly_share=0.5),
        (("super_sevens", 1),),
        20_000_00,
        5_00,
        400,
        5_00,
        2_000_00,
        count=best_linear_count(task.book, "super_sevens", 8),
    )
    fortunes = simulate_patrons(session, 0, 600)
    assert fortunes.results.mean() > 4 * fortunes.results.std() / np.sqrt(600)
    assert expected_return(session) < 0


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"unit_cents": 5}, "tiger takes stakes in units of 0.20"),
        ({"minimum_cents": 20_10}, "minimum 20.10; tiger takes stakes in units of 0.20"),
        ({"wagers": ()}, "no wagers"),
        ({"wagers": (("nine", 1),)}, "tiger has no wager 'nine'"),
        ({"minimum_cents": 600_00}, "the minimum is above the maximum"),
        ({"bankroll_cents": 5_00}, "a bankroll of 5.00 cannot place one stake"),
        ({"rounds": 0}, "0 rounds; expected 1 to 100,000"),
        ({"rounds": 10**7}, "expected 1 to 100,000"),
        ({"stop_loss_cents": 0}, "a stop at 0.00"),
    ],
)
def test_invalid_sessions_are_refused(changes: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        replace(FLAT, **changes)  # type: ignore[arg-type]  # one wrong field at a time


def test_empty_results_have_no_patrons() -> None:
    assert empty_results(FLAT).played == 0
