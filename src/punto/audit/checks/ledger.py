"""Recompute every transfer from the events, and every balance from the transfers."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from punto.audit.events import table as events
from punto.audit.events.cage import (
    ClaimCollected,
    ClaimPaid,
    ClaimWrittenOff,
    CreditBought,
    CreditCollected,
    HandPaid,
    VoucherRedeemed,
    VoucherVoided,
)
from punto.audit.findings import NOTHING, Check, Findings
from punto.audit.store.entry import Transfer
from punto.audit.store.journal_file import TransferRow
from punto.messages.message import Message, message

Movement: TypeAlias = tuple[str, str, int, str]
"""The source, the target, the cents, and the reason."""


def _purse(owner: str, table: str) -> str:
    """The account that stakes come from and return to: credit, or the chips on the layout."""
    return f"chips/{table}" if owner.startswith("chips@") else f"credit/{owner}"


def _claim(owner: str, table: str) -> str:
    """The account for amounts owed after a settled round was reversed or corrected."""
    return f"chips/{table}" if owner.startswith("chips@") else f"claim/{owner}"


def _placed(table: str, event: events.WagersPlaced) -> list[Movement]:
    purse, stakes = _purse(event.visit, table), f"stakes/{event.visit}/{table}"
    return [
        (purse, stakes, event.debited_cents, "wager"),
        (stakes, purse, event.returned_cents, "wager-returned"),
    ]


def _sums(wagers: tuple[events.WagerSettled, ...]) -> tuple[dict[str, int], dict[str, int]]:
    """The stakes and the payments of each visit."""
    staked: dict[str, int] = {}
    paid: dict[str, int] = {}
    for wager in wagers:
        visit = wager.visit
        staked[visit] = staked.get(visit, 0) + wager.stake.cents
        paid[visit] = paid.get(visit, 0) + wager.returned_cents
    return staked, paid


def _settled(table: str, event: events.RoundSettled) -> list[Movement]:
    staked, paid = _sums(event.wagers)
    bank = f"bank/{table}"
    found = []
    for visit, cents in staked.items():
        found.append((f"stakes/{visit}/{table}", bank, cents, "collected"))
        found.append((bank, _purse(visit, table), paid[visit], "paid"))
    return found


def _reversed(table: str, event: events.RoundReversed) -> list[Movement]:
    staked, paid = _sums(event.wagers)
    bank = f"bank/{table}"
    found = []
    for visit, cents in staked.items():
        found.append((_claim(visit, table), bank, paid[visit], "taken-back"))
        found.append((bank, _claim(visit, table), cents, "given-back"))
    return found


def _corrected(table: str, event: events.RoundCorrected) -> list[Movement]:
    bank = f"bank/{table}"
    _, before = _sums(event.before)
    found = []
    for visit, paid in _sums(event.wagers)[1].items():
        more, claim = paid - before.get(visit, 0), _claim(visit, table)
        source, target = (bank, claim) if more > 0 else (claim, bank)
        found.append((source, target, abs(more), "corrected"))
    return found


def _refunded(
    table: str, event: events.ParticipantsConfirmed | events.RoundVoided
) -> list[Movement]:
    return [_back(table, each, "refund") for each in event.returned]


def _withdrawn(table: str, event: events.WithdrawalAnswered) -> list[Movement]:
    return [_back(table, event, "withdrawal")]


def _removed(table: str, event: events.WagersRemoved) -> list[Movement]:
    return [_back(table, event, "removal")]


def _back(
    table: str,
    each: events.ReturnedStakes | events.WithdrawalAnswered | events.WagersRemoved,
    why: str,
) -> Movement:
    return f"stakes/{each.visit}/{table}", _purse(each.visit, table), each.cents, why


def _claim_paid(cash: str, event: ClaimPaid) -> list[Movement]:
    target = cash if event.in_cash else f"credit/{event.visit}"
    return [(f"claim/{event.visit}", target, event.cents, "claim-paid")]


def _claim_collected(_cash: str, event: ClaimCollected) -> list[Movement]:
    return [(f"credit/{event.visit}", f"claim/{event.visit}", event.cents, "claim-taken")]


def _written_off(cash: str, event: ClaimWrittenOff) -> list[Movement]:
    return [(cash, f"claim/{event.visit}", event.cents, "claim-written-off")]


def _bought(cash: str, event: CreditBought) -> list[Movement]:
    return [(cash, f"credit/{event.visit}", event.cents, "buy-in")]


def _collected(_cash: str, event: CreditCollected) -> list[Movement]:
    return [(f"credit/{event.visit}", f"voucher/{event.number}", event.cents, "voucher-out")]


def _redeemed(cash: str, event: VoucherRedeemed) -> list[Movement]:
    voucher = f"voucher/{event.number}"
    if event.visit:
        return [(voucher, f"credit/{event.visit}", event.cents, "voucher-in")]
    return [(voucher, cash, event.cents, "voucher-cashed")]


def _hand_paid(cash: str, event: HandPaid) -> list[Movement]:
    return [(f"credit/{event.visit}", cash, event.cents, "hand-pay")]


def _cancelled(cash: str, event: VoucherVoided) -> list[Movement]:
    why = "voucher-expired" if event.is_expired else "voucher-voided"
    return [(f"voucher/{event.number}", cash, event.cents, why)]


POSTINGS: dict[type, Callable[[str, Any], list[Movement]]] = {
    events.WagersPlaced: _placed,
    events.RoundSettled: _settled,
    events.ParticipantsConfirmed: _refunded,
    events.RoundVoided: _refunded,
    events.RoundReversed: _reversed,
    events.RoundCorrected: _corrected,
    events.WithdrawalAnswered: _withdrawn,
    events.WagersRemoved: _removed,
    ClaimPaid: _claim_paid,
    ClaimCollected: _claim_collected,
    ClaimWrittenOff: _written_off,
    CreditBought: _bought,
    CreditCollected: _collected,
    VoucherRedeemed: _redeemed,
    VoucherVoided: _cancelled,
    HandPaid: _hand_paid,
}
"""The transfers of each kind of event. The first argument is the table's name, or the cage's cash
account. Other kinds move nothing."""


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
            self._findings.compare_balance(Check.BALANCE, account, found, expected)

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
            if count:
                self._findings.add_finding(
                    Check.TRANSFER,
                    "finding.transfer",
                    movement=describe_movement(movement if count < 0 else None),
                    expected=describe_movement(movement if count > 0 else None),
                )
        ids = [each[0] for each in stored]
        for id_ in ids:
            place = id_.removeprefix(f"{prefix}/")
            if id_ == place or not place.isdecimal() or ids.count(id_) > 1:
                self._findings.add_finding(
                    Check.TRANSFER, "finding.transfer-id", transfer=id_, prefix=f"{prefix}/"
                )


def describe_movement(movement: Movement | None) -> Message:
    """A movement as a message, or one for nothing."""
    if movement is None:
        return NOTHING
    source, target, cents, reason = movement
    return message(
        "finding-part.movement", amount=cents, source=source, target=target, reason=reason
    )
