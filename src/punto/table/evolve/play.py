"""Apply an event to a table without refusing it, because the journal is authoritative."""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Any, TypeVar

from msgspec.structs import replace

from punto.core.irregularities import Trigger
from punto.core.notation import FACE_DOWN
from punto.core.rulebook import decode_rulebook
from punto.core.tableau import Tableau
from punto.table.events import play as play_events
from punto.table.events.play import Event
from punto.table.evolve.changes import Changes, in_round
from punto.table.evolve.irregularities import AFTER, open_after_void, parse_card, with_counted_cards
from punto.table.evolve.live import AFTER as AFTER_LIVE
from punto.table.evolve.live import lies_face_down
from punto.table.state import (
    MAX_PAST_ROUNDS,
    LiveTableState,
    PendingStep,
    Phase,
    Round,
    Seat,
    SettledRound,
    ShoeOnTable,
    Table,
    WagerSet,
)

V = TypeVar("V")


def evolve(table: Table, event: Event) -> Table:
    """The table after an event."""
    return replace(table, events=table.events + 1, **_AFTER[type(event)](table, event))


def evolve_all(table: Table, events: Iterable[Event]) -> Table:
    """The table after several events."""
    return reduce(evolve, events, table)


def _opened(_table: Table, event: play_events.TableOpened) -> Changes:
    return {
        "phase": Phase.IDLE,
        "book": decode_rulebook(event.rulebook),
        "settings": event.settings,
    }


def _closed(_table: Table, _event: play_events.TableClosed) -> Changes:
    return {"phase": Phase.CLOSED, "seats": {}, "round": None, "past": (), "live": LiveTableState()}


def _settings_changed(_table: Table, event: play_events.SettingsChanged) -> Changes:
    return {"settings": event.settings}


def _seat_occupied(table: Table, event: play_events.SeatTaken) -> Changes:
    return {"seats": {**table.seats, event.seat: Seat(event.visit)}}


def _seat_left(table: Table, event: play_events.SeatLeft) -> Changes:
    return {"seats": _without(table.seats, event.seat)}


def _shoe_loaded(table: Table, event: play_events.ShoeLoaded) -> Changes:
    committed, burned = bool(event.commitment), not table.settings_in_force.burns
    return {"shoe": ShoeOnTable(event.shoe, event.decks, committed, is_burned=burned)}


def _card_burned(table: Table, event: play_events.CardBurned) -> Changes:
    shoe = with_counted_cards(table.device, [event.card])
    # The first card of a shoe burns unseen cards. An exposed card is burned alone (P9).
    burned = shoe.is_burned or event.card == FACE_DOWN
    return {"shoe": replace(shoe, cards_out=event.number, is_burned=burned)}


def _shoe_ended(_table: Table, _event: play_events.ShoeEnded) -> Changes:
    return {"shoe": None}


def _bets_opened(table: Table, event: play_events.BetsOpened) -> Changes:
    shoe = table.device
    if shoe.rounds_left is not None:
        shoe = replace(shoe, rounds_left=shoe.rounds_left - 1)
    round_ = Round(event.round, Tableau(table.game.order), event.shoe)
    return {"phase": Phase.BETS_OPEN, "round": round_, "rounds": event.round, "shoe": shoe}


def _wagers_placed(table: Table, event: play_events.WagersPlaced) -> Changes:
    sets = _without(table.current.sets, event.seat)
    if event.stakes:
        before = table.current.sets.get(event.seat)
        known = {stake: before.number_of(stake) for stake in before.stakes} if before else {}
        since = tuple((stake, known.get(stake, event.set)) for stake in event.stakes)
        sets[event.seat] = WagerSet(event.set, event.visit, event.stakes, since)
    return in_round(table, sets=dict(sorted(sets.items())), sets_placed=event.set)


def _acknowledged(table: Table, event: play_events.ScreenAcknowledged) -> Changes:
    current = table.current
    accepted = max(current.accepted.get(event.seat, 0), event.accepted)
    acknowledged = current.close_shown | ({event.seat} if event.closed else set())
    return in_round(
        table, accepted={**current.accepted, event.seat: accepted}, close_shown=acknowledged
    )


def _terminal_lost(table: Table, event: play_events.TerminalDisconnected) -> Changes:
    seat = replace(table.seats[event.seat], is_cut_off=True)
    return {"seats": {**table.seats, event.seat: seat}}


def _terminal_regained(table: Table, event: play_events.TerminalReconnected) -> Changes:
    seat = replace(table.seats[event.seat], is_cut_off=False)
    return {"seats": {**table.seats, event.seat: seat}}


