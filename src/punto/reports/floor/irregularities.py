"""Report every void and irregularity, with counts by dealer and shift."""

from collections import Counter
from fractions import Fraction

from punto.messages.message import Message, message
from punto.reports.floor.event_list import EventKind, ReportedEvent
from punto.reports.floor.performance import void_rounds
from punto.reports.floor.period import Slot
from punto.reports.floor.period_totals import PeriodTotals
from punto.reports.floor.report import Line, Report, grid, reconciliation
from punto.reports.floor.request import (
    ReportDefinition,
    ReportRequest,
    all_of,
    counts,
    share,
    shift_label,
    sums,
    text,
    total_row,
    with_header,
)
from punto.reports.floor.tally import FigureSource, MoneyItem
from punto.reports.formats.sheet import (
    CellFormat,
    Figure,
    Paragraph,
    Row,
    RowEmphasis,
    SheetColumn,
    SheetTable,
)

DEFINITION = ReportDefinition("irregularities", "VI 1.0")

COUNTED = (
    EventKind.VOID,
    EventKind.REVERSAL,
    EventKind.CORRECTION,
    EventKind.IRREGULARITY,
    EventKind.RULING,
    EventKind.BY_HAND,
    EventKind.WITHDRAWAL,
)
SETTLED = "settled"
"""The name under which settled rounds are counted beside the kinds."""


def irregularities(books: PeriodTotals, request: ReportRequest) -> Report:
    """Return the report of voids and irregularities."""
    reported = request.events(books, books.irregular)
    tables = {table for table, _, _ in request.tallies(books)}
    whole = all_of(request.tallies(books))
    found = Counter(each.kind for each in reported)
    voided = sum(each.cents for each in reported if each.kind is EventKind.VOID)
    returned = message("report-note.went-back", cents=voided)
    dealers = _dealers(books, tables)
    return with_header(
        DEFINITION,
        books,
        request,
        (
            Figure(message("report-figure.void"), whole.void, CellFormat.COUNT, returned),
            Figure(
                message("report-figure.reversed"),
                whole.reversed + whole.corrected,
                CellFormat.COUNT,
            ),
            Figure(
                message("report-figure.irregularities"),
                found[EventKind.IRREGULARITY],
                CellFormat.COUNT,
            ),
            Figure(
                message("report-figure.cards-by-hand"), found[EventKind.BY_HAND], CellFormat.COUNT
            ),
        ),
        (dealers, *_watched(dealers), void_rounds(reported), _others(reported)),
        reconciliation(("ledger", "meters", "cards"), _money(books, request)),
        has_activity=bool(reported),
    )


def _money(books: PeriodTotals, request: ReportRequest) -> list[Line]:
    whole = all_of(request.tallies(books))

    def line(label: Message, item: MoneyItem) -> Line:
        return label, tuple(whole.books[book][item] for book in FigureSource), RowEmphasis.PLAIN

    return [
        line(message("report-row.refunds"), MoneyItem.REFUND),
        line(message("report-row.withdrawals"), MoneyItem.WITHDRAWAL),
        line(message("report-row.removals"), MoneyItem.REMOVAL),
        line(message("report-row.reclaimed"), MoneyItem.RECLAIMED),
        line(message("report-row.restored"), MoneyItem.RESTORED),
        line(message("report-row.more-paid"), MoneyItem.CORRECTED),
    ]


def _dealers(books: PeriodTotals, tables: set[str]) -> SheetTable:
    columns = (
        *text("dealer"),
        *counts("settled"),
        *(SheetColumn(kind.label, CellFormat.COUNT) for kind in COUNTED),
        share("void-share"),
    )
    by_shift: dict[tuple[str, Slot | None], Counter[str]] = {}
    for (dealer, table, slot), found in books.dealers.items():
        if table in tables:
            by_shift.setdefault((dealer, slot), Counter()).update(found)
    rows = []
    for (dealer, slot), found in sorted(by_shift.items(), key=lambda pair: str(pair[0])):
        void = found[EventKind.VOID]
        rounds = found[SETTLED] + void
        void_share = Fraction(void, rounds) if rounds else None
        counted = (found[kind] for kind in COUNTED)
        rows.append(Row((_dealer(dealer, slot), found[SETTLED], *counted, void_share)))
    if rows:
        rows.append(total_row(message("report-row.all"), rows, len(columns)))
    return grid(message("report-table.by-dealer"), columns, rows, message("report-note.void-share"))


def _dealer(dealer: str, slot: Slot | None) -> Message:
    shift = shift_label(slot)
    if not dealer:
        return message("report-row.no-dealer", shift=shift)
    return message("report-row.dealer", dealer=dealer, shift=shift)


def _watched(dealers: SheetTable) -> list[Paragraph]:
    """A note for each dealer with many more void rounds than the others would have by chance."""
    plain = [row for row in dealers.rows if row.weight is RowEmphasis.PLAIN]
    if len(plain) < 2:
        return []
    notes = []
    for row in plain:
        own, others = _rate(row), [_rate(each) for each in plain if each is not row]
        void, rounds = own
        others_void = sum(each[0] for each in others) + 1
        of = sum(each[1] for each in others) + 1
        expected = rounds * others_void / of
        # Three deviations of a count, and never for a single void round.
        if void > 1 and void > expected + 3 * expected**0.5:
            finding = message("report-note.many-voids", void=void, expected=f"{expected:.1f}")
            label = row.cells[0]
            assert isinstance(label, Message), "a dealer's row begins with a message"
            notes.append(Paragraph((finding,), label))
    return notes


def _rate(row: Row) -> tuple[int, int]:
    settled, void = row.cells[1], row.cells[2]
    assert isinstance(settled, int), "a count"
    assert isinstance(void, int), "a count"
    return void, settled + void


def _others(reported: list[ReportedEvent]) -> SheetTable:
    rows = [
        Row(
            (
                each.label,
                message("report-row.round", table=each.stream, round=each.round)
                if each.round
                else each.stream,
                each.name,
                each.what,
                each.reason,
                each.source,
                each.by,
                each.cents,
            )
        )
        for each in reported
        if each.kind not in (EventKind.VOID, EventKind.REVERSAL)
    ]
    columns = (
        *text("time", "round-at", "kind", "event", "reason", "clause", "by"),
        *sums("money"),
    )
    return grid(message("report-table.irregularities"), columns, rows)
