"""Read a journal after a crash, and count its differences from the acknowledged state."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from punto.journal.entry import Entry
from punto.journal.stores.sqlite import SqliteJournal
from punto.ledger.accounts import may_be_below_zero
from punto.ledger.cage import CreditCollected, VoucherRedeemed, VoucherVoided
from punto.table.events import RoundSettled, RoundVoided


@dataclass(frozen=True, slots=True)
class State:
    """The heads, epochs and balances of a journal at one moment."""

    heads: Mapping[str, tuple[int, bytes]] = field(default_factory=dict)
    epochs: Mapping[str, int] = field(default_factory=dict)
    balances: Mapping[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Tally:
    """The counted faults. After a clean run only `cuts` is above zero."""

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
        """Whether no fault was found."""
        return not (self.failed or self.faults)

    @property
    def faults(self) -> int:
        """The sum of all faults, to compare before and after a check."""
        faults = self.acknowledged_lost, self.half_moves, self.cents, self.paid_twice
        return sum(faults) + self.unreadable

    def add(self, other: "Tally") -> None:
        """Add the results of another run."""
        for name in ("cuts", "acknowledged_lost", "half_moves", "cents", "paid_twice"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.unreadable += other.unreadable
        self.kinds += other.kinds
        self.failed += other.failed


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a journal: its state, entries, hashes and transfers."""

    state: State
    hashes: Mapping[str, Sequence[bytes]]
    entries: Mapping[str, Sequence[Entry]]
    transfers: Mapping[str, tuple[str, str, int, str]]


def read_contents(journal: SqliteJournal) -> Contents:
    """Read everything in a journal, and verify its chains."""
    heads = dict(journal.streams())
    entries = {stream: list(journal.read(stream)) for stream in heads}
    rows = journal._db.execute("SELECT name, epoch FROM streams")
    state = State(heads, dict(rows), dict(journal.balances()))
    return Contents(
        state,
        {stream: [stored.hash for stored in found] for stream, found in entries.items()},
        {stream: [stored.entry for stored in found] for stream, found in entries.items()},
        {transfer[0]: transfer[1:] for transfer in journal.transfers()},
    )


def judge(found: Contents, may_be: Sequence[State], past: Sequence[State], tally: Tally) -> None:
    """Count the faults in the contents of a journal.

    The first allowed state was acknowledged; the others contain the commands in progress as a
    whole. A past state means that entries are lost; any other state is a half move.
    """
    tally.acknowledged_lost += lost(found, may_be[0])
    if found.state not in may_be:
        tally.half_moves += found.state not in past
        balances = found.state.balances
        tally.cents += min(difference_cents(balances, state.balances) for state in may_be)
    check_consistency(found, tally)


def lost(found: Contents, acknowledged: State) -> int:
    """The number of acknowledged entries and stream leases that are missing."""
    missing = 0
    for stream, (version, head) in acknowledged.heads.items():
        hashes = found.hashes.get(stream, ())
        if len(hashes) < version:
            missing += version - len(hashes)
        elif version and hashes[version - 1] != head:
            missing += version
        missing += found.state.epochs.get(stream, 0) < acknowledged.epochs[stream]
    return missing


def difference_cents(some: Mapping[str, int], others: Mapping[str, int]) -> int:
    """The sum of the differences of all balances."""
    return sum(abs(some.get(name, 0) - others.get(name, 0)) for name in {*some, *others})


def check_consistency(found: Contents, tally: Tally) -> None:
    """Count faults that are visible in one journal alone, such as balances that do not add up."""
    for stream, (version, head) in found.state.heads.items():
        hashes = found.hashes[stream]
        is_complete = version == len(hashes) and (not hashes or hashes[-1] == head)
        tally.half_moves += not is_complete
    transfers = {
        transfer.id: (transfer.source, transfer.target, transfer.cents, str(transfer.reason))
        for entries in found.entries.values()
        for entry in entries
        for transfer in entry.transfers
    }
    tally.half_moves += len(transfers.items() ^ found.transfers.items())
    sums: Counter[str] = Counter()
    for source, target, cents, _ in found.transfers.values():
        sums[source] -= cents
        sums[target] += cents
    balances = found.state.balances
    tally.cents += difference_cents(balances, sums) + abs(sum(balances.values()))
    tally.cents += sum(
        -cents for name, cents in balances.items() if cents < 0 and not may_be_below_zero(name)
    )
    tally.paid_twice += paid_twice(found.entries)


def paid_twice(entries: Mapping[str, Sequence[Entry]]) -> int:
    """The number of rounds that ended twice, and of vouchers issued or redeemed twice."""
    ends: Counter[tuple[str, str, str]] = Counter()
    for stream, stored in entries.items():
        for event in (event for entry in stored for event in entry.events):
            if isinstance(event, RoundSettled | RoundVoided):
                ends[stream, "round", str(event.round)] += 1
            elif isinstance(event, CreditCollected):
                ends[stream, "made", event.number] += 1
            elif isinstance(event, VoucherRedeemed | VoucherVoided):
                ends[stream, "spent", event.number] += 1
    return sum(times - 1 for times in ends.values())
