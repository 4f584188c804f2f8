"""Write files atomically and sync them to disk, and overwrite a file before removing it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def write_durable(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Write a file; after a crash it has either its old or its new content."""
    part = path.with_name(f"{path.name}.part")
    # Replace an existing file: it may have other permissions or open readers.
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
    """Delete the files of a new journal if the block fails to complete it."""
    try:
        yield
    except BaseException:
        for name in (path.name, f"{path.name}-journal", f"{path.name}-wal", f"{path.name}-shm"):
            path.with_name(name).unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that new and renamed files survive a crash."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def overwrite(path: Path, data: bytes, mode: int) -> None:
    """Replace a file durably, and write zeros over the bytes of the old file."""
    with path.open("r+b") as old:
        write_durable(path, data, mode)
        _write_zeros(old.fileno())


def destroy(path: Path) -> None:
    """Write zeros over a file, then remove it."""
    with path.open("r+b") as old:
        _write_zeros(old.fileno())
    path.unlink()
    sync_folder(path.parent)


def _write_zeros(descriptor: int) -> None:
    os.pwrite(descriptor, bytes(os.fstat(descriptor).st_size), 0)
    os.fsync(descriptor)
