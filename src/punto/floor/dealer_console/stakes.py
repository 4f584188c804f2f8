"""Build the view of stakes and chips at each seat, and of the table differential."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from punto.core.rulebook import WagerPlacement
from punto.core.rules import Rule
from punto.core.sides import Side
from punto.floor.dealer_console.card_handlers import row_note
from punto.floor.plan import TablePlan
from punto.floor.public_view.layout import betting_areas
from punto.messages.message import Message, message
from punto.reports.descriptions.table_state import closing_call
from punto.table.differential import HANDS, balancing_proposal, stakes_on_hands
from punto.table.stakes import chips_at, position_of
from punto.table.state import IN_ROUND, Phase, Table, WagerSet

MAX_ROWS = 32
"""A table with more seats than this has rows for its occupied seats only."""


class WagerColumn(Struct, frozen=True):
    """A column of the stakes."""

    wager: str
    label: Message
    pays: Message
    tone: str


class StakeCell(Struct, frozen=True):
    """The stakes on an area."""

    cents: int
    stacks: int
    each: tuple[int, ...] = ()
    """The cents of each stack, in the order of the stacks."""


class StakeRow(Struct, frozen=True):
    """The stakes of a seat, or the chips of a position."""

    seat: int
    kind: Literal["terminal", "chips"]
    connected: bool
    cells: dict[str, StakeCell]
    total_cents: int
    note: Message | None
    set: int


class StakesView(Struct, frozen=True):
    """The stakes of every seat."""

    wagers: tuple[WagerColumn, ...]
    rows: tuple[StakeRow, ...]
    totals: dict[str, int]
    all_cents: int
    closed: Message | None


class WagerRemovalView(Struct, frozen=True):
    """A stake that would leave the table."""

    seat: int
    kind: Literal["terminal", "chips"]
    wager: str
    cents: int


class BalancingProposalView(Struct, frozen=True):
    """The wagers to remove if patrons do not lower theirs."""

    remove: tuple[WagerRemovalView, ...]
    words: Message


class DifferentialView(Struct, frozen=True):
    """The difference between the stakes on Player and Banker."""

    player_cents: int
    banker_cents: int
    limit_cents: int | None
    words: Message
    clause: str
    is_lower_requested: bool
    proposal: BalancingProposalView | None


def stakes_view(plan: TablePlan, table: Table, connected: frozenset[int]) -> StakesView:
    """The stakes of every seat in the order of seats, empty seats too."""
    heads = _heads(plan, table)
    rows = tuple(_rows(table, connected))
    totals = {each.wager: 0 for each in heads}
    for row in rows:
        for wager, cell in row.cells.items():
            totals[wager] = totals.get(wager, 0) + cell.cents
    return StakesView(heads, rows, totals, sum(totals.values()), _closed(table))


def _heads(plan: TablePlan, table: Table) -> tuple[WagerColumn, ...]:
    book, settings = table.book or plan.book, table.settings or plan.settings
    areas = betting_areas(book, settings)
    in_order = sorted(areas, key=lambda each: (each.row != "main", each.wager not in HANDS))
    return tuple(WagerColumn(each.wager, each.label, each.pays, each.tone) for each in in_order)


def _rows(table: Table, connected: frozenset[int]) -> Iterator[StakeRow]:
    if table.settings is None:
        return
    sets = table.round.sets if table.round is not None else {}
    at_table = table.game.document.placement is WagerPlacement.TABLE
    many = table.settings_in_force.positions
    seats = range(1, many + 1) if many <= MAX_ROWS else sorted(table.seats)
    for seat in seats:
        has_chips = chips_at(seat) in sets
        if seat in table.seats or seat in sets or not (has_chips or at_table):
            yield _row(table, seat, sets.get(seat), connected)
        if has_chips or (at_table and seat not in table.seats and seat not in sets):
            yield _row(table, chips_at(seat), sets.get(chips_at(seat)), connected)


def _row(table: Table, seat: int, placed: WagerSet | None, connected: frozenset[int]) -> StakeRow:
    cells: dict[str, StakeCell] = {}
    for stake in sorted(placed.stakes, key=lambda each: each.stack) if placed else ():
        before = cells.get(stake.wager, StakeCell(0, 0))
        cells[stake.wager] = StakeCell(
            before.cents + stake.cents, before.stacks + 1, (*before.each, stake.cents)
        )
    return StakeRow(
        seat=position_of(seat),
        kind="chips" if seat < 0 else "terminal",
        connected=seat in connected,
        cells=cells,
        total_cents=placed.cents if placed else 0,
        note=_note(table, seat, placed),
        set=placed.number if placed else 0,
    )


def _note(table: Table, seat: int, placed: WagerSet | None) -> Message | None:
    if placed is None:
        running = table.phase in IN_ROUND and table.phase is not Phase.BETS_OPEN
        return message("seat-note.no-wager") if running and seat in table.seats else None
    if handles := row_note(table, position_of(seat)):
        return handles
    if seat > 0 and seat in table.seats and table.seats[seat].is_cut_off:
        return message("seat-note.cut-off")
    return message("seat-note.chips") if seat < 0 else None


def _closed(table: Table) -> Message | None:
    match table.phase:
        case Phase.BETS_CLOSED | Phase.DEALING | Phase.COMPLETE:
            return message("stakes.closed", call=closing_call(table.game.document))
        case Phase.SETTLED:
            return message("stakes.settled")
        case Phase.VOID:
            return message("stakes.void")
        case _:
            return None


# The table differential


def differential_view(table: Table) -> DifferentialView | None:
    """The table differential; None while no round runs."""
    if table.phase not in IN_ROUND:
        return None
    on = dict.fromkeys(Side, 0)
    for _, each in stakes_on_hands(table):
        on[Side(each.stake.wager)] += each.stake.cents
    player, banker = on[Side.PLAYER], on[Side.BANKER]
    limit = table.settings_in_force.differential_cents
    return DifferentialView(
        player_cents=player,
        banker_cents=banker,
        limit_cents=limit,
        words=_apart(table, player, banker),
        clause=table.game.cite(Rule.DIFFERENTIAL),
        is_lower_requested=table.current.live.is_lower_requested,
        proposal=_proposal(table),
    )


def _apart(table: Table, player: int, banker: int) -> Message:
    """The stakes on both hands, with the limit if there is one."""
    limit = table.settings_in_force.differential_cents
    if limit is not None:
        return message(
            "differential.limit",
            player=player,
            banker=banker,
            apart=abs(player - banker),
            limit=limit,
        )
    if table.game.document.clause_of(Rule.DIFFERENTIAL) is not None:
        return message("differential.not-set", player=player, banker=banker)
    return message("differential.no-rule", player=player, banker=banker)


def _proposal(table: Table) -> BalancingProposalView | None:
    # A held table asks no patron and removes no wager.
    is_due = table.phase is Phase.BETS_OPEN and not table.pending_steps
    found = balancing_proposal(table) if is_due else None
    if found is None:
        return None
    return BalancingProposalView(
        remove=tuple(
            WagerRemovalView(
                seat=position_of(each.seat),
                kind="chips" if each.seat < 0 else "terminal",
                wager=each.stake.wager,
                cents=each.stake.cents,
            )
            for each in found.removed
        ),
        words=message("differential.proposal", hand=found.heavier, cents=found.exceeded_cents),
    )
