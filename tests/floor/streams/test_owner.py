"""Test that a stream owner answers durable commands once, and refuses uncovered ones."""

from pathlib import Path

import pytest

from punto.floor.software_identity import software_digest
from punto.floor.streams import owner as desk_module
from punto.floor.streams.aggregates import table_aggregate
from punto.floor.streams.owner import CommandRequest, Committed, StreamOwner, StreamStopped
from punto.games.library import GAMES, game
from punto.journal.entry import Entry
from punto.journal.errors import Fenced, JournalCorrupted, StorageFailed
from punto.journal.protocol import AppendResult, Batch, Snapshot
from punto.journal.stores.batch_balances import BatchBalances
from punto.journal.stores.memory import MemoryJournal
from punto.journal.stores.sqlite import SqliteJournal
from punto.ledger.cage import BuyCredit, CollectCredit, RedeemVoucher
from punto.table.actors import HOUSE_DEALER, Actor, ActorKind
from punto.table.commands import ConfirmParticipants, PlaceWagers, TakeSeat
from punto.table.refusals import Refusal
from punto.table.stakes import Stake
from punto.table.state import Phase
from tests.one_table import NOON, Floor, patron

TIGER = game("tiger")


@pytest.fixture
def floor(tmp_path: Path) -> Floor:
    made = Floor(tmp_path)
    made.open(TIGER)
    made.until(Phase.BETS_OPEN)
    return made


def wager(cents: int, after: int = 0, seat: int = 1) -> PlaceWagers:
    return PlaceWagers(1, seat, (Stake("banker", cents),), after)


def test_a_command_is_answered_with_its_entry(floor: Floor) -> None:
    version = floor.desk.version
    (answer,) = floor.desk.handle(CommandRequest("x", patron(1), wager(100_00)))
    assert isinstance(answer, Committed)
    assert answer.number == version + 1 == floor.desk.version
    assert floor.journal.balance("credit/v1") == 900_00


def test_a_repeated_command_is_answered_but_not_carried_out_again(floor: Floor) -> None:
    (first,) = floor.desk.handle(CommandRequest("x", patron(1), wager(100_00)))
    (again,) = floor.desk.handle(CommandRequest("x", patron(1), wager(100_00)))
    assert isinstance(first, Committed)
    assert again == Committed(first.number, first.events, is_repeat=True)
    assert floor.journal.balance("credit/v1") == 900_00


def test_a_repeated_command_in_one_batch_is_not_carried_out_again(floor: Floor) -> None:
    asked = CommandRequest("x", patron(1), wager(100_00))
    first, again = floor.desk.handle(asked, asked)
    assert isinstance(first, Committed)
    assert isinstance(again, Committed)
    assert (again.number, again.is_repeat) == (first.number, True)
    assert floor.journal.balance("credit/v1") == 900_00


def test_another_command_under_the_same_id_is_refused(floor: Floor) -> None:
    floor.desk.handle(CommandRequest("x", patron(1), wager(100_00)))
    (other,) = floor.desk.handle(CommandRequest("x", patron(1), wager(200_00)))
    assert isinstance(other, Refusal)
    assert other.code == "said-otherwise"


def test_a_refused_command_has_no_entry_and_may_be_sent_again(floor: Floor) -> None:
    version, state = floor.desk.version, floor.desk.state
    (refused,) = floor.desk.handle(CommandRequest("x", patron(1), wager(1)))
    assert isinstance(refused, Refusal)
    assert (floor.desk.version, floor.desk.state) == (version, state)
    (answer,) = floor.desk.handle(CommandRequest("x", patron(1), wager(100_00)))
    assert isinstance(answer, Committed)


def test_a_command_without_effect_has_no_entry(floor: Floor) -> None:
    floor.until(Phase.BETS_CLOSED)
    floor.step()
    version = floor.desk.version
    answer = floor.done(floor.desk, ConfirmParticipants())
    assert (answer.number, answer.events) == (0, ())
    assert floor.desk.version == version


def test_a_stake_above_the_credit_is_refused_with_its_clause(floor: Floor) -> None:
    (answer,) = floor.desk.handle(CommandRequest("x", patron(1), wager(1_000_20)))
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.clause) == ("short-of-credit", "E 1.1.12")
    assert floor.desk.state.current.sets == {}
    assert floor.journal.balance("credit/v1") == 1_000_00


