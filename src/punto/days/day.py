"""A day: patrons, staff and faults chosen by a seed, and everything checked after each step."""

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import Any

from punto.core.irregularity import Trigger
from punto.core.notation import FACE_DOWN
from punto.core.positions import Position
from punto.core.rulebook import Rulebook
from punto.days import live
from punto.days.invariants import (
    Violated,
    check_audit,
    check_money,
    check_replay,
    check_round,
)
from punto.days.mishaps import PIT_MANAGER, SHIFT_MANAGER, TWO, answer_to, mishap, withdrawal
from punto.days.patrons import patron, placing
from punto.devices.virtual_shoe import VirtualShoe, new_shoe
from punto.journal.journal import Journal
from punto.ledger.cage import BeginVisit, BuyCredit, Cage, Collect
from punto.ledger.claims import PayClaim, TakeClaim, WriteOffClaim
from punto.library import GAMES
from punto.server.business import CAGE, cage_business, table_business
from punto.server.desk import Answer, Asked, Desk, Done
from punto.table.aftermath import cards_of
from punto.table.commands import (
    Acknowledge,
    CloseBets,
    Command,
    ConfirmSeats,
    DrawCard,
    EndShoe,
    EnterCard,
    Interrupt,
    LeaveSeat,
    LoadShoe,
    LoseTerminal,
    OpenBets,
    OpenTable,
    RegainTerminal,
    RunOut,
    SettleRound,
    TakeSeat,
)
from punto.table.incidents import ReplaceCards, Report
from punto.table.offers import Next, next_step
from punto.table.refusals import Refusal
from punto.table.roles import DEVICE, HOUSE_DEALER, Actor, Kind
from punto.table.settings import Settings, usual_settings
from punto.table.state import BETWEEN_ROUNDS, IN_ROUND, Phase, Table

FAULTS = ("doubled", "reordered", "lost", "crash", "clock", "late")
"""Commands told twice, in another order or too late; lost terminals; crashes; clocks that jump."""

MISHAP = "mishap"
"""Whatever can go wrong with cards and be told to a table; the auditor does not follow it yet."""

EVERYTHING = (*FAULTS, MISHAP)

TABLE = "table"
SEATS = range(1, 7)
CREDIT_CENTS = 10_000_00

DEALER = Actor(Kind.STAFF, "Dora", Position.DEALER)
STEPS: dict[Next, type[OpenBets | CloseBets | ConfirmSeats | SettleRound]] = {
    Next.OPEN_BETS: OpenBets,
    Next.CLOSE_BETS: CloseBets,
    Next.CONFIRM_SEATS: ConfirmSeats,
    Next.SETTLE: SettleRound,
}


