"""Compare actual with theoretical payments by game and paytable, with deviation bands."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import sqrt

from punto.core.rulebook import WagerRule
from punto.messages.message import Message, message
from punto.reports.descriptions.names import game_name, wager_name
from punto.reports.floor.event_list import EventKind, ReportedEvent
from punto.reports.floor.period_totals import Paytable, PeriodTotals
from punto.reports.floor.report import Line, Report, column_title, grid, reconciliation
from punto.reports.floor.request import (
    DIGEST_DIGITS,
    ReportDefinition,
    ReportRequest,
    all_of,
    by_table,
    counts,
    share,
    sums,
    text,
    total_row,
    wins,
    with_header,
)
from punto.reports.floor.tally import FigureSource, MoneyItem, Tally, total, win_cents
from punto.reports.floor.theory import Theory, band, theory_of
from punto.reports.formats.sheet import (
    NINETY_NINE,
    Band,
    Cell,
    CellFormat,
    Figure,
    Paragraph,
    Part,
    ReturnCurve,
    Row,
    RowEmphasis,
    SheetColumn,
    SheetTable,
    pays_message,
    percent_figures,
)

DEFINITION = ReportDefinition("performance", "GP 1.0")

WAGER_COLUMNS = (
    *text("wager"),
    *counts("rounds"),
    *sums("wagered", "returned"),
    *wins("win"),
    share("actual"),
    share("theory"),
    SheetColumn(column_title("band-99"), CellFormat.SPREAD),
    SheetColumn(column_title("against-theory"), CellFormat.BAND),
)


def performance(books: PeriodTotals, request: ReportRequest) -> Report:
    """Return the report of the actual and the theoretical payments of games."""
    tallies = request.tallies(books)
    whole = all_of(tallies)
    by_paytable: dict[Paytable, list[Tally]] = {}
    for (_, played, _), tally in tallies.items():
        by_paytable.setdefault(played, []).append(tally)
    parts: list[Part] = []
    for played, own in by_paytable.items():
        parts += _paytable(played, total(own), books)
    parts.append(_tables(by_table(tallies)))
    parts.append(void_rounds(request.events(books, books.irregular)))
    expected, variance = _expected(by_paytable)
    return with_header(
        DEFINITION,
        books,
        request,
        _figures(whole, expected, variance, books, request),
        parts,
        _reconciliation(whole, books, request, {table for table, _, _ in tallies}),
        subtitle=_subtitle(by_paytable),
        notes=(
            message("report-note.theory"),
            message("report-note.recomputed", rounds=whole.recomputed, settled=whole.settled),
        ),
        has_activity=bool(whole.settled or whole.void),
    )


def _subtitle(paytables: Iterable[Paytable]) -> Message | None:
    labels = tuple(played.label for played in paytables)
    return message("report-text.paytables", paytables=labels) if labels else None


def _figures(
    whole: Tally,
    expected: Fraction,
    variance: Fraction,
    books: PeriodTotals,
    request: ReportRequest,
) -> tuple[Figure, ...]:
    staked, found = whole.wagered_cents, band(whole.returned_cents, expected, variance)
    running = sum(request.has(table) for table in books.open_rounds)
    ended = message("report-note.rounds", void=whole.void, reversed=whole.reversed, open=running)
    commission = message("report-note.commission", cents=whole.commission_cents)
    win = message("report-note.expected", cents=round(staked - expected))
    returned = message("report-note.no-theory")
    if staked:
        place = None if found is None else message("report-note.in-band", band=band_label(found))
        returned = message(
            "report-note.theory-is", theory=percent_figures(expected / staked, 2), band=place
        )
    return (
        Figure(message("report-figure.rounds"), whole.settled, CellFormat.COUNT, ended),
        Figure(message("report-figure.wagered"), staked, CellFormat.CENTS, commission),
        Figure(message("report-figure.win"), whole.win_cents, CellFormat.SIGNED, win),
        Figure(
            message("report-figure.return"),
            Fraction(whole.returned_cents, staked) if staked else None,
            CellFormat.PERCENT,
            returned,
        ),
    )


def _expected(by_paytable: dict[Paytable, list[Tally]]) -> tuple[Fraction, Fraction]:
    expected, variance = Fraction(), Fraction()
    for played, own in by_paytable.items():
        theory, tally = theory_of(played.book, played.decks), total(own)
        expected += theory.expected_cents(_staked(tally))
        variance += theory.variance(tally.products)
    return expected, variance


def _staked(tally: Tally) -> dict[str, int]:
    return {key: each.wagered_cents for key, each in tally.wagers.items()}


def _paytable(played: Paytable, tally: Tally, books: PeriodTotals) -> Iterator[Part]:
    theory = theory_of(played.book, played.decks)
    labelled = [
        pair for wager in played.book.wagers for pair in _wager(played, wager, tally, theory)
    ]
    rows = [row for _, row in labelled]
    staked = _staked(tally)
    whole = _row(
        message("report-row.game"),
        tally.settled - tally.reversed,
        tally.wagered_cents,
        tally.returned_cents,
        theory.expected_cents(staked),
        theory.variance(tally.products),
    )
    game = game_name(played.book)
    digest = played.book.digest[:DIGEST_DIGITS]
    note = message("report-note.rules", digest=digest, decks=played.decks)
    if rows:
        rows.append(Row(whole, RowEmphasis.TOTAL))
        labelled.append((message("report-row.game"), rows[-1]))
    yield grid(message("report-table.by-wager", game=game), WAGER_COLUMNS, rows, note)
    yield from _flags(labelled)
    course = books.courses.get(played)
    if course is not None and len(course.points) > 1:
        title = message("report-table.return-curve", game=game)
        yield ReturnCurve(title, message("report-note.curve"), tuple(course.points))


def _wager(
    played: Paytable, wager: WagerRule, tally: Tally, theory: Theory
) -> Iterator[tuple[Message, Row]]:
    """The name and the row of a wager; nothing if no round had one."""
    own = tally.wagers.get(wager.key)
    if own is None or not own.rounds:
        return
    pays = tuple(map(pays_message, dict.fromkeys(line.pays for line in wager.lines)))
    clauses = tuple(dict.fromkeys(played.book.cite_clause(line.clause) for line in wager.lines))
    expected = theory.expected_cents({wager.key: own.wagered_cents})
    pair = (wager.key, wager.key)
    variance = theory.variance({pair: tally.products[pair]})
    name = wager_name(wager.key, played.book)
    label = message("report-row.wager", wager=name, pays=pays, clauses=clauses)
    cells = _row(label, own.rounds, own.wagered_cents, own.returned_cents, expected, variance)
    yield message("setting-value.wager", wager=name), Row(cells)


def _row(
    label: Message, rounds: int, staked: int, returned: int, expected: Fraction, variance: Fraction
) -> tuple[Cell, ...]:
    spread = None
    if staked > 0 and variance > 0:
        spread = Fraction(NINETY_NINE * sqrt(variance) / staked).limit_denominator(10**6)
    return (
        label,
        rounds,
        staked,
        returned,
        staked - returned,
        Fraction(returned, staked) if staked else None,
        expected / staked if staked else None,
        spread,
        band(returned, expected, variance),
    )


def _flags(labelled: list[tuple[Message, Row]]) -> Iterator[Paragraph]:
    """A note for each row outside the 95 per cent band."""
    lines = sum(row.weight is RowEmphasis.PLAIN for _, row in labelled)
    for label, row in labelled:
        found = row.cells[-1]
        if not isinstance(found, Band) or not found.is_outside:
            continue
        finding = message(
            "report-note.outside",
            band=band_label(found),
            deviations=f"{found.deviations:+.2f}",
            lines=lines,
            at_95=f"{lines * 0.05:.1f}",
            at_99=f"{lines * 0.01:.2f}",
        )
        action = message("report-note.wait")
        if found.is_far_outside:
            action = message("report-note.investigate")
        yield Paragraph((message("report-note.flag", finding=finding, action=action),), label)


def band_label(found: Band) -> Message:
    """The place of a figure in the bands."""
    if found.is_far_outside:
        return message("report-note.outside-99")
    if found.is_outside:
        return message("report-note.outside-95")
    return message("report-note.inside-95")


def _tables(tallies: dict[str, Tally]) -> SheetTable:
    columns = (
        *text("table"),
        *counts("rounds", "void", "reversed"),
        *sums("wagered"),
        *wins("win"),
        share("return"),
    )
    rows = [
        Row(
            (
                table,
                own.settled,
                own.void,
                own.reversed,
                own.wagered_cents,
                own.win_cents,
                Fraction(own.returned_cents, own.wagered_cents) if own.wagered_cents else None,
            )
        )
        for table, own in tallies.items()
    ]
    if rows:
        rows.append(total_row(message("report-row.all"), rows, len(columns), share_of=(4, 5)))
    return grid(message("report-table.by-table"), columns, rows)


def void_rounds(reported: list[ReportedEvent]) -> SheetTable:
    """Return the table of void rounds. Money moved by a reversal is not a returned stake."""
    rows = [
        Row(
            (
                each.label,
                message("report-row.round", table=each.stream, round=each.round),
                each.what,
                each.source,
                each.by,
                each.cents if each.kind is EventKind.VOID else None,
                each.cents if each.kind is EventKind.REVERSAL else None,
            )
        )
        for each in reported
        if each.kind in (EventKind.VOID, EventKind.REVERSAL)
    ]
    columns = (
        *text("time", "round-at", "event", "clause", "by"),
        *sums("stakes-returned", "given-back"),
    )
    return grid(
        message("report-table.void"), columns, rows, message("report-note.apart-from-losses")
    )


def _reconciliation(
    whole: Tally, books: PeriodTotals, request: ReportRequest, tables: set[str]
) -> SheetTable:
    def line(label: Message, *items: tuple[MoneyItem, int]) -> Line:
        sums = (
            sum(sign * whole.books[book][item] for item, sign in items) for book in FigureSource
        )
        return label, tuple(sums), RowEmphasis.PLAIN

    away = ((MoneyItem.REFUND, -1), (MoneyItem.WITHDRAWAL, -1), (MoneyItem.REMOVAL, -1))
    rows = [
        line(message("report-row.accepted"), (MoneyItem.ACCEPTED, 1)),
        line(message("report-row.refunds"), (MoneyItem.REFUND, -1)),
        line(message("report-row.withdrawals"), (MoneyItem.WITHDRAWAL, -1)),
        line(message("report-row.removals"), (MoneyItem.REMOVAL, -1)),
    ]
    if not request.games:
        # The stakes at both ends: by the ledger's balances, and by the figures of the sources.
        opening, closing = (stakes_cents(each, tables) for each in (books.opening, books.closing))
        left = tuple(
            opening
            + sum(
                sign * whole.books[book][item]
                for item, sign in ((MoneyItem.ACCEPTED, 1), *away, (MoneyItem.COLLECTED, -1))
            )
            for book in FigureSource
        )
        rows.insert(0, (message("report-row.opening-stakes"), (opening,) * 3, RowEmphasis.PLAIN))
        rows.append((message("report-row.closing-stakes"), (closing, *left[1:]), RowEmphasis.PLAIN))
    collected = line(message("report-row.collected"), (MoneyItem.COLLECTED, 1))
    rows += [
        (collected[0], collected[1], RowEmphasis.SUBTOTAL),
        line(message("report-row.paid"), (MoneyItem.PAID, -1)),
        line(
            message("report-row.reversed"),
            (MoneyItem.RECLAIMED, 1),
            (MoneyItem.RESTORED, -1),
        ),
        line(message("report-row.corrected"), (MoneyItem.CORRECTED, -1)),
    ]
    won = tuple(win_cents(whole.books[book]) for book in FigureSource)
    rows.append((message("report-row.win"), won, RowEmphasis.TOTAL))
    return reconciliation(("ledger", "meters", "cards"), rows, message("report-note.three-sources"))


def stakes_cents(balances: dict[str, int], tables: set[str] | None = None) -> int:
    """The sum of the stakes accounts of some tables, or of all."""
    return sum(
        cents
        for account, cents in balances.items()
        if account.startswith("stakes/")
        and (tables is None or account.rpartition("/")[2] in tables)
    )
