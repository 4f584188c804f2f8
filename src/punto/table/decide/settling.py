"""Settling: the outcome of a finished round, wager by wager."""

from punto.core import notation
from punto.core.endings import paytable
from punto.core.tableau import ending
from punto.table.conducted import WagersOutsideLimits
from punto.table.decide.decision import Decision
from punto.table.decide.device import control_lost
from punto.table.decide.limits import outside_limits
from punto.table.decide.payment import paid
from punto.table.events import RoundSettled
from punto.table.methods import hidden
from punto.table.refusals import No
from punto.table.state import Table


def settle(table: Table) -> Decision:
    """Pays and collects every wager of the round by the line it holds."""
    current, book = table.current, table.game
    if not current.tableau.is_known:
        return No.CARD_UNREAD.at(table.book)
    if hidden(table):
        return No.FACE_DOWN.at(table.book)
    outside = outside_limits(table)
    uncounted = {(each.seat, each.stake): each.uncounted_cents for each in outside}
    held = paytable(book)[ending(current.tableau)]
    wagers = tuple(
        paid(book, held, seat, placed.visit, stake, uncounted.get((seat, stake), 0))
        for seat, placed in current.sets.items()
        for stake in placed.stakes
    )
    told = (WagersOutsideLimits(current.number, outside),) if outside else ()
    settled = RoundSettled(current.number, notation.write(current.tableau), wagers)
    return (*told, settled, *control_lost(table, settled))
