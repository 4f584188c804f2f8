"""Queue the commands for one stream owner. The limit applies to patrons only."""

import asyncio
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from punto.floor.refusals import FloorRefusal
from punto.floor.streams.owner import CommandAnswer, CommandRequest, StreamOwner
from punto.floor.streams.writer import Writer, WriteResult, put_out_of_service
from punto.table.refusals import Refusal

MAX_WAITING = 256
"""The queue length at which commands of patrons are refused. Staff and devices have no limit."""

BUSY = FloorRefusal.BUSY.at()
UNAVAILABLE = FloorRefusal.FLOOR_UNAVAILABLE.at()
OUT_OF_SERVICE = FloorRefusal.OUT_OF_SERVICE.at()

DueCommand: TypeAlias = Callable[[], CommandRequest | None]
"""Builds a command from the state at its turn, or returns None if no command is due."""


class CommandQueue:
    """Collect the commands for one stream owner, and pass them to the writer in batches."""

    def __init__(
        self,
        owner: StreamOwner[Any],
        writer: Writer,
        after: Callable[[WriteResult], None] = lambda _: None,
        failed: Callable[[], None] = lambda: None,
    ) -> None:
        self.owner, self._writer, self._after, self._failed = owner, writer, after, failed
        self._waiting: deque[
            tuple[CommandRequest | DueCommand, asyncio.Future[CommandAnswer | None]]
        ] = deque()
        self._is_writing = self._has_failed = False
        self.ahead: Mapping[type, Callable[[], Sequence[CommandRequest]]] = {}
        """By the type of a command, the commands to decide immediately before it."""

    @property
    def is_idle(self) -> bool:
        """Whether no command waits and the writer has no batch of this stream."""
        return not self._is_writing and not self._waiting

    @property
    def is_full(self) -> bool:
        """Whether further commands of patrons are refused."""
        return len(self._waiting) >= MAX_WAITING

    async def submit(self, request: CommandRequest, *, is_bounded: bool = True) -> CommandAnswer:
        """Queue a command and return its answer. The events of a `Committed` answer are durable."""
        if is_bounded and self.is_full:
            return BUSY
        answer = await self._put(request)
        assert answer is not None, "every request has an answer"
        return answer

    def submit_when_due(
        self, request: CommandRequest | DueCommand
    ) -> "asyncio.Future[CommandAnswer | None]":
        """Queue a command, or a callback that builds it at its turn or returns None to skip it."""
        return self._put(request)

    def fail(self, error: Exception) -> None:
        """Put only this stream out of service after an unexpected error outside its owner."""
        put_out_of_service(self.owner, error)
        self._write()

    def _put(self, request: CommandRequest | DueCommand) -> "asyncio.Future[CommandAnswer | None]":
        answer: asyncio.Future[CommandAnswer | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((request, answer))
        self._write()
        return answer

    def _write(self) -> None:
        """Pass the waiting commands to the writer, unless it has a batch of this stream."""
        if self.owner.failure:
            self._refuse()
        while self._waiting and not self._is_writing:
            batch: list[tuple[CommandRequest, asyncio.Future[CommandAnswer | None]]] = []
            while self._waiting:
                if batch and self._depends_on_state(self._waiting[0][0]):
                    # This command depends on the state after the commands of the batch.
                    break
                request, answer = self._waiting.popleft()
                requests = self._build(request)
                if isinstance(requests, list):
                    loop = asyncio.get_running_loop()
                    batch += [(each, loop.create_future()) for each in requests[:-1]]
                    batch.append((requests[-1], answer))
                else:
                    _resolve(answer, requests)
            if batch:
                self._is_writing = True
                futures = [answer for _, answer in batch]
                self._writer.submit(
                    self.owner,
                    [request for request, _ in batch],
                    lambda written, futures=futures: self._written(written, futures),  # type: ignore[misc]
                )

    def _refuse(self) -> None:
        """Refuse the waiting commands of an owner that is out of service."""
        while self._waiting:
            _resolve(self._waiting.popleft()[1], OUT_OF_SERVICE)
        if not self._has_failed:
            self._has_failed = True
            self._failed()

    def _depends_on_state(self, request: CommandRequest | DueCommand) -> bool:
        return not isinstance(request, CommandRequest) or type(request.command) in self.ahead

    def _build(self, request: CommandRequest | DueCommand) -> list[CommandRequest] | Refusal | None:
        """Build a request, and put the commands in front that must be decided before it."""
        try:
            built = request if isinstance(request, CommandRequest) else request()
            if built is None:
                return None
            ahead = self.ahead.get(type(built.command))
            return [*ahead(), built] if ahead is not None else [built]
        except Exception as error:
            self.fail(error)
            return OUT_OF_SERVICE

    def _written(
        self, written: WriteResult, futures: list["asyncio.Future[CommandAnswer | None]"]
    ) -> None:
        self._is_writing = False
        answers = list(written.answers)
        no = UNAVAILABLE if written.failure is not None else OUT_OF_SERVICE
        answers += [no] * (len(futures) - len(answers))
        try:
            self._after(written)
        finally:
            for future, answer in zip(futures, answers, strict=True):
                _resolve(future, answer)
            self._write()


def _resolve(future: "asyncio.Future[CommandAnswer | None]", answer: CommandAnswer | None) -> None:
    if not future.done():
        future.set_result(answer)
