"""Reopening: bets open again after a reset, and new cards before the next round."""

from punto.core.irregularity import Remedy, Trigger
from punto.table.agenda import row_for
from punto.table.decide.decision import Decision
from punto.table.decide.remedies import seen_through
from punto.table.incidents import BetsReopened, CardsToBeReplaced
from punto.table.refusals import No
from punto.table.state import Phase, Table


def reopen(table: Table) -> Decision:
    """Opens bets again once the device is reset and patrons have answered."""
    item = table.agenda[0] if table.agenda else None
    if item is None or item.step is None or item.step.remedy is not Remedy.REOPEN_BETS:
        return No.NOTHING_HELD.at(table.book)
    # Something else may have been told meanwhile, and waited behind the reset.
    return seen_through(table, (BetsReopened(item.round, item.source),))


def replace_cards(table: Table) -> Decision:
    """Asks for new cards after a void round, as somebody may."""
    if table.shoe is None:
        return No.NO_SHOE.at(table.book)
    if table.phase is not Phase.VOID:
        return No.NOT_IN_THIS_STEP.at(table.book)
    if table.shoe.replace_by:
        return ()
    row = row_for(table.game, Trigger.AFTER_VOID, [])
    return (CardsToBeReplaced(table.shoe.key, row.source),)
