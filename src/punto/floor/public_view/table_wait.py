"""Compute a table's current wait and its duration, for the owner's clock and for screens."""

from dataclasses import dataclass
from typing import Any

from punto.core.irregularities import Remedy
from punto.floor.plan import Pace
from punto.table.decide.irregularities.rulings import is_ruling_pending
from punto.table.next_step import NextStep, next_step
from punto.table.state import PendingStep, Table


@dataclass(frozen=True, slots=True)
class TableWait:
    """Something a table waits for, with a key that distinguishes it from other waits."""

    key: tuple[Any, ...]
    ms: int
    is_visible: bool = False
    """Whether patrons see how much of it is left."""


def table_wait(table: Table, pace: Pace) -> TableWait | None:
    """The wait of a table; None if only an answer lets it continue."""
    if table.pending_steps:
        return _wait_for_answer(table, table.pending_steps[0], pace)
    step = next_step(table)
    number = table.round.number if table.round else 0
    match step:
        case NextStep.WAIT:
            return None
        case NextStep.CLOSE_BETS:
            default_ms = table.settings_in_force.betting_seconds * 1_000
            ms = default_ms if pace.betting_ms is None else pace.betting_ms
            return TableWait((step, number), ms, is_visible=True)
        case NextStep.CONFIRM_SEATS:
            return TableWait((step, number), pace.confirm_ms)
        case NextStep.OPEN_BETS:
            return TableWait((step, number), pace.result_pause_ms if number else 0)
        case NextStep.DRAW:
            # A card from the device begins another wait, whether it is played or not.
            drawn, shoe = table.current.tableau.cards_drawn, table.device
            key = (step, number, drawn, shoe.cards_out, shoe.rounds_left)
            return TableWait(key, pace.card_gap_ms)
        case NextStep.SETTLE:
            return TableWait((step, number), pace.settle_ms)
        case _:
            return TableWait((step, number, table.events), pace.shoe_ms)


def _wait_for_answer(table: Table, item: PendingStep, pace: Pace) -> TableWait | None:
    key = ("agenda", item.event, table.current.number)
    if item.step is None:
        return TableWait((*key, "cause"), pace.shoe_ms)
    if item.step.remedy is Remedy.OFFER_WITHDRAWAL:
        return TableWait(
            (*key, "offer"), table.settings_in_force.withdrawal_seconds * 1_000, is_visible=True
        )
    if is_ruling_pending(item) or item.step.remedy is Remedy.REOPEN_BETS:
        return TableWait((*key, "ruling"), pace.ruling_ms)
    return None


def begins_round(table: Table) -> bool:
    """Whether the next step leads to another round, which a disabled table does not begin."""
    return next_step(table) in (NextStep.OPEN_BETS, NextStep.LOAD_SHOE)


def is_acknowledgement_due(table: Table, connected: frozenset[int]) -> bool:
    """Whether a connected screen has not yet shown the close."""
    if next_step(table) is not NextStep.CONFIRM_SEATS:
        return False
    return bool((table.current.sets.keys() & connected) - table.current.close_shown)


def is_confirmable(table: Table, connected: frozenset[int]) -> bool:
    """Whether the seats can be confirmed: every connected screen has shown the close."""
    return next_step(table) is NextStep.CONFIRM_SEATS and not is_acknowledgement_due(
        table, connected
    )
