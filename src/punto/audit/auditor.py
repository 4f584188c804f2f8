"""Audit a journal entry by entry, and record each difference from the expected state."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Raw

from punto.audit.checks.authority import check_authority
from punto.audit.checks.cage import Cage
from punto.audit.checks.irregularities import check_followed
from punto.audit.checks.ledger import Ledger, Movement, describe_movement
from punto.audit.event_kinds import KINDS, UNREADABLE, EventKind
from punto.audit.findings import Check, Findings, Report
from punto.audit.state import Table
from punto.audit.store.chain import Chain
from punto.audit.store.entry import Actor, Body, body_of
from punto.audit.store.journal_file import EntryRow, JournalFile, StreamRow, readable
from punto.audit.store.snapshot import check_snapshot


def audit(path: Path, heads: Mapping[str, str] | None = None) -> Report:
    """Audit a journal and return the report.

    `heads` maps streams to chain heads that were exported earlier. Each stream must still contain
    its head.
    """
    store = JournalFile(path)
    walk = AuditRun(store, heads or {})
    walk.check_file()
    for row in store.entries():
        walk.add_entry(row)
    walk.close()
    store.close()
    return walk.report()


class AuditRun:
    """One pass over a journal: the state of every stream, and the findings so far."""

    def __init__(self, store: JournalFile, heads: Mapping[str, str]) -> None:
        self.findings = Findings()
        self.ledger = Ledger(self.findings)
        self.cage = Cage(self.findings, self.ledger)
        self._store = store
        self._chains = {row.stream: Chain(row, self.findings) for row in store.streams()}
        self._tables: dict[int, Table] = {}
        self._entries = self._events = 0
        self._snapshots = store.snapshots()
        self._left: dict[str, int] = {}
        """The reported amount of each stakes account that was not empty after its round."""

        self._expect(heads)

    def check_file(self) -> None:
        """Report the faults of the file itself before any entry is read."""
        for fault in self._store.faults():
            self.findings.add_finding(Check.STORAGE, "finding.file-fault", fault=fault)
        for name in self._store.missing():
            self.findings.add_finding(Check.SCHEMA, "finding.trigger-missing", trigger=name)

    def start_at_snapshot(self, stream: int, number: int, hash_: bytes, table: Table) -> None:
        """Start a table from the state in a bundle instead of from its first entry."""
        self._chains[stream].begin_at(number, hash_)
        self._tables[stream] = table

    def add_entry(self, row: EntryRow) -> None:
        """Check the next entry: its place in the chain, its events and its transfers."""
        stream, number, id_, text, hash_ = row
        self._entries += 1
        chain = self._chains.get(stream) or self._unknown_stream(row)
        name, findings = chain.stream.name, self.findings
        findings.at(name, number)
        chain.follow(number, id_, text, hash_)
        body = body_of(text)
        if isinstance(body, str):
            findings.add_finding(Check.ENTRY, "finding.unreadable", field="entry", error=body)
            return
        if body.id.encode() != id_:
            findings.compare(Check.ENTRY_ID, "id", readable(id_), body.id)
        if not body.events:
            findings.add_finding(Check.ENTRY, "finding.entry-without-event")
        self._take_events(stream, name, body)
        if self._snapshots and (stream, number) in self._snapshots:
            snapshot = self._snapshots.pop((stream, number))
            check_snapshot(snapshot, self._tables.get(stream), self.cage, findings)

    def _take_events(self, stream: int, name: str, body: Body) -> None:
        moved: list[Movement] = []
        titles = tuple(title for title, _, _ in body.events)
        table = self._tables.get(stream)
        if table is not None:
            table.begin(titles)
            self.findings.round = table.round.number if table.round else 0
        for title, version, text in body.events:
            kind = KINDS.get((title, version))
            event = self._read(kind, title, version, text)
            if kind is None or event is None or kind.is_read_only:
                continue
            if kind.judge is None:
                self.cage.apply(event, body.by)
            else:
                table = table or self._table(stream, name, titles)
                self._judge(table, kind, title, event, body.by)
            if kind.post is not None:
                moved += kind.post(self.cage.cash if kind.judge is None else name, event)
        if moved or body.transfers:
            self.ledger.post(f"{name}/{body.id}", moved, body.transfers)
        self.cage.check_transfers(table.name for table in self._tables.values())
        if table is not None and titles:
            check_authority(table, titles, body.by)
            self._check_table(table)

    def _judge(self, table: Table, kind: EventKind, title: str, event: Any, by: Actor) -> None:
        assert kind.judge is not None, "an event of a table"
        table.events += 1
        if table.game is not None or kind.opens:
            kind.judge(table, event, by)
        else:
            self._without_game(table, title)

    def _read(self, kind: EventKind | None, title: str, version: int, text: Raw) -> Any:
        """Decode an event; report it and return None if the auditor does not know its form."""
        self._events += 1
        if kind is None:
            self.findings.add_finding(
                Check.EVENT, "finding.unknown-event", event=title, version=version
            )
            return None
        try:
            return kind.decode(text)
        except UNREADABLE as error:
            self.findings.add_finding(
                Check.EVENT, "finding.unreadable", field="event", error=f"{title}: {error}"
            )
            return None

    def _without_game(self, table: Table, title: str) -> None:
        """Report once that the table has no rulebook. Without it the auditor can judge no event."""
        if not table.is_lost:
            table.is_lost = True
            self.findings.add_finding(Check.PHASE, "finding.table-without-game", event=title)

    def _check_table(self, table: Table) -> None:
        """Check that the required remedies followed, and that an ended round left no stakes."""
        check_followed(table)
        if table.ended is None:
            return
        for visit in sorted(table.ended.visits):
            account = f"stakes/{visit}/{table.name}"
            cents = self.ledger.balances.get(account, 0)
            if cents != self._left.get(account, 0):
                self._left[account] = cents
                self.findings.compare_balance(Check.STAKES_LEFT, account, cents, 0)
        table.ended = None

    def close(self) -> None:
        """Compare the result of the pass with the stored heads, transfers and balances."""
        for chain in self._chains.values():
            chain.close()
        self.findings.at("")
        for stream, number in self._snapshots:
            self.findings.add_finding(
                Check.SNAPSHOT, "finding.snapshot-without-entry", stream=stream, entry=number
            )
        if not self.ledger.has_all(self._store.transfers()):
            self._compare_transfers()
        self.ledger.compare_balances(self._store.balances())

    def report(self) -> Report:
        """Return the counts and the findings."""
        tables, ledger = list(self._tables.values()), self.ledger
        return Report(
            streams=len(self._chains),
            entries=self._entries,
            events=self._events,
            rounds_settled=sum(table.rounds_settled for table in tables),
            rounds_void=sum(table.rounds_void for table in tables),
            rounds_running=sum(table.round is not None for table in tables),
            wagers=sum(table.wagers for table in tables),
            staked_cents=sum(table.staked_cents for table in tables),
            returned_cents=sum(table.returned_cents for table in tables),
            transfers=ledger.transfers,
            cents_moved=ledger.cents_moved,
            accounts=len(ledger.balances),
            vouchers=len(self.cage.vouchers),
            shoes_shown=sum(table.shoes_shown for table in tables),
            shoes_not_shown=sum(table.shoes_not_shown for table in tables),
            heads=tuple(chain.head() for chain in self._chains.values()),
            findings=tuple(self.findings.all),
        )

    def _compare_transfers(self) -> None:
        """Report each difference between the stored transfers and the transfers of the entries."""
        due: dict[str, Movement] = {}
        for row in self._store.entries():
            body = body_of(row[3])
            if isinstance(body, Body):
                due.update({each[0]: each[1:] for each in body.transfers})
        for transfer in self._store.transfers():
            if (expected := due.pop(transfer.id, None)) != transfer[1:]:
                self._differs(transfer.id, transfer[1:], expected)
        for id_, expected in due.items():
            self._differs(id_, None, expected)

    def _differs(self, id_: str, movement: Movement | None, expected: Movement | None) -> None:
        self.findings.add_finding(
            Check.STORED_TRANSFER,
            "finding.stored-transfer",
            transfer=id_,
            movement=describe_movement(movement),
            expected=describe_movement(expected),
        )

    def _table(self, stream: int, name: str, titles: tuple[str, ...]) -> Table:
        found = self._tables[stream] = Table(name, self.findings)
        found.begin(titles)
        return found

    def _expect(self, heads: Mapping[str, str]) -> None:
        chains = {chain.stream.name: chain for chain in self._chains.values()}
        for name, head in heads.items():
            if name in chains:
                chains[name].expect(bytes.fromhex(head))
            else:
                self.findings.add_finding(
                    Check.EXPORTED_HEAD, "finding.stream-missing", stream=name
                )

    def _unknown_stream(self, row: EntryRow) -> Chain:
        stream, number, *_ = row
        name = f"stream {stream}"
        self.findings.at(name, number)
        self.findings.add_finding(Check.STREAM, "finding.stream-without-name")
        found = Chain(StreamRow(stream, name, 0, b""), self.findings)
        self._chains[stream] = found
        return found
