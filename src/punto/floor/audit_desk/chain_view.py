"""Define the audit desk's view of the chain: streams, checkpoints, tables and checks."""

from pathlib import Path

from msgspec import Struct

from punto.floor.audit_desk.verification_run import VerificationView
from punto.floor.operations.integrity_check import IntegrityResult
from punto.floor.public_view.table_replica import TableReplica
from punto.journal.checkpoints import Checkpoint, decode, lines_of
from punto.journal.keys import SignerChain
from punto.messages.message import Message
from punto.reports.descriptions.names import game_message

CHECKPOINTS_IN_VIEW = 60


class StreamView(Struct, frozen=True):
    """A stream with its last entry and its head."""

    stream: str
    entries: int
    head: str


class CheckpointView(Struct, frozen=True):
    """An exported checkpoint."""

    sequence: int
    at: str
    entries: int
    software: str


class AuditedTable(Struct, frozen=True):
    """A table, its game and its last round."""

    table: str
    name: str
    title: Message
    digest: str
    round: int


class ChainView(Struct, frozen=True, kw_only=True):
    """The streams, the last checkpoint, the tables and the checks of a floor."""

    at: str
    software: str
    key: str
    streams: list[StreamView]
    entries: int
    exported: CheckpointView | None
    export_failure: str
    tables: list[AuditedTable]
    verification: VerificationView
    self_check: IntegrityResult | None


def checkpoint_view(found: Checkpoint) -> CheckpointView:
    """A checkpoint as a view."""
    return CheckpointView(found.sequence, found.at, found.entries, found.software)


def checkpoint_views(folder: Path, signers: SignerChain, before: int) -> list[CheckpointView]:
    """The last exported checkpoints before one of them, oldest first."""
    first = max(1, before - CHECKPOINTS_IN_VIEW)
    found = [decode(line, signers) for line in lines_of(folder, first)]
    return [checkpoint_view(each) for each in found if first <= each.sequence < before]


def audited_table(replica: TableReplica) -> AuditedTable:
    """A table with the game that it now plays."""
    last, book = replica.history.last, replica.effective_plan.book
    number = last.number if last else 0
    return AuditedTable(replica.key, replica.plan.name, game_message(book), book.digest, number)
