"""Play one gaming day at four tables from a seed, for sample reports and screenshots.

The data is fictitious, but the code plays every round. The rounds, stakes, voids and vouchers
result from the same commands as on any floor.
"""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec.structs import replace

from punto.certification.days.live_play import is_live
from punto.certification.days.steps import step_command
from punto.core.irregularities import Circumstance, Remedy, RemedyDetail, Trigger
from punto.core.staff_positions import StaffPosition
from punto.devices.virtual_shoe import VirtualShoe, new_shoe
from punto.floor.streams.aggregates import CAGE, cage_aggregate, table_aggregate
from punto.floor.streams.owner import CommandRequest, Committed, StreamOwner
from punto.games.library import game
from punto.journal.entry import StoredEntry
from punto.journal.protocol import Journal
from punto.ledger import vouchers
from punto.ledger.cage import (
    BeginVisit,
    BuyCredit,
    Cage,
    CollectCredit,
    HandPay,
    RedeemVoucher,
)
from punto.ledger.drawers import CloseShift, OpenShift
from punto.table.actors import CLOCK, DEVICE, HOUSE_DEALER, Actor, ActorKind
from punto.table.card_handling import hidden_cards
from punto.table.commands import (
    ChangeSettings,
    CloseWithdrawal,
    ExposeCards,
    GiveRuling,
    InterruptRound,
    LoadShoe,
    OpenTable,
    PlaceWagers,
    ReopenBets,
    ReplaceCards,
    ReportIrregularity,
    RulingOutcome,
    TakeSeat,
)
from punto.table.next_step import NextStep, next_step
from punto.table.settings import default_settings
from punto.table.stakes import Stake
from punto.table.state import BETWEEN_ROUNDS, Phase, Table

BEGINS = datetime(2026, 11, 12, 22, 4, tzinfo=UTC)
"""Four minutes after the start of the gaming day of 13 November 2026, Singapore time."""

GAMES = {
    "baccarat-11": "tiger-no-commission-live",
    "baccarat-12": "tiger",
    "baccarat-14": "seven-up",
    "baccarat-18": "super-six-plus",
}
PLAYED = tuple(GAMES)[:3]
SEATS = (1, 2, 3, 4)
CREDIT_CENTS = 20_000_00
FLOAT_CENTS, LARGE_CENTS = 50_000_00, 30_000_00
DEALERS = ("D-214", "D-207", "D-220")
CASHIERS = ("C-031", "C-044", "C-052")
MANAGER = Actor(ActorKind.STAFF, "M-008", StaffPosition.PIT_MANAGER)
SHIFT_MANAGER = Actor(
    ActorKind.STAFF, "S-031", StaffPosition.GAMING_SHIFT_MANAGER, seconded_by=MANAGER
)


