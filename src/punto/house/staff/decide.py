"""Decide the commands of the staff's stream, and check the authority of their senders.

Every screen and route sends its commands here, so none of them can omit this check.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec.structs import asdict

from punto.core.staff_positions import StaffPosition
from punto.house.staff import commands, events
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
ALREADY = StaffRefusal.ALREADY.at()

Decision: TypeAlias = tuple[StaffEvent, ...] | Refusal
Rule: TypeAlias = Callable[[Staff, Any, Actor], Decision | None]
"""Returns the refusal of a command, its events, or None if the next rule decides."""


def decide(staff: Staff, command: StaffCommand, by: Actor) -> Decision:
    """Return the events of a command, or its refusal."""
    event, *rules = COMMANDS[type(command)]
    for rule in rules:
        if decision := rule(staff, command, by):
            return decision
    return (event(**asdict(command)),)


# Rules of several commands


def _by_administrator(staff: Staff, _command: StaffCommand, by: Actor) -> Refusal | None:
    return None if _administers(staff, by) else NOT_ALLOWED


def _by_house(_staff: Staff, _command: StaffCommand, by: Actor) -> Refusal | None:
    return None if by.kind is ActorKind.HOUSE else NOT_ALLOWED


def _by_dealer(staff: Staff, _command: StaffCommand, by: Actor) -> Refusal | None:
    return None if _holds(_active_person(staff, by), StaffPosition.DEALER) else NOT_ALLOWED


def _by_supervisor(staff: Staff, _command: StaffCommand, by: Actor) -> Refusal | None:
    return None if _holds(_active_person(staff, by), StaffPosition.PIT_SUPERVISOR) else NOT_ALLOWED


def _known(staff: Staff, command: events.Named, _by: Actor) -> Refusal | None:
    return None if command.name in staff.people else StaffRefusal.NO_PERSON.at()


def _not_demo(staff: Staff, command: events.Named, _by: Actor) -> Refusal | None:
    return StaffRefusal.DEMO.at() if staff.people[command.name].is_demo else None


def _with_reason(
    _staff: Staff, command: events.ComponentReason | commands.AnswerCall, _by: Actor
) -> Refusal | None:
    text = command.outcome if isinstance(command, commands.AnswerCall) else command.reason
    if not text.strip():
        return No.NO_REASON.at(None)
    is_long = len(text.strip()) > MAX_REASON_CHARACTERS
    return StaffRefusal.REASON_TOO_LONG.at(maximum=MAX_REASON_CHARACTERS) if is_long else None


def _administers(staff: Staff, by: Actor) -> bool:
    if by.kind is ActorKind.HOUSE:
        return True
    person = _active_person(staff, by)
    return person is not None and Duty.ADMINISTRATOR in person.duties


def _is_own(command: events.Named, by: Actor) -> bool:
    """Whether the sender is the person whom the command names."""
    return by.kind is ActorKind.STAFF and by.name == command.name


def _active_person(staff: Staff, by: Actor) -> Person | None:
    """The staff member behind an actor, unless disabled."""
    person = staff.people.get(by.name) if by.kind is ActorKind.STAFF else None
    return None if person is None or person.is_disabled else person


def _holds(person: Person | None, minimum: StaffPosition) -> bool:
    """Whether a person acts in a position or a higher one."""
    return person is not None and position_rank(person.holds) >= position_rank(minimum)


# People


def _name_is_free(staff: Staff, command: commands.EnrolPerson, _by: Actor) -> Refusal | None:
    return StaffRefusal.NAME_IN_USE.at() if command.name in staff.people else None


def _named(_staff: Staff, command: events.PersonalData, _by: Actor) -> Refusal | None:
    name, display_name = command.name, command.display_name
    plain = name.replace("-", "").replace(".", "")
    is_named = (
        plain.isascii()
        and plain.isalnum()
        and len(name) <= MAX_NAME_CHARACTERS
        and display_name.strip() == display_name
        and 1 <= len(display_name) <= MAX_NAME_CHARACTERS * 2
    )
    return None if is_named else StaffRefusal.NOT_A_NAME.at()


def _change(staff: Staff, command: commands.ChangePerson, _by: Actor) -> Decision:
    person = staff.people[command.name]
    if Duty.ADMINISTRATOR not in command.duties and _is_last(staff, person):
        return StaffRefusal.LAST.at()
    was = " ".join((person.display_name, f"({person.position})", *person.duties))
    return (events.PersonChanged(**asdict(command), before=was),)


def _disable(staff: Staff, command: commands.DisablePerson, _by: Actor) -> Decision:
    person = staff.people[command.name]
    if person.is_disabled:
        return ALREADY
    if _is_last(staff, person):
        return StaffRefusal.LAST.at()
    signed_out = events.SignedOut(command.name, "disabled")
    return events.PersonDisabled(command.name), signed_out


def _enable(staff: Staff, command: commands.EnablePerson, _by: Actor) -> Refusal | None:
    return None if staff.people[command.name].is_disabled else ALREADY


def _is_last(staff: Staff, person: Person) -> bool:
    """Whether without this person no administrator would remain."""
    others = [each for each in staff.people.values() if each.name != person.name]
    return Duty.ADMINISTRATOR in person.duties and not any(
        Duty.ADMINISTRATOR in each.duties and not each.is_disabled for each in others
    )


# Signing in


def _set_password(staff: Staff, command: commands.SetPassword, by: Actor) -> Decision:
    if not (_administers(staff, by) if command.is_code else _is_own(command, by)):
        return NOT_ALLOWED
    if command.instead_of not in ("", staff.people[command.name].password):
        return ALREADY
    return (events.PasswordSet(command.name, command.password, command.is_code),)


def _sign_in(staff: Staff, command: commands.SignIn, _by: Actor) -> Refusal | None:
    person = staff.people[command.name]
    if person.is_disabled:
        return NOT_ALLOWED
    return StaffRefusal.LOCKED_OUT.at() if person.locked_until > command.at else None


def _fail_sign_in(staff: Staff, command: commands.RecordFailedSignIn, _by: Actor) -> Decision:
    person = staff.people.get(command.name)
    if person is None:
        return (events.SignInFailed("", command.at),)
    failed = events.SignInFailed(person.name, command.at)
    lately = [at for at in person.failures if at > command.at - FAILURES_SECONDS]
    if len(lately) + 1 < FAILURES:
        return (failed,)
    return failed, events.SignInLocked(person.name, command.at + FAILURES_SECONDS)


def _sign_out(staff: Staff, command: commands.SignOut, by: Actor) -> Refusal | None:
    may = _is_own(command, by) or by.kind is ActorKind.CLOCK or _administers(staff, by)
    return None if may else NOT_ALLOWED


def _set_factor(staff: Staff, command: commands.SetSecondFactor, by: Actor) -> Refusal | None:
    is_disabled = staff.people[command.name].is_disabled
    return NOT_ALLOWED if is_disabled or not _is_own(command, by) else None


def _remove_factor(staff: Staff, command: commands.RemoveSecondFactor, _: Actor) -> Refusal | None:
    return None if staff.people[command.name].factor else ALREADY


def _use_factor(staff: Staff, command: commands.UseSecondFactor, _by: Actor) -> Refusal | None:
    person = staff.people[command.name]
    if not person.factor:
        return NOT_ALLOWED
    # A code works once, because the owner decides commands in order.
    return StaffRefusal.CODE_USED.at() if command.step <= person.factor_step else None


# Positions


def _delegate(staff: Staff, command: commands.DelegatePosition, by: Actor) -> Refusal | None:
    person, sender = staff.people[command.name], _active_person(staff, by)
    if sender is None:
        return NOT_ALLOWED
    # A person can delegate their own position, but not a delegated one.
    position = command.position or person.lent
    is_above = position_rank(sender.position) >= position_rank(position)
    return None if is_above and sender.name != person.name else StaffRefusal.NOT_SO_HIGH.at()


def _act_in(staff: Staff, command: commands.ActInPosition, by: Actor) -> Refusal | None:
    person = _active_person(staff, by)
    if person is None or person.name != command.name:
        return NOT_ALLOWED
    highest = max(position_rank(person.position), position_rank(person.lent))
    is_held = position_rank(command.position) <= highest
    return None if is_held else StaffRefusal.NOT_SO_HIGH.at()


# Tables and components


def _assign(staff: Staff, command: commands.AssignDealer, by: Actor) -> Decision:
    person, now = _active_person(staff, by), staff.attended.get(command.table)
    if person is None or person.holds is None:
        return NOT_ALLOWED
    if command.attends:
        if now is not None and now.by == person.name:
            return ALREADY
        return (events.DealerAssigned(command.table, person.name, command.at),)
    if now is None:
        return ALREADY
    if now.by != person.name and not _holds(person, StaffPosition.PIT_SUPERVISOR):
        return NOT_ALLOWED
    return (events.DealerReleased(command.table, person.name),)


def _call_is_open(staff: Staff, command: commands.AnswerCall, _by: Actor) -> Refusal | None:
    return StaffRefusal.ANSWERED.at() if command.call in staff.calls else None


def _may_disable(staff: Staff, command: commands.DisableComponent, by: Actor) -> Refusal | None:
    # The house may disable a component that it no longer trusts. Only a person may enable it.
    return None if by.kind is ActorKind.HOUSE else _by_supervisor(staff, command, by)


def _disable_component(
    staff: Staff, command: commands.DisableComponent, by: Actor
) -> Refusal | None:
    # The house may replace a person's reason by that of an unexpected error.
    before, is_house = staff.disabled.get(command.component), by.kind is ActorKind.HOUSE
    is_new = before is None or (is_house and before != command.reason)
    return None if is_new else ALREADY


def _is_off(staff: Staff, command: commands.EnableComponent, _by: Actor) -> Refusal | None:
    return None if command.component in staff.disabled else ALREADY


# Deferred commands, and approvals by a second person


def _defer(staff: Staff, command: commands.DeferCommand, by: Actor) -> Decision:
    person = _active_person(staff, by)
    if person is None or person.holds is None:
        return NOT_ALLOWED
    if command.change in staff.changes:
        return ALREADY
    if len(staff.changes) >= MAX_PENDING:
        return StaffRefusal.TOO_MANY.at(maximum=MAX_PENDING)
    return (events.CommandDeferred(**asdict(command), by=by),)


def _is_deferred(
    staff: Staff, command: commands.ApplyDeferredCommand, _by: Actor
) -> Refusal | None:
    return None if command.change in staff.changes else StaffRefusal.NO_ENTRY.at()


def _request(staff: Staff, command: commands.RequestApproval, by: Actor) -> Decision:
    person = _active_person(staff, by)
    if person is None or not _takes_part(person, command.table):
        return NOT_ALLOWED
    if len(staff.waiting) >= MAX_PENDING:
        return StaffRefusal.TOO_MANY.at(maximum=MAX_PENDING)
    requested = events.ApprovalRequested(
        approval=f"E-{staff.entries + 1}",
        table=command.table,
        command=command.command,
        body=command.body,
        by=person.name,
        position=by.position,
        acting_as=by.acting_as,
        at=command.at,
    )
    return (requested,)


def _answer_approval(staff: Staff, command: commands.AnswerApproval, by: Actor) -> Refusal | None:
    waiting, person = staff.waiting.get(command.approval), _active_person(staff, by)
    if waiting is None:
        return StaffRefusal.NO_ENTRY.at()
    # The clock closes a lapsed request. Only a second person may approve it.
    if command.outcome is ApprovalOutcome.LAPSED:
        return None if by.kind is ActorKind.CLOCK else NOT_ALLOWED
    if person is None or not _takes_part(person, waiting.table):
        return NOT_ALLOWED
    is_own = person.name == waiting.by and command.outcome is not ApprovalOutcome.DECLINED
    return StaffRefusal.OWN_ENTRY.at() if is_own else None


def _takes_part(person: Person, table: str) -> bool:
    """Whether a person may take part in approvals: with a position, or as a cashier at the cage."""
    return person.holds is not None or (table == events.CAGE and Duty.CASHIER in person.duties)


COMMANDS: Mapping[type[StaffCommand], tuple[Callable[..., StaffEvent], *tuple[Rule, ...]]] = {
    commands.EnrolPerson: (events.PersonEnrolled, _by_administrator, _name_is_free, _named),
    commands.ChangePerson: (events.PersonChanged, _by_administrator, _known, _named, _change),
    commands.DisablePerson: (events.PersonDisabled, _by_administrator, _known, _disable),
    commands.EnablePerson: (events.PersonEnabled, _by_administrator, _known, _enable),
    commands.SetPassword: (events.PasswordSet, _known, _not_demo, _set_password),
    commands.SetSecondFactor: (events.SecondFactorSet, _known, _not_demo, _set_factor),
    commands.RemoveSecondFactor: (
        events.SecondFactorRemoved,
        _known,
        _by_administrator,
        _remove_factor,
    ),
    commands.UseSecondFactor: (events.SecondFactorUsed, _known, _by_house, _use_factor),
    commands.SignIn: (events.SignedIn, _known, _by_house, _sign_in),
    commands.RecordFailedSignIn: (events.SignInFailed, _fail_sign_in),
    commands.SignOut: (events.SignedOut, _known, _sign_out),
    commands.DelegatePosition: (events.PositionDelegated, _known, _delegate),
    commands.ActInPosition: (events.ActingPositionChanged, _known, _act_in),
    commands.AssignDealer: (events.DealerAssigned, _assign),
    commands.RequestApproval: (events.ApprovalRequested, _request),
    commands.AnswerApproval: (events.ApprovalAnswered, _answer_approval),
    commands.DisableComponent: (
        events.ComponentDisabled,
        _may_disable,
        _with_reason,
        _disable_component,
    ),
    commands.EnableComponent: (events.ComponentEnabled, _by_supervisor, _with_reason, _is_off),
    commands.DeferCommand: (events.CommandDeferred, _defer),
    commands.ApplyDeferredCommand: (events.DeferredCommandApplied, _by_house, _is_deferred),
    commands.AnswerCall: (events.CallAnswered, _by_dealer, _with_reason, _call_is_open),
    # The house records these two, so no permission is needed.
    commands.RecordRefusal: (events.ActionRefused,),
    commands.RecordSignificantEvent: (events.SignificantEventRecorded,),
}
"""The event of each command, with the same fields, and the rules that come before it, in order."""
