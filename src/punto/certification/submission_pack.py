"""Build every file of a submission, with the same bytes every time."""

import csv
import io
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from html import escape
from importlib.metadata import version
from importlib.resources import files
from importlib.util import find_spec
from typing import TypeAlias

from punto.certification import error_conditions
from punto.certification.asvs import asvs_page
from punto.certification.authority_matrix import authority_sheet
from punto.certification.conformance import clause_conformance, conformance_page
from punto.certification.days.sample_floor import SampleFloor
from punto.certification.interruption_diagrams import describe_path, diagram, interruption_paths
from punto.certification.random_call_sites import call_sites, purpose_of
from punto.core.rulebook import Document, Rulebook
from punto.core.staff_positions import Permission, StaffPosition
from punto.floor.operations.integrity_check import required_libraries
from punto.floor.software_identity import software_digest, source_list
from punto.games.library import DOCUMENTS, GAMES
from punto.journal.stores.memory import MemoryJournal
from punto.ledger.transfers import TransferReason
from punto.messages.catalogue import LANGUAGES
from punto.messages.render import render
from punto.odds import full, odds_of_composition
from punto.reports.descriptions.conditions import condition_message
from punto.reports.descriptions.names import game_message
from punto.reports.floor.journal_totals import totals_of
from punto.reports.floor.meters import reason_label
from punto.reports.floor.period import Calendar, PeriodLength, period_of
from punto.reports.floor.report import ReportRequest
from punto.reports.floor.report_kinds import KINDS
from punto.reports.formats import data, html
from punto.reports.formats.sheet import (
    Paragraph,
    Sheet,
    SheetTable,
    figure_columns,
    percent,
    sheet_table,
    text_columns,
)
from punto.reports.games.rules import rules_sheet
from punto.table.rules import positions_for

File: TypeAlias = tuple[str, bytes]
Progress: TypeAlias = Callable[[str], None]
DEFAULT_DECKS = 8
SAMPLE_ROUNDS = 60
SAMPLE_DAY = date(2026, 11, 13)
SAMPLE_CREATED_AT = datetime(2026, 11, 13, 22, 4, 12, tzinfo=UTC)


def pack(
    games: tuple[Rulebook, ...] = GAMES, progress: Progress = lambda _words: None
) -> Iterator[File]:
    """Yield every file of the pack, the index last. Report each chapter before its files."""
    files: list[tuple[str, str, str]] = []
    for chapter, words, part in _chapters(games):
        progress(words)
        for name, title, content in part():
            files.append((f"{chapter}. {words}", name, title))
            yield name, content
    yield "index.html", _index(files).encode()


PackFile: TypeAlias = tuple[str, str, bytes]
"""A name, a title and the content."""


def _chapters(
    games: tuple[Rulebook, ...],
) -> Iterator[tuple[int, str, Callable[[], Iterator[PackFile]]]]:
    yield 1, "Rules and paytables", lambda: _rules(games)
    yield 2, "PAR, for every number of decks", lambda: _par(games)
    yield 3, "Random numbers and where the code requests them", _chance
    yield 4, "Source, digests and how to build it", _source
    yield 5, "Interruption", _interruptions
    yield 6, "Error conditions and how to cause them", _errors
    yield 7, "Meters", _meters
    yield 8, "Positions and the commands of each", lambda: _positions(games)
    yield 9, "Sample reports", _reports
    yield 10, "Clauses and the tests that prove them", _clauses
    yield 11, "Security: ASVS 5.0, level 2", _security


def _page(sheet: Sheet, language: str = "en") -> bytes:
    return html.page(sheet, language).encode()


# Rules and odds


def _rules(games: tuple[Rulebook, ...]) -> Iterator[PackFile]:
    for book in games:
        odds = odds_of_composition(book, full(DEFAULT_DECKS))
        for language in LANGUAGES:
            page = rules_sheet(book, odds, DEFAULT_DECKS)
            name = f"rules/{book.key}.{language}.html"
            yield (
                name,
                f"{render(game_message(book), language)}: rules and paytable",
                _page(page, language),
            )
        yield (
            f"rules/{book.key}.txt",
            f"{book.name}: the rulebook itself",
            book.text.encode(),
        )


def _par(games: tuple[Rulebook, ...]) -> Iterator[PackFile]:
    for book in games:
        yield f"par/{book.key}.html", f"{book.name}: PAR", _page(_par_page(book))


