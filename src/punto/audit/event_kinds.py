"""Map each kind of event to its decoder, its check and its postings."""

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
from punto.audit.events.house import HOUSE_EVENTS
from punto.audit.state import Table
from punto.audit.store.entry import Actor


class EventKind(NamedTuple):
    """How the auditor handles a kind of event."""

    decode: Callable[[msgspec.Raw], Any]
    judge: Callable[[Table, Any, Actor], None] | None
    """Compares the event with the state of its table; None for events of the cage."""

    post: Callable[[str, Any], list[Movement]] | None
    opens: bool
    """Whether a table without a game accepts it."""

    is_read_only: bool
    """Whether the auditor only decodes it, because it has no effect on tables or money."""


UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""Raised by text that is not an event of its kind."""

CHECKS: dict[type, Callable[[Table, Any, Actor], None]] = {
    play_events.TableOpened: opening.check_table_opened,
    play_events.TableClosed: opening.check_table_closed,
    play_events.SettingsChanged: opening.check_settings_changed,
    play_events.SeatTaken: opening.check_seat_taken,
    play_events.SeatLeft: opening.check_seat_left,
    play_events.ShoeLoaded: opening.check_shoe_loaded,
    play_events.CardBurned: opening.check_card_burned,
    play_events.ShoeEnded: opening.check_shoe_ended,
    play_events.BetsOpened: opening.check_bets_opened,
    play_events.WagersPlaced: wagering.check_wagers_placed,
    play_events.ScreenAcknowledged: wagering.check_screen_acknowledged,
    play_events.TerminalDisconnected: opening.check_terminal_disconnected,
    play_events.TerminalReconnected: opening.check_terminal_reconnected,
    play_events.BetsClosed: wagering.check_bets_closed,
    play_events.ParticipationDecided: wagering.check_participation_decided,
    play_events.ParticipantsConfirmed: wagering.check_participants_confirmed,
    play_events.CardDrawn: dealing.check_card_drawn,
    play_events.ExcessCardDrawn: dealing.check_excess_card_drawn,
    play_events.CuttingCardReached: dealing.check_cutting_card_reached,
    play_events.RoundSettled: settlement.check_round_settled,
    play_events.IrregularityRaised: irregularities.check_irregularity_raised,
    play_events.CauseRequested: irregularities.check_cause_requested,
    play_events.WithdrawalAnswered: rulings.check_withdrawal_answered,
    play_events.WithdrawalClosed: rulings.check_withdrawal_closed,
    play_events.RulingGiven: rulings.check_ruling_given,
    play_events.DecisionReferred: rulings.check_decision_referred,
    play_events.FactsCorrected: fact_corrections.check_facts_corrected,
    play_events.PlayResumed: rulings.check_play_resumed,
    play_events.RoundVoided: settlement.check_round_voided,
    irregularity_events.RoundReversed: reversal.check_round_reversed,
    irregularity_events.RoundCorrected: reversal.check_round_corrected,
    irregularity_events.CardIdentified: reconstruction.check_card_identified,
    irregularity_events.CardsMisplaced: reconstruction.check_cards_misplaced,
    irregularity_events.CardsReconstructed: reconstruction.check_cards_reconstructed,
    irregularity_events.BetsReopened: reconstruction.check_bets_reopened,
    irregularity_events.CardReplacementRequired: reconstruction.check_card_replacement_required,
    irregularity_events.CardsSetAside: missing_card.check_cards_set_aside,
    irregularity_events.DecksSorted: missing_card.check_decks_sorted,
    irregularity_events.SetAsideCardsInspected: missing_card.check_set_aside_cards_inspected,
    irregularity_events.MissingCardsReplaced: missing_card.check_missing_cards_replaced,
    live_events.LateChipsReported: chips.check_late_chips_reported,
    live_events.WagersOutsideLimits: chips.check_wagers_outside_limits,
    live_events.LowerWagersRequested: chips.check_lower_wagers_requested,
    live_events.WagersRemoved: chips.check_wagers_removed,
    live_events.WagersRestricted: card_handling.check_wagers_restricted,
    live_events.MethodChosen: card_handling.check_method_chosen,
    live_events.DrawingAllowed: card_handling.check_drawing_allowed,
    live_events.DeviceHandedOver: card_handling.check_device_handed_over,
    live_events.DeviceControlEnded: card_handling.check_device_control_ended,
    live_events.CardsPassed: card_handling.check_cards_passed,
    live_events.CardsRefused: card_handling.check_cards_refused,
    live_events.FirstHandChosen: card_handling.check_first_hand_chosen,
    live_events.SqueezingAllowed: card_handling.check_squeezing_allowed,
    live_events.CardsExposed: card_handling.check_cards_exposed,
}

KINDS: dict[tuple[str, int], EventKind] = {
    (kind.__name__, 1): EventKind(
        msgspec.json.Decoder(kind).decode,
        CHECKS.get(kind),
        POSTINGS.get(kind),
        opens=kind is play_events.TableOpened,
        is_read_only=kind in HOUSE_EVENTS,
    )
    for kind in (*get_args(play_events.AnyEvent), *HOUSE_EVENTS)
}
"""Every kind and version of event that the auditor knows."""
