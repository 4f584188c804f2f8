"""List the significant events, and say why each other event is not one.

The list serves the records in the staff stream, the pit's screen and the report of significant
events. Each of the three has its own wording, but they share this list.
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
from punto.table import events
from punto.table.actors import Actor, ActorKind
from punto.table.events import RoundSettled, WagerSettled, WagersPlaced

LARGE_CENTS = 10_000_00
"""The default amount from which a wager or a win is significant."""


@dataclass(frozen=True, slots=True)
class EventSignificance:
    """The places that show an event, or the reasons why they do not."""

    noted: SignificantEventKind | None = None
    """The kind of the record in the staff stream.

    None if the event is in that stream already, or if the pit and the report are enough.
    """

    not_at_pit: str = ""
    """The reason why the pit's screen does not show the event."""

    not_in_report: str = ""
    """The reason why the report does not list the event."""


AT_THE_CAGE = "the cage has its own screen and report"
OF_THE_LINE = "its table shows the connection of the terminal"

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
        SignificantEventKind.IRREGULARITY, not_in_report="irregularities have their own report"
    ),
    events.CauseRequested: EventSignificance(not_at_pit="the pit's queue lists the held table"),
    events.TerminalDisconnected: EventSignificance(not_at_pit=OF_THE_LINE),
    events.TerminalReconnected: EventSignificance(not_at_pit=OF_THE_LINE),
    events.CardDrawn: EventSignificance(SignificantEventKind.MANUAL_CARD),
    events.ExcessCardDrawn: EventSignificance(
        SignificantEventKind.MANUAL_CARD, not_at_pit="no hand is touched"
    ),
    events.CardBurned: EventSignificance(
        SignificantEventKind.MANUAL_CARD, not_at_pit="no hand is touched"
    ),
    events.CardIdentified: EventSignificance(SignificantEventKind.MANUAL_CARD),
    events.CardReplacementRequired: EventSignificance(),
    events.WagersRestricted: EventSignificance(SignificantEventKind.SETTINGS),
    events.MethodChosen: EventSignificance(SignificantEventKind.METHOD),
    events.WagersRemoved: EventSignificance(SignificantEventKind.OVERRIDE),
    # At the cage and the terminals
    cage.VoucherVoided: EventSignificance(not_at_pit=AT_THE_CAGE),
    cage.HandPaid: EventSignificance(not_at_pit=AT_THE_CAGE),
    cage.VisitEnded: EventSignificance(not_at_pit=AT_THE_CAGE),
    claims.ClaimWrittenOff: EventSignificance(not_at_pit=AT_THE_CAGE),
    drawers.DrawerFilled: EventSignificance(not_at_pit=AT_THE_CAGE),
    drawers.ShiftClosed: EventSignificance(not_at_pit=AT_THE_CAGE),
    terminals.TerminalEnrolled: EventSignificance(not_at_pit="the pit has a list of terminals"),
    terminals.AttendantCalled: EventSignificance(not_at_pit="the pit's queue lists the call"),
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
    staff_events.ApprovalRequested: EventSignificance(not_in_report="the report lists the answer"),
    staff_events.ApprovalAnswered: EventSignificance(),
    staff_events.ComponentDisabled: EventSignificance(),
    staff_events.ComponentEnabled: EventSignificance(),
    staff_events.CallAnswered: EventSignificance(not_at_pit="the pit itself answers it"),
    staff_events.SignificantEventRecorded: EventSignificance(
        not_in_report="it records an event of another stream, which the report lists"
    ),
}
"""The significant kinds of events; for some, `is_significant` decides about each event."""

