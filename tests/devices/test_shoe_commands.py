from dataclasses import replace

import pytest
from msgspec import structs

from punto.core.facts import Winner
from punto.core.irregularities import Trigger
from punto.core.sides import Side
from punto.core.tableau import SEVEN_UP, STANDARD
from punto.devices.shoe_commands import NoticeKind, ShoeResponse, commands_for
from punto.devices.shoe_events import (
    CardRead,
    CardsReturned,
    CardsTurnedUp,
    ErrorCancelled,
    ErrorCode,
    ErrorRaised,
    GameStarted,
    LockChanged,
    PresetChanged,
    ShoeEvent,
    ShoeReady,
    Verdict,
)
from punto.devices.shoe_status import ShoeStatus
from punto.table.commands import DrawCard, ReportEmptyShoe, ReportIrregularity
from punto.table.state import Table
from tests.tables import TIGER, betting, dealing, physical

CLEAN = ShoeStatus()


def response(event: ShoeEvent, table: Table, condition: ShoeStatus = CLEAN) -> ShoeResponse:
    return commands_for(event, table, condition)


def only_notice(event: ShoeEvent, table: Table, condition: ShoeStatus = CLEAN) -> tuple[str, str]:
    """The notice of an event that causes one notice and no commands."""
    found = response(event, table, condition)
    assert found.commands == ()
    (notice,) = found.notices
    return notice.kind, notice.words


def reported(event: ShoeEvent, table: Table) -> list[Trigger]:
    commands = response(event, table).commands
    return [command.trigger for command in commands if isinstance(command, ReportIrregularity)]


def test_the_next_card_is_drawn_and_the_side_bit_only_compared() -> None:
    table = dealing(TIGER, "9s").table
    right = response(CardRead(2, "Kd", Side.BANKER), table)
    assert right == ShoeResponse((DrawCard(2, "Kd"),))
    wrong = response(CardRead(2, "Kd", Side.PLAYER), table)
    assert wrong.commands == right.commands
    assert wrong.notices[0].words == "Card 2 is not for the player hand, as the device has it."


def test_an_unrequested_card_raises_an_alarm() -> None:
    finished = dealing(TIGER, "9s", "Kc", "Kd", "6h").table
    found = response(CardRead(5, "2c", Side.PLAYER), finished)
    assert found.commands == (DrawCard(5, "2c"),)
    assert found.notices[0].words == "Card 5 was not called for."
    needed = response(CardRead(2, "2c", in_game=False), dealing(TIGER, "9s").table)
    assert needed.commands == (DrawCard(2, "2c"),)
    assert "though the device takes it for one too many" in needed.notices[0].words


def test_the_first_card_of_a_shoe_may_be_burned_without_an_alarm() -> None:
    table = physical(TIGER, burns=True).table
    assert response(CardRead(1, "9s"), table) == ShoeResponse((DrawCard(1, "9s"),))


def test_without_a_shoe_the_table_gets_no_commands() -> None:
    table = structs.replace(physical().table, shoe=None)
    assert only_notice(CardRead(1, "9s"), table)[0] == NoticeKind.ALARM
    assert only_notice(ErrorRaised(ErrorCode.CARD_CODE), table)[0] == NoticeKind.ALARM
    assert only_notice(ShoeReady(0), table)[0] == NoticeKind.STEP
    assert only_notice(PresetChanged(8, ()), Table())[0] == NoticeKind.SIGNIFICANT


def test_a_number_read_twice_is_the_same_card_or_an_alarm() -> None:
    table = dealing(TIGER, "9s").table
    known = replace(CLEAN, cards={1: "9s"})
    assert response(CardRead(1, "9s"), table, known) == ShoeResponse()
    assert (
        only_notice(CardRead(1, "Kd"), table, known)[1] == "Card 1 was read as 9s and then as Kd."
    )
    back = replace(known, redrawn=frozenset({1}))
    (report,) = response(CardRead(1, "Kd"), table, back).commands
    assert isinstance(report, ReportIrregularity)
    assert report.trigger is Trigger.ORDER_LOST


@pytest.mark.parametrize(
    ("code", "trigger"),
    [
        (ErrorCode.BUTTON_MISHANDLED, Trigger.WRONG_ORDER),
        (ErrorCode.REVERSE_AT_EXIT, Trigger.ORDER_LOST),
        (ErrorCode.REVERSE_ON_THE_WAY, Trigger.ORDER_LOST),
        (ErrorCode.CARD_CODE, Trigger.FOREIGN_CARD),
    ],
)
def test_an_error_is_reported_as_its_irregularity(code: ErrorCode, trigger: Trigger) -> None:
    event = ErrorRaised(code, 2, is_order_known=False)
    assert reported(event, dealing(TIGER, "9s").table) == [trigger]


