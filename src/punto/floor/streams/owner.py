"""Decide the commands of one stream in order, and refuse any that balances do not cover."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from punto.floor.software_identity import software_digest
from punto.floor.tasks import described
from punto.journal.encoding import digest_of
from punto.journal.entry import AnyEvent, Entry
from punto.journal.errors import JournalCorrupted, JournalError, StorageFailed
from punto.journal.protocol import AppendResult, Batch, Journal, Snapshot
from punto.journal.stores.batch_balances import BatchBalances
from punto.ledger.transfers import BalanceCondition, Transfer
from punto.table.actors import Actor
from punto.table.refusals import No, Refusal

S = TypeVar("S")

ENTRIES_BETWEEN_SNAPSHOTS = 500


class CommandRequest(msgspec.Struct, frozen=True):
    """A command, the id that its sender chose, and the sender."""

    id: str
    by: Actor
    command: Any


class Committed(msgspec.Struct, frozen=True):
    """The answer to an accepted command.

    `number` is the number of its entry, or 0 if it changed nothing. `is_repeat` is true if the id
    was used before, so that the earlier answer is given again.
    """

    number: int
    events: tuple[AnyEvent, ...]
    is_repeat: bool = False


CommandAnswer: TypeAlias = Committed | Refusal


@dataclass(frozen=True, slots=True)
class Aggregate(Generic[S]):
    """The functions of one kind of stream: decisions, next states, transfers and snapshots."""

    new: S
    decide: Callable[[S, Any, Actor], tuple[Any, ...] | Refusal]
    evolve: Callable[[S, Any], S]
    transfers: Callable[[S, str, tuple[Any, ...]], tuple[Transfer, ...]]
    """Returns the transfers of a command's events; its first argument is the state before them."""

    conditions: Callable[[tuple[Any, ...]], tuple[BalanceCondition, ...]]
    insufficient_funds: Callable[[S], Refusal]
    """Builds the refusal of a command that would make a balance negative."""

    encode_snapshot: Callable[[S], bytes | None]
    """Encodes a state for a snapshot, or returns None to skip the snapshot."""

    decode_snapshot: Callable[[bytes], S]


class StreamStopped(JournalError):
    """The journal failed while this owner wrote. It decides no commands until it is reopened."""


