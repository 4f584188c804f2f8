"""Map each kind of event to its decoder, its check and its postings."""

from collections.abc import Callable
from typing import Any, NamedTuple, get_args

import msgspec

from punto.audit.checks import (
    card_handling,
    chips,
    dealing,
    irregularities,
    opening,
    reconstruction,
    rulings,
    settlement,
    wagering,
)
from punto.audit.checks.ledger import POSTINGS, Movement
from punto.audit.events import table as events
from punto.audit.events.cage import CageEvent
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
    events.TableOpened: opening.check_table_opened,
    events.TableClosed: opening.check_table_closed,
    events.SettingsChanged: opening.check_settings_changed,
    events.SeatTaken: opening.check_seat_taken,
    events.SeatLeft: opening.check_seat_left,
    events.ShoeLoaded: opening.check_shoe_loaded,
    events.CardBurned: opening.check_card_burned,
    events.ShoeEnded: opening.check_shoe_ended,
    events.BetsOpened: opening.check_bets_opened,
    events.WagersPlaced: wagering.check_wagers_placed,
    events.ScreenAcknowledged: wagering.check_screen_acknowledged,
    events.TerminalDisconnected: opening.check_terminal,
    events.TerminalReconnected: opening.check_terminal,
    events.BetsClosed: wagering.check_bets_closed,
    events.ParticipationDecided: wagering.check_participation_decided,
    events.ParticipantsConfirmed: wagering.check_participants_confirmed,
    events.CardDrawn: dealing.check_card_drawn,
    events.ExcessCardDrawn: dealing.check_excess_card_drawn,
    events.CuttingCardReached: dealing.check_cutting_card_reached,
    events.RoundSettled: settlement.check_round_settled,
    events.IrregularityRaised: irregularities.check_irregularity_raised,
    events.CauseRequested: irregularities.check_cause_requested,
    events.WithdrawalAnswered: rulings.check_withdrawal_answered,
    events.WithdrawalClosed: rulings.check_withdrawal_closed,
    events.RulingGiven: rulings.check_ruling_given,
    events.DecisionReferred: rulings.check_decision_referred,
    events.FactsCorrected: irregularities.check_facts_corrected,
    events.PlayResumed: rulings.check_play_resumed,
    events.RoundVoided: settlement.check_round_voided,
    events.RoundReversed: settlement.check_round_reversed,
    events.RoundCorrected: settlement.check_round_corrected,
    events.CardIdentified: reconstruction.check_card_identified,
    events.CardsMisplaced: reconstruction.check_cards_misplaced,
    events.CardsReconstructed: reconstruction.check_cards_reconstructed,
    events.BetsReopened: reconstruction.check_bets_reopened,
    events.CardReplacementRequired: reconstruction.check_card_replacement_required,
    events.CardsSetAside: reconstruction.check_cards_set_aside,
    events.DecksSorted: reconstruction.check_decks_sorted,
    events.SetAsideCardsInspected: reconstruction.check_set_aside_cards_inspected,
    events.MissingCardsReplaced: reconstruction.check_missing_cards_replaced,
    events.LateChipsReported: chips.check_late_chips_reported,
    events.WagersOutsideLimits: chips.check_wagers_outside_limits,
    events.LowerWagersRequested: chips.check_lower_wagers_requested,
    events.WagersRemoved: chips.check_wagers_removed,
    events.WagersRestricted: card_handling.check_wagers_restricted,
    events.MethodChosen: card_handling.check_method_chosen,
    events.DrawingAllowed: card_handling.check_drawing_allowed,
    events.DeviceHandedOver: card_handling.check_device_handed_over,
    events.DeviceControlEnded: card_handling.check_device_control_ended,
    events.CardsPassed: card_handling.check_cards_passed,
    events.CardsRefused: card_handling.check_cards_refused,
    events.FirstHandChosen: card_handling.check_first_hand_chosen,
    events.SqueezingAllowed: card_handling.check_squeezing_allowed,
    events.CardsExposed: card_handling.check_cards_exposed,
}

KINDS: dict[tuple[str, int], EventKind] = {
    (kind.__name__, 1): EventKind(
        msgspec.json.Decoder(kind).decode,
        CHECKS.get(kind),
        POSTINGS.get(kind),
        opens=kind is events.TableOpened,
        is_read_only=kind in HOUSE_EVENTS,
    )
    for kind in (*CHECKS, *get_args(CageEvent), *HOUSE_EVENTS)
}
"""Every kind and version of event that the auditor knows."""
