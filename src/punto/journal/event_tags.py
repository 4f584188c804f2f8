"""List the tag and the version under which the journal stores each kind of event.

A tag never changes, but its class may be renamed. A kind whose fields change gets the next
version, and `encoding` gets a function that converts the older form.
"""

from typing import NamedTuple

from punto.house import access_log, terminals
from punto.house.staff import events as staff
from punto.journal.entry import AnyEvent
from punto.ledger import cage, claims, drawers
from punto.table import events


class EventTag(NamedTuple):
    """The tag and the version under which the journal stores one class of event."""

    tag: str
    version: int
    kind: type[AnyEvent]


_STORED = (
    EventTag("BetsClosed", 1, events.BetsClosed),
    EventTag("BetsOpened", 1, events.BetsOpened),
    EventTag("CardBurned", 1, events.CardBurned),
    EventTag("CardDrawn", 1, events.CardDrawn),
    EventTag("CauseRequested", 1, events.CauseRequested),
    EventTag("CuttingCardReached", 1, events.CuttingCardReached),
    EventTag("DecisionReferred", 1, events.DecisionReferred),
    EventTag("ExcessCardDrawn", 1, events.ExcessCardDrawn),
    EventTag("FactsCorrected", 1, events.FactsCorrected),
    EventTag("IrregularityRaised", 1, events.IrregularityRaised),
    EventTag("ParticipantsConfirmed", 1, events.ParticipantsConfirmed),
    EventTag("ParticipationDecided", 1, events.ParticipationDecided),
    EventTag("PlayResumed", 1, events.PlayResumed),
    EventTag("RoundCorrected", 1, events.RoundCorrected),
    EventTag("RoundReversed", 1, events.RoundReversed),
    EventTag("RoundSettled", 1, events.RoundSettled),
    EventTag("RoundVoided", 1, events.RoundVoided),
    EventTag("RulingGiven", 1, events.RulingGiven),
    EventTag("ScreenAcknowledged", 1, events.ScreenAcknowledged),
    EventTag("SeatLeft", 1, events.SeatLeft),
    EventTag("SeatTaken", 1, events.SeatTaken),
    EventTag("SettingsChanged", 1, events.SettingsChanged),
    EventTag("ShoeEnded", 1, events.ShoeEnded),
    EventTag("ShoeLoaded", 1, events.ShoeLoaded),
    EventTag("TableClosed", 1, events.TableClosed),
    EventTag("TableOpened", 1, events.TableOpened),
    EventTag("TerminalDisconnected", 1, events.TerminalDisconnected),
    EventTag("TerminalReconnected", 1, events.TerminalReconnected),
    EventTag("WagersPlaced", 1, events.WagersPlaced),
    EventTag("WithdrawalAnswered", 1, events.WithdrawalAnswered),
    EventTag("WithdrawalClosed", 1, events.WithdrawalClosed),
    EventTag("BetsReopened", 1, events.BetsReopened),
    EventTag("CardIdentified", 1, events.CardIdentified),
    EventTag("CardReplacementRequired", 1, events.CardReplacementRequired),
    EventTag("CardsMisplaced", 1, events.CardsMisplaced),
    EventTag("CardsReconstructed", 1, events.CardsReconstructed),
    EventTag("CardsSetAside", 1, events.CardsSetAside),
    EventTag("DecksSorted", 1, events.DecksSorted),
    EventTag("MissingCardsReplaced", 1, events.MissingCardsReplaced),
    EventTag("SetAsideCardsInspected", 1, events.SetAsideCardsInspected),
    EventTag("CardsExposed", 1, events.CardsExposed),
    EventTag("CardsPassed", 1, events.CardsPassed),
    EventTag("CardsRefused", 1, events.CardsRefused),
    EventTag("DeviceControlEnded", 1, events.DeviceControlEnded),
    EventTag("DeviceHandedOver", 1, events.DeviceHandedOver),
    EventTag("DrawingAllowed", 1, events.DrawingAllowed),
    EventTag("FirstHandChosen", 1, events.FirstHandChosen),
    EventTag("LateChipsReported", 1, events.LateChipsReported),
    EventTag("LowerWagersRequested", 1, events.LowerWagersRequested),
    EventTag("MethodChosen", 1, events.MethodChosen),
    EventTag("SqueezingAllowed", 1, events.SqueezingAllowed),
    EventTag("WagersOutsideLimits", 1, events.WagersOutsideLimits),
    EventTag("WagersRemoved", 1, events.WagersRemoved),
    EventTag("WagersRestricted", 1, events.WagersRestricted),
    EventTag("CreditBought", 1, cage.CreditBought),
    EventTag("CreditCollected", 1, cage.CreditCollected),
    EventTag("FloorKindRecorded", 1, cage.FloorKindRecorded),
    EventTag("HandPaid", 1, cage.HandPaid),
    EventTag("VisitBegun", 1, cage.VisitBegun),
    EventTag("VisitEnded", 1, cage.VisitEnded),
    EventTag("VoucherRedeemed", 1, cage.VoucherRedeemed),
    EventTag("VoucherVoided", 1, cage.VoucherVoided),
    EventTag("ClaimCollected", 1, claims.ClaimCollected),
    EventTag("ClaimPaid", 1, claims.ClaimPaid),
    EventTag("ClaimWrittenOff", 1, claims.ClaimWrittenOff),
    EventTag("DrawerFilled", 1, drawers.DrawerFilled),
    EventTag("PatronCashMoved", 1, drawers.PatronCashMoved),
    EventTag("ShiftClosed", 1, drawers.ShiftClosed),
    EventTag("ShiftOpened", 1, drawers.ShiftOpened),
    EventTag("AttendantCalled", 1, terminals.AttendantCalled),
    EventTag("PatronLimitsSet", 1, terminals.PatronLimitsSet),
    EventTag("TerminalEnrolled", 1, terminals.TerminalEnrolled),
    EventTag("ActingPositionChanged", 1, staff.ActingPositionChanged),
    EventTag("ActionRefused", 1, staff.ActionRefused),
    EventTag("ApprovalAnswered", 1, staff.ApprovalAnswered),
    EventTag("ApprovalRequested", 1, staff.ApprovalRequested),
    EventTag("CallAnswered", 1, staff.CallAnswered),
    EventTag("CommandDeferred", 1, staff.CommandDeferred),
    EventTag("ComponentDisabled", 1, staff.ComponentDisabled),
    EventTag("ComponentEnabled", 1, staff.ComponentEnabled),
    EventTag("DealerAssigned", 1, staff.DealerAssigned),
    EventTag("DealerReleased", 1, staff.DealerReleased),
    EventTag("DeferredCommandApplied", 1, staff.DeferredCommandApplied),
    EventTag("PasswordSet", 1, staff.PasswordSet),
    EventTag("PersonChanged", 1, staff.PersonChanged),
    EventTag("PersonDisabled", 1, staff.PersonDisabled),
    EventTag("PersonEnabled", 1, staff.PersonEnabled),
    EventTag("PersonEnrolled", 1, staff.PersonEnrolled),
    EventTag("PositionDelegated", 1, staff.PositionDelegated),
    EventTag("SecondFactorRemoved", 1, staff.SecondFactorRemoved),
    EventTag("SecondFactorSet", 1, staff.SecondFactorSet),
    EventTag("SecondFactorUsed", 1, staff.SecondFactorUsed),
    EventTag("SignInFailed", 1, staff.SignInFailed),
    EventTag("SignInLocked", 1, staff.SignInLocked),
    EventTag("SignedIn", 1, staff.SignedIn),
    EventTag("SignedOut", 1, staff.SignedOut),
    EventTag("SignificantEventRecorded", 1, staff.SignificantEventRecorded),
    EventTag("JournalAccessed", 1, access_log.JournalAccessed),
)

EVENT_TAGS: dict[str, EventTag] = {stored.tag: stored for stored in _STORED}
"""Every kind of event in a journal, by its tag."""

TAGS_BY_KIND: dict[type[AnyEvent], EventTag] = {stored.kind: stored for stored in _STORED}
"""Every kind of event in a journal, by its class."""
