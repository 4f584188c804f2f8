"""Define the events of tables, rounds and the cage, in the versions the auditor knows."""

from typing import TypeAlias

import msgspec

from punto.audit.checks.drawers import DrawerEvent
from punto.audit.events.house import HouseEvent
from punto.audit.events.irregularities import ClaimEvent, IrregularityEvent
from punto.audit.events.live import LiveEvent
from punto.audit.events.records import RemedyStep, ReturnedStakes, Stake, StrictRecord, WagerSettled

# A table


class TableOpened(StrictRecord, frozen=True, gc=False):
    """A table is open with a game."""

    rulebook: str
    digest: str
    settings: msgspec.Raw


class TableClosed(StrictRecord, frozen=True, gc=False):
    """A table is closed."""


class SettingsChanged(StrictRecord, frozen=True, gc=False):
    """Other settings from the next round on."""

    settings: msgspec.Raw


class SeatTaken(StrictRecord, frozen=True, gc=False):
    """A visit sits down."""

    seat: int
    visit: str


class SeatLeft(StrictRecord, frozen=True, gc=False):
    """A visit gets up."""

    seat: int
    visit: str


class ShoeLoaded(StrictRecord, frozen=True, gc=False):
    """A shoe is in the device."""

    shoe: str
    decks: int
    commitment: str


class CardBurned(StrictRecord, frozen=True, gc=False):
    """A card is out and not played."""

    number: int
    card: str


class ShoeEnded(StrictRecord, frozen=True, gc=False):
    """A shoe is off the table, its order shown."""

    shoe: str
    order: str
    salt: str


class BetsOpened(StrictRecord, frozen=True, gc=False):
    """A round has commenced."""

    round: int
    shoe: str
    rulebook: str
    settings: str


class WagersPlaced(StrictRecord, frozen=True, gc=False):
    """The stakes of a seat stand as this set says."""

    round: int
    seat: int
    visit: str
    set: int
    stakes: tuple[Stake, ...]
    debited_cents: int
    returned_cents: int


class ScreenAcknowledged(StrictRecord, frozen=True, gc=False):
    """A terminal says what it has shown."""

    round: int
    seat: int
    accepted: int
    closed: bool


class TerminalDisconnected(StrictRecord, frozen=True, gc=False):
    """A terminal is cut off."""

    seat: int


class TerminalReconnected(StrictRecord, frozen=True, gc=False):
    """A terminal is back."""

    seat: int


class BetsClosed(StrictRecord, frozen=True, gc=False):
    """Bets are closed."""

    round: int


class ParticipationDecided(StrictRecord, frozen=True, gc=False):
    """Somebody decided whether a seat takes part."""

    round: int
    seat: int
    takes_part: bool


class ParticipantsConfirmed(StrictRecord, frozen=True, gc=False):
    """Who takes part is settled."""

    round: int
    seats: tuple[int, ...]
    returned: tuple[ReturnedStakes, ...]
    source: str


class CardDrawn(StrictRecord, frozen=True, gc=False):
    """A card lies on a hand."""

    round: int
    number: int
    card: str
    side: str
    by_hand: bool


class ExcessCardDrawn(StrictRecord, frozen=True, gc=False):
    """A card is out that no rule called for."""

    number: int
    card: str


class CuttingCardReached(StrictRecord, frozen=True, gc=False):
    """The cutting card is out."""

    round: int
    source: str


class RoundSettled(StrictRecord, frozen=True, gc=False):
    """Every wager is paid or collected."""

    round: int
    cards: str
    wagers: tuple[WagerSettled, ...]


class IrregularityRaised(StrictRecord, frozen=True, gc=False):
    """Something went wrong, and these steps follow."""

    round: int
    trigger: str
    circumstances: tuple[str, ...]
    source: str
    steps: tuple[RemedyStep, ...]
    proposed: tuple[RemedyStep, ...] = ()
    cards: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    evidence: str = ""
    goes_first: bool = True
    pending_sources: tuple[str, ...] = ()


