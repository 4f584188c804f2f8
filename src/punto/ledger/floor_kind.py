"""Record whether a floor is a demo floor or a real-money floor."""

from dataclasses import dataclass

from punto.ledger.accounts import CAGE, DEMO


@dataclass(frozen=True, slots=True)
class RecordFloorKind:
    """Record the kind of the floor, before anything else happens at its cage."""

    is_demo: bool


@dataclass(frozen=True, slots=True)
class FloorKindRecorded:
    """The floor is a demo floor or a real-money floor from now on."""

    is_demo: bool


def cash_account(is_demo: bool | None) -> str:
    """The account that cash enters and leaves: demo money never touches the cage's account."""
    return DEMO if is_demo else CAGE
