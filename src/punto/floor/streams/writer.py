"""Decide and commit the commands of all streams in one thread."""

import asyncio
import queue
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import structlog

from punto.floor.streams.owner import CommandAnswer, CommandRequest, DecidedBatch, StreamOwner
from punto.floor.tasks import described
from punto.journal.entry import Entry
from punto.journal.errors import JournalError
from punto.journal.protocol import AppendResult, Journal
from punto.journal.stores.batch_balances import BatchBalances


@dataclass(frozen=True, slots=True)
class CommittedEntry:
    """A committed entry, with its stream and number."""

    stream: str
    number: int
    entry: Entry
    state: Any = None
    """The state of the owner after this entry, None if the entry was read from the journal."""


@dataclass(frozen=True, slots=True)
class WriteResult:
    """The answers to one job, and the state of its owner after them."""

    answers: tuple[CommandAnswer, ...]
    state: Any
    failure: JournalError | None = None


@dataclass(slots=True)
class _Job:
    owner: StreamOwner[Any]
    requests: Sequence[CommandRequest]
    on_written: Callable[[WriteResult], None]
    answers: list[CommandAnswer] = field(default_factory=list)

    @property
    def is_waiting(self) -> bool:
        """Whether commands still need a decision."""
        return not self.owner.failure and len(self.answers) < len(self.requests)


SWITCH_SECONDS = 0.0005
LOG = structlog.get_logger("punto.writer")

Take = Callable[[Sequence[CommittedEntry]], None]
"""Called in the event loop with the entries of a commit, before its answers are delivered."""


class WriterFailure(JournalError):
    """An unexpected error, after which the writer refuses all commands."""


class Writer:
    """Own the journal and every stream owner while they write; other threads read between jobs."""

    def __init__(
        self, journal: Journal, take: Take, stopped: Callable[[], None] = lambda: None
    ) -> None:
        self._journal, self._take, self._stopped = journal, take, stopped
        self._loop = asyncio.get_running_loop()
        self._has_stopped = False
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="punto-writer", daemon=True)
        self.failure: JournalError | None = None
        self.commits = 0
        # The event loop builds the views, and must not wait long for the writer's thread.
        sys.setswitchinterval(SWITCH_SECONDS)
        self._thread.start()

    def submit(
        self,
        owner: StreamOwner[Any],
        requests: Sequence[CommandRequest],
        on_written: Callable[[WriteResult], None],
    ) -> None:
        """Queue commands of one stream owner, which may have one job at a time."""
        self._jobs.put(_Job(owner, requests, on_written))

    def fail(self, error: Exception) -> JournalError:
        """Stop the floor after an unexpected error: the writer refuses all later commands."""
        LOG.error("floor stopped: unexpected error", exc_info=error)
        if self.failure is None:
            self.failure = WriterFailure(described(error))
            # An empty delivery announces the stop at once, not only with the next command.
            self._deliver([], [])
        return self.failure

    def _deliver(self, entries: list[CommittedEntry], answers: list[Callable[[], None]]) -> None:
        """Pass the entries and answers of a commit to the event loop."""
        self._loop.call_soon_threadsafe(self._delivered, entries, answers)

    def _delivered(self, entries: list[CommittedEntry], answers: list[Callable[[], None]]) -> None:
        parts: list[Callable[[], None]] = [partial(self._take, entries), *answers]
        for part in (*parts, self._announce_stop):
            try:
                part()
            except Exception as error:
                # The other commands still get their answers, and the floor announces its stop.
                self.fail(error)

    def _announce_stop(self) -> None:
        if self.failure is not None and not self._has_stopped:
            self._has_stopped = True
            LOG.error("the floor has stopped", why=str(self.failure))
            self._stopped()

    def stop(self) -> None:
        """End the thread after it has written all submitted jobs."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._jobs.get()) is not None:
            jobs, ends = [first], False
            while not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    ends = True
                    break
                jobs.append(job)
            self._write(jobs)
            if ends:
                return

    def _write(self, jobs: list[_Job]) -> None:
        entries: list[CommittedEntry] = []
        failure: JournalError | None = None
        try:
            while waiting := [job for job in jobs if job.is_waiting]:
                self._commit(waiting, entries)
        except JournalError as error:
            failure = self.failure = error
        except Exception as error:
            # An owner may be halfway through a commit: answer every job, then refuse all commands.
            failure = self.fail(error)
        self._deliver(entries, list(_answers(jobs, failure)))
        if failure is None:
            self._freeze(jobs)

    def _freeze(self, jobs: list[_Job]) -> None:
        """Save the snapshots that are due. The answers have been delivered before."""
        for owner in (job.owner for job in jobs if not job.owner.failure):
            try:
                owner.save_snapshot()
            except JournalError as error:
                self.failure = error
                self._deliver([], [])
                return
            except Exception as error:
                put_out_of_service(owner, error)

    def _commit(self, jobs: list[_Job], entries: list[CommittedEntry]) -> None:
        """Decide the unanswered commands, and append their entries in one transaction."""
        if self.failure is not None:
            # Only reopening the journal shows whether it contains the last batch.
            raise self.failure
        posting = self._journal.posting()
        found_of = ((job, _decided(job, posting)) for job in jobs)
        decided = [(job, found) for job, found in found_of if found is not None]
        if len(decided) < len(jobs):
            # The balances may hold entries of the owner that failed: decide the others again.
            return
        batches = [job.owner.batch(found) for job, found in decided if found.entries]
        appended = iter(self._journal.append(*batches) if batches else [])
        self.commits += bool(batches)
        for job, found in decided:
            answer = next(appended) if found.entries else AppendResult(0)
            entries.extend(_committed_entries(job.owner, found, answer))
            job.answers += job.owner.confirm(found, answer)


def _decided(job: _Job, posting: BatchBalances) -> "DecidedBatch[Any] | None":
    """Decide a job; None if an unexpected error put its owner out of service."""
    try:
        return job.owner.decide(job.requests[len(job.answers) :], posting)
    except JournalError:
        raise
    except Exception as error:
        put_out_of_service(job.owner, error)
        return None


def put_out_of_service(owner: StreamOwner[Any], error: Exception) -> None:
    """Stop one stream owner after an unexpected error; the others continue."""
    LOG.error("out of service after an unexpected error", stream=owner.stream, exc_info=error)
    owner.fail(error)


def _committed_entries(
    owner: StreamOwner[Any], found: "DecidedBatch[Any]", answer: AppendResult
) -> Iterable[CommittedEntry]:
    for place, entry in enumerate(found.entries[: answer.stored_count], start=1):
        yield CommittedEntry(owner.stream, owner.version + place, entry, found.states[place])


def _answers(jobs: Iterable[_Job], failure: JournalError | None) -> Iterable[Callable[[], None]]:
    for job in jobs:
        is_whole = len(job.answers) == len(job.requests)
        written = WriteResult(tuple(job.answers), job.owner.state, None if is_whole else failure)
        yield lambda job=job, written=written: job.on_written(written)  # type: ignore[misc]
