"""Decide the commands of the staff's stream, and check the authority of their senders.

Every screen and route sends its commands here, so none of them can omit this check.
"""

from collections.abc import Callable
from typing import Any, TypeAlias, assert_never, get_args

from punto.core.staff_positions import StaffPosition
from punto.house.staff import commands as staff_commands
from punto.house.staff import events as staff_events
from punto.house.staff.commands import StaffCommand
from punto.house.staff.events import ApprovalOutcome, Duty, StaffEvent
from punto.house.staff.state import FAILURES, FAILURES_SECONDS, Person, Staff, position_rank
from punto.table.actors import Actor, ActorKind
from punto.table.refusals import HouseRefusal, No, Refusal

MAX_NAME_CHARACTERS = 24
MAX_REASON_CHARACTERS = 200
MAX_PENDING = 50
"""How many approvals, and how many deferred commands, may be pending at once."""


class StaffRefusal(HouseRefusal):
    """Why the staff's stream refuses a command."""

    NO_PERSON = "no-such-person"
    NAME_IN_USE = "name-taken"
    NOT_A_NAME = "not-a-name"
    LOCKED_OUT = "locked-out"
    CODE_USED = "code-used"
    DEMO = "demo-staff"
    LAST = "last-administrator"
    NOT_SO_HIGH = "not-so-high"
    NO_ENTRY = "no-such-entry"
    OWN_ENTRY = "own-entry"
    TOO_MANY = "too-many-entries"
    REASON_TOO_LONG = "reason-too-long"
    ALREADY = "already-so"
    ANSWERED = "already-answered"


NOT_ALLOWED = No.NOT_ALLOWED.at(None)

Decision: TypeAlias = tuple[StaffEvent, ...] | Refusal


def decide(staff: Staff, command: StaffCommand, by: Actor) -> Decision:
    """Return the events of a command, or its refusal."""
    if isinstance(command, staff_commands.RecordRefusal):
        return (staff_events.ActionRefused(command.action, command.code, command.unrecorded),)
    if isinstance(command, staff_commands.RecordSignificantEvent):
        # The house records every significant event, so no permission is needed.
        return (
            staff_events.SignificantEventRecorded(
                command.kind,
                command.component,
                command.entry,
                command.reason,
                command.before,
                command.after,
            ),
        )
    return DECIDERS[type(command)](staff, command, by)


# People


def _decide_person(  # noqa: C901  one match
    staff: Staff,
    command: staff_commands.PersonCommand,
    by: Actor,
) -> Decision:
    if not _administers(staff, by):
        return NOT_ALLOWED
    person = staff.people.get(command.name)
    if isinstance(command, staff_commands.EnrolPerson):
        return _enrol(person, command)
    if person is None:
        return StaffRefusal.NO_PERSON.at()
    match command:
        case staff_commands.ChangePerson():
            if not _is_named(command.name, command.display_name):
                return StaffRefusal.NOT_A_NAME.at()
            if Duty.ADMINISTRATOR not in command.duties and _is_last(staff, person):
                return StaffRefusal.LAST.at()
            was = " ".join((person.display_name, f"({person.position})", *person.duties))
            return (
                staff_events.PersonChanged(
                    command.name, command.display_name, command.position, command.duties, was
                ),
            )
        case staff_commands.DisablePerson():
            if person.is_disabled:
                return StaffRefusal.ALREADY.at()
            if _is_last(staff, person):
                return StaffRefusal.LAST.at()
            return (
                staff_events.PersonDisabled(command.name),
                staff_events.SignedOut(command.name, "disabled"),
            )
        case staff_commands.EnablePerson():
            return (
                (staff_events.PersonEnabled(command.name),)
                if person.is_disabled
                else StaffRefusal.ALREADY.at()
            )
        case unreachable:
            assert_never(unreachable)


def _enrol(person: Person | None, command: staff_commands.EnrolPerson) -> Decision:
    if person is not None:
        return StaffRefusal.NAME_IN_USE.at()
    if not _is_named(command.name, command.display_name):
        return StaffRefusal.NOT_A_NAME.at()
    enrolled = staff_events.PersonEnrolled(
        command.name,
        command.display_name,
        command.position,
        command.duties,
        command.password,
        command.is_demo,
    )
    return (enrolled,)


def _is_named(name: str, display_name: str) -> bool:
    plain = name.replace("-", "").replace(".", "")
    return (
        plain.isascii()
        and plain.isalnum()
        and len(name) <= MAX_NAME_CHARACTERS
        and display_name.strip() == display_name
        and 1 <= len(display_name) <= MAX_NAME_CHARACTERS * 2
    )


def _administers(staff: Staff, by: Actor) -> bool:
    if by.kind is ActorKind.HOUSE:
        return True
    person = _active_person(staff, by)
    return person is not None and Duty.ADMINISTRATOR in person.duties


def _is_last(staff: Staff, person: Person) -> bool:
    """Whether without this person no administrator would remain."""
    others = [each for each in staff.people.values() if each.name != person.name]
    return Duty.ADMINISTRATOR in person.duties and not any(
        Duty.ADMINISTRATOR in each.duties and not each.is_disabled for each in others
    )


