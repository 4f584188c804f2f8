"""Verify the hash chains, transfers, balances and round index of a journal file."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from punto.journal.errors import JournalCorrupted
from punto.journal.rounds import rounds_of
from punto.journal.stores.sqlite import SqliteJournal
from punto.ledger.accounts import may_be_below_zero


@dataclass(frozen=True, slots=True)
class VerificationResult:
    """What a whole journal holds."""

    entries: Mapping[str, int]
    heads: Mapping[str, str]
    transfers: int
    moved_cents: int
    digest: str
    """What the entries are chained by."""


def verify(
    journal: SqliteJournal,
    exported: Mapping[str, str] | None = None,
    after_each: Callable[[], None] = lambda: None,
) -> VerificationResult:
    """Raise `JournalCorrupted` unless every chain closes and every cent is accounted for.

    An exported head must be in its stream: without one, a tail cut off with care cannot be seen.
    """
    journal.check_pages()
    transfers: dict[str, tuple[str, str, int, str]] = {}
    balances: dict[str, int] = {}
    rounds: set[tuple[str, int, int]] = set()
    waiting = dict(exported or {})
    for stream, (version, head) in journal.streams().items():
        number, last = 0, b""
        for stored in journal.read(stream):
            number, last = stored.number, stored.hash
            if waiting.get(stream) == last.hex():
                del waiting[stream]
            rounds.update((stream, each, number) for each in rounds_of(stored.entry))
            for each in stored.entry.transfers:
                transfers[each.id] = (each.source, each.target, each.cents, each.reason)
                balances[each.source] = balances.get(each.source, 0) - each.cents
                balances[each.target] = balances.get(each.target, 0) + each.cents
            after_each()
        if number != version or (last and last != head):
            raise JournalCorrupted(f"{stream} ends at entry {number}; {version} were kept")
    for stream, hash_ in waiting.items():
        raise JournalCorrupted(f"{stream} does not hold the exported head {hash_}")
    _check_transfers(journal, transfers)
    _check_balances(journal, balances)
    _check_rounds(journal, rounds)
    heads = {name: head.hex() for name, (_, head) in journal.streams().items()}
    entries = {name: version for name, (version, _) in journal.streams().items()}
    moved_cents = sum(cents for _, _, cents, _ in transfers.values())
    return VerificationResult(entries, heads, len(transfers), moved_cents, journal.digest)


def _check_transfers(
    journal: SqliteJournal, expected: Mapping[str, tuple[str, str, int, str]]
) -> None:
    found = 0
    for id_, *rest in journal.transfers():
        found += 1
        if expected.get(id_) != tuple(rest):
            raise JournalCorrupted(f"transfer {id_} is not what its entry says")
    if found != len(expected):
        raise JournalCorrupted(f"{found} transfers are kept, and entries tell of {len(expected)}")


def _check_balances(journal: SqliteJournal, expected: Mapping[str, int]) -> None:
    stored = journal.balances()
    for account in sorted(stored.keys() | expected.keys()):
        has, should = stored.get(account, 0), expected.get(account, 0)
        if has != should:
            raise JournalCorrupted(
                f"{account} holds {has} cents, and its transfers come to {should}"
            )
        if has < 0 and not may_be_below_zero(account):
            raise JournalCorrupted(f"{account} is below zero")


def _check_rounds(journal: SqliteJournal, expected: set[tuple[str, int, int]]) -> None:
    """Compare the index of rounds with the entries."""
    for stream, round_, number in sorted(expected ^ set(journal.rounds())):
        raise JournalCorrupted(f"{stream}, entry {number}: the index of round {round_} is wrong")
