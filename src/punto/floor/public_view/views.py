"""Define the view types of one table, for all viewers and for one terminal."""

from typing import Any, Literal

from msgspec import Struct

from punto.messages.message import Message
from punto.reports.games.explanation import DrawReason


class StakeView(Struct, frozen=True, omit_defaults=True):
    """Cents on a wager."""

    wager: str
    cents: int
    position: int = 0
    stack: int = 1


class SettledWagerView(Struct, frozen=True):
    """One wager of this terminal and its result."""

    wager: str
    label: Message
    stake_cents: int
    line: int
    returned_cents: int
    result: Literal["won", "lost", "push", "void", "withdrawn", "removed", "reversed"]
    words: Message
    clause: str


class CountdownView(Struct, frozen=True):
    """The time that is left, and the whole time."""

    left_ms: int
    of_ms: int


class HandView(Struct, frozen=True):
    """The cards of one hand and their totals."""

    cards: tuple[str, ...]
    total: int | None
    two_card_total: int | None


class HandsView(Struct, frozen=True):
    """Both hands."""

    player: HandView
    banker: HandView


class ShoeView(Struct, frozen=True):
    """The shoe, with the number of cards that are out."""

    key: str
    number: int
    cards_out: int
    cards: int
    cards_behind_cut: int
    rounds_left: int | None
    commitment: str


class HoldView(Struct, frozen=True):
    """The irregularity for which the table waits."""

    words: Message
    source: str
    is_offer: bool
    is_any: bool
    may_answer: bool
    timer: CountdownView | None


class VoidView(Struct, frozen=True):
    """Why a round has no result."""

    words: Message
    source: str


class ShoeCounter(Struct, frozen=True):
    """The count of one result in this shoe."""

    key: str
    label: Message
    count: int


class PaidLineView(Struct, frozen=True):
    """A pay line that the cards of a round meet, by its number in the layout."""

    wager: str
    line: int


class SqueezeView(Struct, frozen=True):
    """The cards that a seat has in hand. Only that seat sees them."""

    side: str
    cards: tuple[str, ...]
    """The faces of the cards in this patron's own hand, a question mark for one not read."""

    may_expose: bool
    may_refuse: bool
    words: Message


class SeatWagersView(Struct, frozen=True):
    """A seat's own wagers."""

    seat: int
    set: int
    stakes: tuple[StakeView, ...]
    bet_cents: int
    win_cents: int
    settled: tuple[SettledWagerView, ...]
    before_cents: int | None
    after_cents: int | None
    squeeze: SqueezeView | None = None
    claim_cents: int = 0
    """The cents that the cage owes the patron after a reversal; negative if the patron owes."""

    offered_cents: int | None = None
    """The cents that withdrawing every offered wager would return; null without an offer."""


class PublicView(Struct, frozen=True, tag_field="type", tag="view"):
    """The view of a table for everyone, without the roads."""

    table: str
    version: int
    layout_version: str
    """The digest of the layout that this view belongs to."""

    phase: str
    phrase: Message
    stopped: Message | None
    """The notice of a table that is out of service after an unexpected error, else null."""

    timer: CountdownView | None
    round: int
    hands: HandsView
    next_side: str | None
    reasons: tuple[DrawReason, ...]
    winner: str | None
    outcome: Message | None
    paid: tuple[PaidLineView, ...]
    """The side wagers that this result pays."""

    shoe: ShoeView | None
    hold: HoldView | None
    void: VoidView | None
    counters: tuple[ShoeCounter, ...]
    occupied_seats: tuple[int, ...]
    closing: int | None
    """How many rounds may still begin before the table closes; null if it does not close."""

    paced_ms: dict[str, int]


class TerminalView(PublicView, frozen=True, tag="view"):
    """The complete view of a table for one terminal. Roads are null if they have not changed."""

    roads: dict[str, Any] | None = None
    own: SeatWagersView | None = None
    credit_cents: int | None = None
