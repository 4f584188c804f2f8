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


class BetsOpened(msgspec.Struct, frozen=True):
    """A round begins under this rulebook and these settings."""

    round: int
    shoe: str
    rulebook: str
    """The rulebook's key, version, effective date and digest in one line."""

    settings: str
    """The digest of the settings: limits, wagers on offer and layout."""


class WagersPlaced(msgspec.Struct, frozen=True):
    """The stakes of a seat are those of this set. The difference was transferred."""

    round: int
    seat: int
    visit: str
    set: int
    stakes: tuple[Stake, ...]
    debited_cents: int
    returned_cents: int


class ScreenAcknowledged(msgspec.Struct, frozen=True):
    """A terminal reports that it has displayed an accepted set, or the close."""

    round: int
    seat: int
    accepted: int
    closed: bool


class TerminalDisconnected(msgspec.Struct, frozen=True):
    """The terminal of a seat is disconnected."""

    seat: int


class TerminalReconnected(msgspec.Struct, frozen=True):
    """The terminal of a seat is connected again."""

    seat: int


class BetsClosed(msgspec.Struct, frozen=True):
    """Patrons may no longer place, change or withdraw a wager."""

    round: int


class ParticipationDecided(msgspec.Struct, frozen=True):
    """A staff position decided whether a seat takes part."""

    round: int
    seat: int
    takes_part: bool


class ReturnedStakes(msgspec.Struct, frozen=True):
    """Stakes of a seat that were returned whole."""

    seat: int
    visit: str
    cents: int


class ParticipantsConfirmed(msgspec.Struct, frozen=True):
    """The seats that take part are confirmed. The stakes of the others were returned."""

    round: int
    seats: tuple[int, ...]
    returned: tuple[ReturnedStakes, ...]
    source: str
    """The clause or policy that left seats out; empty if it left none out."""


class CardDrawn(msgspec.Struct, frozen=True):
    """A card is on a hand."""

    round: int
    number: int
    card: str
    side: Side
    by_hand: bool


class ExcessCardDrawn(msgspec.Struct, frozen=True):
    """A card left the shoe although no rule called for it; it opens the next round."""

    number: int
    card: str


class CuttingCardReached(msgspec.Struct, frozen=True):
    """The cutting card is out. The round continues to its end."""

    round: int
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


class RoundSettled(msgspec.Struct, frozen=True):
    """The outcome is final, and every wager is paid or collected."""

    round: int
    cards: str
    """The round in one line of notation."""

    wagers: tuple[WagerSettled, ...]


class IrregularityRaised(msgspec.Struct, frozen=True):
    """An irregularity, the clause or policy that applies, and the steps that follow."""

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
    """Whether its steps come before those that the table was already waiting for."""

    pending_sources: tuple[str, ...] = ()
    """The sources of the steps that the table was already waiting for."""


class CauseRequested(msgspec.Struct, frozen=True):
    """The table waits for staff to report whether the power failed."""

    round: int


class WithdrawalAnswered(msgspec.Struct, frozen=True):
    """A patron withdrew stakes, or stays in."""

    round: int
    seat: int
    visit: str
    withdrawn: tuple[Stake, ...]
    cents: int


class WithdrawalClosed(msgspec.Struct, frozen=True):
    """Every patron has answered, or the time is up."""

    round: int


class RulingGiven(msgspec.Struct, frozen=True):
    """A staff position has ruled."""

    round: int
    position: StaffPosition
    outcome: RulingOutcome
    reason: str
    steps: tuple[RemedyStep, ...] = ()
    """The steps that follow from the ruling."""

    source: str = ""
    """The clause or policy of the ruling."""


class DecisionReferred(msgspec.Struct, frozen=True):
    """A staff position referred a decision to a higher one."""

    round: int
    position: StaffPosition
    to: StaffPosition
    reason: str
    source: str


class FactsCorrected(msgspec.Struct, frozen=True):
    """Staff corrected the facts of an irregularity, so that another row applies."""

    round: int
    trigger: Trigger
    before: tuple[Circumstance, ...]
    circumstances: tuple[Circumstance, ...]
    source: str
    steps: tuple[RemedyStep, ...]
    reason: str
    proposed: tuple[RemedyStep, ...] = ()


class PlayResumed(msgspec.Struct, frozen=True):
    """The round continues."""

    round: int
    source: str


class RoundVoided(msgspec.Struct, frozen=True):
    """The round has no result, and every stake was returned."""

    round: int
    trigger: Trigger
    source: str
    returned: tuple[ReturnedStakes, ...]


class RoundReversed(msgspec.Struct, frozen=True):
    """A settled round has no result. Sums paid and collected are transferred back."""

    round: int
    trigger: Trigger
    source: str
    wagers: tuple[WagerSettled, ...]
    """Every wager as the round had settled it."""


class RoundCorrected(msgspec.Struct, frozen=True):
    """A settled round is settled again by the cards dealt, and the difference is transferred."""

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
