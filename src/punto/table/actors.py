"""Roles: who asks something of a table, and whether they may."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from punto.core.rulebook import Document, Rulebook
from punto.core.staff_positions import Act, Position
from punto.games.policies import AUTHORITIES, LADDER
from punto.table.state import Table


class Kind(StrEnum):
    """What kind of asker somebody is."""

    PATRON = "patron"
    STAFF = "staff"
    HOUSE = "house"
    """The house's own dealer at a table that deals itself."""

    DEVICE = "device"
    CLOCK = "clock"


@dataclass(frozen=True, slots=True)
class Actor:
    """Who asks; of staff also in which position, acting as which, and who stands by it."""

    kind: Kind
    name: str
    position: Position | None = None
    acting_as: Position | None = None
    seconded_by: "Actor | None" = None

    def __str__(self) -> str:
        as_ = self.acting_as or self.position
        return f"{self.name} ({as_})" if as_ else self.name


HOUSE_DEALER = Actor(Kind.HOUSE, "house dealer")
HOUSE_CAGE = Actor(Kind.HOUSE, "cage")
DEVICE = Actor(Kind.DEVICE, "device")
CLOCK = Actor(Kind.CLOCK, "clock")

#: What the house's own dealer does where no person deals.
HOUSE_ACTS = frozenset(
    {
        Act.OPEN_TABLE,
        Act.CLOSE_TABLE,
        Act.OPEN_BETS,
        Act.CLOSE_BETS,
        Act.COLLECT_AND_PAY,
        Act.LOAD_SHOE,
        Act.END_SHOE,
        Act.RAISE_IRREGULARITY,
        Act.REOPEN_AFTER_RESET,
    }
)


def may(by: Actor, act: Act, document: Document, ladder: Sequence[Position] = LADDER) -> bool:
    """Whether somebody may do something: by a clause, by the house, and otherwise not.

    Rule: HIGHER_POSITION
    """
    if by.kind is Kind.HOUSE:
        return act in HOUSE_ACTS
    return any(holds_or_higher(by, each, ladder) for each in positions_for(act, document))


def may_at(table: Table, by: Actor, act: Act) -> bool:
    """Whether somebody may do something at a table, as its house ranks the positions."""
    return may(by, act, table.game.document, table.chosen.ladder)


def positions_for(act: Act, document: Document) -> tuple[Position, ...]:
    """The positions that a document gives an act to, or the house where no clause does."""
    by_clause = tuple(row.position for row in document.authorities if row.act is act)
    return by_clause or tuple(row.position for row in AUTHORITIES if row.act is act)


def source_of(book: Rulebook, act: Act) -> str:
    """The clause that lets somebody do something, or the house's policy where none does."""
    for row in book.document.authorities:
        if row.act is act:
            return book.at(row.clause)
    return "POLICY"


def may_speak_at(table: Table, position: int, by: Actor, act: Act) -> bool:
    """Whether somebody may speak for the patron at a position: the patron, or staff for them."""
    if by.kind is Kind.PATRON:
        sitting = table.seats.get(position)
        return sitting is not None and sitting.visit == by.name
    return may_at(table, by, act)


def is_seconded(by: Actor, act: Act) -> bool:
    """Whether a second person stands by an act that needs one."""
    needs = any(row.act is act and row.needs_second for row in AUTHORITIES)
    return not needs or has_second(by)


def has_second(by: Actor) -> bool:
    """Whether another person of the staff stands by what somebody does."""
    second = by.seconded_by
    return (
        second is not None
        and second.kind is Kind.STAFF
        and second.position is not None
        and second.name != by.name
    )


def holds_or_higher(by: Actor, position: Position, ladder: Sequence[Position] = LADDER) -> bool:
    """Whether somebody of the staff holds a position, acts in it, or holds a higher one."""
    holds = by.acting_as or by.position
    if by.kind is not Kind.STAFF or holds is None:
        return False
    return ladder.index(holds) >= ladder.index(position)


def patron(visit: str) -> Actor:
    """The patron of a visit."""
    return Actor(Kind.PATRON, visit)
