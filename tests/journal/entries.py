"""Entries to try journals with."""

from punto.journal.entry import Entry
from punto.ledger.cage import CreditBought
from punto.ledger.transfers import BalanceCondition, Transfer, TransferReason
from punto.table.actors import HOUSE_DEALER


def entry(
    id_: str, *moves: tuple[str, str, int], demands: tuple[BalanceCondition, ...] = ()
) -> Entry:
    """An entry that moves money."""
    transfers = tuple(
        Transfer(f"s/{id_}/{number}", source, target, cents, TransferReason.BUY_IN)
        for number, (source, target, cents) in enumerate(moves, start=1)
    )
    event = CreditBought("v", sum(cents for _, _, cents in moves) or 1)
    return Entry(id_, "noon", HOUSE_DEALER, "digest", (event,), transfers, demands)
