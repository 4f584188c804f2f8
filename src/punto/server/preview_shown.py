"""What a command would bring about, as staff are shown it before anybody signs."""

from typing import Literal

from msgspec import Struct

from punto.core.rulebook import Words


class SeatMoney(Struct, frozen=True):
    """What a command would do to the money of one seat."""

    seat: int
    kind: Literal["terminal", "chips"]
    stakes: dict[str, int]
    back_cents: int
    net_cents: int
    words: Words | None


class PreviewShown(Struct, frozen=True):
    """What a command would bring about; nothing of it is kept."""

    ok: bool
    code: str
    clause: str
    words: Words
    needs_second: bool
    events: tuple[Words, ...]
    seats: tuple[SeatMoney, ...]
    bank_cents: int
    patrons_read: Words | None
    then: Words
