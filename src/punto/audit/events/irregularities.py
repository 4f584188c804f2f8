"""Define the events of misplaced and missing cards, corrected rounds and claims."""

from typing import TypeAlias

from punto.audit.events.records import StrictRecord, WagerSettled

Numbered: TypeAlias = tuple[int, str]
"""A card with its number in the shoe, a question mark where nothing has read it."""


class CardIdentified(StrictRecord, frozen=True, gc=False):
    """A card that nothing had read is known."""

    round: int
    number: int
    card: str


class CardsMisplaced(StrictRecord, frozen=True, gc=False):
    """Cards lie beside the hands."""

    round: int
    cards: tuple[Numbered, ...]
    is_ordered: bool


class CardsReconstructed(StrictRecord, frozen=True, gc=False):
    """The hands are read afresh."""

    round: int
    cards: tuple[Numbered, ...]
    left_over: tuple[Numbered, ...]
    source: str


class BetsReopened(StrictRecord, frozen=True, gc=False):
    """Bets are open again."""

    round: int
    source: str


class CardReplacementRequired(StrictRecord, frozen=True, gc=False):
    """New cards come before the next round."""

    shoe: str
    source: str


class CardsSetAside(StrictRecord, frozen=True, gc=False):
    """Cards are kept for the rest of a round."""

    round: int
    cards: tuple[Numbered, ...]


class DecksSorted(StrictRecord, frozen=True, gc=False):
    """What is short of complete decks, and what can be missing."""

    round: int
    short: tuple[str, ...]
    candidates: tuple[str, ...]


class SetAsideCardsInspected(StrictRecord, frozen=True, gc=False):
    """The cards set aside are known."""

    round: int
    cards: tuple[Numbered, ...]


class MissingCardsReplaced(StrictRecord, frozen=True, gc=False):
    """The missing cards have their places again."""

    round: int
    cards: tuple[Numbered, ...]


class RoundReversed(StrictRecord, frozen=True, gc=False):
    """A settled round has no result after all."""

    round: int
    trigger: str
    source: str
    wagers: tuple[WagerSettled, ...]


class RoundCorrected(StrictRecord, frozen=True, gc=False):
    """A settled round is settled anew."""

    round: int
    source: str
    cards: str
    wagers: tuple[WagerSettled, ...]
    before: tuple[WagerSettled, ...]


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
    | RoundReversed
    | RoundCorrected
)


# The cage


class ClaimPaid(StrictRecord, frozen=True, gc=False):
    """What waited for a visit is paid."""

    visit: str
    cents: int
    in_cash: bool


class ClaimCollected(StrictRecord, frozen=True, gc=False):
    """Credit of a visit has paid what it owed."""

    visit: str
    cents: int
    still_owed_cents: int


class ClaimWrittenOff(StrictRecord, frozen=True, gc=False):
    """What a visit owed is the house's loss."""

    visit: str
    cents: int


ClaimEvent: TypeAlias = ClaimPaid | ClaimCollected | ClaimWrittenOff
