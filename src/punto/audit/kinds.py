"""Kinds: what an event of each kind is read as, judged by, and moves."""

from collections.abc import Callable
from typing import Any, NamedTuple, get_args

import msgspec

from punto.audit import conduct, dealing, ending, interruption, opening, wagering
from punto.audit import events as told
from punto.audit.conduct_events import ConductEvent
from punto.audit.entry import Actor
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
    told.IrregularityRaised: interruption.irregularity_raised,
    told.CauseAsked: interruption.cause_asked,
    told.WithdrawalAnswered: interruption.withdrawal_answered,
    told.WithdrawalEnded: interruption.withdrawal_ended,
    told.RulingGiven: interruption.ruling_given,
    told.PlayResumed: interruption.play_resumed,
    told.RoundVoided: ending.round_voided,
    **conduct.JUDGES,
}

KINDS: dict[tuple[str, int], Kind] = {
    (kind.__name__, 1): Kind(
        msgspec.json.Decoder(kind).decode,
        JUDGES.get(kind),
        POSTINGS.get(kind),
        opens=kind is told.TableOpened,
    )
    for kind in (*get_args(told.AnyEvent), *get_args(ConductEvent))
}
"""Every kind and version of event that the auditor knows."""
