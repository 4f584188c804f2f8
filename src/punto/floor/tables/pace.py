"""The clock of a table: how long it waits before it goes on, and by what."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from punto.core.irregularities import Remedy, Step
from punto.core.staff_positions import Position
from punto.floor.plan import Pace
from punto.table.actors import CLOCK, HOUSE_DEALER, Actor, Kind
from punto.table.commands.irregularities import ReopenBets
from punto.table.commands.play import Command, EndWithdrawal, GiveRuling, Interrupt, Ruled
from punto.table.decide.irregularities.rulings import needs_order, waits_for_ruling
from punto.table.next_step import Next, next_step
from punto.table.state import Item, Table

_HOUSE = Actor(Kind.STAFF, "the house", Position.GAMING_SHIFT_MANAGER)
STANDING_ORDER = Actor(
    Kind.STAFF, "standing order", Position.GAMING_SHIFT_MANAGER, seconded_by=_HOUSE
)
"""Who rules at a table without staff: the house, by an order it gave beforehand.

What a row proposes may be a void, and no person enters that one: the house stands for the second.
"""


@dataclass(frozen=True, slots=True)
class Wait:
    """Something a table waits for: what tells it from other waits, and how long it lasts."""

    key: tuple[Any, ...]
    ms: int
    is_shown: bool = False
    """Whether patrons see how much of it is left."""


def wait_of(table: Table, pace: Pace) -> Wait | None:
    """What a table waits for now, None if only somebody's answer lets it go on."""
    if table.agenda:
        return _wait_for_answer(table, table.agenda[0], pace)
    step = next_step(table)
    number = table.round.number if table.round else 0
    match step:
        case Next.WAIT:
            return None
        case Next.CLOSE_BETS:
            usual = table.chosen.betting_seconds * 1_000
            ms = usual if pace.betting_ms is None else pace.betting_ms
            return Wait((step, number), ms, is_shown=True)
        case Next.CONFIRM_SEATS:
            return Wait((step, number), pace.confirm_ms)
        case Next.OPEN_BETS:
            return Wait((step, number), pace.result_pause_ms if number else 0)
        case Next.DRAW:
            # What the device brings is another wait: a card played or not, or the cutting card.
            drawn, shoe = table.current.tableau.cards_drawn, table.device
            key = (step, number, drawn, shoe.cards_out, shoe.rounds_left)
            return Wait(key, pace.card_gap_ms)
        case Next.SETTLE:
            return Wait((step, number), pace.settle_ms)
        case _:
            return Wait((step, number, table.events), pace.shoe_ms)


def _wait_for_answer(table: Table, item: Item, pace: Pace) -> Wait | None:
    key = ("agenda", item.event, table.current.number)
    if item.step is None:
        return Wait((*key, "cause"), pace.shoe_ms)
    if item.step.remedy is Remedy.OFFER_WITHDRAWAL:
        return Wait((*key, "offer"), table.chosen.withdrawal_seconds * 1_000, is_shown=True)
    if waits_for_ruling(item) or item.step.remedy is Remedy.REOPEN_BETS:
        return Wait((*key, "ruling"), pace.ruling_ms)
    return None


def unattended(table: Table, cards_recovered: bool) -> tuple[Command, Actor] | None:
    """What a table without staff does about the first thing it must see through."""
    item = table.agenda[0]
    if item.step is None:
        # The process ended and began again; that the power failed is for staff to say.
        return Interrupt(power_failure=False, cards_recovered=cards_recovered), HOUSE_DEALER
    if item.step.remedy is Remedy.OFFER_WITHDRAWAL:
        return EndWithdrawal(item.event), CLOCK
    if waits_for_ruling(item):
        # A remedy that only waits to be confirmed is its own proposal.
        proposed = item.proposed if item.step.remedy is Remedy.RULING else (item.step,)
        ruled = Ruled.AS_PROPOSED if proposed else Ruled.CONTINUE
        is_open = needs_order(table, item) and not _voids(proposed)
        order = _as_they_came(table) if is_open else ()
        return GiveRuling(ruled, "no staff at this table", order), STANDING_ORDER
    if item.step.remedy is Remedy.REOPEN_BETS:
        return ReopenBets(), STANDING_ORDER
    return None


def _voids(steps: Sequence[Step]) -> bool:
    return any(step.remedy is Remedy.VOID for step in steps)


def _as_they_came(table: Table) -> tuple[str, ...]:
    """Cards that lie loose in the order of the device, for those who cannot say another."""
    return tuple(text for _, text in sorted(table.current.loose))


def awaits_screens(table: Table, connected: frozenset[int]) -> bool:
    """Whether a screen that can still speak has not yet shown the close."""
    if next_step(table) is not Next.CONFIRM_SEATS:
        return False
    return bool((table.current.sets.keys() & connected) - table.current.close_shown)


def is_confirmable(table: Table, connected: frozenset[int]) -> bool:
    """Whether the seats can be confirmed: every screen that can speak has shown the close."""
    return next_step(table) is Next.CONFIRM_SEATS and not awaits_screens(table, connected)
