"""Define the events of tables, seats, shoes and rounds; each carries every cent it moves."""

from typing import TypeAlias

import msgspec

from punto.core.irregularities import Circumstance, RemedyStep, Trigger
from punto.core.sides import Side
from punto.core.staff_positions import StaffPosition
from punto.table.commands.play import RulingOutcome
from punto.table.events.irregularities import IrregularityEvent
from punto.table.events.live import LiveEvent
from punto.table.settings import Settings
from punto.table.stakes import Stake


class TableOpened(msgspec.Struct, frozen=True):
    """The table stands ready with a game; rulebook and settings are kept whole."""

    rulebook: str
    digest: str
    settings: Settings


class TableClosed(msgspec.Struct, frozen=True):
    """The table is closed."""


class SettingsChanged(msgspec.Struct, frozen=True):
    """The house chose otherwise, from the next round on."""

    settings: Settings


class SeatTaken(msgspec.Struct, frozen=True):
    """A visit sits down."""

    seat: int
    visit: str


class SeatLeft(msgspec.Struct, frozen=True):
    """A visit gets up."""

    seat: int
    visit: str


class ShoeLoaded(msgspec.Struct, frozen=True):
    """A shoe of the table's decks is in the device."""

    shoe: str
    decks: int
    commitment: str


class CardBurned(msgspec.Struct, frozen=True):
    """A card left the shoe and is not played; `?` where nobody saw it."""

    number: int
    card: str


class ShoeEnded(msgspec.Struct, frozen=True):
    """The shoe is off the table; a virtual one shows its order and salt."""

    shoe: str
    order: str
    salt: str


class BetsOpened(msgspec.Struct, frozen=True):
    """A round has commenced, under this rulebook and these settings."""

    round: int
    shoe: str
    rulebook: str
    """The rulebook's key, version, effective date and digest in one line."""

    settings: str
    """The digest of the settings: limits, wagers on offer and layout."""


class WagersPlaced(msgspec.Struct, frozen=True):
    """A seat's stakes stand as this set says; the difference moved."""

    round: int
    seat: int
    visit: str
    set: int
    stakes: tuple[Stake, ...]
    debited_cents: int
    returned_cents: int


class ScreenAcknowledged(msgspec.Struct, frozen=True):
    """A terminal says that it has shown an accepted set, or the close."""

    round: int
    seat: int
    accepted: int
    closed: bool


class TerminalDisconnected(msgspec.Struct, frozen=True):
    """A seat's terminal is cut off."""

    seat: int


class TerminalReconnected(msgspec.Struct, frozen=True):
    """A seat's terminal is back."""

    seat: int


class BetsClosed(msgspec.Struct, frozen=True):
    """No wager may be placed, changed or withdrawn any more."""

    round: int


class ParticipationDecided(msgspec.Struct, frozen=True):
    """A position decided whether a seat takes part."""

    round: int
    seat: int
    takes_part: bool


class ReturnedStakes(msgspec.Struct, frozen=True):
    """Stakes of a seat that went back whole."""

    seat: int
    visit: str
    cents: int


class ParticipantsConfirmed(msgspec.Struct, frozen=True):
    """Who takes part is settled; the stakes of the others are back."""

    round: int
    seats: tuple[int, ...]
    returned: tuple[ReturnedStakes, ...]
    source: str
    """The clause or policy by which seats were left out, empty where none was."""


class CardDrawn(msgspec.Struct, frozen=True):
    """A card lies on a hand."""

    round: int
    number: int
    card: str
    side: Side
    by_hand: bool


class ExcessCardDrawn(msgspec.Struct, frozen=True):
    """A card left the shoe though no rule called for it; it opens the next round."""

    number: int
    card: str


class CuttingCardReached(msgspec.Struct, frozen=True):
    """The cutting card is out; the round is completed."""

    round: int
    source: str


class WagerSettled(msgspec.Struct, frozen=True):
    """One stake, the line it held (counted from one, 0 if it lost), and what came back."""

    seat: int
    visit: str
    stake: Stake
    line: int
    returned_cents: int
    uncounted_cents: int = 0
    """What of the stake lay outside the limits and came back as it was."""


class RoundSettled(msgspec.Struct, frozen=True):
    """The outcome stands and every wager is paid or collected."""

    round: int
    cards: str
    """The round in one line, as notation writes it."""

    wagers: tuple[WagerSettled, ...]


class IrregularityRaised(msgspec.Struct, frozen=True):
    """Something went wrong; which clause or policy answers, and the steps that follow."""

    round: int
    trigger: Trigger
    circumstances: tuple[Circumstance, ...]
    source: str
    steps: tuple[RemedyStep, ...]
    proposed: tuple[RemedyStep, ...] = ()
    cards: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    evidence: str = ""
    goes_first: bool = True
    """Whether it is seen through before what the table was held by already."""

    pending_sources: tuple[str, ...] = ()
    """The sources of what the table was held by already."""


class CauseRequested(msgspec.Struct, frozen=True):
    """The table must be told whether it was the power."""

    round: int


class WithdrawalAnswered(msgspec.Struct, frozen=True):
    """A patron took stakes back, or stays in."""

    round: int
    seat: int
    visit: str
    withdrawn: tuple[Stake, ...]
    cents: int


class WithdrawalClosed(msgspec.Struct, frozen=True):
    """Everybody has answered, or the time is up."""

    round: int


class RulingGiven(msgspec.Struct, frozen=True):
    """A position has ruled."""

    round: int
    position: StaffPosition
    outcome: RulingOutcome
    reason: str
    steps: tuple[RemedyStep, ...] = ()
    """What follows from it."""

    source: str = ""
    """The clause or policy under which it was given."""


class DecisionReferred(msgspec.Struct, frozen=True):
    """A position has left a decision to a higher one."""

    round: int
    position: StaffPosition
    to: StaffPosition
    reason: str
    source: str


class FactsCorrected(msgspec.Struct, frozen=True):
    """What was told of an irregularity was wrong: another row answers, and both are kept."""

    round: int
    trigger: Trigger
    before: tuple[Circumstance, ...]
    circumstances: tuple[Circumstance, ...]
    source: str
    steps: tuple[RemedyStep, ...]
    reason: str
    proposed: tuple[RemedyStep, ...] = ()


class PlayResumed(msgspec.Struct, frozen=True):
    """The round goes on."""

    round: int
    source: str


class RoundVoided(msgspec.Struct, frozen=True):
    """The round has no result; every stake is back."""

    round: int
    trigger: Trigger
    source: str
    returned: tuple[ReturnedStakes, ...]


class RoundReversed(msgspec.Struct, frozen=True):
    """A settled round has no result after all: what was collected and paid goes back."""

    round: int
    trigger: Trigger
    source: str
    wagers: tuple[WagerSettled, ...]
    """Every wager as it had been settled."""


class RoundCorrected(msgspec.Struct, frozen=True):
    """The cards dealt decide: a settled round is settled anew, and the difference moves."""

    round: int
    source: str
    cards: str
    wagers: tuple[WagerSettled, ...]
    before: tuple[WagerSettled, ...]


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
    | IrregularityEvent
    | LiveEvent
)
