"""Define the events of dealer's tables only: chips, card handling and dealing methods."""

from typing import TypeAlias

import msgspec

from punto.core.irregularities import Trigger
from punto.core.rulebook import DealingMethod
from punto.core.sides import Side
from punto.table.stakes import Stake


class LateChipsReported(msgspec.Struct, frozen=True):
    """Chips were laid down or lifted after the close; neither changes what is at stake."""

    round: int
    seat: int
    visit: str
    late: tuple[Stake, ...]
    lifted: tuple[Stake, ...]


class StakeOutsideLimit(msgspec.Struct, frozen=True):
    """A stake of a wager outside the limits, and how much of it goes back uncounted."""

    seat: int
    visit: str
    stake: Stake
    trigger: Trigger
    uncounted_cents: int
    patron: str
    """Under whom the table remembers it: a visit, or a position's chips where nobody sits."""

    is_one_time: bool
    """Whether it was paid or collected under the minimum, which is done one time only."""

    source: str


class WagersOutsideLimits(msgspec.Struct, frozen=True):
    """Stakes of a round that are not settled as they lie; the settlement follows."""

    round: int
    wagers: tuple[StakeOutsideLimit, ...]


class LowerWagersRequested(msgspec.Struct, frozen=True):
    """Patrons of the heavier hand were asked to lower their wagers; the others may raise theirs."""

    round: int
    side: Side
    exceeded_cents: int
    source: str


class WagersRemoved(msgspec.Struct, frozen=True):
    """Stakes were removed so that the differential is met, and are back."""

    round: int
    seat: int
    visit: str
    removed: tuple[Stake, ...]
    cents: int
    reason: str
    source: str


class WagersRestricted(msgspec.Struct, frozen=True):
    """A playing area takes so many wagers from now on."""

    per_area: int
    source: str


class MethodChosen(msgspec.Struct, frozen=True):
    """Rounds are conducted by a method from now on."""

    method: DealingMethod
    source: str


class DrawingAllowed(msgspec.Struct, frozen=True):
    """A patron may draw without a wager."""

    position: int
    source: str


class DeviceHandedOver(msgspec.Struct, frozen=True):
    """A patron controls the dealing device; at position 0 the Dealer draws, for none takes it."""

    position: int
    source: str


class DeviceControlEnded(msgspec.Struct, frozen=True):
    """A patron gave the device back, or lost it with a wager."""

    position: int
    source: str


class CardsPassed(msgspec.Struct, frozen=True):
    """The cards of a hand are with a patron."""

    round: int
    side: Side
    position: int
    source: str


class CardsRefused(msgspec.Struct, frozen=True):
    """A patron would not take the cards of a hand."""

    round: int
    side: Side
    position: int


class FirstHandChosen(msgspec.Struct, frozen=True):
    """Which hand is shown first."""

    round: int
    side: Side
    source: str


class SqueezingAllowed(msgspec.Struct, frozen=True):
    """One card of a hand is with somebody who may squeeze it."""

    round: int
    side: Side
    card: int
    position: int
    designee: str
    source: str


class CardsExposed(msgspec.Struct, frozen=True):
    """Cards of a hand, counted from one, lie face up; turned by the Dealer where no patron is."""

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
