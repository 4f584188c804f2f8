"""Define the commands for tables, seats, shoes, rounds and rulings."""

from enum import StrEnum
from typing import TypeAlias

import msgspec

from punto.core.irregularities import Circumstance
from punto.table.commands.irregularities import IrregularityCommand
from punto.table.commands.live import LiveCommand
from punto.table.settings import Settings
from punto.table.stakes import Stake as Stake


class OpenTable(msgspec.Struct, frozen=True):
    """Opens the table with a game, given as its canonical text, and the house's settings."""

    rulebook: str
    settings: Settings


class CloseTable(msgspec.Struct, frozen=True):
    """Closes the table between rounds."""


class ChangeSettings(msgspec.Struct, frozen=True):
    """Changes limits and other settings between rounds."""

    settings: Settings


class TakeSeat(msgspec.Struct, frozen=True):
    """Gives a seat to a visit."""

    seat: int
    visit: str


class LeaveSeat(msgspec.Struct, frozen=True):
    """Gives a seat back."""

    seat: int


class LoadShoe(msgspec.Struct, frozen=True):
    """Puts a shoe on the table; a virtual one with the commitment to its order."""

    shoe: str
    commitment: str = ""


class EndShoe(msgspec.Struct, frozen=True):
    """Takes the shoe off the table; a virtual one with its order and salt revealed."""

    order: str = ""
    salt: str = ""


class OpenBets(msgspec.Struct, frozen=True):
    """Begins a round."""


class PlaceWagers(msgspec.Struct, frozen=True):
    """Replaces a seat's stakes of a round as a whole."""

    round: int
    seat: int
    stakes: tuple[Stake, ...]
    after: int
    """The number of the set it replaces, 0 for none: what it does not know of it does not undo."""


class AcknowledgeScreen(msgspec.Struct, frozen=True):
    """A terminal's word on what it has shown: an accepted set, or the close."""

    round: int
    seat: int
    accepted: int = 0
    closed: bool = False


class DisconnectTerminal(msgspec.Struct, frozen=True):
    """The connection of a seat's terminal is gone."""

    seat: int


class ReconnectTerminal(msgspec.Struct, frozen=True):
    """The connection of a seat's terminal is back."""

    seat: int


class CloseBets(msgspec.Struct, frozen=True):
    """Ends the betting."""


class DecideParticipation(msgspec.Struct, frozen=True):
    """Decides, before the first card, whether a seat takes part."""

    seat: int
    takes_part: bool


class ConfirmParticipants(msgspec.Struct, frozen=True):
    """Settles who takes part, before the first card."""


class DrawCard(msgspec.Struct, frozen=True):
    """A card has left the device: its number in the shoe, and what it is."""

    number: int
    card: str


class EnterCard(msgspec.Struct, frozen=True):
    """A card is entered by hand, as seen by two persons."""

    number: int
    card: str


class ReportCuttingCard(msgspec.Struct, frozen=True):
    """The cutting card has appeared in the device."""


class ReportEmptyShoe(msgspec.Struct, frozen=True):
    """The device has no card left though the round needs one."""


class SettleRound(msgspec.Struct, frozen=True):
    """Announces the outcome, collects and pays."""


class InterruptRound(msgspec.Struct, frozen=True):
    """The round was interrupted; whether by a power failure, if that is known."""

    power_failure: bool | None = None
    cards_recovered: bool = True


class AnswerWithdrawal(msgspec.Struct, frozen=True):
    """A patron takes the offered stakes back, some of them where that is offered, or stays in."""

    seat: int
    withdraws: bool
    stakes: tuple[Stake, ...] = ()
    """Which stakes, where any may be taken back; none named means all that are offered."""


class CloseWithdrawal(msgspec.Struct, frozen=True):
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


class GiveRuling(msgspec.Struct, frozen=True):
    """A position rules on the round, with a reason."""

    outcome: RulingOutcome
    reason: str
    cards: tuple[str, ...] = ()
    """The order of cards that lie loose, where that is what is ruled on."""


class ReferDecision(msgspec.Struct, frozen=True):
    """Whoever might rule leaves it to the next higher position, with a reason."""

    reason: str


class CorrectFacts(msgspec.Struct, frozen=True):
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
