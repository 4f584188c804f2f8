"""Notify screens when a table, a game, the floor, a terminal or a visit is disabled or enabled."""

from collections.abc import Mapping

from punto.core.rulebook import Words
from punto.floor.broadcast import Broadcaster
from punto.floor.tables.stops import components_of_table
from punto.floor.tables.table_owner import TableOwner
from punto.floor.wire import terminal as wire
from punto.pages import phrases


def notify(
    broadcaster: Broadcaster, tables: Mapping[str, TableOwner], component: str, *, is_disabled: bool
) -> None:
    """Send a notice to every screen that the component concerns."""
    for key, table in tables.items():
        if component in components_of_table(key, table.effective_plan.book):
            broadcaster.send_to_watchers(key, wire.Notice(_of_table(table, is_disabled), "warn"))
    if component in broadcaster.by_terminal:
        words = phrases.TERMINAL_CLOSES if is_disabled else phrases.TERMINAL_GOES_ON
        broadcaster.by_terminal[component].send(wire.Notice(words, "warn"))
    elif component in broadcaster.by_visit:
        words = phrases.PATRON_STOPS if is_disabled else phrases.PATRON_GOES_ON
        broadcaster.by_visit[component].send(wire.Notice(words, "warn"))


def _of_table(table: TableOwner, is_disabled: bool) -> Words:
    if table.is_stopped:
        return phrases.TABLE_STOPPED
    return phrases.TABLE_CLOSES if is_disabled else phrases.TABLE_GOES_ON
