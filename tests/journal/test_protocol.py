"""The contract that every journal keeps."""

import pytest

from punto.journal.encoding import encode
from punto.journal.entry import first_link, link
from punto.journal.errors import Fenced
from punto.journal.protocol import Appended, Batch, Journal, Snapshot
from punto.ledger.transfers import Demand
from tests.journal.entries import entry

BUY = ("cage", "credit/v", 100)


def test_a_new_stream_is_empty(journal: Journal) -> None:
    taken = journal.take("s")
    assert (taken.epoch, taken.version, taken.head) == (1, 0, first_link("s"))
    assert list(journal.read("s")) == []


def test_entries_are_kept_in_order_and_chained(journal: Journal) -> None:
    journal.take("s")
    entries = [entry("a", BUY), entry("b", BUY)]
    assert journal.append(Batch("s", 1, 0, entries)) == [Appended(2)]
    kept = list(journal.read("s"))
    assert [(each.number, each.entry) for each in kept] == [(1, entries[0]), (2, entries[1])]
    assert kept[0].hash == link(first_link("s"), 1, encode(entries[0]))
    assert kept[1].hash == link(kept[0].hash, 2, encode(entries[1]))
    assert journal.streams() == {"s": (2, kept[1].hash)}


def test_reading_begins_after_an_entry(journal: Journal) -> None:
    journal.take("s")
    journal.append(Batch("s", 1, 0, [entry(each) for each in "abcd"]))
    assert [each.number for each in journal.read("s", after=2)] == [3, 4]


def test_money_moves_with_its_entry(journal: Journal) -> None:
    journal.take("s")
    journal.append(Batch("s", 1, 0, [entry("a", BUY, ("credit/v", "stakes/v/t", 30))]))
    assert journal.balances() == {"cage": -100, "credit/v": 70, "stakes/v/t": 30}
    assert journal.balance("credit/v") == 70
    assert journal.balance("credit/nobody") == 0


def test_the_longest_prefix_that_the_ledger_bears_is_kept(journal: Journal) -> None:
    journal.take("s")
    entries = [
        entry("a", BUY),
        entry("b", ("credit/v", "bank/t", 60)),
        entry("c", ("credit/v", "bank/t", 60)),
        entry("d", ("credit/v", "bank/t", 1)),
    ]
    assert journal.append(Batch("s", 1, 0, entries)) == [Appended(2, "credit/v")]
    assert [each.entry.id for each in journal.read("s")] == ["a", "b"]
    assert journal.balance("credit/v") == 40


def test_an_entry_that_moves_too_much_moves_nothing(journal: Journal) -> None:
    journal.take("s")
    both = entry("a", BUY, ("credit/v", "bank/t", 101))
    assert journal.append(Batch("s", 1, 0, [both])) == [Appended(0, "credit/v")]
    assert journal.balances() == {}


@pytest.mark.parametrize(
    ("demand", "kept"),
    [
        (Demand("credit/v", 100), 1),
        (Demand("credit/v", 99), 0),
        (Demand("stakes/v/", 0), 1),
        (Demand("stakes/v/", 5), 0),
        (Demand("credit/", 100), 1),
    ],
)
def test_what_an_entry_demands_must_then_be_so(journal: Journal, demand: Demand, kept: int) -> None:
    journal.take("s")
    answer = journal.append(Batch("s", 1, 0, [entry("a", BUY, demands=(demand,))]))
    assert answer == [Appended(kept, "" if kept else demand.account)]


def test_a_demand_on_all_accounts_under_a_name_sees_those_kept_before(journal: Journal) -> None:
    journal.take("s")
    journal.append(Batch("s", 1, 0, [entry("a", BUY, ("credit/v", "stakes/v/t1", 40))]))
    journal.append(Batch("s", 1, 1, [entry("b", ("credit/v", "stakes/v/t2", 20))]))
    empty = Demand("stakes/v/", 0)
    assert journal.append(Batch("s", 1, 2, [entry("c", demands=(empty,))])) == [
        Appended(0, "stakes/v/")
    ]
    back = entry(
        "d", ("stakes/v/t1", "credit/v", 40), ("stakes/v/t2", "credit/v", 20), demands=(empty,)
    )
    assert journal.append(Batch("s", 1, 2, [back])) == [Appended(1)]
    # A name that merely begins alike is another visit's.
    journal.append(Batch("s", 1, 3, [entry("e", ("cage", "stakes/v0/t1", 9))]))
    assert journal.append(Batch("s", 1, 4, [entry("f", demands=(empty,))])) == [Appended(1)]


def test_whoever_takes_a_stream_fences_the_one_before_off(journal: Journal) -> None:
    journal.take("s")
    assert journal.take("s").epoch == 2
    with pytest.raises(Fenced, match="s was taken by another writer"):
        journal.append(Batch("s", 1, 0, [entry("a", BUY)]))
    assert journal.append(Batch("s", 2, 0, [entry("a", BUY)])) == [Appended(1)]


def test_a_writer_that_does_not_know_the_last_entry_is_refused(journal: Journal) -> None:
    journal.take("s")
    journal.append(Batch("s", 1, 0, [entry("a")]))
    with pytest.raises(Fenced):
        journal.append(Batch("s", 1, 0, [entry("b", BUY)]))
    assert journal.balances() == {}


def test_batches_of_several_streams_go_in_one_transaction(journal: Journal) -> None:
    journal.take("s")
    journal.take("t")
    answers = journal.append(
        Batch("s", 1, 0, [entry("a", BUY)]),
        Batch("t", 1, 0, [entry("b", ("credit/v", "bank/t", 60))]),
    )
    assert answers == [Appended(1), Appended(1)]
    assert journal.balance("credit/v") == 40


def test_an_entry_is_found_by_its_command(journal: Journal) -> None:
    journal.take("s")
    made = entry("a", BUY)
    journal.append(Batch("s", 1, 0, [made]))
    assert journal.find("s", "a") == (1, made)
    assert journal.find("s", "b") is None
    assert journal.find("t", "a") is None


def test_the_last_snapshot_is_kept(journal: Journal) -> None:
    journal.take("s")
    assert journal.snapshot("s") is None
    journal.save("s", Snapshot(5, "one", b"old"))
    journal.save("s", Snapshot(9, "two", b"new"))
    assert journal.snapshot("s") == Snapshot(9, "two", b"new")
