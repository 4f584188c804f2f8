"""Describe irregular rounds and significant events for the reports."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from punto.core.money import format_cents
from punto.house import terminals
from punto.house.staff import events as staff_events
from punto.journal.significant_events import is_for_report, largest_win, staked_cents, won_cents
from punto.ledger import cage, claims, drawers
from punto.pages import phrases
from punto.reports.floor.period import Slot
from punto.table.actors import Actor, ActorKind
from punto.table.events import (
    irregularities as irregularity_events,
)
from punto.table.events import (
    live as live_events,
)
from punto.table.events import (
    play as events,
)
from punto.table.settings import Settings


@dataclass(frozen=True, slots=True)
class ReportedEvent:
    """One thing that happened: where, when, what, by which clause, by whom, with what money."""

    at: datetime | None
    label: str
    slot: Slot | None
    stream: str
    number: int
    round: int
    kind: str
    words: str
    source: str
    by: str
    dealer: str
    cents: int = 0
    reason: str = ""
    before: str = ""
    after: str = ""


def actor_label(by: Actor) -> str:
    """Whoever asked, with their position, and with the person who stood by."""
    if by.kind in (ActorKind.DEVICE, ActorKind.CLOCK):
        return f"the rule, told by the {by.name}"
    holds = by.acting_as or by.position
    words = f"{by.name}, {phrases.POSITIONS[holds].en}" if holds else by.name
    return f"{words}; {actor_label(by.seconded_by)}" if by.seconded_by is not None else words


VOID, REVERSAL, CORRECTION, IRREGULARITY = "void", "reversal", "correction", "irregularity"
REFERRAL, FACTS = "referred upwards", "facts told anew"
RULING, BY_HAND, REMOVAL, WITHDRAWAL = "ruling", "card by hand", "wagers removed", "withdrawal"


def irregular_details(event: object) -> tuple[str, str, str, int] | None:  # noqa: C901  one match
    """The kind, the words, the clause and the cents of something irregular; None if it is not."""
    match event:
        case events.RoundVoided():
            back = sum(each.cents for each in event.returned)
            return VOID, phrases.TRIGGERS[event.trigger].en, event.source, back
        case events.RoundReversed():
            back = sum(each.stake.cents - each.returned_cents for each in event.wagers)
            return REVERSAL, phrases.TRIGGERS[event.trigger].en, event.source, back
        case events.RoundCorrected():
            more = sum(each.returned_cents for each in event.wagers)
            more -= sum(each.returned_cents for each in event.before)
            return CORRECTION, "settled anew from the cards dealt", event.source, more
        case events.IrregularityRaised():
            return IRREGULARITY, phrases.TRIGGERS[event.trigger].en, event.source, 0
        case events.RulingGiven():
            return RULING, f"{event.outcome}: {event.reason}".rstrip(": "), event.source, 0
        case events.DecisionReferred():
            return REFERRAL, f"to {event.to}: {event.reason}", event.source, 0
        case events.FactsCorrected():
            return FACTS, event.reason, event.source, 0
        case events.CardDrawn() if event.by_hand:
            return BY_HAND, f"card {event.number} entered by hand", "", 0
        case irregularity_events.CardIdentified():
            return BY_HAND, f"card {event.number} read by eye", "", 0
        case live_events.WagersRemoved():
            return REMOVAL, event.reason or "to meet the differential", event.source, event.cents
        case events.WithdrawalAnswered() if event.withdrawn:
            return WITHDRAWAL, f"seat {abs(event.seat)} took stakes back", "", event.cents
        case _:
            return None


@dataclass(frozen=True, slots=True)
class EventDetails:
    """What a significant event has to tell."""

    words: str
    reason: str = ""
    before: str = ""
    after: str = ""


def significant_details(
    event: Any, settings: Settings | None, by: Actor, large_cents: int
) -> EventDetails | None:
    """What a significant event tells, None if an event is not one."""
    if not is_for_report(event, by, large_cents):
        return None
    teller = _TELLERS.get(type(event))
    return _own_words(event) if teller is None else teller(event, settings)


def _own_words(event: Any) -> EventDetails:
    fields = [
        f"{field} {getattr(event, field)}"
        for field in type(event).__match_args__
        if field not in SECRETS and isinstance(getattr(event, field), str | int | bool)
    ]
    return EventDetails(OF_HOUSE[type(event)], ", ".join(fields))


SECRETS = frozenset({"hash", "password", "salt", "code", "key_digest", "token"})
"""What no report repeats, though it is only a digest."""

OF_HOUSE: Mapping[type, str] = {
    staff_events.PersonEnrolled: "Person enrolled",
    staff_events.PersonChanged: "Person changed",
    staff_events.PersonDisabled: "Person disabled",
    staff_events.PersonEnabled: "Person enabled",
    staff_events.PasswordSet: "Password set",
    staff_events.SecondFactorSet: "Second factor set",
    staff_events.SecondFactorRemoved: "Second factor removed",
    staff_events.ActionRefused: "Asked for and not allowed",
    staff_events.CommandDeferred: "Change waits for the gap",
    staff_events.DeferredCommandApplied: "Change asked in the gap",
    staff_events.SignInFailed: "Sign-in failed",
    staff_events.SignInLocked: "Name locked",
    staff_events.PositionDelegated: "Position lent",
    staff_events.ActingPositionChanged: "Acting position",
    staff_events.ApprovalAnswered: "Second person answered",
    staff_events.ComponentDisabled: "Component disabled",
    staff_events.ComponentEnabled: "Component enabled",
    staff_events.CallAnswered: "Call answered",
    drawers.DrawerFilled: "Drawer filled or emptied",
    cage.HandPaid: "Hand pay",
    cage.VisitEnded: "Visit ended by staff",
}
"""Events of the staff's and the cage's own streams, which tell themselves."""


def _large_wager(event: events.WagersPlaced, _: Settings | None) -> EventDetails:
    about = f"seat {abs(event.seat)}, round {event.round}"
    return EventDetails("Large wager", about, after=format_cents(staked_cents(event)))


def _large_win(event: events.RoundSettled, _: Settings | None) -> EventDetails:
    largest = largest_win(event)
    assert largest is not None, "a win is large, so there was one"
    about = f"seat {abs(largest.seat)}, round {event.round}"
    return EventDetails("Large win", about, after=format_cents(won_cents(largest)))


def _changed(event: events.SettingsChanged, settings: Settings | None) -> EventDetails:
    before, after = [], []
    for name in Settings.__struct_fields__:
        old, new = getattr(settings, name, None), getattr(event.settings, name)
        if old == new:
            continue
        if name == "limits":
            had = {each.wager: each for each in (settings.limits if settings else ())}
            for each in new:
                if had.get(each.wager) != each:
                    before.append(_limit(had.get(each.wager)))
                    after.append(_limit(each))
        else:
            before.append(f"{name} {old}")
            after.append(f"{name} {new}")
    return EventDetails("Settings of the table changed", "", "; ".join(before), "; ".join(after))


def _limit(limit: Any) -> str:
    if limit is None:
        return "not on offer"
    return (
        f"{limit.wager} {format_cents(limit.minimum_cents)} to {format_cents(limit.maximum_cents)}"
    )


def _voucher(event: cage.VoucherVoided, _: Settings | None) -> EventDetails:
    words = "Voucher expired" if event.is_expired else "Voucher voided"
    about = f"number {event.number[:8]}… {event.reason}".rstrip()
    return EventDetails(words, about, format_cents(event.cents), format_cents(0))


def _void(event: events.RoundVoided, _: Settings | None) -> EventDetails:
    back = sum(each.cents for each in event.returned)
    words = f"round {event.round}: {phrases.TRIGGERS[event.trigger].en} ({event.source})"
    return EventDetails(
        "Round void", words, f"{format_cents(back)} at stake", f"{format_cents(back)} returned"
    )


def _reversed(event: events.RoundReversed, _: Settings | None) -> EventDetails:
    returned = sum(each.returned_cents for each in event.wagers)
    staked = sum(each.stake.cents for each in event.wagers)
    words = f"round {event.round}: {phrases.TRIGGERS[event.trigger].en} ({event.source})"
    return EventDetails(
        "Round reversed",
        words,
        f"{format_cents(returned)} paid",
        f"{format_cents(staked)} given back",
    )


def _corrected(event: events.RoundCorrected, _: Settings | None) -> EventDetails:
    before = sum(each.returned_cents for each in event.before)
    after = sum(each.returned_cents for each in event.wagers)
    words = f"round {event.round} ({event.source})"
    return EventDetails(
        "Round corrected", words, f"{format_cents(before)} paid", f"{format_cents(after)} due"
    )


_TELLERS: Mapping[type, Callable[[Any, Settings | None], EventDetails]] = {
    events.TableOpened: lambda e, _: EventDetails("Table opened", after=f"rules {e.digest[:16]}"),
    events.TableClosed: lambda _e, _: EventDetails("Table closed"),
    events.SettingsChanged: _changed,
    events.RoundVoided: _void,
    events.RoundReversed: _reversed,
    events.RoundCorrected: _corrected,
    events.RulingGiven: lambda e, _: EventDetails(
        "Ruling", f"round {e.round}: {e.reason}", after=f"{e.outcome} ({e.source})"
    ),
    events.DecisionReferred: lambda e, _: EventDetails(
        "Referred upwards", f"round {e.round}: {e.reason}", e.position, e.to
    ),
    events.FactsCorrected: lambda e, _: EventDetails(
        "Facts told anew",
        f"round {e.round}: {e.reason}",
        ", ".join(e.before),
        ", ".join(e.circumstances),
    ),
    events.ParticipationDecided: lambda e, _: EventDetails(
        "Seat ruled on",
        f"seat {e.seat}, round {e.round}",
        after="takes part" if e.takes_part else "left out",
    ),
    events.CauseRequested: lambda e, _: EventDetails("Round interrupted", f"round {e.round}"),
    events.TerminalDisconnected: lambda e, _: EventDetails("Terminal cut off", f"seat {e.seat}"),
    events.TerminalReconnected: lambda e, _: EventDetails("Terminal back", f"seat {e.seat}"),
    events.WagersPlaced: _large_wager,
    events.RoundSettled: _large_win,
    events.CardDrawn: lambda e, _: EventDetails(
        "Card entered by hand", f"round {e.round}", after=e.card
    ),
    events.ExcessCardDrawn: lambda e, _: EventDetails("Card left over, told by hand", after=e.card),
    events.CardBurned: lambda e, _: EventDetails("Card burned, told by hand", after=e.card),
    live_events.WagersRemoved: lambda e, _: EventDetails(
        "Wagers removed", f"round {e.round}: {e.reason} ({e.source})", after=format_cents(e.cents)
    ),
    live_events.WagersRestricted: lambda e, settings: EventDetails(
        "Wagers an area",
        e.source,
        f"{settings.wagers_per_area}" if settings else "",
        f"{e.per_area}",
    ),
    live_events.MethodChosen: lambda e, _: EventDetails(
        "Dealing method", e.source, after=f"{e.method}"
    ),
    irregularity_events.CardIdentified: lambda e, _: EventDetails(
        "Card read by eye", f"round {e.round}, card {e.number}", "?", e.card
    ),
    irregularity_events.CardReplacementRequired: lambda e, _: EventDetails(
        "Cards to be replaced", e.source, e.shoe
    ),
    cage.VoucherVoided: _voucher,
    claims.ClaimWrittenOff: lambda e, _: EventDetails(
        "Claim written off", f"visit {e.visit}", format_cents(-e.cents), format_cents(0)
    ),
    drawers.ShiftClosed: lambda e, _: EventDetails(
        "Drawer counted",
        f"shift {e.shift}, {e.cashier}",
        format_cents(e.cash_cents),
        format_cents(e.counted_cents),
    ),
    terminals.TerminalEnrolled: lambda e, _: EventDetails("Terminal paired", after=e.terminal),
    terminals.AttendantCalled: lambda e, _: EventDetails(
        "Dispute" if e.reason is terminals.CallReason.DISPUTE else "Attendant called",
        f"{e.terminal} at {e.table}" + (f", round {e.round}" if e.round else ""),
    ),
}
