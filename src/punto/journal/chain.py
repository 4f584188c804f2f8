"""Chain the entries of each stream by hash, and verify a whole journal."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from punto.journal.encoding import DecodeError, decode
from punto.journal.entry import Entry, StoredEntry, rounds_of
from punto.journal.errors import JournalCorrupted, JournalError
from punto.ledger.accounts import may_be_below_zero

if TYPE_CHECKING:
    from punto.journal.stores.sqlite import SqliteJournal

StoredRow = tuple[int, str, bytes, bytes]
"""A stored entry: its number, id, text and hash."""


def digest_of(data: bytes) -> bytes:
    """The SHA-256 digest of some bytes.

    Version 1 of the journal file stands for this digest. Another digest needs a new version.
    """
    return hashlib.sha256(data).digest()


def genesis_hash(stream: str) -> bytes:
    """The hash that the first entry of a stream is chained to."""
    return digest_of(stream.encode())


def entry_hash(previous: bytes, number: int, body: bytes) -> bytes:
    """The hash of an entry, computed from the previous hash, its number and its text."""
    return digest_of(previous + number.to_bytes(8, "big") + body)


def verify_chain(
    stream: str, rows: Iterable[StoredRow], after: int, head: bytes
) -> Iterator[StoredEntry]:
    """Yield the entries of rows; raise `JournalCorrupted` at the first row that breaks the chain.

    The rows begin after entry `after`, whose hash is `head`.
    """
    for expected, (number, id_, body, hash_) in enumerate(rows, start=after + 1):
        head = entry_hash(head, expected, body)
        if number != expected or head != hash_:
            raise JournalCorrupted(f"{stream} does not chain at entry {expected}")
        entry = _decode(stream, expected, body)
        if entry.id != id_:
            raise JournalCorrupted(
                f"{stream}, entry {expected}: the stored id differs from the entry's id"
            )
        yield StoredEntry(stream, number, entry, head)


def _decode(stream: str, number: int, body: bytes) -> Entry:
    try:
        return decode(body)
    except DecodeError as error:
        raise JournalError(f"{stream} cannot be read at entry {number}: {error}") from None


@dataclass(frozen=True, slots=True)
class VerificationResult:
    """The size, the heads and the total turnover of a sound journal."""

    entries: Mapping[str, int]
    heads: Mapping[str, str]
    transfers: int
    moved_cents: int


def verify(
    journal: "SqliteJournal",
    exported: Mapping[str, str] | None = None,
    after_each: Callable[[], None] = lambda: None,
) -> VerificationResult:
    """Raise `JournalCorrupted` unless every chain, transfer, balance and round index is right.

    Each exported head must be in its stream. Without an exported head, a stream whose last
    entries were removed carefully still verifies.
    """
    journal.check_pages()
    transfers: dict[str, tuple[str, str, int, str]] = {}
    balances: dict[str, int] = {}
    rounds: set[tuple[str, int, int]] = set()
    missing_heads = dict(exported or {})
    for stream, (version, head) in journal.streams().items():
        number, last = 0, b""
        for stored in journal.read(stream):
            number, last = stored.number, stored.hash
            if missing_heads.get(stream) == last.hex():
                del missing_heads[stream]
            rounds.update((stream, round_, number) for round_ in rounds_of(stored.entry))
            for transfer in stored.entry.transfers:
                source, target, cents = transfer.source, transfer.target, transfer.cents
                transfers[transfer.id] = (source, target, cents, transfer.reason)
                balances[source] = balances.get(source, 0) - cents
                balances[target] = balances.get(target, 0) + cents
            after_each()
        if number != version or (last and last != head):
            raise JournalCorrupted(f"{stream} ends at entry {number}; expected entry {version}")
    for stream, hash_ in missing_heads.items():
        raise JournalCorrupted(f"{stream} does not hold the exported head {hash_}")
    _check_transfers(journal, transfers)
    _check_balances(journal, balances)
    _check_rounds(journal, rounds)
    heads = {name: head.hex() for name, (_, head) in journal.streams().items()}
    entries = {name: version for name, (version, _) in journal.streams().items()}
    moved_cents = sum(cents for _, _, cents, _ in transfers.values())
    return VerificationResult(entries, heads, len(transfers), moved_cents)


def _check_transfers(
    journal: "SqliteJournal", expected: Mapping[str, tuple[str, str, int, str]]
) -> None:
    found = 0
    for id_, *rest in journal.transfers():
        found += 1
        if expected.get(id_) != tuple(rest):
            raise JournalCorrupted(f"transfer {id_} differs from the transfer in its entry")
    if found != len(expected):
        raise JournalCorrupted(
            f"the journal stores {found} transfers; its entries contain {len(expected)}"
        )


def _check_balances(journal: "SqliteJournal", expected: Mapping[str, int]) -> None:
    stored = journal.balances()
    for account in sorted(stored.keys() | expected.keys()):
        has, should = stored.get(account, 0), expected.get(account, 0)
        if has != should:
            raise JournalCorrupted(f"{account} holds {has} cents; its transfers add up to {should}")
        if has < 0 and not may_be_below_zero(account):
            raise JournalCorrupted(f"{account} is below zero")


def _check_rounds(journal: "SqliteJournal", expected: set[tuple[str, int, int]]) -> None:
    """Compare the index of rounds with the entries."""
    for stream, round_, number in sorted(expected ^ set(journal.rounds())):
        raise JournalCorrupted(f"{stream}, entry {number}: the index of round {round_} is wrong")
