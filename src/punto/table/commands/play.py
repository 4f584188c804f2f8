"""Commands: what may be asked of a table."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from punto.core.irregularities import Circumstance
from punto.table.commands.irregularities import IrregularityCommand
from punto.table.commands.live import LiveCommand
from punto.table.settings import Settings
from punto.table.stakes import Stake as Stake


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Opens the table with a game, given as its canonical text, and the house's settings."""

    rulebook: str
    settings: Settings


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Closes the table between rounds."""


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Changes limits and other settings between rounds."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Gives a seat to a visit."""

    seat: int
    visit: str


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    """Gives a seat back."""

    seat: int


@dataclass(frozen=True, slots=True)
class LoadShoe:
    """Puts a shoe on the table; a virtual one with the commitment to its order."""

    shoe: str
    commitment: str = ""


@dataclass(frozen=True, slots=True)
class EndShoe:
    """Takes the shoe off the table; a virtual one with its order and salt revealed."""

    order: str = ""
    salt: str = ""


@dataclass(frozen=True, slots=True)
class OpenBets:
    """Begins a round."""


@dataclass(frozen=True, slots=True)
class PlaceWagers:
    """Replaces a seat's stakes of a round as a whole."""

    round: int
    seat: int
    stakes: tuple[Stake, ...]
    after: int
    """The number of the set it replaces, 0 for none: what it does not know of it does not undo."""


@dataclass(frozen=True, slots=True)
class AcknowledgeScreen:
    """A terminal's word on what it has shown: an accepted set, or the close."""

    round: int
    seat: int
    accepted: int = 0
    closed: bool = False


@dataclass(frozen=True, slots=True)
class DisconnectTerminal:
    """The connection of a seat's terminal is gone."""

    seat: int


@dataclass(frozen=True, slots=True)
class ReconnectTerminal:
    """The connection of a seat's terminal is back."""

    seat: int


@dataclass(frozen=True, slots=True)
class CloseBets:
    """Ends the betting."""


@dataclass(frozen=True, slots=True)
class DecideParticipation:
    """Decides, before the first card, whether a seat takes part."""

    seat: int
    takes_part: bool


@dataclass(frozen=True, slots=True)
class ConfirmParticipants:
    """Settles who takes part, before the first card."""


@dataclass(frozen=True, slots=True)
class DrawCard:
    """A card has left the device: its number in the shoe, and what it is."""

    number: int
    card: str


@dataclass(frozen=True, slots=True)
class EnterCard:
    """A card is entered by hand, as seen by two persons."""

    number: int
    card: str


@dataclass(frozen=True, slots=True)
class ReportCuttingCard:
    """The cutting card has appeared in the device."""


@dataclass(frozen=True, slots=True)
class ReportEmptyShoe:
    """The device has no card left though the round needs one."""


@dataclass(frozen=True, slots=True)
class SettleRound:
    """Announces the outcome, collects and pays."""


@dataclass(frozen=True, slots=True)
class InterruptRound:
    """The round was interrupted; whether by a power failure, if that is known."""

    power_failure: bool | None = None
    cards_recovered: bool = True


@dataclass(frozen=True, slots=True)
class AnswerWithdrawal:
    """A patron takes the offered stakes back, some of them where that is offered, or stays in."""

    seat: int
    withdraws: bool
    stakes: tuple[Stake, ...] = ()
    """Which stakes, where any may be taken back; none named means all that are offered."""


@dataclass(frozen=True, slots=True)
class CloseWithdrawal:
    """The time for answers is up; whoever has not answered stays in."""

    event: int
    """The number of the offer that was timed."""


class RulingOutcome(StrEnum):
    """What a ruling may say of a round."""

    VOID = "void"
    CONTINUE = "continue"
    AS_PROPOSED = "as-proposed"
    OFFER_WITHDRAWAL = "offer-withdrawal"
    REOPEN_BETS = "reopen-bets"


@dataclass(frozen=True, slots=True)
class GiveRuling:
    """A position rules on the round, with a reason."""

    outcome: RulingOutcome
    reason: str
    cards: tuple[str, ...] = ()
    """The order of cards that lie loose, where that is what is ruled on."""


@dataclass(frozen=True, slots=True)
class ReferDecision:
    """Whoever might rule leaves it to the next higher position, with a reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class CorrectFacts:
    """What was told of what holds the table was wrong, and is told anew before anybody rules."""

    saw: tuple[Circumstance, ...]
    """All that people saw of it, as a report has it."""

    reason: str
    cards: tuple[str, ...] = ()
    """The order of cards that lie loose, where that is now known."""


Command: TypeAlias = (
    OpenTable
    | CloseTable
    | ChangeSettings
    | TakeSeat
    | LeaveSeat
    | LoadShoe
    | EndShoe
    | OpenBets
    | PlaceWagers
    | AcknowledgeScreen
    | DisconnectTerminal
    | ReconnectTerminal
    | CloseBets
    | DecideParticipation
    | ConfirmParticipants
    | DrawCard
    | EnterCard
    | ReportCuttingCard
    | ReportEmptyShoe
    | SettleRound
    | InterruptRound
    | AnswerWithdrawal
    | CloseWithdrawal
    | GiveRuling
    | ReferDecision
    | CorrectFacts
    | IrregularityCommand
    | LiveCommand
)
