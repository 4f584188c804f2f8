"""Read a journal once, entry by entry, into the totals of a period.

All facts in a report come from entries and their transfers.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, get_args

from punto.core import notation
from punto.core.endings import paytable
from punto.core.rulebook import decode_rulebook
from punto.core.tableau import ending
from punto.journal.entry import StoredEntry
from punto.journal.significant_events import LARGE_CENTS
from punto.journal.stores.sqlite import SqliteJournal
from punto.ledger.accounts import CASH
from punto.ledger.cage import VisitBegun
from punto.ledger.drawers import DrawerEvent
from punto.ledger.meters import Meter
from punto.ledger.transfers import Transfer, TransferReason
from punto.messages.message import Message
from punto.reports.descriptions.events import describe
from punto.reports.descriptions.significant_events import event_reason
from punto.reports.floor.cage_shifts import cash_cents, record_drawer
from punto.reports.floor.event_list import (
    ReportedEvent,
    actor_label,
    irregular_details,
    significant_details,
)
from punto.reports.floor.period import Period, PeriodSide, Slot, parse_label
from punto.reports.floor.period_totals import (
    INTERRUPTED,
    Paytable,
    PeriodTotals,
    TableContext,
)
from punto.reports.floor.tally import FigureSource, MoneyItem, Tally
from punto.table import events
from punto.table.actors import ActorKind
from punto.table.settings import Settings
from punto.table.stakes import Stake

ROUNDS_STORED = 400
ENTRIES_A_STEP = 500


def read_totals(
    journal: SqliteJournal,
    period: Period,
    large_cents: int = LARGE_CENTS,
    progress: Callable[[int], None] = lambda _entries: None,
) -> PeriodTotals:
    """Read a journal as of one moment into the totals of a period."""
    with journal.as_of_now():
        books = totals_of(journal.in_order(), journal.balances(), period, large_cents, progress)
    progress(books.entries)
    return books


def totals_of(
    entries: Iterable[StoredEntry],
    balances: Mapping[str, int],
    period: Period,
    large_cents: int = LARGE_CENTS,
    progress: Callable[[int], None] = lambda _entries: None,
) -> PeriodTotals:
    """Compute the totals of a period from all entries and the stored balances."""
    books = PeriodTotals(period, large_cents, balances)
    for stored in entries:
        add_entry(books, stored)
        if books.entries % ENTRIES_A_STEP == 0:
            progress(books.entries)
    return books


def add_entry(books: PeriodTotals, stored: StoredEntry) -> None:
    """Add the next entry to the totals."""
    entry = stored.entry
    at = parse_label(entry.at)
    place = books.period.side_of(at)
    slot = None if at is None else books.period.calendar.slot(at)
    books.entries += 1
    books.untimed += at is None
    books.heads[stored.stream] = stored.number, stored.hash.hex()
    reader = _EntryReader(books, stored, at, slot, place)
    for event in entry.events:
        reader.take(event)
    books.post(entry.transfers, place)
    if place is PeriodSide.WITHIN:
        books.entries_within += 1
        reader.post(entry.transfers)
    if place is not PeriodSide.AFTER:
        books.observe(stored.stream)


@dataclass(slots=True)
class _EntryReader:
    """Read one entry into the totals of a period."""

    books: PeriodTotals
    stored: StoredEntry
    at: datetime | None
    slot: Slot | None
    place: PeriodSide

    @property
    def is_within(self) -> bool:
        """Whether the entry lies within the period."""
        return self.place is PeriodSide.WITHIN

    def take(self, event: Any) -> None:
        """Add one event to the totals and to the lists of reported events."""
        stream, books = self.stored.stream, self.books
        if isinstance(event, VisitBegun):
            books.record_seat(event.visit, event.terminal)
        elif type(event) in _OF_DRAWER:
            record_drawer(books, event, self._time(), self.place)
        settings = books.table(stream).settings if _is_at_table(event) else None
        if self.is_within:
            self._report(event, settings)
        if _is_at_table(event):
            handle = _HANDLES.get(type(event))
            if handle is not None:
                handle(self, books.table(stream), event)

    def post(self, transfers: Iterable[Transfer]) -> None:
        """Add the transfers of the entry to the ledger's figures.

        They count by table, terminal and cashier.
        """
        books, stream = self.books, self.stored.stream
        tally = books.tally(stream, self.slot) if stream in books.tables else None
        for each in transfers:
            books.moved[each.reason] = books.moved.get(each.reason, Meter()).plus(each.cents)
            if tally is not None:
                tally.add_round(each)
            for owner in _owners(each):
                name = books.terminal_of(*owner)
                books.put_right[name] += _put_right(each)
                own = books.terminals.setdefault(name, {})
                own[each.reason] = own.get(each.reason, Meter()).plus(each.cents)
            if each.source in CASH or each.target in CASH:
                if self.stored.entry.by.kind is ActorKind.STAFF:
                    books.staffed_cents += cash_cents(each)
                key = self.stored.entry.by, self.slot
                by_reason = books.cage.setdefault(key, {})
                by_reason[each.reason] = by_reason.get(each.reason, Meter()).plus(each.cents)

    def _report(self, event: Any, settings: Settings | None) -> None:
        irregular = irregular_details(event)
        if irregular is not None:
            self.books.irregular.append(
                replace(
                    self._reported_event(event, irregular.kind.label, describe(event)),
                    kind=irregular.kind,
                    source=irregular.source,
                    cents=irregular.cents,
                    reason=event_reason(event),
                )
            )
            self._count(irregular.kind)
        played = self._table(event).paytable
        details = significant_details(
            event,
            None if played is None else played.book,
            settings,
            self.stored.entry.by,
            self.books.large_cents,
        )
        if details is not None:
            self.books.significant.append(
                replace(
                    self._reported_event(event, details.name, details.what),
                    reason=details.reason,
                    change=details.change,
                )
            )

    def _reported_event(self, event: Any, name: Message, what: Message) -> ReportedEvent:
        stored = self.stored
        return ReportedEvent(
            at=self.at,
            label=self._time(),
            slot=self.slot,
            stream=stored.stream,
            number=stored.number,
            round=getattr(event, "round", 0) or 0,
            kind=None,
            name=name,
            what=what,
            source="",
            by=actor_label(stored.entry.by),
            dealer=self._table(event).dealer,
        )

    def _table(self, event: Any) -> TableContext:
        return self.books.table(self.stored.stream) if _is_at_table(event) else TableContext()

    def _time(self) -> str:
        """The label of the entry in the house's time, or as it is if it is not a time."""
        if self.at is None:
            return self.stored.entry.at
        return self.books.period.calendar.time_label(self.at)

    def _count(self, what: str) -> None:
        key = self.books.table(self.stored.stream).dealer, self.stored.stream, self.slot
        self.books.dealers.setdefault(key, Counter())[what] += 1

    def _tally(self) -> Tally | None:
        return self.books.tally(self.stored.stream, self.slot) if self.is_within else None

    def _add(self, book: FigureSource, item: MoneyItem, cents: int) -> None:
        tally = self._tally()
        if tally is not None:
            tally.books[book][item] += cents

    def _play(
        self, tally: Tally, played: Paytable, wagers: tuple[events.WagerSettled, ...], sign: int = 1
    ) -> None:
        staked = tally.play(played.book, wagers, sign)
        returned = sum(each.returned_cents - each.uncounted_cents for each in wagers)
        self.books.advance(played, staked, returned, sign)

    # Events at a table

    def opened(self, table: TableContext, event: events.TableOpened) -> None:
        table.settings, table.decks = event.settings, event.settings.decks
        table.paytable = Paytable(decode_rulebook(event.rulebook), table.decks)

    def changed(self, table: TableContext, event: events.SettingsChanged) -> None:
        table.settings = event.settings

    def loaded(self, table: TableContext, event: events.ShoeLoaded) -> None:
        table.decks = event.decks
        if table.paytable is not None:
            table.paytable = Paytable(table.paytable.book, event.decks)

    def begun(self, table: TableContext, event: events.BetsOpened) -> None:
        table.round, table.is_running, table.held_by = event.round, True, ""
        table.sets.clear()
        table.dealer = self.stored.entry.by.name

    def placed(self, table: TableContext, event: events.WagersPlaced) -> None:
        before = table.sets.get(event.seat, ())
        table.sets[event.seat] = event.stakes
        self._add(
            FigureSource.METERS, MoneyItem.ACCEPTED, event.debited_cents - event.returned_cents
        )
        self._add(FigureSource.CARDS, MoneyItem.ACCEPTED, _sum(event.stakes) - _sum(before))

    def confirmed(self, table: TableContext, event: events.ParticipantsConfirmed) -> None:
        self._add(FigureSource.METERS, MoneyItem.REFUND, sum(each.cents for each in event.returned))
        back = [table.sets.pop(each.seat, ()) for each in event.returned]
        self._add(FigureSource.CARDS, MoneyItem.REFUND, sum(map(_sum, back)))

    def withdrawn(self, table: TableContext, event: events.WithdrawalAnswered) -> None:
        self._add(FigureSource.METERS, MoneyItem.WITHDRAWAL, event.cents)
        self._add(FigureSource.CARDS, MoneyItem.WITHDRAWAL, _sum(event.withdrawn))
        _take_off(table, event.seat, event.withdrawn)

    def removed(self, table: TableContext, event: events.WagersRemoved) -> None:
        self._add(FigureSource.METERS, MoneyItem.REMOVAL, event.cents)
        self._add(FigureSource.CARDS, MoneyItem.REMOVAL, _sum(event.removed))
        _take_off(table, event.seat, event.removed)

    def raised(self, table: TableContext, event: events.IrregularityRaised) -> None:
        table.held_by = event.source

    def cause_requested(self, table: TableContext, _event: events.CauseRequested) -> None:
        table.held_by = INTERRUPTED

    def resumed(self, table: TableContext, _event: events.PlayResumed) -> None:
        table.held_by = ""

    def voided(self, table: TableContext, event: events.RoundVoided) -> None:
        self._add(FigureSource.METERS, MoneyItem.REFUND, sum(each.cents for each in event.returned))
        self._add(FigureSource.CARDS, MoneyItem.REFUND, sum(map(_sum, table.sets.values())))
        table.sets.clear()
        table.is_running, table.held_by = False, ""
        tally = self._tally()
        if tally is not None:
            tally.void += 1

    def settled(self, table: TableContext, event: events.RoundSettled) -> None:
        staked = sum(map(_sum, table.sets.values()))
        paid = _recomputed(table.paytable, event.cards, event.wagers)
        table.past[event.round] = staked, paid or 0
        while len(table.past) > ROUNDS_STORED:
            table.past.popitem(last=False)
        table.sets.clear()
        table.is_running, table.held_by = False, ""
        returned = sum(each.returned_cents for each in event.wagers)
        for item, metered, from_cards in (
            (MoneyItem.COLLECTED, sum(each.stake.cents for each in event.wagers), staked),
            (MoneyItem.PAID, returned, paid or 0),
        ):
            self._add(FigureSource.METERS, item, metered)
            self._add(FigureSource.CARDS, item, from_cards)
        tally = self._tally()
        if tally is not None and table.paytable is not None:
            tally.settled += 1
            tally.recomputed += paid is not None
            self._count("settled")
            self._play(tally, table.paytable, event.wagers)
            for visit in {each.visit for each in event.wagers}:
                self.books.games_at[self.books.terminal_of(visit, self.stored.stream)] += 1

    def reversed(self, table: TableContext, event: events.RoundReversed) -> None:
        staked = sum(each.stake.cents for each in event.wagers)
        returned = sum(each.returned_cents for each in event.wagers)
        known = table.past.pop(event.round, (staked, returned))
        for item, metered, from_cards in (
            (MoneyItem.RESTORED, staked, known[0]),
            (MoneyItem.RECLAIMED, returned, known[1]),
        ):
            self._add(FigureSource.METERS, item, metered)
            self._add(FigureSource.CARDS, item, from_cards)
        tally = self._tally()
        if tally is not None and table.paytable is not None:
            tally.reversed += 1
            self._play(tally, table.paytable, event.wagers, -1)

    def corrected(self, table: TableContext, event: events.RoundCorrected) -> None:
        before = sum(each.returned_cents for each in event.before)
        more = sum(each.returned_cents for each in event.wagers) - before
        paid = _recomputed(table.paytable, event.cards, event.wagers) or 0
        staked, had = table.past.get(event.round, (0, before))
        table.past[event.round] = staked, paid
        self._add(FigureSource.METERS, MoneyItem.CORRECTED, more)
        self._add(FigureSource.CARDS, MoneyItem.CORRECTED, paid - had)
        tally = self._tally()
        if tally is not None and table.paytable is not None:
            tally.corrected += 1
            self._play(tally, table.paytable, event.before, -1)
            self._play(tally, table.paytable, event.wagers)


