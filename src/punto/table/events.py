"""Define the events that change a table; each carries every cent it moves."""

from typing import TypeAlias

import msgspec

from punto.core.irregularities import Circumstance, RemedyStep, Trigger
from punto.core.rulebook import DealingMethod
from punto.core.sides import Side
from punto.core.staff_positions import StaffPosition
from punto.table.commands import RulingOutcome
from punto.table.refusals import No, Refusal
from punto.table.settings import Settings
from punto.table.stakes import Stake

NumberedCard: TypeAlias = tuple[int, str]
"""A card with its number in the shoe. A question mark stands for an unread card."""


class RoundEvent(msgspec.Struct, frozen=True):
    """An event of a round, with its number."""

    round: int


# Every table


class TableOpened(msgspec.Struct, frozen=True):
    """The table is open with a game. The event contains the whole rulebook and settings."""

    rulebook: str
    digest: str
    settings: Settings


class TableClosed(msgspec.Struct, frozen=True):
    """The table is closed."""


class SettingsChanged(msgspec.Struct, frozen=True):
    """The settings change from the next round on."""

    settings: Settings


class SeatTaken(msgspec.Struct, frozen=True):
    """A visit takes a seat."""

    seat: int
    visit: str


class SeatLeft(msgspec.Struct, frozen=True):
    """A visit leaves a seat."""

    seat: int
    visit: str


class ShoeLoaded(msgspec.Struct, frozen=True):
    """A shoe of the table's decks is in the device."""

    shoe: str
    decks: int
    commitment: str


class CardBurned(msgspec.Struct, frozen=True):
    """A card left the shoe without being played; `?` if it was not seen."""

    number: int
    card: str


class ShoeEnded(msgspec.Struct, frozen=True):
    """The shoe is off the table. A virtual one reveals its order and salt."""

    shoe: str
    order: str
    salt: str


class BetsOpened(RoundEvent, frozen=True):
    """A round begins under this rulebook and these settings."""

    shoe: str
    rulebook: str
    """The rulebook's key, version, effective date and digest in one line."""

    settings: str
    """The digest of the settings: limits, wagers on offer and layout."""


class WagersPlaced(RoundEvent, frozen=True):
    """The stakes of a seat are those of this set. The difference was transferred."""

    seat: int
    visit: str
    set: int
    stakes: tuple[Stake, ...]
    debited_cents: int
    returned_cents: int


class ScreenAcknowledged(RoundEvent, frozen=True):
    """A terminal reports that it has displayed an accepted set, or the close."""

    seat: int
    accepted: int
    closed: bool


class TerminalDisconnected(msgspec.Struct, frozen=True):
    """The terminal of a seat is disconnected."""

    seat: int


class TerminalReconnected(msgspec.Struct, frozen=True):
    """The terminal of a seat is connected again."""

    seat: int


class BetsClosed(RoundEvent, frozen=True):
    """Patrons may no longer place, change or withdraw a wager."""


class ParticipationDecided(RoundEvent, frozen=True):
    """A staff position decided whether a seat takes part."""

    seat: int
    takes_part: bool


class ReturnedStakes(msgspec.Struct, frozen=True):
    """Stakes of a seat that were returned whole."""

    seat: int
    visit: str
    cents: int


class ParticipantsConfirmed(RoundEvent, frozen=True):
    """The seats that take part are confirmed. The stakes of the others were returned."""

    seats: tuple[int, ...]
    returned: tuple[ReturnedStakes, ...]
    source: str
    """The clause or policy that left seats out; empty if it left none out."""


class CardDrawn(RoundEvent, frozen=True):
    """A card is on a hand."""

    number: int
    card: str
    side: Side
    by_hand: bool


class ExcessCardDrawn(msgspec.Struct, frozen=True):
    """A card left the shoe although no rule called for it; it opens the next round."""

    number: int
    card: str


class CuttingCardReached(RoundEvent, frozen=True):
    """The cutting card is out. The round continues to its end."""

    source: str


class WagerSettled(msgspec.Struct, frozen=True):
    """One stake, its pay line (counted from one, 0 if lost), and the sum that it returned."""

    seat: int
    visit: str
    stake: Stake
    line: int
    returned_cents: int
    uncounted_cents: int = 0
    """The part of the stake outside the limits, which was returned unchanged."""


class RoundSettled(RoundEvent, frozen=True):
    """The outcome is final, and every wager is paid or collected."""

    cards: str
    """The round in one line of notation."""

    wagers: tuple[WagerSettled, ...]


class IrregularityRaised(RoundEvent, frozen=True):
    """An irregularity, the clause or policy that applies, and the steps that follow."""

    trigger: Trigger
    circumstances: tuple[Circumstance, ...]
    source: str
    steps: tuple[RemedyStep, ...]
    proposed: tuple[RemedyStep, ...] = ()
    cards: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    evidence: str = ""
    goes_first: bool = True
    """Whether its steps come before those that the table was already waiting for."""

    pending_sources: tuple[str, ...] = ()
    """The sources of the steps that the table was already waiting for."""


class CauseRequested(RoundEvent, frozen=True):
    """The table waits for staff to report whether the power failed."""


class WithdrawalAnswered(RoundEvent, frozen=True):
    """A patron withdrew stakes, or stays in."""

    seat: int
    visit: str
    withdrawn: tuple[Stake, ...]
    cents: int


