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
    """The kinds of senders of commands."""

    PATRON = "patron"
    STAFF = "staff"
    HOUSE = "house"
    """The house dealer of an automatic table."""

    DEVICE = "device"
    CLOCK = "clock"


class Actor(msgspec.Struct, frozen=True):
    """The sender of a command. A staff member has a position and may act in another one."""

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
"""The permissions of the house dealer at an automatic table."""


def may_do(
    by: Actor, act: Permission, document: Document, ladder: Sequence[StaffPosition] = LADDER
) -> bool:
    """Whether an actor has a permission, by the document or by house policy.

    Rule: HIGHER_POSITION
    """
    if by.kind is ActorKind.HOUSE:
        return act in HOUSE_PERMISSIONS
    return any(holds_or_higher(by, each, ladder) for each in positions_for(act, document))


def may_do_at(table: Table, by: Actor, act: Permission) -> bool:
    """Whether an actor has a permission at a table, by the ladder of its settings."""
    if by.kind is ActorKind.HOUSE:
        return act in HOUSE_PERMISSIONS
    ladder = table.settings_in_force.ladder
    return any(holds_or_higher(by, each, ladder) for each in table.rules.positions[act])


def authority_source(book: Rulebook, act: Permission) -> str:
    """Return the clause that gives a permission, or "POLICY" if no clause does."""
    return _sources(book).get(act, "POLICY")


@cache
def _sources(book: Rulebook) -> Mapping[Permission, str]:
    """The first clause for each permission."""
    rows = reversed(book.document.authorities)
    return {row.act: book.cite_clause(row.clause) for row in rows}


def may_act_for(table: Table, visit: str | None, by: Actor, act: Permission) -> bool:
    """Whether an actor may act for a patron: that patron, or permitted staff."""
    return by.name == visit if by.kind is ActorKind.PATRON else may_do_at(table, by, act)


def may_act_at_table(table: Table, position: int, by: Actor, act: Permission) -> bool:
    """Whether an actor may act for the patron at a position, where a seat may be free."""
    sitting = table.seats.get(position)
    return may_act_for(table, sitting.visit if sitting else None, by, act)


def is_seconded(by: Actor, act: Permission) -> bool:
    """Whether a second person approves, where the permission needs one."""
    return act not in NEED_SECOND or has_second(by)


NEED_SECOND = frozenset(row.act for row in AUTHORITIES if row.needs_second)
"""The permissions that need the approval of a second person."""


def has_second(by: Actor) -> bool:
    """Whether another staff member with a position approves the command."""
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
    """Whether a staff member holds or acts in a position, or a higher one."""
    holds = by.acting_as or by.position
    if by.kind is not ActorKind.STAFF or holds is None:
        return False
    return ladder.index(holds) >= ladder.index(position)


def patron_actor(visit: str) -> Actor:
    """The patron of a visit."""
    return Actor(ActorKind.PATRON, visit)
