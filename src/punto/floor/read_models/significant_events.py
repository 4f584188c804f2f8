"""Find the significant events of tables and staff, with the values before and after.

The pit reads some of them on its screen. The staff's stream records some of those of tables, with
the same values as keys of texts.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from punto.core.irregularities import Remedy
from punto.floor.streams.writer import CommittedEntry
from punto.house.staff import events as staff_events
from punto.house.staff.commands import RecordSignificantEvent
from punto.house.staff.events import ApprovalOutcome, SignificantEventKind, StaffEvent
from punto.journal.significant_events import LARGE_CENTS, SIGNIFICANT, is_for_pit, is_recorded
from punto.messages.message import Message, message
from punto.reports.descriptions import table_state
from punto.reports.descriptions.events import describe, describe_significant
from punto.reports.descriptions.significant_events import Change, event_change, settings_change
from punto.table import events
from punto.table.actors import Actor
from punto.table.commands import RulingOutcome
from punto.table.state import Phase, Table
from punto.table.views import public_phase

HELD = message("change.held")


class SignificantEventView(Struct, frozen=True):
    """An event that the pit must read."""

    at: str
    table: str
    words: Message
    before: Message | None
    after: Message | None
    by: str


def significant_event_views(
    event: Any,
    before: Table,
    after: Table,
    at: str,
    table: str,
    by: Actor,
    large_cents: int = LARGE_CENTS,
) -> SignificantEventView | None:
    """Return the view of a table's event, or None if the pit does not read it."""
    if not is_for_pit(event, by, large_cents):
        return None
    change = _change(event, before, after)
    words = describe_significant(event)
    return SignificantEventView(at, table, words, change.before, change.after, str(by))


def significant_event_notes(
    committed: CommittedEntry, before: Table, after: Table, large_cents: int = LARGE_CENTS
) -> Iterator[RecordSignificantEvent]:
    """Yield the notes about an entry of a table, with the table before and after the entry."""
    for event in committed.entry.events:
        if is_recorded(event, committed.entry.by, large_cents):
            kind = SIGNIFICANT[type(event)].noted
            assert kind is not None, "a recorded event has a kind of note"
            if isinstance(event, events.RulingGiven) and _is_against_proposal(event, before):
                kind = SignificantEventKind.OVERRIDE
            change = _change(event, before, after)
            reason = getattr(event, "reason", "") or getattr(event, "source", "")
            values = _stored(change.before), _stored(change.after)
            yield RecordSignificantEvent(kind, committed.stream, committed.number, reason, *values)


def _stored(value: Message | None) -> str:
    return "" if value is None else msgspec.json.encode(value).decode()


def _is_against_proposal(event: events.RulingGiven, before: Table) -> bool:
    has_proposal = bool(before.pending_steps) and bool(before.pending_steps[0].proposed)
    return has_proposal and event.outcome is not RulingOutcome.AS_PROPOSED


def staff_event_view(event: StaffEvent, at: str, by: Actor) -> SignificantEventView | None:
    """Return the view of an event of the staff's stream, or None if another event shows it."""
    match event:
        case staff_events.PasswordSet() if not event.is_code:
            return None
        case staff_events.DeferredCommandApplied() if event.outcome is not ApprovalOutcome.REFUSED:
            return None
        case staff_events.SignificantEventRecorded() if (
            event.kind is not SignificantEventKind.DISPLAY
        ):
            return None
        case _:
            change = event_change(event, None, None)
            return SignificantEventView(
                at, _place(event), describe(event), change.before, change.after, str(by)
            )


def _place(event: StaffEvent) -> str:
    """The table or the component that an event names, empty if it names none."""
    return str(getattr(event, "table", "") or getattr(event, "component", ""))


def _change(event: Any, before: Table, after: Table) -> Change:
    """The values before and after. They do not show the face of a card that may lie face down."""
    match event:
        case events.TableOpened() | events.TableClosed() | events.CardReplacementRequired():
            return Change(_phase(before), _phase(after))
        case events.SettingsChanged():
            return settings_change(before.game, before.settings_in_force, event.settings)
        case events.IrregularityRaised():
            return Change(_phase(before), _phase_after_steps(event, _phase(before), _phase(after)))
        case (
            events.CardDrawn()
            | events.ExcessCardDrawn()
            | events.CardBurned()
            | events.CardIdentified()
        ):
            return Change(message("event-part.unread"), message("change.read"))
        case events.WagersRemoved():
            return Change(_at_stake(before, event.seat), _at_stake(after, event.seat))
        case _:
            return event_change(event, before.book, before.settings)


def _phase(table: Table) -> Message:
    return HELD if table.pending_steps else table_state.PHASES[public_phase(table)]


def _phase_after_steps(
    raised: events.IrregularityRaised, before: Message, after: Message
) -> Message:
    """The phase after the steps that need no person: the table may never have been held."""
    first = next(iter(raised.steps), None)
    if first is None or first.position is not None:
        return after
    if first.remedy is Remedy.VOID:
        return table_state.PHASES[Phase.VOID]
    return before if first.remedy is Remedy.PLAY_ON and len(raised.steps) == 1 else after


def _at_stake(table: Table, seat: int) -> Message:
    placed = table.current.sets.get(seat)
    cents = sum(stake.cents for stake in placed.stakes) if placed else 0
    return message("change.at-stake", cents=cents)
