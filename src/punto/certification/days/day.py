"""Simulate a day of patrons, staff and faults from a seed, and check it after each step."""

import random
from collections import Counter
from collections.abc import Callable, Collection
from typing import Any

from msgspec.structs import replace

from punto.certification.days import live_play
from punto.certification.days.invariants import (
    InvariantViolated,
    check_audit,
    check_can_finish,
    check_money,
    check_replay,
    check_round,
)
from punto.certification.days.irregularities import (
    TableScene,
    enter_unread_card,
    give_ruling,
    next_search_step,
    report,
)
from punto.certification.days.people import (
    DEALER,
    PIT_MANAGER,
    SHIFT_MANAGER,
    TWO,
    dealer_of,
    patron,
    place_wagers,
    repeatable,
    settle_claims,
)
from punto.certification.days.steps import step_command
from punto.certification.days.tally import tally_answer
from punto.core.irregularities import Remedy, RemedyDetail, Trigger
from punto.core.notation import FACE_DOWN
from punto.core.rulebook import Rulebook, WagerPlacement
from punto.devices.virtual_shoe import VirtualShoe, new_shoe
from punto.floor.streams.aggregates import CAGE, cage_aggregate, table_aggregate
from punto.floor.streams.owner import CommandAnswer, CommandRequest, Committed, StreamOwner
from punto.games.library import GAMES
from punto.journal.protocol import Journal
from punto.ledger.cage import BeginVisit, BuyCredit, Cage, CollectCredit
from punto.table.actors import CLOCK, DEVICE, HOUSE_DEALER, Actor
from punto.table.commands import (
    AcknowledgeScreen,
    AnswerWithdrawal,
    CloseBets,
    CloseWithdrawal,
    DisconnectTerminal,
    DrawCard,
    InterruptRound,
    LeaveSeat,
    LoadShoe,
    OpenTable,
    PlaceWagers,
    ReconnectTerminal,
    ReopenBets,
    ReplaceCards,
    ReportIrregularity,
    RulingOutcome,
    TakeSeat,
)
from punto.table.next_step import NextStep, next_step
from punto.table.refusals import Refusal
from punto.table.settings import Limit, Settings, default_settings
from punto.table.stakes import are_chips
from punto.table.state import BETWEEN_ROUNDS, IN_ROUND, Phase, Table

FAULTS = ("doubled", "reordered", "lost", "crash", "clock", "late", "incidents")
"""The faults of a day:

- `doubled`, `reordered`, `late`: commands repeated, out of order or too late
- `lost`: terminals that lose their connection
- `crash`: a process that ends and restarts
- `clock`: a clock that jumps
- `incidents`: all irregularities of the documents
"""

STEPS_PER_FINISH_CHECK = 8
"""After this many steps, and while a step is pending, the day checks that the round can end."""

TABLE = "table"
SEATS = range(1, 7)
CREDIT_CENTS = 10_000_00


