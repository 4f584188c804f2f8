"""Test the enrolment of terminals and the times at which limits take effect."""

import pytest

from punto.house.terminals import (
    DAY_SECONDS,
    AttendantCalled,
    CallAttendant,
    CallReason,
    EnrolTerminal,
    PatronLimits,
    PatronLimitsSet,
    SetPatronLimits,
    TerminalCommand,
    TerminalEnrolled,
    TerminalRefusal,
    Terminals,
    decide,
    evolve,
    limits_of,
    visit_id,
)
from punto.table.refusals import Refusal


def after(known: Terminals, *commands: TerminalCommand) -> Terminals:
    for command in commands:
        decision = decide(known, command)
        assert not isinstance(decision, Refusal), decision
        for event in decision:
            known = evolve(known, event)
    return known


def test_terminals_are_numbered_in_order_of_enrolment() -> None:
    known = after(Terminals(), EnrolTerminal("abc"), EnrolTerminal("def"))
    assert known.keys == {"T-0001": "abc", "T-0002": "def"}
    assert known.events == 2
    assert decide(known, EnrolTerminal("x")) == (TerminalEnrolled("T-0003", "x"),)


def test_a_dealer_calls_without_a_terminal() -> None:
    called = decide(Terminals(), CallAttendant("D-1", "t", CallReason.PIT, None, "a question"))
    assert called == (AttendantCalled("D-1", "t", CallReason.PIT, None, "a question"),)


def test_an_attendant_is_called_only_to_an_enrolled_terminal() -> None:
    known = after(Terminals(), EnrolTerminal("abc"))
    called = CallAttendant("T-0001", "tiger-1", CallReason.DISPUTE, 7)
    assert decide(known, called) == (AttendantCalled("T-0001", "tiger-1", CallReason.DISPUTE, 7),)
    assert after(known, called).keys == known.keys
    stranger = CallAttendant("T-0002", "tiger-1", CallReason.ATTENDANT, None)
    assert decide(known, stranger) == TerminalRefusal.NO_TERMINAL.at()


def test_the_first_limits_apply_at_once() -> None:
    known = after(Terminals(), SetPatronLimits("v", PatronLimits(50_00, 60), at=1_000))
    assert limits_of(known, "v", 1_000) == PatronLimits(50_00, 60)
    assert limits_of(known, "other", 1_000) == PatronLimits()


def test_a_lower_limit_applies_at_once_and_a_higher_one_a_day_later() -> None:
    first = SetPatronLimits("v", PatronLimits(50_00, 60), at=0)
    second = SetPatronLimits("v", PatronLimits(20_00, 90), at=10)
    known = after(Terminals(), first, second)
    assert limits_of(known, "v", 10) == PatronLimits(20_00, 60)
    a_day = 24 * 60 * 60
    assert limits_of(known, "v", 10 + a_day - 1) == PatronLimits(20_00, 60)
    assert limits_of(known, "v", 10 + a_day) == PatronLimits(20_00, 90)


def test_removing_a_limit_takes_effect_a_day_later() -> None:
    first = SetPatronLimits("v", PatronLimits(50_00, None), at=0)
    known = after(Terminals(), first, SetPatronLimits("v", PatronLimits(None, None), at=5))
    assert limits_of(known, "v", 5) == PatronLimits(50_00, None)
    assert limits_of(known, "v", 5 + DAY_SECONDS) == PatronLimits()


def test_limits_of_earlier_visits_at_a_terminal_are_dropped() -> None:
    """Before, the limits of every visit stayed in memory."""
    known = after(Terminals(), EnrolTerminal("abc"), EnrolTerminal("def"))
    for visit in ("v-1", visit_id("T-0001", 8), visit_id("T-0002", 9), visit_id("T-0001", 10)):
        known = after(known, SetPatronLimits(visit, PatronLimits(50_00, 60), at=0))
    assert list(known.limits) == ["v-1", "T-0002-9", "T-0001-10"]
    late = after(known, SetPatronLimits("T-0001-8", PatronLimits(10_00, None), at=0))
    assert limits_of(late, "T-0001-10", 0) == PatronLimits(50_00, 60)
    assert limits_of(after(late, SetPatronLimits("v-2", PatronLimits(), 0)), "v-1", 0).minutes


@pytest.mark.parametrize("limits", [PatronLimits(0, None), PatronLimits(None, -1)])
def test_an_invalid_limit_is_refused(limits: PatronLimits) -> None:
    assert decide(Terminals(), SetPatronLimits("v", limits, 0)) == TerminalRefusal.NOT_A_LIMIT.at()


def test_a_limit_may_be_a_single_cent_or_minute() -> None:
    (event,) = after_set(PatronLimits(1, 1))
    assert isinstance(event, PatronLimitsSet)
    assert event.schedule.now == PatronLimits(1, 1)


def test_a_command_replaces_both_limits() -> None:
    (event,) = after_set(PatronLimits(50_00, 60))
    assert isinstance(event, PatronLimitsSet)
    assert (event.schedule.now, event.schedule.later) == (PatronLimits(50_00, 60),) * 2


def after_set(limits: PatronLimits) -> tuple[object, ...]:
    decision = decide(Terminals(), SetPatronLimits("v", limits, 0))
    assert not isinstance(decision, Refusal)
    return decision
