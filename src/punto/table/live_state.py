"""Define the live state of a dealer's table, for one round and until the table closes."""

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from punto.core.sides import Side

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
