"""Compare actual with theoretical payments by game and paytable, with deviation bands."""

from collections.abc import Iterator
from fractions import Fraction
from math import sqrt

from punto.core.money import format_cents
from punto.core.rulebook import WagerRule
from punto.reports.floor.event_list import REVERSAL, VOID, ReportedEvent
from punto.reports.floor.period_totals import Paytable, PeriodTotals
from punto.reports.floor.report import (
    NINETY_NINE,
    Band,
    Cell,
    CellFormat,
    Column,
    Figure,
    Line,
    Note,
    Part,
    Report,
    ReportTable,
    ReturnCurve,
    Row,
    RowEmphasis,
    grid,
    reconciliation,
)
from punto.reports.floor.request import (
    ReportDefinition,
    ReportRequest,
    all_of,
    by_table,
    counts,
    sums,
    text,
    total_row,
    wins,
    with_header,
)
from punto.reports.floor.tally import FigureSource, MoneyItem, Tally, total, win_cents
from punto.reports.floor.theory import Theory, band, theory_of

DEFINITION = ReportDefinition(
    "performance",
    "Game performance",
    "GP 1.0",
    "Theory against what happened, by game and paytable, with bands that narrow as rounds add up.",
)

THEORY_NOTE = (
    "Theory: exact counts for full decks of each paytable, and the exact variance of the stakes "
    "of each round together. Bands narrow as rounds add up; they are drawn as a bell and say "
    "little of lines that win rarely in few rounds."
)

WAGER_COLUMNS = (
    Column("Wager, pays, clause"),
    *counts("Rounds"),
    *sums("Wagered", "Returned"),
    *wins("Win"),
    Column("Actual", CellFormat.PERCENT),
    Column("Theory", CellFormat.PERCENT),
    Column("99 % band", CellFormat.SPREAD),
    Column("Against theory", CellFormat.BAND),
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
        subtitle="; ".join(played.words for played in by_paytable) if by_paytable else "",
        notes=(
            THEORY_NOTE,
            f"Rounds worked out from their cards: {whole.recomputed:,} of {whole.settled:,}.",
        ),
        has_activity=bool(whole.settled or whole.void),
    )


