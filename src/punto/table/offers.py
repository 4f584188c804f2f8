"""Offers: what may be asked of a table now, found by asking `decide` in advance."""

from enum import StrEnum

from punto.table.commands import (
    CloseBets,
    CloseTable,
    Command,
    ConfirmSeats,
    EndShoe,
    OpenBets,
    SettleRound,
)
from punto.table.decide import decide
from punto.table.refusals import Refusal
from punto.table.roles import Actor
from punto.table.state import BETWEEN_ROUNDS, Phase, Table


class Next(StrEnum):
    """The one step by which a table goes on."""

    LOAD_SHOE = "load-shoe"
    BURN = "burn"
    OPEN_BETS = "open-bets"
    CLOSE_BETS = "close-bets"
    CONFIRM_SEATS = "confirm-seats"
    DRAW = "draw"
    SETTLE = "settle"
    END_SHOE = "end-shoe"
    WAIT = "wait"
    """Somebody must answer first, or the table is closed."""


def next_step(table: Table) -> Next:
    """The step that a dealer takes next."""
    if table.phase is Phase.CLOSED or table.agenda:
        return Next.WAIT
    if table.phase in BETWEEN_ROUNDS:
        return _between_rounds(table)
    if table.phase is Phase.BETS_OPEN:
        return Next.CLOSE_BETS
    if table.phase is Phase.BETS_CLOSED and not table.current.is_confirmed:
        return Next.CONFIRM_SEATS
    return Next.SETTLE if table.phase is Phase.COMPLETE else Next.DRAW


def _between_rounds(table: Table) -> Next:
    if table.shoe is None:
        return Next.LOAD_SHOE
    if not table.shoe.is_burned:
        return Next.BURN
    return Next.END_SHOE if table.shoe.rounds_left == 0 else Next.OPEN_BETS


def offers(table: Table, by: Actor) -> tuple[Command, ...]:
    """The commands that somebody may give now and that would bring something about."""
    asked: tuple[Command, ...] = (
        OpenBets(),
        CloseBets(),
        ConfirmSeats(),
        SettleRound(),
        EndShoe(),
        CloseTable(),
    )
    return tuple(each for each in asked if _would_do(table, each, by))


def _would_do(table: Table, command: Command, by: Actor) -> bool:
    decision = decide(table, command, by)
    return not isinstance(decision, Refusal) and bool(decision)
