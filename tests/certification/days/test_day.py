"""Play casino days with every game and fault, check every invariant, and run the controls."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from campaigns.days import CONTROLS, found_by, game_of, is_audited, missing, unknown_to
from punto.certification.days.day import FAULTS, Day
from punto.certification.days.tally import LIVE_EVENTS, REMEDIES
from punto.core.irregularities import Trigger
from punto.core.rulebook import Rulebook
from punto.floor.streams.aggregates import table_aggregate
from punto.floor.streams.owner import StreamOwner
from punto.games.library import GAMES, game
from punto.journal.stores.memory import MemoryJournal
from punto.journal.stores.sqlite import SqliteJournal


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
@pytest.mark.parametrize("seed", [1])
def test_no_invariant_breaks_in_a_day_with_every_fault(book: Rulebook, seed: int) -> None:
    day = Day(seed, MemoryJournal(), FAULTS, book)
    day.play(60)
    assert day.counts["settled"] + day.counts["void"] == 60
    assert day.counts["doubled"] > 0
    # A fold over the whole journal, without snapshots, gives the same table.
    again = StreamOwner(
        _without_snapshots(day.journal), "table", table_aggregate("table"), lambda: ""
    )
    assert again.state == day.owner.state


def _without_snapshots(journal: object) -> MemoryJournal:
    assert isinstance(journal, MemoryJournal)
    journal._streams["table"].snapshot = None
    return journal


@pytest.mark.parametrize("fault", FAULTS)
def test_a_day_with_one_fault_keeps_its_invariants(fault: str) -> None:
    Day(11, MemoryJournal(), [fault]).play(40)


def test_a_day_in_a_file_passes_the_audit(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "day.db")
    Day(3, journal).play(40)
    journal.close()


def test_the_same_seed_gives_the_same_day_in_another_process_with_another_hash_seed() -> None:
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


def test_a_day_at_a_dealers_table_draws_live_events_and_remedies() -> None:
    day = Day(7, MemoryJournal(), FAULTS, game("tiger-no-commission-live"))
    day.play(80)
    drawn = {name.partition(" ")[0] for name in day.counts if " " in name}
    assert drawn == {"trigger", "remedy", "procedure"}
    assert sum(name.startswith("trigger") for name in day.counts) > 12


def test_missing_names_every_event_that_no_day_has_drawn() -> None:
    """The campaign fails for each trigger, remedy and live event that no day has drawn."""
    whole = Counter({f"trigger {each}": 1 for each in Trigger})
    whole += Counter({f"remedy {each}": 1 for each in REMEDIES.values()})
    whole += Counter({f"procedure {each.__name__}": 1 for each in LIVE_EVENTS})
    assert missing(whole, {}) == []
    assert missing(whole, {"tiger": whole - Counter({"trigger face-up": 1})}) == [
        "face-up in tiger"
    ]
    del whole["remedy reversal"]
    assert missing(whole, {}) == ["remedy reversal"]
    assert unknown_to(game("tiger")) == {Trigger.TOO_MANY_WAGERS, Trigger.DIFFERENTIAL}
    assert unknown_to(game("tiger-no-commission-live")) == set()


def test_every_game_has_days_that_are_audited() -> None:
    audited = [game_of(seed).key for seed in range(1, 1_001) if is_audited(seed)]
    assert min(Counter(audited)[book.key] for book in GAMES) >= 10


@pytest.mark.parametrize("name", CONTROLS)
def test_a_planted_bug_is_found(name: str) -> None:
    found = found_by(name)
    assert found
    print(f"{name}: {found}")
