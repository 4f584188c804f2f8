"""Play a shift at one table and the cage through the real stream owners into a real file."""

import random
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from punto.core.cards import deck
from punto.core.irregularities import Remedy
from punto.core.rulebook import Rulebook
from punto.core.staff_positions import StaffPosition
from punto.devices.virtual_shoe import VirtualShoe, new_shoe
from punto.floor.streams.aggregates import CAGE, cage_aggregate, table_aggregate
from punto.floor.streams.owner import CommandRequest, Committed, StreamOwner
from punto.floor.tables.house_dealer import HouseDealer
from punto.games.library import game
from punto.journal.keys import KeyRing, SealedStore
from punto.journal.stores.sqlite import SqliteJournal
from punto.ledger.cage import (
    BeginVisit,
    BuyCredit,
    Cage,
    CollectCredit,
    EndVisit,
    HandPay,
    RedeemVoucher,
    VoidVoucher,
)
from punto.ledger.drawers import CloseShift, FillDrawer, OpenShift
from punto.table.actors import CLOCK, DEVICE, HOUSE_DEALER, Actor, ActorKind
from punto.table.commands import (
    AcknowledgeScreen,
    AnswerWithdrawal,
    ChangeSettings,
    CloseBets,
    CloseTable,
    CloseWithdrawal,
    ConfirmParticipants,
    DecideParticipation,
    DisconnectTerminal,
    DrawCard,
    EndShoe,
    EnterCard,
    GiveRuling,
    InterruptRound,
    LeaveSeat,
    LoadShoe,
    OpenBets,
    OpenTable,
    PlaceWagers,
    ReconnectTerminal,
    ReportCuttingCard,
    ReportEmptyShoe,
    RulingOutcome,
    SettleRound,
    TakeSeat,
)
from punto.table.settings import default_settings
from punto.table.stakes import Stake
from punto.table.state import Phase, Table
from tests.one_table import resume, step

SEATS = (1, 2, 3, 4)
CREDIT_CENTS = 10_000_00
SECOND = Actor(ActorKind.STAFF, "Bob", StaffPosition.PIT_MANAGER)
MANAGER = Actor(ActorKind.STAFF, "Ann", StaffPosition.GAMING_SHIFT_MANAGER, seconded_by=SECOND)
CASHIER = Actor(ActorKind.STAFF, "Cat")
TWO_AT_CAGE = Actor(ActorKind.STAFF, "Cat", seconded_by=SECOND)
CARDS = 52 * 8


def patron(seat: int) -> Actor:
    """The patron at a seat."""
    return Actor(ActorKind.PATRON, f"v{seat}")


