"""Test the significant events on screens, with values before and after and no hidden card."""

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
from punto.floor.read_models import snapshot_file
from punto.floor.read_models.replica import Replica
from punto.floor.read_models.significant_events import (
    SignificantEventView,
    significant_event_notes,
    significant_event_views,
)
from punto.floor.streams.writer import CommittedEntry
from punto.games.library import game
from punto.house.staff.commands import RecordSignificantEvent
from punto.house.staff.events import SignificantEventKind, SignificantEventRecorded
from punto.journal.entry import Entry
from punto.table import events
from punto.table.actors import DEVICE, Actor, ActorKind
from punto.table.commands import (
    ChangeSettings,
    ChooseMethod,
    Command,
    EnterCard,
    GiveRuling,
    RemoveWagers,
    ReportIrregularity,
    RequestLowerWagers,
    RestrictWagers,
    RulingOutcome,
    SettleRound,
)
from punto.table.differential import balancing_proposal
from punto.table.events import MethodChosen, WagersPlaced, WagersRestricted
from punto.table.evolve import evolve
from punto.table.settings import Limit, default_settings
from punto.table.stakes import Stake
from punto.table.state import Phase, Table
from tests.floor.playing import entries_of, plan_of, served
from tests.floor.working import GAME, signed
from tests.irregularities import dealt
from tests.live import DEALER, PIT_MANAGER, SHIFT_MANAGER
from tests.tables import LIVE, Play, betting, dealing, opened, staff
from tests.texts import text

TWO = staff(StaffPosition.PIT_MANAGER, second="Sam")


def told(play: Play, command: Command, by: Actor) -> list[SignificantEventView]:
    table, found = play.table, []
    for event in play.done(command, by):
        after = evolve(table, event)
        one = significant_event_views(event, table, after, "at", "t", by)
        found += [one] if one else []
        table = after
    return found


def moved(found: SignificantEventView, language: str = "en") -> tuple[str, str]:
    """The values before and after, in a language."""
    return text(found.before, language), text(found.after, language)


def test_a_changed_limit_is_shown_with_its_value_before_and_after() -> None:
    play = opened(LIVE)
    limits = tuple(
        replace(each, maximum_cents=10_000_00) for each in play.table.settings_in_force.limits
    )
    settings = replace(play.table.settings_in_force, limits=limits, betting_seconds=30)
    (found,) = told(play, ChangeSettings(settings), TWO)
    assert "Seconds to bet: 20" in text(found.before)
    assert "Seconds to bet: 30" in text(found.after)
    assert "Player: $1 – $5,000" in text(found.before)
    assert "Player: $1 – $10,000" in text(found.after)
    assert found.by == "Ann (pit-manager)"


def test_unchanged_limits_are_not_shown() -> None:
    play = opened(LIVE)
    first, *others = play.table.settings_in_force.limits
    changed = replace(
        play.table.settings_in_force, limits=(replace(first, maximum_cents=9_00), *others)
    )
    (found,) = told(play, ChangeSettings(changed), TWO)
    assert moved(found) == ("Player: $1 – $5,000", "Player: $1 – $9")


def test_a_round_that_was_never_on_hold_is_not_shown_as_held() -> None:
    play = dealing(LIVE, "2s")
    two = staff(StaffPosition.DEALER, second="Sam")
    raised, *_ = told(play, ReportIrregularity(Trigger.FOREIGN_CARD, evidence="the back"), two)
    assert moved(raised) == ("Dealing", "Void")
    play = dealing(LIVE, "2s", "9d", "Ks", "Kd")
    raised, *_ = told(play, ReportIrregularity(Trigger.WRONG_PATRON), DEALER)
    assert moved(raised) == ("Outcome", "Outcome")


def test_a_void_by_a_ruling_is_three_events() -> None:
    play = dealing(LIVE, "2s")
    raised = told(play, ReportIrregularity(Trigger.UNCOVERED), DEALER)
    assert [text(each.words) for each in raised] == ["Anything else (T 6.1)."]
    assert moved(raised[0]) == ("Dealing", "Held")
    by = staff(StaffPosition.GAMING_SHIFT_MANAGER, second="Sam")
    ruled, void = told(play, GiveRuling(RulingOutcome.VOID, "spilled"), by)
    assert text(ruled.words) == "Gaming Shift Manager ruled: The round is void."
    assert text(void.words) == "Round 1 is void: Anything else (T 6.1)."
    assert moved(void) == ("$160.00 at stake", "$160.00 returned")
    assert moved(raised[0], "zh") == ("发牌中", "暂停")
    assert moved(ruled, "zh") == ("暂停", "该局作废")
    assert moved(void, "zh") == ("在台 $160.00", "退回 $160.00")


def test_a_card_entered_by_hand_is_shown_without_its_value() -> None:
    play = dealt(LIVE)
    two = staff(StaffPosition.DEALER, second="Sam")
    (found,) = told(play, EnterCard(1, "9s"), two)
    assert "9s" not in str(found)
    assert moved(found) == ("not read", "read")


