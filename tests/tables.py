"""Play at a table in tests, by commands that return events or a refusal."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from msgspec.structs import replace

from punto.core.notation import format_round
from punto.core.rulebook import Rulebook
from punto.core.staff_positions import StaffPosition
from punto.core.tableau import next_side
from punto.games.library import game
from punto.table.actors import DEVICE, HOUSE_DEALER, Actor, ActorKind
from punto.table.card_handling import public_tableau
from punto.table.commands import (
    CloseBets,
    Command,
    ConfirmParticipants,
    DrawCard,
    LoadShoe,
    OpenBets,
    OpenTable,
    PlaceWagers,
    SettleRound,
    TakeSeat,
)
from punto.table.decide import decide
from punto.table.events import Event
from punto.table.evolve import evolve
from punto.table.refusals import Refusal
from punto.table.settings import Settings, default_settings
from punto.table.stakes import Stake
from punto.table.state import Phase, Table

COMMITTED = "c0ffee"
"""A stand-in for the commitment to a virtual shoe."""

TIGER = game("tiger")
LIVE = game("tiger-no-commission-live")


def cards_of(table: Table) -> str:
    """The cards that everyone sees, as in 9s / Kc."""
    return format_round(public_tableau(table)) if table.round is not None else "/"


def staff(position: StaffPosition, name: str = "Ann", second: str = "") -> Actor:
    """A staff member, with a second person if one is named."""
    by = Actor(ActorKind.STAFF, second, StaffPosition.PIT_MANAGER) if second else None
    return Actor(ActorKind.STAFF, name, position, seconded_by=by)


def patron(seat: int) -> Actor:
    """The patron at a seat."""
    return Actor(ActorKind.PATRON, f"visit-{seat}")


@dataclass
class Play:
    """A table and all its events."""

    table: Table = field(default_factory=Table)
    events: list[Event] = field(default_factory=list)

    def ask(self, command: Command, by: Actor = HOUSE_DEALER) -> tuple[Event, ...] | Refusal:
        """Decide a command and apply its events."""
        before = self.table
        decision = decide(self.table, command, by)
        assert self.table is before
        if not isinstance(decision, Refusal):
            for event in decision:
                self.table = evolve(self.table, event)
                self.events.append(event)
        return decision

    def done(self, command: Command, by: Actor = HOUSE_DEALER) -> tuple[Event, ...]:
        """The events of a command that the table must accept."""
        decision = self.ask(command, by)
        assert not isinstance(decision, Refusal), decision
        return decision

    def refused(self, command: Command, by: Actor = HOUSE_DEALER) -> str:
        """The code of the refusal of a command that the table must refuse."""
        decision = self.ask(command, by)
        assert isinstance(decision, Refusal), decision
        return decision.code

    def bet(self, seat: int, **cents: int) -> tuple[Event, ...]:
        """Place all stakes of a seat."""
        return self.done(self.wagers(seat, **cents), patron(seat))

    def wagers(self, seat: int, **cents: int) -> PlaceWagers:
        """The command that replaces the stakes of a seat."""
        current = self.table.current
        before = current.sets.get(seat)
        stakes = tuple(Stake(wager, amount) for wager, amount in cents.items())
        return PlaceWagers(current.number, seat, stakes, before.number if before else 0)

    def close(self) -> None:
        """Close bets and confirm who takes part."""
        self.done(CloseBets(), dealer(self.table))
        self.done(ConfirmParticipants(), dealer(self.table))

    def draw(self, *cards: str) -> tuple[Event, ...]:
        """Draw cards from the device, one after the other."""
        return tuple(
            event
            for card in cards
            for event in self.done(DrawCard(self.table.device.cards_out + 1, card), DEVICE)
        )

    def finish(self, *cards: str) -> None:
        """Deal a round to its end and settle it."""
        self.draw(*cards)
        assert next_side(self.table.current.tableau) is None
        self.done(SettleRound(), dealer(self.table))


def dealer(table: Table) -> Actor:
    """The actor who deals: a Dealer if the document names one, else the house dealer."""
    return staff(StaffPosition.DEALER) if table.game.document.authorities[1:] else HOUSE_DEALER


def opened(book: Rulebook = TIGER, seats: Iterable[int] = (1, 2, 3), **settings: object) -> Play:
    """An open table with a virtual shoe and seated patrons, before the first round."""
    play = seated(book, seats, settings)
    play.done(LoadShoe("shoe-1", COMMITTED), staff(StaffPosition.DEALER))
    return play


def physical(book: Rulebook = TIGER, seats: Iterable[int] = (1, 2, 3), **settings: object) -> Play:
    """An open table with a physical shoe, whose order is not committed."""
    play = seated(book, seats, settings)
    play.done(LoadShoe("shoe-1"), staff(StaffPosition.DEALER))
    return play


def seated(book: Rulebook, seats: Iterable[int], settings: dict[str, object]) -> Play:
    """An open table without a shoe, with seated patrons."""
    play = Play()
    chosen: Settings = replace(default_settings(book), **settings)
    play.done(OpenTable(book.text, chosen), staff(StaffPosition.PIT_MANAGER))
    for seat in seats:
        play.done(TakeSeat(seat, f"visit-{seat}"), patron(seat))
    return play


def betting(book: Rulebook = TIGER, seats: Iterable[int] = (1, 2, 3), **settings: object) -> Play:
    """A table with bets open."""
    play = opened(book, seats, **settings)
    play.done(OpenBets(), dealer(play.table))
    assert play.table.phase is Phase.BETS_OPEN
    return play


def dealing(book: Rulebook = TIGER, *cards: str, **settings: object) -> Play:
    """A table with two seats in the round, and some cards drawn."""
    play = betting(book, (1, 2, 3), **settings)
    play.bet(1, banker=100_00, tie=10_00)
    play.bet(2, player=50_00)
    play.close()
    play.draw(*cards)
    return play
