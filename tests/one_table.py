"""Run a small floor in tests, with a journal, the cage, tables and patrons with credit."""

from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from punto.core.rulebook import Rulebook
from punto.devices.virtual_shoe import VirtualShoe, new_shoe
from punto.floor.streams.aggregates import CAGE, cage_aggregate, table_aggregate
from punto.floor.streams.owner import CommandAnswer, CommandRequest, Committed, StreamOwner
from punto.floor.tables.house_dealer import HouseDealer
from punto.journal.keys import KeyRing, SealedStore
from punto.journal.protocol import Journal
from punto.journal.stores.memory import MemoryJournal
from punto.ledger.cage import BeginVisit, BuyCredit, Cage
from punto.table.actors import HOUSE_DEALER, Actor, ActorKind
from punto.table.commands import OpenTable, PlaceWagers, TakeSeat
from punto.table.settings import Settings, default_settings
from punto.table.stakes import Stake
from punto.table.state import Phase, Table

NOON = "2026-01-01T12:00:00Z"


@dataclass
class Floor:
    """One table, the cage and a house dealer on one journal."""

    folder: Path
    journal: Journal = field(default_factory=MemoryJournal)
    shoe_seed: int = 1

    def __post_init__(self) -> None:
        self.ids = count(1)
        self.cage: StreamOwner[Cage] = StreamOwner(
            self.journal, CAGE, cage_aggregate(), lambda: NOON
        )
        self.desk: StreamOwner[Table] = StreamOwner(
            self.journal, "t1", table_aggregate("t1"), lambda: NOON
        )
        sealed = SealedStore(self.folder / "sealed", KeyRing(self.folder).key("seal"))
        self.dealer = HouseDealer(self.desk, sealed, self._shoe)

    def _shoe(self, decks: int) -> VirtualShoe:
        self.shoe_seed += 1
        return new_shoe(decks, lambda size: self.shoe_seed.to_bytes(size, "big"))

    def open(self, book: Rulebook, seats: int = 2, settings: Settings | None = None) -> None:
        """Open the table, and give some patrons seats and credit."""
        self.done(self.desk, OpenTable(book.text, settings or default_settings(book)))
        for seat in range(1, seats + 1):
            self.done(self.cage, BeginVisit(f"v{seat}", f"terminal-{seat}"))
            self.done(self.cage, BuyCredit(f"v{seat}", 1_000_00))
            self.done(self.desk, TakeSeat(seat, f"v{seat}"), patron(seat))

    def ask(self, desk: StreamOwner[Any], command: Any, by: Actor = HOUSE_DEALER) -> CommandAnswer:
        """Send a command under a new id."""
        (answer,) = desk.handle(CommandRequest(f"c{next(self.ids)}", by, command))
        return answer

    def done(self, desk: StreamOwner[Any], command: Any, by: Actor = HOUSE_DEALER) -> Committed:
        """Send a command that must succeed."""
        answer = self.ask(desk, command, by)
        assert isinstance(answer, Committed), answer
        return answer

    def bet(self, seat: int, wager: str, cents: int) -> CommandAnswer:
        """Place one stake for a seat."""
        current = self.desk.state.current
        before = current.sets.get(seat)
        stakes = (Stake(wager, cents),)
        after = before.number if before else 0
        return self.ask(self.desk, PlaceWagers(current.number, seat, stakes, after), patron(seat))

    def until(self, phase: Phase) -> None:
        """Let the house dealer continue until the table is in a phase."""
        for _ in range(50):
            if self.desk.state.phase is phase:
                return
            self.step()
        raise AssertionError(f"{phase} was not reached")

    def step(self) -> list[CommandAnswer]:
        """Let the house dealer take the next step, if one is due."""
        return step(self.dealer)

    def resume(self) -> list[CommandAnswer]:
        """Report a crash in a round to the table, and whether its cards can be recovered."""
        return resume(self.dealer)


def step(dealer: HouseDealer) -> list[CommandAnswer]:
    """The answers to the next step of a house dealer, if one is due."""
    return _asked(dealer, dealer.next_command())


def resume(dealer: HouseDealer) -> list[CommandAnswer]:
    """The answers to the report of a crash in a round, if there was one."""
    return _asked(dealer, dealer.interruption_command())


def _asked(dealer: HouseDealer, asked: CommandRequest | None) -> list[CommandAnswer]:
    answers = [] if asked is None else dealer.owner.handle(asked)
    for answer in answers:
        for shoe in dealer.observe(answer.events if isinstance(answer, Committed) else ()):
            dealer.forget(shoe)
    return answers


def patron(seat: int) -> Actor:
    """The patron at a seat."""
    return Actor(ActorKind.PATRON, f"v{seat}")
