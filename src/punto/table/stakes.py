"""Define a stake in cents on a place of the layout, from a seat or as chips."""

from typing import TypeAlias

import msgspec


class Stake(msgspec.Struct, frozen=True, order=True):
    """Cents on a place: a position's area for one wager, and the stack there."""

    wager: str
    cents: int
    position: int = 0
    """The position whose area it lies on; 0 for the seat's own."""

    stack: int = 1


StakePlace: TypeAlias = tuple[str, int, int]
"""A wager, the position whose area it lies on, and the stack there."""


def stake_place(seat: int, stake: Stake) -> StakePlace:
    """Where a stake of a seat lies."""
    return stake.wager, stake.position or seat, stake.stack


# Chips that staff enter as seen (R34). Their set stands under minus the position, beside the set
# of the terminal there, and belongs to an owner of its own: their money is the table's chips.

CHIPS = "chips@"


def chips_at(position: int) -> int:
    """The number under which the chips of a position stand among the sets of a round."""
    return -position


def chips_owner(position: int) -> str:
    """The owner of the chips of a position, in the place of a visit."""
    return f"{CHIPS}{position}"


def are_chips(owner: str) -> bool:
    """Whether an owner stands for chips and not for a visit."""
    return owner.startswith(CHIPS)


def position_of(seat: int) -> int:
    """The position of a set: a seat's own, or where its chips lie."""
    return abs(seat)
