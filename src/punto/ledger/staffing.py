"""Staffing: what may be asked of the staff desk, by whom, and what it brings about.

Who may ask for what is decided here, so that no way into the floor can forget to ask.
"""

from enum import StrEnum
from typing import TypeAlias, assert_never

from punto.core.staff_positions import Position
from punto.ledger import staff_commands as ask
from punto.ledger import staff_events as told
from punto.ledger.staff import FAILURES, FAILURES_SECONDS, Person, Staff, rank
from punto.ledger.staff_commands import StaffCommand
from punto.ledger.staff_events import Duty, Outcome, StaffEvent
from punto.table.actors import Actor, Kind

MOST_NAME = 24
MOST_WORDS = 200
MOST_WAITING = 50
"""How many entries may wait at once."""


class NotByStaff(StrEnum):
    """Why something is not done for somebody of the staff."""

    NOT_ALLOWED = "not-allowed"
    NO_PERSON = "no-such-person"
    NAME_TAKEN = "name-taken"
    NOT_A_NAME = "not-a-name"
    LOCKED_OUT = "locked-out"
    CODE_USED = "code-used"
    DEMO = "demo-staff"
    LAST = "last-administrator"
    NOT_SO_HIGH = "not-so-high"
    NO_ENTRY = "no-such-entry"
    OWN_ENTRY = "own-entry"
    TOO_MANY = "too-many-entries"
    NO_REASON = "no-reason"
    ALREADY = "already-so"
    ANSWERED = "already-answered"


Decision: TypeAlias = tuple[StaffEvent, ...] | NotByStaff


def decide(staff: Staff, command: StaffCommand, by: Actor) -> Decision:  # noqa: C901  one match
    """What a command brings about, or why nothing."""
    match command:
        case ask.Enrol() | ask.ChangePerson() | ask.DisablePerson() | ask.EnablePerson():
            return _administered(staff, command, by)
        case ask.SetPassword() | ask.SignIn() | ask.FailSignIn() | ask.SignOut():
            return _signed(staff, command, by)
        case ask.SetFactor() | ask.RemoveFactor() | ask.UseFactor():
            return _factor(staff, command, by)
        case ask.LendPosition() | ask.ActAs():
            return _acting(staff, command, by)
        case ask.Attend():
            return _attended(staff, command, by)
        case ask.Propose() | ask.AnswerEntry():
            return _entered(staff, command, by)
        case ask.KeepChange() | ask.TakeChange():
            return _in_the_gap(staff, command, by)
        case ask.Disable() | ask.Enable() | ask.AnswerCall():
            return _looked_after(staff, command, by)
        case ask.NoteRefusal():
            return (told.ActRefused(command.what, command.code, command.unwritten),)
        case ask.Note():
            noted = told.SignificantNoted(
                command.kind,
                command.component,
                command.entry,
                command.reason,
                command.before,
                command.after,
            )
            # What happened is noted whoever did it; nobody is asked for leave.
            return (noted,)
        case unreachable:
            assert_never(unreachable)


# People


def _administered(  # noqa: C901  one match
    staff: Staff,
    command: ask.Enrol | ask.ChangePerson | ask.DisablePerson | ask.EnablePerson,
    by: Actor,
) -> Decision:
    if not _administers(staff, by):
        return NotByStaff.NOT_ALLOWED
    person = staff.people.get(command.name)
    if isinstance(command, ask.Enrol):
        return _enrolled(person, command)
    if person is None:
        return NotByStaff.NO_PERSON
    match command:
        case ask.ChangePerson():
            if not _is_named(command.name, command.shown):
                return NotByStaff.NOT_A_NAME
            if Duty.ADMINISTRATOR not in command.duties and _is_last(staff, person):
                return NotByStaff.LAST
            was = " ".join((person.shown, f"({person.position})", *person.duties))
            return (
                told.PersonChanged(
                    command.name, command.shown, command.position, command.duties, was
                ),
            )
        case ask.DisablePerson():
            if person.is_disabled:
                return NotByStaff.ALREADY
            if _is_last(staff, person):
                return NotByStaff.LAST
            return (told.PersonDisabled(command.name), told.SignedOut(command.name, "disabled"))
        case ask.EnablePerson():
            return (told.PersonEnabled(command.name),) if person.is_disabled else NotByStaff.ALREADY
        case unreachable:
            assert_never(unreachable)


def _enrolled(person: Person | None, command: ask.Enrol) -> Decision:
    if person is not None:
        return NotByStaff.NAME_TAKEN
    if not _is_named(command.name, command.shown):
        return NotByStaff.NOT_A_NAME
    enrolled = told.PersonEnrolled(
        command.name,
        command.shown,
        command.position,
        command.duties,
        command.password,
        command.is_demo,
    )
    return (enrolled,)


