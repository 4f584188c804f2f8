"""The auditor: walks a journal once, entry by entry, and compares all it says with all it shows."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, get_args

from punto.audit import dealing, ending, interruption, opening, wagering
from punto.audit import events as told
from punto.audit.cage import Cage
from punto.audit.chain import Chain
from punto.audit.entry import Actor, Body, Unknown, body_of, event_of
from punto.audit.events import AnyEvent, CageEvent
from punto.audit.findings import Check, Findings, money
from punto.audit.ledger import Ledger, in_words
from punto.audit.postings import movements
from punto.audit.report import Report
from punto.audit.snapshot import check_snapshot
from punto.audit.state import Table
from punto.audit.store import EntryRow, Store, StreamRow, readable


def audit(path: Path, heads: Mapping[str, str] | None = None) -> Report:
    """Audits a journal; heads that were exported earlier must still be in its streams."""
    store = Store(path)
    walk = Walk(store, heads or {})
    walk.check_file()
    for row in store.entries():
        walk.take(row)
    walk.close()
    store.close()
    return walk.report()


HANDLERS: dict[type, Callable[[Table, Any, Actor], None]] = {
    told.TableOpened: opening.table_opened,
    told.TableClosed: opening.table_closed,
    told.SettingsChanged: opening.settings_changed,
    told.SeatTaken: opening.seat_taken,
    told.SeatLeft: opening.seat_left,
    told.ShoeLoaded: opening.shoe_loaded,
    told.CardBurned: opening.card_burned,
    told.ShoeEnded: opening.shoe_ended,
    told.BetsOpened: opening.bets_opened,
    told.WagersPlaced: wagering.wagers_placed,
    told.ScreenAcknowledged: wagering.screen_acknowledged,
    told.TerminalLost: opening.terminal_lost,
    told.TerminalRegained: opening.terminal_regained,
    told.BetsClosed: wagering.bets_closed,
    told.SeatRuledOn: wagering.seat_ruled_on,
    told.SeatsConfirmed: wagering.seats_confirmed,
    told.CardDrawn: dealing.card_drawn,
    told.CardLeftOver: dealing.card_left_over,
    told.CuttingCardShown: dealing.cutting_card_shown,
    told.RoundSettled: ending.round_settled,
    told.IrregularityRaised: interruption.irregularity_raised,
    told.CauseAsked: interruption.cause_asked,
    told.WithdrawalAnswered: interruption.withdrawal_answered,
    told.WithdrawalEnded: interruption.withdrawal_ended,
    told.RulingGiven: interruption.ruling_given,
    told.PlayResumed: interruption.play_resumed,
    told.RoundVoided: ending.round_voided,
}

CAGE_EVENTS = get_args(CageEvent)


class Walk:
    """One walk through a journal: the state of every stream, and what was found so far."""

    def __init__(self, store: Store, heads: Mapping[str, str]) -> None:
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

    def take(self, row: EntryRow) -> None:
        """Takes the next entry: its place in the chain, its events and its money."""
        self._entries += 1
        chain = self._chains.get(row.stream)
        if chain is None:
            chain = self._chains[row.stream] = self._unknown_stream(row)
        self.findings.at(chain.stream.name, row.number)
        chain.follow(row)
        body = body_of(row.body)
        if isinstance(body, str):
            self.findings.add(Check.ENTRY, f"a text that does not read ({body})", "an entry")
            return
        if body.id.encode() != row.id:
            self.findings.add(Check.ENTRY_ID, f"id {readable(row.id)}", body.id)
        self._take_events(row.stream, chain.stream.name, body)
        if self._snapshots and (row.stream, row.number) in self._snapshots:
            snapshot = self._snapshots.pop((row.stream, row.number))
            check_snapshot(snapshot, self._tables.get(row.stream), self.cage, self.findings)

    def _take_events(self, stream: int, name: str, body: Body) -> None:
        moved: list[tuple[str, str, int, str]] = []
        table = self._tables.get(stream)
        self.findings.round = table.round.number if table and table.round else 0
        if not body.events:
            self.findings.add(Check.ENTRY, "no event", "at least one")
        for kind, version, text in body.events:
            event = event_of(kind, version, text)
            self._events += 1
            if isinstance(event, Unknown):
                self.findings.add(Check.EVENT, event.why, "an event that the auditor knows")
                continue
            if isinstance(event, CAGE_EVENTS):
                self.cage.take(event)
            else:
                table = table or self._table(stream, name)
                self._take_at_table(table, event, body.by)
            moved += movements(name, event)
        self.ledger.post(f"{name}/{body.id}", moved, body.transfers)
        if self.cage.leaving:
            self.cage.check_left()
        if table is not None:
            self._check_table(table)

    def _take_at_table(self, table: Table, event: AnyEvent, by: Actor) -> None:
        if isinstance(event, told.WagersPlaced):
            account = f"stakes/{event.visit}/{table.name}"
            self.cage.stakes_of[event.visit].add(account)
        table.events += 1
        if table.game is not None or isinstance(event, told.TableOpened):
            HANDLERS[type(event)](table, event, by)
        elif not table.is_lost:
            # Without its rulebook nothing at a table can be judged, so this is said once.
            table.is_lost = True
            self.findings.add(
                Check.PHASE, f"{type(event).__name__} at a table without a game", "it to be opened"
            )

    def _check_table(self, table: Table) -> None:
        """Nothing is at stake between rounds, and what a rule commands has followed."""
        interruption.check_followed(table)
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
        if not self.ledger.is_kept(self._store.transfers()):
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
            body = body_of(row.body)
            if isinstance(body, Body):
                due.update({each[0]: each[1:] for each in body.transfers})
        for transfer in self._store.transfers():
            id_, *rest = transfer
            expected = due.pop(id_, None)
            if expected is None:
                self.findings.add(
                    Check.TRANSFER_KEPT, f"{id_} moves {in_words(transfer[1:])}", "no transfer"
                )
            elif expected != tuple(rest):
                self.findings.add(
                    Check.TRANSFER_KEPT,
                    f"{id_} moves {in_words(transfer[1:])}",
                    in_words(expected),
                )
        for id_, expected in due.items():
            self.findings.add(Check.TRANSFER_KEPT, f"{id_} is not kept", in_words(expected))

    def _table(self, stream: int, name: str) -> Table:
        found = self._tables[stream] = Table(name, self.findings)
        return found

    def _expect(self, heads: Mapping[str, str]) -> None:
        chains = {chain.stream.name: chain for chain in self._chains.values()}
        for name, head in heads.items():
            if name in chains:
                chains[name].expect(bytes.fromhex(head))
            else:
                self.findings.add(Check.EXPORTED_HEAD, f"there is no stream {name}", "it")

    def _unknown_stream(self, row: EntryRow) -> Chain:
        name = f"stream {row.stream}"
        self.findings.at(name, row.number)
        self.findings.add(Check.STREAM, "an entry of a stream without a name", "a stream")
        return Chain(StreamRow(row.stream, name, 0, b""), self.findings)