def test_methods_removals_and_large_wins_are_significant() -> None:
    play = opened(LIVE)
    (fewer,) = told(play, RestrictWagers(2), PIT_MANAGER)
    assert text(fewer.words) == "A betting area takes 2 wagers (T 3.6.1)."
    assert moved(fewer) == ("3 wagers per area", "2 wagers per area")
    (method,) = told(play, ChooseMethod(DealingMethod.A), PIT_MANAGER)
    assert moved(method) == ("Method B", "Method A")
    play = betting(LIVE, differential_cents=0)
    play.bet(1, banker=100_00)
    play.done(RequestLowerWagers(), DEALER)
    found = balancing_proposal(play.table)
    assert found is not None
    (removed,) = told(play, RemoveWagers(found.removed, "r"), PIT_MANAGER)
    assert text(removed.words) == (
        "$100.00 was removed from seat 1 (T 5.18, 5.18.1, 5.18.2, 5.18.3)."
    )
    assert moved(removed) == ("$100.00 at stake", "$0.00 at stake")
    rich = tuple(Limit(each.key, 1_00, 1_000_000_00) for each in LIVE.wagers)
    play = betting(LIVE, limits=rich)
    play.bet(1, banker=20_000_00)
    play.close()
    play.draw("6s", "9c", "Kd", "Kh")
    (large,) = told(play, SettleRound(), DEALER)
    assert text(large.words) == (
        "Large win at seat 1: Banker returned $40,000.00 for a stake of $20,000.00."
    )
    assert moved(large) == ("$20,000.00 staked", "$40,000.00 paid")
    assert moved(large, "zh") == ("投注 $20,000.00", "已派 $40,000.00")
    # The plan of the house sets the amount from which wagers and wins are large.
    table, stakes = play.table, (Stake("tie", 5_00),)
    placed = WagersPlaced(1, 1, "v", 1, stakes, 5_00, 0)
    assert significant_event_views(placed, table, table, "at", "t", DEALER) is None
    found_wager = significant_event_views(placed, table, table, "at", "t", DEALER, large_cents=5_00)
    assert found_wager is not None
    assert text(found_wager.words) == "Seat 1 made a large wager of $5.00: Tie $5.00."
    assert text(found_wager.after) == "$5.00 staked"


def test_an_ordinary_settlement_is_not_significant() -> None:
    play = dealing(LIVE, "9s", "Kd", "Ks", "8d")
    assert told(play, SettleRound(), SHIFT_MANAGER) == []


# The notes in the staff's stream

BOOK = game(GAME)
TABLE = Table(Phase.DEALING, BOOK, default_settings(BOOK))
STAFF = Actor(ActorKind.STAFF, "P-1", StaffPosition.PIT_MANAGER)


def notes(event: Any, by: Actor = STAFF) -> list[RecordSignificantEvent]:
    kept = CommittedEntry("t", 7, Entry("id", "noon", by, "", (event,)))
    return list(significant_event_notes(kept, TABLE, TABLE, large_cents=1_000_00))


def kinds(event: Any, by: Actor = STAFF) -> list[SignificantEventKind]:
    return [each.kind for each in notes(event, by)]


def test_a_change_of_settings_is_recorded_with_old_and_new_values() -> None:
    other = replace(TABLE.settings_in_force, total_minimum_cents=5_00)
    (note,) = notes(events.SettingsChanged(other))
    assert '"key":"setting.total_minimum_cents"' in note.before
    assert '"values":{"cents":100}' in note.before
    assert '"values":{"cents":500}' in note.after


def test_voids_reversals_and_corrections_are_recorded_with_their_money() -> None:
    returned = (events.ReturnedStakes(1, "v", 123_456_78),)
    (void,) = notes(events.RoundVoided(3, Trigger.UNCOVERED, "T 6.1", returned))
    assert (void.kind, void.reason, void.after) == (
        SignificantEventKind.VOID,
        "T 6.1",
        '{"key":"change.returned","values":{"cents":12345678}}',
    )
    settled = (events.WagerSettled(1, "v", Stake("banker", 100_00), 1, 195_00),)
    (back,) = notes(events.RoundReversed(3, Trigger.CARD_COUNT, "T 5", settled))
    assert (back.before, back.after) == (
        '{"key":"change.paid","values":{"cents":19500}}',
        '{"key":"change.given-back","values":{"cents":10000}}',
    )
    lost = (replace(settled[0], line=0, returned_cents=0),)
    (right,) = notes(events.RoundCorrected(3, "T 5", "9s /", lost, settled))
    assert right.before == back.before
    assert right.after == '{"key":"change.due","values":{"cents":0}}'


def test_a_card_entered_by_hand_is_recorded_without_its_value() -> None:
    drawn = events.CardDrawn(3, 2, "9s", Side.PLAYER, by_hand=True)
    (note,) = notes(drawn)
    assert note.kind is SignificantEventKind.MANUAL_CARD
    assert note.after == '{"key":"change.read","values":{}}'
    assert notes(replace(drawn, by_hand=False), DEVICE) == []
    (excess,) = notes(events.ExcessCardDrawn(9, "9s"))
    assert (excess.kind, excess.after) == (note.kind, note.after)
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
    assert '"values":{"wagers":3}' in fewer.before
    assert '"values":{"wagers":2}' in fewer.after
    (method,) = notes(MethodChosen(DealingMethod.A, "T 3.8.2"))
    assert '"values":{"method":"B"}' in method.before
    assert '"values":{"method":"A"}' in method.after
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


async def test_an_event_left_unrecorded_by_a_crash_is_recorded_at_the_next_start(
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
            assert next(iter(floor.floor.owners.values())).state.pending_steps
