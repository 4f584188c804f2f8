"""Pictures for staff screens: what the pure functions need, gathered from the floor."""

from collections.abc import Iterator

import msgspec

from punto.core.rulebook import Words
from punto.ledger.staff import Person
from punto.ledger.terminals import Call
from punto.server import staff_shown as shown
from punto.server.floor import Floor
from punto.server.live_table import LiveTable
from punto.server.staff_room import actor_of, written
from punto.server.staff_table import Around, staff_table

ENCODE = msgspec.json.Encoder().encode

CALLS = {
    Call.ATTENDANT: Words("A patron calls an attendant.", "客人呼叫服务员。"),
    Call.DISPUTE: Words("A patron disputes a round.", "客人对牌局有争议。"),
    Call.PIT: Words("The dealer calls the pit.", "荷官呼叫主管。"),
}


def table_picture(floor: Floor, live: LiveTable, person: Person) -> bytes:
    """A table as one of the staff sees it."""
    around = around_of(floor, live)
    return ENCODE(staff_table(live.plan, live.state, live.past, around, actor_of(person)))


def around_of(floor: Floor, live: LiveTable) -> Around:
    """What the floor knows of a table beside its own state."""
    attended = floor.staff.state.attended.get(live.plan.key)
    return Around(
        at=written(floor.staff.clock()),
        currency=floor.plan.currency,
        attended=None if attended is None else shown.AttendedShown(attended.by, attended.since),
        connected=live.connected,
        calls=tuple(calls_at(floor, live)),
        timing=live.timing(),
    )


def calls_at(floor: Floor, live: LiveTable) -> Iterator[shown.CallShown]:
    """Whoever called at a table and has not been answered."""
    for number, (at, called) in floor.history.calls.items():
        if called.table == live.plan.key and number not in floor.staff.state.calls:
            visit = floor.history.visit_at.get(called.terminal, "")
            words = CALLS[called.reason]
            if called.words:
                words = Words(f"{words.en} {called.words}", f"{words.zh}{called.words}")
            yield shown.CallShown(
                number,
                at,
                called.terminal,
                live.seat_of(visit),
                called.reason,
                called.round,
                words,
            )


def floor_picture(floor: Floor, _person: Person) -> bytes:
    """The whole floor as one of the staff sees it."""
    at = written(floor.staff.clock())
    return ENCODE({"type": "floor", "at": at, "tables": list(floor.tables)})
