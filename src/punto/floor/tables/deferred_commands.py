"""The gap between rounds: what is asked while a round runs, and takes hold only after it."""

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
from punto.table.actors import Actor
from punto.table.commands.irregularities import ReplaceCards
from punto.table.commands.live import ChooseMethod, RestrictWagers
from punto.table.commands.play import ChangeSettings, CloseTable, Command
from punto.table.decide import decide
from punto.table.refusals import Refusal
from punto.table.state import BETWEEN_ROUNDS, Phase, Table

LOG = structlog.get_logger("punto.gap")

DEFERRED_KINDS = (ChangeSettings, ReplaceCards, ChooseMethod, RestrictWagers)
"""What takes hold from the next round on; asked while one runs, it is kept until it is over."""

KINDS: dict[str, type[Command]] = {kind.__name__: kind for kind in (*DEFERRED_KINDS, CloseTable)}

RUNNING = frozenset({"bets-open", "bets-closed", "round-running", "held"})
"""What a table answers while it is not between rounds."""

FINAL = frozenset({"not-allowed", "bad-settings", "method-not-allowed"})
"""What no end of the round makes good; the rest depends on how it ends."""

Keep = Callable[
    [staff_commands.DeferCommand | staff_commands.ApplyDeferredCommand, Actor | None],
    Awaitable[CommandAnswer],
]
"""Has the staff desk keep something, in somebody's name or in the house's."""


@dataclass(frozen=True, slots=True)
class DeferredCommand:
    """Something that waits for the gap: under which id and in whose name it is then asked."""

    id: str
    by: Actor
    command: Command
    after_round: int = 0
    """The round after which it is asked; a gap before that one passes."""

    @property
    def what(self) -> str:
        """What it is called."""
        return type(self.command).__name__


@dataclass(frozen=True, slots=True)
class _When:
    """What a kept body says beside the command."""

    after_round: int = 0


class DeferredCommands:
    """What waits for the next gap of one table, in order; the staff's stream keeps it."""

    def __init__(
        self,
        table: str,
        inbox: CommandQueue,
        ending: Callable[[Table, DeferredCommand], CommandRequest | None],
        tasks: Tasks,
    ) -> None:
        self._table, self._inbox, self._ending, self._tasks = table, inbox, ending, tasks
        self.keep: Keep = _kept_nowhere
        self.waiting: tuple[DeferredCommand, ...] = ()
        self.refused: tuple[str, Refusal] | None = None
        """What was last refused when its gap came, for whoever looks."""

    async def defer(self, asked: CommandRequest) -> CommandAnswer:
        """Has something done now, or in the next gap where a round runs."""
        answer = await self._inbox.submit(asked, is_bounded=False)
        if not isinstance(answer, Refusal) or answer.code not in RUNNING:
            return answer
        no = _never(self._inbox.desk.state, asked)
        return no or await self.add(DeferredCommand(asked.id, asked.by, asked.command))

    async def add(self, later: DeferredCommand) -> CommandAnswer:
        """Keeps something for the next gap, which may be now; what is kept outlives a restart."""
        body = msgspec.to_builtins(later.command)
        if later.after_round:
            body["after_round"] = later.after_round
        text = msgspec.json.encode(body).decode()
        kept = staff_commands.DeferCommand(self._change(later), self._table, later.what, text)
        answer = await self.keep(kept, later.by)
        if isinstance(answer, Refusal):
            return answer
        self.restore_one(later)
        return Committed(0, ())

    def restore(self, changes: tuple[CommandDeferred, ...]) -> None:
        """Takes up what was kept before a restart."""
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
        """The table goes on, or closes at another time."""
        closing = [each for each in self.waiting if isinstance(each.command, CloseTable)]
        self.waiting = tuple(each for each in self.waiting if each not in closing)
        for each in closing:
            await self.keep(
                staff_commands.ApplyDeferredCommand(
                    self._change(each), ApprovalOutcome.DECLINED, why
                ),
                None,
            )

    def restore_one(self, later: DeferredCommand) -> None:
        """Has something wait, or asks for it at once between two rounds."""
        self.waiting += (later,)
        self.apply_due(self._inbox.desk.state)

    def apply_due(self, table: Table) -> None:
        """Asks for all that waits, if the table is between two rounds."""
        if not self.waiting or table.pending_steps or table.phase not in BETWEEN_ROUNDS:
            return
        due = tuple(each for each in self.waiting if each.after_round <= table.rounds)
        self.waiting = tuple(each for each in self.waiting if each not in due)
        for each in due:
            # Put now: whatever else is asked of the table comes after it.
            if isinstance(each.command, CloseTable):
                self._put(each, lambda table, each=each: self._ending(table, each))  # type: ignore[misc]
            asked = CommandRequest(each.id, each.by, each.command)
            answer = self._put(each, lambda _table, asked=asked: asked)  # type: ignore[misc]
            self._tasks.spawn("record deferred commands", self._taken(each, answer))

    def _put(
        self, later: DeferredCommand, due: Callable[[Table], CommandRequest | None]
    ) -> "asyncio.Future[CommandAnswer | None]":
        def turn() -> CommandRequest | None:
            table: Table = self._inbox.desk.state
            if table.pending_steps or table.phase not in BETWEEN_ROUNDS:
                # A round has begun meanwhile: it waits for the end of that one.
                if later not in self.waiting:
                    self.waiting += (later,)
                return None
            return due(table)

        return self._inbox.submit_when_due(turn)

    async def _taken(
        self, later: DeferredCommand, asked: "asyncio.Future[CommandAnswer | None]"
    ) -> None:
        answer = await asked
        if answer is None:
            return
        outcome, words = ApprovalOutcome.APPROVED, ""
        if isinstance(answer, Refusal):
            outcome, words = ApprovalOutcome.REFUSED, answer.words
            self.refused = later.what, answer
            LOG.warning("refused in the gap", what=later.what, by=str(later.by), why=words)
        await self.keep(
            staff_commands.ApplyDeferredCommand(self._change(later), outcome, words), None
        )

    def _change(self, later: DeferredCommand) -> str:
        """The name under which it is kept, which no other table uses."""
        return f"{self._table}:{later.id}"


async def _kept_nowhere(
    _change: staff_commands.DeferCommand | staff_commands.ApplyDeferredCommand, _by: Actor | None
) -> CommandAnswer:
    """What a table without a staff desk keeps."""
    return Committed(0, ())


def table_between_rounds(table: Table) -> Table:
    """A table as it may be once its round is over, however it ends."""
    return replace(table, phase=Phase.SETTLED, pending_steps=())


def _never(table: Table, asked: CommandRequest) -> Refusal | None:
    """Why something would be refused in any gap, as far as that can be known now."""
    answer = decide(table_between_rounds(table), asked.command, asked.by)
    return answer if isinstance(answer, Refusal) and answer.code in FINAL else None
