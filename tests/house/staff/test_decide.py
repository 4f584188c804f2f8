"""Test which people may send which commands to the staff's stream, and the events they cause."""

from typing import get_args

import pytest

from punto.core.staff_positions import StaffPosition
from punto.house.staff import commands as staff_commands
from punto.house.staff import events as staff_events
from punto.house.staff.decide import (
    COMMANDS,
    MAX_PENDING,
    MAX_REASON_CHARACTERS,
    StaffRefusal,
    decide,
)
from punto.house.staff.events import ApprovalOutcome, Duty, SignificantEventKind
from punto.house.staff.state import (
    CALLS_RETAINED,
    FAILURES_SECONDS,
    DealerAssignment,
    Person,
    Staff,
    evolve,
)
from punto.table.actors import CLOCK, Actor, ActorKind
from punto.table.refusals import No, Refusal

HOUSE = Actor(ActorKind.HOUSE, "the house")
ADMIN = Actor(ActorKind.STAFF, "admin")
NOW = 1_000_000


def actor(name: str, position: StaffPosition | None = None) -> Actor:
    return Actor(ActorKind.STAFF, name, position)


DEALER, OTHER = actor("D-1", StaffPosition.DEALER), actor("D-2", StaffPosition.DEALER)
SUPERVISOR = actor("S-1", StaffPosition.PIT_SUPERVISOR)
MANAGER = actor("P-1", StaffPosition.PIT_MANAGER)
CASHIER = actor("C-1")
STRANGER = actor("X-9", StaffPosition.GAMING_SHIFT_MANAGER)

PEOPLE = (
    staff_commands.EnrolPerson("admin", "Administrator", None, (Duty.ADMINISTRATOR,), "hash"),
    staff_commands.EnrolPerson("D-1", "Dealer 1", StaffPosition.DEALER, (), "hash"),
    staff_commands.EnrolPerson("D-2", "Dealer 2", StaffPosition.DEALER, (), "hash"),
    staff_commands.EnrolPerson("S-1", "Supervisor", StaffPosition.PIT_SUPERVISOR, (), "hash"),
    staff_commands.EnrolPerson("P-1", "Manager", StaffPosition.PIT_MANAGER, (), "hash"),
    staff_commands.EnrolPerson("C-1", "Cashier", None, (Duty.CASHIER,), "hash"),
    staff_commands.EnrolPerson("demo", "Demo", StaffPosition.DEALER, (), "", is_demo=True),
)


def after(staff: Staff, *asked: tuple[staff_commands.StaffCommand, Actor]) -> Staff:
    for command, by in asked:
        decision = decide(staff, command, by)
        assert not isinstance(decision, Refusal), (command, by, decision)
        for event in decision:
            staff = evolve(staff, event)
    return staff


FLOOR = after(Staff(), *((each, HOUSE) for each in PEOPLE))


def test_the_house_and_administrators_enrol_people() -> None:
    assert set(FLOOR.people) == {"admin", "D-1", "D-2", "S-1", "P-1", "C-1", "demo"}
    assert FLOOR.events == len(PEOPLE)
    assert FLOOR.people["D-1"].must_change
    assert not FLOOR.people["demo"].must_change
    new = staff_commands.EnrolPerson("D-3", "Dealer 3", StaffPosition.DEALER, (), "hash")
    assert "D-3" in after(FLOOR, (new, ADMIN)).people
    for by in (DEALER, MANAGER, CASHIER, STRANGER, CLOCK):
        assert decide(FLOOR, new, by) == No.NOT_ALLOWED.at(None)
    assert decide(FLOOR, PEOPLE[1], ADMIN) == StaffRefusal.NAME_IN_USE.at()


@pytest.mark.parametrize("name", ["", "a b", "D/1", "x" * 25, "名", "--"])
def test_a_name_is_letters_digits_dots_and_hyphens(name: str) -> None:
    assert (
        decide(FLOOR, staff_commands.EnrolPerson(name, "X", None, (), ""), ADMIN)
        == StaffRefusal.NOT_A_NAME.at()
    )


@pytest.mark.parametrize("shown", ["", " x", "x" * 49])
def test_a_display_name_is_neither_empty_nor_long(shown: str) -> None:
    assert (
        decide(FLOOR, staff_commands.EnrolPerson("D-9", shown, None, (), ""), ADMIN)
        == StaffRefusal.NOT_A_NAME.at()
    )
    change = staff_commands.ChangePerson("D-1", shown, None, ())
    assert decide(FLOOR, change, ADMIN) == StaffRefusal.NOT_A_NAME.at()