def _active_person(staff: Staff, by: Actor) -> Person | None:
    """The staff member behind an actor, unless disabled."""
    person = staff.people.get(by.name) if by.kind is ActorKind.STAFF else None
    return None if person is None or person.is_disabled else person


# Passwords


def _decide_sign_in(  # noqa: C901  one match
    staff: Staff,
    command: staff_commands.SignInCommand,
    by: Actor,
) -> Decision:
    person = staff.people.get(command.name)
    if isinstance(command, staff_commands.RecordFailedSignIn):
        return _fail_sign_in(person, command)
    if person is None:
        return StaffRefusal.NO_PERSON.at()
    is_own = by.kind is ActorKind.STAFF and by.name == command.name
    match command:
        case staff_commands.SetPassword():
            if person.is_demo:
                return StaffRefusal.DEMO.at()
            if not (_administers(staff, by) if command.is_code else is_own):
                return NOT_ALLOWED
            if command.instead_of not in ("", person.password):
                return StaffRefusal.ALREADY.at()
            return (staff_events.PasswordSet(command.name, command.password, command.is_code),)
        case staff_commands.SignIn():
            if person.is_disabled or by.kind is not ActorKind.HOUSE:
                return NOT_ALLOWED
            if person.locked_until > command.at:
                return StaffRefusal.LOCKED_OUT.at()
            return (staff_events.SignedIn(command.name, command.at),)
        case staff_commands.SignOut():
            if not (is_own or by.kind is ActorKind.CLOCK or _administers(staff, by)):
                return NOT_ALLOWED
            return (staff_events.SignedOut(command.name, command.reason),)
        case unreachable:
            assert_never(unreachable)


def _decide_second_factor(
    staff: Staff,
    command: staff_commands.SecondFactorCommand,
    by: Actor,
) -> Decision:
    person = staff.people.get(command.name)
    if person is None:
        return StaffRefusal.NO_PERSON.at()
    match command:
        case staff_commands.SetSecondFactor():
            if person.is_demo:
                return StaffRefusal.DEMO.at()
            is_own = by.kind is ActorKind.STAFF and by.name == command.name
            if not is_own or person.is_disabled:
                return NOT_ALLOWED
            return (staff_events.SecondFactorSet(command.name, command.salt),)
        case staff_commands.RemoveSecondFactor():
            if not _administers(staff, by):
                return NOT_ALLOWED
            return (
                (staff_events.SecondFactorRemoved(command.name),)
                if person.factor
                else StaffRefusal.ALREADY.at()
            )
        case staff_commands.UseSecondFactor():
            if by.kind is not ActorKind.HOUSE or not person.factor:
                return NOT_ALLOWED
            # A code works once, because the owner decides commands in order.
            if command.step <= person.factor_step:
                return StaffRefusal.CODE_USED.at()
            return (staff_events.SecondFactorUsed(command.name, command.step),)
        case unreachable:
            assert_never(unreachable)


def _fail_sign_in(person: Person | None, command: staff_commands.RecordFailedSignIn) -> Decision:
    failed = staff_events.SignInFailed("" if person is None else person.name, command.at)
    if person is None:
        return (failed,)
    lately = [at for at in person.failures if at > command.at - FAILURES_SECONDS]
    if len(lately) + 1 < FAILURES:
        return (failed,)
    return failed, staff_events.SignInLocked(person.name, command.at + FAILURES_SECONDS)


# Positions


def _decide_position(staff: Staff, command: staff_commands.PositionCommand, by: Actor) -> Decision:
    person, asker = staff.people.get(command.name), _active_person(staff, by)
    if person is None:
        return StaffRefusal.NO_PERSON.at()
    if asker is None:
        return NOT_ALLOWED
    if isinstance(command, staff_commands.DelegatePosition):
        # A person can delegate their own position, but not a delegated one.
        position = command.position or person.lent
        if asker.name == person.name or position_rank(asker.position) < position_rank(position):
            return StaffRefusal.NOT_SO_HIGH.at()
        return (staff_events.PositionDelegated(command.name, command.position),)
    if asker.name != person.name:
        return NOT_ALLOWED
    if position_rank(command.position) > max(
        position_rank(person.position), position_rank(person.lent)
    ):
        return StaffRefusal.NOT_SO_HIGH.at()
    return (staff_events.ActingPositionChanged(command.name, command.position),)


# Tables


def _decide_assignment(staff: Staff, command: staff_commands.AssignDealer, by: Actor) -> Decision:
    person, now = _active_person(staff, by), staff.attended.get(command.table)
    if person is None or person.holds is None:
        return NOT_ALLOWED
    if command.attends:
        if now is not None and now.by == person.name:
            return StaffRefusal.ALREADY.at()
        return (staff_events.DealerAssigned(command.table, person.name, command.at),)
    if now is None:
        return StaffRefusal.ALREADY.at()
    if now.by != person.name and position_rank(person.holds) < position_rank(
        StaffPosition.PIT_SUPERVISOR
    ):
        return NOT_ALLOWED
    return (staff_events.DealerReleased(command.table, person.name),)


