"""Payment: what one stake of a round returns, by the line that its wager held."""

from punto.core import notation
from punto.core.endings import Held, paytable
from punto.core.rulebook import Rulebook
from punto.core.settlement import Settled
from punto.core.tableau import ending
from punto.table.card_handling import hidden
from punto.table.decide.decision import Decision
from punto.table.decide.live.device_control import control_lost
from punto.table.decide.live.limits import outside_limits
from punto.table.events.live import WagersOutsideLimits
from punto.table.events.play import RoundSettled, WagerSettled
from punto.table.refusals import No
from punto.table.stakes import Stake
from punto.table.state import Table


def paid(
    book: Rulebook,
    held: Held,
    seat: int,
    visit: str,
    stake: Stake,
    uncounted_cents: int,
) -> WagerSettled:
    """A stake settled by the lines that held; what of it does not count comes back as it is."""
    wager, line, off = book.wager(stake.wager), held[stake.wager], uncounted_cents
    number = 0 if line is None or off == stake.cents else wager.lines.index(line) + 1
    returned = Settled(wager, stake.cents - off, line).return_cents + off
    return WagerSettled(seat, visit, stake, number, returned, off)


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
