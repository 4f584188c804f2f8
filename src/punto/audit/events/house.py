"""Define the events of the house outside tables and cage, which the auditor only decodes.

They move no money and change no table, so the auditor checks only that each has its fields.
"""

from typing import Any, Literal

import msgspec

from punto.audit.events.table import StrictRecord
from punto.audit.store.entry import Actor, Position


class PatronLimits(StrictRecord, frozen=True, gc=False):
    """The limits that a patron sets on losses and on time."""

    loss_cents: int | None
    minutes: int | None


class LimitSchedule(StrictRecord, frozen=True, gc=False):
    """The limits in effect, and those that replace them later."""

    now: PatronLimits
    later: PatronLimits
    later_at: int


PERSON = {
    "name": str,
    "display_name": str,
    "position": Position | None,
    "duties": tuple[str, ...],
}
POSITION_OF = {"name": str, "position": Position | None}

FIELDS: dict[str, dict[str, Any]] = {
    "TerminalEnrolled": {"terminal": str, "key_digest": str},
    "PatronLimitsSet": {"visit": str, "schedule": LimitSchedule},
    "AttendantCalled": {
        "terminal": str,
        "table": str,
        "reason": Literal["attendant", "dispute", "pit"],
        "round": int | None,
        "text": str,
    },
    "JournalAccessed": {
        "access": Literal["replay", "chain", "bundle"],
        "table": str,
        "first_round": int,
        "last_round": int,
        "digest": str,
    },
    "PersonEnrolled": {**PERSON, "password": str, "is_demo": bool},
    "PersonChanged": {**PERSON, "before": str},
    "PersonDisabled": {"name": str},
    "PersonEnabled": {"name": str},
    "PasswordSet": {"name": str, "password": str, "is_code": bool},
    "SecondFactorSet": {"name": str, "salt": str},
    "SecondFactorRemoved": {"name": str},
    "SecondFactorUsed": {"name": str, "step": int},
    "SignedIn": {"name": str, "at": int},
    "SignInFailed": {"name": str, "at": int},
    "SignInLocked": {"name": str, "until": int},
    "SignedOut": {"name": str, "reason": str},
    "PositionDelegated": POSITION_OF,
    "ActingPositionChanged": POSITION_OF,
    "DealerAssigned": {"table": str, "by": str, "at": str},
    "DealerReleased": {"table": str, "by": str},
    "ApprovalRequested": {
        "approval": str,
        "table": str,
        "command": str,
        "body": str,
        "by": str,
        "position": Position | None,
        "acting_as": Position | None,
        "at": int,
    },
    "ApprovalAnswered": {"approval": str, "outcome": str, "reason": str},
    "ComponentDisabled": {"component": str, "reason": str},
    "ComponentEnabled": {"component": str, "reason": str},
    "CommandDeferred": {"change": str, "table": str, "command": str, "body": str, "by": Actor},
    "DeferredCommandApplied": {"change": str, "outcome": str, "reason": str},
    "CallAnswered": {"call": int, "outcome": str},
    "ActionRefused": {"action": str, "code": str, "unrecorded": int},
    "SignificantEventRecorded": {
        "kind": str,
        "component": str,
        "entry": int,
        "reason": str,
        "before": str,
        "after": str,
    },
}
"""The fields of each event."""

OPTIONAL = {("AttendantCalled", "text"): ""}
"""The fields that an event may lack, with their default."""


def _event(name: str) -> type:
    fields = [
        (field, kind, OPTIONAL[name, field]) if (name, field) in OPTIONAL else (field, kind)
        for field, kind in FIELDS[name].items()
    ]
    return msgspec.defstruct(name, fields, bases=(StrictRecord,), frozen=True, gc=False)


HOUSE_EVENTS = tuple(map(_event, FIELDS))
"""The class of each event."""
