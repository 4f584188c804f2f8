"""Emulate a dealer who draws from an emulated shoe whenever the lamp is lit."""

from collections.abc import Callable, Sequence

from punto.core.cards import card
from punto.core.facts import point_value
from punto.devices.shoe_emulator import ShoeEmulator
from punto.devices.shoe_events import Lamp

BURNED_FOR_A_TEN = 10


class EmulatedDealer:
    """Draws a card at a time, burns, clears errors and changes shoes, as the lamp says."""

    def __init__(self, shoe: ShoeEmulator, fresh: Callable[[], Sequence[str]]) -> None:
        self.shoe, self._fresh = shoe, fresh
        self._cards = list(fresh())
        shoe.load(self._cards)

    def act(self) -> bytes:
        """The one act that is due, and what the device then says."""
        shoe = self.shoe
        if put_right := shoe.clear() + (shoe.unlock() if shoe.is_locked else b""):
            return put_right
        match shoe.lamp:
            case Lamp.CARD if not shoe.is_in_game:
                return shoe.begin()
            case Lamp.CARD:
                # Until the lamp is lit anew no further card is drawn.
                shoe.lamp = Lamp.OFF
                return shoe.draw()
            case Lamp.BURN:
                shoe.lamp = Lamp.OFF
                return shoe.burn(point_value(card(self._cards[0]).rank) or BURNED_FOR_A_TEN)
            case Lamp.SHOE if shoe.cards_out:
                self._cards = list(self._fresh())
                return shoe.load(self._cards)
            case Lamp.OFF if shoe.is_in_game and shoe.is_over:
                return shoe.finish()
            case _:
                return b""
