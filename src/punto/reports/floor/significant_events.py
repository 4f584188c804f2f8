"""Report significant events with actor, place, reason, and the value before and after."""

from punto.reports.floor.period_totals import PeriodTotals
from punto.reports.floor.report import (
    CellFormat,
    Figure,
    Line,
    Report,
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
    text,
    total_row,
    with_header,
)

DEFINITION = ReportDefinition(
    "events",
    "Significant events",
    "SE 1.0",
    "Changes, overrides, voids, cards by hand, large wagers and wins, terminals, sign-ins.",
)


def significant_events(books: PeriodTotals, request: ReportRequest) -> Report:
    """Return the report of significant events."""
    found = request.events(books, books.significant)
    columns = text("Time", "Component", "Event", "By", "Reason", "Before", "After")
    rows = [
        Row(
            (
                each.label,
                f"{each.stream} {each.number:,}",
                each.words,
                each.by,
                each.reason,
                each.before or "–",
                each.after or "–",
            )
        )
        for each in found
    ]
    kinds: dict[str, int] = {}
    for each in found:
        kinds[each.words] = kinds.get(each.words, 0) + 1
    counted = [Row((words, number)) for words, number in sorted(kinds.items())]
    if counted:
        counted.append(total_row("All", counted, 2))
    parts = (
        grid("By kind", (*text("Event"), *counts("Times")), counted),
        grid("In the order of the journal", columns, rows, "component: stream and entry"),
    )
    whole = all_of(request.tallies(books))
    lines: list[Line] = [
        ("Rounds void", (kinds.get("Round void", 0), whole.void), RowEmphasis.PLAIN),
        ("Rounds reversed", (kinds.get("Round reversed", 0), whole.reversed), RowEmphasis.PLAIN),
        ("Rounds corrected", (kinds.get("Round corrected", 0), whole.corrected), RowEmphasis.PLAIN),
        ("Events by kind, events listed", (sum(kinds.values()), len(rows)), RowEmphasis.TOTAL),
    ]
    books_ = reconciliation(("", "Events", "Tallies"), lines, "how many of each", CellFormat.COUNT)
    return with_header(
        DEFINITION,
        books,
        request,
        (
            Figure("Events", len(rows), CellFormat.COUNT),
            Figure("Entries read", books.entries_within, CellFormat.COUNT, "in the period"),
            Figure("Large from", books.large_cents, CellFormat.CENTS, "a wager or a win"),
        ),
        parts,
        books_,
        has_activity=bool(rows),
    )
