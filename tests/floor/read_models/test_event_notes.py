"""Test that significant events of a table are recorded once, with the values before and after."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from punto.core.irregularities import Trigger
from punto.core.rulebook import DealingMethod
from punto.core.sides import Side
from punto.core.staff_positions import StaffPosition
from punto.devices.shoe_commands import NoticeKind, StaffNotice
from punto.floor.read_models import snapshot_file
from punto.floor.read_models.event_notes import device_note, note_id, significant_event_notes
from punto.floor.read_models.replica import Replica
from punto.floor.streams.writer import CommittedEntry
from punto.games.library import game
from punto.house.staff.commands import RecordSignificantEvent
from punto.house.staff.events import SignificantEventKind, SignificantEventRecorded
from punto.journal.entry import Entry
from punto.table import events
from punto.table.actors import DEVICE, Actor, ActorKind
from punto.table.commands import RulingOutcome
from punto.table.events import MethodChosen, WagersRestricted
from punto.table.settings import default_settings
from punto.table.stakes import Stake
from punto.table.state import Phase, Table
from tests.floor.playing import entries_of, plan_of, served
from tests.floor.working import GAME, LIVE, signed

BOOK = game(GAME)
TABLE = Table(Phase.DEALING, BOOK, default_settings(BOOK))
STAFF = Actor(ActorKind.STAFF, "P-1", StaffPosition.PIT_MANAGER)


def notes(event: Any, by: Actor = STAFF, before: Table = TABLE) -> list[RecordSignificantEvent]:
    kept = CommittedEntry("t", 7, Entry("id", "noon", by, "", (event,)))
    return list(significant_event_notes(kept, before, large_cents=1_000_00))


def kinds(event: Any, by: Actor = STAFF) -> list[SignificantEventKind]:
    return [each.kind for each in notes(event, by)]


def test_a_change_of_settings_is_recorded_with_old_and_new_values() -> None:
    other = replace(TABLE.settings_in_force, total_minimum_cents=5_00)
    (note,) = notes(events.SettingsChanged(other))
    assert (note.before, note.after) == (
        '{"total_minimum_cents":100}',
        '{"total_minimum_cents":500}',
    )
    (first,) = notes(events.SettingsChanged(other), before=Table())
    assert first.before == ""


def test_voids_reversals_and_corrections_are_recorded_with_their_money() -> None:
    returned = (events.ReturnedStakes(1, "v", 123_456_78),)
    (void,) = notes(events.RoundVoided(3, Trigger.UNCOVERED, "T 6.1", returned))
    assert (void.kind, void.reason, void.after) == (
        SignificantEventKind.VOID,
        "uncovered T 6.1",
        "123,456.78",
    )
    settled = (events.WagerSettled(1, "v", Stake("banker", 100_00), 1, 195_00),)
    (back,) = notes(events.RoundReversed(3, Trigger.CARD_COUNT, "T 5", settled))
    assert (back.before, back.after) == ("round 3 paid 195.00", "void, 100.00 back")
    lost = (replace(settled[0], line=0, returned_cents=0),)
    (right,) = notes(events.RoundCorrected(3, "T 5", "9s /", lost, settled))
    assert (right.before, right.after) == ("paid 195.00", "paid 0.00")


def test_a_card_entered_by_hand_is_recorded_without_its_value() -> None:
    drawn = events.CardDrawn(3, 2, "9s", Side.PLAYER, by_hand=True)
    (note,) = notes(drawn)
    assert (note.kind, note.after) == (SignificantEventKind.MANUAL_CARD, "card 2")
    assert notes(replace(drawn, by_hand=False), DEVICE) == []
    assert kinds(events.ExcessCardDrawn(9, "9s")) == [SignificantEventKind.MANUAL_CARD]
    assert notes(events.ExcessCardDrawn(9, "9s"), DEVICE) == []


def test_rulings_methods_irregularities_and_tables_are_recorded() -> None:
    ruling = events.RulingGiven(3, StaffPosition.PIT_MANAGER, RulingOutcome.CONTINUE, "seen")
    assert kinds(ruling) == [SignificantEventKind.RULING]
    assert kinds(events.ParticipationDecided(3, 1, takes_part=False)) == [
        SignificantEventKind.SEAT_RULED
    ]
    assert kinds(events.TableOpened(BOOK.text, BOOK.digest, TABLE.settings_in_force)) == [
        SignificantEventKind.TABLE_OPENED
    ]
    assert kinds(events.TableClosed()) == [SignificantEventKind.TABLE_CLOSED]
    (fewer,) = notes(WagersRestricted(2, "T 3.6.1"))
    assert (fewer.before, fewer.after) == ("wagers an area 3", "wagers an area 2")
    (method,) = notes(MethodChosen(DealingMethod.A, "T 3.8.2"))
    assert (method.before, method.after) == ("method B", "method A")
    raised = events.IrregularityRaised(3, Trigger.UNCOVERED, (), "T 6.1", ())
    assert kinds(raised) == [SignificantEventKind.IRREGULARITY]
    assert notes(replace(raised, trigger=Trigger.TERMINAL_CUT_OFF)) == []


def test_large_wagers_and_wins_are_recorded() -> None:
    def placed(cents: int) -> events.WagersPlaced:
        return events.WagersPlaced(3, 1, "v", 1, (Stake("banker", cents),), cents, 0)

    assert notes(placed(999_99)) == []
    assert kinds(placed(1_000_00)) == [SignificantEventKind.LARGE_WAGER]
    won = events.WagerSettled(1, "v", Stake("tie", 200_00), 1, 1_200_00)
    assert kinds(events.RoundSettled(3, "", (won,))) == [SignificantEventKind.LARGE_WIN]
    small = replace(won, returned_cents=1_199_99)
    assert notes(events.RoundSettled(3, "", (small,))) == []
    assert notes(events.RoundSettled(3, "", ())) == []


def test_each_note_has_a_distinct_id() -> None:
    note = RecordSignificantEvent(SignificantEventKind.VOID, "t", 7)
    assert note_id(note, 0) == "noted/t/7/0"
    assert note_id(note, 1) != note_id(note, 0)


def test_an_event_left_unrecorded_by_a_crash_is_recorded_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def noted(floor: Any) -> Iterator[int]:
        for kept in entries_of(floor.floor, "staff"):
            for event in kept.entry.events:
                if (
                    isinstance(event, SignificantEventRecorded)
                    and event.kind is SignificantEventKind.IRREGULARITY
                ):
                    yield event.entry

    applies = Replica.apply
    forgetting = patch.object(Replica, "apply", lambda self, kept: applies(self, kept) and [])
    # The snapshot file must preserve it, too.
    monkeypatch.setattr(snapshot_file, "ENTRIES_WORTH", 1)

    async def work() -> None:
        async with served(tmp_path, plan_of(GAME)) as floor, signed(floor, "D-214") as dealer:
            await dealer.begin()
            await dealer.acts("CloseBets")
            # The floor commits the entry, but stops before it records the event.
            forgetting.start()
            assert (await dealer.act("ReportIrregularity", trigger="uncovered"))["ok"]
            assert list(noted(floor)) == []
        forgetting.stop()
        for _ in range(2):
            async with served(tmp_path, plan_of(GAME)) as floor:
                found = list(noted(floor))
                assert len(found) == len(set(found)) == 1
                assert floor.floor.owners[LIVE].state.pending_steps

    asyncio.run(work())


def test_only_significant_events_of_a_device_are_recorded() -> None:
    for kind in NoticeKind:
        found = device_note("t", 7, StaffNotice(kind, "locked"))
        is_noted = kind in (NoticeKind.SIGNIFICANT, NoticeKind.ALARM)
        assert found == (
            RecordSignificantEvent(SignificantEventKind.DEVICE, "t", 7, "locked")
            if is_noted
            else None
        )
