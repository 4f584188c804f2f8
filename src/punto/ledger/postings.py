"""Postings: the one place that turns what happened at a table into money that moves."""

from collections.abc import Iterable, Iterator

from punto.ledger.accounts import bank, credit, stakes
from punto.ledger.transfers import Demand, Transfer, Why
from punto.table.events import (
    Event,
    Returned,
    RoundSettled,
    RoundVoided,
    SeatsConfirmed,
    WagersPlaced,
    WithdrawalAnswered,
)

Movement = tuple[str, str, int, Why]
"""From, to, cents, and what for."""


def transfers_of(table: str, command: str, events: Iterable[Event]) -> tuple[Transfer, ...]:
    """The transfers of one command's events, numbered under its id."""
    moved = (each for event in events for each in _movements(table, event))
    return tuple(
        Transfer(f"{table}/{command}/{number}", source, target, cents, why)
        for number, (source, target, cents, why) in enumerate(moved, start=1)
        if cents
    )


def demands_of(table: str, events: Iterable[Event]) -> tuple[Demand, ...]:
    """What must be so after events: nobody has stakes left in a round that has ended."""
    ended = (event for event in events if isinstance(event, RoundSettled | RoundVoided))
    visits = {
        each.visit
        for event in ended
        for each in (event.wagers if isinstance(event, RoundSettled) else event.returned)
    }
    return tuple(Demand(stakes(visit, table), 0) for visit in sorted(visits))


def _movements(table: str, event: Event) -> Iterator[Movement]:
    match event:
        case WagersPlaced():
            held = stakes(event.visit, table)
            yield credit(event.visit), held, event.taken_cents, Why.WAGER
            yield held, credit(event.visit), event.returned_cents, Why.WAGER_RETURNED
        case RoundSettled():
            yield from _settled(table, event)
        case SeatsConfirmed() | RoundVoided():
            for each in event.returned:
                yield _back(table, each, Why.REFUND)
        case WithdrawalAnswered():
            returned = Returned(event.seat, event.visit, event.cents)
            yield _back(table, returned, Why.WITHDRAWAL)
        case _:
            return


def _settled(table: str, event: RoundSettled) -> Iterator[Movement]:
    """Two transfers a visit: its stakes to the bank, its returns from the bank."""
    staked: dict[str, int] = {}
    returned: dict[str, int] = {}
    for each in event.wagers:
        staked[each.visit] = staked.get(each.visit, 0) + each.stake.cents
        returned[each.visit] = returned.get(each.visit, 0) + each.returned_cents
    for visit, cents in staked.items():
        yield stakes(visit, table), bank(table), cents, Why.COLLECTED
        yield bank(table), credit(visit), returned[visit], Why.PAID


def _back(table: str, returned: Returned, why: Why) -> Movement:
    return stakes(returned.visit, table), credit(returned.visit), returned.cents, why
