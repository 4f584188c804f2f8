"""The campaigns of this folder by name; each prints its figures, one line each.

`scripts/campaign NAME` runs one at full size; `--seed N` plays one of its seeds again; `--sample`
is the size of every commit, for all of them where none is named.
"""

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path
from random import Random

from punto.journal.in_memory import InMemoryJournal
from punto.journal.sqlite import CHECKSUMS, SqliteJournal
from punto.journal.verify import verify
from tests.powercut import cuts, failing, fencing, kills, rot, seeds
from tests.powercut.holding import Tally
from tests.powercut.size import FULL, SAMPLE, Size
from tests.powercut.vfs import memory
from tests.powercut.workers import CORES, own_vfs, spread

HAS_STRACE = shutil.which("strace") is not None


def main() -> None:
    """Runs what was asked for; ends with 1 if something failed, or a control did not."""
    asked = argparse.ArgumentParser(prog="scripts/campaign")
    asked.add_argument("names", nargs="*", metavar="NAME", help=", ".join(CAMPAIGNS))
    asked.add_argument("--seed", type=int, help="plays one seed again")
    asked.add_argument("--sample", action="store_true", help="the size of every commit")
    words = asked.parse_args()
    if unknown := set(words.names) - CAMPAIGNS.keys():
        asked.error(f"there is no campaign {', '.join(unknown)}; expected {', '.join(CAMPAIGNS)}")
    size = SAMPLE if words.sample else FULL
    if words.seed is not None:
        size = size.of_one_seed()
    is_clean = True
    for name in words.names or CAMPAIGNS:
        began = time.monotonic()
        is_clean &= CAMPAIGNS[name](size, 1 if words.seed is None else words.seed)
        print(f"  {name}: {time.monotonic() - began:.0f} s on {CORES} cores", flush=True)
    sys.exit(not is_clean)


def told(campaign: str, what: str, tally: Tally) -> bool:
    """Prints what was found, with the seeds that show it again; whether it was clean."""
    print(
        f"{tally.cuts:,} {what}: {tally.acknowledged_lost:,} acknowledged lost, "
        f"{tally.half_moves:,} half moves, {tally.cents:,} cents, {tally.paid_twice:,} paid twice, "
        f"{tally.unreadable:,} unreadable",
        flush=True,
    )
    for each in tally.failed[:10]:
        seed = each.removeprefix("seed ").partition(",")[0]
        print(f"  {each}; again: scripts/campaign {campaign} --seed {seed}")
    return tally.is_clean


def gathered(tallies: Iterable[Tally]) -> Tally:
    """Many tallies in one."""
    whole = Tally()
    for each in tallies:
        whole.add(each)
    return whole


# Power cuts


