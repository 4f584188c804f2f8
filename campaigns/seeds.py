"""Play each seed in two processes with other hash seeds, and compare the last hashes."""

from tests.powercut import seeds
from tests.powercut.telling import again, run
from tests.powercut.workers import CORES, spread

SEEDS = {"full": 10_000, "small": 100, "one": 1}


def campaign(size: str, first: int) -> tuple[list[str], bool]:
    """Play every seed in two processes and compare the heads."""
    count = SEEDS[size]
    step = max(1, min(500, count // (2 * CORES)))
    last = first + count - 1
    ranges = [(at, min(at + step - 1, last)) for at in range(first, last + 1, step)]
    differing = [each for found in spread(compare, ranges) for each in found]
    same = count - len(differing)
    line = f"same seed, same journal hash in two processes: {same:,} of {count:,}"
    return [line, *(again("seeds", each) for each in differing[:10])], not differing


def compare(work: tuple[int, int]) -> list[str]:
    """The seeds of a range that differ."""
    return seeds.differing(*work)


if __name__ == "__main__":
    run("seeds", campaign)
