"""Take each step of a table except drawing cards, which come from a connected shoe."""

from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue

from punto.devices.shoe_events import CardsReturned, Lamp
from punto.floor.streams.owner import CommandAnswer, CommandRequest, Committed
from punto.floor.tables.house_dealer import NONE_BACK, HouseDealer
from punto.floor.tables.table_owner import TableOwner
from punto.table.actors import DEVICE, HOUSE_DEALER, Actor
from punto.table.commands import EndShoe, LoadShoe, ReportCuttingCard
from punto.table.next_step import NextStep, next_step
from punto.table.state import Phase, Table

LIT = {NextStep.DRAW: Lamp.CARD, NextStep.BURN: Lamp.BURN, NextStep.LOAD_SHOE: Lamp.SHOE}


@dataclass(slots=True)
class DeviceDealer(HouseDealer):
    """A house dealer whose cards come from a connected device."""

    hold: str = "the device has not been heard"
    """Why no round may begin now: the connection is down, or the device is locked or faulty."""

    is_fresh: bool = False
    """Whether the device has reported a new shoe of which no card is out."""

    went_back: CardsReturned | None = None
    """Cards that went back into the device, until a dealer confirms it."""

    return_confirmations: "SimpleQueue[tuple[Actor, CardsReturned]]" = field(
        default_factory=SimpleQueue
    )
    """The confirmations of dealers, for the thread of the connection."""

    may_begin: Callable[[], bool] = lambda: True
    """Whether rounds begin by themselves. A person who deals begins them instead."""

    def may_take(self, step: NextStep) -> bool:
        """Whether the device is ready for a step. It sends the cards by itself."""
        match step:
            case NextStep.BURN | NextStep.DRAW:
                return False
            case NextStep.LOAD_SHOE:
                return self.is_fresh and not self.hold
            case _:
                return step is not NextStep.OPEN_BETS or not self.hold

    def load_command(self) -> CommandRequest:
        """Load the shoe that a person has put into the device."""
        return self._request(LoadShoe(f"{self.owner.stream}-{self.owner.version}"), HOUSE_DEALER)

    def begin_command(self) -> CommandRequest | None:
        """The step that may have waited for the device alone."""
        waited = next_step(self.owner.state) in (NextStep.LOAD_SHOE, NextStep.OPEN_BETS)
        return self.next_command() if waited and self.may_begin() else None

    def cut(self) -> CommandRequest | None:
        """Report the cutting card once the cards before it are out."""
        table = self.owner.state
        if table.shoe is None or table.shoe.rounds_left is not None or table.pending_steps:
            return None
        place = table.shoe.cards - table.settings_in_force.cards_behind_cut
        is_due = table.phase in (Phase.BETS_CLOSED, Phase.DEALING)
        if not is_due or table.shoe.cards_out < place:
            return None
        return CommandRequest(f"cut-{table.shoe.key}", DEVICE, ReportCuttingCard())

    def prepare(self) -> None:
        """Do nothing: a person puts the next shoe into the device."""

    @property
    def has_cards(self) -> bool:
        """Whether the cards are available; the device always has them."""
        return True

    def end_shoe_command(self) -> CommandRequest:
        """End the shoe. There was no commitment, so there is no order to reveal."""
        return self._request(EndShoe(), HOUSE_DEALER)

    def confirm_cards_returned(self, by: Actor) -> CommandAnswer:
        """Confirm that cards went back into the device."""
        if self.went_back is None:
            return NONE_BACK
        self.return_confirmations.put((by, self.went_back))
        return Committed(0, ())

    @staticmethod
    def lamp(table: Table) -> Lamp:
        """The lamp of the device for the next step of a table."""
        return LIT.get(next_step(table), Lamp.OFF)


def returned_cards(owner: TableOwner | None) -> CardsReturned | None:
    """The cards that went back into the device of a table, until a dealer confirms it."""
    if owner is None or not isinstance(owner.dealer, DeviceDealer):
        return None
    return owner.dealer.went_back
