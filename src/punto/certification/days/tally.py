"""Count how often a day drew each trigger and carried out each remedy."""

from collections.abc import Iterator
from typing import Any

from punto.core.irregularities import Remedy, Trigger
from punto.floor.streams.owner import CommandAnswer
from punto.ledger.claims import ClaimCollected, ClaimPaid, ClaimWrittenOff
from punto.table import events
from punto.table.commands import PlaceWagers
from punto.table.refusals import Refusal

REMEDIES: dict[type, str] = {
    events.RoundVoided: Remedy.VOID,
    events.PlayResumed: Remedy.PLAY_ON,
    events.CardsReconstructed: Remedy.RECONSTRUCT,
    events.WithdrawalAnswered: Remedy.OFFER_WITHDRAWAL,
    events.BetsReopened: Remedy.REOPEN_BETS,
    events.RulingGiven: Remedy.RULING,
    events.CardReplacementRequired: Remedy.REPLACE_CARDS,
    events.MissingCardsReplaced: Remedy.REPLACE_CARDS,
    events.WagersOutsideLimits: Remedy.SETTLE_TO_LIMIT,
    events.RoundReversed: "reversal",
    events.RoundCorrected: "correction",
    ClaimPaid: "claim-paid",
    ClaimCollected: "claim-taken",
    ClaimWrittenOff: "claim-written-off",
}
"""The remedy that each event shows."""

TRIGGERS: dict[type, Trigger] = {
    events.CuttingCardReached: Trigger.CUTTING_CARD,
    events.LowerWagersRequested: Trigger.DIFFERENTIAL,
    events.CardReplacementRequired: Trigger.AFTER_VOID,
    events.TerminalDisconnected: Trigger.TERMINAL_CUT_OFF,
}
"""The trigger of each event by which a table shows an irregularity that it detected itself."""

LIVE_EVENTS = (
    events.WagersRestricted,
    events.MethodChosen,
    events.DrawingAllowed,
    events.DeviceHandedOver,
    events.DeviceControlEnded,
    events.CardsPassed,
    events.CardsRefused,
    events.FirstHandChosen,
    events.SqueezingAllowed,
    events.CardsExposed,
    events.LateChipsReported,
    events.WagersRemoved,
    events.CardsSetAside,
    events.DecksSorted,
    events.SetAsideCardsInspected,
    events.CardIdentified,
    events.CardsMisplaced,
)

REFUSED = {
    "under-minimum": Trigger.UNDER_MINIMUM,
    "over-maximum": Trigger.OVER_MAXIMUM,
    "area-full": Trigger.TOO_MANY_WAGERS,
    "taken-back-late": Trigger.LATE_WITHDRAWAL,
}
"""The trigger of each refusal code, for irregularities that the table refuses on entry."""


def tally_answer(command: Any, answer: CommandAnswer) -> Iterator[str]:
    """The triggers, remedies and live events that an answer adds to the tally."""
    if isinstance(answer, Refusal):
        if answer.code in REFUSED:
            yield f"trigger {REFUSED[answer.code]}"
        if answer.code == "bets-closed" and isinstance(command, PlaceWagers):
            yield f"trigger {Trigger.LATE_WAGER}"
        return
    for event in answer.events:
        if isinstance(event, events.IrregularityRaised):
            yield f"trigger {event.trigger}"
        if isinstance(event, events.WagersOutsideLimits):
            yield from sorted({f"trigger {each.trigger}" for each in event.wagers})
        if type(event) in TRIGGERS:
            yield f"trigger {TRIGGERS[type(event)]}"
        if type(event) in REMEDIES:
            yield f"remedy {REMEDIES[type(event)]}"
        if isinstance(event, LIVE_EVENTS):
            yield f"procedure {type(event).__name__}"
