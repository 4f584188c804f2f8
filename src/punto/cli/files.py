"""Files: written whole or not at all, rows as CSV, or as Parquet where DuckDB is installed."""

import csv
import errno
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROWS = (".csv", ".parquet")
FIGURES = (".svg", ".pdf", ".png")


def check_writable(
    *paths: Path | None, rows: Path | None = None, figure: Path | None = None
) -> None:
    """Raises before any long work if a file could not be written after it."""
    if rows is not None and rows.suffix not in ROWS:
        raise ValueError(f"{rows}: expected a file of figures to be {' or '.join(ROWS)}")
    if figure is not None and figure.suffix not in FIGURES:
        raise ValueError(f"{figure}: expected a figure to be {', '.join(FIGURES)}")
    for path in (*paths, rows, figure):
        if path is not None:
            _check_place(path)
    if rows is not None and rows.suffix == ".parquet" and find_spec("duckdb") is None:
        raise ValueError(f"{rows}: Parquet needs DuckDB, which is not here (extra analytics)")
    if figure is not None and find_spec("matplotlib") is None:
        raise ValueError(f"{figure}: figures need matplotlib, which is not here (extra report)")


def _check_place(path: Path) -> None:
    """Raises where no file could be put; only trying tells, whoever runs it and on what disk."""
    if not path.parent.is_dir():
        raise ValueError(f"{path}: there is no folder {path.parent}")
    with _naming_path(path):
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not _takes_what_comes(path):
            with _beside(path.resolve()):
                pass


def check_journal(file: Path) -> None:
    """Raises where a folder is given for a journal."""
    if file.is_dir():
        raise ValueError(f"{file} is a folder; expected a journal, as in {file / 'floor.db'}")


@contextmanager
def write_whole(path: Path) -> Iterator[Path]:
    """Where to write what is to take its place when it is whole, or leave what was there."""
    with _naming_path(path):
        if _takes_what_comes(path):
            yield path
            return
        place = path.resolve()
        with _beside(place) as folder:
            part = folder / place.name
            yield part
            if place.is_file():
                shutil.copymode(place, part)
            part.replace(place)


def _takes_what_comes(path: Path) -> bool:
    """Whether it is a pipe or a device, whose place nothing may take."""
    return path.exists() and not path.is_file() and not path.is_dir()


@contextmanager
def _beside(place: Path) -> Iterator[Path]:
    """A folder beside a file, for what is not whole yet."""
    with tempfile.TemporaryDirectory(prefix=f".{place.name}.", dir=place.parent) as folder:
        yield Path(folder)


@contextmanager
def _naming_path(path: Path) -> Iterator[None]:
    """Name the file in the error if writing it fails."""
    try:
        yield
    except OSError as error:
        raise ValueError(f"{path} cannot be written: {error.strerror or error}") from None


def write_bytes(path: Path, content: bytes) -> None:
    """Writes a file whole, or not at all."""
    with write_whole(path) as part:
        part.write_bytes(content)


def write_rows(path: Path, rows: Iterable[Mapping[str, object]]) -> None:
    """Writes rows to a file, as Parquet if its name says so and as CSV otherwise."""
    with write_whole(path) as part:
        if path.suffix != ".parquet":
            _write_csv(part, rows)
            return
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "rows.csv"
            _write_csv(source, rows)
            _convert(source, part)


def write_figure(path: Path, figure: Any) -> None:
    """Writes a figure in the format its name says."""
    with write_whole(path) as part:
        figure.savefig(part)


def _write_csv(path: Path, rows: Iterable[Mapping[str, object]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer: csv.DictWriter[str] | None = None
        for row in rows:
            if writer is None:
                writer = csv.DictWriter(file, list(row))
                writer.writeheader()
            writer.writerow(row)


def _convert(source: Path, path: Path) -> None:
    import duckdb

    rows = duckdb.read_csv(str(source), sample_size=-1)
    rows.write_parquet(str(path))
