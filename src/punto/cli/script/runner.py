"""A table run by lines of text: what `punto table` and `punto playthrough` share."""

import random
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from punto.cli.script.cage import CAGE_LINES
from punto.cli.script.cage import HELP as CAGE_HELP
from punto.cli.script.cage import visit_of as _visit
from punto.cli.script.irregularities import HELP as STAFF_HELP
from punto.cli.script.irregularities import IRREGULARITY_LINES, unread_cards
from punto.cli.script.json_commands import JsonCommand, parse_json_command
from punto.cli.script.live import HELP as LIVE_HELP
from punto.cli.script.live import LIVE_LINES
from punto.cli.script.tokens import MAX_WORDS, no_more, split, with_settings
from punto.cli.script.tokens import choice as _choice
from punto.cli.script.tokens import one as _one
from punto.cli.script.tokens import seat as _seat
from punto.cli.script.tokens import stake as _stake
from punto.core import money
from punto.core.cards import card
from punto.core.notation import FACE_DOWN
from punto.core.staff_positions import StaffPosition
from punto.devices.virtual_shoe import VirtualShoe, new_shoe
from punto.floor.streams.aggregates import CAGE, cage_aggregate, table_aggregate
from punto.floor.streams.owner import CommandAnswer, CommandRequest, StreamOwner
from punto.games.library import game
from punto.journal.keys.sealed_store import SealedStore
from punto.journal.protocol import Journal
from punto.ledger.cage import BeginVisit, BuyCredit, Cage, CollectCredit
from punto.reports.descriptions.refusals import refusal_line
from punto.reports.descriptions.transcripts import transcript_lines
from punto.table.actors import CLOCK, DEVICE, HOUSE_DEALER, Actor, ActorKind
from punto.table.commands import play as commands
from punto.table.next_step import NextStep, next_step
from punto.table.refusals import No, Refusal
from punto.table.settings import default_settings
from punto.table.state import IN_ROUND, Table

HELP = f"""\
open GAME [decks=6 cards_behind_cut=20 limit.tie=5-500 without=tiger_pair ...]
credit SEAT AMOUNT      sit SEAT      leave SEAT      collect SEAT
{CAGE_HELP}shoe [CARDS]            a shuffled shoe, or one with these cards on top
cards                   a shoe of real cards, each to be named when it is drawn
bets                    bet SEAT banker=100 tie=5 banker@5.2=20  close  confirm
draw [CARDS]            deal          hand CARD       cut       out      settle
lose SEAT               regain SEAT   shown SEAT      seat SEAT in|out
interrupt [power|other] [lost]        withdraw SEAT   stay SEAT     time
{STAFF_HELP}{LIVE_HELP}end                     close-table   crash           again         money
by POSITION: LINE       by POSITION and POSITION: LINE    by patron SEAT: LINE
# a remark
"""

TABLE = "table"

ScriptLine = Callable[["ScriptRunner", list[str]], list[CommandAnswer]]


