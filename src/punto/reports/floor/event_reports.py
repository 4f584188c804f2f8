"""Report voids and irregularities by dealer and shift, and every significant event."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from punto.messages.message import Message, message
from punto.reports.descriptions.significant_events import class_name
from punto.reports.floor.event_list import EventKind, ReportedEvent
from punto.reports.floor.period import Slot
from punto.reports.floor.period_totals import PeriodTotals
from punto.reports.floor.report import (
    ALL,
    Content,
    Line,
    ReportRequest,
    all_of,
    count,
    figure,
    money,
    plain,
    reconciliation,
    share,
    shift_label,
    table_of,
    text,
    total_line,
)
from punto.reports.floor.tally import FigureSource, MoneyItem
from punto.reports.formats.fields import Field, Fields
from punto.reports.formats.sheet import CellFormat, Paragraph, SheetTable
from punto.table import events

SETTLED = "settled"
"""The name under which settled rounds are counted beside the kinds."""

DealerShift = tuple[str, Slot | None, Counter[str]]
"""A dealer, a shift, and the counted events."""


def _kind_count(kind: EventKind) -> Field[DealerShift]:
    return Field(kind.label, lambda each: each[2][kind], CellFormat.COUNT)


DEALERS: Fields[DealerShift] = (
    text("dealer", lambda each: _dealer(each)),
    count("settled", lambda each: each[2][SETTLED]),
    *(
        _kind_count(kind)
        for kind in (
            EventKind.VOID,
            EventKind.REVERSAL,
            EventKind.CORRECTION,
            EventKind.IRREGULARITY,
            EventKind.RULING,
            EventKind.BY_HAND,
            EventKind.WITHDRAWAL,
        )
    ),
    share("void-share", lambda each: _void_share(each)),
)
TIME: Field[ReportedEvent] = text("time", lambda each: each.label)
WHAT: Field[ReportedEvent] = text("event", lambda each: each.what)
BY: Field[ReportedEvent] = text("by", lambda each: each.by)
REASON: Field[ReportedEvent] = text("reason", lambda each: each.reason)
CLAUSE: Field[ReportedEvent] = text("clause", lambda each: each.source)
VOID_ROUNDS: Fields[ReportedEvent] = (
    TIME,
    text("round-at", lambda each: _place(each)),
    WHAT,
    CLAUSE,
    BY,
    money("stakes-returned", lambda each: each.cents if each.kind is EventKind.VOID else None),
    # The money moved by a reversal is not a returned stake.
    money("given-back", lambda each: each.cents if each.kind is EventKind.REVERSAL else None),
)
IRREGULARITIES: Fields[ReportedEvent] = (
    TIME,
    text("round-at", lambda each: _place(each) if each.round else each.stream),
    text("kind", lambda each: each.name),
    WHAT,
    REASON,
    CLAUSE,
    BY,
    money("money", lambda each: each.cents),
)
SIGNIFICANT: Fields[ReportedEvent] = (
    TIME,
    text(
        "component",
        lambda each: message("report-row.entry", stream=each.stream, number=each.number),
    ),
    WHAT,
    BY,
    REASON,
    text("before", lambda each: each.change.before or message("setting-value.none")),
    text("after", lambda each: each.change.after or message("setting-value.none")),
)
BY_KIND: Fields[tuple[str, int]] = (
    text("kind", lambda each: Message(each[0])),
    count("times", lambda each: each[1]),
)
MONEY = (
    (message("report-row.refunds"), MoneyItem.REFUND),
    (message("report-row.withdrawals"), MoneyItem.WITHDRAWAL),
    (message("report-row.removals"), MoneyItem.REMOVAL),
    (message("report-row.reclaimed"), MoneyItem.RECLAIMED),
    (message("report-row.restored"), MoneyItem.RESTORED),
    (message("report-row.more-paid"), MoneyItem.CORRECTED),
)
"""The lines of the reconciliation of irregularities."""

AGAINST_TALLIES = (
    (message("report-row.void"), events.RoundVoided, "void"),
    (message("report-row.rounds-reversed"), events.RoundReversed, "reversed"),
    (message("report-row.rounds-corrected"), events.RoundCorrected, "corrected"),
)
"""Significant events that the tallies count too."""


def irregularities(books: PeriodTotals, request: ReportRequest) -> Content:
    """Voids and irregularities."""
    reported = request.events(books, books.irregular)
    whole = all_of(request.tallies(books))
    found = Counter(each.kind for each in reported)
    voided = sum(each.cents for each in reported if each.kind is EventKind.VOID)
    dealers = list(_dealers(books, {table for table, _, _ in request.tallies(books)}))
    others = [each for each in reported if not _is_undone(each)]
    sources = [
        plain(label, *(whole.books[source][item] for source in FigureSource))
        for label, item in MONEY
    ]
    returned = message("report-note.went-back", cents=voided)
    return Content(
        (
            figure("void", whole.void, CellFormat.COUNT, returned),
            figure("reversed", whole.reversed + whole.corrected, CellFormat.COUNT),
            figure("irregularities", found[EventKind.IRREGULARITY], CellFormat.COUNT),
            figure("cards-by-hand", found[EventKind.BY_HAND], CellFormat.COUNT),
        ),
        (
            table_of("by-dealer", DEALERS, dealers, message("report-note.void-share"), ALL),
            *_watched(dealers),
            void_rounds(reported),
            table_of("irregularities", IRREGULARITIES, others),
        ),
        reconciliation(("ledger", "meters", "cards"), sources),
        has_activity=bool(reported),
    )


def void_rounds(reported: list[ReportedEvent]) -> SheetTable:
    """The table of void and reversed rounds."""
    note = message("report-note.apart-from-losses")
    return table_of("void", VOID_ROUNDS, filter(_is_undone, reported), note)


def _is_undone(event: ReportedEvent) -> bool:
    return event.kind in (EventKind.VOID, EventKind.REVERSAL)


def _place(event: ReportedEvent) -> Message:
    return message("report-row.round", table=event.stream, round=event.round)


def _dealers(books: PeriodTotals, tables: set[str]) -> Iterator[DealerShift]:
    by_shift: dict[tuple[str, Slot | None], Counter[str]] = {}
    for (dealer, table, slot), found in books.dealers.items():
        if table in tables:
            by_shift.setdefault((dealer, slot), Counter()).update(found)
    for (dealer, slot), found in sorted(by_shift.items(), key=lambda pair: str(pair[0])):
        yield dealer, slot, found


def _dealer(each: DealerShift) -> Message:
    dealer, slot, _ = each
    shift = shift_label(slot)
    if not dealer:
        return message("report-row.no-dealer", shift=shift)
    return message("report-row.dealer", dealer=dealer, shift=shift)


def _rate(each: DealerShift) -> tuple[int, int]:
    """The void rounds of a dealer, and all rounds."""
    found = each[2]
    return found[EventKind.VOID], found[SETTLED] + found[EventKind.VOID]


def _void_share(each: DealerShift) -> Fraction | None:
    void, rounds = _rate(each)
    return Fraction(void, rounds) if rounds else None


def _watched(dealers: list[DealerShift]) -> Iterator[Paragraph]:
    """A note for each dealer with many more void rounds than the others would have by chance."""
    if len(dealers) < 2:
        return
    for each in dealers:
        void, rounds = _rate(each)
        others = [_rate(other) for other in dealers if other is not each]
        others_void, others_rounds = (sum(sums) + 1 for sums in zip(*others, strict=True))
        expected = rounds * others_void / others_rounds
        # Three deviations of a count, and never for a single void round.
        if void > 1 and void > expected + 3 * expected**0.5:
            finding = message("report-note.many-voids", void=void, expected=f"{expected:.1f}")
            yield Paragraph((finding,), flagged=_dealer(each))


def significant_events(books: PeriodTotals, request: ReportRequest) -> Content:
    """Significant events with actor, place, reason, and the value before and after."""
    found = request.events(books, books.significant)
    kinds = Counter(each.name.key for each in found)
    whole = all_of(request.tallies(books))
    lines: list[Line] = [
        plain(label, kinds[class_name(event).key], getattr(whole, counted))
        for label, event, counted in AGAINST_TALLIES
    ]
    lines.append(total_line(message("report-row.events"), sum(kinds.values()), len(found)))
    in_period, large = message("report-note.in-period"), message("report-note.large")
    return Content(
        (
            figure("events", len(found), CellFormat.COUNT),
            figure("entries", books.entries_within, CellFormat.COUNT, in_period),
            figure("large", books.large_cents, CellFormat.CENTS, large),
        ),
        (
            table_of("by-kind", BY_KIND, sorted(kinds.items()), total=ALL),
            table_of("events", SIGNIFICANT, found, message("report-note.component")),
        ),
        reconciliation(
            ("events", "tallies"), lines, message("report-note.counts"), CellFormat.COUNT
        ),
        has_activity=bool(found),
    )
