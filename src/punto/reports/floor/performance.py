"""Compare actual with theoretical payments by game and paytable, with deviation bands."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from punto.core.rulebook import WagerRule
from punto.messages.message import Message, message
from punto.reports.descriptions.names import game_name, wager_name
from punto.reports.floor.event_reports import void_rounds
from punto.reports.floor.period_totals import Paytable, PeriodTotals
from punto.reports.floor.report import (
    DIGEST_DIGITS,
    Content,
    Line,
    ReportRequest,
    all_of,
    by_table,
    count,
    field_of,
    figure,
    money,
    plain,
    reconciliation,
    return_of,
    share,
    table_of_rows,
    tally_fields,
    tally_rows,
    text,
    total_line,
    win,
)
from punto.reports.floor.tally import (
    FigureSource,
    MoneyItem,
    Tally,
    stakes_cents,
    win_cents,
)
from punto.reports.floor.theory import Theory, band, theory_of
from punto.reports.formats.fields import Fields, rows_of
from punto.reports.formats.sheet import (
    NINETY_NINE,
    Band,
    CellFormat,
    Figure,
    Paragraph,
    Part,
    ReturnCurve,
    RowEmphasis,
    SheetTable,
    pays_message,
    percent_figures,
)

TABLES = tally_fields("table", "rounds", "void", "reversed", "wagered", "win", "return")


@dataclass(frozen=True, slots=True)
class Comparison:
    """The payments on a wager, or on all wagers of a game, beside their theory."""

    name: Message
    label: Message
    """The name, with the pays and clauses of a wager."""

    rounds: int
    staked: int
    returned: int
    expected: Fraction
    variance: Fraction

    @property
    def actual(self) -> Fraction | None:
        """The share of the stakes that was paid."""
        return Fraction(self.returned, self.staked) if self.staked else None

    @property
    def theory(self) -> Fraction | None:
        """The share of the stakes that is paid on average."""
        return self.expected / self.staked if self.staked else None

    @property
    def spread(self) -> Fraction | None:
        """Half the width of the 99 per cent band, as a share of the stakes."""
        if self.staked <= 0 or self.variance <= 0:
            return None
        return Fraction(NINETY_NINE * sqrt(self.variance) / self.staked).limit_denominator(10**6)

    @property
    def band(self) -> Band | None:
        """The deviation from theory."""
        return band(self.returned, self.expected, self.variance)


WAGERS: Fields[Comparison] = (
    text("wager", lambda each: each.label),
    count("rounds", lambda each: each.rounds),
    money("wagered", lambda each: each.staked),
    money("returned", lambda each: each.returned),
    win("win", lambda each: each.staked - each.returned),
    share("actual", lambda each: each.actual),
    share("theory", lambda each: each.theory),
    field_of("band-99", lambda each: each.spread, CellFormat.SPREAD),
    field_of("against-theory", lambda each: each.band, CellFormat.BAND),
)


def performance(books: PeriodTotals, request: ReportRequest) -> Content:
    """The actual and the theoretical payments of games."""
    tallies = request.tallies(books)
    whole = all_of(tallies)
    by_paytable: dict[Paytable, Tally] = {}
    for (_, played, _), tally in tallies.items():
        by_paytable.setdefault(played, Tally()).add(tally)
    games = {played: _game(played, tally) for played, tally in by_paytable.items()}
    parts = [
        part
        for played, tally in by_paytable.items()
        for part in _paytable(played, tally, games[played], books)
    ]
    labels = tuple(played.label for played in by_paytable)
    recomputed = message("report-note.recomputed", rounds=whole.recomputed, settled=whole.settled)
    return Content(
        _figures(whole, games, books, request),
        (
            *parts,
            table_of_rows(
                message("report-table.by-table"),
                TABLES,
                tally_rows(TABLES, by_table(tallies).items()),
            ),
            void_rounds(request.events(books, books.irregular)),
        ),
        _reconciliation(whole, books, request),
        has_activity=bool(whole.settled or whole.void),
        subtitle=message("report-text.paytables", paytables=labels) if labels else None,
        notes=(message("report-note.theory"), recomputed),
    )


def _figures(
    whole: Tally,
    games: Mapping[Paytable, Comparison],
    books: PeriodTotals,
    request: ReportRequest,
) -> tuple[Figure, ...]:
    expected = sum((each.expected for each in games.values()), Fraction())
    variance = sum((each.variance for each in games.values()), Fraction())
    staked, found = whole.wagered_cents, band(whole.returned_cents, expected, variance)
    running = sum(map(request.has, books.open_rounds))
    ended = message("report-note.rounds", void=whole.void, reversed=whole.reversed, open=running)
    commission = message("report-note.commission", cents=whole.commission_cents)
    returned = message("report-note.no-theory")
    if staked:
        place = None if found is None else message("report-note.in-band", band=band_label(found))
        theory = percent_figures(expected / staked, 2)
        returned = message("report-note.theory-is", theory=theory, band=place)
    won = message("report-note.expected", cents=round(staked - expected))
    return (
        figure("rounds", whole.settled, CellFormat.COUNT, ended),
        figure("wagered", staked, CellFormat.CENTS, commission),
        figure("win", whole.win_cents, CellFormat.SIGNED, won),
        figure("return", return_of(whole), CellFormat.PERCENT, returned),
    )


def _game(played: Paytable, tally: Tally) -> Comparison:
    """All wagers of a game beside their theory."""
    theory, label = theory_of(played.book, played.decks), message("report-row.game")
    staked = {key: each.wagered_cents for key, each in tally.wagers.items()}
    return Comparison(
        label,
        label,
        tally.settled - tally.reversed,
        tally.wagered_cents,
        tally.returned_cents,
        theory.expected_cents(staked),
        theory.variance(tally.products),
    )


def _paytable(
    played: Paytable, tally: Tally, whole: Comparison, books: PeriodTotals
) -> Iterator[Part]:
    theory = theory_of(played.book, played.decks)
    wagers = [
        found
        for wager in played.book.wagers
        for found in [_wager(played, wager, tally, theory)]
        if found is not None
    ]
    rows = rows_of(WAGERS, wagers)
    if rows:
        rows += rows_of(WAGERS, [whole], RowEmphasis.TOTAL)
    game = game_name(played.book)
    digest = played.book.digest[:DIGEST_DIGITS]
    note = message("report-note.rules", digest=digest, decks=played.decks)
    yield table_of_rows(message("report-table.by-wager", game=game), WAGERS, rows, note)
    if rows:
        yield from flags([*wagers, whole], len(wagers))
    course = books.courses.get(played)
    if course is not None and len(course.points) > 1:
        title = message("report-table.return-curve", game=game)
        yield ReturnCurve(title, message("report-note.curve"), tuple(course.points))


def _wager(played: Paytable, wager: WagerRule, tally: Tally, theory: Theory) -> Comparison | None:
    """A wager beside its theory; None if no round had one."""
    own = tally.wagers.get(wager.key)
    if own is None or not own.rounds:
        return None
    pays = tuple(map(pays_message, dict.fromkeys(line.pays for line in wager.lines)))
    clauses = tuple(dict.fromkeys(played.book.cite_clause(line.clause) for line in wager.lines))
    name, pair = wager_name(wager.key, played.book), (wager.key, wager.key)
    return Comparison(
        message("setting-value.wager", wager=name),
        message("report-row.wager", wager=name, pays=pays, clauses=clauses),
        own.rounds,
        own.wagered_cents,
        own.returned_cents,
        theory.expected_cents({wager.key: own.wagered_cents}),
        theory.variance({pair: tally.products[pair]}),
    )


def flags(compared: list[Comparison], wagers: int) -> Iterator[Paragraph]:
    """A note for each line outside the 95 per cent band."""
    for each in compared:
        found = each.band
        if found is None or not found.is_outside:
            continue
        finding = message(
            "report-note.outside",
            band=band_label(found),
            deviations=f"{found.deviations:+.2f}",
            lines=wagers,
            at_95=f"{wagers * 0.05:.1f}",
            at_99=f"{wagers * 0.01:.2f}",
        )
        action = message("report-note.wait")
        if found.is_far_outside:
            action = message("report-note.investigate")
        line = message("report-note.flag", finding=finding, action=action)
        yield Paragraph((line,), flagged=each.name)


def band_label(found: Band) -> Message:
    """The place of a figure in the bands."""
    if found.is_far_outside:
        return message("report-note.outside-99")
    if found.is_outside:
        return message("report-note.outside-95")
    return message("report-note.inside-95")


def _reconciliation(whole: Tally, books: PeriodTotals, request: ReportRequest) -> SheetTable:
    sources = [whole.books[source] for source in FigureSource]

    def line(label: Message, *items: MoneyItem, sign: int = 1) -> Line:
        first, *less = items
        sums = (source[first] - sum(source[item] for item in less) for source in sources)
        return plain(label, *(sign * each for each in sums))

    lines = [
        line(message("report-row.accepted"), MoneyItem.ACCEPTED),
        line(message("report-row.refunds"), MoneyItem.REFUND, sign=-1),
        line(message("report-row.withdrawals"), MoneyItem.WITHDRAWAL, sign=-1),
        line(message("report-row.removals"), MoneyItem.REMOVAL, sign=-1),
    ]
    if not request.games:
        # The stakes at both ends: by the ledger's balances, and by the figures of the sources.
        tables = {table for table, _, _ in request.tallies(books)}
        opening, closing = (stakes_cents(each, tables) for each in (books.opening, books.closing))
        gone = (MoneyItem.REFUND, MoneyItem.WITHDRAWAL, MoneyItem.REMOVAL, MoneyItem.COLLECTED)
        _, *left = (
            opening + source[MoneyItem.ACCEPTED] - sum(source[item] for item in gone)
            for source in sources
        )
        lines.insert(0, plain(message("report-row.opening-stakes"), *[opening] * len(sources)))
        lines.append(plain(message("report-row.closing-stakes"), closing, *left))
    label, collected, _ = line(message("report-row.collected"), MoneyItem.COLLECTED)
    reversed_ = (MoneyItem.RECLAIMED, MoneyItem.RESTORED)
    lines += [
        (label, collected, RowEmphasis.SUBTOTAL),
        line(message("report-row.paid"), MoneyItem.PAID, sign=-1),
        line(message("report-row.reversed"), *reversed_),
        line(message("report-row.corrected"), MoneyItem.CORRECTED, sign=-1),
        total_line(message("report-row.win"), *map(win_cents, sources)),
    ]
    note = message("report-note.three-sources")
    return reconciliation(("ledger", "meters", "cards"), lines, note)
