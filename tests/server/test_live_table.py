"""A table that is planned otherwise than it runs is closed between rounds and opened anew."""

import asyncio
from dataclasses import replace
from pathlib import Path

from punto.library import game
from punto.server.floor import Floor
from punto.server.plan import FloorPlan
from punto.table.events import TableClosed, TableOpened
from punto.table.settings import usual_settings
from tests.server.playing import FAST, plan_of


def test_another_rulebook_takes_hold_at_a_restart_and_the_journal_keeps_both(
    tmp_path: Path,
) -> None:
    tiger, other = game("tiger"), game("super-six")
    plan = plan_of(tiger.key, pace=FAST)
    (table,) = plan.tables
    later = replace(table, book=other, settings=usual_settings(other))

    async def opened(plan: FloorPlan) -> list[str]:
        floor = Floor(plan, tmp_path)
        await floor.start()
        assert floor.tables[table.key].state.book == plan.tables[0].book
        entries = floor.entries(table.key, 1, 9_999)
        await floor.stop()
        events = [event for kept in entries for event in kept.entry.events]
        marks = [each for each in events if isinstance(each, TableOpened | TableClosed)]
        return [each.digest if isinstance(each, TableOpened) else "closed" for each in marks]

    assert asyncio.run(opened(plan)) == [tiger.digest]
    # The same plan again changes nothing.
    assert asyncio.run(opened(plan)) == [tiger.digest]
    anew = [tiger.digest, "closed", other.digest]
    assert asyncio.run(opened(replace(plan, tables=(later,)))) == anew
