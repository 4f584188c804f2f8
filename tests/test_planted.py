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


def fault_of(bug: Bug) -> str:
    """The reason why a bug no longer fits its file or its tests, empty if it fits."""
    try:
        compile(with_bug(bug), bug.file, "exec")
    except (ValueError, SyntaxError) as error:
        return f"{bug.name}: {error}"
    paths = (ROOT / "tests" / each.partition("::")[0] for each in bug.tests)
    missing = [path.name for path in paths if not path.exists()]
    return f"{bug.name}: no {missing}" if missing or bug.old == bug.new else ""


def test_every_bug_has_one_place_and_changes_it() -> None:
    assert [fault for bug in BUGS if (fault := fault_of(bug))] == []


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
