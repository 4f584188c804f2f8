"""Keep a data folder a demo floor or a real-money floor from its first start on."""

from pathlib import Path

from punto.journal.errors import Broken, JournalError
from punto.journal.protocol import Journal
from punto.ledger.cage import Cage, FloorKindRecorded, RecordFloorKind
from punto.server.business import CAGE
from punto.server.desk import Asked, Desk
from punto.server.sessions import HOUSE_CAGE

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
    for kept in journal.read(CAGE, 0):
        for event in kept.entry.events:
            return event.is_demo if isinstance(event, FloorKindRecorded) else None
    return None


def record_kind(cage: Desk[Cage], *, is_demo: bool) -> None:
    """Record the kind of a new floor, before anything else."""
    if not cage.version:
        cage.ask(Asked("floor-kind", HOUSE_CAGE, RecordFloorKind(is_demo)))
    if cage.state.is_demo is not is_demo:
        # A snapshot, unlike an entry, is in no chain.
        raise Broken(f"the snapshot of {cage.stream} has another kind of floor than its entries")