_HANDLES: Mapping[type, Callable[[_EntryReader, TableContext, Any], None]] = {
    events.TableOpened: _EntryReader.opened,
    events.SettingsChanged: _EntryReader.changed,
    events.ShoeLoaded: _EntryReader.loaded,
    events.BetsOpened: _EntryReader.begun,
    events.WagersPlaced: _EntryReader.placed,
    events.ParticipantsConfirmed: _EntryReader.confirmed,
    events.WithdrawalAnswered: _EntryReader.withdrawn,
    events.WagersRemoved: _EntryReader.removed,
    events.IrregularityRaised: _EntryReader.raised,
    events.CauseRequested: _EntryReader.cause_requested,
    events.PlayResumed: _EntryReader.resumed,
    events.RoundVoided: _EntryReader.voided,
    events.RoundSettled: _EntryReader.settled,
    events.RoundReversed: _EntryReader.reversed,
    events.RoundCorrected: _EntryReader.corrected,
}


_AT_TABLE = frozenset(get_args(events.Event))
_OF_DRAWER = frozenset(get_args(DrawerEvent))


def _is_at_table(event: object) -> bool:
    return type(event) in _AT_TABLE


def _sum(stakes: Iterable[Stake]) -> int:
    return sum(each.cents for each in stakes)


