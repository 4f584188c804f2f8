"""Build the view of the method, device, hands, chips and differential of a live table."""

import msgspec

from punto.core.rulebook import DealingMethod, WagerPlacement
from punto.core.sides import BySide, Side
from punto.table.card_handling import (
    drawer_of,
    handler_by_stakes,
    hidden_cards,
    holder_of,
    patron_draws,
)
from punto.table.differential import BalancingProposal, balancing_proposal
from punto.table.stakes import Stake, chips_at
from punto.table.state import IN_ROUND, Phase, Table


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


def live_view(table: Table, seat: int | None, *, staff: bool) -> LiveView | None:
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
