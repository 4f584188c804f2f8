"""Derive dealers, disabled components and deferred commands from the staff's stream."""

from collections.abc import Mapping

from msgspec import Struct, field

from punto.core.rulebook import Rulebook
from punto.floor.read_models.waiting_commands import WaitingCommand, until_round_end
from punto.floor.streams.writer import CommittedEntry
from punto.house.staff import events
from punto.house.staff.state import DealerAssignment
from punto.table.actors import ActorKind
from punto.table.commands import CloseTable

FAILURE = "unexpected error: "
"""The start of the reason with which the house disables a table whose owner has failed."""

RESTARTED = "restarted after "
"""The start of the reason once the table has an owner again. Staff must still enable it."""


WHOLE_FLOOR = "floor"
"""The component that stands for the whole floor. A table cannot have this name."""

DIGEST_LETTERS = 16


class TableOperations(Struct):
    """The operation of the tables, derived only from the entries of the staff's stream."""

    attended: dict[str, DealerAssignment] = field(default_factory=dict)
    """The dealer of each table that a person deals."""

    disabled: dict[str, str] = field(default_factory=dict)
    """Disabled components, each with the reason."""

    failures: dict[str, str] = field(default_factory=dict)
    """The unexpected error of each table whose owner is out of service."""

    deferred: dict[str, events.CommandDeferred] = field(default_factory=dict)
    """The commands that wait for the end of a round, in order."""

    def apply(self, committed: CommittedEntry) -> None:
        """Apply an entry of the staff's stream."""
        for event in committed.entry.events:
            match event:
                case events.DealerAssigned():
                    self.attended[event.table] = DealerAssignment(event.by, event.at)
                case events.DealerReleased():
                    self.attended.pop(event.table, None)
                case events.ComponentDisabled():
                    self.disabled[event.component] = event.reason
                    self.failures.pop(event.component, None)
                    is_own = committed.entry.by.kind is ActorKind.HOUSE
                    if is_own and event.reason.startswith(FAILURE):
                        self.failures[event.component] = event.reason.removeprefix(FAILURE)
                case events.ComponentEnabled():
                    self.disabled.pop(event.component, None)
                    self.failures.pop(event.component, None)
                case events.CommandDeferred():
                    self.deferred[event.change] = event
                case events.DeferredCommandApplied():
                    self.deferred.pop(event.change, None)

    def of_table(self, table: str) -> list[WaitingCommand]:
        """The commands that wait at a table, in order."""
        return [until_round_end(each) for each in self.deferred.values() if each.table == table]

    def closes_after(self, table: str) -> int | None:
        """The round after which a table closes, None if no closing is due."""
        waiting = self.of_table(table)
        closing = (each.after_round for each in waiting if each.command == CloseTable.__name__)
        return min(closing, default=None)


def game_version(book: Rulebook) -> str:
    """The component of a game version: all tables that play by this text of the rulebook."""
    return f"game/{book.key}/{book.digest[:DIGEST_LETTERS]}"


def components_of_table(table: str, book: Rulebook) -> tuple[str, str, str]:
    """The components that stop a table if one of them is disabled, the table itself first."""
    return table, game_version(book), WHOLE_FLOOR


def stop_reason(disabled: Mapping[str, str], table: str, book: Rulebook) -> str | None:
    """The reason why a table takes no new bets, None if it takes them."""
    return next(
        (disabled[each] for each in components_of_table(table, book) if each in disabled), None
    )