@pytest.mark.parametrize(("name", "shown"), [("x" * 24, "X"), ("D-9", "x" * 48)])
def test_names_may_have_the_maximum_length(name: str, shown: str) -> None:
    assert (
        name in after(FLOOR, (staff_commands.EnrolPerson(name, shown, None, (), ""), ADMIN)).people
    )


def test_a_change_records_the_previous_name_position_and_duties() -> None:
    change = staff_commands.ChangePerson(
        "D-1", "Dealer One", StaffPosition.PIT_SUPERVISOR, (Duty.CASHIER,)
    )
    decision = decide(FLOOR, change, ADMIN)
    assert decision == (
        staff_events.PersonChanged(
            "D-1",
            "Dealer One",
            StaffPosition.PIT_SUPERVISOR,
            (Duty.CASHIER,),
            "Dealer 1 (dealer)",
        ),
    )
    changed = after(FLOOR, (change, ADMIN)).people["D-1"]
    assert (changed.display_name, changed.position) == ("Dealer One", StaffPosition.PIT_SUPERVISOR)


def test_a_command_about_an_unknown_person_is_refused() -> None:
    for command in (
        staff_commands.ChangePerson("X", "X", None, ()),
        staff_commands.DisablePerson("X"),
        staff_commands.EnablePerson("X"),
        staff_commands.SetPassword("X", "hash", is_code=True),
        staff_commands.SignIn("X", NOW),
        staff_commands.SignOut("X", "gone"),
        staff_commands.DelegatePosition("X", None),
    ):
        assert decide(FLOOR, command, ADMIN) == StaffRefusal.NO_PERSON.at()


def test_the_last_administrator_cannot_be_removed() -> None:
    assert decide(FLOOR, staff_commands.DisablePerson("admin"), ADMIN) == StaffRefusal.LAST.at()
    plain = staff_commands.ChangePerson("admin", "Plain", None, ())
    assert decide(FLOOR, plain, ADMIN) == StaffRefusal.LAST.at()
    two = after(
        FLOOR, (staff_commands.EnrolPerson("root", "Root", None, (Duty.ADMINISTRATOR,), "h"), ADMIN)
    )
    gone = after(two, (staff_commands.DisablePerson("admin"), actor("root")))
    assert (
        decide(gone, staff_commands.DisablePerson("root"), actor("root")) == StaffRefusal.LAST.at()
    )


def test_a_disabled_person_is_refused_until_enabled() -> None:
    gone = after(FLOOR, (staff_commands.DisablePerson("D-1"), ADMIN))
    assert decide(gone, staff_commands.SignIn("D-1", NOW), HOUSE) == No.NOT_ALLOWED.at(None)
    assert decide(
        gone, staff_commands.AssignDealer("t", attends=True, at=""), DEALER
    ) == No.NOT_ALLOWED.at(None)
    assert decide(gone, staff_commands.DisablePerson("D-1"), ADMIN) == StaffRefusal.ALREADY.at()
    back = after(gone, (staff_commands.EnablePerson("D-1"), ADMIN))
    assert not back.people["D-1"].is_disabled
    assert decide(back, staff_commands.EnablePerson("D-1"), ADMIN) == StaffRefusal.ALREADY.at()


def test_three_wrong_passwords_in_thirty_minutes_lock_a_name_for_thirty() -> None:
    wrong = [(staff_commands.RecordFailedSignIn("D-1", NOW + at), HOUSE) for at in (0, 60, 120)]
    tried = after(FLOOR, *wrong[:2])
    assert not tried.is_locked("D-1", NOW + 60)
    locked = after(tried, wrong[2])
    until = NOW + 120 + 30 * 60
    assert locked.people["D-1"].locked_until == until
    assert locked.is_locked("D-1", until - 1)
    assert not locked.is_locked("D-1", until)
    assert (
        decide(locked, staff_commands.SignIn("D-1", until - 1), HOUSE)
        == StaffRefusal.LOCKED_OUT.at()
    )
    assert decide(locked, staff_commands.SignIn("D-1", until), HOUSE) == (
        staff_events.SignedIn("D-1", until),
    )
    assert not locked.is_locked("D-2", NOW)
    assert not locked.is_locked("nobody", NOW)


