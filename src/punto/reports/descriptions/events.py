"""Describe every event in a sentence, for patrons, staff, auditors and transcripts.

The sentence of an event has the name of its class as its key, and its blanks have the names of
the event's fields. This module states the exceptions.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from punto.core.rulebook import decode_rulebook
from punto.house import access_log, terminals
from punto.house.staff import events as staff_events
from punto.house.staff.events import SignificantEventKind
from punto.journal.entry import AnyEvent
from punto.journal.significant_events import largest_win
from punto.ledger import cage, claims, drawers
from punto.messages.catalogue import Placeholder, catalogue
from punto.messages.message import Message, Value, message
from punto.reports.descriptions.names import game_name, wager_name
from punto.reports.descriptions.requests import reason_message, request_title
from punto.table import events as table_events
from punto.table.stakes import Stake, position_of, stake_place

DIGEST_DIGITS = 16
VOUCHER_DIGITS = 8
"""So much of a number names a voucher, but does not redeem it."""

UNREAD = "?"

PUBLIC = (
    table_events.BetsOpened,
    table_events.BetsClosed,
    table_events.ParticipantsConfirmed,
    table_events.CardDrawn,
    table_events.CuttingCardReached,
    table_events.IrregularityRaised,
    table_events.CauseRequested,
    table_events.WithdrawalClosed,
    table_events.RulingGiven,
    table_events.DecisionReferred,
    table_events.FactsCorrected,
    table_events.PlayResumed,
    table_events.RoundCorrected,
    table_events.RoundReversed,
    table_events.RoundVoided,
    table_events.CardsReconstructed,
    table_events.BetsReopened,
)
"""The events that every patron may read about. Their messages contain no patron's money."""


def describe(event: AnyEvent) -> Message:
    """A sentence that says what happened."""
    key = f"event.{_variant(event) or name_of(type(event))}"
    own = _VALUES.get(type(event), {})
    values: dict[str, Value] = {}
    for blank in _blanks(key):
        value = own.get(blank) or _SHARED_VALUES.get(blank)
        values[blank] = value(event) if value else getattr(event, blank)
    return Message(key, values)