def _par_page(book: Rulebook) -> Sheet:
    parts: list[SheetTable | Paragraph] = [
        Paragraph((f"Rules {book.digest}", "Every figure is counted exactly, over all deals."))
    ]
    columns = (
        *text_columns("Wager", "Line", "Pays"),
        *figure_columns("Chance", "Deals", "Return", "House edge", "Deviation"),
    )
    allowed = book.document.decks
    for decks in range(allowed.minimum, allowed.maximum + 1):
        rows = []
        for wager in odds_of_composition(book, full(decks)):
            deviation = float(wager.variance) ** 0.5
            whole = (f"{float(wager.expected):+.8f}", percent(wager.house_edge), f"{deviation:.6f}")
            for at, line in enumerate(wager.lines):
                rows.append(
                    (
                        wager.wager.name if at == 0 else "",
                        render(condition_message(line.line.when), "en"),
                        line.line.pays.printed,
                        percent(line.chance),
                        f"{line.deals:,}",
                        *(whole if at == 0 else ("", "", "")),
                    )
                )
        parts.append(sheet_table(columns, tuple(rows), f"{decks} decks"))
    return Sheet(f"{book.name}: PAR for every number of decks", tuple(parts))


# Random numbers and source


def _chance() -> Iterator[PackFile]:
    columns = (
        *text_columns("Module"),
        *figure_columns("Line"),
        *text_columns("Function", "Call", "Purpose"),
    )
    rows = tuple(
        (each.module, str(each.line), each.function, each.call, purpose_of(each.module) or "")
        for each in call_sites()
    )
    sheet = Sheet(
        "Random numbers",
        (
            Paragraph(_chance_words(), "How cards are drawn"),
            sheet_table(columns, rows, "Every call site"),
        ),
    )
    yield "chance/random-numbers.html", "How cards are drawn, and every call site", _page(sheet)


def _chance_words() -> tuple[str, ...]:
    text = (files("punto.certification") / "random_call_sites.txt").read_text(encoding="utf-8")
    return tuple(text.splitlines())


RECIPE = """\
How to build the software of this pack and get the same digests

1. Get the source of version {version} and change to its folder.
2. scripts/setup.sh makes a virtual environment from requirements/*.txt; every package there is
   pinned and has its SHA-256, and nothing without one is installed.
3. The digest of the software is the SHA-256 of the list source.sha256 in this folder. These
   commands make the list again:

     cd src/punto
     find . -type f -not -path '*/__pycache__/*' -printf '%P\\n' | LC_ALL=C sort |
       xargs sha256sum > /tmp/source.sha256
     sha256sum /tmp/source.sha256

   The digest is {digest}.
   A running floor shows it at /health, and every journal stores it with its snapshots.
4. Rulebooks: punto rules GAME --canonical | sha256sum gives the digest that every round carries.
"""


def _source() -> Iterator[PackFile]:
    recipe = RECIPE.format(version=version("punto"), digest=software_digest())
    yield "source/recipe.txt", "How to build it and get the same digests", recipe.encode()
    yield "source/source.sha256", "SHA-256 of every file", source_list().encode()
    books = "".join(f"{book.digest}  {book.key}\n" for book in GAMES)
    yield "source/rulebooks.sha256", "SHA-256 of every rulebook", books.encode()
    yield "source/libraries.txt", "Libraries the product needs", _libraries().encode()


def _libraries() -> str:
    """Every library that the product needs, directly or indirectly, as installed here."""
    found = required_libraries()
    return "".join(f"{name}=={found[name].version}\n" for name in sorted(found))


# Interruptions, errors and meters


def _interruptions() -> Iterator[PackFile]:
    for document in DOCUMENTS:
        drawing = html.svg(diagram(document), describe_path(document)).encode()
        name = f"interruption/{document.key}"
        yield f"{name}.svg", f"{document.title}: state diagram", drawing
        yield f"{name}.html", f"{document.title}: in words", _page(_ways(document))


def _ways(document: Document) -> Sheet:
    rows = tuple(
        (str(way.trigger), ", ".join(way.when), way.source, "; then ".join(way.steps))
        for way in interruption_paths(document)
    )
    columns = text_columns("Trigger", "Circumstances", "Source", "Steps")
    return Sheet(f"{document.title}: interruption", (sheet_table(columns, rows),))


def _errors() -> Iterator[PackFile]:
    columns = text_columns("Condition", "Message", "Play", "How to cause it", "Test")
    rows = tuple(
        (each.name, each.message, each.play, each.reproduce, each.test)
        for each in error_conditions.CONDITIONS
    )
    faults = tuple(
        (words, error_conditions.injected_faults(fault), error_conditions.DEVICE_TEST)
        for fault, words in error_conditions.DEVICE_WORDS.items()
    )
    heads = text_columns("Fault of the card-reading shoe", "Command", "Test")
    sheet = Sheet(
        "Error conditions",
        (sheet_table(columns, rows, "Floor"), sheet_table(heads, faults, "Dealing shoe")),
    )
    yield "errors/conditions.html", "Every error condition, and how to reproduce it", _page(sheet)


