"""Build entries for the tests of journals."""

from punto.journal.entry import Entry
from punto.ledger.cage import CreditBought
from punto.ledger.transfers import BalanceCondition, Transfer, TransferReason
from punto.table.actors import HOUSE_DEALER


def entry(
    id_: str, *moves: tuple[str, str, int], conditions: tuple[BalanceCondition, ...] = ()
) -> Entry:
    """An entry with one transfer for each source, target and amount."""
    transfers = tuple(
        Transfer(f"s/{id_}/{number}", source, target, cents, TransferReason.BUY_IN)
        for number, (source, target, cents) in enumerate(moves, start=1)
    )
    event = CreditBought("v", sum(cents for _, _, cents in moves) or 1)
    return Entry(id_, "noon", HOUSE_DEALER, "digest", (event,), transfers, conditions)
