"""Describe every event in a sentence, for patrons, staff, auditors and transcripts."""

from collections.abc import Iterable
from typing import Any, assert_never, get_args

from punto.core.rulebook import decode_rulebook
from punto.house import access_log, terminals
from punto.house.staff import events as staff_events
from punto.house.staff.events import SignificantEventKind, StaffEvent
from punto.journal.entry import AnyEvent
from punto.journal.significant_events import largest_win
from punto.ledger import cage, claims, drawers
from punto.messages.message import Message, message
from punto.reports.descriptions.names import game_name, wager_name
from punto.reports.descriptions.requests import reason_message, request_title
from punto.table import events as table_events
from punto.table.stakes import Stake, position_of, stake_place

AT_TABLE = get_args(table_events.Event)
AT_CAGE = (*get_args(cage.CageEvent), *get_args(claims.ClaimEvent), *get_args(drawers.DrawerEvent))
OF_STAFF = get_args(StaffEvent)
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
    if isinstance(event, table_events.IrregularityEvent):
        return _irregularity_event(event)
    if isinstance(event, table_events.LiveEvent):
        return _live_event(event)
    if isinstance(event, AT_TABLE):
        return _play_event(event)
    if isinstance(event, AT_CAGE):
        return _cage_event(event)
    if isinstance(event, OF_STAFF):
        return _staff_event(event)
    return _other_event(event)


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


def _play_event(event: Any) -> Message:
    match event:
        case table_events.TableOpened():
            game = game_name(decode_rulebook(event.rulebook))
            return message("event.table-opened", game=game, digest=event.digest[:DIGEST_DIGITS])
        case table_events.TableClosed():
            return message("event.table-closed")
        case table_events.SettingsChanged():
            return message("event.settings-changed")
        case table_events.SeatTaken():
            return message("event.seat-taken", visit=event.visit, seat=position_of(event.seat))
        case table_events.SeatLeft():
            return message("event.seat-left", visit=event.visit, seat=position_of(event.seat))
        case table_events.TerminalDisconnected():
            return message("event.terminal-disconnected", seat=position_of(event.seat))
        case table_events.TerminalReconnected():
            return message("event.terminal-reconnected", seat=position_of(event.seat))
        case table_events.ScreenAcknowledged() if event.closed:
            return message("event.close-acknowledged", seat=position_of(event.seat))
        case table_events.ScreenAcknowledged():
            seat = position_of(event.seat)
            return message("event.set-acknowledged", seat=seat, set=event.accepted)
        case _:
            return _shoe_event(event)


