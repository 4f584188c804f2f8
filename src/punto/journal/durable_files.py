"""Write files atomically and sync them to disk, and overwrite a file before removing it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def write_durable(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Writes a file that is either wholly there after a crash or not at all."""
    part = path.with_name(f"{path.name}.part")
    # What lies there, left by a crash or laid by somebody, would keep its own rights and readers.
    part.unlink(missing_ok=True)
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.rename(path)
    sync_folder(path.parent)


@contextmanager
def remove_if_incomplete(path: Path) -> Iterator[None]:
    """A new journal that could not be made whole leaves nothing that would be in the way."""
    try:
        yield
    except BaseException:
        for name in (path.name, f"{path.name}-journal", f"{path.name}-wal", f"{path.name}-shm"):
            path.with_name(name).unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Has the names of a folder's files outlive a crash."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def overwrite(path: Path, data: bytes, mode: int) -> None:
    """Puts a file in the place of another, whose own bytes are overwritten where they lay."""
    with path.open("r+b") as old:
        write_durable(path, data, mode)
        _blot(old.fileno())


def destroy(path: Path) -> None:
    """Overwrites a file where it lies, and removes it."""
    with path.open("r+b") as old:
        _blot(old.fileno())
    path.unlink()
    sync_folder(path.parent)


def _blot(descriptor: int) -> None:
    os.pwrite(descriptor, bytes(os.fstat(descriptor).st_size), 0)
    os.fsync(descriptor)
