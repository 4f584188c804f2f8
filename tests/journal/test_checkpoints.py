"""Checkpoints are signed and follow each other; a journal older than the last one is refused."""

from pathlib import Path

import msgspec
import pytest

from punto.journal.checkpoints import (
    CHECKPOINTS_PER_FILE,
    Checkpoint,
    CheckpointFolder,
    InvalidCheckpoint,
    JournalBehindCheckpoint,
    decode,
    digest_of,
    encode,
    files,
    last_line,
    lines_of,
    signers_of,
    successive_checkpoints,
)
from punto.journal.entry import Entry
from punto.journal.errors import JournalError
from punto.journal.keys import SignerChain, SigningKey
from punto.journal.protocol import Batch
from punto.journal.reader import JournalReader
from punto.journal.stores.sqlite import SqliteJournal
from punto.table.actors import HOUSE_DEALER
from punto.table.events import SeatTaken


def signed_line(key: SigningKey, sequence: int = 1, previous: str = "", entry: int = 5) -> str:
    heads = {"tiger-5": (entry, "ab" * 32)}
    checkpoint = Checkpoint(
        sequence, "2026-11-14", heads, entry, "cd" * 32, {}, previous, key.public
    )
    return encode(checkpoint, key)


@pytest.fixture
def key() -> SigningKey:
    return SigningKey(b"sign.key".ljust(32))


def test_a_checkpoint_decodes_under_the_key_of_the_house(key: SigningKey) -> None:
    found = decode(signed_line(key), key.signers)
    assert (found.sequence, found.entries, found.heads) == (1, 5, {"tiger-5": (5, "ab" * 32)})


def test_a_checkpoint_with_a_changed_bit_is_refused(key: SigningKey) -> None:
    line = signed_line(key).encode()
    for place in range(len(line)):
        for bit in range(8):
            forged = bytearray(line)
            forged[place] ^= 1 << bit
            with pytest.raises(InvalidCheckpoint):
                decode(forged.decode(errors="replace"), key.signers)


def test_a_checkpoint_of_another_house_is_refused(key: SigningKey) -> None:
    other = SigningKey(b"other.key".ljust(32))
    with pytest.raises(InvalidCheckpoint, match="signed by key"):
        decode(signed_line(other), key.signers)
    # A line that contains the key of the house but the signature of another key is refused.
    text, _, _ = signed_line(key).rpartition(" ")
    with pytest.raises(InvalidCheckpoint, match="the signature does not match the text"):
        decode(f"{text} {other.sign('checkpoint', text.encode())}", key.signers)
    # A signature for another purpose is refused.
    with pytest.raises(InvalidCheckpoint, match="the signature does not match the text"):
        decode(f"{text} {key.sign('bundle', text.encode())}", key.signers)


def test_checkpoints_follow_each_other_and_heads_never_decrease(key: SigningKey) -> None:
    first = signed_line(key)
    second = signed_line(key, 2, digest_of(first), entry=9)
    found = successive_checkpoints([first, second], key.signers)
    assert [checkpoint.sequence for checkpoint in found] == [1, 2]
    for wrong in (
        signed_line(key, 3, digest_of(first), entry=9),
        signed_line(key, 2, digest_of(second), entry=9),
        signed_line(key, 2, digest_of(first), entry=4),
    ):
        with pytest.raises(InvalidCheckpoint):
            list(successive_checkpoints([first, wrong], key.signers))
    with pytest.raises(InvalidCheckpoint, match="refers to a checkpoint before it"):
        list(successive_checkpoints([signed_line(key, 1, "ab" * 32)], key.signers))


def test_a_checkpoint_with_an_unknown_field_is_refused(key: SigningKey) -> None:
    plain = msgspec.json.decode(signed_line(key).rpartition(" ")[0])
    text = msgspec.json.encode({**plain, "more": 1})
    with pytest.raises(InvalidCheckpoint, match="not a checkpoint"):
        decode(f"{text.decode()} {key.sign('checkpoint', text)}", key.signers)


def test_a_replaced_key_signs_nothing_and_the_trusted_key_vouches_for_earlier_lines() -> None:
    older = SigningKey(b"o" * 32)
    public = SigningKey(b"n" * 32).public
    chain = SignerChain((older.public, public), (older.sign("key", public.encode()),))
    newer = SigningKey(b"n" * 32, chain)
    lines = [signed_line(older)]
    for by in (newer, older):
        lines.append(signed_line(by, len(lines) + 1, digest_of(lines[-1])))
    found = successive_checkpoints(lines[:2], chain, public)
    assert [checkpoint.key for checkpoint in found] == [older.public, public]
    with pytest.raises(InvalidCheckpoint, match="although a newer key has signed before it"):
        list(successive_checkpoints(lines, chain))
    with pytest.raises(InvalidCheckpoint, match="is signed by a key older than"):
        list(successive_checkpoints(lines[:1], chain, public))
    assert len(list(successive_checkpoints(lines[:1], chain, older.public))) == 1