def _figures(
    whole: Tally,
    expected: Fraction,
    variance: Fraction,
    books: PeriodTotals,
    request: ReportRequest,
) -> tuple[Figure, ...]:
    staked, found = whole.wagered_cents, band(whole.returned_cents, expected, variance)
    running = sum(request.has(table) for table in books.open_rounds)
    gone = f"{whole.void:,} void, {whole.reversed:,} reversed, {running:,} open at the end"
    words = "no stakes, no theory" if not staked else f"theory {percent(expected / staked)}"
    if found is not None:
        words += f", {table_filter_label(found)}"
    win = round(staked - expected)
    return (
        Figure("Rounds settled", whole.settled, CellFormat.COUNT, gone),
        Figure("Wagered", staked, CellFormat.CENTS, f"commission {cents(whole.commission_cents)}"),
        Figure("Win of the house", whole.win_cents, CellFormat.SIGNED, f"expected {cents(win)}"),
        Figure(
            "Return to patrons",
            Fraction(whole.returned_cents, staked) if staked else None,
            CellFormat.PERCENT,
            words,
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
    rows = [row for wager in played.book.wagers for row in _wager(played, wager, tally, theory)]
    staked = _staked(tally)
    whole = _row(
        "Game",
        tally.settled - tally.reversed,
        tally.wagered_cents,
        tally.returned_cents,
        theory.expected_cents(staked),
        theory.variance(tally.products),
    )
    note = f"rules {played.book.digest[:16]}, {played.decks} decks; return in per cent of the sum"
    title = f"By wager: {played.book.name.en}"
    if rows:
        rows.append(Row(whole, RowEmphasis.TOTAL))
    yield grid(title, WAGER_COLUMNS, rows, note)
    yield from _flags(rows)
    course = books.courses.get(played)
    if course is not None and len(course.points) > 1:
        words = "line: actual; dashed: theory; dark 95 %, light 99 %; by rounds settled"
        yield ReturnCurve(f"Return as it went: {played.book.name.en}", words, tuple(course.points))


def _wager(played: Paytable, wager: WagerRule, tally: Tally, theory: Theory) -> Iterator[Row]:
    own = tally.wagers.get(wager.key)
    if own is None or not own.rounds:
        return
    pays = " / ".join(dict.fromkeys(line.pays.printed for line in wager.lines))
    clauses = ", ".join(dict.fromkeys(played.book.cite_clause(line.clause) for line in wager.lines))
    expected = theory.expected_cents({wager.key: own.wagered_cents})
    pair = (wager.key, wager.key)
    variance = theory.variance({pair: tally.products[pair]})
    words = f"{wager.label.en} · {pays} · {clauses}"
    yield Row(_row(words, own.rounds, own.wagered_cents, own.returned_cents, expected, variance))


def _row(
    words: str, rounds: int, staked: int, returned: int, expected: Fraction, variance: Fraction
) -> tuple[Cell, ...]:
    spread = None
    if staked > 0 and variance > 0:
        spread = Fraction(NINETY_NINE * sqrt(variance) / staked).limit_denominator(10**6)
    return (
        words,
        rounds,
        staked,
        returned,
        staked - returned,
        Fraction(returned, staked) if staked else None,
        expected / staked if staked else None,
        spread,
        band(returned, expected, variance),
    )


def _flags(rows: list[Row]) -> Iterator[Note]:
    lines = [row for row in rows if row.weight is RowEmphasis.PLAIN]
    for row in rows:
        found, label = row.cells[-1], str(row.cells[0]).partition(" · ")[0]
        if not isinstance(found, Band) or not found.is_outside:
            continue
        words = (
            f"stands {table_filter_label(found)} ({found.deviations:+.2f} standard deviations). "
            f"Of {len(lines)} lines about {len(lines) * 0.05:.1f} lie outside 95 % and "
            f"{len(lines) * 0.01:.2f} outside 99 % by chance alone; "
        )
        then = "to be looked into by the Gaming Shift Manager, with shoes and settlements (POLICY)."
        if not found.is_far_outside:
            then = "no action, look again after seven days (POLICY)."
        yield Note((words + then,), label)


def table_filter_label(found: Band) -> str:
    """Where a figure lies, in words."""
    if found.is_far_outside:
        return "outside the 99 % band"
    if found.is_outside:
        return "outside the 95 % and inside the 99 % band"
    return "inside the 95 % band"


def _tables(tallies: dict[str, Tally]) -> ReportTable:
    columns = (
        *text("Table"),
        *counts("Rounds", "Void", "Reversed"),
        *sums("Wagered"),
        *wins("Win"),
        Column("Return", CellFormat.PERCENT),
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
        rows.append(total_row("All", rows, len(columns), share_of=(4, 5)))
    return grid("By table", columns, rows)


def void_rounds(reported: list[ReportedEvent]) -> ReportTable:
    """Return the table of void rounds. Money moved by a reversal is not a returned stake."""
    rows = [
        Row(
            (
                each.label,
                f"{each.stream}, round {each.round}",
                each.words,
                each.source,
                each.by,
                each.cents if each.kind == VOID else None,
                each.cents if each.kind == REVERSAL else None,
            )
        )
        for each in reported
        if each.kind in (VOID, REVERSAL)
    ]
    columns = (
        *text("Time", "Table, round", "Ground", "Clause", "Decided by"),
        *sums("Stakes returned", "Given back less taken back"),
    )
    return grid("Rounds void or reversed", columns, rows, "apart from losses")


def _reconciliation(
    whole: Tally, books: PeriodTotals, request: ReportRequest, tables: set[str]
) -> ReportTable:
    def line(words: str, *items: tuple[MoneyItem, int]) -> Line:
        sums = (
            sum(sign * whole.books[book][item] for item, sign in items) for book in FigureSource
        )
        return words, tuple(sums), RowEmphasis.PLAIN

    away = ((MoneyItem.REFUND, -1), (MoneyItem.WITHDRAWAL, -1), (MoneyItem.REMOVAL, -1))
    rows = [
        line("Stakes accepted, changes before the close taken off", (MoneyItem.ACCEPTED, 1)),
        line("Returned: void rounds and seats left out", (MoneyItem.REFUND, -1)),
        line("Withdrawn by patrons", (MoneyItem.WITHDRAWAL, -1)),
        line("Removed for the differential", (MoneyItem.REMOVAL, -1)),
    ]
    if not request.games:
        # At stake at both ends, by the balances of the ledger and by what the books leave.
        opening, closing = (stakes_label(each, tables) for each in (books.opening, books.closing))
        left = tuple(
            opening
            + sum(
                sign * whole.books[book][item]
                for item, sign in ((MoneyItem.ACCEPTED, 1), *away, (MoneyItem.COLLECTED, -1))
            )
            for book in FigureSource
        )
        rows.insert(0, ("At stake when the period began", (opening,) * 3, RowEmphasis.PLAIN))
        rows.append(("At stake when it ended", (closing, *left[1:]), RowEmphasis.PLAIN))
    collected = line("Collected", (MoneyItem.COLLECTED, 1))
    rows += [
        (collected[0], collected[1], RowEmphasis.SUBTOTAL),
        line("Paid on settlement", (MoneyItem.PAID, -1)),
        line(
            "Reversed: taken back less given back",
            (MoneyItem.RECLAIMED, 1),
            (MoneyItem.RESTORED, -1),
        ),
        line("Corrected", (MoneyItem.CORRECTED, -1)),
    ]
    won = tuple(win_cents(whole.books[book]) for book in FigureSource)
    rows.append(("Win of the house", won, RowEmphasis.TOTAL))
    return reconciliation(
        ("", "Ledger", "Meters", "From cards"), rows, "three books, each kept apart"
    )


def stakes_label(balances: dict[str, int], tables: set[str] | None = None) -> int:
    """What the stakes accounts of some tables hold, or of all."""
    return sum(
        cents
        for account, cents in balances.items()
        if account.startswith("stakes/")
        and (tables is None or account.rpartition("/")[2] in tables)
    )


def percent(ratio: Fraction) -> str:
    """A share in per cent with two decimals."""
    return f"{float(100 * ratio):.2f} %"


def cents(amount: int) -> str:
    """Money in dollars and cents."""
    return format_cents(amount)
