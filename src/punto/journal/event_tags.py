"""List every kind of event in a journal: its tag, its version, and whether it is significant.

A tag never changes, but its class may be renamed. A kind whose fields change gets the next
version, and `encoding` gets a function that converts the older form. Staff must read of a
significant event; every other kind has the reason why they need not.
"""

from typing import NamedTuple, TypeAlias

from punto.house import access_log, terminals
from punto.house.staff import events as staff
from punto.house.staff.events import SignificantEventKind as Kind
from punto.journal.entry import AnyEvent
from punto.ledger import cage, claims, drawers
from punto.table import events


class Significance(NamedTuple):
    """The places that show a significant event, or the reasons why they do not."""

    noted: Kind | None = None
    """The kind of the record in the staff stream.

    None if the event is in that stream already, or if the pit and the report are enough.
    """

    not_at_pit: str = ""
    """The reason why the pit's screen does not show the event."""

    not_in_report: str = ""
    """The reason why the report does not list the event."""


NotSignificant: TypeAlias = str
"""The reason why staff need not read of an event apart from the others."""


class EventTag(NamedTuple):
    """The tag and the version under which the journal stores one class of event."""

    tag: str
    version: int
    kind: type[AnyEvent]
    significance: Significance | NotSignificant = ""


def _stored(kind: type[AnyEvent], significance: Significance | NotSignificant) -> EventTag:
    """Store a class under its name, in its first version.

    A class that was renamed or changed needs an `EventTag` with its first name and its version.
    """
    return EventTag(kind.__name__, 1, kind, significance)


SIGNIFICANT = Significance()
CAGE = Significance(not_at_pit="the cage has its own screen and report")
CONNECTION = Significance(not_at_pit="its table shows the connection of the terminal")
PLAY = "the journal has the whole round"
HELD = "the irregularity that causes it is significant"
DEVICE = "the round names the person who handles cards"
METERED = "the meters and the cage report count it"
NAMED = "actions of that person are significant themselves"
CLAIM = "the claim began with a reversal, which is significant"
SHOE = "every round names its shoe"
DEALER = "every round names its dealer"
PATRON = "patrons come and go all day"

