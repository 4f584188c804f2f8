"""Files that a verb writes are there whole, or what was there before stays as it was."""

import errno
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from punto.cli.certification.pack import pack
from punto.cli.files import check_writable, write_bytes, write_rows, write_whole
from punto.cli.floor.backup import backup
from punto.journal.errors import StorageFailed
from punto.journal.reader import JournalReader
from punto.journal.stores.sqlite import SqliteJournal

FULL = OSError(errno.ENOSPC, "No space left on device")


def test_what_fails_half_way_leaves_what_was_there(tmp_path: Path) -> None:
    """A disk that was full took a good sheet away and left half of another."""
    out = tmp_path / "par.html"
    out.write_text("good", encoding="utf-8")
    out.chmod(0o640)

    def fails(failure: BaseException) -> None:
        with write_whole(out) as part:
            part.write_text("half", encoding="utf-8")
            raise failure

    for failure, error in ((FULL, ValueError), (KeyboardInterrupt(), KeyboardInterrupt)):
        with pytest.raises(error):
            fails(failure)
        assert out.read_text(encoding="utf-8") == "good"
        assert [each.name for each in tmp_path.iterdir()] == ["par.html"]
    write_bytes(out, b"better")
    assert (out.read_bytes(), out.stat().st_mode & 0o777) == (b"better", 0o640)


def test_where_nothing_can_be_written_is_found_before_any_work(tmp_path: Path) -> None:
    """All shoes were played before the folder was found to be read-only."""
    (tmp_path / "folder.csv").mkdir()
    for rows, error in (
        (Path("/proc/rows.csv"), "/proc/rows.csv cannot be written"),
        (tmp_path / "folder.csv", "folder.csv cannot be written: Is a directory"),
        (tmp_path / "none" / "rows.csv", "there is no folder"),
    ):
        with pytest.raises(ValueError, match=error):
            check_writable(rows=rows)
    out = tmp_path / "rows.csv"
    out.write_text("good", encoding="utf-8")
    check_writable(Path("/dev/null"), None, rows=out, figure=tmp_path / "new.svg")
    assert out.read_text(encoding="utf-8") == "good"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["folder.csv", "rows.csv"]


def test_rows_that_end_in_a_full_disk_leave_no_file(tmp_path: Path) -> None:
    def rows() -> Iterator[dict[str, object]]:
        yield {"round": 1}
        raise FULL

    with pytest.raises(ValueError, match=r"rows.csv cannot be written: No space left on device"):
        write_rows(tmp_path / "rows.csv", rows())
    assert not list(tmp_path.iterdir())


def test_a_link_stays_one_and_a_pipe_takes_what_comes(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_bytes(tmp_path / "link", b"content")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"content"
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_bytes(pipe, b"content")
    reader.join()
    assert read == [b"content"]


@pytest.mark.parametrize(
    ("failure", "error"), [(FULL, ValueError), (KeyboardInterrupt(), KeyboardInterrupt)]
)
@pytest.mark.parametrize("name", ["pack.zip", "pack", "empty"])
def test_a_pack_that_fails_leaves_nothing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    failure: BaseException,
    error: type[BaseException],
) -> None:
    def half(*_: object) -> Iterator[tuple[str, bytes]]:
        yield "rules/tiger.txt", b"rules"
        yield "index.html", b"index"
        raise failure

    monkeypatch.setattr("punto.certification.submission_pack.pack", half)
    (tmp_path / "empty").mkdir()
    with pytest.raises(error):
        pack(out=tmp_path / name)
    assert [each.name for each in tmp_path.rglob("*")] == ["empty"]


def test_a_copy_of_a_journal_that_fails_is_not_in_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    SqliteJournal(tmp_path / "floor.db").close()

    def fails(_: JournalReader, path: Path) -> None:
        path.write_bytes(b"half")
        path.with_name(f"{path.name}-journal").write_bytes(b"half")
        raise StorageFailed("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(JournalReader, "back_up", fails)
        with pytest.raises(ValueError, match="disk is full"):
            backup(tmp_path / "copy.db", data=tmp_path)
    assert not list(tmp_path.glob("copy.db*"))
    backup(tmp_path / "copy.db", data=tmp_path)
