"""Records that several kinds of events carry, each with every field it must have."""

import msgspec


class StrictRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A record of which every field must be there and no other may be; later ones may be absent."""


class Stake(StrictRecord, frozen=True, gc=False):
    """Cents on a place."""

    wager: str
    cents: int
    position: int
    stack: int


class ReturnedStakes(StrictRecord, frozen=True, gc=False):
    """What a seat got back whole."""

    seat: int
    visit: str
    cents: int


class WagerSettled(StrictRecord, frozen=True, gc=False):
    """A stake, the line it held and what came back."""

    seat: int
    visit: str
    stake: Stake
    line: int
    returned_cents: int
    uncounted_cents: int = 0


class RemedyStep(StrictRecord, frozen=True, gc=False):
    """A remedy, and whose decision it is."""

    remedy: str
    detail: str | None
    position: str | None
