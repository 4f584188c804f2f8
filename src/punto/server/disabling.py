"""Notify screens when a table, a game, the floor, a terminal or a visit is disabled or enabled."""

from collections.abc import Mapping

from punto.core.rulebook import Words
from punto.server import notices, wire
from punto.server.components import of_table
from punto.server.hub import Hub
from punto.server.live_table import LiveTable


def notify(hub: Hub, tables: Mapping[str, LiveTable], component: str, *, is_disabled: bool) -> None:
    """Send a notice to every screen that the component concerns."""
    for key, table in tables.items():
        if component in of_table(key, table.as_run.book):
            hub.tell_watchers(key, wire.Notice(_of_table(table, is_disabled), "warn"))
    if component in hub.by_terminal:
        words = notices.TERMINAL_CLOSES if is_disabled else notices.TERMINAL_GOES_ON
        hub.by_terminal[component].tell(wire.Notice(words, "warn"))
    elif component in hub.by_visit:
        words = notices.PATRON_STOPS if is_disabled else notices.PATRON_GOES_ON
        hub.by_visit[component].tell(wire.Notice(words, "warn"))


def _of_table(table: LiveTable, is_disabled: bool) -> Words:
    if table.is_stopped:
        return notices.TABLE_STOPPED
    return notices.TABLE_CLOSES if is_disabled else notices.TABLE_GOES_ON
