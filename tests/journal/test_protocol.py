"""Every store of the journal behaves the same."""

import pytest

from punto.journal.chain import entry_hash, genesis_hash
from punto.journal.encoding import encode
from punto.journal.errors import Fenced
from punto.journal.protocol import AppendResult, Batch, Journal, Snapshot
from punto.ledger.transfers import BalanceCondition
from tests.journal.entries import entry

BUY = ("cage", "credit/v", 100)


def test_a_new_stream_is_empty(journal: Journal) -> None:
    lease = journal.acquire("s")
    assert (lease.epoch, lease.version, lease.head) == (1, 0, genesis_hash("s"))
    assert list(journal.read("s")) == []


def test_entries_are_stored_in_order_and_chained(journal: Journal) -> None:
    journal.acquire("s")
    entries = [entry("a", BUY), entry("b", BUY)]
    assert journal.append(Batch("s", 1, 0, entries)) == [AppendResult(2)]
    first, second = journal.read("s")
    assert (first.number, first.entry) == (1, entries[0])
    assert (second.number, second.entry) == (2, entries[1])
    assert first.hash == entry_hash(genesis_hash("s"), 1, encode(entries[0]))
    assert second.hash == entry_hash(first.hash, 2, encode(entries[1]))
    assert journal.streams() == {"s": (2, second.hash)}


def test_reading_begins_after_an_entry(journal: Journal) -> None:
    journal.acquire("s")
    journal.append(Batch("s", 1, 0, [entry(each) for each in "abcd"]))
    assert [each.number for each in journal.read("s", after=2)] == [3, 4]


def test_money_moves_with_its_entry(journal: Journal) -> None:
    journal.acquire("s")
    journal.append(Batch("s", 1, 0, [entry("a", BUY, ("credit/v", "stakes/v/t", 30))]))
    assert journal.balances() == {"cage": -100, "credit/v": 70, "stakes/v/t": 30}
    assert journal.balance("credit/v") == 70
    assert journal.balance("credit/nobody") == 0


def test_an_account_that_is_emptied_is_not_among_the_balances(journal: Journal) -> None:
    """The empty accounts of every visit once stayed in memory until the floor stopped."""
    journal.acquire("s")
    journal.append(Batch("s", 1, 0, [entry("a", BUY), entry("b", ("credit/v", "cage", 100))]))
    assert journal.balances() == {}
    assert journal.balance("credit/v") == 0
    assert not journal.posting().covers(entry("c", ("credit/v", "cage", 1)))
    journal.append(Batch("s", 1, 2, [entry("d", BUY)]))
    assert journal.balance("credit/v") == 100


def test_the_longest_prefix_that_the_balances_cover_is_stored(journal: Journal) -> None:
    journal.acquire("s")
    entries = [
        entry("a", BUY),
        entry("b", ("credit/v", "bank/t", 60)),
        entry("c", ("credit/v", "bank/t", 60)),
        entry("d", ("credit/v", "bank/t", 1)),
    ]
    assert journal.append(Batch("s", 1, 0, entries)) == [AppendResult(2, "credit/v")]
    assert [each.entry.id for each in journal.read("s")] == ["a", "b"]
    assert journal.balance("credit/v") == 40


def test_an_entry_that_exceeds_a_balance_moves_nothing(journal: Journal) -> None:
    journal.acquire("s")
    too_much = entry("a", BUY, ("credit/v", "bank/t", 101))
    assert journal.append(Batch("s", 1, 0, [too_much])) == [AppendResult(0, "credit/v")]
    assert journal.balances() == {}


@pytest.mark.parametrize(
    ("condition", "stored_count"),
    [
        (BalanceCondition("credit/v", 100), 1),
        (BalanceCondition("credit/v", 99), 0),
        (BalanceCondition("stakes/v/", 0), 1),
        (BalanceCondition("stakes/v/", 5), 0),
        (BalanceCondition("credit/", 100), 1),
    ],
)
def test_an_entry_whose_balance_condition_fails_is_refused(
    journal: Journal, condition: BalanceCondition, stored_count: int
) -> None:
    journal.acquire("s")
    results = journal.append(Batch("s", 1, 0, [entry("a", BUY, conditions=(condition,))]))
    assert results == [AppendResult(stored_count, "" if stored_count else condition.account)]