def _bets_closed(table: Table, _event: play_events.BetsClosed) -> Changes:
    cut_off = frozenset(seat for seat, each in table.seats.items() if each.is_cut_off)
    return {"phase": Phase.BETS_CLOSED, **in_round(table, cut_off_at_close=cut_off)}


def _seat_ruled_on(table: Table, event: play_events.ParticipationDecided) -> Changes:
    return in_round(table, ruled_on={**table.current.ruled_on, event.seat: event.takes_part})


def _seats_confirmed(table: Table, event: play_events.ParticipantsConfirmed) -> Changes:
    sets = {seat: placed for seat, placed in table.current.sets.items() if seat in event.seats}
    return in_round(table, sets=sets, is_confirmed=True)


def _card_drawn(table: Table, event: play_events.CardDrawn) -> Changes:
    current = table.current
    tableau = current.tableau.with_card(event.side, parse_card(event.card))
    return {
        "phase": Phase.COMPLETE if tableau.is_finished else Phase.DEALING,
        "shoe": _without_card(table.device, event.number, event.card),
        **in_round(
            table,
            tableau=tableau,
            numbers=(*current.numbers, event.number),
            live=lies_face_down(table, event.side),
        ),
    }


def _card_left_over(table: Table, event: play_events.ExcessCardDrawn) -> Changes:
    shoe = _without_card(table.device, event.number, event.card)
    left_over = (*shoe.left_over, (event.number, event.card))
    return {"shoe": replace(shoe, left_over=left_over)}


def _without_card(shoe: ShoeOnTable, number: int, text: str) -> ShoeOnTable:
    """The shoe without a card, which came from the device or was left over."""
    if number > shoe.cards_out:
        shoe = with_counted_cards(shoe, [text])
    left_over = tuple(each for each in shoe.left_over if each[0] != number)
    return replace(shoe, cards_out=max(shoe.cards_out, number), left_over=left_over)


def _cutting_card_reached(table: Table, _event: play_events.CuttingCardReached) -> Changes:
    current = table.current
    first = replace(current.live, is_cut_first=current.tableau.cards_drawn == 0)
    shoe = replace(table.device, rounds_left=table.settings_in_force.rounds_after_cut)
    return {"shoe": shoe, **in_round(table, live=first)}


def _round_settled(table: Table, event: play_events.RoundSettled) -> Changes:
    past = (*table.past, SettledRound(event.round, event.wagers, table.device.is_committed))
    past = past[-MAX_PAST_ROUNDS:]
    changes = in_round(table, settled=event.wagers, sets={})
    return {"phase": Phase.SETTLED, "past": past, **changes}


def _cause_requested(table: Table, event: play_events.CauseRequested) -> Changes:
    return {
        "pending_steps": (
            PendingStep(Trigger.INTERRUPTED, "", None, round=event.round),
            *table.pending_steps,
        )
    }


def _round_voided(table: Table, event: play_events.RoundVoided) -> Changes:
    changes = {
        "phase": Phase.VOID,
        "pending_steps": open_after_void(table),
        # Loose cards and cards set aside no longer belong to a hand.
        **in_round(table, sets={}, loose=(), is_loose_ordered=False, aside=None),
    }
    if event.trigger is Trigger.SHOE_SHORT:
        # The shoe is empty, so it cannot begin another round.
        changes["shoe"] = replace(table.device, rounds_left=0)
    return changes


def _without(mapping: Mapping[int, V], key: int) -> dict[int, V]:
    return {each: value for each, value in mapping.items() if each != key}


_AFTER: dict[type[Event], Callable[[Table, Any], Changes]] = {
    play_events.TableOpened: _opened,
    play_events.TableClosed: _closed,
    play_events.SettingsChanged: _settings_changed,
    play_events.SeatTaken: _seat_occupied,
    play_events.SeatLeft: _seat_left,
    play_events.ShoeLoaded: _shoe_loaded,
    play_events.CardBurned: _card_burned,
    play_events.ShoeEnded: _shoe_ended,
    play_events.BetsOpened: _bets_opened,
    play_events.WagersPlaced: _wagers_placed,
    play_events.ScreenAcknowledged: _acknowledged,
    play_events.TerminalDisconnected: _terminal_lost,
    play_events.TerminalReconnected: _terminal_regained,
    play_events.BetsClosed: _bets_closed,
    play_events.ParticipationDecided: _seat_ruled_on,
    play_events.ParticipantsConfirmed: _seats_confirmed,
    play_events.CardDrawn: _card_drawn,
    play_events.ExcessCardDrawn: _card_left_over,
    play_events.CuttingCardReached: _cutting_card_reached,
    play_events.RoundSettled: _round_settled,
    play_events.CauseRequested: _cause_requested,
    play_events.RoundVoided: _round_voided,
    **AFTER,
    **AFTER_LIVE,
}