class SampleFloor:
    """Four tables and the cage in one journal. The same seed gives the same day."""

    def __init__(self, journal: Journal, seed: int = 2) -> None:
        self.journal = journal
        self.rng = random.Random(seed)  # noqa: S311  a day is played, not shuffled in secret
        self.at, self._ids, self._visits = BEGINS, 0, 0
        self._shoes: dict[str, VirtualShoe] = {}
        self._seats: dict[tuple[str, int], str] = {}
        self.cage: StreamOwner[Cage] = StreamOwner(journal, CAGE, cage_aggregate(), self._now)
        self.owners: dict[str, StreamOwner[Table]] = {
            name: StreamOwner(journal, name, table_aggregate(name), self._now) for name in GAMES
        }

    def play(self, rounds: int = 130) -> None:
        """Play rounds at each table, spread over a day."""
        for name, key in GAMES.items():
            book = game(key)
            settings = replace(default_settings(book), cards_behind_cut=60, burns=True)
            self._ask(self.owners[name], OpenTable(book.text, settings), SHIFT_MANAGER)
        for name in PLAYED:
            for seat in SEATS:
                self._sit(name, seat)
        for number in range(rounds):
            self.at = BEGINS + number * timedelta(minutes=23 * 60 / rounds)
            for name in PLAYED:
                self._round(name)
            self._come_and_go()
            if number == rounds // 2:
                self._raise_limits("baccarat-12")
        self._leave_open("baccarat-12")

    def _leave_open(self, name: str) -> None:
        """Open a round that does not end in the day."""
        owner = self.owners[name]
        while owner.state.phase is not Phase.BETS_OPEN:
            self._step(name, next_step(owner.state))

    def entries(self) -> Iterator[StoredEntry]:
        """Return all entries, in the order in which they were stored."""
        stored = [each for name in (CAGE, *GAMES) for each in self.journal.read(name)]
        return iter(sorted(stored, key=lambda each: each.entry.at))

    # People

    def _shift(self) -> int:
        return min(2, int((self.at - BEGINS) / timedelta(hours=8)))

    def _dealer(self, name: str) -> Actor:
        if name != "baccarat-11":
            return HOUSE_DEALER
        return Actor(
            ActorKind.STAFF, DEALERS[self._shift()], StaffPosition.DEALER, seconded_by=MANAGER
        )

    def _cashier(self) -> Actor:
        """The cashier of the shift. The cashier before has counted the drawer and closed it."""
        name = CASHIERS[self._shift()]
        if name not in self.cage.state.drawers:
            for other, drawer in self.cage.state.drawers.items():
                self._ask(self.cage, CloseShift(drawer.cash_cents), Actor(ActorKind.STAFF, other))
            opened = OpenShift(FLOAT_CENTS, LARGE_CENTS)
            self._ask(self.cage, opened, Actor(ActorKind.STAFF, name))
        return Actor(ActorKind.STAFF, name)

    def _sit(self, name: str, seat: int) -> None:
        self._visits += 1
        visit = self._seats[name, seat] = f"V-{self._visits:05d}"
        terminal = f"T-{int(name[-2:]):02d}{seat:02d}"
        self._ask(self.cage, BeginVisit(visit, terminal), self._cashier())
        self._ask(self.cage, BuyCredit(visit, CREDIT_CENTS), self._cashier())
        patron = Actor(ActorKind.PATRON, visit)
        self._ask(self.owners[name], TakeSeat(seat, visit), patron)

    def _come_and_go(self) -> None:
        """Sell credit to patrons with little of it. Sometimes a visitor buys credit and is paid."""
        for (_, _), visit in sorted(self._seats.items()):
            if self.journal.balance(f"credit/{visit}") < 8_000_00:
                self._ask(self.cage, BuyCredit(visit, CREDIT_CENTS), self._cashier())
        if self.rng.random() < 0.1:
            self._visits += 1
            kind = vouchers.DEMO if self.cage.state.is_demo else ""
            visit, number = f"V-{self._visits:05d}", f"{kind}{self.rng.getrandbits(128):032x}"
            self._ask(self.cage, BeginVisit(visit, "T-9901"), self._cashier())
            self._ask(self.cage, BuyCredit(visit, 500_00), self._cashier())
            if self.rng.random() < 0.2:
                self._ask(self.cage, HandPay(visit, 500_00), self._cashier())
                return
            self._ask(self.cage, CollectCredit(visit, 500_00, number), HOUSE_DEALER)
            if self.rng.random() < 0.7:
                self._ask(self.cage, RedeemVoucher(number, 500_00), self._cashier())

    def _raise_limits(self, name: str) -> None:
        owner = self.owners[name]
        chosen = owner.state.settings_in_force
        limits = tuple(
            replace(each, maximum_cents=10_000_00) if each.wager == "banker" else each
            for each in chosen.limits
        )
        self._ask(owner, ChangeSettings(replace(chosen, limits=limits)), SHIFT_MANAGER)

    # Rounds

    def _round(self, name: str) -> None:
        owner = self.owners[name]
        before = owner.state.rounds
        trouble = self.rng.random()
        while not (owner.state.rounds > before and owner.state.phase in BETWEEN_ROUNDS):
            if owner.state.pending_steps:
                self._see_through(name)
            elif trouble < 0.02 and owner.state.phase is Phase.DEALING:
                trouble = 1.0
                self._go_wrong(name)
            else:
                self._step(name, next_step(owner.state))

    def _go_wrong(self, name: str) -> None:
        owner = self.owners[name]
        if is_live(owner.state):
            irregularity = ReportIrregularity(Trigger.ORDER_LOST, evidence="seen by two, on camera")
            self._ask(owner, irregularity, self._dealer(name))
            return
        lost = (Circumstance.POWER_FAILURE, Circumstance.CARDS_BEYOND_RECOVERY)
        irregularity = ReportIrregularity(
            Trigger.INTERRUPTED, lost, evidence="seen by two, on camera"
        )
        self._ask(owner, irregularity, SHIFT_MANAGER)

    def _step(self, name: str, step: NextStep) -> None:
        owner, dealer = self.owners[name], self._dealer(name)
        if step is NextStep.LOAD_SHOE:
            decks = owner.state.settings_in_force.decks
            shoe = self._shoes[name] = new_shoe(decks, self.rng.randbytes)
            self._ask(owner, LoadShoe(f"S-{owner.version:05d}", shoe.commitment), dealer)
        elif step is NextStep.EXPOSE:
            side, _ = hidden_cards(owner.state)[0]
            self._ask(owner, ExposeCards(side), dealer)
        else:
            command = step_command(step, owner.state, self._shoes.get(name))
            by = DEVICE if step in (NextStep.BURN, NextStep.DRAW) else dealer
            self._ask(owner, command, by)
            if step is NextStep.OPEN_BETS:
                self._bet(name)

    def _bet(self, name: str) -> None:
        owner = self.owners[name]
        for seat in SEATS:
            stakes = [Stake(self.rng.choice(("player", "banker")), self._chips(50_00, 60))]
            stakes += [
                Stake(limit.wager, self._chips(10_00, 10))
                for limit in owner.state.settings_in_force.limits
                if limit.wager not in ("player", "banker") and self.rng.random() < 0.12
            ]
            if self.rng.random() < 0.004:
                stakes[0] = Stake(stakes[0].wager, 5_000_00)
            placed = PlaceWagers(owner.state.current.number, seat, tuple(stakes), 0)
            self._ask(owner, placed, Actor(ActorKind.PATRON, self._seats[name, seat]))

    def _chips(self, unit_cents: int, maximum: int) -> int:
        return unit_cents * self.rng.randint(1, maximum)

    def _see_through(self, name: str) -> None:
        owner = self.owners[name]
        item = owner.state.pending_steps[0]
        if item.step is None:
            self._ask(owner, InterruptRound(power_failure=True), SHIFT_MANAGER)
        elif item.step.detail is RemedyDetail.MISSING_CARD or item.step.position is not None:
            ruling = GiveRuling(RulingOutcome.VOID, "the round cannot be put in order")
            self._ask(owner, ruling, SHIFT_MANAGER)
        elif item.step.remedy is Remedy.REOPEN_BETS:
            self._ask(owner, ReopenBets(), self._dealer(name))
        elif item.step.remedy is Remedy.REPLACE_CARDS:
            self._ask(owner, ReplaceCards(), SHIFT_MANAGER)
        else:
            self._ask(owner, CloseWithdrawal(item.event), CLOCK)

    def _ask(self, owner: StreamOwner[Any], command: Any, by: Actor) -> None:
        self._ids += 1
        (answer,) = owner.handle(CommandRequest(f"{self._ids:08x}", by, command))
        assert isinstance(answer, Committed), f"{type(command).__name__}: {answer}"

    def _now(self) -> str:
        self.at += timedelta(milliseconds=1_370)
        return self.at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