def _take_off(table: TableContext, seat: int, stakes: tuple[Stake, ...]) -> None:
    left = list(table.sets.get(seat, ()))
    for each in stakes:
        if each in left:
            left.remove(each)
    table.sets[seat] = tuple(left)


def _owners(transfer: Transfer) -> Iterator[tuple[str, str]]:
    """The visit, or the chips, whose money moves, and the table; each is named once."""
    found = {}
    for account in (transfer.source, transfer.target):
        kind, _, rest = account.partition("/")
        if kind == "stakes":
            visit, _, table = rest.partition("/")
            found[visit] = table
        elif kind in ("credit", "claim"):
            found.setdefault(rest, "")
        elif kind == "chips":
            found.setdefault(f"chips@{rest}", rest)
    if any(table for table in found.values()):
        # A stake in chips names its position too; its money counts once.
        found = {visit: table for visit, table in found.items() if table}
    yield from list(found.items())[:1]


def _put_right(transfer: Transfer) -> int:
    """The gain of the house by a transfer of a reversed or corrected round."""
    if transfer.reason not in (
        TransferReason.RECLAIMED,
        TransferReason.RESTORED,
        TransferReason.CORRECTED,
    ):
        return 0
    return transfer.cents if transfer.target.startswith("bank/") else -transfer.cents


def _recomputed(
    played: Paytable | None, cards: str, wagers: Iterable[events.WagerSettled]
) -> int | None:
    """The payment on a round's wagers by its cards; None if the cards are unreadable."""
    if played is None:
        return None
    try:
        held = paytable(played.book)[ending(notation.parse_round(cards, played.book.order))]
    except ValueError:
        return None
    paid = 0
    for each in wagers:
        counted = each.stake.cents - each.uncounted_cents
        line = held[each.stake.wager]
        won = -counted if line is None else counted * line.pays.win // line.pays.per
        paid += each.stake.cents + won
    return paid
