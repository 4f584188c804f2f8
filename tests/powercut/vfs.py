# ruff: noqa: N802  SQLite names these methods
"""Connect SQLite to the simulated disk by a VFS below the page checksums."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import apsw
import apsw.sqlite_extra

from tests.powercut.disk import Disk, Platter

JOURNALS = apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL


@contextmanager
def mounted() -> Iterator["DiskVfs"]:
    """Install the VFS once per process, and the page checksums on top of it."""
    with tempfile.TemporaryDirectory(dir=memory()) as folder:
        assert "cksmvfs" not in apsw.vfs_names(), "the page checksums already use another VFS"
        vfs = DiskVfs(Path(folder))
        apsw.sqlite_extra.load(apsw.Connection(":memory:"), "cksumvfs")
        yield vfs


def memory() -> Path | None:
    """A folder in memory, where a sync takes no time; None on other systems."""
    folder = Path("/dev/shm")
    return folder if folder.is_dir() else None


class DiskVfs(apsw.VFS):
    """The files of the current disk; only the shared memory of the log uses a real file."""

    def __init__(self, folder: Path) -> None:
        super().__init__("powercut", "unix", makedefault=True)
        self.folder = folder
        self.disk = Disk(Platter())

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:
        if name is None:
            return apsw.VFSFile("unix", None, flags)
        text = short(name.filename() if isinstance(name, apsw.URIFilename) else name)
        if not flags[0] & apsw.SQLITE_OPEN_CREATE and text not in self.disk.names:
            raise apsw.CantOpenError(f"there is no {text}")
        file = self.disk.open(text)
        if flags[0] & apsw.SQLITE_OPEN_MAIN_DB:
            return MainFile(self, file, flags)
        flags[1] = flags[0]
        return cast("apsw.VFSFile", File(self, file, is_journal=bool(flags[0] & JOURNALS)))

    def xDelete(self, filename: str, syncdir: bool) -> None:
        self.disk.delete(short(filename))
        if syncdir:
            self.disk.sync_folder()

    def xAccess(self, pathname: str, flags: int) -> bool:  # noqa: ARG002
        return short(pathname) in self.disk.names


def short(path: str) -> str:
    """The name of a file without its folder; the disk has one folder."""
    return path.rpartition("/")[2]


class File:
    """A file on the disk, as SQLite uses it."""

    def __init__(self, vfs: DiskVfs, file: int, *, is_journal: bool) -> None:
        self.vfs, self.file = vfs, file
        # Like SQLite's own VFS, sync the folder with the first sync of an opened log.
        self.syncs_folder = is_journal

    def xRead(self, amount: int, offset: int) -> bytes:
        return self.vfs.disk.read(self.file, offset, amount)

    def xWrite(self, data: bytes, offset: int) -> None:
        self.vfs.disk.write(self.file, offset, data)

    def xTruncate(self, newsize: int) -> None:
        self.vfs.disk.truncate(self.file, newsize)

    def xSync(self, flags: int) -> None:  # noqa: ARG002
        self.vfs.disk.sync(self.file)
        if self.syncs_folder:
            self.vfs.disk.sync_folder()
            self.syncs_folder = False

    def xFileSize(self) -> int:
        return len(self.vfs.disk.contents[self.file])

    def xClose(self) -> None:
        pass


class MainFile(File, apsw.VFSFile):
    """The main file, with bytes on the simulated disk and shared memory from a real file."""

    def __init__(self, vfs: DiskVfs, file: int, flags: list[int]) -> None:
        File.__init__(self, vfs, file, is_journal=False)
        requested, flags[0] = flags[0], flags[0] | apsw.SQLITE_OPEN_CREATE
        apsw.VFSFile.__init__(self, "unix", str(vfs.folder / "shadow"), flags)
        flags[0] = requested

    def xLock(self, level: int) -> None:
        pass

    def xUnlock(self, level: int) -> None:
        pass

    def xCheckReservedLock(self) -> bool:
        return False

    def xClose(self) -> None:
        apsw.VFSFile.xClose(self)
