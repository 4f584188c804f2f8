"""Check that every planted bug still fits its file, and plant three of the fastest."""

from collections import Counter

import pytest

from campaigns.planted import plant, unplanted, with_bug
from campaigns.planted_bug import Bug
from campaigns.planted_bugs import BUGS
from tests.planted.copies import ROOT, own_copy

QUICK = (
    "credit may fall below zero",
    "an amount above the largest stake is accepted",
    "the Banker hand draws on three against an eight",
)


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_a_bug_has_one_place_and_changes_it(bug: Bug) -> None:
    compile(with_bug(bug), bug.file, "exec")
    assert bug.old != bug.new
    for each in bug.tests:
        assert (ROOT / "tests" / each.partition("::")[0]).exists(), each


def test_every_row_of_the_threat_model_and_every_remedy_has_a_bug() -> None:
    assert len(BUGS) >= 50
    assert unplanted() == []
    assert Counter(bug.name for bug in BUGS).most_common(1)[0][1] == 1


@pytest.mark.parametrize("name", QUICK)
def test_a_planted_bug_is_found_by_a_test_that_passes_without_it(name: str) -> None:
    (number,) = [place for place, bug in enumerate(BUGS) if bug.name == name]
    found = plant(number)
    assert found.startswith("tests/")
    assert own_copy().run([found.partition("[")[0]]).found_by == ""
