"""Define the records that several kinds of events contain."""

import msgspec


class StrictRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A record that rejects unknown fields and requires each field that has no default."""


class Stake(StrictRecord, frozen=True, gc=False):
    """An amount on a place of the layout."""

    wager: str
    cents: int
    position: int
    stack: int


class ReturnedStakes(StrictRecord, frozen=True, gc=False):
    """The stakes that a seat got back."""

    seat: int
    visit: str
    cents: int


class WagerSettled(StrictRecord, frozen=True, gc=False):
    """A stake, its pay line and the amount returned."""

    seat: int
    visit: str
    stake: Stake
    line: int
    returned_cents: int
    uncounted_cents: int = 0


class RemedyStep(StrictRecord, frozen=True, gc=False):
    """A remedy, and the position that decides on it."""

    remedy: str
    detail: str | None
    position: str | None
