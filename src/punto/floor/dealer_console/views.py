"""Define the views of a table that dealers and the pit share."""

from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

from punto.core.rulebook import Words
from punto.floor.dealer_console.held_round_views import (
    CommandPreview,
    FactCorrectionView,
    PossibleResultsView,
)
from punto.floor.public_view.views import CountdownView, VoidView
from punto.reports.descriptions.words import Text

Level: TypeAlias = Literal[0, 1, 2, 3]
"""0 as it should be, 1 to know, 2 to act on within minutes, 3 the round cannot go on."""


class CommandTemplate(Struct, frozen=True):
    """A command by its name, with the fields of it that are known."""

    command: str
    # The wire calls it `with`, which Python keeps for itself.
    fields: dict[str, Any] = msgspec.field(name="with", default_factory=dict)


class FieldChoice(Struct, frozen=True):
    """One of the answers that a field takes now."""

    value: Any
    label: Words


class CommandField(Struct, frozen=True):
    """A field that must be asked before a command can be given."""

    field: str
    label: Words
    choices: tuple[FieldChoice, ...] | None


class ActionView(Struct, frozen=True):
    """Something that may be done beside the next step, or why it may not."""

    key: str
    group: Literal["cards", "patrons", "table", "pit"]
    label: Words
    clause: str
    act: CommandTemplate
    asks: tuple[CommandField, ...]
    off_because: Words | None
    needs_second: bool


class DrawCell(Struct, frozen=True):
    """A value of the Player hand's third card, and whether the Banker hand draws against it."""

    card: int
    draws: bool


class TableOfPlayRow(Struct, frozen=True):
    """The row of the Table of Play that decides."""

    own: int
    against: int
    cells: tuple[DrawCell, ...]


class NextStepView(Struct, frozen=True):
    """The one step by which the table goes on."""

    key: str
    title: Words
    why: Text | None
    table_of_play: TableOfPlayRow | None
    clause: str
    button: Words | None
    hint: Words | None
    act: CommandTemplate | None
    off_because: Words | None


class RoundStepView(Struct, frozen=True):
    """A step of the round."""

    key: str
    label: Words
    state: Literal["done", "now", "later", "skipped"]


class DealerCallView(Struct, frozen=True):
    """What was called, and when."""

    at: str
    words: Words
    clause: str


class StaffHandView(Struct, frozen=True):
    """A hand as it lies on the layout; a card face down is two question marks."""

    cards: tuple[str, ...]
    total: int | None
    two_card_total: int | None
    notes: tuple[Words, ...]


class StaffHandsView(Struct, frozen=True):
    """Both hands."""

    player: StaffHandView
    banker: StaffHandView


class CardHandlerView(Struct, frozen=True):
    """Who handles a hand, by which rule, and who is next if they will not."""

    seat: int | None
    cents: int
    why: Text | None
    clause: str
    next: int | None
    state: Literal["due", "has", "done", "nobody"]


class CardHandlersView(Struct, frozen=True):
    """Who handles the two hands, and which is shown first."""

    first: str | None
    player: CardHandlerView
    banker: CardHandlerView


class WagerColumn(Struct, frozen=True):
    """A column of the stakes."""

    wager: str
    label: Words
    pays: Words
    tone: str


class StakeCell(Struct, frozen=True):
    """What lies on an area."""

    cents: int
    stacks: int
    each: tuple[int, ...] = ()
    """What each stack holds, in the order of the stacks."""


class StakeRow(Struct, frozen=True):
    """The stakes of a seat, or the chips of a position."""

    seat: int
    kind: Literal["terminal", "chips"]
    connected: bool
    cells: dict[str, StakeCell]
    total_cents: int
    note: Words | None
    set: int


class StakesView(Struct, frozen=True):
    """Every seat's stakes."""

    wagers: tuple[WagerColumn, ...]
    rows: tuple[StakeRow, ...]
    totals: dict[str, int]
    all_cents: int
    closed: Words | None


class WagerRemovalView(Struct, frozen=True):
    """A stake that would leave the table."""

    seat: int
    kind: Literal["terminal", "chips"]
    wager: str
    cents: int
    stake: dict[str, Any]


class BalancingProposalView(Struct, frozen=True):
    """What would balance the table: who may lower, and what would be removed."""

    lower: tuple[int, ...]
    exceeded_cents: int
    remove: tuple[WagerRemovalView, ...]
    words: Words
    act: CommandTemplate


class DifferentialView(Struct, frozen=True):
    """How far the hands lie apart."""

    player_cents: int
    banker_cents: int
    limit_cents: int | None
    words: Words
    clause: str
    is_lower_requested: bool
    proposal: BalancingProposalView | None


