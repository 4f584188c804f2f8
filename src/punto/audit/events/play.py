"""Define the events of tables, rounds and the cage, in the versions the auditor knows."""

from typing import TypeAlias

import msgspec

from punto.audit.checks.drawers import DrawerEvent
from punto.audit.events.irregularities import ClaimEvent, IrregularityEvent
from punto.audit.events.live import LiveEvent
from punto.audit.events.records import RemedyStep, ReturnedStakes, Stake, StrictRecord, WagerSettled

# Tables


class TableOpened(StrictRecord, frozen=True, gc=False):
    """A table opened with a game."""

    rulebook: str
    digest: str
    settings: msgspec.Raw


class TableClosed(StrictRecord, frozen=True, gc=False):
    """A table closed."""


class SettingsChanged(StrictRecord, frozen=True, gc=False):
    """Other settings apply from the next round."""

    settings: msgspec.Raw


class SeatTaken(StrictRecord, frozen=True, gc=False):
    """A visit took a seat."""

    seat: int
    visit: str


class SeatLeft(StrictRecord, frozen=True, gc=False):
    """A visit left its seat."""

    seat: int
    visit: str


class ShoeLoaded(StrictRecord, frozen=True, gc=False):
    """A shoe was loaded into the device."""

    shoe: str
    decks: int
    commitment: str


class CardBurned(StrictRecord, frozen=True, gc=False):
    """A card was removed and not played."""

    number: int
    card: str


class ShoeEnded(StrictRecord, frozen=True, gc=False):
    """A shoe left the table, and its order was revealed."""

    shoe: str
    order: str
    salt: str


class BetsOpened(StrictRecord, frozen=True, gc=False):
    """A round began."""

    round: int
    shoe: str
    rulebook: str
    settings: str


class WagersPlaced(StrictRecord, frozen=True, gc=False):
    """A set of stakes replaced the earlier stakes of a seat."""

    round: int
    seat: int
    visit: str
    set: int
    stakes: tuple[Stake, ...]
    debited_cents: int
    returned_cents: int


class ScreenAcknowledged(StrictRecord, frozen=True, gc=False):
    """A terminal reported what it displayed."""

    round: int
    seat: int
    accepted: int
    closed: bool


class TerminalDisconnected(StrictRecord, frozen=True, gc=False):
    """A terminal lost its connection."""

    seat: int


class TerminalReconnected(StrictRecord, frozen=True, gc=False):
    """A terminal has its connection again."""

    seat: int


class BetsClosed(StrictRecord, frozen=True, gc=False):
    """Bets closed."""

    round: int


class ParticipationDecided(StrictRecord, frozen=True, gc=False):
    """Staff decided whether a seat takes part."""

    round: int
    seat: int
    takes_part: bool


class ParticipantsConfirmed(StrictRecord, frozen=True, gc=False):
    """The table confirmed the seats that take part."""

    round: int
    seats: tuple[int, ...]
    returned: tuple[ReturnedStakes, ...]
    source: str


class CardDrawn(StrictRecord, frozen=True, gc=False):
    """A card was dealt to a hand."""

    round: int
    number: int
    card: str
    side: str
    by_hand: bool


class ExcessCardDrawn(StrictRecord, frozen=True, gc=False):
    """A card was drawn that no hand needed."""

    number: int
    card: str


class CuttingCardReached(StrictRecord, frozen=True, gc=False):
    """The cutting card came out."""

    round: int
    source: str


class RoundSettled(StrictRecord, frozen=True, gc=False):
    """Every wager was paid or collected."""

    round: int
    cards: str
    wagers: tuple[WagerSettled, ...]


class IrregularityRaised(StrictRecord, frozen=True, gc=False):
    """An irregularity occurred, and these steps follow."""

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
    """The table waits for staff to report the cause of an interruption."""

    round: int


class WithdrawalAnswered(StrictRecord, frozen=True, gc=False):
    """A patron took stakes back or declined to."""

    round: int
    seat: int
    visit: str
    withdrawn: tuple[Stake, ...]
    cents: int


class WithdrawalClosed(StrictRecord, frozen=True, gc=False):
    """The offer of a withdrawal ended."""

    round: int


class RulingGiven(StrictRecord, frozen=True, gc=False):
    """A position ruled."""

    round: int
    position: str
    outcome: str
    reason: str
    steps: tuple[RemedyStep, ...] = ()
    source: str = ""


class DecisionReferred(StrictRecord, frozen=True, gc=False):
    """A position referred a decision to a higher one."""

    round: int
    position: str
    to: str
    reason: str
    source: str


class FactsCorrected(StrictRecord, frozen=True, gc=False):
    """Staff corrected the reported facts of an irregularity."""

    round: int
    trigger: str
    before: tuple[str, ...]
    circumstances: tuple[str, ...]
    source: str
    steps: tuple[RemedyStep, ...]
    reason: str
    proposed: tuple[RemedyStep, ...] = ()


class PlayResumed(StrictRecord, frozen=True, gc=False):
    """The round continued."""

    round: int
    source: str


class RoundVoided(StrictRecord, frozen=True, gc=False):
    """The round became void."""

    round: int
    trigger: str
    source: str
    returned: tuple[ReturnedStakes, ...]


# The cage


class FloorKindRecorded(StrictRecord, frozen=True, gc=False):
    """The floor is a demo floor or a real-money floor."""

    is_demo: bool


class VisitBegun(StrictRecord, frozen=True, gc=False):
    """A visit began."""

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
    """A voucher became credit, or cash if no visit is named."""

    number: str
    cents: int
    visit: str


class VoucherVoided(StrictRecord, frozen=True, gc=False):
    """A voucher lost its value."""

    number: str
    cents: int
    is_expired: bool
    reason: str = ""


class HandPaid(StrictRecord, frozen=True, gc=False):
    """All credit of a visit was paid in cash."""

    visit: str
    cents: int


class VisitEnded(StrictRecord, frozen=True, gc=False):
    """A visit without credit ended."""

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
AnyEvent: TypeAlias = CageEvent | TableEvent