class Trusting(BatchBalances):
    """Balances that cover everything, as if another process had spent the money since."""

    def covers(self, _entry: Entry) -> bool:
        return True


@pytest.mark.parametrize("posting", [BatchBalances, Trusting])
def test_a_refused_stake_does_not_affect_the_commands_around_it(
    floor: Floor, posting: type[BatchBalances], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The owner refuses it, or the journal does if the owner's balances are out of date."""
    journal = floor.journal
    monkeypatch.setattr(journal, "posting", lambda: posting(journal.balances(), lambda _: {}))
    answers = floor.desk.handle(
        CommandRequest("a", patron(1), wager(600_00)),
        CommandRequest("b", patron(1), wager(1_600_00, after=1)),
        CommandRequest("c", patron(2), wager(50_00, seat=2)),
        CommandRequest("d", patron(1), wager(700_00, after=1)),
    )
    codes = [answer.code if isinstance(answer, Refusal) else "done" for answer in answers]
    assert codes == ["done", "short-of-credit", "done", "done"]
    sets = floor.desk.state.current.sets
    assert (sets[1].cents, sets[2].cents) == (700_00, 50_00)


def test_eight_withdrawals_of_the_whole_balance_pay_one(floor: Floor) -> None:
    """In elizaOS a check before the withdrawal let eight of them each take the whole balance."""
    asked = [
        CommandRequest(f"w{place}", HOUSE_DEALER, CollectCredit("v1", 1_000_00, f"n{place}"))
        for place in range(8)
    ]
    answers = floor.cage.handle(*asked)
    assert sum(isinstance(answer, Committed) for answer in answers) == 1
    vouchers = [name for name in floor.journal.balances() if name.startswith("voucher/")]
    assert vouchers == ["voucher/n0"]


def test_collecting_needs_the_seen_sum_and_no_open_wagers(floor: Floor) -> None:
    floor.bet(1, "banker", 100_00)
    for cents in (900_00, 1_000_00):
        answer = floor.ask(floor.cage, CollectCredit("v1", cents, "n"))
        assert isinstance(answer, Refusal)
        assert answer.code == "sum-changed"
    floor.until(Phase.SETTLED)
    floor.done(floor.cage, CollectCredit("v1", floor.journal.balance("credit/v1"), "n"))


def test_a_photocopied_voucher_pays_once(floor: Floor) -> None:
    """Casinos have paid copies of vouchers that were redeemed without asking a server."""
    floor.done(floor.cage, CollectCredit("v1", 1_000_00, "n"))
    copies = [
        CommandRequest(f"r{place}", HOUSE_DEALER, RedeemVoucher("n", 1_000_00))
        for place in range(100)
    ]
    paid = [answer for answer in floor.cage.handle(*copies) if isinstance(answer, Committed)]
    assert len(paid) == 1
    assert floor.journal.balance("cage") == -1_000_00


def test_credit_equals_the_cash_paid_in(floor: Floor) -> None:
    """At Caesars Indiana one dollar became ten dollars of credit. Here one transfer moves both."""
    floor.done(floor.cage, BuyCredit("v2", 1))
    assert floor.journal.balance("credit/v2") == 1_000_01
    assert floor.journal.balance("cage") == -2_000_01


def test_a_new_owner_continues_from_the_old_state_and_fences_the_old_owner(floor: Floor) -> None:
    floor.bet(1, "banker", 100_00)
    successor = StreamOwner(floor.journal, "t1", table_aggregate("t1"), lambda: NOON)
    assert (successor.state, successor.version) == (floor.desk.state, floor.desk.version)
    with pytest.raises(Fenced):
        floor.bet(2, "banker", 100_00)


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
def test_a_new_owner_starts_from_the_last_snapshot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, book: object
) -> None:
    monkeypatch.setattr(desk_module, "ENTRIES_BETWEEN_SNAPSHOTS", 5)
    floor = Floor(tmp_path)
    assert isinstance(book, type(TIGER))
    floor.open(book)
    floor.until(Phase.BETS_OPEN)
    floor.bet(1, "banker", 100_00)
    floor.until(Phase.SETTLED)
    snapshot = floor.journal.snapshot("t1")
    assert snapshot is not None
    assert snapshot.number == floor.desk.version
    again = StreamOwner(floor.journal, "t1", table_aggregate("t1"), lambda: NOON)
    assert again.state == floor.desk.state


