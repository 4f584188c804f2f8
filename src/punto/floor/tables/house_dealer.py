"""The house dealer: takes, at a table's pace, the one step by which it goes on."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from threading import Lock

import structlog

from punto.core.cards import CARDS_IN_A_DECK
from punto.core.irregularities import Circumstance, Trigger
from punto.devices.virtual_shoe import VirtualShoe, new_shoe
from punto.floor.streams.owner import Answer, Asked, Desk
from punto.journal.keys.sealed_store import Sealed, SealLost
from punto.table.actors import DEVICE, HOUSE_DEALER, Actor
from punto.table.commands.irregularities import Report
from punto.table.commands.play import (
    CloseBets,
    Command,
    ConfirmSeats,
    DrawCard,
    EndShoe,
    Interrupt,
    LoadShoe,
    OpenBets,
    RunOut,
    SettleRound,
    ShowCuttingCard,
)
from punto.table.decide.play.dealing import is_cut_due
from punto.table.events.play import ShoeEnded
from punto.table.next_step import Next, next_step
from punto.table.refusals import Refusal
from punto.table.state import IN_ROUND, Phase, Table

LOG = structlog.get_logger("punto.dealer")
NONE_BACK = Refusal("none-back", "POLICY", "No card went back that nobody has confirmed.")


@dataclass(slots=True)
class HouseDealer:
    """Deals a table from virtual shoes, whose orders lie sealed until they end."""

    desk: Desk[Table]
    sealed: Sealed
    make: Callable[[int], VirtualShoe] = new_shoe
    _shoe: tuple[str, VirtualShoe] | None = None
    """The key of the shoe whose order was last needed, and the shoe."""

    _preparing: Lock = field(default_factory=Lock)
    _prepared: tuple[str, VirtualShoe] | None = None
    _lost: str = ""
    """The shoe whose order was last found to be lost, which is said once."""

    def interrupted(self) -> Asked | None:
        """What to tell a table that is in a round after a crash."""
        if self.desk.state.phase not in IN_ROUND:
            return None
        found = Interrupt(cards_recovered=self._open() is not None)
        return self._asked(found, HOUSE_DEALER)

    def due(self) -> Asked | None:
        """The next step as something to ask of the desk, if there is one to take."""
        table = self.desk.state
        match next_step(table):
            case Next.LOAD_SHOE:
                return self.loading()
            case Next.BURN | Next.OPEN_BETS if self._open() is None:
                # The order is lost with its key: a new shoe comes (R26).
                return self.ending()
            case Next.BURN | Next.DRAW:
                return self.drawing()
            case Next.END_SHOE:
                return self.ending()
            case Next.WAIT | Next.EXPOSE | Next.HAND_OVER_DEVICE | Next.ENTER_CARD:
                # Somebody at the table acts first; at a dealer's table that is a person.
                return None
            case step:
                return self._asked(_PLAIN[step](), HOUSE_DEALER)

    def confirm_back(self, _by: Actor) -> Answer:
        """Somebody has seen cards go back, which from a virtual shoe none do."""
        return NONE_BACK

    def heard(self, events: Iterable[object]) -> list[str]:
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
            LOG.error("a shown order stays on disk", table=self.desk.stream, why=str(error))

    def prepare(self) -> None:
        """Makes the next shoe and seals its order, for which the disk must be waited."""
        key, decks = f"{self.desk.stream}-{self.desk.version}", self.desk.state.chosen.decks
        with self._preparing:
            if self._prepared is not None and self._prepared[0] == key:
                return
            shoe = self.make(decks)
            self.sealed.seal(key, f"{shoe.order} {shoe.salt}")
            self._prepared = key, shoe

    def loading(self) -> Asked:
        """Seals the order before anybody can bet on it, then commits to it."""
        cards = CARDS_IN_A_DECK * self.desk.state.chosen.decks
        if self._prepared is None or self._prepared[1].cards != cards:
            self._prepared = None
            self.prepare()
        assert self._prepared is not None, "a shoe is prepared"
        self._shoe, self._prepared = self._prepared, None
        key, shoe = self._shoe
        return self._asked(LoadShoe(key, shoe.commitment), HOUSE_DEALER)

    def drawing(self) -> Asked:
        """The next card out of the device, be it the cutting card, or that there is none."""
        shoe = self._open()
        if shoe is None:
            return self._asked(Interrupt(cards_recovered=False), HOUSE_DEALER)
        table = self.desk.state
        if table.phase is Phase.BETS_CLOSED and is_cut_due(table):
            # Before the first card the Dealer may let patrons withdraw, so it comes by itself.
            return self._asked(ShowCuttingCard(), DEVICE)
        number = table.device.cards_out + 1
        text = shoe.card(number)
        return self._asked(RunOut() if text is None else DrawCard(number, text), DEVICE)

    def together(self, count: int, saw: tuple[Circumstance, ...]) -> Report:
        """The next cards as they left the device together; which they are it alone has read."""
        shoe, first = self._open(), self.desk.state.device.cards_out + 1
        texts = [shoe.card(first + at) if shoe else None for at in range(count)]
        cards = tuple(text for text in texts if text is not None)
        return Report(Trigger.DRAWN_TOGETHER, saw, cards, evidence="as the device read them")

    @property
    def has_cards(self) -> bool:
        """Whether the cards of the shoe on the table can be had."""
        return self._open() is not None

    def ending(self) -> Asked:
        """Shows the order and the salt, so that anybody can check the commitment."""
        shoe = self._open()
        shown = EndShoe() if shoe is None else EndShoe(shoe.order, shoe.salt)
        return self._asked(shown, HOUSE_DEALER)

    def _open(self) -> VirtualShoe | None:
        """The shoe on the table, unsealed where this process has not seen it before."""
        on_table = self.desk.state.shoe
        if on_table is None:
            return None
        key = on_table.key
        if self._shoe is None or self._shoe[0] != key:
            try:
                self._shoe = key, VirtualShoe(*self.sealed.open(key).split())
            except SealLost as error:
                if self._lost != key:
                    self._lost = key
                    LOG.error("the order of a shoe is lost", table=self.desk.stream, why=str(error))
                return None
        return self._shoe[1]

    def _asked(self, command: Command, by: Actor) -> Asked:
        return Asked(f"house-{self.desk.version}", by, command)


_PLAIN: dict[Next, type[OpenBets | CloseBets | ConfirmSeats | SettleRound]] = {
    Next.OPEN_BETS: OpenBets,
    Next.CLOSE_BETS: CloseBets,
    Next.CONFIRM_SEATS: ConfirmSeats,
    Next.SETTLE: SettleRound,
}