def test_wrong_passwords_far_apart_or_before_a_right_one_do_not_lock() -> None:
    apart = [
        (staff_commands.RecordFailedSignIn("D-1", NOW + at * FAILURES_SECONDS), HOUSE)
        for at in range(6)
    ]
    assert not after(FLOOR, *apart).people["D-1"].locked_until
    then = (staff_commands.RecordFailedSignIn("D-1", NOW + FAILURES_SECONDS), HOUSE)
    twice_and_then = [(staff_commands.RecordFailedSignIn("D-1", NOW), HOUSE)] * 2 + [then]
    assert not after(FLOOR, *twice_and_then).people["D-1"].locked_until
    tries = [(staff_commands.RecordFailedSignIn("D-1", NOW), HOUSE)] * 2
    right = (staff_commands.SignIn("D-1", NOW), HOUSE)
    assert not after(FLOOR, *tries, right, *tries).people["D-1"].locked_until


def test_an_unknown_name_is_not_recorded() -> None:
    decision = decide(
        FLOOR, staff_commands.RecordFailedSignIn("my password by mistake", NOW), HOUSE
    )
    assert decision == (staff_events.SignInFailed("", NOW),)
    assert after(FLOOR, (staff_commands.RecordFailedSignIn("x", NOW), HOUSE)).people == FLOOR.people


def test_only_the_house_signs_a_person_in() -> None:
    for by in (DEALER, ADMIN, CLOCK):
        assert decide(FLOOR, staff_commands.SignIn("D-1", NOW), by) == No.NOT_ALLOWED.at(None)


def test_people_set_their_passwords_and_administrators_set_codes() -> None:
    own = staff_commands.SetPassword("D-1", "other", is_code=False)
    changed = after(FLOOR, (own, DEALER)).people["D-1"]
    assert (changed.password, changed.must_change) == ("other", False)
    assert decide(FLOOR, own, ADMIN) == No.NOT_ALLOWED.at(None)
    code = staff_commands.SetPassword("D-1", "code", is_code=True)
    assert decide(FLOOR, code, DEALER) == No.NOT_ALLOWED.at(None)
    locked = after(FLOOR, *[(staff_commands.RecordFailedSignIn("D-1", NOW), HOUSE)] * 3)
    reset = after(locked, (code, ADMIN))
    assert reset.people["D-1"].must_change
    assert reset.people["D-1"].locked_until == 0
    demo = staff_commands.SetPassword("demo", "x", is_code=False)
    assert decide(FLOOR, demo, actor("demo")) == StaffRefusal.DEMO.at()
    # A new digest of the same password replaces only the digest that it names.
    before = FLOOR.people["D-1"].password
    anew = staff_commands.SetPassword("D-1", "anew", is_code=False, instead_of=before)
    assert after(FLOOR, (anew, DEALER)).people["D-1"].password == "anew"
    assert decide(reset, anew, DEALER) == StaffRefusal.ALREADY.at()


def test_only_the_person_the_clock_and_administrators_sign_out() -> None:
    for by in (DEALER, CLOCK, ADMIN, HOUSE):
        assert decide(FLOOR, staff_commands.SignOut("D-1", "so"), by) == (
            staff_events.SignedOut("D-1", "so"),
        )
    assert decide(FLOOR, staff_commands.SignOut("D-1", "so"), OTHER) == No.NOT_ALLOWED.at(None)


def test_a_person_may_act_in_positions_up_to_their_own() -> None:
    low = staff_commands.ActInPosition("P-1", StaffPosition.DEALER)
    acting = after(FLOOR, (low, MANAGER))
    assert acting.people["P-1"].holds is StaffPosition.DEALER
    assert (
        after(acting, (staff_commands.ActInPosition("P-1", None), MANAGER)).people["P-1"].acting_as
        is None
    )
    high = staff_commands.ActInPosition("D-1", StaffPosition.PIT_SUPERVISOR)
    assert decide(FLOOR, high, DEALER) == StaffRefusal.NOT_SO_HIGH.at()
    assert decide(FLOOR, low, DEALER) == No.NOT_ALLOWED.at(None)
    assert decide(FLOOR, low, CLOCK) == No.NOT_ALLOWED.at(None)