class ScriptRunner:
    """A table, the cage and everybody at them, on one journal, moved on by lines."""

    def __init__(
        self,
        journal: Journal,
        seed: int = 1,
        sealed: SealedStore | None = None,
        *,
        also: tuple[str, ...] = (),
    ) -> None:
        self.journal, self._sealed = journal, sealed
        # Words that whoever reads the lines answers without asking here.
        self._also = also
        self._random = random.Random(seed)  # noqa: S311  shoes of a script are to be repeated
        self._by: Actor | None = None
        self._ids = 0
        self._last: tuple[StreamOwner[Any], CommandRequest] | None = None
        self._cards: list[str] = []
        self._order_and_salt = ("", "")
        self.cage: StreamOwner[Cage] = StreamOwner(journal, CAGE, cage_aggregate(), self._now)
        self.owner: StreamOwner[Table] = StreamOwner(
            journal, TABLE, table_aggregate(TABLE), self._now
        )
        # Ids are used once in a journal, so those of a later sitting begin where it stands.
        self._sitting = f"{self.cage.version}.{self.owner.version}"
        if sealed is not None and self.table.shoe is not None:
            self._take(VirtualShoe(*sealed.open(self.table.shoe.key).split()))

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.owner.state

    def run(self, line: str) -> list[CommandAnswer]:
        """Does what a line says; a line that says nothing known is refused by `ValueError`."""
        self._by = None
        if line.startswith("{"):
            return self._run_json(parse_json_command(line))
        words = split(line)
        if words[:1] == ["by"]:
            who, colon, line = line.partition(":")
            if not colon:
                raise ValueError("by whom, and what? expected as in by pit-manager: bets")
            self._by = _actor(who.split()[1:])
            words = split(line)
        return self._line(words[0], words[1:]) if words else []

    def _line(self, name: str, words: list[str]) -> list[CommandAnswer]:
        no_more(words, MAX_WORDS.get(name, len(words)))
        if name in LIVE_LINES:
            command, position = LIVE_LINES[name](self.table, words)
            return self._ask(command, _staff(position))
        if name in IRREGULARITY_LINES:
            command, position = IRREGULARITY_LINES[name](self.table, words, self._cards)
            return self._ask(command, _staff(position, second=True))
        if name in CAGE_LINES:
            request, by = CAGE_LINES[name](self.journal.balance, words)
            return self._ask(request, by, self.cage)
        if name in LINES:
            return LINES[name](self, words)
        if name in self._also:
            raise ValueError(f"{name} stands alone in its line")
        all_lines = (*self._also, *LINES, *CAGE_LINES, *IRREGULARITY_LINES, *LIVE_LINES)
        known = ", ".join(dict.fromkeys(all_lines))
        raise ValueError(f"{name!r:.40} is not known; expected one of {known}")

    def money(self) -> list[str]:
        """What every account holds, in words."""
        return [
            f"{account} {money.format_cents(cents)}" for account, cents in self.balances().items()
        ]

    def balances(self) -> dict[str, int]:
        """What every account holds that is not empty, in cents."""
        held = sorted(self.journal.balances().items())
        return {account: cents for account, cents in held if cents}

    # Asking

    def _run_json(self, parsed: JsonCommand) -> list[CommandAnswer]:
        return self._ask(
            parsed.command, parsed.by, self.cage if parsed.is_for_cage else None, parsed.id
        )

    def _ask(
        self, command: Any, by: Actor, owner: StreamOwner[Any] | None = None, id_: str = ""
    ) -> list[CommandAnswer]:
        self._ids += 1
        request = CommandRequest(id_ or f"{self._sitting}-{self._ids}", self._by or by, command)
        self._last = owner or self.owner, request
        return self._last[0].handle(request)

    def _now(self) -> str:
        return f"line {self._ids}"

    def _dealer(self) -> Actor:
        is_live_table = (
            self.table.book is not None and len(self.table.game.document.authorities) > 1
        )
        return _staff(StaffPosition.DEALER) if is_live_table else HOUSE_DEALER

    def _drawn(self, text: str) -> list[CommandAnswer]:
        return self._ask(commands.DrawCard(self._next_number(), text), DEVICE)

    def _next_number(self) -> int:
        return self.table.shoe.cards_out + 1 if self.table.shoe else 1

    # Lines

    def open(self, words: list[str]) -> list[CommandAnswer]:
        """Opens a table of a game."""
        book = game(_one(words, "a game"))
        settings = with_settings(default_settings(book), words[1:])
        return self._ask(commands.OpenTable(book.text, settings), _staff(StaffPosition.PIT_MANAGER))

    def settings(self, words: list[str]) -> list[CommandAnswer]:
        """Changes settings between rounds."""
        if self.table.settings is None:
            return [No.TABLE_CLOSED.at(None)]
        changed = with_settings(self.table.settings, words)
        return self._ask(
            commands.ChangeSettings(changed), _staff(StaffPosition.PIT_MANAGER, second=True)
        )

    def credit(self, words: list[str]) -> list[CommandAnswer]:
        """Sells credit to the patron at a seat, whose visit begins with it."""
        visit, cents = _visit(words), money.parse_cents(_one(words[1:], "an amount"))
        begun = []
        if visit not in self.cage.state.visits:
            begun = self._ask(BeginVisit(visit, f"terminal-{words[0]}"), HOUSE_DEALER, self.cage)
        return begun + self._ask(BuyCredit(visit, cents), HOUSE_DEALER, self.cage)

    def collect(self, words: list[str]) -> list[CommandAnswer]:
        """Gives a patron all credit as a voucher."""
        visit = _visit(words)
        cents = self.journal.balance(f"credit/{visit}")
        number = f"{self._random.getrandbits(128):032x}"
        return self._ask(CollectCredit(visit, cents, number), HOUSE_DEALER, self.cage)

    def sit(self, words: list[str]) -> list[CommandAnswer]:
        """Seats the patron of a seat."""
        return self._ask(commands.TakeSeat(_seat(words), _visit(words)), _patron(words))

    def leave(self, words: list[str]) -> list[CommandAnswer]:
        """Lets the patron of a seat go."""
        return self._ask(commands.LeaveSeat(_seat(words)), _patron(words))

    def shoe(self, words: list[str]) -> list[CommandAnswer]:
        """Loads a shoe: shuffled, or with some cards on top of an ordinary one."""
        if self.table.settings is None:
            return [No.TABLE_CLOSED.at(None)]
        loaded = new_shoe(self.table.settings.decks, self._random.randbytes)
        top = "".join(str(card(each)) for each in words)
        loaded = VirtualShoe(_on_top(top, loaded.order), loaded.salt)
        key = f"shoe-{self.owner.version}"
        if self._sealed is not None:
            self._sealed.seal(key, f"{loaded.order} {loaded.salt}")
        return self._load(commands.LoadShoe(key, loaded.commitment), loaded)

    def cards(self, _words: list[str]) -> list[CommandAnswer]:
        """Loads a shoe of real cards, whose order nobody knows."""
        return self._load(commands.LoadShoe(f"shoe-{self.owner.version}"), VirtualShoe("", ""))

    def end(self, _words: list[str]) -> list[CommandAnswer]:
        """Ends the shoe and shows it."""
        return self._ask(commands.EndShoe(*self._order_and_salt), self._dealer())

    def bet(self, words: list[str]) -> list[CommandAnswer]:
        """Replaces a seat's stakes."""
        seat = _seat(words)
        number = self.table.round.number if self.table.round else 0
        before = self.table.round.sets.get(seat) if self.table.round else None
        stakes = tuple(_stake(word) for word in words[1:])
        placed = commands.PlaceWagers(number, seat, stakes, before.number if before else 0)
        return self._ask(placed, _patron(words))

    def acknowledge(self, words: list[str]) -> list[CommandAnswer]:
        """Acknowledge the view of a seat's terminal."""
        seat, number = _seat(words), self.table.round.number if self.table.round else 0
        placed = self.table.round.sets.get(seat) if self.table.round else None
        closed = self.table.phase in IN_ROUND and self.table.phase != "bets-open"
        acknowledgement = commands.AcknowledgeScreen(
            number, seat, placed.number if placed else 0, closed
        )
        return self._ask(acknowledgement, _patron(words))

    def seat(self, words: list[str]) -> list[CommandAnswer]:
        """The Gaming Shift Manager decides about a seat."""
        takes_part = _choice(words[1:], ("in", "out")) == "in"
        return self._ask(
            commands.DecideParticipation(_seat(words), takes_part), _staff(_SHIFT_MANAGER)
        )

    def draw(self, words: list[str]) -> list[CommandAnswer]:
        """Draws cards: those named, or the next one."""
        return [
            answer
            for each in words or [""]
            for answer in self._drawn(self._named(each, self._next_number()))
        ]

    def deal(self, _words: list[str]) -> list[CommandAnswer]:
        """Draws as long as the round calls for cards."""
        answers: list[CommandAnswer] = []
        while next_step(self.table) in (NextStep.CONFIRM_SEATS, NextStep.DRAW, NextStep.BURN):
            answers += self._drawn(self._named("", self._next_number()))
            if isinstance(answers[-1], Refusal):
                break
        return answers

    def hand(self, words: list[str]) -> list[CommandAnswer]:
        """Enters a card by hand: the first that lies unread, else the next."""
        number = (*unread_cards(self.table), self._next_number())[0]
        text = self._named(words[0] if words else "", number)
        return self._ask(
            commands.EnterCard(number, text), _staff(StaffPosition.DEALER, second=True)
        )

    def interrupt(self, words: list[str]) -> list[CommandAnswer]:
        """Interrupts the round."""
        for word in words:
            _choice([word], ("power", "other", "lost"))
        if "power" in words and "other" in words:
            raise ValueError("power and other exclude each other; expected one of them")
        power = True if "power" in words else False if "other" in words else None
        if "lost" in words:
            # That the cards cannot be had is no one Dealer's to say.
            return self._ask(commands.InterruptRound(power, cards_recovered=False), HOUSE_DEALER)
        return self._ask(commands.InterruptRound(power), _staff(StaffPosition.DEALER))

    def answer(self, words: list[str], *, withdraws: bool) -> list[CommandAnswer]:
        """A patron withdraws or stays."""
        return self._ask(commands.AnswerWithdrawal(_seat(words), withdraws), _patron(words))

    def time(self, _words: list[str]) -> list[CommandAnswer]:
        """The time for answers is up."""
        event = self.table.pending_steps[0].event if self.table.pending_steps else 0
        return self._ask(commands.CloseWithdrawal(event), CLOCK)

    def crash(self, _words: list[str]) -> list[CommandAnswer]:
        """The process dies and another takes the table over."""
        self.owner = StreamOwner(self.journal, TABLE, table_aggregate(TABLE), self._now)
        if self.table.phase not in IN_ROUND:
            return []
        return self._ask(commands.InterruptRound(), HOUSE_DEALER)

    def again(self, _words: list[str]) -> list[CommandAnswer]:
        """Says the last thing once more, under the same id."""
        if self._last is None:
            raise ValueError("nothing was said yet")
        owner, request = self._last
        return (self.cage if owner.stream == CAGE else self.owner).handle(request)

    def _load(self, command: commands.LoadShoe, shoe: VirtualShoe) -> list[CommandAnswer]:
        """Loads a shoe; one that is refused leaves the cards of the one in the device."""
        answers = self._ask(command, self._dealer())
        if not any(isinstance(each, Refusal) for each in answers):
            self._take(shoe)
        return answers

    def _take(self, shoe: VirtualShoe) -> None:
        self._cards = [shoe.order[at : at + 2] for at in range(0, len(shoe.order), 2)]
        self._order_and_salt = shoe.order, shoe.salt

    def _named(self, word: str, number: int) -> str:
        """A card by its name, which in a shuffled shoe can only be its own."""
        own = self._cards[number - 1] if number <= len(self._cards) else ""
        if not word and not own:
            empty = "out says that the shoe is empty" if self._cards else "as in draw 9s"
            raise ValueError(f"no card is known to come; expected its name, {empty}")
        if own and word not in ("", FACE_DOWN) and str(card(word)) != own:
            raise ValueError(f"{word!r:.40} is not card {number} of this shoe; expected no name")
        return word or own


