"""Pictures for staff screens: what the pure functions need, gathered from the floor."""

from typing import Any

import msgspec

from punto.ledger.staff import Person
from punto.pages import captions
from punto.server.floor import Floor
from punto.server.live_table import LiveTable
from punto.server.screens import game_number
from punto.server.staff_room import written
from punto.table.offers import next_step

ENCODE = msgspec.json.Encoder().encode


def table_picture(floor: Floor, live: LiveTable, person: Person) -> bytes:
    """A table as one of the staff sees it."""
    table, attended = live.state, floor.staff.state.attended.get(live.plan.key)
    picture: dict[str, Any] = {
        "type": "table",
        "table": live.plan.key,
        "name": live.plan.name,
        "version": table.events,
        "at": written(floor.staff.clock()),
        "title": live.plan.book.name,
        "document": live.plan.book.document.letter,
        "attended": None if attended is None else {"by": attended.by, "since": attended.since},
        "dealt_by": "house" if live.deals_itself else "staff",
        "phase": table.phase,
        "phase_words": captions.PHASES[table.phase],
        "round": table.rounds,
        "game_number": game_number(live.plan.key, table.rounds),
        "timer": live.timing().timer,
        "next": {"key": next_step(table)},
        "me": person.name,
    }
    return ENCODE(picture)


def floor_picture(floor: Floor, _person: Person) -> bytes:
    """The whole floor as one of the staff sees it."""
    return ENCODE(
        {"type": "floor", "at": written(floor.staff.clock()), "tables": list(floor.tables)}
    )