def test_a_holder_delegates_a_position_until_sign_out() -> None:
    lend = staff_commands.DelegatePosition("D-1", StaffPosition.PIT_SUPERVISOR)
    for by in (OTHER, DEALER, CASHIER):
        assert decide(FLOOR, lend, by) == StaffRefusal.NOT_SO_HIGH.at()
    lent = after(FLOOR, (lend, SUPERVISOR))
    acts = after(lent, (staff_commands.ActInPosition("D-1", StaffPosition.PIT_SUPERVISOR), DEALER))
    assert acts.people["D-1"].holds is StaffPosition.PIT_SUPERVISOR
    on = staff_commands.DelegatePosition("D-2", StaffPosition.PIT_SUPERVISOR)
    assert decide(acts, on, DEALER) == StaffRefusal.NOT_SO_HIGH.at(), "what is lent is not lent on"
    too_high = staff_commands.DelegatePosition("S-1", StaffPosition.GAMING_SHIFT_MANAGER)
    assert decide(acts, too_high, MANAGER) == StaffRefusal.NOT_SO_HIGH.at()
    out = after(acts, (staff_commands.SignOut("D-1", "so"), DEALER)).people["D-1"]
    assert (out.lent, out.acting_as) == (None, None)
    again = after(acts, (lend, SUPERVISOR)).people["D-1"]
    assert again.holds is StaffPosition.PIT_SUPERVISOR, "lent anew, it goes on"
    ended = after(acts, (staff_commands.DelegatePosition("D-1", None), MANAGER)).people["D-1"]
    assert (ended.lent, ended.holds) == (None, StaffPosition.DEALER)
    own = after(FLOOR, (staff_commands.ActInPosition("S-1", StaffPosition.DEALER), SUPERVISOR))
    kept = after(own, (staff_commands.DelegatePosition("S-1", StaffPosition.PIT_MANAGER), MANAGER))
    assert kept.people["S-1"].acting_as is StaffPosition.DEALER


def test_a_dealer_takes_a_table_and_another_relieves_them() -> None:
    take = staff_commands.AssignDealer("t", attends=True, at="noon")
    give = staff_commands.AssignDealer("t", attends=False, at="noon")
    assert decide(FLOOR, take, CASHIER) == No.NOT_ALLOWED.at(None)
    assert decide(FLOOR, take, CLOCK) == No.NOT_ALLOWED.at(None)
    assert decide(FLOOR, give, DEALER) == StaffRefusal.ALREADY.at()
    taken = after(FLOOR, (take, DEALER))
    assert taken.attended == {"t": DealerAssignment("D-1", "noon")}
    assert decide(taken, take, DEALER) == StaffRefusal.ALREADY.at()
    assert decide(taken, give, OTHER) == No.NOT_ALLOWED.at(None)
    relieved = after(taken, (take, OTHER))
    assert relieved.attended["t"].by == "D-2"
    assert after(relieved, (give, SUPERVISOR)).attended == {}
    assert after(relieved, (give, OTHER)).attended == {}


def test_pit_supervisors_disable_components_with_a_reason() -> None:
    stop, go = (
        staff_commands.DisableComponent("T-0001", "screen dark"),
        staff_commands.EnableComponent("T-0001", "mended"),
    )
    for by in (DEALER, CASHIER, ADMIN, CLOCK):
        assert decide(FLOOR, stop, by) == No.NOT_ALLOWED.at(None)
    # The house disables a component that it no longer trusts. Only a person enables it.
    assert after(FLOOR, (stop, HOUSE)).disabled == {"T-0001": "screen dark"}
    assert decide(after(FLOOR, (stop, HOUSE)), go, HOUSE) == No.NOT_ALLOWED.at(None)
    assert decide(FLOOR, staff_commands.DisableComponent("t", "  "), MANAGER) == No.NO_REASON.at(
        None
    )
    assert decide(
        FLOOR, staff_commands.DisableComponent("t", "x" * 201), MANAGER
    ) == StaffRefusal.REASON_TOO_LONG.at(maximum=MAX_REASON_CHARACTERS)
    for words in ("x", "x" * 200):
        assert after(FLOOR, (staff_commands.DisableComponent("t", words), MANAGER)).disabled == {
            "t": words
        }
    assert decide(FLOOR, go, MANAGER) == StaffRefusal.ALREADY.at()
    stopped = after(FLOOR, (stop, SUPERVISOR))
    assert stopped.disabled == {"T-0001": "screen dark"}
    assert decide(stopped, stop, MANAGER) == StaffRefusal.ALREADY.at()
    assert decide(stopped, stop, HOUSE) == StaffRefusal.ALREADY.at()
    failed = staff_commands.DisableComponent("T-0001", "unexpected error: KeyError: 7")
    assert decide(stopped, failed, MANAGER) == StaffRefusal.ALREADY.at()
    assert after(stopped, (failed, HOUSE)).disabled == {"T-0001": failed.reason}
    assert after(stopped, (go, MANAGER)).disabled == {}