@dataclass
class Shift:
    """One table, the cage, and the actors that send them commands."""

    folder: Path
    book: Rulebook
    seed: int = 7
    name: str = "t1"

    def __post_init__(self) -> None:
        self.ids = count(1)
        self.random = random.Random(self.seed)
        self.path = self.folder / "floor.db"
        self.journal = SqliteJournal(self.path)
        self.start()
        self.cards: list[str] = []

    def start(self) -> None:
        """Take both streams, as a new process does."""
        self.cage: StreamOwner[Cage] = StreamOwner(
            self.journal, CAGE, cage_aggregate(), lambda: "noon"
        )
        self.owner: StreamOwner[Table] = StreamOwner(
            self.journal, self.name, table_aggregate(self.name), lambda: "noon"
        )
        sealed = SealedStore(self.folder / "sealed", KeyRing(self.folder).key("seal"))
        self.dealer = HouseDealer(self.owner, sealed, self._shoe)

    def commit(
        self, command: Any, by: Actor = HOUSE_DEALER, owner: StreamOwner[Any] | None = None
    ) -> Committed:
        """Run a command that must be committed, at the table by default."""
        request = CommandRequest(f"c{next(self.ids)}", by, command)
        (answer,) = (owner or self.owner).handle(request)
        assert isinstance(answer, Committed), (command, answer)
        return answer

    def at_cage(self, *commands: Any) -> None:
        """Run commands at the cage that must be committed."""
        for command in commands:
            self.commit(command, HOUSE_DEALER, self.cage)

    def open(self) -> None:
        """Open the table with four patrons, and a fifth at the cage."""
        self.commit(OpenTable(self.book.text, default_settings(self.book)))
        for seat in (*SEATS, 5):
            self.at_cage(BeginVisit(f"v{seat}", f"x{seat}"), BuyCredit(f"v{seat}", CREDIT_CENTS))
        for seat in SEATS:
            self.commit(TakeSeat(seat, f"v{seat}"), patron(seat))

    def load(self) -> None:
        """Load a shoe of physical cards."""
        self.cards = [str(each) for each in deck()] * 8
        self.random.shuffle(self.cards)
        self.commit(LoadShoe(f"shoe-{next(self.ids)}"))

    def end_shoe(self) -> None:
        """Remove the shoe from the table."""
        self.commit(EndShoe())

    def bet(self, seat: int, *stakes: Stake, by: Actor | None = None) -> None:
        """Replace the stakes of a seat."""
        current = self.owner.state.current
        before = current.sets.get(seat)
        after = before.number if before else 0
        self.commit(PlaceWagers(current.number, seat, stakes, after), by or patron(seat))

    def bets(self) -> None:
        """Open a round in which every seat stakes. Together they stake on every wager."""
        self.commit(OpenBets())
        wagers = [wager.key for wager in self.book.wagers]
        for seat in SEATS:
            picked = self.random.sample(wagers, 3)
            self.bet(seat, *(Stake(key, 20 * self.random.randint(5, 500)) for key in picked))

    def acknowledge(self, seat: int, *, closed: bool = False) -> None:
        """Acknowledge a screen as a terminal."""
        current = self.owner.state.current
        accepted = 0 if closed else current.sets[seat].number
        self.commit(AcknowledgeScreen(current.number, seat, accepted, closed), patron(seat))

    def close(self) -> None:
        """Close bets and confirm the participants."""
        self.commit(CloseBets())
        self.commit(ConfirmParticipants())

    def draw(self, cards: int = 6) -> None:
        """Draw cards from the device up to a number, but no more than the round needs."""
        for _ in range(cards):
            if self.owner.state.phase is Phase.COMPLETE:
                return
            self.commit(DrawCard(*self.next_card()), DEVICE)

    def next_card(self) -> tuple[int, str]:
        """The next card of the shoe with its number."""
        number = self.owner.state.device.cards_out + 1
        return number, self.cards[number - 1]

    def settle(self) -> None:
        """Deal a round to its end and settle it."""
        self.draw()
        self.commit(SettleRound())

    def see_through(self, ruled: RulingOutcome) -> None:
        """Complete the pending steps."""
        while self.owner.state.pending_steps:
            item = self.owner.state.pending_steps[0]
            if item.step is None:
                self.commit(InterruptRound(power_failure=True), MANAGER)
            elif item.step.remedy is Remedy.RULING:
                self.commit(GiveRuling(ruled, "as seen"), MANAGER)
            elif item.step.position is not None:
                self.commit(GiveRuling(RulingOutcome.AS_PROPOSED, "as proposed"), MANAGER)
            else:
                self._answer(item.event)

    def _answer(self, event: int) -> None:
        """Let one patron withdraw and one stay. The others do not answer in time."""
        first, second, *_ = self.owner.state.current.sets
        self.commit(AnswerWithdrawal(first, withdraws=True), patron(first))
        self.commit(AnswerWithdrawal(second, withdraws=False), patron(second))
        if self.owner.state.pending_steps:
            self.commit(CloseWithdrawal(event), CLOCK)

    def crash(self) -> None:
        """Lose everything that is not in the file, and restart."""
        self.journal.close()
        self.journal = SqliteJournal(self.path)
        self.start()

    def _shoe(self, decks: int) -> VirtualShoe:
        return new_shoe(decks, lambda size: self.random.randbytes(size))


def plain_rounds(shift: Shift) -> None:
    """Play rounds without irregularities."""
    for _ in range(4):
        shift.bets()
        for seat in SEATS:
            shift.acknowledge(seat)
        shift.bet(2, Stake("banker", 40_00), Stake("tie", 2_00))
        shift.bet(3)
        shift.close()
        shift.settle()


def cut_off_seats(shift: Shift) -> None:
    """Lose terminals before the close: one displayed its wager, one needs a ruling."""
    shift.bets()
    shift.acknowledge(3)
    for seat in (2, 3, 4):
        shift.commit(DisconnectTerminal(seat), DEVICE)
    shift.commit(CloseBets())
    shift.acknowledge(1, closed=True)
    shift.commit(DecideParticipation(4, takes_part=True), MANAGER)
    shift.commit(ConfirmParticipants())
    shift.settle()
    for seat in (2, 3, 4):
        shift.commit(ReconnectTerminal(seat), DEVICE)


def interruptions(shift: Shift) -> None:
    """Interrupt a round before its first card and one after its fourth."""
    for cards, ruled in (
        (0, RulingOutcome.VOID),
        (1, RulingOutcome.CONTINUE),
        (4, RulingOutcome.AS_PROPOSED),
    ):
        shift.bets()
        shift.close()
        shift.draw(cards)
        shift.commit(InterruptRound(power_failure=cards != 1))
        shift.see_through(ruled)
        if shift.owner.state.phase is not Phase.VOID:
            shift.settle()


