"""Build the view of a table for one viewer, limited to the data that this viewer may see."""

import msgspec

from punto.core import notation
from punto.core.drawing_rules import DrawDecision
from punto.core.facts import Winner, point_total
from punto.core.irregularities import RemedyDetail
from punto.core.rulebook import DealingMethod, WagerPlacement
from punto.core.sides import BySide, Side
from punto.core.staff_positions import StaffPosition
from punto.core.tableau import Tableau, draw_decisions, ending
from punto.table.card_handling import (
    drawer_of,
    handler_by_stakes,
    hidden_cards,
    holder_of,
    patron_draws,
    public_tableau,
)
from punto.table.decide.irregularities.withdrawal import open_offer, withdrawable_stakes
from punto.table.differential import BalancingProposal, balancing_proposal
from punto.table.events import WagerSettled
from punto.table.next_step import NextStep, next_step
from punto.table.settings import Limit
from punto.table.stakes import Stake, chips_at
from punto.table.state import IN_ROUND, Phase, Table


class ShoeView(msgspec.Struct, frozen=True):
    """The progress of the shoe."""

    key: str
    decks: int
    cards_out: int
    cards_behind_cut: int
    rounds_left: int | None


class HoldView(msgspec.Struct, frozen=True):
    """The step that the table waits for."""

    source: str
    awaited: StaffPosition | None
    is_offer: bool
    is_any: bool
    """Whether patrons may withdraw single wagers, or only all of them."""

    may_answer: bool
    """Whether this viewer may answer the offer of withdrawal."""

    cause_unknown: bool


class SeatView(msgspec.Struct, frozen=True):
    """The wagers of one seat. Other patrons see only that the seat is taken."""

    seat: int
    visit: str
    set: int
    stakes: tuple[Stake, ...]
    settled: tuple[WagerSettled, ...]
    takes_part: bool

    @property
    def bet_cents(self) -> int:
        """The stakes of the seat, or those that the round settled."""
        return sum(each.cents for each in self.stakes) or sum(
            each.stake.cents for each in self.settled
        )

    @property
    def win_cents(self) -> int:
        """The sum that the round returned to credit."""
        return sum(each.returned_cents for each in self.settled)


class ChipsView(msgspec.Struct, frozen=True):
    """The chips of one position, as staff entered them."""

    position: int
    set: int
    stakes: tuple[Stake, ...]


class LiveView(msgspec.Struct, frozen=True):
    """The dealing method and its state. Only staff and the patron see chips on a position."""

    method: DealingMethod
    is_hlga: bool
    device: int
    """The position that draws; 0 for the Dealer."""

    holders: BySide[int | None]
    """The position that has the face-down cards of a hand: 0 for the Dealer, None without any."""

    due: BySide[int | None]
    """The position that receives each hand next, while it is face down."""

    first_hand: Side | None
    is_lower_requested: bool
    differential: BalancingProposal | None
    """A proposal to meet the table differential, for staff only."""

    chips: tuple[ChipsView, ...]


class TableView(msgspec.Struct, frozen=True):
    """The view of a table for one viewer, as of its last event."""

    version: int
    game: str
    phase: Phase
    phrase: str
    """The announcement on the terminal or by the Dealer, from the document; empty without one."""

    round: int
    cards: str
    totals: BySide[int | None]
    rulings: tuple[DrawDecision, ...]
    winner: Winner | None
    limits: tuple[Limit, ...]
    total_minimum_cents: int
    occupied_seats: tuple[int, ...]
    shoe: ShoeView | None
    hold: HoldView | None
    next: NextStep
    own: SeatView | None = None
    credit_cents: int | None = None
    everyone: tuple[SeatView, ...] = ()
    """The wagers of every seat, for staff only."""

    live: LiveView | None = None
    """The live state of a dealer's table; None at any other."""


def view_for(
    table: Table, seat: int | None = None, credit_cents: int | None = None, staff: bool = False
) -> TableView:
    """Build the view for a seat, for the public or for staff."""
    current = table.round
    tableau = public_tableau(table) if current is not None else None
    settings = table.settings
    return TableView(
        version=table.events,
        game=table.book.key if table.book else "",
        phase=public_phase(table),
        phrase=_phrase(table),
        round=current.number if current else 0,
        cards=notation.format_round(tableau) if tableau else "/",
        totals=_totals(tableau),
        rulings=draw_decisions(tableau) if tableau else (),
        winner=_winner(table),
        limits=settings.limits if settings else (),
        total_minimum_cents=settings.total_minimum_cents if settings else 0,
        occupied_seats=tuple(sorted(table.seats)),
        shoe=_shoe(table),
        hold=_hold(table, seat),
        next=next_step(table),
        own=_seat(table, seat) if seat in table.seats and seat is not None else None,
        credit_cents=credit_cents,
        everyone=tuple(_seat(table, each) for each in sorted(table.seats)) if staff else (),
        live=_live(table, seat, staff=staff),
    )


