"""Define the actors that send commands to a table, and check their permissions."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache

import msgspec

from punto.core.rulebook import Document, Rulebook
from punto.core.staff_positions import Permission, StaffPosition
from punto.games.policies import AUTHORITIES, LADDER
from punto.table.rules import positions_for
from punto.table.state import Table


class ActorKind(StrEnum):
    """What kind of asker somebody is."""

    PATRON = "patron"
    STAFF = "staff"
    HOUSE = "house"
    """The house's own dealer at a table that deals itself."""

    DEVICE = "device"
    CLOCK = "clock"


class Actor(msgspec.Struct, frozen=True):
    """Who asks; of staff also in which position, acting as which, and who stands by it."""

    kind: ActorKind
    name: str
    position: StaffPosition | None = None
    acting_as: StaffPosition | None = None
    seconded_by: "Actor | None" = None

    def __str__(self) -> str:
        as_ = self.acting_as or self.position
        return f"{self.name} ({as_})" if as_ else self.name


HOUSE_DEALER = Actor(ActorKind.HOUSE, "house dealer")
HOUSE_CAGE = Actor(ActorKind.HOUSE, "cage")
DEVICE = Actor(ActorKind.DEVICE, "device")
CLOCK = Actor(ActorKind.CLOCK, "clock")

#: What the house's own dealer does where no person deals.
HOUSE_PERMISSIONS = frozenset(
    {
        Permission.OPEN_TABLE,
        Permission.CLOSE_TABLE,
        Permission.OPEN_BETS,
        Permission.CLOSE_BETS,
        Permission.COLLECT_AND_PAY,
        Permission.LOAD_SHOE,
        Permission.END_SHOE,
        Permission.RAISE_IRREGULARITY,
        Permission.REOPEN_AFTER_RESET,
    }
)


def may_do(
    by: Actor, act: Permission, document: Document, ladder: Sequence[StaffPosition] = LADDER
) -> bool:
    """Whether somebody may do something: by a clause, by the house, and otherwise not.

    Rule: HIGHER_POSITION
    """
    if by.kind is ActorKind.HOUSE:
        return act in HOUSE_PERMISSIONS
    return any(holds_or_higher(by, each, ladder) for each in positions_for(act, document))


def may_do_at(table: Table, by: Actor, act: Permission) -> bool:
    """Whether an actor may do something at a table, as its house ranks the positions."""
    if by.kind is ActorKind.HOUSE:
        return act in HOUSE_PERMISSIONS
    ladder = table.settings_in_force.ladder
    return any(holds_or_higher(by, each, ladder) for each in table.rules.positions[act])


def authority_source(book: Rulebook, act: Permission) -> str:
    """Return the clause that allows an act, or the house's policy where no clause does."""
    return _sources(book).get(act, "POLICY")


@cache
def _sources(book: Rulebook) -> Mapping[Permission, str]:
    """The first clause on each act."""
    rows = reversed(book.document.authorities)
    return {row.act: book.cite_clause(row.clause) for row in rows}


def may_act_at_table(table: Table, position: int, by: Actor, act: Permission) -> bool:
    """Whether somebody may speak for the patron at a position: the patron, or staff for them."""
    if by.kind is ActorKind.PATRON:
        sitting = table.seats.get(position)
        return sitting is not None and sitting.visit == by.name
    return may_do_at(table, by, act)


def is_seconded(by: Actor, act: Permission) -> bool:
    """Whether a second person approves an act that needs one."""
    return act not in NEED_SECOND or has_second(by)


NEED_SECOND = frozenset(row.act for row in AUTHORITIES if row.needs_second)
"""The acts that a second person must approve."""


def has_second(by: Actor) -> bool:
    """Whether another person of the staff stands by what somebody does."""
    second = by.seconded_by
    return (
        second is not None
        and second.kind is ActorKind.STAFF
        and second.position is not None
        and second.name != by.name
    )


def holds_or_higher(
    by: Actor, position: StaffPosition, ladder: Sequence[StaffPosition] = LADDER
) -> bool:
    """Whether somebody of the staff holds a position, acts in it, or holds a higher one."""
    holds = by.acting_as or by.position
    if by.kind is not ActorKind.STAFF or holds is None:
        return False
    return ladder.index(holds) >= ladder.index(position)


def patron_actor(visit: str) -> Actor:
    """The patron of a visit."""
    return Actor(ActorKind.PATRON, visit)
