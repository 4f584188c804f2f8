"""Defer commands until the current round ends."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
import structlog
from msgspec.structs import replace

from punto.floor.read_models.table_operations import TableOperations
from punto.floor.read_models.waiting_commands import AnswerCommand, WaitingCommand
from punto.floor.streams.command_queue import CommandQueue
from punto.floor.streams.owner import CommandAnswer, CommandRequest, Committed
from punto.floor.tasks import Tasks
from punto.house.staff import commands as staff_commands
from punto.house.staff.events import ApprovalOutcome
from punto.table.actors import Actor
from punto.table.commands import (
    ChangeSettings,
    ChooseMethod,
    CloseTable,
    Command,
    ReplaceCards,
    RestrictWagers,
)
from punto.table.decide import decide
from punto.table.refusals import No, Refusal, SettingsRefusal
from punto.table.state import BETWEEN_ROUNDS, Phase, Table

LOG = structlog.get_logger("punto.deferred_commands")

DEFERRED_KINDS = (ChangeSettings, ReplaceCards, ChooseMethod, RestrictWagers)
"""The commands that take effect from the next round on; a running round defers them."""

KINDS: dict[str, type[Command]] = {kind.__name__: kind for kind in (*DEFERRED_KINDS, CloseTable)}

RUNNING = frozenset({"bets-open", "bets-closed", "round-running", "held"})
"""The codes with which a table refuses while it is not between rounds."""

FINAL = frozenset(
    each.code
    for each in (
        No.NOT_ALLOWED,
        No.METHOD_NOT_ALLOWED,
        No.METHOD_ONLY_IN_HLGA,
        No.METHOD_CHOSEN_SEPARATELY,
        *SettingsRefusal,
    )
)
"""The codes that no end of a round changes; other refusals depend on how it ends."""

Record = Callable[
    [staff_commands.DeferCommand | AnswerCommand, Actor | None], Awaitable[CommandAnswer]
]
"""Records a change of the deferred commands in the staff's stream; the house does if no actor."""


class DeferredCommands:
    """The deferred commands of one table, in order, as the staff's stream recorded them."""

    def __init__(
        self,
        table: str,
        queue: CommandQueue,
        operations: TableOperations,
        ending: Callable[[Table, WaitingCommand], CommandRequest | None],
        tasks: Tasks,
        record: Record,
    ) -> None:
        self._table, self._queue, self._operations = table, queue, operations
        self._ending, self._tasks, self._record = ending, tasks, record
        self._in_progress: set[str] = set()
        """The keys of the commands whose result the staff's stream has not recorded yet."""

        self.refused: tuple[str, Refusal] | None = None
        """The last command that the table refused when it was due, for the pit."""

    @property
    def waiting(self) -> list[WaitingCommand]:
        """The commands that wait; those in progress wait no longer."""
        recorded = self._operations.of_table(self._table)
        return [each for each in recorded if each.key not in self._in_progress]

    async def defer(self, request: CommandRequest) -> CommandAnswer:
        """Carry out a command now, or after the round if one runs."""
        answer = await self._queue.submit(request, is_bounded=False)
        if not isinstance(answer, Refusal) or answer.code not in RUNNING:
            return answer
        return _never(self._queue.owner.state, request) or await self.add(request)

    async def add(self, request: CommandRequest, after_round: int = 0) -> CommandAnswer:
        """Record a command for the end of the round, which may be now; it survives a restart."""
        fields = msgspec.to_builtins(request.command)
        if after_round:
            fields["after_round"] = after_round
        # No other table uses this name.
        change, body = f"{self._table}:{request.id}", msgspec.json.encode(fields).decode()
        name = type(request.command).__name__
        answer = await self._record(
            staff_commands.DeferCommand(change, self._table, name, body), request.by
        )
        if isinstance(answer, Refusal):
            return answer
        self.apply_due(self._queue.owner.state)
        return Committed(0, ())

    @property
    def closes_after(self) -> int | None:
        """The round after which the table closes, None if it is not to close."""
        return min((each.after_round for each in self._closing), default=None)

    @property
    def _closing(self) -> list[WaitingCommand]:
        return [each for each in self.waiting if each.command == CloseTable.__name__]

    async def cancel_closing(self, why: str) -> None:
        """Cancel a closing: the table continues, or closes at another time."""
        for each in self._closing:
            self._in_progress.add(each.key)
            await self._end(each, each.answered(ApprovalOutcome.DECLINED, why))

    def apply_due(self, table: Table) -> None:
        """Queue every command that is due, if the table is between two rounds."""
        if table.pending_steps or table.phase not in BETWEEN_ROUNDS:
            return
        for each in self.waiting:
            if each.after_round > table.rounds:
                continue
            self._in_progress.add(each.key)
            # Queue it now, so that later commands of the table come after it.
            command = msgspec.json.decode(each.body, type=KINDS[each.command])
            if isinstance(command, CloseTable):
                self._put(each, lambda table, each=each: self._ending(table, each))  # type: ignore[misc]
            request = CommandRequest(each.id, each.by, command)
            answer = self._put(each, lambda _table, request=request: request)  # type: ignore[misc]
            self._tasks.spawn("record deferred commands", self._record_outcome(each, answer))

    def _put(
        self, waiting: WaitingCommand, due: Callable[[Table], CommandRequest | None]
    ) -> "asyncio.Future[CommandAnswer | None]":
        def turn() -> CommandRequest | None:
            table: Table = self._queue.owner.state
            if table.pending_steps or table.phase not in BETWEEN_ROUNDS:
                # A round has begun meanwhile, and it waits for the end of that one.
                self._in_progress.discard(waiting.key)
                return None
            return due(table)

        return self._queue.submit_when_due(turn)

    async def _record_outcome(
        self, waiting: WaitingCommand, pending_answer: "asyncio.Future[CommandAnswer | None]"
    ) -> None:
        answer = await pending_answer
        if answer is None:
            return
        if isinstance(answer, Refusal):
            self.refused = waiting.command, answer
            LOG.warning(
                "deferred command refused",
                what=waiting.command,
                by=str(waiting.by),
                code=answer.code,
            )
        await self._end(waiting, waiting.ran(answer))

    async def _end(self, waiting: WaitingCommand, result: AnswerCommand) -> None:
        await self._record(result, None)
        self._in_progress.discard(waiting.key)


def table_between_rounds(table: Table) -> Table:
    """The table as it may be once its round is over."""
    return replace(table, phase=Phase.SETTLED, pending_steps=())


def _never(table: Table, request: CommandRequest) -> Refusal | None:
    """The refusal that a command would get after any end of the round."""
    answer = decide(table_between_rounds(table), request.command, request.by)
    return answer if isinstance(answer, Refusal) and answer.code in FINAL else None
