"""What an entry says, in rows: sums of the cage and settings that change, for whoever signs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import Struct

from punto.core import money
from punto.core.rulebook import Words
from punto.floor.approvals.approvals import Entries
from punto.floor.approvals.cage_approvals import CageEntries
from punto.floor.read_models.history import History
from punto.floor.tables.table_owner import LiveTable
from punto.house.staff.events import CAGE_DESK
from punto.house.staff.state import Person
from punto.reports.descriptions.settings import changed
from punto.table.settings import Settings


class EntryRow(Struct, frozen=True):
    """Something that an entry says, under its name."""

    label: Words
    value: str


SUM = Words("Sum", "金额")
VISIT = Words("Visit", "客人")
VOUCHER = Words("Voucher", "兑换券")
MUST_BE = Words("In the drawer", "钱箱应有")
COUNTED = Words("Counted", "点得")
DIFFERENCE = Words("Difference", "差额")


@dataclass(frozen=True, slots=True)
class ApprovalParts:
    """The parts of the floor that list the requests for a second person."""

    entries: Entries
    at_cage: CageEntries
    tables: Mapping[str, LiveTable]
    history: History


def entries_of(parts: ApprovalParts, person: Person) -> list[dict[str, Any]]:
    """Everything that waits for a second person, with what it says in rows."""
    at_tables = [
        {**each, "rows": tuple(_at_table(parts.tables, each))}
        for each in parts.entries.shown(person)
        if each["table"] != CAGE_DESK
    ]
    at_cage = [
        {
            **each,
            "table": CAGE_DESK,
            "clause": "POLICY",
            "preview": None,
            "rows": tuple(_at_cage(parts.history, each)),
        }
        for each in parts.at_cage.shown(person)
    ]
    return [*at_tables, *at_cage]


def _at_table(tables: Mapping[str, LiveTable], entry: Mapping[str, Any]) -> Iterator[EntryRow]:
    live = tables.get(entry["table"])
    if live is not None and entry["command"] == "ChangeSettings":
        yield from settings_rows(live, msgspec.convert(entry["with"]["settings"], Settings))


def settings_rows(live: LiveTable, becomes: Settings) -> Iterator[EntryRow]:
    """What would change at a table, as it is and as it becomes."""
    for each in changed(live.as_run.book, live.as_run.settings, becomes):
        yield EntryRow(each.label, f"{each.before} → {each.after}")


def _at_cage(history: History, entry: Mapping[str, Any]) -> Iterator[EntryRow]:
    said = entry["with"]
    for key, label in (("visit", VISIT), ("ref", VOUCHER)):
        if key in said:
            yield EntryRow(label, said[key])
    if "cents" in said:
        yield EntryRow(SUM, money.written(said["cents"]))
    if "counted_cents" not in said:
        return
    counted = said["counted_cents"]
    shift = history.cage.open.get(entry["by"])
    if shift is not None:
        yield EntryRow(MUST_BE, money.written(shift.cash_cents))
    yield EntryRow(COUNTED, money.written(counted))
    if shift is not None:
        yield EntryRow(DIFFERENCE, money.written(counted - shift.cash_cents))
