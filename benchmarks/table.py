"""Measure rounds in memory, durable commands against raw SQLite, restarts, and growth.

`scripts/bench table` prints one table. Only ratios count, because machines differ and are shared.
"""

import tempfile
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

import apsw
from rich.console import Console
from rich.table import Table as Printed

from punto.devices.virtual_shoe import VirtualShoe, new_shoe
from punto.floor.streams.aggregates import CAGE, cage_aggregate, table_aggregate
from punto.floor.streams.owner import CommandRequest, StreamOwner
from punto.games.library import game
from punto.journal.encoding import encode
from punto.journal.entry import Entry
from punto.journal.protocol import Journal
from punto.journal.stores.batch_balances import BatchBalances
from punto.journal.stores.memory import MemoryJournal
from punto.journal.stores.sqlite import SqliteJournal
from punto.journal.stores.sqlite_file import CHECKSUMS, SCHEMA
from punto.ledger.cage import BeginVisit, BuyCredit
from punto.table.actors import DEVICE, HOUSE_DEALER, Actor, ActorKind
from punto.table.commands import (
    CloseBets,
    ConfirmParticipants,
    DrawCard,
    EndShoe,
    LoadShoe,
    OpenBets,
    OpenTable,
    PlaceWagers,
    SettleRound,
    TakeSeat,
)
from punto.table.next_step import NextStep, next_step
from punto.table.refusals import Refusal
from punto.table.settings import default_settings
from punto.table.stakes import Stake
from punto.table.state import Table

REFUSED = 256
SEATS = range(1, 7)
STEPS = {
    NextStep.OPEN_BETS: OpenBets,
    NextStep.CLOSE_BETS: CloseBets,
    NextStep.CONFIRM_SEATS: ConfirmParticipants,
    NextStep.SETTLE: SettleRound,
}


class Bench:
    """A table with six bettors on a journal."""

    def __init__(self, journal: Journal, stream: str = "t") -> None:
        self._ids = count(1)
        self._shoe = VirtualShoe("", "")
        cage = StreamOwner(journal, CAGE, cage_aggregate(), lambda: "now")
        self.owner: StreamOwner[Table] = StreamOwner(
            journal, stream, table_aggregate(stream), lambda: "now"
        )
        book = game("tiger-no-commission")
        self._ask(OpenTable(book.text, default_settings(book)))
        for seat in SEATS:
            cage.handle(CommandRequest(f"b{seat}", HOUSE_DEALER, BeginVisit(f"v{seat}", "x")))
            cage.handle(
                CommandRequest(f"c{seat}", HOUSE_DEALER, BuyCredit(f"v{seat}", 1_000_000_00))
            )
            self._ask(TakeSeat(seat, f"v{seat}"), patron(seat))

    def round(self) -> None:
        """Continue to the next opening of bets, and place the wagers of all six."""
        while next_step(self.owner.state) is not NextStep.OPEN_BETS:
            self._step()
        self._ask(OpenBets())
        self.wager(len(SEATS))

    def wager(self, many: int) -> None:
        """Place this number of sets at once, seat after seat, each different from the last."""
        current = self.owner.state.current
        last = {seat: placed.number for seat, placed in current.sets.items()}
        requests = []
        for number in range(current.sets_placed + 1, current.sets_placed + 1 + many):
            seat = number % len(SEATS) + 1
            stakes = (Stake("banker", 10_00 + number % 7 * 2), Stake("tie", 5_00))
            placed = PlaceWagers(current.number, seat, stakes, last.get(seat, 0))
            last[seat] = number
            requests.append(CommandRequest(f"{next(self._ids)}", patron(seat), placed))
        self.owner.handle(*requests)

    def _step(self) -> None:
        table = self.owner.state
        match step := next_step(table):
            case NextStep.LOAD_SHOE:
                self._shoe = new_shoe(8)
                self._ask(LoadShoe(f"s{self.owner.version}", self._shoe.commitment))
            case NextStep.END_SHOE:
                self._ask(EndShoe(self._shoe.order, self._shoe.salt))
            case NextStep.DRAW:
                number = table.device.cards_out + 1
                self._ask(DrawCard(number, self._shoe.card(number) or ""), DEVICE)
            case _:
                self._ask(STEPS[step]())

    def _ask(self, command: object, by: Actor = HOUSE_DEALER) -> None:
        self.owner.handle(CommandRequest(f"{next(self._ids)}", by, command))


def patron(seat: int) -> Actor:
    """The patron at a seat."""
    return Actor(ActorKind.PATRON, f"v{seat}")


def rate(work: Callable[[], None], seconds: float = 3.0) -> float:
    """The rate of a function per second, the best of three runs."""
    best = 0.0
    for _ in range(3):
        started, calls = time.perf_counter(), 0
        while time.perf_counter() - started < seconds / 3:
            work()
            calls += 1
        best = max(best, calls / (time.perf_counter() - started))
    return best


def durable(folder: Path, batch: int) -> tuple[float, float]:
    """Return the wagers that an owner accepts per second, and the rows that bare SQLite commits."""
    journal = SqliteJournal(folder / f"owner-{batch}.db")
    bench = Bench(journal)
    bench.round()
    ours = rate(lambda: bench.wager(batch)) * batch
    entries = [each.entry for each in journal.read("t", after=bench.owner.version - batch)]
    journal.close()
    return ours, raw(folder / f"raw-{batch}.db", entries)