class StreamOwner(Generic[S]):
    """The single writer of a stream, and the state that its entries produce."""

    def __init__(
        self, journal: Journal, stream: str, business: Aggregate[S], now: Callable[[], str]
    ) -> None:
        self.stream = stream
        self.failure = ""
        """The unexpected error that put this owner out of service; empty while it works."""

        self._journal, self._business, self._now = journal, business, now
        lease = journal.acquire(stream)
        self._epoch = lease.epoch
        self.state, self._frozen_at, self.version = read_stream(journal, stream, business)
        if self.version != lease.version:
            raise JournalCorrupted(f"{stream} ends at entry {self.version} of {lease.version}")
        self._is_in_doubt = False

    def handle(self, *requests: CommandRequest) -> list[CommandAnswer]:
        """Decide and append commands in order. Every `Committed` answer is durable on return."""
        answers: list[CommandAnswer] = []
        while len(answers) < len(requests):
            batch = self.decide(requests[len(answers) :], self._journal.posting())
            (appended,) = (
                self._journal.append(self.batch(batch)) if batch.entries else [AppendResult(0)]
            )
            answers += self.confirm(batch, appended)
        self.save_snapshot()
        return answers

    def fail(self, error: Exception) -> None:
        """Put this owner out of service until it is reopened. Its state does not change."""
        self.failure = self.failure or described(error)

    def decide(
        self, requests: Sequence[CommandRequest], posting: BatchBalances
    ) -> "DecidedBatch[S]":
        """Decide commands without appending. Each sees the state after the ones before it.

        `posting` has the balances after all entries that the journal appends before these.
        """
        if self._is_in_doubt:
            raise StreamStopped(f"{self.stream} has stopped because its journal failed; reopen it")
        found = DecidedBatch[S](self.version, self.state)
        stored = self._journal.find_entries(self.stream, [each.id for each in requests])
        for each in requests:
            digest = digest_of(each.command)
            known = found.find(each.id) or stored.get(each.id)
            if known is not None:
                found.answers.append(_answer_again(*known, digest))
                continue
            decision = self._business.decide(found.states[-1], each.command, each.by)
            if isinstance(decision, Refusal):
                found.answers.append(decision)
            elif not decision:
                found.answers.append(Committed(0, ()))
            else:
                self._add_if_covered(found, self._entry(found, each, digest, decision), posting)
        return found

    def _add_if_covered(
        self, found: "DecidedBatch[S]", entry: Entry, posting: BatchBalances
    ) -> None:
        """Add an entry, or a refusal if the balances do not cover it."""
        if posting.covers(entry):
            found.add(entry, self._after(found, entry.events))
        else:
            found.answers.append(self._business.insufficient_funds(found.states[-1]))

    def find_entry(self, stream: str, id_: str) -> Entry | None:
        """Return the entry of a command id, in any stream of the journal."""
        found = self._journal.find_entry(stream, id_)
        return None if found is None else found[1]

    def batch(self, decided: "DecidedBatch[S]") -> Batch:
        """Return the decided entries as a batch for the journal.

        The owner decides no further commands until `confirm` receives the result of the append.
        """
        self._is_in_doubt = True
        return Batch(self.stream, self._epoch, self.version, decided.entries)

    def confirm(self, decided: "DecidedBatch[S]", appended: AppendResult) -> list[CommandAnswer]:
        """Return the final answers. The caller must resubmit the commands after a refused one.

        The balances were checked when the commands were decided: the journal refuses an entry only
        if another process has moved money since.
        """
        self._is_in_doubt = False
        self.version += appended.stored_count
        self.state = decided.states[appended.stored_count]
        if not appended.refused_by:
            return decided.answers
        refused = next(
            at
            for at, answer in enumerate(decided.answers)
            if isinstance(answer, Committed)
            and answer.number > self.version
            and not answer.is_repeat
        )
        return [*decided.answers[:refused], self._business.insufficient_funds(self.state)]

    def save_snapshot(self) -> None:
        """Save a snapshot if enough entries were added since the last one."""
        if self.version - self._frozen_at < ENTRIES_BETWEEN_SNAPSHOTS:
            return
        body = self._business.encode_snapshot(self.state)
        if body is not None:
            # A snapshot is only a cache: a failed save must not lose answers that are durable.
            with suppress(StorageFailed):
                self._journal.save_snapshot(
                    self.stream, Snapshot(self.version, software_digest(), body)
                )
                self._frozen_at = self.version

    def _entry(
        self,
        decided: "DecidedBatch[S]",
        request: CommandRequest,
        digest: str,
        events: tuple[AnyEvent, ...],
    ) -> Entry:
        return Entry(
            request.id,
            self._now(),
            request.by,
            digest,
            events,
            self._business.transfers(decided.states[-1], request.id, events),
            self._business.conditions(events),
        )

    def _after(self, decided: "DecidedBatch[S]", events: tuple[AnyEvent, ...]) -> S:
        state = decided.states[-1]
        for event in events:
            state = self._business.evolve(state, event)
        return state


class DecidedBatch(Generic[S]):
    """Decided commands before their commit: answers, entries, and the state after each."""

    def __init__(self, version: int, state: S) -> None:
        self.answers: list[CommandAnswer] = []
        self.entries: list[Entry] = []
        self.states: list[S] = [state]
        self._version = version
        self._places: dict[str, int] = {}

    def add(self, entry: Entry, state: S) -> None:
        """Add an entry, the state after it, and its answer."""
        self.entries.append(entry)
        self.states.append(state)
        number = self._version + len(self.entries)
        self._places[entry.id] = number
        self.answers.append(Committed(number, entry.events))

    def find(self, id_: str) -> tuple[int, Entry] | None:
        """The entry of a command id in this batch, with its number."""
        number = self._places.get(id_)
        return None if number is None else (number, self.entries[number - self._version - 1])


def read_stream(journal: Journal, stream: str, business: Aggregate[S]) -> tuple[S, int, int]:
    """Return the state at the end of a stream, and the numbers of its snapshot and last entry.

    Only a snapshot that this version of the software wrote is used.
    """
    state, frozen_at = business.new, 0
    snapshot = journal.snapshot(stream)
    if snapshot is not None and snapshot.software == software_digest():
        state, frozen_at = business.decode_snapshot(snapshot.body), snapshot.number
    version = frozen_at
    for stored in journal.read(stream, frozen_at):
        version = stored.number
        for event in stored.entry.events:
            state = business.evolve(state, event)
    return state, frozen_at, version


def _answer_again(number: int, entry: Entry, digest: str) -> CommandAnswer:
    if entry.command_digest != digest:
        return No.ID_REUSED.at(None)
    return Committed(number, entry.events, is_repeat=True)