def test_a_card_that_the_device_cannot_read_is_drawn_face_down() -> None:
    table = dealing(TIGER, "9s").table
    assert response(ErrorRaised(ErrorCode.CANNOT_READ, 2), table).commands == (DrawCard(2, "?"),)
    assert response(ErrorRaised(ErrorCode.CANNOT_READ), table).commands == ()


def test_an_overdraw_is_reported_once_and_in_order() -> None:
    table = dealing(TIGER, "9s", "Kc").table
    both = ErrorRaised(ErrorCode.OVERDRAW, 3, ("Kd", "6h"))
    assert reported(both, table) == [Trigger.DRAWN_TOGETHER]
    one = ErrorRaised(ErrorCode.OVERDRAW, 3, ("Kd",))
    assert response(one, table).commands == (DrawCard(3, "Kd"),)
    for first in (2, 4):
        assert response(ErrorRaised(ErrorCode.OVERDRAW, first, ("Kd", "6h")), table).commands == ()


def test_a_time_out_reminds_unless_the_shoe_is_empty() -> None:
    event, table = ErrorRaised(ErrorCode.TIME_OUT), dealing(TIGER, "9s").table
    assert only_notice(event, table)[0] == NoticeKind.PROMPT
    empty = structs.replace(table, shoe=structs.replace(table.device, cards_out=416))
    assert response(event, empty).commands == (ReportEmptyShoe(),)
    finished = dealing(TIGER, "9s", "Kc", "Kd", "6h").table
    idle = structs.replace(finished, shoe=structs.replace(finished.device, cards_out=416))
    assert response(event, idle).commands == ()


def test_a_game_may_begin_only_after_bets_have_closed() -> None:
    assert only_notice(GameStarted(), dealing(TIGER).table)[0] == NoticeKind.STEP
    assert only_notice(GameStarted(), betting().table)[0] == NoticeKind.ALARM


def test_a_device_with_another_count_is_reported() -> None:
    table = dealing(TIGER, "9s").table
    assert only_notice(ShoeReady(1), table)[0] == NoticeKind.STEP
    assert only_notice(ShoeReady(2), table)[0] == NoticeKind.ALARM
    assert reported(ShoeReady(0), table) == [Trigger.DEVICE_RESET]
    between = structs.replace(physical().table, shoe=structs.replace(table.device, cards_out=9))
    assert only_notice(ShoeReady(0), between)[0] == NoticeKind.ALARM
    # Returned cards are not out, even if a new connection began before they came again.
    back = ShoeStatus(revoked=CardsReturned(8, 2))
    assert only_notice(ShoeReady(7), between, back)[0] == NoticeKind.STEP
    assert only_notice(ShoeReady(6), between, back)[0] == NoticeKind.ALARM


def test_the_verdict_of_the_device_is_compared() -> None:
    finished = dealing(TIGER, "9s", "Kc", "Kd", "6h").table
    assert only_notice(Verdict(Winner.PLAYER, 9, 6), finished)[0] == NoticeKind.STEP
    assert only_notice(Verdict(Winner.BANKER, 9, 6), finished)[0] == NoticeKind.ALARM
    assert only_notice(Verdict(Winner.PLAYER, 9, 6), betting().table)[0] == NoticeKind.ALARM


def test_a_preset_must_fit_the_order_of_dealing() -> None:
    table = dealing(TIGER).table
    right, wrong = PresetChanged(8, STANDARD.initial), PresetChanged(8, SEVEN_UP.initial)
    assert only_notice(right, table)[0] == NoticeKind.SIGNIFICANT
    assert only_notice(wrong, table) == (
        NoticeKind.ALARM,
        "The device was set to 8 decks dealt BPB, which this table does not play.",
    )
    misfit = replace(CLEAN, preset=wrong)
    assert only_notice(CardRead(1, "9s"), table, misfit)[0] == NoticeKind.ALARM
    assert response(CardRead(1, "9s"), table, replace(CLEAN, preset=right)).notices == ()


@pytest.mark.parametrize(
    ("event", "kind"),
    [
        (CardsTurnedUp(Side.PLAYER), NoticeKind.STEP),
        (LockChanged(is_locked=True), NoticeKind.SIGNIFICANT),
        (LockChanged(is_locked=False), NoticeKind.SIGNIFICANT),
        (ErrorCancelled(ErrorCode.OVERDRAW), NoticeKind.SIGNIFICANT),
        (CardsReturned(4, 1), NoticeKind.PROMPT),
    ],
)
def test_an_event_without_commands_is_reported_to_staff(event: ShoeEvent, kind: str) -> None:
    assert only_notice(event, dealing(TIGER).table)[0] == kind
