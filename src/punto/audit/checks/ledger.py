"""Recompute every transfer from the events, and every balance from the transfers."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from punto.audit.checks.postings import Movement
from punto.audit.findings import Check, Findings, money
from punto.audit.store.entry import Transfer
from punto.audit.store.journal_file import TransferRow

MAY_OWE = ("cage", "demo", "bank/", "chips/", "claim/")
"""The prefixes of the accounts that may have a negative balance."""


class Ledger:
    """The balances according to the events, and totals of the transfers."""

    def __init__(self, findings: Findings) -> None:
        self.balances: dict[str, int] = defaultdict(int)
        self.transfers = 0
        self.cents_moved = 0
        self._findings = findings
        self._owing: set[str] = set()
        """The accounts whose negative balance was reported; each is reported once."""

        self._print = 0
        """A sum of hashes over all transfers in the entries, for a comparison in any order."""

    def post(self, prefix: str, moved: list[Movement], stored: list[Transfer]) -> None:
        """Move the money of an entry and compare it with the transfers in the entry."""
        due = [
            (f"{prefix}/{place}", *movement)
            for place, movement in enumerate(moved, 1)
            if movement[2]
        ]
        if due != stored:
            self._compare(prefix, due, stored)
        for each in stored:
            self._print += hash(each)
        balances = self.balances
        for _, source, target, cents, _ in due:
            balances[source] -= cents
            balances[target] += cents
            self.cents_moved += cents
        self.transfers += len(due)
        for _, source, _, _, _ in due:
            if balances[source] < 0:
                self._check_owing(source, balances[source])

    def has_all(self, rows: Iterable[TransferRow]) -> bool:
        """Whether the rows are exactly the transfers of the entries."""
        return sum(hash(tuple(row)) for row in rows) == self._print

    def compare_balances(self, stored: Mapping[str, int]) -> None:
        """Compare the stored balance of every account with the balance by the events."""
        self._findings.at("")
        for account in sorted(stored.keys() | self.balances.keys()):
            found, expected = stored.get(account), self.balances.get(account)
            if found != expected:
                words = f"{account} holds {money(found)}" if found is not None else f"no {account}"
                due = money(expected) if expected is not None else "no such account"
                self._findings.add(Check.BALANCE, words, due)
            if found is not None and found < 0:
                self._check_owing(account, found)
        if total := sum(stored.values()):
            self._findings.add(Check.SUM, f"all accounts come to {money(total)}", "0.00")

    def _check_owing(self, account: str, cents: int) -> None:
        if account not in self._owing and not account.startswith(MAY_OWE):
            self._owing.add(account)
            self._findings.add(Check.BELOW_ZERO, f"{account} holds {money(cents)}", "0.00 or more")

    def _compare(self, prefix: str, due: list[Transfer], stored: list[Transfer]) -> None:
        """Report transfers that are missing, superfluous or misnamed, in any order."""
        missing = Counter(each[1:] for each in due)
        missing.subtract(each[1:] for each in stored)
        for movement, count in missing.items():
            if count > 0:
                self._findings.add(Check.TRANSFER, "no transfer", in_words(movement))
            if count < 0:
                self._findings.add(Check.TRANSFER, in_words(movement), "no such transfer")
        ids = [each[0] for each in stored]
        for id_ in ids:
            place = id_.removeprefix(f"{prefix}/")
            if id_ == place or not place.isdecimal() or ids.count(id_) > 1:
                self._findings.add(Check.TRANSFER, f"a transfer {id_}", f"one under {prefix}/")


def in_words(movement: Movement) -> str:
    """Format a movement as text."""
    source, target, cents, why = movement
    return f"{money(cents)} from {source} to {target} as {why}"