class StaffShoeView(Struct, frozen=True):
    """How far the shoe is."""

    number: int
    key: str
    cards_out: int
    cards: int
    cut_after: int
    rounds_left: int | None
    burned: bool
    words: Words
    commitment: str


class PayoutView(Struct, frozen=True):
    """What is paid or collected at a seat; below zero what is collected."""

    seat: int
    kind: Literal["terminal", "chips"]
    wager: str
    label: Words
    stake_cents: int
    pays_cents: int
    returned_cents: int
    words: Words
    clause: str


class RoundResultView(Struct, frozen=True):
    """A round of this shoe."""

    round: int
    winner: str
    player: int
    banker: int
    marks: tuple[Words, ...]


class FaultView(Struct, frozen=True):
    """Something that is not as it should be."""

    level: Level
    words: Text
    command: str = ""
    """What whoever deals asks to see to it, empty where nothing can be asked."""


class SeatsView(Struct, frozen=True):
    """Who sits at the table and whose terminal can speak."""

    occupied_seats: tuple[int, ...]
    of: int
    connected: tuple[int, ...]


class RulesView(Struct, frozen=True):
    """Which rules the table goes by."""

    version: str
    effective: str
    digest: str


class DealerAssignmentView(Struct, frozen=True):
    """Who deals here, since when."""

    by: str
    since: str


class PatronCallView(Struct, frozen=True):
    """A patron who called somebody."""

    number: int
    at: str
    terminal: str
    seat: int | None
    reason: str
    round: int | None
    words: Words


class HeldRoundStep(Struct, frozen=True):
    """A step of what is seen through."""

    label: Text
    sub: Text
    state: Literal["done", "now", "later"]


class FactView(Struct, frozen=True):
    """Something that was asked, the answer, and who knew it."""

    question: Text
    answer: Text
    source: Words
    was: Text | None
    """What was told before, where that was wrong."""


class PermittedActionView(Struct, frozen=True):
    """What a position may do about it."""

    position: Words
    words: Text
    clause: str
    state: Literal["done", "now", "not-open", "none"]


class RulingChoiceView(Struct, frozen=True):
    """Something that may be ruled or done now, or why it may not."""

    label: Text
    act: CommandTemplate
    needs_second: bool
    asks: tuple[CommandField, ...]
    off_because: Words | None
    clause: str


class WithdrawalAnswerView(Struct, frozen=True):
    """What a seat has answered to an offer."""

    seat: int
    kind: Literal["terminal", "chips"]
    state: Literal["stays", "withdraws", "waiting", "chips"]
    at: str
    cents: int
    """What it has taken back."""


class HeldRoundView(Struct, frozen=True):
    """What holds the table, who is waited for, and what may be done."""

    title: Text
    words: Words
    source: str
    is_policy: bool
    since: str
    waiting_for: Text
    steps: tuple[HeldRoundStep, ...]
    facts: tuple[FactView, ...]
    allowed: tuple[PermittedActionView, ...]
    choices: tuple[RulingChoiceView, ...]
    answers: tuple[WithdrawalAnswerView, ...]
    loose: tuple[str, ...]
    letters: tuple[str, ...]
    timer: CountdownView | None
    money: CommandPreview | None
    money_if: Literal["void", "withdraws"] | None
    """What would have to happen for that money to move."""

    stays: PossibleResultsView | None
    refer: RulingChoiceView | None
    referred: Words | None
    """Who left it to the position that is waited for, and why."""

    change: FactCorrectionView | None


class StaffTableView(Struct, frozen=True, tag_field="type", tag="table"):
    """A whole picture of a table for one of the staff."""

    table: str
    name: str
    version: int
    at: str
    title: Words
    document: str
    rules: RulesView
    mode: str
    currency: str
    attended: DealerAssignmentView | None
    dealt_by: Literal["house", "staff", "nobody"]
    method: str | None
    is_hlga: bool
    phase: str
    phase_words: Text
    round: int
    game_number: str
    timer: CountdownView | None
    permanent_seven: bool
    hands: StaffHandsView
    winner: str | None
    outcome: Words | None
    steps: tuple[RoundStepView, ...]
    next: NextStepView
    say: Words | None
    dealer_calls: tuple[DealerCallView, ...]
    acts: tuple[ActionView, ...]
    handlers: CardHandlersView | None
    stakes: StakesView
    differential: DifferentialView | None
    shoe: StaffShoeView | None
    hold: HeldRoundView | None
    void: VoidView | None
    closing: Words | None
    payouts: tuple[PayoutView, ...]
    results: tuple[RoundResultView, ...]
    counts: dict[str, int]
    faults: tuple[FaultView, ...]
    seats: SeatsView
    calls: tuple[PatronCallView, ...]
