"""Change every bit, row, order and length of a long journal, and flip bits in its file.

The control flips the same bits in a journal on plain SQLite, without page checksums.
"""

import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from random import Random

from punto.journal.stores.sqlite import SqliteJournal
from punto.journal.stores.sqlite_file import CHECKSUMS
from tests.powercut import rot
from tests.powercut.telling import run
from tests.powercut.vfs import memory
from tests.powercut.workers import own_vfs, spread

ROWS = {"full": 10_000, "small": 10_000, "one": 10_000}
ROWS_FLIPPED = {"full": 10_000, "small": 300, "one": 300}
TRUNCATIONS = {"full": 10_000, "small": 40, "one": 40}
FLIPS = {"full": 100_000, "small": 4_000, "one": 4_000}

PLAIN = "powercut"
"""The VFS below the checksums, used alone."""

Piece = tuple[Path, str, list[int]]
"""A journal file, one of its streams, and the numbers of some rows."""


def campaign(size: str, first: int) -> tuple[list[str], bool]:
    """Change rows, then files."""
    lines, is_found = changed_rows(size, first)
    more, is_right = flipped_files(FLIPS[size], first)
    return lines + more, is_found and is_right


def changed_rows(size: str, first: int) -> tuple[list[str], bool]:
    """Change rows of a journal one at a time. The reader must detect each change."""
    with tempfile.TemporaryDirectory(dir=memory()) as folder:
        path = Path(folder) / "journal"
        journal = SqliteJournal(path)
        rot.fill(journal, first, ROWS[size])
        streams = rot.rows_of(journal)
        journal.close()
        rows = sum(len(each.rows) for each in streams)
        bits = added(spread(flip_rows, pieces(path, streams, ROWS_FLIPPED[size])))
        orders = added(rot.orders_unseen(each, Random(first)) for each in streams)
        lengths = added(spread(cut_tails, pieces(path, streams, TRUNCATIONS[size])))
    lines = [
        f"{tried:,} {what} in a journal of {rows:,} rows: {unseen:,} not seen"
        for (tried, unseen), what in (
            (bits, "changed bits"),
            (orders, "rows deleted, doubled or swapped"),
            (lengths, "truncations, against the exported head,"),
        )
    ]
    return lines, all(tried and not unseen for tried, unseen in (bits, orders, lengths))


def pieces(path: Path, streams: list[rot.Rows], many: int) -> list[Piece]:
    """Rows of all streams in small pieces, evenly spread if only some are needed."""
    every = [(each.stream, number) for each in streams for number in range(1, len(each.rows) + 1)]
    chosen = every[:: max(1, len(every) // many)]
    found: list[Piece] = []
    for stream in {name: None for name, _ in chosen}:
        numbers = [number for name, number in chosen if name == stream]
        found += [(path, stream, numbers[at : at + 50]) for at in range(0, len(numbers), 50)]
    return found


def flip_rows(work: Piece) -> tuple[int, int]:
    """Flip every bit of some rows."""
    path, stream, numbers = work
    [rows] = [each for each in rows_in(path) if each.stream == stream]
    return rot.bits_unseen(rows, numbers)


@cache
def rows_in(path: Path) -> list[rot.Rows]:
    """Read the rows of a journal file once."""
    journal = SqliteJournal(path, read_only=True)
    try:
        return rot.rows_of(journal)
    finally:
        journal.close()


def cut_tails(work: Piece) -> tuple[int, int]:
    """Truncate a stream before each of some rows."""
    path, stream, numbers = work
    return rot.truncations_unseen(entries_in(path), stream, [number - 1 for number in numbers])


@cache
def entries_in(path: Path) -> rot.Entries:
    """Read the entries of a journal file once."""
    journal = SqliteJournal(path, read_only=True)
    try:
        return {stream: list(journal.read(stream)) for stream in journal.streams()}
    finally:
        journal.close()


def added(found: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """The total number of changes, and of those that were not detected."""
    tried = unseen = 0
    for each in found:
        tried, unseen = tried + each[0], unseen + each[1]
    return tried, unseen


def flipped_files(tries: int, first: int) -> tuple[list[str], bool]:
    """Flip bits in a file with page checksums, in one without, and in the log of a crash."""
    lines, wrong = [], {}
    for stack, what in ((CHECKSUMS, "the database file"), (PLAIN, "plain SQLite, the control")):
        flips = rot.Flips()
        for each in spread(flip_file, [(first + at, stack) for at in range(tries // 1_000)]):
            flips.add(each)
        lines.append(
            f"{flips.tried:,} flipped bits in {what}: {flips.wrong:,} wrong answers "
            f"({flips.wrong / flips.tried:.1%}), {flips.seen:,} seen, "
            f"{flips.harmless:,} without effect"
        )
        wrong[stack] = flips.wrong
    log = rot.LogFlips()
    for found in spread(flip_log, [first + at for at in range(tries // 4_000)]):
        log.add(found)
    lines.append(
        f"{log.tried:,} flipped bits in the write-ahead log: {log.shortened:,} truncated it, "
        f"{log.unseen:,} of them not seen with the exported head; {log.wrong:,} wrong answers"
    )
    return lines, wrong[CHECKSUMS] == 0 < wrong[PLAIN] and not log.unseen + log.wrong


def flip_file(work: tuple[int, str]) -> rot.Flips:
    """Flip a thousand bits of one journal file."""
    seed, stack = work
    return rot.Rotting(own_vfs(), seed, stack).flip(1_000)


def flip_log(seed: int) -> rot.LogFlips:
    """Flip a thousand bits of one write-ahead log."""
    return rot.Rotting(own_vfs(), seed).flip_log(1_000)


if __name__ == "__main__":
    run("rot", campaign)