class CauseRequested(StrictRecord, frozen=True, gc=False):
    """The table waits to be told whether it was the power."""

    round: int


class WithdrawalAnswered(StrictRecord, frozen=True, gc=False):
    """A patron took stakes back or stays in."""

    round: int
    seat: int
    visit: str
    withdrawn: tuple[Stake, ...]
    cents: int


class WithdrawalClosed(StrictRecord, frozen=True, gc=False):
    """No more answers are taken."""

    round: int


class RulingGiven(StrictRecord, frozen=True, gc=False):
    """A position has ruled."""

    round: int
    position: str
    outcome: str
    reason: str
    steps: tuple[RemedyStep, ...] = ()
    source: str = ""


class DecisionReferred(StrictRecord, frozen=True, gc=False):
    """A position has left a decision to a higher one."""

    round: int
    position: str
    to: str
    reason: str
    source: str


class FactsCorrected(StrictRecord, frozen=True, gc=False):
    """What was told of an irregularity was wrong, and is told anew."""

    round: int
    trigger: str
    before: tuple[str, ...]
    circumstances: tuple[str, ...]
    source: str
    steps: tuple[RemedyStep, ...]
    reason: str
    proposed: tuple[RemedyStep, ...] = ()


class PlayResumed(StrictRecord, frozen=True, gc=False):
    """The round goes on."""

    round: int
    source: str


class RoundVoided(StrictRecord, frozen=True, gc=False):
    """The round has no result."""

    round: int
    trigger: str
    source: str
    returned: tuple[ReturnedStakes, ...]


# The cage


class FloorKindRecorded(StrictRecord, frozen=True, gc=False):
    """The floor is a demo floor or a real-money floor."""

    is_demo: bool


class VisitBegun(StrictRecord, frozen=True, gc=False):
    """A visit is under way."""

    visit: str
    terminal: str


class CreditBought(StrictRecord, frozen=True, gc=False):
    """Cash became credit."""

    visit: str
    cents: int


class CreditCollected(StrictRecord, frozen=True, gc=False):
    """All credit of a visit became a voucher."""

    visit: str
    cents: int
    number: str


class VoucherRedeemed(StrictRecord, frozen=True, gc=False):
    """A voucher became credit, or cash where no visit is named."""

    number: str
    cents: int
    visit: str


class VoucherVoided(StrictRecord, frozen=True, gc=False):
    """A voucher is worthless."""

    number: str
    cents: int
    is_expired: bool
    reason: str = ""


class HandPaid(StrictRecord, frozen=True, gc=False):
    """All credit of a visit was paid in cash."""

    visit: str
    cents: int


class VisitEnded(StrictRecord, frozen=True, gc=False):
    """A visit with nothing left is over."""

    visit: str


BookEvent: TypeAlias = (
    VisitBegun
    | CreditBought
    | CreditCollected
    | VoucherRedeemed
    | VoucherVoided
    | HandPaid
    | VisitEnded
)
CageEvent: TypeAlias = BookEvent | ClaimEvent | DrawerEvent | FloorKindRecorded
TableEvent: TypeAlias = (
    TableOpened
    | TableClosed
    | SettingsChanged
    | SeatTaken
    | SeatLeft
    | ShoeLoaded
    | CardBurned
    | ShoeEnded
    | BetsOpened
    | WagersPlaced
    | ScreenAcknowledged
    | TerminalDisconnected
    | TerminalReconnected
    | BetsClosed
    | ParticipationDecided
    | ParticipantsConfirmed
    | CardDrawn
    | ExcessCardDrawn
    | CuttingCardReached
    | RoundSettled
    | IrregularityRaised
    | CauseRequested
    | WithdrawalAnswered
    | WithdrawalClosed
    | RulingGiven
    | DecisionReferred
    | FactsCorrected
    | PlayResumed
    | RoundVoided
    | IrregularityEvent
    | LiveEvent
)
AnyEvent: TypeAlias = CageEvent | TableEvent | HouseEvent
