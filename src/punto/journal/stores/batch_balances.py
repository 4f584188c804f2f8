"""Check whether the balances cover the entries of a batch, one after the other."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from punto.journal.entry import Entry
from punto.ledger.transfers import InsufficientFunds, post_transfers


@dataclass(slots=True)
class BatchBalances:
    """The stored balances, with the changes of a transaction that is not committed yet."""

    stored_balances: Mapping[str, int]
    under: Callable[[str], Mapping[str, int]]
    """Returns the stored balances of all accounts below a name that ends with a slash."""

    changed: dict[str, int] = field(default_factory=dict)

    def covers(self, entry: Entry) -> bool:
        """Whether the balances cover an entry; if they do, post it."""
        try:
            self.post(entry)
        except InsufficientFunds:
            return False
        return True

    def post(self, entry: Entry) -> None:
        """Post the transfers of an entry, or raise `InsufficientFunds` and change nothing."""
        if not entry.transfers and not entry.conditions:
            return
        moved = post_transfers(self._balance, entry.transfers)
        for condition in entry.conditions:
            if self._sum(condition.account, moved) != condition.cents:
                raise InsufficientFunds(condition.account)
        self.changed |= moved

    def _balance(self, account: str) -> int:
        return self.changed.get(account, self.stored_balances.get(account, 0))

    def _sum(self, account: str, moved: Mapping[str, int]) -> int:
        """The balance of an account, or of all accounts below a name that ends with a slash."""
        if not account.endswith("/"):
            return moved.get(account, self._balance(account))
        below = dict(self.under(account))
        for changes in (self.changed, moved):
            below |= {name: cents for name, cents in changes.items() if name.startswith(account)}
        return sum(below.values())