def public_phase(table: Table) -> Phase:
    """The phase, which does not reveal a complete round while cards are face down."""
    if table.phase is Phase.COMPLETE and hidden_cards(table):
        return Phase.DEALING
    return table.phase


def _phrase(table: Table) -> str:
    """The announcement in the document, the first where it has several (R32)."""
    if table.phase is Phase.BETS_OPEN:
        return table.game.document.opening[0]
    closed = table.phase in (Phase.BETS_CLOSED, Phase.DEALING, Phase.COMPLETE)
    return table.game.document.closing[0] if closed else ""


def _totals(tableau: Tableau | None) -> BySide[int | None]:
    def total(side: Side) -> int | None:
        ranks = tableau.ranks[side] if tableau is not None else ()
        return None if not ranks or None in ranks else int(point_total(*ranks))

    return BySide(total(Side.PLAYER), total(Side.BANKER))


def _winner(table: Table) -> Winner | None:
    if (
        public_phase(table) not in (Phase.COMPLETE, Phase.SETTLED)
        or not table.current.tableau.is_known
    ):
        return None
    return Winner(ending(table.current.tableau).winner)


def _shoe(table: Table) -> ShoeView | None:
    shoe = table.shoe
    if shoe is None:
        return None
    behind = table.settings_in_force.cards_behind_cut
    return ShoeView(shoe.key, shoe.decks, shoe.cards_out, behind, shoe.rounds_left)


def _hold(table: Table, seat: int | None) -> HoldView | None:
    if not table.pending_steps:
        return None
    item = table.pending_steps[0]
    found = open_offer(table)
    may_answer = found is not None and seat in withdrawable_stakes(table, found)
    return HoldView(
        source=item.source,
        awaited=item.step.position if item.step else None,
        is_offer=found is not None,
        is_any=bool(found and found.step and found.step.detail is RemedyDetail.ANY_WAGER),
        may_answer=may_answer,
        cause_unknown=item.step is None,
    )


def _seat(table: Table, seat: int) -> SeatView:
    placed = table.round.sets.get(seat) if table.round else None
    settled = table.round.settled if table.round else ()
    return SeatView(
        seat=seat,
        visit=table.seats[seat].visit,
        set=placed.number if placed else 0,
        stakes=placed.stakes if placed else (),
        settled=tuple(each for each in settled if each.seat == seat),
        takes_part=placed is not None,
    )


def _live(table: Table, seat: int | None, *, staff: bool) -> LiveView | None:
    """The part of a dealer's table that a viewer may see."""
    if table.book is None or table.game.document.placement is WagerPlacement.TERMINALS:
        return None
    running = table.phase in IN_ROUND
    live_round = table.current.live if running else None
    return LiveView(
        method=table.settings_in_force.method,
        is_hlga=table.settings_in_force.is_hlga,
        device=_device(table, running=running),
        holders=BySide(*(_holder(table, side) if running else None for side in Side)),
        due=BySide(*(_due(table, side) if running else None for side in Side)),
        first_hand=live_round.first_hand if live_round else None,
        is_lower_requested=live_round.is_lower_requested if live_round else False,
        differential=balancing_proposal(table)
        if staff and table.phase is Phase.BETS_OPEN
        else None,
        chips=_chips(table, seat, staff=staff) if running else (),
    )


def _device(table: Table, *, running: bool) -> int:
    """The position that draws; between rounds the position that controls the device."""
    return drawer_of(table) if running else table.live.device


def _holder(table: Table, side: Side) -> int | None:
    lying = [card for each, card in hidden_cards(table) if each is side]
    return holder_of(table, side, lying[0]) if lying else None


def _due(table: Table, side: Side) -> int | None:
    """The position that receives a hand by its stakes; None where the drawer has the cards."""
    if patron_draws(table) or _holder(table, side) is None:
        return None
    return None if side in table.current.live.holders else handler_by_stakes(table, side)


def _chips(table: Table, seat: int | None, *, staff: bool) -> tuple[ChipsView, ...]:
    positions = range(1, table.settings_in_force.positions + 1) if staff else [seat or 0]
    return tuple(
        ChipsView(position, placed.number, placed.stakes)
        for position in positions
        if (placed := table.current.sets.get(chips_at(position)))
    )
