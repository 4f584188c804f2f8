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
    """Open the table with a game, as its canonical text, and settings of the house."""

    rulebook: str
    settings: Settings


class CloseTable(msgspec.Struct, frozen=True):
    """Close the table between rounds."""


class ChangeSettings(msgspec.Struct, frozen=True):
    """Change limits and other settings between rounds."""

    settings: Settings


class TakeSeat(msgspec.Struct, frozen=True):
    """Give a seat to a visit."""

    seat: int
    visit: str


class LeaveSeat(msgspec.Struct, frozen=True):
    """Release a seat."""

    seat: int


class LoadShoe(msgspec.Struct, frozen=True):
    """Load a shoe; for a virtual one with the commitment to its order."""

    shoe: str
    commitment: str = ""


class EndShoe(msgspec.Struct, frozen=True):
    """End the shoe; for a virtual one reveal its order and salt."""

    order: str = ""
    salt: str = ""


class OpenBets(msgspec.Struct, frozen=True):
    """Begin a round."""


class PlaceWagers(msgspec.Struct, frozen=True):
    """Replace all stakes of a seat in a round."""

    round: int
    seat: int
    stakes: tuple[Stake, ...]
    after: int
    """The number of the set that it replaces, or 0, so that a stale request changes nothing."""


class AcknowledgeScreen(msgspec.Struct, frozen=True):
    """Report what a terminal has displayed: an accepted set, or the close."""

    round: int
    seat: int
    accepted: int = 0
    closed: bool = False


class DisconnectTerminal(msgspec.Struct, frozen=True):
    """Report that the terminal of a seat has disconnected."""

    seat: int


class ReconnectTerminal(msgspec.Struct, frozen=True):
    """Report that the terminal of a seat has reconnected."""

    seat: int


class CloseBets(msgspec.Struct, frozen=True):
    """Close bets."""


class DecideParticipation(msgspec.Struct, frozen=True):
    """Decide before the first card whether a seat takes part."""

    seat: int
    takes_part: bool


class ConfirmParticipants(msgspec.Struct, frozen=True):
    """Confirm who takes part, before the first card."""


class DrawCard(msgspec.Struct, frozen=True):
    """Report a card that has left the device, with its number in the shoe."""

    number: int
    card: str


class EnterCard(msgspec.Struct, frozen=True):
    """Enter a card by hand, as two people have seen it."""

    number: int
    card: str


class ReportCuttingCard(msgspec.Struct, frozen=True):
    """Report that the cutting card has appeared."""


class ReportEmptyShoe(msgspec.Struct, frozen=True):
    """Report that the device has no card left, although the round needs one."""


class SettleRound(msgspec.Struct, frozen=True):
    """Settle the round: announce the outcome, collect and pay."""


class InterruptRound(msgspec.Struct, frozen=True):
    """Interrupt the round, and name the cause if it is known."""

    power_failure: bool | None = None
    cards_recovered: bool = True


class AnswerWithdrawal(msgspec.Struct, frozen=True):
    """Withdraw the offered stakes, or some of them where the offer allows it, or stay in."""

    seat: int
    withdraws: bool
    stakes: tuple[Stake, ...] = ()
    """The stakes to withdraw, where the offer allows any; empty for all offered stakes."""


class CloseWithdrawal(msgspec.Struct, frozen=True):
    """Close the offer of withdrawal. Patrons without an answer stay in."""

    event: int
    """The number of the event that made the offer."""


class RulingOutcome(StrEnum):
    """The outcomes that a ruling may choose."""

    VOID = "void"
    CONTINUE = "continue"
    AS_PROPOSED = "as-proposed"
    OFFER_WITHDRAWAL = "offer-withdrawal"
    REOPEN_BETS = "reopen-bets"


class GiveRuling(msgspec.Struct, frozen=True):
    """Rule on the round, with a reason."""

    outcome: RulingOutcome
    reason: str
    cards: tuple[str, ...] = ()
    """The order of loose cards, if the ruling decides it."""


class ReferDecision(msgspec.Struct, frozen=True):
    """Refer a ruling to the next higher position, with a reason."""

    reason: str


class CorrectFacts(msgspec.Struct, frozen=True):
    """Correct the reported facts of an irregularity before a ruling."""

    saw: tuple[Circumstance, ...]
    """All circumstances that staff saw, as in a report."""

    reason: str
    cards: tuple[str, ...] = ()
    """The order of loose cards, if it is now known."""


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