@cache
def name_of(kind: type) -> str:
    """The class of an event as a name in catalogues, as in card-drawn."""
    return re.sub("(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


@cache
def _blanks(key: str) -> tuple[str, ...]:
    """The names of the values that a sentence needs."""
    parts = catalogue("en").patterns[key]
    return tuple(dict.fromkeys(each.name for each in parts if isinstance(each, Placeholder)))


def _variant(event: Any) -> str:  # noqa: C901  one case per event
    """The name of the sentence of an event whose class has several; empty for its first one."""
    match event:
        case table_events.ScreenAcknowledged():
            return "close-acknowledged" if event.closed else "set-acknowledged"
        case table_events.WagersPlaced() if not event.stakes:
            return "wagers-taken-off"
        case table_events.WithdrawalAnswered() if not event.withdrawn:
            return "withdrawal-declined"
        case table_events.DeviceHandedOver() if not event.position:
            return "device-with-dealer"
        case table_events.CardsExposed() if not event.position:
            return "cards-exposed-by-dealer"
        case cage.VoucherVoided() if event.is_expired:
            return "voucher-expired"
        case staff_events.PasswordSet() if event.is_code:
            return "code-issued"
        case staff_events.SignInFailed() if not event.name:
            return "unknown-sign-in-failed"
        case staff_events.PositionDelegated() if event.position is None:
            return "delegation-ended"
        case staff_events.ActingPositionChanged() if event.position is None:
            return "acting-position-ended"
        case staff_events.SignificantEventRecorded(kind=SignificantEventKind.DISPLAY):
            return "display-differed"
        case access_log.JournalAccessed():
            return _ACCESSES[event.access]
        case _:
            return ""


_ACCESSES = {
    access_log.AccessKind.CHAIN: "chain-verified",
    access_log.AccessKind.REPLAY: "rounds-replayed",
    access_log.AccessKind.BUNDLE: "bundle-exported",
}


def describe_all(events: Iterable[AnyEvent]) -> Message:
    """The sentences of an entry's events, one after the other."""
    return message("event.several", events=tuple(map(describe, events)))


def describe_to_patrons(event: AnyEvent) -> Message | None:
    """The sentence that patrons read; None for an event that they do not read about."""
    if isinstance(event, table_events.RoundSettled):
        return message("event.outcome-announced")
    return describe(event) if isinstance(event, PUBLIC) else None


def describe_significant(event: AnyEvent) -> Message:
    """The sentence for the lists of significant events.

    It says why a wager or a win is listed, and hides the face of a card that may lie face down.
    """
    match event:
        case table_events.WagersPlaced():
            return message(
                "event.large-wager",
                seat=position_of(event.seat),
                total=_total(event.stakes),
                stakes=stake_messages(event.seat, event.stakes),
            )
        case table_events.RoundSettled():
            largest = largest_win(event)
            assert largest is not None, "a win is large, so there was one"
            return message(
                "event.large-win",
                seat=position_of(largest.seat),
                wager=wager_name(largest.stake.wager),
                staked=largest.stake.cents,
                returned=largest.returned_cents,
            )
        case table_events.CardDrawn():
            return message("event.card-entered", number=event.number, round=event.round)
        case table_events.CardIdentified():
            return message("event.card-read-by-eye", number=event.number, round=event.round)
        case _:
            return describe(event)


def clause_of(events: Iterable[AnyEvent]) -> str:
    """The first clause or policy that some events name; empty if they name none."""
    sources = (str(getattr(event, "source", "")) for event in events)
    return next((source for source in sources if source), "")


# Parts of a sentence


def face(card: str) -> Message:
    """A card, or a message that nothing has read it."""
    if card == UNREAD:
        return message("event-part.unread")
    return message("event-part.card", card=card)


def stake_message(seat: int, stake: Stake) -> Message:
    """A stake of a seat: its wager, its sum, and its place unless it is the seat's own area."""
    wager, cents = wager_name(stake.wager), stake.cents
    _, position, stack = stake_place(position_of(seat), stake)
    if position == position_of(seat) and stack == 1:
        return message("event-part.stake", wager=wager, cents=cents)
    place = f"{position}.{stack}" if stack > 1 else str(position)
    return message("event-part.stake-at", wager=wager, cents=cents, position=place)


def stake_messages(seat: int, stakes: tuple[Stake, ...]) -> tuple[Message, ...]:
    """The stakes of a seat."""
    return tuple(stake_message(seat, stake) for stake in stakes)


def _total(stakes: tuple[Stake, ...]) -> int:
    return sum(stake.cents for stake in stakes)


def _source(source: str) -> Message | None:
    """The clause or policy in brackets."""
    return message("event-part.source", source=source) if source else None


def _reason(reason: str) -> Message | None:
    """A reason that a person typed."""
    return message("event-part.reason", reason=reason) if reason else None


def _commitment(event: table_events.ShoeLoaded) -> Message | None:
    digest = event.commitment[:DIGEST_DIGITS]
    return message("event-part.commitment", digest=digest) if digest else None


def _returned(event: table_events.WagersPlaced) -> Message | None:
    cents = event.returned_cents
    return message("event-part.returned", cents=cents) if cents else None


def _to_visit(event: cage.VoucherRedeemed) -> Message | None:
    return message("event-part.to-visit", visit=event.visit) if event.visit else None


def _in_round(event: terminals.AttendantCalled) -> Message | None:
    return message("event-part.in-round", round=event.round) if event.round else None


def _rounds(event: access_log.JournalAccessed) -> Message:
    first, last = event.first_round, event.last_round
    if first == last:
        return message("event-part.round", round=first)
    return message("event-part.rounds", first=first, last=last)


_SHARED_VALUES: Mapping[str, Callable[[Any], Value]] = {
    "card": lambda event: face(event.card),
    "cards": lambda event: len(event.cards),
    "cash": lambda event: event.cash_cents,
    "command": lambda event: request_title(event.command, event.body),
    "seat": lambda event: position_of(event.seat) if hasattr(event, "seat") else event.position,
    "seats": lambda event: len(event.seats),
    "source": lambda event: _source(event.source),
    "wagers": lambda event: len(event.wagers),
}
"""Values that are not the field of their name, alike for all events."""

_VALUES: Mapping[type, Mapping[str, Callable[[Any], Value]]] = {
    table_events.TableOpened: {
        "game": lambda event: game_name(decode_rulebook(event.rulebook)),
        "digest": lambda event: event.digest[:DIGEST_DIGITS],
    },
    table_events.ScreenAcknowledged: {"set": lambda event: event.accepted},
    table_events.ShoeLoaded: {"commitment": _commitment},
    table_events.ShoeEnded: {"cards": lambda event: len(event.order) // 2},
    table_events.WagersPlaced: {
        "total": lambda event: _total(event.stakes),
        "stakes": lambda event: stake_messages(event.seat, event.stakes),
        "returned": _returned,
    },
    table_events.RoundSettled: {
        "seats": lambda event: len({wager.seat for wager in event.wagers}),
        "returned": lambda event: sum(wager.returned_cents for wager in event.wagers),
    },
    table_events.LowerWagersRequested: {"cents": lambda event: event.exceeded_cents},
    table_events.DecksSorted: {"missing": lambda event: len(event.short)},
    cage.VoucherRedeemed: {"visit": _to_visit},
    cage.VoucherVoided: {"number": lambda event: event.number[:VOUCHER_DIGITS]},
    claims.ClaimCollected: {"left": lambda event: event.still_owed_cents},
    drawers.ShiftOpened: {"cents": lambda event: event.float_cents},
    drawers.ShiftClosed: {"counted": lambda event: event.counted_cents},
    staff_events.DealerAssigned: {"name": lambda event: event.by},
    staff_events.DealerReleased: {"name": lambda event: event.by},
    staff_events.ApprovalRequested: {"name": lambda event: event.by},
    staff_events.ApprovalAnswered: {"reason": reason_message},
    staff_events.DeferredCommandApplied: {"reason": reason_message},
    staff_events.ComponentDisabled: {"reason": lambda event: _reason(event.reason)},
    staff_events.ComponentEnabled: {"reason": lambda event: _reason(event.reason)},
    staff_events.CallAnswered: {"outcome": lambda event: _reason(event.outcome)},
    staff_events.ActionRefused: {"more": lambda event: event.unrecorded},
    terminals.AttendantCalled: {"round": _in_round},
    access_log.JournalAccessed: {"rounds": _rounds},
}
"""Values of one class of events, by the blank of its sentence."""
