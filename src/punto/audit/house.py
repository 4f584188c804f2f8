"""Events of the house beside tables and cage: they move nothing and are only read."""

from typing import Literal, TypeAlias

from punto.audit.records import Strict


class PatronLimits(Strict, frozen=True, gc=False):
    """The most a patron wants to lose, and to play."""

    loss_cents: int | None
    minutes: int | None


class ChosenLimits(Strict, frozen=True, gc=False):
    """Limits now, and those that take their place."""

    now: PatronLimits
    later: PatronLimits
    later_at: int


class TerminalPaired(Strict, frozen=True, gc=False):
    """A terminal is known."""

    terminal: str
    key_digest: str


class LimitsSet(Strict, frozen=True, gc=False):
    """A patron has limits."""

    visit: str
    chosen: ChosenLimits


class AttendantCalled(Strict, frozen=True, gc=False):
    """Somebody was called."""

    terminal: str
    table: str
    reason: Literal["attendant", "dispute"]
    round: int | None


class LookTaken(Strict, frozen=True, gc=False):
    """Somebody looked into the journal, and what they took with them."""

    look: Literal["replay", "chain", "bundle"]
    table: str
    first_round: int
    last_round: int
    digest: str


HouseEvent: TypeAlias = TerminalPaired | LimitsSet | AttendantCalled | LookTaken