def odd_cards(shift: Shift) -> None:
    """Enter a card by hand, draw one too many, one while bets are open, and empty the device."""
    shift.bets()
    shift.close()
    by = replace(MANAGER, position=StaffPosition.DEALER)
    shift.commit(EnterCard(*shift.next_card()), by)
    shift.draw()
    shift.commit(DrawCard(*shift.next_card()), DEVICE)
    shift.commit(SettleRound())
    shift.bets()
    shift.close()
    shift.settle()
    shift.bets()
    shift.commit(DrawCard(*shift.next_card()), DEVICE)
    shift.see_through(RulingOutcome.AS_PROPOSED)
    shift.settle()
    shift.bets()
    shift.close()
    shift.draw(2)
    shift.commit(ReportEmptyShoe(), DEVICE)
    shift.end_shoe()
    shift.load()


def last_round(shift: Shift) -> None:
    """Draw the cutting card, play the last round and end the shoe."""
    shift.bets()
    shift.close()
    shift.draw(1)
    shift.commit(ReportCuttingCard(), DEVICE)
    shift.settle()
    shift.end_shoe()


def shared_stakes(shift: Shift) -> None:
    """Share one wager between two patrons, and place a wager for a patron as the Dealer."""
    shift.commit(OpenBets())
    shift.bet(1, Stake("banker", 100_00, position=3, stack=2))
    shift.bet(2, Stake("banker", 20, position=3, stack=2), Stake("tie", 10_00, 0, 3))
    shift.bet(4, Stake("player", 50_00), by=MANAGER)
    shift.close()
    shift.settle()


def virtual_shoe(shift: Shift, rounds: int) -> None:
    """Play rounds from a committed shoe, crash in one of them, and reveal the shoe."""
    chosen = replace(
        default_settings(shift.book), burns=True, decks=4, cards_behind_cut=4 * 52 - 6 * rounds
    )
    shift.commit(ChangeSettings(chosen), MANAGER)
    crash_at = shift.owner.state.rounds + 2
    while True:
        step(shift.dealer)
        table = shift.owner.state
        if table.phase is Phase.BETS_OPEN:
            shift.bet(1, Stake("player", 20_00), Stake("tie", 1_00))
            shift.bet(2, Stake("banker", 30_00))
        if table.phase is Phase.DEALING and table.rounds == crash_at:
            crash_at = 0
            shift.crash()
            resume(shift.dealer)
            shift.see_through(RulingOutcome.CONTINUE)
        if table.shoe is None:
            return


def vouchers(shift: Shift) -> None:
    """Let patrons leave with vouchers, which become credit, cash or nothing."""
    for seat in SEATS:
        cents = shift.journal.balance(f"credit/v{seat}")
        shift.commit(LeaveSeat(seat), patron(seat))
        shift.at_cage(CollectCredit(f"v{seat}", cents, f"voucher-{seat}"))
    worth = {seat: shift.journal.balance(f"voucher/voucher-{seat}") for seat in SEATS}
    shift.at_cage(
        RedeemVoucher("voucher-1", worth[1], "v5"),
        RedeemVoucher("voucher-2", worth[2]),
        VoidVoucher("voucher-3", worth[3], is_expired=False),
        VoidVoucher("voucher-4", worth[4], is_expired=True),
    )


def drawer(shift: Shift) -> None:
    """Play a cashier's shift from its float to its count, which is one cent short."""
    cage = shift.cage
    shift.commit(OpenShift(2_000_00, 500_00), CASHIER, cage)
    shift.commit(BeginVisit("v6", "x6"), CASHIER, cage)
    shift.commit(BuyCredit("v6", 100_00), CASHIER, cage)
    shift.commit(HandPay("v6", 100_00), CASHIER, cage)
    shift.commit(BeginVisit("v7", "x6"), CASHIER, cage)
    shift.commit(EndVisit("v7"), CASHIER, cage)
    shift.commit(FillDrawer(300_00), TWO_AT_CAGE, cage)
    shift.commit(BuyCredit("v5", 500_00), TWO_AT_CAGE, cage)
    cents = shift.journal.balance("credit/v5")
    shift.commit(CollectCredit("v5", cents, "voucher-5"), TWO_AT_CAGE, cage)
    shift.commit(VoidVoucher("voucher-5", cents, is_expired=False), TWO_AT_CAGE, cage)
    shift.commit(CloseShift(2_799_99), TWO_AT_CAGE, cage)


def whole_shift(folder: Path, key: str, rounds: int = 4) -> Path:
    """Play a journal with everything that can happen at a table."""
    shift = Shift(folder, game(key))
    shift.open()
    shift.load()
    plain_rounds(shift)
    cut_off_seats(shift)
    interruptions(shift)
    odd_cards(shift)
    last_round(shift)
    if key == "tiger-no-commission-live":
        shift.load()
        shared_stakes(shift)
        shift.end_shoe()
    virtual_shoe(shift, rounds)
    vouchers(shift)
    drawer(shift)
    shift.commit(CloseTable())
    shift.commit(OpenTable(shift.book.text, default_settings(shift.book)))
    shift.journal.close()
    return shift.path
