"""Check a staff member's authority on the floor before the table decides a command."""

from punto.core.rulebook import DealingMethod, Document, Rulebook
from punto.core.staff_positions import Permission, StaffPosition
from punto.floor.read_models.table_operations import stop_reason
from punto.floor.refusals import FloorRefusal
from punto.house.staff.events import Duty
from punto.house.staff.state import Person, Staff, position_rank
from punto.table.commands import ChooseMethod, Command, OpenBets
from punto.table.decide import PERMISSIONS
from punto.table.refusals import Refusal
from punto.table.rules import positions_for

NOT_ATTENDING = FloorRefusal.NOT_ATTENDING.at()
OTHER_DEALER = FloorRefusal.OTHER_DEALER.at()
TABLE_DISABLED = FloorRefusal.TABLE_DISABLED.at()
TERMINAL_DISABLED = FloorRefusal.TERMINAL_DISABLED.at()
PATRON_DISABLED = FloorRefusal.PATRON_DISABLED.at()

CAGE_SECONDS = (Duty.CASHIER, StaffPosition.PIT_SUPERVISOR)
"""The duties and positions that may approve a request of a cashier."""

STAFF_SCREENS: dict[str, tuple[Duty | StaffPosition, ...]] = {
    "dealer": (StaffPosition.DEALER,),
    "pit": (StaffPosition.PIT_SUPERVISOR,),
    "cage": (Duty.CASHIER, StaffPosition.GAMING_SHIFT_MANAGER),
    "audit": (Duty.AUDITOR, StaffPosition.GAMING_SHIFT_MANAGER),
    "reports": (Duty.AUDITOR, Duty.CASHIER, StaffPosition.PIT_MANAGER),
    "people": (Duty.ADMINISTRATOR,),
}
"""The staff screens, and the duties or positions that may open each."""


def is_dealer_action(command: Command | None, document: Document) -> Permission | None:
    """The permission of a command that a dealer may give; None for any other command."""
    act = Permission.DRAW_CARDS if command is None else PERMISSIONS.get(type(command))
    if act is None or StaffPosition.DEALER not in positions_for(act, document):
        return None
    return act


def table_refusal(
    staff: Staff, table: str, book: Rulebook, person: Person, command: Command | None
) -> Refusal | None:
    """Why the floor refuses a command. The command None is a card from the device."""
    if isinstance(command, OpenBets) and stop_reason(staff.disabled, table, book) is not None:
        return TABLE_DISABLED
    attended = staff.attended.get(table)
    if isinstance(command, ChooseMethod) and command.method is not DealingMethod.B and not attended:
        return NOT_ATTENDING
    act = is_dealer_action(command, book.document)
    if act is None:
        return None
    if attended is None:
        # Positions above Dealer may report an irregularity at an unattended table.
        is_supervisor = position_rank(person.holds) > position_rank(StaffPosition.DEALER)
        return None if act is Permission.RAISE_IRREGULARITY and is_supervisor else NOT_ATTENDING
    if attended.by == person.name:
        return None
    other = staff.people.get(attended.by)
    is_higher = position_rank(person.holds) > position_rank(other.holds if other else None)
    return (
        None
        if is_higher and position_rank(person.holds) > position_rank(StaffPosition.DEALER)
        else OTHER_DEALER
    )
