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
    """A command with the id its asker gave it, and who that is."""

    id: str
    by: Actor
    command: Any


class Committed(msgspec.Struct, frozen=True):
    """A command that was carried out: its entry's number, 0 if nothing had to change."""

    number: int
    events: tuple[AnyEvent, ...]
    is_repeat: bool = False


CommandAnswer: TypeAlias = Committed | Refusal


@dataclass(frozen=True, slots=True)
class Aggregate(Generic[S]):
    """One kind of stream: how it decides, its next state, and the money that moves."""

    new: S
    decide: Callable[[S, Any, Actor], tuple[Any, ...] | Refusal]
    evolve: Callable[[S, Any], S]
    transfers: Callable[[S, str, tuple[Any, ...]], tuple[Transfer, ...]]
    """The money that a command's events move, from the state before them."""

    conditions: Callable[[tuple[Any, ...]], tuple[BalanceCondition, ...]]
    insufficient_funds: Callable[[S], Refusal]
    """What to answer when the ledger does not bear a command."""

    encode_snapshot: Callable[[S], bytes | None]
    """A state as bytes, None while it is not worth keeping."""

    decode_snapshot: Callable[[bytes], S]


class StreamStopped(JournalError):
    """The journal of an owner has failed. The owner decides nothing more until it opens again."""


class StreamOwner(Generic[S]):
    """The owner of one stream; its state is what its entries have come to."""

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
        """Answers commands in their order; what is answered as done is durable."""
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
        """Put this owner out of service until it opens again; its state stays as it is."""
        self.failure = self.failure or described(error)

    def decide(
        self, requests: Sequence[CommandRequest], posting: BatchBalances
    ) -> "DecidedBatch[S]":
        """Decide commands without appending. Each sees the state after the ones before it.

        `posting` has the balances after all entries that the journal appends before these.
        """
        if self._is_in_doubt:
            raise StreamStopped(f"{self.stream} has stopped: its journal failed, open it again")
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
        """What a command has brought about, in this stream or another of the journal."""
        found = self._journal.find_entry(stream, id_)
        return None if found is None else found[1]

    def batch(self, decided: "DecidedBatch[S]") -> Batch:
        """The entries of a decision, to be appended; until they are answered all is in doubt."""
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
        """Keeps a snapshot, if enough has come since the last; nobody's answer waits for it."""
        if self.version - self._frozen_at < ENTRIES_BETWEEN_SNAPSHOTS:
            return
        body = self._business.encode_snapshot(self.state)
        if body is not None:
            # A snapshot is a cache: without it the answers are as durable, and they must be given.
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
        """Adds an entry, the state after it, and its answer."""
        self.entries.append(entry)
        self.states.append(state)
        number = self._version + len(self.entries)
        self._places[entry.id] = number
        self.answers.append(Committed(number, entry.events))

    def find(self, id_: str) -> tuple[int, Entry] | None:
        """The entry of a command that was decided just before."""
        number = self._places.get(id_)
        return None if number is None else (number, self.entries[number - self._version - 1])


def read_stream(journal: Journal, stream: str, business: Aggregate[S]) -> tuple[S, int, int]:
    """The state at the end of a stream, and the numbers of its last snapshot and last entry.

    A snapshot counts only if this very software wrote it.
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
