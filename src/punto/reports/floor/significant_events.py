"""Report significant events with actor, place, reason, and the value before and after."""

from collections import Counter

from punto.messages.message import Message, message
from punto.reports.descriptions.significant_events import NAMES
from punto.reports.floor.period_totals import PeriodTotals
from punto.reports.floor.report import Line, Report, grid, reconciliation
from punto.reports.floor.request import (
    ReportDefinition,
    ReportRequest,
    all_of,
    counts,
    text,
    total_row,
    with_header,
)
from punto.reports.formats.sheet import CellFormat, Figure, Row, RowEmphasis
from punto.table import events

DEFINITION = ReportDefinition("events", "SE 1.0")

NO_VALUE = message("setting-value.none")
VOID = NAMES[events.RoundVoided].key
REVERSED = NAMES[events.RoundReversed].key
CORRECTED = NAMES[events.RoundCorrected].key


def significant_events(books: PeriodTotals, request: ReportRequest) -> Report:
    """Return the report of significant events."""
    found = request.events(books, books.significant)
    columns = text("time", "component", "event", "by", "reason", "before", "after")
    rows = [
        Row(
            (
                each.label,
                message("report-row.entry", stream=each.stream, number=each.number),
                each.what,
                each.by,
                each.reason,
                each.change.before or NO_VALUE,
                each.change.after or NO_VALUE,
            )
        )
        for each in found
    ]
    kinds = Counter(each.name.key for each in found)
    counted = [Row((Message(key), times)) for key, times in sorted(kinds.items())]
    if counted:
        counted.append(total_row(message("report-row.all"), counted, 2))
    by_kind = (*text("kind"), *counts("times"))
    parts = (
        grid(message("report-table.by-kind"), by_kind, counted),
        grid(message("report-table.events"), columns, rows, message("report-note.component")),
    )
    whole = all_of(request.tallies(books))
    lines: list[Line] = [
        (message("report-row.void"), (kinds[VOID], whole.void), RowEmphasis.PLAIN),
        (
            message("report-row.rounds-reversed"),
            (kinds[REVERSED], whole.reversed),
            RowEmphasis.PLAIN,
        ),
        (
            message("report-row.rounds-corrected"),
            (kinds[CORRECTED], whole.corrected),
            RowEmphasis.PLAIN,
        ),
        (message("report-row.events"), (sum(kinds.values()), len(rows)), RowEmphasis.TOTAL),
    ]
    compared = reconciliation(
        ("events", "tallies"), lines, message("report-note.counts"), CellFormat.COUNT
    )
    in_period, large = message("report-note.in-period"), message("report-note.large")
    return with_header(
        DEFINITION,
        books,
        request,
        (
            Figure(message("report-figure.events"), len(rows), CellFormat.COUNT),
            Figure(
                message("report-figure.entries"), books.entries_within, CellFormat.COUNT, in_period
            ),
            Figure(message("report-figure.large"), books.large_cents, CellFormat.CENTS, large),
        ),
        parts,
        compared,
        has_activity=bool(rows),
    )
