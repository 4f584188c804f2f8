"""Define the commands that a table decides.

A command names a patron by position, which is the number of the seat. This holds for terminals and
for chips.
"""

from enum import StrEnum
from typing import TypeAlias

import msgspec

from punto.core.irregularities import Circumstance, Trigger
from punto.core.rulebook import DealingMethod
from punto.core.sides import Side
from punto.table.settings import Settings
from punto.table.stakes import Stake

# Every table


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


# A dealer's table: wagers on the layout


class EnterChips(msgspec.Struct, frozen=True):
    """Enter all the chips of a position, as staff see them on the layout."""

    round: int
    position: int
    stakes: tuple[Stake, ...]
    after: int
    """The number of the set that it replaces; 0 without one."""


class RequestLowerWagers(msgspec.Struct, frozen=True):
    """Ask patrons of the heavier hand to lower their wagers."""


class WagerRemoval(msgspec.Struct, frozen=True):
    """A stake to be removed, with its seat or the number of its chips."""

    seat: int
    stake: Stake


class RemoveWagers(msgspec.Struct, frozen=True):
    """Remove wagers so that the table differential is met."""

    removed: tuple[WagerRemoval, ...]
    reason: str


class RestrictWagers(msgspec.Struct, frozen=True):
    """Restrict how many wagers an area takes, from the next round on."""

    per_area: int


class OfferWithdrawal(msgspec.Struct, frozen=True):
    """Offer withdrawal, because the cutting card came first."""


# Methods and the device


class ChooseMethod(msgspec.Struct, frozen=True):
    """Choose the dealing method from the next round on."""

    method: DealingMethod


class AllowDrawing(msgspec.Struct, frozen=True):
    """Let a patron draw without a wager."""

    position: int


class HandOverDevice(msgspec.Struct, frozen=True):
    """Hand control of the device to a patron, or to the Dealer (0) if no patron takes it."""

    position: int


class RelinquishDevice(msgspec.Struct, frozen=True):
    """Give control of the dealing device back."""

    position: int


# Cards in patrons' hands


class PassCards(msgspec.Struct, frozen=True):
    """Pass the cards of a hand to a patron, face down."""

    side: Side
    position: int


class RefuseCards(msgspec.Struct, frozen=True):
    """Refuse the cards of a hand."""

    side: Side
    position: int


class ChooseHandler(msgspec.Struct, frozen=True):
    """Choose who handles the cards of a hand, if the stakes choose no one."""

    side: Side
    position: int


class ChooseFirstHand(msgspec.Struct, frozen=True):
    """Choose which hand the patrons show first."""

    side: Side


class AllowSqueezing(msgspec.Struct, frozen=True):
    """Let a patron or a designee squeeze one card of a hand."""

    side: Side
    card: int
    """The place of the card in its hand, counted from one."""

    position: int
    designee: str = ""


class ExposeCards(msgspec.Struct, frozen=True):
    """Turn up the cards of a hand, by the patron at a position or by the Dealer (0)."""

    side: Side
    position: int = 0
    in_error: bool = False


LiveCommand: TypeAlias = (
    EnterChips
    | RequestLowerWagers
    | RemoveWagers
    | RestrictWagers
    | OfferWithdrawal
    | ChooseMethod
    | AllowDrawing
    | HandOverDevice
    | RelinquishDevice
    | PassCards
    | RefuseCards
    | ChooseHandler
    | ChooseFirstHand
    | AllowSqueezing
    | ExposeCards
)


# Irregularities


class ReportIrregularity(msgspec.Struct, frozen=True):
    """Report an irregularity. The table finds the row that applies and the remedy."""

    trigger: Trigger
    saw: tuple[Circumstance, ...] = ()
    """Circumstances that the table cannot know by itself, such as a power failure."""

    cards: tuple[str, ...] = ()
    """The cards concerned, in their true order if it is known."""

    numbers: tuple[int, ...] = ()
    """Their numbers in the shoe, if the table has recorded the cards before."""

    round: int = 0
    """The round concerned; 0 for the running or the last round."""

    evidence: str = ""
    """The evidence: a card, a count, or the device's record."""


class ReopenBets(msgspec.Struct, frozen=True):
    """Reopen bets after a reset of the device, until a second close."""


class ReplaceCards(msgspec.Struct, frozen=True):
    """Require new cards before the next round."""


class SetCardsAside(msgspec.Struct, frozen=True):
    """Set the next cards aside in order, as the device read them or unread."""

    cards: tuple[str, ...]


class ReportSortedDecks(msgspec.Struct, frozen=True):
    """Report which cards the sorted decks are short of."""

    short: tuple[str, ...]


class InspectSetAsideCards(msgspec.Struct, frozen=True):
    """Report the cards set aside, which the device did not read."""

    cards: tuple[str, ...]


class ReplaceMissingCards(msgspec.Struct, frozen=True):
    """Replace the missing cards, in the order of their places, with cards of a complete deck."""

    cards: tuple[str, ...]


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
    | LiveCommand
    | ReportIrregularity
    | ReopenBets
    | ReplaceCards
    | SetCardsAside
    | ReportSortedDecks
    | InspectSetAsideCards
    | ReplaceMissingCards
)
