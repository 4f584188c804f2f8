"""If a disk fails or a file cannot be used, Punto reports the reason and bets stop."""

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from campaigns.faults import campaign
from punto.floor.streams.owner import CommandRequest, StreamStopped
from punto.journal.chain import verify
from punto.journal.errors import JournalCorrupted, JournalError, StorageFailed
from punto.journal.stores.sqlite import SqliteJournal
from punto.table.commands import OpenBets
from tests.powercut.people import STAFF
from tests.powercut.rot import Answers, answers
from tests.powercut.shift import Shift, play
from tests.powercut.workers import spread

PAGE = 4096
TURNS = 40
Record = Callable[[str, object], None]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal that contains a shift."""
    journal = SqliteJournal(tmp_path / "j.db")
    play(journal, 1, TURNS)
    journal.close()
    return tmp_path / "j.db"


def heads_in(path: Path) -> dict[str, str]:
    journal = SqliteJournal(path, read_only=True)
    try:
        return dict(verify(journal).heads)
    finally:
        journal.close()


def test_a_disk_that_fails_anywhere_stops_bets_and_loses_nothing(record_property: Record) -> None:
    """A full disk and errors of writes, syncs and reads, at one act in seven.

    The sender of the command gets an error, the stream owner refuses further commands, and every
    acknowledged entry is there, even after a power cut. The campaign tries every act.
    """
    lines, is_clean = campaign("small", 1)
    for line in lines:
        record_property("figure", line)
    assert is_clean, "\n".join(lines)


def turns(shift: Shift) -> None:
    for _ in range(TURNS):
        shift.turn()


def stop(shift: Shift) -> str:
    """Play until the journal fails, check that its owners have stopped, and return the error."""
    with pytest.raises(StorageFailed) as failed:
        turns(shift)
    stopped = [desk for desk in (shift.cage, shift.table) if desk._is_in_doubt]
    assert stopped
    for desk in stopped:
        with pytest.raises(StreamStopped):
            desk.handle(CommandRequest("after", STAFF, OpenBets()))
    return str(failed.value)


def test_a_database_that_another_program_locks_stops_bets(path: Path) -> None:
    journal = SqliteJournal(path)
    shift = play(journal, 2, 0)
    journal._db.set_busy_timeout(10)
    with locked_elsewhere(path):
        assert stop(shift).endswith("is locked by another program; nothing was stored")
    journal.close()
    before = heads_in(path)
    again = SqliteJournal(path)
    play(again, 3, TURNS)
    again.close()
    assert heads_in(path) != before


@contextmanager
def locked_elsewhere(path: Path) -> Iterator[None]:
    program = (
        "import sys, apsw, apsw.sqlite_extra\n"
        "apsw.sqlite_extra.load(apsw.Connection(':memory:'), 'cksumvfs')\n"
        "db = apsw.Connection(sys.argv[1], vfs='cksmvfs'); db.execute('BEGIN IMMEDIATE')\n"
        "print('locked', flush=True); sys.stdin.read()"
    )
    words = [sys.executable, "-c", program, str(path)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"locked\n"
        yield
        assert other.stdin is not None
        other.stdin.close()


@pytest.mark.parametrize("room", [70_000, 110_000, 160_000])
def test_a_real_file_that_may_not_grow_ends_a_table_with_one_line(
    tmp_path: Path, room: int
) -> None:
    """The whole program stops, and continues when the file may grow again."""
    path = tmp_path / "full.db"
    words = [str(Path(sys.executable).parent / "punto"), "table", "tiger", "--journal", str(path)]
    lines = "bet banker=20\ndeal\n" * 200
    full = subprocess.run(
        words,
        input=lines,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
    )
    assert full.returncode == 2
    assert full.stderr.startswith(f"punto: {path} could not be read or written")
    assert full.stderr.count("\n") == 1
    before = everything_in(path)
    more = subprocess.run(words, input=lines, capture_output=True, text=True, check=False)
    assert (more.returncode, more.stderr) == (0, "")
    assert heads_in(path)
    assert everything_in(path) != before


def test_a_second_process_is_refused_and_the_first_continues(path: Path) -> None:
    journal = SqliteJournal(path)
    shift = play(journal, 2, 5)
    program = (
        "import sys; from pathlib import Path\n"
        "from punto.journal.errors import JournalError\n"
        "from punto.journal.stores.sqlite import SqliteJournal\n"
        "try: SqliteJournal(Path(sys.argv[1]))\n"
        "except JournalError as error: sys.exit(str(error))"
    )
    words = [sys.executable, "-c", program, str(path)]
    second = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (second.returncode, second.stderr) == (1, f"{path} is in use by another process\n")
    before = shift.table.version
    turns(shift)
    assert shift.table.version > before
    journal.close()
    assert heads_in(path)


def test_a_damaged_page_is_reported_and_not_served(path: Path) -> None:
    """Each page in turn is damaged; reading everything reports the damage."""
    sound = path.read_bytes()
    for page in range(len(sound) // PAGE):
        data = bytearray(sound)
        for at in range(page * PAGE + 40, page * PAGE + PAGE // 2):
            data[at] ^= 0x55
        path.write_bytes(data)
        with pytest.raises(JournalCorrupted, match="is damaged"):
            everything_in(path)
        assert path.read_bytes() == data


def everything_in(path: Path) -> Answers:
    journal = SqliteJournal(path, read_only=True)
    try:
        return answers(journal)
    finally:
        journal.close()


def test_half_a_file_is_refused(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(JournalCorrupted, match="is damaged"):
        heads_in(path)


def test_a_journal_of_a_newer_version_is_refused_unchanged(path: Path) -> None:
    journal = SqliteJournal(path)
    journal._db.execute("PRAGMA user_version = 9")
    journal.close()
    before = path.read_bytes()
    for read_only in (True, False):
        with pytest.raises(JournalError, match="is a journal of version 9, but this Punto reads"):
            SqliteJournal(path, read_only=read_only)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("folder_mode", "file_mode", "has_log", "read_only", "words"),
    [
        (0o555, 0o444, False, False, "cannot be written"),
        (0o777, 0o444, False, False, "cannot be written"),
        (0o777, 0o000, False, False, "cannot be written"),
        # A closed journal can be read without write access; a journal with a log cannot.
        (0o555, 0o444, False, True, "opened"),
        (0o555, 0o444, True, True, "cannot be opened"),
        (0o777, 0o000, False, True, "cannot be opened"),
    ],
)
def test_wrong_permissions_are_named(
    folder_mode: int, file_mode: int, has_log: bool, read_only: bool, words: str
) -> None:
    requests = [((folder_mode, file_mode), has_log, read_only)]
    [message] = spread(open_without_permission, requests)
    assert words in message


def open_without_permission(requested: tuple[tuple[int, int], bool, bool]) -> str:
    """The message for a user who is not root and lacks permission for a file or its folder."""
    modes, has_log, read_only = requested
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "j.db"
        journal = SqliteJournal(path)
        play(journal, 1, 5)
        journal.close()
        (folder / "j.db.lock").unlink()
        if has_log:
            (folder / "j.db-wal").touch()
        path.chmod(modes[1])
        folder.chmod(modes[0])
        reading, writing = os.pipe()
        if (pid := os.fork()) == 0:
            if os.geteuid() == 0:
                os.setuid(65534)
            try:
                answers(SqliteJournal(path, read_only=read_only))
                os.write(writing, b"opened")
            except JournalError as error:
                os.write(writing, str(error).encode())
            except BaseException as error:
                os.write(writing, f"unexpected: {error!r}".encode())
            os._exit(0)
        os.close(writing)
        message = os.read(reading, 4096).decode()
        os.waitpid(pid, 0)
        folder.chmod(0o755)
    return message
