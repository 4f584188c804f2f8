"""Conduct: what only a dealer's table does, worked out a second time."""

from collections.abc import Callable
from typing import Any

from punto.audit.conduct_events import (
    CardsExposed,
    CardsPassed,
    CardsRefused,
    DeviceControlEnded,
    DeviceHandedOver,
    DrawingAllowed,
    FirstHandChosen,
    LateChipsSeen,
    LowerWagersAsked,
    MethodChosen,
    SqueezingAllowed,
    WagersOutsideLimits,
    WagersRemoved,
)
from punto.audit.entry import Actor
from punto.audit.events import Stake
from punto.audit.findings import Check, money
from punto.audit.remedies import LADDER, outranks
from punto.audit.settings import faults, with_method
from punto.audit.state import Phase, PlacedSet, Round, Table
from punto.audit.wagering import CHIPS, exceeded_cents

UNDER, OVER = "under-minimum", "over-maximum"


def late_chips_seen(table: Table, event: LateChipsSeen, _by: Actor) -> None:
    """Chips that come or go after the close change nothing."""
    table.running(event.round, "late chips", Phase.BETS_CLOSED, Phase.DEALING, Phase.COMPLETE)
    if not event.late and not event.lifted:
        table.say(Check.LATE_WAGER, "late chips that neither came nor went", "some")


def wagers_outside_limits(table: Table, event: WagersOutsideLimits, _by: Actor) -> None:
    """Which stakes lie outside the limits, and how much of each goes back."""
    round_ = table.going(event.round, "wagers outside the limits", Phase.COMPLETE)
    if round_ is None:
        return
    due = _outside(table, round_)
    told = {(each.seat, each.stake): (each.trigger, each.uncounted_cents) for each in event.wagers}
    if told != due:
        table.say(Check.LIMIT, f"outside the limits {_in_words(told)}", _in_words(due))
    for each in event.wagers:
        known = each.patron in table.under_minimum
        if each.is_remembered and (known or each.trigger != UNDER):
            table.say(Check.LIMIT, f"{each.patron} settled once more", "one time only")
        if each.patron != _remembered_as(table, each.seat, each.visit):
            table.say(Check.LIMIT, f"remembered under {each.patron}", "the patron or position")
        round_.uncounted[each.seat, each.stake] = each.uncounted_cents
    table.under_minimum |= {each.patron for each in event.wagers if each.is_remembered}


def check_outside(table: Table, round_: Round) -> None:
    """Nothing outside the limits is settled without being told."""
    due = {} if round_.uncounted else _outside(table, round_)
    if due:
        table.say(Check.LIMIT, "settled as if within the limits", _in_words(due))


Outside = dict[tuple[int, Stake], tuple[str, int]]


def _outside(table: Table, round_: Round) -> Outside:
    """Every stake of a place that holds less or more than it may, where a clause settles it."""
    if table.game is None or table.settings is None or table.game.document != "T":
        return {}
    places: dict[tuple[str, int, int], list[tuple[int, PlacedSet, Stake]]] = {}
    for seat, placed in round_.sets.items():
        for stake in placed.stakes:
            place = stake.wager, stake.position or seat, stake.stack
            places.setdefault(place, []).append((seat, placed, stake))
    found: Outside = {}
    for (wager, _, _), laid in places.items():
        limit = table.settings.limits.get(wager)
        together = sum(stake.cents for _, _, stake in laid)
        if limit is not None and together < limit.minimum_cents:
            for seat, placed, stake in laid:
                known = _remembered_as(table, seat, placed.visit) in table.under_minimum
                found[seat, stake] = UNDER, stake.cents if known else 0
        elif limit is not None and together > limit.maximum_cents:
            found |= _off_the_last(round_, laid, together - limit.maximum_cents)
    return found


def _off_the_last(round_: Round, laid: list[tuple[int, PlacedSet, Stake]], excess: int) -> Outside:
    found: Outside = {}
    last_first = sorted(laid, key=lambda each: -round_.since.get((each[0], each[2]), 0))
    for seat, _, stake in last_first:
        off = min(excess, stake.cents)
        excess -= off
        if off:
            found[seat, stake] = OVER, off
    return found


def _remembered_as(table: Table, seat: int, owner: str) -> str:
    sitting = table.seats.get(abs(seat))
    return sitting.visit if owner.startswith(CHIPS) and sitting else owner


def _in_words(outside: Outside) -> str:
    return (
        ", ".join(
            f"{stake.wager} at seat {seat}: {trigger}, {money(cents)} back"
            for (seat, stake), (trigger, cents) in sorted(
                outside.items(), key=lambda each: (each[0][0], each[0][1].wager)
            )
        )
        or "nothing"
    )


def lower_wagers_asked(table: Table, event: LowerWagersAsked, _by: Actor) -> None:
    """Asked only where the differential is exceeded, and by how much it is."""
    round_ = table.going(event.round, "lower wagers asked for", Phase.BETS_OPEN)
    if round_ is None:
        return
    over = exceeded_cents(table, round_)
    if event.exceeded_cents != over or not over:
        table.say(Check.LIMIT, f"{money(event.exceeded_cents)} too much", money(over))
    round_.is_lower_asked = True


