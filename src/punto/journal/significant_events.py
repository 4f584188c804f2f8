"""List the significant events, and say why each other event is not one.

The list serves the notes in the staff's stream, the pit's screen and the report of significant
events. Each of the three has its own wording, but none has a list of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from punto.core.irregularities import Trigger
from punto.house import access_log, terminals
from punto.house.staff import events as staff_events
from punto.house.staff.events import SignificantEventKind
from punto.journal.entry import AnyEvent
from punto.ledger import cage, claims, drawers
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
from punto.table.events.play import RoundSettled, WagerSettled, WagersPlaced

LARGE_CENTS = 10_000_00
"""From what sum on a wager, or a win, is significant, unless the house says otherwise."""


@dataclass(frozen=True, slots=True)
class EventSignificance:
    """Who is told of an event; where somebody is not, why not."""

    noted: SignificantEventKind | None = None
    """Under what it is noted for the staff; None where the stream it stands in is their own, or
    where pit and report are enough."""

    not_at_pit: str = ""
    not_in_report: str = ""


AT_THE_CAGE = "the cage has desk and report of its own"
OF_THE_LINE = "the terminal's line is shown at its table"

SIGNIFICANT: Mapping[type[AnyEvent], EventSignificance] = {
    # At a table
    events.TableOpened: EventSignificance(SignificantEventKind.TABLE_OPENED),
    events.TableClosed: EventSignificance(SignificantEventKind.TABLE_CLOSED),
    events.SettingsChanged: EventSignificance(SignificantEventKind.SETTINGS),
    events.ParticipationDecided: EventSignificance(SignificantEventKind.SEAT_RULED),
    events.WagersPlaced: EventSignificance(SignificantEventKind.LARGE_WAGER),
    events.RoundSettled: EventSignificance(SignificantEventKind.LARGE_WIN),
    events.RoundVoided: EventSignificance(SignificantEventKind.VOID),
    events.RoundReversed: EventSignificance(SignificantEventKind.REVERSAL),
    events.RoundCorrected: EventSignificance(SignificantEventKind.REVERSAL),
    events.RulingGiven: EventSignificance(SignificantEventKind.RULING),
    events.DecisionReferred: EventSignificance(SignificantEventKind.RULING),
    events.FactsCorrected: EventSignificance(SignificantEventKind.OVERRIDE),
    events.IrregularityRaised: EventSignificance(
        SignificantEventKind.IRREGULARITY, not_in_report="irregularities have a report of their own"
    ),
    events.CauseRequested: EventSignificance(not_at_pit="the table stands in its queue, held"),
    events.TerminalDisconnected: EventSignificance(not_at_pit=OF_THE_LINE),
    events.TerminalReconnected: EventSignificance(not_at_pit=OF_THE_LINE),
    events.CardDrawn: EventSignificance(SignificantEventKind.MANUAL_CARD),
    events.ExcessCardDrawn: EventSignificance(
        SignificantEventKind.MANUAL_CARD, not_at_pit="no hand is touched"
    ),
    events.CardBurned: EventSignificance(
        SignificantEventKind.MANUAL_CARD, not_at_pit="no hand is touched"
    ),
    irregularity_events.CardIdentified: EventSignificance(SignificantEventKind.MANUAL_CARD),
    irregularity_events.CardReplacementRequired: EventSignificance(),
    live_events.WagersRestricted: EventSignificance(SignificantEventKind.SETTINGS),
    live_events.MethodChosen: EventSignificance(SignificantEventKind.METHOD),
    live_events.WagersRemoved: EventSignificance(SignificantEventKind.OVERRIDE),
    # At the cage and the terminals
    cage.VoucherVoided: EventSignificance(not_at_pit=AT_THE_CAGE),
    cage.HandPaid: EventSignificance(not_at_pit=AT_THE_CAGE),
    cage.VisitEnded: EventSignificance(not_at_pit=AT_THE_CAGE),
    claims.ClaimWrittenOff: EventSignificance(not_at_pit=AT_THE_CAGE),
    drawers.DrawerFilled: EventSignificance(not_at_pit=AT_THE_CAGE),
    drawers.ShiftClosed: EventSignificance(not_at_pit=AT_THE_CAGE),
    terminals.TerminalEnrolled: EventSignificance(not_at_pit="the pit has a list of terminals"),
    terminals.AttendantCalled: EventSignificance(not_at_pit="a call stands in its queue"),
    # Among the staff
    staff_events.SignInFailed: EventSignificance(),
    staff_events.SignInLocked: EventSignificance(),
    staff_events.PersonEnrolled: EventSignificance(),
    staff_events.PersonChanged: EventSignificance(),
    staff_events.PersonDisabled: EventSignificance(),
    staff_events.PersonEnabled: EventSignificance(),
    staff_events.PasswordSet: EventSignificance(),
    staff_events.SecondFactorSet: EventSignificance(),
    staff_events.SecondFactorRemoved: EventSignificance(),
    staff_events.CommandDeferred: EventSignificance(),
    staff_events.DeferredCommandApplied: EventSignificance(),
    staff_events.ActionRefused: EventSignificance(),
    staff_events.PositionDelegated: EventSignificance(),
    staff_events.ActingPositionChanged: EventSignificance(),
    staff_events.ApprovalRequested: EventSignificance(not_in_report="the answer is told"),
    staff_events.ApprovalAnswered: EventSignificance(),
    staff_events.ComponentDisabled: EventSignificance(),
    staff_events.ComponentEnabled: EventSignificance(),
    staff_events.CallAnswered: EventSignificance(not_at_pit="the pit itself answers it"),
    staff_events.SignificantEventRecorded: EventSignificance(
        not_in_report="a note on what another stream tells itself"
    ),
}
"""What is significant; of some kinds only what `is_significant` says of a single event."""

PLAY = "the round, which is kept whole, tells it"
HELD = "the irregularity that it follows from is told"
DEVICE = "who handles cards stands in the round"
METERED = "the meters and the cage report count it"
NAMED = "what is done under the name is told"
CLAIM = "the claim began with a reversal, which is told"

NOT_SIGNIFICANT: Mapping[type[AnyEvent], str] = {
    events.SeatTaken: "patrons come and go all day",
    events.SeatLeft: "patrons come and go all day",
    events.ShoeLoaded: "every round names its shoe",
    events.ShoeEnded: "every round names its shoe",
    events.BetsOpened: PLAY,
    events.BetsClosed: PLAY,
    events.ScreenAcknowledged: PLAY,
    events.ParticipantsConfirmed: PLAY,
    events.CuttingCardReached: PLAY,
    events.WithdrawalAnswered: HELD,
    events.WithdrawalClosed: HELD,
    events.PlayResumed: HELD,
    irregularity_events.CardsMisplaced: HELD,
    irregularity_events.CardsReconstructed: HELD,
    irregularity_events.BetsReopened: HELD,
    irregularity_events.CardsSetAside: HELD,
    irregularity_events.DecksSorted: HELD,
    irregularity_events.SetAsideCardsInspected: HELD,
    irregularity_events.MissingCardsReplaced: HELD,
    live_events.LateChipsReported: HELD,
    live_events.WagersOutsideLimits: PLAY,
    live_events.LowerWagersRequested: "what is removed in the end is told",
    live_events.DrawingAllowed: DEVICE,
    live_events.DeviceHandedOver: DEVICE,
    live_events.DeviceControlEnded: DEVICE,
    live_events.CardsPassed: DEVICE,
    live_events.CardsRefused: DEVICE,
    live_events.FirstHandChosen: DEVICE,
    live_events.SqueezingAllowed: DEVICE,
    live_events.CardsExposed: DEVICE,
    cage.FloorKindRecorded: "every floor begins with it, and it never changes",
    cage.VisitBegun: "patrons come and go all day",
    cage.CreditBought: METERED,
    cage.CreditCollected: METERED,
    cage.VoucherRedeemed: METERED,
    claims.ClaimPaid: CLAIM,
    claims.ClaimCollected: CLAIM,
    drawers.ShiftOpened: "the count at its end is told",
    drawers.PatronCashMoved: METERED,
    terminals.PatronLimitsSet: "a patron's own affair",
    staff_events.SignedIn: NAMED,
    staff_events.SecondFactorUsed: NAMED,
    staff_events.SignedOut: NAMED,
    staff_events.DealerAssigned: "every round names its dealer",
    staff_events.DealerReleased: "every round names its dealer",
    access_log.JournalAccessed: "looks have a stream of their own, which the auditor's desk shows",
}
"""What is not, and why not."""


def is_significant(event: Any, by: Actor, large_cents: int) -> bool:
    """Whether an event is significant as it happened: how large it was, and by whose hand."""
    match event:
        case events.WagersPlaced():
            return staked_cents(event) >= large_cents
        case events.RoundSettled():
            largest = largest_win(event)
            return largest is not None and won_cents(largest) >= large_cents
        case events.CardDrawn():
            return event.by_hand
        case events.ExcessCardDrawn() | events.CardBurned():
            # A device tells these all day; by hand they are the dealer's word.
            return by.kind is ActorKind.STAFF
        case _:
            return type(event) in SIGNIFICANT


def is_recorded(event: Any, by: Actor, large_cents: int) -> bool:
    """Whether a significant event is noted in the staff's stream as well."""
    found = SIGNIFICANT.get(type(event))
    if found is None or found.noted is None or not is_significant(event, by, large_cents):
        return False
    match event:
        case events.RulingGiven() | irregularity_events.CardIdentified():
            # The standing order of the house is no person's ruling.
            return by.kind is ActorKind.STAFF
        case events.IrregularityRaised():
            # Lines may break for all at once; what their terminals say is kept in any case.
            return event.trigger is not Trigger.TERMINAL_CUT_OFF
        case _:
            return True


def is_for_pit(event: Any, by: Actor, large_cents: int) -> bool:
    """Whether the pit is told of an event."""
    found = SIGNIFICANT.get(type(event))
    return bool(found and not found.not_at_pit) and is_significant(event, by, large_cents)


def is_for_report(event: Any, by: Actor, large_cents: int) -> bool:
    """Whether the report of significant events has an event."""
    found = SIGNIFICANT.get(type(event))
    return bool(found and not found.not_in_report) and is_significant(event, by, large_cents)


def staked_cents(event: WagersPlaced) -> int:
    """What a seat has at stake by a set of wagers."""
    return sum(each.cents for each in event.stakes)


def largest_win(event: RoundSettled) -> WagerSettled | None:
    """The wager of a round that won most, None where there was none."""
    return max(event.wagers, key=won_cents, default=None)


def won_cents(wager: WagerSettled) -> int:
    """What a wager has won beyond its stake, below zero where it lost."""
    return wager.returned_cents - wager.stake.cents
