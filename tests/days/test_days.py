"""Casino days: every game, every fault, every invariant after every step, and controls."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from campaigns.days import CONTROLS, found_by
from punto.core.rulebook import Rulebook
from punto.days.day import EVERYTHING, MISHAP, Day
from punto.days.mishaps import TOLD
from punto.journal.in_memory import InMemoryJournal
from punto.journal.sqlite import SqliteJournal
from punto.library import GAMES
from punto.server.business import table_business
from punto.server.desk import Desk


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_day_with_every_fault_keeps_every_invariant(book: Rulebook, seed: int) -> None:
    day = Day(seed, InMemoryJournal(), EVERYTHING, book)
    day.play(60)
    assert day.counts["settled"] + day.counts["void"] == 60
    assert day.counts["doubled"] > 0
    # Whoever folds the whole journal, snapshots left aside, finds the same table.
    again = Desk(_without_snapshots(day.journal), "table", table_business("table"), lambda: "")
    assert again.state == day.desk.state


def test_days_draw_every_trigger_that_can_be_told() -> None:
    told: set[str] = set()
    for seed in range(1, 12):
        day = Day(seed, InMemoryJournal(), [MISHAP], GAMES[seed % len(GAMES)])
        day.play(120)
        told |= {name for name in day.counts if name.startswith("told ")}
    # One or two are rare in so few rounds; the campaign of days draws them all.
    assert len(told) >= len(TOLD) - 3


def _without_snapshots(journal: object) -> InMemoryJournal:
    assert isinstance(journal, InMemoryJournal)
    journal._streams["table"].snapshot = None
    return journal


@pytest.mark.parametrize("fault", EVERYTHING)
def test_a_day_with_one_fault(fault: str) -> None:
    Day(11, InMemoryJournal(), [fault]).play(40)


def test_a_day_on_a_real_file(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "day.db")
    Day(3, journal).play(40)
    journal.close()


def test_the_same_seed_is_the_same_day_in_another_process_with_another_hash_seed() -> None:
    heads = set()
    for hash_seed in ("0", "1", "4242"):
        answer = subprocess.run(
            [
                Path(sys.executable).parent / "punto",
                "day",
                "--seed",
                "9",
                "--rounds",
                "25",
                "--json",
            ],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        )
        heads.add(json.loads(answer.stdout)["head"])
    assert len(heads) == 1


@pytest.mark.parametrize("name", CONTROLS)
def test_a_planted_bug_is_found(name: str) -> None:
    said = found_by(name)
    assert said
    print(f"{name}: {said}")
