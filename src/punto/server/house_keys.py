"""Open the keys of a house, and refuse a journal whose keys are missing."""

from dataclasses import dataclass

from punto.journal.errors import JournalError
from punto.journal.keys.key_ring import Key, KeyRing
from punto.journal.keys.signing import SigningKey, signing_key
from punto.journal.stores.sqlite import SqliteJournal
from punto.server.business import STAFF, staff_business
from punto.server.desk import read_stream
from punto.server.key_uses import people_by_version

NAMES = ("house", "seal", "sign")
"""The keys that a floor makes at its first start."""

PAGE = "docs/how-to/safety.md#restore-a-missing-key"


@dataclass(frozen=True, slots=True)
class HouseKeys:
    """The keys of a house: one that marks its papers, one that seals, one that signs."""

    house: Key
    seal: Key
    sign: SigningKey


def house_keys(ring: KeyRing, journal: SqliteJournal) -> HouseKeys:
    """The keys of a house; only a journal without staff gets new ones."""
    try:
        if lost := missing(ring, journal):
            named = ", ".join(f"{name} version {version}" for name, version in lost)
            raise JournalError(
                f"{ring.folder} lacks keys of this journal: {named}; "
                f"restore them from their backup, see {PAGE}"
            )
        return HouseKeys(ring.key("house"), ring.key("seal"), signing_key(ring))
    except BaseException:
        journal.close()
        raise


def missing(ring: KeyRing, journal: SqliteJournal | None) -> list[tuple[str, int]]:
    """The versions that the journal or the record of the key ring names and that are not here."""
    recorded = ring.recorded()
    here = {(name, version) for name, version, _ in ring.listed()}
    names = {name for name, _ in here | recorded.keys()}
    named = set(recorded)
    if journal is not None:
        staff, _, _ = read_stream(journal, STAFF, staff_business())
        versions = people_by_version(staff)
        named |= {("house", version) for version in versions}
        if versions:
            # The first start makes all of them before it enrols the administrator.
            named |= {(name, 1) for name in NAMES if name not in names}
    retired = {each for each, is_retired in recorded.items() if is_retired}
    return sorted(named - here - retired)
