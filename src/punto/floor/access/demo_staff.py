"""Demo staff: people whom everybody may play on a floor that is only shown."""

from punto.core.staff_positions import Position
from punto.house.staff.commands import Enrol
from punto.house.staff.events import Duty

DEMO_STAFF = (
    Enrol("D-214", "Dealer 214", Position.DEALER, (), "", is_demo=True),
    Enrol("D-198", "Dealer 198", Position.DEALER, (), "", is_demo=True),
    Enrol("S-31", "Pit Supervisor 31", Position.PIT_SUPERVISOR, (), "", is_demo=True),
    Enrol("P-07", "Pit Manager 7", Position.PIT_MANAGER, (), "", is_demo=True),
    Enrol("M-03", "Casino Manager 3", Position.ASSISTANT_CASINO_MANAGER, (), "", is_demo=True),
    Enrol("G-02", "Shift Manager 2", Position.GAMING_SHIFT_MANAGER, (), "", is_demo=True),
    Enrol("C-11", "Cashier 11", None, (Duty.CASHIER,), "", is_demo=True),
    Enrol("C-12", "Cashier 12", None, (Duty.CASHIER,), "", is_demo=True),
    Enrol("A-05", "Auditor 5", None, (Duty.AUDITOR,), "", is_demo=True),
)
"""One of each, and two where two are needed; none of them looks after the staff."""


def demo_password(name: str) -> str:
    """The password of a demo person, which is told to everybody."""
    return f"demo-{name.lower()}"


def demo_shown() -> list[dict[str, str]]:
    """All of them with their passwords, as the door shows them."""
    return [
        {"name": each.name, "password": demo_password(each.name), "shown": each.shown}
        for each in DEMO_STAFF
    ]
