"""Defer commands until the current round ends."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import msgspec
import structlog
from msgspec.structs import replace

from punto.floor.streams.command_queue import CommandQueue
from punto.floor.streams.owner import CommandAnswer, CommandRequest, Committed
from punto.floor.tasks import Tasks
from punto.house.staff import commands as staff_commands
from punto.house.staff.events import ApprovalOutcome, CommandDeferred
from punto.messages.render import render
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
    [staff_commands.DeferCommand | staff_commands.ApplyDeferredCommand, Actor | None],
    Awaitable[CommandAnswer],
]
"""Records a change of the deferred commands in the staff's stream; the house does if no actor."""


@dataclass(frozen=True, slots=True)
class DeferredCommand:
    """A command that waits for the end of a round, with the id and actor of its request."""

    id: str
    by: Actor
    command: Command
    after_round: int = 0
    """The round after which it is due."""

    @property
    def what(self) -> str:
        """The name of the command."""
        return type(self.command).__name__


@dataclass(frozen=True, slots=True)
class _When:
    """The part of a stored body beside the command."""

    after_round: int = 0


class DeferredCommands:
    """The deferred commands of one table, in order; the staff's stream records them."""

    def __init__(
        self,
        table: str,
        queue: CommandQueue,
        ending: Callable[[Table, DeferredCommand], CommandRequest | None],
        tasks: Tasks,
        record: Record,
    ) -> None:
        self._table, self._queue, self._ending, self._tasks = table, queue, ending, tasks
        self._record = record
        self.waiting: tuple[DeferredCommand, ...] = ()
        self.refused: tuple[str, Refusal] | None = None
        """The last command that the table refused when it was due, for the pit."""

    async def defer(self, request: CommandRequest) -> CommandAnswer:
        """Carry out a command now, or after the round if one runs."""
        answer = await self._queue.submit(request, is_bounded=False)
        if not isinstance(answer, Refusal) or answer.code not in RUNNING:
            return answer
        no = _never(self._queue.owner.state, request)
        return no or await self.add(DeferredCommand(request.id, request.by, request.command))

    async def add(self, later: DeferredCommand) -> CommandAnswer:
        """Record a command for the end of the round, which may be now; it survives a restart."""
        body = msgspec.to_builtins(later.command)
        if later.after_round:
            body["after_round"] = later.after_round
        text = msgspec.json.encode(body).decode()
        deferral = staff_commands.DeferCommand(self._change(later), self._table, later.what, text)
        answer = await self._record(deferral, later.by)
        if isinstance(answer, Refusal):
            return answer
        self.restore_one(later)
        return Committed(0, ())

    def restore(self, changes: tuple[CommandDeferred, ...]) -> None:
        """Defer again the commands that were recorded before a restart."""
        for each in changes:
            command = msgspec.json.decode(each.body, type=KINDS[each.command])
            id_ = each.change.removeprefix(f"{self._table}:")
            when = msgspec.json.decode(each.body, type=_When)
            self.restore_one(DeferredCommand(id_, each.by, command, when.after_round))

    @property
    def closes_after(self) -> int | None:
        """The round after which the table closes, None if it is not to close."""
        closing = [each for each in self.waiting if isinstance(each.command, CloseTable)]
        return min((each.after_round for each in closing), default=None)

    async def cancel_closing(self, why: str) -> None:
        """Cancel a closing: the table continues, or closes at another time."""
        closing = [each for each in self.waiting if isinstance(each.command, CloseTable)]
        self.waiting = tuple(each for each in self.waiting if each not in closing)
        for each in closing:
            await self._record(
                staff_commands.ApplyDeferredCommand(
                    self._change(each), ApprovalOutcome.DECLINED, why
                ),
                None,
            )

    def restore_one(self, later: DeferredCommand) -> None:
        """Defer a recorded command, or carry it out at once between two rounds."""
        self.waiting += (later,)
        self.apply_due(self._queue.owner.state)

    def apply_due(self, table: Table) -> None:
        """Queue every command that is due, if the table is between two rounds."""
        if not self.waiting or table.pending_steps or table.phase not in BETWEEN_ROUNDS:
            return
        due = tuple(each for each in self.waiting if each.after_round <= table.rounds)
        self.waiting = tuple(each for each in self.waiting if each not in due)
        for each in due:
            # Queue it now, so that later commands of the table come after it.
            if isinstance(each.command, CloseTable):
                self._put(each, lambda table, each=each: self._ending(table, each))  # type: ignore[misc]
            request = CommandRequest(each.id, each.by, each.command)
            answer = self._put(each, lambda _table, request=request: request)  # type: ignore[misc]
            self._tasks.spawn("record deferred commands", self._record_outcome(each, answer))

    def _put(
        self, later: DeferredCommand, due: Callable[[Table], CommandRequest | None]
    ) -> "asyncio.Future[CommandAnswer | None]":
        def turn() -> CommandRequest | None:
            table: Table = self._queue.owner.state
            if table.pending_steps or table.phase not in BETWEEN_ROUNDS:
                # A round has begun meanwhile, and it waits for the end of that one.
                if later not in self.waiting:
                    self.waiting += (later,)
                return None
            return due(table)

        return self._queue.submit_when_due(turn)

    async def _record_outcome(
        self, later: DeferredCommand, pending_answer: "asyncio.Future[CommandAnswer | None]"
    ) -> None:
        answer = await pending_answer
        if answer is None:
            return
        outcome, words = ApprovalOutcome.APPROVED, ""
        if isinstance(answer, Refusal):
            outcome, words = ApprovalOutcome.REFUSED, render(answer.message, "en")
            self.refused = later.what, answer
            LOG.warning("deferred command refused", what=later.what, by=str(later.by), why=words)
        await self._record(
            staff_commands.ApplyDeferredCommand(self._change(later), outcome, words), None
        )

    def _change(self, later: DeferredCommand) -> str:
        """The name under which it is recorded, which no other table uses."""
        return f"{self._table}:{later.id}"


def table_between_rounds(table: Table) -> Table:
    """The table as it may be once its round is over."""
    return replace(table, phase=Phase.SETTLED, pending_steps=())


def _never(table: Table, request: CommandRequest) -> Refusal | None:
    """The refusal that a command would get after any end of the round."""
    answer = decide(table_between_rounds(table), request.command, request.by)
    return answer if isinstance(answer, Refusal) and answer.code in FINAL else None
