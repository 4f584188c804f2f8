"""Export one or more rounds as one signed bundle, verified before it leaves the house."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from punto import audit
from punto.floor.audit_desk.replay import (
    NoSuchRound,
    Replay,
    ReplayStep,
    RoundRange,
    ScreenRecord,
    replay_round,
    round_range,
)
from punto.floor.plan import TablePlan
from punto.floor.read_models.table_history import AcceptedSet, RoundRecord
from punto.floor.wire.receipts import receipt_of
from punto.journal.checkpoints import (
    Checkpoint,
    decode,
    digest_of,
    encode,
    first_covering,
    last_line,
)
from punto.journal.errors import JournalError
from punto.journal.keys import Key, SigningKey
from punto.journal.reader import JournalReader
from punto.reports.descriptions.findings import rejection_text

PURPOSE = "bundle"


@dataclass(frozen=True, slots=True)
class BundleIssuer:
    """The issuer of bundles: its keys, its checkpoints and its software."""

    key: SigningKey
    receipt_key: Key
    exports: Path
    currency: str
    software: str


@dataclass(frozen=True, slots=True)
class ExportedBundle:
    """A bundle, and the result of its verification."""

    data: bytes
    verified: audit.VerifiedBundle
    parts: dict[str, int]
    """The bytes of each part."""

    counts: dict[str, int]


def replay_of(reader: JournalReader, plan: TablePlan, rounds: tuple[int, int]) -> Replay:
    """Replay rounds of a table. A running round is refused."""
    span = round_range(reader, plan.key, *rounds)
    running = reader.start_of_running_round(plan.key)
    if running is not None and span.last >= running:
        # A round that was corrected during another round becomes available after that round.
        raise NoSuchRound(f"{plan.key}: the round that now runs belongs to it; ask again after it")
    return replay_round(reader, plan, span)


def export_bundle(
    reader: JournalReader,
    plan: TablePlan,
    rounds: tuple[int, int],
    replay: Replay,
    house: BundleIssuer,
    by: str,
    at: str,
) -> ExportedBundle:
    """Build the bundle of replayed rounds, and verify it before the export."""
    marks = _Marks(reader, plan.key, house, at)
    segments = [_segment(reader, marks, span) for span in _spans(reader, plan.key, replay)]
    receipts = [_receipt(plan.key, house, *each) for each in replay.accepted()]
    parts: dict[str, Any] = {
        "segments": segments,
        "given": msgspec.Raw(replay.opening_state),
        "receipts": receipts,
        "screens": [_screens(step) for step in replay.steps],
        "checkpoints": marks.lines,
    }
    fields = {
        "table": plan.key,
        "name": plan.name,
        "currency": house.currency,
        "first_round": rounds[0],
        "last_round": rounds[1],
        "exported_at": at,
        "exported_by": by,
        "software": house.software,
    }
    text = msgspec.json.encode(fields | parts)
    head = f"punto-bundle 1 {house.key.public} {house.key.sign(PURPOSE, text)}\n"
    data = head.encode() + text
    try:
        verified = audit.verify(data, house.key.public)
    except audit.BundleRejected as error:
        raise JournalError(
            f"the bundle does not verify and is not exported: {rejection_text(error)}"
        ) from None
    sizes = {name: len(msgspec.json.encode(part)) for name, part in parts.items()}
    counts = {
        "entries": sum(len(each["texts"]) for each in segments),
        "transfers": sum(len(step.entry.transfers) for step in replay.steps),
        "receipts": len(receipts),
        "screens": sum(2 + len(step.seats) for step in replay.steps),
        "checkpoints": len(marks.lines),
    }
    return ExportedBundle(data, verified, sizes, counts)


def bundle_name(table: str, rounds: tuple[int, int]) -> str:
    """The name of a bundle's file."""
    first, last = rounds
    return f"punto-{table}-{first}{'' if first == last else f'-{last}'}.bundle"


class _Marks:
    """The checkpoints of a bundle: exported ones, or new ones for the latest entries."""

    def __init__(self, reader: JournalReader, stream: str, house: BundleIssuer, at: str) -> None:
        self.lines: list[str] = []
        self._reader, self.stream, self._house, self._at = reader, stream, house, at
        running = reader.start_of_running_round(stream)
        self._until = reader.streams()[stream][0] if running is None else running - 1

    def covering(self, number: int) -> tuple[int, int]:
        """The index of a checkpoint at or after an entry, and the last entry that it covers."""
        line = first_covering(self._house.exports, self.stream, number)
        if line:
            found = decode(line, self._house.key.signers)
            head, _ = found.heads[self.stream]
            # One key signs a whole bundle, so sign a checkpoint of another key again.
            if head <= self._until and found.key == self._house.key.public:
                return self._placed(line), head
        return self._placed(self._signed_now(number)), number

    def _signed_now(self, number: int) -> str:
        """Sign a checkpoint for this bundle, which covers no entry of a running round."""
        hash_ = self._reader.hash_at(self.stream, number)
        assert hash_ is not None, "an entry that was found is there"
        last = last_line(self._house.exports)
        checkpoint = Checkpoint(
            sequence=0,
            at=self._at,
            heads={self.stream: (number, hash_.hex())},
            entries=number,
            software=self._house.software,
            rulebooks={},
            previous=digest_of(last) if last else "",
            key=self._house.key.public,
        )
        return encode(checkpoint, self._house.key)

    def _placed(self, line: str) -> int:
        if line not in self.lines:
            self.lines.append(line)
        return self.lines.index(line)


def _spans(reader: JournalReader, stream: str, replay: Replay) -> Iterator[RoundRange]:
    """The entries of the round, of the commitment to its shoe, and of the revealed order."""
    yield replay.span
    if replay.shoe_loaded_at:
        yield RoundRange(replay.shoe_loaded_at, replay.shoe_loaded_at)
        ended = f'["ShoeEnded",1,{{"shoe":"{replay.shoe}",'
        shoe_ended_at = reader.first_after(stream, replay.shoe_loaded_at, ended)
        if shoe_ended_at is not None:
            yield RoundRange(shoe_ended_at, shoe_ended_at)


def _segment(reader: JournalReader, marks: _Marks, span: RoundRange) -> dict[str, Any]:
    place, head = marks.covering(span.last)
    before = reader.hash_at(marks.stream, span.first - 1)
    assert before is not None, "entries are numbered without gap"
    rows = reader.rows(marks.stream, span.first, head)
    return {
        "stream": marks.stream,
        "after": span.first - 1,
        "hash": before.hex(),
        "texts": [body.decode() for _, _, body, _ in rows],
        "checkpoint": place,
    }


def _receipt(
    table: str, house: BundleIssuer, record: RoundRecord, visit: str, accepted: AcceptedSet
) -> dict[str, Any]:
    terminal = visit.rpartition("-")[0]
    receipt = receipt_of(house.receipt_key, terminal, table, record.number, accepted, record.digest)
    plain: dict[str, Any] = msgspec.to_builtins(receipt)
    return plain | {"stakes": msgspec.to_builtins(accepted.stakes)}


def _screens(step: ReplayStep) -> dict[str, Any]:
    return {
        "entry": step.line.number,
        "display": _without_road(step.display),
        "seats": {seat: screen.view["own"] for seat, screen in step.seats.items()},
        "dealer": step.dealer.view,
    }


def _without_road(screen: ScreenRecord) -> dict[str, Any]:
    """The display without the counters of earlier rounds."""
    plain: dict[str, Any] = msgspec.to_builtins(screen.view)
    return {name: value for name, value in plain.items() if name != "counters"}
