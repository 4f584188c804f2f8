"""Name each significant event, and say which values it changes from and to."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from punto.core.irregularities import Circumstance
from punto.core.rulebook import Rulebook
from punto.core.staff_positions import StaffPosition
from punto.house import terminals
from punto.house.staff import events as staff_events
from punto.house.staff.events import Duty
from punto.journal.entry import AnyEvent
from punto.journal.significant_events import largest_win, staked_cents
from punto.ledger import cage, claims, drawers
from punto.messages.message import Message, message
from punto.reports.descriptions.events import face, name_of
from punto.reports.descriptions.settings import setting_changes
from punto.reports.descriptions.situations import REPORTED_BY_PEOPLE
from punto.table import events
from punto.table.settings import Settings


@dataclass(frozen=True, slots=True)
class Change:
    """The value before an event and the value after it; None for no value."""

    before: Message | None = None
    after: Message | None = None


def event_name(event: AnyEvent) -> Message:
    """The noun for a significant event."""
    match event:
        case cage.VoucherVoided() if event.is_expired:
            return message("event-name.voucher-expired")
        case terminals.AttendantCalled() if event.reason is terminals.CallReason.DISPUTE:
            return message("event-name.dispute")
        case _:
            return class_name(type(event))


def class_name(kind: type) -> Message:
    """The noun for the events of a class."""
    return Message(f"event-name.{name_of(kind)}")


def event_reason(event: AnyEvent) -> str:
    """The text that a person typed about an event, empty if there is none."""
    match event:
        case staff_events.CallAnswered():
            return event.outcome
        case terminals.AttendantCalled():
            return event.text
        case (
            staff_events.ApprovalAnswered()
            | staff_events.ComponentDisabled()
            | staff_events.ComponentEnabled()
            | staff_events.DeferredCommandApplied()
        ):
            # The sentence of the event contains it.
            return ""
        case _:
            return str(getattr(event, "reason", ""))


def event_change(event: AnyEvent, book: Rulebook | None, settings: Settings | None) -> Change:
    """The values before and after an event at a table with these rules and settings."""
    match event:
        case events.SettingsChanged() if book is not None and settings is not None:
            return settings_change(book, settings, event.settings)
        case events.WagersRestricted():
            before = None if settings is None else _per_area(settings.wagers_per_area)
            return Change(before, _per_area(event.per_area))
        case events.MethodChosen():
            before = None if settings is None else _method(settings.method)
            return Change(before, _method(event.method))
        case _:
            change = _CHANGES.get(type(event))
            return Change() if change is None else change(event)


def settings_change(book: Rulebook, before: Settings, after: Settings) -> Change:
    """The settings that differ, with their values."""
    found = setting_changes(book, before, after)
    was = tuple(message("change.setting", label=each.label, value=each.before) for each in found)
    now = tuple(message("change.setting", label=each.label, value=each.after) for each in found)
    return Change(
        message("change.settings", settings=was), message("change.settings", settings=now)
    )


def _per_area(wagers: int) -> Message:
    return message("change.per-area", wagers=wagers)


def _method(method: str) -> Message:
    return message("change.method", method=method)


def _worth(cents: int) -> Message:
    return message("change.worth", cents=cents)


def _voided(event: events.RoundVoided) -> Change:
    cents = sum(stakes.cents for stakes in event.returned)
    return Change(message("change.at-stake", cents=cents), message("change.returned", cents=cents))


def _reversed(event: events.RoundReversed) -> Change:
    paid = sum(wager.returned_cents for wager in event.wagers)
    staked = sum(wager.stake.cents for wager in event.wagers)
    return Change(message("change.paid", cents=paid), message("change.given-back", cents=staked))


def _corrected(event: events.RoundCorrected) -> Change:
    paid = sum(wager.returned_cents for wager in event.before)
    due = sum(wager.returned_cents for wager in event.wagers)
    return Change(message("change.paid", cents=paid), message("change.due", cents=due))


def _large_win(event: events.RoundSettled) -> Change:
    largest = largest_win(event)
    assert largest is not None, "a win is large, so there was one"
    return Change(
        message("change.staked", cents=largest.stake.cents),
        message("change.paid", cents=largest.returned_cents),
    )


def _facts(circumstances: Iterable[Circumstance]) -> Message | None:
    """The facts that people reported. Whether an outcome is established stays out."""
    facts = tuple(str(fact) for fact in circumstances if fact in REPORTED_BY_PEOPLE)
    return message("change.facts", facts=facts) if facts else None


def _position(position: StaffPosition | None) -> Message | None:
    return None if position is None else Message(f"position.{position}")


def _person(name: str, position: StaffPosition | None, duties: tuple[Duty, ...]) -> Message:
    of_position = None if position is None else message("change.of-position", position=position)
    with_duties = message("change.with-duties", duties=duties) if duties else None
    return message("change.person", name=name, position=of_position, duties=with_duties)


def _text(text: str) -> Message | None:
    """Words that an event stores."""
    return message("change.text", text=text) if text else None


def _deferred(event: staff_events.CommandDeferred) -> Change:
    last = msgspec.json.decode(event.body).get("after_round")
    return Change(None, message("change.after-round", round=last) if last else None)


def _answered(event: staff_events.ApprovalAnswered | staff_events.DeferredCommandApplied) -> Change:
    return Change(message("change.waiting"), Message(f"approval-outcome.{event.outcome}"))


def _recorded(event: staff_events.SignificantEventRecorded) -> Change:
    return Change(_text(event.before), _text(f"{event.after} {event.reason}".strip()))


_CHANGES: Mapping[type, Callable[[Any], Change]] = {
    events.RoundVoided: _voided,
    events.RoundReversed: _reversed,
    events.RoundCorrected: _corrected,
    events.RoundSettled: _large_win,
    events.WagersPlaced: lambda event: Change(
        None, message("change.staked", cents=staked_cents(event))
    ),
    events.RulingGiven: lambda event: Change(
        message("change.held"), Message(f"ruling.{event.outcome}")
    ),
    events.DecisionReferred: lambda event: Change(_position(event.position), _position(event.to)),
    events.FactsCorrected: lambda event: Change(_facts(event.before), _facts(event.circumstances)),
    events.ParticipationDecided: lambda event: Change(
        message("change.undecided"), message("change.takes-part", takes_part=event.takes_part)
    ),
    events.CardDrawn: lambda event: Change(message("event-part.unread"), face(event.card)),
    events.ExcessCardDrawn: lambda event: Change(None, face(event.card)),
    events.CardBurned: lambda event: Change(None, face(event.card)),
    events.CardIdentified: lambda event: Change(message("event-part.unread"), face(event.card)),
    events.WagersRemoved: lambda event: Change(None, message("change.removed", cents=event.cents)),
    cage.VoucherVoided: lambda event: Change(_worth(event.cents), _worth(0)),
    claims.ClaimWrittenOff: lambda event: Change(
        message("change.owed", cents=event.cents), message("change.owed", cents=0)
    ),
    drawers.ShiftClosed: lambda event: Change(
        message("change.expected", cents=event.cash_cents),
        message("change.counted", cents=event.counted_cents),
    ),
    staff_events.PersonEnrolled: lambda event: Change(
        None, _person(event.display_name, event.position, event.duties)
    ),
    staff_events.PersonChanged: lambda event: Change(
        _text(event.before), _person(event.display_name, event.position, event.duties)
    ),
    staff_events.SecondFactorRemoved: lambda _: Change(None, message("change.password-alone")),
    staff_events.CommandDeferred: _deferred,
    staff_events.DeferredCommandApplied: _answered,
    staff_events.ApprovalAnswered: _answered,
    staff_events.PositionDelegated: lambda event: Change(None, _position(event.position)),
    staff_events.ActingPositionChanged: lambda event: Change(None, _position(event.position)),
    staff_events.ComponentDisabled: lambda _: Change(
        message("change.in-use"), message("change.disabled")
    ),
    staff_events.ComponentEnabled: lambda _: Change(
        message("change.disabled"), message("change.in-use")
    ),
    staff_events.SignificantEventRecorded: _recorded,
}
