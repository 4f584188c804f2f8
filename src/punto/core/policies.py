"""Define policies, the rules that the house chooses where a document is silent.

Punto never cites a policy as a clause.
"""

from dataclasses import dataclass

from punto.core.irregularities import Circumstance, Irregularity, RemedyStep, Trigger
from punto.core.rulebook import DealingMethod
from punto.core.rules import Rule
from punto.core.staff_positions import Permission, StaffPosition


@dataclass(frozen=True, slots=True)
class Policy:
    """A point that documents leave open, and the default of the house."""

    number: str
    subject: str
    documents: tuple[str, ...]
    """The letters of the documents that leave the point open."""

    default: str
    readings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PolicyRow:
    """A row of irregularities that the house adds; it cites a policy instead of a clause."""

    policy: str
    documents: tuple[str, ...]
    trigger: Trigger
    steps: tuple[RemedyStep, ...]
    when: tuple[Circumstance, ...] = ()
    proposes: tuple[RemedyStep, ...] = ()
    """The remedies that Punto proposes to the position that rules."""

    @property
    def irregularity(self) -> Irregularity:
        """The row in the form of a document's rows, without a clause."""
        return Irregularity(self.trigger, (), self.steps, self.when)


@dataclass(frozen=True, slots=True)
class PolicyRemedyStep:
    """A remedy step of the house, in place of a step that a row of a document leaves open."""

    policy: str
    document: str
    trigger: Trigger
    clause: str
    step: RemedyStep


@dataclass(frozen=True, slots=True)
class PolicyRule:
    """A rule that the house applies under documents that do not state it."""

    policy: str
    documents: tuple[str, ...]
    rule: Rule


@dataclass(frozen=True, slots=True)
class PolicyAuthority:
    """A permission that the house gives to a position, and whether a second person must approve."""

    act: Permission
    position: StaffPosition
    needs_second: bool = False


@dataclass(frozen=True, slots=True)
class PolicyMethod:
    """The dealing method of the house under documents that name none."""

    policy: str
    documents: tuple[str, ...]
    method: DealingMethod
