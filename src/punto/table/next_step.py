"""Find the one step by which a table continues."""

from enum import StrEnum

from punto.core.tableau import next_sides
from punto.table.card_handling import hidden_cards
from punto.table.decide.live.device_control import is_drawer_missing
from punto.table.decide.play.wagering import must_return_cards
from punto.table.state import BETWEEN_ROUNDS, Phase, Table


class NextStep(StrEnum):
    """The one step by which a table continues."""

    LOAD_SHOE = "load-shoe"
    BURN = "burn"
    OPEN_BETS = "open-bets"
    CLOSE_BETS = "close-bets"
    HAND_OVER_DEVICE = "hand-over-device"
    CONFIRM_SEATS = "confirm-seats"
    DRAW = "draw"
    ENTER_CARD = "enter-card"
    """Staff must enter an unread card before the round can continue."""

    EXPOSE = "expose"
    SETTLE = "settle"
    END_SHOE = "end-shoe"
    WAIT = "wait"
    """The table waits for an answer, or is closed."""


def next_step(table: Table) -> NextStep:
    """The step that a dealer takes next."""
    if table.phase is Phase.CLOSED or table.pending_steps:
        return NextStep.WAIT
    if table.phase in BETWEEN_ROUNDS:
        return _between_rounds(table)
    if table.phase is Phase.BETS_OPEN:
        return NextStep.CLOSE_BETS
    if table.phase is Phase.BETS_CLOSED and not table.current.is_confirmed:
        return NextStep.HAND_OVER_DEVICE if is_drawer_missing(table) else NextStep.CONFIRM_SEATS
    tableau = table.current.tableau
    if not tableau.is_known and (tableau.is_finished or len(next_sides(tableau)) > 1):
        return NextStep.ENTER_CARD
    if hidden_cards(table) and tableau.is_initial_deal_complete:
        # The Dealer calls the totals before a further card is drawn.
        return NextStep.EXPOSE
    if table.phase is Phase.COMPLETE:
        return NextStep.SETTLE
    # At any card, the drawer may return the device or withdraw the wager that allowed it.
    return NextStep.HAND_OVER_DEVICE if is_drawer_missing(table) else NextStep.DRAW


def _between_rounds(table: Table) -> NextStep:
    if table.shoe is None:
        return NextStep.LOAD_SHOE
    if not table.shoe.is_burned:
        return NextStep.BURN
    is_over = table.shoe.rounds_left == 0 or bool(table.shoe.replace_by)
    return NextStep.END_SHOE if is_over or must_return_cards(table) else NextStep.OPEN_BETS
