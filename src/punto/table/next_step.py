"""Offers: what may be asked of a table now, found by asking `decide` in advance."""

from enum import StrEnum

from punto.core.sides import Side
from punto.core.tableau import next_sides
from punto.table.actors import Actor
from punto.table.card_handling import hidden
from punto.table.commands.live import (
    AskForLowerWagers,
    ExposeCards,
    HandOverDevice,
    OfferWithdrawal,
)
from punto.table.commands.play import (
    CloseBets,
    CloseTable,
    Command,
    ConfirmSeats,
    EndShoe,
    OpenBets,
    SettleRound,
)
from punto.table.decide import decide
from punto.table.decide.live.device_control import is_drawer_missing
from punto.table.decide.play.wagering import must_return
from punto.table.refusals import Refusal
from punto.table.state import BETWEEN_ROUNDS, Phase, Table


class Next(StrEnum):
    """The one step by which a table goes on."""

    LOAD_SHOE = "load-shoe"
    BURN = "burn"
    OPEN_BETS = "open-bets"
    CLOSE_BETS = "close-bets"
    HAND_OVER_DEVICE = "hand-over-device"
    CONFIRM_SEATS = "confirm-seats"
    DRAW = "draw"
    ENTER_CARD = "enter-card"
    """A card on the layout has not been read, and the round cannot go on without it."""

    EXPOSE = "expose"
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
        return Next.HAND_OVER_DEVICE if is_drawer_missing(table) else Next.CONFIRM_SEATS
    tableau = table.current.tableau
    if not tableau.is_known and (tableau.is_finished or len(next_sides(tableau)) > 1):
        return Next.ENTER_CARD
    if hidden(table) and tableau.is_initial_deal_complete:
        # Totals are called before a further card is drawn.
        return Next.EXPOSE
    if table.phase is Phase.COMPLETE:
        return Next.SETTLE
    # Whoever drew may give the device up, or withdraw the wager that let them draw, at any card.
    return Next.HAND_OVER_DEVICE if is_drawer_missing(table) else Next.DRAW


def _between_rounds(table: Table) -> Next:
    if table.shoe is None:
        return Next.LOAD_SHOE
    if not table.shoe.is_burned:
        return Next.BURN
    is_over = table.shoe.rounds_left == 0 or bool(table.shoe.replace_by)
    return Next.END_SHOE if is_over or must_return(table) else Next.OPEN_BETS


def offers(table: Table, by: Actor) -> tuple[Command, ...]:
    """The commands that somebody may give now and that would bring something about."""
    positions = range(table.chosen.positions + 1) if table.settings else ()
    asked: tuple[Command, ...] = (
        OpenBets(),
        CloseBets(),
        ConfirmSeats(),
        SettleRound(),
        EndShoe(),
        CloseTable(),
        AskForLowerWagers(),
        OfferWithdrawal(),
        *(ExposeCards(side) for side in Side),
        *(HandOverDevice(each) for each in positions),
    )
    return tuple(each for each in asked if _would_do(table, each, by))


def _would_do(table: Table, command: Command, by: Actor) -> bool:
    decision = decide(table, command, by)
    return not isinstance(decision, Refusal) and bool(decision)
