"""Build the view of stakes and chips at each seat, and of the table differential."""

from collections.abc import Iterator

from punto.core import money
from punto.core.rulebook import WagerPlacement, Words
from punto.core.rules import Rule
from punto.core.sides import Side
from punto.floor.dealer_console import views
from punto.floor.dealer_console.available_actions import command_template
from punto.floor.dealer_console.card_handlers import row_note
from punto.floor.dealer_console.guidance import closing_call
from punto.floor.plan import TablePlan
from punto.floor.public_view.layout import TablePlace, table_layout
from punto.pages.phrases import filled
from punto.reports.games.explanation import HANDS
from punto.table.commands.live import RemoveWagers
from punto.table.differential import HANDS as ON_HANDS
from punto.table.differential import balancing_proposal, stakes_on_hands
from punto.table.stakes import chips_at, position_of
from punto.table.state import IN_ROUND, Phase, Table, WagerSet

NO_WAGER = Words("no wager this round", "本局未下注")
CHIPS_NOTE = Words("chips, as seen", "筹码，按所见")
CUT_OFF = Words("terminal cut off", "终端断线")
CLOSED_BY = Words(
    'Closed by the call "{call}": nothing placed after it counts', "已宣布“{call}”，其后投注无效"
)
LAST_SETTLED = Words("no stakes: the last round is settled", "无投注：上一局已结算")
LAST_VOID = Words("no stakes: the last round is void", "无投注：上一局作废")
MAX_ROWS = 32
"""With more seats than this only those that are taken have a row."""


def stakes_view(plan: TablePlan, table: Table, connected: frozenset[int]) -> views.StakesView:
    """Every seat's stakes in the order of seats, empty ones too."""
    heads = _heads(plan, table)
    rows = tuple(_rows(table, connected))
    totals = {each.wager: 0 for each in heads}
    for row in rows:
        for wager, cell in row.cells.items():
            totals[wager] = totals.get(wager, 0) + cell.cents
    return views.StakesView(heads, rows, totals, sum(totals.values()), _closed(table))


def _heads(plan: TablePlan, table: Table) -> tuple[views.WagerColumn, ...]:
    place = TablePlace(plan.key, plan.name, plan.number, "", plan.denominations_cents)
    book, settings = table.book or plan.book, table.settings or plan.settings
    areas = table_layout(book, settings, place).areas
    in_order = sorted(areas, key=lambda each: (each.row != "main", each.wager not in ON_HANDS))
    return tuple(
        views.WagerColumn(each.wager, each.label, each.pays, each.tone) for each in in_order
    )


def _rows(table: Table, connected: frozenset[int]) -> Iterator[views.StakeRow]:
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


def _row(
    table: Table, seat: int, placed: WagerSet | None, connected: frozenset[int]
) -> views.StakeRow:
    cells: dict[str, views.StakeCell] = {}
    for stake in sorted(placed.stakes, key=lambda each: each.stack) if placed else ():
        before = cells.get(stake.wager, views.StakeCell(0, 0))
        cells[stake.wager] = views.StakeCell(
            before.cents + stake.cents, before.stacks + 1, (*before.each, stake.cents)
        )
    return views.StakeRow(
        seat=position_of(seat),
        kind="chips" if seat < 0 else "terminal",
        connected=seat in connected,
        cells=cells,
        total_cents=placed.cents if placed else 0,
        note=_note(table, seat, placed),
        set=placed.number if placed else 0,
    )


def _note(table: Table, seat: int, placed: WagerSet | None) -> Words | None:
    if placed is None:
        running = table.phase in IN_ROUND and table.phase is not Phase.BETS_OPEN
        return NO_WAGER if running and seat in table.seats else None
    if handles := row_note(table, position_of(seat)):
        return handles
    if seat > 0 and seat in table.seats and table.seats[seat].is_cut_off:
        return CUT_OFF
    return CHIPS_NOTE if seat < 0 else None


def _closed(table: Table) -> Words | None:
    if table.phase in (Phase.BETS_CLOSED, Phase.DEALING, Phase.COMPLETE):
        return filled(CLOSED_BY, call=closing_call(table))
    return {Phase.SETTLED: LAST_SETTLED, Phase.VOID: LAST_VOID}.get(table.phase)


# How far the hands lie apart

APART = Words(
    "Player {player}, Banker {banker}: {apart} of {limit}",
    "闲 {player}，庄 {banker}：{apart} / {limit}",
)
NO_LIMIT = Words(
    "Player {player}, Banker {banker}: no differential in these rules",
    "闲 {player}，庄 {banker}：本规则无差额限制",
)
NONE_SET = Words(
    "Player {player}, Banker {banker}: no differential is set",
    "闲 {player}，庄 {banker}：未设差额",
)
PROPOSED = Words(
    "{hand} is {cents} over: patrons on {hand} may lower, the others may raise; "
    "if asking does not help, the wagers placed last are removed",
    "{hand}超出 {cents}：{hand}客人可减注，另一方可加注；如仍超出，移除最后下注者",
)


def differential_view(table: Table) -> views.DifferentialView | None:
    """How far Player and Banker lie apart, None while no round runs."""
    if table.phase not in IN_ROUND:
        return None
    on = dict.fromkeys(Side, 0)
    for _, each in stakes_on_hands(table):
        on[Side(each.stake.wager)] += each.stake.cents
    player, banker = on[Side.PLAYER], on[Side.BANKER]
    limit = table.settings_in_force.differential_cents
    knows = table.game.document.clause_of(Rule.DIFFERENTIAL) is not None
    words = APART if limit is not None else NONE_SET if knows else NO_LIMIT
    return views.DifferentialView(
        player_cents=player,
        banker_cents=banker,
        limit_cents=limit,
        words=filled(
            words,
            player=money.format_cents(player),
            banker=money.format_cents(banker),
            apart=money.format_cents(abs(player - banker)),
            limit=money.format_cents(limit or 0),
        ),
        clause=table.game.cite(Rule.DIFFERENTIAL),
        is_lower_requested=table.current.live.is_lower_requested,
        proposal=_proposal(table),
    )


def _proposal(table: Table) -> views.BalancingProposalView | None:
    # While something holds the table nobody is asked and nothing is removed.
    is_due = table.phase is Phase.BETS_OPEN and not table.pending_steps
    found = balancing_proposal(table) if is_due else None
    if found is None:
        return None
    heavy = {
        position_of(each.seat)
        for _, each in stakes_on_hands(table)
        if each.stake.wager == found.heavier
    }
    ask = command_template(RemoveWagers(found.removed, ""), without=("reason",))
    return views.BalancingProposalView(
        lower=tuple(sorted(heavy)),
        exceeded_cents=found.exceeded_cents,
        remove=tuple(
            views.WagerRemovalView(
                seat=position_of(each.seat),
                kind="chips" if each.seat < 0 else "terminal",
                wager=each.stake.wager,
                cents=each.stake.cents,
                stake=stake,
            )
            for each, stake in zip(found.removed, ask.fields["removed"], strict=True)
        ),
        words=filled(
            PROPOSED, hand=HANDS[found.heavier], cents=money.format_cents(found.exceeded_cents)
        ),
        act=ask,
    )
