"""A desk answers what is durable, once, and refuses what the ledger does not bear."""

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
from punto.table.commands.play import ConfirmParticipants, PlaceWagers, TakeSeat
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


def test_a_repeat_is_answered_and_not_repeated(floor: Floor) -> None:
    (first,) = floor.desk.handle(CommandRequest("x", patron(1), wager(100_00)))
    (again,) = floor.desk.handle(CommandRequest("x", patron(1), wager(100_00)))
    assert isinstance(first, Committed)
    assert again == Committed(first.number, first.events, is_repeat=True)
    assert floor.journal.balance("credit/v1") == 900_00


def test_a_repeat_within_one_batch_is_answered_too(floor: Floor) -> None:
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


def test_a_refusal_leaves_no_entry_and_may_be_asked_again(floor: Floor) -> None:
    version, state = floor.desk.version, floor.desk.state
    (refused,) = floor.desk.handle(CommandRequest("x", patron(1), wager(1)))
    assert isinstance(refused, Refusal)
    assert (floor.desk.version, floor.desk.state) == (version, state)
    (answer,) = floor.desk.handle(CommandRequest("x", patron(1), wager(100_00)))
    assert isinstance(answer, Committed)


def test_what_changes_nothing_has_no_entry(floor: Floor) -> None:
    floor.until(Phase.BETS_CLOSED)
    floor.step()
    version = floor.desk.version
    answer = floor.done(floor.desk, ConfirmParticipants())
    assert (answer.number, answer.events) == (0, ())
    assert floor.desk.version == version


def test_a_stake_beyond_the_credit_is_refused_last_of_all(floor: Floor) -> None:
    (answer,) = floor.desk.handle(CommandRequest("x", patron(1), wager(1_000_20)))
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.clause) == ("short-of-credit", "E 1.1.12")
    assert floor.desk.state.current.sets == {}
    assert floor.journal.balance("credit/v1") == 1_000_00


class Trusting(BatchBalances):
    """Balances that seem to cover everything, as they do where another process has spent them."""

    def covers(self, _entry: Entry) -> bool:
        return True


@pytest.mark.parametrize("posting", [BatchBalances, Trusting])
def test_a_refused_stake_leaves_those_before_and_behind_it(
    floor: Floor, posting: type[BatchBalances], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The desk refuses it; where the balances that it knows are old, the journal does."""
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
    """In elizaOS a check before the deed let eight withdrawals of 100 leave a balance of 100."""
    asked = [
        CommandRequest(f"w{place}", HOUSE_DEALER, CollectCredit("v1", 1_000_00, f"n{place}"))
        for place in range(8)
    ]
    answers = floor.cage.handle(*asked)
    assert sum(isinstance(answer, Committed) for answer in answers) == 1
    vouchers = [name for name in floor.journal.balances() if name.startswith("voucher/")]
    assert vouchers == ["voucher/n0"]


def test_collect_waits_for_open_wagers_and_the_sum_the_patron_saw(floor: Floor) -> None:
    floor.bet(1, "banker", 100_00)
    for cents in (900_00, 1_000_00):
        answer = floor.ask(floor.cage, CollectCredit("v1", cents, "n"))
        assert isinstance(answer, Refusal)
        assert answer.code == "sum-changed"
    floor.until(Phase.SETTLED)
    floor.done(floor.cage, CollectCredit("v1", floor.journal.balance("credit/v1"), "n"))


def test_photocopied_voucher_pays_once(floor: Floor) -> None:
    """Copies of vouchers were paid where nobody asked the server."""
    floor.done(floor.cage, CollectCredit("v1", 1_000_00, "n"))
    copies = [
        CommandRequest(f"r{place}", HOUSE_DEALER, RedeemVoucher("n", 1_000_00))
        for place in range(100)
    ]
    paid = [answer for answer in floor.cage.handle(*copies) if isinstance(answer, Committed)]
    assert len(paid) == 1
    assert floor.journal.balance("cage") == -1_000_00


def test_caesars_indiana_credit_equals_cash_in(floor: Floor) -> None:
    """One dollar in was ten dollars' credit: here the two are one transfer."""
    floor.done(floor.cage, BuyCredit("v2", 1))
    assert floor.journal.balance("credit/v2") == 1_000_01
    assert floor.journal.balance("cage") == -2_000_01


def test_a_new_desk_finds_the_state_of_the_old_one_and_fences_it_off(floor: Floor) -> None:
    floor.bet(1, "banker", 100_00)
    successor = StreamOwner(floor.journal, "t1", table_aggregate("t1"), lambda: NOON)
    assert (successor.state, successor.version) == (floor.desk.state, floor.desk.version)
    with pytest.raises(Fenced):
        floor.bet(2, "banker", 100_00)


@pytest.mark.parametrize("book", GAMES, ids=lambda each: each.key)
def test_a_snapshot_saves_reading_from_the_beginning(
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


def test_a_desk_that_is_often_taken_over_still_keeps_snapshots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted from each take-over, a table that restarts often would read ever more entries."""
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


def test_a_stream_with_its_tail_cut_off_does_not_load(tmp_path: Path) -> None:
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


def test_formance_no_gap_in_the_journal(floor: Floor) -> None:
    """Sums were right and a transaction number was missing: numbers are checked on their own."""
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


def test_a_desk_whose_journal_failed_takes_nothing_until_it_is_opened_again(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It went on from the state before, though what it had written may have been kept."""
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


def test_what_is_durable_is_answered_though_its_snapshot_cannot_be_kept(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk at the snapshot took the answer to a wager that was kept along with it."""
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
