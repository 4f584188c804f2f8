"""Audit a journal entry by entry, and record each difference from the expected state."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Raw

from punto.audit.checks.authority import check_authority
from punto.audit.checks.cage import Cage
from punto.audit.checks.irregularities import check_followed
from punto.audit.checks.ledger import Ledger, in_words
from punto.audit.checks.postings import Movement
from punto.audit.event_kinds import KINDS, UNREADABLE, EventKind
from punto.audit.findings import Check, Findings, money
from punto.audit.report import Report
from punto.audit.state import Table
from punto.audit.store.chain import Chain
from punto.audit.store.entry import Actor, Body, body_of
from punto.audit.store.journal_file import EntryRow, JournalFile, StreamRow, readable
from punto.audit.store.snapshot import check_snapshot


def audit(path: Path, heads: Mapping[str, str] | None = None) -> Report:
    """Audits a journal; heads that were exported earlier must still be in its streams."""
    store = JournalFile(path)
    walk = AuditRun(store, heads or {})
    walk.check_file()
    for row in store.entries():
        walk.add_entry(row)
    walk.close()
    store.close()
    return walk.report()


class AuditRun:
    """One walk through a journal: the state of every stream, and what was found so far."""

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
        """What was left at stake after a round and has been reported."""

        self._expect(heads)

    def check_file(self) -> None:
        """Takes down what is wrong with the file before anything in it is read."""
        for words in self._store.faults():
            self.findings.add(Check.STORAGE, words, "a sound file")
        for name in self._store.missing():
            self.findings.add(Check.SCHEMA, f"there is no trigger {name}", "one that refuses")

    def start_at_snapshot(self, stream: int, number: int, hash_: bytes, table: Table) -> None:
        """Takes a table up where it is given, and not from its first entry on."""
        self._chains[stream].begin_at(number, hash_)
        self._tables[stream] = table

    def add_entry(self, row: EntryRow) -> None:
        """Takes the next entry: its place in the chain, its events and its money."""
        stream, number, id_, text, hash_ = row
        self._entries += 1
        chain = self._chains.get(stream) or self._unknown_stream(row)
        name, findings = chain.stream.name, self.findings
        findings.stream, findings.number, findings.round = name, number, 0
        chain.follow(number, id_, text, hash_)
        body = body_of(text)
        if isinstance(body, str):
            findings.add(Check.ENTRY, f"a text that does not read ({body})", "an entry")
            return
        if body.id.encode() != id_:
            findings.add(Check.ENTRY_ID, f"id {readable(id_)}", body.id)
        if not body.events:
            findings.add(Check.ENTRY, "no event", "at least one")
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
        """An event, None if it is none that the auditor knows."""
        self._events += 1
        if kind is None:
            words = f"kind {title} in version {version}"
            self.findings.add(Check.EVENT, words, "an event that the auditor knows")
            return None
        try:
            return kind.decode(text)
        except UNREADABLE as error:
            self.findings.add(Check.EVENT, f"{title}: {error}", "such an event")
            return None

    def _without_game(self, table: Table, title: str) -> None:
        """Without its rulebook nothing at a table can be judged; that is said once."""
        if not table.is_lost:
            table.is_lost = True
            self.findings.add(Check.PHASE, f"{title} at a table without a game", "it to be opened")

    def _check_table(self, table: Table) -> None:
        """Nothing is at stake between rounds, and what a rule commands has followed."""
        check_followed(table)
        if table.ended is None:
            return
        for visit in sorted(table.ended.visits):
            account = f"stakes/{visit}/{table.name}"
            cents = self.ledger.balances.get(account, 0)
            if cents != self._left.get(account, 0):
                self._left[account] = cents
                self.findings.add(
                    Check.STAKES_LEFT, f"{account} holds {money(cents)} after the round", "0.00"
                )
        table.ended = None

    def close(self) -> None:
        """Compares what the walk came to with what is kept beside the entries."""
        for chain in self._chains.values():
            chain.close()
        self.findings.at("")
        for stream, number in self._snapshots:
            self.findings.add(
                Check.SNAPSHOT, f"a snapshot of stream {stream} at entry {number}", "that entry"
            )
        if not self.ledger.has_all(self._store.transfers()):
            self._compare_transfers()
        self.ledger.compare_balances(self._store.balances())

    def report(self) -> Report:
        """What was audited and what was found."""
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
        """Takes down where the table of transfers and the transfers of the entries differ."""
        due = {}
        for row in self._store.entries():
            body = body_of(row[3])
            if isinstance(body, Body):
                due.update({each[0]: each[1:] for each in body.transfers})
        for transfer in self._store.transfers():
            id_, *rest = transfer
            expected = due.pop(id_, None)
            if expected is None:
                self.findings.add(
                    Check.STORED_TRANSFER, f"{id_} moves {in_words(transfer[1:])}", "no transfer"
                )
            elif expected != tuple(rest):
                self.findings.add(
                    Check.STORED_TRANSFER,
                    f"{id_} moves {in_words(transfer[1:])}",
                    in_words(expected),
                )
        for id_, expected in due.items():
            self.findings.add(Check.STORED_TRANSFER, f"{id_} is not kept", in_words(expected))

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
                self.findings.add(Check.EXPORTED_HEAD, f"there is no stream {name}", "it")

    def _unknown_stream(self, row: EntryRow) -> Chain:
        stream, number, *_ = row
        name = f"stream {stream}"
        self.findings.at(name, number)
        self.findings.add(Check.STREAM, "an entry of a stream without a name", "a stream")
        found = Chain(StreamRow(stream, name, 0, b""), self.findings)
        self._chains[stream] = found
        return found
