"""Define events that only live tables have, such as chips, methods and passed cards."""

from typing import TypeAlias

from punto.audit.events.records import Stake, StrictRecord


class LateChipsReported(StrictRecord, frozen=True, gc=False):
    """Chips were added or removed after the close."""

    round: int
    seat: int
    visit: str
    late: tuple[Stake, ...]
    lifted: tuple[Stake, ...]


class OutsideLimit(StrictRecord, frozen=True, gc=False):
    """A stake outside the limits, and the part of it that does not count."""

    seat: int
    visit: str
    stake: Stake
    trigger: str
    uncounted_cents: int
    patron: str
    is_one_time: bool
    source: str


class WagersOutsideLimits(StrictRecord, frozen=True, gc=False):
    """All stakes of a round outside the limits."""

    round: int
    wagers: tuple[OutsideLimit, ...]


class LowerWagersRequested(StrictRecord, frozen=True, gc=False):
    """The Dealer asked the patrons of the heavier hand to lower their wagers."""

    round: int
    side: str
    exceeded_cents: int
    source: str


class WagersRemoved(StrictRecord, frozen=True, gc=False):
    """Stakes were removed from the table and returned."""

    round: int
    seat: int
    visit: str
    removed: tuple[Stake, ...]
    cents: int
    reason: str
    source: str


class WagersRestricted(StrictRecord, frozen=True, gc=False):
    """The number of wagers per area changed."""

    per_area: int
    source: str


class MethodChosen(StrictRecord, frozen=True, gc=False):
    """A dealing method was chosen."""

    method: str
    source: str


class DrawingAllowed(StrictRecord, frozen=True, gc=False):
    """A patron without a wager may draw."""

    position: int
    source: str


class DeviceHandedOver(StrictRecord, frozen=True, gc=False):
    """A patron received the dealing device."""

    position: int
    source: str


class DeviceControlEnded(StrictRecord, frozen=True, gc=False):
    """A patron no longer has the dealing device."""

    position: int
    source: str


class CardsPassed(StrictRecord, frozen=True, gc=False):
    """A patron received the cards of a hand."""

    round: int
    side: str
    position: int
    source: str


class CardsRefused(StrictRecord, frozen=True, gc=False):
    """A patron refused the cards of a hand."""

    round: int
    side: str
    position: int


class FirstHandChosen(StrictRecord, frozen=True, gc=False):
    """The Dealer chose the hand to expose first."""

    round: int
    side: str
    source: str


class SqueezingAllowed(StrictRecord, frozen=True, gc=False):
    """A patron may squeeze a card."""

    round: int
    side: str
    card: int
    position: int
    designee: str
    source: str


class CardsExposed(StrictRecord, frozen=True, gc=False):
    """Cards were turned face up."""

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