class Day:
    """One table for one day; the same seed is the same day, to the last hash."""

    def __init__(
        self,
        seed: int,
        journal: Journal,
        faults: Collection[str] = FAULTS,
        book: Rulebook | None = None,
    ) -> None:
        self.rng = random.Random(seed)  # noqa: S311  a day is played, not shuffled in secret
        self.seed, self.journal, self.faults = seed, journal, frozenset(faults)
        self.book = book or self.rng.choice(GAMES)
        self.counts: Counter[str] = Counter()
        self._ids = 0
        self._hours = 0
        self._visits: dict[int, int] = {}
        self._shoe: VirtualShoe | None = None
        self._told: list[Asked] = []
        self.cage: Desk[Cage] = Desk(journal, CAGE, cage_business(), self._now)
        self.desk: Desk[Table] = Desk(journal, TABLE, table_business(TABLE), self._now)
        self._open()

    def play(self, rounds: int, after_each: Callable[[], None] = lambda: None) -> None:
        """Plays rounds, checking after every step, and says under which seed something failed."""
        try:
            for _ in range(rounds):
                self._round()
                after_each()
            if MISHAP not in self.faults and check_audit(self.journal) is not None:
                self.counts["audited"] += rounds
        except AssertionError as error:
            raise Violated(f"seed {self.seed}, entry {self.desk.version}: {error}") from error

    # The day

    def _open(self) -> None:
        settings = _settings(self.rng, self.book)
        self._ask(self.desk, OpenTable(self.book.text, settings), HOUSE_DEALER)
        for seat in SEATS:
            self._sit(seat)

    def _sit(self, seat: int) -> None:
        """A patron comes with credit and takes a seat."""
        visit = self._visits[seat] = self._visits.get(seat, 0) + 1
        by = patron(seat, visit)
        self._ask(self.cage, BeginVisit(by.name, f"terminal-{seat}"), HOUSE_DEALER)
        self._ask(self.cage, BuyCredit(by.name, CREDIT_CENTS), HOUSE_DEALER)
        self._ask(self.desk, TakeSeat(seat, by.name), by)

    def _round(self) -> None:
        """Goes on until a round has ended, by whatever step is due."""
        before = self.desk.state.rounds
        while not (self.desk.state.rounds > before and self.desk.state.phase in BETWEEN_ROUNDS):
            if self._crashed():
                continue
            if MISHAP in self.faults and self.rng.random() < 0.02:
                self._mishap()
                continue
            if self.desk.state.agenda:
                self._see_through()
            else:
                self._step(next_step(self.desk.state))
        self.counts[self.desk.state.phase] += 1
        self._come_and_go()

    def _step(self, step: Next) -> None:
        match step:
            case Next.LOAD_SHOE:
                self._shoe = new_shoe(self.desk.state.chosen.decks, self.rng.randbytes)
                key = f"shoe-{self.desk.version}"
                # Of cardboard nobody knows the order, so that it can be told wrong.
                cardboard = MISHAP in self.faults and self.rng.random() < 0.5
                commitment = "" if cardboard else self._shoe.commitment
                self._ask(self.desk, LoadShoe(key, commitment), HOUSE_DEALER)
            case Next.END_SHOE:
                assert self._shoe is not None, "a shoe was loaded"
                self._ask(self.desk, EndShoe(self._shoe.order, self._shoe.salt), HOUSE_DEALER)
            case Next.BURN | Next.DRAW:
                self._draw()
            case Next.ENTER_CARD:
                self._enter()
            case Next.HAND_OVER_DEVICE:
                self._say(live.handing_over(self.rng, self.desk.state))
            case Next.EXPOSE:
                self._say(live.showing(self.rng, self.desk.state))
            case _:
                self._live_step(step)
                self._ask(self.desk, STEPS[step](), _dealer(self.desk.state))
                if step is Next.OPEN_BETS:
                    self._bet()
                if step is Next.CLOSE_BETS:
                    self._after_close()

    def _live_step(self, step: Next) -> None:
        """What a dealer's table does besides before bets open and before they close."""
        if step is Next.OPEN_BETS and live.is_live(self.book):
            self._say(live.method(self.rng, self.desk.state))
        if step is Next.CLOSE_BETS and live.is_live(self.book):
            self._say(live.chips(self.rng, self.desk.state))
            self._say(live.balancing(self.desk.state))

    def _say(self, said: Iterator[live.Said]) -> None:
        for command, by in list(said):
            self._ask(self.desk, command, by)

    def _draw(self) -> None:
        assert self._shoe is not None, "a shoe was loaded"
        number = self.desk.state.device.cards_out + 1
        card = self._shoe.card(number)
        unread = MISHAP in self.faults and self.rng.random() < 0.02
        read = FACE_DOWN if unread and self.desk.state.phase is Phase.DEALING else card
        command: Command = RunOut() if read is None else DrawCard(number, read)
        self._ask(self.desk, command, DEVICE)

    def _enter(self) -> None:
        """Two persons look at a card that the device has not read, or a patron is off with it."""
        table = self.desk.state
        unread = [number for number, text in cards_of(table) if text == FACE_DOWN]
        if self.rng.random() < 0.3:
            gone = Report(Trigger.LEFT_WITH_CARDS, numbers=tuple(unread), evidence="gone")
            self._ask(self.desk, gone, TWO)
            return
        assert self._shoe is not None, "a shoe was loaded"
        self._ask(self.desk, EnterCard(unread[0], self._shoe.card(unread[0]) or ""), TWO)

    def _mishap(self) -> None:
        """Somebody tells the table that something went wrong."""
        told = mishap(self.rng, self.desk.state, self._shoe)
        answer = self._ask(self.desk, told, TWO)
        if isinstance(answer, Done) and answer.events:
            self.counts[f"told {told.trigger}"] += 1
        if self.desk.state.phase is Phase.VOID and self.rng.random() < 0.2:
            self._ask(self.desk, ReplaceCards(), PIT_MANAGER)
        self._settle_claims()

    def _settle_claims(self) -> None:
        """The cage pays what is owed, takes what credit bears, and writes the rest off (P24)."""
        for account, cents in self.journal.balances().items():
            kind, _, visit = account.partition("/")
            if kind != "claim" or not cents:
                continue
            if cents > 0:
                self._ask(self.cage, PayClaim(visit, cents), HOUSE_DEALER)
                continue
            here = visit in self.cage.state.visits
            credit = self.journal.balance(f"credit/{visit}") if here else 0
            if taken := min(credit, -cents):
                self._ask(self.cage, TakeClaim(visit, taken, -cents - taken), HOUSE_DEALER)
            if left := -cents - taken:
                self._ask(self.cage, WriteOffClaim(visit, left), SHIFT_MANAGER)

    def _bet(self) -> None:
        """Patrons stake in any order, some more than once, some after a moment without a line."""
        table = self.desk.state
        asked = [
            self._asked(placing(self.rng, table, seat), patron(seat, self._visits[seat]))
            for seat in SEATS
            if self.rng.random() < 0.9
        ]
        if "reordered" in self.faults:
            self.rng.shuffle(asked)
        self._ask_all(self.desk, asked)
        self._lines()
        for seat in self.rng.sample(SEATS, 2):
            by = patron(seat, self._visits[seat])
            self._ask(self.desk, placing(self.rng, self.desk.state, seat), by)
            self._acknowledge(seat)

    def _after_close(self) -> None:
        """What comes too late, and what terminals say they have shown."""
        table = self.desk.state
        if "late" in self.faults:
            seat = self.rng.choice(SEATS)
            by = patron(seat, self._visits[seat])
            late = self._ask(self.desk, placing(self.rng, table, seat), by)
            _assert(isinstance(late, Refusal), "V5: a wager after the close was accepted")
            if live.is_live(self.book):
                self._say(live.chips(self.rng, self.desk.state))
        for seat in SEATS:
            self._acknowledge(seat)

    def _acknowledge(self, seat: int) -> None:
        table = self.desk.state
        if table.phase not in IN_ROUND or table.seats[seat].is_cut_off or self.rng.random() < 0.3:
            return
        placed = table.current.sets.get(seat)
        closed = table.phase is not Phase.BETS_OPEN
        seen = Acknowledge(table.current.number, seat, placed.number if placed else 0, closed)
        self._ask(self.desk, seen, patron(seat, self._visits[seat]))

    def _lines(self) -> None:
        """Terminals lose their line and get it back."""
        if "lost" in self.faults:
            for seat in SEATS:
                cut_off = self.desk.state.seats[seat].is_cut_off
                if self.rng.random() < (0.5 if cut_off else 0.05):
                    change = RegainTerminal(seat) if cut_off else LoseTerminal(seat)
                    self._ask(self.desk, change, DEVICE)

    def _see_through(self) -> None:
        """Somebody answers what the table waits for."""
        table = self.desk.state
        item = table.agenda[0]
        if item.step is None:
            power = self.rng.random() < 0.7
            self._ask(self.desk, Interrupt(power_failure=power), DEALER)
        elif (answer := answer_to(self.rng, table, self._shoe)) is not None:
            self._ask(self.desk, *answer)
        else:
            asked = withdrawal(self.rng, table)
            sits = asked.seat > 0
            by = patron(asked.seat, self._visits[asked.seat]) if sits else DEALER
            self._ask(self.desk, asked, by)

    def _come_and_go(self) -> None:
        """A patron who has lost, or has enough, collects and makes room for the next."""
        seat = self.rng.choice(SEATS)
        by = patron(seat, self._visits[seat])
        credit = self.journal.balance(f"credit/{by.name}")
        if credit < 500_00 or self.rng.random() < 0.01:
            self._ask(self.desk, LeaveSeat(seat), by)
            if credit:
                number = f"{self.rng.getrandbits(128):032x}"
                self._ask(self.cage, Collect(by.name, credit, number), HOUSE_DEALER)
            self._sit(seat)

    def _crashed(self) -> bool:
        """The process dies after any event; another reads the journal and goes on by the rules."""
        if "crash" not in self.faults or self.rng.random() > 0.01:
            return False
        self.counts["crash"] += 1
        successor: Desk[Table] = Desk(self.journal, TABLE, table_business(TABLE), self._now)
        check_replay(self.desk, successor)
        self.desk = successor
        if self.desk.state.phase in IN_ROUND and not self.desk.state.agenda:
            recovered = self.rng.random() < 0.95
            self._ask(self.desk, Interrupt(cards_recovered=recovered), HOUSE_DEALER)
        return True

    # Asking

    def _ask(self, desk: Desk[Any], command: Any, by: Actor) -> Answer:
        (answer,) = self._ask_all(desk, [self._asked(command, by)])
        return answer

    def _asked(self, command: Any, by: Actor) -> Asked:
        self._ids += 1
        return Asked(f"{self._ids:x}", by, command)

    def _ask_all(self, desk: Desk[Any], asked: list[Asked]) -> list[Answer]:
        before, version = desk.state, desk.version
        answers = desk.ask(*asked)
        if desk.version == version:
            _assert(desk.state is before, "V8: a refusal moved the state")
        self._count(answers)
        if desk is self.desk:
            self._double(asked)
            check_round(self.desk.state)
        check_money(self.journal, self.desk.state)
        return answers

    def _double(self, asked: list[Asked]) -> None:
        """Something asked before is asked again: it is answered, and nothing happens twice."""
        self._told = (self._told + asked)[-50:]
        if "doubled" in self.faults and self.rng.random() < 0.1:
            repeat = self.rng.choice(self._told)
            known = self.journal.find(TABLE, repeat.id)
            version = self.desk.version
            (answer,) = self.desk.ask(repeat)
            if known is not None:
                _assert(
                    isinstance(answer, Done) and answer.number == known[0],
                    "V3: a repeat was answered otherwise",
                )
                _assert(self.desk.version == version, "V3: a repeat had an effect")
            self.counts["doubled"] += 1

    def _count(self, answers: list[Answer]) -> None:
        for answer in answers:
            self.counts["refused" if isinstance(answer, Refusal) else "done"] += 1

    def _now(self) -> str:
        """The label of the clock, which may jump by years either way."""
        self._hours += 1
        if "clock" in self.faults and self.rng.random() < 0.001:
            self._hours = self.rng.randrange(200_000)
        return f"hour {self._hours}"


def _dealer(table: Table) -> Actor:
    return HOUSE_DEALER if len(table.game.document.authorities) < 2 else DEALER


def _settings(rng: random.Random, book: Rulebook) -> Settings:
    """Settings that a house might choose."""
    usual = usual_settings(book)
    limits = tuple(
        limit
        for limit in usual.limits
        if not book.wager(limit.wager).optional or rng.random() < 0.8
    )
    decks = rng.randint(book.document.decks.fewest, book.document.decks.most)
    return replace(
        usual,
        limits=limits,
        decks=decks,
        cards_behind_cut=rng.randint(6, 60),
        burns=rng.random() < 0.5,
        rounds_after_cut=rng.choice([0, 0, 0, 1, 2]),
        is_hlga=bool(book.document.methods) and rng.random() < 0.5,
        differential_cents=rng.choice([None, 500_00]) if book.document.methods else None,
    )


def _assert(holds: bool, words: str) -> None:
    if not holds:
        raise Violated(words)