def _is_named(name: str, shown: str) -> bool:
    plain = name.replace("-", "").replace(".", "")
    return (
        plain.isascii()
        and plain.isalnum()
        and len(name) <= MOST_NAME
        and shown.strip() == shown
        and 1 <= len(shown) <= MOST_NAME * 2
    )


def _administers(staff: Staff, by: Actor) -> bool:
    if by.kind is Kind.HOUSE:
        return True
    person = _working(staff, by)
    return person is not None and Duty.ADMINISTRATOR in person.duties


def _is_last(staff: Staff, person: Person) -> bool:
    """Whether without somebody nobody could look after the staff any more."""
    others = [each for each in staff.people.values() if each.name != person.name]
    return Duty.ADMINISTRATOR in person.duties and not any(
        Duty.ADMINISTRATOR in each.duties and not each.is_disabled for each in others
    )


def _working(staff: Staff, by: Actor) -> Person | None:
    """The person behind an actor, if they may work."""
    person = staff.people.get(by.name) if by.kind is Kind.STAFF else None
    return None if person is None or person.is_disabled else person


# Passwords


def _signed(  # noqa: C901  one match
    staff: Staff, command: ask.SetPassword | ask.SignIn | ask.FailSignIn | ask.SignOut, by: Actor
) -> Decision:
    person = staff.people.get(command.name)
    if isinstance(command, ask.FailSignIn):
        return _failed(person, command)
    if person is None:
        return NotByStaff.NO_PERSON
    is_own = by.kind is Kind.STAFF and by.name == command.name
    match command:
        case ask.SetPassword():
            if person.is_demo:
                return NotByStaff.DEMO
            if not (_administers(staff, by) if command.is_code else is_own):
                return NotByStaff.NOT_ALLOWED
            if command.instead_of not in ("", person.password):
                return NotByStaff.ALREADY
            return (told.PasswordSet(command.name, command.password, command.is_code),)
        case ask.SignIn():
            if person.is_disabled or by.kind is not Kind.HOUSE:
                return NotByStaff.NOT_ALLOWED
            if person.locked_until > command.at:
                return NotByStaff.LOCKED_OUT
            return (told.SignedIn(command.name, command.at),)
        case ask.SignOut():
            if not (is_own or by.kind is Kind.CLOCK or _administers(staff, by)):
                return NotByStaff.NOT_ALLOWED
            return (told.SignedOut(command.name, command.why),)
        case unreachable:
            assert_never(unreachable)


def _factor(
    staff: Staff, command: ask.SetFactor | ask.RemoveFactor | ask.UseFactor, by: Actor
) -> Decision:
    person = staff.people.get(command.name)
    if person is None:
        return NotByStaff.NO_PERSON
    match command:
        case ask.SetFactor():
            if person.is_demo:
                return NotByStaff.DEMO
            is_own = by.kind is Kind.STAFF and by.name == command.name
            if not is_own or person.is_disabled:
                return NotByStaff.NOT_ALLOWED
            return (told.FactorSet(command.name, command.salt),)
        case ask.RemoveFactor():
            if not _administers(staff, by):
                return NotByStaff.NOT_ALLOWED
            return (told.FactorRemoved(command.name),) if person.factor else NotByStaff.ALREADY
        case ask.UseFactor():
            if by.kind is not Kind.HOUSE or not person.factor:
                return NotByStaff.NOT_ALLOWED
            # A code works once, however many ask at the same moment: this desk decides in turn.
            if command.step <= person.factor_step:
                return NotByStaff.CODE_USED
            return (told.FactorUsed(command.name, command.step),)
        case unreachable:
            assert_never(unreachable)


def _failed(person: Person | None, command: ask.FailSignIn) -> Decision:
    failed = told.SignInFailed("" if person is None else person.name, command.at)
    if person is None:
        return (failed,)
    lately = [at for at in person.failures if at > command.at - FAILURES_SECONDS]
    if len(lately) + 1 < FAILURES:
        return (failed,)
    return failed, told.LockedOut(person.name, command.at + FAILURES_SECONDS)


# Positions


def _acting(staff: Staff, command: ask.LendPosition | ask.ActAs, by: Actor) -> Decision:
    person, asker = staff.people.get(command.name), _working(staff, by)
    if person is None:
        return NotByStaff.NO_PERSON
    if asker is None:
        return NotByStaff.NOT_ALLOWED
    if isinstance(command, ask.LendPosition):
        # Lent by one's own right: what is lent is not lent on.
        wanted = command.position or person.lent
        if asker.name == person.name or rank(asker.position) < rank(wanted):
            return NotByStaff.NOT_SO_HIGH
        return (told.PositionLent(command.name, command.position),)
    if asker.name != person.name:
        return NotByStaff.NOT_ALLOWED
    if rank(command.position) > max(rank(person.position), rank(person.lent)):
        return NotByStaff.NOT_SO_HIGH
    return (told.ActingChanged(command.name, command.position),)


