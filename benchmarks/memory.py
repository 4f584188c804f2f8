"""Measure the memory of a floor's process after many rounds and visits, and after a tenth of them.

`scripts/bench memory [ROUNDS VISITS]` plays rounds at two tables through the stream owners of a
floor, on a journal in a file. It holds the same objects as a served floor between commands: the
balances of the journal, the replica, and the states of tables, cage, terminals and staff. Every
visit wagers at both tables, sets limits, calls an attendant who answers, and collects a voucher
that is cashed.

The figure is the resident memory of the process (RSS), after the garbage collector has run and the
C library has returned free memory. Before each measurement the benchmark plays 550 rounds without
wagers at each table, so that the rounds in memory are alike. 200,000 rounds and 50,000 visits take
a few minutes.
"""

import ctypes
import gc
import os
import resource
import sys
import tempfile
from itertools import count
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as Printed

from benchmarks.table import STEPS
from punto.core.staff_positions import StaffPosition
from punto.devices.virtual_shoe import VirtualShoe, new_shoe
from punto.floor.read_models.history import History
from punto.floor.read_models.replica import Replica
from punto.floor.streams.aggregates import (
    CAGE,
    STAFF,
    TERMINALS,
    cage_aggregate,
    staff_aggregate,
    table_aggregate,
    terminals_aggregate,
)
from punto.floor.streams.owner import Aggregate, CommandRequest, StreamOwner
from punto.floor.streams.writer import CommittedEntry
from punto.games.library import game
from punto.house.staff.commands import AnswerCall, EnrolPerson
from punto.house.terminals import (
    CallAttendant,
    CallReason,
    EnrolTerminal,
    PatronLimits,
    SetPatronLimits,
)
from punto.journal.stores.sqlite import SqliteJournal
from punto.ledger.cage import BeginVisit, BuyCredit, CollectCredit, RedeemVoucher
from punto.reports.floor.period import Calendar
from punto.table.actors import DEVICE, HOUSE_DEALER, Actor, ActorKind
from punto.table.commands import (
    CloseBets,
    ConfirmParticipants,
    DrawCard,
    EndShoe,
    LeaveSeat,
    LoadShoe,
    OpenBets,
    OpenTable,
    PlaceWagers,
    TakeSeat,
)
from punto.table.next_step import NextStep, next_step
from punto.table.settings import default_settings
from punto.table.stakes import Stake

NOON = "2026-01-01T12:00:00.000Z"
TABLES = ("t1", "t2")
SEATS = range(1, 7)
WARM_ROUNDS, WARM_VISITS = 2_400, 2_400
"""Enough to fill everything bounded. The cage lists up to 2,000 redeemed vouchers."""
ROUNDS_BEFORE_MEASUREMENT = 550
DEALER = Actor(ActorKind.STAFF, "D-1", StaffPosition.DEALER)