def test_a_condition_on_a_folder_of_accounts_sees_stored_balances(journal: Journal) -> None:
    journal.acquire("s")
    journal.append(Batch("s", 1, 0, [entry("a", BUY, ("credit/v", "stakes/v/t1", 40))]))
    journal.append(Batch("s", 1, 1, [entry("b", ("credit/v", "stakes/v/t2", 20))]))
    empty = BalanceCondition("stakes/v/", 0)
    assert journal.append(Batch("s", 1, 2, [entry("c", conditions=(empty,))])) == [
        AppendResult(0, "stakes/v/")
    ]
    back = entry(
        "d", ("stakes/v/t1", "credit/v", 40), ("stakes/v/t2", "credit/v", 20), conditions=(empty,)
    )
    assert journal.append(Batch("s", 1, 2, [back])) == [AppendResult(1)]
    # The account of another visit begins with the same letters but is not below stakes/v/.
    journal.append(Batch("s", 1, 3, [entry("e", ("cage", "stakes/v0/t1", 9))]))
    assert journal.append(Batch("s", 1, 4, [entry("f", conditions=(empty,))])) == [AppendResult(1)]


def test_acquiring_a_stream_fences_off_its_earlier_writer(journal: Journal) -> None:
    journal.acquire("s")
    assert journal.acquire("s").epoch == 2
    with pytest.raises(Fenced, match="another writer has acquired s"):
        journal.append(Batch("s", 1, 0, [entry("a", BUY)]))
    assert journal.append(Batch("s", 2, 0, [entry("a", BUY)])) == [AppendResult(1)]


def test_a_writer_that_lacks_the_last_entry_is_refused(journal: Journal) -> None:
    journal.acquire("s")
    journal.append(Batch("s", 1, 0, [entry("a")]))
    with pytest.raises(Fenced):
        journal.append(Batch("s", 1, 0, [entry("b", BUY)]))
    assert journal.balances() == {}


def test_batches_of_several_streams_go_in_one_transaction(journal: Journal) -> None:
    journal.acquire("s")
    journal.acquire("t")
    results = journal.append(
        Batch("s", 1, 0, [entry("a", BUY)]),
        Batch("t", 1, 0, [entry("b", ("credit/v", "bank/t", 60))]),
    )
    assert results == [AppendResult(1), AppendResult(1)]
    assert journal.balance("credit/v") == 40


def test_the_id_of_a_command_finds_its_entry(journal: Journal) -> None:
    journal.acquire("s")
    bought = entry("a", BUY)
    journal.append(Batch("s", 1, 0, [bought]))
    assert journal.find_entry("s", "a") == (1, bought)
    assert journal.find_entry("s", "b") is None
    assert journal.find_entry("t", "a") is None


def test_one_query_finds_the_entries_of_several_commands(journal: Journal) -> None:
    journal.acquire("s")
    entries = [entry(id_) for id_ in ("a", "b", "it's \0 \N{PLAYING CARD ACE OF SPADES}")]
    journal.append(Batch("s", 1, 0, entries))
    ids = [stored.id for stored in entries]
    assert journal.find_entries("s", ids) == {
        stored.id: (number, stored) for number, stored in enumerate(entries, start=1)
    }
    assert journal.find_entries("s", ["x", "b", "b"]) == {"b": (2, entries[1])}
    assert journal.find_entries("s", []) == journal.find_entries("t", ids) == {}


def test_the_newest_snapshot_replaces_the_one_before(journal: Journal) -> None:
    journal.acquire("s")
    assert journal.snapshot("s") is None
    journal.save_snapshot("s", Snapshot(5, "one", b"old"))
    journal.save_snapshot("s", Snapshot(9, "two", b"new"))
    assert journal.snapshot("s") == Snapshot(9, "two", b"new")
