"""What a journal holds after a crash, and by how much that is not what it must hold."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from punto.journal.entry import Entry
from punto.journal.stores.sqlite import SqliteJournal
from punto.ledger.accounts import may_be_below_zero
from punto.ledger.cage import CreditCollected, VoucherRedeemed, VoucherVoided
from punto.table.events.play import RoundSettled, RoundVoided


@dataclass(frozen=True, slots=True)
class State:
    """What a journal holds at a moment: all heads and epochs, and every balance."""

    heads: Mapping[str, tuple[int, bytes]] = field(default_factory=dict)
    epochs: Mapping[str, int] = field(default_factory=dict)
    balances: Mapping[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Tally:
    """What went wrong, in figures; all zeros but the first after a clean run."""

    cuts: int = 0
    acknowledged_lost: int = 0
    half_moves: int = 0
    cents: int = 0
    paid_twice: int = 0
    unreadable: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        """Whether nothing went wrong."""
        return not (self.failed or self.faults)

    @property
    def faults(self) -> int:
        """Everything that went wrong in one figure, to be compared before and after."""
        found = self.acknowledged_lost, self.half_moves, self.cents, self.paid_twice
        return sum(found) + self.unreadable

    def add(self, other: "Tally") -> None:
        """Adds what another run has found."""
        for name in ("cuts", "acknowledged_lost", "half_moves", "cents", "paid_twice"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.unreadable += other.unreadable
        self.kinds += other.kinds
        self.failed += other.failed


@dataclass(frozen=True, slots=True)
class Held:
    """What was read from a journal: its state, and each entry's hash and text."""

    state: State
    hashes: Mapping[str, Sequence[bytes]]
    entries: Mapping[str, Sequence[Entry]]
    transfers: Mapping[str, tuple[str, str, int, str]]


def held(journal: SqliteJournal) -> Held:
    """Reads all that a journal holds, through the chain where there is one."""
    heads = dict(journal.streams())
    kept = {stream: list(journal.read(stream)) for stream in heads}
    rows = journal._db.execute("SELECT name, epoch FROM streams")
    state = State(heads, dict(rows), dict(journal.balances()))
    return Held(
        state,
        {stream: [each.hash for each in found] for stream, found in kept.items()},
        {stream: [each.entry for each in found] for stream, found in kept.items()},
        {each[0]: each[1:] for each in journal.transfers()},
    )


def judge(found: Held, may_be: Sequence[State], past: Sequence[State], tally: Tally) -> None:
    """Counts what is wrong with what was found.

    The first state it may be was promised; what was under way may have come to one of the others,
    wholly. A state of the past is a loss; one that never was is a half move.
    """
    tally.acknowledged_lost += lost(found, may_be[0])
    if found.state not in may_be:
        tally.half_moves += found.state not in past
        tally.cents += min(apart(found.state.balances, each.balances) for each in may_be)
    agrees_with_itself(found, tally)


def lost(found: Held, acknowledged: State) -> int:
    """How many acknowledged entries, or takings of a stream, are not there any more."""
    missing = 0
    for stream, (version, head) in acknowledged.heads.items():
        hashes = found.hashes.get(stream, ())
        if len(hashes) < version:
            missing += version - len(hashes)
        elif version and hashes[version - 1] != head:
            missing += version
        missing += found.state.epochs.get(stream, 0) < acknowledged.epochs[stream]
    return missing


def apart(some: Mapping[str, int], others: Mapping[str, int]) -> int:
    """By how many cents balances differ."""
    return sum(abs(some.get(name, 0) - others.get(name, 0)) for name in {*some, *others})


def agrees_with_itself(found: Held, tally: Tally) -> None:
    """Counts what needs no other run to be seen wrong: books that do not close."""
    for stream, (version, head) in found.state.heads.items():
        hashes = found.hashes[stream]
        whole = version == len(hashes) and (not hashes or hashes[-1] == head)
        tally.half_moves += not whole
    entries = [entry for each in found.entries.values() for entry in each]
    moved = {
        each.id: (each.source, each.target, each.cents, str(each.reason))
        for entry in entries
        for each in entry.transfers
    }
    tally.half_moves += len(moved.items() ^ found.transfers.items())
    sums: Counter[str] = Counter()
    for source, target, cents, _ in found.transfers.values():
        sums[source] -= cents
        sums[target] += cents
    balances = found.state.balances
    tally.cents += apart(balances, sums) + abs(sum(balances.values()))
    tally.cents += sum(
        -cents for name, cents in balances.items() if cents < 0 and not may_be_below_zero(name)
    )
    tally.paid_twice += paid_twice(found.entries)


def paid_twice(entries: Mapping[str, Sequence[Entry]]) -> int:
    """How many rounds ended twice, and how many vouchers were made or spent twice."""
    ends: Counter[tuple[str, str, str]] = Counter()
    for stream, kept in entries.items():
        for event in (event for entry in kept for event in entry.events):
            if isinstance(event, RoundSettled | RoundVoided):
                ends[stream, "round", str(event.round)] += 1
            elif isinstance(event, CreditCollected):
                ends[stream, "made", event.number] += 1
            elif isinstance(event, VoucherRedeemed | VoucherVoided):
                ends[stream, "spent", event.number] += 1
    return sum(times - 1 for times in ends.values())
