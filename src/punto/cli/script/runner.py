"""Run a table by lines of text, for `punto table`, `punto playthrough` and `punto emulate`."""

import random
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from msgspec.structs import replace

from punto.cli.script.grammar import LINE_WIDTH, RecordLine, Scene, help_lines, too_many
from punto.cli.script.lines import RECORD_LINES
from punto.cli.script.tokens import (
    CAGE_KINDS,
    FACTS,
    choice,
    number,
    parse_json_command,
    split,
    visit_of,
    with_settings,
)
from punto.core import money
from punto.core.cards import card
from punto.core.irregularities import Circumstance, Trigger
from punto.core.notation import FACE_DOWN
from punto.core.staff_positions import StaffPosition
from punto.devices.manual_entry import unread_cards
from punto.devices.virtual_shoe import VirtualShoe, new_shoe
from punto.floor.streams.aggregates import CAGE, cage_aggregate, table_aggregate
from punto.floor.streams.owner import CommandAnswer, CommandRequest, StreamOwner
from punto.games.library import game
from punto.journal.keys import SealedStore
from punto.journal.protocol import Journal
from punto.ledger import accounts
from punto.ledger.cage import BeginVisit, BuyCredit, Cage
from punto.ledger.claims import CollectClaim, PayClaim
from punto.reports.descriptions.transcripts import refusal_line, transcript_lines
from punto.table import commands
from punto.table.actors import DEVICE, HOUSE_DEALER, Actor, ActorKind, patron_actor
from punto.table.commands import ReportIrregularity
from punto.table.next_step import NextStep, next_step
from punto.table.refusals import No, Refusal
from punto.table.settings import default_settings
from punto.table.state import IN_ROUND, Table

TABLE = "table"
DEALER = StaffPosition.DEALER
PIT_MANAGER = StaffPosition.PIT_MANAGER