def _plain(command: Any, by: Actor | None = None) -> ScriptLine:
    """A line that asks for one thing without details."""
    return lambda play, _words: play._ask(command(), by or play._dealer())


def _of_terminal(command: Any) -> ScriptLine:
    return lambda play, words: play._ask(command(_seat(words)), DEVICE)


_SHIFT_MANAGER = StaffPosition.GAMING_SHIFT_MANAGER

LINES: dict[str, ScriptLine] = {
    "open": ScriptRunner.open,
    "settings": ScriptRunner.settings,
    "credit": ScriptRunner.credit,
    "collect": ScriptRunner.collect,
    "sit": ScriptRunner.sit,
    "leave": ScriptRunner.leave,
    "shoe": ScriptRunner.shoe,
    "cards": ScriptRunner.cards,
    "end": ScriptRunner.end,
    "bets": _plain(commands.OpenBets),
    "bet": ScriptRunner.bet,
    "shown": ScriptRunner.acknowledge,
    "lose": _of_terminal(commands.DisconnectTerminal),
    "regain": _of_terminal(commands.ReconnectTerminal),
    "close": _plain(commands.CloseBets),
    "seat": ScriptRunner.seat,
    "confirm": _plain(commands.ConfirmParticipants),
    "draw": ScriptRunner.draw,
    "deal": ScriptRunner.deal,
    "hand": ScriptRunner.hand,
    "cut": _plain(commands.ReportCuttingCard, DEVICE),
    "out": _plain(commands.ReportEmptyShoe, DEVICE),
    "settle": _plain(commands.SettleRound),
    "interrupt": ScriptRunner.interrupt,
    "withdraw": lambda play, words: play.answer(words, withdraws=True),
    "stay": lambda play, words: play.answer(words, withdraws=False),
    "time": ScriptRunner.time,
    "crash": ScriptRunner.crash,
    "again": ScriptRunner.again,
    "close-table": _plain(
        commands.CloseTable, Actor(ActorKind.STAFF, "Pat", StaffPosition.PIT_MANAGER)
    ),
}


