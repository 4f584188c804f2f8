"""The export folder: lines that last, a torn one that does not, and journals that are too old."""

from pathlib import Path

import pytest

from punto.journal.checkpoint import (
    InvalidCheckpoint,
    JournalBehindCheckpoint,
    successive_checkpoints,
)
from punto.journal.checkpoint_folder import (
    CHECKPOINTS_PER_FILE,
    CheckpointFolder,
    files,
    last_line,
    lines_of,
    signers_of,
)
from punto.journal.entry import Entry
from punto.journal.errors import JournalError
from punto.journal.keys.signing import SigningKey
from punto.journal.protocol import Batch
from punto.journal.reader import JournalReader
from punto.journal.stores.sqlite import SqliteJournal
from punto.table.actors import HOUSE_DEALER
from punto.table.events.play import SeatTaken


def write(journal: SqliteJournal, *names: str) -> None:
    taken = journal.acquire("table")
    entries = [Entry(name, "", HOUSE_DEALER, "", (SeatTaken(1, name),)) for name in names]
    journal.append(Batch("table", taken.epoch, taken.version, entries))


def export(folder: Path, journal: Path, key: SigningKey, times: int = 1) -> None:
    reader, checkpoints = JournalReader(journal), CheckpointFolder(folder, key)
    for _ in range(times):
        checkpoints.write(reader.streams(), "2026-11-14", "software", {})
    reader.close()


def test_a_journal_at_or_past_the_last_checkpoint_is_taken_and_an_older_one_is_not(
    tmp_path: Path,
) -> None:
    key, folder, path = SigningKey(b"key".ljust(32)), tmp_path / "out", tmp_path / "floor.db"
    journal = SqliteJournal(path)
    write(journal, "a", "b")
    journal.back_up(tmp_path / "old.db")
    write(journal, "c")
    export(folder, path, key)
    write(journal, "d")
    journal.close()
    CheckpointFolder(folder, key).check(JournalReader(path))
    with pytest.raises(
        JournalBehindCheckpoint, match=r"table ends at entry 2, and checkpoint 1 .* has entry 3"
    ):
        CheckpointFolder(folder, key).check(JournalReader(tmp_path / "old.db"))
    # An old copy that somebody went on with is not what was exported either.
    other = SqliteJournal(tmp_path / "old.db")
    write(other, "x", "y")
    other.close()
    with pytest.raises(JournalBehindCheckpoint, match="another entry 3"):
        CheckpointFolder(folder, key).check(JournalReader(tmp_path / "old.db"))


def test_a_journal_that_is_gone_is_not_begun_anew(tmp_path: Path) -> None:
    key, folder = SigningKey(b"key".ljust(32)), tmp_path / "out"
    journal = SqliteJournal(tmp_path / "floor.db")
    write(journal, "a")
    journal.close()
    export(folder, tmp_path / "floor.db", key)
    SqliteJournal(tmp_path / "new.db").close()
    with pytest.raises(JournalBehindCheckpoint, match="ends at entry 0"):
        CheckpointFolder(folder, key).check(JournalReader(tmp_path / "new.db"))


def test_a_line_that_a_power_cut_tore_off_counts_for_nothing(tmp_path: Path) -> None:
    key, folder, path = SigningKey(b"key".ljust(32)), tmp_path / "out", tmp_path / "floor.db"
    journal = SqliteJournal(path)
    write(journal, "a")
    journal.close()
    export(folder, path, key, times=2)
    whole = last_line(folder)
    (file,) = files(folder)
    for torn in range(1, len(whole)):
        file.write_bytes((whole + "\n" + whole[:torn]).encode())
        assert last_line(folder) == whole
    export(folder, path, key)
    assert [each.sequence for each in successive_checkpoints(lines_of(folder), key.signers)] == [
        2,
        3,
    ]


def test_a_thousand_checkpoints_lie_in_one_file_and_the_next_in_another(tmp_path: Path) -> None:
    key, folder, path = SigningKey(b"key".ljust(32)), tmp_path / "out", tmp_path / "floor.db"
    SqliteJournal(path).close()
    export(folder, path, key, times=CHECKPOINTS_PER_FILE + 1)
    assert len(files(folder)) == 2
    assert (
        sum(1 for _ in successive_checkpoints(lines_of(folder), key.signers))
        == CHECKPOINTS_PER_FILE + 1
    )
    assert len(list(lines_of(folder, CHECKPOINTS_PER_FILE + 1))) == 1


def test_a_folder_of_another_house_is_not_written_to(tmp_path: Path) -> None:
    key, folder, path = SigningKey(b"key".ljust(32)), tmp_path / "out", tmp_path / "floor.db"
    SqliteJournal(path).close()
    export(folder, path, key)
    assert signers_of(folder) == key.signers
    with pytest.raises(InvalidCheckpoint, match="signed by key"):
        CheckpointFolder(folder, SigningKey(b"other".ljust(32)))
    with pytest.raises(JournalError, match="no export folder"):
        signers_of(tmp_path)


def test_of_a_hundred_old_backups_none_is_accepted(tmp_path: Path) -> None:
    key, folder, path = SigningKey(b"key".ljust(32)), tmp_path / "out", tmp_path / "floor.db"
    journal = SqliteJournal(path)
    for number in range(100):
        write(journal, f"entry-{number}")
        journal.back_up(tmp_path / f"{number}.db")
    write(journal, "last")
    journal.close()
    export(folder, path, key)
    checkpoints = CheckpointFolder(folder, key)
    for number in range(100):
        reader = JournalReader(tmp_path / f"{number}.db")
        with pytest.raises(
            JournalBehindCheckpoint, match=f"table ends at entry {number + 1}, and checkpoint 1"
        ):
            checkpoints.check(reader)
        reader.close()
    checkpoints.check(JournalReader(path))
