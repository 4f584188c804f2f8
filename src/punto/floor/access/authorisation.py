"""Authorisation: what the floor asks of staff before a table decides whether they may."""

from punto.core.rulebook import Document, Method, Rulebook
from punto.core.staff_positions import Act, Position
from punto.floor.tables.stops import why_not
from punto.house.staff.events import Duty
from punto.house.staff.state import Person, Staff, rank
from punto.table.actors import positions_for
from punto.table.commands.live import ChooseMethod
from punto.table.commands.play import Command, OpenBets
from punto.table.decide import ACTS
from punto.table.refusals import Refusal

NOT_ATTENDING = Refusal("not-attending", "POLICY", "Whoever deals takes the table over first.")
OTHER_DEALER = Refusal("other-dealer", "POLICY", "Another dealer has this table.")
TABLE_DISABLED = Refusal("table-disabled", "POLICY", "This table takes no new bets.")
TERMINAL_DISABLED = Refusal("terminal-disabled", "POLICY", "This terminal takes no new bets.")
PATRON_DISABLED = Refusal(
    "patron-disabled",
    "POLICY",
    "No new bets are taken from you just now. An attendant will help; your credit is yours.",
)

CAGE_SECONDS = (Duty.CASHIER, Position.PIT_SUPERVISOR)
"""Who may stand by a cashier."""

DESKS: dict[str, tuple[Duty | Position, ...]] = {
    "dealer": (Position.DEALER,),
    "pit": (Position.PIT_SUPERVISOR,),
    "cage": (Duty.CASHIER, Position.GAMING_SHIFT_MANAGER),
    "audit": (Duty.AUDITOR, Position.GAMING_SHIFT_MANAGER),
    "reports": (Duty.AUDITOR, Duty.CASHIER, Position.PIT_MANAGER),
    "people": (Duty.ADMINISTRATOR,),
}
"""The screens of the staff, and what one must be or do to open each."""


def dealers_act(command: Command | None, document: Document) -> Act | None:
    """The act of a command that a dealer may give, None where it is not one of a dealer's."""
    act = Act.DRAW_CARDS if command is None else ACTS.get(type(command))
    if act is None or Position.DEALER not in positions_for(act, document):
        return None
    return act


def refused_at(
    staff: Staff, table: str, book: Rulebook, person: Person, command: Command | None
) -> Refusal | None:
    """Why the floor does not pass a command on; None stands for a card from the device."""
    if isinstance(command, OpenBets) and why_not(staff.disabled, table, book) is not None:
        return TABLE_DISABLED
    attended = staff.attended.get(table)
    if isinstance(command, ChooseMethod) and command.method is not Method.B and not attended:
        return NOT_ATTENDING
    act = dealers_act(command, book.document)
    if act is None:
        return None
    if attended is None:
        # What is wrong at a table that deals itself may be told by whoever looks after it.
        looks_after = rank(person.holds) > rank(Position.DEALER)
        return None if act is Act.RAISE_IRREGULARITY and looks_after else NOT_ATTENDING
    if attended.by == person.name:
        return None
    other = staff.people.get(attended.by)
    is_higher = rank(person.holds) > rank(other.holds if other else None)
    return None if is_higher and rank(person.holds) > rank(Position.DEALER) else OTHER_DEALER
