"""`punto emulate` emulates a card-reading shoe at a table, with scripted faults."""

import random
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from punto.cli.console import show_text
from punto.cli.options import Game, Whole
from punto.cli.script.runner import ScriptRunner
from punto.core.shoe import cards_of_decks
from punto.core.staff_positions import StaffPosition
from punto.devices.fault_script import script
from punto.devices.frames import KEY_BYTES, SESSION_BYTES, LineKeys
from punto.devices.manual_entry import parse_typed, unread_cards
from punto.devices.shoe_commands import StaffNotice
from punto.devices.shoe_emulator import EmulatedDealer, ShoeEmulator
from punto.floor.shoe_lines.session import ShoeSession
from punto.floor.streams.owner import CommandRequest
from punto.games.library import game as game_named
from punto.journal.stores.memory import MemoryJournal
from punto.reports.descriptions.transcripts import refusal_line, transcript_lines
from punto.table.actors import Actor, ActorKind
from punto.table.next_step import NextStep, next_step
from punto.table.refusals import Refusal
from punto.table.state import Phase

if TYPE_CHECKING:
    from punto.floor.network.tls import CertificatePair

DEALER = Actor(
    ActorKind.STAFF,
    "dealer",
    StaffPosition.DEALER,
    seconded_by=Actor(ActorKind.STAFF, "supervisor", StaffPosition.PIT_SUPERVISOR),
)
STAKES = "bet 1 banker=100 player=40"
MAX_CARD_MS = 3_600_000
"""The longest time that an emulated shoe waits before a card: an hour."""


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class ListenOptions:
    """The address at which an emulated shoe waits for a floor, with its key and certificate."""

    listen: Annotated[str, Parameter(help="Address for a floor, such as tcp://127.0.0.1:9100.")] = (
        ""
    )
    key: Annotated[
        Path | None, Parameter(help="File of the key that the floor has for the shoe.")
    ] = None
    certificate: Annotated[
        Path | None, Parameter(help="Certificate of the shoe on a tls:// address.")
    ] = None
    certificate_key: Annotated[
        Path | None, Parameter(help="Key of the certificate, without a password.")
    ] = None
    card_ms: Annotated[
        Whole, Parameter(name="--gap-ms", help="Milliseconds per card, for a floor.")
    ] = 900

    @property
    def is_chosen(self) -> bool:
        """Whether the shoe waits for a floor."""
        return bool(self.listen or self.key or self.certificate or self.certificate_key)

    def serve(self, game: str, faults: str, seed: int) -> None:
        """Deal to the floor that connects, until interrupted."""
        from punto.cli.table.emulated_shoe_server import EmulatedShoeServer, read_key
        from punto.floor.network.shoe_address import parse_address
        from punto.floor.web.server import bind_socket

        if self.key is None or not self.listen:
            raise ValueError(
                "a shoe for a floor needs an address and a key; expected --listen and --key"
            )
        at = parse_address(self.listen)
        pair, key = self._pair(at.is_tls), read_key(self.key)
        if not 1 <= self.card_ms <= MAX_CARD_MS:
            raise ValueError(
                f"{self.card_ms!s:.20} ms per card is out of range; expected 1 to {MAX_CARD_MS}"
            )
        book, chance = game_named(game), random.Random(seed)  # noqa: S311  the same seed must give the same shoe
        link = LineKeys(0, key, bytes(SESSION_BYTES))
        shoe = ShoeEmulator(link, (), book.order, 8, script(faults))
        dealing = EmulatedDealer(shoe, lambda: _shuffled(chance))
        with bind_socket(at.host, at.port) as listening:
            server = EmulatedShoeServer(listening, key, dealing, self.card_ms / 1_000, pair)
            listening.listen()
            show_text(f"The shoe listens at {self.listen}\nPress Control-C to stop it.\n")
            sys.stdout.flush()
            with suppress(KeyboardInterrupt):
                server.run()

    def _pair(self, is_tls: bool) -> "CertificatePair | None":
        """The certificate with its key, which only a tls:// address needs."""
        from punto.floor.network.tls import CertificatePair

        if not is_tls and (self.certificate or self.certificate_key):
            raise ValueError(
                f"{self.listen} has no TLS; expected a tls:// address for --certificate"
            )
        if self.certificate is not None and self.certificate_key is not None:
            return CertificatePair(self.certificate, self.certificate_key)
        if is_tls:
            raise ValueError(
                f"{self.listen} needs TLS; expected --certificate and --certificate-key"
            )
        return None


DEFAULT_LISTEN = ListenOptions()


def _shuffled(chance: random.Random) -> list[str]:
    """Eight decks in a random order."""
    cards = [str(each) for each in cards_of_decks(8)]
    chance.shuffle(cards)
    return cards


