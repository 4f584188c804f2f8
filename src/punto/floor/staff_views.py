"""Pictures for staff screens: what the pure functions need, gathered from the floor."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import msgspec

from punto.core.rulebook import Words
from punto.floor.access.staff_access import StaffRoom, actor_of
from punto.floor.approvals.approvals import time_of
from punto.floor.broadcast import Hub
from punto.floor.dealer_console import views
from punto.floor.dealer_console.actions import ConfirmCardsBack
from punto.floor.dealer_console.table_view import Around, staff_table
from punto.floor.displays import Displays
from punto.floor.pit import overview
from punto.floor.pit import views as pit_views
from punto.floor.plan import FloorPlan
from punto.floor.read_models.event_notes import Noticed
from punto.floor.read_models.replica import Remembered
from punto.floor.read_models.significant_events import Significant
from punto.floor.shoe_lines.dealer import LineDealer
from punto.floor.streams.aggregates import CAGE, FLOOR, LOOKS, STAFF
from punto.floor.tables.table_owner import LiveTable
from punto.floor.terminals.enrolment import Enrolment
from punto.house.staff.state import Person, Waiting
from punto.house.terminals import Call
from punto.journal.checkpoint import Checkpoint
from punto.journal.entry import written_time
from punto.pages.phrases import filled
from punto.reports.descriptions.events import approval_title, staff_words

ENCODE = msgspec.json.Encoder().encode

CALLS = {
    Call.ATTENDANT: Words("A patron calls an attendant.", "客人呼叫服务员。"),
    Call.DISPUTE: Words("A patron disputes a round.", "客人对牌局有异议。"),
    Call.PIT: Words("The dealer calls the pit.", "荷官呼叫赌区。"),
}

WENT_BACK = Words(
    "Cards {first} to {last} went back into the device: whoever deals looks, and confirms it.",
    "第 {first} 至 {last} 张牌退回牌靴：请荷官查看并确认。",
)


@dataclass(frozen=True, slots=True)
class StaffViewParts:
    """The parts of the floor that staff screens draw."""

    plan: FloorPlan
    staff: StaffRoom
    tables: Mapping[str, LiveTable]
    replica: Remembered
    hub: Hub
    enrolment: Enrolment
    displays: Displays
    faults: Callable[[], Mapping[str, str]]
    last_checkpoint: Callable[[], Checkpoint | None]


def table_picture(parts: StaffViewParts, live: LiveTable, person: Person) -> bytes:
    """A table as one of the staff sees it."""
    around = around_of(parts, live)
    return ENCODE(staff_table(live.plan, live.state, live.past, around, actor_of(person)))


def around_of(parts: StaffViewParts, live: LiveTable) -> Around:
    """What the floor knows of a table beside its own state."""
    attended = parts.staff.state.attended.get(live.plan.key)
    return Around(
        at=written_time(parts.staff.clock()),
        currency=parts.plan.currency,
        attended=None if attended is None else views.AttendedShown(attended.by, attended.since),
        connected=live.connected,
        calls=tuple(calls_at(parts, live)),
        faults=(*parts.displays.faults(live), *_device_faults(live)),
        timing=live.timing(),
    )


PARTS = {
    CAGE: Words("Cage", "账房"),
    FLOOR: Words("Terminals", "终端"),
    STAFF: Words("Staff", "员工"),
    LOOKS: Words("Audit", "审计"),
}
TASK_FAILED = Words("background task failed: {why}", "后台任务失败：{why}")


def _faults(parts: StaffViewParts) -> Iterator[pit_views.Queued]:
    """The parts that have failed and are not tables: shared desks and background tasks."""
    for part, why in parts.faults().items():
        if part in PARTS:
            yield overview.stopped(part, PARTS[part], why)
        elif part not in parts.tables:
            yield overview.failed(part, Words(part), filled(TASK_FAILED, why=why), level=2)


def _device_faults(live: LiveTable) -> Iterator[views.FaultShown]:
    back = live.dealer.went_back if isinstance(live.dealer, LineDealer) else None
    if back is not None:
        words = filled(WENT_BACK, first=back.first, last=back.first + back.many - 1)
        yield views.FaultShown(2, words, ConfirmCardsBack.__name__)


def calls_at(parts: StaffViewParts, live: LiveTable) -> Iterator[views.CallShown]:
    """Whoever called at a table and has not been answered."""
    for number, (at, called) in parts.replica.calls.items():
        if called.table == live.plan.key:
            visit = parts.replica.history.visit_at.get(called.terminal, "")
            words = CALLS[called.reason]
            if called.words:
                words = Words(f"{words.en} {called.words}", f"{words.zh}{called.words}")
            yield views.CallShown(
                number,
                at,
                called.terminal,
                live.seat_of(visit),
                called.reason,
                called.round,
                words,
            )


def floor_picture(parts: StaffViewParts, _person: Person) -> bytes:
    """The whole floor as one of the staff sees it."""
    at = written_time(parts.staff.clock())
    day = parts.plan.calendar.day_of(at)
    seen = [
        overview.TableSeen(
            live.plan, live.state, live.past, around_of(parts, live), live.past.takings.on(day)
        )
        for live in parts.tables.values()
    ]
    known = overview.Pit(
        at=at,
        currency=parts.plan.currency,
        terminals=pit_views.TerminalCount(
            len(parts.hub.by_terminal), parts.enrolment.enrolled_count
        ),
        chain=_chain(parts),
        entries=tuple(_queued(parts, each) for each in parts.staff.state.waiting.values()),
        faults=tuple(_faults(parts)),
    )
    of_staff = (_of_staff(each) for each in parts.replica.significant)
    told = sorted(
        (*parts.replica.history.significant, *(each for each in of_staff if each)),
        key=lambda each: each.at,
    )
    return ENCODE(overview.floor_picture(seen, known, told))


def _chain(parts: StaffViewParts) -> pit_views.Chain:
    """How far the journal is, and the checkpoint that last left the machine."""
    last = parts.last_checkpoint()
    head = "" if last is None else f"{last.sequence}"
    return pit_views.Chain(head, parts.replica.entries, None if last is None else last.at)


ENTRY = Words("Second person", "第二人")
ENTERED = Words("{command}: a second person is awaited", "{command}：等待第二人确认")
BY = Words("entered by {name}", "{name} 录入")


def _queued(parts: StaffViewParts, waiting: Waiting) -> pit_views.Queued:
    now = parts.staff.clock().timestamp()
    return pit_views.Queued(
        key=waiting.entry,
        level=2,
        table=waiting.table,
        kind=ENTRY,
        title=filled(
            ENTERED, command=approval_title(waiting.command, msgspec.json.decode(waiting.body))
        ),
        sub=filled(BY, name=waiting.by),
        since=time_of(waiting.at),
        left_ms=max(0, round((waiting.lapses_at - now) * 1_000)),
        opens=pit_views.Opens("entry", waiting.entry),
    )


def _of_staff(noticed: Noticed) -> Significant | None:
    """A significant event of the staff's own stream; what mirrors a table's is told by it."""
    words, table, before, after = staff_words(noticed.event)
    if words is None:
        return None
    return Significant(noticed.at, table, words, before, after, str(noticed.by))
