"""Durably: files that are wholly there after a crash, or not at all."""

import os
from pathlib import Path


def write_durably(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Writes a file that is either wholly there after a crash or not at all."""
    part = path.with_suffix(".part")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.rename(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Has the names of a folder's files outlive a crash."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
