"""Add up the rounds of one paytable at one table in one shift, from three sources.

The ledger's figures come from transfers, and the meters' figures come from events. The third
figures are computed again from stakes and cards.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from punto.core.rulebook import Rulebook
from punto.ledger.meters import Meter
from punto.ledger.transfers import Transfer, TransferReason
from punto.reports.floor.theory import products_of
from punto.table.events import WagerSettled


class MoneyItem(StrEnum):
    """A step from the stakes to the win of the house."""

    ACCEPTED = "accepted"
    REFUND = "refund"
    WITHDRAWAL = "withdrawal"
    REMOVAL = "removal"
    COLLECTED = "collected"
    PAID = "paid"
    RECLAIMED = "taken-back"
    RESTORED = "given-back"
    CORRECTED = "corrected"


class FigureSource(StrEnum):
    """The three independent sources of the figures."""

    LEDGER = "ledger"
    METERS = "meters"
    CARDS = "cards"


ITEMS: Mapping[TransferReason, tuple[MoneyItem, int]] = {
    TransferReason.WAGER: (MoneyItem.ACCEPTED, 1),
    TransferReason.WAGER_RETURNED: (MoneyItem.ACCEPTED, -1),
    TransferReason.REFUND: (MoneyItem.REFUND, 1),
    TransferReason.WITHDRAWAL: (MoneyItem.WITHDRAWAL, 1),
    TransferReason.REMOVAL: (MoneyItem.REMOVAL, 1),
    TransferReason.COLLECTED: (MoneyItem.COLLECTED, 1),
    TransferReason.PAID: (MoneyItem.PAID, 1),
    TransferReason.RECLAIMED: (MoneyItem.RECLAIMED, 1),
    TransferReason.RESTORED: (MoneyItem.RESTORED, 1),
}


def money_item(transfer: Transfer) -> tuple[MoneyItem, int] | None:
    """The item of a transfer and its cents; None for a transfer outside games."""
    if transfer.reason is TransferReason.CORRECTED:
        is_paid = transfer.source.startswith("bank/")
        return MoneyItem.CORRECTED, transfer.cents if is_paid else -transfer.cents
    found = ITEMS.get(transfer.reason)
    return None if found is None else (found[0], found[1] * transfer.cents)


@dataclass(slots=True)
class WagerTally:
    """The rounds, stakes, returns and commission of one wager."""

    rounds: int = 0
    wagered_cents: int = 0
    returned_cents: int = 0
    commission_cents: int = 0

    def add(self, other: "WagerTally") -> None:
        """Add another tally of the same wager."""
        self.rounds += other.rounds
        self.wagered_cents += other.wagered_cents
        self.returned_cents += other.returned_cents
        self.commission_cents += other.commission_cents


@dataclass(slots=True)
class Tally:
    """The counts and sums of some rounds; tallies can be added."""

    settled: int = 0
    void: int = 0
    reversed: int = 0
    corrected: int = 0
    recomputed: int = 0
    """The settled rounds whose payments follow from their cards."""

    books: dict[FigureSource, Counter[MoneyItem]] = field(
        default_factory=lambda: {book: Counter() for book in FigureSource}
    )
    moved: dict[TransferReason, Meter] = field(default_factory=dict)
    wagers: dict[str, WagerTally] = field(default_factory=dict)
    products: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        """Add another tally."""
        self.settled += other.settled
        self.void += other.void
        self.reversed += other.reversed
        self.corrected += other.corrected
        self.recomputed += other.recomputed
        for book, items in other.books.items():
            for item, cents in items.items():
                self.books[book][item] += cents
        for why, meter in other.moved.items():
            had = self.moved.get(why, Meter())
            self.moved[why] = Meter(had.times + meter.times, had.cents + meter.cents)
        for key, wager in other.wagers.items():
            self.wagers.setdefault(key, WagerTally()).add(wager)
        for pair, cents in other.products.items():
            self.products[pair] += cents

    def add_round(self, transfer: Transfer) -> None:
        """Add a transfer to the ledger's figures."""
        self.moved[transfer.reason] = self.moved.get(transfer.reason, Meter()).plus(transfer.cents)
        found = money_item(transfer)
        if found is not None:
            item, cents = found
            self.books[FigureSource.LEDGER][item] += cents

    def play(self, book: Rulebook, wagers: Iterable[WagerSettled], sign: int = 1) -> dict[str, int]:
        """Add the wagers of a settled round, or remove them, and return the stakes by wager.

        A part of a stake outside the limits, which went back uncounted, was never wagered.
        """
        own: dict[str, WagerTally] = {}
        for each in wagers:
            counted = each.stake.cents - each.uncounted_cents
            if not counted:
                continue
            one = own.setdefault(each.stake.wager, WagerTally())
            one.wagered_cents += counted
            one.returned_cents += each.returned_cents - each.uncounted_cents
            one.commission_cents += commission_cents(book, each, counted)
        for key, one in own.items():
            signed = WagerTally(
                sign,
                sign * one.wagered_cents,
                sign * one.returned_cents,
                sign * one.commission_cents,
            )
            self.wagers.setdefault(key, WagerTally()).add(signed)
        staked = {key: one.wagered_cents for key, one in own.items()}
        for pair, product in products_of(staked).items():
            self.products[pair] += sign * product
        return staked

    @property
    def wagered_cents(self) -> int:
        """The stakes of rounds with a result."""
        return sum(each.wagered_cents for each in self.wagers.values())

    @property
    def returned_cents(self) -> int:
        """The payments of rounds with a result, stakes included."""
        return sum(each.returned_cents for each in self.wagers.values())

    @property
    def commission_cents(self) -> int:
        """The commission of the house."""
        return sum(each.commission_cents for each in self.wagers.values())

    @property
    def win_cents(self) -> int:
        """The win of the house, below zero if it lost."""
        return self.wagered_cents - self.returned_cents


def win_cents(items: Mapping[MoneyItem, int]) -> int:
    """The win of the house by the figures of one source."""
    won = items.get(MoneyItem.COLLECTED, 0) + items.get(MoneyItem.RECLAIMED, 0)
    paid = (MoneyItem.PAID, MoneyItem.RESTORED, MoneyItem.CORRECTED)
    return won - sum(items.get(item, 0) for item in paid)


def commission_cents(book: Rulebook, settled: WagerSettled, counted_cents: int) -> int:
    """The commission of a winning wager: its difference from even money."""
    if not settled.line:
        return 0
    pays = book.wager(settled.stake.wager).lines[settled.line - 1].pays
    if not pays.takes_commission:
        return 0
    return counted_cents - counted_cents * pays.win // pays.per


def total(tallies: Iterable[Tally]) -> Tally:
    """The sum of tallies."""
    found = Tally()
    for each in tallies:
        found.add(each)
    return found


def stakes_cents(balances: Mapping[str, int], tables: set[str] | None = None) -> int:
    """The sum of the stakes accounts of some tables, or of all."""
    return sum(
        cents
        for account, cents in balances.items()
        if account.startswith("stakes/")
        and (tables is None or account.rpartition("/")[2] in tables)
    )
