"""Define the two hands of a round, and pairs of values for them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

T = TypeVar("T")


class Side(StrEnum):
    """One of the two hands, never a person."""

    PLAYER = "player"
    BANKER = "banker"


@dataclass(frozen=True, slots=True)
class BySide(Generic[T]):
    """Two values of the same type, one per hand."""

    player: T
    banker: T

    def __getitem__(self, side: Side) -> T:
        return self.player if side is Side.PLAYER else self.banker
