"""List the staff of a demo floor, with passwords that the sign-in screen displays."""

from punto.core.staff_positions import StaffPosition
from punto.house.staff.commands import EnrolPerson
from punto.house.staff.events import Duty

DEMO_STAFF = (
    EnrolPerson("D-214", "Dealer 214", StaffPosition.DEALER, (), "", is_demo=True),
    EnrolPerson("D-198", "Dealer 198", StaffPosition.DEALER, (), "", is_demo=True),
    EnrolPerson("S-31", "Pit Supervisor 31", StaffPosition.PIT_SUPERVISOR, (), "", is_demo=True),
    EnrolPerson("P-07", "Pit Manager 7", StaffPosition.PIT_MANAGER, (), "", is_demo=True),
    EnrolPerson(
        "M-03", "Casino Manager 3", StaffPosition.ASSISTANT_CASINO_MANAGER, (), "", is_demo=True
    ),
    EnrolPerson(
        "G-02", "Shift Manager 2", StaffPosition.GAMING_SHIFT_MANAGER, (), "", is_demo=True
    ),
    EnrolPerson("C-11", "Cashier 11", None, (Duty.CASHIER,), "", is_demo=True),
    EnrolPerson("C-12", "Cashier 12", None, (Duty.CASHIER,), "", is_demo=True),
    EnrolPerson("A-05", "Auditor 5", None, (Duty.AUDITOR,), "", is_demo=True),
)
"""One person per position and duty, and two where approvals need two; no administrator."""


def demo_password(name: str) -> str:
    """The public password of a demo person."""
    return f"demo-{name.lower()}"


def demo_staff_list() -> list[dict[str, str]]:
    """The demo staff with their passwords, for the sign-in screen."""
    return [
        {"name": each.name, "password": demo_password(each.name), "display_name": each.display_name}
        for each in DEMO_STAFF
    ]
