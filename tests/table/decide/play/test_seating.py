from punto.core.staff_positions import StaffPosition
from punto.table.actors import DEVICE, HOUSE_DEALER
from punto.table.commands import (
    AcknowledgeScreen,
    CloseBets,
    ConfirmParticipants,
    DecideParticipation,
    DisconnectTerminal,
    LeaveSeat,
    ReconnectTerminal,
    TakeSeat,
)
from punto.table.events import (
    ParticipantsConfirmed,
    ParticipationDecided,
    ReturnedStakes,
    ScreenAcknowledged,
    SeatLeft,
    SeatTaken,
    TerminalDisconnected,
    TerminalReconnected,
)
from punto.table.evolve import evolve
from tests.live import lay
from tests.tables import LIVE, Play, betting, dealing, opened, patron, staff

SHIFT_MANAGER = staff(StaffPosition.GAMING_SHIFT_MANAGER)


def test_a_patron_takes_and_leaves_a_free_seat() -> None:
    play = opened(seats=())
    assert play.done(TakeSeat(4, "visit-4"), patron(4)) == (SeatTaken(4, "visit-4"),)
    assert play.done(LeaveSeat(4), patron(4)) == (SeatLeft(4, "visit-4"),)
    assert play.refused(LeaveSeat(4), patron(4)) == "seat-free"


def test_a_seat_is_for_one_and_a_visit_has_one_seat() -> None:
    play = opened(seats=(1,))
    assert play.refused(TakeSeat(1, "visit-2"), patron(2)) == "seat-taken"
    assert play.refused(TakeSeat(2, "visit-1"), patron(1)) == "seat-taken"
    assert play.refused(TakeSeat(9, "visit-2"), patron(2)) == "no-such-seat"
    assert play.refused(TakeSeat(0, "visit-2"), patron(2)) == "no-such-seat"


def test_only_staff_take_or_leave_a_seat_for_a_patron() -> None:
    play = opened(seats=(1,))
    assert play.refused(TakeSeat(2, "visit-2"), patron(3)) == "not-your-seat"
    assert play.refused(LeaveSeat(1), patron(3)) == "not-your-seat"
    play.done(TakeSeat(2, "visit-2"), staff(StaffPosition.DEALER))
    assert play.refused(LeaveSeat(2), DEVICE) == "not-your-seat"


def test_a_seat_with_stakes_is_not_left_until_the_round_has_ended() -> None:
    play = dealing()
    assert play.refused(LeaveSeat(1), patron(1)) == "stakes-there"
    play.done(LeaveSeat(3), patron(3))
    play.finish("9s", "Kc", "Kd", "6h")
    play.done(LeaveSeat(1), patron(1))


def test_an_acknowledgement_is_recorded_once() -> None:
    play = betting()
    play.bet(1, banker=100_00)
    seen = AcknowledgeScreen(1, 1, accepted=1)
    assert play.done(seen, patron(1)) == (ScreenAcknowledged(1, 1, 1, closed=False),)
    assert play.done(seen, patron(1)) == ()
    play.done(CloseBets())
    shown = AcknowledgeScreen(1, 1, closed=True)
    assert play.done(shown, patron(1)) == (ScreenAcknowledged(1, 1, 0, closed=True),)
    assert play.done(shown, patron(1)) == ()
    assert play.table.current.accepted == {1: 1}


def test_a_terminal_acknowledges_only_its_own_seat_and_existing_sets() -> None:
    play = betting()
    play.bet(1, banker=100_00)
    assert play.refused(AcknowledgeScreen(1, 1, accepted=1), patron(2)) == "not-your-seat"
    assert play.refused(AcknowledgeScreen(1, 5, accepted=1), patron(5)) == "seat-free"
    assert play.refused(AcknowledgeScreen(2, 1, accepted=1), patron(1)) == "other-round"
    # A terminal cannot have displayed a set that was never accepted, nor a close that has not come.
    assert play.done(AcknowledgeScreen(1, 1, accepted=7), patron(1)) == ()
    assert play.done(AcknowledgeScreen(1, 1, accepted=7, closed=True), patron(1)) == ()
    assert play.done(AcknowledgeScreen(1, 1, accepted=1, closed=True), patron(1)) == (
        ScreenAcknowledged(1, 1, 1, closed=False),
    )
    play.done(CloseBets())
    assert play.done(AcknowledgeScreen(1, 1, accepted=7, closed=True), patron(1)) == (
        ScreenAcknowledged(1, 1, 0, closed=True),
    )


def test_between_rounds_there_is_nothing_to_acknowledge() -> None:
    assert opened().refused(AcknowledgeScreen(0, 1, closed=True), patron(1)) == "other-round"


def test_a_disconnected_terminal_is_recorded_and_the_round_continues() -> None:
    play = betting()
    assert play.done(DisconnectTerminal(1), DEVICE) == (TerminalDisconnected(1),)
    assert play.done(DisconnectTerminal(1), DEVICE) == ()
    play.done(CloseBets())
    assert play.done(ReconnectTerminal(1), DEVICE) == (TerminalReconnected(1),)
    assert play.refused(DisconnectTerminal(7), DEVICE) == "seat-free"
    assert play.refused(DisconnectTerminal(1), patron(1)) == "not-allowed"


