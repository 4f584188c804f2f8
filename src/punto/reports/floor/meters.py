"""Meters: per paytable, per table, per terminal and in all, never reset: counted from transfers."""

from collections.abc import Mapping

from punto.ledger.meters import Meter
from punto.ledger.transfers import Why
from punto.reports.floor.period_totals import Books, Paytable
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
)
from punto.reports.floor.tally import Tally

DEFINITION = Definition(
    "meters",
    "Meters",
    "MT 1.0",
    "How often money moved for each reason, and how much: by paytable, table and terminal.",
)

WORDS: Mapping[Why, str] = {
    Why.BUY_IN: "cash in",
    Why.WAGER: "wagered",
    Why.WAGER_RETURNED: "wagers changed before the close",
    Why.COLLECTED: "stakes collected",
    Why.PAID: "won, stakes included",
    Why.REFUND: "refunded: void rounds, seats left out",
    Why.WITHDRAWAL: "withdrawn",
    Why.REMOVAL: "removed for the differential",
    Why.VOUCHER_OUT: "voucher out",
    Why.VOUCHER_IN: "voucher in",
    Why.VOUCHER_CASHED: "voucher cashed",
    Why.VOUCHER_VOIDED: "voucher voided",
    Why.VOUCHER_EXPIRED: "voucher expired",
    Why.HAND_PAY: "hand pay: credit paid in cash (attendant)",
    Why.TAKEN_BACK: "reversed rounds: winnings taken back",
    Why.GIVEN_BACK: "reversed rounds: stakes given back",
    Why.CORRECTED: "corrected rounds: the difference",
    Why.CLAIM_PAID: "claim paid (attendant)",
    Why.CLAIM_TAKEN: "claim taken from credit",
    Why.CLAIM_WRITTEN_OFF: "claim written off",
}
"""Every meter in words; the list that a submission asks for."""


def words_of(why: Why) -> str:
    """A meter in words."""
    return WORDS.get(why, str(why))


def meters(books: Books, wanted: Wanted) -> Report:
    """The report of all meters."""
    tallies = wanted.tallies(books)
    paytables: dict[Paytable, Tally] = {}
    for (_, played, _), tally in tallies.items():
        paytables.setdefault(played, Tally()).add(tally)
    parts: list[Grid] = [_paytables(paytables)]
    named = {f"table {table}": tally.moved for table, tally in by_table(tallies).items()}
    parts.append(_meters("By table", "Table", named))
    if not wanted.is_filtered:
        parts.append(_meters("By terminal", "Terminal", books.terminals))
        parts.append(_meters("Floor", "Of", {"all": books.moved}))
    moved = sum(each.cents for each in books.moved.values())
    whole = all_of(tallies)
    return framed(
        DEFINITION,
        books,
        wanted,
        (
            Figure("Movements", sum(each.times for each in books.moved.values()), Shown.COUNT),
            Figure("Moved", moved, Shown.CENTS),
            Figure("Games", whole.settled - whole.reversed, Shown.COUNT),
        ),
        parts,
        reconciled(("", "Meters", "Balances"), _against_balances(books)),
        has_activity=bool(books.moved),
    )


def _meters(title: str, of: str, meters: Mapping[str, Mapping[Why, Meter]]) -> Grid:
    rows = [
        Row((name, words_of(why), own[why].times, own[why].cents))
        for name in sorted(meters)
        for own in [meters[name]]
        for why in Why
        if why in own
    ]
    return grid(title, (*text(of, "Meter"), *counts("Times"), *sums("Sum")), rows)


def _paytables(found: Mapping[Paytable, Tally]) -> Grid:
    columns = (
        Column("Game, paytable"),
        *counts("Games", "Void"),
        *sums("Wagered", "Won", "Refunded", "Withdrawn", "Commission"),
    )
    rows = [
        Row(
            (
                f"{played.words} · {played.book.digest[:16]}",
                tally.settled - tally.reversed,
                tally.void + tally.reversed,
                tally.wagered_cents,
                tally.returned_cents,
                tally.moved.get(Why.REFUND, Meter()).cents,
                tally.moved.get(Why.WITHDRAWAL, Meter()).cents,
                tally.commission_cents,
            )
        )
        for played, tally in found.items()
    ]
    if rows:
        rows.append(summed("All", rows, len(columns)))
    return grid("By game and paytable", columns, rows, "enough for a weighted theoretical return")


def _against_balances(books: Books) -> list[Line]:
    """What the meters say must have happened to the cage and the banks, and what did."""

    def of(why: Why) -> int:
        return books.moved.get(why, Meter()).cents

    stakes = sum(cents for name, cents in _grown(books).items() if name.startswith("stakes/"))
    held = of(Why.WAGER) - of(Why.WAGER_RETURNED) - of(Why.REFUND) - of(Why.WITHDRAWAL)
    held -= of(Why.REMOVAL) + of(Why.COLLECTED)
    vouchers = sum(cents for name, cents in _grown(books).items() if name.startswith("voucher/"))
    out = of(Why.VOUCHER_OUT) - of(Why.VOUCHER_IN) - of(Why.VOUCHER_CASHED)
    out -= of(Why.VOUCHER_VOIDED) + of(Why.VOUCHER_EXPIRED)
    apart = sum(
        abs(books.latest[name] - books.kept.get(name, 0)) for name in {*books.latest, *books.kept}
    )
    return [
        ("Change of stakes at tables", (held, stakes), Weight.PLAIN),
        ("Change of unredeemed vouchers", (out, vouchers), Weight.PLAIN),
        ("All accounts, kept against added up, account by account", (apart, 0), Weight.TOTAL),
    ]


def _grown(books: Books) -> dict[str, int]:
    names = {*books.opening, *books.closing}
    return {name: books.closing[name] - books.opening[name] for name in names}
