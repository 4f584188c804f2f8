"""List the tag and the version under which the journal stores each kind of event.

A tag never changes, but its class may be renamed. A kind whose fields change gets the next
version, and `encoding` gets a function that converts the older form.
"""

from typing import NamedTuple

from punto.house import access_log, terminals
from punto.house.staff import events as staff
from punto.journal.entry import AnyEvent
from punto.ledger import cage, claims, drawers
from punto.table.events import irregularities, live, play


class EventTag(NamedTuple):
    """The tag and the version under which the journal stores one class of event."""

    tag: str
    version: int
    kind: type[AnyEvent]


_STORED = (
    EventTag("BetsClosed", 1, play.BetsClosed),
    EventTag("BetsOpened", 1, play.BetsOpened),
    EventTag("CardBurned", 1, play.CardBurned),
    EventTag("CardDrawn", 1, play.CardDrawn),
    EventTag("CauseRequested", 1, play.CauseRequested),
    EventTag("CuttingCardReached", 1, play.CuttingCardReached),
    EventTag("DecisionReferred", 1, play.DecisionReferred),
    EventTag("ExcessCardDrawn", 1, play.ExcessCardDrawn),
    EventTag("FactsCorrected", 1, play.FactsCorrected),
    EventTag("IrregularityRaised", 1, play.IrregularityRaised),
    EventTag("ParticipantsConfirmed", 1, play.ParticipantsConfirmed),
    EventTag("ParticipationDecided", 1, play.ParticipationDecided),
    EventTag("PlayResumed", 1, play.PlayResumed),
    EventTag("RoundCorrected", 1, play.RoundCorrected),
    EventTag("RoundReversed", 1, play.RoundReversed),
    EventTag("RoundSettled", 1, play.RoundSettled),
    EventTag("RoundVoided", 1, play.RoundVoided),
    EventTag("RulingGiven", 1, play.RulingGiven),
    EventTag("ScreenAcknowledged", 1, play.ScreenAcknowledged),
    EventTag("SeatLeft", 1, play.SeatLeft),
    EventTag("SeatTaken", 1, play.SeatTaken),
    EventTag("SettingsChanged", 1, play.SettingsChanged),
    EventTag("ShoeEnded", 1, play.ShoeEnded),
    EventTag("ShoeLoaded", 1, play.ShoeLoaded),
    EventTag("TableClosed", 1, play.TableClosed),
    EventTag("TableOpened", 1, play.TableOpened),
    EventTag("TerminalDisconnected", 1, play.TerminalDisconnected),
    EventTag("TerminalReconnected", 1, play.TerminalReconnected),
    EventTag("WagersPlaced", 1, play.WagersPlaced),
    EventTag("WithdrawalAnswered", 1, play.WithdrawalAnswered),
    EventTag("WithdrawalClosed", 1, play.WithdrawalClosed),
    EventTag("BetsReopened", 1, irregularities.BetsReopened),
    EventTag("CardIdentified", 1, irregularities.CardIdentified),
    EventTag("CardReplacementRequired", 1, irregularities.CardReplacementRequired),
    EventTag("CardsMisplaced", 1, irregularities.CardsMisplaced),
    EventTag("CardsReconstructed", 1, irregularities.CardsReconstructed),
    EventTag("CardsSetAside", 1, irregularities.CardsSetAside),
    EventTag("DecksSorted", 1, irregularities.DecksSorted),
    EventTag("MissingCardsReplaced", 1, irregularities.MissingCardsReplaced),
    EventTag("SetAsideCardsInspected", 1, irregularities.SetAsideCardsInspected),
    EventTag("CardsExposed", 1, live.CardsExposed),
    EventTag("CardsPassed", 1, live.CardsPassed),
    EventTag("CardsRefused", 1, live.CardsRefused),
    EventTag("DeviceControlEnded", 1, live.DeviceControlEnded),
    EventTag("DeviceHandedOver", 1, live.DeviceHandedOver),
    EventTag("DrawingAllowed", 1, live.DrawingAllowed),
    EventTag("FirstHandChosen", 1, live.FirstHandChosen),
    EventTag("LateChipsReported", 1, live.LateChipsReported),
    EventTag("LowerWagersRequested", 1, live.LowerWagersRequested),
    EventTag("MethodChosen", 1, live.MethodChosen),
    EventTag("SqueezingAllowed", 1, live.SqueezingAllowed),
    EventTag("WagersOutsideLimits", 1, live.WagersOutsideLimits),
    EventTag("WagersRemoved", 1, live.WagersRemoved),
    EventTag("WagersRestricted", 1, live.WagersRestricted),
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
