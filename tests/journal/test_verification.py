"""A journal verifies if it is whole and adds up, and says where it does not."""

from collections.abc import Callable

import pytest

from punto.journal.errors import JournalCorrupted
from punto.journal.protocol import Batch
from punto.journal.stores.sqlite import SqliteJournal
from punto.journal.verification import verify
from tests.journal.entries import entry

Reopened = Callable[[], SqliteJournal]

BOUGHT, STAKED = ("cage", "credit/v", 100), ("credit/v", "stakes/v/t", 40)
GUARDS = ("entries_stay", "entries_remain", "transfers_stay", "transfers_remain")


def kept(reopened: Reopened) -> SqliteJournal:
    journal = reopened()
    journal.acquire("s")
    journal.append(Batch("s", 1, 0, [entry("a", BOUGHT), entry("b", STAKED)]))
    for guard in GUARDS:
        journal._db.execute(f"DROP TRIGGER {guard}")
    return journal


def test_a_whole_journal_is_told(reopened: Reopened) -> None:
    found = verify(kept(reopened))
    assert (dict(found.entries), found.transfers, found.moved_cents) == ({"s": 2}, 2, 140)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            "UPDATE balances SET cents = 61 WHERE account = 'credit/v'",
            "credit/v holds 61 cents, and its transfers come to 60",
        ),
        (
            "UPDATE balances SET cents = 59 WHERE account = 'credit/v'",
            "credit/v holds 59 cents, and its transfers come to 60",
        ),
        (
            "INSERT INTO balances VALUES ('voucher/x', 5)",
            "voucher/x holds 5 cents, and its transfers come to 0",
        ),
        ("UPDATE transfers SET cents = 41 WHERE id = 's/b/1'", "transfer s/b/1 is not what"),
        ("DELETE FROM transfers WHERE id = 's/b/1'", "1 transfers are kept, and entries tell of 2"),
        (
            "INSERT INTO transfers VALUES ('s/c/1', 'cage', 'credit/v', 1, 'buy-in')",
            "transfer s/c/1 is not what its entry says",
        ),
        ("DELETE FROM entries WHERE number = 2", "s ends at entry 1; 2 were kept"),
        ("UPDATE streams SET head = zeroblob(32)", "s ends at entry 2; 2 were kept"),
        (
            "INSERT INTO rounds SELECT stream, 7, 2 FROM streams",
            "s, entry 2: the index of round 7 is wrong",
        ),
    ],
)
def test_what_does_not_add_up_is_said(reopened: Reopened, change: str, words: str) -> None:
    kept(reopened)._db.execute(change)
    with pytest.raises(JournalCorrupted, match=words):
        verify(reopened())


def test_an_exported_head_must_be_there_and_an_old_backup_has_it_not(reopened: Reopened) -> None:
    journal = kept(reopened)
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


def test_a_damaged_page_of_an_index_is_seen(reopened: Reopened) -> None:
    """No chain and no balance reads it, and a command told twice is looked up there."""
    journal = kept(reopened)
    query = "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_entries_2'"
    ((page,),) = journal._db.execute(query)
    size, path = int(journal._db.pragma("page_size")), journal.path
    journal.close()
    data = bytearray(path.read_bytes())
    data[page * size - 40] ^= 1
    path.write_bytes(data)
    with pytest.raises(JournalCorrupted, match="is damaged"):
        verify(reopened())
