"""Check that totals count shoes and rounds, and survive a file."""

import json

from punto.games.library import game
from punto.simulation.game_tables import compile_tables
from punto.simulation.shoe_dealing import ShoeDealing
from punto.simulation.shoe_play import ShoeTask, play_totals
from punto.simulation.totals import empty_totals, totals_of


def test_totals_are_restored_from_their_record() -> None:
    task = ShoeTask(game("seven-up"), ShoeDealing(), 3, with_streaks=True)
    totals = play_totals(task, 0, 500)
    empty = empty_totals(compile_tables(task.book), task.dealing)
    assert totals_of(json.loads(json.dumps(totals.record())), empty) == totals
    assert totals != empty
    assert totals + empty == totals
    assert totals != "totals"


def test_rounds_and_shoes_are_counted() -> None:
    totals = play_totals(ShoeTask(game("tiger"), ShoeDealing(rounds=10), 3), 0, 77)
    assert (totals.shoes, totals.played, totals.rounds) == (77, 77, 770)
    assert totals.lengths[10] == 77