def _shoe_event(event: Any) -> Message:
    match event:
        case table_events.ShoeLoaded():
            digest = event.commitment[:DIGEST_DIGITS]
            commitment = message("event-part.commitment", digest=digest) if digest else None
            return message(
                "event.shoe-loaded", shoe=event.shoe, decks=event.decks, commitment=commitment
            )
        case table_events.ShoeEnded():
            return message("event.shoe-ended", shoe=event.shoe, cards=len(event.order) // 2)
        case table_events.CardBurned():
            return message("event.card-burned", number=event.number, card=face(event.card))
        case table_events.ExcessCardDrawn():
            return message("event.excess-card-drawn", number=event.number, card=face(event.card))
        case _:
            return _betting_event(event)


def _betting_event(event: Any) -> Message:  # noqa: C901  one case per event
    match event:
        case table_events.BetsOpened():
            return message("event.bets-opened", round=event.round)
        case table_events.WagersPlaced():
            return _wagers_placed(event)
        case table_events.BetsClosed():
            return message("event.bets-closed")
        case table_events.ParticipationDecided():
            return message(
                "event.participation-decided",
                seat=position_of(event.seat),
                takes_part=event.takes_part,
                round=event.round,
            )
        case table_events.ParticipantsConfirmed():
            return message("event.participants-confirmed", seats=len(event.seats))
        case table_events.CardDrawn():
            return message(
                "event.card-drawn",
                number=event.number,
                side=event.side,
                card=face(event.card),
                by_hand=event.by_hand,
            )
        case table_events.CuttingCardReached():
            return message("event.cutting-card-reached", source=_source(event.source))
        case table_events.RoundSettled():
            return message(
                "event.round-settled",
                seats=len({wager.seat for wager in event.wagers}),
                wagers=len(event.wagers),
                returned=sum(wager.returned_cents for wager in event.wagers),
            )
        case table_events.WithdrawalAnswered() if event.withdrawn:
            seat = position_of(event.seat)
            return message("event.withdrawal-answered", seat=seat, cents=event.cents)
        case table_events.WithdrawalAnswered():
            return message("event.withdrawal-declined", seat=position_of(event.seat))
        case _:
            return _round_event(event)


def _round_event(event: Any) -> Message:  # noqa: C901  one case per event
    match event:
        case table_events.IrregularityRaised():
            source = _source(event.source)
            return message("event.irregularity-raised", trigger=event.trigger, source=source)
        case table_events.CauseRequested():
            return message("event.cause-requested", round=event.round)
        case table_events.WithdrawalClosed():
            return message("event.withdrawal-closed")
        case table_events.RulingGiven():
            return message("event.ruling-given", position=event.position, outcome=event.outcome)
        case table_events.DecisionReferred():
            return message(
                "event.decision-referred",
                position=event.position,
                to=event.to,
                source=_source(event.source),
            )
        case table_events.FactsCorrected():
            return message("event.facts-corrected", source=_source(event.source))
        case table_events.PlayResumed():
            return message("event.play-resumed", source=_source(event.source))
        case table_events.RoundVoided():
            source = _source(event.source)
            return message(
                "event.round-voided", round=event.round, trigger=event.trigger, source=source
            )
        case table_events.RoundReversed():
            source = _source(event.source)
            return message(
                "event.round-reversed", round=event.round, trigger=event.trigger, source=source
            )
        case table_events.RoundCorrected():
            source = _source(event.source)
            return message("event.round-corrected", round=event.round, source=source)
        case _:
            raise AssertionError(f"{type(event).__name__} has no description")


def _wagers_placed(event: table_events.WagersPlaced) -> Message:
    seat, cents = position_of(event.seat), event.returned_cents
    returned = message("event-part.returned", cents=cents) if cents else None
    if not event.stakes:
        return message("event.wagers-taken-off", seat=seat, returned=returned)
    total, stakes = _total(event.stakes), stake_messages(event.seat, event.stakes)
    return message("event.wagers-placed", seat=seat, total=total, stakes=stakes, returned=returned)


def _irregularity_event(event: table_events.IrregularityEvent) -> Message:
    match event:
        case table_events.CardIdentified():
            return message("event.card-identified", number=event.number, card=face(event.card))
        case table_events.CardsMisplaced():
            return message("event.cards-misplaced", cards=len(event.cards))
        case table_events.CardsReconstructed():
            return message("event.cards-reconstructed", source=_source(event.source))
        case table_events.BetsReopened():
            return message("event.bets-reopened", source=_source(event.source))
        case table_events.CardReplacementRequired():
            source = _source(event.source)
            return message("event.card-replacement-required", shoe=event.shoe, source=source)
        case table_events.CardsSetAside():
            return message("event.cards-set-aside", cards=len(event.cards))
        case table_events.DecksSorted():
            return message("event.decks-sorted", missing=len(event.short))
        case table_events.SetAsideCardsInspected():
            return message("event.set-aside-cards-inspected", cards=len(event.cards))
        case table_events.MissingCardsReplaced():
            return message("event.missing-cards-replaced", cards=len(event.cards))
        case unreachable:
            assert_never(unreachable)


def _live_event(event: table_events.LiveEvent) -> Message:  # noqa: C901  one case per event
    match event:
        case table_events.LateChipsReported():
            return message("event.late-chips-reported", seat=position_of(event.seat))
        case table_events.WagersOutsideLimits():
            return message("event.wagers-outside-limits", wagers=len(event.wagers))
        case table_events.LowerWagersRequested():
            return message(
                "event.lower-wagers-requested",
                side=event.side,
                cents=event.exceeded_cents,
                source=_source(event.source),
            )
        case table_events.WagersRemoved():
            seat, source = position_of(event.seat), _source(event.source)
            return message("event.wagers-removed", seat=seat, cents=event.cents, source=source)
        case table_events.WagersRestricted():
            source = _source(event.source)
            return message("event.wagers-restricted", per_area=event.per_area, source=source)
        case table_events.MethodChosen():
            source = _source(event.source)
            return message("event.method-chosen", method=event.method, source=source)
        case table_events.DrawingAllowed():
            source = _source(event.source)
            return message("event.drawing-allowed", seat=event.position, source=source)
        case table_events.DeviceHandedOver() if event.position:
            source = _source(event.source)
            return message("event.device-handed-over", seat=event.position, source=source)
        case table_events.DeviceHandedOver():
            return message("event.device-with-dealer", source=_source(event.source))
        case table_events.DeviceControlEnded():
            source = _source(event.source)
            return message("event.device-control-ended", seat=event.position, source=source)
        case table_events.CardsPassed():
            seat, source = event.position, _source(event.source)
            return message("event.cards-passed", side=event.side, seat=seat, source=source)
        case table_events.CardsRefused():
            return message("event.cards-refused", side=event.side, seat=event.position)
        case table_events.FirstHandChosen():
            source = _source(event.source)
            return message("event.first-hand-chosen", side=event.side, source=source)
        case table_events.SqueezingAllowed():
            seat, source = event.position, _source(event.source)
            return message("event.squeezing-allowed", side=event.side, seat=seat, source=source)
        case table_events.CardsExposed() if event.position:
            return message(
                "event.cards-exposed",
                seat=event.position,
                side=event.side,
                cards=len(event.cards),
                source=_source(event.source),
            )
        case table_events.CardsExposed():
            return message(
                "event.cards-exposed-by-dealer",
                side=event.side,
                cards=len(event.cards),
                source=_source(event.source),
            )
        case unreachable:
            assert_never(unreachable)


def _cage_event(event: Any) -> Message:  # noqa: C901  one case per event
    match event:
        case cage.FloorKindRecorded():
            return message("event.floor-kind-recorded", is_demo=event.is_demo)
        case cage.VisitBegun():
            return message("event.visit-begun", visit=event.visit, terminal=event.terminal)
        case cage.VisitEnded():
            return message("event.visit-ended", visit=event.visit)
        case cage.CreditBought():
            return message("event.credit-bought", visit=event.visit, cents=event.cents)
        case cage.CreditCollected():
            return message("event.credit-collected", visit=event.visit, cents=event.cents)
        case cage.VoucherRedeemed():
            to_visit = message("event-part.to-visit", visit=event.visit) if event.visit else None
            return message("event.voucher-redeemed", cents=event.cents, visit=to_visit)
        case cage.VoucherVoided() if event.is_expired:
            number = event.number[:VOUCHER_DIGITS]
            return message("event.voucher-expired", number=number, cents=event.cents)
        case cage.VoucherVoided():
            number = event.number[:VOUCHER_DIGITS]
            return message("event.voucher-voided", number=number, cents=event.cents)
        case cage.HandPaid():
            return message("event.hand-paid", visit=event.visit, cents=event.cents)
        case claims.ClaimPaid():
            visit, in_cash = event.visit, event.in_cash
            return message("event.claim-paid", visit=visit, cents=event.cents, in_cash=in_cash)
        case claims.ClaimCollected():
            left = event.still_owed_cents
            return message("event.claim-collected", visit=event.visit, cents=event.cents, left=left)
        case claims.ClaimWrittenOff():
            return message("event.claim-written-off", visit=event.visit, cents=event.cents)
        case drawers.ShiftOpened():
            cashier, cents = event.cashier, event.float_cents
            return message("event.shift-opened", cashier=cashier, shift=event.shift, cents=cents)
        case drawers.DrawerFilled():
            return message(
                "event.drawer-filled",
                cashier=event.cashier,
                shift=event.shift,
                cents=event.cents,
                cash=event.cash_cents,
            )
        case drawers.PatronCashMoved():
            return message(
                "event.patron-cash-moved",
                cashier=event.cashier,
                shift=event.shift,
                cents=event.cents,
                cash=event.cash_cents,
            )
        case drawers.ShiftClosed():
            return message(
                "event.shift-closed",
                cashier=event.cashier,
                shift=event.shift,
                counted=event.counted_cents,
                cash=event.cash_cents,
            )
        case _:
            raise AssertionError(f"{type(event).__name__} has no description")


def _staff_event(event: Any) -> Message:  # noqa: C901  one case per event
    match event:
        case staff_events.PersonEnrolled():
            return message("event.person-enrolled", name=event.name)
        case staff_events.PersonChanged():
            return message("event.person-changed", name=event.name)
        case staff_events.PersonDisabled():
            return message("event.person-disabled", name=event.name)
        case staff_events.PersonEnabled():
            return message("event.person-enabled", name=event.name)
        case staff_events.PasswordSet() if event.is_code:
            return message("event.code-issued", name=event.name)
        case staff_events.PasswordSet():
            return message("event.password-set", name=event.name)
        case staff_events.SecondFactorSet():
            return message("event.second-factor-set", name=event.name)
        case staff_events.SecondFactorRemoved():
            return message("event.second-factor-removed", name=event.name)
        case staff_events.SecondFactorUsed():
            return message("event.second-factor-used", name=event.name)
        case staff_events.SignedIn():
            return message("event.signed-in", name=event.name)
        case staff_events.SignedOut():
            return message("event.signed-out", name=event.name)
        case staff_events.SignInFailed() if event.name:
            return message("event.sign-in-failed", name=event.name)
        case staff_events.SignInFailed():
            return message("event.unknown-sign-in-failed")
        case staff_events.SignInLocked():
            return message("event.sign-in-locked", name=event.name)
        case _:
            return _staff_request_event(event)


def _staff_request_event(event: Any) -> Message:  # noqa: C901  one case per event
    """An event of the staff's stream about positions, approvals, components and calls."""
    match event:
        case staff_events.PositionDelegated() if event.position is None:
            return message("event.delegation-ended", name=event.name)
        case staff_events.PositionDelegated():
            return message("event.position-delegated", name=event.name, position=event.position)
        case staff_events.ActingPositionChanged() if event.position is None:
            return message("event.acting-position-ended", name=event.name)
        case staff_events.ActingPositionChanged():
            position = event.position
            return message("event.acting-position-changed", name=event.name, position=position)
        case staff_events.DealerAssigned():
            return message("event.dealer-assigned", name=event.by, table=event.table)
        case staff_events.DealerReleased():
            return message("event.dealer-released", name=event.by, table=event.table)
        case staff_events.ApprovalRequested():
            command = request_title(event.command, event.body)
            return message("event.approval-requested", name=event.by, command=command)
        case staff_events.ApprovalAnswered():
            return message(
                "event.approval-answered",
                approval=event.approval,
                outcome=event.outcome,
                reason=reason_message(event),
            )
        case staff_events.CommandDeferred():
            command = request_title(event.command, event.body)
            return message("event.command-deferred", command=command)
        case staff_events.DeferredCommandApplied():
            reason = reason_message(event)
            return message("event.deferred-command-applied", outcome=event.outcome, reason=reason)
        case staff_events.ComponentDisabled():
            reason = _reason(event.reason)
            return message("event.component-disabled", component=event.component, reason=reason)
        case staff_events.ComponentEnabled():
            reason = _reason(event.reason)
            return message("event.component-enabled", component=event.component, reason=reason)
        case staff_events.CallAnswered():
            outcome = _reason(event.outcome)
            return message("event.call-answered", call=event.call, outcome=outcome)
        case staff_events.ActionRefused():
            action, more = event.action, event.unrecorded
            return message("event.action-refused", action=action, code=event.code, more=more)
        case staff_events.SignificantEventRecorded() if event.kind is SignificantEventKind.DISPLAY:
            return message("event.display-differed", component=event.component)
        case staff_events.SignificantEventRecorded():
            kind, component = event.kind, event.component
            return message("event.significant-event-recorded", kind=kind, component=component)
        case _:
            raise AssertionError(f"{type(event).__name__} has no description")


def _other_event(event: Any) -> Message:
    """An event of the terminals' stream, or an access to the journal."""
    match event:
        case terminals.TerminalEnrolled():
            return message("event.terminal-enrolled", terminal=event.terminal)
        case terminals.PatronLimitsSet():
            return message("event.patron-limits-set", visit=event.visit)
        case terminals.AttendantCalled():
            about = message("event-part.in-round", round=event.round) if event.round else None
            return message(
                "event.attendant-called",
                reason=event.reason,
                terminal=event.terminal,
                table=event.table,
                round=about,
            )
        case access_log.JournalAccessed(access=access_log.AccessKind.CHAIN):
            return message("event.chain-verified")
        case access_log.JournalAccessed(access=access_log.AccessKind.REPLAY):
            return message("event.rounds-replayed", table=event.table, rounds=_rounds(event))
        case access_log.JournalAccessed():
            return message("event.bundle-exported", table=event.table, rounds=_rounds(event))
        case _:
            raise AssertionError(f"{type(event).__name__} has no description")


def _rounds(event: access_log.JournalAccessed) -> Message:
    first, last = event.first_round, event.last_round
    if first == last:
        return message("event-part.round", round=first)
    return message("event-part.rounds", first=first, last=last)


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
