"""Let two unaware writers use one stream, and check that the journal accepts no stale write."""

import tempfile
from pathlib import Path

from punto.journal.chain import verify
from punto.journal.stores.memory import MemoryJournal
from punto.journal.stores.sqlite import SqliteJournal
from tests.powercut import fencing
from tests.powercut.telling import run
from tests.powercut.vfs import memory
from tests.powercut.workers import CORES, spread

WRITES = {"full": 400_000, "small": 20_000, "one": 20_000}
FREEZES = {"full": 1_000, "small": 20, "one": 20}


def campaign(size: str, first: int) -> tuple[list[str], bool]:
    """Run two writers in one process, two in two processes, and owners that freeze and wake up."""
    writes, shared = WRITES[size], MemoryJournal()
    found = fencing.contend(shared, shared, first, writes)
    with tempfile.TemporaryDirectory(dir=memory()) as name:
        folder = Path(name)
        one, other = (fencing.unlocked(folder / "in turn") for _ in range(2))
        found.add(fencing.contend(one, other, first, writes // 4))
        one.close()
        other.close()
        # A lock guards the creation of a file, so create it first and then race on its stream.
        SqliteJournal(folder / "at once").close()
        racers = [(folder / "at once", seed, writes // 8) for seed in (first, first + 1)]
        for each in spread(race, racers, workers=2):
            found.add(each)
        owners = [(folder / f"frozen {core}", FREEZES[size] // CORES) for core in range(CORES)]
        frozen = sum(spread(freeze, owners))
        entries = 0
        for path in (folder / "in turn", folder / "at once", *(path for path, _ in owners)):
            journal = SqliteJournal(path)
            found.stale_accepted += fencing.out_of_order(journal)
            entries += verify(journal).entries[fencing.STREAM]
            journal.close()
    line = (
        f"{found.writes:,} writes by two writers, {found.takeovers:,} takeovers, {frozen:,} owners "
        f"frozen and woken: {found.stale_accepted:,} stale accepted, {found.owner_refused:,} of "
        f"the owner's refused; all {entries:,} entries in files chain and add up"
    )
    is_clean = not found.stale_accepted and not found.owner_refused
    return [line], is_clean and found.fenced > 0 < frozen


def race(work: tuple[Path, int, int]) -> fencing.Takeovers:
    """Run one of the two processes that write at the same time."""
    return fencing.race(*work)


def freeze(work: tuple[Path, int]) -> int:
    """Freeze the owners of a stream one after the other."""
    path, owners = work
    return sum(fencing.frozen(path, seed) for seed in range(owners))


if __name__ == "__main__":
    run("fencing", campaign)