def cut_off(*, acknowledged: int) -> Play:
    """A table whose seat 1 placed two sets, displayed some acceptances and was cut off."""
    play = betting()
    play.bet(1, banker=100_00)
    play.bet(2, player=50_00)
    play.bet(1, banker=200_00)
    if acknowledged:
        play.done(AcknowledgeScreen(1, 1, accepted=acknowledged), patron(1))
    play.done(DisconnectTerminal(1), DEVICE)
    play.done(CloseBets())
    return play


def test_a_wager_whose_acceptance_a_cut_off_terminal_displayed_takes_part() -> None:
    play = cut_off(acknowledged=3)
    assert play.done(ConfirmParticipants()) == (ParticipantsConfirmed(1, (1, 2), (), ""),)


def test_a_wager_whose_acceptance_a_cut_off_terminal_never_displayed_is_returned() -> None:
    for seen in (0, 1):
        play = cut_off(acknowledged=seen)
        (event,) = play.done(ConfirmParticipants())
        assert event == ParticipantsConfirmed(
            1, (2,), (ReturnedStakes(1, "visit-1", 200_00),), "POLICY P2"
        )
        assert 1 not in play.table.current.sets


def test_an_acknowledgement_still_counts_after_the_close_and_before_the_first_card() -> None:
    play = cut_off(acknowledged=0)
    play.done(ReconnectTerminal(1), DEVICE)
    play.done(AcknowledgeScreen(1, 1, accepted=3), patron(1))
    assert play.done(ConfirmParticipants()) == (ParticipantsConfirmed(1, (1, 2), (), ""),)


def test_an_acknowledgement_after_the_first_card_does_not_count() -> None:
    play = cut_off(acknowledged=0)
    play.draw("9s")
    play.done(AcknowledgeScreen(1, 1, accepted=3), patron(1))
    assert 1 not in play.table.current.sets


def test_a_terminal_reconnected_before_the_close_takes_part() -> None:
    play = betting()
    play.bet(1, banker=100_00)
    play.done(DisconnectTerminal(1), DEVICE)
    play.done(ReconnectTerminal(1), DEVICE)
    play.done(CloseBets())
    assert play.done(ConfirmParticipants()) == (ParticipantsConfirmed(1, (1,), (), ""),)


def test_a_terminal_lost_after_the_close_takes_part() -> None:
    play = betting()
    play.bet(1, banker=100_00)
    play.done(CloseBets())
    play.done(DisconnectTerminal(1), DEVICE)
    assert play.done(ConfirmParticipants()) == (ParticipantsConfirmed(1, (1,), (), ""),)


def test_the_shift_manager_may_decide_about_a_seat_until_the_first_card() -> None:
    play = cut_off(acknowledged=0)
    assert (
        play.refused(DecideParticipation(1, takes_part=True), staff(StaffPosition.PIT_MANAGER))
        == "not-allowed"
    )
    assert play.refused(DecideParticipation(3, takes_part=True), SHIFT_MANAGER) == "seat-free"
    assert play.done(DecideParticipation(1, takes_part=True), SHIFT_MANAGER) == (
        ParticipationDecided(1, 1, takes_part=True),
    )
    assert play.done(ConfirmParticipants()) == (ParticipantsConfirmed(1, (1, 2), (), ""),)
    assert play.refused(DecideParticipation(1, takes_part=False), SHIFT_MANAGER) == "too-late"
    play.draw("9s")
    assert play.refused(DecideParticipation(1, takes_part=False), SHIFT_MANAGER) == "too-late"


def test_a_ruling_on_a_wager_without_doubt_is_refused() -> None:
    """Before, a shift manager could remove any wager after the close."""
    play = betting(LIVE)
    play.bet(1, banker=100_00)
    play.bet(2, banker=100_00)
    lay(play, 3, banker=100_00)
    play.done(CloseBets())
    play.done(AcknowledgeScreen(1, 1, 1, closed=True), patron(1))
    assert play.refused(DecideParticipation(1, takes_part=False), SHIFT_MANAGER) == "not-in-doubt"
    assert play.refused(DecideParticipation(-3, takes_part=False), SHIFT_MANAGER) == "not-in-doubt"
    assert play.done(DecideParticipation(2, takes_part=False), SHIFT_MANAGER)


def test_participants_are_confirmed_once() -> None:
    play = betting()
    play.done(CloseBets())
    play.done(ConfirmParticipants())
    assert play.done(ConfirmParticipants()) == ()
    assert play.refused(ConfirmParticipants(), patron(1)) == "not-allowed"
    play.draw("9s")
    assert play.refused(ConfirmParticipants(), HOUSE_DEALER) == "too-late"


def test_the_last_position_is_a_seat_too() -> None:
    assert opened(seats=(8,), positions=8).table.seats.keys() == {8}


def test_a_cut_off_terminal_without_any_acceptance_takes_no_part() -> None:
    play = betting()
    play.bet(1, banker=100_00)
    play.done(DisconnectTerminal(1), DEVICE)
    play.done(CloseBets())
    (confirmed,) = play.done(ConfirmParticipants())
    assert isinstance(confirmed, ParticipantsConfirmed)
    assert confirmed.returned == (ReturnedStakes(1, "visit-1", 100_00),)


def test_displaying_the_close_does_not_acknowledge_a_wager() -> None:
    table = betting().table
    seen = evolve(table, ScreenAcknowledged(1, 1, 0, closed=True))
    assert seen.current.accepted == {1: 0}