class Load:
    """The owners and the replica of a floor, and the commands that load them."""

    def __init__(self, folder: Path) -> None:
        self.journal = SqliteJournal(folder / "floor.db")
        # The benchmark measures memory, so its writes need no sync.
        self.journal._db.execute("PRAGMA synchronous = OFF")
        self.replica = Replica(History(1_000_00, Calendar()))
        self._ids, self.rounds, self.visits = count(1), 0, 0
        self._shoes: dict[str, VirtualShoe] = {}
        self._cage = self._owner(CAGE, cage_aggregate())
        self._terminals = self._owner(TERMINALS, terminals_aggregate())
        self._staff = self._owner(STAFF, staff_aggregate())
        self._tables = [self._owner(name, table_aggregate(name)) for name in TABLES]
        book = game("tiger-no-commission")
        for table in self._tables:
            self._do(table, HOUSE_DEALER, OpenTable(book.text, default_settings(book)))
        for _ in SEATS:
            self._do(self._terminals, HOUSE_DEALER, EnrolTerminal("digest"))
        dealer = EnrolPerson("D-1", "A dealer", StaffPosition.DEALER, (), "digest")
        self._do(self._staff, HOUSE_DEALER, dealer)

    def _owner(self, stream: str, aggregate: Aggregate[Any]) -> StreamOwner[Any]:
        return StreamOwner(self.journal, stream, aggregate, lambda: NOON)

    def play(self, rounds: int, visits: int) -> None:
        """Play until the numbers of rounds and visits are reached."""
        while self.visits < visits:
            self._visits()
        while self.rounds < rounds:
            for table in self._tables:
                self._round(table)

    def _visits(self) -> None:
        """Play one round at each table with a new visit at each seat, and end the visits."""
        visits = {}
        for seat in SEATS:
            terminal = f"T-{seat:04d}"
            visit = visits[seat] = f"{terminal}-{self._cage.state.events + 1}"
            self._do(
                self._cage, HOUSE_DEALER, BeginVisit(visit, terminal), BuyCredit(visit, 100_00)
            )
            limits = SetPatronLimits(visit, PatronLimits(50_00, 60), 0)
            call = CallAttendant(terminal, TABLES[0], CallReason.ATTENDANT, None)
            self._do(self._terminals, HOUSE_DEALER, limits, call)
            self._do(self._staff, DEALER, AnswerCall(self._terminals.version, "went there"))
        for table in self._tables:
            for seat, visit in visits.items():
                self._do(table, Actor(ActorKind.PATRON, visit), TakeSeat(seat, visit))
            self._round(table, visits)
            for seat, visit in visits.items():
                self._do(table, Actor(ActorKind.PATRON, visit), LeaveSeat(seat))
        for visit in visits.values():
            cents, number = self.journal.balance(f"credit/{visit}"), f"{next(self._ids):032x}"
            collect = CollectCredit(visit, cents, number)
            self._do(self._cage, HOUSE_DEALER, collect, RedeemVoucher(number, cents))
        self.visits += len(visits)

    def _round(self, table: StreamOwner[Any], visits: dict[int, str] | None = None) -> None:
        while next_step(table.state) is not NextStep.OPEN_BETS:
            self._step(table)
        self._do(table, HOUSE_DEALER, OpenBets())
        for place, (seat, visit) in enumerate((visits or {}).items(), start=1):
            placed = PlaceWagers(table.state.current.number, seat, (Stake("banker", 10_00),), 0)
            self._do(table, Actor(ActorKind.PATRON, visit), placed)
            assert table.state.current.sets_placed == place
        self._do(table, HOUSE_DEALER, CloseBets(), ConfirmParticipants())
        while next_step(table.state) is not NextStep.SETTLE:
            self._step(table)
        self._step(table)
        self.rounds += 1

    def _step(self, table: StreamOwner[Any]) -> None:
        state, shoe = table.state, self._shoes.get(table.stream)
        match step := next_step(state):
            case NextStep.LOAD_SHOE:
                shoe = self._shoes[table.stream] = new_shoe(8)
                self._do(table, HOUSE_DEALER, LoadShoe(f"s{table.version}", shoe.commitment))
            case NextStep.END_SHOE:
                assert shoe is not None
                self._do(table, HOUSE_DEALER, EndShoe(shoe.order, shoe.salt))
            case NextStep.DRAW:
                assert shoe is not None
                first = state.device.cards_out + 1
                # Every round draws at least four cards.
                many = 4 if state.round and not state.current.tableau.cards_drawn else 1
                numbers = range(first, first + many)
                cards = [DrawCard(number, shoe.card(number) or "") for number in numbers]
                self._do(table, DEVICE, *(cards if all(c.card for c in cards) else cards[:1]))
            case _:
                self._do(table, HOUSE_DEALER, STEPS[step]())

    def _do(self, owner: StreamOwner[Any], by: Actor, *commands: object) -> None:
        """Commit commands, and update the replica as the writer of a served floor does."""
        self._commit(owner, *(CommandRequest(f"{next(self._ids)}", by, each) for each in commands))

    def _commit(self, owner: StreamOwner[Any], *requests: CommandRequest) -> None:
        version = owner.version
        batch = owner.decide(requests, self.journal.posting())
        (appended,) = self.journal.append(owner.batch(batch))
        owner.confirm(batch, appended)
        for place, entry in enumerate(batch.entries, start=1):
            committed = CommittedEntry(owner.stream, version + place, entry, batch.states[place])
            for note in self.replica.apply(committed):
                self._commit(self._staff, note)

    def measured(self) -> int:
        """Return the resident memory in bytes, with rounds without wagers in memory."""
        for _ in range(ROUNDS_BEFORE_MEASUREMENT):
            for table in self._tables:
                self._round(table)
        gc.collect()
        ctypes.CDLL(None).malloc_trim(0)
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * resource.getpagesize()


def main() -> None:
    """Play the load, measure at four moments, and print one table."""
    words = [int(word.replace(",", "")) for word in sys.argv[1:]]
    rounds, visits = words if words else (24_000, 24_000)
    printed = Printed(title="The memory of a floor's process")
    for head in ("rounds", "visits", "RSS, MB"):
        printed.add_column(head, justify="right")
    found: list[tuple[int, int, int]] = []
    with tempfile.TemporaryDirectory() as name:
        load = Load(Path(name))
        tenth = (rounds // 10, visits // 10)
        goals = ((WARM_ROUNDS, WARM_VISITS), tenth, (rounds, visits // 10), (rounds, visits))
        for goal in goals:
            load.play(*goal)
            size = load.measured()
            found.append((load.rounds, load.visits, size))
            printed.add_row(f"{load.rounds:,}", f"{load.visits:,}", f"{size / 1e6:.1f}")
        load.journal.close()
    _, small, long, last = found
    each_round = (long[2] - small[2]) / (long[0] - small[0])
    grown = last[2] - long[2] - each_round * (last[0] - long[0])
    each_visit = grown / (last[1] - long[1])
    console = Console()
    console.print(printed)
    console.print(f"bytes per round: {each_round:.0f}, bytes per visit: {each_visit:.0f}")
    console.print(f"ten times the rounds and visits: {last[2] / small[2]:.2f} times the memory")
    console.print(f"processor time: {sum(os.times()[:2]):.0f} s")


if __name__ == "__main__":
    main()
