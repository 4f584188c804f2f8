"""Define floor reports: a kind, a request, and tables whose columns have a function each."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import TypeAlias, TypeVar

from punto.messages.message import Message, message
from punto.reports.floor.event_list import ReportedEvent
from punto.reports.floor.period import Slot
from punto.reports.floor.period_totals import Key, PeriodTotals
from punto.reports.floor.tally import Tally, total
from punto.reports.formats.fields import Field, Fields, rows_of
from punto.reports.formats.sheet import (
    NO_ACTIVITY,
    Cell,
    CellFormat,
    Facts,
    Figure,
    Part,
    Row,
    RowEmphasis,
    Sheet,
    SheetColumn,
    SheetTable,
    Text,
)

DIGEST_DIGITS = 16
ALL = message("report-row.all")
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True, kw_only=True)
class Report(Sheet):
    """A sheet with a kind, a version and a reconciliation, before any language and format."""

    kind: str
    definition: str
    """The version of the report itself, as in GP 1.0."""

    period: Message
    software: tuple[Text, ...]
    reconciliation: SheetTable

    @property
    def is_reconciled(self) -> bool:
        """Whether every difference is zero."""
        return all(row.cells[-1] == 0 for row in self.reconciliation.rows)

    @property
    def is_paged(self) -> bool:
        """Every page of a report has its number."""
        return True

    @property
    def all_parts(self) -> tuple[Part, ...]:
        """The parts, and the reconciliation at the end."""
        return (*self.parts, self.reconciliation)

    @property
    def running_head(self) -> Text:
        """The title and the period."""
        return message("report-text.running-head", title=self.title, period=self.period)

    @property
    def imprint(self) -> tuple[Text, ...]:
        """The versions of the software and of the report."""
        return self.software


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
class Content:
    """The contents of a report, which its kind surrounds with header and footer."""

    figures: tuple[Figure, ...]
    parts: tuple[Part, ...]
    reconciliation: SheetTable
    has_activity: bool
    subtitle: Message | None = None
    notes: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportKind:
    """A kind of report: its name, its version, and the function of its contents."""

    name: str
    version: str
    content: Callable[[PeriodTotals, ReportRequest], Content]
    is_for_cashiers: bool = False
    """Whether cashiers read it too."""

    @property
    def title(self) -> Message:
        """The name of the report."""
        return Message(f"report.kind.{self.name}")

    @property
    def about(self) -> Message:
        """A sentence about the contents of the report."""
        return Message(f"report-about.{self.name}")

    def build(self, books: PeriodTotals, request: ReportRequest) -> Report:
        """The report, with the header and the footer that every report must have."""
        content = self.content(books, request)
        software = (request.software, message("report-text.definition", version=self.version))
        foot = [_journal(books), *content.notes]
        if books.untimed:
            foot.append(message("report-note.untimed", entries=books.untimed))
        return Report(
            self.title,
            content.parts,
            content.subtitle or self.about,
            _header(books, request, software),
            content.figures,
            tuple(foot),
            content.has_activity,
            request.currency,
            kind=self.name,
            definition=self.version,
            period=books.period.description[0],
            software=software,
            reconciliation=content.reconciliation,
        )


def _header(books: PeriodTotals, request: ReportRequest, software: tuple[Text, ...]) -> Facts:
    at = request.generated_at.astimezone(books.period.calendar.zone)
    generated = (
        message("report-text.generated-at", at=at.isoformat()),
        message("report-text.generated-by", operator=request.operator),
    )
    currency = message("report-text.currency", currency=request.currency)
    return (
        (message("report-head.period"), books.period.description),
        (message("report-head.generated"), generated),
        (message("report-head.software"), software),
        (message("report-head.filters"), (_filters(request), currency)),
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


# Columns and tables


def field_of(name: str, value: Callable[[Item], Cell], cell_format: CellFormat) -> Field[Item]:
    """A field by its name, which spreadsheets show in every language."""
    return Field(Message(f"report-column.{name}"), value, cell_format)


def text(name: str, value: Callable[[Item], Cell]) -> Field[Item]:
    """A column of text."""
    return field_of(name, value, CellFormat.TEXT)


def count(name: str, value: Callable[[Item], Cell]) -> Field[Item]:
    """A column of numbers."""
    return field_of(name, value, CellFormat.COUNT)


def money(name: str, value: Callable[[Item], Cell]) -> Field[Item]:
    """A column of money."""
    return field_of(name, value, CellFormat.CENTS)


def win(name: str, value: Callable[[Item], Cell]) -> Field[Item]:
    """A column of money with its sign."""
    return field_of(name, value, CellFormat.SIGNED)


def share(name: str, value: Callable[[Item], Cell]) -> Field[Item]:
    """A column of shares in per cent."""
    return field_of(name, value, CellFormat.PERCENT)


def table_of(
    name: str,
    fields: Fields[Item],
    items: Iterable[Item],
    note: Message | None = None,
    total: Message | None = None,
) -> SheetTable:
    """A table with a row per item, and the sums of its figures if they have a label."""
    rows = rows_of(fields, items)
    if rows and total is not None:
        sums = (_sum([row.cells[at] for row in rows]) for at in range(1, len(fields)))
        rows.append(Row((total, *sums), RowEmphasis.TOTAL))
    return table_of_rows(Message(f"report-table.{name}"), fields, rows, note)


def table_of_rows(
    title: Message, fields: Fields[Item], rows: Iterable[Row], note: Message | None = None
) -> SheetTable:
    """A table. If there are no rows, its only row says that there was no activity."""
    columns = tuple(field.column for field in fields)
    blank: tuple[Cell, ...] = (NO_ACTIVITY, *(None for _ in columns[1:]))
    return SheetTable(columns, tuple(rows) or (Row(blank),), title, note)


def _sum(cells: Iterable[Cell]) -> int | None:
    """The sum of whole numbers; None if a cell is anything else."""
    added = 0
    for cell in cells:
        if not isinstance(cell, int):
            return None
        added += cell
    return added


def figure(name: str, value: Cell, cell_format: CellFormat, note: Message | None = None) -> Figure:
    """One of the figures at the beginning of a report."""
    return Figure(Message(f"report-figure.{name}"), value, cell_format, note)


Line: TypeAlias = tuple[Message, tuple[int, ...], RowEmphasis]
"""A line of a reconciliation: its label, the figure of each source, and its emphasis."""


def plain(label: Message, *figures: int) -> Line:
    """A plain line of a reconciliation."""
    return label, figures, RowEmphasis.PLAIN


def total_line(label: Message, *figures: int) -> Line:
    """The last line of a reconciliation."""
    return label, figures, RowEmphasis.TOTAL


def reconciliation(
    sources: tuple[str, ...],
    lines: Iterable[Line],
    note: Message | None = None,
    cell_format: CellFormat = CellFormat.CENTS,
) -> SheetTable:
    """Sources of the same figures side by side; the last column is their difference."""
    columns = (
        SheetColumn(message("report-column.item")),
        *(SheetColumn(Message(f"report-column.{source}"), cell_format) for source in sources),
        SheetColumn(message("report-column.difference"), cell_format, shows_zero=True),
    )
    rows = tuple(
        Row((label, *figures, max(figures) - min(figures)), weight)
        for label, figures, weight in lines
    )
    title, note = message("report-table.reconciliation"), note or message("report-note.sources")
    return SheetTable(columns, rows, title, note, is_reconciliation=True)


# Tallies


Labelled: TypeAlias = tuple[Text, Tally]
"""A tally with the label of its row."""


def all_of(tallies: Mapping[Key, Tally]) -> Tally:
    """The sum of all tallies."""
    return total(tallies.values())


def by_table(tallies: Mapping[Key, Tally]) -> dict[str, Tally]:
    """The sum of the tallies of each table."""
    found: dict[str, Tally] = {}
    for (table, _, _), tally in tallies.items():
        found.setdefault(table, Tally()).add(tally)
    return found


def return_of(tally: Tally) -> Fraction | None:
    """The share of the stakes that was paid; None without stakes."""
    return Fraction(tally.returned_cents, tally.wagered_cents) if tally.wagered_cents else None


_OF_TALLY: dict[str, Field[Labelled]] = {
    "settled": count("settled", lambda each: each[1].settled),
    "rounds": count("rounds", lambda each: each[1].settled),
    "void": count("void", lambda each: each[1].void),
    "reversed": count("reversed", lambda each: each[1].reversed),
    "corrected": count("corrected", lambda each: each[1].corrected),
    "wagered": money("wagered", lambda each: each[1].wagered_cents),
    "returned": money("returned", lambda each: each[1].returned_cents),
    "win": win("win", lambda each: each[1].win_cents),
    "return": share("return", lambda each: return_of(each[1])),
}


def tally_fields(label: str, *names: str) -> Fields[Labelled]:
    """The columns of a table of tallies."""
    return (text(label, lambda each: each[0]), *(_OF_TALLY[name] for name in names))


def tally_rows(fields: Fields[Labelled], tallies: Iterable[Labelled]) -> list[Row]:
    """A row per tally, and one for all of them."""
    found = list(tallies)
    whole = total(tally for _, tally in found)
    last = rows_of(fields, [(ALL, whole)], RowEmphasis.TOTAL) if found else []
    return [*rows_of(fields, found), *last]


def shift_label(slot: Slot | None) -> Message:
    """A gaming day and its shift, or a message that an entry has no time."""
    if slot is None:
        return message("report-row.no-time")
    return message("report-row.shift", day=slot[0].isoformat(), shift=slot[1])
