"""List irregular rounds and significant events for the reports, each as a value with messages."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from punto.core.rulebook import Rulebook
from punto.journal.significant_events import is_for_report
from punto.messages.message import Message, message
from punto.reports.descriptions.events import describe_significant
from punto.reports.descriptions.significant_events import (
    Change,
    event_change,
    event_name,
    event_reason,
)
from punto.reports.floor.period import Slot
from punto.reports.formats.sheet import Text, as_message
from punto.table import events
from punto.table.actors import CLOCK, DEVICE, HOUSE_CAGE, HOUSE_DEALER, Actor
from punto.table.settings import Settings

NO_CHANGE = Change()


class EventKind(StrEnum):
    """The kinds of irregular events that reports count."""

    VOID = "void"
    REVERSAL = "reversal"
    CORRECTION = "correction"
    IRREGULARITY = "irregularity"
    REFERRAL = "referral"
    FACT_CORRECTION = "fact-correction"
    RULING = "ruling"
    BY_HAND = "card-by-hand"
    REMOVAL = "removal"
    WITHDRAWAL = "withdrawal"

    @property
    def label(self) -> Message:
        """The noun for a column or a row."""
        return Message(f"event-kind.{self}")


@dataclass(frozen=True, slots=True)
class ReportedEvent:
    """An event with its time, place, kind, clause, actor and money."""

    at: datetime | None
    label: str
    slot: Slot | None
    stream: str
    number: int
    round: int
    kind: EventKind | None
    """The kind of an irregular event; None for an event that is only significant."""

    name: Message
    what: Message
    """The sentence that describes it."""

    source: str
    by: Text
    dealer: str
    cents: int = 0
    reason: str = ""
    change: Change = NO_CHANGE


def actor_label(by: Actor) -> Text:
    """The person who acted, the position, and the person who approved; or the machine."""
    if by == DEVICE:
        return message("report-text.by-device")
    if by == CLOCK:
        return message("report-text.by-clock")
    if by == HOUSE_DEALER:
        return message("report-text.by-house-dealer")
    if by == HOUSE_CAGE:
        return message("report-text.by-cage")
    position = by.acting_as or by.position
    person: Text = by.name
    if position is not None:
        person = message("report-text.person", name=by.name, position=position)
    if by.seconded_by is None:
        return person
    second = as_message(actor_label(by.seconded_by))
    return message("report-text.two-persons", first=as_message(person), second=second)


@dataclass(frozen=True, slots=True)
class IrregularDetails:
    """The kind, the clause and the money of an irregular event."""

    kind: EventKind
    source: str = ""
    cents: int = 0


def irregular_details(event: object) -> IrregularDetails | None:  # noqa: C901  one case per event
    """The details of an irregular event, or None for any other event."""
    match event:
        case events.RoundVoided():
            returned = sum(stakes.cents for stakes in event.returned)
            return IrregularDetails(EventKind.VOID, event.source, returned)
        case events.RoundReversed():
            back = sum(wager.stake.cents - wager.returned_cents for wager in event.wagers)
            return IrregularDetails(EventKind.REVERSAL, event.source, back)
        case events.RoundCorrected():
            more = sum(wager.returned_cents for wager in event.wagers)
            more -= sum(wager.returned_cents for wager in event.before)
            return IrregularDetails(EventKind.CORRECTION, event.source, more)
        case events.IrregularityRaised():
            return IrregularDetails(EventKind.IRREGULARITY, event.source)
        case events.RulingGiven():
            return IrregularDetails(EventKind.RULING, event.source)
        case events.DecisionReferred():
            return IrregularDetails(EventKind.REFERRAL, event.source)
        case events.FactsCorrected():
            return IrregularDetails(EventKind.FACT_CORRECTION, event.source)
        case events.CardDrawn() if event.by_hand:
            return IrregularDetails(EventKind.BY_HAND)
        case events.CardIdentified():
            return IrregularDetails(EventKind.BY_HAND)
        case events.WagersRemoved():
            return IrregularDetails(EventKind.REMOVAL, event.source, event.cents)
        case events.WithdrawalAnswered() if event.withdrawn:
            return IrregularDetails(EventKind.WITHDRAWAL, "", event.cents)
        case _:
            return None


@dataclass(frozen=True, slots=True)
class EventDetails:
    """The name, the sentence, the typed reason and the values of a significant event."""

    name: Message
    what: Message
    reason: str
    change: Change


def significant_details(
    event: Any, book: Rulebook | None, settings: Settings | None, by: Actor, large_cents: int
) -> EventDetails | None:
    """The details of a significant event, or None for any other event."""
    if not is_for_report(event, by, large_cents):
        return None
    what = describe_significant(event)
    return EventDetails(
        event_name(event), what, event_reason(event), event_change(event, book, settings)
    )
