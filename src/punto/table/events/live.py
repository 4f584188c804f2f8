"""Define the events of dealer's tables only: chips, card handling and dealing methods."""

from typing import TypeAlias

import msgspec

from punto.core.irregularities import Trigger
from punto.core.rulebook import DealingMethod
from punto.core.sides import Side
from punto.table.stakes import Stake


class LateChipsReported(msgspec.Struct, frozen=True):
    """Chips were laid or lifted after the close. The stakes do not change."""

    round: int
    seat: int
    visit: str
    late: tuple[Stake, ...]
    lifted: tuple[Stake, ...]


class StakeOutsideLimit(msgspec.Struct, frozen=True):
    """A stake outside the limits, and the part of it that goes back uncounted."""

    seat: int
    visit: str
    stake: Stake
    trigger: Trigger
    uncounted_cents: int
    patron: str
    """The patron who used the one settlement: a visit, or the chips of a position without one."""

    is_one_time: bool
    """Whether it was settled below the minimum, which happens once per patron."""

    source: str


class WagersOutsideLimits(msgspec.Struct, frozen=True):
    """Stakes of a round that the limits change. The settlement follows."""

    round: int
    wagers: tuple[StakeOutsideLimit, ...]


class LowerWagersRequested(msgspec.Struct, frozen=True):
    """Staff asked patrons of the heavier hand to lower their wagers."""

    round: int
    side: Side
    exceeded_cents: int
    source: str


class WagersRemoved(msgspec.Struct, frozen=True):
    """Staff removed and returned stakes so that the table differential is met."""

    round: int
    seat: int
    visit: str
    removed: tuple[Stake, ...]
    cents: int
    reason: str
    source: str


class WagersRestricted(msgspec.Struct, frozen=True):
    """An area takes this number of wagers from now on."""

    per_area: int
    source: str


class MethodChosen(msgspec.Struct, frozen=True):
    """The dealing method changes from now on."""

    method: DealingMethod
    source: str


class DrawingAllowed(msgspec.Struct, frozen=True):
    """A patron may draw without a wager."""

    position: int
    source: str


class DeviceHandedOver(msgspec.Struct, frozen=True):
    """A patron controls the dealing device;

    at position 0 the Dealer draws, because no one takes it.
    """

    position: int
    source: str


class DeviceControlEnded(msgspec.Struct, frozen=True):
    """A patron gave control of the device back, or lost it with a wager."""

    position: int
    source: str


class CardsPassed(msgspec.Struct, frozen=True):
    """A patron has the cards of a hand."""

    round: int
    side: Side
    position: int
    source: str


class CardsRefused(msgspec.Struct, frozen=True):
    """A patron refused the cards of a hand."""

    round: int
    side: Side
    position: int


class FirstHandChosen(msgspec.Struct, frozen=True):
    """Staff chose which hand the patrons show first."""

    round: int
    side: Side
    source: str


class SqueezingAllowed(msgspec.Struct, frozen=True):
    """A patron or a designee may squeeze one card of a hand."""

    round: int
    side: Side
    card: int
    position: int
    designee: str
    source: str


class CardsExposed(msgspec.Struct, frozen=True):
    """Cards of a hand, counted from one, are face up; position 0 is the Dealer."""

    round: int
    side: Side
    cards: tuple[int, ...]
    position: int
    source: str


LiveEvent: TypeAlias = (
    LateChipsReported
    | WagersOutsideLimits
    | LowerWagersRequested
    | WagersRemoved
    | WagersRestricted
    | MethodChosen
    | DrawingAllowed
    | DeviceHandedOver
    | DeviceControlEnded
    | CardsPassed
    | CardsRefused
    | FirstHandChosen
    | SqueezingAllowed
    | CardsExposed
)
