"""Define events that only live tables have, such as chips, methods and passed cards."""

from typing import TypeAlias

from punto.audit.events.records import Stake, StrictRecord


class LateChipsReported(StrictRecord, frozen=True, gc=False):
    """Chips came or went after the close."""

    round: int
    seat: int
    visit: str
    late: tuple[Stake, ...]
    lifted: tuple[Stake, ...]


class OutsideLimit(StrictRecord, frozen=True, gc=False):
    """A stake that is not settled as it lies."""

    seat: int
    visit: str
    stake: Stake
    trigger: str
    uncounted_cents: int
    patron: str
    is_one_time: bool
    source: str


class WagersOutsideLimits(StrictRecord, frozen=True, gc=False):
    """All such stakes of a round."""

    round: int
    wagers: tuple[OutsideLimit, ...]


class LowerWagersRequested(StrictRecord, frozen=True, gc=False):
    """Patrons of the heavier hand were asked to lower their wagers."""

    round: int
    side: str
    exceeded_cents: int
    source: str


class WagersRemoved(StrictRecord, frozen=True, gc=False):
    """Stakes are off the table and back."""

    round: int
    seat: int
    visit: str
    removed: tuple[Stake, ...]
    cents: int
    reason: str
    source: str


class WagersRestricted(StrictRecord, frozen=True, gc=False):
    """A playing area takes so many wagers."""

    per_area: int
    source: str


class MethodChosen(StrictRecord, frozen=True, gc=False):
    """Rounds are conducted by a method."""

    method: str
    source: str


class DrawingAllowed(StrictRecord, frozen=True, gc=False):
    """A patron may draw without a wager."""

    position: int
    source: str


class DeviceHandedOver(StrictRecord, frozen=True, gc=False):
    """A patron has the device."""

    position: int
    source: str


class DeviceControlEnded(StrictRecord, frozen=True, gc=False):
    """A patron has the device no more."""

    position: int
    source: str


class CardsPassed(StrictRecord, frozen=True, gc=False):
    """A patron has the cards of a hand."""

    round: int
    side: str
    position: int
    source: str


class CardsRefused(StrictRecord, frozen=True, gc=False):
    """A patron would not take them."""

    round: int
    side: str
    position: int


class FirstHandChosen(StrictRecord, frozen=True, gc=False):
    """Which hand is shown first."""

    round: int
    side: str
    source: str


class SqueezingAllowed(StrictRecord, frozen=True, gc=False):
    """Somebody may squeeze a card."""

    round: int
    side: str
    card: int
    position: int
    designee: str
    source: str


class CardsExposed(StrictRecord, frozen=True, gc=False):
    """Cards lie face up."""

    round: int
    side: str
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