def _meters() -> Iterator[PackFile]:
    rows = tuple((str(why), render(reason_label(why), "en")) for why in TransferReason)
    sheet = Sheet(
        "Meters",
        (
            Paragraph(
                (
                    "A meter counts events and cents, by paytable, table, terminal and in total.",
                    "Punto adds meters up from transfers and stores none, so none can be reset.",
                )
            ),
            sheet_table(text_columns("Meter", "Counts"), rows),
        ),
    )
    yield "meters/meters.html", "Every meter", _page(sheet)


def _positions(games: tuple[Rulebook, ...]) -> Iterator[PackFile]:
    first: dict[str, Rulebook] = {}
    for book in games:
        first.setdefault(book.document.key, book)
    yield (
        "positions/phases.html",
        "Commands that each position may send, by phase",
        _page(authority_sheet(tuple(first.values()))),
    )
    file = io.StringIO()
    out = csv.writer(file, lineterminator="\n")
    out.writerow(["act", *(f"{each.letter}: {each.title}" for each in DOCUMENTS)])
    for act in Permission:
        cells = [_lowest(positions_for(act, document)) for document in DOCUMENTS]
        out.writerow([act.value, *cells])
    yield "positions/acts.csv", "The lowest position for each act", file.getvalue().encode()


def _lowest(positions: tuple[StaffPosition, ...]) -> str:
    ladder = list(StaffPosition)
    return min(positions, key=ladder.index).value if positions else ""


# Reports, clauses and security


def _reports() -> Iterator[PackFile]:
    floor = SampleFloor(MemoryJournal())
    floor.play(SAMPLE_ROUNDS)
    period = period_of(PeriodLength.DAY, SAMPLE_DAY, Calendar())
    books = totals_of(floor.entries(), floor.journal.balances(), period)
    request = ReportRequest("sample", SAMPLE_CREATED_AT, f"punto {version('punto')}")
    for kind, each in KINDS.items():
        report = each.build(books, request)
        title = f"{render(each.title, 'en')} ({each.version})"
        assert report.is_reconciled, f"the sample report {kind} does not reconcile"
        yield f"reports/{kind}.html", f"{title}, HTML", html.page(report).encode()
        yield f"reports/{kind}.csv", f"{title}, CSV", data.csv_text(report).encode()
        if find_spec("reportlab") is not None:
            from punto.reports.formats.pdf import sheet_pdf

            yield f"reports/{kind}.pdf", f"{title}, PDF", sheet_pdf(report)


def _clauses() -> Iterator[PackFile]:
    for document in DOCUMENTS:
        page = conformance_page(document, clause_conformance(document), names=True)
        yield f"clauses/{document.key}.html", f"{document.title}: every clause", _page(page)


def _security() -> Iterator[PackFile]:
    yield "security/asvs.html", "Every requirement of levels 1 and 2", _page(asvs_page())


STYLE = (
    "body{margin:2rem auto;max-width:56rem;padding:0 1.5rem;color:#1b1f1e;background:#fff;"
    "font:15px/1.5 'Segoe UI',Roboto,'Noto Sans',sans-serif}h1{margin:0 0 .2rem}"
    "h2{font-size:1.05rem;margin:1.6rem 0 .3rem;border-bottom:1px solid #1b1f1e}"
    "ul{margin:0;padding:0;list-style:none}li{padding:.1rem 0}a{color:#0b5c3f}"
    "p{color:#4a5651;margin:.2rem 0}"
)


def _index(files: list[tuple[str, str, str]]) -> str:
    chapters: dict[str, list[str]] = {}
    for chapter, name, title in files:
        line = f'<li><a href="{escape(name)}">{escape(title)}</a></li>'
        chapters.setdefault(chapter, []).append(line)
    body = "\n".join(
        f"<h2>{escape(chapter)}</h2>\n<ul>\n{chr(10).join(lines)}\n</ul>"
        for chapter, lines in chapters.items()
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        "<title>Punto: submission pack</title>\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<h1>Punto: submission pack</h1>\n"
        f"<p>Version {escape(version('punto'))}, software {software_digest()}.</p>\n"
        "<p>One command makes this pack from the product. It makes the same bytes every time.</p>\n"
        f"{body}\n</body>\n</html>\n"
    )
