"""List the details that the second person signs: sums of the cage, changed settings."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import Struct

from punto.floor.approvals.approvals import Approvals
from punto.floor.approvals.cage_approvals import CageApprovals
from punto.floor.public_view.table_replica import TableReplica
from punto.floor.read_models.history import History
from punto.house.staff.events import CAGE
from punto.house.staff.state import Person
from punto.messages.message import Message, message
from punto.reports.descriptions.settings import setting_changes
from punto.table.settings import Settings


class ApprovalDetail(Struct, frozen=True):
    """A detail of a request, with its label."""

    label: Message
    value: Message


@dataclass(frozen=True, slots=True)
class ApprovalParts:
    """The parts of the floor that list the requests for a second person."""

    entries: Approvals
    at_cage: CageApprovals
    replicas: Mapping[str, TableReplica]
    history: History


def pending_approvals(parts: ApprovalParts, person: Person) -> list[dict[str, Any]]:
    """The requests that wait for a second person, with their details in rows."""
    at_tables = [
        {**each, "rows": tuple(_at_table(parts.replicas, each))}
        for each in parts.entries.views(person)
        if each["table"] != CAGE
    ]
    at_cage = [
        {
            **each,
            "table": CAGE,
            "clause": "POLICY",
            "preview": None,
            "rows": tuple(_at_cage(parts.history, each)),
        }
        for each in parts.at_cage.views(person)
    ]
    return [*at_tables, *at_cage]


def _at_table(
    replicas: Mapping[str, TableReplica], approval: Mapping[str, Any]
) -> Iterator[ApprovalDetail]:
    replica = replicas.get(approval["table"])
    if replica is not None and approval["command"] == "ChangeSettings":
        yield from settings_rows(replica, msgspec.convert(approval["with"]["settings"], Settings))


def settings_rows(replica: TableReplica, becomes: Settings) -> Iterator[ApprovalDetail]:
    """The settings that would change at a table, before and after."""
    for each in setting_changes(
        replica.effective_plan.book, replica.effective_plan.settings, becomes
    ):
        change = message("setting-value.change", before=each.before, after=each.after)
        yield ApprovalDetail(each.label, change)


def _at_cage(history: History, approval: Mapping[str, Any]) -> Iterator[ApprovalDetail]:
    fields = approval["with"]
    for key, label in (
        ("visit", message("approval-detail.visit")),
        ("ref", message("approval-detail.voucher")),
    ):
        if key in fields:
            yield ApprovalDetail(label, message("approval-detail.text", text=fields[key]))
    if "cents" in fields:
        yield _sum(message("approval-detail.sum"), fields["cents"])
    if "counted_cents" not in fields:
        return
    counted = fields["counted_cents"]
    shift = history.cage.open.get(approval["by"])
    if shift is not None:
        yield _sum(message("approval-detail.expected"), shift.cash_cents)
    yield _sum(message("approval-detail.counted"), counted)
    if shift is not None:
        difference = counted - shift.cash_cents
        yield _sum(message("approval-detail.difference"), difference)


def _sum(label: Message, cents: int) -> ApprovalDetail:
    return ApprovalDetail(label, message("approval-detail.money", cents=cents))
