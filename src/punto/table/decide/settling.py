"""Settling: the outcome of a finished round, wager by wager."""

from punto.core import notation
from punto.core.endings import paytable
from punto.core.settlement import Settled
from punto.core.tableau import ending
from punto.table.decide.decision import Decision
from punto.table.events import RoundSettled, WagerSettled
from punto.table.state import Table


def settle(table: Table) -> Decision:
    """Pays and collects every wager of the round by the line it holds."""
    current, book = table.current, table.game
    held = paytable(book)[ending(current.tableau)]
    wagers = []
    for seat, placed in current.sets.items():
        for stake in placed.stakes:
            wager, line = book.wager(stake.wager), held[stake.wager]
            number = 0 if line is None else wager.lines.index(line) + 1
            returned = Settled(wager, stake.cents, line).return_cents
            wagers.append(WagerSettled(seat, placed.visit, stake, number, returned))
    return (RoundSettled(current.number, notation.write(current.tableau), tuple(wagers)),)
