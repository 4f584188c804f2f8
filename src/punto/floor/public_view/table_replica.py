"""Replicate one table from its entries, with its state, history, countdown and encoded views.

The owner of the table may be in another process. The replica receives only its entries.
"""

import time
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TypeAlias

from punto.floor.plan import Pace, TablePlan
from punto.floor.public_view import table_view
from punto.floor.public_view.table_wait import TableWait, begins_round, table_wait
from punto.floor.public_view.view_cache import ViewCache, affected_seats
from punto.floor.public_view.views import CountdownView
from punto.floor.read_models.commit_feed import CommitFeed
from punto.floor.read_models.table_operations import stop_reason
from punto.floor.read_models.waiting_commands import WaitingCommand
from punto.floor.streams.aggregates import STAFF
from punto.floor.streams.writer import CommittedEntry
from punto.table.state import BETWEEN_ROUNDS, Phase, Table

Follower: TypeAlias = Callable[["TableReplica", frozenset[int] | None], None]
"""Called after every change with the affected seats, or with None for all."""


class TableReplica:
    """The public side of one table."""

    def __init__(
        self,
        plan: TablePlan,
        feed: CommitFeed,
        pace: Pace,
        now: Callable[[], datetime],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._pace, self._now, self._clock = pace, now, clock
        self.plan = plan.plan_at(now())
        """The plan by which the table runs; it changes only while the table is closed."""

        self.history = feed.replica.history.table(plan.key)
        self._credit_cents = feed.replica.history.credit_cents
        self._operations = feed.replica.operations
        self.view_cache = ViewCache(self.plan, self.history)
        self._followers: list[Follower] = []
        self._is_floor_closing = False
        self._paced_ms = {"card": pace.card_gap_ms, "result": pace.result_pause_ms}
        self._effective_for: tuple[object, ...] = (None,) * 4
        self._effective_plan = self.plan
        self._seated_from: object = None
        self._seated: dict[str, int] = {}
        self._wait: TableWait | None = None
        self._until = 0.0
        self._operated = self._operation()
        self._set_wait()
        feed.follow(plan.key, self.apply)
        feed.follow(STAFF, self.follow_staff)

    def follow(self, follower: Follower) -> None:
        """Call a function after every change."""
        self._followers.append(follower)

    # Entries

    def apply(self, entries: Sequence[CommittedEntry]) -> None:
        """Follow entries of the table, which its history has already applied."""
        self._take_up_plan()
        self._set_wait()
        seats = affected_seats([event for each in entries for event in each.entry.events])
        if seats is None:
            self.view_cache.invalidate()
        self._publish(seats)

    def follow_staff(self, _entries: Sequence[CommittedEntry] = ()) -> None:
        """Follow entries of the staff's stream, if they change how this table runs."""
        before, self._operated = self._operated, self._operation()
        if before == self._operated:
            return
        if before[:2] != self._operated[:2]:
            # A dealer who takes over begins with a full countdown.
            self._wait = None
        self._set_wait()
        self._publish_all()

    def follow_plan(self) -> None:
        """Change a closed table to the plan of this moment."""
        if self._take_up_plan():
            self._publish_all()

    def close_floor(self) -> None:
        """Show that no further round begins, because the floor is closing."""
        self._is_floor_closing = True

    def _publish_all(self) -> None:
        self.view_cache.invalidate()
        self._publish(None)

    def _publish(self, seats: frozenset[int] | None) -> None:
        for follower in self._followers:
            follower(self, seats)

    # The table

    @property
    def key(self) -> str:
        """The name of the table's stream."""
        return self.plan.key

    @property
    def state(self) -> Table:
        """The table as of its last entry."""
        return self.history.state

    @property
    def effective_plan(self) -> TablePlan:
        """The plan with the rules and settings in force, the same value while they last."""
        state = self.state
        now = self.plan, state.book, state.settings, state.phase is Phase.CLOSED
        if any(one is not other for one, other in zip(now, self._effective_for, strict=True)):
            self._effective_for, self._effective_plan = now, self.plan.with_state(state)
        return self._effective_plan

    @property
    def failure(self) -> str:
        """The unexpected error that put the owner out of service, empty while it works."""
        return self._operations.failures.get(self.key, "")

    @property
    def is_disabled(self) -> bool:
        """Whether staff or the house disabled the table, its game or the floor."""
        book = self.effective_plan.book
        return stop_reason(self._operations.disabled, self.key, book) is not None

    def deferred_commands(self) -> list[WaitingCommand]:
        """The commands that wait for the end of a round; one that is due is being applied."""
        state, waiting = self.state, self._operations.of_table(self.key)
        if state.pending_steps or state.phase not in BETWEEN_ROUNDS:
            return waiting
        return [each for each in waiting if each.after_round > state.rounds]

    def seat_of(self, visit: str) -> int | None:
        """The seat of a visit."""
        if self._seated_from is not self.state.seats:
            self._seated_from = self.state.seats
            self._seated = {each.visit: seat for seat, each in self.state.seats.items()}
        return self._seated.get(visit)

    def _take_up_plan(self) -> bool:
        """Run a closed table by the plan of this moment; return whether it is another one."""
        if self.plan.coming is None or self.state.phase is not Phase.CLOSED:
            return False
        plan = self.plan.plan_at(self._now())
        if plan is self.plan:
            return False
        self.plan, self.view_cache = plan, ViewCache(plan, self.history)
        return True

    # The countdown

    @property
    def is_timed(self) -> bool:
        """Whether screens show a countdown."""
        return self._wait is not None and self._wait.is_visible

    def countdown(self) -> table_view.Countdown:
        """The time that is left, and the rounds to come."""
        timer = None
        if self._wait is not None and self._wait.is_visible:
            left = max(0, round((self._until - self._clock()) * 1_000))
            timer = CountdownView(min(left, self._wait.ms), self._wait.ms)
        return table_view.Countdown(timer, self._paced_ms, self._rounds_to_come(), self.failure)

    def _operation(self) -> tuple[bool, bool, str, int | None]:
        """The decisions of staff that concern this table; the first two restart its countdown."""
        is_attended = self.key in self._operations.attended
        closes_after = self._operations.closes_after(self.key)
        return is_attended, self.is_disabled, self.failure, closes_after

    def _set_wait(self) -> None:
        """Begin a countdown if the table waits for something else than before."""
        wait = None
        if not self._is_floor_closing and not self.failure:
            wait = table_wait(self.state, self._pace)
        if wait is not None and begins_round(self.state) and self.is_disabled:
            wait = None
        if wait is None or self._wait is None or wait.key != self._wait.key:
            self._wait = wait
            self._until = self._clock() + (wait.ms / 1_000 if wait else 0.0)

    def _rounds_to_come(self) -> int | None:
        """How many rounds may still begin before it closes, None if it is not to close."""
        if self._is_floor_closing or self.is_disabled or self.failure:
            return 0
        after = self._operated[3]
        return None if after is None else max(0, after - self.state.rounds)

    # Views

    def terminal_view(self, visit: str | None, roads_sent: int | None) -> tuple[int, bytes]:
        """The revision of the roads, and the view for a visit, without roads sent before."""
        state, seat = self.state, self.seat_of(visit) if visit else None
        may_answer, own = False, b"null"
        if seat is not None:
            may_answer = table_view.offered_cents(state, seat) is not None
            own = self.view_cache.seat_part(state, seat)
        revision, roads = self.view_cache.roads()
        if roads_sent == revision:
            roads = b"null"
        credit = b"null" if visit is None else b"%d" % self._credit_cents(visit)
        head = self.view_cache.public_part(state, self.countdown(), may_answer=may_answer)
        view = (head[:-1], b',"roads":', roads, b',"own":', own, b',"credit_cents":', credit, b"}")
        return revision, b"".join(view)
