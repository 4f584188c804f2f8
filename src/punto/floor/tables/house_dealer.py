"""Take the next step of a table that deals without staff, at its pace."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from threading import Lock

import structlog

from punto.core.cards import CARDS_IN_A_DECK
from punto.core.irregularities import Circumstance, Trigger
from punto.devices.virtual_shoe import VirtualShoe, new_shoe
from punto.floor.refusals import FloorRefusal
from punto.floor.streams.owner import CommandAnswer, CommandRequest, StreamOwner
from punto.journal.keys.sealed_store import SealBroken, SealedStore
from punto.table.actors import DEVICE, HOUSE_DEALER, Actor
from punto.table.commands.irregularities import ReportIrregularity
from punto.table.commands.play import (
    CloseBets,
    Command,
    ConfirmParticipants,
    DrawCard,
    EndShoe,
    InterruptRound,
    LoadShoe,
    OpenBets,
    ReportCuttingCard,
    ReportEmptyShoe,
    SettleRound,
)
from punto.table.decide.play.dealing import is_cut_due
from punto.table.events.play import ShoeEnded
from punto.table.next_step import NextStep, next_step
from punto.table.state import IN_ROUND, Phase, Table

LOG = structlog.get_logger("punto.dealer")
NONE_BACK = FloorRefusal.NONE_BACK.at()


@dataclass(slots=True)
class HouseDealer:
    """Deals a table from virtual shoes, whose orders lie sealed until they end."""

    owner: StreamOwner[Table]
    sealed: SealedStore
    make: Callable[[int], VirtualShoe] = new_shoe
    _shoe: tuple[str, VirtualShoe] | None = None
    """The key of the shoe whose order was last needed, and the shoe."""

    _preparing: Lock = field(default_factory=Lock)
    _prepared: tuple[str, VirtualShoe] | None = None
    _lost: str = ""
    """The shoe whose order was last found to be lost, which is said once."""

    def interruption_command(self) -> CommandRequest | None:
        """What to tell a table that is in a round after a crash."""
        if self.owner.state.phase not in IN_ROUND:
            return None
        found = InterruptRound(cards_recovered=self._open() is not None)
        return self._request(found, HOUSE_DEALER)

    def next_command(self) -> CommandRequest | None:
        """The next step as something to ask of the owner, if there is one to take."""
        table = self.owner.state
        match next_step(table):
            case NextStep.LOAD_SHOE:
                return self.load_command()
            case NextStep.BURN | NextStep.OPEN_BETS if self._open() is None:
                # The order is lost with its key: a new shoe comes (R26).
                return self.end_shoe_command()
            case NextStep.BURN | NextStep.DRAW:
                return self.draw_command()
            case NextStep.END_SHOE:
                return self.end_shoe_command()
            case NextStep.WAIT | NextStep.EXPOSE | NextStep.HAND_OVER_DEVICE | NextStep.ENTER_CARD:
                # Somebody at the table acts first; at a dealer's table that is a person.
                return None
            case step:
                return self._request(_PLAIN[step](), HOUSE_DEALER)

    def confirm_cards_returned(self, _by: Actor) -> CommandAnswer:
        """Somebody has seen cards go back, which from a virtual shoe none do."""
        return NONE_BACK

    def observe(self, events: Iterable[object]) -> list[str]:
        """Drop the shoe that left the table, and return the keys of the orders to delete."""
        ended = [event.shoe for event in events if isinstance(event, ShoeEnded)]
        if ended:
            self._shoe = None
        return ended

    def forget(self, shoe: str) -> None:
        """Delete a revealed order from the disk; the table continues even if the disk refuses."""
        try:
            self.sealed.forget(shoe)
        except OSError as error:
            LOG.error("a shown order stays on disk", table=self.owner.stream, why=str(error))

    def prepare(self) -> None:
        """Makes the next shoe and seals its order, for which the disk must be waited."""
        key, decks = (
            f"{self.owner.stream}-{self.owner.version}",
            self.owner.state.settings_in_force.decks,
        )
        with self._preparing:
            if self._prepared is not None and self._prepared[0] == key:
                return
            shoe = self.make(decks)
            self.sealed.seal(key, f"{shoe.order} {shoe.salt}")
            self._prepared = key, shoe

    def load_command(self) -> CommandRequest:
        """Seals the order before anybody can bet on it, then commits to it."""
        cards = CARDS_IN_A_DECK * self.owner.state.settings_in_force.decks
        if self._prepared is None or self._prepared[1].cards != cards:
            self._prepared = None
            self.prepare()
        assert self._prepared is not None, "a shoe is prepared"
        self._shoe, self._prepared = self._prepared, None
        key, shoe = self._shoe
        return self._request(LoadShoe(key, shoe.commitment), HOUSE_DEALER)

    def draw_command(self) -> CommandRequest:
        """The next card out of the device, be it the cutting card, or that there is none."""
        shoe = self._open()
        if shoe is None:
            return self._request(InterruptRound(cards_recovered=False), HOUSE_DEALER)
        table = self.owner.state
        if table.phase is Phase.BETS_CLOSED and is_cut_due(table):
            # Before the first card the Dealer may let patrons withdraw, so it comes by itself.
            return self._request(ReportCuttingCard(), DEVICE)
        number = table.device.cards_out + 1
        text = shoe.card(number)
        return self._request(ReportEmptyShoe() if text is None else DrawCard(number, text), DEVICE)

    def several_cards_report(self, count: int, saw: tuple[Circumstance, ...]) -> ReportIrregularity:
        """The next cards as they left the device together; which they are it alone has read."""
        shoe, first = self._open(), self.owner.state.device.cards_out + 1
        texts = [shoe.card(first + at) if shoe else None for at in range(count)]
        cards = tuple(text for text in texts if text is not None)
        return ReportIrregularity(
            Trigger.DRAWN_TOGETHER, saw, cards, evidence="as the device read them"
        )

    @property
    def has_cards(self) -> bool:
        """Whether the cards of the shoe on the table can be had."""
        return self._open() is not None

    def end_shoe_command(self) -> CommandRequest:
        """Shows the order and the salt, so that anybody can check the commitment."""
        shoe = self._open()
        command = EndShoe() if shoe is None else EndShoe(shoe.order, shoe.salt)
        return self._request(command, HOUSE_DEALER)

    def _open(self) -> VirtualShoe | None:
        """The shoe on the table, unsealed where this process has not seen it before."""
        on_table = self.owner.state.shoe
        if on_table is None:
            return None
        key = on_table.key
        if self._shoe is None or self._shoe[0] != key:
            try:
                self._shoe = key, VirtualShoe(*self.sealed.open(key).split())
            except SealBroken as error:
                if self._lost != key:
                    self._lost = key
                    LOG.error(
                        "the order of a shoe is lost", table=self.owner.stream, why=str(error)
                    )
                return None
        return self._shoe[1]

    def _request(self, command: Command, by: Actor) -> CommandRequest:
        return CommandRequest(f"house-{self.owner.version}", by, command)


_PLAIN: dict[NextStep, type[OpenBets | CloseBets | ConfirmParticipants | SettleRound]] = {
    NextStep.OPEN_BETS: OpenBets,
    NextStep.CLOSE_BETS: CloseBets,
    NextStep.CONFIRM_SEATS: ConfirmParticipants,
    NextStep.SETTLE: SettleRound,
}