def test_a_call_is_answered_once() -> None:
    answer = staff_commands.AnswerCall(7, "explained")
    assert decide(FLOOR, answer, CASHIER) == No.NOT_ALLOWED.at(None)
    answered = after(FLOOR, (answer, DEALER))
    assert answered.calls == {7: "explained"}
    assert decide(answered, answer, MANAGER) == StaffRefusal.ANSWERED.at()


def test_only_the_latest_answered_calls_are_retained() -> None:
    staff = FLOOR
    for call in range(CALLS_RETAINED + 3):
        staff = after(staff, (staff_commands.AnswerCall(call, "explained"), DEALER))
    assert list(staff.calls) == list(range(3, CALLS_RETAINED + 3))


PROPOSED = staff_commands.RequestApproval("t", "EnterCard", "{}", NOW)


def test_a_request_waits_for_another_persons_approval() -> None:
    assert decide(FLOOR, PROPOSED, CASHIER) == No.NOT_ALLOWED.at(None)
    entered = after(FLOOR, (PROPOSED, DEALER))
    waiting = entered.waiting["E-1"]
    assert (waiting.by, waiting.position, waiting.lapses_at) == (
        "D-1",
        StaffPosition.DEALER,
        NOW + 5 * 60,
    )
    yes = staff_commands.AnswerApproval("E-1", ApprovalOutcome.APPROVED)
    assert decide(entered, yes, DEALER) == StaffRefusal.OWN_ENTRY.at()
    assert decide(entered, yes, CASHIER) == No.NOT_ALLOWED.at(None)
    assert decide(entered, yes, CLOCK) == No.NOT_ALLOWED.at(None)
    done = after(entered, (yes, OTHER))
    assert done.waiting == {}
    assert decide(done, yes, OTHER) == StaffRefusal.NO_ENTRY.at()
    assert "E-2" in after(done, (PROPOSED, DEALER)).waiting


def test_at_the_cage_cashiers_may_request_approval() -> None:
    at_cage = staff_commands.RequestApproval(staff_events.CAGE, "PayOut", "{}", NOW)
    assert after(FLOOR, (at_cage, CASHIER)).waiting["E-1"].by == "C-1"
    assert decide(FLOOR, at_cage, ADMIN) == No.NOT_ALLOWED.at(None)


def test_a_request_is_declined_withdrawn_or_lapses_by_the_clock() -> None:
    entered = after(FLOOR, (PROPOSED, DEALER))
    no = staff_commands.AnswerApproval("E-1", ApprovalOutcome.DECLINED, "not seen")
    for by in (DEALER, OTHER, MANAGER):
        assert decide(entered, no, by) == (
            staff_events.ApprovalAnswered("E-1", ApprovalOutcome.DECLINED, "not seen"),
        )
    lapse = staff_commands.AnswerApproval("E-1", ApprovalOutcome.LAPSED)
    assert decide(entered, lapse, MANAGER) == No.NOT_ALLOWED.at(None)
    assert after(entered, (lapse, CLOCK)).waiting == {}


def test_the_number_of_pending_requests_is_limited() -> None:
    full = after(FLOOR, *[(PROPOSED, DEALER)] * 50)
    assert decide(full, PROPOSED, OTHER) == StaffRefusal.TOO_MANY.at(maximum=MAX_PENDING)


def test_a_significant_event_is_recorded_for_any_actor() -> None:
    note = staff_commands.RecordSignificantEvent(
        SignificantEventKind.VOID, "t", 7, "why", "was", "is"
    )
    noted = staff_events.SignificantEventRecorded(
        SignificantEventKind.VOID, "t", 7, "why", "was", "is"
    )
    assert decide(FLOOR, note, CLOCK) == (noted,)
    assert evolve(FLOOR, noted).events == FLOOR.events + 1


