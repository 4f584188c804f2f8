"""Define the live state of a dealer's table, for one round and until the table closes."""

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from punto.core.sides import Side

HandCard: TypeAlias = tuple[Side, int]
"""A hand, and one of its cards counted from one."""


class LiveRound(msgspec.Struct, frozen=True):
    """Who has the cards of a round in hand, which of them lie face down, and what was asked."""

    face_down: tuple[HandCard, ...] = ()
    holders: Mapping[Side, int] = msgspec.field(default_factory=dict)
    """The positions of the patrons to whom hands were passed."""

    refused: Mapping[Side, tuple[int, ...]] = msgspec.field(default_factory=dict)
    """Who would not take the cards of a hand."""

    squeezers: tuple[tuple[HandCard, int], ...] = ()
    """Cards that somebody else was allowed to squeeze, and their position."""

    first_hand: Side | None = None
    is_lower_requested: bool = msgspec.field(default=False, name="is_lower_asked")
    """Whether patrons of the heavier hand were asked to lower their wagers."""

    dealer_draws: bool = False
    """Whether the Dealer draws where a patron should, for none takes the device (P31)."""

    is_cut_first: bool = False
    """Whether the cutting card came before any card of the round."""


class LiveTableState(msgspec.Struct, frozen=True):
    """What a dealer's table keeps until it closes."""

    device: int = 0
    """The position of the patron who controls the dealing device, 0 for the Dealer."""

    may_draw: tuple[int, ...] = ()
    """Positions whose patrons may draw without a wager."""

    under_minimum: tuple[str, ...] = ()
    """Whose wagers under the minimum were paid or collected, which is done one time only."""
