"""Apply irregularity events to a table."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, count
from typing import Any

from msgspec import structs

from punto.core import notation
from punto.core.cards import Card, card
from punto.core.irregularities import Remedy, RemedyDetail, RemedyStep
from punto.core.notation import FACE_DOWN
from punto.core.sides import Side
from punto.core.tableau import Tableau, lay_out
from punto.table.card_handling import patrons_handle_cards
from punto.table.events import irregularities as irregularity_events
from punto.table.events import play as events
from punto.table.events.irregularities import NumberedCard
from punto.table.events.play import Event
from punto.table.evolve.changes import Changes, in_round
from punto.table.state import (
    HandCard,
    LiveRound,
    MissingCardSearch,
    PendingStep,
    Phase,
    ShoeOnTable,
    Table,
    WagerSet,
)


def parse_card(text: str) -> Card | None:
    """Parse a recorded card; None if the device did not read it."""
    return None if text == FACE_DOWN else card(text)


def numbered_cards(table: Table) -> tuple[NumberedCard, ...]:
    """The cards on the layout with their numbers, in the order drawn."""
    current = table.current
    texts = (
        FACE_DOWN if each is None else str(each) for _, each in current.tableau.cards_in_order()
    )
    return tuple(zip(current.numbers, texts, strict=True))


def pending_steps(
    table: Table,
    steps: Iterable[RemedyStep],
    like: PendingStep,
    proposed: tuple[RemedyStep, ...] = (),
) -> tuple[PendingStep, ...]:
    """Create one pending step per remedy step; copy the other fields from `like`."""
    number = table.events + 1
    return tuple(
        structs.replace(like, step=step, proposed=proposed, event=number) for step in steps
    )


def with_counted_cards(shoe: ShoeOnTable, cards: Iterable[str], by: int = 1) -> ShoeOnTable:
    """The shoe with more or fewer copies counted."""
    copies = dict(shoe.copies)
    for text in cards:
        if text != FACE_DOWN:
            copies[text] = copies.get(text, 0) + by
    return structs.replace(shoe, copies=copies)


def _irregularity_raised(table: Table, event: events.IrregularityRaised) -> Changes:
    like = PendingStep(
        event.trigger,
        event.source,
        None,
        round=event.round,
        cards=event.cards,
        numbers=event.numbers,
        circumstances=event.circumstances,
    )
    new = pending_steps(table, event.steps, like, event.proposed)
    # Once staff have named the cause, the table no longer waits for it.
    waiting = tuple(
        each
        for each in table.pending_steps
        if each.step is not None or each.trigger != event.trigger
    )
    return {"pending_steps": (*new, *waiting) if event.goes_first else (*waiting, *new)}


def _ruling_applied(table: Table, event: events.RulingGiven) -> Changes:
    first, *rest = table.pending_steps
    return {
        "pending_steps": (
            *pending_steps(table, event.steps, structs.replace(first, circumstances=())),
            *rest,
        )
    }


def _decision_referred(table: Table, event: events.DecisionReferred) -> Changes:
    first, *rest = table.pending_steps
    assert first.step is not None, "a ruling is a step"
    higher = structs.replace(first, step=replace(first.step, position=event.to))
    return {"pending_steps": (higher, *rest)}


def _facts_changed(table: Table, event: events.FactsCorrected) -> Changes:
    first = table.pending_steps[0]
    like = structs.replace(first, source=event.source, circumstances=event.circumstances)
    rest = (each for each in table.pending_steps if each.event != first.event)
    return {"pending_steps": (*pending_steps(table, event.steps, like, event.proposed), *rest)}


def _withdrawal_answered(table: Table, event: events.WithdrawalAnswered) -> Changes:
    first, *rest = table.pending_steps
    answered = structs.replace(first, answered=first.answered | {event.seat})
    sets: dict[int, WagerSet] = {}
    for seat, placed in table.current.sets.items():
        left = placed.stakes
        if seat == event.seat:
            left = tuple(stake for stake in left if stake not in event.withdrawn)
        if left:
            sets[seat] = structs.replace(placed, stakes=left)
    return {"pending_steps": (answered, *rest), **in_round(table, sets=sets)}


def _first_step_removed(table: Table, _event: Event) -> Changes:
    return {"pending_steps": table.pending_steps[1:]}


def _card_identified(table: Table, event: irregularity_events.CardIdentified) -> Changes:
    return {
        "shoe": with_counted_cards(table.device, [event.card]),
        **_laid(table, _filled(table, [(event.number, event.card)])),
    }


def _cards_loose(table: Table, event: irregularity_events.CardsMisplaced) -> Changes:
    loose = {number for number, _ in event.cards}
    before = (*table.current.loose, *table.device.left_over)
    known = {*table.current.numbers, *(number for number, _ in before)}
    new = [text for number, text in event.cards if number not in known]
    left_over = tuple(each for each in table.device.left_over if each[0] not in loose)
    shoe = structs.replace(with_counted_cards(table.device, new), left_over=left_over)
    in_place = [each for each in numbered_cards(table) if each[0] not in loose]
    order = table.game.order
    tableau, _ = lay_out(order, (parse_card(text) for _, text in in_place))
    return {
        "phase": Phase.DEALING,
        "shoe": structs.replace(shoe, cards_out=max(shoe.cards_out, *loose)),
        **in_round(
            table,
            tableau=tableau,
            live=_live_round(table, tableau),
            numbers=tuple(number for number, _ in in_place),
            loose=event.cards,
            is_loose_ordered=event.is_ordered,
        ),
    }


def _cards_reconstructed(table: Table, event: irregularity_events.CardsReconstructed) -> Changes:
    return {
        "pending_steps": _without_first(table, Remedy.RECONSTRUCT),
        "shoe": structs.replace(table.device, left_over=event.left_over),
        **_laid(table, event.cards),
    }


def _bets_reopened(table: Table, _event: irregularity_events.BetsReopened) -> Changes:
    return {
        "phase": Phase.BETS_OPEN,
        "pending_steps": table.pending_steps[1:],
        **in_round(
            table,
            is_confirmed=False,
            close_shown=frozenset(),
            cut_off_at_close=frozenset(),
            ruled_on={},
        ),
    }


def _cards_to_be_replaced(
    table: Table, event: irregularity_events.CardReplacementRequired
) -> Changes:
    return {
        "shoe": structs.replace(table.device, replace_by=event.source),
        "pending_steps": _without_first(table, Remedy.REPLACE_CARDS),
    }


def _cards_set_aside(table: Table, event: irregularity_events.CardsSetAside) -> Changes:
    shoe = with_counted_cards(table.device, (text for _, text in event.cards))
    out = max((number for number, _ in event.cards), default=shoe.cards_out)
    return {
        "shoe": structs.replace(shoe, cards_out=out),
        **in_round(table, aside=MissingCardSearch(event.cards)),
    }


def _decks_sorted(table: Table, event: irregularity_events.DecksSorted) -> Changes:
    return in_round(table, aside=structs.replace(_search(table), candidates=event.candidates))


def _set_aside_cards_inspected(
    table: Table, event: irregularity_events.SetAsideCardsInspected
) -> Changes:
    unread = {number for number, text in _search(table).cards if text == FACE_DOWN}
    read = (text for number, text in event.cards if number in unread)
    return {
        "shoe": with_counted_cards(table.device, read),
        **in_round(table, aside=structs.replace(_search(table), cards=event.cards)),
    }


def _missing_cards_replaced(
    table: Table, event: irregularity_events.MissingCardsReplaced
) -> Changes:
    return {
        "pending_steps": table.pending_steps[1:],
        "shoe": with_counted_cards(table.device, (text for _, text in event.cards)),
        **_laid(table, _filled(table, event.cards)),
    }


def _round_reversed(table: Table, _event: events.RoundReversed) -> Changes:
    past = tuple(each for each in table.past if each.number != table.current.number)
    pending = open_after_void(table)
    return {
        "phase": Phase.VOID,
        "pending_steps": pending,
        "past": past,
        **in_round(table, settled=()),
    }


def _round_corrected(table: Table, event: events.RoundCorrected) -> Changes:
    past = tuple(
        structs.replace(each, wagers=event.wagers) if each.number == event.round else each
        for each in table.past
    )
    first = table.pending_steps[0] if table.pending_steps else None
    # Staff may correct the display of one round while the order of another is pending.
    is_answer = first is not None and (first.round, first.source) == (event.round, event.source)
    pending = _without_first(table, Remedy.RECONSTRUCT) if is_answer else table.pending_steps
    changes: Changes = {"past": past, "pending_steps": pending}
    if table.current.number == event.round:
        changes |= _dealt_as(table, event)
    return changes


def _dealt_as(table: Table, event: events.RoundCorrected) -> Changes:
    """The hands of the last round as dealt. A card in a hand is no longer left over."""
    tableau = notation.parse_round(event.cards, table.game.order)
    numbers = _numbers_of(tableau, (*numbered_cards(table), *table.excess_cards))
    changes = in_round(table, tableau=tableau, numbers=numbers, settled=event.wagers)
    if table.excess_cards:
        left_over = tuple(each for each in table.excess_cards if each[0] not in numbers)
        changes["shoe"] = structs.replace(table.device, left_over=left_over)
    return changes


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


def open_after_void(table: Table) -> tuple[PendingStep, ...]:
    """The steps that a void leaves open: an exposed card is still in the device (P9)."""
    return tuple(
        each
        for each in table.pending_steps
        if any(step.detail is RemedyDetail.EXPOSED_CARD for step in each.proposed)
    )


def _without_first(table: Table, remedy: Remedy) -> tuple[PendingStep, ...]:
    """The pending steps without the first, if the first demanded the remedy that is now done."""
    if table.pending_steps and (step := table.pending_steps[0].step) and step.remedy is remedy:
        return table.pending_steps[1:]
    return table.pending_steps


def _laid(table: Table, cards: Iterable[NumberedCard]) -> Changes:
    """Lay cards in their true order on the hands. No card remains loose."""
    order = tuple(cards)
    tableau, _ = lay_out(table.game.order, (parse_card(text) for _, text in order))
    numbers = tuple(number for number, _ in order)[: tableau.cards_drawn]
    return {
        "phase": Phase.COMPLETE if tableau.is_finished else Phase.DEALING,
        **in_round(
            table,
            tableau=tableau,
            live=_live_round(table, tableau),
            numbers=numbers,
            loose=(),
            is_loose_ordered=False,
        ),
    }


def _live_round(table: Table, tableau: Tableau) -> LiveRound:
    """Return the live state with all unseen cards face down, where patrons handle cards."""
    live_round = table.current.live
    if not patrons_handle_cards(table):
        return live_round
    exposed = set(_places(table.current.tableau)) - set(live_round.face_down)
    hidden = tuple(place for place in _places(tableau) if place not in exposed)
    return structs.replace(live_round, face_down=hidden)


def _places(tableau: Tableau) -> Iterator[HandCard]:
    for side, hand in ((Side.PLAYER, tableau.player), (Side.BANKER, tableau.banker)):
        for place in range(1, len(hand) + 1):
            yield side, place


def _filled(table: Table, known: Iterable[NumberedCard]) -> tuple[NumberedCard, ...]:
    texts: Mapping[int, str] = dict(known)
    return tuple((number, texts.get(number, text)) for number, text in numbered_cards(table))


def _search(table: Table) -> MissingCardSearch:
    search = table.current.aside
    assert search is not None, "cards were set aside"
    return search


AFTER: dict[type[Event], Callable[[Table, Any], Changes]] = {
    events.IrregularityRaised: _irregularity_raised,
    events.RulingGiven: _ruling_applied,
    events.DecisionReferred: _decision_referred,
    events.FactsCorrected: _facts_changed,
    events.WithdrawalAnswered: _withdrawal_answered,
    events.WithdrawalClosed: _first_step_removed,
    events.PlayResumed: _first_step_removed,
    events.RoundReversed: _round_reversed,
    events.RoundCorrected: _round_corrected,
    irregularity_events.CardIdentified: _card_identified,
    irregularity_events.CardsMisplaced: _cards_loose,
    irregularity_events.CardsReconstructed: _cards_reconstructed,
    irregularity_events.BetsReopened: _bets_reopened,
    irregularity_events.CardReplacementRequired: _cards_to_be_replaced,
    irregularity_events.CardsSetAside: _cards_set_aside,
    irregularity_events.DecksSorted: _decks_sorted,
    irregularity_events.SetAsideCardsInspected: _set_aside_cards_inspected,
    irregularity_events.MissingCardsReplaced: _missing_cards_replaced,
}