class ScriptRunner:
    """A table and the cage on one journal, with everyone who acts there, driven by lines."""

    def __init__(
        self,
        journal: Journal,
        seed: int = 1,
        sealed: SealedStore | None = None,
        *,
        also: tuple[str, ...] = (),
    ) -> None:
        self.journal, self._sealed = journal, sealed
        # Words that the caller answers before it passes a line on.
        self._also = also
        self._random = random.Random(seed)  # noqa: S311  a script must give the same shoes again
        self._by: Actor | None = None
        self._ids = 0
        self._last: tuple[StreamOwner[Any], CommandRequest] | None = None
        self._cards: list[str] = []
        self._order_and_salt = ("", "")
        self.cage: StreamOwner[Cage] = StreamOwner(journal, CAGE, cage_aggregate(), self._now)
        self.owner: StreamOwner[Table] = StreamOwner(
            journal, TABLE, table_aggregate(TABLE), self._now
        )
        # A journal accepts each id once, so the ids of a later run start with its length.
        self._run_id = f"{self.cage.version}.{self.owner.version}"
        if sealed is not None and self.table.shoe is not None:
            self._take(VirtualShoe(*sealed.open(self.table.shoe.key).split()))

    @property
    def table(self) -> Table:
        """The current state of the table."""
        return self.owner.state

    def run(self, line: str) -> list[CommandAnswer]:
        """Run a line; raise `ValueError` if it cannot be parsed."""
        self._by = None
        if line.startswith("{"):
            parsed = parse_json_command(line)
            return self._ask(parsed.command, parsed.by, parsed.id)
        words = split(line)
        if words[:1] == ["by"]:
            who, colon, line = line.partition(":")
            if not colon:
                raise ValueError(
                    f"{who!r:.40} has no line after it; expected by POSITION: LINE, as in "
                    "by pit-manager: bets"
                )
            self._by = _actor(who.split()[1:])
            words = split(line)
        return self._line(words[0], words[1:]) if words else []

    def _line(self, name: str, words: list[str]) -> list[CommandAnswer]:
        if name in RECORD_LINES:
            line = RECORD_LINES[name]
            command = line.read(name, words, self._scene())
            by = line.by(command) if callable(line.by) else line.by
            return self._ask(command, self._sender(by, second=line.has_second))
        if name in RUNNER_LINES:
            runner_line = RUNNER_LINES[name]
            runner_line.check(name, words)
            return runner_line.run(self, words)
        if name in self._also:
            raise ValueError(f"{name} takes no sender; expected {name} alone")
        known = ", ".join(dict.fromkeys((*self._also, *RUNNER_LINES, *RECORD_LINES)))
        raise ValueError(f"{name!r:.40} is not a line of a script; expected one of {known}")

    def money(self) -> list[str]:
        """The balance of every account that is not empty, as lines."""
        return [
            f"{account} {money.format_cents(cents)}" for account, cents in self.balances().items()
        ]

    def balances(self) -> dict[str, int]:
        """The balance of every account that is not empty, in cents."""
        held = sorted(self.journal.balances().items())
        return {account: cents for account, cents in held if cents}

    # Commands

    def _ask(self, command: Any, by: Actor, id_: str = "") -> list[CommandAnswer]:
        self._ids += 1
        request = CommandRequest(id_ or f"{self._run_id}-{self._ids}", self._by or by, command)
        owner: StreamOwner[Any] = self.cage if type(command) in CAGE_KINDS else self.owner
        self._last = owner, request
        return owner.handle(request)

    def _now(self) -> str:
        return f"line {self._ids}"

    def _scene(self) -> Scene:
        return Scene(self.table, self.journal.balance, self._new_number, self._cards)

    def _new_number(self) -> str:
        return f"{self._random.getrandbits(128):032x}"

    def _sender(self, by: Actor | StaffPosition | None, *, second: bool = False) -> Actor:
        if by is None:
            return self._dealer()
        return by if isinstance(by, Actor) else _staff(by, second=second)

    def _dealer(self) -> Actor:
        is_live_table = (
            self.table.book is not None and len(self.table.game.document.authorities) > 1
        )
        return _staff(DEALER) if is_live_table else HOUSE_DEALER

    def _drawn(self, text: str) -> list[CommandAnswer]:
        return self._ask(commands.DrawCard(self._next_number(), text), DEVICE)

    def _next_number(self) -> int:
        return self.table.shoe.cards_out + 1 if self.table.shoe else 1

    # Lines that do more than one command, or know the shoe

    def open(self, words: list[str]) -> list[CommandAnswer]:
        """Open a table of a game with its default settings, or with others."""
        book = game(words[0])
        settings = with_settings(default_settings(book), words[1:])
        return self._ask(commands.OpenTable(book.text, settings), _staff(PIT_MANAGER))

    def settings(self, words: list[str]) -> list[CommandAnswer]:
        """Change settings between rounds."""
        if self.table.settings is None:
            return [No.TABLE_CLOSED.at(None)]
        changed = with_settings(self.table.settings, words)
        return self._ask(commands.ChangeSettings(changed), _staff(PIT_MANAGER, second=True))

    def credit(self, words: list[str]) -> list[CommandAnswer]:
        """Sell credit to the patron at a seat. The first credit begins the visit."""
        visit, cents = visit_of(words[0]), money.parse_cents(words[1])
        begun = []
        if visit not in self.cage.state.visits:
            begun = self._ask(BeginVisit(visit, f"terminal-{words[0]}"), HOUSE_DEALER)
        return begun + self._ask(BuyCredit(visit, cents), HOUSE_DEALER)

    def claim(self, words: list[str]) -> list[CommandAnswer]:
        """Pay the claim of a patron, or collect it as far as the credit covers it."""
        visit = visit_of(words[0])
        owed = self.journal.balance(accounts.claim(visit))
        if owed >= 0:
            return self._ask(PayClaim(visit, owed), HOUSE_DEALER)
        collected = min(-owed, self.journal.balance(accounts.credit(visit)))
        return self._ask(CollectClaim(visit, collected, -owed - collected), HOUSE_DEALER)

    def shoe(self, words: list[str]) -> list[CommandAnswer]:
        """Load a shuffled shoe, with the named cards on top."""
        if self.table.settings is None:
            return [No.TABLE_CLOSED.at(None)]
        loaded = new_shoe(self.table.settings.decks, self._random.randbytes)
        top = "".join(str(card(word)) for word in words)
        loaded = VirtualShoe(_on_top(top, loaded.order), loaded.salt)
        key = f"shoe-{self.owner.version}"
        if self._sealed is not None:
            self._sealed.seal(key, f"{loaded.order} {loaded.salt}")
        return self._load(commands.LoadShoe(key, loaded.commitment), loaded)

    def cards(self, _words: list[str]) -> list[CommandAnswer]:
        """Load a shoe of real cards. The script names each card that is drawn."""
        return self._load(commands.LoadShoe(f"shoe-{self.owner.version}"), VirtualShoe("", ""))

    def end(self, _words: list[str]) -> list[CommandAnswer]:
        """End the shoe and reveal its order."""
        return self._ask(commands.EndShoe(*self._order_and_salt), self._dealer())

    def draw(self, words: list[str]) -> list[CommandAnswer]:
        """Draw the named cards, or the next one."""
        return [
            answer
            for word in words or [""]
            for answer in self._drawn(self._named(word, self._next_number()))
        ]

    def deal(self, _words: list[str]) -> list[CommandAnswer]:
        """Draw every card that the round needs."""
        answers: list[CommandAnswer] = []
        while next_step(self.table) in (NextStep.CONFIRM_SEATS, NextStep.DRAW, NextStep.BURN):
            answers += self._drawn(self._named("", self._next_number()))
            if isinstance(answers[-1], Refusal):
                break
        return answers

    def hand(self, words: list[str]) -> list[CommandAnswer]:
        """Enter a card by hand: the first card that was not read, else the next."""
        place = (*unread_cards(self.table), self._next_number())[0]
        text = self._named(words[0] if words else "", place)
        return self._ask(commands.EnterCard(place, text), _staff(DEALER, second=True))

    def draw_several(self, words: list[str]) -> list[CommandAnswer]:
        """Report that so many cards left a shuffled shoe together, as the device reads them."""
        if not self._cards:
            raise ValueError(
                "together: the shoe of real cards has no record; expected report drawn-together "
                "and the cards, as in report drawn-together order-known 9s 4d"
            )
        count, place = number(words[0], "COUNT"), self._scene().cards_out()
        report = ReportIrregularity(
            Trigger.DRAWN_TOGETHER,
            tuple(Circumstance(choice(word, FACTS)) for word in words[1:]),
            tuple(self._cards[place:][:count]),
            evidence="as the device read them",
        )
        return self._ask(report, _staff(DEALER, second=True))

    def crash(self, _words: list[str]) -> list[CommandAnswer]:
        """Stop the process and let another one continue the table."""
        self.owner = StreamOwner(self.journal, TABLE, table_aggregate(TABLE), self._now)
        if self.table.phase not in IN_ROUND:
            return []
        return self._ask(commands.InterruptRound(), HOUSE_DEALER)

    def again(self, _words: list[str]) -> list[CommandAnswer]:
        """Send the last command again, under the same id."""
        if self._last is None:
            raise ValueError("again: there is no command yet; expected another line first")
        owner, request = self._last
        return (self.cage if owner.stream == CAGE else self.owner).handle(request)

    def _load(self, command: commands.LoadShoe, shoe: VirtualShoe) -> list[CommandAnswer]:
        """Load a shoe. If the table refuses it, the device still has the cards of the old one."""
        answers = self._ask(command, self._dealer())
        if not any(isinstance(answer, Refusal) for answer in answers):
            self._take(shoe)
        return answers

    def _take(self, shoe: VirtualShoe) -> None:
        self._cards = [shoe.order[at : at + 2] for at in range(0, len(shoe.order), 2)]
        self._order_and_salt = shoe.order, shoe.salt

    def _named(self, word: str, place: int) -> str:
        """The card that a word names. A shuffled shoe accepts only the card in that place."""
        own = self._cards[place - 1] if place <= len(self._cards) else ""
        if not word and not own:
            remedy = "out reports an empty shoe" if self._cards else "name it, as in draw 9s"
            raise ValueError(f"the next card is not known; {remedy}")
        if own and word not in ("", FACE_DOWN) and str(card(word)) != own:
            raise ValueError(f"{word!r:.40} is not card {place} of this shoe; leave the card out")
        return word or own