def power_cuts(size: Size, first: int) -> bool:
    """A million power cuts, and how the same goes where commits are not synced."""
    shifts = range(first, first + size.cuts // cuts.CUTS_A_SEED)
    tally = gathered(spread(cut_shift, shifts, 5))
    is_clean = told("powercut", "power cuts", tally)
    kinds = [f"{count:,} {kind}" for kind, count in tally.kinds.most_common()]
    print(f"  of them {'; '.join(kinds)}")
    controls = [control(size, first, each) for each in ("NORMAL", "OFF")]
    return is_clean and all(controls)


def cut_shift(seed: int, synchronous: str = "FULL") -> Tally:
    """The cuts of one shift; whatever else goes wrong in it is a failure of its seed."""
    try:
        return cuts.cut(own_vfs(), seed, synchronous)
    except Exception as error:
        return Tally(failed=[f"seed {seed}, {type(error).__name__}: {error}"])


def control(size: Size, first: int, synchronous: str) -> bool:
    """The same with commits that are not synced, which must fail, or the cuts prove nothing."""
    shifts = range(first, first + size.control_shifts)
    found = list(spread(partial(cut_shift, synchronous=synchronous), shifts))
    tally, caught = gathered(found), sum(each.faults > 0 for each in found)
    print(
        f"control, synchronous={synchronous}: {tally.cuts:,} power cuts in {len(shifts)} shifts: "
        f"{tally.acknowledged_lost:,} acknowledged lost, {tally.half_moves:,} half moves, "
        f"{tally.unreadable:,} unreadable; caught in {caught} of {len(shifts)} shifts",
        flush=True,
    )
    return tally.acknowledged_lost > 0 and 10 * caught >= 9 * len(shifts)


# Kills and failing disks


def all_kills(size: Size, first: int) -> bool:
    """kill -9 before and after every write, sync and answer; by strace at every system call."""
    shifts = [(first + number, size.kill_every) for number in range(size.killed_shifts)]
    tally = gathered(spread(kill_by_own_hand, shifts))
    is_clean = told("kills", "kills before and after a write, sync or answer", tally)
    if HAS_STRACE and not size.is_sample:
        tally = gathered(spread(kill_by_strace, shifts))
        is_clean &= told("kills", "kills by strace at a write, sync or answer", tally)
    return is_clean


def kill_by_own_hand(work: tuple[int, int]) -> Tally:
    """Kills a shift at every n-th point, by the VFS."""
    seed, every = work
    return kills.kill_at(own_hand(), seed, range(1 + seed % every, 1_000_000, every))


@cache
def own_hand() -> kills.AtItsOwnHand:
    """The way of this process to kill."""
    return kills.AtItsOwnHand()


def kill_by_strace(work: tuple[int, int]) -> Tally:
    """Kills a shift at every n-th point, by strace."""
    seed, every = work
    return kills.kill_at(kills.ByStrace(), seed, range(1 + seed % every, 1_000_000, every))


def all_faults(size: Size, first: int) -> bool:
    """A full or broken disk at every write, sync and read; by strace at every system call."""
    is_clean = True
    shifts = [first + number for number in range(size.failing_shifts)]
    for fault in failing.FAULTS:
        work = [(seed, fault.name, size.fail_every) for seed in shifts]
        tally = gathered(spread(fail_shift, work))
        is_clean &= told("faults", f"times {fault.name}", tally)
    for name in kills.REAL_FAULTS if HAS_STRACE and not size.is_sample else ():
        work = [(seed, name, size.fail_every) for seed in shifts]
        tally = gathered(spread(fail_by_strace, work))
        is_clean &= told("faults", f"times {name}, by strace", tally)
    return is_clean


def fail_shift(work: tuple[int, str, int]) -> Tally:
    """Lets the disk fail a shift at every n-th point."""
    seed, name, every = work
    [fault] = [each for each in failing.FAULTS if each.name == name]
    points = range(1 + seed % every, 1_000_000, every)
    return failing.Sufferer(own_vfs(), seed).fail_at(fault, points)


def fail_by_strace(work: tuple[int, str, int]) -> Tally:
    """Lets the n-th system call fail, as the system would tell it."""
    seed, name, every = work
    return kills.kill_at(kills.REAL_FAULTS[name], seed, range(1 + seed % every, 1_000_000, every))


# Rot


def all_rot(size: Size, first: int) -> bool:
    """Every bit, row, order and length of a long journal changed; bits flipped in its file."""
    with tempfile.TemporaryDirectory(dir=memory()) as folder:
        path = Path(folder) / "journal"
        journal = SqliteJournal(path)
        rot.filled(journal, first, size.rows)
        streams = rot.rows_of(journal)
        journal.close()
        rows = sum(len(each.rows) for each in streams)
        bits = gathered_pairs(spread(flip_rows, pieces(path, streams, size.rows_flipped)))
        orders = gathered_pairs(rot.orders_unseen(each, Random(first)) for each in streams)
        lengths = gathered_pairs(spread(cut_tails, pieces(path, streams, size.truncations)))
    for tried, unseen, what in (
        (*bits, "changed bits"),
        (*orders, "rows deleted, doubled or swapped"),
        (*lengths, "truncations, against the exported head,"),
    ):
        print(f"{tried:,} {what} in a journal of {rows:,} rows: {unseen:,} not seen", flush=True)
    return not bits[1] and not orders[1] and not lengths[1] and all_flips(size, first)


def pieces(path: Path, streams: list[rot.Rows], wanted: int) -> list[tuple[Path, str, list[int]]]:
    """Rows of all streams, spread evenly if not all of them are wanted, in handy pieces."""
    every = [(each.stream, number) for each in streams for number in range(1, len(each.rows) + 1)]
    chosen = every[:: max(1, len(every) // wanted)]
    found = []
    for stream in {name: None for name, _ in chosen}:
        numbers = [number for name, number in chosen if name == stream]
        found += [(path, stream, numbers[at : at + 50]) for at in range(0, len(numbers), 50)]
    return found


def flip_rows(work: tuple[Path, str, list[int]]) -> tuple[int, int]:
    """Flips every bit of some rows."""
    path, stream, numbers = work
    [rows] = [each for each in rows_in(path) if each.stream == stream]
    return rot.bits_unseen(rows, numbers)


@cache
def rows_in(path: Path) -> list[rot.Rows]:
    """The rows of a journal file, read once."""
    journal = SqliteJournal(path, read_only=True)
    try:
        return rot.rows_of(journal)
    finally:
        journal.close()


def cut_tails(work: tuple[Path, str, list[int]]) -> tuple[int, int]:
    """Cuts a stream before each of some rows."""
    path, stream, numbers = work
    return rot.truncations_unseen(entries_in(path), stream, [number - 1 for number in numbers])


@cache
def entries_in(path: Path) -> rot.Whole:
    """The entries of a journal file, read once."""
    journal = SqliteJournal(path, read_only=True)
    try:
        return {stream: list(journal.read(stream)) for stream in journal.streams()}
    finally:
        journal.close()


def gathered_pairs(found: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """How many were tried, and how many went unseen, of all."""
    tried = unseen = 0
    for each in found:
        tried, unseen = tried + each[0], unseen + each[1]
    return tried, unseen


def all_flips(size: Size, first: int) -> bool:
    """Bits flipped in the file with page checksums, and in one without, the control."""
    wrong = {}
    for stack, what in (
        (CHECKSUMS, "the database file"),
        ("powercut", "plain SQLite, the control"),
    ):
        files = [(first + number, stack) for number in range(max(1, size.flips // 1_000))]
        flips = rot.Flips()
        for each in spread(flip_file, files):
            flips.add(each)
        print(
            f"{flips.tried:,} flipped bits in {what}: {flips.wrong:,} wrong answers, "
            f"{flips.seen:,} seen, {flips.harmless:,} without effect",
            flush=True,
        )
        wrong[stack] = flips.wrong
    log = rot.LogFlips()
    for found in spread(flip_log, [first + number for number in range(size.flips // 4_000)]):
        log.add(found)
    print(
        f"{log.tried:,} flipped bits in the write-ahead log: {log.shortened:,} cut its tail off, "
        f"{log.unseen:,} of them not seen with the exported head; {log.wrong:,} wrong answers",
        flush=True,
    )
    return wrong[CHECKSUMS] == 0 < wrong["powercut"] and not log.unseen + log.wrong


def flip_file(work: tuple[int, str]) -> rot.Flips:
    """Flips a thousand bits of one journal file."""
    seed, stack = work
    return rot.Rotting(own_vfs(), seed, stack).flip(1_000)


def flip_log(seed: int) -> rot.LogFlips:
    """Flips a thousand bits of one write-ahead log."""
    return rot.Rotting(own_vfs(), seed).flip_log(1_000)


# Seeds and writers


def same_seeds(size: Size, first: int) -> bool:
    """The same seed in two processes with other hash seeds."""
    step = max(1, min(500, size.seeds // (2 * CORES)))
    last = first + size.seeds - 1
    ranges = [(at, min(at + step - 1, last)) for at in range(first, last + 1, step)]
    differing = [each for found in spread(compare_seeds, ranges) for each in found]
    same = size.seeds - len(differing)
    print(f"same seed, same journal hash in two processes: {same:,} of {size.seeds:,}", flush=True)
    for each in differing[:10]:
        print(f"  {each}; again: scripts/campaign seeds --seed {each.removeprefix('seed ')}")
    return not differing


def compare_seeds(work: tuple[int, int]) -> list[str]:
    """The seeds of a range that differ."""
    return seeds.differing(*work)


def two_writers(size: Size, first: int) -> bool:
    """Two writers on one stream, in one process, in two at once, and with the owner frozen."""
    shared = InMemoryJournal()
    found = fencing.contend(shared, shared, first, size.writes)
    with tempfile.TemporaryDirectory(dir=memory()) as name:
        folder = Path(name)
        one, other = (fencing.unlocked(folder / "in turn") for _ in range(2))
        found.add(fencing.contend(one, other, first, size.writes // 4))
        one.close()
        other.close()
        racers = [(folder / "at once", seed, size.writes // 8) for seed in (first, first + 1)]
        for each in spread(race_for, racers, workers=2):
            found.add(each)
        owners = [(folder / f"frozen {core}", size.freezes // CORES) for core in range(CORES)]
        frozen = sum(spread(freeze_owners, owners))
        kept = 0
        for path in (folder / "in turn", folder / "at once", *(path for path, _ in owners)):
            journal = SqliteJournal(path)
            found.stale_accepted += fencing.out_of_order(journal)
            kept += verify(journal).entries[fencing.STREAM]
            journal.close()
    print(
        f"{found.writes:,} writes by two writers, {found.takeovers:,} takeovers, {frozen:,} owners "
        f"frozen and woken: {found.stale_accepted:,} stale accepted, {found.owner_refused:,} of the "
        f"owner's refused; all {kept:,} entries in files chain and add up",
        flush=True,
    )
    return not found.stale_accepted and not found.owner_refused


def race_for(work: tuple[Path, int, int]) -> fencing.Takeovers:
    """One of the processes that write at once."""
    return fencing.race(*work)


def freeze_owners(work: tuple[Path, int]) -> int:
    """Freezes one owner of a stream after the other."""
    path, owners = work
    return sum(fencing.frozen(path, seed) for seed in range(owners))


CAMPAIGNS: dict[str, Callable[[Size, int], bool]] = {
    "powercut": power_cuts,
    "kills": all_kills,
    "faults": all_faults,
    "rot": all_rot,
    "seeds": same_seeds,
    "fencing": two_writers,
}

if __name__ == "__main__":
    main()