def _decide_component(
    staff: Staff,
    command: staff_commands.ComponentCommand,
    by: Actor,
) -> Decision:
    """Decide to disable or enable a component, or to answer a call."""
    person = _active_person(staff, by)
    minimum_position = (
        StaffPosition.DEALER
        if isinstance(command, staff_commands.AnswerCall)
        else StaffPosition.PIT_SUPERVISOR
    )
    # The house may disable a component that it no longer trusts. Only a person may enable it.
    is_own_stop = (
        isinstance(command, staff_commands.DisableComponent) and by.kind is ActorKind.HOUSE
    )
    if not is_own_stop and (
        person is None or position_rank(person.holds) < position_rank(minimum_position)
    ):
        return NOT_ALLOWED
    words = command.outcome if isinstance(command, staff_commands.AnswerCall) else command.reason
    if not words.strip():
        return No.NO_REASON.at(None)
    if len(words.strip()) > MAX_REASON_CHARACTERS:
        return StaffRefusal.REASON_TOO_LONG.at(maximum=MAX_REASON_CHARACTERS)
    match command:
        case staff_commands.AnswerCall():
            if command.call in staff.calls:
                return StaffRefusal.ANSWERED.at()
            return (staff_events.CallAnswered(command.call, command.outcome),)
        case staff_commands.DisableComponent():
            # The house may replace a person's reason by that of an unexpected error.
            before = staff.disabled.get(command.component)
            if before is not None and (not is_own_stop or before == command.reason):
                return StaffRefusal.ALREADY.at()
            return (staff_events.ComponentDisabled(command.component, command.reason),)
        case staff_commands.EnableComponent():
            if command.component not in staff.disabled:
                return StaffRefusal.ALREADY.at()
            return (staff_events.ComponentEnabled(command.component, command.reason),)
        case unreachable:
            assert_never(unreachable)


def _decide_deferral(
    staff: Staff,
    command: staff_commands.DeferralCommand,
    by: Actor,
) -> Decision:
    if isinstance(command, staff_commands.DeferCommand):
        person = _active_person(staff, by)
        if person is None or person.holds is None:
            return NOT_ALLOWED
        if command.change in staff.changes:
            return StaffRefusal.ALREADY.at()
        if len(staff.changes) >= MAX_PENDING:
            return StaffRefusal.TOO_MANY.at(maximum=MAX_PENDING)
        deferred = staff_events.CommandDeferred(
            command.change, command.table, command.command, command.body, by
        )
        return (deferred,)
    if by.kind is not ActorKind.HOUSE:
        return NOT_ALLOWED
    if command.change not in staff.changes:
        return StaffRefusal.NO_ENTRY.at()
    return (staff_events.DeferredCommandApplied(command.change, command.outcome, command.reason),)


# Approvals by a second person


def _decide_approval(staff: Staff, command: staff_commands.ApprovalCommand, by: Actor) -> Decision:
    person = _active_person(staff, by)
    if isinstance(command, staff_commands.RequestApproval):
        if person is None or not _takes_part(person, command.table):
            return NOT_ALLOWED
        if len(staff.waiting) >= MAX_PENDING:
            return StaffRefusal.TOO_MANY.at(maximum=MAX_PENDING)
        entry = f"E-{staff.entries + 1}"
        proposed = staff_events.ApprovalRequested(
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
    waiting = staff.waiting.get(command.approval)
    if waiting is None:
        return StaffRefusal.NO_ENTRY.at()
    # The clock closes a lapsed request. Only a second person may approve it.
    if command.outcome is ApprovalOutcome.LAPSED:
        if by.kind is not ActorKind.CLOCK:
            return NOT_ALLOWED
    elif person is None or not _takes_part(person, waiting.table):
        return NOT_ALLOWED
    elif person.name == waiting.by and command.outcome is not ApprovalOutcome.DECLINED:
        return StaffRefusal.OWN_ENTRY.at()
    return (staff_events.ApprovalAnswered(command.approval, command.outcome, command.reason),)


def _takes_part(person: Person, table: str) -> bool:
    """Whether a person may take part in approvals: with a position, or as a cashier at the cage."""
    return person.holds is not None or (
        table == staff_events.CAGE and Duty.CASHIER in person.duties
    )


_GROUPS: tuple[tuple[Any, Callable[[Staff, Any, Actor], Decision]], ...] = (
    (staff_commands.PersonCommand, _decide_person),
    (staff_commands.SignInCommand, _decide_sign_in),
    (staff_commands.SecondFactorCommand, _decide_second_factor),
    (staff_commands.PositionCommand, _decide_position),
    (staff_commands.AssignDealer, _decide_assignment),
    (staff_commands.ApprovalCommand, _decide_approval),
    (staff_commands.DeferralCommand, _decide_deferral),
    (staff_commands.ComponentCommand, _decide_component),
)
DECIDERS = {kind: decider for group, decider in _GROUPS for kind in get_args(group) or (group,)}
"""The function that decides each kind of command."""
