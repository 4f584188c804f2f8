"""Define the state of a table, as the result of all its events so far."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from punto.core.cards import CARDS_IN_A_DECK
from punto.core.irregularities import Circumstance, RemedyStep, Trigger
from punto.core.rulebook import Rulebook
from punto.core.tableau import Tableau
from punto.table.events.irregularities import NumberedCard
from punto.table.events.play import WagerSettled
from punto.table.live_state import LiveRound, LiveTableState
from punto.table.rules import Rules, rules_of
from punto.table.settings import Settings
from punto.table.stakes import Stake


class Phase(StrEnum):
    """How far a table is."""

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
    """A place at the table that somebody has."""

    visit: str
    is_cut_off: bool = False


class WagerSet(msgspec.Struct, frozen=True):
    """The stakes of one seat, the number under which they were accepted, and whose they are."""

    number: int
    visit: str
    stakes: tuple[Stake, ...]
    since: tuple[tuple[Stake, int], ...] = ()
    """Under which number each stake reached its amount; sent again unchanged it keeps it."""

    def number_of(self, stake: Stake) -> int:
        """The number under which a stake reached its amount."""
        return dict(self.since).get(stake, self.number)

    @property
    def cents(self) -> int:
        """What lies on all its places together."""
        return sum(stake.cents for stake in self.stakes)


class ShoeOnTable(msgspec.Struct, frozen=True):
    """The shoe in the device, as far as the table may know it."""

    key: str
    decks: int
    is_committed: bool
    cards_out: int = 0
    is_burned: bool = True
    left_over: tuple[NumberedCard, ...] = ()
    """Cards out of the device that no rule has called for yet, each with its number."""

    rounds_left: int | None = None
    """How many rounds may still begin; None until the cutting card is out."""

    copies: Mapping[str, int] = msgspec.field(default_factory=dict)
    """How often each card has come out, so that a copy too many is noticed at once."""

    replace_by: str = ""
    """The clause or policy by which no round begins before new cards; empty while none does."""

    @property
    def next_number(self) -> int:
        """The number of the card that is played next; cards left over come first."""
        return self.left_over[0][0] if self.left_over else self.cards_out + 1

    @property
    def cards(self) -> int:
        """How many cards it held when it was full."""
        return CARDS_IN_A_DECK * self.decks

    @property
    def is_overcounted(self) -> bool:
        """Whether some card has come out more often than the decks hold it."""
        return any(many > self.decks for many in self.copies.values())


class MissingCardSearch(msgspec.Struct, frozen=True):
    """The search for cards that a patron has gone with, as far as it is."""

    cards: tuple[NumberedCard, ...]
    """The cards set aside for the rest of the round, in order."""

    candidates: tuple[str, ...] = ()
    """What can be missing, the cards set aside among them; none before the decks are sorted."""


class SettledRound(msgspec.Struct, frozen=True):
    """A round that was settled not long ago."""

    number: int
    wagers: tuple[WagerSettled, ...]
    is_committed: bool = False
    """Whether its cards were promised, so that nobody can say they were others."""


MAX_PAST_ROUNDS = 10
"""How many settled rounds a table keeps at hand to put right."""


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
    """The last set that each terminal says it has seen accepted."""

    close_shown: frozenset[int] = frozenset()
    cut_off_at_close: frozenset[int] = frozenset()
    ruled_on: Mapping[int, bool] = msgspec.field(default_factory=dict)
    is_confirmed: bool = False
    settled: tuple[WagerSettled, ...] = ()
    numbers: tuple[int, ...] = ()
    """The number in the shoe of each card on the layout, in the order drawn."""

    loose: tuple[NumberedCard, ...] = ()
    """Cards out of the device whose order is not settled: in no hand, and deciding nothing."""

    is_loose_ordered: bool = False
    aside: MissingCardSearch | None = None
    live: LiveRound = msgspec.field(default_factory=LiveRound, name="conduct")

    @property
    def is_sorted_out(self) -> bool:
        """Whether it needs a card of a device whose cards lie sorted into decks."""
        is_sorted = self.aside is not None and bool(self.aside.candidates)
        return is_sorted and self.tableau.is_known and not self.tableau.is_finished

    @property
    def staked_cents(self) -> int:
        """What all seats have at stake."""
        return sum(placed.cents for placed in self.sets.values())


class PendingStep(msgspec.Struct, frozen=True):
    """Something the table must see through before it goes on."""

    trigger: Trigger
    source: str
    step: RemedyStep | None
    """The remedy that is due; None while the table waits to be told the cause."""

    proposed: tuple[RemedyStep, ...] = ()
    event: int = 0
    answered: frozenset[int] = frozenset()
    round: int = 0
    cards: tuple[str, ...] = ()
    """The cards that were told with it."""

    numbers: tuple[int, ...] = ()
    circumstances: tuple[Circumstance, ...] = ()
    """What was told and known when it was raised; none once a position has ruled."""


class Table(msgspec.Struct, frozen=True):
    """A gaming table."""

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
        """The rulebook of a table that is open."""
        assert self.book is not None, "an open table has a rulebook"
        return self.book

    @property
    def settings_in_force(self) -> Settings:
        """The settings of a table that is open."""
        assert self.settings is not None, "an open table has settings"
        return self.settings

    @property
    def rules(self) -> Rules:
        """The rules of a table that is open, as lookups."""
        assert self.book is not None, "an open table has a rulebook"
        assert self.settings is not None, "an open table has settings"
        return rules_of(self.book, self.settings)

    @property
    def current(self) -> Round:
        """The round that is running, or the last one."""
        assert self.round is not None, "a round has begun"
        return self.round

    @property
    def excess_cards(self) -> tuple[NumberedCard, ...]:
        """Cards of the shoe of the last round that no rule has called for yet."""
        shoe = self.shoe
        return shoe.left_over if shoe is not None and shoe.key == self.current.shoe else ()

    @property
    def device(self) -> ShoeOnTable:
        """The shoe of a table that has one."""
        assert self.shoe is not None, "a shoe is loaded"
        return self.shoe
