"""Flip bits in the rows of a journal and in the bytes of its file. The auditor must find each."""

import random
import shutil
from collections import Counter
from pathlib import Path

import apsw
import pytest

from punto.audit import UnreadableFile, audit
from punto.games.library import game
from tests.audit.forger import Forger
from tests.audit.shift import Shift, plain_rounds

BITS = {"rows": 100, "file": 200}

COLUMNS = {
    "entries": ("number", "id", "body", "hash"),
    "streams": ("name", "version", "head"),
    "transfers": ("id", "source", "target", "cents", "reason"),
    "balances": ("account", "cents"),
}
"""All stored columns except the epoch of a stream, which describes no event."""


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of more than a thousand entries."""
    shift = Shift(tmp_path_factory.mktemp("long"), game("tiger"))
    shift.open()
    for _ in range(3):
        shift.load()
        for _ in range(5):
            plain_rounds(shift)
        shift.end_shoe()
    shift.journal.close()
    report = audit(shift.path)
    assert report.is_clean
    assert report.entries > 1_000
    return shift.path


def is_found(path: Path) -> str:
    """The first check with a finding in a file, or an empty string."""
    try:
        findings = audit(path).findings
    except UnreadableFile:
        return "unreadable"
    return findings[0].check.value if findings else ""


def test_a_flipped_bit_of_any_row_is_found(journal: Path, tmp_path: Path) -> None:
    """The test corrects the checksums of the pages, so that only the stored value is wrong."""
    rng = random.Random(21)
    found: Counter[str] = Counter()
    while found.total() < BITS["rows"]:
        forger = Forger(journal, tmp_path / "copy.db")
        table = rng.choices(list(COLUMNS), (8, 1, 3, 2))[0]
        column = rng.choice(COLUMNS[table])
        if flip(forger, rng, table, column):
            found[is_found(forger.close())] += 1
        else:
            forger.close()
    print(f"{found.total()} bits flipped in rows: {dict(found)}")
    assert found[""] == 0


def flip(forger: Forger, rng: random.Random, table: str, column: str) -> bool:
    """Flip one bit of a value; return whether an index allowed it."""
    keys = {"entries": "stream, number", "streams": "stream", "transfers": "id"}
    key = keys.get(table, "account")
    rows = list(forger.db.execute(f"SELECT {key}, CAST({column} AS BLOB), {column} FROM {table}"))
    *at, raw, value = rng.choice(rows)
    where = " AND ".join(f"{name} = ?" for name in key.split(", "))
    if isinstance(value, int):
        changed = f"{value ^ (1 << rng.randrange(40))}"
    else:
        bit = rng.randrange(8 * len(raw))
        flipped = bytearray(raw)
        flipped[bit // 8] ^= 1 << bit % 8
        changed = f"CAST(x'{flipped.hex()}' AS {'BLOB' if isinstance(value, bytes) else 'TEXT'})"
    try:
        forger.sql(f"UPDATE {table} SET {column} = {changed} WHERE {bound(where, at)}")
    except apsw.ConstraintError:
        return False
    return True


def bound(where: str, values: list[object]) -> str:
    """A condition with its values inserted."""
    for value in values:
        where = where.replace("?", f"'{value}'" if isinstance(value, str) else str(value), 1)
    return where


def test_a_flipped_bit_of_the_file_is_found(journal: Path, tmp_path: Path) -> None:
    rng = random.Random(22)
    copy = tmp_path / "copy.db"
    size = journal.stat().st_size
    found: Counter[str] = Counter()
    for _ in range(BITS["file"]):
        shutil.copyfile(journal, copy)
        with copy.open("r+b") as file:
            place = rng.randrange(size)
            file.seek(place)
            (byte,) = file.read(1)
            file.seek(place)
            file.write(bytes([byte ^ (1 << rng.randrange(8))]))
        found[is_found(copy)] += 1
    print(f"{found.total()} bits flipped in the file: {dict(found)}")
    assert found[""] == 0


def test_every_bit_of_the_files_header_is_found(journal: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    whole = bytearray(journal.read_bytes())
    missed = []
    for bit in range(0, 800, 5):
        changed = bytearray(whole)
        changed[bit // 8] ^= 1 << bit % 8
        copy.write_bytes(changed)
        if not is_found(copy):
            missed.append(bit)
    assert missed == []


def test_a_file_cut_short_is_found(journal: Path, tmp_path: Path) -> None:
    whole, copy = journal.read_bytes(), tmp_path / "copy.db"
    rng = random.Random(23)
    for size in [0, 1, 100, len(whole) - 1, *(rng.randrange(len(whole)) for _ in range(20))]:
        copy.write_bytes(whole[:size])
        assert is_found(copy), size
