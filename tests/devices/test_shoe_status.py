import pytest

from punto.devices.shoe_events import (
    CardRead,
    CardsReturned,
    ErrorCancelled,
    ErrorCode,
    ErrorRaised,
    GameStarted,
    LockChanged,
    PresetChanged,
    ShoeReady,
)
from punto.devices.shoe_status import ShoeStatus, evolve


@pytest.mark.parametrize("code", ErrorCode)
def test_every_error_but_a_time_out_holds_the_round_until_it_is_cleared(code: ErrorCode) -> None:
    held = evolve(ShoeStatus(), ErrorRaised(code))
    assert bool(held.hold) == (code is not ErrorCode.TIME_OUT)
    assert evolve(held, ErrorCancelled(code)).hold == ""


def test_a_lock_is_reported_before_an_error() -> None:
    held = evolve(ShoeStatus(), ErrorRaised(ErrorCode.CARD_CODE))
    locked = evolve(held, LockChanged(is_locked=True))
    assert locked.hold == "the device is locked"
    assert evolve(locked, LockChanged(is_locked=False)).hold == "error 6 has not been cleared"


def test_returned_cards_hold_the_round_until_staff_confirm_them() -> None:
    back = evolve(ShoeStatus(), CardsReturned(4, 2))
    assert back.hold == "staff have not confirmed the cards that went back"
    assert back.with_cards_returned().hold == ""
    assert back.with_cards_returned().redrawn == {4, 5}
    again = evolve(back.with_cards_returned(), CardRead(4, "9s"))
    assert (again.redrawn, again.back) == (frozenset({5}), frozenset({5}))
    with pytest.raises(ValueError, match="no card went back"):
        ShoeStatus().with_cards_returned()


@pytest.mark.parametrize(("one", "other"), [((5, 1), (4, 1)), ((4, 1), (5, 1)), ((4, 2), (5, 1))])
def test_one_confirmation_covers_cards_that_returned_one_by_one(
    one: tuple[int, int], other: tuple[int, int]
) -> None:
    """It once covered only the last one; a changed earlier card then caused only a notice."""
    both = evolve(evolve(ShoeStatus(), CardsReturned(*one)), CardsReturned(*other))
    assert both.revoked == CardsReturned(4, 2)
    assert both.back == both.with_cards_returned().redrawn == {4, 5}


def test_a_new_connection_begins_with_the_cards_and_their_returns() -> None:
    events = (CardRead(4, "9s"), CardsReturned(4, 2), LockChanged(is_locked=True), ShoeReady(3))
    before = ShoeStatus(redrawn=frozenset({2}))
    for event in events:
        before = evolve(before, event)
    opened = before.with_new_line()
    assert opened == ShoeStatus(
        cards={4: "9s"}, revoked=CardsReturned(4, 2), redrawn=frozenset({2})
    )
    assert opened.hold == "staff have not confirmed the cards that went back"
    assert opened.back == opened.with_cards_returned().back == frozenset({2, 4, 5})


def test_the_first_reading_of_a_card_stays_until_the_next_shoe() -> None:
    again = evolve(evolve(ShoeStatus(), CardRead(1, "9s")), CardRead(1, "Kd"))
    both = evolve(again, ErrorRaised(ErrorCode.OVERDRAW, 2, ("2c", "3c")))
    assert both.cards == {1: "9s", 2: "2c", 3: "3c"}
    assert evolve(both, ShoeReady(3)).cards == both.cards
    assert evolve(both, ShoeReady(0)).cards == {}


def test_a_preset_is_recorded_and_a_start_changes_nothing() -> None:
    preset = PresetChanged(8, ())
    assert evolve(ShoeStatus(), preset).preset == preset
    assert evolve(ShoeStatus(), GameStarted()) == ShoeStatus()


def test_the_status_counts_the_cards_out_of_the_device() -> None:
    condition = ShoeStatus()
    assert condition.cards_out is None
    for event, out in ((ShoeReady(3), 3), (CardRead(4, "9s"), 4), (ShoeReady(0), 0)):
        condition = evolve(condition, event)
        assert condition.cards_out == out
