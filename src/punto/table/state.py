"""Define the state of a table, as the result of all its events so far."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import TypeAlias

import msgspec

from punto.core.cards import CARDS_IN_A_DECK
from punto.core.irregularities import Circumstance, RemedyStep, Trigger
from punto.core.notation import FACE_DOWN, parse_card
from punto.core.rulebook import Rulebook
from punto.core.sides import Side
from punto.core.tableau import Tableau, lay_out
from punto.table.events import NumberedCard, WagerSettled
from punto.table.rules import Rules, rules_of
from punto.table.settings import Settings
from punto.table.stakes import Stake


class Phase(StrEnum):
    """The phases of a table, from closed to the end of a round."""

    CLOSED = "closed"
    IDLE = "idle"
    BETS_OPEN = "bets-open"
    BETS_CLOSED = "bets-closed"
    DEALING = "dealing"
    COMPLETE = "complete"
    SETTLED = "settled"
    VOID = "void"


BETWEEN_ROUNDS = frozenset({Phase.IDLE, Phase.SETTLED, Phase.VOID})
IN_ROUND = frozenset({Phase.BETS_OPEN, Phase.BETS_CLOSED, Phase.DEALING, Phase.COMPLETE})


class Seat(msgspec.Struct, frozen=True):
    """A seat that a visit has taken."""

    visit: str
    is_cut_off: bool = False


class WagerSet(msgspec.Struct, frozen=True):
    """The stakes of one seat or position, with the number of the accepted set and their owner."""

    number: int
    visit: str
    stakes: tuple[Stake, ...]
    since: tuple[tuple[Stake, int], ...] = ()
    """The number of the set in which each stake reached its amount; unchanged stakes retain it."""

    def number_of(self, stake: Stake) -> int:
        """The number of the set in which a stake reached its amount."""
        return dict(self.since).get(stake, self.number)

    @property
    def cents(self) -> int:
        """The sum of all stakes of the set."""
        return sum(stake.cents for stake in self.stakes)


class ShoeOnTable(msgspec.Struct, frozen=True):
    """The shoe in the device, without the order of the cards still in it."""

    key: str
    decks: int
    is_committed: bool
    cards_out: int = 0
    is_burned: bool = True
    left_over: tuple[NumberedCard, ...] = ()
    """Cards out of the device that no rule has called for, each with its number."""

    rounds_left: int | None = None
    """How many rounds may still begin; None until the cutting card is out."""

    copies: Mapping[str, int] = msgspec.field(default_factory=dict)
    """How often each card has come out, so that the table notices an excess copy at once."""

    replace_by: str = ""
    """The clause or policy that demands new cards before the next round; empty if none does."""

    @property
    def next_number(self) -> int:
        """The number of the next card to be played. Cards left over are first."""
        return self.left_over[0][0] if self.left_over else self.cards_out + 1

    @property
    def cards(self) -> int:
        """How many cards the full shoe held."""
        return CARDS_IN_A_DECK * self.decks

    @property
    def is_overcounted(self) -> bool:
        """Whether a card has come out more often than the decks contain it."""
        return any(many > self.decks for many in self.copies.values())


HandCard: TypeAlias = tuple[Side, int]
"""A hand, and the place of one of its cards, counted from one."""


class LiveRound(msgspec.Struct, frozen=True):
    """The holders of the cards of a round, the cards that are face down, and the requests made."""

    face_down: tuple[HandCard, ...] = ()
    holders: Mapping[Side, int] = msgspec.field(default_factory=dict)
    """The positions of the patrons to whom hands were passed."""

    refused: Mapping[Side, tuple[int, ...]] = msgspec.field(default_factory=dict)
    """The positions that refused the cards of each hand."""

    squeezers: tuple[tuple[HandCard, int], ...] = ()
    """Cards that another patron may squeeze, with that patron's position."""

    first_hand: Side | None = None
    is_lower_requested: bool = msgspec.field(default=False, name="is_lower_asked")
    """Whether staff have asked patrons of the heavier hand to lower their wagers."""

    dealer_draws: bool = False
    """Whether the Dealer draws because no patron takes the device (P31)."""

    is_cut_first: bool = False
    """Whether the cutting card came before any card of the round."""


class LiveTableState(msgspec.Struct, frozen=True):
    """The state that a dealer's table holds until it closes."""

    device: int = 0
    """The position of the patron who controls the dealing device; 0 for the Dealer."""

    may_draw: tuple[int, ...] = ()
    """Positions whose patrons may draw without a wager."""

    under_minimum: tuple[str, ...] = ()
    """The patrons whose one settlement below the minimum is used."""


class MissingCardSearch(msgspec.Struct, frozen=True):
    """The search for cards that a patron has taken away."""

    cards: tuple[NumberedCard, ...]
    """The cards set aside for the rest of the round, in order."""

    candidates: tuple[str, ...] = ()
    """The cards that may be missing, including those set aside; empty before the decks are sorted.
    """


class SettledRound(msgspec.Struct, frozen=True):
    """A recently settled round."""

    number: int
    wagers: tuple[WagerSettled, ...]
    is_committed: bool = False
    """Whether the order of its cards was committed, so that no report can change them."""