def wagers_removed(table: Table, event: WagersRemoved, _by: Actor) -> None:
    """Stakes leave whole, after asking."""
    round_ = table.going(event.round, "wagers removed", Phase.BETS_OPEN)
    if round_ is None:
        return
    if not round_.is_lower_asked:
        table.say(Check.LIMIT, "wagers removed before anybody was asked", "asking first")
    placed = round_.sets.pop(event.seat, None)
    there = placed.stakes if placed and placed.visit == event.visit else ()
    on_hands = all(stake.wager in ("player", "banker") for stake in event.removed)
    if not set(event.removed) <= set(there) or not on_hands:
        table.say(Check.STAKE, f"removed from seat {event.seat}", "stakes that lay on a hand")
    if event.cents != sum(stake.cents for stake in event.removed):
        table.say(Check.STAKE, f"{money(event.cents)} removed", "what the stakes come to")
    left = tuple(stake for stake in there if stake not in event.removed)
    if left and placed:
        cents = sum(stake.cents for stake in left)
        round_.sets[event.seat] = PlacedSet(placed.number, placed.visit, left, cents)


def method_chosen(table: Table, event: MethodChosen, by: Actor) -> None:
    """A method is chosen between rounds; C by an Assistant Casino Manager."""
    if table.phase is not Phase.BETWEEN_ROUNDS:
        table.say(Check.PHASE, f"a method chosen while {table.phase}", Phase.BETWEEN_ROUNDS)
    if event.method == "C" and not outranks(by.holds, LADDER[3]):
        table.say(Check.WHO, f"{by.name} allowed Method C", f"{LADDER[3]} or higher")
    if table.settings is not None:
        table.settings = with_method(table.settings, event.method)
        if table.game is not None:
            for found, expected in faults(table.game, table.settings):
                table.say(Check.SETTINGS, found, expected)
    table.device = 0
    table.may_draw.clear()


def drawing_allowed(table: Table, event: DrawingAllowed, _by: Actor) -> None:
    """A patron may draw without a wager."""
    _by_method(table, "C", "drawing allowed")
    table.may_draw.add(event.position)


def device_handed_over(table: Table, event: DeviceHandedOver, _by: Actor) -> None:
    """The device goes to a patron with a wager, or with leave to do without."""
    _by_method(table, "C", "the device handed over")
    seats = {abs(seat) for seat in table.round.sets} if table.round else set()
    if event.position not in seats | table.may_draw:
        table.say(Check.WHO, f"position {event.position} draws", "a wager, or leave")
    if table.device:
        table.say(Check.WHO, "the device handed over", f"position {table.device} to give it up")
    table.device = event.position


def device_control_ended(table: Table, event: DeviceControlEnded, _by: Actor) -> None:
    """The device comes back from whoever has it."""
    if event.position != table.device:
        table.say(Check.WHO, f"position {event.position} lost the device", f"{table.device}")
    table.may_draw.discard(event.position)
    table.device = 0


def cards_passed(table: Table, event: CardsPassed, _by: Actor) -> None:
    """A hand goes to a patron, where patrons handle cards."""
    table.going(event.round, "cards passed", Phase.DEALING, Phase.COMPLETE)
    _by_method(table, "AC", "cards passed")


def cards_refused(table: Table, event: CardsRefused, _by: Actor) -> None:
    """A patron would not take a hand."""
    table.going(event.round, "cards refused", Phase.DEALING, Phase.COMPLETE)
    _by_method(table, "AC", "cards refused")


def first_hand_chosen(table: Table, event: FirstHandChosen, _by: Actor) -> None:
    """One hand is shown first, by Method A."""
    table.going(event.round, "a first hand chosen", Phase.DEALING, Phase.COMPLETE)
    _by_method(table, "A", "a first hand chosen")


def squeezing_allowed(table: Table, event: SqueezingAllowed, _by: Actor) -> None:
    """A card that lies face down may be squeezed."""
    round_ = table.going(event.round, "squeezing allowed", Phase.DEALING, Phase.COMPLETE)
    _by_method(table, "AC", "squeezing allowed")
    if round_ is not None and (event.side, event.card) not in round_.face_down:
        table.say(Check.CARD, f"card {event.card} of {event.side} squeezed", "one face down")


def cards_exposed(table: Table, event: CardsExposed, _by: Actor) -> None:
    """Cards that lay face down are shown."""
    round_ = table.running(event.round, "cards exposed", Phase.DEALING, Phase.COMPLETE)
    _by_method(table, "AC", "cards exposed")
    if round_ is None:
        return
    shown = {(event.side, card) for card in event.cards}
    if not shown or not shown <= round_.face_down:
        table.say(Check.CARD, f"cards {event.cards} of {event.side} exposed", "cards face down")
    round_.face_down -= shown


def _by_method(table: Table, methods: str, what: str) -> None:
    method = table.settings.chosen.method if table.settings else "B"
    if method not in methods:
        table.say(Check.PHASE, f"{what} by Method {method}", " or ".join(methods))


JUDGES: dict[type, Callable[[Table, Any, Actor], None]] = {
    LateChipsSeen: late_chips_seen,
    WagersOutsideLimits: wagers_outside_limits,
    LowerWagersAsked: lower_wagers_asked,
    WagersRemoved: wagers_removed,
    MethodChosen: method_chosen,
    DrawingAllowed: drawing_allowed,
    DeviceHandedOver: device_handed_over,
    DeviceControlEnded: device_control_ended,
    CardsPassed: cards_passed,
    CardsRefused: cards_refused,
    FirstHandChosen: first_hand_chosen,
    SqueezingAllowed: squeezing_allowed,
    CardsExposed: cards_exposed,
}
