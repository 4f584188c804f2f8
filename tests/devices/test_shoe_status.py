import pytest

from punto.devices.shoe_events import (
    CardRead,
    CardsRevoked,
    ErrorCancelled,
    ErrorCode,
    ErrorRaised,
    GameStarted,
    LockTurned,
    PresetChanged,
    StandingBy,
)
from punto.devices.shoe_status import Condition, after


@pytest.mark.parametrize("code", ErrorCode)
def test_an_error_freezes_until_it_is_cleared_save_a_time_out(code: ErrorCode) -> None:
    frozen = after(Condition(), ErrorRaised(code))
    assert bool(frozen.hold) == (code is not ErrorCode.TIME_OUT)
    assert after(frozen, ErrorCancelled(code)).hold == ""


def test_a_lock_holds_before_anything_else() -> None:
    frozen = after(Condition(), ErrorRaised(ErrorCode.CARD_CODE))
    locked = after(frozen, LockTurned(is_locked=True))
    assert locked.hold == "the device is locked"
    assert after(locked, LockTurned(is_locked=False)).hold == "error 6 has not been cleared"


def test_cards_that_went_back_hold_until_somebody_confirms_it() -> None:
    back = after(Condition(), CardsRevoked(4, 2))
    assert back.hold == "it is not confirmed that cards went back"
    assert back.confirmed().hold == ""
    assert back.confirmed().redrawn == {4, 5}
    again = after(back.confirmed(), CardRead(4, "9s"))
    assert (again.redrawn, again.back) == (frozenset({5}), frozenset({5}))
    with pytest.raises(ValueError, match="no card went back"):
        Condition().confirmed()


@pytest.mark.parametrize(("one", "other"), [((5, 1), (4, 1)), ((4, 1), (5, 1)), ((4, 2), (5, 1))])
def test_cards_that_went_back_one_after_the_other_are_confirmed_together(
    one: tuple[int, int], other: tuple[int, int]
) -> None:
    """Only the last were: another card in the place of an earlier one raised no more than words."""
    both = after(after(Condition(), CardsRevoked(*one)), CardsRevoked(*other))
    assert both.revoked == CardsRevoked(4, 2)
    assert both.back == both.confirmed().redrawn == {4, 5}


def test_a_new_line_knows_what_went_back_and_hears_the_rest_again() -> None:
    said = (CardRead(4, "9s"), CardsRevoked(4, 2), LockTurned(is_locked=True), StandingBy(3))
    before = Condition(redrawn=frozenset({2}))
    for event in said:
        before = after(before, event)
    opened = before.reopened()
    assert opened == Condition(cards={4: "9s"}, revoked=CardsRevoked(4, 2), redrawn=frozenset({2}))
    assert opened.hold == "it is not confirmed that cards went back"
    assert opened.back == opened.confirmed().back == frozenset({2, 4, 5})


def test_the_first_reading_of_a_card_is_kept_until_the_next_shoe() -> None:
    read = after(after(Condition(), CardRead(1, "9s")), CardRead(1, "Kd"))
    both = after(read, ErrorRaised(ErrorCode.OVERDRAW, 2, ("2c", "3c")))
    assert both.cards == {1: "9s", 2: "2c", 3: "3c"}
    assert after(both, StandingBy(3)).cards == both.cards
    assert after(both, StandingBy(0)).cards == {}


def test_a_preset_is_remembered_and_a_start_changes_nothing() -> None:
    preset = PresetChanged(8, ())
    assert after(Condition(), preset).preset == preset
    assert after(Condition(), GameStarted()) == Condition()


def test_a_device_says_how_many_cards_are_out() -> None:
    condition = Condition()
    assert condition.cards_out is None
    for event, out in ((StandingBy(3), 3), (CardRead(4, "9s"), 4), (StandingBy(0), 0)):
        condition = after(condition, event)
        assert condition.cards_out == out
