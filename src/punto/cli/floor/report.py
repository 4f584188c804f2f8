"""`punto report` writes reports of a floor, reconciled with its ledger."""

import sys
from datetime import UTC, datetime
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from punto.cli.console import show_text
from punto.cli.files import write_bytes
from punto.cli.floor.journal import open_journal
from punto.cli.options import Json, Whole, chosen_format

if TYPE_CHECKING:
    from punto.reports.floor.period import Calendar, Period
    from punto.reports.floor.period_totals import PeriodTotals
    from punto.reports.floor.report import Report

NOT_RECONCILED = 1
DAY, HOURS = "2026-11-13", "06:00"
Format = Literal["text", "html", "csv", "pdf", "json", "sheets"]


def report(
    data: Annotated[Path, Parameter(help="Data folder of a floor, or file of a journal.")],
    kind: Annotated[str, Parameter(help="Kind of report. `all` writes every kind into a folder.")],
    /,
    *,
    period: Annotated[
        Literal["day", "month", "year", "life"], Parameter(help="Length of the period.")
    ] = "life",
    on: Annotated[str | None, Parameter(help="Day in the period. Default: today.")] = None,
    from_: Annotated[
        str | None, Parameter(name="--from", help="First moment of the period.")
    ] = None,
    to: Annotated[str | None, Parameter(help="Moment at which the period ends.")] = None,
    table: Annotated[
        list[str] | None, Parameter(negative="", help="Include this table only.")
    ] = None,
    game: Annotated[
        list[str] | None, Parameter(negative="", help="Include this game only.")
    ] = None,
    format_: Annotated[Format, Parameter(name="--format", help="Output format.")] = "text",
    out: Annotated[
        Path | None, Parameter(name=["--output", "-o"], help="Output file, or folder for `all`.")
    ] = None,
    language: Annotated[
        Literal["en", "zh"],
        Parameter(
            name=["--lang", "--language"],
            help="Language of the texts. CSV and JSON use keys instead.",
        ),
    ] = "en",
    zone: Annotated[
        str, Parameter(help="Offset of local time from UTC.", allow_leading_hyphen=True)
    ] = "+08:00",
    day_begins: Annotated[str, Parameter(help="Local time at which a gaming day begins.")] = HOURS,
    shifts: Annotated[Whole, Parameter(help="Number of shifts per day.")] = 3,
    large: Annotated[str, Parameter(help="Smallest amount of a large wager or win.")] = "10000.00",
    currency: Annotated[str, Parameter(help="Currency sign.")] = "$",
    operator: Annotated[
        str, Parameter(help="Name of the operator in the report.")
    ] = "command line",
    as_json: Json = False,
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
    from punto.reports.floor.report_kinds import report_kind

    kinds, written_as = _kinds(kind), chosen_format(format_, as_json)
    _check(written_as, out, is_all=kind == "all")
    from punto.core import money
    from punto.reports.floor.period import calendar_of
    from punto.reports.floor.request import ReportRequest

    calendar = calendar_of(zone, day_begins, shifts)
    books = _books(
        _journal(data), _period(calendar, period, on, from_, to), money.parse_cents(large)
    )
    request = ReportRequest(
        operator,
        datetime.now(UTC),
        f"punto {version('punto')}",
        currency,
        tuple(table or ()),
        tuple(game or ()),
    )
    _check_names(books, request.tables, request.games)
    reports = {each: report_kind(each).build(books, request) for each in kinds}
    for each, found in reports.items():
        place = _place(out, each, written_as) if kind == "all" else out
        _write(found, written_as, language, place)
    if not all(found.is_reconciled for found in reports.values()):
        sys.stdout.flush()
        sys.exit(NOT_RECONCILED)


def _kinds(kind: str) -> list[str]:
    from punto.reports.floor.report_kinds import KINDS

    if kind != "all" and kind not in KINDS:
        known = ", ".join(KINDS)
        raise ValueError(f"{kind!r:.40} is not a report; expected one of {known} or all")
    return list(KINDS) if kind == "all" else [kind]


def _check(format_: str, out: Path | None, *, is_all: bool) -> None:
    if format_ == "pdf" and find_spec("reportlab") is None:
        raise ValueError("a PDF needs reportlab: pip install 'punto[report]'")
    if is_all and out is None:
        raise ValueError("all writes several files; expected a folder, as in -o reports")
    if format_ == "pdf" and out is None and sys.stdout.isatty():
        raise ValueError("a terminal cannot show a PDF; expected a file, as in -o win.pdf")
    if out is not None and not (out.parent if not is_all else out.resolve().parent).is_dir():
        raise ValueError(f"{out}: the folder {out.parent} does not exist; create it first")


def _check_names(books: "PeriodTotals", tables: tuple[str, ...], games: tuple[str, ...]) -> None:
    for name in tables:
        if name not in books.games_tables:
            known = ", ".join(books.games_tables) or "none"
            raise ValueError(f"table {name!r:.40} does not exist; expected one of {known}")
    from punto.games.library import GAMES

    played = {played.book.key for _, played, _ in books.tallies} | {each.key for each in GAMES}
    for name in games:
        if name not in played:
            known = ", ".join(sorted(played))
            raise ValueError(f"game {name!r:.40} does not exist; expected one of {known}")


def _journal(data: Path) -> Path:
    return data / "floor.db" if data.is_dir() else data


def _period(
    calendar: "Calendar", span: str, on: str | None, from_: str | None, to: str | None
) -> "Period":
    from punto.reports.floor.period import PeriodLength, between, parse_moment, period_of

    if from_ is not None or to is not None:
        if on is not None or span != "life":
            raise ValueError("--from and --to exclude --period and --on; expected one pair of them")
        ends = [None if each is None else parse_moment(each, calendar) for each in (from_, to)]
        return between(ends[0], ends[1], calendar)
    day = calendar.slot(datetime.now(UTC))[0]
    if on is not None:
        if span == "life":
            raise ValueError("--on needs a period; expected --period day, month or year too")
        day = calendar.slot(parse_moment(on, calendar))[0]
    return period_of(PeriodLength(span), day, calendar)


def _books(path: Path, period: "Period", large_cents: int) -> "PeriodTotals":
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from punto.reports.floor.journal_totals import read_totals

    console = Console(stderr=True)
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with open_journal(path) as journal, bar as progress:
        entries = sum(number for number, _ in journal.streams().values())
        task = progress.add_task("entries", total=entries)
        return read_totals(
            journal, period, large_cents, lambda count: progress.update(task, completed=count)
        )


SUFFIXES = {"text": "txt", "sheets": "json"}


def _place(folder: Path | None, kind: str, format_: str) -> Path:
    assert folder is not None, "all reports have a folder"
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise ValueError(f"the folder {folder} cannot be created: {error.strerror}") from None
    return folder / f"{kind}.{SUFFIXES.get(format_, format_)}"


def render(found: "Report", format_: str, language: str) -> bytes:
    """A report in a form and a language, as bytes."""
    from punto.reports.formats import html, text

    match format_:
        case "pdf":
            from punto.reports.formats.report_pdf import report_pdf

            return report_pdf(found, language)
        case "html":
            return html.page(found, language).encode()
        case "sheets":
            return text.sheets_text(found, language).encode()
        case "csv":
            return text.csv_text(found, language).encode()
        case "json":
            return text.json_text(found, language).encode()
        case _:
            return text.text(found, language).encode()


def _write(found: "Report", format_: str, language: str, out: Path | None) -> None:
    content = render(found, format_, language)
    if out is None and format_ == "pdf":
        sys.stdout.buffer.write(content)
        return
    if out is None:
        show_text(content.decode())
        return
    write_bytes(out, content)
