"""Check whether the balances cover each entry of a batch, one after the other."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from punto.journal.entry import Entry
from punto.ledger.transfers import InsufficientFunds, post_transfers


@dataclass(slots=True)
class BatchBalances:
    """Balances as a transaction would leave them, on top of those that are stored."""

    stored_balances: Mapping[str, int]
    under: Callable[[str], Mapping[str, int]]
    """The balances kept under a name that ends with a slash."""

    changed: dict[str, int] = field(default_factory=dict)

    def covers(self, entry: Entry) -> bool:
        """Whether the balances cover an entry; if so, its money moves."""
        try:
            self.post(entry)
        except InsufficientFunds:
            return False
        return True

    def post(self, entry: Entry) -> None:
        """Move the money of an entry, or raise `InsufficientFunds` and move none of it."""
        if not entry.transfers and not entry.conditions:
            return
        moved = post_transfers(self._balance, entry.transfers)
        for demand in entry.conditions:
            if self._held(demand.account, moved) != demand.cents:
                raise InsufficientFunds(demand.account)
        self.changed |= moved

    def _balance(self, account: str) -> int:
        return self.changed.get(account, self.stored_balances.get(account, 0))

    def _held(self, account: str, moved: Mapping[str, int]) -> int:
        if not account.endswith("/"):
            return moved.get(account, self._balance(account))
        below = dict(self.under(account))
        for changes in (self.changed, moved):
            below |= {name: cents for name, cents in changes.items() if name.startswith(account)}
        return sum(below.values())
