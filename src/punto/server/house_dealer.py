"""The house dealer: takes, at a table's pace, the one step by which it goes on."""

from collections.abc import Callable
from dataclasses import dataclass

from punto.devices.virtual_shoe import VirtualShoe, new_shoe
from punto.journal.sealed import Sealed, SealLost
from punto.server.desk import Answer, Asked, Desk
from punto.table.commands import (
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
)
from punto.table.offers import Next, next_step
from punto.table.roles import DEVICE, HOUSE_DEALER, Actor
from punto.table.state import IN_ROUND, Table


@dataclass(slots=True)
class HouseDealer:
    """Deals a table from virtual shoes, whose orders lie sealed until they end."""

    desk: Desk[Table]
    sealed: Sealed
    make: Callable[[int], VirtualShoe] = new_shoe
    _shoe: VirtualShoe | None = None

    def resume(self) -> list[Answer]:
        """After a crash in a round: tells the table, and whether its cards can be recovered."""
        if self.desk.state.phase not in IN_ROUND:
            return []
        found = Interrupt(cards_recovered=self._open() is not None)
        return self._ask(found, HOUSE_DEALER)

    def step(self) -> list[Answer]:
        """Takes the next step, if there is one to take."""
        table = self.desk.state
        match next_step(table):
            case Next.LOAD_SHOE:
                return self._load()
            case Next.BURN | Next.DRAW:
                return self._draw()
            case Next.END_SHOE:
                return self._end()
            case Next.OPEN_BETS if self._open() is None:
                # The order is lost with its key: a new shoe comes (R26).
                return self._end()
            case Next.WAIT | Next.EXPOSE | Next.HAND_OVER_DEVICE:
                # Somebody at the table acts first; at a dealer's table that is a person.
                return []
            case step:
                return self._ask(_PLAIN[step](), HOUSE_DEALER)

    def _load(self) -> list[Answer]:
        """Seals the order before anybody can bet on it, then commits to it."""
        table = self.desk.state
        shoe, key = self.make(table.chosen.decks), f"{self.desk.stream}-{self.desk.version}"
        self.sealed.seal(key, f"{shoe.order} {shoe.salt}")
        self._shoe = shoe
        return self._ask(LoadShoe(key, shoe.commitment), HOUSE_DEALER)

    def _draw(self) -> list[Answer]:
        shoe = self._open()
        if shoe is None:
            return self._ask(Interrupt(cards_recovered=False), HOUSE_DEALER)
        number = self.desk.state.device.cards_out + 1
        text = shoe.card(number)
        return self._ask(RunOut() if text is None else DrawCard(number, text), DEVICE)

    def _end(self) -> list[Answer]:
        """Shows the order and the salt, so that anybody can check the commitment."""
        shoe, key = self._open(), self.desk.state.device.key
        shown = EndShoe() if shoe is None else EndShoe(shoe.order, shoe.salt)
        answers = self._ask(shown, HOUSE_DEALER)
        self._shoe = None
        self.sealed.forget(key)
        return answers

    def _open(self) -> VirtualShoe | None:
        """The shoe on the table, unsealed where this process has not seen it before."""
        table = self.desk.state
        if self._shoe is None and table.shoe is not None:
            try:
                self._shoe = VirtualShoe(*self.sealed.open(table.shoe.key).split())
            except SealLost:
                return None
        return self._shoe

    def _ask(self, command: Command, by: Actor) -> list[Answer]:
        return self.desk.ask(Asked(f"house-{self.desk.version}", by, command))


_PLAIN: dict[Next, type[OpenBets | CloseBets | ConfirmSeats | SettleRound]] = {
    Next.OPEN_BETS: OpenBets,
    Next.CLOSE_BETS: CloseBets,
    Next.CONFIRM_SEATS: ConfirmSeats,
    Next.SETTLE: SettleRound,
}
