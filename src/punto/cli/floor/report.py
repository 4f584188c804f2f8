"""`punto report` writes reports of a floor, reconciled with its ledger."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from punto.cli.files import check_pdf, write_output
from punto.cli.floor.journal import open_journal
from punto.cli.options import DEFAULT_PAGE, PageOptions, Whole, chosen_format
from punto.cli.progress import bar
from punto.core import money
from punto.games.library import GAMES
from punto.reports.floor.journal_totals import read_totals
from punto.reports.floor.period import (
    Calendar,
    Period,
    PeriodLength,
    between,
    calendar_of,
    parse_moment,
    period_of,
)
from punto.reports.floor.period_totals import PeriodTotals
from punto.reports.floor.report import Report, ReportRequest
from punto.reports.floor.report_kinds import KINDS, report_kind
from punto.reports.formats import data, html, text

NOT_RECONCILED = 1
WRITERS: dict[str, Callable[[Report, str], str]] = {
    "text": text.text,
    "html": html.page,
    "csv": data.csv_text,
    "json": data.json_text,
    "sheets": data.screen_text,
}
"""By format, the function that writes a report in a language; a PDF is not text."""

SUFFIXES = {"text": "txt", "sheets": "json"}
Format = Literal["text", "html", "csv", "pdf", "json", "sheets"]


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class PeriodOptions:
    """The period of a report, in local time."""

    period: Annotated[
        Literal["day", "month", "year", "life"], Parameter(help="Length of the period.")
    ] = "life"
    on: Annotated[str | None, Parameter(help="Day in the period. Default: today.")] = None
    from_: Annotated[str | None, Parameter(name="--from", help="First moment of the period.")] = (
        None
    )
    to: Annotated[str | None, Parameter(help="Moment at which the period ends.")] = None
    zone: Annotated[
        str, Parameter(help="Offset of local time from UTC.", allow_leading_hyphen=True)
    ] = "+08:00"
    day_begins: Annotated[str, Parameter(help="Local time at which a gaming day begins.")] = "06:00"
    shifts: Annotated[Whole, Parameter(help="Number of shifts per day.")] = 3

    def chosen(self, calendar: Calendar) -> Period:
        """The period that the options describe. Options that exclude each other are an error."""
        if self.from_ is not None or self.to is not None:
            if self.on is not None or self.period != "life":
                raise ValueError(
                    "--from and --to exclude --period and --on; expected one pair of them"
                )
            first, last = (
                None if each is None else parse_moment(each, calendar)
                for each in (self.from_, self.to)
            )
            return between(first, last, calendar)
        if self.on is not None and self.period == "life":
            raise ValueError("--on needs a period; expected --period day, month or year too")
        at = datetime.now(UTC) if self.on is None else parse_moment(self.on, calendar)
        return period_of(PeriodLength(self.period), calendar.slot(at)[0], calendar)


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class ContentOptions:
    """The tables and games in a report, and the texts in its head."""

    table: Annotated[list[str] | None, Parameter(negative="", help="Include this table only.")] = (
        None
    )
    game: Annotated[list[str] | None, Parameter(negative="", help="Include this game only.")] = None
    large: Annotated[str, Parameter(help="Smallest amount of a large wager or win.")] = "10000.00"
    currency: Annotated[str, Parameter(help="Currency sign.")] = "$"
    operator: Annotated[str, Parameter(help="Name of the operator in the report.")] = "command line"

    def request(self, totals: PeriodTotals) -> ReportRequest:
        """The request for a report. A table or game that the floor does not have is an error."""
        games = {played.book.key for _, played, _ in totals.tallies} | {each.key for each in GAMES}
        _check_names("table", self.table or [], totals.games_tables)
        _check_names("game", self.game or [], sorted(games))
        return ReportRequest(
            self.operator,
            datetime.now(UTC),
            f"punto {version('punto')}",
            self.currency,
            tuple(self.table or ()),
            tuple(self.game or ()),
        )


DEFAULT_PERIOD, DEFAULT_CONTENT = PeriodOptions(), ContentOptions()


def report(
    data: Annotated[Path, Parameter(help="Data folder of a floor, or file of a journal.")],
    kind: Annotated[str, Parameter(help="Kind of report. `all` writes every kind into a folder.")],
    /,
    *,
    period: PeriodOptions = DEFAULT_PERIOD,
    content: ContentOptions = DEFAULT_CONTENT,
    format_: Annotated[Format, Parameter(name="--format", help="Output format.")] = "text",
    output: Annotated[
        Path | None, Parameter(name=["--output", "-o"], help="Output file, or folder for `all`.")
    ] = None,
    page: PageOptions = DEFAULT_PAGE,
) -> None:
    """Write a report of a floor. The floor may run: Punto only reads its journal.

    Kinds: performance, win, meters, irregularities, liability, events, shifts,
    cage, interrupted, all. The exit code is 0, 1 if the sources of the figures
    differ, or 2 if there is no report. CSV and JSON name their columns, tables
    and figures by keys, which are the same in every language.

    For example:

      punto report data performance
      punto report data win --period day --on 2026-11-13
      punto report data liability --format pdf -o liability.pdf
      punto report data events --from 2026-11-13T18:00 --to 2026-11-14T02:00 --format csv
      punto report data win --format html --lang zh -o win.html
      punto report data all --period month -o reports --format html
    """
    is_all = kind == "all"
    if not is_all and kind not in KINDS:
        raise ValueError(f"{kind!r:.40} is not a report; expected one of {', '.join(KINDS)} or all")
    written_as = chosen_format(format_, page.as_json)
    _check_output(written_as, output, is_all=is_all)
    calendar = calendar_of(period.zone, period.day_begins, period.shifts)
    journal = data / "floor.db" if data.is_dir() else data
    totals = _totals(journal, period.chosen(calendar), money.parse_cents(content.large))
    request = content.request(totals)
    reports = {
        each: report_kind(each).build(totals, request) for each in (KINDS if is_all else [kind])
    }
    for each, found in reports.items():
        place = _place(output, each, written_as) if is_all else output
        write_output(place, _rendered(found, written_as, page.lang))
    if not all(found.is_reconciled for found in reports.values()):
        sys.stdout.flush()
        sys.exit(NOT_RECONCILED)


def _check_output(format_: str, output: Path | None, *, is_all: bool) -> None:
    if is_all and output is None:
        raise ValueError("all writes several files; expected a folder, as in -o reports")
    check_pdf(format_, output)
    if output is not None and not (output.resolve() if is_all else output).parent.is_dir():
        raise ValueError(f"{output}: the folder {output.parent} does not exist; create it first")


def _check_names(kind: str, names: Sequence[str], known: Sequence[str]) -> None:
    for name in names:
        if name not in known:
            listed = ", ".join(known) or "none"
            raise ValueError(f"{kind} {name!r:.40} does not exist; expected one of {listed}")


def _totals(path: Path, period: Period, large_cents: int) -> PeriodTotals:
    with open_journal(path) as journal:
        entries = sum(number for number, _ in journal.streams().values())
        with bar("entries", entries, "entries") as progress:
            return read_totals(journal, period, large_cents, lambda count: progress(count, count))


def _place(folder: Path | None, kind: str, format_: str) -> Path:
    assert folder is not None, "all reports have a folder"
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise ValueError(f"the folder {folder} cannot be created: {error.strerror}") from None
    return folder / f"{kind}.{SUFFIXES.get(format_, format_)}"


def _rendered(found: Report, format_: str, language: str) -> bytes:
    """A report in a format and a language, as bytes."""
    if format_ == "pdf":
        from punto.reports.formats.pdf import sheet_pdf

        return sheet_pdf(found, language)
    return WRITERS[format_](found, language).encode()
