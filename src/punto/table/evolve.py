"""Apply an event to a table without refusing it, because the journal is authoritative."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace as replace_step
from functools import reduce
from itertools import chain, count
from typing import Any, TypeVar

from msgspec.structs import replace

from punto.core import notation
from punto.core.irregularities import Remedy, RemedyDetail, RemedyStep, Trigger
from punto.core.notation import FACE_DOWN, parse_card
from punto.core.rulebook import decode_rulebook
from punto.core.sides import Side
from punto.core.tableau import Tableau
from punto.table import events
from punto.table.card_handling import patrons_handle_cards
from punto.table.events import Event, NumberedCard
from punto.table.stakes import Stake
from punto.table.state import (
    MAX_PAST_ROUNDS,
    HandCard,
    LiveRound,
    LiveTableState,
    MissingCardSearch,
    PendingStep,
    Phase,
    Round,
    Seat,
    SettledRound,
    ShoeOnTable,
    Table,
    WagerSet,
)

K = TypeVar("K")
V = TypeVar("V")


def evolve(table: Table, event: Event) -> Table:
    """The table after an event."""
    return replace(_AFTER[type(event)](table, event), events=table.events + 1)


def evolve_all(table: Table, several: Iterable[Event]) -> Table:
    """The table after several events."""
    return reduce(evolve, several, table)


# The table, its seats and its shoe


def _opened(table: Table, event: events.TableOpened) -> Table:
    book = decode_rulebook(event.rulebook)
    return replace(table, phase=Phase.IDLE, book=book, settings=event.settings)


def _closed(table: Table, _event: events.TableClosed) -> Table:
    return replace(table, phase=Phase.CLOSED, seats={}, round=None, past=(), live=LiveTableState())


def _seat_occupied(table: Table, event: events.SeatTaken) -> Table:
    return replace(table, seats={**table.seats, event.seat: Seat(event.visit)})


def _connection_changed(
    table: Table, event: events.TerminalDisconnected | events.TerminalReconnected
) -> Table:
    is_cut_off = isinstance(event, events.TerminalDisconnected)
    seat = replace(table.seats[event.seat], is_cut_off=is_cut_off)
    return replace(table, seats={**table.seats, event.seat: seat})


def _shoe_loaded(table: Table, event: events.ShoeLoaded) -> Table:
    committed, burned = bool(event.commitment), not table.settings_in_force.burns
    return replace(table, shoe=ShoeOnTable(event.shoe, event.decks, committed, is_burned=burned))


def _card_burned(table: Table, event: events.CardBurned) -> Table:
    shoe = _with_counted_cards(table.device, [event.card])
    # The first card of a shoe burns unseen cards. An exposed card is burned alone (P9).
    burned = shoe.is_burned or event.card == FACE_DOWN
    return replace(table, shoe=replace(shoe, cards_out=event.number, is_burned=burned))


def _cards_to_be_replaced(table: Table, event: events.CardReplacementRequired) -> Table:
    pending = _without_first(table, Remedy.REPLACE_CARDS)
    return replace(
        table, shoe=replace(table.device, replace_by=event.source), pending_steps=pending
    )


# Wagers


def _bets_opened(table: Table, event: events.BetsOpened) -> Table:
    shoe = table.device
    if shoe.rounds_left is not None:
        shoe = replace(shoe, rounds_left=shoe.rounds_left - 1)
    round_ = Round(event.round, Tableau(table.game.order), event.shoe)
    return replace(table, phase=Phase.BETS_OPEN, round=round_, rounds=event.round, shoe=shoe)


def _wagers_placed(table: Table, event: events.WagersPlaced) -> Table:
    sets = _without(table.current.sets, event.seat)
    if event.stakes:
        before = table.current.sets.get(event.seat)
        known = {stake: before.number_of(stake) for stake in before.stakes} if before else {}
        since = tuple((stake, known.get(stake, event.set)) for stake in event.stakes)
        sets[event.seat] = WagerSet(event.set, event.visit, event.stakes, since)
    return _in_round(table, sets=dict(sorted(sets.items())), sets_placed=event.set)


def _acknowledged(table: Table, event: events.ScreenAcknowledged) -> Table:
    current = table.current
    accepted = max(current.accepted.get(event.seat, 0), event.accepted)
    acknowledged = current.close_shown | ({event.seat} if event.closed else set())
    return _in_round(
        table, accepted={**current.accepted, event.seat: accepted}, close_shown=acknowledged
    )


def _bets_closed(table: Table, _event: events.BetsClosed) -> Table:
    cut_off = frozenset(seat for seat, each in table.seats.items() if each.is_cut_off)
    current = replace(table.current, cut_off_at_close=cut_off)
    return replace(table, phase=Phase.BETS_CLOSED, round=current)


def _bets_reopened(table: Table, _event: events.BetsReopened) -> Table:
    current = replace(
        table.current,
        is_confirmed=False,
        close_shown=frozenset(),
        cut_off_at_close=frozenset(),
        ruled_on={},
    )
    return replace(_first_step_removed(table), phase=Phase.BETS_OPEN, round=current)


def _seat_ruled_on(table: Table, event: events.ParticipationDecided) -> Table:
    return _in_round(table, ruled_on={**table.current.ruled_on, event.seat: event.takes_part})


def _seats_confirmed(table: Table, event: events.ParticipantsConfirmed) -> Table:
    sets = {seat: placed for seat, placed in table.current.sets.items() if seat in event.seats}
    return _in_round(table, sets=sets, is_confirmed=True)


def _withdrawal_answered(table: Table, event: events.WithdrawalAnswered) -> Table:
    first, *rest = table.pending_steps
    answered = replace(first, answered=first.answered | {event.seat})
    left = _stakes_removed(table, event.seat, event.withdrawn)
    return replace(left, pending_steps=(answered, *rest))


def _stakes_removed(table: Table, seat: int, stakes: tuple[Stake, ...]) -> Table:
    """The table without some stakes of a seat; a set without stakes disappears."""
    placed = table.current.sets[seat]
    left = tuple(stake for stake in placed.stakes if stake not in stakes)
    sets = {**table.current.sets, seat: replace(placed, stakes=left)}
    return _in_round(table, sets=sets if left else _without(sets, seat))


# Cards


def _card_drawn(table: Table, event: events.CardDrawn) -> Table:
    current = table.current
    tableau = current.tableau.with_card(event.side, parse_card(event.card))
    return replace(
        table,
        phase=Phase.COMPLETE if tableau.is_finished else Phase.DEALING,
        shoe=_without_card(table.device, event.number, event.card),
        round=replace(
            current,
            tableau=tableau,
            numbers=(*current.numbers, event.number),
            live=_with_hidden_cards(table, tableau),
        ),
    )


def _card_left_over(table: Table, event: events.ExcessCardDrawn) -> Table:
    shoe = _without_card(table.device, event.number, event.card)
    left_over = (*shoe.left_over, (event.number, event.card))
    return replace(table, shoe=replace(shoe, left_over=left_over))


def _without_card(shoe: ShoeOnTable, number: int, text: str) -> ShoeOnTable:
    """The shoe without a card, which came from the device or was left over."""
    if number > shoe.cards_out:
        shoe = _with_counted_cards(shoe, [text])
    left_over = tuple(each for each in shoe.left_over if each[0] != number)
    return replace(shoe, cards_out=max(shoe.cards_out, number), left_over=left_over)


def _with_counted_cards(shoe: ShoeOnTable, cards: Iterable[str]) -> ShoeOnTable:
    """The shoe with more copies counted."""
    copies = dict(shoe.copies)
    for text in cards:
        if text != FACE_DOWN:
            copies[text] = copies.get(text, 0) + 1
    return replace(shoe, copies=copies)


def _cutting_card_reached(table: Table, _event: events.CuttingCardReached) -> Table:
    shoe = replace(table.device, rounds_left=table.settings_in_force.rounds_after_cut)
    is_first = table.current.tableau.cards_drawn == 0
    return replace(_in_live_round(table, is_cut_first=is_first), shoe=shoe)


def _card_identified(table: Table, event: events.CardIdentified) -> Table:
    shoe = _with_counted_cards(table.device, [event.card])
    return replace(_laid(table, _filled(table, [(event.number, event.card)])), shoe=shoe)


def _cards_misplaced(table: Table, event: events.CardsMisplaced) -> Table:
    loose = {number for number, _ in event.cards}
    before = (*table.current.loose, *table.device.left_over)
    known = {*table.current.numbers, *(number for number, _ in before)}
    new = [text for number, text in event.cards if number not in known]
    left_over = tuple(each for each in table.device.left_over if each[0] not in loose)
    shoe = replace(_with_counted_cards(table.device, new), left_over=left_over)
    in_place = [each for each in table.numbered_cards if each[0] not in loose]
    tableau = table.hands_in_order(in_place)
    return replace(
        table,
        phase=Phase.DEALING,
        shoe=replace(shoe, cards_out=max(shoe.cards_out, *loose)),
        round=replace(
            table.current,
            tableau=tableau,
            live=_with_hidden_cards(table, tableau),
            numbers=tuple(number for number, _ in in_place),
            loose=event.cards,
            is_loose_ordered=event.is_ordered,
        ),
    )


def _cards_reconstructed(table: Table, event: events.CardsReconstructed) -> Table:
    return replace(
        _laid(table, event.cards),
        pending_steps=_without_first(table, Remedy.RECONSTRUCT),
        shoe=replace(table.device, left_over=event.left_over),
    )


def _cards_set_aside(table: Table, event: events.CardsSetAside) -> Table:
    shoe = _with_counted_cards(table.device, (text for _, text in event.cards))
    out = max((number for number, _ in event.cards), default=shoe.cards_out)
    search = MissingCardSearch(event.cards)
    return replace(_in_round(table, aside=search), shoe=replace(shoe, cards_out=out))


def _decks_sorted(table: Table, event: events.DecksSorted) -> Table:
    assert table.current.aside is not None, "cards were set aside"
    return _in_round(table, aside=replace(table.current.aside, candidates=event.candidates))


def _set_aside_cards_inspected(table: Table, event: events.SetAsideCardsInspected) -> Table:
    search = table.current.aside
    assert search is not None, "cards were set aside"
    unread = {number for number, text in search.cards if text == FACE_DOWN}
    read = (text for number, text in event.cards if number in unread)
    inspected = _in_round(table, aside=replace(search, cards=event.cards))
    return replace(inspected, shoe=_with_counted_cards(table.device, read))


def _missing_cards_replaced(table: Table, event: events.MissingCardsReplaced) -> Table:
    return replace(
        _laid(table, _filled(table, event.cards)),
        pending_steps=table.pending_steps[1:],
        shoe=_with_counted_cards(table.device, (text for _, text in event.cards)),
    )


def _filled(table: Table, known: Iterable[NumberedCard]) -> tuple[NumberedCard, ...]:
    texts = dict(known)
    return tuple((number, texts.get(number, text)) for number, text in table.numbered_cards)


def _laid(table: Table, cards: Iterable[NumberedCard]) -> Table:
    """Lay cards in their true order on the hands. No card remains loose."""
    order = tuple(cards)
    tableau = table.hands_in_order(order)
    return replace(
        table,
        phase=Phase.COMPLETE if tableau.is_finished else Phase.DEALING,
        round=replace(
            table.current,
            tableau=tableau,
            live=_with_hidden_cards(table, tableau),
            numbers=tuple(number for number, _ in order)[: tableau.cards_drawn],
            loose=(),
            is_loose_ordered=False,
        ),
    )


def _with_hidden_cards(table: Table, tableau: Tableau) -> LiveRound:
    """Return the live state with all unseen cards face down, where patrons handle cards."""
    live_round = table.current.live
    if not patrons_handle_cards(table):
        return live_round
    exposed = set(_places(table.current.tableau)) - set(live_round.face_down)
    hidden = tuple(place for place in _places(tableau) if place not in exposed)
    return replace(live_round, face_down=hidden)


def _places(tableau: Tableau) -> Iterator[HandCard]:
    for side, hand in zip(Side, (tableau.player, tableau.banker), strict=True):
        yield from ((side, place) for place in range(1, len(hand) + 1))


# The end of a round


def _round_settled(table: Table, event: events.RoundSettled) -> Table:
    past = (*table.past, SettledRound(event.round, event.wagers, table.device.is_committed))
    current = replace(table.current, settled=event.wagers, sets={})
    return replace(table, phase=Phase.SETTLED, past=past[-MAX_PAST_ROUNDS:], round=current)


def _round_voided(table: Table, event: events.RoundVoided) -> Table:
    shoe = table.shoe
    if event.trigger is Trigger.SHOE_SHORT:
        # The shoe is empty, so it cannot begin another round.
        shoe = replace(table.device, rounds_left=0)
    # Loose cards and cards set aside no longer belong to a hand.
    current = replace(table.current, sets={}, loose=(), is_loose_ordered=False, aside=None)
    pending = _open_after_void(table)
    return replace(table, phase=Phase.VOID, pending_steps=pending, shoe=shoe, round=current)


def _round_reversed(table: Table, _event: events.RoundReversed) -> Table:
    past = tuple(each for each in table.past if each.number != table.current.number)
    current = replace(table.current, settled=())
    pending = _open_after_void(table)
    return replace(table, phase=Phase.VOID, pending_steps=pending, past=past, round=current)


def _open_after_void(table: Table) -> tuple[PendingStep, ...]:
    """The steps that a void leaves open: an exposed card is still in the device (P9)."""
    return tuple(
        each
        for each in table.pending_steps
        if any(step.detail is RemedyDetail.EXPOSED_CARD for step in each.proposed)
    )


def _round_corrected(table: Table, event: events.RoundCorrected) -> Table:
    past = tuple(
        replace(each, wagers=event.wagers) if each.number == event.round else each
        for each in table.past
    )
    first = table.first_step
    # Staff may correct the display of one round while the order of another is pending.
    is_answer = first is not None and (first.round, first.source) == (event.round, event.source)
    pending = _without_first(table, Remedy.RECONSTRUCT) if is_answer else table.pending_steps
    if table.current.number == event.round:
        table = _dealt_as(table, event)
    return replace(table, past=past, pending_steps=pending)


def _dealt_as(table: Table, event: events.RoundCorrected) -> Table:
    """The hands of the last round as dealt. A card in a hand is no longer left over."""
    tableau = notation.parse_round(event.cards, table.game.order)
    numbers = _numbers_of(tableau, (*table.numbered_cards, *table.excess_cards))
    changed = _in_round(table, tableau=tableau, numbers=numbers, settled=event.wagers)
    if not table.excess_cards:
        return changed
    left_over = tuple(each for each in table.excess_cards if each[0] not in numbers)
    return replace(changed, shoe=replace(table.device, left_over=left_over))


def _numbers_of(tableau: Tableau, known: Iterable[NumberedCard]) -> tuple[int, ...]:
    """The recorded number of each card, or the next free one if the record shows another card."""
    left, found = sorted(known), list[int]()
    beyond = left[-1][0] + 1
    for _, each in tableau.cards_in_order():
        own = next((card for card in left if card[1] == str(each)), None)
        found.append(own[0] if own else 0)
        left = [card for card in left if card != own]
    free = chain((number for number, _ in left), count(beyond))
    return tuple(number or next(free) for number in found)


# Pending steps


def _irregularity_raised(table: Table, event: events.IrregularityRaised) -> Table:
    like = PendingStep(
        event.trigger,
        event.source,
        None,
        event.proposed,
        round=event.round,
        cards=event.cards,
        numbers=event.numbers,
        circumstances=event.circumstances,
    )
    new = _pending_steps(table, event.steps, like)
    # Once staff have named the cause, the table no longer waits for it.
    waiting = tuple(
        each
        for each in table.pending_steps
        if each.step is not None or each.trigger != event.trigger
    )
    pending = (*new, *waiting) if event.goes_first else (*waiting, *new)
    return replace(table, pending_steps=pending)


def _cause_requested(table: Table, event: events.CauseRequested) -> Table:
    waiting = PendingStep(Trigger.INTERRUPTED, "", None, round=event.round)
    return replace(table, pending_steps=(waiting, *table.pending_steps))


def _ruling_applied(table: Table, event: events.RulingGiven) -> Table:
    first, *rest = table.pending_steps
    new = _pending_steps(table, event.steps, replace(first, proposed=(), circumstances=()))
    return replace(table, pending_steps=(*new, *rest))


def _decision_referred(table: Table, event: events.DecisionReferred) -> Table:
    first, *rest = table.pending_steps
    assert first.step is not None, "a ruling is a step"
    higher = replace(first, step=replace_step(first.step, position=event.to))
    return replace(table, pending_steps=(higher, *rest))


def _facts_corrected(table: Table, event: events.FactsCorrected) -> Table:
    first = table.pending_steps[0]
    facts = event.circumstances
    like = replace(first, source=event.source, proposed=event.proposed, circumstances=facts)
    new = _pending_steps(table, event.steps, like)
    rest = (each for each in table.pending_steps if each.event != first.event)
    return replace(table, pending_steps=(*new, *rest))


def _first_step_removed(table: Table, _event: Event | None = None) -> Table:
    return replace(table, pending_steps=table.pending_steps[1:])


def _pending_steps(
    table: Table, steps: Iterable[RemedyStep], like: PendingStep
) -> tuple[PendingStep, ...]:
    """Create one pending step per remedy step; copy the other fields from `like`."""
    return tuple(replace(like, step=step, event=table.events + 1) for step in steps)


def _without_first(table: Table, remedy: Remedy) -> tuple[PendingStep, ...]:
    """The pending steps without the first, if the first demanded the remedy that is now done."""
    if table.pending_steps and (step := table.pending_steps[0].step) and step.remedy is remedy:
        return table.pending_steps[1:]
    return table.pending_steps


# A dealer's table


def _outside_limits(table: Table, event: events.WagersOutsideLimits) -> Table:
    new = {
        each.patron
        for each in event.wagers
        if each.trigger is Trigger.UNDER_MINIMUM and each.is_one_time
    }
    known = {*table.live.under_minimum, *new}
    return _in_live_table(table, under_minimum=tuple(sorted(known)))


def _restricted(table: Table, event: events.WagersRestricted) -> Table:
    settings = replace(table.settings_in_force, wagers_per_area=event.per_area)
    return replace(table, settings=settings)


def _method_chosen(table: Table, event: events.MethodChosen) -> Table:
    settings = replace(table.settings_in_force, method=event.method)
    return replace(_in_live_table(table, device=0, may_draw=()), settings=settings)


def _drawing_allowed(table: Table, event: events.DrawingAllowed) -> Table:
    return _in_live_table(table, may_draw=(*table.live.may_draw, event.position))


def _handed_over(table: Table, event: events.DeviceHandedOver) -> Table:
    if not event.position:
        # The patron who controls the device retains it, although the Dealer draws.
        return _in_live_round(table, dealer_draws=True)
    return _in_live_table(_in_live_round(table, dealer_draws=False), device=event.position)


def _control_ended(table: Table, event: events.DeviceControlEnded) -> Table:
    left = tuple(each for each in table.live.may_draw if each != event.position)
    device = 0 if table.live.device == event.position else table.live.device
    return _in_live_table(table, device=device, may_draw=left)


def _passed(table: Table, event: events.CardsPassed) -> Table:
    holders = {**table.current.live.holders, event.side: event.position}
    return _in_live_round(table, holders=holders)


def _refused(table: Table, event: events.CardsRefused) -> Table:
    live_round = table.current.live
    before = live_round.refused.get(event.side, ())
    refused = {**live_round.refused, event.side: (*before, event.position)}
    holders = _without(live_round.holders, event.side)
    return _in_live_round(table, refused=refused, holders=holders)


def _squeezing_allowed(table: Table, event: events.SqueezingAllowed) -> Table:
    place = (event.side, event.card)
    others = (each for each in table.current.live.squeezers if each[0] != place)
    return _in_live_round(table, squeezers=(*others, (place, event.position)))


def _exposed(table: Table, event: events.CardsExposed) -> Table:
    exposed = {(event.side, place) for place in event.cards}
    left = tuple(each for each in table.current.live.face_down if each not in exposed)
    return _in_live_round(table, face_down=left)


def _in_round(table: Table, **changes: Any) -> Table:
    """Change fields of the running round, or of the last one."""
    return replace(table, round=replace(table.current, **changes))


def _in_live_round(table: Table, **changes: Any) -> Table:
    return _in_round(table, live=replace(table.current.live, **changes))


def _in_live_table(table: Table, **changes: Any) -> Table:
    return replace(table, live=replace(table.live, **changes))


def _without(mapping: Mapping[K, V], key: K) -> dict[K, V]:
    return {each: value for each, value in mapping.items() if each != key}


_AFTER: Mapping[type[Event], Callable[[Table, Any], Table]] = {
    events.TableOpened: _opened,
    events.TableClosed: _closed,
    events.SettingsChanged: lambda table, event: replace(table, settings=event.settings),
    events.SeatTaken: _seat_occupied,
    events.SeatLeft: lambda table, event: replace(table, seats=_without(table.seats, event.seat)),
    events.TerminalDisconnected: _connection_changed,
    events.TerminalReconnected: _connection_changed,
    events.ShoeLoaded: _shoe_loaded,
    events.CardBurned: _card_burned,
    events.CardReplacementRequired: _cards_to_be_replaced,
    events.ShoeEnded: lambda table, _: replace(table, shoe=None),
    events.BetsOpened: _bets_opened,
    events.WagersPlaced: _wagers_placed,
    events.ScreenAcknowledged: _acknowledged,
    events.BetsClosed: _bets_closed,
    events.BetsReopened: _bets_reopened,
    events.ParticipationDecided: _seat_ruled_on,
    events.ParticipantsConfirmed: _seats_confirmed,
    events.WagersRemoved: lambda table, event: _stakes_removed(table, event.seat, event.removed),
    events.WithdrawalAnswered: _withdrawal_answered,
    events.CardDrawn: _card_drawn,
    events.ExcessCardDrawn: _card_left_over,
    events.CuttingCardReached: _cutting_card_reached,
    events.CardIdentified: _card_identified,
    events.CardsMisplaced: _cards_misplaced,
    events.CardsReconstructed: _cards_reconstructed,
    events.CardsSetAside: _cards_set_aside,
    events.DecksSorted: _decks_sorted,
    events.SetAsideCardsInspected: _set_aside_cards_inspected,
    events.MissingCardsReplaced: _missing_cards_replaced,
    events.RoundSettled: _round_settled,
    events.RoundVoided: _round_voided,
    events.RoundReversed: _round_reversed,
    events.RoundCorrected: _round_corrected,
    events.IrregularityRaised: _irregularity_raised,
    events.CauseRequested: _cause_requested,
    events.RulingGiven: _ruling_applied,
    events.DecisionReferred: _decision_referred,
    events.FactsCorrected: _facts_corrected,
    events.WithdrawalClosed: _first_step_removed,
    events.PlayResumed: _first_step_removed,
    events.LateChipsReported: lambda table, _: table,
    events.WagersOutsideLimits: _outside_limits,
    events.LowerWagersRequested: lambda table, _: _in_live_round(table, is_lower_requested=True),
    events.WagersRestricted: _restricted,
    events.MethodChosen: _method_chosen,
    events.DrawingAllowed: _drawing_allowed,
    events.DeviceHandedOver: _handed_over,
    events.DeviceControlEnded: _control_ended,
    events.CardsPassed: _passed,
    events.CardsRefused: _refused,
    events.FirstHandChosen: lambda table, event: _in_live_round(table, first_hand=event.side),
    events.SqueezingAllowed: _squeezing_allowed,
    events.CardsExposed: _exposed,
}