def emulate(
    game: Game,
    /,
    *,
    faults: Annotated[
        str, Parameter(help="Faults by number of the card, such as '2 unread; 9 lost'.")
    ] = "",
    rounds: Annotated[Whole, Parameter(help="Number of rounds.")] = 1,
    seed: Annotated[Whole, Parameter(help="Random seed. The same seed gives the same shoe.")] = 1,
    floor: ListenOptions = DEFAULT_LISTEN,
) -> None:
    """Deal rounds from an emulated card-reading shoe and print frames and events.

    A fault is the number of a card in the shoe with the kind of the fault. The
    run ends if a round waits for staff.

    With --listen it is the shoe of a table of a floor, whose plan has the same
    address. The key is the file keys/shoe-TABLE.key in the data folder of the
    floor.

    For example:

      punto emulate tiger --faults "2 unread"
      punto emulate tiger-no-commission-live --faults "5 together 2 unknown"
      punto emulate tiger --listen tcp://127.0.0.1:9100 --key data/keys/shoe-tiger-5.key
      punto emulate tiger --listen tls://10.0.0.7:9100 --key 5.key --certificate 5.pem
        --certificate-key 5.pem.key
    """
    if floor.is_chosen:
        floor.serve(game, faults, seed)
        return
    if rounds < 1:
        raise ValueError(f"{rounds} rounds are too few; expected at least one")
    _Bench(game, faults, seed).run(rounds)


class _Bench:
    """A table, an emulated shoe and the connection between them."""

    def __init__(self, game: str, faults: str, seed: int) -> None:
        book, injections = game_named(game), script(faults)
        chance = random.Random(seed)  # noqa: S311  the same seed must give the same shoe
        cards = _shuffled(chance)
        link = LineKeys(1, chance.randbytes(KEY_BYTES), chance.randbytes(SESSION_BYTES))
        self._cards = cards
        self._play = ScriptRunner(MemoryJournal(), seed)
        self._shoe = ShoeEmulator(link, cards, book.order, 8, injections)
        self._port = ShoeSession(self._play.owner, link, self._request)
        self._printed = 0
        self._requests: list[bytes] = []
        for line in (f"open {game}", "credit 1 1000", "sit 1", "cards"):
            self._play.run(line)
        self._printed = self._play.owner.version

    def run(self, rounds: int) -> None:
        """Play so many rounds. Stop earlier if a round waits for staff."""
        self._hear("stand by", self._shoe.stand_by())
        for number in range(1, rounds + 1):
            if next_step(self._play.table) is not NextStep.OPEN_BETS:
                break
            show_text(f"round {number}\n")
            if not self._round():
                break
        step = next_step(self._play.table)
        if step is not NextStep.OPEN_BETS:
            show_text(f"the run ends here; next step: {step}\n")

    def _round(self) -> bool:
        """Play one round, and return whether it ended."""
        for line in ("bets", STAKES, "close", "confirm"):
            self._do(line)
        self._hear("begin", self._shoe.begin())
        while (step := next_step(self._play.table)) in (NextStep.DRAW, NextStep.ENTER_CARD):
            if step is NextStep.ENTER_CARD:
                self._enter()
                continue
            before = self._play.owner.version
            self._hear(f"draw card {self._shoe.cards_out + 1}", self._shoe.draw())
            self._hear("clear", self._shoe.clear())
            if self._play.owner.version == before:
                return False
        if next_step(self._play.table) is not NextStep.SETTLE or not self._shoe.is_over:
            return self._play.table.phase is Phase.VOID
        self._hear("finish", self._shoe.finish())
        self._do("settle")
        return True

    def _enter(self) -> None:
        """Enter the card that was not read, with the approval of a second person."""
        number = unread_cards(self._play.table)[0]
        (command,) = parse_typed(self._cards[number - 1], self._play.table)[:1]
        self._play.owner.handle(CommandRequest(f"by-hand-{number}", DEALER, command))
        show_text(f"  enter card {number} by hand\n")
        self._print_events()

    def _do(self, line: str) -> None:
        for answer in self._play.run(line):
            if isinstance(answer, Refusal):
                show_text(f"  {refusal_line(answer)}\n")
        self._print_events()

    def _request(self, data: bytes) -> None:
        self._requests.append(data)

    def _hear(self, act: str, data: bytes) -> None:
        if not data and not act.startswith("draw"):
            return
        show_text(f"  {act}: {len(data)} bytes\n")
        self._show(self._port.receive(data))
        if act.startswith("draw"):
            # The session detects a lost frame when the connection is silent.
            self._show(self._port.on_silence())
        while self._requests:
            answer = self._shoe.receive(self._requests.pop(0))
            if answer:
                show_text(f"  sent again: {len(answer)} bytes\n")
            self._show(self._port.receive(answer))

    def _show(self, notices: list[StaffNotice]) -> None:
        self._print_events()
        for notice in notices:
            show_text(f"    {notice.kind}: {notice.words}\n")

    def _print_events(self) -> None:
        """Print the events of the table since the last call."""
        for stored in self._play.journal.read(self._play.owner.stream, self._printed):
            self._printed = stored.number
            for event in stored.entry.events:
                for text in transcript_lines(event, "en"):
                    show_text(f"    {text}\n")
