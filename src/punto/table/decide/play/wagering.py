"""Open bets, place stakes, close bets. The owner of the stream refuses stakes without credit."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from punto.core.staff_positions import Permission
from punto.table.actors import Actor, may_act_for
from punto.table.commands import PlaceWagers
from punto.table.differential import excess_cents, is_exceeded
from punto.table.events import BetsClosed, BetsOpened, Decision, WagersPlaced
from punto.table.refusals import No, Refusal
from punto.table.rules import Rules
from punto.table.settings import Limit
from punto.table.stakes import Stake, StakePlace, stake_place
from punto.table.state import Table


def open_bets(table: Table) -> Decision:
    """Begin a round, if the shoe allows one.

    Rule: BETS_OPEN
    """
    if table.shoe is None:
        return No.NO_SHOE
    if table.shoe.replace_by:
        return replace(No.CARDS_TO_REPLACE.at(table.book), clause=table.shoe.replace_by)
    if table.shoe.rounds_left == 0:
        return No.SHOE_ENDED
    if must_return_cards(table):
        return No.CARDS_RETURN
    if not table.shoe.is_burned:
        return No.NOT_BURNED
    rules = table.rules
    return (BetsOpened(table.rounds + 1, table.shoe.key, rules.identity, rules.settings_digest),)


def must_return_cards(table: Table) -> bool:
    """Whether the cards of a finished round must go back into the shuffler first (R35)."""
    return (
        table.settings_in_force.shuffles_each_round
        and table.shoe is not None
        and table.shoe.cards_out > 0
    )


def refuse_late_wagers(table: Table, command: PlaceWagers) -> No:
    """Refuse new stakes after the close: as a late withdrawal if they are less, else as late.

    Rule: NO_LATE_WAGER, NO_LATE_WITHDRAWAL
    """
    placed = table.current.sets.get(command.seat)
    is_less = placed is not None and sum(each.cents for each in command.stakes) < placed.cents
    return No.LATE_WITHDRAWAL if is_less else No.BETS_CLOSED


def place_wagers(table: Table, command: PlaceWagers, by: Actor) -> Decision:
    """Replace all stakes of a seat, or refuse them all. `StreamOwner` checks the credit."""
    seat = table.seats.get(command.seat)
    if seat is None:
        return No.SEAT_FREE
    if not may_act_for(table, seat.visit, by, Permission.PLACE_FOR_PATRON):
        return No.NOT_YOUR_SEAT
    current = table.current
    if command.round != current.number:
        return No.OTHER_ROUND
    before = current.sets.get(command.seat)
    if command.after != (before.number if before else 0):
        return No.OTHER_SET
    if refusal := _first_table_refusal(table, command):
        return refusal
    return (next_set(table, command.seat, seat.visit, command.stakes),)


def next_set(table: Table, seat: int, owner: str, stakes: tuple[Stake, ...]) -> WagersPlaced:
    """Replace the stakes of a seat or of chips, and compute the cents to debit or return."""
    before = table.current.sets.get(seat)
    had, has = before.cents if before else 0, sum(stake.cents for stake in stakes)
    return WagersPlaced(
        round=table.current.number,
        seat=seat,
        visit=owner,
        set=table.current.sets_placed + 1,
        stakes=stakes,
        debited_cents=max(has - had, 0),
        returned_cents=max(had - has, 0),
    )


def close_bets(table: Table) -> Decision:
    """Close bets, unless the table differential is exceeded.

    Rule: BETS_CLOSED
    """
    if is_exceeded(table):
        return No.DIFFERENTIAL.at(table.book, excess=excess_cents(table))
    return (BetsClosed(table.current.number),)


def _first_table_refusal(table: Table, command: PlaceWagers) -> Refusal | None:
    """Return the first reason, in the order of `No`, why the table refuses the stakes of a seat."""
    if are_within_limits(table.rules, command.stakes):
        return None
    found = [reason for stake in command.stakes for reason in _reasons(table, command.seat, stake)]
    places = [stake_place(command.seat, stake) for stake in command.stakes]
    if len(set(places)) < len(places):
        found.append(Reason(No.TWICE))
    found += _left_short(table, command.seat, places)
    minimum_cents = table.settings_in_force.total_minimum_cents
    if command.stakes and sum(stake.cents for stake in command.stakes) < minimum_cents:
        found.append(Reason(No.UNDER_TOTAL, {"minimum": minimum_cents}))
    return first_reason(table, found)


def first_reason(table: Table, found: Iterable["Reason"]) -> Refusal | None:
    """The refusal for the reason that comes first in `No`; None without a reason."""
    reason = min(found, key=lambda each: _PRECEDENCE[each.no], default=None)
    return reason.no.at(table.book, **reason.values) if reason else None


def are_within_limits(rules: Rules, stakes: tuple[Stake, ...]) -> bool:
    """Whether a terminal's stakes meet all limits, so that there is no reason against them.

    A dealer's table always collects the reasons, because seats share its places.
    """
    if not rules.is_on_terminals:
        return False
    wagers, cents = set[str](), 0
    for stake in stakes:
        limit = rules.limits.get(stake.wager)
        if (
            limit is None
            or stake.position
            or stake.stack != 1
            or stake.cents % rules.unit_cents
            or not limit.minimum_cents <= stake.cents <= limit.maximum_cents
        ):
            return False
        wagers.add(stake.wager)
        cents += stake.cents
    minimum_cents = rules.settings.total_minimum_cents
    return len(wagers) == len(stakes) and (cents >= minimum_cents or not stakes)


class Reason(msgspec.Struct, frozen=True):
    """A reason against a stake, with the values of its refusal."""

    no: No
    values: Mapping[str, int] = msgspec.field(default_factory=dict)


_PRECEDENCE = {no: place for place, no in enumerate(No)}


def _reasons(table: Table, seat: int, stake: Stake) -> Iterator[Reason]:
    """Yield every reason against one stake."""
    yield from place_reasons(table, stake)
    limit = table.rules.limits.get(stake.wager)
    if limit is not None:
        yield from limit_reasons(table, seat, stake, limit)


def place_reasons(table: Table, stake: Stake) -> Iterator[Reason]:
    """Yield the reasons against the place and the unit of a stake."""
    if stake.wager not in table.rules.limits:
        yield Reason(No.NOT_OFFERED)
    if no := _place_refused(table, stake):
        yield Reason(no)
    unit_cents = table.rules.unit_cents
    if stake.cents % unit_cents:
        yield Reason(No.NOT_IN_UNIT, {"unit": unit_cents})


def limit_reasons(table: Table, seat: int, stake: Stake, limit: Limit) -> Iterator[Reason]:
    """Yield the limits that a stake breaks. A limit applies to all stakes on its place."""
    total_cents = stake.cents + other_stakes_on(table, seat, stake_place(seat, stake))
    if stake.cents < 1 or total_cents < limit.minimum_cents:
        yield Reason(No.UNDER_MINIMUM, {"minimum": limit.minimum_cents})
    if total_cents > limit.maximum_cents:
        yield Reason(No.OVER_MAXIMUM, {"maximum": limit.maximum_cents})


def _place_refused(table: Table, stake: Stake) -> No | None:
    """The reason against a place; seats share places only at a dealer's table."""
    if table.rules.is_on_terminals:
        return No.NOT_THERE if stake.position or stake.stack != 1 else None
    if not 0 <= stake.position <= table.settings_in_force.positions:
        return No.NOT_THERE
    return None if 1 <= stake.stack <= table.settings_in_force.wagers_per_area else No.AREA_FULL


def _left_short(table: Table, seat: int, places: list[StakePlace]) -> Iterator[Reason]:
    """Yield a reason for each shared wager that the seat would leave below the minimum."""
    before = table.current.sets.get(seat)
    for stake in before.stakes if before else ():
        place = stake_place(seat, stake)
        limit = table.rules.limits.get(stake.wager)
        left = other_stakes_on(table, seat, place)
        if place not in places and limit and 0 < left < limit.minimum_cents:
            yield Reason(No.OTHERS_UNDER_MINIMUM, {"minimum": limit.minimum_cents})


def other_stakes_on(table: Table, seat: int, place: StakePlace) -> int:
    """The cents of other seats on a place, because patrons may share a wager (R27)."""
    if table.rules.is_on_terminals:
        return 0
    return sum(
        other.cents
        for each, placed in table.current.sets.items()
        if each != seat
        for other in placed.stakes
        if stake_place(each, other) == place
    )
