"""Keep a data folder a demo floor or a real-money floor from its first start on."""

from dataclasses import dataclass
from pathlib import Path

from punto.floor.operations.key_uses import people_by_version
from punto.floor.streams.aggregates import CAGE, STAFF, staff_aggregate
from punto.floor.streams.owner import CommandRequest, StreamOwner, read_stream
from punto.journal.errors import JournalCorrupted, JournalError
from punto.journal.keys import Key, KeyRing, SigningKey, signing_key
from punto.journal.protocol import Journal
from punto.journal.stores.sqlite import SqliteJournal
from punto.ledger.cage import Cage, FloorKindRecorded, RecordFloorKind
from punto.table.actors import HOUSE_CAGE

REMEDIES = {
    True: "is a demo floor; expected a start without --no-demo, demo = false and --certificate",
    False: "is a real-money floor; expected a start with --no-demo",
    None: "is of an older Punto and has no kind of floor",
}
"""The error and its remedy, by the kind that a folder records."""


def check_kind(journal: Journal, folder: Path, *, is_demo: bool) -> None:
    """Raise `JournalError` if the folder is a floor of another kind, or of none."""
    if not any(version for version, _ in journal.streams().values()):
        return
    recorded = recorded_kind(journal)
    if recorded is not is_demo:
        journal.close()
        raise JournalError(f"{folder} {REMEDIES[recorded]}, or another --data folder")


def recorded_kind(journal: Journal) -> bool | None:
    """Whether the first entry of the cage records a demo floor, None if it records no kind."""
    for stored in journal.read(CAGE, 0):
        for event in stored.entry.events:
            return event.is_demo if isinstance(event, FloorKindRecorded) else None
    return None


def record_kind(cage: StreamOwner[Cage], *, is_demo: bool) -> None:
    """Record the kind of a new floor, before anything else."""
    if not cage.version:
        cage.handle(CommandRequest("floor-kind", HOUSE_CAGE, RecordFloorKind(is_demo)))
    if cage.state.is_demo is not is_demo:
        # A snapshot, unlike an entry, is in no chain.
        raise JournalCorrupted(
            f"the snapshot of {cage.stream} has another kind of floor than its entries"
        )


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
    here = set(ring.list_keys())
    names = {name for name, _ in here | recorded.keys()}
    named = set(recorded)
    if journal is not None:
        staff, _, _ = read_stream(journal, STAFF, staff_aggregate())
        versions = people_by_version(staff)
        named |= {("house", version) for version in versions}
        if versions:
            # The first start makes all of them before it enrols the administrator.
            named |= {(name, 1) for name in NAMES if name not in names}
    retired = {each for each, is_retired in recorded.items() if is_retired}
    return sorted(named - here - retired)
