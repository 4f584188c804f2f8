"""Emulate a dealer who draws from an emulated shoe whenever the lamp is lit."""

from collections.abc import Callable, Sequence

from punto.core.cards import card
from punto.core.facts import point_value
from punto.devices.shoe_emulator import ShoeEmulator
from punto.devices.shoe_events import Lamp

BURNED_FOR_A_TEN = 10


class EmulatedDealer:
    """A dealer who draws, burns, clears errors and changes shoes as the lamp requests."""

    def __init__(self, shoe: ShoeEmulator, fresh: Callable[[], Sequence[str]]) -> None:
        self.shoe, self._fresh = shoe, fresh
        self._cards = list(fresh())
        shoe.load(self._cards)

    def act(self) -> bytes:
        """Do the next due action, and return the bytes that the device then sends."""
        shoe = self.shoe
        if cleared := shoe.clear() + (shoe.unlock() if shoe.is_locked else b""):
            return cleared
        match shoe.lamp:
            case Lamp.CARD if not shoe.is_in_game:
                return shoe.begin()
            case Lamp.CARD:
                # The dealer draws one card each time the lamp is lit.
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
