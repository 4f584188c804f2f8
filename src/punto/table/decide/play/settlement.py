"""Compute the amount that each stake of a round returns, by the pay line of its wager."""

from punto.core import notation
from punto.core.endings import PaytableRow
from punto.core.settlement import win_cents
from punto.core.tableau import ending
from punto.table.card_handling import hidden_cards
from punto.table.decide.decision import Decision
from punto.table.decide.live.device_control import end_control_after_loss
from punto.table.decide.live.limits import stakes_outside_limits
from punto.table.events import RoundSettled, WagerSettled, WagersOutsideLimits
from punto.table.refusals import No
from punto.table.rules import Rules
from punto.table.stakes import Stake
from punto.table.state import Table


def settle_stake(
    rules: Rules,
    held: PaytableRow,
    seat: int,
    visit: str,
    stake: Stake,
    uncounted_cents: int,
) -> WagerSettled:
    """Settle a stake by the pay line that held. Return the uncounted part unchanged."""
    wager, line, off = rules.wagers[stake.wager], held[stake.wager], uncounted_cents
    number = 0 if line is None or off == stake.cents else wager.lines.index(line) + 1
    returned_cents = stake.cents + win_cents(stake.cents - off, line)
    return WagerSettled(seat, visit, stake, number, returned_cents, off)


def refuse_early_settlement(table: Table) -> Decision:
    """Refuse to settle a round that needs another card, or a card's value."""
    return (No.CARD_DUE if table.current.tableau.is_known else No.CARD_UNREAD).at(table.book)


def settle_round(table: Table) -> Decision:
    """Pay and collect every wager of the round by the pay line that it holds."""
    current, rules = table.current, table.rules
    if not current.tableau.is_known:
        return No.CARD_UNREAD.at(table.book)
    if hidden_cards(table):
        return No.FACE_DOWN.at(table.book)
    outside = stakes_outside_limits(table)
    uncounted = {(each.seat, each.stake): each.uncounted_cents for each in outside}
    held = rules.paytable[ending(current.tableau)]
    wagers = tuple(
        settle_stake(rules, held, seat, placed.visit, stake, uncounted.get((seat, stake), 0))
        for seat, placed in current.sets.items()
        for stake in placed.stakes
    )
    outside_limits = (WagersOutsideLimits(current.number, outside),) if outside else ()
    settled = RoundSettled(current.number, notation.format_round(current.tableau), wagers)
    return (*outside_limits, settled, *end_control_after_loss(table, settled))
