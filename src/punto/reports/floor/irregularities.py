"""Report every void and irregularity, with counts by dealer and shift."""

from collections import Counter
from fractions import Fraction

from punto.reports.floor.event_list import (
    BY_HAND,
    CORRECTION,
    IRREGULARITY,
    REVERSAL,
    RULING,
    VOID,
    WITHDRAWAL,
    ReportedEvent,
)
from punto.reports.floor.performance import void_rounds
from punto.reports.floor.period_totals import PeriodTotals
from punto.reports.floor.report import (
    CellFormat,
    Column,
    Figure,
    Line,
    Note,
    Report,
    ReportTable,
    Row,
    RowEmphasis,
    grid,
    reconciliation,
)
from punto.reports.floor.request import (
    ReportDefinition,
    ReportRequest,
    all_of,
    counts,
    sums,
    text,
    total_row,
    with_header,
)
from punto.reports.floor.tally import FigureSource, MoneyItem

DEFINITION = ReportDefinition(
    "irregularities",
    "Voids and irregularities",
    "VI 1.0",
    "Rounds void, reversed or put right, and everything irregular, by dealer and shift.",
)

COUNTED = (VOID, REVERSAL, CORRECTION, IRREGULARITY, RULING, BY_HAND, WITHDRAWAL)


def irregularities(books: PeriodTotals, request: ReportRequest) -> Report:
    """The report of everything that did not go as it should."""
    reported = request.events(books, books.irregular)
    tables = {table for table, _, _ in request.tallies(books)}
    whole = all_of(request.tallies(books))
    found = Counter(each.kind for each in reported)
    voided = sum(each.cents for each in reported if each.kind == VOID)
    dealers = _dealers(books, tables)
    return with_header(
        DEFINITION,
        books,
        request,
        (
            Figure("Void", whole.void, CellFormat.COUNT, f"{voided / 100:,.2f} went back"),
            Figure("Reversed, corrected", whole.reversed + whole.corrected, CellFormat.COUNT),
            Figure("Irregularities", found[IRREGULARITY], CellFormat.COUNT),
            Figure("Cards by hand", found[BY_HAND], CellFormat.COUNT),
        ),
        (dealers, *_watched(dealers), void_rounds(reported), _others(reported)),
        reconciliation(("", "Ledger", "Meters", "From cards"), _money(books, request)),
        has_activity=bool(reported),
    )


def _money(books: PeriodTotals, request: ReportRequest) -> list[Line]:
    whole = all_of(request.tallies(books))

    def line(words: str, item: MoneyItem) -> Line:
        return words, tuple(whole.books[book][item] for book in FigureSource), RowEmphasis.PLAIN

    return [
        line("Returned: void rounds and seats left out", MoneyItem.REFUND),
        line("Withdrawn by patrons", MoneyItem.WITHDRAWAL),
        line("Removed for the differential", MoneyItem.REMOVAL),
        line("Reversed: winnings taken back", MoneyItem.RECLAIMED),
        line("Reversed: stakes given back", MoneyItem.RESTORED),
        line("Corrected: more paid than before", MoneyItem.CORRECTED),
    ]


def _dealers(books: PeriodTotals, tables: set[str]) -> ReportTable:
    columns = (
        *text("Dealer, day, shift"),
        *counts("Settled", *(kind.capitalize() for kind in COUNTED)),
        Column("Void", CellFormat.PERCENT),
    )
    by_shift: dict[tuple[str, str], Counter[str]] = {}
    for (dealer, table, slot), found in books.dealers.items():
        if table in tables:
            day = "no time" if slot is None else f"{slot[0]} shift {slot[1]}"
            by_shift.setdefault((dealer or "no dealer", day), Counter()).update(found)
    rows = []
    for (dealer, day), found in sorted(by_shift.items()):
        rounds = found["settled"] + found[VOID]
        share = Fraction(found[VOID], rounds) if rounds else None
        rows.append(
            Row((f"{dealer}, {day}", found["settled"], *(found[kind] for kind in COUNTED), share))
        )
    if rows:
        rows.append(total_row("All", rows, len(columns)))
    return grid("By dealer and shift", columns, rows, "void in per cent of rounds ended")


def _watched(dealers: ReportTable) -> list[Note]:
    """Whoever has many more void rounds than all others together would have by chance."""
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
            words = (
                f"has {void} void rounds where {expected:.1f} would be expected from the others; "
                "to be looked into: what was at stake, and what the round would have paid (POLICY)."
            )
            notes.append(Note((words,), str(row.cells[0])))
    return notes


def _rate(row: Row) -> tuple[int, int]:
    settled, void = row.cells[1], row.cells[2]
    assert isinstance(settled, int), "a count"
    assert isinstance(void, int), "a count"
    return void, settled + void


def _others(reported: list[ReportedEvent]) -> ReportTable:
    rows = [
        Row(
            (
                each.label,
                f"{each.stream}, round {each.round}" if each.round else each.stream,
                each.kind,
                each.words,
                each.source,
                each.by,
                each.cents,
            )
        )
        for each in reported
        if each.kind not in (VOID, REVERSAL)
    ]
    columns = (
        *text("Time", "Table, round", "Kind", "What", "Clause", "By"),
        *sums("Money"),
    )
    return grid("Irregularities, rulings and corrections", columns, rows)
