"""Derive the notes that the staff's stream has about tables, with the state before and after."""

from collections.abc import Iterator
from typing import Any

import msgspec

from punto.core import money
from punto.devices.shoe_commands import NoticeKind, StaffNotice
from punto.floor.read_models.stored_values import StoredEvent
from punto.floor.streams.writer import CommittedEntry
from punto.house.staff.commands import RecordSignificantEvent
from punto.house.staff.events import SignificantEventKind, StaffEvent
from punto.journal.significant_events import (
    LARGE_CENTS,
    SIGNIFICANT,
    is_for_pit,
    is_recorded,
    largest_win,
    staked_cents,
    won_cents,
)
from punto.reports.descriptions.situations import reported_facts
from punto.table import events
from punto.table.commands import RulingOutcome
from punto.table.events import CardIdentified, MethodChosen, WagersRemoved, WagersRestricted
from punto.table.settings import Settings
from punto.table.state import Table


def staff_event_notes(committed: CommittedEntry) -> Iterator[StoredEvent]:
    """Yield the significant events of an entry of the staff's stream."""
    for event in committed.entry.events:
        if isinstance(event, StaffEvent) and is_for_pit(event, committed.entry.by, LARGE_CENTS):
            yield StoredEvent(committed.number, committed.entry.at, committed.entry.by, event)


def significant_event_notes(
    committed: CommittedEntry, before: Table, large_cents: int = LARGE_CENTS
) -> Iterator[RecordSignificantEvent]:
    """Yield the notes about an entry of a table; `before` is the state before it."""
    for event in committed.entry.events:
        if is_recorded(event, committed.entry.by, large_cents):
            kind = SIGNIFICANT[type(event)].noted
            assert kind is not None, "a recorded event has a kind of note"
            if isinstance(event, events.RulingGiven) and _is_against_proposal(event, before):
                kind = SignificantEventKind.OVERRIDE
            yield RecordSignificantEvent(
                kind, committed.stream, committed.number, *_note_texts(event, before)
            )


def device_note(table: str, entry: int, notice: StaffNotice) -> RecordSignificantEvent | None:
    """Return the note about a message of a device, unless it is a step or a prompt."""
    if notice.kind not in (NoticeKind.SIGNIFICANT, NoticeKind.ALARM):
        return None
    return RecordSignificantEvent(SignificantEventKind.DEVICE, table, entry, notice.words)


def note_id(note: RecordSignificantEvent, place: int) -> str:
    """Return the id of the request for a note, so that the staff's stream has it once."""
    return f"noted/{note.component}/{note.entry}/{place}"


def _is_against_proposal(event: events.RulingGiven, before: Table) -> bool:
    return _has_proposal(before) and event.outcome is not RulingOutcome.AS_PROPOSED


def _has_proposal(table: Table) -> bool:
    return bool(table.pending_steps) and bool(table.pending_steps[0].proposed)


NoteTexts = tuple[str, str, str]
"""The reason, the state before and the state after."""


def _note_texts(event: Any, before: Table) -> NoteTexts:
    """Return the contents of a note about an event outside rounds."""
    match event:
        case events.SettingsChanged():
            return "", *_changes(before.settings, event.settings)
        case WagersRestricted():
            earlier_maximum = before.settings_in_force.wagers_per_area
            return "", f"wagers an area {earlier_maximum}", f"wagers an area {event.per_area}"
        case MethodChosen():
            was = before.settings.method if before.settings else ""
            return "", f"method {was}", f"method {event.method}"
        case events.TableOpened():
            return "", "closed", event.digest
        case events.TableClosed():
            return "", str(before.phase), "closed"
        case events.ParticipationDecided():
            ruled = "takes part" if event.takes_part else "does not take part"
            return f"round {event.round}", f"seat {event.seat}", ruled
        case events.CardDrawn():
            return f"round {event.round}", "", _card(event)
        case events.ExcessCardDrawn() | events.CardBurned() | CardIdentified():
            return "", "", _card(event)
        case events.WagersPlaced():
            return f"round {event.round}", "", money.format_cents(staked_cents(event))
        case _:
            return _round_note_texts(event, before)


def _round_note_texts(event: Any, before: Table) -> NoteTexts:
    match event:
        case events.RoundSettled():
            largest = largest_win(event)
            assert largest is not None, "a win is large, so there was one"
            return f"round {event.round}", "", money.format_cents(won_cents(largest))
        case events.RoundVoided():
            back = sum(each.cents for each in event.returned)
            why = f"{event.trigger} {event.source}"
            return why, f"round {event.round} {before.phase}", money.format_cents(back)
        case events.RoundReversed():
            paid = money.format_cents(sum(each.returned_cents for each in event.wagers))
            back = sum(each.stake.cents for each in event.wagers)
            was, is_ = f"round {event.round} paid {paid}", f"void, {money.format_cents(back)} back"
            return f"{event.trigger} {event.source}", was, is_
        case events.RoundCorrected():
            was, is_ = (
                f"paid {money.format_cents(sum(each.returned_cents for each in wagers))}"
                for wagers in (event.before, event.wagers)
            )
            return f"round {event.round} {event.source}", was, is_
        case WagersRemoved():
            cents = sum(each.cents for each in event.removed)
            return event.source, f"{money.format_cents(cents)} staked", "removed"
        case events.RulingGiven():
            was = "as proposed" if _has_proposal(before) else "held"
            return event.reason, was, str(event.outcome)
        case events.DecisionReferred():
            return event.reason, str(event.position), str(event.to)
        case events.FactsCorrected():
            now = reported_facts(event.circumstances)
            return event.reason, reported_facts(event.before), now
        case events.IrregularityRaised():
            then = f"round {event.round} {before.phase}"
            return event.source, then, str(event.trigger)
        case _:
            raise AssertionError(f"{type(event).__name__} is noted, and nothing says how")


def _card(
    event: events.CardDrawn | events.ExcessCardDrawn | events.CardBurned | CardIdentified,
) -> str:
    # Only the table's own stream names the card: it may lie face down.
    return f"card {event.number}"


def _changes(was: Settings | None, is_: Settings) -> tuple[str, str]:
    """Return the settings that differ, before and after, as JSON."""
    names = list(is_.__struct_fields__)
    changed = [name for name in names if was is None or getattr(was, name) != getattr(is_, name)]

    def written(settings: Settings) -> str:
        return msgspec.json.encode({name: getattr(settings, name) for name in changed}).decode()

    return "" if was is None else written(was), written(is_)
