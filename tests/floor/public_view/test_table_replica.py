"""A replica of a table draws the same views as a served floor, from the journal's entries alone."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from punto.floor.floor import utc_now
from punto.floor.lobby.lobby import lobby
from punto.floor.plan import FloorPlan, Pace, PlannedChange, TablePlan
from punto.floor.public_view.table_replica import TableReplica
from punto.floor.read_models.commit_feed import CommitFeed
from punto.floor.read_models.history import History
from punto.floor.read_models.replica import Replica
from punto.floor.read_models.table_operations import FAILURE, RESTARTED
from punto.floor.staff_views import StaffViewParts, pit_view, table_view
from punto.floor.streams.aggregates import STAFF
from punto.floor.streams.writer import CommittedEntry
from punto.games.library import game
from punto.house.staff.events import (
    ApprovalOutcome,
    CommandDeferred,
    ComponentDisabled,
    ComponentEnabled,
    DealerAssigned,
    DealerReleased,
    DeferredCommandApplied,
    StaffEvent,
)
from punto.journal.entry import Entry
from punto.journal.reader import JournalReader
from punto.table.actors import Actor, ActorKind
from punto.table.state import Phase
from tests.floor.playing import plan_of, served
from tests.one_table import Floor as OneTable

HOUSE = Actor(ActorKind.HOUSE, "the house")
KEY = "tiger-5"
MANAGER = Actor(ActorKind.STAFF, "P-07")
ENCODE = msgspec.json.Encoder().encode


def replicated(plan: FloorPlan, journal: Path, replica: Replica) -> Iterator[TableReplica]:
    """The replica of a table after each entry of a journal; no owner is in the process."""
    feed = CommitFeed(replica)
    (table,) = plan.tables
    followed = TableReplica(table, feed, plan.pace, utc_now)
    with closing(JournalReader(journal)) as reader:
        for each in reader.in_order():
            feed.take([CommittedEntry(each.stream, each.number, each.entry)])
            yield followed


def timeless(view: dict[str, Any]) -> dict[str, Any]:
    """A view without the parts that differ between moments and between connections."""
    timer = view["timer"] and view["timer"]["of_ms"]
    return {**view, "timer": timer, "roads": None}


def test_its_views_are_those_of_the_served_floor(tmp_path: Path) -> None:
    plan = plan_of("tiger")

    async def play() -> tuple[str, list[dict[str, Any]], StaffViewParts]:
        async with served(tmp_path, plan) as floor:
            async with floor.terminal(KEY, cents=500_00) as terminal:
                for wager in ("player", "tie", "banker"):
                    assert (await terminal.place(KEY, **{wager: 10_00}))["ok"]
                    round_ = terminal.views[KEY]["round"]
                    await terminal.seen(KEY, "settled", after=round_ - 1)
            visit = terminal.welcome["visit"]
            views = [each for each in terminal.heard_all if each["type"] == "view"]
        return visit, views, floor.floor.web.views

    # The floor has stopped: nothing changes its replica any more.
    visit, views, parts = asyncio.run(play())
    drawn: dict[int, list[dict[str, Any]]] = {}
    roads: dict[int, Any] = {}
    replica = Replica(History(plan.large_cents, plan.calendar))
    for table in replicated(plan, tmp_path / "floor.db", replica):
        view = json.loads(table.terminal_view(visit, None)[1])
        roads[view["roads"]["revision"]] = view["roads"]
        drawn.setdefault(view["version"], []).append(timeless(view))
    assert sum(view["own"] is not None for view in views) > 10
    for view in views:
        assert timeless(view) in drawn[view["version"]]
        if view["roads"] is not None:
            assert view["roads"] == roads[view["roads"]["revision"]]
    assert len(roads) > 3
    table.close_floor()
    without_owner = replace(
        parts, replica=replica, replicas={KEY: table}, device_returns=lambda _table: None
    )
    assert staff_views(without_owner) == staff_views(parts)
    assert ENCODE(lobby([table])) == ENCODE(lobby(parts.replicas.values()))


def staff_views(parts: StaffViewParts) -> list[dict[str, Any]]:
    """The views of the table and of the whole floor for a pit manager."""
    manager = parts.staff.state.people["P-07"]
    drawn = table_view(parts, parts.replicas[KEY], manager), pit_view(parts, manager)
    return [{**json.loads(each), "at": ""} for each in drawn]


# The staff's stream


class Followed:
    """A replica of one table with bets open, and entries of the staff's stream for it."""

    def __init__(self, folder: Path) -> None:
        self.now = 100.0
        floor = OneTable(folder)
        floor.open(game("tiger"))
        floor.until(Phase.BETS_OPEN)
        plan = TablePlan("t1", "Table", 1, game("tiger"), floor.desk.state.settings_in_force)
        self.replica = Replica(History(1))
        for each in floor.journal.read("t1"):
            self.replica.apply(CommittedEntry(each.stream, each.number, each.entry))
        self.feed = CommitFeed(self.replica)
        self.table = TableReplica(plan, self.feed, Pace(), utc_now, lambda: self.now)
        self.changes = 0
        self.table.follow(self._count)
        self._number = 0

    def _count(self, _table: TableReplica, seats: frozenset[int] | None) -> None:
        assert seats is None
        self.changes += 1

    def take(self, event: StaffEvent, by: Actor = MANAGER) -> None:
        """Take an entry of the staff's stream."""
        self._number += 1
        entry = Entry(f"{self._number}", "2026-01-01T00:00:00Z", by, "", (event,))
        self.feed.take([CommittedEntry(STAFF, self._number, entry)])

    @property
    def left_ms(self) -> int | None:
        timer = self.table.countdown().timer
        return None if timer is None else timer.left_ms

    @property
    def rounds_to_come(self) -> int | None:
        return self.table.countdown().rounds_to_come


