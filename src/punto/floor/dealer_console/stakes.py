"""Build the view of stakes, chips and payouts at each seat."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

from punto.core.rulebook import Rulebook, WagerPlacement
from punto.core.settlement import SettledWager
from punto.core.sides import Side
from punto.floor.plan import TablePlan
from punto.floor.public_view.layout import betting_areas
from punto.floor.read_models.table_history import TableHistory
from punto.messages.message import Message, message
from punto.reports.descriptions.names import wager_message
from punto.reports.descriptions.table_state import closing_call
from punto.reports.games.receipt import arithmetic
from punto.table.actors import HOUSE_DEALER
from punto.table.card_handling import (
    backers,
    handler_by_stakes,
    hidden_cards,
    patron_draws,
    patrons_handle_cards,
)
from punto.table.commands import SettleRound
from punto.table.decide import decide
from punto.table.differential import HANDS
from punto.table.events import RoundReversed, RoundSettled, RoundVoided, WagerSettled
from punto.table.refusals import Refusal
from punto.table.stakes import chips_at, position_of
from punto.table.state import IN_ROUND, Phase, Table, WagerSet

SeatKind: TypeAlias = Literal["terminal", "chips"]
NO_BREAK_SPACE = "\u00a0"
MAX_ROWS = 32
"""A table with more seats than this has rows for its occupied seats only."""


class WagerColumn(Struct, frozen=True):
    """A column of the stakes."""

    wager: str
    label: Message
    pays: Message
    odds: Message
    """The pays without their conditions."""

    tone: str


class StakeCell(Struct, frozen=True):
    """The stakes on an area."""

    cents: int = 0
    each: tuple[int, ...] = ()
    """The cents of each stack, in the order of the stacks."""


class StakeRow(Struct, frozen=True):
    """The stakes of a seat, or the chips of a position."""

    seat: int
    kind: SeatKind
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


class PayoutView(Struct, frozen=True):
    """The sum that is paid at a seat, or collected if it is below zero."""

    seat: int
    kind: SeatKind
    wager: str
    label: Message
    pays_cents: int
    returned_cents: int
    words: Message


def seat_kind(seat: int) -> SeatKind:
    """Whether a seat stakes at a terminal or with chips."""
    return "chips" if seat < 0 else "terminal"


def seat_order(seat: int) -> tuple[int, bool]:
    """The place of a seat in lists. The chips of a position follow its terminal."""
    return position_of(seat), seat < 0


# The stakes


def stakes_view(plan: TablePlan, table: Table, connected: frozenset[int]) -> StakesView:
    """The stakes of every seat in the order of seats, empty seats too."""
    heads = _heads(plan)
    rows = tuple(_rows(table, connected))
    totals = {each.wager: 0 for each in heads}
    for row in rows:
        for wager, cell in row.cells.items():
            totals[wager] = totals.get(wager, 0) + cell.cents
    return StakesView(heads, rows, totals, sum(totals.values()), _closed(table))


def _heads(plan: TablePlan) -> tuple[WagerColumn, ...]:
    areas = betting_areas(plan.book, plan.settings)
    in_order = sorted(areas, key=lambda each: (each.row != "main", each.wager not in HANDS))
    return tuple(
        WagerColumn(each.wager, each.label, each.pays, _odds(each.pays), each.tone)
        for each in in_order
    )


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
        before = cells.get(stake.wager, StakeCell())
        cells[stake.wager] = StakeCell(before.cents + stake.cents, (*before.each, stake.cents))
    return StakeRow(
        seat=position_of(seat),
        kind=seat_kind(seat),
        connected=seat in connected,
        cells=cells,
        total_cents=placed.cents if placed else 0,
        note=_note(table, seat, placed),
        set=placed.number if placed else 0,
    )


def _odds(pays: Message) -> Message:
    """The odds of an area as its layout prints them, without the conditions."""

    def unbroken(odds: str) -> str:
        return odds.replace(" ", NO_BREAK_SPACE)

    lines = pays.values.get("lines")
    if lines is None:
        low, high = unbroken(pays.values["low"]), unbroken(pays.values["high"])
        return message("area-pays.range", low=low, high=high)
    parts = (message("area-pays.line", pays=unbroken(each.values["pays"])) for each in lines)
    return message("area-pays.lines", lines=tuple(parts))


def _note(table: Table, seat: int, placed: WagerSet | None) -> Message | None:
    if placed is None:
        running = table.phase in IN_ROUND and table.phase is not Phase.BETS_OPEN
        return message("seat-note.no-wager") if running and seat in table.seats else None
    if handles := _handling_note(table, position_of(seat)):
        return handles
    if seat > 0 and seat in table.seats and table.seats[seat].is_cut_off:
        return message("seat-note.cut-off")
    return message("seat-note.chips") if seat < 0 else None


def _handling_note(table: Table, position: int) -> Message | None:
    """The part of a position in handling the cards; None if it has none."""
    if table.phase not in IN_ROUND or not patrons_handle_cards(table) or patron_draws(table):
        return None
    for side in Side:
        order = backers(table, side)
        if position in table.current.live.refused.get(side, ()):
            return message("seat-note.refused", hand=side)
        due = table.current.live.holders.get(side, handler_by_stakes(table, side))
        if due == position and table.phase is not Phase.BETS_OPEN:
            return message("seat-note.squeezes", hand=side)
        cents = {each.position: each.cents for each in order}
        if due is not None and cents.get(position) == cents.get(due, 0) and due != position:
            return message("seat-note.equal", hand=side)
    return None


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


# The payouts


def payout_views(table: Table, history: TableHistory) -> tuple[PayoutView, ...]:
    """The result of every wager, from the last exposed card until the next round."""
    if table.phase in IN_ROUND or table.phase is Phase.SETTLED:
        return tuple(_payout(table.game, each) for each in _settled(table))
    book = history.last.book if history.last is not None else None
    return () if book is None else tuple(_of_last(book, history))


def _settled(table: Table) -> tuple[WagerSettled, ...]:
    if table.phase is Phase.SETTLED:
        return table.current.settled
    if table.phase is not Phase.COMPLETE or table.pending_steps or hidden_cards(table):
        return ()
    decision = decide(table, SettleRound(), HOUSE_DEALER)
    if isinstance(decision, Refusal):
        return ()
    return tuple(
        each for event in decision if isinstance(event, RoundSettled) for each in event.wagers
    )


def _of_last(book: Rulebook, history: TableHistory) -> Iterator[PayoutView]:
    """The results of the last round, or the stakes returned from a void or reversed one."""
    match history.ended:
        case None:
            return
        case RoundVoided() as void:
            yield from _void(book, history, void)
        case RoundReversed() as reversal:
            for each in reversal.wagers:
                owed = each.stake.cents - each.returned_cents
                words = _owed_note(owed, chips=each.seat < 0)
                yield _view(book, each.seat, each.stake.wager, owed, 0, words)
        case settled:
            for each in settled.wagers:
                yield _payout(book, each)


def _void(book: Rulebook, history: TableHistory, void: RoundVoided) -> Iterator[PayoutView]:
    assert history.last is not None, "a void round is the last"
    for returned in void.returned:
        for own in history.last.wagers.get(returned.visit, ()):
            if own.result == "void":
                back = own.stake.cents
                words = (
                    message("payout.hand-back", cents=back)
                    if returned.seat < 0
                    else message("payout.to-credit", cents=back)
                )
                yield _view(book, returned.seat, own.stake.wager, 0, back, words)


def _owed_note(cents: int, *, chips: bool) -> Message:
    """How a patron gets the cents that the house owes, or returns them if below zero."""
    if not cents:
        return message("payout.nothing")
    if cents > 0:
        return (
            message("payout.hand-back", cents=cents)
            if chips
            else message("payout.cage-pays", cents=cents)
        )
    return (
        message("payout.take-back", cents=-cents)
        if chips
        else message("payout.cage-takes", cents=-cents)
    )


def _payout(book: Rulebook, each: WagerSettled) -> PayoutView:
    """One wager with its arithmetic."""
    rule = book.wager(each.stake.wager)
    line = rule.lines[each.line - 1] if each.line else None
    words = arithmetic(SettledWager(rule, each.stake.cents - each.uncounted_cents, line))
    if each.uncounted_cents:
        words = message("payout.uncounted", figures=words, cents=each.uncounted_cents)
    back = each.returned_cents
    return _view(book, each.seat, rule.key, back - each.stake.cents, back, words)


def _view(
    book: Rulebook, seat: int, wager: str, pays_cents: int, returned_cents: int, words: Message
) -> PayoutView:
    return PayoutView(
        seat=position_of(seat),
        kind=seat_kind(seat),
        wager=wager,
        label=wager_message(book.wager(wager)),
        pays_cents=pays_cents,
        returned_cents=returned_cents,
        words=words,
    )
