"""Connect an emulated shoe to a real table, and bring the table to any state of a round."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path

from punto.certification.days.invariants import check_money, check_round
from punto.core.rulebook import Rulebook
from punto.core.shoe import cards_of_decks
from punto.devices.fault_script import script
from punto.devices.frames import LineKeys
from punto.devices.shoe_commands import NoticeKind, StaffNotice
from punto.devices.shoe_emulator import ShoeEmulator
from punto.floor.shoe_lines.session import ShoeSession
from punto.table.commands import (
    CloseBets,
    Command,
    ConfirmParticipants,
    LoadShoe,
    OpenBets,
    SettleRound,
)
from punto.table.events import CardDrawn, Event, ExcessCardDrawn
from punto.table.state import Table
from tests.one_table import Floor
from tests.tables import dealer

LINK = LineKeys(7, b"k" * 32, b"s" * 16)

SIX = ("2s", "Ah", "3d", "Ac", "4c", "5h")
"""A round of six cards: both hands draw a third card."""

FIVE = ("Ah", "4s", "Ac", "4c", "5h")
"""The same round for 7 Up, where a seven is printed for the Player hand."""

STATES = ("idle", "betting", "closed", "1", "2", "3", "initial", "5", "finished", "settled")


@dataclass
class Bench:
    """One table, its emulated shoe and the notices to its staff."""

    folder: Path
    book: Rulebook
    faults: str = ""
    cards: Sequence[str] = ()
    notices: list[StaffNotice] = field(default_factory=list)
    requests: list[bytes] = field(default_factory=list)
    counted: set[tuple[str, int]] = field(default_factory=set)
    checked: int = 0

    def __post_init__(self) -> None:
        self.floor = Floor(self.folder)
        self.floor.open(self.book)
        self.first = SIX if len(self.book.order.initial) == 4 else FIVE
        cards = self.cards or [*self.first, *self.first, *map(str, cards_of_decks(8))]
        self.shoe = ShoeEmulator(LINK, cards, self.book.order, 8, script(self.faults))
        self.port = ShoeSession(self.floor.desk, LINK, self.request)
        self.ask(LoadShoe("shoe-1"))
        self.hear(self.shoe.stand_by())

    def copied(self, faults: str = "") -> "Bench":
        """A copy of this bench whose shoe has faults from the next card on."""
        # Rulebooks are values, and no other thread uses the dealer's lock.
        shared = (self.book, self.table.book, self.floor.dealer._preparing)
        other = deepcopy(self, {id(value): value for value in shared})
        other.shoe.inject(script(faults))
        return other

    @property
    def table(self) -> Table:
        return self.floor.desk.state

    def ask(self, command: Command) -> None:
        """Send a command of the dealer."""
        self.floor.done(self.floor.desk, command, dealer(self.table))

    def hear(self, data: bytes) -> list[StaffNotice]:
        """Receive bytes of the device, and its answers to the host's requests."""
        notices = self.port.receive(data)
        while self.requests:
            notices += self.port.receive(self.shoe.receive(self.requests.pop(0)))
        self.notices += notices
        self.check()
        return notices

    def request(self, data: bytes) -> None:
        """Queue a request of the host to the device."""
        self.requests.append(data)

    def draw(self) -> list[StaffNotice]:
        """Draw one card."""
        return self.hear(self.shoe.draw())

    def open(self) -> None:
        """Open bets and place two."""
        self.ask(OpenBets())
        self.floor.bet(1, "banker", 100_00)
        self.floor.bet(2, "player", 40_00)

    def close(self) -> None:
        self.ask(CloseBets())
        self.ask(ConfirmParticipants())
        self.hear(self.shoe.begin())

    def deal(self) -> None:
        """Draw until the device reads the round as complete."""
        while not self.shoe.is_over:
            self.draw()

    def settle(self) -> None:
        self.hear(self.shoe.finish())
        self.ask(SettleRound())

    def play(self) -> None:
        """Play a complete round."""
        self.open()
        self.close()
        self.deal()
        self.settle()

    def until(self, state: str) -> "Bench":
        """Bring the table to one of the states of a round."""
        steps: list[tuple[str, Callable[[], object]]] = [
            ("betting", self.open),
            ("closed", self.close),
            *((str(count), self.draw) for count in range(1, len(self.first))),
            ("finished", self.draw),
            ("settled", self.settle),
        ]
        initial = str(len(self.book.order.initial))
        expected = {"initial": initial, "idle": ""}.get(state, state)
        for name, step in steps:
            if expected == "":
                break
            step()
            if name == expected:
                break
        return self

    def events(self) -> list[Event]:
        """All events of the table."""
        entries = self.floor.journal.read("t1")
        return [event for stored in entries for event in stored.entry.events]  # type: ignore[misc]

    def cards_received(self) -> list[tuple[int, str]]:
        """The numbers and cards that the table received from the device, in order."""
        cards = self._cards(ExcessCardDrawn, CardDrawn)
        return list(dict.fromkeys(cards))

    def _cards(self, *kinds: type[CardDrawn | ExcessCardDrawn]) -> list[tuple[int, str]]:
        return [
            (event.number, event.card)
            for event in self.events()
            if isinstance(event, CardDrawn | ExcessCardDrawn) and type(event) in kinds
        ]

    def check(self) -> None:
        """Check the invariants, which must hold after all received bytes."""
        check_money(self.floor.journal, self.table)
        check_round(self.table)
        # A card may be left over once and drawn once, but neither of them twice.
        for stored in self.floor.journal.read("t1", self.checked):
            self.checked = stored.number
            for event in stored.entry.events:
                if isinstance(event, CardDrawn | ExcessCardDrawn):
                    card = (type(event).__name__, event.number)
                    assert card not in self.counted, "a card was counted twice"
                    self.counted.add(card)

    @property
    def alarms(self) -> list[str]:
        return [notice.words for notice in self.notices if notice.kind is NoticeKind.ALARM]
