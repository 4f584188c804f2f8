"""A floor makes new keys only if its journal needs none that are missing."""

import asyncio
from pathlib import Path

import pytest

from punto.floor.access.staff_access import HOUSE
from punto.floor.operations.start_check import house_keys, missing
from punto.floor.streams.aggregates import STAFF, staff_aggregate
from punto.floor.streams.owner import CommandRequest, Committed, StreamOwner
from punto.house.staff.commands import EnrolPerson, SetSecondFactor
from punto.house.staff.events import Duty
from punto.journal.errors import JournalError
from punto.journal.keys import KeyRing, Vault
from punto.journal.stores.sqlite import SqliteJournal
from punto.table.actors import Actor, ActorKind
from tests.floor.playing import plan_of, served


@pytest.fixture
def ring(tmp_path: Path) -> KeyRing:
    return KeyRing(tmp_path / "keys")


def enrol(folder: Path, password: str, factor: str = "") -> SqliteJournal:
    """A journal of a floor whose one administrator has a password and a second factor."""
    journal = SqliteJournal(folder / "floor.db")
    desk = StreamOwner(journal, STAFF, staff_aggregate(), lambda: "2026-01-01T12:00:00Z")
    duties = (Duty.ADMINISTRATOR,)
    asked = [
        CommandRequest("1", HOUSE, EnrolPerson("admin", "Administrator", None, duties, password))
    ]
    if factor:
        asked.append(
            CommandRequest("2", Actor(ActorKind.STAFF, "admin"), SetSecondFactor("admin", factor))
        )
    assert all(isinstance(answer, Committed) for answer in desk.handle(*asked))
    return journal


def test_an_empty_journal_gets_new_keys(tmp_path: Path, ring: KeyRing) -> None:
    journal = SqliteJournal(tmp_path / "floor.db")
    assert house_keys(ring, journal).house.newest.version == 1
    assert ring.names() == ["house", "seal", "sign"]
    journal.close()


def test_a_journal_with_staff_gets_no_new_keys(tmp_path: Path, ring: KeyRing) -> None:
    """A missing house key was replaced: no voucher and no password was good any more."""
    words = "lacks keys of this journal: house version 1, seal version 1, sign version 1; restore"
    with pytest.raises(JournalError, match=words):
        house_keys(ring, enrol(tmp_path, "$argon2id$"))
    assert not ring.folder.exists()
    # The refusal has released the journal.
    SqliteJournal(tmp_path / "floor.db").close()


def test_each_version_that_a_password_or_a_second_factor_names_is_missed(
    tmp_path: Path, ring: KeyRing
) -> None:
    for name in ("house", "seal", "sign"):
        ring.key(name)
    journal = enrol(tmp_path, "3$argon2id$", "2:abcd")
    assert missing(ring, journal) == [("house", 2), ("house", 3)]
    ring.renew("house")
    assert missing(ring, journal) == [("house", 3)]
    ring.renew("house")
    assert missing(ring, journal) == []
    journal.close()


def test_a_served_floor_records_its_keys_and_misses_each_of_them(
    tmp_path: Path, ring: KeyRing
) -> None:
    async def serve() -> None:
        async with served(tmp_path, plan_of("tiger")):
            pass

    asyncio.run(serve())
    ring.renew("seal")
    asyncio.run(serve())
    record = ring.folder / "versions.txt"
    assert record.read_text() == "house 1\nseal 1\nseal 2\nsign 1\n"
    for file, found in (
        ("house.key", ("house", 1)),
        ("seal.key", ("seal", 1)),
        ("seal.2.chacha20-poly1305.key", ("seal", 2)),
        ("sign.key", ("sign", 1)),
    ):
        aside = (ring.folder / file).rename(tmp_path / file)
        journal = SqliteJournal(tmp_path / "floor.db")
        assert missing(ring, journal) == [found]
        journal.close()
        aside.rename(ring.folder / file)
    # A version that was retired on purpose is not missed.
    ring.retire("seal", 1)
    asyncio.run(serve())


def test_a_key_that_is_missing_among_locked_ones_is_named_without_the_master_key(
    tmp_path: Path, ring: KeyRing
) -> None:
    journal = enrol(tmp_path, "$argon2id$")
    for name in ("house", "seal", "sign"):
        ring.key(name)
    vault = Vault(b"m" * 32)
    ring.lock(vault)
    assert house_keys(KeyRing(ring.folder, vault), journal).seal.newest.version == 1
    (ring.folder / "seal.key").unlink()
    for each in (KeyRing(ring.folder), KeyRing(ring.folder, vault)):
        assert missing(each, journal) == [("seal", 1)]
    journal.close()