_STORED = (
    # At a table
    _stored(events.TableOpened, Significance(Kind.TABLE_OPENED)),
    _stored(events.TableClosed, Significance(Kind.TABLE_CLOSED)),
    _stored(events.SettingsChanged, Significance(Kind.SETTINGS)),
    _stored(events.SeatTaken, PATRON),
    _stored(events.SeatLeft, PATRON),
    _stored(events.ShoeLoaded, SHOE),
    _stored(events.CardBurned, Significance(Kind.MANUAL_CARD, not_at_pit="no hand is touched")),
    _stored(events.ShoeEnded, SHOE),
    _stored(events.BetsOpened, PLAY),
    _stored(events.WagersPlaced, Significance(Kind.LARGE_WAGER)),
    _stored(events.ScreenAcknowledged, PLAY),
    _stored(events.TerminalDisconnected, CONNECTION),
    _stored(events.TerminalReconnected, CONNECTION),
    _stored(events.BetsClosed, PLAY),
    _stored(events.ParticipationDecided, Significance(Kind.SEAT_RULED)),
    _stored(events.ParticipantsConfirmed, PLAY),
    _stored(events.CardDrawn, Significance(Kind.MANUAL_CARD)),
    _stored(
        events.ExcessCardDrawn, Significance(Kind.MANUAL_CARD, not_at_pit="no hand is touched")
    ),
    _stored(events.CuttingCardReached, PLAY),
    _stored(events.RoundSettled, Significance(Kind.LARGE_WIN)),
    _stored(
        events.IrregularityRaised,
        Significance(Kind.IRREGULARITY, not_in_report="irregularities have their own report"),
    ),
    _stored(events.CauseRequested, Significance(not_at_pit="the pit's queue lists the held table")),
    _stored(events.WithdrawalAnswered, HELD),
    _stored(events.WithdrawalClosed, HELD),
    _stored(events.RulingGiven, Significance(Kind.RULING)),
    _stored(events.DecisionReferred, Significance(Kind.RULING)),
    _stored(events.FactsCorrected, Significance(Kind.OVERRIDE)),
    _stored(events.PlayResumed, HELD),
    _stored(events.RoundVoided, Significance(Kind.VOID)),
    _stored(events.RoundReversed, Significance(Kind.REVERSAL)),
    _stored(events.RoundCorrected, Significance(Kind.REVERSAL)),
    _stored(events.LateChipsReported, HELD),
    _stored(events.WagersOutsideLimits, PLAY),
    _stored(events.LowerWagersRequested, "the removal of the wagers is significant"),
    _stored(events.WagersRemoved, Significance(Kind.OVERRIDE)),
    _stored(events.WagersRestricted, Significance(Kind.SETTINGS)),
    _stored(events.MethodChosen, Significance(Kind.METHOD)),
    _stored(events.DrawingAllowed, DEVICE),
    _stored(events.DeviceHandedOver, DEVICE),
    _stored(events.DeviceControlEnded, DEVICE),
    _stored(events.CardsPassed, DEVICE),
    _stored(events.CardsRefused, DEVICE),
    _stored(events.FirstHandChosen, DEVICE),
    _stored(events.SqueezingAllowed, DEVICE),
    _stored(events.CardsExposed, DEVICE),
    _stored(events.CardIdentified, Significance(Kind.MANUAL_CARD)),
    _stored(events.CardsMisplaced, HELD),
    _stored(events.CardsReconstructed, HELD),
    _stored(events.BetsReopened, HELD),
    _stored(events.CardReplacementRequired, SIGNIFICANT),
    _stored(events.CardsSetAside, HELD),
    _stored(events.DecksSorted, HELD),
    _stored(events.SetAsideCardsInspected, HELD),
    _stored(events.MissingCardsReplaced, HELD),
    # At the cage
    _stored(cage.VisitBegun, PATRON),
    _stored(cage.VisitEnded, CAGE),
    _stored(cage.CreditBought, METERED),
    _stored(cage.CreditCollected, METERED),
    _stored(cage.VoucherRedeemed, METERED),
    _stored(cage.VoucherVoided, CAGE),
    _stored(cage.HandPaid, CAGE),
    _stored(claims.ClaimPaid, CLAIM),
    _stored(claims.ClaimCollected, CLAIM),
    _stored(claims.ClaimWrittenOff, CAGE),
    _stored(drawers.ShiftOpened, "the count at its end is significant"),
    _stored(drawers.DrawerFilled, CAGE),
    _stored(drawers.PatronCashMoved, METERED),
    _stored(drawers.ShiftClosed, CAGE),
    _stored(cage.FloorKindRecorded, "every floor begins with it, and it never changes"),
    # At the terminals
    _stored(terminals.TerminalEnrolled, Significance(not_at_pit="the pit has a list of terminals")),
    _stored(terminals.PatronLimitsSet, "only the patron is concerned"),
    _stored(terminals.AttendantCalled, Significance(not_at_pit="the pit's queue lists the call")),
    # Among the staff
    _stored(staff.PersonEnrolled, SIGNIFICANT),
    _stored(staff.PersonChanged, SIGNIFICANT),
    _stored(staff.PersonDisabled, SIGNIFICANT),
    _stored(staff.PersonEnabled, SIGNIFICANT),
    _stored(staff.PasswordSet, SIGNIFICANT),
    _stored(staff.SecondFactorSet, SIGNIFICANT),
    _stored(staff.SecondFactorRemoved, SIGNIFICANT),
    _stored(staff.SecondFactorUsed, NAMED),
    _stored(staff.SignedIn, NAMED),
    _stored(staff.SignInFailed, SIGNIFICANT),
    _stored(staff.SignInLocked, SIGNIFICANT),
    _stored(staff.SignedOut, NAMED),
    _stored(staff.PositionDelegated, SIGNIFICANT),
    _stored(staff.ActingPositionChanged, SIGNIFICANT),
    _stored(staff.DealerAssigned, DEALER),
    _stored(staff.DealerReleased, DEALER),
    _stored(staff.ApprovalRequested, Significance(not_in_report="the report lists the answer")),
    _stored(staff.ApprovalAnswered, SIGNIFICANT),
    _stored(staff.ComponentDisabled, SIGNIFICANT),
    _stored(staff.ComponentEnabled, SIGNIFICANT),
    _stored(staff.CommandDeferred, SIGNIFICANT),
    _stored(staff.DeferredCommandApplied, SIGNIFICANT),
    _stored(staff.CallAnswered, Significance(not_at_pit="the pit itself answers it")),
    _stored(staff.ActionRefused, SIGNIFICANT),
    _stored(
        staff.SignificantEventRecorded,
        Significance(not_in_report="it records an event of another stream, which the report lists"),
    ),
    # Accesses to the journal
    _stored(
        access_log.JournalAccessed, "the audit desk shows the stream of accesses to the journal"
    ),
)

EVENT_TAGS: dict[str, EventTag] = {stored.tag: stored for stored in _STORED}
"""Every kind of event in a journal, by its tag."""

TAGS_BY_KIND: dict[type[AnyEvent], EventTag] = {stored.kind: stored for stored in _STORED}
"""Every kind of event in a journal, by its class."""
