"""`punto pack` writes the submission pack for a test laboratory."""

import shutil
import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from punto.cli.console import show_text
from punto.cli.files import write_whole
from punto.games.library import GAMES
from punto.games.library import game as game_named
from punto.table.settings import check_settings, default_settings

LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of every file in a zip, so that the same version gives the same bytes."""


def pack(
    *,
    out: Annotated[Path, Parameter(name=["--output", "-o"], help="New folder, or .zip file.")],
    game: Annotated[
        list[str] | None,
        Parameter(negative="", help="Include rules and PAR sheet of this game only."),
    ] = None,
) -> None:
    """Write the submission pack for a test laboratory.

    It contains rules, PAR sheets, random numbers, source digests, interruption,
    errors, meters, positions, sample reports, clauses with their tests, and the
    security list. The same version of Punto writes the same bytes.

    For example:

      punto pack -o pack.zip
      punto pack -o pack --game tiger
    """
    from punto.certification.submission_pack import pack as pack_files

    _check(out)
    books = tuple(game_named(name) for name in game) if game else GAMES
    for book in books:
        check_settings(book, default_settings(book))
    files = pack_files(books, _report_progress)
    if out.is_dir():
        count = _in_place(out, files)
    else:
        with write_whole(out) as part:
            count = _zipped(part, files) if out.suffix == ".zip" else _written(part, files)
    show_text(f"{out}: {count} files\n")


def _check(out: Path) -> None:
    if not out.resolve().parent.is_dir():
        raise ValueError(f"{out}: the folder {out.parent} does not exist; create it first")
    if out.exists() and not (out.is_dir() and not any(out.iterdir())):
        raise ValueError(f"{out} already exists; expected a new folder or file")


def _report_progress(words: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"punto: {words}\n")


def _in_place(folder: Path, files: Iterable[tuple[str, bytes]]) -> int:
    """Fill an empty folder, and empty it again if writing fails.

    The folder itself stays, because it may be the working directory.
    """
    try:
        return _written(folder, files)
    except BaseException as error:
        for each in folder.iterdir():
            shutil.rmtree(each) if each.is_dir() else each.unlink()
        if isinstance(error, OSError):
            raise ValueError(f"{folder} cannot be written: {error.strerror}") from None
        raise


def _written(folder: Path, files: Iterable[tuple[str, bytes]]) -> int:
    count = 0
    for name, content in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        count += 1
    return count


def _zipped(path: Path, files: Iterable[tuple[str, bytes]]) -> int:
    count = 0
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            entry = zipfile.ZipInfo(f"punto-pack/{name}", LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
            count += 1
    return count