class Day:
    """One table for one day. The same seed gives the same day, down to the last hash."""

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
        self._repeatable: list[CommandRequest] = []
        self.cage: StreamOwner[Cage] = StreamOwner(journal, CAGE, cage_aggregate(), self._now)
        self.owner: StreamOwner[Table] = StreamOwner(
            journal, TABLE, table_aggregate(TABLE), self._now
        )
        self._open()

    def play(self, rounds: int, after_each: Callable[[], None] = lambda: None) -> None:
        """Play rounds, check after every step, and name the seed in every failure."""
        try:
            for _ in range(rounds):
                self._round()
                after_each()
            if check_audit(self.journal) is not None:
                self.counts["audited"] += rounds
        except AssertionError as error:
            raise InvariantViolated(
                f"seed {self.seed}, entry {self.owner.version}: {error}"
            ) from error

    # The day

    def _open(self) -> None:
        settings = house_settings(self.rng, self.book, is_strict="incidents" in self.faults)
        self._ask(self.owner, OpenTable(self.book.text, settings), HOUSE_DEALER)
        for seat in SEATS:
            self._sit(seat)

    def _sit(self, seat: int) -> None:
        """Seat a new patron with credit."""
        visit = self._visits[seat] = self._visits.get(seat, 0) + 1
        by = patron(seat, visit)
        self._ask(self.cage, BeginVisit(by.name, f"terminal-{seat}"), HOUSE_DEALER)
        self._ask(self.cage, BuyCredit(by.name, CREDIT_CENTS), HOUSE_DEALER)
        self._ask(self.owner, TakeSeat(seat, by.name), by)

    def _round(self) -> None:
        """Take the next step until the round has ended."""
        before = self.owner.state.rounds
        while not (self.owner.state.rounds > before and self.owner.state.phase in BETWEEN_ROUNDS):
            if self._crashed():
                continue
            self._report_irregularity()
            if self.owner.state.pending_steps:
                self._take_pending_step()
            else:
                self._step(next_step(self.owner.state))
        self.counts[self.owner.state.phase] += 1
        self._come_and_go()

    def _step(self, step: NextStep) -> None:
        match step:
            case NextStep.LOAD_SHOE:
                self._load()
            case NextStep.END_SHOE:
                ended = step_command(step, self.owner.state, self._shoe)
                self._ask(self.owner, ended, HOUSE_DEALER)
            case NextStep.BURN | NextStep.DRAW:
                self._draw()
            case NextStep.ENTER_CARD:
                self._ask(self.owner, *enter_unread_card(self._scene()))
            case NextStep.HAND_OVER_DEVICE:
                self._ask(self.owner, *live_play.hand_over_device(self.rng, self.owner.state))
            case NextStep.EXPOSE:
                self._ask(self.owner, *live_play.expose_cards(self.rng, self.owner.state))
            case NextStep.CLOSE_BETS:
                self._close()
            case _:
                if step is NextStep.OPEN_BETS:
                    self._before_round()
                command = step_command(step, self.owner.state, self._shoe)
                self._ask(self.owner, command, dealer_of(self.owner.state))
                if step is NextStep.OPEN_BETS:
                    self._bet()

    def _load(self) -> None:
        decks, goes_wrong = self.owner.state.settings_in_force.decks, "incidents" in self.faults
        self._shoe, commitment = new_cards(self.rng, decks, goes_wrong=goes_wrong)
        self._ask(self.owner, LoadShoe(f"shoe-{self.owner.version}", commitment), HOUSE_DEALER)

    def _before_round(self) -> None:
        """Change settings between two rounds, and sometimes request new cards after a void."""
        table = self.owner.state
        if "incidents" not in self.faults:
            return
        if table.phase is Phase.VOID and self.rng.random() < 0.05:
            self._ask(self.owner, ReplaceCards(), PIT_MANAGER)
        if chosen := live_play.between_rounds(self.rng, table):
            self._ask(self.owner, *chosen)

    def _close(self) -> None:
        """Close bets. If the table refuses, bring the wagers on the two hands closer together."""
        answer = self._ask(self.owner, CloseBets(), dealer_of(self.owner.state))
        if isinstance(answer, Refusal):
            for command, by in live_play.balance_wagers(self.owner.state):
                self._ask(self.owner, command, by)
        elif self.owner.state.phase is Phase.BETS_CLOSED:
            self._after_close()

    def _report_irregularity(self) -> None:
        """Report an irregularity, even if the table already waits for something."""
        table = self.owner.state
        often = 0.01 if table.pending_steps else 0.1 if table.phase is Phase.SETTLED else 0.05
        if "incidents" not in self.faults or self.rng.random() > often:
            return
        if (command := report(self._scene())) is not None:
            self._ask(self.owner, command, SHIFT_MANAGER if self.rng.random() < 0.5 else TWO)

    def _scene(self) -> TableScene:
        return TableScene(self.rng, self.owner.state, self._shoe)

    def _draw(self) -> None:
        table = self.owner.state
        if relinquished := live_play.relinquish_device(self.rng, table):
            self._ask(self.owner, *relinquished)
            return
        is_physical = self._scene().is_physical
        is_first = is_physical and table.phase is Phase.BETS_CLOSED
        if is_first and table.device.rounds_left is None and self.rng.random() < 0.02:
            self._ask(self.owner, ReportIrregularity(Trigger.CUTTING_CARD), DEVICE)
            if offer := live_play.at_first_cut(self.rng):
                self._ask(self.owner, *offer)
            return
        share = 0.06 if table.game.document.methods else 0.02
        unread = is_physical and table.phase in IN_ROUND and self.rng.random() < share
        command = step_command(NextStep.DRAW, table, self._shoe)
        if unread and isinstance(command, DrawCard):
            command = DrawCard(command.number, FACE_DOWN)
        self._ask(self.owner, command, DEVICE)

    def _bet(self) -> None:
        """Place the patrons' wagers in any order, some twice, some after a lost connection."""
        table = self.owner.state
        requests = [
            self._request(place_wagers(self.rng, table, seat), patron(seat, self._visits[seat]))
            for seat in SEATS
            if self.rng.random() < 0.9
        ]
        if "reordered" in self.faults:
            self.rng.shuffle(requests)
        self._ask_all(self.owner, requests)
        self._change_connections()
        if live_play.is_live(table) and "incidents" in self.faults:
            for position in self.rng.sample(range(1, table.settings_in_force.positions + 1), 3):
                self._ask(
                    self.owner, live_play.enter_chips(self.rng, self.owner.state, position), DEALER
                )
        if "incidents" in self.faults and self.rng.random() < 0.01:
            self._draw()
        if self.owner.state.phase is not Phase.BETS_OPEN:
            return
        for seat in self.rng.sample(SEATS, 2):
            by = patron(seat, self._visits[seat])
            self._ask(self.owner, place_wagers(self.rng, self.owner.state, seat), by)
            self._acknowledge(seat)

    def _after_close(self) -> None:
        """Send wagers that come too late, and the acknowledgements of the terminals."""
        table = self.owner.state
        if "late" in self.faults:
            seat = self.rng.choice(SEATS)
            by = patron(seat, self._visits[seat])
            late = self._ask(self.owner, place_wagers(self.rng, table, seat), by)
            _assert(isinstance(late, Refusal), "V5: a wager after the close was accepted")
            placed = table.current.sets.get(seat)
            if placed is not None:
                withdrawal = PlaceWagers(table.current.number, seat, (), placed.number)
                lifted = self._ask(self.owner, withdrawal, by)
                _assert(isinstance(lifted, Refusal), "V5: a wager was taken back after the close")
        if live_play.is_live(table) and "incidents" in self.faults and self.rng.random() < 0.3:
            position = self.rng.randint(1, table.settings_in_force.positions)
            self._ask(
                self.owner, live_play.enter_chips(self.rng, self.owner.state, position), DEALER
            )
        for seat in SEATS:
            self._acknowledge(seat)

    def _acknowledge(self, seat: int) -> None:
        table = self.owner.state
        if table.phase not in IN_ROUND or table.seats[seat].is_cut_off or self.rng.random() < 0.3:
            return
        placed = table.current.sets.get(seat)
        closed = table.phase is not Phase.BETS_OPEN
        acknowledgement = AcknowledgeScreen(
            table.current.number, seat, placed.number if placed else 0, closed
        )
        self._ask(self.owner, acknowledgement, patron(seat, self._visits[seat]))

    def _change_connections(self) -> None:
        """Disconnect terminals and connect them again."""
        if "lost" in self.faults:
            for seat in SEATS:
                cut_off = self.owner.state.seats[seat].is_cut_off
                if self.rng.random() < (0.5 if cut_off else 0.05):
                    change = ReconnectTerminal(seat) if cut_off else DisconnectTerminal(seat)
                    self._ask(self.owner, change, DEVICE)

    def _take_pending_step(self) -> None:
        """Take the remedy step that the table waits for."""
        table = self.owner.state
        item = table.pending_steps[0]
        if item.step is None:
            power = self.rng.random() < 0.7
            self._ask(self.owner, InterruptRound(power_failure=power), DEALER)
        elif item.step.detail is RemedyDetail.MISSING_CARD:
            self._ask(self.owner, next_search_step(self._scene()), SHIFT_MANAGER)
        elif item.step.position is not None:
            ruling = give_ruling(self._scene(), self.rng.choice(list(RulingOutcome)))
            self._ask(self.owner, ruling, SHIFT_MANAGER)
        elif item.step.remedy is Remedy.REOPEN_BETS:
            self._ask(self.owner, ReopenBets(), dealer_of(table))
            self._bet()
        elif self.rng.random() < 0.3:
            self._ask(self.owner, CloseWithdrawal(item.event), CLOCK)
        else:
            self._answer(sorted(table.current.sets.keys() - item.answered))

    def _answer(self, waiting: list[int]) -> None:
        """Answer an offer for a patron, or as staff for chips."""
        seat = self.rng.choice(waiting)
        placed = self.owner.state.current.sets[seat]
        some = placed.stakes[:1] if self.rng.random() < 0.3 else ()
        answer = AnswerWithdrawal(seat, self.rng.random() < 0.5, some)
        by = DEALER if are_chips(placed.visit) else patron(seat, self._visits[seat])
        self._ask(self.owner, answer, by)

    def _come_and_go(self) -> None:
        """Let a patron with little or enough credit leave, and seat the next one."""
        for command, teller in settle_claims(self.rng, self.cage.state, self.journal.balances()):
            self._ask(self.cage, command, teller)
        seat = self.rng.choice(SEATS)
        by = patron(seat, self._visits[seat])
        credit = self.journal.balance(f"credit/{by.name}")
        if credit < 500_00 or self.rng.random() < 0.01:
            if isinstance(self._ask(self.owner, LeaveSeat(seat), by), Refusal):
                return
            if credit:
                number = f"{self.rng.getrandbits(128):032x}"
                self._ask(self.cage, CollectCredit(by.name, credit, number), HOUSE_DEALER)
            self._sit(seat)

    def _crashed(self) -> bool:
        """Replace the stream owner, as after a crash, and sometimes interrupt the round."""
        if "crash" not in self.faults or self.rng.random() > 0.01:
            return False
        self.counts["crash"] += 1
        successor: StreamOwner[Table] = StreamOwner(
            self.journal, TABLE, table_aggregate(TABLE), self._now
        )
        check_replay(self.owner, successor)
        self.owner = successor
        if self.owner.state.phase in IN_ROUND:
            recovered = self.rng.random() < 0.95
            self._ask(self.owner, InterruptRound(cards_recovered=recovered), HOUSE_DEALER)
        return True

    # Commands

    def _ask(self, owner: StreamOwner[Any], command: Any, by: Actor) -> CommandAnswer:
        (answer,) = self._ask_all(owner, [self._request(command, by)])
        return answer

    def _request(self, command: Any, by: Actor) -> CommandRequest:
        self._ids += 1
        return CommandRequest(f"{self._ids:x}", by, command)

    def _ask_all(
        self, owner: StreamOwner[Any], requests: list[CommandRequest]
    ) -> list[CommandAnswer]:
        before, version = owner.state, owner.version
        answers = owner.handle(*requests)
        if owner.version == version:
            _assert(owner.state is before, "V8: a refusal changed the state")
        self._count(requests, answers)
        if owner is self.owner:
            self._repeat_earlier(requests, answers)
            check_round(self.owner.state)
            if self.owner.version % STEPS_PER_FINISH_CHECK == 0 or self.owner.state.pending_steps:
                check_can_finish(self.owner.state, self._shoe)
        check_money(self.journal, self.owner.state)
        return answers

    def _repeat_earlier(self, requests: list[CommandRequest], answers: list[CommandAnswer]) -> None:
        """Repeat an earlier request, and check that its answer has no second effect."""
        self._repeatable = (self._repeatable + repeatable(requests, answers))[-50:]
        if "doubled" in self.faults and self.rng.random() < 0.1:
            repeat = self.rng.choice(self._repeatable)
            known = self.journal.find_entry(TABLE, repeat.id)
            version = self.owner.version
            (answer,) = self.owner.handle(repeat)
            if known is not None:
                _assert(
                    isinstance(answer, Committed) and answer.number == known[0],
                    "V3: a repeated command got another answer",
                )
                _assert(self.owner.version == version, "V3: a repeated command had an effect")
            self.counts["doubled"] += 1

    def _count(self, requests: list[CommandRequest], answers: list[CommandAnswer]) -> None:
        for each, answer in zip(requests, answers, strict=True):
            self.counts["refused" if isinstance(answer, Refusal) else "done"] += 1
            self.counts.update(tally_answer(each.command, answer))

    def _now(self) -> str:
        """The time of an entry. The clock sometimes jumps by years in either direction."""
        self._hours += 1
        if "clock" in self.faults and self.rng.random() < 0.001:
            self._hours = self.rng.randrange(200_000)
        return f"hour {self._hours}"