MAX_PAST_ROUNDS = 10
"""How many settled rounds a table holds for corrections."""


class Round(msgspec.Struct, frozen=True):
    """One round, from the opening of bets to its end."""

    number: int
    tableau: Tableau
    shoe: str = ""
    """The shoe that its cards come from."""

    sets: Mapping[int, WagerSet] = msgspec.field(default_factory=dict)
    """By seat; the chips of a position under minus its number."""

    sets_placed: int = 0
    accepted: Mapping[int, int] = msgspec.field(default_factory=dict)
    """The last set whose acceptance each terminal has displayed."""

    close_shown: frozenset[int] = frozenset()
    cut_off_at_close: frozenset[int] = frozenset()
    ruled_on: Mapping[int, bool] = msgspec.field(default_factory=dict)
    is_confirmed: bool = False
    settled: tuple[WagerSettled, ...] = ()
    numbers: tuple[int, ...] = ()
    """The number in the shoe of each card on the layout, in the order drawn."""

    loose: tuple[NumberedCard, ...] = ()
    """Cards out of the device in an uncertain order. They wait beside the hands.
    """

    is_loose_ordered: bool = False
    aside: MissingCardSearch | None = None
    live: LiveRound = msgspec.field(default_factory=LiveRound, name="conduct")

    @property
    def is_sorted_out(self) -> bool:
        """Whether the round needs a card although the cards of the device are sorted into decks."""
        is_sorted = self.aside is not None and bool(self.aside.candidates)
        return is_sorted and self.tableau.is_known and not self.tableau.is_finished

    @property
    def staked_cents(self) -> int:
        """The sum of all stakes in the round."""
        return sum(placed.cents for placed in self.sets.values())


class PendingStep(msgspec.Struct, frozen=True):
    """A step that the table must complete before it continues."""

    trigger: Trigger
    source: str
    step: RemedyStep | None
    """The remedy that is due; None while the table waits for the cause."""

    proposed: tuple[RemedyStep, ...] = ()
    event: int = 0
    answered: frozenset[int] = frozenset()
    round: int = 0
    cards: tuple[str, ...] = ()
    """The cards that the report named."""

    numbers: tuple[int, ...] = ()
    circumstances: tuple[Circumstance, ...] = ()
    """The circumstances at the report; empty once a position has ruled."""


class Table(msgspec.Struct, frozen=True):
    """The state of a gaming table."""

    phase: Phase = Phase.CLOSED
    book: Rulebook | None = None
    settings: Settings | None = None
    seats: Mapping[int, Seat] = msgspec.field(default_factory=dict)
    shoe: ShoeOnTable | None = None
    round: Round | None = None
    rounds: int = 0
    pending_steps: tuple[PendingStep, ...] = ()
    events: int = 0
    past: tuple[SettledRound, ...] = ()
    """The rounds settled last, the newest at the end."""
    live: LiveTableState = msgspec.field(default_factory=LiveTableState)

    @property
    def game(self) -> Rulebook:
        """The rulebook of an open table."""
        assert self.book is not None, "an open table has a rulebook"
        return self.book

    @property
    def settings_in_force(self) -> Settings:
        """The settings of an open table."""
        assert self.settings is not None, "an open table has settings"
        return self.settings

    @property
    def rules(self) -> Rules:
        """The rules of an open table, as lookups."""
        assert self.book is not None, "an open table has a rulebook"
        assert self.settings is not None, "an open table has settings"
        return rules_of(self.book, self.settings)

    @property
    def current(self) -> Round:
        """The running round, or the last one."""
        assert self.round is not None, "a round has begun"
        return self.round

    @property
    def first_step(self) -> PendingStep | None:
        """The step that the table waits for first; None if it waits for none."""
        return self.pending_steps[0] if self.pending_steps else None

    def has_position(self, position: int) -> bool:
        """Whether the layout has a position, which is also the number of a seat."""
        return 1 <= position <= self.settings_in_force.positions

    @property
    def numbered_cards(self) -> tuple[NumberedCard, ...]:
        """The cards on the layout with their numbers, in the order drawn."""
        cards = (card for _, card in self.current.tableau.cards_in_order())
        texts = (FACE_DOWN if card is None else str(card) for card in cards)
        return tuple(zip(self.current.numbers, texts, strict=True))

    def hands_in_order(self, cards: Iterable[NumberedCard]) -> Tableau:
        """The hands that cards in their true order make. Later cards are left over (R25)."""
        tableau, _ = lay_out(self.game.order, (parse_card(text) for _, text in cards))
        return tableau

    @property
    def excess_cards(self) -> tuple[NumberedCard, ...]:
        """Cards left over from the shoe of the last round."""
        shoe = self.shoe
        return shoe.left_over if shoe is not None and shoe.key == self.current.shoe else ()

    @property
    def device(self) -> ShoeOnTable:
        """The shoe in the device."""
        assert self.shoe is not None, "a shoe is loaded"
        return self.shoe
