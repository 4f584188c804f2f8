"""Noting: what of the tables is taken down for the staff apart, with what was before and after."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

import msgspec

from punto.core.irregularity import Trigger
from punto.devices.shoe_commands import Notice, NoticeKind
from punto.ledger.staff_commands import Note
from punto.ledger.staff_events import (
    ActingChanged,
    ActRefused,
    ChangeKept,
    ChangeTaken,
    ComponentDisabled,
    ComponentEnabled,
    EntryAnswered,
    EntryProposed,
    FactorRemoved,
    FactorSet,
    LockedOut,
    PasswordSet,
    PersonChanged,
    PersonDisabled,
    PersonEnabled,
    PersonEnrolled,
    PositionLent,
    Significant,
    SignificantNoted,
    SignInFailed,
    StaffEvent,
)
from punto.pages.situations import told_by_people
from punto.server.plan import LARGE_CENTS
from punto.server.writer import KeptEntry
from punto.table import events as told
from punto.table.commands import Ruled
from punto.table.conducted import MethodChosen, WagersRemoved
from punto.table.incidents import CardIdentified
from punto.table.roles import Actor, Kind
from punto.table.settings import Settings
from punto.table.state import Table

OF_STAFF = (
    SignInFailed,
    LockedOut,
    PersonEnrolled,
    PersonChanged,
    PersonDisabled,
    PersonEnabled,
    PasswordSet,
    FactorSet,
    FactorRemoved,
    ChangeKept,
    ChangeTaken,
    ActRefused,
    PositionLent,
    ActingChanged,
    EntryProposed,
    EntryAnswered,
    ComponentDisabled,
    ComponentEnabled,
    SignificantNoted,
)
"""What of the staff's own stream is significant; the rest is daily work."""


@dataclass(frozen=True, slots=True)
class Noticed:
    """A significant event of the staff's stream: when, by whom, what."""

    number: int
    at: str
    by: Actor
    event: StaffEvent


def noticed(kept: KeptEntry) -> Iterator[Noticed]:
    """The significant events of an entry of the staff's stream."""
    for event in kept.entry.events:
        if isinstance(event, OF_STAFF):
            yield Noticed(kept.number, kept.entry.at, kept.entry.by, event)


def notes_of(kept: KeptEntry, before: Table, large_cents: int = LARGE_CENTS) -> Iterator[Note]:
    """What is to be noted of a table's entry, the table being as it was before it."""
    for event in kept.entry.events:
        found = _note(event, before, kept.entry.by, large_cents)
        if found is not None:
            kind, reason, was, is_ = found
            yield Note(kind, kept.stream, kept.number, reason, was, is_)


def device_note(table: str, entry: int, notice: Notice) -> Note | None:
    """What is to be noted of what a device says, where it is more than a step or a prompt."""
    if notice.kind not in (NoticeKind.SIGNIFICANT, NoticeKind.ALARM):
        return None
    return Note(Significant.DEVICE, table, entry, notice.words)


def note_id(note: Note, place: int) -> str:
    """The id under which something is noted, once."""
    return f"noted/{note.component}/{note.entry}/{place}"


Found = tuple[Significant, str, str, str]


def _note(event: Any, before: Table, by: Actor, large_cents: int) -> Found | None:
    match event:
        case told.SettingsChanged():
            return Significant.SETTINGS, "", *_changes(before.settings, event.settings)
        case MethodChosen():
            was = before.settings.method if before.settings else ""
            return Significant.METHOD, "", f"method {was}", f"method {event.method}"
        case told.TableOpened():
            return Significant.TABLE_OPENED, "", "closed", event.digest
        case told.TableClosed():
            return Significant.TABLE_CLOSED, "", str(before.phase), "closed"
        case told.SeatRuledOn():
            ruled = "takes part" if event.takes_part else "does not take part"
            return Significant.SEAT_RULED, f"round {event.round}", f"seat {event.seat}", ruled
        case _:
            return _of_round(event, before, by) or _large(event, large_cents)


def _of_round(event: Any, before: Table, by: Actor) -> Found | None:  # noqa: C901  one match
    match event:
        case told.RoundVoided():
            back = sum(each.cents for each in event.returned)
            why = f"{event.trigger} {event.source}"
            return Significant.VOID, why, f"round {event.round} {before.phase}", _money(back)
        case told.RoundReversed():
            paid = sum(each.returned_cents for each in event.wagers)
            back = sum(each.stake.cents for each in event.wagers)
            why = f"{event.trigger} {event.source}"
            return (
                Significant.REVERSAL,
                why,
                f"round {event.round} paid {_money(paid)}",
                (f"void, {_money(back)} back"),
            )
        case told.RoundCorrected():
            was = sum(each.returned_cents for each in event.before)
            now = sum(each.returned_cents for each in event.wagers)
            source = f"round {event.round} {event.source}"
            return Significant.REVERSAL, source, f"paid {_money(was)}", f"paid {_money(now)}"
        case told.CardDrawn() if event.by_hand:
            return Significant.MANUAL_CARD, f"round {event.round}", "", _card(event)
        case told.CardLeftOver() | told.CardBurned() | CardIdentified() if by.kind is Kind.STAFF:
            return Significant.MANUAL_CARD, "", "", _card(event)
        case WagersRemoved():
            cents = sum(each.cents for each in event.removed)
            return Significant.OVERRIDE, event.source, f"{_money(cents)} staked", "removed"
        case told.RulingGiven() if by.kind is Kind.STAFF:
            proposed = bool(before.agenda) and bool(before.agenda[0].proposed)
            other = proposed and event.ruled is not Ruled.AS_PROPOSED
            kind = Significant.OVERRIDE if other else Significant.RULING
            return kind, event.reason, "as proposed" if proposed else "held", str(event.ruled)
        case told.DecisionReferred():
            return Significant.RULING, event.reason, str(event.position), str(event.to)
        case told.FactsChanged():
            told_now = told_by_people(event.circumstances)
            return Significant.OVERRIDE, event.reason, told_by_people(event.before), told_now
        case told.IrregularityRaised() if event.trigger is not Trigger.TERMINAL_CUT_OFF:
            then = f"round {event.round} {before.phase}"
            return Significant.IRREGULARITY, event.source, then, str(event.trigger)
        case _:
            return None


def _large(event: Any, large_cents: int) -> Found | None:
    if isinstance(event, told.WagersPlaced):
        cents = sum(each.cents for each in event.stakes)
        if cents >= large_cents:
            return Significant.LARGE_WAGER, f"round {event.round}", "", _money(cents)
    if isinstance(event, told.RoundSettled):
        most = max((each.returned_cents - each.stake.cents for each in event.wagers), default=0)
        if most >= large_cents:
            return Significant.LARGE_WIN, f"round {event.round}", "", _money(most)
    return None


def _card(event: told.CardDrawn | told.CardLeftOver | told.CardBurned | CardIdentified) -> str:
    # Which card it was stands in the table's own stream: it may lie face down.
    return f"card {event.number}"


def _money(cents: int) -> str:
    return f"{cents // 100:,}.{cents % 100:02d}"


def _changes(was: Settings | None, is_: Settings) -> tuple[str, str]:
    """Only what is not as it was, as text that a person and a program can read."""
    names = [each.name for each in fields(is_)]
    changed = [name for name in names if was is None or getattr(was, name) != getattr(is_, name)]

    def written(settings: Settings) -> str:
        return msgspec.json.encode({name: getattr(settings, name) for name in changed}).decode()

    return "" if was is None else written(was), written(is_)