PLAY = "the journal has the whole round"
HELD = "the irregularity that causes it is significant"
DEVICE = "the round names the person who handles cards"
METERED = "the meters and the cage report count it"
NAMED = "actions of that person are significant themselves"
CLAIM = "the claim began with a reversal, which is significant"

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
    events.CardsMisplaced: HELD,
    events.CardsReconstructed: HELD,
    events.BetsReopened: HELD,
    events.CardsSetAside: HELD,
    events.DecksSorted: HELD,
    events.SetAsideCardsInspected: HELD,
    events.MissingCardsReplaced: HELD,
    events.LateChipsReported: HELD,
    events.WagersOutsideLimits: PLAY,
    events.LowerWagersRequested: "the removal of the wagers is significant",
    events.DrawingAllowed: DEVICE,
    events.DeviceHandedOver: DEVICE,
    events.DeviceControlEnded: DEVICE,
    events.CardsPassed: DEVICE,
    events.CardsRefused: DEVICE,
    events.FirstHandChosen: DEVICE,
    events.SqueezingAllowed: DEVICE,
    events.CardsExposed: DEVICE,
    cage.FloorKindRecorded: "every floor begins with it, and it never changes",
    cage.VisitBegun: "patrons come and go all day",
    cage.CreditBought: METERED,
    cage.CreditCollected: METERED,
    cage.VoucherRedeemed: METERED,
    claims.ClaimPaid: CLAIM,
    claims.ClaimCollected: CLAIM,
    drawers.ShiftOpened: "the count at its end is significant",
    drawers.PatronCashMoved: METERED,
    terminals.PatronLimitsSet: "only the patron is concerned",
    staff_events.SignedIn: NAMED,
    staff_events.SecondFactorUsed: NAMED,
    staff_events.SignedOut: NAMED,
    staff_events.DealerAssigned: "every round names its dealer",
    staff_events.DealerReleased: "every round names its dealer",
    access_log.JournalAccessed: "the audit desk shows the stream of accesses to the journal",
}
"""The other kinds of events, with the reason why they are not significant."""


def is_significant(event: Any, by: Actor, large_cents: int) -> bool:
    """Whether an event is significant, considering its amount and its actor."""
    match event:
        case events.WagersPlaced():
            return staked_cents(event) >= large_cents
        case events.RoundSettled():
            largest = largest_win(event)
            return largest is not None and won_cents(largest) >= large_cents
        case events.CardDrawn():
            return event.by_hand
        case events.ExcessCardDrawn() | events.CardBurned():
            # The device reports these events all day; a report by hand depends on the dealer alone.
            return by.kind is ActorKind.STAFF
        case _:
            return type(event) in SIGNIFICANT


def is_recorded(event: Any, by: Actor, large_cents: int) -> bool:
    """Whether the floor records a significant event in the staff stream as well."""
    found = SIGNIFICANT.get(type(event))
    if found is None or found.noted is None or not is_significant(event, by, large_cents):
        return False
    match event:
        case events.RulingGiven() | events.CardIdentified():
            # A standing policy of the house gives rulings too; only those of staff are recorded.
            return by.kind is ActorKind.STAFF
        case events.IrregularityRaised():
            # A network failure may cut off every terminal at once; their own events are enough.
            return event.trigger is not Trigger.TERMINAL_CUT_OFF
        case _:
            return True


def is_for_pit(event: Any, by: Actor, large_cents: int) -> bool:
    """Whether the pit's screen shows an event."""
    found = SIGNIFICANT.get(type(event))
    return bool(found and not found.not_at_pit) and is_significant(event, by, large_cents)


def is_for_report(event: Any, by: Actor, large_cents: int) -> bool:
    """Whether the report of significant events lists an event."""
    found = SIGNIFICANT.get(type(event))
    return bool(found and not found.not_in_report) and is_significant(event, by, large_cents)


def staked_cents(event: WagersPlaced) -> int:
    """The total stake of a set of wagers."""
    return sum(stake.cents for stake in event.stakes)


def largest_win(event: RoundSettled) -> WagerSettled | None:
    """The wager of a round with the largest win, None if the round had no wagers."""
    return max(event.wagers, key=won_cents, default=None)


def won_cents(wager: WagerSettled) -> int:
    """The win of a wager beyond its stake, below zero if it lost."""
    return wager.returned_cents - wager.stake.cents
