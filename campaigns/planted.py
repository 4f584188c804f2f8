"""Plant each bug in a copy of the project, and check that a test finds it.

The test that found a bug must pass without it, because a test that always fails finds nothing.
"""

from campaigns.planted_bug import THREATS, Bug, row
from campaigns.planted_bugs import BUGS
from punto.core.irregularities import Remedy
from tests.planted.copies import ROOT, own_copy
from tests.powercut.telling import run
from tests.powercut.workers import spread

EVERY = {"full": 1, "small": 8}
"""One of this number of bugs is planted."""


def campaign(size: str, first: int) -> tuple[list[str], bool]:
    """Plant all bugs, or one by number, and print the test that found each."""
    numbers = range(len(BUGS))[:: EVERY[size]] if size in EVERY else [first - 1]
    found_by = dict[int, str]()
    for number, found in zip(numbers, spread(plant, numbers), strict=True):
        bug = BUGS[number]
        found_by[number] = found
        words = f"{number + 1:>4}  {bug.stands_for} | {bug.name} | {found or 'NOT FOUND'}"
        print(words, flush=True)
    missed = [number for number, found in found_by.items() if not found]
    # Run all cases of a test, because the name of one case may be too long for a command line.
    tests = sorted({found.partition("[")[0] for found in found_by.values() if "/" in found})
    blind = own_copy().run(tests).found_by if tests else ""
    lines = [f"fails without any bug: {blind}"] if blind else []
    waiting = unplanted()
    lines += [f"no bug for {each}" for each in waiting]
    lines.append(
        f"{len(found_by)} bugs planted of {len(BUGS)}, {len(found_by) - len(missed)} found "
        f"by {len(tests)} tests, {len(missed)} not found"
    )
    return lines, not missed and not blind and not waiting


def plant(number: int) -> str:
    """The first test that fails with a bug, empty if none does."""
    bug, copy = BUGS[number], own_copy()
    with copy.changed(f"src/punto/{bug.file}", with_bug(bug)):
        return copy.run([f"tests/{each}" for each in bug.tests]).found_by


def with_bug(bug: Bug) -> str:
    """The text of a file with the bug in it. The original text must be in exactly one place."""
    text = (ROOT / "src" / "punto" / bug.file).read_text(encoding="utf-8")
    if text.count(bug.old) != 1:
        raise ValueError(f"{bug.file} holds {text.count(bug.old)} times: {bug.old!r}")
    return text.replace(bug.old, bug.new)


def unplanted() -> list[str]:
    """The rows of the threat model and the remedies without a bug."""
    required = [*map(row, THREATS), *(f"remedy {remedy}" for remedy in Remedy)]
    planted = {bug.stands_for for bug in BUGS}
    return [each for each in required if each not in planted]


if __name__ == "__main__":
    run("planted", campaign)
