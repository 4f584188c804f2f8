"""Define the events of misplaced and missing cards, corrected rounds and claims."""

from typing import TypeAlias

from punto.audit.events.records import StrictRecord, WagerSettled

Numbered: TypeAlias = tuple[int, str]
"""The number of a card in the shoe, and its name or a question mark if no device read it."""


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
    """The house paid a claim."""

    visit: str
    cents: int
    in_cash: bool


class ClaimCollected(StrictRecord, frozen=True, gc=False):
    """The credit of a visit paid what the visit owed."""

    visit: str
    cents: int
    still_owed_cents: int


class ClaimWrittenOff(StrictRecord, frozen=True, gc=False):
    """The house wrote off what a visit owed."""

    visit: str
    cents: int


ClaimEvent: TypeAlias = ClaimPaid | ClaimCollected | ClaimWrittenOff
