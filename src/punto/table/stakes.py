"""Define a stake in cents on a place of the layout, from a seat or as chips."""

from typing import TypeAlias

import msgspec


class Stake(msgspec.Struct, frozen=True, order=True):
    """Cents on a place: the area of a position for one wager, and the stack there."""

    wager: str
    cents: int
    position: int = 0
    """The position that owns the area; 0 for the seat's own."""

    stack: int = 1


StakePlace: TypeAlias = tuple[str, int, int]
"""A wager, the position that owns the area, and the stack there."""


def stake_place(seat: int, stake: Stake) -> StakePlace:
    """The place of a stake."""
    return stake.wager, stake.position or seat, stake.stack


# Staff enter chips as they see them (R34). Their set has minus the position as its number, beside
# the set of the terminal there. Its owner is not a visit, because chips are not credit.

CHIPS = "chips@"


def chips_at(position: int) -> int:
    """The number of the chips of a position among the sets of a round."""
    return -position


def chips_owner(position: int) -> str:
    """The owner of the chips of a position, used in place of a visit."""
    return f"{CHIPS}{position}"


def are_chips(owner: str) -> bool:
    """Whether an owner is chips and not a visit."""
    return owner.startswith(CHIPS)


def position_of(seat: int) -> int:
    """The position of a set of stakes: that of its seat or of its chips."""
    return abs(seat)