def test_a_refused_action_is_recorded() -> None:
    refused = staff_commands.RecordRefusal("SettleRound", "not-allowed", 3)
    noted = staff_events.ActionRefused("SettleRound", "not-allowed", 3)
    assert decide(FLOOR, refused, DEALER) == (noted,)
    assert evolve(FLOOR, noted).events == FLOOR.events + 1
    alone = staff_commands.RecordRefusal("SettleRound", "not-allowed")
    assert decide(FLOOR, alone, DEALER) == (
        staff_events.ActionRefused("SettleRound", "not-allowed", 0),
    )


def test_a_person_holds_the_position_they_act_in() -> None:
    person = Person("a", "A", StaffPosition.DEALER, (), "")
    assert person.holds is StaffPosition.DEALER


def test_a_second_factor_belongs_to_its_person_and_each_code_works_once() -> None:
    with_factor = after(FLOOR, (staff_commands.SetSecondFactor("D-1", "salt"), DEALER))
    assert with_factor.people["D-1"].factor == "salt"
    for by in (OTHER, ADMIN, HOUSE, CLOCK):
        assert decide(
            FLOOR, staff_commands.SetSecondFactor("D-1", "salt"), by
        ) == No.NOT_ALLOWED.at(None)
    demo = staff_commands.SetSecondFactor("demo", "salt")
    assert decide(FLOOR, demo, actor("demo", StaffPosition.DEALER)) == StaffRefusal.DEMO.at()
    assert (
        decide(FLOOR, staff_commands.SetSecondFactor("X", "salt"), DEALER)
        == StaffRefusal.NO_PERSON.at()
    )
    used = after(with_factor, (staff_commands.UseSecondFactor("D-1", 7), HOUSE))
    for step in (6, 7):
        assert (
            decide(used, staff_commands.UseSecondFactor("D-1", step), HOUSE)
            == StaffRefusal.CODE_USED.at()
        )
    assert decide(used, staff_commands.UseSecondFactor("D-1", 8), DEALER) == No.NOT_ALLOWED.at(None)
    assert decide(FLOOR, staff_commands.UseSecondFactor("D-1", 8), HOUSE) == No.NOT_ALLOWED.at(None)
    assert decide(used, staff_commands.RemoveSecondFactor("D-1"), DEALER) == No.NOT_ALLOWED.at(None)
    assert after(used, (staff_commands.RemoveSecondFactor("D-1"), ADMIN)).people == FLOOR.people
    anew = after(used, (staff_commands.SetSecondFactor("D-1", "other"), DEALER))
    assert decide(anew, staff_commands.UseSecondFactor("D-1", 1), HOUSE) == (
        staff_events.SecondFactorUsed("D-1", 1),
    )
    assert (
        decide(FLOOR, staff_commands.RemoveSecondFactor("D-1"), ADMIN) == StaffRefusal.ALREADY.at()
    )


def test_a_deferred_command_waits_under_its_sender_until_applied() -> None:
    change = staff_commands.DeferCommand("D-1/a", "tiger-5", "ChooseMethod", "{}")
    kept = after(FLOOR, (change, DEALER))
    assert kept.changes["D-1/a"].by == DEALER
    assert decide(kept, change, DEALER) == StaffRefusal.ALREADY.at()
    assert decide(FLOOR, change, CASHIER) == No.NOT_ALLOWED.at(None)
    for each in range(MAX_PENDING - 1):
        kept = after(
            kept, (staff_commands.DeferCommand(f"D-1/{each}", "tiger-5", "X", "{}"), DEALER)
        )
    assert decide(
        kept, staff_commands.DeferCommand("D-1/b", "t", "X", "{}"), DEALER
    ) == StaffRefusal.TOO_MANY.at(maximum=MAX_PENDING)
    taken = staff_commands.ApplyDeferredCommand("D-1/a", ApprovalOutcome.APPROVED)
    assert decide(kept, taken, DEALER) == No.NOT_ALLOWED.at(None)
    assert "D-1/a" not in after(kept, (taken, HOUSE)).changes
    assert decide(FLOOR, taken, HOUSE) == StaffRefusal.NO_ENTRY.at()


def test_only_staff_delegate_a_position() -> None:
    for by in (HOUSE, CLOCK, STRANGER):
        delegate = staff_commands.DelegatePosition("D-1", StaffPosition.DEALER)
        assert decide(FLOOR, delegate, by) == No.NOT_ALLOWED.at(None)


def test_every_command_has_a_row() -> None:
    assert set(COMMANDS) == set(get_args(staff_commands.StaffCommand))
