"""Recompute every transfer from the events, and every balance from the transfers."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from punto.audit.checks.postings import Movement
from punto.audit.findings import NOTHING, Check, Findings
from punto.audit.store.entry import Transfer
from punto.audit.store.journal_file import TransferRow
from punto.messages.message import Message, message

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
                self._report_balance(account, found, expected)
            if found is not None and found < 0:
                self._check_owing(account, found)
        if total := sum(stored.values()):
            self._findings.add_finding(Check.SUM, "finding.sum", amount=total)

    def _report_balance(self, account: str, found: int | None, expected: int | None) -> None:
        if found is None:
            self._findings.add_finding(
                Check.BALANCE, "finding.account-missing", account=account, expected=expected
            )
        elif expected is None:
            self._findings.add_finding(
                Check.BALANCE, "finding.account-unknown", account=account, amount=found
            )
        else:
            self._findings.add_finding(
                Check.BALANCE, "finding.balance", account=account, amount=found, expected=expected
            )

    def _check_owing(self, account: str, cents: int) -> None:
        if account not in self._owing and not account.startswith(MAY_OWE):
            self._owing.add(account)
            self._findings.add_finding(
                Check.BELOW_ZERO, "finding.below-zero", account=account, amount=cents
            )

    def _compare(self, prefix: str, due: list[Transfer], stored: list[Transfer]) -> None:
        """Report transfers that are missing, superfluous or misnamed, in any order."""
        missing = Counter(each[1:] for each in due)
        missing.subtract(each[1:] for each in stored)
        for movement, count in missing.items():
            if count > 0:
                self._findings.add_finding(
                    Check.TRANSFER,
                    "finding.transfer",
                    movement=NOTHING,
                    expected=describe_movement(movement),
                )
            if count < 0:
                self._findings.add_finding(
                    Check.TRANSFER,
                    "finding.transfer",
                    movement=describe_movement(movement),
                    expected=NOTHING,
                )
        ids = [each[0] for each in stored]
        for id_ in ids:
            place = id_.removeprefix(f"{prefix}/")
            if id_ == place or not place.isdecimal() or ids.count(id_) > 1:
                self._findings.add_finding(
                    Check.TRANSFER, "finding.transfer-id", transfer=id_, prefix=f"{prefix}/"
                )


def describe_movement(movement: Movement) -> Message:
    """A movement as a message."""
    source, target, cents, reason = movement
    return message(
        "finding-part.movement", amount=cents, source=source, target=target, reason=reason
    )
