"""Define the request for a report, and the header, columns and totals that all reports share."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from punto.messages.message import Message, message
from punto.reports.floor.event_list import ReportedEvent
from punto.reports.floor.period import Slot
from punto.reports.floor.period_totals import Key, PeriodTotals
from punto.reports.floor.report import Report, column_title
from punto.reports.floor.tally import Tally, total
from punto.reports.formats.sheet import (
    Cell,
    CellFormat,
    Facts,
    Figure,
    Part,
    Row,
    RowEmphasis,
    SheetColumn,
    SheetTable,
    Text,
)

DIGEST_DIGITS = 16


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """The operator, the time, the software and the filters of a report."""

    operator: str
    generated_at: datetime
    software: str
    currency: str = "$"
    tables: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    """The keys of the games; empty for all games."""

    @property
    def is_filtered(self) -> bool:
        """Whether the report leaves out tables or games."""
        return bool(self.tables or self.games)

    def has(self, table: str) -> bool:
        """Whether the filter by tables includes a table."""
        return not self.tables or table in self.tables

    def tallies(self, books: PeriodTotals) -> dict[Key, Tally]:
        """The tallies that the filters include, in order of table and game."""
        found = {
            key: tally
            for key, tally in books.tallies.items()
            if self.has(key[0]) and (not self.games or key[1].book.key in self.games)
        }
        return dict(sorted(found.items(), key=lambda pair: _order(pair[0])))

    def events(self, books: PeriodTotals, every: Iterable[ReportedEvent]) -> list[ReportedEvent]:
        """The events that the filters include."""
        tables = {table for table, _, _ in self.tallies(books)}
        if not self.is_filtered:
            return list(every)
        return [each for each in every if each.stream in tables or each.stream in self.tables]


def _order(key: Key) -> tuple[str, str, int, str]:
    table, played, slot = key
    return table, played.book.key, played.decks, "" if slot is None else f"{slot[0]} {slot[1]}"


@dataclass(frozen=True, slots=True)
class ReportDefinition:
    """The kind of a report and the version of its definition."""

    kind: str
    version: str

    @property
    def title(self) -> Message:
        """The name of the report."""
        return Message(f"report.kind.{self.kind}")

    @property
    def about(self) -> Message:
        """A sentence about the contents of the report."""
        return Message(f"report-about.{self.kind}")


def with_header(
    definition: ReportDefinition,
    books: PeriodTotals,
    request: ReportRequest,
    figures: tuple[Figure, ...],
    parts: Iterable[Part],
    reconciliation: SheetTable,
    subtitle: Message | None = None,
    notes: tuple[Message, ...] = (),
    has_activity: bool = True,
) -> Report:
    """A report with the header and the footer that every report must have."""
    at = request.generated_at.astimezone(books.period.calendar.zone)
    version = message("report-text.definition", version=definition.version)
    software: tuple[Text, ...] = (request.software, version)
    head: Facts = (
        (message("report-head.period"), books.period.description),
        (
            message("report-head.generated"),
            (
                message("report-text.generated-at", at=at.isoformat()),
                message("report-text.generated-by", operator=request.operator),
            ),
        ),
        (message("report-head.software"), software),
        (
            message("report-head.filters"),
            (_filters(request), message("report-text.currency", currency=request.currency)),
        ),
    )
    foot = [_journal(books), *notes]
    if books.untimed:
        foot.append(message("report-note.untimed", entries=books.untimed))
    return Report(
        definition.title,
        tuple(parts),
        subtitle or definition.about,
        head,
        figures,
        tuple(foot),
        has_activity,
        request.currency,
        kind=definition.kind,
        definition=definition.version,
        period=books.period.description[0],
        software=software,
        reconciliation=reconciliation,
    )


def _filters(request: ReportRequest) -> Message:
    tables = message("report.all-tables")
    if request.tables:
        tables = message("report-text.some-tables", tables=request.tables)
    games = message("report-text.all-games")
    if request.games:
        games = message("report-text.some-games", games=request.games)
    return message("report-text.filters", tables=tables, games=games)


def _journal(books: PeriodTotals) -> Message:
    heads = tuple(
        message("report-text.head", stream=stream, number=number, digest=digest[:DIGEST_DIGITS])
        for stream, (number, digest) in sorted(books.heads.items())
    )
    return message("report-note.journal", entries=books.entries, heads=heads)


def shift_label(slot: Slot | None) -> Message:
    """A gaming day and its shift, or a message that an entry has no time."""
    if slot is None:
        return message("report-row.no-time")
    return message("report-row.shift", day=slot[0].isoformat(), shift=slot[1])


def all_of(tallies: dict[Key, Tally]) -> Tally:
    """The sum of all tallies."""
    return total(tallies.values())


def by_table(tallies: dict[Key, Tally]) -> dict[str, Tally]:
    """The sum of the tallies of each table."""
    found: dict[str, Tally] = {}
    for (table, _, _), tally in tallies.items():
        found.setdefault(table, Tally()).add(tally)
    return found


def text(*names: str) -> tuple[SheetColumn, ...]:
    """Columns of text."""
    return tuple(SheetColumn(column_title(name)) for name in names)


def counts(*names: str) -> tuple[SheetColumn, ...]:
    """Columns of numbers."""
    return tuple(SheetColumn(column_title(name), CellFormat.COUNT) for name in names)


def sums(*names: str) -> tuple[SheetColumn, ...]:
    """Columns of money."""
    return tuple(SheetColumn(column_title(name), CellFormat.CENTS) for name in names)


def wins(*names: str) -> tuple[SheetColumn, ...]:
    """Columns of money with its sign."""
    return tuple(SheetColumn(column_title(name), CellFormat.SIGNED) for name in names)


def share(name: str) -> SheetColumn:
    """A column of shares in per cent."""
    return SheetColumn(column_title(name), CellFormat.PERCENT)


def total_row(
    label: Message,
    rows: Iterable[Row],
    columns: int,
    weight: RowEmphasis = RowEmphasis.TOTAL,
    share_of: tuple[int, int] | None = None,
) -> Row:
    """The row that adds up plain rows of whole numbers; its last cell may be the return.

    `share_of` names the columns of the sum wagered and of the win, which define the return.
    """
    plain = [row for row in rows if row.weight is RowEmphasis.PLAIN]
    cells: list[Cell] = [label]
    for at in range(1, columns):
        values = [row.cells[at] for row in plain]
        is_sum = all(isinstance(each, int) for each in values) and bool(values)
        cells.append(sum(each for each in values if isinstance(each, int)) if is_sum else None)
    if share_of is not None:
        wagered, won = (cells[at] for at in share_of)
        if isinstance(wagered, int) and isinstance(won, int) and wagered:
            cells[-1] = 1 - Fraction(won, wagered)
    return Row(tuple(cells), weight)
