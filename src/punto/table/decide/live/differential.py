"""Restore the table differential in three steps (ask to lower, let others raise, remove)."""

from collections import defaultdict

from punto.core.irregularities import Trigger
from punto.table.commands import RemoveWagers
from punto.table.differential import balancing_proposal, stakes_on_hands
from punto.table.events import Decision, LowerWagersRequested, WagersRemoved
from punto.table.irregularity_rules import applicable_row
from punto.table.refusals import No
from punto.table.stakes import Stake
from punto.table.state import Table


def request_lower_wagers(table: Table) -> Decision:
    """Request lower wagers on the heavier hand. Patrons of the other hand may raise theirs."""
    found = balancing_proposal(table)
    if found is None:
        return No.DIFFERENTIAL_MET
    source = applicable_row(table.game, Trigger.DIFFERENTIAL, ()).source
    number = table.current.number
    return (LowerWagersRequested(number, found.heavier, found.exceeded_cents, source),)


def remove_wagers(table: Table, command: RemoveWagers) -> Decision:
    """Remove the named wagers after a request was not enough, and return them whole."""
    if balancing_proposal(table) is None:
        return No.DIFFERENTIAL_MET
    if not table.current.live.is_lower_requested:
        return No.NOT_REQUESTED_YET
    there = [each for _, each in stakes_on_hands(table)]
    if not command.removed or not all(each in there for each in command.removed):
        return No.NOT_TO_REMOVE
    by_seat: dict[int, list[Stake]] = defaultdict(list)
    for each in dict.fromkeys(command.removed):
        by_seat[each.seat].append(each.stake)
    source = applicable_row(table.game, Trigger.DIFFERENTIAL, ()).source
    return tuple(
        WagersRemoved(
            round=table.current.number,
            seat=seat,
            visit=table.current.sets[seat].visit,
            removed=tuple(stakes),
            cents=sum(stake.cents for stake in stakes),
            reason=command.reason,
            source=source,
        )
        for seat, stakes in by_seat.items()
    )
