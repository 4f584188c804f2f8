"""Define the commands for dealer's tables only: chips, card handling and dealing methods.

A command names a patron by position, which is the number of the seat. This holds for terminals and
for chips.
"""

from typing import TypeAlias

import msgspec

from punto.core.rulebook import DealingMethod
from punto.core.sides import Side
from punto.table.stakes import Stake

# Wagers on the layout


class EnterChips(msgspec.Struct, frozen=True):
    """Enter all the chips of a position, as staff see them on the layout."""

    round: int
    position: int
    stakes: tuple[Stake, ...]
    after: int
    """The number of the set that it replaces; 0 without one."""


class RequestLowerWagers(msgspec.Struct, frozen=True):
    """Ask patrons of the heavier hand to lower their wagers."""


class WagerRemoval(msgspec.Struct, frozen=True):
    """A stake to be removed, with its seat or the number of its chips."""

    seat: int
    stake: Stake


class RemoveWagers(msgspec.Struct, frozen=True):
    """Remove wagers so that the table differential is met."""

    removed: tuple[WagerRemoval, ...]
    reason: str


class RestrictWagers(msgspec.Struct, frozen=True):
    """Restrict how many wagers an area takes, from the next round on."""

    per_area: int


class OfferWithdrawal(msgspec.Struct, frozen=True):
    """Offer withdrawal, because the cutting card came first."""


# Methods and the device


class ChooseMethod(msgspec.Struct, frozen=True):
    """Choose the dealing method from the next round on."""

    method: DealingMethod


class AllowDrawing(msgspec.Struct, frozen=True):
    """Let a patron draw without a wager."""

    position: int


class HandOverDevice(msgspec.Struct, frozen=True):
    """Hand control of the device to a patron, or to the Dealer (0) if no patron takes it."""

    position: int


class RelinquishDevice(msgspec.Struct, frozen=True):
    """Give control of the dealing device back."""

    position: int


# Cards in patrons' hands


class PassCards(msgspec.Struct, frozen=True):
    """Pass the cards of a hand to a patron, face down."""

    side: Side
    position: int


class RefuseCards(msgspec.Struct, frozen=True):
    """Refuse the cards of a hand."""

    side: Side
    position: int


class ChooseHandler(msgspec.Struct, frozen=True):
    """Choose who handles the cards of a hand, if the stakes choose no one."""

    side: Side
    position: int


class ChooseFirstHand(msgspec.Struct, frozen=True):
    """Choose which hand the patrons show first."""

    side: Side


class AllowSqueezing(msgspec.Struct, frozen=True):
    """Let a patron or a designee squeeze one card of a hand."""

    side: Side
    card: int
    """The place of the card in its hand, counted from one."""

    position: int
    designee: str = ""


class ExposeCards(msgspec.Struct, frozen=True):
    """Turn up the cards of a hand, by the patron at a position or by the Dealer (0)."""

    side: Side
    position: int = 0
    in_error: bool = False


LiveCommand: TypeAlias = (
    EnterChips
    | RequestLowerWagers
    | RemoveWagers
    | RestrictWagers
    | OfferWithdrawal
    | ChooseMethod
    | AllowDrawing
    | HandOverDevice
    | RelinquishDevice
    | PassCards
    | RefuseCards
    | ChooseHandler
    | ChooseFirstHand
    | AllowSqueezing
    | ExposeCards
)