# Tables


def _attended(staff: Staff, command: ask.Attend, by: Actor) -> Decision:
    person, now = _working(staff, by), staff.attended.get(command.table)
    if person is None or person.holds is None:
        return NotByStaff.NOT_ALLOWED
    if command.attends:
        if now is not None and now.by == person.name:
            return NotByStaff.ALREADY
        return (told.TableAttended(command.table, person.name, command.at),)
    if now is None:
        return NotByStaff.ALREADY
    if now.by != person.name and rank(person.holds) < rank(Position.PIT_SUPERVISOR):
        return NotByStaff.NOT_ALLOWED
    return (told.TableGivenBack(command.table, person.name),)


def _looked_after(
    staff: Staff, command: ask.Disable | ask.Enable | ask.AnswerCall, by: Actor
) -> Decision:
    person = _working(staff, by)
    least = Position.DEALER if isinstance(command, ask.AnswerCall) else Position.PIT_SUPERVISOR
    # The house itself stops what it no longer trusts; to go on is a person's word.
    is_own_stop = isinstance(command, ask.Disable) and by.kind is Kind.HOUSE
    if not is_own_stop and (person is None or rank(person.holds) < rank(least)):
        return NotByStaff.NOT_ALLOWED
    words = command.outcome if isinstance(command, ask.AnswerCall) else command.reason
    if not 1 <= len(words.strip()) <= MOST_WORDS:
        return NotByStaff.NO_REASON
    match command:
        case ask.AnswerCall():
            if command.call in staff.calls:
                return NotByStaff.ANSWERED
            return (told.CallAnswered(command.call, command.outcome),)
        case ask.Disable():
            if command.component in staff.disabled:
                return NotByStaff.ALREADY
            return (told.ComponentDisabled(command.component, command.reason),)
        case ask.Enable():
            if command.component not in staff.disabled:
                return NotByStaff.ALREADY
            return (told.ComponentEnabled(command.component, command.reason),)
        case unreachable:
            assert_never(unreachable)


def _in_the_gap(staff: Staff, command: ask.KeepChange | ask.TakeChange, by: Actor) -> Decision:
    if isinstance(command, ask.KeepChange):
        person = _working(staff, by)
        if person is None or person.holds is None:
            return NotByStaff.NOT_ALLOWED
        if command.change in staff.changes:
            return NotByStaff.ALREADY
        if len(staff.changes) >= MOST_WAITING:
            return NotByStaff.TOO_MANY
        kept = told.ChangeKept(command.change, command.table, command.command, command.body, by)
        return (kept,)
    if by.kind is not Kind.HOUSE:
        return NotByStaff.NOT_ALLOWED
    if command.change not in staff.changes:
        return NotByStaff.NO_ENTRY
    return (told.ChangeTaken(command.change, command.outcome, command.reason),)


# Two persons


def _entered(staff: Staff, command: ask.Propose | ask.AnswerEntry, by: Actor) -> Decision:
    person = _working(staff, by)
    if isinstance(command, ask.Propose):
        if person is None or not _enters(person, command.table):
            return NotByStaff.NOT_ALLOWED
        if len(staff.waiting) >= MOST_WAITING:
            return NotByStaff.TOO_MANY
        entry = f"E-{staff.entries + 1}"
        proposed = told.EntryProposed(
            entry,
            command.table,
            command.command,
            command.body,
            person.name,
            by.position,
            by.acting_as,
            command.at,
        )
        return (proposed,)
    waiting = staff.waiting.get(command.entry)
    if waiting is None:
        return NotByStaff.NO_ENTRY
    # The clock lets an entry lapse; anything else a second person says, and never the first.
    if command.outcome is Outcome.LAPSED:
        if by.kind is not Kind.CLOCK:
            return NotByStaff.NOT_ALLOWED
    elif person is None or not _enters(person, waiting.table):
        return NotByStaff.NOT_ALLOWED
    elif person.name == waiting.by and command.outcome is not Outcome.DECLINED:
        return NotByStaff.OWN_ENTRY
    return (told.EntryAnswered(command.entry, command.outcome, command.reason),)


def _enters(person: Person, table: str) -> bool:
    """Whether somebody may have to do with entries: a position, and at the cage cashiers too."""
    return person.holds is not None or (table == told.CAGE_DESK and Duty.CASHIER in person.duties)