RunnerMethod: TypeAlias = Callable[[ScriptRunner, list[str]], list[CommandAnswer]]


@dataclass(frozen=True, slots=True)
class RunnerLine:
    """A line that a method of the runner carries out, with the form of its words."""

    run: RunnerMethod
    form: str = ""
    """Words in brackets are optional; dots after the last allow any number."""

    def check(self, name: str, words: list[str]) -> None:
        """Raise `ValueError` if there are too few or too many words."""
        form = self.form.split()
        needed = [word for word in form if not word.startswith("[")]
        if len(words) < len(needed):
            missing = needed[len(words)]
            raise ValueError(f"{name}: {missing} is missing; expected {self.usage(name)}")
        if len(words) > len(form) and not self.form.endswith("...]"):
            raise too_many(name, words[len(form)], self.usage(name))

    def usage(self, name: str) -> str:
        """The form of the line, such as `credit SEAT AMOUNT`."""
        return f"{name} {self.form}".rstrip()

    def help(self) -> str:
        """The description of the method."""
        return (self.run.__doc__ or "").strip()


RUNNER_LINES: dict[str, RunnerLine] = {
    "open": RunnerLine(ScriptRunner.open, "GAME [SETTING=VALUE...]"),
    "settings": RunnerLine(ScriptRunner.settings, "[SETTING=VALUE...]"),
    "credit": RunnerLine(ScriptRunner.credit, "SEAT AMOUNT"),
    "claim": RunnerLine(ScriptRunner.claim, "SEAT"),
    "shoe": RunnerLine(ScriptRunner.shoe, "[CARD...]"),
    "cards": RunnerLine(ScriptRunner.cards),
    "end": RunnerLine(ScriptRunner.end),
    "draw": RunnerLine(ScriptRunner.draw, "[CARD...]"),
    "deal": RunnerLine(ScriptRunner.deal),
    "hand": RunnerLine(ScriptRunner.hand, "[CARD]"),
    "together": RunnerLine(ScriptRunner.draw_several, "COUNT [FACT...]"),
    "crash": RunnerLine(ScriptRunner.crash),
    "again": RunnerLine(ScriptRunner.again),
}

