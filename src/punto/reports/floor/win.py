"""Report the win per table and terminal, and the rounds of each table in each shift."""

from collections.abc import Iterable, Mapping

from punto.ledger.meters import Meter
from punto.ledger.transfers import TransferReason
from punto.messages.message import Message, message
from punto.reports.floor.period import Calendar, Slot
from punto.reports.floor.period_totals import PeriodTotals, Place
from punto.reports.floor.report import (
    ALL,
    Content,
    ReportRequest,
    all_of,
    by_table,
    count,
    figure,
    money,
    plain,
    reconciliation,
    shift_label,
    table_of,
    table_of_rows,
    tally_fields,
    tally_rows,
    text,
    total_line,
    win,
)
from punto.reports.floor.tally import FigureSource, Tally, total, win_cents
from punto.reports.formats.fields import Fields, rows_of
from punto.reports.formats.sheet import CellFormat, Row, RowEmphasis, SheetTable

TABLES = tally_fields("table", "rounds", "void", "wagered", "returned", "win", "return")
SHIFTS = tally_fields(
    "shift-table",
    "settled",
    "void",
    "reversed",
    "corrected",
    "wagered",
    "returned",
    "win",
    "return",
)
BACK = (
    TransferReason.WAGER_RETURNED,
    TransferReason.REFUND,
    TransferReason.WITHDRAWAL,
    TransferReason.REMOVAL,
)
PLAYED = (
    TransferReason.WAGER,
    TransferReason.COLLECTED,
    TransferReason.RECLAIMED,
    TransferReason.CORRECTED,
)
"""A terminal with none of these movements had no game."""


def win_report(books: PeriodTotals, request: ReportRequest) -> Content:
    """The win by table and by terminal. Wagers in chips are those of the layout."""
    tallies = request.tallies(books)
    whole, tables = all_of(tallies), by_table(tallies)
    ledger = win_cents(whole.books[FigureSource.LEDGER])
    banks = sum(books.closing[f"bank/{table}"] - books.opening[f"bank/{table}"] for table in tables)
    lines = [plain(message("report-row.win-by-transfers"), ledger, whole.win_cents)]
    if not request.games:
        # A table has one bank for all its games.
        lines.insert(0, plain(message("report-row.win-by-banks"), banks, whole.win_cents))
    places = [place for place in sorted(books.terminals) if _has_played(books.terminals[place])]
    if not request.is_filtered:
        by_terminal = sum(_win(books, place) for place in places)
        lines.append(total_line(message("report-row.win-of-terminals"), ledger, by_terminal))
    # A table that was open without a round has a row too.
    listed = [
        (table, tables.get(table, Tally())) for table in books.games_tables if request.has(table)
    ]
    note = message("report-note.same-sum")
    if request.is_filtered:
        note = message("report-note.terminals-of-all-tables")
    return Content(
        (
            figure("tables", len(tables), CellFormat.COUNT),
            figure("wagered", whole.wagered_cents, CellFormat.CENTS),
            figure("win", whole.win_cents, CellFormat.SIGNED),
        ),
        (
            table_of_rows(
                message("report-table.win-of-tables"),
                TABLES,
                tally_rows(TABLES, listed),
                message("report-note.all-tables"),
            ),
            table_of("win-of-terminals", _terminal_fields(books), places, note, ALL),
        ),
        reconciliation(("ledger", "reported"), lines),
        has_activity=bool(whole.settled or whole.void),
    )


def _has_played(own: Mapping[TransferReason, Meter]) -> bool:
    return any(why in own for why in PLAYED)


def _win(books: PeriodTotals, place: Place) -> int:
    own = books.terminals[place]
    collected, paid = (_cents(own, why) for why in (TransferReason.COLLECTED, TransferReason.PAID))
    return collected - paid + books.put_right[place]


def _cents(own: Mapping[TransferReason, Meter], *reasons: TransferReason) -> int:
    return sum(own.get(why, Meter()).cents for why in reasons)


def _terminal_fields(books: PeriodTotals) -> Fields[Place]:
    own = books.terminals
    return (
        text("terminal", lambda place: place.label),
        count("games", lambda place: books.games_at[place]),
        money("staked", lambda place: _cents(own[place], TransferReason.WAGER)),
        money("stakes-back", lambda place: _cents(own[place], *BACK)),
        money("collected", lambda place: _cents(own[place], TransferReason.COLLECTED)),
        money("paid", lambda place: _cents(own[place], TransferReason.PAID)),
        win("corrections", lambda place: books.put_right[place]),
        win("win", lambda place: _win(books, place)),
    )


def rounds_by_shift(books: PeriodTotals, request: ReportRequest) -> Content:
    """The rounds of each table in each shift of each gaming day."""
    tallies = request.tallies(books)
    by_shift: dict[Slot | None, dict[str, Tally]] = {}
    for (table, _, slot), tally in tallies.items():
        by_shift.setdefault(slot, {}).setdefault(table, Tally()).add(tally)
    whole = all_of(tallies)
    won = [win_cents(whole.books[book]) for book in FigureSource]
    in_rows = sum(each.win_cents for tables in by_shift.values() for each in tables.values())
    line = total_line(message("report-row.win"), *won, in_rows)
    return Content(
        (
            figure("rounds", whole.settled, CellFormat.COUNT),
            figure("void", whole.void, CellFormat.COUNT),
            figure("win", whole.win_cents, CellFormat.SIGNED),
        ),
        (_shifts(by_shift, books.period.calendar),),
        reconciliation(("ledger", "meters", "cards", "reported"), [line]),
        has_activity=bool(whole.settled or whole.void),
    )


def _shifts(by_shift: Mapping[Slot | None, Mapping[str, Tally]], calendar: Calendar) -> SheetTable:
    rows: list[Row] = []
    for slot, tables in sorted(by_shift.items(), key=lambda pair: str(pair[0])):
        rows += rows_of(SHIFTS, sorted(tables.items()))
        rows += _sum(_hours(calendar, slot), tables.values(), RowEmphasis.SUBTOTAL)
    if rows:
        every = (tally for tables in by_shift.values() for tally in tables.values())
        rows += _sum(ALL, every, RowEmphasis.TOTAL)
    return table_of_rows(message("report-table.by-shift"), SHIFTS, rows)


def _sum(label: Message, tallies: Iterable[Tally], weight: RowEmphasis) -> list[Row]:
    return rows_of(SHIFTS, [(label, total(tallies))], weight)


def _hours(calendar: Calendar, slot: Slot | None) -> Message:
    if slot is None:
        return shift_label(slot)
    hours = calendar.shift_label(slot[1])
    return message("report-row.shift-hours", shift=shift_label(slot), hours=hours)