def test_the_countdown_begins_with_the_entry_and_again_for_another_dealer(tmp_path: Path) -> None:
    followed = Followed(tmp_path)
    assert (followed.left_ms, followed.table.is_timed) == (20_000, True)
    followed.now += 5
    assert followed.left_ms == 15_000
    followed.take(DealerAssigned("other", "D-1", "now"))
    assert (followed.left_ms, followed.changes) == (15_000, 0)
    followed.take(DealerAssigned("t1", "D-1", "now"))
    assert (followed.left_ms, followed.changes) == (20_000, 1)
    followed.now += 25
    assert followed.left_ms == 0
    followed.take(DealerReleased("t1", "D-1"))
    assert followed.left_ms == 20_000


def test_an_owner_that_failed_is_out_of_service_until_it_has_restarted(tmp_path: Path) -> None:
    followed = Followed(tmp_path)
    # A person may write the same words; only the house reports an error.
    followed.take(ComponentDisabled("t1", f"{FAILURE}spilled drink"))
    assert (followed.table.failure, followed.table.is_disabled) == ("", True)
    assert (followed.left_ms, followed.rounds_to_come) == (20_000, 0)
    followed.take(ComponentDisabled("t1", f"{FAILURE}KeyError: 7"), HOUSE)
    assert (followed.table.failure, followed.table.is_disabled) == ("KeyError: 7", True)
    assert (followed.left_ms, followed.rounds_to_come) == (None, 0)
    view = json.loads(followed.table.terminal_view(None, None)[1])
    assert view["stopped"]["key"] == "table-state.out-of-service"
    followed.take(ComponentDisabled("t1", f"{RESTARTED}{FAILURE}KeyError: 7"), HOUSE)
    assert (followed.table.failure, followed.table.is_disabled) == ("", True)
    assert followed.left_ms == 20_000
    followed.take(ComponentEnabled("t1", "checked"))
    assert (followed.table.is_disabled, followed.rounds_to_come) == (False, None)


def test_a_deferred_closing_shows_how_many_rounds_are_left(tmp_path: Path) -> None:
    followed = Followed(tmp_path)
    for change, table, after in (("t1:a", "t1", 3), ("t2:a", "t2", 2), ("t1:b", "t1", 4)):
        body = json.dumps({"after_round": after})
        followed.take(CommandDeferred(change, table, "CloseTable", body, MANAGER))
    followed.take(CommandDeferred("t1:c", "t1", "ReplaceCards", "{}", MANAGER))
    assert followed.rounds_to_come == 2
    waiting = [each.key for each in followed.table.deferred_commands()]
    assert waiting == ["t1:a", "t1:b", "t1:c"]
    followed.take(DeferredCommandApplied("t1:a", ApprovalOutcome.DECLINED, "a busy night"))
    assert followed.rounds_to_come == 3


def test_a_floor_that_closes_begins_no_round(tmp_path: Path) -> None:
    followed = Followed(tmp_path)
    followed.table.close_floor()
    assert followed.rounds_to_come == 0
    assert followed.left_ms == 20_000, "the round that runs is played to its end"


def test_a_closed_table_follows_the_plan_of_its_time() -> None:
    at = datetime(2026, 12, 1, tzinfo=UTC)
    now = at - timedelta(seconds=1)
    (table,) = plan_of("tiger").tables
    later = replace(table, name="Later")
    planned = replace(table, coming=PlannedChange(at, later))
    followed = TableReplica(planned, CommitFeed(Replica()), Pace(), lambda: now)
    changes: list[str] = []
    followed.follow(lambda each, _seats: changes.append(each.plan.name))
    followed.follow_plan()
    assert followed.plan is planned
    now = at
    followed.follow_plan()
    assert (followed.plan, changes) == (later, ["Later"])
    followed.follow_plan()
    assert changes == ["Later"]
