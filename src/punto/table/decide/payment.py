"""Payment: what one stake of a round returns, by the line that its wager held."""

from punto.core.endings import Held
from punto.core.rulebook import Rulebook
from punto.core.settlement import Settled
from punto.table.events import WagerSettled
from punto.table.stakes import Stake


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
