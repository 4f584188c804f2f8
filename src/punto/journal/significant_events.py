"""Decide which events staff must read, by the significance of their kind and by their values.

The records in the staff stream, the pit's screen and the report of significant events share these
functions. Each of the three has its own wording.
"""

from collections.abc import Mapping
from typing import Any

from punto.core.irregularities import Trigger
from punto.journal.entry import AnyEvent
from punto.journal.event_tags import TAGS_BY_KIND, Significance
from punto.table import events
from punto.table.actors import Actor, ActorKind
from punto.table.events import RoundSettled, WagerSettled, WagersPlaced

LARGE_CENTS = 10_000_00
"""The default amount from which a wager or a win is significant."""


SIGNIFICANT: Mapping[type[AnyEvent], Significance] = {
    kind: stored.significance
    for kind, stored in TAGS_BY_KIND.items()
    if isinstance(stored.significance, Significance)
}
"""The significant kinds of events; for some, `is_significant` decides about each event."""


def is_significant(event: Any, by: Actor, large_cents: int) -> bool:
    """Whether an event is significant, considering its amount and its actor."""
    match event:
        case events.WagersPlaced():
            return staked_cents(event) >= large_cents
        case events.RoundSettled():
            largest = largest_win(event)
            return largest is not None and won_cents(largest) >= large_cents
        case events.CardDrawn():
            return event.by_hand
        case events.ExcessCardDrawn() | events.CardBurned():
            # The device reports these events all day; a report by hand depends on the dealer alone.
            return by.kind is ActorKind.STAFF
        case _:
            return type(event) in SIGNIFICANT


def is_recorded(event: Any, by: Actor, large_cents: int) -> bool:
    """Whether the floor records a significant event in the staff stream as well."""
    found = SIGNIFICANT.get(type(event))
    if found is None or found.noted is None or not is_significant(event, by, large_cents):
        return False
    match event:
        case events.RulingGiven() | events.CardIdentified():
            # A standing policy of the house gives rulings too; only those of staff are recorded.
            return by.kind is ActorKind.STAFF
        case events.IrregularityRaised():
            # A network failure may cut off every terminal at once; their own events are enough.
            return event.trigger is not Trigger.TERMINAL_CUT_OFF
        case _:
            return True


def is_for_pit(event: Any, by: Actor, large_cents: int) -> bool:
    """Whether the pit's screen shows an event."""
    found = SIGNIFICANT.get(type(event))
    return bool(found and not found.not_at_pit) and is_significant(event, by, large_cents)


def is_for_report(event: Any, by: Actor, large_cents: int) -> bool:
    """Whether the report of significant events lists an event."""
    found = SIGNIFICANT.get(type(event))
    return bool(found and not found.not_in_report) and is_significant(event, by, large_cents)


def staked_cents(event: WagersPlaced) -> int:
    """The total stake of a set of wagers."""
    return sum(stake.cents for stake in event.stakes)


def largest_win(event: RoundSettled) -> WagerSettled | None:
    """The wager of a round with the largest win, None if the round had no wagers."""
    return max(event.wagers, key=won_cents, default=None)


def won_cents(wager: WagerSettled) -> int:
    """The win of a wager beyond its stake, below zero if it lost."""
    return wager.returned_cents - wager.stake.cents
