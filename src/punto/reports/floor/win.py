"""Win per table and per terminal; chips on the cloth are told apart."""

from fractions import Fraction

from punto.ledger.meters import Meter
from punto.ledger.transfers import Why
from punto.reports.floor.period_totals import Books
from punto.reports.floor.report import (
    Column,
    Figure,
    Grid,
    Line,
    Report,
    Row,
    Shown,
    Weight,
    grid,
    reconciled,
)
from punto.reports.floor.request import (
    Definition,
    Wanted,
    all_of,
    by_table,
    counts,
    framed,
    summed,
    sums,
    text,
    wins,
)
from punto.reports.floor.tally import Book, win_cents

DEFINITION = Definition(
    "win",
    "Win per table and terminal",
    "WT 1.0",
    "What each table and each terminal has won for the house, as tables and as terminals.",
)


def winnings(books: Books, wanted: Wanted) -> Report:
    """The report of what was won where."""
    tallies = wanted.tallies(books)
    whole, tables = all_of(tallies), by_table(tallies)
    terminals = _terminals(books, wanted)
    ledger = win_cents(whole.books[Book.LEDGER])
    banks = sum(books.closing[f"bank/{table}"] - books.opening[f"bank/{table}"] for table in tables)
    rows: list[Line] = [
        ("Win of tables: transfers, tallies of wagers", (ledger, whole.win_cents), Weight.PLAIN),
    ]
    if not wanted.games:
        # A table may have changed its game, and has one bank for both.
        words = "Win of tables: bank accounts, tallies of wagers"
        rows.insert(0, (words, (banks, whole.win_cents), Weight.PLAIN))
    if not wanted.is_filtered:
        by_terminal = sum(
            cells
            for cells in (row.cells[-1] for row in terminals.rows if row.weight is Weight.PLAIN)
            if isinstance(cells, int)
        )
        rows.append(("Win of terminals and cloths", (ledger, by_terminal), Weight.TOTAL))
    return framed(
        DEFINITION,
        books,
        wanted,
        (
            Figure("Tables with rounds", len(tables), Shown.COUNT),
            Figure("Wagered", whole.wagered_cents, Shown.CENTS),
            Figure("Win of the house", whole.win_cents, Shown.SIGNED),
        ),
        (_tables(books, wanted), terminals),
        reconciled(("", "Ledger", "As told"), rows),
        has_activity=bool(whole.settled or whole.void),
    )


def _tables(books: Books, wanted: Wanted) -> Grid:
    columns = (
        *text("Table"),
        *counts("Rounds", "Void"),
        *sums("Wagered", "Returned"),
        *wins("Win"),
        Column("Return", Shown.PERCENT),
    )
    found = by_table(wanted.tallies(books))
    rows = []
    for table in books.games_tables:
        own = found.get(table)
        if not wanted.has(table):
            continue
        if own is None:
            # A table that was open and saw nothing keeps its row.
            rows.append(Row((table, 0, 0, 0, 0, 0, None)))
            continue
        share = Fraction(own.returned_cents, own.wagered_cents) if own.wagered_cents else None
        rows.append(
            Row(
                (
                    table,
                    own.settled,
                    own.void,
                    own.wagered_cents,
                    own.returned_cents,
                    own.win_cents,
                    share,
                )
            )
        )
    if rows:
        rows.append(summed("All", rows, len(columns), share_of=(3, 5)))
    return grid("Win per table", columns, rows, "rows by table, also where nothing was played")


def _terminals(books: Books, wanted: Wanted) -> Grid:
    columns = (
        *text("Terminal"),
        *counts("Games"),
        *sums("Staked", "Stakes back", "Collected", "Paid"),
        *wins("Put right", "Win"),
    )
    rows = []
    for name in sorted(books.terminals):
        own = books.terminals[name]
        if not any(why in own for why in (Why.WAGER, Why.COLLECTED, Why.TAKEN_BACK, Why.CORRECTED)):
            continue
        back = (Why.WAGER_RETURNED, Why.REFUND, Why.WITHDRAWAL, Why.REMOVAL)
        right = books.put_right[name]
        rows.append(
            Row(
                (
                    name,
                    books.games_at[name],
                    own.get(Why.WAGER, Meter()).cents,
                    sum(own.get(why, Meter()).cents for why in back),
                    own.get(Why.COLLECTED, Meter()).cents,
                    own.get(Why.PAID, Meter()).cents,
                    right,
                    own.get(Why.COLLECTED, Meter()).cents
                    - own.get(Why.PAID, Meter()).cents
                    + right,
                )
            )
        )
    if rows:
        rows.append(summed("All", rows, len(columns)))
    note = "terminals of all tables" if wanted.is_filtered else "the sum is that of the tables"
    return grid("Win per terminal", columns, rows, note)
