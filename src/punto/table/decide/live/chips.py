"""Record the chips that staff see on the layout, before and after bets close (R34)."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from punto.core.irregularities import Trigger
from punto.core.money import MAX_CENTS
from punto.table.commands import EnterChips
from punto.table.decide.irregularities.remedies import raise_irregularity
from punto.table.decide.play.wagering import (
    Reason,
    first_reason,
    limit_reasons,
    next_set,
    place_reasons,
)
from punto.table.events import Decision, Event, LateChipsReported
from punto.table.refusals import No, Refusal
from punto.table.stakes import Stake, StakePlace, chips_at, chips_owner, stake_place
from punto.table.state import Phase, Table, WagerSet


def enter_chips(table: Table, command: EnterChips) -> Decision:
    """Record the chips of a position. Where the document says so, settlement checks the limits."""
    stakes = _laid(command)
    before = _before(table, command)
    if refusal := _refusal(table, command, stakes, before):
        return refusal
    if stakes == (before.stakes if before else ()):
        return ()
    position = command.position
    return (next_set(table, chips_at(position), chips_owner(position), stakes),)


def report_late_chips(table: Table, command: EnterChips) -> Decision:
    """Record chips laid or lifted after the close. The stakes at the close remain in force."""
    stakes = _laid(command)
    before = _before(table, command)
    if refusal := _refusal(table, command, stakes, before):
        return refusal
    seat, owner = chips_at(command.position), chips_owner(command.position)
    lay, lies = _by_place(before.stakes if before else ()), _by_place(stakes)
    late, lifted = tuple(_more(lies, lay)), tuple(_more(lay, lies))
    found: list[Event] = []
    if late:
        found += raise_irregularity(table, Trigger.LATE_WAGER, [])
    if lifted:
        found += raise_irregularity(table, Trigger.LATE_WITHDRAWAL, [])
    if found:
        found.append(LateChipsReported(table.current.number, seat, owner, late, lifted))
    return tuple(found)


def _laid(command: EnterChips) -> tuple[Stake, ...]:
    """The stakes with their areas. A stake without an area is on the position's own area."""
    return tuple(
        replace(stake, position=stake.position or command.position) for stake in command.stakes
    )


def _before(table: Table, command: EnterChips) -> WagerSet | None:
    return table.current.sets.get(chips_at(command.position))


def _refusal(
    table: Table, command: EnterChips, stakes: tuple[Stake, ...], before: WagerSet | None
) -> No | Refusal | None:
    if table.rules.is_on_terminals:
        return No.NOT_THERE
    if not table.has_position(command.position):
        return No.NO_SUCH_SEAT
    if command.round != table.current.number:
        return No.OTHER_ROUND
    if command.after != (before.number if before else 0):
        return No.OTHER_SET
    found = [each for stake in stakes for each in _reasons(table, command.position, stake)]
    if len(_by_place(stakes)) < len(stakes):
        found.append(Reason(No.TWICE))
    return first_reason(table, found)


def _reasons(table: Table, position: int, stake: Stake) -> Iterator[Reason]:
    """Yield the reasons against chips. A limit counts only where the document refuses by it."""
    yield from place_reasons(table, stake)
    if not 0 < stake.cents <= MAX_CENTS:
        yield (
            Reason(No.UNDER_MINIMUM, {"minimum": 1})
            if stake.cents < 1
            else Reason(No.OVER_MAXIMUM, {"maximum": MAX_CENTS})
        )
    limit = table.rules.limits.get(stake.wager)
    is_judged = table.phase is Phase.BETS_OPEN and not table.rules.settles_up_to_limit
    if limit is not None and is_judged:
        yield from limit_reasons(table, chips_at(position), stake, limit)


def _by_place(stakes: tuple[Stake, ...]) -> dict[StakePlace, Stake]:
    return {stake_place(0, stake): stake for stake in stakes}


def _more(one: Mapping[StakePlace, Stake], other: Mapping[StakePlace, Stake]) -> Iterator[Stake]:
    """Yield the excess of one set of stakes over another, place by place."""
    for place, stake in one.items():
        there = other[place].cents if place in other else 0
        if stake.cents > there:
            yield replace(stake, cents=stake.cents - there)
