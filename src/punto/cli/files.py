"""Write files completely or not at all: rows as CSV or Parquet, figures by their suffix."""

import csv
import errno
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from punto.reports.formats.sheet import Chart

ROWS = (".csv", ".parquet")
FIGURES = (".svg", ".pdf")


def check_writable(
    *paths: Path | None, rows: Path | None = None, figure: Path | None = None
) -> None:
    """Raise `ValueError` before any long work if a file cannot be written after it."""
    if rows is not None and rows.suffix not in ROWS:
        raise ValueError(f"{rows} has another suffix; expected {' or '.join(ROWS)}")
    if figure is not None and figure.suffix not in FIGURES:
        raise ValueError(f"{figure} has another suffix; expected {' or '.join(FIGURES)}")
    for path in (*paths, rows, figure):
        if path is not None:
            _check_place(path)
    if rows is not None and rows.suffix == ".parquet" and find_spec("duckdb") is None:
        raise ValueError(f"{rows}: Parquet needs DuckDB; run pip install 'punto[analytics]'")
    if figure is not None and figure.suffix == ".pdf" and find_spec("reportlab") is None:
        raise ValueError(f"{figure}: a PDF needs reportlab; run pip install 'punto[report]'")


def check_pdf(format_: str, path: Path | None) -> None:
    """Raise `ValueError` if a PDF lacks its package or a file."""
    if format_ == "pdf" and find_spec("reportlab") is None:
        raise ValueError("a PDF needs reportlab: pip install 'punto[report]'")
    if format_ == "pdf" and path is None and sys.stdout.isatty():
        raise ValueError("a terminal cannot show a PDF; expected a file, as in -o page.pdf")


def _check_place(path: Path) -> None:
    """Raise `ValueError` if no file can be written there. Only a trial write is certain."""
    if not path.parent.is_dir():
        raise ValueError(f"{path}: the folder {path.parent} does not exist; create it first")
    with _naming_path(path):
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not _is_pipe_or_device(path):
            with _beside(path.resolve()):
                pass


def check_journal(file: Path) -> None:
    """Raise `ValueError` if the path of a journal is a folder."""
    if file.is_dir():
        raise ValueError(f"{file} is a folder; expected a journal, as in {file / 'floor.db'}")


@contextmanager
def write_whole(path: Path) -> Iterator[Path]:
    """Yield a temporary path. The file replaces `path` only after a complete write."""
    with _naming_path(path):
        if _is_pipe_or_device(path):
            yield path
            return
        place = path.resolve()
        with _beside(place) as folder:
            part = folder / place.name
            yield part
            if place.is_file():
                shutil.copymode(place, part)
            part.replace(place)


def _is_pipe_or_device(path: Path) -> bool:
    """Whether the path is a pipe or a device, which no file may replace."""
    return path.exists() and not path.is_file() and not path.is_dir()


@contextmanager
def _beside(place: Path) -> Iterator[Path]:
    """A temporary folder beside a file, for its incomplete content."""
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
    """Write a file completely or not at all."""
    with write_whole(path) as part:
        part.write_bytes(content)


def write_output(path: Path | None, content: bytes) -> None:
    """Write a file completely, or to standard output without one."""
    if path is None:
        sys.stdout.buffer.write(content)
    else:
        write_bytes(path, content)


def write_rows(path: Path, rows: Iterable[Mapping[str, object]]) -> None:
    """Write rows as Parquet if the suffix is .parquet, else as CSV."""
    with write_whole(path) as part:
        if path.suffix != ".parquet":
            _write_csv(part, rows)
            return
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "rows.csv"
            _write_csv(source, rows)
            _convert(source, part)


def write_chart(path: Path, chart: "Chart", language: str) -> None:
    """Write a chart in the format of its suffix."""
    from punto.reports.formats import html, pdf
    from punto.reports.formats.charts import COLUMNS, draw_chart
    from punto.reports.formats.sheet import Sheet, text_in

    if path.suffix == ".pdf":
        content = pdf.sheet_pdf(Sheet(chart.title, (replace(chart, title=""),)), language)
    else:
        drawing = draw_chart(chart, language, min(COLUMNS, len(chart.panels)))
        content = html.svg(drawing, text_in(chart.description, language)).encode()
    write_bytes(path, content)


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
