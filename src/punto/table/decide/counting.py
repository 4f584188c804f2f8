"""Counting: a card that comes more often than the decks hold it is noticed at once."""

from collections.abc import Iterable

from punto.core.irregularities import Circumstance, Trigger
from punto.table.decide.remedies import raised
from punto.table.events import Event
from punto.table.evolve import evolved
from punto.table.state import BETWEEN_ROUNDS, Table


def watched(table: Table, events: Iterable[Event]) -> tuple[Event, ...]:
    """Cards that came, and what follows where one of them is a copy too many."""
    came = tuple(events)
    now = evolved(table, came)
    if now.shoe is None or not now.shoe.is_overcounted or table.device.is_overcounted:
        return came
    between = now.phase in BETWEEN_ROUNDS
    given = Circumstance.BETWEEN_ROUNDS if between else Circumstance.IN_ROUND
    return *came, *raised(now, Trigger.CARD_COUNT, [given])
