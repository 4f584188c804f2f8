"""Enrol terminals, and record limits set by their patrons and calls for an attendant."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeAlias, assert_never

import msgspec
from msgspec.structs import asdict

from punto.table.refusals import HouseRefusal, Refusal

DAY_SECONDS = 86_400
"""The delay before a raised limit takes effect. A lowered one takes effect at once."""


class PatronLimits(msgspec.Struct, frozen=True):
    """The maximum loss of a visit and the maximum minutes of play; None without a limit."""

    loss_cents: int | None = None
    minutes: int | None = None


class LimitSchedule(msgspec.Struct, frozen=True):
    """The present limits of a visit, and those that replace them later."""

    now: PatronLimits
    later: PatronLimits
    later_at: int

    def at(self, seconds: int) -> PatronLimits:
        """The limits in force at a time."""
        return self.later if seconds >= self.later_at else self.now


class Terminals(msgspec.Struct, frozen=True):
    """All terminals with the digests of their keys, and the limits that patrons have set."""

    keys: Mapping[str, str] = msgspec.field(default_factory=dict)
    limits: Mapping[str, LimitSchedule] = msgspec.field(default_factory=dict)
    """By visit. Each terminal has at most one, that of the last visit with limits."""

    events: int = 0


# Commands


class EnrolTerminal(msgspec.Struct, frozen=True):
    """Enrol a terminal, which authenticates by a key from now on."""

    key_digest: str


class SetPatronLimits(msgspec.Struct, frozen=True):
    """Set the limits of a patron, at a time in seconds."""

    visit: str
    limits: PatronLimits
    at: int


class CallReason(StrEnum):
    """The reasons to call an attendant."""

    ATTENDANT = "attendant"
    DISPUTE = "dispute"
    PIT = "pit"
    """A dealer calls the pit."""


class CallAttendant(msgspec.Struct, frozen=True):
    """Call an attendant to a terminal, perhaps about a round."""

    terminal: str
    table: str
    reason: CallReason
    round: int | None
    text: str = ""


TerminalCommand: TypeAlias = EnrolTerminal | SetPatronLimits | CallAttendant


# Events


class TerminalEnrolled(msgspec.Struct, frozen=True):
    """A terminal is enrolled with the digest of its key."""

    terminal: str
    key_digest: str


class PatronLimitsSet(msgspec.Struct, frozen=True):
    """A visit has limits now and other limits later."""

    visit: str
    schedule: LimitSchedule


class AttendantCalled(msgspec.Struct, frozen=True):
    """A patron or a dealer called an attendant."""

    terminal: str
    """The terminal, or the name of the dealer who called."""

    table: str
    reason: CallReason
    round: int | None
    text: str = ""


TerminalEvent: TypeAlias = TerminalEnrolled | PatronLimitsSet | AttendantCalled


class TerminalRefusal(HouseRefusal):
    """Why a command about a terminal is refused."""

    NOT_A_LIMIT = "not-a-limit"
    NO_TERMINAL = "no-terminal"


def decide(known: Terminals, command: TerminalCommand) -> tuple[TerminalEvent, ...] | Refusal:
    """Return the events of a command, or its refusal."""
    match command:
        case EnrolTerminal():
            return (TerminalEnrolled(f"T-{len(known.keys) + 1:04d}", command.key_digest),)
        case SetPatronLimits():
            limits = (command.limits.loss_cents, command.limits.minutes)
            if any(each is not None and each < 1 for each in limits):
                return TerminalRefusal.NOT_A_LIMIT.at()
            return (PatronLimitsSet(command.visit, _chosen(known, command)),)
        case CallAttendant():
            if command.reason is not CallReason.PIT and command.terminal not in known.keys:
                return TerminalRefusal.NO_TERMINAL.at()
            return (AttendantCalled(**asdict(command)),)
        case unreachable:
            assert_never(unreachable)


def evolve(known: Terminals, event: TerminalEvent) -> Terminals:
    """The terminals after an event."""
    keys, limits = known.keys, known.limits
    if isinstance(event, TerminalEnrolled):
        keys = {**keys, event.terminal: event.key_digest}
    if isinstance(event, PatronLimitsSet):
        ended = _earlier_visits(known, event.visit)
        limits = {visit: each for visit, each in limits.items() if visit not in ended}
        limits[event.visit] = event.schedule
    return Terminals(keys, limits, known.events + 1)


def visit_id(terminal: str, number: int) -> str:
    """Return the id of a visit; the numbers of the visits at a terminal increase."""
    return f"{terminal}-{number}"


def _earlier_visits(known: Terminals, visit: str) -> frozenset[str]:
    """Return the visits with limits that ended before this one began at their terminal."""
    terminal, _, number = visit.rpartition("-")
    if terminal not in known.keys:
        return frozenset()
    here = (each for each in known.limits if each.rpartition("-")[0] == terminal)
    return frozenset(each for each in here if int(each.rpartition("-")[2]) < int(number))


def limits_of(known: Terminals, visit: str, at: int) -> PatronLimits:
    """The limits of a visit at a time."""
    chosen = known.limits.get(visit)
    return PatronLimits() if chosen is None else chosen.at(at)


def _chosen(known: Terminals, command: SetPatronLimits) -> LimitSchedule:
    """Schedule limits: lower ones apply at once, higher ones a day later."""
    had = limits_of(known, command.visit, command.at)
    now = PatronLimits(
        _lower(had.loss_cents, command.limits.loss_cents),
        _lower(had.minutes, command.limits.minutes),
    )
    return LimitSchedule(now, command.limits, command.at + DAY_SECONDS)


def _lower(current: int | None, requested: int | None) -> int | None:
    if current is None or requested is None:
        return current if requested is None else requested
    return min(current, requested)
