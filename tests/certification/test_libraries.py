"""The pinned libraries were looked through, and none is later than promised."""

from datetime import date, timedelta
from pathlib import Path

from docs.libraries import BEHIND_DAYS, LOOK_DAYS, digest, kept, looked, pins

DAY = date(2026, 11, 16)
PINNED = {"apsw": "3.54.1", "rich": "15.0.0"}


def test_what_is_pinned_was_looked_through_and_nothing_was_overdue() -> None:
    look = kept()
    assert look.pins == digest(pins()), "pins have changed: run scripts/libraries"
    assert look.overdue(look.day) == []


def test_the_times_are_those_that_are_promised() -> None:
    said = (Path(__file__).parents[2] / "docs/how-to/safety.md").read_text(encoding="utf-8")
    assert f"at least every {LOOK_DAYS} days" in said
    assert f"taken within {BEHIND_DAYS} days" in said


def test_a_library_is_behind_since_the_first_look_that_saw_it() -> None:
    first = looked({"rich": "15.1.0"}, PINNED, None, DAY)
    later = DAY + timedelta(days=BEHIND_DAYS + 1)
    second = looked({"rich": "15.2.0"}, PINNED, first, later)
    assert [(each.name, each.newest, each.since) for each in second.behind] == [
        ("rich", "15.2.0", DAY)
    ]
    assert first.overdue(DAY) == []
    assert second.overdue(later) == [f"rich 15.0.0 is behind 15.2.0 since {DAY}"]


def test_a_look_that_is_too_old_and_pins_that_nobody_looked_at_are_seen() -> None:
    look = looked({}, PINNED, None, DAY)
    assert look.overdue(DAY + timedelta(days=LOOK_DAYS)) == []
    assert look.overdue(DAY + timedelta(days=LOOK_DAYS + 1)) == [
        f"the pinned libraries were last looked through on {DAY}"
    ]
    assert look.pins != digest({**PINNED, "rich": "15.0.1"})


def test_a_record_reads_as_it_was_written(tmp_path: Path) -> None:
    look = looked({"rich": "15.1.0"}, PINNED, None, DAY)
    path = tmp_path / "looked.toml"
    path.write_text(look.toml(), encoding="utf-8")
    assert kept(path) == look
