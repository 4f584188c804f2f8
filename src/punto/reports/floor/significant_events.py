"""Significant events: who did what, where and why, with the value before and after."""

from punto.reports.floor.period_totals import Books
from punto.reports.floor.report import Figure, Line, Report, Row, Shown, Weight, grid, reconciled
from punto.reports.floor.request import Definition, Wanted, all_of, counts, framed, summed, text

DEFINITION = Definition(
    "events",
    "Significant events",
    "SE 1.0",
    "Changes, overrides, voids, cards by hand, large wagers and wins, terminals, sign-ins.",
)


def significant_events(books: Books, wanted: Wanted) -> Report:
    """The report of what somebody must read of."""
    found = wanted.happenings(books, books.significant)
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
        counted.append(summed("All", counted, 2))
    parts = (
        grid("By kind", (*text("Event"), *counts("Times")), counted),
        grid("In the order of the journal", columns, rows, "component: stream and entry"),
    )
    whole = all_of(wanted.tallies(books))
    told: list[Line] = [
        ("Rounds void", (kinds.get("Round void", 0), whole.void), Weight.PLAIN),
        ("Rounds reversed", (kinds.get("Round reversed", 0), whole.reversed), Weight.PLAIN),
        ("Rounds corrected", (kinds.get("Round corrected", 0), whole.corrected), Weight.PLAIN),
        ("Events by kind, events listed", (sum(kinds.values()), len(rows)), Weight.TOTAL),
    ]
    books_ = reconciled(("", "Events", "Tallies"), told, "how many of each", Shown.COUNT)
    return framed(
        DEFINITION,
        books,
        wanted,
        (
            Figure("Events", len(rows), Shown.COUNT),
            Figure("Entries read", books.entries_within, Shown.COUNT, "in the period"),
            Figure("Large from", books.large_cents, Shown.CENTS, "a wager or a win"),
        ),
        parts,
        books_,
        has_activity=bool(rows),
    )
