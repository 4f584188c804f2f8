"""Totals go to a file and come back the same."""

import json

from punto.games.library import game
from punto.simulation.game_tables import compiled
from punto.simulation.shoe_play import Task, tallied
from punto.simulation.shoe_procedure import Procedure
from punto.simulation.totals import nothing, totals_of


def test_totals_come_back_from_their_record() -> None:
    task = Task(game("seven-up"), Procedure(), 3, with_streaks=True)
    totals = tallied(task, 0, 500)
    empty = nothing(compiled(task.book), task.procedure)
    assert totals_of(json.loads(json.dumps(totals.record())), empty) == totals
    assert totals != empty
    assert totals + empty == totals
    assert totals != "totals"


def test_rounds_and_shoes_are_counted() -> None:
    totals = tallied(Task(game("tiger"), Procedure(rounds=10), 3), 0, 77)
    assert (totals.shoes, totals.done, totals.rounds) == (77, 77, 770)
    assert totals.lengths[10] == 77