def answer_lines(answer: CommandAnswer) -> list[str]:
    """An answer as lines of a transcript."""
    if isinstance(answer, Refusal):
        return [refusal_line(answer)]
    if not answer.events:
        return ["nothing changed"]
    again = [f"answered before, as entry {answer.number}"] if answer.is_repeat else []
    return again or [line for event in answer.events for line in transcript_lines(event, "en")]


def _on_top(top: str, order: str) -> str:
    """An order with some of its cards moved to the top."""
    rest = [order[at : at + 2] for at in range(0, len(order), 2)]
    for at in range(0, len(top), 2):
        if (text := top[at : at + 2]) not in rest:
            raise ValueError(f"{text} on top is one more than the decks hold")
        rest.remove(text)
    return top + "".join(rest)


def _patron(words: list[str]) -> Actor:
    return Actor(ActorKind.PATRON, _visit(words))


def _staff(position: StaffPosition, name: str = "Pat", *, second: bool = False) -> Actor:
    by = _staff(StaffPosition.PIT_MANAGER, "Sam") if second else None
    return Actor(ActorKind.STAFF, name, position, seconded_by=by)


def _actor(words: list[str]) -> Actor:
    """Who a line is said by, if not by whoever usually says it."""
    no_more(words, 3 if words[1:2] == ["and"] else 2 if words[:1] == ["patron"] else 1)
    if words[:1] == ["patron"]:
        return _patron(words[1:])
    by = _staff(StaffPosition(_choice(words, tuple(StaffPosition))))
    if words[1:2] == ["and"]:
        by = replace(
            by, seconded_by=_staff(StaffPosition(_choice(words[2:], tuple(StaffPosition))), "Sam")
        )
    return by
