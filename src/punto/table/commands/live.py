"""Procedures: what may be asked of a dealer's table only, by chips, cards in hand and methods.

A patron is named by position: the number of the seat, whether a terminal or chips are there.
"""

from dataclasses import dataclass
from typing import TypeAlias

from punto.core.rulebook import DealingMethod
from punto.core.sides import Side
from punto.table.stakes import Stake

# Wagers on the cloth


@dataclass(frozen=True, slots=True)
class EnterChips:
    """Staff tell which chips of a position lie on the cloth, the whole of them, as seen."""

    round: int
    position: int
    stakes: tuple[Stake, ...]
    after: int
    """The number of the set it replaces, 0 for none."""


@dataclass(frozen=True, slots=True)
class RequestLowerWagers:
    """The Dealer asks patrons of the heavier hand to lower their wagers."""


@dataclass(frozen=True, slots=True)
class WagerRemoval:
    """A stake that is to leave the table, with the seat or the chips it belongs to."""

    seat: int
    stake: Stake


@dataclass(frozen=True, slots=True)
class RemoveWagers:
    """Names the wagers that leave the table so that the differential is met."""

    removed: tuple[WagerRemoval, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class RestrictWagers:
    """Says how many wagers a playing area takes from the next round on."""

    per_area: int


@dataclass(frozen=True, slots=True)
class OfferWithdrawal:
    """Lets patrons withdraw, for the cutting card came first."""


# Methods and the device


@dataclass(frozen=True, slots=True)
class ChooseMethod:
    """Chooses how rounds are conducted from the next one on."""

    method: DealingMethod


@dataclass(frozen=True, slots=True)
class AllowDrawing:
    """Lets a patron draw who has no wager."""

    position: int


@dataclass(frozen=True, slots=True)
class HandOverDevice:
    """Gives a patron control of the dealing device; position 0: none takes it, the Dealer draws."""

    position: int


@dataclass(frozen=True, slots=True)
class RelinquishDevice:
    """A patron gives control of the dealing device back."""

    position: int


# Cards in patrons' hands


@dataclass(frozen=True, slots=True)
class PassCards:
    """The Dealer passes the cards of a hand to a patron, face down."""

    side: Side
    position: int


@dataclass(frozen=True, slots=True)
class RefuseCards:
    """A patron will not take the cards of a hand."""

    side: Side
    position: int


@dataclass(frozen=True, slots=True)
class ChooseHandler:
    """Says who handles the cards of a hand where the stakes do not."""

    side: Side
    position: int


@dataclass(frozen=True, slots=True)
class ChooseFirstHand:
    """The Dealer says which hand is shown first."""

    side: Side


@dataclass(frozen=True, slots=True)
class AllowSqueezing:
    """Lets a patron, or somebody in their place, squeeze one card of a hand."""

    side: Side
    card: int
    """Which card of the hand, counted from one."""

    position: int
    designee: str = ""


@dataclass(frozen=True, slots=True)
class ExposeCards:
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