def _assert(holds: bool, words: str) -> None:
    if not holds:
        raise InvariantViolated(words)


# The settings and the shoes of its house


def house_settings(rng: random.Random, book: Rulebook, *, is_strict: bool) -> Settings:
    """Settings that a house might choose. Strict ones have limits that chips may exceed."""
    default = default_settings(book)
    limits = tuple(
        limit
        for limit in default.limits
        if not book.wager(limit.wager).optional or rng.random() < 0.8
    )
    decks = rng.randint(book.document.decks.minimum, book.document.decks.maximum)
    settings = replace(
        default,
        limits=limits,
        decks=decks,
        cards_behind_cut=rng.randint(6, 60),
        burns=rng.random() < 0.5,
        rounds_after_cut=rng.choice([0, 0, 0, 1, 2]),
    )
    if not is_strict or book.document.placement is WagerPlacement.TERMINALS:
        return settings
    minimum, maximum = rng.choice([1_00, 20_00, 50_00]), rng.choice([200_00, 400_00, 5_000_00])
    limits = tuple(Limit(limit.wager, minimum, maximum) for limit in limits)
    if not book.document.methods:
        return replace(settings, limits=limits)
    apart = rng.choice([None, 0, 100_00, 1_000_00])
    return replace(settings, limits=limits, is_hlga=rng.random() < 0.8, differential_cents=apart)


def new_cards(rng: random.Random, decks: int, *, goes_wrong: bool) -> tuple[VirtualShoe, str]:
    """A new shoe and its commitment. With irregularities it often has none, as a physical shoe."""
    shoe = new_shoe(decks, rng.randbytes)
    if not goes_wrong or rng.random() >= 0.7:
        return shoe, shoe.commitment
    return (tamper(rng, shoe, decks) if rng.random() < 0.1 else shoe), ""


def tamper(rng: random.Random, shoe: VirtualShoe, decks: int) -> VirtualShoe:
    """A shoe that starts with one card more often than the decks contain it."""
    cards = [shoe.order[at : at + 2] for at in range(0, len(shoe.order), 2)]
    for place in rng.sample(range(80), decks + 1):
        cards[place] = cards[0]
    return VirtualShoe("".join(cards), shoe.salt)