class WithdrawalClosed(RoundEvent, frozen=True):
    """Every patron has answered, or the time is up."""


class RulingGiven(RoundEvent, frozen=True):
    """A staff position has ruled."""

    position: StaffPosition
    outcome: RulingOutcome
    reason: str
    steps: tuple[RemedyStep, ...] = ()
    """The steps that follow from the ruling."""

    source: str = ""
    """The clause or policy of the ruling."""


class DecisionReferred(RoundEvent, frozen=True):
    """A staff position referred a decision to a higher one."""

    position: StaffPosition
    to: StaffPosition
    reason: str
    source: str


class FactsCorrected(RoundEvent, frozen=True):
    """Staff corrected the facts of an irregularity, so that another row applies."""

    trigger: Trigger
    before: tuple[Circumstance, ...]
    circumstances: tuple[Circumstance, ...]
    source: str
    steps: tuple[RemedyStep, ...]
    reason: str
    proposed: tuple[RemedyStep, ...] = ()


class PlayResumed(RoundEvent, frozen=True):
    """The round continues."""

    source: str


class RoundVoided(RoundEvent, frozen=True):
    """The round has no result, and every stake was returned."""

    trigger: Trigger
    source: str
    returned: tuple[ReturnedStakes, ...]


class RoundReversed(RoundEvent, frozen=True):
    """A settled round has no result. Sums paid and collected are transferred back."""

    trigger: Trigger
    source: str
    wagers: tuple[WagerSettled, ...]
    """Every wager as the round had settled it."""


class RoundCorrected(RoundEvent, frozen=True):
    """A settled round is settled again by the cards dealt, and the difference is transferred."""

    source: str
    cards: str
    wagers: tuple[WagerSettled, ...]
    before: tuple[WagerSettled, ...]


# A dealer's table


class LateChipsReported(RoundEvent, frozen=True):
    """Chips were laid or lifted after the close. The stakes do not change."""

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


class WagersOutsideLimits(RoundEvent, frozen=True):
    """Stakes of a round that the limits change. The settlement follows."""

    wagers: tuple[StakeOutsideLimit, ...]


class LowerWagersRequested(RoundEvent, frozen=True):
    """Staff asked patrons of the heavier hand to lower their wagers."""

    side: Side
    exceeded_cents: int
    source: str


class WagersRemoved(RoundEvent, frozen=True):
    """Staff removed and returned stakes so that the table differential is met."""

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


class CardsPassed(RoundEvent, frozen=True):
    """A patron has the cards of a hand."""

    side: Side
    position: int
    source: str


class CardsRefused(RoundEvent, frozen=True):
    """A patron refused the cards of a hand."""

    side: Side
    position: int


class FirstHandChosen(RoundEvent, frozen=True):
    """Staff chose which hand the patrons show first."""

    side: Side
    source: str


class SqueezingAllowed(RoundEvent, frozen=True):
    """A patron or a designee may squeeze one card of a hand."""

    side: Side
    card: int
    position: int
    designee: str
    source: str


class CardsExposed(RoundEvent, frozen=True):
    """Cards of a hand, counted from one, are face up; position 0 is the Dealer."""

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


# Irregularities


class CardIdentified(RoundEvent, frozen=True):
    """A card that the device had not read is identified."""

    number: int
    card: str


class CardsMisplaced(RoundEvent, frozen=True):
    """Cards are loose beside the hands, in this order if it is known."""

    cards: tuple[NumberedCard, ...]
    is_ordered: bool


class CardsReconstructed(RoundEvent, frozen=True):
    """The hands follow the true order of the cards. The other cards are left over."""

    cards: tuple[NumberedCard, ...]
    left_over: tuple[NumberedCard, ...]
    source: str


class BetsReopened(RoundEvent, frozen=True):
    """The device was reset, and patrons may wager until the second close."""

    source: str


class CardReplacementRequired(msgspec.Struct, frozen=True):
    """The next round needs new cards in the device."""

    shoe: str
    source: str


class CardsSetAside(RoundEvent, frozen=True):
    """Cards from the device are set aside in order, as read or unread."""

    cards: tuple[NumberedCard, ...]


class DecksSorted(RoundEvent, frozen=True):
    """The cards that the decks are short of, and those that can be the missing ones."""

    short: tuple[str, ...]
    candidates: tuple[str, ...]


class SetAsideCardsInspected(RoundEvent, frozen=True):
    """Staff have identified the cards set aside."""

    cards: tuple[NumberedCard, ...]


class MissingCardsReplaced(RoundEvent, frozen=True):
    """Equal cards fill the places of the missing cards."""

    cards: tuple[NumberedCard, ...]


IrregularityEvent: TypeAlias = (
    CardIdentified
    | CardsMisplaced
    | CardsReconstructed
    | BetsReopened
    | CardReplacementRequired
    | CardsSetAside
    | DecksSorted
    | SetAsideCardsInspected
    | MissingCardsReplaced
)

Event: TypeAlias = (
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
    | RoundReversed
    | RoundCorrected
    | LiveEvent
    | IrregularityEvent
)

Decision: TypeAlias = tuple[Event, ...] | Refusal | No
"""The events of a command or its refusal. `decide` adds the clause to a `No`."""
