"""Check that the pinned libraries were reviewed and that no update is overdue."""

from datetime import date, timedelta
from pathlib import Path

from docs.libraries import BEHIND_DAYS, REVIEW_DAYS, digest, pins, reviewed, stored_review

DAY = date(2026, 11, 16)
PINNED = {"apsw": "3.54.1", "rich": "15.0.0"}


def test_the_pins_were_reviewed_and_no_update_was_overdue() -> None:
    review = stored_review()
    assert review.pins == digest(pins()), "pins have changed: run scripts/libraries"
    assert review.overdue(review.day) == []


def test_the_page_promises_the_same_deadlines() -> None:
    page = (Path(__file__).parents[2] / "docs/how-to/safety.md").read_text(encoding="utf-8")
    assert f"at least every {REVIEW_DAYS} days" in page
    assert f"taken within {BEHIND_DAYS} days" in page


def test_a_library_is_behind_since_the_first_review_that_found_it() -> None:
    first = reviewed({"rich": "15.1.0"}, PINNED, None, DAY)
    later = DAY + timedelta(days=BEHIND_DAYS + 1)
    second = reviewed({"rich": "15.2.0"}, PINNED, first, later)
    assert [(each.name, each.newest, each.since) for each in second.behind] == [
        ("rich", "15.2.0", DAY)
    ]
    assert first.overdue(DAY) == []
    assert second.overdue(later) == [f"rich 15.0.0 is behind 15.2.0 since {DAY}"]


def test_an_old_review_and_pins_without_a_review_are_found() -> None:
    review = reviewed({}, PINNED, None, DAY)
    assert review.overdue(DAY + timedelta(days=REVIEW_DAYS)) == []
    assert review.overdue(DAY + timedelta(days=REVIEW_DAYS + 1)) == [
        f"the last review of the pinned libraries was on {DAY}"
    ]
    assert review.pins != digest({**PINNED, "rich": "15.0.1"})


def test_a_review_survives_a_round_trip_to_its_file(tmp_path: Path) -> None:
    review = reviewed({"rich": "15.1.0"}, PINNED, None, DAY)
    path = tmp_path / "looked.toml"
    path.write_text(review.toml(), encoding="utf-8")
    assert stored_review(path) == review
