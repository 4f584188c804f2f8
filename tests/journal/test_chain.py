"""A journal verifies if it is complete and adds up; otherwise the error names the place."""

from collections.abc import Callable

import pytest

from punto.journal.chain import verify
from punto.journal.errors import JournalCorrupted
from punto.journal.protocol import Batch
from punto.journal.stores.sqlite import SqliteJournal
from tests.journal.entries import entry

Reopened = Callable[[], SqliteJournal]

BOUGHT, STAKED = ("cage", "credit/v", 100), ("credit/v", "stakes/v/t", 40)
GUARDS = ("entries_stay", "entries_remain", "transfers_stay", "transfers_remain")


def unguarded(reopened: Reopened) -> SqliteJournal:
    """A journal of two entries without the triggers that refuse changes."""
    journal = reopened()
    journal.acquire("s")
    journal.append(Batch("s", 1, 0, [entry("a", BOUGHT), entry("b", STAKED)]))
    for guard in GUARDS:
        journal._db.execute(f"DROP TRIGGER {guard}")
    return journal


def test_a_sound_journal_verifies_with_its_totals(reopened: Reopened) -> None:
    found = verify(unguarded(reopened))
    assert (dict(found.entries), found.transfers, found.moved_cents) == ({"s": 2}, 2, 140)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            "UPDATE balances SET cents = 61 WHERE account = 'credit/v'",
            "credit/v holds 61 cents; its transfers add up to 60",
        ),
        (
            "UPDATE balances SET cents = 59 WHERE account = 'credit/v'",
            "credit/v holds 59 cents; its transfers add up to 60",
        ),
        (
            "INSERT INTO balances VALUES ('voucher/x', 5)",
            "voucher/x holds 5 cents; its transfers add up to 0",
        ),
        ("UPDATE transfers SET cents = 41 WHERE id = 's/b/1'", "transfer s/b/1 differs"),
        ("DELETE FROM transfers WHERE id = 's/b/1'", "stores 1 transfers; its entries contain 2"),
        (
            "INSERT INTO transfers VALUES ('s/c/1', 'cage', 'credit/v', 1, 'buy-in')",
            "transfer s/c/1 differs from the transfer in its entry",
        ),
        ("DELETE FROM entries WHERE number = 2", "s ends at entry 1; expected entry 2"),
        ("UPDATE streams SET head = zeroblob(32)", "s ends at entry 2; expected entry 2"),
        (
            "INSERT INTO rounds SELECT stream, 7, 2 FROM streams",
            "s, entry 2: the index of round 7 is wrong",
        ),
    ],
)
def test_an_error_in_the_totals_is_reported(reopened: Reopened, change: str, words: str) -> None:
    unguarded(reopened)._db.execute(change)
    with pytest.raises(JournalCorrupted, match=words):
        verify(reopened())


def test_an_old_backup_lacks_the_exported_head_and_is_refused(reopened: Reopened) -> None:
    journal = unguarded(reopened)
    old = verify(journal).heads
    journal.append(Batch("s", 1, 2, [entry("c", STAKED)]))
    new = verify(journal, old).heads
    assert new != old
    journal._db.execute("DELETE FROM entries WHERE number = 3")
    journal._db.execute("DELETE FROM transfers WHERE id = 's/c/1'")
    journal._db.execute("UPDATE balances SET cents = 60 WHERE account = 'credit/v'")
    journal._db.execute("UPDATE balances SET cents = 40 WHERE account = 'stakes/v/t'")
    journal._db.execute(
        "UPDATE streams SET version = 2, head = (SELECT hash FROM entries WHERE number = 2)"
    )
    backup = reopened()
    assert verify(backup, old).heads == old
    with pytest.raises(JournalCorrupted, match=f"s does not hold the exported head {new['s']}"):
        verify(backup, new)


def test_a_damaged_page_of_an_index_is_reported(reopened: Reopened) -> None:
    """Chains and balances do not read the index, but a repeated command is looked up in it."""
    journal = unguarded(reopened)
    query = "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_entries_2'"
    ((page,),) = journal._db.execute(query)
    size, path = int(journal._db.pragma("page_size")), journal.path
    journal.close()
    data = bytearray(path.read_bytes())
    data[page * size - 40] ^= 1
    path.write_bytes(data)
    with pytest.raises(JournalCorrupted, match="is damaged"):
        verify(reopened())
