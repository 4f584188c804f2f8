"""Kinds: what an event of each kind is read as, judged by, and moves."""

from collections.abc import Callable
from typing import Any, NamedTuple, get_args

import msgspec

from punto.audit import (
    astray,
    changing,
    chips,
    conducted,
    dealing,
    ending,
    handling,
    incidents,
    irregularity,
    missing,
    opening,
    reversal,
    ruling,
    wagering,
)
from punto.audit import events as told
from punto.audit.entry import Actor
from punto.audit.house import HouseEvent
from punto.audit.postings import POSTINGS, Movement
from punto.audit.state import Table


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
    told.TableOpened: opening.table_opened,
    told.TableClosed: opening.table_closed,
    told.SettingsChanged: opening.settings_changed,
    told.SeatTaken: opening.seat_taken,
    told.SeatLeft: opening.seat_left,
    told.ShoeLoaded: opening.shoe_loaded,
    told.CardBurned: opening.card_burned,
    told.ShoeEnded: opening.shoe_ended,
    told.BetsOpened: opening.bets_opened,
    told.WagersPlaced: wagering.wagers_placed,
    told.ScreenAcknowledged: wagering.screen_acknowledged,
    told.TerminalLost: opening.terminal_lost,
    told.TerminalRegained: opening.terminal_regained,
    told.BetsClosed: wagering.bets_closed,
    told.SeatRuledOn: wagering.seat_ruled_on,
    told.SeatsConfirmed: wagering.seats_confirmed,
    told.CardDrawn: dealing.card_drawn,
    told.CardLeftOver: dealing.card_left_over,
    told.CuttingCardShown: dealing.cutting_card_shown,
    told.RoundSettled: ending.round_settled,
    told.IrregularityRaised: irregularity.irregularity_raised,
    told.CauseAsked: irregularity.cause_asked,
    told.WithdrawalAnswered: ruling.withdrawal_answered,
    told.WithdrawalEnded: ruling.withdrawal_ended,
    told.RulingGiven: ruling.ruling_given,
    told.DecisionReferred: ruling.decision_referred,
    told.FactsChanged: changing.facts_changed,
    told.PlayResumed: ruling.play_resumed,
    told.RoundVoided: ending.round_voided,
    incidents.RoundReversed: reversal.round_reversed,
    incidents.RoundCorrected: reversal.round_corrected,
    incidents.CardIdentified: astray.card_identified,
    incidents.CardsLoose: astray.cards_loose,
    incidents.CardsReconstructed: astray.cards_reconstructed,
    incidents.BetsReopened: astray.bets_reopened,
    incidents.CardsToBeReplaced: astray.cards_to_be_replaced,
    incidents.CardsSetAside: missing.cards_set_aside,
    incidents.DecksSorted: missing.decks_sorted,
    incidents.CardsAsideSeen: missing.cards_aside_seen,
    incidents.MissingCardsReplaced: missing.missing_cards_replaced,
    conducted.LateChipsSeen: chips.late_chips_seen,
    conducted.WagersOutsideLimits: chips.wagers_outside_limits,
    conducted.LowerWagersAsked: chips.lower_wagers_asked,
    conducted.WagersRemoved: chips.wagers_removed,
    conducted.WagersRestricted: handling.wagers_restricted,
    conducted.MethodChosen: handling.method_chosen,
    conducted.DrawingAllowed: handling.drawing_allowed,
    conducted.DeviceHandedOver: handling.device_handed_over,
    conducted.DeviceControlEnded: handling.device_control_ended,
    conducted.CardsPassed: handling.cards_passed,
    conducted.CardsRefused: handling.cards_refused,
    conducted.FirstHandChosen: handling.first_hand_chosen,
    conducted.SqueezingAllowed: handling.squeezing_allowed,
    conducted.CardsExposed: handling.cards_exposed,
}

KINDS: dict[tuple[str, int], Kind] = {
    (kind.__name__, 1): Kind(
        msgspec.json.Decoder(kind).decode,
        JUDGES.get(kind),
        POSTINGS.get(kind),
        opens=kind is told.TableOpened,
        is_read_only=kind in get_args(HouseEvent),
    )
    for kind in get_args(told.AnyEvent)
}
"""Every kind and version of event that the auditor knows."""
