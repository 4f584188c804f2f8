"""Test that a verb writes a complete file or leaves the old one unchanged."""

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


def test_an_incomplete_write_leaves_the_old_file(tmp_path: Path) -> None:
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


def test_a_folder_without_write_access_is_refused_before_any_work(tmp_path: Path) -> None:
    (tmp_path / "folder.csv").mkdir()
    for rows, error in (
        (Path("/proc/rows.csv"), "/proc/rows.csv cannot be written"),
        (tmp_path / "folder.csv", "folder.csv cannot be written: Is a directory"),
        (tmp_path / "none" / "rows.csv", "does not exist; create it first"),
    ):
        with pytest.raises(ValueError, match=error):
            check_writable(rows=rows)
    out = tmp_path / "rows.csv"
    out.write_text("good", encoding="utf-8")
    check_writable(Path("/dev/null"), None, rows=out, figure=tmp_path / "new.svg")
    assert out.read_text(encoding="utf-8") == "good"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["folder.csv", "rows.csv"]


def test_a_full_disk_leaves_no_incomplete_rows(tmp_path: Path) -> None:
    def rows() -> Iterator[dict[str, object]]:
        yield {"round": 1}
        raise FULL

    with pytest.raises(ValueError, match=r"rows.csv cannot be written: No space left on device"):
        write_rows(tmp_path / "rows.csv", rows())
    assert not list(tmp_path.iterdir())


def test_a_link_stays_a_link_and_a_pipe_receives_the_content(tmp_path: Path) -> None:
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
def test_a_failed_pack_leaves_no_files(
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


def test_a_failed_copy_of_a_journal_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    SqliteJournal(tmp_path / "floor.db").close()

    def fails(_: JournalReader, path: Path) -> None:
        path.write_bytes(b"half")
        path.with_name(f"{path.name}-journal").write_bytes(b"half")
        raise StorageFailed("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(JournalReader, "back_up", fails)
        with pytest.raises(StorageFailed, match="disk is full"):
            backup(tmp_path / "copy.db", data=tmp_path)
    assert not list(tmp_path.glob("copy.db*"))
    backup(tmp_path / "copy.db", data=tmp_path)
