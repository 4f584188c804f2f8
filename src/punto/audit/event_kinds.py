"""Kinds: what an event of each kind is read as, judged by, and moves."""

from collections.abc import Callable
from typing import Any, NamedTuple, get_args

import msgspec

from punto.audit.checks import (
    card_handling,
    chips,
    dealing,
    fact_corrections,
    irregularities,
    missing_card,
    opening,
    reconstruction,
    reversal,
    rulings,
    settlement,
    wagering,
)
from punto.audit.checks.postings import POSTINGS, Movement
from punto.audit.events import irregularities as irregularity_events
from punto.audit.events import live as live_events
from punto.audit.events import play as play_events
from punto.audit.events.house import HouseEvent
from punto.audit.state import Table
from punto.audit.store.entry import Actor


class Kind(NamedTuple):
    """How events of a kind are taken."""

    decode: Callable[[msgspec.Raw], Any]
    judge: Callable[[Table, Any, Actor], None] | None
    """What compares it with the state of its table; None for the cage's."""

    post: Callable[[str, Any], list[Movement]] | None
    opens: bool
    """Whether a table that has no game yet takes it."""

    is_read_only: bool
    """Whether it is only read: it moves nothing and nothing follows from it."""


UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What is raised on text that is not of a kind."""

JUDGES: dict[type, Callable[[Table, Any, Actor], None]] = {
    play_events.TableOpened: opening.table_opened,
    play_events.TableClosed: opening.table_closed,
    play_events.SettingsChanged: opening.settings_changed,
    play_events.SeatTaken: opening.seat_taken,
    play_events.SeatLeft: opening.seat_left,
    play_events.ShoeLoaded: opening.shoe_loaded,
    play_events.CardBurned: opening.card_burned,
    play_events.ShoeEnded: opening.shoe_ended,
    play_events.BetsOpened: opening.bets_opened,
    play_events.WagersPlaced: wagering.wagers_placed,
    play_events.ScreenAcknowledged: wagering.screen_acknowledged,
    play_events.TerminalLost: opening.terminal_lost,
    play_events.TerminalRegained: opening.terminal_regained,
    play_events.BetsClosed: wagering.bets_closed,
    play_events.SeatRuledOn: wagering.seat_ruled_on,
    play_events.SeatsConfirmed: wagering.seats_confirmed,
    play_events.CardDrawn: dealing.card_drawn,
    play_events.CardLeftOver: dealing.card_left_over,
    play_events.CuttingCardShown: dealing.cutting_card_shown,
    play_events.RoundSettled: settlement.round_settled,
    play_events.IrregularityRaised: irregularities.irregularity_raised,
    play_events.CauseAsked: irregularities.cause_asked,
    play_events.WithdrawalAnswered: rulings.withdrawal_answered,
    play_events.WithdrawalEnded: rulings.withdrawal_ended,
    play_events.RulingGiven: rulings.ruling_given,
    play_events.DecisionReferred: rulings.decision_referred,
    play_events.FactsChanged: fact_corrections.facts_changed,
    play_events.PlayResumed: rulings.play_resumed,
    play_events.RoundVoided: settlement.round_voided,
    irregularity_events.RoundReversed: reversal.round_reversed,
    irregularity_events.RoundCorrected: reversal.round_corrected,
    irregularity_events.CardIdentified: reconstruction.card_identified,
    irregularity_events.CardsLoose: reconstruction.cards_loose,
    irregularity_events.CardsReconstructed: reconstruction.cards_reconstructed,
    irregularity_events.BetsReopened: reconstruction.bets_reopened,
    irregularity_events.CardsToBeReplaced: reconstruction.cards_to_be_replaced,
    irregularity_events.CardsSetAside: missing_card.cards_set_aside,
    irregularity_events.DecksSorted: missing_card.decks_sorted,
    irregularity_events.CardsAsideSeen: missing_card.cards_aside_seen,
    irregularity_events.MissingCardsReplaced: missing_card.missing_cards_replaced,
    live_events.LateChipsSeen: chips.late_chips_seen,
    live_events.WagersOutsideLimits: chips.wagers_outside_limits,
    live_events.LowerWagersAsked: chips.lower_wagers_asked,
    live_events.WagersRemoved: chips.wagers_removed,
    live_events.WagersRestricted: card_handling.wagers_restricted,
    live_events.MethodChosen: card_handling.method_chosen,
    live_events.DrawingAllowed: card_handling.drawing_allowed,
    live_events.DeviceHandedOver: card_handling.device_handed_over,
    live_events.DeviceControlEnded: card_handling.device_control_ended,
    live_events.CardsPassed: card_handling.cards_passed,
    live_events.CardsRefused: card_handling.cards_refused,
    live_events.FirstHandChosen: card_handling.first_hand_chosen,
    live_events.SqueezingAllowed: card_handling.squeezing_allowed,
    live_events.CardsExposed: card_handling.cards_exposed,
}

KINDS: dict[tuple[str, int], Kind] = {
    (kind.__name__, 1): Kind(
        msgspec.json.Decoder(kind).decode,
        JUDGES.get(kind),
        POSTINGS.get(kind),
        opens=kind is play_events.TableOpened,
        is_read_only=kind in get_args(HouseEvent),
    )
    for kind in get_args(play_events.AnyEvent)
}
"""Every kind and version of event that the auditor knows."""
