"""Apply the events of a dealer's table: chips, card handling and dealing methods."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from punto.core.irregularities import Trigger
from punto.core.sides import Side
from punto.table.card_handling import patrons_handle_cards
from punto.table.events import live as live_events
from punto.table.evolve.changes import Changes, in_round
from punto.table.state import LiveRound, Table


def lies_face_down(table: Table, side: Side) -> LiveRound:
    """Add the next card of a hand, face down where patrons handle cards."""
    live_round = table.current.live
    if not patrons_handle_cards(table):
        return live_round
    hands = table.current.tableau
    card = len(hands.player if side is Side.PLAYER else hands.banker) + 1
    return replace(live_round, face_down=(*live_round.face_down, (side, card)))


def _nothing(_table: Table, _event: live_events.LateChipsReported) -> Changes:
    return {}


def _outside_limits(table: Table, event: live_events.WagersOutsideLimits) -> Changes:
    new = {
        each.patron
        for each in event.wagers
        if each.trigger is Trigger.UNDER_MINIMUM and each.is_one_time
    }
    known = {*table.live.under_minimum, *new}
    return _change_table(table, under_minimum=tuple(sorted(known)))


def _lower_requested(table: Table, _event: live_events.LowerWagersRequested) -> Changes:
    return _change_round(table, is_lower_requested=True)


def _removed(table: Table, event: live_events.WagersRemoved) -> Changes:
    sets = dict(table.current.sets)
    placed = sets[event.seat]
    left = tuple(stake for stake in placed.stakes if stake not in event.removed)
    if left:
        sets[event.seat] = replace(placed, stakes=left)
    else:
        del sets[event.seat]
    return in_round(table, sets=sets)


def _restricted(table: Table, event: live_events.WagersRestricted) -> Changes:
    return {"settings": replace(table.settings_in_force, wagers_per_area=event.per_area)}


def _method_chosen(table: Table, event: live_events.MethodChosen) -> Changes:
    settings = replace(table.settings_in_force, method=event.method)
    return {"settings": settings, **_change_table(table, device=0, may_draw=())}


def _drawing_allowed(table: Table, event: live_events.DrawingAllowed) -> Changes:
    return _change_table(table, may_draw=(*table.live.may_draw, event.position))


def _handed_over(table: Table, event: live_events.DeviceHandedOver) -> Changes:
    if not event.position:
        # The patron who controls the device retains it, although the Dealer draws.
        return _change_round(table, dealer_draws=True)
    return {
        **_change_table(table, device=event.position),
        **_change_round(table, dealer_draws=False),
    }


def _control_ended(table: Table, event: live_events.DeviceControlEnded) -> Changes:
    left = tuple(each for each in table.live.may_draw if each != event.position)
    device = 0 if table.live.device == event.position else table.live.device
    return _change_table(table, device=device, may_draw=left)


def _passed(table: Table, event: live_events.CardsPassed) -> Changes:
    return _change_round(table, holders={**table.current.live.holders, event.side: event.position})


def _refused(table: Table, event: live_events.CardsRefused) -> Changes:
    live_round = table.current.live
    before = live_round.refused.get(event.side, ())
    holders = {side: each for side, each in live_round.holders.items() if side is not event.side}
    refused = {**live_round.refused, event.side: (*before, event.position)}
    return _change_round(table, refused=refused, holders=holders)


def _first_hand(table: Table, event: live_events.FirstHandChosen) -> Changes:
    return _change_round(table, first_hand=event.side)


def _squeezing_allowed(table: Table, event: live_events.SqueezingAllowed) -> Changes:
    card = (event.side, event.card)
    others = (each for each in table.current.live.squeezers if each[0] != card)
    return _change_round(table, squeezers=(*others, (card, event.position)))


def _exposed(table: Table, event: live_events.CardsExposed) -> Changes:
    exposed = {(event.side, card) for card in event.cards}
    left = tuple(each for each in table.current.live.face_down if each not in exposed)
    return _change_round(table, face_down=left)


def _change_round(table: Table, **changes: Any) -> Changes:
    return in_round(table, live=replace(table.current.live, **changes))


def _change_table(table: Table, **changes: Any) -> Changes:
    return {"live": replace(table.live, **changes)}


AFTER: dict[Any, Callable[[Table, Any], Changes]] = {
    live_events.LateChipsReported: _nothing,
    live_events.WagersOutsideLimits: _outside_limits,
    live_events.LowerWagersRequested: _lower_requested,
    live_events.WagersRemoved: _removed,
    live_events.WagersRestricted: _restricted,
    live_events.MethodChosen: _method_chosen,
    live_events.DrawingAllowed: _drawing_allowed,
    live_events.DeviceHandedOver: _handed_over,
    live_events.DeviceControlEnded: _control_ended,
    live_events.CardsPassed: _passed,
    live_events.CardsRefused: _refused,
    live_events.FirstHandChosen: _first_hand,
    live_events.SqueezingAllowed: _squeezing_allowed,
    live_events.CardsExposed: _exposed,
}
