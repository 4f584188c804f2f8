"""Settle every stake by the pay line of its wager, up to the limits of its place."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from punto.core import notation
from punto.core.endings import PaytableRow
from punto.core.irregularities import Trigger
from punto.core.settlement import win_cents
from punto.core.tableau import ending
from punto.table.card_handling import hidden_cards
from punto.table.decide.live.device_control import end_control_after_loss
from punto.table.events import (
    Decision,
    RoundSettled,
    StakeOutsideLimit,
    WagerSettled,
    WagersOutsideLimits,
)
from punto.table.irregularity_rules import applicable_row
from punto.table.refusals import No
from punto.table.rules import Rules
from punto.table.stakes import Stake, StakePlace, are_chips, position_of, stake_place
from punto.table.state import Table, WagerSet


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
    return No.CARD_DUE if table.current.tableau.is_known else No.CARD_UNREAD


def settle_round(table: Table) -> Decision:
    """Pay and collect every wager of the round by the pay line that it holds."""
    current, rules = table.current, table.rules
    if not current.tableau.is_known:
        return No.CARD_UNREAD
    if hidden_cards(table):
        return No.FACE_DOWN
    held = rules.paytable[ending(current.tableau)]
    outside = stakes_outside_limits(table, held)
    uncounted = {(each.seat, each.stake): each.uncounted_cents for each in outside}
    wagers = tuple(
        settle_stake(rules, held, seat, placed.visit, stake, uncounted.get((seat, stake), 0))
        for seat, placed in current.sets.items()
        for stake in placed.stakes
    )
    outside_limits = (WagersOutsideLimits(current.number, outside),) if outside else ()
    settled = RoundSettled(current.number, notation.format_round(current.tableau), wagers)
    return (*outside_limits, settled, *end_control_after_loss(table, settled))


PlacedStake = tuple[int, WagerSet, Stake]
"""A seat, its set and one stake of it."""


def stakes_outside_limits(table: Table, held: PaytableRow) -> tuple[StakeOutsideLimit, ...]:
    """Every stake outside the limits. A limit applies to all stakes on its place."""
    found: list[StakeOutsideLimit] = []
    for place, laid in _by_place(table).items() if table.rules.settles_up_to_limit else ():
        limit = table.rules.limits[place[0]]
        total_cents = sum(stake.cents for _, _, stake in laid)
        if total_cents < limit.minimum_cents:
            found += _under_minimum(table, laid, held)
        found += _over_maximum(table, laid, max(0, total_cents - limit.maximum_cents))
    return tuple(found)


def uncounted_cents(table: Table) -> Mapping[tuple[int, Stake], int]:
    """Return the part of each stake that does not count, for every ending of the round."""
    # The ending decides only whether a stake below the minimum uses its one time up.
    held = next(iter(table.rules.paytable.values()))
    outside = stakes_outside_limits(table, held)
    return {(each.seat, each.stake): each.uncounted_cents for each in outside}


def _by_place(table: Table) -> dict[StakePlace, list[PlacedStake]]:
    found: dict[StakePlace, list[PlacedStake]] = defaultdict(list)
    for seat, placed in table.current.sets.items():
        for stake in placed.stakes:
            found[stake_place(seat, stake)].append((seat, placed, stake))
    return found


def _under_minimum(
    table: Table, laid: list[PlacedStake], held: PaytableRow
) -> Iterator[StakeOutsideLimit]:
    """Settle stakes below the minimum once per patron, and return them in later rounds (R19).

    All wagers of one round count as one time. A stake that a tie returns does not use the time up.
    """
    source = applicable_row(table.game, Trigger.UNDER_MINIMUM, ()).source
    for seat, placed, stake in laid:
        patron = _patron_of(table, seat, placed)
        known = patron in table.live.under_minimum
        line = held[stake.wager]
        once = not known and (line is None or not line.pays.is_push)
        uncounted = stake.cents if known else 0
        yield StakeOutsideLimit(
            seat, placed.visit, stake, Trigger.UNDER_MINIMUM, uncounted, patron, once, source
        )


def _over_maximum(
    table: Table, laid: list[PlacedStake], excess_cents: int
) -> Iterator[StakeOutsideLimit]:
    """Settle up to the maximum; the excess comes off the stakes placed last (P21)."""
    for seat, placed, stake in sorted(laid, key=lambda each: -each[1].number_of(each[2])):
        off = min(excess_cents, stake.cents)
        excess_cents -= off
        if off:
            source = applicable_row(table.game, Trigger.OVER_MAXIMUM, ()).source
            patron = _patron_of(table, seat, placed)
            yield StakeOutsideLimit(
                seat=seat,
                visit=placed.visit,
                stake=stake,
                trigger=Trigger.OVER_MAXIMUM,
                uncounted_cents=off,
                patron=patron,
                is_one_time=False,
                source=source,
            )


def _patron_of(table: Table, seat: int, placed: WagerSet) -> str:
    """The visit; for chips the visit seated at the position, or the chips themselves (R19)."""
    sitting = table.seats.get(position_of(seat))
    return sitting.visit if are_chips(placed.visit) and sitting else placed.visit
