"""Check that a seed gives the same shift, with the same hashes, in every process.

`python -m tests.powercut.seeds FIRST LAST` prints the heads of each shift.
"""

import os
import subprocess
import sys
from collections.abc import Mapping

import tests.powercut.once  # noqa: F401
from punto.journal.stores.memory import MemoryJournal
from tests.powercut.shift import heads, play

TURNS = 30

SURROUNDINGS: tuple[Mapping[str, str], ...] = (
    {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C"},
    {"PYTHONHASHSEED": "4242", "TZ": "Asia/Singapore", "LC_ALL": "C.UTF-8"},
)
"""Two environments whose differences must not change a shift."""


def heads_of(first: int, last: int) -> list[str]:
    """The heads of the shift of each seed, played on a new journal."""
    found = []
    for seed in range(first, last + 1):
        journal = MemoryJournal()
        play(journal, seed, TURNS)
        found.append(f"{seed} {heads(journal)}")
    return found


def heads_elsewhere(surroundings: Mapping[str, str], first: int, last: int) -> list[str]:
    """The same heads from another process, with other environment variables."""
    words = [sys.executable, "-m", "tests.powercut.seeds", str(first), str(last)]
    answer = subprocess.run(
        words, env={**os.environ, **surroundings}, capture_output=True, text=True, check=True
    )
    return answer.stdout.splitlines()


def differing(first: int, last: int) -> list[str]:
    """The seeds whose heads differ between two processes."""
    one, other = (heads_elsewhere(variables, first, last) for variables in SURROUNDINGS)
    assert len(one) == len(other) == last - first + 1, "every seed was played"
    return [
        f"seed {mine.split()[0]}" for mine, yours in zip(one, other, strict=True) if mine != yours
    ]


if __name__ == "__main__":
    print("\n".join(heads_of(int(sys.argv[1]), int(sys.argv[2]))))