class Unchecked(BatchBalances):
    """Balances that cover everything, so that only the journal refuses."""

    def covers(self, _entry: Entry) -> bool:
        """Whether the balances cover an entry."""
        return True


class RefusingJournal(SqliteJournal):
    """A journal that alone refuses what the balances do not cover, one entry per commit."""

    def posting(self) -> BatchBalances:
        """Return balances that cover everything, so that the owner refuses nothing."""
        return Unchecked(self._balances, self._under)


def refused(journal: SqliteJournal, wagers: int) -> float:
    """Return the seconds in which an owner refuses a batch without credit, the best of three."""
    bench, seat = Bench(journal), len(SEATS) + 1
    cage = StreamOwner(journal, CAGE, cage_aggregate(), lambda: "now")
    cage.handle(CommandRequest("poor", HOUSE_DEALER, BeginVisit(f"v{seat}", "x")))
    bench.owner.handle(CommandRequest("sits", patron(seat), TakeSeat(seat, f"v{seat}")))
    bench.round()
    round_, best = bench.owner.state.current.number, float("inf")
    placed = PlaceWagers(round_, seat, (Stake("tie", 5_00),), after=0)
    for attempt in range(3):
        requests = [
            CommandRequest(f"{attempt}-{each}", patron(seat), placed) for each in range(wagers)
        ]
        started = time.perf_counter()
        answers = bench.owner.handle(*requests)
        best = min(best, time.perf_counter() - started)
        assert all(isinstance(each, Refusal) for each in answers)
        assert bench.owner.state.current.sets.keys() == set(SEATS)
    journal.close()
    return best


def raw(path: Path, entries: list[Entry]) -> float:
    """Write the same rows to the same tables with only SQLite, with the same syncs."""
    db = apsw.Connection(str(path), vfs=CHECKSUMS)
    db.reserve_bytes("main", 8)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute(SCHEMA)
    bodies, numbers = [encode(each) for each in entries], count(1)
    moved = [
        (each.source, each.target, each.cents, each.reason) for e in entries for each in e.transfers
    ]
    accounts = {(name, 5) for source, target, _, _ in moved for name in (source, target)}

    def commit() -> None:
        db.execute("BEGIN IMMEDIATE")
        first = next(numbers)
        db.executemany(
            "INSERT INTO entries VALUES (1, ?, ?, ?, zeroblob(32))",
            [(first, f"{first}", bodies[0])]
            + [
                (number, f"{number}", body)
                for body, number in zip(bodies[1:], numbers, strict=False)
            ],
        )
        db.executemany(
            "INSERT INTO transfers VALUES (?, ?, ?, ?, ?)",
            [(f"t/{first}/{place}", *each) for place, each in enumerate(moved)],
        )
        db.executemany("INSERT OR REPLACE INTO balances VALUES (?, ?)", accounts)
        db.execute("COMMIT")

    per_second = rate(commit) * len(entries)
    db.close()
    return per_second


def restart(folder: Path, rows: int) -> float:
    """The seconds from opening a journal with many rows to the first accepted wager."""
    path = folder / "long.db"
    journal = SqliteJournal(path)
    bench = Bench(journal)
    bench.round()
    while bench.owner.version < rows:
        bench.wager(1_000)
    # The owner takes a snapshot only between rounds, so let one round end.
    bench.round()
    bench.round()
    journal.close()
    started = time.perf_counter()
    journal = SqliteJournal(path)
    again: StreamOwner[Table] = StreamOwner(journal, "t", table_aggregate("t"), lambda: "now")
    current = again.state.current
    placed = PlaceWagers(current.number, 1, (), current.sets[1].number)
    again.handle(CommandRequest("first", patron(1), placed))
    seconds = time.perf_counter() - started
    journal.close()
    return seconds


def growth(rounds: int) -> tuple[float, float]:
    """Rounds per second at the beginning of a journal and after many rounds."""
    bench = Bench(MemoryJournal())
    bench.round()
    early = rate(bench.round, 1.5)
    for _ in range(rounds):
        bench.round()
    return early, rate(bench.round, 1.5)


def main() -> None:
    """Measure everything and print it."""
    printed = Printed(title="The table")
    for head in ("what", "figure", "against", "ratio"):
        printed.add_column(head, justify="left" if head == "what" else "right")
    early, late = growth(2_000)
    printed.add_row("rounds a second in memory, six bettors", f"{early:,.0f}", "", "")
    printed.add_row(
        "the same after 2,000 rounds more", f"{late:,.0f}", f"{early:,.0f}", f"{late / early:.2f}"
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for batch in (1, 10, 100):
            ours, bare = durable(folder, batch)
            words = f"durable commands a second, {batch} a commit"
            printed.add_row(words, f"{ours:,.0f}", f"{bare:,.0f} raw SQLite", f"{ours / bare:.2f}")
        seconds = refused(SqliteJournal(folder / "owner.db"), REFUSED)
        alone = refused(RefusingJournal(folder / "alone.db"), REFUSED)
        printed.add_row(
            f"ms for {REFUSED} wagers without credit in one batch",
            f"{1e3 * seconds:.1f}",
            f"{1e3 * alone:.1f} if the journal refuses each",
            f"{alone / seconds:.0f}",
        )
        seconds = restart(folder, 1_000_000)
        printed.add_row(
            "restart with 1,000,000 entries to the first wager",
            f"{seconds:.2f} s",
            "5 s",
            f"{seconds / 5:.2f}",
        )
    Console().print(printed)


if __name__ == "__main__":
    main()
