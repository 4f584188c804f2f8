"""Define the events of tables and rounds, in the versions that the auditor knows."""

from typing import TypeAlias

import msgspec

Numbered: TypeAlias = tuple[int, str]
"""The number of a card in the shoe, and its name or a question mark if no device read it."""


class StrictRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A record that rejects unknown fields and requires each field that has no default."""


class Stake(StrictRecord, frozen=True, gc=False):
    """An amount on a place of the layout."""

    wager: str
    cents: int
    position: int
    stack: int


class ReturnedStakes(StrictRecord, frozen=True, gc=False):
    """The stakes that a seat got back."""

    seat: int
    visit: str
    cents: int


class WagerSettled(StrictRecord, frozen=True, gc=False):
    """A stake, its pay line and the amount returned."""

    seat: int
    visit: str
    stake: Stake
    line: int
    returned_cents: int
    uncounted_cents: int = 0


class RemedyStep(StrictRecord, frozen=True, gc=False):
    """A remedy, and the position that decides on it."""

    remedy: str
    detail: str | None
    position: str | None


# Tables and rounds


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


# Misplaced and missing cards, corrected rounds


class CardIdentified(StrictRecord, frozen=True, gc=False):
    """Staff identified a card that no device had read."""

    round: int
    number: int
    card: str


class CardsMisplaced(StrictRecord, frozen=True, gc=False):
    """Cards are loose, beside the hands."""

    round: int
    cards: tuple[Numbered, ...]
    is_ordered: bool


class CardsReconstructed(StrictRecord, frozen=True, gc=False):
    """The hands were dealt again from the draw order."""

    round: int
    cards: tuple[Numbered, ...]
    left_over: tuple[Numbered, ...]
    source: str


class BetsReopened(StrictRecord, frozen=True, gc=False):
    """Bets opened again."""

    round: int
    source: str


class CardReplacementRequired(StrictRecord, frozen=True, gc=False):
    """New cards are required before the next round."""

    shoe: str
    source: str


class CardsSetAside(StrictRecord, frozen=True, gc=False):
    """Cards were set aside for the rest of a round."""

    round: int
    cards: tuple[Numbered, ...]


class DecksSorted(StrictRecord, frozen=True, gc=False):
    """Staff sorted the cards into decks: the cards short, and the candidates for missing ones."""

    round: int
    short: tuple[str, ...]
    candidates: tuple[str, ...]


class SetAsideCardsInspected(StrictRecord, frozen=True, gc=False):
    """Staff inspected the cards set aside."""

    round: int
    cards: tuple[Numbered, ...]


class MissingCardsReplaced(StrictRecord, frozen=True, gc=False):
    """Other cards replaced the missing ones."""

    round: int
    cards: tuple[Numbered, ...]


class RoundReversed(StrictRecord, frozen=True, gc=False):
    """A settled round became void."""

    round: int
    trigger: str
    source: str
    wagers: tuple[WagerSettled, ...]


class RoundCorrected(StrictRecord, frozen=True, gc=False):
    """A settled round was settled again."""

    round: int
    source: str
    cards: str
    wagers: tuple[WagerSettled, ...]
    before: tuple[WagerSettled, ...]


# Live tables


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