def write(journal: SqliteJournal, *names: str) -> None:
    lease = journal.acquire("table")
    entries = [Entry(name, "", HOUSE_DEALER, "", (SeatTaken(1, name),)) for name in names]
    journal.append(Batch("table", lease.epoch, lease.version, entries))


def export(folder: Path, journal: Path, key: SigningKey, times: int = 1) -> None:
    reader, checkpoints = JournalReader(journal), CheckpointFolder(folder, key)
    for _ in range(times):
        checkpoints.write(reader.streams(), "2026-11-14", "software", {})
    reader.close()


def test_only_a_journal_at_or_past_the_last_checkpoint_is_accepted(
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
        JournalBehindCheckpoint, match=r"table ends at entry 2, but checkpoint 1 .* has entry 3"
    ):
        CheckpointFolder(folder, key).check(JournalReader(tmp_path / "old.db"))
    # An old copy that was extended has the same numbers but other entries.
    other = SqliteJournal(tmp_path / "old.db")
    write(other, "x", "y")
    other.close()
    with pytest.raises(
        JournalBehindCheckpoint, match=r"differs from checkpoint 1 .* at entry 3 of table"
    ):
        CheckpointFolder(folder, key).check(JournalReader(tmp_path / "old.db"))


def test_a_new_journal_does_not_replace_a_lost_one(tmp_path: Path) -> None:
    key, folder = SigningKey(b"key".ljust(32)), tmp_path / "out"
    journal = SqliteJournal(tmp_path / "floor.db")
    write(journal, "a")
    journal.close()
    export(folder, tmp_path / "floor.db", key)
    SqliteJournal(tmp_path / "new.db").close()
    with pytest.raises(JournalBehindCheckpoint, match="ends at entry 0"):
        CheckpointFolder(folder, key).check(JournalReader(tmp_path / "new.db"))


def test_an_incomplete_line_of_a_power_cut_is_ignored(tmp_path: Path) -> None:
    key, folder, path = SigningKey(b"key".ljust(32)), tmp_path / "out", tmp_path / "floor.db"
    journal = SqliteJournal(path)
    write(journal, "a")
    journal.close()
    export(folder, path, key, times=2)
    complete = last_line(folder)
    (file,) = files(folder)
    for length in range(1, len(complete)):
        file.write_bytes((complete + "\n" + complete[:length]).encode())
        assert last_line(folder) == complete
    export(folder, path, key)
    found = successive_checkpoints(lines_of(folder), key.signers)
    assert [checkpoint.sequence for checkpoint in found] == [2, 3]


def test_a_file_holds_a_thousand_checkpoints(tmp_path: Path) -> None:
    key, folder, path = SigningKey(b"key".ljust(32)), tmp_path / "out", tmp_path / "floor.db"
    SqliteJournal(path).close()
    export(folder, path, key, times=CHECKPOINTS_PER_FILE + 1)
    assert len(files(folder)) == 2
    found = list(successive_checkpoints(lines_of(folder), key.signers))
    assert len(found) == CHECKPOINTS_PER_FILE + 1
    assert len(list(lines_of(folder, CHECKPOINTS_PER_FILE + 1))) == 1


def test_a_folder_of_another_house_is_refused(tmp_path: Path) -> None:
    key, folder, path = SigningKey(b"key".ljust(32)), tmp_path / "out", tmp_path / "floor.db"
    SqliteJournal(path).close()
    export(folder, path, key)
    assert signers_of(folder) == key.signers
    with pytest.raises(InvalidCheckpoint, match="signed by key"):
        CheckpointFolder(folder, SigningKey(b"other".ljust(32)))
    with pytest.raises(JournalError, match="not an export folder"):
        signers_of(tmp_path)


def test_each_of_a_hundred_old_backups_is_refused(tmp_path: Path) -> None:
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
            JournalBehindCheckpoint, match=f"table ends at entry {number + 1}, but checkpoint 1"
        ):
            checkpoints.check(reader)
        reader.close()
    checkpoints.check(JournalReader(path))
