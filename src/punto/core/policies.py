"""Define policies, the house's choices where a document is silent, never cited as a clause."""

from dataclasses import dataclass

from punto.core.irregularities import Irregularity, RemedyStep, Trigger
from punto.core.rulebook import DealingMethod
from punto.core.rules import Rule
from punto.core.staff_positions import Permission, StaffPosition


@dataclass(frozen=True, slots=True)
class Policy:
    """A point that documents leave open, and what the house does by default."""

    number: str
    subject: str
    documents: tuple[str, ...]
    """The letters of the documents that leave it open."""

    default: str
    readings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PolicyRow:
    """A row of irregularities that is the house's own: it cites a policy, and no clause."""

    policy: str
    documents: tuple[str, ...]
    irregularity: Irregularity
    proposes: tuple[RemedyStep, ...] = ()
    """What the system proposes to the position that rules."""


@dataclass(frozen=True, slots=True)
class PolicyRemedyStep:
    """A step of a document's own row, completed by the house where the document leaves it open."""

    policy: str
    document: str
    trigger: Trigger
    clause: str
    step: RemedyStep


@dataclass(frozen=True, slots=True)
class PolicyRule:
    """A rule that the house keeps under documents that do not state it."""

    policy: str
    documents: tuple[str, ...]
    rule: Rule


@dataclass(frozen=True, slots=True)
class PolicyAuthority:
    """What the house lets a position do, and whether a second person must stand by it."""

    act: Permission
    position: StaffPosition
    needs_second: bool = False


@dataclass(frozen=True, slots=True)
class PolicyMethod:
    """The method by which the house deals under documents that name none."""

    policy: str
    documents: tuple[str, ...]
    method: DealingMethod
