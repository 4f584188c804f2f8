"""The gap between two rounds: what must wait for it is done in it, under its asker's name."""

from collections.abc import Callable
from dataclasses import dataclass

import structlog

from punto.server.desk import Answer, Asked, Done
from punto.server.inbox import Inbox
from punto.table.commands import ChangeSettings, Command
from punto.table.incidents import ReplaceCards
from punto.table.procedures import ChooseMethod
from punto.table.refusals import Refusal
from punto.table.settings import check_settings
from punto.table.state import BETWEEN_ROUNDS, Table

LOG = structlog.get_logger("punto.gap")

WAITS = (ChangeSettings, ReplaceCards, ChooseMethod)
"""What takes hold from the next round on; asked while one runs, it is kept until it is over."""

RUNNING = frozenset({"bets-open", "bets-closed", "round-running", "held"})
"""What a table answers while it is not between rounds."""


@dataclass(frozen=True, slots=True)
class Later:
    """Something that waits for the gap: its name, who asked, and how it is then asked."""

    what: str
    by: str
    due: Callable[[Table], Asked | None]


class Gap:
    """What waits for the next gap of one table, in order."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self.waiting: tuple[Later, ...] = ()
        self.refused: tuple[str, Refusal] | None = None
        """What was last refused when its gap came, for whoever looks."""

    async def ask(self, asked: Asked) -> Answer:
        """Has something done now, or in the next gap where a round runs."""
        answer = await self._inbox.ask(asked, is_bounded=False)
        if not isinstance(answer, Refusal) or answer.code not in RUNNING:
            return answer
        state: Table = self._inbox.desk.state
        no = _never(state, asked.command)
        if no is not None:
            return no
        self.add(Later(type(asked.command).__name__, str(asked.by), lambda _table: asked))
        return Done(0, ())

    def add(self, *later: Later) -> None:
        """Keeps things for the next gap, which may be now."""
        self.waiting += later
        self.take(self._inbox.desk.state)

    def take(self, table: Table) -> None:
        """Asks for all that waits, if the table is between two rounds."""
        if not self.waiting or table.agenda or table.phase not in BETWEEN_ROUNDS:
            return
        waiting, self.waiting = self.waiting, ()
        for each in waiting:
            answer = self._inbox.put(lambda each=each: self._due(each))  # type: ignore[misc]
            answer.add_done_callback(
                lambda done, each=each: self._answered(each, done.result())  # type: ignore[misc]
            )

    def _due(self, later: Later) -> Asked | None:
        table: Table = self._inbox.desk.state
        if table.agenda or table.phase not in BETWEEN_ROUNDS:
            # A round has begun meanwhile: it waits for the end of that one.
            self.waiting += (later,)
            return None
        return later.due(table)

    def _answered(self, later: Later, answer: Answer | None) -> None:
        if isinstance(answer, Refusal):
            self.refused = later.what, answer
            LOG.warning("refused in the gap", what=later.what, by=later.by, why=answer.words)


def _never(table: Table, command: Command) -> Refusal | None:
    """Why something would be refused in any gap, as far as that can be known."""
    if isinstance(command, ChangeSettings):
        try:
            check_settings(table.game, command.settings)
        except ValueError as error:
            return Refusal("bad-settings", "POLICY", str(error))
    return None
