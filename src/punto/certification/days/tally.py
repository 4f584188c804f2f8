"""Count how often a day drew each trigger and carried out each remedy."""

from collections.abc import Iterator
from typing import Any

from punto.core.irregularities import Remedy, Trigger
from punto.floor.streams.owner import CommandAnswer
from punto.ledger.claims import ClaimCollected, ClaimPaid, ClaimWrittenOff
from punto.table.commands.play import PlaceWagers
from punto.table.events import (
    irregularities as irregularity_events,
)
from punto.table.events import (
    live as live_events,
)
from punto.table.events import (
    play as events,
)
from punto.table.refusals import Refusal

REMEDIES: dict[type, str] = {
    events.RoundVoided: Remedy.VOID,
    events.PlayResumed: Remedy.PLAY_ON,
    irregularity_events.CardsReconstructed: Remedy.RECONSTRUCT,
    events.WithdrawalAnswered: Remedy.OFFER_WITHDRAWAL,
    irregularity_events.BetsReopened: Remedy.REOPEN_BETS,
    events.RulingGiven: Remedy.RULING,
    irregularity_events.CardReplacementRequired: Remedy.REPLACE_CARDS,
    irregularity_events.MissingCardsReplaced: Remedy.REPLACE_CARDS,
    live_events.WagersOutsideLimits: Remedy.SETTLE_TO_LIMIT,
    events.RoundReversed: "reversal",
    events.RoundCorrected: "correction",
    ClaimPaid: "claim-paid",
    ClaimCollected: "claim-taken",
    ClaimWrittenOff: "claim-written-off",
}
"""The remedy that each event shows."""

TRIGGERS: dict[type, Trigger] = {
    events.CuttingCardReached: Trigger.CUTTING_CARD,
    live_events.LowerWagersRequested: Trigger.DIFFERENTIAL,
    irregularity_events.CardReplacementRequired: Trigger.AFTER_VOID,
    events.TerminalDisconnected: Trigger.TERMINAL_CUT_OFF,
}
"""The trigger of each event by which a table shows an irregularity that it detected itself."""

LIVE_EVENTS = (
    live_events.WagersRestricted,
    live_events.MethodChosen,
    live_events.DrawingAllowed,
    live_events.DeviceHandedOver,
    live_events.DeviceControlEnded,
    live_events.CardsPassed,
    live_events.CardsRefused,
    live_events.FirstHandChosen,
    live_events.SqueezingAllowed,
    live_events.CardsExposed,
    live_events.LateChipsReported,
    live_events.WagersRemoved,
    irregularity_events.CardsSetAside,
    irregularity_events.DecksSorted,
    irregularity_events.SetAsideCardsInspected,
    irregularity_events.CardIdentified,
    irregularity_events.CardsMisplaced,
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
        if isinstance(event, live_events.WagersOutsideLimits):
            yield from sorted({f"trigger {each.trigger}" for each in event.wagers})
        if type(event) in TRIGGERS:
            yield f"trigger {TRIGGERS[type(event)]}"
        if type(event) in REMEDIES:
            yield f"remedy {REMEDIES[type(event)]}"
        if isinstance(event, LIVE_EVENTS):
            yield f"procedure {type(event).__name__}"