FORMS = {
    "by POSITION: LINE": "Run a line as another staff member.",
    "by POSITION and POSITION: LINE": "Run a line with the approval of a second person.",
    "by patron SEAT: LINE": "Run a line as the patron at a seat.",
    '{"command": "OpenBets"}': "Run a command in JSON; fields are as in the record.",
    "money": "Show the balance of every account.",
    "help": "Show this list.",
    "# REMARK": "Write a remark, which does nothing.",
}


def _help() -> str:
    lines: dict[str, RecordLine | RunnerLine] = {**RUNNER_LINES, **RECORD_LINES}
    rows = [
        row for name, line in lines.items() for row in help_lines(line.usage(name), line.help())
    ]
    rows += [row for usage, about in FORMS.items() for row in help_lines(usage, about)]
    values = {
        "SETTING=VALUE": "decks=6 cards_behind_cut=20 limit.tie=5-500 without=tiger_pair",
        "STAKES": "banker=100 tie=5 banker@5.2=20 (on the second stack of position 5)",
        "CARDS": "9s Kd ? (? is face down)",
        "HAND": "player or banker",
        "TRIGGER": ", ".join(Trigger),
        "FACTS": ", ".join(FACTS),
        "POSITION": f"a number; after by one of {', '.join(StaffPosition)}",
    }
    for word, text in values.items():
        rows += textwrap.wrap(
            f"{word}: {text}", LINE_WIDTH, subsequent_indent="  ", break_on_hyphens=False
        )
    return "\n".join(rows) + "\n"


HELP = _help()
"""Every line with its form and one sentence."""


def answer_lines(answer: CommandAnswer) -> list[str]:
    """An answer as lines of a transcript."""
    if isinstance(answer, Refusal):
        return [refusal_line(answer)]
    if not answer.events:
        return ["nothing changed"]
    again = [f"answered before, as entry {answer.number}"] if answer.is_repeat else []
    return again or [line for event in answer.events for line in transcript_lines(event, "en")]


def _on_top(top: str, order: str) -> str:
    """The order with the named cards moved to the top."""
    rest = [order[at : at + 2] for at in range(0, len(order), 2)]
    for at in range(0, len(top), 2):
        if (text := top[at : at + 2]) not in rest:
            raise ValueError(f"{text} is on top more often than the decks contain it")
        rest.remove(text)
    return top + "".join(rest)


def _staff(position: StaffPosition, name: str = "Pat", *, second: bool = False) -> Actor:
    by = _staff(PIT_MANAGER, "Sam") if second else None
    return Actor(ActorKind.STAFF, name, position, seconded_by=by)


def _actor(words: list[str]) -> Actor:
    """The sender that the words after `by` name."""
    form = "by POSITION and POSITION: LINE, or by patron SEAT: LINE"
    maximum = 3 if words[1:2] == ["and"] else 2 if words[:1] == ["patron"] else 1
    if len(words) > maximum:
        raise too_many("by", words[maximum], form)
    if len(words) < maximum:
        raise ValueError(f"by: a sender is missing; expected {form}")
    if words[0] == "patron":
        return patron_actor(visit_of(words[1]))
    by = _staff(StaffPosition(choice(words[0], tuple(StaffPosition))))
    if words[1:2] == ["and"]:
        second = StaffPosition(choice(words[2], tuple(StaffPosition)))
        by = replace(by, seconded_by=_staff(second, "Sam"))
    return by
