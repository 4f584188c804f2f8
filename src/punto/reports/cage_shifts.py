"""Cage shifts: what each person at the cage took in and paid out, shift by shift."""

from collections.abc import Mapping

from punto.ledger.meters import Meter
from punto.ledger.transfers import Why
from punto.reports.books import Books
from punto.reports.meters import words_of
from punto.reports.report import Figure, Grid, Report, Row, Shown, Weight, grid, reconciled
from punto.reports.wanted import Definition, Wanted, counts, framed, summed, sums, text, wins

DEFINITION = Definition(
    "cage",
    "Cage shifts",
    "CS 1.0",
    "Cash in and out by cashier and shift, vouchers and claims, reconciled to the cage account.",
)

CASH_IN = (Why.BUY_IN,)
CASH_OUT = (Why.VOUCHER_CASHED, Why.CLAIM_PAID)
NO_CASH = (Why.VOUCHER_VOIDED, Why.VOUCHER_EXPIRED, Why.CLAIM_WRITTEN_OFF)
"""What moves the cage account and no money over the counter."""


def cage_shifts(books: Books, wanted: Wanted) -> Report:
    """The report of what passed over the counter."""
    rows = []
    for (name, slot), own in sorted(
        books.cage.items(), key=lambda pair: (str(pair[0][1]), pair[0][0])
    ):
        hours = "no time" if slot is None else books.period.calendar.shift_words(slot[1])
        shift = hours if slot is None else f"{slot[0]}, {hours}"
        taken, paid = _sum(own, CASH_IN), _sum(own, CASH_OUT)
        times = sum(own[why].times for why in own)
        rows.append(Row((f"{shift} · {name}", times, taken, paid, taken - paid, _other(own))))
    columns = (
        *text("Shift, cashier"),
        *counts("Movements"),
        *sums("Cash in", "Cash out"),
        *wins("Cash kept", "Without cash"),
    )
    if rows:
        rows.append(summed("All", rows, len(columns)))
    merged: dict[Why, Meter] = {}
    for own in books.cage.values():
        for why, meter in own.items():
            had = merged.get(why, Meter())
            merged[why] = Meter(had.times + meter.times, had.cents + meter.cents)
    kept = _sum(merged, CASH_IN) - _sum(merged, CASH_OUT)
    grown = books.closing["cage"] - books.opening["cage"]
    return framed(
        DEFINITION,
        books,
        wanted,
        (
            Figure("Cash in", _sum(merged, CASH_IN), Shown.CENTS),
            Figure("Cash out", _sum(merged, CASH_OUT), Shown.CENTS),
            Figure("Cash kept", kept, Shown.SIGNED),
        ),
        (grid("By shift and cashier", columns, rows), _reasons(merged)),
        reconciled(
            ("", "Cage account", "Shifts"),
            [("Cash kept, and what needed none", (-grown, kept - _other(merged)), Weight.TOTAL)],
            "the cage account falls by what patrons bring",
        ),
        has_activity=bool(rows),
    )


def _sum(meters: Mapping[Why, Meter], reasons: tuple[Why, ...]) -> int:
    return sum(meters.get(why, Meter()).cents for why in reasons)


def _other(meters: Mapping[Why, Meter]) -> int:
    """What the cage account gained without cash: vouchers void or expired, less losses."""
    gained = _sum(meters, (Why.VOUCHER_VOIDED, Why.VOUCHER_EXPIRED))
    return gained - _sum(meters, (Why.CLAIM_WRITTEN_OFF,))


def _reasons(merged: Mapping[Why, Meter]) -> Grid:
    rows = [
        Row((words_of(why), merged[why].times, merged[why].cents)) for why in Why if why in merged
    ]
    return grid("By reason", (*text("Reason"), *counts("Times"), *sums("Sum")), rows)
