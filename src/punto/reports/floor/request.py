"""Define a report's request, with its tables, games, operator, time and currency."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from punto.reports.floor.event_list import ReportedEvent
from punto.reports.floor.period_totals import Key, PeriodTotals
from punto.reports.floor.report import (
    Cell,
    CellFormat,
    Column,
    Figure,
    Part,
    Report,
    ReportTable,
    Row,
    RowEmphasis,
)
from punto.reports.floor.tally import Tally, total


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """The question that a report answers."""

    operator: str
    generated_at: datetime
    software: str
    currency: str = "$"
    tables: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    """Empty for all of them."""

    @property
    def is_filtered(self) -> bool:
        """Whether something is left out."""
        return bool(self.tables or self.games)

    def has(self, table: str) -> bool:
        """Whether a table is wanted, as far as tables were named."""
        return not self.tables or table in self.tables

    def tallies(self, books: PeriodTotals) -> dict[Key, Tally]:
        """The tallies of the tables and games that are wanted, in order of table and game."""
        found = {
            key: tally
            for key, tally in books.tallies.items()
            if self.has(key[0]) and (not self.games or key[1].book.key in self.games)
        }
        return dict(sorted(found.items(), key=lambda pair: _order(pair[0])))

    def events(self, books: PeriodTotals, every: Iterable[ReportedEvent]) -> list[ReportedEvent]:
        """Those of the tables and games that are wanted."""
        tables = {table for table, _, _ in self.tallies(books)}
        if not self.is_filtered:
            return list(every)
        return [each for each in every if each.stream in tables or each.stream in self.tables]


def _order(key: Key) -> tuple[str, str, int, str]:
    table, played, slot = key
    return table, played.book.key, played.decks, "" if slot is None else f"{slot[0]} {slot[1]}"


@dataclass(frozen=True, slots=True)
class ReportDefinition:
    """Which report this is, in which version."""

    kind: str
    title: str
    version: str
    words: str
    """What it tells, in a sentence."""


def with_header(
    definition: ReportDefinition,
    books: PeriodTotals,
    request: ReportRequest,
    figures: tuple[Figure, ...],
    parts: Iterable[Part],
    reconciliation: ReportTable,
    subtitle: str = "",
    notes: tuple[str, ...] = (),
    has_activity: bool = True,
) -> Report:
    """A report with everything that every report must say of itself."""
    zone = books.period.calendar.zone
    at = request.generated_at.astimezone(zone)
    filters = [
        *([f"tables {', '.join(request.tables)}"] if request.tables else ["all tables"]),
        *([f"games {', '.join(request.games)}"] if request.games else ["all games"]),
    ]
    head = (
        ("Period", books.period.words),
        ("Generated", (f"{at:%-d %b %Y %H:%M:%S}", f"by {request.operator}")),
        ("Software, report", (request.software, f"definition {definition.version}")),
        ("Filters", (", ".join(filters), f"sums in {request.currency}, dollars and cents")),
    )
    foot = [_journal_words(books), *notes]
    if books.untimed:
        foot.append(
            f"{books.untimed:,} entries have a label that is no time; only a report of all "
            "there is counts them."
        )
    return Report(
        definition.kind,
        definition.title,
        subtitle or definition.words,
        definition.version,
        head,
        figures,
        tuple(parts),
        reconciliation,
        tuple(foot),
        has_activity,
    )


def _journal_words(books: PeriodTotals) -> str:
    heads = "; ".join(
        f"{name} {number:,} {hash_[:16]}" for name, (number, hash_) in sorted(books.heads.items())
    )
    return f"Journal of {books.entries:,} entries, read as of one moment. Heads: {heads}."


def all_of(tallies: dict[Key, Tally]) -> Tally:
    """All wanted tallies in one."""
    return total(tallies.values())


def by_table(tallies: dict[Key, Tally]) -> dict[str, Tally]:
    """The tallies of each table in one."""
    found: dict[str, Tally] = {}
    for (table, _, _), tally in tallies.items():
        found.setdefault(table, Tally()).add(tally)
    return found


def text(*titles: str) -> tuple[Column, ...]:
    """Columns of words."""
    return tuple(Column(title) for title in titles)


def counts(*titles: str) -> tuple[Column, ...]:
    """Columns of numbers."""
    return tuple(Column(title, CellFormat.COUNT) for title in titles)


def sums(*titles: str) -> tuple[Column, ...]:
    """Columns of money."""
    return tuple(Column(title, CellFormat.CENTS) for title in titles)


def wins(*titles: str) -> tuple[Column, ...]:
    """Columns of money with its sign."""
    return tuple(Column(title, CellFormat.SIGNED) for title in titles)


def total_row(
    words: str,
    rows: Iterable[Row],
    columns: int,
    weight: RowEmphasis = RowEmphasis.TOTAL,
    share_of: tuple[int, int] | None = None,
) -> Row:
    """The row that adds up plain rows of whole numbers; its last cell may be the return.

    The return is told by the columns that hold what was wagered and what was won.
    """
    plain = [row for row in rows if row.weight is RowEmphasis.PLAIN]
    cells: list[Cell] = [words]
    for at in range(1, columns):
        values = [row.cells[at] for row in plain]
        is_sum = all(isinstance(each, int) for each in values) and bool(values)
        cells.append(sum(each for each in values if isinstance(each, int)) if is_sum else None)
    if share_of is not None:
        wagered, won = (cells[at] for at in share_of)
        if isinstance(wagered, int) and isinstance(won, int) and wagered:
            cells[-1] = 1 - Fraction(won, wagered)
    return Row(tuple(cells), weight)
