"""Define the commands for dealer's tables only: chips, card handling and dealing methods.

A command names a patron by position, which is the number of the seat. This holds for terminals and
for chips.
"""

from typing import TypeAlias

import msgspec

from punto.core.rulebook import DealingMethod
from punto.core.sides import Side
from punto.table.stakes import Stake

# Wagers on the cloth


class EnterChips(msgspec.Struct, frozen=True):
    """Staff tell which chips of a position lie on the cloth, the whole of them, as seen."""

    round: int
    position: int
    stakes: tuple[Stake, ...]
    after: int
    """The number of the set it replaces, 0 for none."""


class RequestLowerWagers(msgspec.Struct, frozen=True):
    """The Dealer asks patrons of the heavier hand to lower their wagers."""


class WagerRemoval(msgspec.Struct, frozen=True):
    """A stake that is to leave the table, with the seat or the chips it belongs to."""

    seat: int
    stake: Stake


class RemoveWagers(msgspec.Struct, frozen=True):
    """Names the wagers that leave the table so that the differential is met."""

    removed: tuple[WagerRemoval, ...]
    reason: str


class RestrictWagers(msgspec.Struct, frozen=True):
    """Says how many wagers a playing area takes from the next round on."""

    per_area: int


class OfferWithdrawal(msgspec.Struct, frozen=True):
    """Lets patrons withdraw, for the cutting card came first."""


# Methods and the device


class ChooseMethod(msgspec.Struct, frozen=True):
    """Chooses how rounds are conducted from the next one on."""

    method: DealingMethod


class AllowDrawing(msgspec.Struct, frozen=True):
    """Lets a patron draw who has no wager."""

    position: int


class HandOverDevice(msgspec.Struct, frozen=True):
    """Gives a patron control of the dealing device; position 0: none takes it, the Dealer draws."""

    position: int


class RelinquishDevice(msgspec.Struct, frozen=True):
    """A patron gives control of the dealing device back."""

    position: int


# Cards in patrons' hands


class PassCards(msgspec.Struct, frozen=True):
    """The Dealer passes the cards of a hand to a patron, face down."""

    side: Side
    position: int


class RefuseCards(msgspec.Struct, frozen=True):
    """A patron will not take the cards of a hand."""

    side: Side
    position: int


class ChooseHandler(msgspec.Struct, frozen=True):
    """Says who handles the cards of a hand where the stakes do not."""

    side: Side
    position: int


class ChooseFirstHand(msgspec.Struct, frozen=True):
    """The Dealer says which hand is shown first."""

    side: Side


class AllowSqueezing(msgspec.Struct, frozen=True):
    """Lets a patron, or somebody in their place, squeeze one card of a hand."""

    side: Side
    card: int
    """Which card of the hand, counted from one."""

    position: int
    designee: str = ""


class ExposeCards(msgspec.Struct, frozen=True):
    """Cards of a hand are turned up by the patron at a position, or by the Dealer where it is 0."""

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