def test_an_owner_that_restarts_often_still_saves_snapshots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The count starts at the last snapshot. From each start, it would never reach the limit."""
    monkeypatch.setattr(desk_module, "ENTRIES_BETWEEN_SNAPSHOTS", 5)
    floor = Floor(tmp_path)
    floor.open(TIGER)
    floor.until(Phase.BETS_OPEN)
    floor.until(Phase.SETTLED)
    begun = floor.desk.version
    for number in range(3, 9):
        again = StreamOwner(floor.journal, "t1", table_aggregate("t1"), lambda: NOON)
        visit = f"v{number}"
        again.handle(CommandRequest(visit, Actor(ActorKind.PATRON, visit), TakeSeat(number, visit)))
    snapshot = floor.journal.snapshot("t1")
    assert snapshot is not None
    assert snapshot.number > begun


def test_a_snapshot_of_other_software_is_not_used(floor: Floor) -> None:
    floor.journal.save_snapshot("t1", Snapshot(1, "another", b"garbage"))
    again = StreamOwner(floor.journal, "t1", table_aggregate("t1"), lambda: NOON)
    assert again.state == floor.desk.state
    assert len(software_digest()) == 64


def test_a_truncated_stream_does_not_load(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "j.db")
    floor = Floor(tmp_path, journal)
    floor.open(TIGER)
    journal._db.execute("DROP TRIGGER entries_remain")
    journal._db.execute(
        "DELETE FROM entries WHERE number = ? AND stream = 2", (floor.desk.version,)
    )
    with pytest.raises(JournalCorrupted, match="t1 ends at entry"):
        StreamOwner(journal, "t1", table_aggregate("t1"), lambda: NOON)
    journal.close()


def test_the_entries_of_a_stream_have_consecutive_numbers(floor: Floor) -> None:
    """In Formance a transaction number was missing although the sums were right."""
    floor.until(Phase.SETTLED)
    numbers = [kept.number for kept in floor.journal.read("t1")]
    assert numbers == list(range(1, floor.desk.version + 1))


def test_the_same_commands_make_the_same_journal(tmp_path: Path) -> None:
    heads = []
    for name in ("one", "two"):
        floor = Floor(tmp_path / name, MemoryJournal())
        floor.open(TIGER)
        for _ in range(3):
            floor.until(Phase.BETS_OPEN)
            floor.bet(1, "banker", 100_00)
            floor.until(Phase.SETTLED)
            floor.step()
        heads.append(floor.journal.streams())
    assert heads[0] == heads[1]


def test_an_owner_with_a_failed_journal_accepts_nothing_until_it_is_reopened(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It once continued from the previous state, although the failed write may be on disk."""
    append = floor.journal.append

    def kept_and_not_told(*batches: Batch) -> list[AppendResult]:
        append(*batches)
        raise StorageFailed("the sync failed")

    asked = CommandRequest("x", patron(1), wager(100_00))
    with monkeypatch.context() as failing:
        failing.setattr(floor.journal, "append", kept_and_not_told)
        with pytest.raises(StorageFailed):
            floor.desk.handle(asked)
    with pytest.raises(StreamStopped, match="has stopped because its journal failed; reopen it"):
        floor.desk.handle(asked)
    stream = floor.desk.stream
    (answer,) = StreamOwner(floor.journal, stream, table_aggregate(stream), lambda: NOON).handle(
        asked
    )
    assert isinstance(answer, Committed)
    assert answer.is_repeat
    assert floor.journal.balance("credit/v1") == 900_00


def test_a_failed_snapshot_does_not_lose_the_answer_of_a_durable_command(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk once lost the answer to a wager that was already in the journal."""
    tried = []

    def full(stream: str, _snapshot: Snapshot) -> None:
        tried.append(stream)
        raise StorageFailed("the disk is full")

    monkeypatch.setattr(desk_module, "ENTRIES_BETWEEN_SNAPSHOTS", 1)
    monkeypatch.setattr(floor.journal, "save_snapshot", full)
    for number in range(1, 4):
        floor.until(Phase.SETTLED)
        floor.until(Phase.BETS_OPEN)
        assert floor.desk.state.current.number == number + 1
    assert tried
